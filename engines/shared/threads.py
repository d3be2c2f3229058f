"""What each thread has for itself: room that a kernel works in cannot be shared, because kernels run side by side."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import local
from typing import TypeVar

T = TypeVar("T")


def per_thread(make: Callable[[], T]) -> Callable[[], T]:
    """A function that gives what `make` makes: once for every thread that asks."""
    own = local()

    @wraps(make)
    def mine() -> T:
        if "made" not in vars(own):
            own.made = make()
        made: T = own.made
        return made

    return mine

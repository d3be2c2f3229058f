"""`@rule`: the one decorator of the referee's rule functions.

A rule is plain Python over small numpy arrays. By default numba compiles it; with
TSUME_REFEREE=plain in the environment the very same text runs as it stands, slowly, in any
debugger. Either way `.py_func` is the undecorated function.

numba decides whether its cache is stale from the file of the *calling* function alone, so all
rules of a game live in one file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def is_plain() -> bool:
    """Whether the environment asks for rules that are not compiled."""
    return os.environ.get("TSUME_REFEREE") == "plain"


def rule(function: F) -> F:
    """Compile a rule function, or leave it as it is when TSUME_REFEREE=plain."""
    if is_plain():
        setattr(function, "py_func", function)  # noqa: B010 - a function has no such attribute to mypy
        return function
    compiled: F = numba.njit(cache=True, nogil=True)(function)
    return compiled

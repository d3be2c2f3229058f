"""What a command leaves behind when somebody stops it with Ctrl-C: a sentence, which each command may set."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_said: str | None = None
_printed = 0


def leaves(sentence: str) -> None:
    """From here on, this is what an interrupted command leaves."""
    global _said
    _said = sentence


def put_line(text: str) -> None:
    """Print a line and count it. Ctrl-C between the two would make `left` wrong: it waits for both."""
    global _printed
    with held_back():
        sys.stdout.write(text + "\n")
        _printed += 1


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C comes when this is over. The second one comes at once, in case nobody reads what is written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = []

    def later(number: int, _: Any) -> None:
        asked.append(number)
        if len(asked) > 1:
            raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, later)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual if usual is not None else signal.SIG_DFL)
    if asked:
        raise KeyboardInterrupt


def left() -> str:
    """What there is if the command ends now."""
    if _said is not None:
        return _said
    if _printed:
        return f"{_printed:,} line{'s were' if _printed > 1 else ' was'} printed, and nothing after that"
    return "nothing was written"

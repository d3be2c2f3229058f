"""How a long job tells a person where it is. Silent unless someone listens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Reporter(Protocol):
    def begin(self, stage: str, game: str) -> None:
        """A stage of a game's lane (or of the whole press, game '') has begun."""

    def advance(self, done: int, total: int) -> None:
        """So much of the stage that is under way has been done."""

    def end(self, stage: str, game: str, note: str) -> None:
        """The stage is finished; `note` says in a few words what came of it."""


class Silence:
    def begin(self, stage: str, game: str) -> None: ...
    def advance(self, done: int, total: int) -> None: ...
    def end(self, stage: str, game: str, note: str) -> None: ...


SILENCE = Silence()
_reporter: ContextVar[Reporter] = ContextVar("reporter", default=SILENCE)


def current() -> Reporter:
    return _reporter.get()


@contextmanager
def heard_by(listener: Reporter) -> Iterator[None]:
    """Send the progress of the work inside to `listener`, that of threads too which run in a copy of this context."""
    token = _reporter.set(listener)
    try:
        yield
    finally:
        _reporter.reset(token)

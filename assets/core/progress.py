"""How a long job tells a person where it is. Silent unless someone listens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

SELDOM = 5.0  # seconds between two lines of a log, at least


class Reporter(Protocol):
    def begin(self, stage: str, game: str) -> None:
        """A stage of a game (or of the whole press, game '') has begun."""

    def advance(self, done: int, total: int) -> None:
        """So much of the stage that is under way has been done."""

    def end(self, stage: str, game: str, note: str) -> None:
        """The stage is finished; `note` says in a few words what came of it."""

    def warn(self, text: str) -> None:
        """Something is wrong, and the stage that is under way goes on all the same."""

    def inside(self) -> Reporter:
        """Who hears of the stages that the stage under way makes for itself."""


class Silence:
    def begin(self, stage: str, game: str) -> None: ...
    def advance(self, done: int, total: int) -> None: ...
    def end(self, stage: str, game: str, note: str) -> None: ...
    def warn(self, text: str) -> None: ...

    def inside(self) -> Reporter:
        return self


class Lines:
    """Tells in lines where a job is, such as a log has: not too many of them.

    How long it still takes follows from how long it took so far. A stage may do several jobs one after the other,
    each with parts of its own."""

    def __init__(
        self, tell: Callable[[str], object], clock: Callable[[], float] = time.monotonic, within: str = ""
    ) -> None:
        self.tell, self.clock, self.within = tell, clock, within
        self.name = ""
        self.began = self.told = clock()

    def begin(self, stage: str, game: str) -> None:
        self.name = f"{self.within}{stage} {game}".rstrip()
        self.began = self.told = self.clock()
        self.tell(f"{self.name}: begins")

    def advance(self, done: int, total: int) -> None:
        now = self.clock()
        if done >= total:  # what comes next is another job
            self.began = now
        elif done and now - self.told >= SELDOM:
            self.told = now
            left = (now - self.began) / done * (total - done)
            self.tell(f"{self.name}: {done:,} of {total:,} parts, about {duration(left)} left")

    def end(self, stage: str, game: str, note: str) -> None:
        self.tell(f"{self.name}: {note}")

    def warn(self, text: str) -> None:
        self.tell(f"{self.name}: WARNING: {text}")

    def inside(self) -> Reporter:
        return Lines(self.tell, self.clock, f"{self.name}: ")


@dataclass(frozen=True)
class Both:
    """Two who listen."""

    one: Reporter
    other: Reporter

    def begin(self, stage: str, game: str) -> None:
        self.one.begin(stage, game)
        self.other.begin(stage, game)

    def advance(self, done: int, total: int) -> None:
        self.one.advance(done, total)
        self.other.advance(done, total)

    def end(self, stage: str, game: str, note: str) -> None:
        self.one.end(stage, game, note)
        self.other.end(stage, game, note)

    def warn(self, text: str) -> None:
        self.one.warn(text)
        self.other.warn(text)

    def inside(self) -> Reporter:
        return Both(self.one.inside(), self.other.inside())


def duration(seconds: float) -> str:
    """About how long, in words: "20 s", "3 min"."""
    if seconds < 95:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min"


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


@contextmanager
def heard_too_by(listener: Reporter) -> Iterator[None]:
    """Send it to `listener` besides whoever listens already."""
    with heard_by(Both(current(), listener)):
        yield

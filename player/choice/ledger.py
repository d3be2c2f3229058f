"""What the log says of everyone's attempts, kept in memory and brought up to date with each question.

The log is read once, from its beginning, when the page starts; after that only what is new. Nothing is decided here:
this is the past, in the form that choosing needs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median
from typing import Any, Protocol

from player.modes import MODES
from warehouse.players.events import (
    BEGAN,
    ENDED,
    FAILED,
    GIVEN_UP,
    HINTED,
    LEFT,
    OUT_OF_TIME,
    SAID,
    SOLVED,
    TRIED,
    WITHDRAWN,
    Made,
    Others,
    Profile,
    Stored,
)

TOLD = (SOLVED, FAILED, GIVEN_UP, OUT_OF_TIME)  # endings that say something, whatever was tried
ENOUGH = 5  # people, before anything is told of how others did


class Log(Protocol):
    """What choosing needs of the log of players."""

    def events(self, after: int = 0) -> Iterable[Stored]: ...
    def keep_puzzle(self, made: Made) -> None: ...
    def made(self, puzzle_id: str) -> Made | None: ...
    def profile(self, player: str) -> Profile: ...


@dataclass(slots=True)
class Attempt:
    """One player at one puzzle, as far as it has gone."""

    attempt: str
    player: str
    puzzle_id: str
    game: str
    variant: str
    mode: str
    set_name: str | None
    run: str | None
    number: int  # which attempt of this player at this puzzle, from 1
    began: datetime
    latest: datetime  # when something last happened in it
    limit: float | None  # seconds
    group: str | None  # what the player said of themself
    tries: int = 0
    hints: int = 0
    solved: bool = False
    seconds: float | None = None  # of the first solution
    how: str | None = None  # None: it is not over
    said: bool | None = None  # the player's own word, where the mode asks for it

    @property
    def told(self) -> bool:
        """Does it say something of player and puzzle? It is over, and was solved, or tried or given up in vain."""
        return self.how in TOLD or (self.how == LEFT and self.tries > 0)

    @property
    def at_once(self) -> bool:
        """Was it solved at the first try?"""
        return self.solved and self.tries <= 1

    @property
    def missed(self) -> bool:
        return self.told and not self.solved and not self.said

    @property
    def is_sealed(self) -> bool:
        """Is it part of a run that never tells its answers?"""
        return self.mode in MODES and MODES[self.mode].is_sealed

    @property
    def counts(self) -> bool:
        """Is it a result that ratings rest on: the first of its player at its puzzle, without hints, and not only
        the player's word?"""
        return self.told and self.number == 1 and self.hints == 0 and self.said is None


def attempt_of(event: Stored) -> Attempt:
    """An attempt as it begins."""
    body: Mapping[str, Any] = event.body
    limit = body.get("seconds_limit")
    return Attempt(
        event.attempt,
        event.player,
        body["puzzle_id"],
        body["game"],
        body.get("variant") or "",
        body.get("mode") or "",
        body.get("set_name"),
        body.get("run"),
        int(body.get("number") or 1),
        event.at,
        event.at,
        None if limit is None else float(limit),
        body.get("group"),
    )


def follow(attempt: Attempt, event: Stored) -> None:
    """Take what happened into an attempt."""
    body = event.body
    attempt.latest = event.at
    if event.kind == HINTED:
        attempt.hints += 1
    elif event.kind == TRIED:
        attempt.tries += 1
    elif event.kind == SAID:
        attempt.said = bool(body.get("solved"))
    elif event.kind == ENDED:
        attempt.how = str(body.get("how"))
        attempt.tries = int(body.get("tries") or attempt.tries)
        attempt.hints = int(body.get("hints") or attempt.hints)
        attempt.solved = bool(body.get("solved")) if attempt.how != SOLVED else True
        attempt.seconds = body.get("seconds") if attempt.solved else None


class Past:
    """All that one player has done, in the order in which it began."""

    def __init__(self) -> None:
        self.attempts: list[Attempt] = []
        self.results: list[Attempt] = []  # those that are told, in the order in which they ended
        self.solved: set[str] = set()  # puzzles, in whatever attempt
        self.last_seen: dict[str, int] = {}  # by puzzle: place of the latest attempt
        self.runs: dict[str, list[Attempt]] = {}

    def add(self, attempt: Attempt) -> None:
        self.last_seen[attempt.puzzle_id] = len(self.attempts)
        self.attempts.append(attempt)
        if attempt.run:
            self.runs.setdefault(attempt.run, []).append(attempt)

    def end(self, attempt: Attempt) -> None:
        if attempt.told:
            self.results.append(attempt)
        if attempt.solved:
            self.solved.add(attempt.puzzle_id)

    def run(self, run: str | None) -> list[Attempt]:
        """The attempts of a run that count: not those at puzzles that were withdrawn meanwhile."""
        return [one for one in self.runs.get(run or "", ()) if one.how != WITHDRAWN]

    def misses(self, game: str | None = None) -> list[Attempt]:
        """The puzzles whose latest result is a miss, that of longest ago first. To play them again tells the answer,
        so a miss in a run that never tells it is none of them."""
        found = (one for one in self.results if game in (None, one.game))
        latest = {one.puzzle_id: one for one in found if not (one.missed and one.is_sealed)}
        return sorted((one for one in latest.values() if one.missed), key=lambda one: self.last_seen[one.puzzle_id])

    def done(self, puzzle_id: str) -> bool | None:
        """Was a puzzle ever solved; None if it was never begun."""
        return True if puzzle_id in self.solved else False if puzzle_id in self.last_seen else None


class Ledger:
    """The past of all players. Thread safe."""

    def __init__(self, log: Log, heard: Callable[[Attempt], None] = lambda attempt: None) -> None:
        """`heard` is told of each attempt that ratings rest on, in the order in which they ended."""
        self.log, self.heard = log, heard
        self.lock = threading.RLock()
        self.number = 0
        self.open: dict[str, Attempt] = {}
        self.players: dict[str, Past] = {}
        self.results: dict[str, list[Attempt]] = {}  # by puzzle: those that ratings rest on

    def refresh(self) -> None:
        """Take in what is new in the log."""
        with self.lock:
            while True:
                before = self.number
                for event in self.log.events(after=self.number):
                    self.take(event)
                    self.number = event.number
                if self.number == before:
                    return

    def take(self, event: Stored) -> None:
        if event.kind == BEGAN:
            attempt = attempt_of(event)
            self.open[event.attempt] = attempt
            self.players.setdefault(event.player, Past()).add(attempt)
        elif event.attempt in self.open:
            attempt = self.open[event.attempt]
            follow(attempt, event)
            if event.kind == ENDED:
                del self.open[event.attempt]
                self.past(event.player).end(attempt)
                if attempt.counts:
                    self.results.setdefault(attempt.puzzle_id, []).append(attempt)
                    self.heard(attempt)

    def going(self) -> list[Attempt]:
        """The attempts that are not over, in the order in which they began, as they are now."""
        with self.lock:
            return [replace(one) for one in self.open.values()]

    def past(self, player: str) -> Past:
        return self.players.get(player) or Past()

    def forget(self, player: str) -> None:
        """Drop what is known of a player. What others learnt from it until today stays in their numbers."""
        with self.lock:
            self.players.pop(player, None)
            self.open = {name: one for name, one in self.open.items() if one.player != player}
            for puzzle, found in self.results.items():
                self.results[puzzle] = [one for one in found if one.player != player]

    def others(self, puzzle_id: str, player: str | None = None) -> Others | None:
        """How people did at a puzzle in the end, those apart from one player; None while there are too few of them to
        say anything."""
        with self.lock:
            found = [one for one in self.results.get(puzzle_id, ()) if one.player != player]
        if len(found) < ENOUGH:
            return None
        times = [one.seconds for one in found if one.solved and one.seconds is not None]
        return Others(len(found), sum(one.solved for one in found) / len(found), median(times) if times else None)

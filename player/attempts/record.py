"""An attempt as its events tell it: the state is a fold over the log, so a restart loses nothing of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from warehouse.players.events import Event

SOLVED, FAILED, GIVEN_UP, OUT_OF_TIME = "solved", "failed", "given up", "out of time"
SEEN, LEFT, WITHDRAWN = "seen", "left", "withdrawn"


def moves_key(moves: Any) -> str:
    """Moves as a text that is the same for the same moves."""
    return json.dumps(moves, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class Try:
    """One time that all moves were made: which, whether they solve the puzzle, and when."""

    moves: tuple[Any, ...]
    key: str
    solved: bool
    seconds: float


@dataclass(frozen=True)
class Attempt:
    """All that the log says of an attempt."""

    attempt: str
    player: str
    began: datetime
    body: Mapping[str, Any]  # of the event that began it
    tries: tuple[Try, ...] = ()
    hints: int = 0
    said: bool | None = None  # the player's own word on whether it was solved
    how: str | None = None  # how it ended; None while it goes on
    solved: bool = False
    seconds: float | None = None  # of the first solution
    ratings: int = 0  # how often it was rated
    rated: Mapping[str, Any] = field(default_factory=dict)  # the last word on each question

    @property
    def over(self) -> bool:
        return self.how is not None

    @property
    def puzzle_id(self) -> str:
        return str(self.body["puzzle_id"])

    @property
    def game(self) -> str:
        return str(self.body["game"])

    @property
    def mode(self) -> str:
        return str(self.body["mode"])

    @property
    def run(self) -> str | None:
        return self.body.get("run")

    @property
    def limit(self) -> float | None:
        return self.body.get("seconds_limit")

    def tried(self, moves: Any) -> Try | None:
        """The try of these very moves, if there was one."""
        wanted = moves_key(moves)
        return next((found for found in self.tries if found.key == wanted), None)

    def after(self, event: Event) -> Attempt:
        """The attempt with one event more. What is known already changes nothing."""
        body = event.body
        if event.kind == "tried" and not self.over:
            found = Try(tuple(body["moves"]), moves_key(body["moves"]), bool(body["solved"]), float(body["seconds"]))
            return self if self.tried(body["moves"]) else replace(self, tries=(*self.tries, found))
        if event.kind == "hinted":
            return replace(self, hints=max(self.hints, int(body["hint"])))
        if event.kind == "said":
            return replace(self, said=bool(body["solved"]))
        if event.kind == "ended" and not self.over:
            return replace(self, how=str(body["how"]), solved=bool(body["solved"]), seconds=body.get("seconds"))
        if event.kind == "rated":
            answers = {name: value for name, value in body.items() if name != "asked" and value is not None}
            return replace(self, ratings=self.ratings + 1, rated={**self.rated, **answers})
        return self


def begun(event: Event) -> Attempt:
    """An attempt as its first event tells it."""
    return Attempt(event.attempt, event.player, event.at, event.body)


def attempt_of(events: Iterable[Event]) -> Attempt | None:
    """The attempt that some events in the order of the log tell of; None if it never began."""
    found: Attempt | None = None
    for event in events:
        if found is not None:
            found = found.after(event)
        elif event.kind == "began":
            found = begun(event)
    return found

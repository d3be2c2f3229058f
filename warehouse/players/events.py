"""What the log holds: events, and what it says of players, of their lists and of puzzles that were made for them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from warehouse.players import words

BEGAN, TRIED, HINTED, SAID, ENDED, RATED = KINDS = ("began", "tried", "hinted", "said", "ended", "rated")
SOLVED, FAILED, GIVEN_UP, OUT_OF_TIME, SEEN, LEFT, WITHDRAWN = ENDINGS = (
    *("solved", "failed", "given up", "out of time"),
    *("seen", "left", "withdrawn"),
)
NAME = re.compile(r"[A-Za-z0-9_.~/-]{1,200}")  # keys, players, attempts: what addresses may have
LONGEST_BODY = 100_000


class BadEvent(ValueError):
    """What no event can be; the message says why."""


@dataclass(frozen=True)
class Event:
    """Something that happened in an attempt."""

    key: str  # a repeated request has the same key and counts once
    kind: str
    player: str  # an id, never a token
    attempt: str
    at: datetime  # by the clock of the service
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Stored(Event):
    number: int = 0  # in the order of commits; never used twice


@dataclass(frozen=True)
class Profile:
    """What a player says of themself."""

    player: str
    nickname: str | None
    group: str | None
    language: str | None
    joined: datetime


@dataclass(frozen=True)
class PuzzleList:
    """Puzzles that a player keeps. Whoever knows its id can see it; only its owner can change it."""

    id: str
    player: str
    name: str
    puzzle_ids: tuple[str, ...]
    note: str
    made_at: datetime
    changed_at: datetime


@dataclass(frozen=True)
class Made:
    """A puzzle that was made on the spot, proved, and is in no release."""

    puzzle_id: str
    game: str
    variant: str
    puzzle: Mapping[str, Any]
    solution: Any
    verdict: str
    themes: tuple[str, ...] = ()
    difficulty: float | None = None
    interest: float | None = None
    made_for: str | None = None  # a player
    more: Mapping[str, Any] = field(default_factory=dict)  # what else is worth keeping, as JSON


@dataclass(frozen=True)
class Others:
    """How all players did at a puzzle, in first attempts without hints."""

    players: int
    share: float | None  # that solved it; None if nobody tried
    median_seconds: float | None  # of those who solved it


@dataclass(frozen=True)
class Result:
    """An attempt that is over, or what a player said of one: `body` is that of the event."""

    number: int
    kind: str
    player: str
    attempt: str
    puzzle_id: str
    place: int  # which attempt of this player at this puzzle, from 1
    at: datetime
    began: Mapping[str, Any]
    body: Mapping[str, Any]


def checked(event: Event) -> Event:
    """An event as it can be stored; `BadEvent` if it cannot."""
    if event.kind not in KINDS:
        raise BadEvent(f"there is no kind of event {event.kind!r}")
    for what, name in (("key", event.key), ("player", event.player), ("attempt", event.attempt)):
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadEvent(f"the {what} of an event is 1 to 200 letters, digits, - _ . ~ or /, not {name!r:.80}")
    if event.at.tzinfo is None:
        raise BadEvent("the time of an event has a time zone")
    if not isinstance(event.body, Mapping):
        raise BadEvent("the body of an event is a JSON object")
    if event.kind == BEGAN and not all(isinstance(event.body.get(name), str) for name in ("game", "puzzle_id")):
        raise BadEvent("an attempt begins at a puzzle of a game")
    if event.kind == RATED and isinstance(event.body.get("comment"), str):
        said = words.lines(event.body["comment"], words.COMMENT) or None
        event = replace(event, body={**event.body, "comment": said})
    if len(as_text(event.body)) > LONGEST_BODY:
        raise BadEvent(f"the body of an event is longer than {LONGEST_BODY} characters")
    return event


def as_text(body: Any) -> str:
    """JSON in plain ASCII, which every database can hold."""
    try:
        return json.dumps(body, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadEvent(f"this is no JSON: {error}") from None

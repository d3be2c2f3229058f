"""Events as the service writes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from warehouse.players.events import Event

ANN, BOB = "p000000000000000a", "p000000000000000b"
PUZZLE, OTHER = "0123456789abcdef", "fedcba9876543210"
AT = datetime(2026, 11, 15, 3, 20, 1, 500, tzinfo=UTC)


def event(player: str, attempt: str, kind: str, number: int | None = None, **body: Any) -> Event:
    key = f"{attempt}/{kind}" + (f"/{number}" if number is not None else "")
    return Event(key, kind, player, attempt, AT, body)


def began(player: str, attempt: str, puzzle: str = PUZZLE, **more: Any) -> Event:
    usual = {
        "game": "pick",
        "variant": "pick-5",
        "mode": "practice",
        "seconds_limit": None,
        "group": None,
        "number": 1,
    }
    return event(player, attempt, "began", puzzle_id=puzzle, **usual | more)


def ended(player: str, attempt: str, how: str, seconds: float | None = None, tries: int = 1, hints: int = 0) -> Event:
    solved = how == "solved"
    return event(player, attempt, "ended", how=how, solved=solved, seconds=seconds, tries=tries, hints=hints)


def played(player: str, attempt: str, how: str, seconds: float | None = None, **more: Any) -> list[Event]:
    """A whole attempt."""
    known = {name: more.pop(name) for name in ("tries", "hints") if name in more}
    return [began(player, attempt, **more), ended(player, attempt, how, seconds, **known)]

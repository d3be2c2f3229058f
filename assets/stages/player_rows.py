"""What players did and said as rows of `attempt` and `rating`. What the tables cannot have is left out here, so that
no single event stops a night."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engines.people.scale import COMMON, Scale
from warehouse.cells import quoted
from warehouse.lake import night_of, rows_to_table
from warehouse.players.events import RATED, SOLVED, Result
from warehouse.vocabulary import BY_PLAYERS, MOMENTS, PLAYER_ID, QUESTIONS, RATER_GROUPS, TARGETS

Row = dict[str, Any]

ONE_TAP = Scale(0.0, 1.0)  # meh, liked it
LONGEST = 86400.0  # seconds that a limit can be
MOST = 1_000_000  # hints or tries of one attempt


def ratings(results: Iterable[Result], game: str, batch: str) -> pa.Table:
    """What was said, in the order in which it was: a player's last word on a puzzle counts."""
    last: dict[tuple[str, str], Result] = {}
    for result in results:
        if result.kind == RATED:
            key = result.player, result.puzzle_id
            last[key] = together(last.get(key), result)
    rows = [rating(result, game, batch) for result in last.values()]
    table = rows_to_table("rating", [row for row in rows if row is not None])
    place = table.schema.get_field_index("comment")
    return table.set_column(place, table.schema.field(place), quoted(table.column("comment")))


def together(earlier: Result | None, later: Result) -> Result:
    """In one attempt a player may answer one question after the other; in a new one they begin anew."""
    if earlier is None or earlier.attempt != later.attempt:
        return later
    said = {name: value for name, value in later.body.items() if value is not None}
    kept = {name: value for name, value in earlier.body.items() if name != "interest" or "liked" not in said}
    return replace(later, body={**kept, **said})


def rating(result: Result, game: str, batch: str) -> Row | None:
    """One answer as a row; None if it says nothing that models could use."""
    answers = {name: answer(result.body.get(name)) for name in QUESTIONS}
    scale, liked = COMMON, result.body.get("liked")
    if answers["interest"] is None and isinstance(liked, bool):
        answers["interest"] = float(ONE_TAP.kept(np.array(float(liked))))
        scale = ONE_TAP if answers["difficulty"] is None else COMMON
    if all(answers[name] is None for name in TARGETS):
        return None
    comment = result.body.get("comment")
    return {
        **whose(result, game, batch),
        "survey": f"{BY_PLAYERS}-{batch}",
        "rater_id": f"{PLAYER_ID}{result.player}",
        "rater_group": one_of(RATER_GROUPS, result.began.get("group")),
        **answers,
        "scale_low": scale.low,
        "scale_high": scale.high,
        "asked": one_of(MOMENTS, result.body.get("asked")),
        "comment": comment if isinstance(comment, str) and comment else None,
        "survey_import": None,
        "line": None,
    }


def attempts(results: Iterable[Result], game: str, batch: str) -> pa.Table:
    """Attempts that are over."""
    rows = (attempt(result, game, batch) for result in results if result.kind != RATED)
    return rows_to_table("attempt", [row for row in rows if row is not None])


def attempt(result: Result, game: str, batch: str) -> Row | None:
    """One attempt as a row; None if it was solved and nobody knows in what time."""
    solved = result.body.get("how") == SOLVED
    seconds, limit = number(result.body.get("seconds")), number(result.began.get("seconds_limit"))
    if solved and seconds is None:
        return None
    limit = limit if limit is not None and 0 < limit <= LONGEST else None
    if seconds is not None and limit is not None:
        seconds = min(seconds, limit)  # the service is a little lenient: an answer is under way for a moment
    return {
        **whose(result, game, batch),
        "player_id": f"{PLAYER_ID}{result.player}",
        "player_group": one_of(RATER_GROUPS, result.began.get("group")),
        "number": result.place,
        "mode": str(result.began.get("mode") or "unknown"),
        "solved": solved,
        "seconds": seconds if solved else None,
        "seconds_limit": limit,
        "hints": count(result.body.get("hints")),
        "tries": count(result.body.get("tries")) or None,
    }


def whose(result: Result, game: str, batch: str) -> Row:
    night = night_of(batch)
    return {"batch": batch, "night": night, "game": game, "puzzle_id": result.puzzle_id, "provenance": BY_PLAYERS}


def answer(value: Any) -> float | None:
    """A number from 1 to 5."""
    found = number(value)
    return found if found is not None and COMMON.low <= found <= COMMON.high else None


def number(value: Any) -> float | None:
    """A finite number that is not below zero."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and value >= 0 else None


def count(value: Any) -> int:
    """A whole number, 0 if it is none."""
    return int(min(number(value) or 0, MOST))


def one_of(words: Iterable[str], value: Any) -> str | None:
    return value if value in tuple(words) else None


def about(rows: pa.Table, puzzles: Iterable[str]) -> pa.Table:
    """Those of some rows that are about some puzzles."""
    return rows.filter(pc.is_in(rows.column("puzzle_id"), pa.array(sorted(puzzles), pa.string())))


def merged(table: str, carried: pa.Table, new: pa.Table) -> pa.Table:
    """Rows that were there before, and new ones in place of those that are about the same."""
    key = {"rating": ("rater_id", "puzzle_id"), "attempt": ("player_id", "puzzle_id", "number")}[table]
    fresh = set(zip(*(new.column(name).to_pylist() for name in key), strict=True))
    old = zip(*(carried.column(name).to_pylist() for name in key), strict=True)
    return pa.concat_tables([carried.filter(pa.array([row not in fresh for row in old], pa.bool_())), new])


def without(table: str, rows: pa.Table, gone: Mapping[str, Any], hashed: Any) -> pa.Table:
    """Rows of those who are not among the forgotten, of whom there is only a hash."""
    ids = rows.column("rater_id" if table == "rating" else "player_id").to_pylist()
    return rows.filter(pa.array([hashed(name.removeprefix(PLAYER_ID)) not in gone for name in ids], pa.bool_()))

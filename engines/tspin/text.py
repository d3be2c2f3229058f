"""Puzzles as text: the JSON object of one puzzle, and what is refused, with the place and the reason.

    {"game":"tspin","goal":"tsd","moves":"drop","queue":"SJ","board":["X.........","XX..XXXXXX"]}

Board rows stand from the top, `X` filled and `.` (or `_`) empty; empty rows on top may be left out.
"""

from __future__ import annotations

import json
from typing import Any

from engines.contract import BadPuzzle, Json
from engines.tspin.board import CEILING, EMPTY, FILLED, FULL_ROW, MAX_QUEUE, WIDTH, text_of
from engines.tspin.goals import GOALS
from engines.tspin.pieces import PIECES
from engines.tspin.puzzle import DROP, RULE_SETS, Puzzle

GAME = "tspin"
EMPTY_MARKS = (EMPTY, "_")


def encode(puzzle: Puzzle) -> Json:
    """The JSON object of a puzzle."""
    well = {} if puzzle.well is None else {"well": puzzle.well}
    return {
        "game": GAME,
        "goal": puzzle.goal,
        "moves": puzzle.moves,
        "queue": puzzle.queue,
        "board": text_of(puzzle.rows),
        **well,
    }


def decode(text: Json | str) -> Puzzle:
    """The puzzle in a JSON object, or in the text of one; fields it does not know are left alone."""
    fields = _object(text)
    if fields.get("game", GAME) != GAME:
        raise BadPuzzle(f"game is {fields['game']!r}, not {GAME!r}")
    return Puzzle(
        _choice("goal", _field(fields, "goal"), GOALS),
        _choice("moves", fields.get("moves", DROP), RULE_SETS),
        _queue(_field(fields, "queue")),
        _board(_field(fields, "board")),
        fields.get("well"),
    )


def _object(text: Any) -> dict[str, Any]:
    if isinstance(text, str):
        try:
            text = json.loads(text)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadPuzzle(f"not JSON: {error}") from None
    if not isinstance(text, dict):
        raise BadPuzzle(f"a puzzle is a JSON object, not {_kind(text)}")
    return text


def _kind(value: Any) -> str:
    """What JSON calls a value's type."""
    if value is None:
        return "null"
    names: dict[type, str] = {bool: "a boolean", str: "a string", list: "an array", dict: "an object"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else type(value).__name__)


def _field(fields: dict[str, Any], name: str) -> Any:
    if name not in fields:
        raise BadPuzzle(f"field {name!r} is missing")
    return fields[name]


def _choice(name: str, value: Any, known: tuple[str, ...]) -> str:
    if not isinstance(value, str):
        raise BadPuzzle(f"{name} is {_kind(value)}, not a string")
    if value not in known:
        raise BadPuzzle(f"unknown {name} {value!r}: there is {', '.join(known)}")
    return value


def _queue(value: Any) -> str:
    if not isinstance(value, str):
        raise BadPuzzle(f"queue is {_kind(value)}, not a string")
    if not value:
        raise BadPuzzle("queue is empty")
    if len(value) > MAX_QUEUE:
        raise BadPuzzle(f"queue has {len(value)} pieces, more than {MAX_QUEUE}")
    for place, piece in enumerate(value, 1):
        if piece not in PIECES:
            known = ", ".join(PIECES)
            raise BadPuzzle(f"unknown piece {piece!r} at place {place} of the queue: there is {known}")
    return value


def _board(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadPuzzle(f"board is {_kind(value)}, not an array of rows")
    rows = [_row(number, row) for number, row in enumerate(value, 1)]
    for number, row in enumerate(rows, 1):
        if row == FULL_ROW:
            raise BadPuzzle(f"board row {number} (from the top) is full")
        y = len(rows) - number
        if row and y >= CEILING:
            where = f"board row {number} (from the top)"
            raise BadPuzzle(f"{where} has a filled cell at y={y}, not below {CEILING}")
    rows.reverse()
    while rows and rows[-1] == 0:
        rows.pop()
    return tuple(rows)


def _row(number: int, value: Any) -> int:
    where = f"board row {number} (from the top)"
    if not isinstance(value, str):
        raise BadPuzzle(f"{where} is {_kind(value)}, not a string")
    if len(value) != WIDTH:
        raise BadPuzzle(f"{where} has {len(value)} cells, not {WIDTH}")
    mask = 0
    for x, mark in enumerate(value):
        if mark == FILLED:
            mask |= 1 << x
        elif mark not in EMPTY_MARKS:
            raise BadPuzzle(f"unknown character {mark!r} in {where}, column {x + 1}")
    return mask

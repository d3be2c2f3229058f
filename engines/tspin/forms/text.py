"""Puzzles as text, in and out: JSON, boards and links; what is none of them is refused with the place and the reason.

    {"game":"tspin","goal":"tsd","moves":"drop","queue":"SJ","board":["X.........","XX..XXXXXX"]}

    tspin tsd drop SJ
    X.........
    XX..XXXXXX

Board rows stand from the top, `X` filled and `.` (or `_`) empty; empty rows on top may be left out, and so may
`drop`. Goal `donate` has the column of its well as well: `"well":4`, or `well=4` at the end of the first line.
Links are fumen, bare or at the end of a viewer's address: see `link`. What a puzzle must be, whichever form it came
in, is in `valid`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engines.contract import BadPuzzle, Json
from engines.shared.reading import field, is_board, json_object, type_name
from engines.tspin.forms import fumen, link
from engines.tspin.forms.valid import GAME, MISSING, checked, from_words, row_mask, stack
from engines.tspin.rules.board import text_of
from engines.tspin.rules.puzzle import DROP, Puzzle

FORMS = ("json", "text", "link", "fumen")


def encode(puzzle: Puzzle) -> Json:
    """The JSON object of a puzzle."""
    fields: Json = {
        "game": GAME,
        "goal": puzzle.goal,
        "moves": puzzle.moves,
        "queue": puzzle.queue,
        "board": text_of(puzzle.rows),
    }
    return fields if puzzle.well is None else {**fields, "well": puzzle.well}


def write(puzzle: Puzzle, form: str, solution: Sequence[Any] | None = None) -> str:
    """A puzzle in one of the FORMS; a link plays the solution too, if one is given."""
    if form == "json":
        return json.dumps(encode(puzzle), separators=(",", ":"))
    if form == "text":
        return _board_text(puzzle)
    if form == "link":
        return link.address(puzzle, solution)
    if form == "fumen":
        return link.write(puzzle, solution)
    raise ValueError(f"unknown form {form!r}: choose from {', '.join(FORMS)}")


def recognizes(text: str) -> bool:
    """Whether a text that is not JSON is a board or a link, good or bad."""
    return is_board(text, GAME) or fumen.looks_like_link(text)


def decode(text: Json | str, settle: bool = False) -> Puzzle:
    """The puzzle in a JSON object, in the text of one, in a board or in a link. Rows may hang in the air: there is
    nothing to settle."""
    if isinstance(text, str) and not text.lstrip().startswith("{"):
        if is_board(text, GAME):
            return _from_board(text)
        if fumen.looks_like_link(text):
            return link.read(text)
    return _from_object(json_object(text, GAME))


def _from_object(fields: dict[str, Any]) -> Puzzle:
    """Fields that it does not know are left alone."""
    goal, queue, board = (field(fields, name) for name in ("goal", "queue", "board"))
    if not isinstance(board, list):
        raise BadPuzzle(f"board is {type_name(board)}, not an array of rows")
    rows = stack([row_mask(number, row) for number, row in enumerate(board, 1)])
    return checked(goal, fields.get("moves", DROP), queue, rows, fields.get("well", MISSING))


def _from_board(text: str) -> Puzzle:
    header, *lines = text.strip().split("\n")
    rows = stack([row_mask(number, line.strip()) for number, line in enumerate(lines, 1)])
    return from_words(header.split()[1:], rows, "the first line")


def _board_text(puzzle: Puzzle) -> str:
    words = [GAME, puzzle.goal, puzzle.moves, puzzle.queue]
    if puzzle.well is not None:
        words.append(f"well={puzzle.well}")
    return "\n".join([" ".join(words), *text_of(puzzle.rows)])

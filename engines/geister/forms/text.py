"""Puzzles as text, in and out: JSON, boards and lines; what is none of them is refused with the place and the reason.

    {"game":"geister","board":"...uu./....RB/.u..../....../....../......","hidden":{"blue":1,"red":2},"plies":5}

    geister 1b2r hidden, win in 5
    ...uu.
    ....RB
    .u....
    ......
    ......
    ......

    ...uu./....RB/.u..../....../....../...... 1b2r hidden, win in 5

Rows stand from row 6 down: `B R` the attacker's, `u` hidden, `b r` shown ones of the defender's, `.` empty. The
numbers of hidden ones may be left out if there is none, the length always. Boards may have spaces between the cells,
row numbers at either side and a line of column letters. `server` has the form of the tournaments' server; what a
puzzle must be, whichever form it came in, is in `valid`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from engines.contract import BadPuzzle, Json
from engines.geister.forms import server
from engines.geister.forms.valid import COLUMNS, GAME, checked
from engines.geister.rules.moves import SIDE
from engines.geister.rules.puzzle import EMPTY, PIECES, Puzzle
from engines.shared.reading import field, is_board, json_object

FORMS = ("json", "text", "line", server.FORM)
LIKE = "it has to be like `1b2r hidden, win in 5`"
TOLD = re.compile(r"(?:([0-9]{1,9})b([0-9]{1,9})r(?: hidden)?)? ?(?:win in ([0-9]{1,9}))?", re.ASCII)
LONGEST_TOLD = 60  # characters of it that a refusal repeats
ROW = re.compile(r"([0-9]*)(.*?)([0-9]*)", re.ASCII | re.DOTALL)
FEWEST_ROWS, MOST_STRANGERS = 4, 2  # of a broken line that still looks like a board


def encode(puzzle: Puzzle) -> Json:
    """The JSON object of a puzzle, without what is not there."""
    fields: Json = {"game": GAME, "board": "/".join(puzzle.rows)}
    if "u" in puzzle.squares:
        fields["hidden"] = {"blue": puzzle.hidden_blue, "red": puzzle.hidden_red}
    return fields if puzzle.plies is None else {**fields, "plies": puzzle.plies}


def write(puzzle: Puzzle, form: str, solution: Any | None = None) -> str:
    """A puzzle in one of the FORMS; none of them shows the solution."""
    if form == "json":
        return json.dumps(encode(puzzle), separators=(",", ":"))
    if form == "text":
        return "\n".join([f"{GAME} {said(puzzle)}".strip(), *puzzle.rows])
    if form == "line":
        return f"{'/'.join(puzzle.rows)} {said(puzzle)}".strip()
    if form == server.FORM:
        return server.write(puzzle)
    raise ValueError(f"unknown form {form!r}: choose from {', '.join(FORMS)}")


def said(puzzle: Puzzle) -> str:
    """What there is to say besides the board: `1b2r hidden, win in 5`."""
    words = [f"{puzzle.hidden_blue}b{puzzle.hidden_red}r hidden"] if "u" in puzzle.squares else []
    return ", ".join(words if puzzle.plies is None else [*words, f"win in {puzzle.plies}"])


def recognizes(text: str) -> bool:
    """Whether a text that is not JSON is a board, a line or a position of the server's, good or bad."""
    return is_board(text, GAME) or looks_like_line(text) or server.looks_like(text)


def looks_like_line(text: str) -> bool:
    """Whether the first word of a text is rows with slashes between them, two odd characters at most."""
    word = (text.split(maxsplit=1) or [""])[0]
    strangers = sum(letter not in PIECES and letter not in (EMPTY, "/") for letter in word)
    return word.count("/") + 1 >= FEWEST_ROWS and EMPTY in word and strangers <= MOST_STRANGERS


def decode(text: Json | str, settle: bool = False) -> Puzzle:
    """The puzzle in a JSON object, in the text of one, or in any of the other forms; nothing falls in this game."""
    if isinstance(text, str) and not text.lstrip().startswith("{"):
        if is_board(text, GAME):
            return _from_board(text)
        if looks_like_line(text):
            board, *words = text.split()
            return checked(board, *_told(words))
        if server.looks_like(text):
            return server.read(text)
    fields = json_object(text, GAME)
    return checked(field(fields, "board"), fields.get("hidden"), fields.get("plies"))


def _from_board(text: str) -> Puzzle:
    """A board whose first line begins with the game's name; all of it may stand on that line."""
    header, *rows = text.strip().split("\n")
    words = header.split()[1:]
    if words and "/" in words[0]:
        if rows:
            raise BadPuzzle("there are rows below a first line that has the board already")
        return checked(words[0], *_told(words[1:]))
    return checked(plain_rows(rows), *_told(words))


def _told(words: Sequence[str]) -> tuple[Json | None, int | None]:
    """The hidden numbers and the length, as far as they are said: `1b2r hidden, win in 5`."""
    told = " ".join(" ".join(words).replace(",", " ").split())
    found = TOLD.fullmatch(told)
    if found is None:
        raise BadPuzzle(f"{told[:LONGEST_TOLD]!r} does not say what is hidden and how long it is: {LIKE}")
    blue, red, plies = (None if number is None else int(number) for number in found.groups())
    return None if blue is None else {"blue": blue, "red": red}, plies


def plain_rows(lines: Sequence[str]) -> list[str]:
    """Rows without the numbers at their sides and without the column letters above or below."""
    rows = [line.strip() for line in lines]
    for end in (0, -1):
        if rows and "".join(rows[end].split()) == COLUMNS:
            del rows[end]
    return [_without_number(SIDE - at, row) for at, row in enumerate(rows)]


def _without_number(number: int, row: str) -> str:
    """A row without its number, which must be the right one."""
    found = ROW.fullmatch(row)
    assert found is not None  # it takes any text
    for told in (found[1], found[3]):
        if told and number > 0 and told != str(number):
            raise BadPuzzle(f"row {number} is numbered {told[:9]}")
    return found[2]

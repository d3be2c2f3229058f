"""What makes a puzzle, whichever form it came in: each check refuses with the place and the reason.

All forms come here as JSON would have them: the board as six rows from row 6 down, joined or in an array, the hidden
numbers as an object. Refused is what cannot stand on a board, and what is decided before the first move.

Compare with `text`, which takes JSON and boards apart, and with `server`, which does so with the tournaments' form.
"""

from __future__ import annotations

from typing import Any

from engines.contract import BadPuzzle
from engines.geister.rules.moves import MOST_OF_A_COLOR, SIDE
from engines.geister.rules.puzzle import EMPTY, PIECES, Puzzle, squares_from
from engines.shared.reading import type_name

GAME = "geister"
COLUMNS = "abcdef"
COLORS = ("blue", "red")
LONGEST = 999  # plies: more than any puzzle has
LARGEST = 10**9  # numbers from here on are not repeated in a refusal


def checked(board: Any, hidden: Any = None, plies: Any = None) -> Puzzle:
    """The puzzle, all of it checked; hidden numbers and plies may be left out, the former if nothing is hidden."""
    squares = squares_from(checked_rows(board))
    hidden_blue, hidden_red = checked_hidden(hidden, squares.count("u"))
    check_sides(squares, hidden_blue, hidden_red)
    return Puzzle(squares, hidden_blue, checked_plies(plies))


def whole(what: str, value: Any) -> int:
    """A whole number from zero up."""
    if type(value) is not int:
        raise BadPuzzle(f"{what} is {value if type(value) is float else type_name(value)}, not a whole number")
    if abs(value) >= LARGEST:
        raise BadPuzzle(f"{what} is out of all bounds")
    if value < 0:
        raise BadPuzzle(f"{what} is {value}: it cannot be negative")
    return value


def checked_rows(board: Any) -> tuple[str, ...]:
    """Six rows of six letters, from row 6 down."""
    if isinstance(board, str):
        board = board.split("/")
    if not isinstance(board, list):
        raise BadPuzzle(f"board is {type_name(board)}, neither a string nor an array of rows")
    rows = tuple(_row(number, row) for number, row in zip(range(SIDE, 0, -1), board, strict=False))
    if len(board) > SIDE:
        raise BadPuzzle(f"board has {len(board)} rows, not {SIDE}: there is none below row 1")
    if len(board) < SIDE:
        raise BadPuzzle(f"board has {len(board)} rows, not {SIDE}: row {SIDE - len(board)} is missing")
    return rows


def _row(number: int, value: Any) -> str:
    """One row; its cells may have spaces between them."""
    if not isinstance(value, str):
        raise BadPuzzle(f"row {number} is {type_name(value)}, not a string")
    cells = value.split()
    row = "".join(cells)
    for x, cell in enumerate(cells if len(cells) == SIDE else ()):
        if len(cell) > 1:
            raise BadPuzzle(f"row {number}, column {COLUMNS[x]} has {len(cell)} letters, {cell!r}, not one")
    for x, piece in enumerate(row[:SIDE]):
        if piece not in PIECES and piece != EMPTY:
            there = " ".join(PIECES)
            raise BadPuzzle(
                f"unknown letter {piece!r} in row {number}, column {COLUMNS[x]}: choose from {there} {EMPTY}"
            )
    if len(row) > SIDE:
        raise BadPuzzle(f"row {number} has {len(row)} cells, not {SIDE}: {row[SIDE]!r} stands beyond column f")
    if len(row) < SIDE:
        raise BadPuzzle(f"row {number} has {len(row)} cells, not {SIDE}: column {COLUMNS[len(row)]} is missing")
    return row


def checked_hidden(hidden: Any, there: int) -> tuple[int, int]:
    """How many hidden pieces are blue and red: as many as there are, and none if none is."""
    if hidden is None:
        if there:
            raise BadPuzzle(f"field 'hidden' is missing: how many of the {there} 'u' are blue, how many are red?")
        return 0, 0
    if not isinstance(hidden, dict):
        raise BadPuzzle(f"hidden is {type_name(hidden)}, not an object")
    for name in hidden:
        if name not in COLORS:
            raise BadPuzzle(f"unknown field of hidden {name!r}: choose from {', '.join(COLORS)}")
    for name in COLORS:
        if name not in hidden:
            raise BadPuzzle(f"{name} of hidden is missing")
    blue, red = (whole(f"{name} of hidden", hidden[name]) for name in COLORS)
    if blue + red != there:
        raise BadPuzzle(f"hidden adds up to {blue + red}, {blue} blue and {red} red, but there are {there} 'u'")
    return blue, red


def check_sides(squares: str, hidden_blue: int, hidden_red: int) -> None:
    """Each side has one to four of each colour; with none of one, the game is over."""
    numbers = {
        ("attacker", "blue"): squares.count("B"),
        ("attacker", "red"): squares.count("R"),
        ("defender", "blue"): squares.count("b") + hidden_blue,
        ("defender", "red"): squares.count("r") + hidden_red,
    }
    for (side, color), number in numbers.items():
        if number > MOST_OF_A_COLOR:
            raise BadPuzzle(f"the {side} has {number} {color} pieces, more than {MOST_OF_A_COLOR}")
    for (side, color), number in numbers.items():
        if number == 0:
            other = "defender" if side == "attacker" else "attacker"
            winner = side if color == "red" else other
            raise BadPuzzle(f"the {side} has no {color} piece: the {winner} has won already, as all were taken")


def checked_plies(plies: Any) -> int | None:
    """The length that people are told: the attacker makes the first ply and the last."""
    if plies is None:
        return None
    if whole("plies", plies) % 2 == 0:
        raise BadPuzzle(f"plies is {plies}, but a win takes an odd number of them")
    if plies > LONGEST:
        raise BadPuzzle(f"plies is {plies}, more than {LONGEST}")
    return int(plies)

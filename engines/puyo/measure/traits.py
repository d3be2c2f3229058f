"""What kind of puzzle each is, in a few words that a reader would notice: what choices are spread over.

The bands of puyos and the numbers of colours are those by which the Nazo Puyo paper groups (4.4). All of it is read
off the board and the names of the moves, so that thousands of puzzles take no time.
"""

from __future__ import annotations

from typing import Any

from engines.puyo.rules.board import COLORS, WIDTH
from engines.puyo.rules.checked_moves import split
from engines.puyo.rules.puzzle import NO_MOVE, Fall, Puzzle

BANDS = ((10, "<= 10"), (20, "11-20"), (30, "21-30"))
MANY = ">= 31"
PLACES = {"left": range(1, 4), "right": range(4, 7), "middle": range(2, 6)}  # the first that holds all moves
WIDE = "wide"
UPRIGHT, FLAT, SPLIT = "upright", "flat", "split"
WAYS = (UPRIGHT, FLAT, SPLIT)
VALUES = {
    "puyos": (*(name for _, name in BANDS), MANY),
    "colors": tuple(str(n) for n in range(1, len(COLORS) + 1)),
    "columns": (*PLACES, WIDE),
    "first": WAYS,
}


def traits(puzzle: Puzzle, solution: Any) -> dict[str, str]:
    """The puyos on the board, the colours of board and queue, where the answer plays, how its first pair goes."""
    moves = split(solution)
    return {
        "puyos": _band(sum(map(len, puzzle.columns))),
        "colors": str(_colors(puzzle)),
        "columns": _place(moves),
        "first": _first(puzzle, moves),
    }


def _band(puyos: int) -> str:
    return next((name for most, name in BANDS if puyos <= most), MANY)


def _colors(puzzle: Puzzle) -> int:
    """How many colours there are on the board and in the queue."""
    there = "".join(puzzle.columns) + "".join(step for step in puzzle.queue if isinstance(step, str))
    return sum(color in there for color in COLORS)


def _columns(move: str) -> list[int]:
    """The columns that a pair goes to, counted from 1: the pivot's and, if it lies flat, the rotor's."""
    return [int(place) for place in move if place.isdigit()]


def _place(moves: list[str]) -> str:
    used = {column for move in moves for column in _columns(move)}
    return next((name for name, columns in PLACES.items() if used.issubset(columns)), WIDE)


def _first(puzzle: Puzzle, moves: list[str]) -> str:
    """How the first pair goes: upright, flat, or split over columns of unequal height."""
    heights = [len(column) for column in puzzle.columns]
    for step, move in zip(puzzle.queue, moves, strict=False):
        if isinstance(step, Fall):
            heights = [heights[x] + step.counts[x] for x in range(WIDTH)]
        elif move != NO_MOVE:
            columns = _columns(move)
            if len(columns) < 2:
                return UPRIGHT
            return FLAT if heights[columns[0] - 1] == heights[columns[1] - 1] else SPLIT
    raise ValueError("an answer places a pair at least")

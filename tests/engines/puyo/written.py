"""Puzzles at random, over everything that the forms have to hold."""

from __future__ import annotations

from random import Random

from engines.contract import BadPuzzle
from engines.puyo.forms.text import decode
from engines.puyo.forms.valid import MOST, checked_board
from engines.puyo.rules.board import COLORS, WIDTH, Columns, rows_from_columns
from engines.puyo.rules.puzzle import (
    COLORED_KINDS,
    CONNECT,
    GARBAGE,
    GOAL_COLORS,
    KINDS,
    MAX_STEPS,
    PLACE,
    Fall,
    Goal,
    Puzzle,
)


def random_columns(random: Random, marks: str = "rgbypoh") -> Columns:
    """A board that may be a puzzle's: high, low and empty ones."""
    while True:
        highest = random.choice((0, 3, 8, 13))
        heights = [random.randint(0, min(highest, 11) if x == 2 else highest) for x in range(WIDTH)]
        columns = tuple("".join(random.choices(marks, k=height)) for height in heights)
        try:
            return checked_board(rows_from_columns(columns))
        except BadPuzzle:
            continue


def random_goal(random: Random) -> Goal:
    clear = random.choice((None, *GOAL_COLORS))
    kind = random.choice(KINDS if clear is None else (None, *KINDS))
    if kind is None:
        return Goal(clear=clear)
    colors = GOAL_COLORS if kind in COLORED_KINDS else ("all",)
    if kind in (PLACE, CONNECT):
        colors = tuple(color for color in colors if color != GARBAGE)
    most = min(MOST[kind], random.choice((40, 2000)))
    return Goal(kind, random.randint(1, most), random.random() < 0.5, random.choice(colors), clear)


def random_queue(random: Random) -> tuple[str | Fall, ...]:
    steps: list[str | Fall] = ["".join(random.choices(COLORS, k=2)) for _ in range(random.randint(1, MAX_STEPS // 2))]
    for _ in range(random.choice((0, 1, 3))):
        most = random.choice((1, 4, 13))
        counts = tuple(random.randint(0, most) for _ in range(WIDTH))
        steps.insert(random.randint(0, len(steps)), Fall(counts, random.choice(("garbage", "hard"))))
    return tuple(steps)


def random_puzzle(random: Random) -> Puzzle:
    return Puzzle(random_goal(random), random_queue(random), random_columns(random))


def puzzle_or_reason(text: str, settle: bool = False) -> Puzzle | str:
    """The puzzle, or why it is none; anything but a refusal is an error."""
    try:
        return decode(text, settle)
    except BadPuzzle as error:
        return str(error)

"""What makes a puzzle, whichever form it came in: each check refuses with the place and the reason.

Compare with `text`, which takes JSON and boards apart, and with `link`, which does so with fumen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from engines.contract import BadPuzzle
from engines.shared.reading import type_name
from engines.tspin.rules.board import CEILING, EMPTY, FILLED, FULL_ROW, WIDTH
from engines.tspin.rules.goals import GOALS
from engines.tspin.rules.puzzle import DROP, RULE_SETS, Puzzle, checked_queue

GAME = "tspin"
DONATE = "donate"  # the goal that has a well
EMPTY_MARKS = (EMPTY, "_")
LEAST_WELL = 2  # rows that a well is deep, at least
MISSING: Any = object()  # the field is not there; None would be JSON's null


def row_name(number: int) -> str:
    """A row of the board, as a refusal names it."""
    return f"board row {number} (from the top)"


def checked(goal: Any, moves: Any, queue: Any, rows: tuple[int, ...], well: Any = MISSING) -> Puzzle:
    """The puzzle, all of it checked but for its rows, which `stack` has checked."""
    goal = _choice("goal", goal, GOALS)
    return Puzzle(goal, _choice("moves", moves, RULE_SETS), checked_queue(queue), rows, _well(goal, rows, well))


def _choice(name: str, value: Any, known: tuple[str, ...]) -> str:
    if not isinstance(value, str):
        raise BadPuzzle(f"{name} is {type_name(value)}, not a string")
    if value not in known:
        raise BadPuzzle(f"unknown {name} {value!r}: choose from {', '.join(known)}")
    return value


def row_mask(number: int, value: Any) -> int:
    """A row of text as a mask."""
    where = row_name(number)
    if not isinstance(value, str):
        raise BadPuzzle(f"{where} is {type_name(value)}, not a string")
    if len(value) != WIDTH:
        raise BadPuzzle(f"{where} has {len(value)} cells, not {WIDTH}")
    for x, mark in enumerate(value):
        if mark != FILLED and mark not in EMPTY_MARKS:
            raise BadPuzzle(f"unknown character {mark!r} in {where}, column {x + 1}")
    return sum(1 << x for x, mark in enumerate(value) if mark == FILLED)


def stack(masks: Sequence[int], name: Callable[[int], str] = row_name) -> tuple[int, ...]:
    """Row masks from the top as a puzzle keeps them; `name` says what a refusal calls row 1, 2, ..."""
    for number, mask in enumerate(masks, 1):
        if mask == FULL_ROW:
            raise BadPuzzle(f"{name(number)} is full")
        y = len(masks) - number
        if mask and y >= CEILING:
            raise BadPuzzle(f"{name(number)} has a filled cell at y={y}, not below {CEILING}")
    rows = list(reversed(masks))
    while rows and rows[-1] == 0:
        rows.pop()
    return tuple(rows)


def _well(goal: str, rows: tuple[int, ...], value: Any) -> int | None:
    if goal != DONATE:
        if value is not MISSING and value is not None:
            raise BadPuzzle(f"well is for goal {DONATE!r} only, not for {goal!r}")
        return None
    if value is MISSING:
        raise BadPuzzle(f"field 'well' is missing: goal {DONATE!r} needs it")
    if type(value) is not int:
        raise BadPuzzle(f"well is {value if type(value) is float else type_name(value)}, not a whole number")
    if not 0 <= value < WIDTH:
        raise BadPuzzle(f"well is {value}, not a column from 0 to {WIDTH - 1}")
    _check_well(rows, value)
    return value


def _check_well(rows: tuple[int, ...], x: int) -> None:
    """Open to the sky, two or more deep, and its two topmost cells between filled cells or wall."""

    def filled(column: int, y: int) -> bool:
        return not 0 <= column < WIDTH or (y < len(rows) and bool(rows[y] >> column & 1))

    def height(column: int) -> int:
        return max((y + 1 for y in range(len(rows)) if filled(column, y)), default=0)

    top = min(height(side) for side in (x - 1, x + 1) if 0 <= side < WIDTH)
    if (deep := top - height(x)) < LEAST_WELL:
        how = f"only {deep} below" if deep > 0 else "not below"
        raise BadPuzzle(f"well {x}: column {x} is {how} its lower neighbour; it must be {LEAST_WELL} or more")
    for y in range(top - LEAST_WELL, top):
        for side in (x - 1, x + 1):
            if not filled(side, y):
                raise BadPuzzle(f"well {x}: the cell beside it at x={side}, y={y} is empty")


def words_without_well(words: Sequence[str]) -> tuple[list[str], Any]:
    """Words but for `well=4`, and the 4; MISSING if there is none."""
    rest = [word for word in words if not word.startswith("well=")]
    wells = [word.removeprefix("well=") for word in words if word.startswith("well=")]
    if not wells:
        return rest, MISSING
    if len(wells) > 1:
        raise BadPuzzle(f"there are {len(wells)} wells, not one")
    if not re.fullmatch("-?[0-9]{1,4}", wells[0]):
        raise BadPuzzle(f"well is {wells[0]!r}, not a whole number")
    return rest, int(wells[0])


def from_words(words: Sequence[str], rows: tuple[int, ...], where: str) -> Puzzle:
    """The puzzle that words like `tsd drop SJ` or `donate SJ well=4` say; `where` is where they stand."""
    rest, well = words_without_well(words)
    form = f"it has to be like `{GAME} tsd drop SJ`"
    if not rest:
        raise BadPuzzle(f"no goal in {where}: {form}")
    goal, *rest = rest
    _choice("goal", goal, GOALS)
    moves = rest.pop(0) if len(rest) > 1 or (rest and rest[0] in RULE_SETS) else DROP
    _choice("moves", moves, RULE_SETS)
    if not rest:
        raise BadPuzzle(f"no queue in {where}: {form}")
    if len(rest) > 1:
        raise BadPuzzle(f"{rest[1]!r} is a word too many in {where}: {form}")
    return checked(goal, moves, rest[0], rows, well)

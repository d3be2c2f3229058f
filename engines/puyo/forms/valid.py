"""What makes a puzzle, whichever form it came in: each check refuses with the place and the reason.

All forms come here as JSON would have them: the goal as an object, the queue as an array, the board as rows from
the top. Refused is what is absurd whatever the board. A goal that this board and queue cannot hold, such as more
puyos than there are, is a puzzle all the same: the solver answers that it is impossible.

Compare with `text`, which takes JSON and boards apart, and with `pon2` and `ips`, which do so with links.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.contract import BadPuzzle
from engines.puyo.rules.board import (
    COLORS,
    DEATH_COLUMN,
    MARKS,
    ROWS,
    VISIBLE,
    WIDTH,
    Columns,
    columns_from_rows,
    settled,
)
from engines.puyo.rules.puzzle import (
    ACC_COLORS,
    ACC_COUNT,
    ALL,
    ANY_COLOR,
    CHAIN,
    COLORED_KINDS,
    COLORS_AT_ONCE,
    CONNECT,
    COUNT,
    GARBAGE,
    GARBAGE_FALL,
    GOAL_COLORS,
    HARD_FALL,
    KINDS,
    MAX_STEPS,
    PLACE,
    Fall,
    Goal,
    Puzzle,
    Step,
)
from engines.shared.reading import type_name

GAME = "puyo"
EMPTY = "."
EMPTY_MARKS = (EMPTY, "_")
FALLS = (GARBAGE_FALL, HARD_FALL)
MOST_FALL = ROWS  # onto one column: more would not stay
CELLS = WIDTH * VISIBLE
TOGETHER = 4  # so many of a colour that hang together vanish
MOST: dict[str, int] = {
    CHAIN: 19,
    COLORS_AT_ONCE: len(COLORS),
    COUNT: CELLS,
    PLACE: CELLS // 4,
    CONNECT: CELLS,
    ACC_COLORS: len(COLORS),
    ACC_COUNT: WIDTH * ROWS * (MAX_STEPS + 1),  # as if every step filled the board anew
}  # the largest n that any board can have
GOAL_FIELDS = ("kind", "n", "exact", "color", "clear")


def checked(goal: Any, queue: Any, board: Any, settle: bool = False) -> Puzzle:
    """The puzzle, all of it checked; what floats on its board falls if it is to be settled."""
    rows = checked_rows(board)
    return Puzzle(checked_goal(goal), checked_queue(queue), checked_board(rows, settle))


def whole(what: str, value: Any, least: int, most: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int:
        raise BadPuzzle(f"{what} is {value if type(value) is float else type_name(value)}, not a whole number")
    if not least <= value <= most:
        raise BadPuzzle(f"{what} is {value}, not a whole number from {least} to {most}")
    return value


def choice(what: str, value: Any, known: Sequence[str]) -> str:
    """One of a list of words."""
    if not isinstance(value, str):
        raise BadPuzzle(f"{what} is {type_name(value)}, not a string")
    if value not in known:
        raise BadPuzzle(f"unknown {what} {value!r}: choose from {', '.join(known)}")
    return value


def checked_goal(fields: Any) -> Goal:
    """A goal: a kind with its n, or what must be gone, or both."""
    if not isinstance(fields, dict):
        raise BadPuzzle(f"goal is {type_name(fields)}, not an object")
    for name in fields:
        choice("field of the goal", name, GOAL_FIELDS)
    fields = {name: value for name, value in fields.items() if value is not None}
    clear = choice("clear of the goal", fields["clear"], GOAL_COLORS) if "clear" in fields else None
    if "kind" in fields:
        return _goal_of_kind(fields, clear)
    if clear is None:
        raise BadPuzzle("the goal has neither kind nor clear")
    if "n" in fields:
        raise BadPuzzle("n of the goal needs a kind, and there is none")
    _exact_of(fields)
    if (color := _color_of(fields)) != ALL:
        raise BadPuzzle(
            f"color of the goal is {color!r}, but there is no kind to count it: `clear` has a colour of its own"
        )
    return Goal(clear=clear)


def _exact_of(fields: dict[str, Any]) -> bool:
    exact = fields.get("exact", True)
    if not isinstance(exact, bool):
        raise BadPuzzle(f"exact of the goal is {type_name(exact)}, not true or false")
    return exact


def _color_of(fields: dict[str, Any]) -> str:
    return choice("color of the goal", fields.get("color", ALL), GOAL_COLORS)


def _goal_of_kind(fields: dict[str, Any], clear: str | None) -> Goal:
    kind = choice("kind of the goal", fields["kind"], KINDS)
    if "n" not in fields:
        raise BadPuzzle(f"n of the goal is missing: {kind!r} needs it")
    n = whole("n of the goal", fields["n"], 1, MOST[kind])
    exact, color = _exact_of(fields), _color_of(fields)
    if color == ANY_COLOR and kind not in COLORED_KINDS:
        color = ALL  # chains and colours are of coloured puyos anyway
    if color != ALL and kind not in COLORED_KINDS:
        raise BadPuzzle(f"color of the goal is {color!r}, but {kind!r} takes no colour")
    if color == GARBAGE and kind in (PLACE, CONNECT):
        raise BadPuzzle(f"color of the goal is {color!r}, but garbage makes no groups for {kind!r}")
    return Goal(kind, n, exact, color, clear)


def checked_queue(value: Any) -> tuple[Step, ...]:
    """A queue of some steps, a pair among them."""
    if not isinstance(value, list):
        raise BadPuzzle(f"queue is {type_name(value)}, not an array of steps")
    if not value:
        raise BadPuzzle("queue is empty")
    if len(value) > MAX_STEPS:
        raise BadPuzzle(f"queue has {len(value)} steps, more than {MAX_STEPS}")
    steps = tuple(_step(f"step {number} of the queue", step) for number, step in enumerate(value, 1))
    if not any(isinstance(step, str) for step in steps):
        raise BadPuzzle("queue has no pair, so there is nothing to place")
    return steps


def _step(where: str, value: Any) -> Step:
    if isinstance(value, dict):
        return _fall(where, value)
    if not isinstance(value, str):
        raise BadPuzzle(f"{where} is {type_name(value)}, not a pair or a fall")
    if len(value) != 2:
        raise BadPuzzle(f"{where} is {value!r}, not a pair of two letters")
    for color in value:
        if color not in COLORS:
            raise BadPuzzle(f"unknown colour {color!r} in {where}: choose from {', '.join(COLORS)}")
    return value


def _fall(where: str, fields: dict[str, Any]) -> Fall:
    if len(fields) != 1:
        raise BadPuzzle(f"{where} has {len(fields)} fields, not one: {' or '.join(FALLS)}")
    [(kind, counts)] = fields.items()
    if kind not in FALLS:
        raise BadPuzzle(f"{where} has a field {kind!r}: choose from {', '.join(FALLS)}")
    if not isinstance(counts, list):
        raise BadPuzzle(f"{kind} in {where} is {type_name(counts)}, not an array")
    if len(counts) != WIDTH:
        raise BadPuzzle(f"{kind} in {where} has {len(counts)} counts, not {WIDTH}")
    checks = [whole(f"{kind} in {where}, column {x + 1},", n, 0, MOST_FALL) for x, n in enumerate(counts)]
    return Fall(tuple(checks), kind)


def checked_rows(board: Any) -> list[str]:
    """Rows from the top, with '.' for what is empty."""
    if not isinstance(board, list):
        raise BadPuzzle(f"board is {type_name(board)}, not an array of rows")
    if len(board) > ROWS:
        raise BadPuzzle(f"board has {len(board)} rows, more than {ROWS}")
    return [_row(f"board row {number} (from the top)", row) for number, row in enumerate(board, 1)]


def _row(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadPuzzle(f"{where} is {type_name(value)}, not a string")
    if len(value) != WIDTH:
        raise BadPuzzle(f"{where} has {len(value)} cells, not {WIDTH}")
    for x, mark in enumerate(value, 1):
        if mark not in MARKS and mark not in EMPTY_MARKS:
            raise BadPuzzle(f"unknown character {mark!r} in {where}, column {x}: choose from {' '.join(MARKS)}")
    return value.replace("_", EMPTY)


def checked_board(rows: Sequence[str], settle: bool = False) -> Columns:
    """The board of checked rows: nothing floats, nothing pops, and the game is not lost."""
    columns = columns_from_rows(rows)
    if settle:
        columns = settled(columns)
    else:
        _check_nothing_floats(columns)
    _check_nothing_pops(columns)
    if (height := len(columns[DEATH_COLUMN])) >= VISIBLE:
        raise BadPuzzle(f"column {DEATH_COLUMN + 1} is {height} high: the game is lost at {VISIBLE}")
    return columns


def _cell(x: int, y: int) -> str:
    """A cell, as a refusal names it."""
    return f"column {x + 1}, row {y + 1} (from the bottom)"


def _check_nothing_floats(columns: Columns) -> None:
    cells = ((y, x) for x, column in enumerate(columns) for y in range(1, len(column)))
    floating = [(y, x) for y, x in cells if columns[x][y] != EMPTY == columns[x][y - 1]]
    if floating:
        y, x = min(floating)
        raise BadPuzzle(f"{columns[x][y]!r} in {_cell(x, y)} floats: there is nothing below it")


def _check_nothing_pops(columns: Columns) -> None:
    group = popping_group(columns)
    if group:
        (x, y), size = group[0], len(group)
        raise BadPuzzle(
            f"the board pops before the first move: {size} {columns[x][y]!r} hang together, from {_cell(x, y)}"
        )


def popping_group(columns: Columns) -> list[tuple[int, int]]:
    """The first group that vanishes, from the left and from below, beginning with its first cell; empty if none does.

    In plain Python: whoever only draws a puzzle needs no kernels. Compare with `chain.vanish`."""
    marks = {
        (x, y): mark for x, column in enumerate(columns) for y, mark in enumerate(column[:VISIBLE]) if mark in COLORS
    }
    seen: set[tuple[int, int]] = set()
    for start, mark in marks.items():
        if start in seen:
            continue
        group = [start]
        seen.add(start)
        for x, y in group:
            for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if near not in seen and marks.get(near) == mark:
                    seen.add(near)
                    group.append(near)
        if len(group) >= TOGETHER:
            return group
    return []

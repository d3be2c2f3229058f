"""The links of the older simulators: FIELD_STEPS__GOAL, in digits of base 64.

    M09oi_c1s1__u03

FIELD has two cells a character, 8 * left + right, by the numbers of CELLS, row by row from the top with the zeros in
front left out: 39 characters at most. With hard puyos it is `~` and a character a cell; a `.` ends a row before its
sixth. STEPS are two characters each. A pair is 2 * (pivot + 6 * rotor), each a colour from 0, then its placement:
2 * (column + 6 * direction), directions being north, east, south, west, or 1 for none. A fall of garbage is
2 * (5 + 6 * least), then six bits, the first column's highest: one more falls there. GOAL is the kind, the colour
and n; what a kind does not need may be anything, left over from its editor, and is written as 0.

The pages pn, ps, pe and pv have the same form; without a goal it is no puzzle. Compare with `pon2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engines.contract import BadPuzzle, Json
from engines.puyo.forms.pon2 import bad, rows_of
from engines.puyo.rules.board import COLORS, ROWS, WIDTH, rows_from_columns
from engines.puyo.rules.place import NUMBER_OF
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
    HARD_FALL,
    PLACE,
    Fall,
    Goal,
    Puzzle,
    Step,
)

PAGE = "https://ishikawapuyo.net/simu/pn.html?"
HOSTS = r"(?:ishikawapuyo\.net|ips\.karou\.jp)/simu"
BARE = r"[^\s_]*_[^\s_]*__[^\s_]*"
ADDRESS = rf"(?i:(?:(?:https?:)?//)?(?:{HOSTS}/)?p[nsev]\.html\?)"
ELSEWHERE = r"(?i:(?:https?:)?//)[^?\s]*\?"  # the same form is at home at other addresses too
ANYWHERE = re.compile(rf"(?i:{HOSTS}|\bp[nsev]\.html\?)|^(?=\S*[0-9]){BARE}$", re.ASCII)  # a row has no digit
BEGINS = re.compile(rf"{ADDRESS}|(?:{ELSEWHERE}|\??)(?={BARE}$)", re.ASCII)

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-"
CELLS = ".rgbypo"  # by their numbers
SINGLE_CELLS = {"0": ".", **dict(zip("123456", CELLS[1:], strict=True)), "9": "h"}
SINGLE_OF = {mark: digit for digit, mark in SINGLE_CELLS.items()}
SINGLES = "~"
NOT_PLACED = "1"
DIRECTIONS = "NESW"
FALL_PIVOT = 5  # the pivot's number of what is no pair
MOST_LEAST = 4  # the highest number that falls onto every column
GOAL_COLORS = (ALL, *COLORS, GARBAGE, ANY_COLOR)
EXACT_KINDS = {
    "a": ACC_COLORS,
    "c": ACC_COUNT,
    "u": CHAIN,
    "E": COLORS_AT_ONCE,
    "G": COUNT,
    "I": PLACE,
    "Q": CONNECT,
}  # the next letter is the same with at least n
CLEAR, CLEAR_CHAIN = "2", "w"


def _next(letter: str) -> str:
    return chr(ord(letter) + 1)


KINDS: dict[str, tuple[str, bool]] = {
    **{letter: (kind, True) for letter, kind in EXACT_KINDS.items()},
    **{_next(letter): (kind, False) for letter, kind in EXACT_KINDS.items()},
}
CLEAR_CHAINS = {CLEAR_CHAIN: True, _next(CLEAR_CHAIN): False}  # whether n is exact


def _digit(link: str, at: int) -> int:
    """The number of a character."""
    if (value := DIGITS.find(link[at])) < 0:
        raise bad(f"unknown character {link[at]!r}", at + 1)
    return value


def parts(link: str, start: int) -> tuple[Json, list[Any], list[str]]:
    """Goal, queue and board of a link whose query begins after `start` characters."""
    pieces = link[start:].split("_")
    if len(pieces) < 4 or not pieces[3]:
        raise BadPuzzle("the link has no goal: it has to be like FIELD_STEPS__GOAL")
    if len(pieces) > 4 or pieces[2]:
        raise BadPuzzle(f"the link has {len(pieces)} parts, not FIELD_STEPS__GOAL")
    field, steps = pieces[:2]
    steps_at = start + len(field) + 1
    goal_at = steps_at + len(steps) + 2
    rows = _board(link, start, start + len(field))
    return _goal(link, goal_at), _steps(link, steps_at, steps_at + len(steps)), rows


def board(link: str, start: int) -> list[str]:
    """The board of a link, which may have no more than that."""
    end = link.find("_", start)
    return _board(link, start, len(link) if end < 0 else end)


def _board(link: str, start: int, end: int) -> list[str]:
    if link[start:end].startswith(SINGLES):
        return _single_rows(link, start + 1, end)
    if end - start > WIDTH * ROWS // 2:
        raise bad(f"the field has {end - start} characters, more than {WIDTH * ROWS // 2},", start + 1)
    cells = []
    for at in range(start, end):
        for number in divmod(_digit(link, at), 8):
            if number >= len(CELLS):
                raise bad(f"unknown kind of cell, number {number},", at + 1)
            cells.append(CELLS[number])
    return rows_of("".join(cells))


def _single_rows(link: str, start: int, end: int) -> list[str]:
    """The rows of a field that has a character for each cell."""
    rows = [""]
    for at in range(start, end):
        if link[at] == ".":
            rows.append("")
            continue
        if link[at] not in SINGLE_CELLS:
            raise bad(f"unknown cell {link[at]!r}", at + 1)
        if len(rows[-1]) == WIDTH:
            rows.append("")
        rows[-1] += SINGLE_CELLS[link[at]]
    if len(rows) > ROWS:
        raise bad(f"the field has {len(rows)} rows, more than {ROWS},", start + 1)
    return [row.ljust(WIDTH, ".") for row in rows]


def _steps(link: str, start: int, end: int) -> list[Any]:
    """The queue; placements are read and left out."""
    if (end - start) % 2:
        raise bad(f"the steps have {end - start} characters, not two each,", start + 1)
    return [_step(link, at, 1 + (at - start) // 2) for at in range(start, end, 2)]


def _step(link: str, at: int, number: int) -> Any:
    rotor, pivot = divmod(_digit(link, at) // 2, 6)
    second = _digit(link, at + 1)
    if _digit(link, at) % 2 == 0 and pivot == FALL_PIVOT and rotor <= MOST_LEAST:
        return {GARBAGE_FALL: [rotor + (second >> bit & 1) for bit in reversed(range(WIDTH))]}
    if _digit(link, at) % 2 or pivot >= len(COLORS) or rotor >= len(COLORS):
        raise bad(f"step {number} is {link[at : at + 2]!r}, neither a pair nor a fall,", at + 1)
    if link[at + 1] != NOT_PLACED and link[at + 1] not in PLACEMENTS.values():
        raise bad(f"unknown placement {link[at + 1]!r}", at + 2)
    return COLORS[pivot] + COLORS[rotor]


def _goal(link: str, start: int) -> Json:
    """A goal as JSON has it."""
    text = link[start:]
    if len(text) != 3:
        raise bad(f"the goal {text!r} has {len(text)} characters, not 3,", start + 1)
    letter, color = text[0], text[1]
    if letter not in KINDS and letter not in CLEAR_CHAINS and letter != CLEAR:
        raise bad(f"unknown kind of goal {letter!r}", start + 1)
    if color not in "01234567":
        raise bad(f"unknown colour {color!r}", start + 2)
    n = _digit(link, start + 2)
    name = GOAL_COLORS[int(color)]
    if letter == CLEAR:
        return {"clear": name}
    if letter in CLEAR_CHAINS:
        return {"kind": CHAIN, "n": n, "exact": CLEAR_CHAINS[letter], "clear": name}
    kind, exact = KINDS[letter]
    return {"kind": kind, "n": n, "exact": exact, **({"color": name} if kind in COLORED_KINDS else {})}


def write(puzzle: Puzzle, moves: Sequence[str]) -> str:
    """The address; `moves` has a placement for each step, or ''."""
    rows = rows_from_columns(puzzle.columns)
    steps = "".join(_step_text(*step) for step in enumerate(zip(puzzle.queue, moves, strict=True), 1))
    return f"{PAGE}{_field_text(rows)}_{steps}__{_goal_text(puzzle.goal)}"


def _field_text(rows: Sequence[str]) -> str:
    if not any("h" in row for row in rows):
        numbers = [CELLS.index(mark) for row in rows for mark in row]
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return "".join(DIGITS[8 * left + right] for left, right in pairs).lstrip("0")
    lines = ["".join(SINGLE_OF[mark] for mark in row).rstrip("0") for row in rows]
    ended = [line if len(line) == WIDTH else f"{line}." for line in lines[:-1]]
    return SINGLES + "".join([*ended, lines[-1]])


PLACEMENTS = {
    name: DIGITS[2 * (int(name[0]) - 1 + 6 * DIRECTIONS.index(direction))]
    for name in NUMBER_OF
    for direction in ["N" if name[1] == "N" else "S" if name[1] == "S" else "E" if name[1] > name[0] else "W"]
}  # the character of each


def _step_text(number: int, placed: tuple[Step, str]) -> str:
    step, move = placed
    if not isinstance(step, Fall):
        pivot, rotor = (COLORS.index(color) for color in step)
        return DIGITS[2 * (pivot + 6 * rotor)] + (PLACEMENTS[move] if move else NOT_PLACED)
    if step.kind == HARD_FALL:
        raise BadPuzzle(f"an ips link cannot have step {number}: hard puyos do not fall there")
    least = max(max(step.counts) - 1, 0)
    if min(step.counts) < least or least > MOST_LEAST:
        raise BadPuzzle(
            f"an ips link cannot have step {number}: columns get {MOST_LEAST + 1} at most and differ by one"
        )
    bits = sum((count - least) << bit for count, bit in zip(step.counts, reversed(range(WIDTH)), strict=True))
    return DIGITS[2 * (FALL_PIVOT + 6 * least)] + DIGITS[bits]


def _goal_text(goal: Goal) -> str:
    if goal.n >= len(DIGITS):
        raise BadPuzzle(f"an ips link cannot have the goal: n is {goal.n}, more than {len(DIGITS) - 1}")
    if goal.kind is None:
        return f"{CLEAR}{GOAL_COLORS.index(goal.clear or ALL)}0"
    if goal.clear is not None:
        if goal.kind != CHAIN:
            raise BadPuzzle(
                f"an ips link cannot have the goal: clear goes with {CHAIN!r} only, not with {goal.kind!r}"
            )
        letter = next(letter for letter, exact in CLEAR_CHAINS.items() if exact == goal.exact)
        return f"{letter}{GOAL_COLORS.index(goal.clear)}{DIGITS[goal.n]}"
    letter = next(letter for letter, kind in KINDS.items() if kind == (goal.kind, goal.exact))
    return f"{letter}{GOAL_COLORS.index(goal.color)}{DIGITS[goal.n]}"

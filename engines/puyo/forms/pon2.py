"""The links of pon2's studio: the query's fields are the board, the steps and the goal.

    field=0_o...rrb.gg    the rule (0 is the usual one), then the cells row by row from the top, empty ones left out
    steps=rg34o0_0_4_0_2_0obb    pairs, each with its placement if there is an answer; o...o garbage falls, h...h hard
    goal=0_0_3_1_         kind, colour, n, at least; after the last `_` the colour that must be gone

Kind and colours are numbers, as KINDS and NEW_COLORS list them. Links of an earlier pon2 are read too: their rule is
`t`, colours are numbered as in OLD_COLORS, and the goal may have three parts, kind, colour and n, as OLD_GOALS has
them. (For a while rule 0 went with the old numbers of colours; nothing in a link tells, so it is read as a new one.)
What is no puzzle here (the rules with water or turning fields) is refused by name. Compare with `ips`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engines.contract import BadPuzzle, Json
from engines.puyo.rules.board import COLORS, MARKS, ROWS, WIDTH, rows_from_columns
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
    KINDS,
    PLACE,
    Fall,
    Goal,
    Puzzle,
    Step,
)

STUDIO = "https://24ik.github.io/pon2/stable/studio/?mode=0&"
HOSTS = r"(?:24ik|izumiya-keisuke)\.github\.io/pon2"
ANYWHERE = re.compile(rf"(?i:{HOSTS})|(?:^|[?&])(?:field|steps|goal)=", re.ASCII)
BEGINS = re.compile(rf"(?i:(?:(?:https?:)?//)?{HOSTS})[^?\s]*\?|(?=[a-z]+=)", re.ASCII)

NEW_RULES = {"0": "the usual rule", "1": "turning fields", "2": "cross-turning fields", "3": "water"}
OLD_RULES = {"t": "the usual rule", "w": "water"}
USUAL = ("0", "t")
TURNS = {"R": "a turn of the field", "C": "a cross turn of the field"}
WRAPS = {"o": GARBAGE_FALL, "h": HARD_FALL}
NEW_COLORS = (ALL, GARBAGE, ANY_COLOR, *COLORS)
OLD_COLORS = (ALL, *COLORS, GARBAGE, ANY_COLOR)
OLD_GOALS: tuple[tuple[str | None, bool, bool], ...] = (
    (None, True, True),
    (ACC_COLORS, True, False),
    (ACC_COLORS, False, False),
    (ACC_COUNT, True, False),
    (ACC_COUNT, False, False),
    (CHAIN, True, False),
    (CHAIN, False, False),
    (CHAIN, True, True),
    (CHAIN, False, True),
    (COLORS_AT_ONCE, True, False),
    (COLORS_AT_ONCE, False, False),
    (COUNT, True, False),
    (COUNT, False, False),
    (PLACE, True, False),
    (PLACE, False, False),
    (CONNECT, True, False),
    (CONNECT, False, False),
)  # by number: the kind, whether n is exact, and whether the colour is that of what must be gone

Value = tuple[str, int]  # the text of a field, and the character at which it begins


def bad(what: str, place: int) -> BadPuzzle:
    """A refusal with its place."""
    return BadPuzzle(f"{what} at character {place} of the link")


def parts(link: str, start: int) -> tuple[Json, list[Any], list[str]]:
    """Goal, queue and board of a link whose query begins after `start` characters."""
    fields = _fields(link, start)
    rule, board = _board(fields.get("field", ("", start)))  # as in pon2, no field is an empty board
    if "goal" not in fields or fields["goal"][0] in ("", "_"):
        raise BadPuzzle("the link has no goal")
    goal = _goal(*fields["goal"], OLD_COLORS if rule in OLD_RULES else NEW_COLORS)
    return goal, _steps(*fields.get("steps", ("", start))), board


def board(link: str, start: int) -> list[str]:
    """The board of a link, which may have no more than that."""
    return _board(_fields(link, start).get("field", ("", start)))[1]


def _fields(link: str, start: int) -> dict[str, Value]:
    """The fields of the query by name."""
    fields: dict[str, Value] = {}
    place = start + 1
    for item in link[start:].split("&"):
        name, _, value = item.partition("=")
        if name not in ("mode", "field", "steps", "goal"):
            raise bad(f"unknown field {name!r}", place)
        if name in fields:
            raise bad(f"a second field {name!r}", place)
        fields[name] = value, place + len(name) + 1
        place += len(item) + 1
    return fields


def _board(value: Value) -> tuple[str, list[str]]:
    """The rule, and the rows of the board."""
    text, place = value
    if not text:
        return USUAL[0], []
    found = re.match(r"([0-9a-z]+)[_-]", text)
    if found is None:
        raise bad("field does not begin with a rule, like 0_,", place)
    rule = found[1]
    if rule not in USUAL:
        name = (NEW_RULES | OLD_RULES).get(rule)
        raise bad(f"rule {rule} ({name}) is not that of these puzzles," if name else f"unknown rule {rule!r}", place)
    cells, place = text[found.end() :], place + found.end()
    for number, mark in enumerate(cells):
        if mark not in MARKS:
            raise bad(f"unknown cell {mark!r}", place + number)
    if len(cells) > WIDTH * ROWS:
        raise bad(f"the field has {len(cells)} cells, more than {WIDTH * ROWS},", place)
    return rule, rows_of(cells)


def rows_of(cells: str) -> list[str]:
    """The rows that cells fill from the bottom right."""
    cells = cells.rjust(-(-len(cells) // WIDTH) * WIDTH, ".")
    return [cells[i : i + WIDTH] for i in range(0, len(cells), WIDTH)]


def _steps(text: str, place: int) -> list[Any]:
    """The queue; placements are read and left out."""
    steps: list[Any] = []
    at = 0
    while at < len(text):
        if text[at] in TURNS:
            raise bad(f"step {len(steps) + 1} is {TURNS[text[at]]}, which these puzzles do not have,", place + at)
        if text[at] in WRAPS:
            end = text.find(text[at], at + 1)
            counts = text[at + 1 : end].split("_") if end > 0 else []
            if not all(re.fullmatch("[0-9]{1,4}", count) for count in counts) or not counts:
                raise bad(f"step {len(steps) + 1} is a fall that is not complete,", place + at)
            steps.append({WRAPS[text[at]]: [int(count) for count in counts]})
            at = end + 1
            continue
        pair = text[at : at + 2]
        if len(pair) < 2 or not set(pair) <= set(COLORS):
            raise bad(f"step {len(steps) + 1} is {pair!r}, not a pair,", place + at)
        steps.append(pair)
        at += 2
        if text[at : at + 1].isdigit():
            if (placement := text[at : at + 2]) not in NUMBER_OF:
                raise bad(f"unknown placement {placement!r}", place + at)
            at += 2
    return steps


def _goal(text: str, place: int, colors: Sequence[str]) -> Json:
    """A goal as JSON has it."""
    numbers = text.split("_")
    if len(numbers) not in (2, 3, 5):
        raise bad(f"the goal has {len(numbers)} parts, not five,", place)
    for number in numbers:
        if not re.fullmatch("(-?[0-9]{1,4})?", number):
            raise bad(f"the goal has {number!r} for a number,", place)
    if len(numbers) == 3:
        return _old_goal(numbers, place)
    *main, gone = numbers
    clear = {"clear": _color(gone, colors, place)} if gone else {}
    if len(main) == 1:
        if main[0]:
            raise bad(f"the goal has {main[0]!r} alone for its kind,", place)
        return clear
    kind, color, n, operator = main
    if kind not in map(str, range(len(KINDS))):
        raise bad(f"the goal has the unknown kind {kind!r}", place)
    if operator not in ("0", "1") or not n:
        raise bad(f"the goal has {n!r} and {operator!r} for n and its comparison,", place)
    name = KINDS[int(kind)]
    of = {"color": _color(color, colors, place)} if name in COLORED_KINDS else {}
    return {"kind": name, "n": int(n), "exact": operator == "0", **of, **clear}


def _old_goal(numbers: Sequence[str], place: int) -> Json:
    kind, color, n = numbers
    if kind not in map(str, range(len(OLD_GOALS))):
        raise bad(f"the goal has the unknown kind {kind!r}", place)
    name, exact, clears = OLD_GOALS[int(kind)]
    clear = {"clear": _color(color, OLD_COLORS, place)} if clears else {}
    if name is None:
        return clear
    if not n:
        raise bad("the goal has no n", place)
    of = {"color": _color(color, OLD_COLORS, place)} if name in COLORED_KINDS else {}
    return {"kind": name, "n": int(n), "exact": exact, **of, **clear}


def _color(number: str, colors: Sequence[str], place: int) -> str:
    if number not in map(str, range(len(colors))):
        raise bad(f"the goal has the unknown colour {number!r}", place)
    return colors[int(number)]


def write(puzzle: Puzzle, moves: Sequence[str]) -> str:
    """The address; `moves` has a placement for each step, or ''."""
    cells = "".join(rows_from_columns(puzzle.columns)).lstrip(".")
    steps = "".join(_step_text(step, move) for step, move in zip(puzzle.queue, moves, strict=True))
    return f"{STUDIO}field=0_{cells}&steps={steps}&goal={_goal_text(puzzle.goal)}"


def _step_text(step: Step, move: str) -> str:
    if isinstance(step, Fall):
        wrap = next(wrap for wrap, kind in WRAPS.items() if kind == step.kind)
        return wrap + "_".join(map(str, step.counts)) + wrap
    return step + move


def _goal_text(goal: Goal) -> str:
    main = ""
    if goal.kind is not None:
        numbers = (KINDS.index(goal.kind), NEW_COLORS.index(goal.color), goal.n, int(not goal.exact))
        main = "_".join(map(str, numbers))
    return f"{main}_{'' if goal.clear is None else NEW_COLORS.index(goal.clear)}"

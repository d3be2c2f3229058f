"""When a goal is reached, and when it no longer can be. Compare with quality/referee/puyo.py.

Kernels take a goal as five numbers, `aim_of(goal)`: its kind, n, whether n is exact, the colour it counts and
the colour that must be gone. A colour is a cell number, or one of the sets below.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.puyo.rules.board import COLOR_CODES, GARBAGE, HARD, MARKS
from engines.puyo.rules.chain import CODES, COUNTS, GROUP_LIST, GROUP_SIZES, GROUPS, MOST_GROUPS, cells
from engines.puyo.rules.puzzle import ALL, ANY_COLOR, KINDS, Goal
from engines.puyo.rules.puzzle import GARBAGE as GARBAGES

AIM_KIND, AIM_N, AIM_EXACT, AIM_COLOR, AIM_CLEAR = range(5)
AIM_FIELDS = 5
LEAST_GROUP = 4
NO_KIND = len(KINDS)
CHAIN, COLORS, COUNT, PLACE, CONNECT, ACC_COLORS, ACC_COUNT = range(NO_KIND)

# Colours as sets of cell numbers: bit c for number c.
NOTHING = 0
EVERY_COLOR = sum(1 << code for code in COLOR_CODES)
EVERY_GARBAGE = 1 << GARBAGE | 1 << HARD
EVERYTHING = EVERY_COLOR | EVERY_GARBAGE
_SETS = {ALL: EVERYTHING, ANY_COLOR: EVERY_COLOR, GARBAGES: EVERY_GARBAGE}


def set_of(color: str | None) -> int:
    """The cell numbers that a goal's colour means."""
    if color is None:
        return NOTHING
    return _SETS[color] if color in _SETS else 1 << MARKS.index(color)


def aim_of(goal: Goal) -> np.ndarray:
    """A goal as kernels take it."""
    kind = NO_KIND if goal.kind is None else KINDS.index(goal.kind)
    return np.array([kind, goal.n, goal.exact, set_of(goal.color), set_of(goal.clear)], dtype=np.int64)


@kernel
def is_there(board: np.ndarray, wanted: int) -> bool:
    """Whether any cell of a set is on the board, row 13 included."""
    found = 0
    for code in range(1, 8):
        if wanted >> code & 1:
            found |= cells(board, code, 0) | cells(board, code, 1)
    return found != 0


@kernel
def fits(aim: np.ndarray, value: int) -> bool:
    """Whether a number is what the goal asks for."""
    return value == aim[AIM_N] if aim[AIM_EXACT] else value >= aim[AIM_N]


@kernel
def counted(round_: np.ndarray, column: int, wanted: int) -> int:
    """The sum over a set of cell numbers of what a round tells of each."""
    total = 0
    for code in range(1, 8):
        if wanted >> code & 1:
            total += round_[column + code]
    return total


@kernel
def colors_in(round_: np.ndarray) -> int:
    """The colours that vanish in a round, as a set."""
    found = 0
    for code in range(1, 8):
        if EVERY_COLOR >> code & 1 and round_[COUNTS + code]:
            found |= 1 << code
    return found


@kernel
def progress(aim: np.ndarray, so_far: int, rounds: np.ndarray, count: int) -> int:
    """What a goal over all moves has gathered after this one: a set of colours, or a number of puyos."""
    kind = aim[AIM_KIND]
    for i in range(count):
        if kind == ACC_COLORS:
            so_far |= colors_in(rounds[i])
        elif kind == ACC_COUNT:
            so_far += counted(rounds[i], COUNTS, aim[AIM_COLOR])
    return so_far


@kernel
def does(aim: np.ndarray, so_far: int, rounds: np.ndarray, count: int) -> bool:
    """Whether a move does what the goal's kind asks; `so_far` is `progress` with this move included."""
    kind = aim[AIM_KIND]
    if kind == NO_KIND:
        return True
    if kind == CHAIN:
        return fits(aim, count)
    if kind == ACC_COLORS:
        return fits(aim, popcount(so_far))
    if kind == ACC_COUNT:
        return fits(aim, so_far)
    wanted = aim[AIM_COLOR]
    for i in range(count):
        if kind == COLORS:
            if fits(aim, popcount(colors_in(rounds[i]))):
                return True
        elif kind == COUNT:
            if fits(aim, counted(rounds[i], COUNTS, wanted)):
                return True
        elif kind == PLACE:
            if fits(aim, counted(rounds[i], GROUPS, wanted & EVERY_COLOR)):
                return True
        elif has_group(aim, rounds[i]):
            return True
    return False


@kernel
def has_group(aim: np.ndarray, round_: np.ndarray) -> bool:
    """Whether a group of the goal's size and colour vanishes in a round."""
    for group in round_[GROUP_LIST : GROUP_LIST + MOST_GROUPS]:
        if group and aim[AIM_COLOR] >> group // GROUP_SIZES & 1 and fits(aim, group % GROUP_SIZES):
            return True
    return False


@kernel
def reached(aim: np.ndarray, so_far: int, rounds: np.ndarray, count: int, board: np.ndarray) -> bool:
    """Whether the goal is reached by a move, given its rounds and the board it left."""
    return does(aim, so_far, rounds, count) and not is_there(board, aim[AIM_CLEAR])


@kernel
def count_cells(board: np.ndarray, out: np.ndarray) -> None:
    """How many of each cell number are on the board."""
    for code in range(1, 8):
        out[code] = popcount(cells(board, code, 0)) + popcount(cells(board, code, 1))


@kernel
def hopeless(aim: np.ndarray, so_far: int, there: np.ndarray, coming: np.ndarray) -> bool:
    """Whether counts alone rule the goal out: `there` on the board and `coming` in the queue, by cell number.

    One-sided: False says nothing. A colour of which fewer than four are left can no longer vanish.
    """
    groups = colors = puyos = largest = 0
    can_vanish = False
    wanted, clear = aim[AIM_COLOR], aim[AIM_CLEAR]
    for code in CODES:
        total = there[code] + coming[code]
        if total < LEAST_GROUP:
            if clear >> code & 1 and there[code]:
                return True
            continue
        can_vanish = True
        colors |= 1 << code
        if wanted >> code & 1:
            groups += total // LEAST_GROUP
            puyos += total
            largest = max(largest, total)
    if not can_vanish and clear & EVERY_GARBAGE and there[GARBAGE] + there[HARD]:
        return True
    if can_vanish and wanted & EVERY_GARBAGE:
        puyos += there[GARBAGE] + there[HARD] + coming[GARBAGE] + coming[HARD]
    return falls_short(aim, so_far, groups, colors, puyos, largest)


@kernel
def falls_short(aim: np.ndarray, so_far: int, groups: int, colors: int, puyos: int, largest: int) -> bool:
    """Whether at most so many groups, colours and puyos are too few for the goal, or too many are gone."""
    kind, n = aim[AIM_KIND], aim[AIM_N]
    if kind in (CHAIN, PLACE):
        return groups < n
    if kind == COLORS:
        return popcount(colors) < n
    if kind == COUNT:
        return puyos < n
    if kind == CONNECT:
        return largest < n
    if kind == ACC_COLORS:
        return popcount(so_far | colors) < n or (aim[AIM_EXACT] and popcount(so_far) > n)
    if kind == ACC_COUNT:
        return so_far + puyos < n or (aim[AIM_EXACT] and so_far > n)
    return False

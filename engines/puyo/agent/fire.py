"""Firing: the best chain that a pair, or the best of all pairs, makes on a board.

Which placements fire is known before any is tried: a puyo sets off its group if it touches three of its colour, one
group or several. So only those that do are played out. Compare with tests/engines/puyo/naive_agent.py, which tries
them all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.kernels.lanes import quad_0, quad_1, splat_8, to_next, to_previous
from engines.puyo.agent.queues import ALL_PAIRS
from engines.puyo.rules.board import PURPLE, ROWS, VISIBLE, WIDTH, YELLOW
from engines.puyo.rules.chain import score_out
from engines.puyo.rules.place import (
    BY_COLUMNS,
    EVERY_DOUBLE,
    EVERY_PLACEMENT,
    ROW_12,
    SOUTHERN,
    height_of,
    legal_placements,
    placed,
)
from engines.puyo.rules.planes import SIGHT_LANE, Word, beside, free_cells, load_board, with_code

ALONE_FIRST, ALONE_SECOND, HELPED_FIRST, HELPED_SECOND, TOUCH_FIRST, TOUCH_SECOND = range(6)
TRIGGERS = (8, 6)  # the shape of what `find_triggers` tells: by cell number, a mask of columns for each of the above
FULL = 0x7FFF_7FFF_7FFF_7FFF
TOPS = 0x0001_0001_0001_0001
NORTHERN = np.array([1 << x for x in range(WIDTH)], dtype=np.int64)


@kernel
def with_room(board: np.ndarray) -> int:
    """The placements of two colours that leave both halves in row 13 or below, as a mask; nothing blocks the way."""
    if not (board[0] | board[1] | board[2] | board[3] | board[4] | board[5]) & ROW_12:
        return EVERY_PLACEMENT
    room = EVERY_PLACEMENT
    for x in range(WIDTH):
        height = height_of(board, x)
        if height >= VISIBLE:
            room &= ~(SOUTHERN[x] | NORTHERN[x])
        if height >= ROWS:
            room &= ~BY_COLUMNS[x]
    return room


@kernel
def allowed(board: np.ndarray, blocked: bool) -> int:
    """The placements of two colours under either rule."""
    return legal_placements(board) if blocked else with_room(board)


@kernel
def of_pair(options: int, pivot: int, rotor: int) -> int:
    """The placements of a pair among those of two colours."""
    return options & EVERY_DOUBLE if pivot == rotor else options


@kernel
def columns_in(cells: Word) -> int:
    """The columns that have a cell in a set, as a mask of six bits."""
    low, high = (quad_0(cells) + FULL) >> 15 & TOPS, (quad_1(cells) + FULL) >> 15 & TOPS
    low, high = low | low >> 15 | low >> 30 | low >> 45, high | high >> 15 | high >> 30 | high >> 45
    return low >> 1 & 7 | (high & 7) << 3


@kernel
def find_triggers(p0: Word, p1: Word, p2: Word, code: int, found: np.ndarray) -> None:
    """Where one puyo of a colour fires: in which columns as the first to land, in which on top of another colour.

    It does beside a group of three or more, beside a pair and one more, and beside three. With a second one of its
    colour it may (`HELPED`) beside a pair or two, or where both touch one: those have to be tried.
    """
    sight = splat_8(SIGHT_LANE)
    own = with_code(p0, p1, p2, code) & sight
    below, above, left, right = own << 1, own >> 1, to_next(own), to_previous(own)
    touching = below | above | left | right
    twice = below & above | left & right | (below | above) & (left | right)
    thrice = below & above & (left | right) | left & right & (below | above)
    middle = own & twice
    threes = middle | own & beside(middle)
    by_pairs = beside(own & touching)
    first = free_cells(p0, p1, p2) & sight
    second = first << 1 & sight
    fires = beside(threes) | by_pairs & twice | thrice
    found[code, ALONE_FIRST], found[code, ALONE_SECOND] = columns_in(fires & first), columns_in(fires & second)
    helped = by_pairs | twice
    found[code, HELPED_FIRST], found[code, HELPED_SECOND] = columns_in(helped & first), columns_in(helped & second)
    found[code, TOUCH_FIRST], found[code, TOUCH_SECOND] = columns_in(touching & first), columns_in(touching & second)


@kernel
def triggers_of(board: np.ndarray) -> np.ndarray:
    """The same for all colours of a settled board."""
    found = np.zeros(TRIGGERS, dtype=np.int64)
    p0, p1, p2 = load_board(board)
    for code in range(PURPLE, YELLOW + 1):
        find_triggers(p0, p1, p2, code, found)
    return found


@kernel
def firing(pivot: int, rotor: int, found: np.ndarray) -> int:
    """The placements of a pair that may set something off, as a mask: all that do, for doubles some that do not."""
    if pivot == rotor:
        helped_1, helped_2 = found[pivot, HELPED_FIRST], found[pivot, HELPED_SECOND]
        touch_1, touch_2 = found[pivot, TOUCH_FIRST], found[pivot, TOUCH_SECOND]
        upright, flat = helped_1 | helped_2 | touch_1 & touch_2, helped_1 | helped_1 >> 1 | touch_1 & touch_1 >> 1
        return upright | (flat & 31) << WIDTH
    pivot_1, pivot_2 = found[pivot, ALONE_FIRST], found[pivot, ALONE_SECOND]
    rotor_1, rotor_2 = found[rotor, ALONE_FIRST], found[rotor, ALONE_SECOND]
    north, east = pivot_1 | rotor_2, (pivot_1 | rotor_1 >> 1) & 31
    south, west = rotor_1 | pivot_2, (pivot_1 >> 1 | rotor_1) & 31
    return north | east << 6 | south << 11 | west << 17


@kernel
def fire_pairs(board: np.ndarray, pairs: np.ndarray, blocked: bool) -> tuple[int, int, int, int]:
    """The best chain of some pairs on a settled board: points, rounds, which pair, and its placement; the first of
    those that score the same. Without any it is 0, 0, 0 and STUCK."""
    found = triggers_of(board)
    p0, p1, p2 = load_board(board)
    options = allowed(board, blocked)
    best, rounds, number, placement = 0, 0, 0, -1
    for i in range(len(pairs)):
        pivot, rotor = pairs[i]
        waiting = of_pair(options, pivot, rotor) & firing(pivot, rotor, found)
        while waiting:
            move = lowest(waiting)
            waiting &= waiting - 1
            q0, q1, q2 = placed(p0, p1, p2, move, pivot, rotor)
            count, points, _, _, _ = score_out(q0, q1, q2)
            if points > best:
                best, rounds, number, placement = points, count, i, move
    return best, rounds, number, placement


class Fired(NamedTuple):
    """A chain that could be fired: nothing of it if there is none."""

    points: int
    rounds: int
    pair: tuple[int, int]
    placement: int


def best_firing(board: np.ndarray, blocked: bool, pairs: np.ndarray = ALL_PAIRS) -> Fired:
    """The best chain that one of some pairs makes, of all ten if not said."""
    points, rounds, number, placement = fire_pairs(board, pairs, blocked)
    return Fired(points, rounds, (int(pairs[number][0]), int(pairs[number][1])), placement)

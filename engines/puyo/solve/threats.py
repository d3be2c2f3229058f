"""Where one more puyo of a colour makes a group of four, and so which placements set something off.

On a board where nothing pops, groups have one to three puyos. A cell completes four if it touches a group of three, a
group of two and another one, or three single ones: no search is needed, only shifted planes. All that does not set
anything off need not be simulated. Compare with tests/engines/puyo/solve/test_threats.py, which tries each.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.lanes import occupied, some, splat_8, to_next, to_previous
from engines.puyo.rules.board import WIDTH
from engines.puyo.rules.planes import SIGHT_LANE, Word, beside, free_cells, load_board, with_code

EVERY_COLUMN = (1 << WIDTH) - 1
SIDE_BY_SIDE = (1 << (WIDTH - 1)) - 1


@kernel
def completing(own: Word) -> Word:
    """The cells at which one more puyo joins three or more, given a colour's cells in sight."""
    below, above, left, right = own << 1, own >> 1, to_next(own), to_previous(own)
    vertical, sides = below | above, left | right
    both_vertical, both_sides = below & above, left & right
    two = both_vertical | both_sides | vertical & sides  # cells with two neighbours or more
    three = both_vertical & sides | both_sides & vertical
    middle = two & own  # of groups of three
    trio = middle | own & beside(middle)
    pair = own & (vertical | sides) & ~trio
    return beside(trio) | two & beside(pair) | three


@kernel
def columns_hit(cells: Word) -> int:
    """Which columns have a cell among these, as six bits."""
    return occupied(cells) >> 1 & EVERY_COLUMN


@kernel
def columns_completing(board: np.ndarray, code: int) -> int:
    """The columns onto which one more puyo of a colour makes a group of four, as six bits."""
    p0, p1, p2 = load_board(board)
    sight = splat_8(SIGHT_LANE)
    return columns_hit(completing(with_code(p0, p1, p2, code) & sight) & free_cells(p0, p1, p2) & sight)


@kernel
def setting_off(board: np.ndarray, pivot: int, rotor: int) -> int:
    """The placements of a pair of two colours that make something vanish, as a mask of their numbers.

    The halves have different colours and cannot help each other, so each is looked at for itself: it lies
    right on its column, or one higher on top of the other half.
    """
    p0, p1, p2 = load_board(board)
    sight = splat_8(SIGHT_LANE)
    on = free_cells(p0, p1, p2) & sight
    above = on << 1 & sight
    p = completing(with_code(p0, p1, p2, pivot) & sight)
    r = completing(with_code(p0, p1, p2, rotor) & sight)
    if not some((p | r) & (on | above)):
        return 0
    p_on, p_above = columns_hit(p & on), columns_hit(p & above)
    r_on, r_above = columns_hit(r & on), columns_hit(r & above)
    north, south = p_on | r_above, r_on | p_above
    east, west = (p_on | r_on >> 1) & SIDE_BY_SIDE, (p_on >> 1 | r_on) & SIDE_BY_SIDE
    return north | east << WIDTH | south << (2 * WIDTH - 1) | west << (3 * WIDTH - 1)

"""Where one more puyo of a colour makes a group of four, and so which placements set something off.

On a board where nothing pops, groups have one to three puyos. A cell completes four if it touches a group of
three, a group of two and another one, or three single ones: no search is needed, only shifted words. All that
does not set anything off need not be simulated. Compare with tests/puyo/test_threats.py, which tries each.
"""

from __future__ import annotations

import numpy as np

from engines.jit import kernel
from engines.puyo.board import WIDTH
from engines.puyo.chain import LANES_0, LANES_1, LOW_LANES, ONE_LANE, VISIBLE_WORD, cells

FLOOR_0, FLOOR_1 = 0x0001_0001_0001_0000, 0x0000_0001_0001_0001  # row 0 of the columns: what the lowest puyos lie on
SIDE_BY_SIDE = (1 << (WIDTH - 1)) - 1


@kernel
def leftward_0(low: int, high: int) -> int:
    """Word 0 of a plane moved one column to the left."""
    return low >> 16 | (high & ONE_LANE) << 48


@kernel
def rightward_1(low: int, high: int) -> int:
    """Word 1 of a plane moved one column to the right."""
    return (high & LOW_LANES) << 16 | low >> 48


@kernel
def completing(low: int, high: int) -> tuple[int, int]:
    """The cells at which one more puyo joins three or more, given a colour's cells in sight."""
    up_0, down_0, left_0, right_0 = low << 1, low >> 1, leftward_0(low, high), (low & LOW_LANES) << 16
    up_1, down_1, left_1, right_1 = high << 1, high >> 1, high >> 16, rightward_1(low, high)
    either_0, either_1 = (up_0 | down_0) & (left_0 | right_0), (up_1 | down_1) & (left_1 | right_1)
    two_0 = up_0 & down_0 | left_0 & right_0 | either_0  # cells with two neighbours or more
    two_1 = up_1 & down_1 | left_1 & right_1 | either_1
    three_0 = up_0 & down_0 & (left_0 | right_0) | left_0 & right_0 & (up_0 | down_0)
    three_1 = up_1 & down_1 & (left_1 | right_1) | left_1 & right_1 & (up_1 | down_1)
    middle_0, middle_1 = two_0 & low, two_1 & high  # of groups of three
    trio_0 = middle_0 | low & (middle_0 << 1 | middle_0 >> 1 | (middle_0 & LOW_LANES) << 16)
    trio_0 |= low & leftward_0(middle_0, middle_1)
    trio_1 = middle_1 | high & (middle_1 << 1 | middle_1 >> 1 | middle_1 >> 16 | rightward_1(middle_0, middle_1))
    pair_0 = low & (up_0 | down_0 | left_0 | right_0) & ~trio_0
    pair_1 = high & (up_1 | down_1 | left_1 | right_1) & ~trio_1
    by_trio_0 = trio_0 << 1 | trio_0 >> 1 | (trio_0 & LOW_LANES) << 16 | leftward_0(trio_0, trio_1)
    by_trio_1 = trio_1 << 1 | trio_1 >> 1 | trio_1 >> 16 | rightward_1(trio_0, trio_1)
    by_pair_0 = pair_0 << 1 | pair_0 >> 1 | (pair_0 & LOW_LANES) << 16 | leftward_0(pair_0, pair_1)
    by_pair_1 = pair_1 << 1 | pair_1 >> 1 | pair_1 >> 16 | rightward_1(pair_0, pair_1)
    return by_trio_0 | two_0 & by_pair_0 | three_0, by_trio_1 | two_1 & by_pair_1 | three_1


@kernel
def columns_hit(low: int, high: int) -> int:
    """Which columns have a cell among these, as six bits."""
    found = 0
    for lane in range(3):
        if low >> 16 * (lane + 1) & ONE_LANE:
            found |= 1 << lane
        if high >> 16 * lane & ONE_LANE:
            found |= 8 << lane
    return found


@kernel
def setting_off(board: np.ndarray, pivot: int, rotor: int) -> int:
    """The placements of a pair of two colours that make something vanish, as a mask of their numbers.

    The halves have different colours and cannot help each other, so each is looked at for itself: it lies
    right on its column, or one higher on top of the other half.
    """
    filled_0, filled_1 = board[0] | board[2] | board[4], board[1] | board[3] | board[5]
    on_0, on_1 = (filled_0 << 1 | FLOOR_0 << 1) & ~filled_0, (filled_1 << 1 | FLOOR_1 << 1) & ~filled_1
    on_0, on_1 = on_0 & LANES_0 & VISIBLE_WORD, on_1 & LANES_1 & VISIBLE_WORD
    above_0, above_1 = on_0 << 1 & VISIBLE_WORD, on_1 << 1 & VISIBLE_WORD
    p_0, p_1 = completing(cells(board, pivot, 0) & VISIBLE_WORD, cells(board, pivot, 1) & VISIBLE_WORD)
    r_0, r_1 = completing(cells(board, rotor, 0) & VISIBLE_WORD, cells(board, rotor, 1) & VISIBLE_WORD)
    if not p_0 & (on_0 | above_0) | p_1 & (on_1 | above_1) | r_0 & (on_0 | above_0) | r_1 & (on_1 | above_1):
        return 0
    p_on, p_above = columns_hit(p_0 & on_0, p_1 & on_1), columns_hit(p_0 & above_0, p_1 & above_1)
    r_on, r_above = columns_hit(r_0 & on_0, r_1 & on_1), columns_hit(r_0 & above_0, r_1 & above_1)
    north, south = p_on | r_above, r_on | p_above
    east, west = (p_on | r_on >> 1) & SIDE_BY_SIDE, (p_on >> 1 | r_on) & SIDE_BY_SIDE
    return north | east << WIDTH | south << (2 * WIDTH - 1) | west << (3 * WIDTH - 1)

"""A board in three registers, one for each plane: what vanishes from it, how the rest falls, what lands on it.

A plane is one word of eight lanes (engines/kernels/lanes.py), a lane a column between two walls: the six int64 of a
board's array as they lie in memory. A step up or down is a shift, a step to the side moves the lanes. What is
here takes and gives registers, so that a whole chain touches no memory; `chain` and `place` are the same on
arrays. Compare with the flood fill of quality/referee/puyo.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.kernels.bits import can_gather, gather, popcount, scatter
from engines.kernels.jit import kernel, later
from engines.kernels.lanes import from_quads, load_8, quad_0, quad_1, splat_8, store, to_next, to_previous

ROWS_LANE = 0x3FFE  # rows 1 to 13 of a lane
SIGHT_LANE = 0x1FFE  # rows 1 to 12
TWOS_0, TWOS_1 = 0x0002_0002_0002_0000, 0x0000_0002_0002_0002  # row 1 of the columns in either half

Word = Any  # eight lanes of 16 bits
Planes = tuple[Word, Word, Word]


@kernel
def load_planes(boards: np.ndarray, number: int) -> Planes:
    """The planes of a board among many, whose array is (boards, 6)."""
    return load_8(boards, 3 * number), load_8(boards, 3 * number + 1), load_8(boards, 3 * number + 2)


@kernel
def store_planes(boards: np.ndarray, number: int, p0: Word, p1: Word, p2: Word) -> None:
    """Put a board back among many."""
    store(boards, 3 * number, p0)
    store(boards, 3 * number + 1, p1)
    store(boards, 3 * number + 2, p2)


@kernel
def load_board(board: np.ndarray) -> Planes:
    """The planes of a single board's array."""
    return load_8(board, 0), load_8(board, 2), load_8(board, 4)


@kernel
def store_board(board: np.ndarray, p0: Word, p1: Word, p2: Word) -> None:
    """Put the planes of a single board back."""
    store(board, 0, p0)
    store(board, 2, p1)
    store(board, 4, p2)


@kernel
def count_cells(cells: Word) -> int:
    """How many cells there are in a set."""
    return popcount(quad_0(cells)) + popcount(quad_1(cells))


@kernel
def colored(p0: Word, p1: Word, p2: Word) -> Word:
    """The cells with a colour: their numbers are 3 to 7."""
    return p2 | p0 & p1


@kernel
def with_code(p0: Word, p1: Word, p2: Word, code: int) -> Word:
    """The cells with a number other than 0."""
    return (p0 ^ splat_8((code & 1) - 1)) & (p1 ^ splat_8((code >> 1 & 1) - 1)) & (p2 ^ splat_8((code >> 2 & 1) - 1))


@kernel
def vanishing(p0: Word, p1: Word, p2: Word) -> Word:
    """The coloured cells that vanish: all of every group of four or more, whatever its colour.

    Cells are joined where two neighbours have the same number. A cell joined to three others, and two cells
    that are joined to each other and to one more each, can only be in a group of four or more: on a grid no
    cell is a neighbour of two that are neighbours. And such a group has no cell that is neither of these nor
    joined to one: at its ends there are a cell joined to one other, that one joined to at least two, and
    if to no more, then the next as well. So no group has to be followed from cell to cell.
    """
    here = colored(p0, p1, p2) & splat_8(SIGHT_LANE)
    up = here & here >> 1 & ~((p0 ^ p0 >> 1) | (p1 ^ p1 >> 1) | (p2 ^ p2 >> 1))
    east = here & to_previous(here) & ~((p0 ^ to_previous(p0)) | (p1 ^ to_previous(p1)) | (p2 ^ to_previous(p2)))
    down, west = up << 1, to_next(east)
    both_vertical, both_sides = up & down, east & west
    vertical, sides = up | down, east | west
    two = both_vertical | both_sides | vertical & sides
    three = both_vertical & sides | both_sides & vertical
    pair_up, pair_east = up & two & two >> 1, east & two & to_previous(two)
    core = three | pair_up | pair_up << 1 | pair_east | to_next(pair_east)
    return core | (core & up) << 1 | (core & down) >> 1 | to_next(core & east) | to_previous(core & west)


@kernel
def beside(cells: Word) -> Word:
    """The cells next to some cells."""
    return cells << 1 | cells >> 1 | to_next(cells) | to_previous(cells)


@kernel
def beside_twice(cells: Word) -> Word:
    """The cells that have at least two of some cells next to them."""
    below, above, left, right = cells << 1, cells >> 1, to_next(cells), to_previous(cells)
    return below & above | left & right | (below | above) & (left | right)


@kernel
def touched(p0: Word, p1: Word, p2: Word, cells: Word) -> tuple[Word, Word]:
    """The garbage and the hard puyos next to cells that vanish."""
    near = beside(cells) & splat_8(SIGHT_LANE)
    return near & p0 & ~(p1 | p2), near & p1 & ~(p0 | p2)


@kernel
def lowest_rows_0(cells: int) -> int:
    """As many cells as each column of the low half has, in its lowest rows."""
    first = 0x2_0000 << popcount(cells & 0xFFFF_0000)
    second = 0x2_0000_0000 << popcount(cells & 0xFFFF_0000_0000)
    return first + second + (0x2_0000_0000_0000 << popcount(cells >> 48)) - TWOS_0


@kernel
def lowest_rows_1(cells: int) -> int:
    """The same for the high half."""
    first, second = 0x2 << popcount(cells & 0xFFFF), 0x2_0000 << popcount(cells & 0xFFFF_0000)
    return first + second + (0x2_0000_0000 << popcount(cells >> 32)) - TWOS_1


@kernel
def settle_by_gathering(p0: Word, p1: Word, p2: Word, kept: Word) -> Planes:
    """Take away all but the cells to be kept, and let those fall: with the processor's own instructions."""
    low, high = quad_0(kept), quad_1(kept)
    low_rows, high_rows = lowest_rows_0(low), lowest_rows_1(high)
    return (
        from_quads(scatter(gather(quad_0(p0), low), low_rows), scatter(gather(quad_1(p0), high), high_rows)),
        from_quads(scatter(gather(quad_0(p1), low), low_rows), scatter(gather(quad_1(p1), high), high_rows)),
        from_quads(scatter(gather(quad_0(p2), low), low_rows), scatter(gather(quad_1(p2), high), high_rows)),
    )


@kernel
def settle_by_shifting(p0: Word, p1: Word, p2: Word, kept: Word) -> Planes:
    """The same on every processor: who has an odd number of gaps below moves by one, then by two, four, eight."""
    p0, p1, p2 = p0 & kept, p1 & kept, p2 & kept
    kept |= splat_8(1)  # row 0 is no gap
    gaps = ~kept << 1
    for step in range(4):
        odd = gaps ^ gaps << 1
        odd ^= odd << 2
        odd ^= odd << 4
        odd ^= odd << 8
        moving = odd & kept
        by = 1 << step
        kept = kept ^ moving | moving >> by
        p0 = p0 & ~moving | (p0 & moving) >> by
        p1 = p1 & ~moving | (p1 & moving) >> by
        p2 = p2 & ~moving | (p2 & moving) >> by
        gaps &= ~odd
    return p0, p1, p2


settle = later(lambda: settle_by_gathering if can_gather() else settle_by_shifting)


@kernel
def free_cells(p0: Word, p1: Word, p2: Word) -> Word:
    """The lowest free cell of each column of a settled board; above row 13 there may be one that does not count."""
    return (p0 | p1 | p2) + splat_8(2)


@kernel
def put(p0: Word, p1: Word, p2: Word, cells: Word, code: int) -> Planes:
    """Fill empty cells with a number."""
    return (
        p0 | cells & splat_8(-(code & 1)),
        p1 | cells & splat_8(-(code >> 1 & 1)),
        p2 | cells & splat_8(-(code >> 2 & 1)),
    )

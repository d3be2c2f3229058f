"""Finished shapes: terrains on which a goal can be played, before any piece is taken away.

`tsd` and `donate` are the T-spin thesis' own (4.1 and 7.1.2, figures 4.1, 4.2 and 7.3); `tst` and
`quad` are made in the same manner from their own shapes. Each is a few rows that are full but
for the place of the last piece, some cells on top (noise), some rows with holes below. The
thesis puts one row below; we put one to three, so that boards differ in height.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import below, fraction
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.goals import DONATE, QUAD, TST


@kernel
def fill_rows(board: np.ndarray, low: int, count: int) -> None:
    """Full rows from row `low` on, and nothing else."""
    for x in range(WIDTH):
        board[x] = ((1 << count) - 1) << low


@kernel
def double_shape(base: int, centre: int, side: int, board: np.ndarray) -> None:
    """Two full rows with the slot of the T, and the overhang (fig. 4.1). `base` is the lower of the rows."""
    board[centre] &= ~(3 << base)
    board[centre - 1] &= ~(2 << base)
    board[centre + 1] &= ~(2 << base)
    board[centre + side] |= 4 << base


@kernel
def hold_up(base: int, centre: int, side: int, well: int, board: np.ndarray) -> None:
    """Fill the cell beside the overhang, on top of the rows, so that it hangs on something, as in play.

    There is none at the wall, and the cell above a well stays empty (fig. 7.3).
    """
    beside = centre + 2 * side
    if 0 <= beside < WIDTH and beside != well:
        board[beside] |= 4 << base


@kernel
def triple_shape(base: int, stem: int, side: int, board: np.ndarray) -> None:
    """Three full rows with the place of a T that stands, and the roof over it.

    From the stem the T points to `side`. The roof lies two rows above the stem's top, on a pillar
    behind it: between roof and rows the T turns in.
    """
    board[stem] &= ~(7 << base)
    board[stem + side] &= ~(2 << base)
    board[stem] |= 16 << base
    board[stem - side] |= 24 << base


@kernel
def noise_above(state: np.ndarray, low: int, rows: int, chance: float, keep: int, board: np.ndarray) -> None:
    """In some rows from `low` on fill some of the cells that lie on a filled one (fig. 4.2b).

    The columns of the word `keep` stay as they are.
    """
    for row in range(low, low + rows):
        for x in range(WIDTH):
            if board[x] >> (row - 1) & 1 and fraction(state) < chance and not keep >> x & 1:
                board[x] |= 1 << row


@kernel
def rows_below(state: np.ndarray, base: int, chance: float, solid: int, board: np.ndarray) -> None:
    """Fill the rows under the base but for some holes, at least one in each (fig. 4.2c).

    Column `solid` gets no hole in the top one of them; -1 if any may.
    """
    for row in range(base):
        hole = below(state, WIDTH)
        while row == base - 1 and hole == solid:
            hole = below(state, WIDTH)
        for x in range(WIDTH):
            if x != hole and (fraction(state) >= chance or (row == base - 1 and x == solid)):
                board[x] |= 1 << row


@kernel
def hangs_loose(goal: int, spot: int, side: int, base: int, well: int, depth: int, board: np.ndarray) -> bool:
    """Whether the shape's overhang is there but no longer the cell beside it that held it."""
    if goal == QUAD:
        return False
    if goal == TST:
        x, y, beside = spot, base + 4, spot - side
    else:
        x, y, beside = spot + side, base + 2, spot + 2 * side
    if goal == DONATE:
        y += depth
    if not 0 <= beside < WIDTH or beside == well:
        return False
    return board[x] >> y & 1 != 0 and board[beside] >> y & 1 == 0


@kernel
def finished(
    state: np.ndarray,
    goal: int,
    spot: int,
    side: int,
    base: int,
    well: int,
    depth: int,
    held: bool,
    noise: float,
    holes: float,
    board: np.ndarray,
) -> None:
    """A terrain for the goal, its shape in column `spot`, `base` rows below; for donate also a well."""
    if goal == QUAD:
        fill_rows(board, base, 4)
        board[spot] = 0
        noise_above(state, base + 4, 2, noise, 1 << spot, board)
        rows_below(state, base, holes, spot, board)
    elif goal == TST:
        fill_rows(board, base, 3)
        triple_shape(base, spot, side, board)
        way = 1 << spot + side
        if 0 <= spot + 2 * side < WIDTH:
            way |= 1 << spot + 2 * side
        noise_above(state, base + 3, 3, noise, way, board)
        rows_below(state, base, holes, spot, board)
    elif goal == DONATE:
        fill_rows(board, base, depth + 2)
        double_shape(base + depth, spot, side, board)
        if held:
            hold_up(base + depth, spot, side, well, board)
        noise_above(state, base + depth + 2, 1, noise, 1 << well, board)
        board[well] &= ~(((1 << depth) - 1) << base)
        rows_below(state, base, holes, well, board)
    else:
        fill_rows(board, base, 2)
        double_shape(base, spot, side, board)
        if held:
            hold_up(base, spot, side, well, board)
        noise_above(state, base + 2, 2, noise, 0, board)
        rows_below(state, base, holes, -1, board)

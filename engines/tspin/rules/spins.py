"""T-spins: how a T came to its place, and whether that is none, a mini or a full one.

A T-spin is a T whose last action was a turn and that has at least three of the four cells
diagonal to its centre filled (walls and floor count). It is full when both on the side it
points to are, or when the turn used the fifth kick. Compare with `spin_kinds` in
tests/engines/tspin/naive.py, which follows single poses.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.moves import PAD, shifted
from engines.tspin.rules.pieces import EAST, KICKS, LEFT, LOW, NORTH, SOUTH, T

NONE, MINI, FULL = range(3)
FIRST_KICK, FOURTH_KICK, FIFTH_KICK = (np.int64(kick) for kick in (0, 3, 4))


@kernel
def filled(board: np.ndarray, x: int, y: int) -> int:
    """1 if the cell is filled, or beyond the walls or under the floor."""
    if x < 0 or x >= WIDTH or y < 0:
        return 1
    return board[x] >> y & 1


@kernel
def corners(board: np.ndarray, x: int, y: int) -> tuple[int, int, int, int]:
    """The cells diagonal to a centre: up-left, up-right, down-left, down-right."""
    return (
        filled(board, x - 1, y + 1),
        filled(board, x + 1, y + 1),
        filled(board, x - 1, y - 1),
        filled(board, x + 1, y - 1),
    )


@kernel
def front_filled(rotation: int, up_left: int, up_right: int, down_left: int, down_right: int) -> bool:
    """Whether both corners on the side that the T points to are filled."""
    if rotation == NORTH:
        return up_left & up_right != 0
    if rotation == EAST:
        return up_right & down_right != 0
    if rotation == SOUTH:
        return down_left & down_right != 0
    return up_left & down_left != 0


@kernel
def first_kick(source: int, turn: int, column: int, row: int, fits: np.ndarray) -> int:
    """Which kick a T at this place takes when it turns; 5 if it cannot."""
    to = (source + 1 + 2 * turn) & 3
    for kick in range(5):
        rows = fits[to, column + KICKS[T, source, turn, kick, 0]]
        if shifted(rows, -KICKS[T, source, turn, kick, 1]) >> row & 1:
            return kick
    return 5


@kernel
def turned_into(
    rotation: int, left: int, low: int, fits: np.ndarray, reach: np.ndarray, first: int, last: int
) -> bool:
    """Whether a T can turn into this place by one of the kicks first .. last."""
    for turn in range(2):
        source = (rotation + 3 - 2 * turn) & 3
        for kick in range(first, last + 1):
            column = PAD + left - KICKS[T, source, turn, kick, 0]
            row = low - KICKS[T, source, turn, kick, 1]
            if row < 0 or not reach[source, column] >> row & 1:
                continue
            if first_kick(source, turn, column, row, fits) == kick:
                return True
    return False


@kernel
def moved_into(rotation: int, left: int, low: int, reach: np.ndarray) -> bool:
    """Whether a T can get to this place by a move left, right or down."""
    column = PAD + left
    around = reach[rotation, column - 1] | reach[rotation, column + 1] | (reach[rotation, column] >> 1)
    return around >> low & 1 != 0


@kernel
def spins_into(
    board: np.ndarray, rotation: int, left: int, low: int, fits: np.ndarray, reach: np.ndarray
) -> tuple[bool, bool]:
    """Whether a T can turn into this place as a mini and as a full T-spin."""
    x, y = left - LEFT[T, rotation], low - LOW[T, rotation]
    up_left, up_right, down_left, down_right = corners(board, x, y)
    if up_left + up_right + down_left + down_right < 3:
        return False, False
    if front_filled(rotation, up_left, up_right, down_left, down_right):
        return False, turned_into(rotation, left, low, fits, reach, FIRST_KICK, FIFTH_KICK)
    return (
        turned_into(rotation, left, low, fits, reach, FIRST_KICK, FOURTH_KICK),
        turned_into(rotation, left, low, fits, reach, FIFTH_KICK, FIFTH_KICK),
    )


@kernel
def spin_kinds(board: np.ndarray, rotation: int, left: int, low: int, fits: np.ndarray, reach: np.ndarray) -> int:
    """The ways in which a T that reaches this place can arrive, as bits 1 << NONE, MINI, FULL.

    With two corners or fewer a turn is as plain as a move; so is a T that locks where it spawned.
    """
    mini, full = spins_into(board, rotation, left, low, fits, reach)
    kinds = int(mini) << MINI | int(full) << FULL
    if kinds == 0 or moved_into(rotation, left, low, reach):
        kinds |= 1 << NONE
    return kinds

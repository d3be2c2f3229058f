"""How the pieces of an answer get to their places, and in which orders they could.

A *drop* comes straight down. A *tuck* moves sideways on the way, under something: turned above the
stack, the piece needs only moves down, left and right. A *spin* has to turn on the way. Compare with
`ways`, which says the same of one placement for a picture, and with `arrival` and `orders` in
tests/engines/tspin/naive.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.rules.board import WIDTH, place
from engines.tspin.rules.moves import (
    PAD,
    code_left,
    code_low,
    code_shape,
    drops_to,
    explore,
    fall,
    find_fits,
    from_the_sky,
    twin_rotation,
)

DROP, TUCK, SPIN = range(3)


@kernel
def slides_to(
    board: np.ndarray, piece: int, shape: int, left: int, low: int, fits: np.ndarray, reach: np.ndarray
) -> bool:
    """Whether a piece gets there by moves down, left and right from above the stack."""
    find_fits(board, piece, fits)
    from_the_sky(piece, fits, reach)
    grew = True
    while grew:
        grew = False
        for column in range(PAD, PAD + WIDTH):
            free = fits[shape, column]
            beside = reach[shape, column - 1] | reach[shape, column] | reach[shape, column + 1]
            here = fall(beside & free, free)
            if here != reach[shape, column]:
                reach[shape, column] = here
                grew = True
    return reach[shape, PAD + left] >> low & 1 != 0


@kernel
def arrival(board: np.ndarray, piece: int, move: int, fits: np.ndarray, reach: np.ndarray) -> int:
    """DROP, TUCK or SPIN: the plainest way to a placement that can be reached."""
    shape, left, low = code_shape(move), code_left(move), code_low(move)
    if drops_to(board, piece, shape, left) == low:
        return DROP
    return TUCK if slides_to(board, piece, shape, left, low, fits, reach) else SPIN


@kernel
def can_place(board: np.ndarray, piece: int, move: int, srs: bool, fits: np.ndarray, reach: np.ndarray) -> bool:
    """Whether a placement can be made on this board."""
    shape, left, low = code_shape(move), code_left(move), code_low(move)
    if not srs:
        return drops_to(board, piece, shape, left) == low
    if not explore(board, piece, fits, reach):
        return False
    column = PAD + left
    reached = (reach[shape, column] | reach[twin_rotation(piece, shape), column]) >> low & 1 != 0
    return reached and not (fits[shape, column] << 1) >> low & 1


@kernel
def count_orders(
    queue: np.ndarray,
    n: int,
    answer: np.ndarray,
    srs: bool,
    boards: np.ndarray,
    fits: np.ndarray,
    reach: np.ndarray,
) -> int:
    """Orders in which all placements can be made, each on its own cells, beginning at `boards[0]`."""
    orders = 0
    tried = np.zeros(n + 1, dtype=np.int64)  # at each depth the placement that comes next
    taken = np.zeros(n, dtype=np.int64)
    used = 0
    depth: Any = np.int64(0)
    while depth >= 0:
        if depth == n:
            orders += 1
        i = tried[depth]
        if depth == n or i == n:
            depth -= 1
            if depth >= 0:
                used ^= 1 << taken[depth]
            continue
        tried[depth] += 1
        if used >> i & 1 or not can_place(boards[depth], queue[i], answer[i], srs, fits, reach):
            continue
        move = answer[i]
        shape, left, low = code_shape(move), code_left(move), code_low(move)
        place(boards[depth], queue[i], shape, left, low, boards[depth + 1])
        taken[depth] = i
        used |= 1 << i
        depth += 1
        tried[depth] = 0
    return orders

"""Making candidates in reverse: a finished T-spin shape first, then pieces taken away.

The method of the thesis (000), chapter 4. Terrain (4.1, fig. 4.2): two full rows with a
T-shaped slot and an overhang, some cells on top, some rows with holes below. Reverse step
(4.2): take away four cells that a drop could have put there, n times; the queue is what
was taken, last first. The thesis puts one row below the base; we put one to three, so
that boards differ in height. Column of the slot, side of the overhang and the pieces are
drawn before the terrain, which is then tried again until they fit: so each is as frequent
as any other, however rarely it fits.

Compare with tests/tspin/test_generate.py, which says what must hold of a candidate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.bits import height
from engines.contract import Variant
from engines.jit import kernel
from engines.randomness import below, fraction, start, stream_key
from engines.tspin.board import MAX_QUEUE, WIDTH, bulk_rows, put
from engines.tspin.goals import NOWHERE, double_place
from engines.tspin.moves import LANES, MAX_PLACEMENTS, code, code_left, code_low, code_shape
from engines.tspin.pieces import BOTTOMS, MASKS, PIECES, SHAPES, TOPS, WIDTHS
from engines.tspin.puzzle import DROP, Puzzle

TRIES = 1000  # terrains for one choice of slot and pieces before both are drawn anew

PARAMETERS: dict[str, Any] = {
    "goal": "tsd",
    "moves": DROP,
    "noise": (0.10, 0.20),  # chance of a cell on top of a filled one, drawn per candidate (fig. 4.2b)
    "holes": (0.00, 0.15),  # chance of a hole in the rows below, besides one that is always there (fig. 4.2c)
    "rows_below": (1, 3),
}

VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("tsd-1", "T-spin Double, one piece", 1, PARAMETERS),
        Variant("tsd-2", "T-spin Double, two pieces", 2, PARAMETERS),
    )
}


class Candidates(NamedTuple):
    """Candidates as arrays: the boards, the queues, and the placements that were taken away."""

    columns: np.ndarray
    queues: np.ndarray
    intended: np.ndarray


@kernel
def base_terrain(base: int, centre: int, side: int, board: np.ndarray) -> None:
    """Two full rows with the slot of the T, and the overhang (4.1). `base` is the lower of the rows."""
    for x in range(WIDTH):
        board[x] = 3 << base
    board[centre] = 0
    board[centre - 1] = 1 << base
    board[centre + 1] = 1 << base
    board[centre + side] |= 4 << base


@kernel
def noise_above(state: np.ndarray, base: int, chance: float, board: np.ndarray) -> None:
    """In the two rows above the base fill some of the cells that lie on a filled one (fig. 4.2b)."""
    for row in range(base + 2, base + 4):
        for x in range(WIDTH):
            if board[x] >> (row - 1) & 1 and fraction(state) < chance:
                board[x] |= 1 << row


@kernel
def rows_below(state: np.ndarray, base: int, chance: float, board: np.ndarray) -> None:
    """Fill the rows under the base but for some holes, at least one in each (fig. 4.2c)."""
    for row in range(base):
        hole = below(state, WIDTH)
        for x in range(WIDTH):
            if x != hole and fraction(state) >= chance:
                board[x] |= 1 << row


@kernel
def list_removals(board: np.ndarray, piece: int, out: np.ndarray) -> int:
    """Placements of the piece that a drop could have made last: on top of its columns, and supported."""
    count = 0
    for shape in range(SHAPES[piece]):
        width = WIDTHS[piece, shape]
        for left in range(WIDTH - width + 1):
            low = height(board[left]) - 1 - TOPS[piece, shape, 0]
            if low >= 0 and removable(board, piece, shape, left, low):
                out[count] = code(shape, left, low)
                count += 1
    return count


@kernel
def removable(board: np.ndarray, piece: int, shape: int, left: int, low: int) -> bool:
    """Whether the cells are filled, nothing lies above them, and something right below them."""
    supported = False
    for column in range(WIDTHS[piece, shape]):
        word = board[left + column]
        cells = MASKS[piece, shape, column] << low
        if word & cells != cells or height(word) != low + TOPS[piece, shape, column] + 1:
            return False
        bottom = low + BOTTOMS[piece, shape, column]
        supported = supported or bottom == 0 or word >> (bottom - 1) & 1 != 0
    return supported


@kernel
def take_away(
    state: np.ndarray, queue: np.ndarray, n: int, board: np.ndarray, lists: np.ndarray, intended: np.ndarray
) -> bool:
    """Take the pieces of the queue away, last first, each place as likely; False if one has no place."""
    for i in range(n - 1, -1, -1):
        count = list_removals(board, queue[i], lists)
        if count == 0:
            return False
        move = lists[below(state, count)]
        for column in range(WIDTHS[queue[i], code_shape(move)]):
            board[code_left(move) + column] &= ~(MASKS[queue[i], code_shape(move), column] << code_low(move))
        intended[i] = move
    return True


@kernel
def restore(board: np.ndarray, queue: np.ndarray, n: int, intended: np.ndarray) -> None:
    """Put what was taken away back."""
    for i in range(n):
        move = np.int64(intended[i])
        put(board, queue[i], code_shape(move), code_left(move), code_low(move))


@kernel
def make_candidate(
    state: np.ndarray,
    n: int,
    settings: np.ndarray,
    board: np.ndarray,
    queue: np.ndarray,
    intended: np.ndarray,
    work: np.ndarray,
    lists: np.ndarray,
) -> int:
    """One candidate; how many terrains it took."""
    tries = 0
    while True:
        centre = 1 + below(state, WIDTH - 2)
        side = 2 * below(state, 2) - 1
        for i in range(n):
            queue[i] = below(state, len(SHAPES))
        noise = settings[0] + fraction(state) * (settings[1] - settings[0])
        holes = settings[2] + fraction(state) * (settings[3] - settings[2])
        base = int(settings[4]) + below(state, int(settings[5] - settings[4]) + 1)
        for _ in range(TRIES):
            tries += 1
            base_terrain(base, centre, side, board)
            noise_above(state, base, noise, board)
            rows_below(state, base, holes, board)
            if not take_away(state, queue, n, board, lists, intended):
                continue
            if double_place(board, work[:4], work[4:8]) != NOWHERE:
                continue
            for x in range(WIDTH):
                work[8, x] = board[x]
            restore(work[8], queue, n, intended)
            if double_place(work[8], work[:4], work[4:8]) != NOWHERE:
                return tries


@kernel
def make_candidates(
    key: np.uint64,
    first: int,
    n: int,
    settings: np.ndarray,
    boards: np.ndarray,
    queues: np.ndarray,
    intended: np.ndarray,
) -> int:
    """Candidates number first, first + 1, ... of a stream; how many terrains they took."""
    state = np.zeros(1, dtype=np.uint64)
    work = np.zeros((9, LANES), dtype=np.int64)
    lists = np.zeros(MAX_PLACEMENTS, dtype=np.int64)
    tries = 0
    for i in range(len(boards)):
        start(state, key, first + i)
        tries += make_candidate(state, n, settings, boards[i], queues[i], intended[i], work, lists)
    return tries


def candidates(variant: Variant, seed: int, count: int, first: int = 0) -> Candidates:
    """The bulk path: candidates number first .. first+count-1 of a seed, as arrays."""
    settings = np.array(
        [*variant.parameters["noise"], *variant.parameters["holes"], *variant.parameters["rows_below"]],
        dtype=np.float64,
    )
    boards = np.zeros((count, WIDTH), dtype=np.int64)
    queues = np.zeros((count, MAX_QUEUE), dtype=np.int64)
    intended = np.zeros((count, MAX_QUEUE), dtype=np.int64)
    make_candidates(stream_key(variant.name, seed), first, variant.moves, settings, boards, queues, intended)
    return Candidates(boards, queues, intended)


def generate(variant: Variant, seed: int, count: int, first: int = 0) -> list[Puzzle]:
    """The same as puzzles."""
    made = candidates(variant, seed, count, first)
    goal, moves = variant.parameters["goal"], variant.parameters["moves"]
    queues = ["".join(PIECES[piece] for piece in queue[: variant.moves]) for queue in made.queues.tolist()]
    boards = bulk_rows(made.columns)
    return [Puzzle(goal, moves, queue, rows) for queue, rows in zip(queues, boards, strict=True)]

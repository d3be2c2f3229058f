"""Positions and moves of the game, for kernels.

A position is a board of ten column words, the piece held (`NOBODY` if none), and the pieces that are known: the
current one and five next. A search keeps the known pieces in one array and how many of them are gone.

A move is one number: the placement's code, the piece, whether it came out of the hold, and how a T arrives there: as
a full T-spin if it can, else as a mini if it can. (Arriving plainly where a spin is possible is never worth more.)
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.rules.board import WIDTH, place
from engines.tspin.rules.moves import MAX_PLACEMENTS, PADDED, code_left, code_low, code_shape, list_reached
from engines.tspin.rules.pieces import T
from engines.tspin.rules.spins import FULL, MINI, NONE, spin_kinds

NOBODY = -1  # no piece in the hold
KNOWN = 6  # the current piece and five next
MAX_MOVES = 2 * MAX_PLACEMENTS
NO_MOVE = -1

PIECE_SHIFT, HELD_SHIFT, SPIN_SHIFT = 12, 15, 16


@kernel
def pack(code: int, piece: int, held: int, spin: int) -> int:
    return code | piece << PIECE_SHIFT | held << HELD_SHIFT | spin << SPIN_SHIFT


@kernel
def move_code(move: int) -> int:
    return move & 0xFFF


@kernel
def move_piece(move: int) -> int:
    return move >> PIECE_SHIFT & 7


@kernel
def move_held(move: int) -> int:
    return move >> HELD_SHIFT & 1


@kernel
def move_spin(move: int) -> int:
    return move >> SPIN_SHIFT & 3


@kernel
def best_spin(board: np.ndarray, code: int, fits: np.ndarray, reach: np.ndarray) -> int:
    """The best way for a T to arrive at a placement: FULL, MINI or NONE."""
    kinds = spin_kinds(board, code_shape(code), code_left(code), code_low(code), fits, reach)
    if kinds >> FULL & 1:
        return FULL
    return MINI if kinds >> MINI & 1 else NONE


@kernel
def list_piece_moves(
    board: np.ndarray, piece: int, held: int, fits: np.ndarray, reach: np.ndarray, out: np.ndarray
) -> int:
    """All moves of one piece into `out`; how many, none of them if its spawn is blocked."""
    count = list_reached(board, piece, fits, reach, out)
    for i in range(count):
        spin = best_spin(board, out[i], fits, reach) if piece == T else NONE
        out[i] = pack(out[i], piece, held, spin)
    return count


@kernel
def other_piece(hold: int, queue: np.ndarray, gone: int) -> int:
    """The piece that comes for the current one when that is held; NOBODY if it is not known or the same again."""
    if hold == NOBODY:
        return queue[gone + 1] if gone + 1 < len(queue) else NOBODY
    return hold if hold != queue[gone] else NOBODY


@kernel
def list_moves(
    board: np.ndarray, hold: int, queue: np.ndarray, gone: int, fits: np.ndarray, reach: np.ndarray, out: np.ndarray
) -> int:
    """All moves of a position into `out`: those of the current piece, then those of the piece that a hold brings.

    There are none when the current piece's spawn is blocked: the game is over.
    """
    count = list_piece_moves(board, queue[gone], 0, fits, reach, out)
    other = other_piece(hold, queue, gone)
    if count and other != NOBODY:
        count += list_piece_moves(board, other, 1, fits, reach, out[count:])
    return count


@kernel
def apply(board: np.ndarray, move: int, new: np.ndarray) -> int:
    """`new` is the board after a move; how many lines it clears."""
    code = move_code(move)
    full = place(board, move_piece(move), code_shape(code), code_left(code), code_low(code), new)
    lines = 0
    while full:
        full &= full - 1
        lines += 1
    return lines


@kernel
def hold_after(move: int, hold: int, queue: np.ndarray, gone: int) -> int:
    """The piece held after a move."""
    return queue[gone] if move_held(move) else hold


@kernel
def gone_after(move: int, hold: int, gone: int) -> int:
    """How many of the known pieces are gone after a move: two when the first piece of the game is held."""
    return gone + 2 if move_held(move) and hold == NOBODY else gone + 1


@kernel
def is_empty(board: np.ndarray) -> bool:
    union = 0
    for x in range(WIDTH):
        union |= board[x]
    return union == 0


def move_list() -> np.ndarray:
    """Room for all moves of a position."""
    return np.zeros(MAX_MOVES, dtype=np.int64)


def moves_of(board: np.ndarray, hold: int, queue: np.ndarray) -> list[int]:
    """All moves of a position, its current piece being the first of the queue."""
    out = move_list()
    fits, reach = np.zeros((4, PADDED), dtype=np.int64), np.zeros((4, PADDED), dtype=np.int64)
    return [int(move) for move in out[: list_moves(board, hold, queue, 0, fits, reach, out)]]

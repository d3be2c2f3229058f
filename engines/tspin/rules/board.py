"""The board: ten words, one a column, bit y of a word being row y from the bottom.

Columns rather than rows, because pieces fall along them: how far a piece falls, and
everything reached on the way, is then a handful of word operations. Compare with
`rows`, the same board as row masks (bit x for column x), which is how a `Puzzle`
keeps it, and with the text rows that people read, from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engines.kernels.bits import height
from engines.kernels.jit import kernel
from engines.tspin.rules.pieces import MASKS, WIDTHS

WIDTH = 10
SPAWN_X = 4  # the centre of a new piece
SPAWN_Y = 19
CEILING = 19  # no puzzle starts with a filled cell this high
MAX_QUEUE = 7
ROWS = 56  # room for seven pieces of four rows on a stack of nineteen, and kicks above them
ALL_ROWS = (1 << ROWS) - 1
FULL_ROW = (1 << WIDTH) - 1

EMPTY_ROWS = (0,) * CEILING

FILLED, EMPTY = "X", "."


def columns_of(rows: Sequence[int]) -> list[int]:
    """Row masks, from the bottom, as column words."""
    return [sum((row >> x & 1) << y for y, row in enumerate(rows)) for x in range(WIDTH)]


def rows_of(columns: Iterable[int]) -> tuple[int, ...]:
    """Column words as row masks, from the bottom, without the empty rows on top."""
    words = [int(word) for word in columns]
    top = max(word.bit_length() for word in words)
    return tuple(sum((word >> y & 1) << x for x, word in enumerate(words)) for y in range(top))


def text_of(rows: Sequence[int]) -> list[str]:
    """Row masks as lines of text, from the top."""
    return ["".join(FILLED if row >> x & 1 else EMPTY for x in range(WIDTH)) for row in reversed(rows)]


def mirrored(row: int) -> int:
    """A row mask seen in a mirror."""
    return sum((row >> x & 1) << (WIDTH - 1 - x) for x in range(WIDTH))


def bulk_columns(boards: Sequence[Sequence[int]]) -> np.ndarray:
    """Many boards of row masks as one array of column words."""
    rows = np.array([(*board, *EMPTY_ROWS[len(board) :]) for board in boards], dtype=np.int64)
    columns = np.zeros((len(boards), WIDTH), dtype=np.int64)
    for x in range(WIDTH):
        columns[:, x] = (((rows >> x) & 1) << np.arange(CEILING)).sum(axis=1)
    return columns


def bulk_rows(columns: np.ndarray) -> list[tuple[int, ...]]:
    """Many boards of column words as row masks, the empty rows on top left out."""
    top = int(np.bitwise_or.reduce(columns, axis=None)).bit_length()
    rows = np.zeros((len(columns), top), dtype=np.int64)
    for x in range(WIDTH):
        rows |= ((columns[:, x, None] >> np.arange(top)) & 1) << x
    heights = ((rows > 0) * np.arange(1, top + 1)).max(axis=1, initial=0)
    return [tuple(board[:h]) for board, h in zip(rows.tolist(), heights.tolist(), strict=True)]


@kernel
def stack_height(board: np.ndarray) -> int:
    """One more than the highest row with a filled cell."""
    union = 0
    for x in range(WIDTH):
        union |= board[x]
    return height(union)


@kernel
def full_rows(board: np.ndarray) -> int:
    """The word of rows that are full."""
    full = board[0]
    for x in range(1, WIDTH):
        full &= board[x]
    return full


@kernel
def clear_rows(board: np.ndarray, full: int) -> None:
    """Take the rows of the word `full` out; what lies above them comes down."""
    while full:
        top = 1 << (height(full) - 1)
        below = top - 1
        for x in range(WIDTH):
            board[x] = (board[x] & below) | ((board[x] >> 1) & ~below)
        full ^= top


@kernel
def put(board: np.ndarray, piece: int, shape: int, left: int, low: int) -> None:
    """Fill a piece's cells."""
    for column in range(WIDTHS[piece, shape]):
        board[left + column] |= MASKS[piece, shape, column] << low


@kernel
def rows_filled(board: np.ndarray, piece: int, shape: int, left: int, low: int) -> int:
    """The word of rows that are full with a piece there."""
    full = ALL_ROWS
    for x in range(WIDTH):
        word = board[x]
        column = x - left
        if 0 <= column < WIDTHS[piece, shape]:
            word |= MASKS[piece, shape, column] << low
        full &= word
    return full


@kernel
def place(old: np.ndarray, piece: int, shape: int, left: int, low: int, new: np.ndarray) -> int:
    """`new` is `old` with the piece locked and full rows cleared; the word of the rows cleared."""
    for x in range(WIDTH):
        new[x] = old[x]
    put(new, piece, shape, left, low)
    full = full_rows(new)
    if full:
        clear_rows(new, full)
    return full

"""The Puyo board: six columns, twelve rows in sight and a hidden thirteenth, as text and as bits.

A cell is one of eight: empty, garbage, hard, or one of five colours. Kernels keep a board as three
planes, one for each bit of the cell's number, and a plane as two words of four 16-bit lanes:

    word 0: wall, column 1, column 2, column 3      word 1: column 4, column 5, column 6, wall

Within a lane, bit r is row r (1 at the bottom, 13 hidden); bit 0 and the bits above 13 stay empty, and so do
the walls: what is shifted across an edge falls into nothing. The array of a board is thus six int64, plane by
plane: [p0 word 0, p0 word 1, p1 word 0, ...]. No word ever has bit 63 set.

People's boards are settled, so a puzzle keeps six columns of letters from the bottom; compare with `text`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

WIDTH = 6
VISIBLE = 12  # rows in which puyos connect and vanish
ROWS = 13  # the hidden row included; what would come to rest above it is gone
DEATH_COLUMN = 2  # column 3: filled up to row 12 after a move, the game is lost

EMPTY, GARBAGE, HARD, PURPLE, RED, GREEN, BLUE, YELLOW = range(8)
MARKS = ".ohprgby"  # by the number of the cell
COLORS = "rgbyp"  # in the order in which people name them
COLOR_CODES = tuple(MARKS.index(color) for color in COLORS)
PLANES = 3
WORDS = 2 * PLANES  # in the array of a board
LANE = 16  # bits of a column in a word
ROWS_MASK = (1 << ROWS) - 1  # the rows of a column, row 1 at bit 0

Columns = tuple[str, ...]  # six columns of letters from the bottom


def word_of(x: int) -> int:
    """Which of a plane's two words holds column x (0 to 5)."""
    return (x + 1) // 4


def shift_of(x: int) -> int:
    """Where column x begins in its word: bit 0 of its lane, so that row r is at `shift_of(x) + r`."""
    return LANE * ((x + 1) % 4)


def columns_from_rows(rows: Sequence[str]) -> Columns:
    """Rows from the top as six columns from the bottom, with '.' for what is empty below something."""
    return tuple("".join(row[x] for row in reversed(rows)).rstrip(".") for x in range(WIDTH))


def rows_from_columns(columns: Columns) -> list[str]:
    """Columns as rows from the top, without the empty ones above them."""
    highest = max(map(len, columns))
    padded = [column.ljust(highest, ".") for column in columns]
    return ["".join(column[y] for column in padded) for y in reversed(range(highest))]


def settled(columns: Columns) -> Columns:
    """What floats has fallen."""
    return tuple(column.replace(".", "") for column in columns)


def planes_of(columns: Columns) -> np.ndarray:
    """The array of a board."""
    return bulk_planes([columns])[0]


def bulk_planes(boards: Sequence[Columns]) -> np.ndarray:
    """The arrays of many boards, one a row."""
    text = "".join(column.ljust(ROWS, ".") for columns in boards for column in columns)
    codes = _CODE_OF[np.frombuffer(text.encode(), dtype=np.uint8)].reshape(len(boards), WIDTH, ROWS)
    return planes_from_codes(codes)


def planes_from_codes(codes: np.ndarray) -> np.ndarray:
    """The arrays of boards given as cell numbers by (board, column, row)."""
    planes = np.zeros((len(codes), WORDS), dtype=np.int64)
    weights = np.int64(1) << np.arange(1, ROWS + 1, dtype=np.int64)
    for plane in range(PLANES):
        lanes = ((codes >> plane & 1) * weights).sum(axis=2, dtype=np.int64)
        for x in range(WIDTH):
            planes[:, 2 * plane + word_of(x)] |= lanes[:, x] << shift_of(x)
    return planes


def codes_of(planes: np.ndarray) -> np.ndarray:
    """Cell numbers by (board, column, row), the other way round."""
    codes = np.zeros((len(planes), WIDTH, ROWS), dtype=np.int64)
    rows = np.arange(1, ROWS + 1, dtype=np.int64)
    for plane in range(PLANES):
        for x in range(WIDTH):
            lane = planes[:, 2 * plane + word_of(x)] >> shift_of(x)
            codes[:, x] |= (lane[:, None] >> rows & 1) << plane
    return codes


def columns_of(planes: np.ndarray) -> Columns:
    """The columns of a board as text; whole numbers are quicker for one board than arrays."""
    words = planes.tolist()
    columns = []
    for x in range(WIDTH):
        word, shift = word_of(x), shift_of(x) + 1
        low, middle, high = (words[2 * plane + word] >> shift & ROWS_MASK for plane in range(PLANES))
        rows = range((low | middle | high).bit_length())
        columns.append("".join([MARKS[low >> y & 1 | (middle >> y & 1) << 1 | (high >> y & 1) << 2] for y in rows]))
    return tuple(columns)


def bulk_columns(planes: np.ndarray) -> list[Columns]:
    """The columns of many boards as text."""
    marks = _MARK_OF[codes_of(planes)].tobytes().decode()
    lanes = [marks[i : i + ROWS].rstrip(".") for i in range(0, len(marks), ROWS)]
    return [tuple(lanes[i : i + WIDTH]) for i in range(0, len(lanes), WIDTH)]


_CODE_OF = np.zeros(128, dtype=np.int64)
_CODE_OF[[ord(mark) for mark in MARKS]] = range(len(MARKS))
_MARK_OF = np.frombuffer(MARKS.encode(), dtype=np.uint8)

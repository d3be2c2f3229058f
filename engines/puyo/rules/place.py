"""Where a pair can go, and how it falls. A placement is the pivot's column and where the rotor is.

`3N` is column 3 with the rotor above, `3S` with the rotor below, `34` with the rotor in column 4. A double has
only `1N` .. `6N` and `12` .. `56`, the first half of the list. Compare with `placements` in quality/referee/puyo.py.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.kernels.lanes import load_8
from engines.puyo.rules.board import DEATH_COLUMN, LANE, VISIBLE, WIDTH, shift_of, word_of
from engines.puyo.rules.planes import ROWS_LANE, Planes, Word, free_cells, load_board, put, store_board

PLACEMENTS = (
    *(f"{x}N" for x in range(1, WIDTH + 1)),
    *(f"{x}{x + 1}" for x in range(1, WIDTH)),
    *(f"{x}S" for x in range(1, WIDTH + 1)),
    *(f"{x + 1}{x}" for x in range(1, WIDTH)),
)
NUMBER_OF = {name: number for number, name in enumerate(PLACEMENTS)}
DOUBLES = 11  # the first so many are all that a double has
ALL_PLACEMENTS = len(PLACEMENTS)
PIVOT_COLUMN = np.array([int(name[0]) - 1 for name in PLACEMENTS], dtype=np.int64)
ROTOR_COLUMN = np.array(
    [int(name[1]) - 1 if name[1].isdigit() else int(name[0]) - 1 for name in PLACEMENTS], dtype=np.int64
)
ROTOR_BELOW = np.array([name[1] == "S" for name in PLACEMENTS], dtype=np.int64)
BY_COLUMNS = np.array(
    [
        sum(1 << n for n in range(ALL_PLACEMENTS) if PIVOT_COLUMN[n] == x or ROTOR_COLUMN[n] == x)
        for x in range(WIDTH)
    ],
    dtype=np.int64,
)  # the placements that use a column
SOUTHERN = np.array([1 << NUMBER_OF[f"{x + 1}S"] for x in range(WIDTH)], dtype=np.int64)
EVERY_PLACEMENT = (1 << ALL_PLACEMENTS) - 1
EVERY_DOUBLE = (1 << DOUBLES) - 1
ROW_12 = sum(1 << (LANE * lane + VISIBLE) for lane in range(4))  # in all four lanes of a word

COLUMN_CELLS = np.zeros((WIDTH, 2), dtype=np.int64)  # a column as the two words of a plane
for _x in range(WIDTH):
    COLUMN_CELLS[_x, word_of(_x)] = ROWS_LANE << shift_of(_x)
# Where each placement puts its halves: at the lowest free cell of a column, or one above it.
PIVOT_FIRST, PIVOT_SECOND, ROTOR_FIRST, ROTOR_SECOND = np.zeros((4, ALL_PLACEMENTS, 2), dtype=np.int64)
for _number, _name in enumerate(PLACEMENTS):
    (PIVOT_SECOND if _name[1] == "S" else PIVOT_FIRST)[_number] = COLUMN_CELLS[PIVOT_COLUMN[_number]]
    (ROTOR_SECOND if _name[1] == "N" else ROTOR_FIRST)[_number] = COLUMN_CELLS[ROTOR_COLUMN[_number]]


@kernel
def height_of(board: np.ndarray, x: int) -> int:
    """How high a column of a settled board is."""
    word = (x + 1) >> 2
    filled = board[word] | board[2 + word] | board[4 + word]
    return popcount(filled >> 16 * ((x + 1) & 3) & 0xFFFF)


@kernel
def legal_placements(board: np.ndarray) -> int:
    """The placements that a pair of two colours can reach, as a mask of their numbers.

    A column of height 12 blocks itself and what lies behind it as seen from column 3, unless the pair can
    climb: on a column of height 11 that it reaches, or between columns 2 and 4 that are both 12 or more. A
    column of height 13 always blocks.
    """
    if not (board[0] | board[1] | board[2] | board[3] | board[4] | board[5]) & ROW_12:
        return EVERY_PLACEMENT
    climbs = height_of(board, DEATH_COLUMN - 1) >= VISIBLE and height_of(board, DEATH_COLUMN + 1) >= VISIBLE
    for way in (-1, 1):
        x = DEATH_COLUMN
        while 0 <= x < WIDTH and height_of(board, x) < VISIBLE:
            climbs = climbs or height_of(board, x) == VISIBLE - 1
            x += way
    highest = VISIBLE if climbs else VISIBLE - 1
    legal = EVERY_PLACEMENT
    for way in (-1, 1):
        x = DEATH_COLUMN
        while 0 <= x < WIDTH and height_of(board, x) <= highest:
            if height_of(board, x) >= VISIBLE:
                legal &= ~SOUTHERN[x]
            x += way
        while 0 <= x < WIDTH:
            legal &= ~BY_COLUMNS[x]
            x += way
    return legal


@kernel
def drop(board: np.ndarray, x: int, code: int) -> None:
    """One puyo onto a column of a settled board; what would rest above row 13 is gone."""
    p0, p1, p2 = load_board(board)
    p0, p1, p2 = put(p0, p1, p2, free_cells(p0, p1, p2) & load_8(COLUMN_CELLS, x), code)
    store_board(board, p0, p1, p2)


@kernel
def placed(p0: Word, p1: Word, p2: Word, placement: int, pivot: int, rotor: int) -> Planes:
    """A settled board in registers, with a pair on it."""
    first = free_cells(p0, p1, p2)
    second = first << 1
    pivot_cell = first & load_8(PIVOT_FIRST, placement) | second & load_8(PIVOT_SECOND, placement)
    rotor_cell = first & load_8(ROTOR_FIRST, placement) | second & load_8(ROTOR_SECOND, placement)
    p0, p1, p2 = put(p0, p1, p2, pivot_cell, pivot)
    return put(p0, p1, p2, rotor_cell, rotor)


@kernel
def place(board: np.ndarray, placement: int, pivot: int, rotor: int) -> None:
    """A pair onto a settled board, each half falling for itself."""
    p0, p1, p2 = load_board(board)
    p0, p1, p2 = placed(p0, p1, p2, placement, pivot, rotor)
    store_board(board, p0, p1, p2)


@kernel
def fall_onto(board: np.ndarray, counts: np.ndarray, code: int) -> None:
    """So many garbage or hard puyos onto each column."""
    for x in range(WIDTH):
        for _ in range(counts[x]):
            drop(board, x, code)


@kernel
def lost(board: np.ndarray) -> bool:
    """Whether column 3 is filled up to row 12: the game is over."""
    return height_of(board, DEATH_COLUMN) >= VISIBLE

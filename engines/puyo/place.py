"""Where a pair can go, and how it falls. A placement is the pivot's column and where the rotor is.

`3N` is column 3 with the rotor above, `3S` with the rotor below, `34` with the rotor in column 4. A double has
only `1N` .. `6N` and `12` .. `56`, the first half of the list. Compare with `placements` in quality/referee/puyo.py.
"""

from __future__ import annotations

import numpy as np

from engines.bits import popcount
from engines.jit import kernel
from engines.puyo.board import DEATH_COLUMN, ROWS, VISIBLE, WIDTH

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
    climbs = height_of(board, DEATH_COLUMN - 1) >= VISIBLE and height_of(board, DEATH_COLUMN + 1) >= VISIBLE
    for way in (-1, 1):
        x = DEATH_COLUMN
        while 0 <= x < WIDTH and height_of(board, x) < VISIBLE:
            climbs = climbs or height_of(board, x) == VISIBLE - 1
            x += way
    highest = VISIBLE if climbs else VISIBLE - 1
    legal = (1 << ALL_PLACEMENTS) - 1
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
    row = height_of(board, x) + 1
    if row <= ROWS:
        word, bit = (x + 1) >> 2, 1 << (16 * ((x + 1) & 3) + row)
        for plane in range(3):
            if code >> plane & 1:
                board[2 * plane + word] |= bit


@kernel
def place(board: np.ndarray, placement: int, pivot: int, rotor: int) -> None:
    """A pair onto a settled board, each half falling for itself."""
    if ROTOR_BELOW[placement]:
        drop(board, ROTOR_COLUMN[placement], rotor)
        drop(board, PIVOT_COLUMN[placement], pivot)
    else:
        drop(board, PIVOT_COLUMN[placement], pivot)
        drop(board, ROTOR_COLUMN[placement], rotor)


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

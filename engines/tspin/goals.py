"""Can a T-spin Double be played on this board?

It can when some place of the T clears exactly two rows, stands on something and is
turned into as a full T-spin, the T coming from its spawn by SRS. Counting the empty
cells of all rows at once rules out nearly every board before anything is searched.
Compare with `doubles` in tests/tspin/naive.py, which tries every pose of the T.
"""

from __future__ import annotations

import numpy as np

from engines.bits import lowest
from engines.jit import kernel
from engines.tspin.board import ALL_ROWS, WIDTH
from engines.tspin.moves import PAD, code, explore, find_fits
from engines.tspin.pieces import BOTTOMS, EAST, LEFT, LOW, MASKS, NORTH, SOUTH, THE_T, WEST, WIDTHS, T
from engines.tspin.spins import corners, spins_into

GOALS = ("tsd",)
NOWHERE = -1  # no place for the T


@kernel
def add_column(ones: int, twos: int, more: int, column: int) -> tuple[int, int, int]:
    """Count the empty cells of one more column into a two-bit counter for every row.

    `ones` and `twos` are the digits; `more` marks the rows where they have overflowed.
    """
    empty = ALL_ROWS & ~column
    carry = ones & empty
    return ones ^ empty, twos ^ carry, more | (twos & carry)


@kernel
def add_counts(counts: np.ndarray, index: int, ones: int, twos: int, more: int) -> tuple[int, int, int]:
    """Such a counter with another, `counts[index]`, added to it."""
    carry = counts[index, 0] & ones
    sum_of_twos = counts[index, 1] ^ twos
    overflow = (counts[index, 1] & twos) | (sum_of_twos & carry)
    return counts[index, 0] ^ ones, sum_of_twos ^ carry, counts[index, 2] | more | overflow


@kernel
def count_empty(board: np.ndarray) -> tuple[int, int, int]:
    """The empty cells of every row."""
    ones, twos, more = 0, 0, 0
    for x in range(WIDTH):
        ones, twos, more = add_column(ones, twos, more, board[x])
    return ones, twos, more


@kernel
def count_around(board: np.ndarray, before: np.ndarray, after: np.ndarray) -> None:
    """For each column the counts of all columns to its left, and of itself and all to its right."""
    for digit in range(3):
        before[0, digit] = 0
        after[WIDTH, digit] = 0
    for x in range(WIDTH):
        before[x + 1, 0], before[x + 1, 1], before[x + 1, 2] = add_column(
            before[x, 0], before[x, 1], before[x, 2], board[x]
        )
        y = WIDTH - 1 - x
        after[y, 0], after[y, 1], after[y, 2] = add_column(
            after[y + 1, 0], after[y + 1, 1], after[y + 1, 2], board[y]
        )


@kernel
def rows_by_gaps(ones: int, twos: int, more: int) -> tuple[int, int, int]:
    """The rows with exactly one, two and three empty cells."""
    return ones & ~twos & ~more, twos & ~ones & ~more, ones & twos & ~more


@kernel
def centre_rows(rotation: int, one: int, two: int, three: int) -> int:
    """Rows where the centre of a T in this rotation may be so that it clears two rows.

    Pointing up or down it fills three cells in its own row and one in the next; pointing
    sideways one, two and one in three rows, of which two must become full.
    """
    above = one >> 1
    below = one << 1
    if rotation == NORTH:
        return three & above
    if rotation == SOUTH:
        return three & below
    return (two & (above | below)) | (above & below)


@kernel
def find_room(board: np.ndarray, fits: np.ndarray) -> tuple[int, int, int]:
    """Rows where the centre of a T has room somewhere: pointing up, down, and sideways.

    Pieces to come only take room away, unless they clear a row.
    """
    find_fits(board, THE_T, fits)
    up, down, sideways = 0, 0, 0
    for lane in range(PAD, PAD + WIDTH):
        up |= fits[NORTH, lane]
        down |= fits[SOUTH, lane]
        sideways |= fits[EAST, lane] | fits[WEST, lane]
    return up, down << 1, sideways << 1


@kernel
def may_clear_two(one: int, two: int, three: int, up: int, down: int, sideways: int) -> bool:
    """Whether some T could make two rows full, as far as numbers of gaps and room for it tell."""
    above = one >> 1
    below = one << 1
    beside = (two & (above | below)) | (above & below)
    return (three & above & up) | (three & below & down) | (beside & sideways) != 0


@kernel
def fits_at(board: np.ndarray, rotation: int, left: int, low: int) -> bool:
    """Whether the T's cells are empty there."""
    overlap = 0
    for column in range(WIDTHS[T, rotation]):
        overlap |= board[left + column] & (MASKS[T, rotation, column] << low)
    return overlap == 0


@kernel
def stands_at(board: np.ndarray, rotation: int, left: int, low: int) -> bool:
    """Whether something is right below the T."""
    for column in range(WIDTHS[T, rotation]):
        bottom = low + BOTTOMS[T, rotation, column]
        if bottom == 0 or board[left + column] >> (bottom - 1) & 1:
            return True
    return False


@kernel
def rows_cleared(rotation: int, y: int, one: int, two: int, three: int) -> int:
    """The rows that a T with its centre in row y makes full, its own cells being empty."""
    above = (one >> (y + 1) & 1) << (y + 1)
    below = ((one << 1) >> y & 1) << y >> 1
    if rotation == NORTH:
        return (three >> y & 1) << y | above
    if rotation == SOUTH:
        return (three >> y & 1) << y | below
    return (two >> y & 1) << y | above | below


@kernel
def two_rows(rows: int) -> bool:
    """Whether exactly two bits are set."""
    rest = rows & (rows - 1)
    return rest != 0 and rest & (rest - 1) == 0


@kernel
def only_gap(board: np.ndarray, row: int) -> int:
    """The column of the one empty cell of a row."""
    for x in range(WIDTH):
        if not board[x] >> row & 1:
            return x
    return NOWHERE


@kernel
def is_slot(board: np.ndarray, rotation: int, left: int, low: int) -> bool:
    """Whether a T fits there, stands on something and has three of its corners filled."""
    if left < 0 or left + WIDTHS[T, rotation] > WIDTH or low < 0:
        return False
    x, y = left - LEFT[T, rotation], low - LOW[T, rotation]
    up_left, up_right, down_left, down_right = corners(board, x, y)
    if up_left + up_right + down_left + down_right < 3:
        return False
    return fits_at(board, rotation, left, low) and stands_at(board, rotation, left, low)


@kernel
def find_double(board: np.ndarray, fits: np.ndarray, reach: np.ndarray, one: int, two: int, three: int) -> int:
    """The search behind `double_place`, given the rows with exactly one, two and three empty cells.

    One of the rows cleared always has a single gap, in the column of the T's centre.
    """
    explored = False
    for rotation in range(4):
        rows = centre_rows(rotation, one, two, three)
        while rows:
            y = lowest(rows)
            rows &= rows - 1
            cleared = rows_cleared(rotation, y, one, two, three)
            if not two_rows(cleared):
                continue
            left = only_gap(board, lowest(cleared & one)) + LEFT[T, rotation]
            low = y + LOW[T, rotation]
            if not is_slot(board, rotation, left, low):
                continue
            if not explored and not explore(board, THE_T, fits, reach):
                return NOWHERE
            explored = True
            if not reach[rotation, PAD + left] >> low & 1:
                continue
            if spins_into(board, rotation, left, low, fits, reach)[1]:
                return code(rotation, left, low)
    return NOWHERE


@kernel
def double_place(board: np.ndarray, fits: np.ndarray, reach: np.ndarray) -> int:
    """A place of the T, as a code, where it makes a T-spin Double; NOWHERE if there is none."""
    one, two, three = rows_by_gaps(*count_empty(board))
    return find_double(board, fits, reach, one, two, three)


def centre_of(place: int) -> tuple[int, int, int]:
    """A place of the T as rotation and centre (x, y)."""
    rotation, left, low = (place >> 6) // WIDTH, (place >> 6) % WIDTH, place & 63
    return rotation, left - int(LEFT[T, rotation]), low - int(LOW[T, rotation])

"""Can the goal be played on this board?

| goal   | what must be possible                                                          |
|--------|--------------------------------------------------------------------------------|
| tsd    | a full T-spin that clears exactly two rows                                     |
| tst    | a full T-spin that clears exactly three                                        |
| quad   | an I that clears four                                                          |
| donate | a T-spin Double after which a well that the queue had covered is open again    |

The T or I comes from its spawn by SRS, whatever rules the queue has. Counting the empty
cells of all rows at once rules out nearly every board before anything is searched.
Compare with `goal_poses` in tests/engines/tspin/naive.py, which tries every pose of the piece.

Kernels take a goal as an *aim*: its number, and for donate the well's column and the row
of its bottom.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import height, lowest, popcount
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ALL_ROWS, WIDTH
from engines.tspin.rules.moves import PAD, code, explore
from engines.tspin.rules.pieces import BOTTOMS, EAST, LEFT, LOW, MASKS, NORTH, SOUTH, THE_T, WEST, WIDTHS, I, T
from engines.tspin.rules.spins import corners, spins_into

GOALS = ("tsd", "tst", "quad", "donate")  # a goal's number is its place here
TSD, TST, QUAD, DONATE = range(4)
GOAL_PIECES = ("T", "T", "I", "T")
GOAL_LINES = np.array([2, 3, 4, 2], dtype=np.int64)
AIM_GOAL, AIM_WELL, AIM_BOTTOM = range(3)
NO_WELL = -1
NOWHERE = -1  # no place for the piece
THE_I = np.int64(I)
UPRIGHT = np.int64(EAST)  # the I that stands


def aim_of(goal: str, well: int | None, columns: np.ndarray) -> np.ndarray:
    """A goal as kernels take it, for a puzzle that begins with these columns."""
    if well is None:
        return np.array([GOALS.index(goal), NO_WELL, 0], dtype=np.int64)
    return np.array([GOALS.index(goal), well, int(columns[well]).bit_length()], dtype=np.int64)


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
def four_in_a_row(rows: int) -> int:
    """The rows that begin four of the word, one above the other."""
    pairs = rows & (rows >> 1)
    return pairs & (pairs >> 2)


@kernel
def centre_rows(rotation: int, lines: int, one: int, two: int, three: int) -> int:
    """Rows where the centre of a T in this rotation may be so that it clears two or three rows.

    Pointing up or down it fills three cells in its own row and one in the next; pointing
    sideways one, two and one in three rows.
    """
    above = one >> 1
    below = one << 1
    if rotation in (EAST, WEST):
        if lines == 3:
            return two & above & below
        return (two & (above | below)) | (above & below)
    if lines == 3:
        return 0
    return three & (above if rotation == NORTH else below)


@kernel
def may_clear(goal: int, one: int, two: int, three: int, up: int, down: int, sideways: int) -> bool:
    """Whether the goal's rows could be made full, as far as numbers of gaps and room for the piece tell."""
    if goal == QUAD:
        return four_in_a_row(one) & up != 0
    above = one >> 1
    below = one << 1
    if goal == TST:
        return two & above & below & sideways != 0
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
def well_depth(board: np.ndarray, well: int) -> int:
    """How deep a column lies below its lower neighbour; 0 if its top two cells there are not walled in."""
    bottom = height(board[well])
    left = board[well - 1] if well > 0 else ALL_ROWS
    right = board[well + 1] if well < WIDTH - 1 else ALL_ROWS
    top = min(height(left), height(right))
    if top - bottom < 2 or (left & right) >> (top - 2) & 3 != 3:
        return 0
    return top - bottom


@kernel
def column_without(word: int, rows: int) -> int:
    """A column once the rows of the word are gone."""
    while rows:
        below = (1 << lowest(rows)) - 1
        word = (word & below) | ((word >> 1) & ~below)
        rows = (rows & (rows - 1)) >> 1
    return word


@kernel
def reopens(board: np.ndarray, aim: np.ndarray, rotation: int, left: int, low: int, cleared: int) -> bool:
    """Whether the T that clears these rows leaves the well of the aim open, which was not."""
    well = aim[AIM_WELL]
    word = board[well]
    if word >> aim[AIM_BOTTOM] == 0:
        return False
    column = well - left
    if 0 <= column < WIDTHS[T, rotation]:
        word |= MASKS[T, rotation, column] << low
    return column_without(word, cleared) >> aim[AIM_BOTTOM] == 0


@kernel
def find_spin(
    board: np.ndarray, aim: np.ndarray, fits: np.ndarray, reach: np.ndarray, one: int, two: int, three: int
) -> int:
    """`goal_place` for a T, given the rows with exactly one, two and three empty cells.

    One of the rows cleared always has a single gap, in the column of the T's centre.
    """
    lines = GOAL_LINES[aim[AIM_GOAL]]
    explored = False
    for rotation in range(4):
        rows = centre_rows(rotation, lines, one, two, three)
        while rows:
            y = lowest(rows)
            rows &= rows - 1
            cleared = rows_cleared(rotation, y, one, two, three)
            if popcount(cleared) != lines:
                continue
            left = only_gap(board, lowest(cleared & one)) + LEFT[T, rotation]
            low = y + LOW[T, rotation]
            if not is_slot(board, rotation, left, low):
                continue
            if aim[AIM_GOAL] == DONATE and not reopens(board, aim, rotation, left, low, cleared):
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
def find_quad(board: np.ndarray, fits: np.ndarray, reach: np.ndarray, one: int) -> int:
    """`goal_place` for an I, given the rows with exactly one empty cell."""
    rows = four_in_a_row(one)
    while rows:
        low = lowest(rows)
        rows &= rows - 1
        left = only_gap(board, low)
        if (board[left] >> low) & 15 or (low > 0 and not board[left] >> (low - 1) & 1):
            continue
        if not explore(board, THE_I, fits, reach):
            return NOWHERE
        if (reach[EAST, PAD + left] | reach[WEST, PAD + left]) >> low & 1:
            return code(UPRIGHT, left, low)
    return NOWHERE


@kernel
def goal_place(board: np.ndarray, aim: np.ndarray, fits: np.ndarray, reach: np.ndarray) -> int:
    """A place of the T (or I), as a code, where it reaches the goal; NOWHERE if there is none."""
    one, two, three = rows_by_gaps(*count_empty(board))
    if aim[AIM_GOAL] == QUAD:
        return find_quad(board, fits, reach, one)
    return find_spin(board, aim, fits, reach, one, two, three)


def goal_piece(goal: str) -> int:
    """The number of the piece that plays a goal."""
    return I if goal == "quad" else T

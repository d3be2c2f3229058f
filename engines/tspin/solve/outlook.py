"""What the pieces that are left can still do: the tests that let the solver skip most boards.

Every test here is one-sided. It may say "perhaps" of a board that leads nowhere, but never
"no" of one that leads to the goal: see tests/engines/tspin/solve/test_outlook.py, which asks the twin.

All rows are looked at in parallel: bit y of a word speaks of row y. `least[k]` is the word
of the rows with at most k empty cells. Under `drop` an empty cell with a filled one above
it cannot be filled before a row clears: in a row that is to clear, such *covered* cells must
be where the T or the I goes.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import height, lowest
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ALL_ROWS, WIDTH, rows_filled
from engines.tspin.rules.goals import QUAD, TST, four_in_a_row
from engines.tspin.rules.moves import code, drops_to
from engines.tspin.rules.pieces import SHAPES, WIDTHS

LEVELS = WIDTH + 1


@kernel
def add(a: int, b: int, c: int) -> tuple[int, int]:
    """Three one-bit numbers for every row added: the lower and the higher bit of their sum."""
    return a ^ b ^ c, (a & b) | (c & (a ^ b))


@kernel
def count_gaps(board: np.ndarray, least: np.ndarray) -> None:
    """`least[k]`, the rows with at most k empty cells, for k = 0 .. 10."""
    a, a2 = add(~board[0], ~board[1], ~board[2])
    b, b2 = add(~board[3], ~board[4], ~board[5])
    c, c2 = add(~board[6], ~board[7], ~board[8])
    d, d2 = add(a, b, c)
    ones, e2 = add(d, ~board[9], 0)
    f, f4 = add(a2, b2, c2)
    twos, g4 = add(f, d2, e2)
    fours = f4 ^ g4
    eights = f4 & g4
    # Digits of the count of empty cells; a count of at most k is told from them from the top down.
    low = ~eights
    least[10] = ALL_ROWS
    least[9] = ALL_ROWS & (low | (eights & ~twos))
    least[8] = ALL_ROWS & (low | (eights & ~twos & ~ones))
    least[7] = ALL_ROWS & low
    least[6] = ALL_ROWS & low & ~(fours & twos & ones)
    least[5] = ALL_ROWS & low & ~(fours & twos)
    least[4] = ALL_ROWS & low & ~(fours & (twos | ones))
    least[3] = ALL_ROWS & low & ~fours
    least[2] = least[3] & ~(twos & ones)
    least[1] = least[3] & ~twos
    least[0] = least[1] & ~ones


@kernel
def find_covered(board: np.ndarray, srs: bool, left: np.ndarray, right: np.ndarray) -> int:
    """The rows with a covered cell; `left[x]` those with one left of column x, `right[x]` right of it.

    A piece that may tuck reaches under others: to it no cell is covered.
    """
    for x in range(WIDTH + 1):
        left[x] = 0
        right[x] = 0
    if srs:
        return 0
    for x in range(WIDTH):
        left[x + 1] = left[x] | ((1 << height(board[x])) - 1) & ~board[x]
        y = WIDTH - 1 - x
        if y > 0:
            right[y - 1] = right[y] | ((1 << height(board[y])) - 1) & ~board[y]
    return left[WIDTH]


@kernel
def find_room(board: np.ndarray, goal: int, left: np.ndarray, right: np.ndarray) -> tuple[int, int, int]:
    """Rows where the centre of a T has room somewhere: pointing up, down, and sideways.

    Covered cells in the rows that it clears must be its own. For an I: where the lowest cell of one
    that stands has room. Pieces to come only take room away, unless they clear a row.
    """
    up, down, sideways = 0, 0, 0
    for x in range(WIDTH):
        here = board[x]
        beside = left[x] | right[x]  # rows with a covered cell in another column
        if goal == QUAD:
            up |= four_in_a_row(ALL_ROWS & ~here & ~beside)
            continue
        low, high = beside << 1, beside >> 1
        stem = here << 1 | here | here >> 1 | 1
        if 0 < x < WIDTH - 1:
            row = here | board[x - 1] | board[x + 1] | left[x - 1] | right[x + 1]
            up |= ~(row | here >> 1 | high)
            down |= ~(row | here << 1 | low | 1)
        if x < WIDTH - 1:
            sideways |= ~(stem | board[x + 1] | missed(goal, left[x] | right[x + 1], low, high))
        if x > 0:
            sideways |= ~(stem | board[x - 1] | missed(goal, left[x - 1] | right[x], low, high))
    return up & ALL_ROWS, down & ALL_ROWS, sideways & ALL_ROWS


@kernel
def missed(goal: int, middle: int, low: int, high: int) -> int:
    """Rows of a T's centre where too few of its three rows can be cleared, given those that cannot."""
    if goal == TST:
        return middle | low | high
    return (middle & low) | (middle & high) | (low & high)


@kernel
def pair(least: np.ndarray, cells: int, a: int, b: int, up: int) -> int:
    """Rows y that lack a cells, with b in row y + up, and at most `cells` more in both together."""
    found = 0
    for k in range(cells + 1):
        here = least[min(a + k, WIDTH)]
        there = least[min(b + cells - k, WIDTH)]
        found |= here & (there >> up if up >= 0 else there << -up)
    return found


@kernel
def may_prepare(least: np.ndarray, cells: int, goal: int, up: int, down: int, sideways: int) -> bool:
    """Whether `cells` more cells can prepare the goal without a row clearing before it."""
    if goal == QUAD:
        rows = pair(least, cells, 1, 1, 1)
        return rows & rows >> 2 & up != 0
    above, under = pair(least, cells, 2, 1, 1) & sideways, pair(least, cells, 2, 1, -1) & sideways
    if goal == TST:
        return above & under != 0
    if above | under | (pair(least, cells, 3, 1, 1) & up) | (pair(least, cells, 3, 1, -1) & down):
        return True
    return pair(least, cells, 1, 1, 2) & sideways >> 1 != 0


@kernel
def list_clearing_drops(board: np.ndarray, piece: int, rows: int, out: np.ndarray) -> int:
    """The drops of a piece that clear one of `rows`, rows whose empty cells are open; how many there are.

    A drop that clears several is listed with the lowest.
    """
    count = 0
    while rows:
        row = lowest(rows)
        rows &= rows - 1
        gaps = 0
        for x in range(WIDTH):
            gaps |= (~board[x] >> row & 1) << x
        first, last = lowest(gaps), height(gaps) - 1
        for shape in range(SHAPES[piece]):
            width = WIDTHS[piece, shape]
            for left in range(max(0, last - width + 1), min(first, WIDTH - width) + 1):
                low = drops_to(board, piece, shape, left)
                filled = rows_filled(board, piece, shape, left, low)
                if filled and lowest(filled) == row:
                    out[count] = code(shape, left, low)
                    count += 1
    return count

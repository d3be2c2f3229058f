"""What a player might run into: every way to place the queue, looked at once more.

The solver asks which ways reach the goal; this asks what the others are like. It
counts those that end one cell short of the goal - a cell in a row that the goal's piece would
clear or, for a T, at one of its corners - and finds the most rows that a greedy player could clear.
Compare with `all_placements` in tests/engines/tspin/naive.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ALL_ROWS, WIDTH, rows_filled
from engines.tspin.rules.goals import (
    AIM_GOAL,
    DONATE,
    GOAL_LINES,
    NOWHERE,
    QUAD,
    find_quad,
    goal_place,
    is_slot,
    only_gap,
    reopens,
)
from engines.tspin.rules.moves import PAD, explore, find_fits
from engines.tspin.rules.pieces import CELLS, LEFT, LOW, THE_T, WIDTHS, T
from engines.tspin.rules.spins import filled, spins_into
from engines.tspin.solve.solver import Work, advance, enter

GAPS = 5  # rows with 0 to 4 empty cells are told apart
T_ROWS = np.zeros((4, 3), dtype=np.int64)  # of a rotation of the T, the cells in each of its rows
for _rotation in range(4):
    for _, _row in CELLS[T, _rotation]:
        T_ROWS[_rotation, _row] += 1


@kernel
def rows_by_number(board: np.ndarray, rows: np.ndarray) -> None:
    """`rows[k]` is the word of the rows with exactly k empty cells."""
    rows[0] = ALL_ROWS
    for k in range(1, GAPS):
        rows[k] = 0
    for x in range(WIDTH):
        empty = ALL_ROWS & ~board[x]
        for k in range(GAPS - 1, 0, -1):
            rows[k] = (rows[k] & ~empty) | (rows[k - 1] & empty)
        rows[0] &= ~empty


@kernel
def nearly(rotation: int, lines: int, rows: np.ndarray) -> int:
    """The lowest rows of a T that fills so many rows, or one fewer and leaves another one cell short."""
    a, b, c = T_ROWS[rotation, 0], T_ROWS[rotation, 1], T_ROWS[rotation, 2]
    full_a, short_a = rows[a], rows[a + 1]
    full_b, short_b = rows[b] >> 1, rows[b + 1] >> 1
    first_two = (full_a & (full_b | short_b)) | (short_a & full_b)
    if c == 0:
        return first_two if lines == 2 else 0
    full_c, short_c = rows[c] >> 2, rows[c + 1] >> 2
    if lines == 3:
        return (first_two & full_c) | (full_a & full_b & short_c)
    near = first_two | (full_a & (full_c | short_c)) | (short_a & full_c)
    return near | (full_b & (full_c | short_c)) | (short_b & full_c)


@kernel
def spin_works_with(
    board: np.ndarray,
    aim: np.ndarray,
    rotation: int,
    left: int,
    low: int,
    x: int,
    y: int,
    fits: np.ndarray,
    reach: np.ndarray,
) -> bool:
    """Whether a T in this place, which then clears the goal's rows, reaches the goal once (x, y) is filled."""
    board[x] ^= 1 << y
    works = is_slot(board, rotation, left, low)
    if works and aim[AIM_GOAL] == DONATE:
        works = reopens(board, aim, rotation, left, low, rows_filled(board, THE_T, rotation, left, low))
    if works:
        works = explore(board, THE_T, fits, reach) and reach[rotation, PAD + left] >> low & 1 != 0
    if works:
        works = spins_into(board, rotation, left, low, fits, reach)[1]
    board[x] ^= 1 << y
    return works


@kernel
def t_covers(rotation: int, left: int, low: int, x: int, y: int) -> bool:
    """Whether (x, y) is one of the T's cells."""
    for cell in range(4):
        if left + CELLS[T, rotation, cell, 0] == x and low + CELLS[T, rotation, cell, 1] == y:
            return True
    return False


@kernel
def one_short_at(
    board: np.ndarray,
    aim: np.ndarray,
    rotation: int,
    left: int,
    low: int,
    rows: np.ndarray,
    fits: np.ndarray,
    reach: np.ndarray,
) -> bool:
    """Whether one more cell, in a row that it clears or at a corner, makes this place of the T the goal."""
    lines = GOAL_LINES[aim[AIM_GOAL]]
    full = 0
    for row in range(3):
        count = T_ROWS[rotation, row]
        if count:
            full += rows[count] >> (low + row) & 1
    if full == lines - 1:
        for row in range(3):
            count = T_ROWS[rotation, row]
            if count and rows[count + 1] >> (low + row) & 1:
                for x in range(WIDTH):
                    y = low + row
                    if board[x] >> y & 1 or t_covers(rotation, left, low, x, y):
                        continue
                    if spin_works_with(board, aim, rotation, left, low, x, y, fits, reach):
                        return True
    if full == lines:
        for corner in range(4):
            x = left - LEFT[T, rotation] + 2 * (corner & 1) - 1
            y = low - LOW[T, rotation] + (corner & 2) - 1
            if filled(board, x, y) or makes_row_full(rotation, low, y, rows):
                continue
            if spin_works_with(board, aim, rotation, left, low, x, y, fits, reach):
                return True
    return False


@kernel
def makes_row_full(rotation: int, low: int, y: int, rows: np.ndarray) -> bool:
    """Whether one more cell in row y fills it, together with what the T has there."""
    count = 0
    if low <= y < low + 3:
        count = T_ROWS[rotation, y - low]
    return rows[count + 1] >> y & 1 != 0


@kernel
def quad_short_at(board: np.ndarray, low: int, short: int, fits: np.ndarray, reach: np.ndarray) -> bool:
    """Whether an I that stands on row `low` clears four once row `short`, which lacks two cells, lacks one."""
    left = only_gap(board, low if short != low else low + 1)
    for x in range(WIDTH):
        if x == left or board[x] >> short & 1:
            continue
        board[x] ^= 1 << short
        works = find_quad(board, fits, reach, 15 << low) != NOWHERE
        board[x] ^= 1 << short
        return works
    return False


@kernel
def quad_short(board: np.ndarray, rows: np.ndarray, fits: np.ndarray, reach: np.ndarray) -> bool:
    """`one_short` for an I: of four rows one above the other three lack one cell and one lacks two."""
    one, two = rows[1], rows[2]
    for row in range(4):
        lows = two >> row
        for other in range(4):
            if other != row:
                lows &= one >> other
        while lows:
            low = lowest(lows)
            lows &= lows - 1
            if quad_short_at(board, low, low + row, fits, reach):
                return True
    return False


@kernel
def one_short(
    board: np.ndarray, aim: np.ndarray, rows: np.ndarray, room: np.ndarray, fits: np.ndarray, reach: np.ndarray
) -> bool:
    """Whether the goal cannot be played, but could with one more cell: a near miss."""
    if goal_place(board, aim, fits, reach) != NOWHERE:
        return False
    rows_by_number(board, rows)
    if aim[AIM_GOAL] == QUAD:
        return quad_short(board, rows, fits, reach)
    lines = GOAL_LINES[aim[AIM_GOAL]]
    explored = False
    for rotation in range(4):
        near = nearly(rotation, lines, rows)
        if near == 0:
            continue
        if not explored:
            find_fits(board, THE_T, room)
            explored = True
        for left in range(WIDTH - WIDTHS[T, rotation] + 1):
            places = near & room[rotation, PAD + left]
            while places:
                if one_short_at(board, aim, rotation, left, lowest(places), rows, fits, reach):
                    return True
                places &= places - 1
    return False


@kernel
def measure_placements(
    work: Work, queue: np.ndarray, n: int, srs: bool, aim: np.ndarray, rows: np.ndarray, room: np.ndarray
) -> tuple[int, int, int]:
    """Ways to place the queue, how many of them end one cell short, and the most rows that one clears."""
    lines = np.zeros(n + 1, dtype=np.int64)
    ways, short, most = 0, 0, 0
    depth: Any = np.int64(0)
    enter(work, queue, srs, depth)
    while depth >= 0:
        if work.nexts[depth] == work.sizes[depth]:
            depth -= 1
            continue
        lines[depth + 1] = lines[depth] + popcount(advance(work, queue, depth))
        if depth < n - 1:
            depth += 1
            enter(work, queue, srs, depth)
            continue
        ways += 1
        most = max(most, lines[n])
        short += one_short(work.boards[n], aim, rows, room, work.fits, work.reach)
    return ways, short, most

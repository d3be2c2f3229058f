"""What the puzzle shows as it is given: the features of board, queue and goal."""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import height, popcount
from engines.kernels.jit import kernel
from engines.tspin.measure.all_placements import rows_by_number
from engines.tspin.measure.catalogue import PIECE_COLUMNS, TOLD, column
from engines.tspin.rules.board import ALL_ROWS, WIDTH, stack_height
from engines.tspin.rules.goals import AIM_GOAL, AIM_WELL, NO_WELL, well_depth
from engines.tspin.rules.pieces import I, J, L, O, S, T, Z
from engines.tspin.rules.spins import corners

FILLED = column("filled")
HEIGHT_RANGE = column("height_range")
GAPS_1 = column("gaps_1")
PIECE = np.int64(column("piece"))
FIRST_PIECE = np.int64(column("first_piece"))
SLOTS_AT_START = column("slots_at_start")
HALF_SLOTS_AT_START = column("half_slots_at_start")
HOLES = column("holes")
STACK_HEIGHT = column("stack_height")
GOAL = column("goal")
PIECES_GIVEN = column("pieces")
REPEATS = column("repeats")
ROUGHNESS = column("roughness")
STEEPEST = column("steepest")
DEEPEST_WELL = column("deepest_well")
ROWS_ONE_GAP = column("rows_one_gap")
WELL_DEPTH = column("well_depth")
WELL_FROM_WALL = column("well_from_wall")
PIECE_1 = column("piece_1")


@kernel
def from_wall(x: int) -> int:
    """Columns between a column and the nearer wall."""
    return min(x, WIDTH - 1 - x)


@kernel
def measure_kind(piece: int, out: np.ndarray, index: int) -> None:
    """A piece's number and the three flags of the thesis."""
    out[index] = piece
    out[index + 1] = piece in (T, J, L)
    out[index + 2] = piece in (S, Z, I)
    out[index + 3] = piece == O


@kernel
def measure_queue(queue: np.ndarray, n: int, out: np.ndarray) -> None:
    """The pieces, whatever becomes of them."""
    measure_kind(queue[n - 1], out, PIECE)
    if n >= 2:
        measure_kind(queue[0], out, FIRST_PIECE)
    seen, repeated = 0, 0
    for i in range(n):
        repeated += seen >> queue[i] & 1
        seen |= 1 << queue[i]
        if i < TOLD:
            measure_kind(queue[i], out, PIECE_1 + i * PIECE_COLUMNS)
    out[PIECES_GIVEN] = n
    out[REPEATS] = repeated


@kernel
def measure_gaps(board: np.ndarray, out: np.ndarray) -> None:
    """Maximal horizontal runs of one, two and three empty cells."""
    for length in range(3):
        out[GAPS_1 + length] = 0
    for y in range(stack_height(board)):
        run = 0
        for x in range(WIDTH + 1):
            if x < WIDTH and not board[x] >> y & 1:
                run += 1
                continue
            if 1 <= run <= 3:
                out[GAPS_1 + run - 1] += 1
            run = 0


@kernel
def measure_slots(board: np.ndarray, out: np.ndarray) -> None:
    """Places for a T pointing down whose lower corners are filled: with an upper one, and without."""
    out[SLOTS_AT_START] = 0
    out[HALF_SLOTS_AT_START] = 0
    for y in range(1, stack_height(board) + 1):
        for x in range(1, WIDTH - 1):
            room = board[x - 1] | board[x] | board[x + 1] | board[x] << 1
            if room >> y & 1:
                continue
            up_left, up_right, down_left, down_right = corners(board, x, y)
            if down_left & down_right:
                out[SLOTS_AT_START if up_left | up_right else HALF_SLOTS_AT_START] += 1


@kernel
def measure_surface(board: np.ndarray, out: np.ndarray) -> None:
    """The heights of the columns beside each other."""
    rough, steep, deep = 0, 0, 0
    for x in range(WIDTH):
        here = height(board[x])
        left = height(board[x - 1]) if x > 0 else ALL_ROWS
        right = height(board[x + 1]) if x < WIDTH - 1 else ALL_ROWS
        deep = max(deep, min(left, right) - here)
        if x > 0:
            rough += abs(here - left)
            steep = max(steep, abs(here - left))
    out[ROUGHNESS] = rough
    out[STEEPEST] = steep
    out[DEEPEST_WELL] = deep


@kernel
def measure_terrain(board: np.ndarray, out: np.ndarray) -> None:
    """What the board at the start shows."""
    cells, holes, high, flat = 0, 0, 0, ALL_ROWS
    for x in range(WIDTH):
        top = height(board[x])
        cells += popcount(board[x])
        holes += top - popcount(board[x])
        high = max(high, top)
        flat = min(flat, top)
    out[FILLED] = cells
    out[HOLES] = holes
    out[STACK_HEIGHT] = high
    out[HEIGHT_RANGE] = high - flat
    measure_gaps(board, out)
    measure_slots(board, out)
    measure_surface(board, out)


@kernel
def measure_aim(board: np.ndarray, aim: np.ndarray, rows: np.ndarray, out: np.ndarray) -> None:
    """How the board at the start lies to the goal."""
    out[GOAL] = aim[AIM_GOAL]
    rows_by_number(board, rows)
    out[ROWS_ONE_GAP] = popcount(rows[1])
    if aim[AIM_WELL] != NO_WELL:
        out[WELL_DEPTH] = well_depth(board, aim[AIM_WELL])
        out[WELL_FROM_WALL] = from_wall(aim[AIM_WELL])

"""What the answer shows: how each piece lies when it is placed, and all of them about the goal's piece.

All cells of one piece are ten column words, a *layer*; when rows clear, layers are cleared with the board.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.tspin.measure.arrivals import SPIN, TUCK
from engines.tspin.measure.catalogue import PAIR_COLUMNS, PIECE_COLUMNS, TOLD, column
from engines.tspin.measure.problem import from_wall
from engines.tspin.rules.board import ALL_ROWS, WIDTH, full_rows, place, put, stack_height
from engines.tspin.rules.goals import AIM_GOAL, AIM_WELL, NO_WELL, NOWHERE, QUAD, THE_I
from engines.tspin.rules.moves import code_left, code_low, code_shape
from engines.tspin.rules.pieces import LEFT, LOW, MASKS, THE_T, TOPS, WIDTHS, S, T, Z
from engines.tspin.rules.spins import corners, filled

EDGES_FILLED = np.int64(column("edges_filled"))
EDGES_BASE = column("edges_base")
SECOND_ABOVE_FIRST = column("second_above_first")
EDGES_BETWEEN = column("edges_between")
PLACED_UNDER_CROSS = column("placed_under_cross")
PLACED_LOW_ROWS = column("placed_low_rows")
ANSWER_BURIES = column("answer_buries")
ANSWER_EDGES_BASE = column("answer_edges_base")
SLOT_ROW = column("slot_row")
SLOT_FROM_WALL = column("slot_from_wall")
CHOICES = column("choices")
CLEARS_PASSED = column("clears_passed")
TUCKS = column("tucks")
SPINS = column("spins")
UPRIGHT = column("upright")
UPRIGHT_SZ = column("upright_sz")
FITTED = column("fitted")
STACKED = column("stacked")
GROUPS = column("groups")
APART = column("apart")
IDLE = column("idle")
PLACED_GOAL_ROWS = column("placed_goal_rows")
PLACED_CORNERS = column("placed_corners")
PLACED_OVER_SLOT = column("placed_over_slot")
PLACED_UNDER_SLOT = column("placed_under_slot")
PLACED_OVER_WELL = column("placed_over_well")
HOLES_LEFT = column("holes_left")
SLOT_DEPTH = column("slot_depth")
SLOT_ROOF = column("slot_roof")
SLOT_UPRIGHT = column("slot_upright")
WELL_FROM_SLOT = column("well_from_slot")
FARTHEST = column("farthest")
SLOT_COLUMN = column("slot_column")
SLOT_OVERHANG = column("slot_overhang")
SLOT_AT_WALL = column("slot_at_wall")
# Of the first piece and the first pair; the others are PIECE_COLUMNS and PAIR_COLUMNS further on.
EDGES_FILLED_1 = column("edges_filled_1")
CHOICES_1 = column("choices_1")
TEMPTING_1 = column("tempting_1")
ARRIVAL_1 = column("arrival_1")
EDGES_BASE_1 = column("edges_base_1")
FROM_SLOT_1 = column("from_slot_1")
ABOVE_1_2 = column("above_1_2")
EDGES_1_2 = column("edges_1_2")
APART_1_2 = column("apart_1_2")


@kernel
def edges(a: np.ndarray, b: np.ndarray) -> int:
    """Edges where cells of one layer touch cells of another."""
    count = 0
    for x in range(WIDTH):
        count += popcount(a[x] & (b[x] << 1)) + popcount(a[x] & (b[x] >> 1))
        if x > 0:
            count += popcount(a[x] & b[x - 1])
        if x < WIDTH - 1:
            count += popcount(a[x] & b[x + 1])
    return count


@kernel
def below_lowest(word: int) -> int:
    """The rows below the lowest cell of a column of a layer; none if it has no cell."""
    return (word & -word) - 1 if word else 0


@kernel
def measure_placed(board: np.ndarray, layer: np.ndarray, out: np.ndarray, index: int) -> None:
    """How a piece lies on the board that it is placed on: four columns from `index` on."""
    out[index] = edges(layer, board)
    right_filled, right_empty, all_empty = 0, 0, 0
    for x in range(WIDTH):
        below = below_lowest(layer[x])
        right_below = below ^ (below >> 1)
        right_filled += popcount(right_below & board[x])
        right_empty += popcount(right_below & ~board[x])
        all_empty += popcount(below & ~board[x])
    out[index + 1] = right_filled
    out[index + 2] = right_empty
    out[index + 3] = all_empty


@kernel
def cells_above(first: np.ndarray, second: np.ndarray) -> int:
    """Cells of the second layer that lie above the lowest one of the first in their column."""
    count = 0
    for x in range(WIDTH):
        if first[x]:
            lowest_bit = first[x] & -first[x]
            count += popcount(second[x] & ~(2 * lowest_bit - 1))
    return count


@kernel
def lies_on(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether a cell of the second layer lies right above one of the first."""
    touching = 0
    for x in range(WIDTH):
        touching |= second[x] & (first[x] << 1)
    return touching != 0


@kernel
def columns_between(a: int, width_a: int, b: int, width_b: int) -> int:
    """Columns between two pieces, given where they begin and how wide they are."""
    return max(0, max(a, b) - min(a + width_a, b + width_b))


@kernel
def is_fitted(board: np.ndarray, piece: int, move: int) -> bool:
    """Whether something filled is on either side of the piece in each of its rows."""
    shape, left, low = code_shape(move), code_left(move), code_low(move)
    for row in range(4):
        first, last = NOWHERE, NOWHERE
        for x in range(WIDTHS[piece, shape]):
            if MASKS[piece, shape, x] >> row & 1:
                first = x if first == NOWHERE else first
                last = x
        if first == NOWHERE:
            break
        if not filled(board, left + first - 1, low + row) or not filled(board, left + last + 1, low + row):
            return False
    return True


@kernel
def stands(piece: int, shape: int) -> bool:
    """Whether the piece is higher than wide."""
    high = 0
    for x in range(WIDTHS[piece, shape]):
        high = max(high, TOPS[piece, shape, x] + 1)
    return high > WIDTHS[piece, shape]


@kernel
def measure_pairs(layers: np.ndarray, i: int, queue: np.ndarray, answer: np.ndarray, out: np.ndarray) -> None:
    """How piece i lies to those before it, as it is placed."""
    left, width = code_left(answer[i]), WIDTHS[queue[i], code_shape(answer[i])]
    for j in range(i):
        between = columns_between(left, width, code_left(answer[j]), WIDTHS[queue[j], code_shape(answer[j])])
        out[APART] = max(out[APART], between)
        if i < TOLD:
            index = (i * (i - 1) // 2 + j) * PAIR_COLUMNS
            out[ABOVE_1_2 + index] = cells_above(layers[j], layers[i])
            out[EDGES_1_2 + index] = edges(layers[i], layers[j])
            out[APART_1_2 + index] = between


@kernel
def join_groups(layers: np.ndarray, i: int, group: np.ndarray) -> None:
    """Give piece i a group of its own, and everything that it touches the same."""
    group[i] = i
    for j in range(i):
        if group[j] != i and edges(layers[i], layers[j]):
            old = group[j]
            for k in range(i):
                if group[k] == old:
                    group[k] = i


@kernel
def measure_choices(
    board: np.ndarray,
    piece: int,
    i: int,
    moves: np.ndarray,
    count: int,
    cleared: int,
    after: np.ndarray,
    out: np.ndarray,
) -> None:
    """The placements of piece i after the answer's beginning, given how many rows it clears in the answer."""
    most = 0
    for index in range(count):
        move = moves[index]
        full = place(board, piece, code_shape(move), code_left(move), code_low(move), after)
        most = max(most, popcount(full))
    out[CHOICES] += np.log2(count)
    out[CLEARS_PASSED] += most > cleared
    if i < TOLD:
        out[CHOICES_1 + i * PIECE_COLUMNS] = count
        out[TEMPTING_1 + i * PIECE_COLUMNS] = most


@kernel
def measure_arrival(how: int, i: int, out: np.ndarray) -> None:
    """How piece i gets to its place."""
    out[TUCKS] += how == TUCK
    out[SPINS] += how == SPIN
    if i < TOLD:
        out[ARRIVAL_1 + i * PIECE_COLUMNS] = how


@kernel
def measure_piece(
    board: np.ndarray,
    queue: np.ndarray,
    n: int,
    i: int,
    answer: np.ndarray,
    layers: np.ndarray,
    group: np.ndarray,
    out: np.ndarray,
) -> None:
    """How piece i lies on its board and to the pieces before it, as it is placed; its layer is filled."""
    layer, piece, move = layers[i], queue[i], answer[i]
    for x in range(WIDTH):
        layer[x] = 0
    put(layer, piece, code_shape(move), code_left(move), code_low(move))
    for x in range(WIDTH):
        out[ANSWER_BURIES] += popcount(below_lowest(layer[x]) & ~board[x])
    if stands(piece, code_shape(move)):
        out[UPRIGHT] += 1
        out[UPRIGHT_SZ] += piece in (S, Z)
    out[FITTED] += is_fitted(board, piece, move)
    measure_pairs(layers, i, queue, answer, out)
    join_groups(layers, i, group)
    rests = False
    for j in range(i):
        rests = rests or lies_on(layers[j], layer)
    out[STACKED] += rests
    if i < TOLD:
        measure_placed(board, layer, out, EDGES_FILLED_1 + i * PIECE_COLUMNS)
    if i == n - 1:
        measure_placed(board, layer, out, EDGES_FILLED)
    if n == 2 and i == 1:
        out[EDGES_BETWEEN] = edges(layer, layers[0])
        out[SECOND_ABOVE_FIRST] = cells_above(layers[0], layer)


@kernel
def measure_groups(group: np.ndarray, n: int, out: np.ndarray) -> None:
    """How many groups there are."""
    groups = 0
    for i in range(n):
        groups |= 1 << group[i]
    out[GROUPS] = popcount(groups)


@kernel
def measure_slot(board: np.ndarray, slot: np.ndarray, spot: int, aim: np.ndarray, out: np.ndarray) -> int:
    """Where the goal's piece goes; the column of its centre."""
    shape, left, low = code_shape(spot), code_left(spot), code_low(spot)
    width, x, y = np.int64(1), left, low
    if aim[AIM_GOAL] != QUAD:
        width, x, y = WIDTHS[T, shape], left - LEFT[T, shape], low - LOW[T, shape]
        up_left, up_right, _, _ = corners(board, x, y)
        out[SLOT_OVERHANG] = up_left + 2 * up_right
    roof = 0
    for under in range(left, left + width):
        roof += popcount(board[under] & ~below_lowest(slot[under]))
    out[SLOT_ROOF] = roof
    out[SLOT_ROW] = y
    out[SLOT_FROM_WALL] = from_wall(x)
    out[SLOT_COLUMN] = x
    out[SLOT_AT_WALL] = left == 0 or left + width == WIDTH
    out[SLOT_UPRIGHT] = width < 3
    out[SLOT_DEPTH] = stack_height(board) - low
    if aim[AIM_WELL] != NO_WELL:
        out[WELL_FROM_SLOT] = abs(aim[AIM_WELL] - x)
    return x


@kernel
def corner_layer(x: int, y: int, layer: np.ndarray) -> None:
    """The four cells diagonal to a centre."""
    for side in range(x - 1, x + 2, 2):
        if 0 <= side < WIDTH:
            layer[side] |= (5 << y) >> 1


@kernel
def measure_distances(layers: np.ndarray, n: int, slot: np.ndarray, out: np.ndarray) -> None:
    """Steps from the slot to each piece: the slot grows by one step in all directions at a time."""
    grown = slot.copy()
    wider = np.zeros(WIDTH, dtype=np.int64)
    found, there = 0, 0
    for i in range(n):
        for x in range(WIDTH):
            if layers[i, x]:
                there |= 1 << i
    steps = 0
    while found != there:
        steps += 1
        for x in range(WIDTH):
            word = grown[x]
            wider[x] = word | word << 1 | word >> 1
            if x > 0:
                wider[x] |= grown[x - 1]
            if x < WIDTH - 1:
                wider[x] |= grown[x + 1]
        for x in range(WIDTH):
            grown[x] = wider[x] & ALL_ROWS
        for i in range(n):
            met = 0
            for x in range(WIDTH):
                met |= layers[i, x] & grown[x]
            if met and not found >> i & 1:
                found |= 1 << i
                out[FARTHEST] = steps
                if i < TOLD:
                    out[FROM_SLOT_1 + i * PIECE_COLUMNS] = steps


@kernel
def measure_base(board: np.ndarray, layers: np.ndarray, n: int, spot: int, aim: np.ndarray, out: np.ndarray) -> None:
    """How the placed pieces lie about the slot of the goal's piece, which is put on the board."""
    slot = np.zeros(WIDTH, dtype=np.int64)
    around = np.zeros(WIDTH, dtype=np.int64)
    piece = THE_I if aim[AIM_GOAL] == QUAD else THE_T
    put(slot, piece, code_shape(spot), code_left(spot), code_low(spot))
    x = measure_slot(board, slot, spot, aim, out)
    if aim[AIM_GOAL] != QUAD:
        corner_layer(x, np.int64(out[SLOT_ROW]), around)
    put(board, piece, code_shape(spot), code_left(spot), code_low(spot))
    rows = full_rows(board)
    under, over, in_rows, at_corners, touching, holes, idle, over_well = 0, 0, 0, 0, 0, 0, 0, 0
    for i in range(n):
        here = 0
        for x in range(WIDTH):
            cells = layers[i, x]
            under += popcount(cells & below_lowest(slot[x]))
            over += popcount(cells & (slot[x] << 1))
            in_rows += popcount(cells & rows)
            at_corners += popcount(cells & around[x])
            here |= cells & (rows | around[x])
            if x == aim[AIM_WELL]:
                over_well += popcount(cells)
            else:
                holes += popcount((cells >> 1) & ~board[x])
        idle += here == 0
        touched = edges(layers[i], slot)
        touching += touched
        if i < TOLD:
            out[EDGES_BASE_1 + i * PIECE_COLUMNS] = touched
        if i == n - 1:
            out[EDGES_BASE] = touched
    out[ANSWER_EDGES_BASE] = touching
    out[IDLE] = idle
    out[PLACED_GOAL_ROWS] = in_rows
    out[PLACED_UNDER_SLOT] = under
    out[PLACED_OVER_SLOT] = over
    out[HOLES_LEFT] = holes
    if n >= 2:
        out[PLACED_UNDER_CROSS] = under
        out[PLACED_LOW_ROWS] = in_rows
    if aim[AIM_GOAL] != QUAD:
        out[PLACED_CORNERS] = at_corners
    if aim[AIM_WELL] != NO_WELL:
        out[PLACED_OVER_WELL] = over_well
    measure_distances(layers, n, slot, out)

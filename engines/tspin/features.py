"""What can be measured on a puzzle: the features of the thesis (000, 5.2.2), then ours.

How the thesis is read where it leaves something open:
- Gaps are maximal horizontal runs of empty cells in the rows below the top of the terrain.
- "The piece" is the last of the answer: with two placements the thesis adds the kind of the
  first, so what the fourteen describe must be the second.
- Edges are counted between cells; walls and floor are no cells.
- The base is found from the finished board: its empty part is where the T goes, its lower
  two rows are those that the T clears, and under its cross is under the T's cells.
- It speaks of 22 features for two placements and names 19: the other three are taken to be
  the T/J/L, S/Z/I and O flags of the first piece.
Puzzles with several solutions are measured on the first. All cells of one piece are ten
column words, a *layer*; when rows clear, layers are cleared with the board.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.bits import height, popcount
from engines.contract import Feature, Verdict
from engines.jit import kernel
from engines.tspin.answers import first_answers
from engines.tspin.board import ALL_ROWS, WIDTH, clear_rows, full_rows, place, put, stack_height
from engines.tspin.goals import NOWHERE, goal_place
from engines.tspin.moves import LANES, code_left, code_low, code_shape
from engines.tspin.pieces import LEFT, LOW, PIECES, THE_T, I, J, L, O, S, T, Z
from engines.tspin.puzzle import Puzzle
from engines.tspin.solve import batch_of, work_space
from engines.tspin.spins import corners
from engines.tspin.survey import GAPS, survey

SURVEY_PIECES = 3  # up to so many pieces every way to place the queue is looked at
THESIS = "000 5.2.2"

FEATURES = (
    Feature("filled", "Filled cells", THESIS),
    Feature("height_range", "Highest column minus lowest column", THESIS),
    Feature("gaps_1", "Gaps of one cell in a row, below the top of the terrain", THESIS),
    Feature("gaps_2", "Gaps of two cells", THESIS, headline=True),
    Feature("gaps_3", "Gaps of three cells", THESIS),
    Feature("piece", f"The piece, the last of the answer, as its place in {PIECES}", THESIS),
    Feature("piece_tjl", "The piece is T, J or L", THESIS),
    Feature("piece_szi", "The piece is S, Z or I", THESIS),
    Feature("piece_o", "The piece is O", THESIS),
    Feature("edges_filled", "Edges of the placed piece that touch filled cells", THESIS),
    Feature("below_filled", "Filled cells right below the placed piece", THESIS),
    Feature("below_empty", "Empty cells right below the placed piece", THESIS, headline=True),
    Feature("below_all_empty", "All empty cells below the placed piece in its columns", THESIS),
    Feature("edges_base", "Edges of the placed piece that touch the base's gap", THESIS, headline=True),
    Feature("second_above_first", "Cells of the second piece that lie above the first", THESIS),
    Feature("placed_under_cross", "Placed cells under the cross of the base", THESIS),
    Feature("edges_between", "Edges where the first and the second piece touch", THESIS),
    Feature("placed_low_rows", "Placed cells in the lower two rows of the base", THESIS),
    Feature("first_piece", f"The first piece, as its place in {PIECES}", THESIS),
    Feature("first_tjl", "The first piece is T, J or L", THESIS),
    Feature("first_szi", "The first piece is S, Z or I", THESIS),
    Feature("first_o", "The first piece is O", THESIS),
    Feature("solutions", "Solutions", "ours"),
    Feature("other_solutions", "Solutions under the other rule set", "ours"),
    Feature("near_misses", "Ways to place the queue that end one cell short", "ours", headline=True),
    Feature("near_miss_share", "The share of such ways among all ways to place the queue", "ours"),
    Feature("ways", "Ways to place the queue", "ours"),
    Feature("tempting_lines", "The most rows that the queue can clear", "ours", headline=True),
    Feature("slots_at_start", "Slots for a T pointing down, with an overhang, at the start", "ours"),
    Feature("half_slots_at_start", "The same without an overhang", "ours"),
    Feature("holes", "Empty cells with a filled one above them", "ours"),
    Feature("stack_height", "Rows with a filled cell", "ours"),
    Feature("answer_lines", "Rows that the answer clears before the goal", "ours"),
    Feature("answer_buries", "Empty cells that the answer's pieces cover, all together", "ours"),
    Feature("answer_edges_base", "Edges of all placed pieces that touch the base's gap", "ours"),
    Feature("slot_row", "Row of the centre of the final T", "ours"),
    Feature("slot_from_wall", "Columns between the centre of the final T and the nearer wall", "ours"),
)
(
    FILLED,
    HEIGHT_RANGE,
    GAPS_1,
    _GAPS_2,
    _GAPS_3,
    PIECE,
    _PIECE_TJL,
    _PIECE_SZI,
    _PIECE_O,
    EDGES_FILLED,
    BELOW_FILLED,
    BELOW_EMPTY,
    BELOW_ALL_EMPTY,
    EDGES_BASE,
    SECOND_ABOVE_FIRST,
    PLACED_UNDER_CROSS,
    EDGES_BETWEEN,
    PLACED_LOW_ROWS,
    FIRST_PIECE,
    _FIRST_TJL,
    _FIRST_SZI,
    _FIRST_O,
    SOLUTIONS,
    OTHER_SOLUTIONS,
    NEAR_MISSES,
    NEAR_MISS_SHARE,
    WAYS,
    TEMPTING_LINES,
    SLOTS_AT_START,
    HALF_SLOTS_AT_START,
    HOLES,
    STACK_HEIGHT,
    ANSWER_LINES,
    ANSWER_BURIES,
    ANSWER_EDGES_BASE,
    SLOT_ROW,
    SLOT_FROM_WALL,
) = range(len(FEATURES))


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
def measure_kind(piece: int, out: np.ndarray, index: int) -> None:
    """A piece's number and the three flags of the thesis."""
    out[index] = piece
    out[index + 1] = piece in (T, J, L)
    out[index + 2] = piece in (S, Z, I)
    out[index + 3] = piece == O


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


@kernel
def measure_placed(board: np.ndarray, layer: np.ndarray, out: np.ndarray) -> None:
    """How the last piece lies on the board that it was placed on."""
    out[EDGES_FILLED] = edges(layer, board)
    out[BELOW_FILLED], out[BELOW_EMPTY], out[BELOW_ALL_EMPTY] = 0, 0, 0
    for x in range(WIDTH):
        below = below_lowest(layer[x])
        right_below = below ^ (below >> 1)
        out[BELOW_FILLED] += popcount(right_below & board[x])
        out[BELOW_EMPTY] += popcount(right_below & ~board[x])
        out[BELOW_ALL_EMPTY] += popcount(below & ~board[x])


@kernel
def measure_pair(first: np.ndarray, second: np.ndarray, out: np.ndarray) -> None:
    """How the second piece lies on the first."""
    out[EDGES_BETWEEN] = edges(second, first)
    out[SECOND_ABOVE_FIRST] = 0
    for x in range(WIDTH):
        if first[x]:
            lowest_bit = first[x] & -first[x]
            out[SECOND_ABOVE_FIRST] += popcount(second[x] & ~(2 * lowest_bit - 1))


@kernel
def measure_base(board: np.ndarray, layers: np.ndarray, n: int, spot: int, out: np.ndarray) -> None:
    """How the placed pieces lie about the slot of the final T, which is put on the board."""
    slot = np.zeros(WIDTH, dtype=np.int64)
    rotation, left, low = code_shape(spot), code_left(spot), code_low(spot)
    put(slot, THE_T, rotation, left, low)
    put(board, THE_T, rotation, left, low)
    rows = full_rows(board)
    under, in_rows, touching = 0, 0, 0
    for i in range(n):
        touching += edges(layers[i], slot)
        for x in range(WIDTH):
            under += popcount(layers[i, x] & below_lowest(slot[x]))
            in_rows += popcount(layers[i, x] & rows)
    centre = left - LEFT[T, rotation]
    out[EDGES_BASE] = edges(layers[n - 1], slot)
    out[ANSWER_EDGES_BASE] = touching
    out[SLOT_ROW] = low - LOW[T, rotation]
    out[SLOT_FROM_WALL] = min(centre, WIDTH - 1 - centre)
    if n >= 2:
        out[PLACED_UNDER_CROSS] = under
        out[PLACED_LOW_ROWS] = in_rows


@kernel
def measure_answer(
    start: np.ndarray,
    queue: np.ndarray,
    n: int,
    answer: np.ndarray,
    aim: np.ndarray,
    fits: np.ndarray,
    reach: np.ndarray,
    out: np.ndarray,
) -> None:
    """Play the answer and measure how its pieces lie."""
    board = np.zeros(WIDTH, dtype=np.int64)
    for x in range(WIDTH):
        board[x] = start[x]
    after = np.zeros(WIDTH, dtype=np.int64)
    layers = np.zeros((n, WIDTH), dtype=np.int64)
    lines, buried = 0, 0
    for i in range(n):
        shape, left, low = code_shape(answer[i]), code_left(answer[i]), code_low(answer[i])
        put(layers[i], queue[i], shape, left, low)
        for x in range(WIDTH):
            buried += popcount(below_lowest(layers[i, x]) & ~board[x])
        if i == n - 1:
            measure_placed(board, layers[i], out)
            if n == 2:
                measure_pair(layers[0], layers[1], out)
        cleared = place(board, queue[i], shape, left, low, after)
        lines += popcount(cleared)
        if cleared:
            for j in range(i + 1):
                clear_rows(layers[j], cleared)
        for x in range(WIDTH):
            board[x] = after[x]
    out[ANSWER_LINES] = lines
    out[ANSWER_BURIES] = buried
    spot = goal_place(board, aim, fits, reach)
    if spot != NOWHERE:
        measure_base(board, layers, n, spot, out)


@kernel
def measure_all(
    columns: np.ndarray,
    queues: np.ndarray,
    lengths: np.ndarray,
    srs: np.ndarray,
    aims: np.ndarray,
    answers: np.ndarray,
    out: np.ndarray,
) -> None:
    """Everything but the numbers of solutions. An answer that begins with NOWHERE is none."""
    work = work_space()
    rows = np.zeros(GAPS + 1, dtype=np.int64)
    room = np.zeros((4, LANES), dtype=np.int64)
    for i in range(len(lengths)):
        n = lengths[i]
        measure_terrain(columns[i], out[i])
        measure_kind(queues[i, n - 1], out[i], np.int64(PIECE))
        if n >= 2:
            measure_kind(queues[i, 0], out[i], np.int64(FIRST_PIECE))
        if answers[i, 0] != NOWHERE:
            measure_answer(columns[i], queues[i], n, answers[i], aims[i], work.fits, work.reach, out[i])
        if n <= SURVEY_PIECES:
            for x in range(WIDTH):
                work.boards[0, x] = columns[i, x]
            ways, short, most = survey(work, queues[i], n, srs[i], aims[i], rows, room)
            out[i, WAYS], out[i, NEAR_MISSES], out[i, TEMPTING_LINES] = ways, short, most
            if ways:
                out[i, NEAR_MISS_SHARE] = short / ways


def measure(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
    """The features of every puzzle; NaN where one is not defined."""
    out = np.full((len(puzzles), len(FEATURES)), np.nan)
    if not puzzles:
        return out
    measure_all(*batch_of(puzzles), first_answers(verdicts), out)
    out[:, SOLUTIONS] = [verdict.count for verdict in verdicts]
    others = [np.nan if verdict.other_count is None else verdict.other_count for verdict in verdicts]
    out[:, OTHER_SOLUTIONS] = others
    return out

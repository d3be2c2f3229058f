"""What can be measured on a puzzle: the features of the T-spin thesis (5.2.2), then ours.

The names are in `catalogue`. How the thesis is read where it leaves something open:
- Gaps are maximal horizontal runs of empty cells in the rows below the top of the terrain.
- "The piece" is the last of the answer: with two placements the thesis adds the kind of the
  first, so what the fourteen describe must be the second.
- Edges are counted between cells; walls and floor are no cells.
- The base is found from the finished board: its empty part is where the T goes, its lower
  two rows are those that the T clears, and under its cross is under the T's cells.
- It speaks of 22 features for two placements and names 19: the other three are taken to be
  the T/J/L, S/Z/I and O flags of the first piece.
The other goals are read alike. The base's gap is where the goal's piece goes, for four lines the I;
its "lower two rows" are all rows that this piece clears (three, or four); under its cross is under
this piece. What says "the T" of corners and overhangs is not defined for the I.

Puzzles with several solutions are measured on the first. Kernels for the board are in `problem`, those
for the answer in `answer`, what somebody would try in `effort`. Compare with
tests/engines/tspin/naive_features.py: the same on sets of cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Verdict
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.tspin.measure.all_placements import GAPS, measure_placements, one_short
from engines.tspin.measure.answer import measure_arrival, measure_base, measure_choices, measure_groups, measure_piece
from engines.tspin.measure.arrivals import arrival, count_orders
from engines.tspin.measure.catalogue import COLUMNS, FEATURES, column
from engines.tspin.measure.effort import measure_effort
from engines.tspin.measure.problem import measure_aim, measure_queue, measure_terrain
from engines.tspin.rules.board import WIDTH, clear_rows, place
from engines.tspin.rules.goals import NOWHERE, goal_place
from engines.tspin.rules.moves import PADDED, code_left, code_low, code_shape, list_placements
from engines.tspin.rules.placements import first_solutions
from engines.tspin.rules.puzzle import Puzzle
from engines.tspin.solve.solver import advance, batch_of, enter, work_space

# Up to so many pieces every way to place the queue is looked at, which takes milliseconds for three.
MOST_DROPS, MOST_SRS = 3, 2

SOLUTIONS = column("solutions")
OTHER_SOLUTIONS = column("other_solutions")
WAYS = column("ways")
NEAR_MISSES = column("near_misses")
NEAR_MISS_SHARE = column("near_miss_share")
TEMPTING_LINES = column("tempting_lines")
ANSWER_LINES = column("answer_lines")
BY_SRS = column("srs")
SHORT_AT_START = column("short_at_start")
LAST_WAYS = column("last_ways")
LAST_NEAR_MISSES = column("last_near_misses")
ORDERS = column("orders")
APART = column("apart")
# The sums over all pieces of an answer.
SUMS = tuple(
    column(name)
    for name in (
        "answer_lines",
        "answer_buries",
        "choices",
        "clears_passed",
        "tucks",
        "spins",
        "upright",
        "upright_sz",
        "fitted",
        "stacked",
    )
)

# Kernels that search are called from the outermost ones only: numba compiles what a kernel
# calls once more with each kernel around it.


@kernel
def measure_answers(
    columns: np.ndarray,
    queues: np.ndarray,
    lengths: np.ndarray,
    srs: np.ndarray,
    aims: np.ndarray,
    answers: np.ndarray,
    out: np.ndarray,
) -> None:
    """The puzzle, and its answer piece by piece. An answer that begins with NOWHERE is none."""
    work = work_space()
    boards, fits, reach = work.boards, work.fits, work.reach
    rows = np.zeros(GAPS + 1, dtype=np.int64)
    after = np.zeros(WIDTH, dtype=np.int64)
    group = np.zeros(len(work.path), dtype=np.int64)
    layers = np.zeros((len(work.path), WIDTH), dtype=np.int64)
    for k in range(len(lengths)):
        n, queue, aim, answer, row = lengths[k], queues[k], aims[k], answers[k], out[k]
        for x in range(WIDTH):
            boards[0, x] = columns[k, x]
        measure_terrain(boards[0], row)
        measure_queue(queue, n, row)
        measure_aim(boards[0], aim, rows, row)
        row[BY_SRS] = srs[k]
        if answer[0] == NOWHERE:
            continue
        for index in SUMS:
            row[index] = 0
        if n >= 2:
            row[APART] = 0
        for i in range(n):
            piece, move = queue[i], answer[i]
            measure_piece(boards[i], queue, n, i, answer, layers, group, row)
            measure_arrival(arrival(boards[i], piece, move, fits, reach), i, row)
            cleared = place(boards[i], piece, code_shape(move), code_left(move), code_low(move), boards[i + 1])
            row[ANSWER_LINES] += popcount(cleared)
            for j in range(i + 1):
                clear_rows(layers[j], cleared)
            count = list_placements(boards[i], piece, srs[k], fits, reach, work.lists[i])
            measure_choices(boards[i], piece, i, work.lists[i], count, popcount(cleared), after, row)
        measure_groups(group, n, row)
        spot = goal_place(boards[n], aim, fits, reach)
        if spot != NOWHERE:
            measure_base(boards[n], layers, n, spot, aim, row)
        row[ORDERS] = count_orders(queue, n, answer, srs[k], boards, fits, reach)


@kernel
def measure_misses(
    columns: np.ndarray,
    queues: np.ndarray,
    lengths: np.ndarray,
    srs: np.ndarray,
    aims: np.ndarray,
    answers: np.ndarray,
    all_ways: bool,
    out: np.ndarray,
) -> None:
    """What comes one cell short: the start, the last piece elsewhere, and all ways if they are wanted and few."""
    work = work_space()
    boards, fits, reach = work.boards, work.fits, work.reach
    rows = np.zeros(GAPS + 1, dtype=np.int64)
    room = np.zeros((4, PADDED), dtype=np.int64)
    for k in range(len(lengths)):
        n, queue, aim, answer, row = lengths[k], queues[k], aims[k], answers[k], out[k]
        for x in range(WIDTH):
            boards[0, x] = columns[k, x]
        row[SHORT_AT_START] = one_short(boards[0], aim, rows, room, fits, reach)
        if answer[0] != NOWHERE:
            for i in range(n - 1):
                move = answer[i]
                place(boards[i], queue[i], code_shape(move), code_left(move), code_low(move), boards[i + 1])
            row[LAST_WAYS] = enter(work, queue, srs[k], n - 1)
            row[LAST_NEAR_MISSES] = 0
            for _ in range(work.sizes[n - 1]):
                advance(work, queue, n - 1)
                row[LAST_NEAR_MISSES] += one_short(boards[n], aim, rows, room, fits, reach)
        if all_ways and n <= (MOST_SRS if srs[k] else MOST_DROPS):
            ways, short, most = measure_placements(work, queue, n, srs[k], aim, rows, room)
            row[WAYS], row[NEAR_MISSES], row[TEMPTING_LINES] = ways, short, most
            if ways:
                row[NEAR_MISS_SHARE] = short / ways


def facts(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict], all_ways: bool = False) -> np.ndarray:
    """All columns of `catalogue`; those that take a search if they are wanted."""
    out = np.full((len(puzzles), len(COLUMNS)), np.nan)
    if not puzzles:
        return out
    batch, answers = batch_of(puzzles), first_solutions(verdicts)
    measure_answers(*batch, answers, out)
    measure_misses(*batch, answers, all_ways, out)
    if all_ways:
        measure_effort(batch, verdicts, out)
    out[:, SOLUTIONS] = [verdict.count for verdict in verdicts]
    others = [np.nan if verdict.other_count is None else verdict.other_count for verdict in verdicts]
    out[:, OTHER_SOLUTIONS] = others
    return out


def measure(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
    """The features of every puzzle; NaN where one is not defined."""
    return facts(puzzles, verdicts, all_ways=True)[:, : len(FEATURES)].copy()

"""What can be measured on a puzzle: the features of the Nazo Puyo paper (5.2), then ours.

The names, and how the paper's are read, are in `catalogue`. Puzzles with several solutions are measured on the
first, and so are those whose search met its limit after it had found one. Of the others no more than SEEN_SOLUTIONS
are looked at, because no more are kept: what is read back measures the same. Kernels for board and queue are in
`problem`, those for the answer in `answer` and `alternatives`, those for all lines of play in `all_lines`, those for
what a person would look at in `effort`. Compare with tests/engines/puyo/naive_features.py and naive_effort.py, which
do the same on dictionaries of cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Verdict
from engines.kernels.jit import kernel
from engines.puyo.measure.all_lines import measure_lines
from engines.puyo.measure.alternatives import UNKNOWN, first_pair, measure_needed, measure_orders, measure_tries
from engines.puyo.measure.answer import measure_answer, splits
from engines.puyo.measure.catalogue import COLUMNS, FEATURES, SEEN_SOLUTIONS, column
from engines.puyo.measure.effort import measure_efforts
from engines.puyo.measure.problem import measure_problem, unpack
from engines.puyo.rules.board import ROWS, WIDTH, WORDS
from engines.puyo.rules.chain import FIELDS, MAX_ROUNDS, trace
from engines.puyo.rules.place import PLACEMENTS
from engines.puyo.rules.puzzle import MAX_STEPS, NO_MOVE, Puzzle
from engines.puyo.solve.solver import FELL, UNUSED, batch_of, take

CORRECT_NUM, SQRT_CORRECT_NUM = column("correctNum"), column("sqrtCorrectNum")
LEAST_CHIGIRI_NUM = column("leastChigiriNum")

_MOVE_OF = np.full((128, 128), UNUSED, dtype=np.int64)
for _number, _name in enumerate((*PLACEMENTS, NO_MOVE)):
    _MOVE_OF[ord(_name[0]), ord(_name[1])] = _number


def solutions_of(verdicts: Sequence[Verdict]) -> tuple[np.ndarray, np.ndarray]:
    """The solutions that are looked at, as numbers of placements: those of puzzle k are first[k] .. first[k + 1]."""
    seen = [verdict.solutions[:SEEN_SOLUTIONS] for verdict in verdicts]
    first = np.zeros(len(seen) + 1, dtype=np.int64)
    np.cumsum([len(lines) for lines in seen], out=first[1:])
    text = "".join(line.ljust(2 * MAX_STEPS) for lines in seen for line in lines)
    pairs = np.frombuffer(text.encode(), dtype=np.uint8).reshape(-1, MAX_STEPS, 2)
    return first, _MOVE_OF[pairs[:, :, 0], pairs[:, :, 1]]


@kernel
def steps_in(moves: np.ndarray) -> int:
    """How many steps a solution has."""
    n = 0
    while n < len(moves) and moves[n] != UNUSED:
        n += 1
    return n


@kernel
def count_splits(start: np.ndarray, steps: np.ndarray, moves: np.ndarray, rounds: np.ndarray) -> int:
    """How many pairs a solution splits."""
    board = start.copy()
    found = 0
    n = steps_in(moves)
    for i in range(n):
        if moves[i] != FELL:
            found += splits(board, moves[i]) > 0
        if i < n - 1:
            take(board, steps[i], moves[i])
            trace(board, rounds)
    return found


@kernel
def begun_with(steps: np.ndarray, length: int, solutions: np.ndarray, begin: int, end: int) -> int:
    """The placements of the first pair in some of the solutions, as a mask."""
    i = first_pair(steps, length)
    found = 0
    for k in range(begin, end):
        if i < length and solutions[k, i] != UNUSED:
            found |= 1 << solutions[k, i]
    return found


# Kernels that search are called from the outermost ones only, and few from each: numba compiles what a kernel
# calls once more with each kernel around it.


@kernel
def measure_puzzles(
    boards: np.ndarray, steps: np.ndarray, lengths: np.ndarray, aims: np.ndarray, out: np.ndarray
) -> None:
    """Board, queue and goal."""
    codes = np.zeros((WIDTH, ROWS), dtype=np.int64)
    for k in range(len(lengths)):
        measure_problem(boards[k], steps[k], lengths[k], aims[k], codes, out[k])


@kernel
def measure_ends(
    boards: np.ndarray,
    steps: np.ndarray,
    lengths: np.ndarray,
    aims: np.ndarray,
    first: np.ndarray,
    solutions: np.ndarray,
    all_known: np.ndarray,
    out: np.ndarray,
) -> None:
    """The first pair and the last; `all_known` says whether the solutions given are all there are."""
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    room = np.zeros((2, WORDS), dtype=np.int64)
    none = np.zeros(MAX_STEPS, dtype=np.int64)
    for k in range(len(lengths)):
        moves, n = none, 0
        if first[k] < first[k + 1]:
            moves = solutions[first[k]]
            n = steps_in(moves)
        alive = begun_with(steps[k], lengths[k], solutions, first[k], first[k + 1]) if all_known[k] else UNKNOWN
        measure_tries(boards[k], steps[k], lengths[k], moves, n, aims[k], alive, room, rounds, out[k])


@kernel
def measure_answers(
    boards: np.ndarray,
    steps: np.ndarray,
    aims: np.ndarray,
    first: np.ndarray,
    solutions: np.ndarray,
    out: np.ndarray,
) -> None:
    """The first solution of each puzzle, and the splits of the others."""
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    codes = np.zeros((WIDTH, ROWS), dtype=np.int64)
    given = np.zeros(WIDTH * ROWS, dtype=np.int64)
    for k in range(len(boards)):
        board, queue, aim, row = boards[k], steps[k], aims[k], out[k]
        if first[k] == first[k + 1]:
            continue
        moves = solutions[first[k]]
        n = steps_in(moves)
        unpack(board, codes)
        measure_answer(board, queue, moves, n, rounds, given, row)
        measure_needed(board, queue, moves, n, aim, codes, given, rounds, row)
        measure_orders(board, queue, moves, n, aim, rounds, row)
        for i in range(first[k], first[k + 1]):
            count = count_splits(board, queue, solutions[i], rounds)
            if not row[LEAST_CHIGIRI_NUM] <= count:  # NaN before the first
                row[LEAST_CHIGIRI_NUM] = count


@kernel
def measure_all_lines(
    boards: np.ndarray, steps: np.ndarray, lengths: np.ndarray, aims: np.ndarray, out: np.ndarray
) -> None:
    """All lines of play, puzzle by puzzle, where the queue is short enough."""
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    for k in range(len(lengths)):
        measure_lines(boards[k], steps[k], lengths[k], aims[k], rounds, out[k])


def facts(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict], all_lines: bool = False) -> np.ndarray:
    """All columns of `catalogue`; those that only all lines of play can tell if they are wanted."""
    out = np.full((len(puzzles), len(COLUMNS)), np.nan)
    if not puzzles:
        return out
    batch = batch_of(puzzles)
    all_known = np.array(
        [v.verdict != "unfinished" and v.complete and v.count <= SEEN_SOLUTIONS for v in verdicts], dtype=np.bool_
    )
    first, solutions = solutions_of(verdicts)
    measure_puzzles(*batch, out)
    measure_ends(*batch, first, solutions, all_known, out)
    measure_answers(batch.boards, batch.steps, batch.aims, first, solutions, out)
    measure_efforts(*batch, first, solutions, out)
    if all_lines:
        measure_all_lines(*batch, out)
    out[:, CORRECT_NUM] = [np.nan if verdict.verdict == "unfinished" else verdict.count for verdict in verdicts]
    out[:, SQRT_CORRECT_NUM] = np.sqrt(out[:, CORRECT_NUM])
    return out


def measure(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
    """The features of every puzzle; NaN where one is not defined."""
    return facts(puzzles, verdicts, all_lines=True)[:, : len(FEATURES)].copy()

"""What can be measured on a puzzle: the features of the paper (001, 5.2), then ours.

The names, and how the paper's are read, are in `catalogue`. Puzzles with several solutions are measured on the
first. Of the others no more than SEEN_SOLUTIONS are looked at, because no more are kept: what is read back
measures the same. Kernels for board and queue are in `given`, for the answer in `placed` and `what_if`, for all
lines of play in `survey`. Compare with tests/puyo/naive_features.py: the same on dictionaries of cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Verdict
from engines.jit import kernel
from engines.puyo.board import ROWS, WIDTH
from engines.puyo.catalogue import COLUMNS, FEATURES, SEEN_SOLUTIONS, column
from engines.puyo.chain import FIELDS, MAX_ROUNDS, trace
from engines.puyo.given import measure_given
from engines.puyo.place import PLACEMENTS
from engines.puyo.placed import measure_answer, splits
from engines.puyo.puzzle import MAX_STEPS, NO_MOVE, Puzzle
from engines.puyo.solve import FELL, PIVOT, UNUSED, batch_of, take
from engines.puyo.survey import survey
from engines.puyo.what_if import (
    UNKNOWN,
    measure_first,
    measure_last,
    measure_last_alone,
    measure_needed,
    measure_orders,
)

CORRECT_NUM, SQRT_CORRECT_NUM = column("correctNum"), column("sqrtCorrectNum")
LEAST_CHIGIRI_NUM = column("leastChigiriNum")

_MOVE_OF = np.full((128, 128), UNUSED, dtype=np.int64)
for _number, _name in enumerate((*PLACEMENTS, NO_MOVE)):
    _MOVE_OF[ord(_name[0]), ord(_name[1])] = _number


def solutions_of(verdicts: Sequence[Verdict]) -> tuple[np.ndarray, np.ndarray]:
    """The solutions that are looked at, as numbers of placements: those of puzzle k are first[k] .. first[k + 1]."""
    seen = [() if verdict.verdict == "unfinished" else verdict.solutions[:SEEN_SOLUTIONS] for verdict in verdicts]
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
def begun_with(steps: np.ndarray, solutions: np.ndarray) -> int:
    """The placements of the first pair in solutions, as a mask."""
    i = 0
    while i < MAX_STEPS - 1 and not steps[i, PIVOT]:
        i += 1
    found = 0
    for k in range(len(solutions)):
        if solutions[k, i] != UNUSED and solutions[k, i] != FELL:
            found |= 1 << solutions[k, i]
    return found


@kernel
def measure_all(
    boards: np.ndarray,
    steps: np.ndarray,
    lengths: np.ndarray,
    aims: np.ndarray,
    first: np.ndarray,
    solutions: np.ndarray,
    all_known: np.ndarray,
    out: np.ndarray,
) -> None:
    """Each puzzle with its solutions; `all_known` says whether these are all there are."""
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    codes = np.zeros((WIDTH, ROWS), dtype=np.int64)
    given = np.zeros(WIDTH * ROWS, dtype=np.int64)
    for k in range(len(lengths)):
        board, queue, aim, row = boards[k], steps[k], aims[k], out[k]
        found = solutions[first[k] : first[k + 1]]
        measure_given(board, queue, lengths[k], aim, codes, row)
        measure_last_alone(board, queue, lengths[k], aim, rounds, row)
        alive = begun_with(queue, found) if all_known[k] else UNKNOWN
        measure_first(board, queue, lengths[k], aim, alive, rounds, row)
        if len(found) == 0:
            continue
        moves, n = found[0], steps_in(found[0])
        measure_answer(board, queue, moves, n, rounds, given, row)
        measure_needed(board, queue, moves, n, aim, codes, given, rounds, row)
        measure_orders(board, queue, moves, n, aim, rounds, row)
        measure_last(board, queue, moves, n, aim, rounds, row)
        for i in range(len(found)):
            count = count_splits(board, queue, found[i], rounds)
            if not row[LEAST_CHIGIRI_NUM] <= count:  # NaN before the first
                row[LEAST_CHIGIRI_NUM] = count


@kernel
def survey_all(
    boards: np.ndarray, steps: np.ndarray, lengths: np.ndarray, aims: np.ndarray, out: np.ndarray
) -> None:
    """All lines of play, puzzle by puzzle, where the queue is short enough."""
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    for k in range(len(lengths)):
        survey(boards[k], steps[k], lengths[k], aims[k], rounds, out[k])


def facts(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict], all_lines: bool = False) -> np.ndarray:
    """All columns of `catalogue`; those that only a survey of all lines can tell if it is wanted."""
    out = np.full((len(puzzles), len(COLUMNS)), np.nan)
    if not puzzles:
        return out
    batch = batch_of(puzzles)
    all_known = np.array([verdict.complete and verdict.count <= SEEN_SOLUTIONS for verdict in verdicts])
    measure_all(*batch, *solutions_of(verdicts), all_known, out)
    if all_lines:
        survey_all(*batch, out)
    out[:, CORRECT_NUM] = [
        np.nan if verdict.verdict == "unfinished" else verdict.count for verdict in verdicts
    ]
    out[:, SQRT_CORRECT_NUM] = np.sqrt(out[:, CORRECT_NUM])
    return out


def measure(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
    """The features of every puzzle; NaN where one is not defined."""
    return facts(puzzles, verdicts, all_lines=True)[:, : len(FEATURES)].copy()

"""Learn how likely people are to try each placement of a Nazo Puyo: `python -m benchmarks.policy FILE...`.

Each file holds hand-made problems in any form that is read (`tsume solve`), a line each. Those that are proved to
have one solution are used: at every move of the answer, which of all placements was meant? The weights are those of
a softmax over what `engines/puyo/measure/policy.py` sees of each placement, with a penalty on their squares. Printed
are the table of weights as the module has it, and the bits a move that are lost, beside those of one who draws evenly
and those of the table that ships: by cross-validation, where problems near each other in the files stay together.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engines.contract import BadPuzzle, Verdict
from engines.puyo.forms.text import decode
from engines.puyo.measure.features import solutions_of, steps_in
from engines.puyo.measure.policy import SEEN, TABLE, VIEWS, see
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.chain import FIELDS, MAX_ROUNDS
from engines.puyo.rules.place import ALL_PLACEMENTS, PIVOT_COLUMN, ROTOR_COLUMN
from engines.puyo.rules.puzzle import Puzzle
from engines.puyo.solve.beam import colors_coming
from engines.puyo.solve.solver import FELL, PIVOT, batch_of, solve
from engines.puyo.solve.steps import play_step

LIMIT = 10_000_000  # positions a problem
FOLDS = 5
PENALTY = 1.0  # on the square of each weight, for features of spread 1
NEWTON_STEPS = 12


class Decisions(NamedTuple):
    """Moves of answers: what is seen of each placement, how many there are, which is right, whether it is the last
    move, and of which problem."""

    rows: np.ndarray
    counts: np.ndarray
    right: np.ndarray
    last: np.ndarray
    problem: np.ndarray

    def some(self, chosen: np.ndarray) -> Decisions:
        return Decisions(*(values[chosen] for values in self))


def unique_ones(lines: Iterable[str], limit: int = LIMIT) -> tuple[list[Puzzle], list[str]]:
    """The problems with one solution, and these."""
    puzzles, answers = [], []
    for line in filter(None, map(str.strip, lines)):
        try:
            puzzle = decode(line, settle=True)
        except BadPuzzle as problem:
            print(f"left out: {problem}", file=sys.stderr)
            continue
        [verdict] = solve([puzzle], limit)
        if verdict.verdict == "unique":
            puzzles.append(puzzle)
            answers.append(verdict.solutions[0])
    return puzzles, answers


def decisions(puzzles: list[Puzzle], answers: list[str]) -> Decisions:
    """Every move of every answer."""
    batch, lines = batch_of(puzzles), solutions_of([Verdict("unique", 1, (answer,), 0) for answer in answers])[1]
    views, room = np.zeros((8, VIEWS, 2), dtype=np.int64), np.zeros((2, WORDS), dtype=np.int64)
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    found: list[tuple[np.ndarray, int, int, bool, int]] = []
    for k, moves in enumerate(lines):
        board, steps, length = batch.boards[k].copy(), batch.steps[k], int(batch.lengths[k])
        previous = 0
        for i in range(steps_in(moves)):
            if moves[i] != FELL:
                rows, names = np.zeros((ALL_PLACEMENTS, len(SEEN))), np.zeros(ALL_PLACEMENTS, dtype=np.int64)
                coming = colors_coming(steps, length, i)
                count = see(board, steps[i], coming, previous, batch.aims[k], views, room, names, rows)
                right = int(np.flatnonzero(names[:count] == moves[i])[0])
                found.append((rows, count, right, not steps[i + 1 : length, PIVOT].any(), k))
                previous = 1 << PIVOT_COLUMN[moves[i]] | 1 << ROTOR_COLUMN[moves[i]]
            play_step(board, steps[i], moves[i], batch.aims[k], 0, rounds)
    return Decisions(*(np.array(column) for column in zip(*found, strict=True)))


def probabilities(given: Decisions, weights: np.ndarray) -> np.ndarray:
    """Of each placement, 0 for those that are none."""
    scores = given.rows @ weights
    scores[np.arange(scores.shape[1]) >= given.counts[:, None]] = -np.inf
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fitted(given: Decisions, penalty: float = PENALTY) -> np.ndarray:
    """The weights under which the right moves are the likeliest, less the penalty: by Newton's method."""
    there = np.arange(given.rows.shape[1]) < given.counts[:, None]
    spread = given.rows[there].std(axis=0)
    spread[spread == 0] = np.inf  # never seen: weighs nothing
    rows = given.rows / spread
    right = rows[np.arange(len(rows)), given.right].sum(axis=0)
    weights = np.zeros(rows.shape[2])
    for _ in range(NEWTON_STEPS):
        shares = probabilities(given._replace(rows=rows), weights)
        mean = np.einsum("nk,nkf->nf", shares, rows)
        slope = right - mean.sum(axis=0) - penalty * weights
        flat = rows.reshape(-1, rows.shape[2])
        curve = (flat * shares.reshape(-1, 1)).T @ flat - mean.T @ mean + penalty * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return np.asarray(weights / spread)


def table_of(given: Decisions) -> np.ndarray:
    """The weights before the last move and at it."""
    return np.stack([fitted(given.some(given.last == last)) for last in (False, True)], axis=1)


def bits(given: Decisions, table: np.ndarray) -> np.ndarray:
    """How many bits the right move lacks, each."""
    lost = np.zeros(len(given.right))
    for last in (0, 1):
        chosen = given.last == bool(last)
        shares = probabilities(given.some(chosen), table[:, last])
        lost[chosen] = -np.log2(shares[np.arange(chosen.sum()), given.right[chosen]])
    return lost


def held_out(given: Decisions, folds: int = FOLDS) -> np.ndarray:
    """The same under weights that were learned from problems elsewhere in the files."""
    fold = given.problem * folds // (given.problem.max() + 1)
    lost = np.zeros(len(fold))
    for k in range(folds):
        lost[fold == k] = bits(given.some(fold == k), table_of(given.some(fold != k)))
    return lost


def main(files: list[str]) -> None:
    puzzles, answers = unique_ones(line for file in files for line in Path(file).read_text().splitlines())
    given = decisions(puzzles, answers)
    print(f"{len(puzzles)} problems with one solution, {len(given.right)} moves")
    columns = {"even": np.log2(given.counts), "as shipped": bits(given, TABLE), "held out": held_out(given)}
    for name, chosen in (("before the last", ~given.last), ("the last", given.last), ("all", given.last >= 0)):
        print(f"{name:16}", *(f"{title} {lost[chosen].mean():.3f} bits" for title, lost in columns.items()), sep="  ")
    for name, pair in zip(SEEN, table_of(given), strict=True):
        print(f'    "{name}": ({pair[0]:.2f}, {pair[1]:.2f}),')


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(f"usage: {__doc__ and __doc__.splitlines()[0].split('`')[1]}")
    main(sys.argv[1:])

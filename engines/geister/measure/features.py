"""What can be measured on a puzzle: the features of the Geister paper (7.2), then ours.

The names, and how the paper's are read, are in `catalogue`. The position is measured in `problem`, the main line in
`answer`, what takes a search in `choices`. Compare with tests/engines/geister/naive_features.py: letters on a grid,
and every question answered by trying all moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

import numpy as np

from engines.contract import Verdict
from engines.geister.measure.answer import Move, of_the_answer
from engines.geister.measure.catalogue import COLUMNS, FEATURES, NUMBERS_NODES, column
from engines.geister.measure.choices import measure_choices
from engines.geister.measure.effort import new_room
from engines.geister.measure.problem import Values, of_the_position
from engines.geister.rules.moves import Position, move_of
from engines.geister.rules.puzzle import Puzzle
from engines.geister.solve.best_play import new_trail
from engines.geister.solve.dfpn import root_numbers_all
from engines.geister.solve.solver import desk, positions_of

LIMIT = 2_000_000  # nodes that the questions about one puzzle may take
MOST_PROOF, MOST_DISPROOF = column("most_proof"), column("most_disproof")


def line_of(verdict: Verdict) -> list[Move]:
    """The main line of a verdict's answer; nothing if it has none."""
    return [move_of(name) for name in verdict.solutions[0]["line"]] if verdict.solutions else []


def lines_of(verdicts: Sequence[Verdict]) -> tuple[np.ndarray, np.ndarray]:
    """The length and the moves of each main line, as `lines` writes moves."""
    lines = [line_of(verdict) for verdict in verdicts]
    plies = np.array([len(line) for line in lines], dtype=np.int64)
    moves = np.zeros((len(verdicts), max(map(len, lines), default=0)), dtype=np.int64)
    for k, line in enumerate(lines):
        moves[k, : len(line)] = [start << 6 | end for start, end in line]
    return plies, moves


def values_of(position: Position, verdict: Verdict) -> Values:
    """What the position and the main line tell by themselves."""
    found = of_the_position(position)
    line = line_of(verdict)
    if line:
        right = [move_of(name) for name in verdict.solutions[0]["first_moves"]]
        found |= of_the_answer(position, line, right) | {"nodes": log2(1 + verdict.nodes)}
    return found


def facts(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
    """All columns of `catalogue` but the numbers of the df-pn search, which no theme asks for."""
    out = np.full((len(puzzles), len(FEATURES)), np.nan)
    rows = positions_of(puzzles)
    measure_choices(rows, *lines_of(verdicts), LIMIT, desk(), new_trail(), new_room(), out)
    for row, words, verdict in zip(out, rows.tolist(), verdicts, strict=True):
        for name, value in values_of(Position(*words), verdict).items():
            row[COLUMNS[name]] = value
    return out


def measure(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> np.ndarray:
    """The features of every puzzle; NaN where one is not defined."""
    out = facts(puzzles, verdicts)
    out[:, [MOST_PROOF, MOST_DISPROOF]] = root_numbers_all(
        positions_of(puzzles), lines_of(verdicts)[0], NUMBERS_NODES
    )
    return out

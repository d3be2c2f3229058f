"""How even a batch of puzzles is: pieces, slot columns, overhang sides and heights.

The generator draws the first three evenly; what the proof of uniqueness keeps may not be even.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from engines.contract import Verdict
from engines.jit import kernel
from engines.tspin.answers import first_answers
from engines.tspin.board import WIDTH, place
from engines.tspin.goals import NOWHERE, goal_place
from engines.tspin.moves import LANES, code_left, code_low, code_shape
from engines.tspin.pieces import LEFT, LOW, PIECES, T
from engines.tspin.puzzle import Puzzle
from engines.tspin.solve import batch_of
from engines.tspin.spins import corners

SIDES = {0: "none", 1: "left", 2: "right", 3: "both"}


@kernel
def find_slots(
    columns: np.ndarray,
    queues: np.ndarray,
    lengths: np.ndarray,
    aims: np.ndarray,
    answers: np.ndarray,
    slots: np.ndarray,
) -> None:
    """After each answer: the column of the T's centre, and which of its upper corners are filled."""
    fits = np.zeros((4, LANES), dtype=np.int64)
    reach = np.zeros((4, LANES), dtype=np.int64)
    boards = np.zeros((2, WIDTH), dtype=np.int64)
    for i in range(len(lengths)):
        slots[i, 0] = NOWHERE
        if answers[i, 0] == NOWHERE:
            continue
        for x in range(WIDTH):
            boards[0, x] = columns[i, x]
        for j in range(lengths[i]):
            move = answers[i, j]
            shape, left, low = code_shape(move), code_left(move), code_low(move)
            place(boards[j % 2], queues[i, j], shape, left, low, boards[1 - j % 2])
        board = boards[lengths[i] % 2]
        spot = goal_place(board, aims[i], fits, reach)
        if spot == NOWHERE:
            continue
        x = code_left(spot) - LEFT[T, code_shape(spot)]
        up_left, up_right, _, _ = corners(board, x, code_low(spot) - LOW[T, code_shape(spot)])
        slots[i, 0] = x
        slots[i, 1] = up_left + 2 * up_right


def _counts(values: Sequence[str], order: Sequence[str]) -> dict[str, int]:
    counts = Counter(values)
    return {name: counts[name] for name in order}


def mix(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> dict[str, dict[str, int]]:
    """Counts by piece, by column of the slot's centre, by side of the overhang, by height at the start."""
    slots = np.zeros((len(puzzles), 2), dtype=np.int64)
    if puzzles:
        batch = batch_of(puzzles)
        find_slots(batch.columns, batch.queues, batch.lengths, batch.aims, first_answers(verdicts), slots)
    found = [(x, sides) for x, sides in slots.tolist() if x != NOWHERE]
    heights = [len(puzzle.rows) for puzzle in puzzles]
    return {
        "piece": _counts([piece for puzzle in puzzles for piece in puzzle.queue], PIECES),
        "centre": _counts([str(x) for x, _ in found], [str(x) for x in range(WIDTH)]),
        "overhang": _counts([SIDES[sides] for _, sides in found], list(SIDES.values())),
        "height": _counts([str(h) for h in heights], [str(h) for h in sorted(set(heights))]),
    }

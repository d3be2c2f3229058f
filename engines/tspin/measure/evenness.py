"""How even many puzzles are: pieces, slot columns and halves, overhang sides, wells and heights.

The generator draws all but the last evenly; what the proof of uniqueness keeps may not be even.
Each is counted by goal and rule set, because they differ in what there is to count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from engines.contract import Verdict
from engines.tspin.measure.catalogue import column
from engines.tspin.measure.features import facts
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.goals import GOALS
from engines.tspin.rules.pieces import PIECES
from engines.tspin.rules.puzzle import DROP, RULE_SETS, Puzzle

Counts = dict[str, dict[str, dict[str, int]]]  # what is counted, of which group, how often each value comes
COLUMN_NAMES = [str(x) for x in range(WIDTH)]
SIDES = {0: "none", 1: "left", 2: "right", 3: "both"}


def _counts(values: Iterable[str], order: Iterable[str]) -> dict[str, int]:
    counts = Counter(values)
    return {name: counts[name] for name in order}


def _known(table: np.ndarray, name: str) -> list[int]:
    """The values of a fact, where it is defined."""
    values = table[:, column(name)]
    return [int(value) for value in values[~np.isnan(values)]]


def _half(x: int) -> str:
    return "left" if x < WIDTH // 2 else "right"


def _counted(puzzles: Sequence[Puzzle], table: np.ndarray, heights: Iterable[int]) -> dict[str, dict[str, int]]:
    """The counts of one group, as far as it has such a thing."""
    slots, sides = _known(table, "slot_column"), _known(table, "slot_overhang")
    wells = [puzzle.well for puzzle in puzzles if puzzle.well is not None]
    counted = {
        "piece": _counts((piece for puzzle in puzzles for piece in puzzle.queue), PIECES),
        "column": _counts(map(str, slots), COLUMN_NAMES),
        "half": _counts(map(_half, slots), ("left", "right")),
        "height": _counts((str(len(puzzle.rows)) for puzzle in puzzles), map(str, heights)),
    }
    if sides:
        counted["overhang"] = _counts((SIDES[side] for side in sides), SIDES.values())
    if wells:
        counted["well"] = _counts(map(str, wells), COLUMN_NAMES)
    return counted


def evenness(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Counts:
    """Counts by piece, column and half of the slot, overhang, well and height, for each goal and rule set.

    A group is named as its variants are, without the number of pieces: `tsd`, `tsd-srs`.
    """
    table = facts(puzzles, verdicts)
    heights = sorted({len(puzzle.rows) for puzzle in puzzles})
    found: Counts = {name: {} for name in ("piece", "column", "half", "overhang", "well", "height")}
    for moves in RULE_SETS:
        for goal in GOALS:
            places = [i for i, puzzle in enumerate(puzzles) if (puzzle.goal, puzzle.moves) == (goal, moves)]
            if not places:
                continue
            group = goal if moves == DROP else f"{goal}-{moves}"
            counted = _counted([puzzles[i] for i in places], table[places], heights)
            for name, counts in counted.items():
                found[name][group] = counts
    return {name: groups for name, groups in found.items() if groups}

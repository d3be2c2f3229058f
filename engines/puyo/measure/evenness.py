"""How even many puzzles are: colours, how many puyos, heights, and where the answers begin and split.

Each is counted by variant. The bands of puyos are those of the Nazo Puyo paper (4.4), which asks for the same share
of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from engines.contract import Verdict
from engines.puyo.measure.catalogue import column
from engines.puyo.measure.features import facts
from engines.puyo.rules.board import COLORS, WIDTH
from engines.puyo.rules.place import PIVOT_COLUMN, PLACEMENTS
from engines.puyo.rules.puzzle import NO_MOVE, Puzzle, variant_name

Counts = dict[str, dict[str, dict[str, int]]]  # what is counted, of which group, how often each value comes
BANDS = ((0, 10, "to 10"), (11, 20, "11-20"), (21, 30, "21-30"), (31, WIDTH * 13, "31 up"))
COLUMN_NAMES = [str(x) for x in range(1, WIDTH + 1)]
_COLUMN_OF = {name: str(PIVOT_COLUMN[number] + 1) for number, name in enumerate(PLACEMENTS)}


def _counts(values: Iterable[str], order: Iterable[str]) -> dict[str, int]:
    counts = Counter(values)
    return {name: counts[name] for name in order}


def _whole(values: np.ndarray) -> list[str]:
    """The values of a feature where it is defined."""
    return [str(int(value)) for value in values[~np.isnan(values)]]


def band(puyos: float) -> str:
    """The band of the paper that a number of puyos is in."""
    return next(name for low, high, name in BANDS if low <= puyos <= high)


def first_columns(verdicts: Sequence[Verdict]) -> list[str]:
    """The column of the pivot in the first move of each answer."""
    lines = [verdict.solutions[0] for verdict in verdicts if verdict.solutions]
    moves = [[line[i : i + 2] for i in range(0, len(line), 2)] for line in lines]
    begun = [next((move for move in line if move != NO_MOVE), None) for line in moves]
    return [_COLUMN_OF[move] for move in begun if move is not None]


def evenness(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Counts:
    """Counts by colour, number of colours, puyos, height, first column and splits, for each variant."""
    table = facts(puzzles, verdicts)
    variants = [variant_name(puzzle) for puzzle in puzzles]
    heights = sorted({int(height) for height in table[:, column("maxHeight")]})
    most_splits = max(map(int, _whole(table[:, column("chigiriNum")])), default=0)
    found: Counts = {name: {} for name in ("color", "colors", "puyos", "height", "first column", "splits")}
    for variant in dict.fromkeys(variants):
        places = [i for i, name in enumerate(variants) if name == variant]
        here, rows = [puzzles[i] for i in places], table[places]
        marks = [set("".join(p.columns) + "".join(s for s in p.queue if isinstance(s, str))) for p in here]
        counted = {
            "color": _counts((mark for there in marks for mark in there), COLORS),
            "colors": _counts((str(len(there & set(COLORS))) for there in marks), map(str, range(1, 6))),
            "puyos": _counts(map(band, rows[:, column("puyoNum")]), (name for _, _, name in BANDS)),
            "height": _counts(_whole(rows[:, column("maxHeight")]), map(str, heights)),
            "first column": _counts(first_columns([verdicts[i] for i in places]), COLUMN_NAMES),
            "splits": _counts(_whole(rows[:, column("chigiriNum")]), map(str, range(most_splits + 1))),
        }
        for name, counts in counted.items():
            found[name][variant] = counts
    return found

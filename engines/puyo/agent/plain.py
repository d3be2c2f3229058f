"""A stand-in for the weaker of the two built-in opponents that the Puyo agent paper trains against (4.2).

The program of that one, "Skeleton T", is not public, and all that is told of it is that it hardly ever chains. So the
rules here are our own invention: it keeps off column 3, erases as soon as the pair in hand can erase anything, and
else puts it as low as it goes. It never waits for a chain, nor joins colours on purpose.
"""

from __future__ import annotations

import numpy as np

from engines.puyo.agent.crumble import best_by
from engines.puyo.agent.sight import Choice, FiresItself, Sight
from engines.puyo.rules.board import DEATH_COLUMN
from engines.puyo.rules.chain import pops
from engines.puyo.rules.place import PIVOT_COLUMN, ROTOR_COLUMN, height_of, lost, place


class Plain(FiresItself):
    """See above."""

    def __call__(self, sight: Sight, state: np.ndarray) -> Choice:
        return best_by(lambda number: rank(sight, number), sight, state)


def rank(sight: Sight, placement: int) -> tuple[bool, bool, bool, int]:
    """What a placement is worth: not to lose, to keep column 3 free, to erase; then low columns."""
    board = sight.board.copy()
    place(board, placement, sight.pairs[0, 0], sight.pairs[0, 1])
    columns = int(PIVOT_COLUMN[placement]), int(ROTOR_COLUMN[placement])
    top = max(height_of(board, x) for x in columns)
    return not lost(board), DEATH_COLUMN not in columns, bool(pops(board)), -top

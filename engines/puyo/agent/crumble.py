"""A stand-in for the built-in opponent in the Puyo agent paper's matches (4.2 and 5.6), which is not public.

What is told of that one: it drops fast, piles up beside column 3, never on it, and then lets the pile crumble bit by
bit, from which long chains come by luck. So does this one, by rules of its own: up to a number of puyos it puts pairs
wherever they erase nothing, low columns first; from there on it takes whatever scores most at once, and without that
joins as many of a colour as it can. Nothing is known about how strong it is beside the original.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import below
from engines.puyo.agent.fire import best_firing
from engines.puyo.agent.game import count_puyos, options_of
from engines.puyo.agent.sight import Choice, FiresItself, Sight
from engines.puyo.rules.board import COLOR_CODES, DEATH_COLUMN
from engines.puyo.rules.chain import pops
from engines.puyo.rules.place import ALL_PLACEMENTS, PIVOT_COLUMN, ROTOR_COLUMN, height_of, lost, place
from engines.puyo.rules.planes import beside, count_cells, load_board, with_code

HIGH = 48  # puyos on the board from which on it crumbles: nearly ten rows of the five columns


@kernel
def joined(board: np.ndarray) -> int:
    """How many puyos have one of their colour beside them."""
    p0, p1, p2 = load_board(board)
    total = 0
    for code in COLOR_CODES:
        own = with_code(p0, p1, p2, code)
        total += count_cells(own & beside(own))
    return total


class Crumble(FiresItself):
    """See above."""

    def __call__(self, sight: Sight, state: np.ndarray) -> Choice:
        high = count_puyos(sight.board) >= HIGH
        if high and (fired := best_firing(sight.board, sight.blocked, sight.pairs[:1])).points:
            return Choice(fired.placement)
        return best_by(lambda number: rank(sight, number, high), sight, state)


def best_by(worth: Callable[[int], Any], sight: Sight, state: np.ndarray) -> Choice:
    """The placement that is worth most; any of them, if there are several."""
    options = options_of(sight)
    numbers = [number for number in range(ALL_PLACEMENTS) if options >> number & 1]
    values = {number: worth(number) for number in numbers}
    best = max(values.values())
    equal = [number for number in numbers if values[number] == best]
    return Choice(equal[below(state, len(equal))], len(numbers), len(equal))


def rank(sight: Sight, placement: int, high: bool) -> tuple[bool, bool, bool, int]:
    """What a placement is worth: not to lose, to keep column 3 free, not to erase; then low columns, or joined."""
    board = sight.board.copy()
    place(board, placement, sight.pairs[0, 0], sight.pairs[0, 1])
    columns = int(PIVOT_COLUMN[placement]), int(ROTOR_COLUMN[placement])
    top = max(height_of(board, x) for x in columns)
    return not lost(board), DEATH_COLUMN not in columns, not pops(board), joined(board) if high else -top

"""What a side makes of the other's behaviour: how likely each hidden piece is blue.

Only what both have seen goes in. Whoever leaves a piece where it can be taken, or puts it there, offers a red;
whoever takes it out of reach saves a blue; and what stands at an exit and does not leave is red to anybody sensible.
None of that is certain, so it decides which piece to take and never whether a win is one.
"""

from __future__ import annotations

from math import exp

import numpy as np

from engines.geister.measure.problem import STEPS_OF, squares_in
from engines.geister.rules.moves import DEFENDER_EXITS, SQUARES, Position

LEFT_THERE, PUT_THERE, SAVED, STAYED_AT_EXIT = -0.4, -0.6, 0.6, -6.0
SUREST = 8.0


class Guess:
    """The suspicions of one side, by squares as that side sees them: above 0 for what behaves like a blue."""

    def __init__(self) -> None:
        self.suspicions = [0.0] * SQUARES

    def moved(self, end: int) -> None:
        """One's own move: what it took is no longer suspected of anything."""
        if end < SQUARES:
            self.suspicions[end] = 0.0

    def saw(self, before: Position, start: int, end: int) -> None:
        """A move of the other side that did not end the game, and the position in which it was made."""
        own = before.own_blue | before.own_red
        took = bool(own >> end & 1)
        after = own & ~(1 << end)
        for square in squares_in(before.purple & ~(1 << start)):
            if DEFENDER_EXITS >> square & 1:
                self._think(square, STAYED_AT_EXIT)
            if STEPS_OF[square] & own and not took:
                self._think(square, LEFT_THERE)
        was_offered, is_offered = bool(STEPS_OF[start] & own), bool(STEPS_OF[end] & after)
        if DEFENDER_EXITS >> start & 1:
            self._think(start, STAYED_AT_EXIT)
        if not took and was_offered != is_offered:
            self._think(start, PUT_THERE if is_offered else SAVED)
        self.suspicions[end], self.suspicions[start] = self.suspicions[start], 0.0

    def _think(self, square: int, more: float) -> None:
        self.suspicions[square] = min(max(self.suspicions[square] + more, -SUREST), SUREST)

    def chances(self, position: Position) -> np.ndarray:
        """The chance that each hostile piece is blue, by squares: what is shown is certain."""
        chances = np.zeros(SQUARES)
        for square in squares_in(position.blue):
            chances[square] = 1.0
        hidden = position.purple.bit_count()
        for square in squares_in(position.purple):
            odds = position.hidden_blue / (hidden - position.hidden_blue) * exp(self.suspicions[square])
            chances[square] = odds / (1 + odds)
        return chances

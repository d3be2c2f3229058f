"""Players and puzzles of one game on one scale, from first tries, live: the beliefs of `engines.rating.response`.

A puzzle starts at its predicted difficulty, a player where their group does. Each try moves both at once. All of it
follows from the log: whoever reads it again, in its order, comes to the same beliefs.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.rating.contest import STEP
from engines.rating.glicko import CENTRE
from engines.rating.response import VAGUE, WIDE, Belief, Response, Try, predicted
from player.stock.puzzles import Stocked

MIDDLE = 4.5  # the skill that pages show as 1500: half of all that there is, by the law of simulated tries


def prior_of(puzzle: Stocked | None, group: str | None = None) -> Belief:
    """Where a puzzle starts for a group of players: what is predicted for everyone counts where the group has no
    prediction of its own."""
    if puzzle is not None and puzzle.difficulty is not None:
        return predicted(puzzle.by_group.get(group or "", puzzle.difficulty))
    return VAGUE if puzzle is None or puzzle.like is None else predicted(puzzle.like, WIDE)


def shown(skill: Belief) -> tuple[float, float]:
    """Rating and deviation of a player, as pages have them: 1500 is in the middle."""
    return CENTRE + STEP * (skill.level - MIDDLE), STEP * skill.variance**0.5


class Scale(Response):
    """Not thread safe: whoever uses it holds the ledger's lock."""

    def __init__(self, prior: Callable[[str], Belief]) -> None:
        super().__init__(prior)
        self.curves: dict[str, list[tuple[int, Belief]]] = {}  # by player: skill after each day with tries
        self.met: dict[str, dict[str, float]] = {}  # by player and puzzle: how hard it was before they tried it

    def take(self, one: Try, start: Belief) -> None:
        self.met.setdefault(one.player, {})[one.puzzle] = self.puzzle(one.puzzle).level
        super().take(one, start)
        curve = self.curves.setdefault(one.player, [])
        while curve and curve[-1][0] >= one.day:  # of this day; or of later ones, when a clock was wrong
            curve.pop()
        curve.append((one.day, self.players[one.player]))

    def forget(self, player: str) -> None:
        for found in (self.players, self.last, self.curves, self.met):
            found.pop(player, None)

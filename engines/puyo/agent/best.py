"""Our best player: a beam search over imagined futures, for the board that has the longest chain in it.

As the last pair comes within the search's reach, it goes no deeper, and boards are compared by what the best of all
pairs fires. In a match there is no last pair, and the match fires what is large enough (`match.decide`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.contract import Json
from engines.puyo.agent.best_futures import imagined
from engines.puyo.agent.best_search import Desk, Rules, Widths, new_desk, search
from engines.puyo.agent.best_weights import OWN, array_of
from engines.puyo.agent.fire import allowed, of_pair
from engines.puyo.agent.sight import STUCK, Choice, Maker, Sight
from engines.puyo.place import ALL_PLACEMENTS


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is searched."""

    widths: Widths
    futures: int
    depth: int


@dataclass(frozen=True, slots=True)
class Best:
    """A chooser (`sight`) with its own desk: it serves one game at a time."""

    plan: Plan
    weights: np.ndarray
    desk: Desk

    def __call__(self, sight: Sight, state: np.ndarray) -> Choice:
        left = sight.moves - sight.move + 1 if sight.moves else self.plan.depth
        depth = min(self.plan.depth, left)
        known = sight.pairs[:depth]
        futures = imagined(self.plan.futures, depth - len(known), state)
        totals = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
        rules = Rules(sight.blocked, sight.loses)
        fires = bool(sight.moves) and depth == left
        nodes = search(sight.board, known, futures, fires, rules, self.plan.widths, self.desk, self.weights, totals)
        return Choice(best_of(totals, sight), nodes)


def best_of(totals: np.ndarray, sight: Sight) -> int:
    """The placement of the pair in hand that is worth most, the first of several."""
    options = int(of_pair(allowed(sight.board, sight.blocked), sight.pairs[0, 0], sight.pairs[0, 1]))
    moves = [move for move in range(ALL_PLACEMENTS) if options >> move & 1]
    return max(moves, key=lambda move: int(totals[move]), default=STUCK)


def best(plan: Plan) -> Maker:
    """The maker of a player, as `players` lists them."""

    def made(weights: Json | None) -> Best:
        return Best(plan, array_of(OWN if weights is None else weights), new_desk(plan.widths))

    return made

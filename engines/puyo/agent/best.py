"""Our best agent: a beam search over imagined futures, for the board that has the longest chain in it.

As the last pair comes within the search's reach, it goes no deeper, and boards are compared by what the best of all
pairs fires; what is saved on layers goes to futures and widths. In a match there is no last pair, and the match fires
what is large enough (`match.decide`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.agents import Maker
from engines.contract import Json
from engines.puyo.agent.best_futures import imagined, one_more
from engines.puyo.agent.best_search import Desk, Rules, Widths, new_desk, search
from engines.puyo.agent.best_weights import OWN, array_of
from engines.puyo.agent.fire import allowed, of_pair
from engines.puyo.agent.game import SEEN
from engines.puyo.agent.sight import STUCK, Choice, Sight
from engines.puyo.rules.place import ALL_PLACEMENTS

SHORT, FEW = 3, 6  # with so few layers beyond the known pairs, at least so many futures
WIDER = 4  # times as wide as usual, at most


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is searched: how wide beams are, how many futures are imagined, and how deep it goes."""

    widths: Widths
    futures: int
    depth: int

    def near_end(self, layers: int) -> Plan:
        """The plan for so few layers beyond the known pairs: about as many boards in all, at last with some more
        futures if layers are as wide as usual even so."""
        usual, whole = self.widths.beyond, self.futures * self.widths.beyond * max(self.depth - SEEN, 1)
        more = layers <= SHORT and whole >= layers * FEW * usual
        futures = max(self.futures, FEW) if more else self.futures
        beyond = min(max(whole // max(layers * futures, 1), usual), WIDER * usual)
        return Plan(Widths(max(self.widths.known, beyond), beyond), futures, self.depth)

    @property
    def widest(self) -> int:
        """The boards of a layer, at most."""
        return max(self.widths.known, WIDER * self.widths.beyond)


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
        layers = depth - len(known)
        fires = bool(sight.moves) and depth == left
        plan = self.plan.near_end(layers) if depth < self.plan.depth else self.plan
        if fires and layers == 1:
            futures, chances = one_more()
        else:
            futures = imagined(plan.futures, layers, state)
            chances = np.ones(len(futures), dtype=np.int64)
        totals = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
        rules = Rules(sight.blocked, sight.loses)
        nodes = search(
            sight.board, known, futures, chances, fires, rules, plan.widths, self.desk, self.weights, totals
        )
        return Choice(best_of(totals, sight), nodes)


def best_of(totals: np.ndarray, sight: Sight) -> int:
    """The placement of the pair in hand that is worth most, the first of several."""
    options = int(of_pair(allowed(sight.board, sight.blocked), sight.pairs[0, 0], sight.pairs[0, 1]))
    moves = [move for move in range(ALL_PLACEMENTS) if options >> move & 1]
    return max(moves, key=lambda move: int(totals[move]), default=STUCK)


def best(plan: Plan) -> Maker[Best]:
    """The maker of an agent, as `choosers` lists them."""

    def made(weights: Json | None, key: np.uint64) -> Best:
        return Best(plan, array_of(OWN if weights is None else weights), new_desk(plan.widest))

    return made

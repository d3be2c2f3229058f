"""How the trained agent chooses: the placement that has the highest value to the network."""

from __future__ import annotations

import numpy as np

from engines.contract import Json
from engines.puyo.agent.dqn.net import Weights, values, weights_from
from engines.puyo.agent.dqn.see import CODES, INPUTS, look
from engines.puyo.agent.dqn.trained import network
from engines.puyo.agent.dqn.world import best_of
from engines.puyo.agent.game import options_of
from engines.puyo.agent.sight import Choice, Chooser, Sight


def chooser_from(weights: Weights) -> Chooser:
    """The chooser of a network."""
    inputs, names = np.zeros((1, INPUTS), dtype=np.float32), np.zeros(CODES, dtype=np.int64)

    def choose(sight: Sight, state: np.ndarray) -> Choice:
        look(sight.board, sight.pairs, names, inputs[0])
        return Choice(int(best_of(values(weights, inputs)[0], options_of(sight))), 1)

    return choose


def own_weights() -> Json:
    """The network that comes with the engine."""
    return network()


def make(given: Json | None, key: np.uint64) -> Chooser:
    """The chooser of some weights, or of the engine's own."""
    return chooser_from(weights_from(own_weights() if given is None else given))

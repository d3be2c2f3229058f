"""The player that takes the placement of most value to the network."""

from __future__ import annotations

import numpy as np

from engines.contract import Json
from engines.playing import Player
from engines.puyo.agent.dqn.net import Weights, values, weights_from
from engines.puyo.agent.dqn.see import CODES, INPUTS, look
from engines.puyo.agent.dqn.world import best_of
from engines.puyo.agent.game import options_of
from engines.puyo.agent.sight import Choice, Chooser, Registered, Sight

NAME = "dqn"


def chooser_from(weights: Weights) -> Chooser:
    """The chooser of a network."""
    inputs, names = np.zeros((1, INPUTS), dtype=np.float32), np.zeros(CODES, dtype=np.int64)

    def choose(sight: Sight, state: np.ndarray) -> Choice:
        look(sight.board, sight.pairs, names, inputs[0])
        return Choice(int(best_of(values(weights, inputs)[0], options_of(sight))), 1)

    return choose


def own_weights() -> Json:
    """The network that comes with the engine."""
    from engines.puyo.agent.dqn.trained import NETWORK  # a hundred thousand letters, for this player alone

    return NETWORK


def make(given: Json | None) -> Chooser:
    """The chooser of some weights, or of the engine's own."""
    return chooser_from(weights_from(own_weights() if given is None else given))


PLAYER = Player(NAME, "DQN: a small network trained on our own simulator", "003, 4.1", weights=NAME)
REGISTERED: Registered = (PLAYER, make)

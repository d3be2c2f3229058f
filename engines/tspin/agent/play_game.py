"""Games as the rest of the project asks for them, and the weights that come with the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.agents import Played
from engines.contract import BadParameter, Json
from engines.kernels.randomness import stream_key
from engines.tspin.agent.best_weights import WEIGHTS as BEST_TUNED
from engines.tspin.agent.choosers import MAKERS
from engines.tspin.agent.game import Game, measures_of, play_to_end
from engines.tspin.agent.roster import AGENTS, BEST_WEIGHTS, WEIGHTS
from engines.tspin.agent.rules import rules_of
from engines.tspin.agent.weights import TUNED

# What each agent's weights are, by their name.
OWN: Mapping[str, Mapping[str, float]] = {WEIGHTS: TUNED, BEST_WEIGHTS: BEST_TUNED}
STREAM = "tspin/agent/choice"


def play_game(
    agent: str,
    seed: int,
    number: int,
    parameters: Mapping[str, Any] | None = None,
    against: str = "",
    weights: Mapping[str, Json] | None = None,
) -> Played:
    """See `Engine` in `engines.engine`."""
    if against:
        raise BadParameter(f"no opponent {against!r}: a T-spin game is played alone")
    if agent not in AGENTS:
        raise BadParameter(f"unknown agent {agent!r}: choose from {', '.join(AGENTS)}")
    key = stream_key(f"{STREAM}/{agent}/{number}", seed)
    chooser = MAKERS[agent]((weights or {}).get(AGENTS[agent].weights), key)
    game = play_to_end(chooser, seed, number, rules_of(parameters))
    return record_of(game, agent, seed, number, parameters or {})


def own_weights(name: str) -> Json:
    """See `Engine` in `engines.engine`."""
    if name not in OWN:
        raise BadParameter(f"no weights {name!r} come with the engine: choose from {', '.join(OWN)}")
    return dict(OWN[name])


def record_of(game: Game, agent: str, seed: int, number: int, parameters: Mapping[str, Any]) -> Played:
    moves = tuple(list(move) for move in game.moves)
    return Played(agent, seed, number, moves, measures_of(game), parameters=dict(parameters))

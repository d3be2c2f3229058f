"""Games as the rest of the project asks for them, and the weights that come with the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from engines.agents import Played
from engines.contract import BadParameter, Json, checked_parameters
from engines.kernels.randomness import start, stream_key
from engines.puyo.agent import game as alone
from engines.puyo.agent import match
from engines.puyo.agent.best_weights import OWN
from engines.puyo.agent.catalogue import ALONE, MATCH, PARAMETERS
from engines.puyo.agent.choosers import chooser_of
from engines.puyo.agent.dqn import chooser as dqn
from engines.puyo.agent.roster import AGENTS, DQN, WEIGHTS
from engines.puyo.agent.sight import Chooser

OWN_WEIGHTS: Mapping[str, Mapping[str, int]] = {WEIGHTS: OWN}


def play_game(
    agent: str,
    seed: int,
    number: int,
    parameters: Mapping[str, Any] | None = None,
    against: str = "",
    weights: Mapping[str, Json] | None = None,
) -> Played:
    """Game `number` of a seed: all agents have the same queue there."""
    given = checked_parameters(PARAMETERS, parameters or {})
    chosen = MATCH if against else ALONE
    options = {known.name: given.get(known.name, known.default) for known in chosen}
    if not against:
        moves, measures = alone.play_alone(
            own_chooser(agent, weights), seed, number, stream_of(agent, seed, number), options
        )
        return Played(agent, seed, number, moves, measures, parameters=options)
    played = match.match_of(seed, number, options)
    choosers = own_chooser(agent, weights), own_chooser(against, weights)
    states = stream_of(agent, seed, number), stream_of(f"{against} against", seed, number)
    told = match.play_match(choosers, states, played, options["fire_at"])
    return Played(agent, seed, number, tuple(told), match.measured(played), against, options)


def idle_parameter(parameters: Mapping[str, Any], against: str) -> str:
    """Why a parameter makes no difference to such a game, if there is one that does not."""
    chosen = {known.name for known in (MATCH if against else ALONE)}
    idle = next((name for name in parameters if name not in chosen), None)
    return f"{idle} is for {'games alone' if against else 'matches, with --against'}" if idle else ""


def own_weights(name: str) -> Json:
    """The weights, or the network, of that name that come with the engine."""
    if name == DQN:
        return dqn.own_weights()
    if name not in OWN_WEIGHTS:
        there = ", ".join([*OWN_WEIGHTS, DQN])
        raise BadParameter(f"no weights {name!r} come with the engine: choose from {there}")
    return dict(OWN_WEIGHTS[name])


def own_chooser(name: str, weights: Mapping[str, Json] | None) -> Chooser:
    """What chooses for an agent in one game, by the weights that are its."""
    known = AGENTS.get(name)
    return chooser_of(name, (weights or {}).get(known.weights) if known else None)


def stream_of(name: str, seed: int, number: int) -> np.ndarray:
    """The state of an agent's own stream in one game."""
    state = np.zeros(1, dtype=np.uint64)
    start(state, stream_key(f"puyo-play {name}", seed), number)
    return state

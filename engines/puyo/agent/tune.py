"""What makes the agents of Puyo better, one tuner of `catalogue` each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.agents import Run, Tuning
from engines.contract import BadParameter, Json, checked_parameters
from engines.puyo.agent import best_tune
from engines.puyo.agent.catalogue import TUNERS
from engines.puyo.agent.dqn import tuner as dqn
from engines.puyo.agent.roster import DQN


def tune(
    tuner: str,
    seed: int,
    run: Run[Any],
    parameters: Mapping[str, Any],
    state: bytes | None = None,
    weights: Json | None = None,
) -> Iterator[Tuning]:
    """Weights step by step, by one of the tuners."""
    if tuner not in TUNERS:
        raise BadParameter(f"unknown tuner {tuner!r}: choose from {', '.join(TUNERS)}")
    known = TUNERS[tuner].parameters
    options = {each.name: each.default for each in known} | checked_parameters(known, parameters)
    if tuner == DQN:
        return dqn.train(seed, options, state, weights)
    return best_tune.tune(seed, run, options, state, weights)

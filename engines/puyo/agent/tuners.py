"""What makes the players of Puyo better (`engines.playing.Tuned`): one line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.contract import BadParameter, Json, checked_parameters
from engines.playing import Run, Tuner, Tuning
from engines.puyo.agent import best_tune
from engines.puyo.agent.dqn import tuner as dqn

TUNERS: dict[str, Tuner] = {tuner.name: tuner for tuner in (best_tune.TUNER, dqn.TUNER)}


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
    if tuner == dqn.TUNER.name:
        return dqn.train(seed, options, state, weights)
    return best_tune.tune(seed, run, options, state, weights)

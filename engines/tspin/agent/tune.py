"""What makes the weights of agents better: one function a tuner of `catalogue`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.agents import Run, Tuning
from engines.contract import BadParameter, Json
from engines.tspin.agent.best_tune import tune_best
from engines.tspin.agent.catalogue import TUNERS
from engines.tspin.agent.genetic import evolve
from engines.tspin.agent.returns_tune import tune_returns
from engines.tspin.agent.sweep import sweep_all

TUNED_BY = {"genetic": evolve, "sweep": sweep_all, "covariance": tune_best, "returns": tune_returns}


def tune(
    tuner: str,
    seed: int,
    run: Run[Any],
    parameters: Mapping[str, Any],
    state: bytes | None = None,
    weights: Json | None = None,
) -> Iterator[Tuning]:
    """See `Engine` in `engines.engine`."""
    if tuner not in TUNERS:
        raise BadParameter(f"unknown tuner {tuner!r}: choose from {', '.join(TUNERS)}")
    settled = {parameter.name: parameter.default for parameter in TUNERS[tuner].parameters} | dict(parameters)
    return TUNED_BY[tuner](seed, run, settled, state, weights)

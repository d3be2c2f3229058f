"""The weights that our best agents play by, found by the tuner "covariance" (docs/agents.md)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.contract import BadParameter, Json
from engines.puyo.agent.best_value import NAMES

# By hand, after a look at what boards with long chains to come have in common: where tuning began.
BY_HAND: Mapping[str, int] = {
    "chain": 500,
    "spare": -100,
    "key_2": -150,
    "key_3": -300,
    "height": 100,
    "room": 100,
    "left_2": 50,
    "left_3": 80,
    "pairs": 100,
    "trios": 150,
    "shape": -20,
    "wells": -50,
    "bumps": -50,
    "middle": -100,
    "garbage": -200,
    "split": -50,
    "erased": -200,
    "ideal_1": 6,
    "ideal_2": 0,
    "ideal_3": 0,
    "ideal_4": 0,
    "ideal_5": 0,
    "ideal_6": 6,
}
OWN: Mapping[str, int] = {
    "chain": 599,
    "spare": -143,
    "key_2": -117,
    "key_3": -159,
    "height": 64,
    "room": 89,
    "left_2": 43,
    "left_3": 101,
    "pairs": 99,
    "trios": 175,
    "shape": -23,
    "wells": -57,
    "bumps": -33,
    "middle": -82,
    "garbage": -216,
    "split": -33,
    "erased": -246,
    "ideal_1": 11,
    "ideal_2": 2,
    "ideal_3": -3,
    "ideal_4": 3,
    "ideal_5": 0,
    "ideal_6": 4,
}


def array_of(weights: Mapping[str, float]) -> np.ndarray:
    """Weights by name as the kernels take them."""
    unknown = sorted(set(weights) ^ set(NAMES))
    if unknown:
        raise BadParameter(f"weights of the Puyo agents: missing or unknown: {', '.join(unknown)}")
    return np.array([round(weights[name]) for name in NAMES], dtype=np.int64)


def json_of(weights: np.ndarray) -> Json:
    """The other way round."""
    return {name: int(weight) for name, weight in zip(NAMES, weights, strict=True)}

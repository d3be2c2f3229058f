"""What makes the choices of each agent of `roster`.

A maker gets the weights to play by (those that come with the engine, unless the caller has others) and a key for the
agent's own random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from engines.contract import Json
from engines.tspin.agent.beam import beam
from engines.tspin.agent.best import Best
from engines.tspin.agent.game import Chooser
from engines.tspin.agent.greedy import greedy
from engines.tspin.agent.roster import ABLATED, BEST
from engines.tspin.agent.stochastic import stochastic
from engines.tspin.agent.weights import WITHOUT, array_from, without

Maker = Callable[[Json | None, np.uint64], Chooser]


def _greedy(weights: Json | None, key: np.uint64) -> Chooser:
    return greedy()


def _beam(weights: Json | None, key: np.uint64) -> Chooser:
    return beam(array_from(weights))


def _stochastic(weights: Json | None, key: np.uint64) -> Chooser:
    return stochastic(array_from(weights), key)


def _ablated(name: str) -> Maker:
    return lambda weights, key: beam(without(array_from(weights), WITHOUT[name]))


def _best(width: int, closely: int) -> Maker:
    return lambda weights, key: Best(weights, width, closely)


MAKERS: Mapping[str, Maker] = {
    "beam": _beam,
    "stochastic": _stochastic,
    **{name: _best(*sizes) for name, sizes in BEST.items()},
    "greedy": _greedy,
    "base": _beam,
    **{name: _ablated(name) for name in ABLATED},
}

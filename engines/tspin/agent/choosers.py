"""What makes the choices of each agent of `roster`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.agents import Maker
from engines.contract import Json
from engines.tspin.agent.beam import beam
from engines.tspin.agent.best import Best
from engines.tspin.agent.game import Chooser
from engines.tspin.agent.greedy import greedy
from engines.tspin.agent.roster import ABLATED, BEST
from engines.tspin.agent.stochastic import stochastic
from engines.tspin.agent.weights import WITHOUT, array_from, without


def _greedy(weights: Json | None, key: np.uint64) -> Chooser:
    return greedy()


def _beam(weights: Json | None, key: np.uint64) -> Chooser:
    return beam(array_from(weights))


def _stochastic(weights: Json | None, key: np.uint64) -> Chooser:
    return stochastic(array_from(weights), key)


def _ablated(name: str) -> Maker[Chooser]:
    return lambda weights, key: beam(without(array_from(weights), WITHOUT[name]))


def _best(width: int, closely: int) -> Maker[Chooser]:
    return lambda weights, key: Best(weights, width, closely)


MAKERS: Mapping[str, Maker[Chooser]] = {
    "beam": _beam,
    "stochastic": _stochastic,
    **{name: _best(*sizes) for name, sizes in BEST.items()},
    "greedy": _greedy,
    "base": _beam,
    **{name: _ablated(name) for name in ABLATED},
}

"""Weights of our best agent by `covariance`: short games with a narrow beam, the same ones for all of a generation.

A candidate is worth the lines it sends for 5,000 inputs, less what it is short of a T-spin efficiency asked for:
attack alone would let quads take the place of T-spins (T-spin agent paper, 4.3). The narrow beam sees less than the
one that plays, so what is asked for is less than what comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from engines.agents import Run, Tuning
from engines.contract import Json
from engines.shared.covariance import Search, begin_search, candidates, learn
from engines.tspin.agent.best import Best, named, weight_vector
from engines.tspin.agent.game import measures_of, play_to_end
from engines.tspin.agent.rules import Rules

STREAM = "tspin/agent/covariance"
WHOLE_GAME = 5000  # inputs
CLOSELY = 12  # boards looked at more closely before a move, here and in `returns`
SMALLEST = 0.15  # weights smaller than that are as uncertain as if they were so large
SHORTFALL = 6.0  # lines that a percent of efficiency too few costs


def trial(weights: list[float], seed: int, first: int, games: int, inputs: int, width: int) -> tuple[float, float]:
    """Lines sent for 5,000 inputs and T-spin efficiency in percent, the means of some games."""
    chooser = Best(named(np.array(weights)), width, CLOSELY)
    measures = [measures_of(play_to_end(chooser, seed, first + i, Rules(inputs=inputs))) for i in range(games)]
    attack = sum(one["attack"] for one in measures) / games * WHOLE_GAME / inputs
    return attack, sum(one["tspin_efficiency"] for one in measures) / games


def report(search: Search, judged: np.ndarray, generations: int) -> Tuning:
    attack, share = (float(mean) for mean in judged.mean(axis=0))
    said = (
        f"generation {search.generation} of {generations}: {attack:.1f} attack for 5,000 inputs and {share:.1f} %, "
        f"the means of all; best {judged[:, 0].max():.1f}; steps {search.width:.3f}"
    )
    measures = {"attack": attack, "tspin_efficiency": share}
    return Tuning(search.as_bytes(), said, search.generation, generations, named(search.weights()), measures)


def tune_best(
    seed: int, run: Run[Any], parameters: Mapping[str, Any], state: bytes | None, weights: Json | None
) -> Iterator[Tuning]:
    """A generation at a time, around some weights. The weights of a step are the middle of
    what it tried, not the luckiest of it; its measures are the means of all that it tried, which is a little less."""
    search = Search.from_bytes(state) if state else begin_search(weight_vector(weights), SMALLEST, parameters["step"])
    games, rest = parameters["games"], (parameters["games"], parameters["inputs"], parameters["width"])
    while search.generation < parameters["generations"]:
        tried = candidates(search, STREAM, seed, parameters["population"])
        tasks = [(weights.tolist(), seed, search.generation * games, *rest) for weights in tried]
        judged = np.array(run(trial, tasks))
        shortfall = np.maximum(0.0, parameters["efficiency"] - judged[:, 1])
        search = learn(search, tried, judged[:, 0] - SHORTFALL * shortfall)
        yield report(search, judged, parameters["generations"])

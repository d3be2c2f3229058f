"""Weights of our best agent by CMA-ES (`engines.shared.covariance`): whole games with a narrow beam.

All of a generation play the same queues, and the next one others. A candidate is worth the mean chains of its games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.agents import Run, Tuning
from engines.contract import Json
from engines.kernels.randomness import start, stream_key
from engines.puyo.agent.best import Plan, best
from engines.puyo.agent.best_search import Widths
from engines.puyo.agent.best_value import IDEAL, NAMES
from engines.puyo.agent.best_weights import BY_HAND, OWN, array_of, json_of
from engines.puyo.agent.catalogue import ALONE
from engines.puyo.agent.game import play_alone
from engines.puyo.agent.sight import NO_CHANCE
from engines.shared.covariance import Search, begin_search, candidates, learn

STREAM = "puyo/agent/best-tune"
# Weights smaller than that are as uncertain as if they were so large: the worth of features, and the ideal shape.
SMALLEST = np.array([40.0] * IDEAL + [12.0] * (len(NAMES) - IDEAL))


def trial(weights: Sequence[float], seed: int, first: int, games: int, plan: Plan) -> float:
    """The mean chains of some games with these weights."""
    parameters = {known.name: known.default for known in ALONE}
    maker = best(plan)
    rounds = 0.0
    for number in range(first, first + games):
        state = np.zeros(1, dtype=np.uint64)
        start(state, stream_key(STREAM, seed), number)
        chooser = maker(json_of(np.round(weights)), NO_CHANCE)
        rounds += play_alone(chooser, seed, number, state, parameters)[1]["chains"]
    return rounds / games


def report(search: Search, judged: np.ndarray, generations: int) -> Tuning:
    chains = float(judged.mean())
    said = (
        f"generation {search.generation} of {generations}: {chains:.2f} chains, the mean of all; "
        f"best {judged.max():.2f}; steps {search.width:.3f}"
    )
    found = json_of(np.round(search.weights()))
    return Tuning(search.as_bytes(), said, search.generation, generations, found, {"chains": chains})


def tune(
    seed: int, run: Run[Any], parameters: Mapping[str, Any], saved: bytes | None, weights: Json | None
) -> Iterator[Tuning]:
    """A generation at a time, around some weights, or those that the agents have."""
    own = BY_HAND if parameters["start"] == "hand" else OWN
    around = array_of(own if weights is None else weights).astype(float)
    search = Search.from_bytes(saved) if saved else begin_search(around, SMALLEST, parameters["step"])
    games, width = parameters["games"], parameters["width"]
    plan = Plan(Widths(2 * width, width), parameters["futures"], parameters["depth"])
    while search.generation < parameters["generations"]:
        tried = candidates(search, STREAM, seed, parameters["population"])
        tasks = [(each.tolist(), seed, search.generation * games, games, plan) for each in tried]
        judged = np.array(run(trial, tasks))
        search = learn(search, tried, judged)
        yield report(search, judged, parameters["generations"])

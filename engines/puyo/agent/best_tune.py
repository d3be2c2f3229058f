"""Weights by the cross-entropy method: many are drawn around a mean, the best of them are the next mean.

In every generation all play the same queues, other ones than before. Every set of weights comes with its mirror image
on the other side of the mean. How far a weight is drawn from its mean follows how far the best lay from it. Random
numbers are those of the generation, so that a tuning that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from engines.contract import Json, Parameter
from engines.playing import Run, Tuner, Tuning
from engines.puyo.agent.best import Plan, best
from engines.puyo.agent.best_search import Widths
from engines.puyo.agent.best_value import IDEAL, NAMES
from engines.puyo.agent.best_weights import BY_HAND, WEIGHTS, array_of, json_of
from engines.puyo.agent.game import PARAMETERS as GAME
from engines.puyo.agent.game import play_alone
from engines.randomness import fraction, start, stream_key

STREAM = "puyo/agent/best-tune"
SPREAD, LEAST_SPREAD, IDEAL_SPREAD = 0.3, 15.0, 4.0  # at first: of the weight's size, at the least, of the shape's
PARAMETERS = (
    Parameter("population", "sets of weights drawn in a generation", 24, 2, 10_000),
    Parameter("generations", "generations in all", 20, 1, 100_000),
    Parameter("games", "games that each plays in a generation", 16, 1, 10_000),
    Parameter("chosen", "the best that make the next mean", 8, 1, 10_000),
    Parameter("pace", "how far the mean moves to that of the best", 0.6, 0.0, 1.0),
    Parameter("width", "boards kept in a layer", 24, 1, 100_000),
    Parameter("futures", "futures that are imagined", 3, 1, 10_000),
    Parameter("depth", "moves that are searched", 8, 1, 100),
)
TUNER = Tuner("cross-entropy", "Weights of the best player, by cross-entropy", "ours", WEIGHTS, PARAMETERS)


@dataclass
class State:
    """The mean and the spread of the weights after so many generations, and what those that made it reached."""

    generation: int = 0
    mean: list[float] = field(default_factory=list)
    spread: list[float] = field(default_factory=list)
    reached: float = 0.0
    of_all: float = 0.0

    def as_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()


def first_state(weights: Json | None = None) -> State:
    """Around some weights, or those that the players have."""
    mean = array_of(BY_HAND if weights is None else weights).astype(float)
    spread = np.maximum(SPREAD * abs(mean), LEAST_SPREAD)
    spread[IDEAL:] = IDEAL_SPREAD
    return State(0, mean.tolist(), spread.tolist())


def normals(seed: int, generation: int, shape: tuple[int, int]) -> np.ndarray:
    """Normal random numbers, by Box and Muller."""
    stream = np.zeros(1, dtype=np.uint64)
    start(stream, stream_key(STREAM, seed), generation)
    flat = [
        math.sqrt(-2 * math.log(1 - float(fraction(stream)))) * math.cos(2 * math.pi * float(fraction(stream)))
        for _ in range(shape[0] * shape[1])
    ]
    return np.array(flat).reshape(shape)


def drawn(state: State, seed: int, population: int) -> np.ndarray:
    """Sets of weights around the mean, one a row."""
    half = normals(seed, state.generation, (-(-population // 2), len(NAMES)))
    both = np.stack([half, -half], axis=1).reshape(-1, len(NAMES))[:population]
    return np.array(state.mean) + both * np.array(state.spread)


def trial(weights: Sequence[float], seed: int, first: int, games: int, plan: Plan) -> float:
    """The mean chains of some games with these weights."""
    parameters = {known.name: known.default for known in GAME}
    maker = best(plan)
    rounds = 0.0
    for number in range(first, first + games):
        state = np.zeros(1, dtype=np.uint64)
        start(state, stream_key(STREAM, seed), number)
        rounds += play_alone(maker(json_of(np.round(weights))), seed, number, state, parameters)[1]["chains"]
    return rounds / games


def moved(state: State, sets: np.ndarray, reached: Sequence[float], parameters: Mapping[str, Any]) -> State:
    """The next generation's mean and spread."""
    order = sorted(range(len(sets)), key=lambda i: (-reached[i], i))[: parameters["chosen"]]
    chosen, pace = sets[order], parameters["pace"]
    mean, spread = np.array(state.mean), np.array(state.spread)
    wide = np.sqrt(((chosen - mean) ** 2).mean(axis=0))
    mean = mean + pace * (chosen.mean(axis=0) - mean)
    spread = spread + pace / 2 * (wide - spread)
    top = sum(reached[i] for i in order) / len(order)
    return State(state.generation + 1, mean.tolist(), spread.tolist(), top, sum(reached) / len(reached))


def tune(
    seed: int, run: Run[Any], parameters: Mapping[str, Any], saved: bytes | None, weights: Json | None
) -> Iterator[Tuning]:
    """A generation at a time."""
    state = State(**json.loads(saved)) if saved else first_state(weights)
    games, width = parameters["games"], parameters["width"]
    plan = Plan(Widths(2 * width, width), parameters["futures"], parameters["depth"])
    while state.generation < parameters["generations"]:
        sets = drawn(state, seed, parameters["population"])
        tasks = [(each.tolist(), seed, state.generation * games, games, plan) for each in sets]
        state = moved(state, sets, run(trial, tasks), parameters)
        said = f"generation {state.generation}: {state.of_all:.2f} chains, the best {state.reached:.2f}"
        found = json_of(np.round(state.mean))
        yield Tuning(
            state.as_bytes(), said, state.generation, parameters["generations"], found, {"chains": state.of_all}
        )

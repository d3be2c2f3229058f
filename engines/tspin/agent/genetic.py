"""Weights by a genetic algorithm (T-spin agent paper, 3.5): those that send most over some games have children.

The paper gives an individual's fitness (mean attack over 100 games of 5,000 inputs) and nothing else; what follows is
ours. Every generation all individuals play the same games, other ones than the generation before; an individual that
lives on is known by all that it has played, so that luck wears off. The best live on, the rest are children: of two
parents, each the best of three drawn at random, a weight lies somewhere between or a little beyond theirs, and some
weights are changed. Random numbers are those of the generation, so that a tuning that was stopped goes on as if not.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from engines.agents import Run, Tuning
from engines.contract import Json
from engines.tspin.agent.chance import Chance
from engines.tspin.agent.features import COUNT
from engines.tspin.agent.trial import Trial, trial
from engines.tspin.agent.weights import BY_HAND, array_of, json_of

STREAM = "tspin/agent/genetic"
RIVALS = 3  # drawn for each parent
BEYOND = 0.25  # how far children go beyond their parents, of the distance between these
RANDOM_RANGE = 500.0


@dataclass
class Individual:
    weights: list[float]
    games: int = 0
    attack: float = 0.0  # the sum over all games
    efficiency: float = 0.0

    @property
    def mean(self) -> float:
        return self.attack / self.games if self.games else -math.inf

    def add(self, trial: Trial) -> None:
        self.games += len(trial.attack)
        self.attack += sum(trial.attack)
        self.efficiency += sum(trial.efficiency)


@dataclass
class State:
    """Who lives after so many generations, the best first."""

    generation: int = 0
    living: list[Individual] = field(default_factory=list)

    def as_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, state: bytes) -> State:
        record = json.loads(state)
        return cls(record["generation"], [Individual(**living) for living in record["living"]])


def mutated(weights: list[float], rate: float, chance: Chance) -> list[float]:
    """Some of the weights changed, each in proportion to its size."""
    return [
        weight + chance.normal() * max(10.0, 0.3 * abs(weight)) if chance.fraction() < rate else weight
        for weight in weights
    ]


def child_of(living: list[Individual], rate: float, chance: Chance) -> Individual:
    """`living` is sorted, so that the best of some is the one with the lowest number."""
    mother, father = (living[min(chance.below(len(living)) for _ in range(RIVALS))].weights for _ in range(2))
    between = [
        a + (b - a) * (chance.fraction() * (1 + 2 * BEYOND) - BEYOND) for a, b in zip(mother, father, strict=True)
    ]
    return Individual(mutated(between, rate, chance))


def first_generation(parameters: Mapping[str, Any], chance: Chance, weights: Json | None) -> list[Individual]:
    size = parameters["population"]
    if parameters["start"] == "random":
        return [Individual([(2 * chance.fraction() - 1) * RANDOM_RANGE for _ in range(COUNT)]) for _ in range(size)]
    middle = array_of(BY_HAND if weights is None else weights).tolist()
    return [Individual(middle)] + [Individual(mutated(middle, 1.0, chance)) for _ in range(size - 1)]


def next_generation(
    state: State, parameters: Mapping[str, Any], chance: Chance, weights: Json | None
) -> list[Individual]:
    if not state.living:
        return first_generation(parameters, chance, weights)
    survivors = state.living[: min(parameters["survivors"], parameters["population"])]
    children = parameters["population"] - len(survivors)
    return survivors + [child_of(state.living, parameters["mutation"], chance) for _ in range(children)]


def proven(state: State) -> Individual:
    """The best of those that have played for two generations, or of all if none has."""
    games = min(individual.games for individual in state.living)
    return next((one for one in state.living if one.games > games), state.living[0])


def report(state: State, generations: int) -> Tuning:
    best = proven(state)
    mean = sum(one.mean for one in state.living) / len(state.living)
    share = best.efficiency / best.games
    said = (
        f"generation {state.generation} of {generations}: best {best.mean:.1f} attack and {share:.1f} % in "
        f"{best.games} games, all {mean:.1f}"
    )
    measures = {"attack": best.mean, "tspin_efficiency": share}
    weights = json_of(np.array(best.weights))
    return Tuning(state.as_bytes(), said, state.generation, generations, weights, measures)


def evolve(
    seed: int, run: Run[Any], parameters: Mapping[str, Any], saved: bytes | None, weights: Json | None
) -> Iterator[Tuning]:
    """A generation at a time, the first around some weights."""
    state = State.from_bytes(saved) if saved else State()
    games, inputs = parameters["games"], parameters["inputs"]
    while state.generation < parameters["generations"]:
        living = next_generation(state, parameters, Chance(STREAM, seed, state.generation), weights)
        first = state.generation * games
        tasks = [(individual.weights, seed, first, games, inputs) for individual in living]
        for individual, played in zip(living, run(trial, tasks), strict=True):
            individual.add(played)
        living.sort(key=lambda individual: -individual.mean)
        state = State(state.generation + 1, living)
        yield report(state, parameters["generations"])

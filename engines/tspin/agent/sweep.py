"""Each weight moved on its own around a set of weights (T-spin agent paper, 3.5): attack and efficiency by value.

The paper did this by hand after its genetic algorithm, looking at both curves. As a tuner it goes from weight to
weight and takes the best value by attack plus so much for every percent of efficiency, if over the same games that is
better by more than its standard error. Compare with `genetic`, which moves all weights at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any, NamedTuple

from engines.agents import Run, Tuning
from engines.contract import Json
from engines.tspin.agent.catalogue import ALL
from engines.tspin.agent.features import NAMES
from engines.tspin.agent.trial import Trial, trial
from engines.tspin.agent.weights import TUNED

LEAST = 40.0  # what a weight is taken to be at the least, so that small ones move too


class Point(NamedTuple):
    """One value of a weight, and what came of the games with it."""

    value: float
    trial: Trial

    @property
    def attack(self) -> float:
        return fmean(self.trial.attack)

    @property
    def efficiency(self) -> float:
        return fmean(self.trial.efficiency)


@dataclass
class State:
    """The weights so far, by name, and how many of them are done."""

    weights: dict[str, float]
    done: int = 0

    def as_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, state: bytes) -> State:
        return cls(**json.loads(state))


def values_around(value: float, steps: int, reach: float) -> list[float]:
    """Values on either side, evenly, the value itself among them."""
    far = max(abs(value), LEAST) * reach
    return [round(value + far * step / steps, 3) if step else value for step in range(-steps, steps + 1)]


def sweep(
    weights: Mapping[str, float],
    name: str,
    values: Sequence[float],
    seed: int,
    games: int,
    inputs: int,
    run: Run[Any],
) -> list[Point]:
    """The same games for every value of one weight, each a task of its own."""
    sets = [[{**weights, name: value}[other] for other in NAMES] for value in values]
    played = run(trial, [(each, seed, number, 1, inputs) for each in sets for number in range(games)])
    return [Point(value, joined(played[games * i : games * (i + 1)])) for i, value in enumerate(values)]


def joined(trials: Sequence[Trial]) -> Trial:
    """Several trials as one."""
    return Trial([a for one in trials for a in one.attack], [e for one in trials for e in one.efficiency])


def scores(point: Point, worth: float) -> list[float]:
    return [a + worth * e for a, e in zip(point.trial.attack, point.trial.efficiency, strict=True)]


def better(point: Point, than: Point, worth: float) -> bool:
    """Whether a value is better over the same games, by more than the standard error of the difference."""
    gains = [a - b for a, b in zip(scores(point, worth), scores(than, worth), strict=True)]
    return fmean(gains) > stdev(gains) / len(gains) ** 0.5


def chosen(points: Sequence[Point], now: float, worth: float) -> Point:
    """The best value, or the one that there is unless that is better by more than its standard error."""
    here = next(point for point in points if point.value == now)
    best = max(points, key=lambda point: fmean(scores(point, worth)))
    return best if best is not here and better(best, here, worth) else here


def line(name: str, points: Sequence[Point], kept: Point) -> str:
    said = ", ".join(f"{point.value:g}: {point.attack:.1f} / {point.efficiency:.1f} %" for point in points)
    return f"{name} (attack / efficiency) {said}; took {kept.value:g}"


def sweep_all(
    seed: int, run: Run[Any], parameters: Mapping[str, Any], saved: bytes | None, weights: Json | None
) -> Iterator[Tuning]:
    """A weight at a time, each around what the ones before have led to."""
    names = NAMES if parameters["weight"] == ALL else (parameters["weight"],)
    state = State.from_bytes(saved) if saved else State(dict(TUNED if weights is None else weights))
    while state.done < len(names):
        name = names[state.done]
        now = state.weights[name]
        values = values_around(now, parameters["steps"], parameters["reach"])
        points = sweep(state.weights, name, values, seed, parameters["games"], parameters["inputs"], run)
        kept = chosen(points, now, parameters["worth"])
        state = State({**state.weights, name: kept.value}, state.done + 1)
        measures = {"attack": kept.attack, "tspin_efficiency": kept.efficiency}
        said = line(name, points, kept)
        yield Tuning(state.as_bytes(), said, state.done, len(names), dict(state.weights), measures)

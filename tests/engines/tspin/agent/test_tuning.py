"""Tuning weights: the genetic algorithm and the sweep, in small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import pytest

from engines.contract import BadParameter
from engines.tspin.agent import genetic
from engines.tspin.agent.chance import Chance
from engines.tspin.agent.features import NAMES
from engines.tspin.agent.genetic import STREAM, Individual, State, child_of, mutated, proven
from engines.tspin.agent.sweep import Point, chosen, values_around
from engines.tspin.agent.trial import Trial, trial
from engines.tspin.agent.weights import BY_HAND, TUNED, array_of
from engines.tspin.engine import ENGINE

SMALL = {"population": 4, "generations": 3, "games": 1, "inputs": 60, "survivors": 1}


def run(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> list[Any]:
    return [function(*task) for task in tasks]


def test_a_trial_plays_the_games_that_it_is_told_to() -> None:
    weights = array_of(BY_HAND).tolist()
    both = trial(weights, 1, 4, 2, 80)
    assert Trial(both.attack[1:], both.efficiency[1:]) == trial(weights, 1, 5, 1, 80)


def test_weights_are_the_same_however_often_tuning_is_stopped() -> None:
    whole = list(ENGINE.tune("genetic", 2, run, SMALL))
    assert [tuning.done for tuning in whole] == [1, 2, 3]
    first = next(iter(ENGINE.tune("genetic", 2, run, SMALL)))
    rest = list(ENGINE.tune("genetic", 2, run, SMALL, first.state))
    assert rest == whole[1:]
    other = list(ENGINE.tune("genetic", 3, run, SMALL))
    assert other[-1].state != whole[-1].state
    assert set(whole[-1].weights or {}) == set(NAMES)


def test_the_best_live_on_with_all_that_they_played() -> None:
    last = State.from_bytes(list(ENGINE.tune("genetic", 2, run, SMALL))[-1].state)
    means = [individual.mean for individual in last.living]
    assert means == sorted(means, reverse=True)
    assert sorted(individual.games for individual in last.living)[-1] > 1
    assert len(last.living) == SMALL["population"]


def test_every_generation_has_chances_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []

    class Noted(Chance):
        def __init__(self, stream: str, seed: int, generation: int) -> None:
            super().__init__(stream, seed, generation)
            drawn.append((seed, generation))

    monkeypatch.setattr(genetic, "Chance", Noted)
    list(ENGINE.tune("genetic", 2, run, SMALL))
    assert drawn == [(2, 0), (2, 1), (2, 2)]
    assert len({Chance(STREAM, 2, generation).fraction() for generation in range(3)}) == 3


def test_one_lucky_generation_does_not_make_the_best() -> None:
    lucky, steady = Individual([1.0], 6, 660.0), Individual([2.0], 12, 1200.0)
    assert proven(State(2, [lucky, steady])) is steady
    assert proven(State(1, [lucky])) is lucky


def test_children_lie_about_their_parents_and_mutations_reach_every_weight() -> None:
    chance = Chance(STREAM, 1, 0)
    parents = [Individual([0.0] * 5, 1), Individual([100.0] * 5, 1)]
    children = [child_of(parents, 0.0, chance).weights for _ in range(200)]
    values = [value for child in children for value in child]
    assert min(values) < -10 < 0 < 110 < max(values)
    assert min(values) >= -25
    assert max(values) <= 125
    assert all(a != b for a, b in zip(mutated([5.0] * 31, 1.0, chance), [5.0] * 31, strict=True))
    assert mutated([5.0] * 31, 0.0, chance) == [5.0] * 31


def test_a_sweep_moves_one_weight_at_a_time() -> None:
    small = {"games": 2, "inputs": 60, "steps": 1}
    tunings = list(islice(ENGINE.tune("sweep", 1, run, small), 2))
    assert tunings[0].of == len(NAMES)
    changed = {name for name, value in (tunings[1].weights or {}).items() if value != TUNED[name]}
    assert changed <= set(NAMES[:2])
    resumed = next(iter(ENGINE.tune("sweep", 1, run, small, tunings[0].state)))
    assert resumed == tunings[1]
    alone = list(ENGINE.tune("sweep", 1, run, small | {"weight": "before_tsd"}))
    assert [tuning.said.split()[0] for tuning in alone] == ["before_tsd"]


def test_values_lie_on_both_sides() -> None:
    assert values_around(-60, 2, 0.5) == [-90, -75, -60, -45, -30]
    assert values_around(0, 1, 1.0) == [-40, 0, 40]


def test_a_value_is_taken_if_it_is_better_beyond_chance() -> None:
    here = Point(1, Trial([100, 100, 100, 100], [50] * 4))
    noisy = Point(2, Trial([60, 150, 70, 130], [50] * 4))
    better = Point(3, Trial([101, 103, 102, 102], [50] * 4))
    precise = Point(4, Trial([100, 101, 100, 101], [60, 61, 60, 61]))
    assert chosen([here, noisy], 1, 0.0) is here
    assert chosen([here, better], 1, 0.0) is better
    assert chosen([here, better, precise], 1, 1.0) is precise


def test_a_tuner_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadParameter, match="unknown tuner 'prayer': choose from genetic, sweep, covariance"):
        ENGINE.tune("prayer", 1, run, {})

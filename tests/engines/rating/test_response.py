"""Item response with a prior, against sums done plainly, and where nothing or everything is known."""

from __future__ import annotations

import math

import numpy as np

from engines.rating.response import Belief, chance_of, response

STEEP = 1.6


def belief(mean: list[float], deviation: float) -> Belief:
    return Belief(np.array(mean), np.full(len(mean), deviation))


def likely(
    skill: list[float], hard: list[float], tries: list[tuple[int, int, float]], priors: tuple[Belief, Belief]
) -> float:
    """The logarithm of how probable all of it is, plainly."""
    total = 0.0
    for values, prior in zip((skill, hard), priors, strict=True):
        for value, mean, deviation in zip(values, prior.mean, prior.deviation, strict=True):
            total -= 0.5 * ((value - mean) / deviation) ** 2
    for who, what, solved in tries:
        odds = STEEP * (skill[who] - hard[what])
        total += odds * solved - math.log(1.0 + math.exp(odds))
    return total


TRIES = [(0, 0, 1.0), (0, 1, 0.0), (1, 0, 1.0), (1, 2, 0.0), (2, 1, 1.0), (2, 2, 0.0), (0, 2, 1.0)]


def found(tries: list[tuple[int, int, float]], priors: tuple[Belief, Belief]) -> tuple[Belief, Belief]:
    who, what, solved = (np.array(column) for column in zip(*tries, strict=True))
    return response(*priors, who, what, solved, STEEP)


def test_what_is_found_is_the_most_probable() -> None:
    priors = belief([3.0, 3.5, 4.0], 0.6), belief([2.0, 3.0, 4.0], 0.7)
    skill, hard = found(TRIES, priors)
    best = likely(skill.mean.tolist(), hard.mean.tolist(), TRIES, priors)
    for side in (0, 1):
        for place in range(3):
            for step in (-1e-2, 1e-2):
                moved = [skill.mean.copy(), hard.mean.copy()]
                moved[side][place] += step
                assert likely(moved[0].tolist(), moved[1].tolist(), TRIES, priors) < best


def test_without_tries_the_prior_stands() -> None:
    priors = belief([3.0], 0.6), belief([2.0, 4.0], 0.7)
    none = np.empty(0, dtype=np.int64)
    skill, hard = response(*priors, none, none, np.empty(0), STEEP)
    assert skill.mean.tolist() == [3.0]
    assert hard.mean.tolist() == [2.0, 4.0]
    np.testing.assert_allclose(hard.deviation, 0.7)


def test_a_miss_makes_a_puzzle_harder_and_better_known() -> None:
    priors = belief([3.0, 3.0], 0.5), belief([3.0, 3.0], 0.7)
    _, hard = found([(0, 0, 0.0), (1, 1, 1.0)], priors)
    assert hard.mean[0] > 3.0 > hard.mean[1]
    assert (hard.deviation < 0.7).all()


def test_many_tries_outweigh_a_wrong_prediction() -> None:
    people = belief([3.0] * 200, 0.01)
    _, hard = found([(who, 0, float(who % 4 == 0)) for who in range(200)], (people, belief([1.0], 0.7)))
    even = 3.0 + math.log(3.0) / STEEP  # where a quarter succeeds
    assert abs(hard.mean[0] - even) < 0.15


def test_what_is_not_known_draws_chances_to_the_middle() -> None:
    skill, hard = np.array([4.0]), np.array([3.0])
    sure, unsure = (chance_of(skill, hard, np.array([variance]), STEEP)[0] for variance in (0.0, 1.0))
    assert sure == 1.0 / (1.0 + math.exp(-STEEP))
    assert 0.5 < unsure < sure

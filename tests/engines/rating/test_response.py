"""Beliefs after tries: against integrals and matrices done plainly, and where nothing or everything is known."""

from __future__ import annotations

import math
from dataclasses import astuple, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.rating import attempting, response
from engines.rating.response import START, Belief, Response, Try, chances, learned, person, predicted

GAME = Belief(0.0, 0.0, 0.3, 0.2)
LEVEL, VARIANCE = st.floats(0.0, 7.0), st.floats(0.01, 1.5)


def integrated(player: Belief, puzzle: Belief, solved: bool, limit: float | None) -> tuple[float, ...]:
    """Mean and variance of skill and difficulty after an outcome, by a sum over a grid of both."""
    grid = np.linspace(-5.0, 5.0, 401)
    skill, hard = player.level + grid * player.variance**0.5, puzzle.level + grid * puzzle.variance**0.5
    weight = np.exp(-0.5 * (grid[:, None] ** 2 + grid**2))
    ahead = skill[:, None] - hard
    likely = 1.0 / (1.0 + np.exp(-response.STEEP * ahead))
    if limit is not None:
        mean = math.log(response.EVEN) - response.FASTER * ahead + player.tempo + puzzle.tempo + GAME.tempo
        spread = response.SPREAD**2 + player.tempo_variance + puzzle.tempo_variance + GAME.tempo_variance
        likely = likely * 0.5 * np.vectorize(math.erfc)((mean - math.log(limit)) / math.sqrt(2.0 * spread))
    weight = weight * (likely if solved else 1.0 - likely)
    found: list[float] = []
    for values, mass in ((skill, weight.sum(axis=1)), (hard, weight.sum(axis=0))):
        mean = float(values @ mass / mass.sum())
        found += [mean, float((values - mean) ** 2 @ mass / mass.sum())]
    return tuple(found)


def together(player: Belief, puzzle: Belief, seconds: float) -> np.ndarray:
    """Means and covariances after a time that is no wild one, of all five unknowns at once, by matrices."""
    means = np.array([player.level, player.tempo, puzzle.level, puzzle.tempo, GAME.tempo])
    spread = np.zeros((5, 5))
    for place, one in ((0, player), (2, puzzle)):
        spread[place : place + 2, place : place + 2] = [[one.variance, one.both], [one.both, one.tempo_variance]]
    spread[4, 4] = GAME.tempo_variance
    along = np.array([-response.FASTER, 1.0, response.FASTER, 1.0, 1.0])
    gain = spread @ along / (along @ spread @ along + response.SPREAD**2)
    after = means + gain * (math.log(seconds / response.EVEN) - along @ means)
    return np.concatenate([after, (spread - np.outer(gain, along @ spread)).ravel()])


@pytest.mark.parametrize(("solved", "limit"), [(True, None), (False, None), (False, 90.0), (False, 30.0)])
@pytest.mark.parametrize("ahead", [-1.5, 0.0, 1.5])
def test_an_outcome_moves_beliefs_as_an_integral_does(solved: bool, limit: float | None, ahead: float) -> None:
    player, puzzle = person(3.0 + ahead), predicted(3.0)
    skill, hard, _ = learned(player, puzzle, GAME, solved, None, limit)
    told = (skill.level, skill.variance, hard.level, hard.variance)
    assert told == pytest.approx(integrated(player, puzzle, solved, limit), abs=0.01)


def test_a_time_moves_beliefs_as_matrices_do() -> None:
    skill, hard, _ = learned(person(3.4), predicted(3.0), GAME, True, None, None)
    player, puzzle = (replace(one, both=0.1) for one in (skill, hard))
    both = learned(player, puzzle, GAME, True, 70.0, None)
    outcome = learned(player, puzzle, GAME, True, None, None)
    twin = together(*outcome[:2], 70.0)
    assert [both[0].level, both[0].tempo, both[1].level, both[1].tempo, both[2].tempo] == pytest.approx(twin[:5])
    spread = twin[5:].reshape(5, 5)
    for place, one in ((0, both[0]), (2, both[1])):
        block = spread[place : place + 2, place : place + 2]
        assert [one.variance, one.both, one.tempo_variance] == pytest.approx([block[0, 0], block[0, 1], block[1, 1]])


def test_the_law_is_that_of_simulated_tries() -> None:
    ours = (response.STEEP, response.EVEN, response.FASTER, response.SPREAD)
    assert ours == (attempting.STEEP, attempting.EVEN, attempting.FASTER, attempting.SPREAD)
    for group, skill in (("beginner", 0.25), ("regular", 0.65), ("advanced", 0.9)):
        assert START[group].level == pytest.approx(attempting.REACH + attempting.GAIN * skill)


@given(LEVEL, LEVEL, VARIANCE, VARIANCE, st.booleans(), st.floats(0.0, 1e5), st.sampled_from([None, 30.0]))
def test_a_try_tells_something_and_never_too_much(
    skill: float, hard: float, a: float, b: float, solved: bool, seconds: float, limit: float | None
) -> None:
    player, puzzle = person(skill, a**0.5), predicted(hard, b**0.5)
    found = learned(player, puzzle, GAME, solved, seconds, limit)
    for before, after in zip((player, puzzle), found, strict=False):
        assert all(map(math.isfinite, astuple(after)))
        assert 0.0 < after.variance <= before.variance
        assert after.variance * after.tempo_variance > after.both**2
        assert abs(after.level - before.level) < 4.0 * before.variance**0.5


def test_misses_and_slow_solutions_make_a_puzzle_harder() -> None:
    def hard(solved: bool, seconds: float | None = None) -> float:
        return learned(person(3.0), predicted(3.0), GAME, solved, seconds, None)[1].level

    assert hard(False) > 3.0 > hard(True) > hard(True, 5.0)
    assert hard(True, 5.0) < hard(True, 80.0) < hard(False)
    assert hard(True, 3600.0) == hard(True, 36000.0), "people get up and make tea"


def test_a_miss_in_little_time_tells_less() -> None:
    def hard(limit: float | None) -> float:
        return learned(person(4.0), predicted(3.0), GAME, False, None, limit)[1].level

    assert 3.0 < hard(10.0) < hard(60.0) < hard(None)


def test_a_slow_player_is_not_taken_for_a_weak_one() -> None:
    """Of five who all solve three of four, one is three times as slow. By time alone that would be 1.8 steps."""
    state = Response(lambda puzzle: predicted(3.0, 0.01))
    for number in range(200):
        who, solved = number % 5, number // 5 % 4 > 0
        seconds = 45.0 if who == 4 else 15.0
        state.take(Try(1, f"p{who}", f"z{number}", solved, seconds if solved else None, None), START[None])
    quick, slow = state.players["p0"], state.players["p4"]
    assert 0.0 < quick.level - slow.level < 0.7
    assert slow.tempo > quick.tempo + 0.5


def test_many_tries_outweigh_a_wrong_prediction() -> None:
    state = Response(lambda puzzle: predicted(1.0))
    for who in range(200):
        state.take(Try(1, f"p{who}", "z", who % 4 == 0, None, None), person(3.0, 0.01))
    even = 3.0 + math.log(3.0) / response.STEEP  # where a quarter succeeds
    assert abs(state.puzzles["z"].level - even) < 0.15


def test_without_tries_the_prior_stands() -> None:
    state = Response(lambda puzzle: predicted(2.0))
    assert state.player("ann", 9, START["regular"]) == START["regular"]
    assert state.puzzle("z") == predicted(2.0)


def test_what_is_not_known_draws_chances_to_the_middle() -> None:
    hard = np.array([3.0, 3.0, 1.0])
    sure, unsure, easy = chances(person(4.0, 1e-6), hard, np.array([0.0, 1.0, 0.0])).tolist()
    assert sure == pytest.approx(1.0 / (1.0 + math.exp(-response.STEEP)))
    assert 0.5 < unsure < sure < easy <= 0.99

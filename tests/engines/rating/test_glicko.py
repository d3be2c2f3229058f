"""Glicko-2: the worked example of the paper, and the slow twin on anything else."""

from __future__ import annotations

import numpy as np
import pytest

from engines.rating.glicko import CENTRE, POINTS, Standing, inner, new_volatility, newcomers, played, rested, trust
from tests.engines.rating import naive_contest
from tests.engines.rating.naive_contest import One


class TestWorkedExample:
    """Glickman, "Example of the Glicko-2 system": someone at 1500 beats one player and loses to two."""

    me = newcomers(1, 1500.0, 200.0, 0.06)
    others = newcomers(3, np.array([1400.0, 1550.0, 1700.0]), np.array([30.0, 100.0, 300.0]))
    won = np.array([1.0, 0.0, 0.0])

    def after(self) -> Standing:
        return played(self.me, self.others, np.zeros(3, int), np.arange(3), self.won, tau=0.5)

    def test_the_steps(self):
        mu, phi = inner(self.me)
        other, unsure = inner(self.others)
        assert phi.round(4) == [1.1513]
        assert other.round(4).tolist() == [-0.5756, 0.2878, 1.1513]
        assert unsure.round(4).tolist() == [0.1727, 0.5756, 1.7269]
        weight = trust(unsure).round(4)  # the paper goes on with rounded numbers
        assert weight.tolist() == [0.9955, 0.9531, 0.7242]
        chance = (1.0 / (1.0 + np.exp(-weight * (mu - other)))).round(3)
        assert chance.tolist() == [0.639, 0.432, 0.303]
        variance = 1.0 / np.sum(weight**2 * chance * (1.0 - chance))
        delta = variance * np.sum(weight * (self.won - chance))
        assert (variance.round(4), delta.round(4)) == (1.7785, -0.4834)
        sigma = new_volatility(phi, np.array([1.7785]), np.array([-0.4834]), np.array([0.06]), 0.5)
        assert 2.0 * np.log(sigma).round(6) == pytest.approx([-5.62696], abs=5e-6)

    def test_the_outcome(self):
        found = self.after()
        mu, phi = inner(found)
        assert found.volatility.round(5) == [0.06000]
        assert np.floor(found.volatility * 1e5) == [5999], "0.05999, as the paper cuts it off"
        assert phi.round(4) == [0.8722]
        assert mu.round(4) == [-0.2069]
        assert found.deviation.round(2) == [151.52]
        # The paper turns the rounded mu into points; without rounding they are 1464.05.
        assert (CENTRE + POINTS * mu.round(4)).round(2) == [1464.06]
        assert found.rating == pytest.approx([1464.06], abs=0.01)

    def test_someone_who_did_not_play_only_becomes_less_known(self):
        found = rested(self.me, np.array([1]))
        assert inner(found)[1] == pytest.approx(np.sqrt(1.1513**2 + 0.06**2), abs=5e-5)
        assert (found.rating, found.volatility) == (self.me.rating, self.me.volatility)


def as_one(standing: Standing, row: int) -> One:
    return One(*(float(column[row]) for column in vars(standing).values()))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tau", [0.3, 0.5, 1.2])
def test_the_slow_twin_agrees(seed: int, tau: float):
    """Well-known and unknown, close and far apart, steady and wild, expected and absurd results."""
    rng = np.random.default_rng(seed)
    count, games = 40, 400
    mine, theirs = (
        newcomers(count, rng.normal(1500, 400, count), rng.uniform(20, 400, count), rng.uniform(0.02, 0.3, count))
        for _ in range(2)
    )
    me = np.concatenate([np.arange(count), rng.integers(0, count, games)])
    them, score = rng.integers(0, count, len(me)), rng.choice([0.0, 0.5, 1.0, 0.83], len(me))
    score[me == 0], score[me == 1] = 0.0, 1.0
    found = played(mine, theirs, me, them, score, tau)
    for row in range(count):
        met = [
            (float(theirs.rating[j]), float(theirs.deviation[j]), float(s))
            for i, j, s in zip(me, them, score, strict=True)
            if i == row
        ]
        twin = naive_contest.updated(as_one(mine, row), met, tau)
        assert found.rating[row] == pytest.approx(twin.rating, abs=1e-3)
        assert found.deviation[row] == pytest.approx(twin.deviation, abs=1e-4)
        assert found.volatility[row] == pytest.approx(twin.volatility, abs=1e-6)


def test_great_surprises_make_volatile():
    """The branch of step 5.2 for results far from what was expected, and the other one."""
    strong, weak = newcomers(1, 2200.0, 40.0), newcomers(20, 1300.0, 40.0)
    me, them = np.zeros(20, int), np.arange(20)
    lost, won = (played(strong, weak, me, them, np.full(20, score)) for score in (0.0, 1.0))
    assert lost.volatility > 0.065
    assert lost.rating < 2200.0
    assert won.volatility <= 0.06
    assert won.rating > 2200.0


def test_results_that_tell_nothing_change_nothing():
    mine, theirs = newcomers(1, 9000.0, 50.0), newcomers(1, -9000.0, 50.0)
    found = played(mine, theirs, np.array([0]), np.array([0]), np.array([1.0]))
    assert found.rating == pytest.approx([9000.0])
    assert found.deviation == pytest.approx([np.hypot(50.0, 0.06 * POINTS)], rel=1e-4)


def test_resting_adds_up_and_ends_where_newcomers_begin():
    someone = newcomers(1, 1700.0, 60.0, 0.1)
    by_ones = someone
    for _ in range(9):
        by_ones = rested(by_ones, np.array([1]))
    assert rested(someone, np.array([9])).deviation == pytest.approx(by_ones.deviation)
    assert rested(someone, np.array([100_000])).deviation == [350.0]
    assert rested(newcomers(1, 1500.0, 400.0), np.array([5])).deviation == [400.0], "never better known for it"


def test_newcomers_may_come_with_what_is_known_of_each():
    known = newcomers(3, rating=np.array([1400.0, 1500.0, 1900.0]), deviation=120.0)
    assert known.rating.tolist() == [1400.0, 1500.0, 1900.0]
    assert known.deviation.tolist() == [120.0] * 3
    assert known.volatility.tolist() == [0.06] * 3

"""The search for our best agent's weights: it learns, it goes on where it stopped, it depends on its seed alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from engines.shared.covariance import Search, begin_search, candidates, learn, normals
from engines.tspin.agent.best_tune import trial
from engines.tspin.agent.best_value import NAMES
from engines.tspin.agent.best_weights import WEIGHTS
from engines.tspin.engine import ENGINE

SMALL = {"population": 4, "generations": 3, "games": 1, "inputs": 60, "width": 4}


def run(function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> list[Any]:
    return [function(*task) for task in tasks]


def test_normal_numbers_are_normal_and_a_generation_s_own() -> None:
    numbers = normals(np.uint64(1), 5, (200, 50))
    assert abs(numbers.mean()) < 0.03
    assert abs(numbers.std() - 1) < 0.03
    assert abs(np.corrcoef(numbers.T) - np.eye(50)).max() < 0.35
    assert (numbers == normals(np.uint64(1), 5, (200, 50))).all()
    assert (numbers != normals(np.uint64(1), 6, (200, 50))).all()
    assert (numbers != normals(np.uint64(2), 5, (200, 50))).all()


def valley(weights: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """Best at 3, 3, ...; a hundred times as steep in one direction as in the others, and badly seen."""
    away = weights - 3.0
    along = away.sum(axis=1) / np.sqrt(weights.shape[1])
    return np.asarray(-(away**2).sum(axis=1) - 100 * along**2 + noise)


def test_it_finds_the_best_and_the_shape_of_the_valley() -> None:
    search, rng = begin_search(np.full(6, 1.0), 0.15, 0.25), np.random.default_rng(1)
    for _ in range(150):
        tried = candidates(search, "valley", 3, 12)
        search = learn(search, tried, valley(tried, rng.normal(size=12) * 0.01))
    assert search.weights() == pytest.approx(np.full(6, 3.0), abs=0.2)
    lengths, axes = np.linalg.eigh(search.spread)
    assert abs(axes[:, 0]) == pytest.approx(np.full(6, 1 / np.sqrt(6)), abs=0.15)  # shortest where it is steep
    assert lengths[0] < lengths[1] / 5


def test_only_the_order_of_the_candidates_counts() -> None:
    search = begin_search(np.arange(1.0, 9.0), 0.15, 0.25)
    tried = candidates(search, "valley", 1, 8)
    judged = valley(tried, np.zeros(8))
    assert (learn(search, tried, judged).mean == learn(search, tried, 5 * judged + 7).mean).all()
    assert (learn(search, tried, judged).mean != learn(search, tried, -judged).mean).all()


def test_a_state_keeps_everything() -> None:
    search = begin_search(np.arange(1.0, 9.0), 0.15, 0.25)
    tried = candidates(search, "valley", 1, 8)
    search = learn(search, tried, valley(tried, np.zeros(8)))
    again = Search.from_bytes(search.as_bytes())
    assert again.as_bytes() == search.as_bytes()
    assert (candidates(again, "valley", 1, 8) == candidates(search, "valley", 1, 8)).all()


def test_weights_are_the_same_however_often_tuning_is_stopped() -> None:
    whole = list(ENGINE.tune("covariance", 2, run, SMALL))
    assert [tuning.done for tuning in whole] == [1, 2, 3]
    first = next(iter(ENGINE.tune("covariance", 2, run, SMALL)))
    assert list(ENGINE.tune("covariance", 2, run, SMALL, first.state)) == whole[1:]
    assert list(ENGINE.tune("covariance", 3, run, SMALL))[-1].state != whole[-1].state
    assert set(whole[-1].weights or {}) == set(NAMES)


def test_what_falls_short_of_the_efficiency_is_marked_down() -> None:
    """With an efficiency that nobody reaches the order is another one."""
    longer = SMALL | {"population": 8, "inputs": 200}
    strict, lax = (
        list(ENGINE.tune("covariance", 2, run, longer | {"efficiency": wanted}))[-1] for wanted in (100.0, 0.0)
    )
    assert strict.weights != lax.weights


def test_trials_depend_on_their_games_alone() -> None:
    weights = [WEIGHTS[name] for name in NAMES]
    assert trial(weights, 1, 4, 1, 80, 6) == trial(weights, 1, 4, 1, 80, 6)
    one, other = trial(weights, 1, 4, 1, 80, 6), trial(weights, 1, 5, 1, 80, 6)
    assert trial(weights, 1, 4, 2, 80, 6)[0] == pytest.approx((one[0] + other[0]) / 2)

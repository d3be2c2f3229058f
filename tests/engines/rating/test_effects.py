"""Rater effects: severity, spread and noise are found and taken out, and little is made of little."""

from __future__ import annotations

import numpy as np
import pytest

from engines.rating import effects
from engines.rating.metrics import correlation


def panel(items: int = 60, raters: int = 12, share: float = 1.0, seed: int = 0) -> tuple[np.ndarray, ...]:
    """Values, severities, spreads and noises that are known, and the ratings that come of them."""
    rng = np.random.default_rng(seed)
    value = rng.normal(3.0, 0.7, items)
    severity, spread = rng.normal(0, 0.6, raters), np.exp(rng.normal(0, 0.2, raters))
    noise = np.exp(rng.normal(-0.6, 0.4, raters))
    table = (
        3.0 + severity[:, None] + spread[:, None] * (value - 3.0) + noise[:, None] * rng.normal(size=(raters, items))
    )
    rater, item = np.nonzero(rng.random(table.shape) < share)
    return value, severity, spread, noise, item, rater, table[rater, item]


def test_ways_of_raters_are_found() -> None:
    _, severity, spread, noise, item, rater, rating = panel(items=400)
    found = effects.estimate(item, rater, rating, 400, 12)
    at_middle = found.severity + found.spread * 3.0  # what each says of a middling puzzle
    assert correlation(at_middle, severity) > 0.98
    assert correlation(found.spread, spread) > 0.9
    assert correlation(np.sqrt(found.noise), noise) > 0.85, "in order, but no further apart than may decide"
    assert found.spread.mean() == pytest.approx(1.0)


def test_no_rater_becomes_the_measure_of_all() -> None:
    """People who mostly follow their own tastes and use the scale differently: values beat plain means all the same.

    Without a limit to what one may count for, the values would end as one rater's taste (0.33 against 0.54).
    """
    scores = []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        value, spread = 0.15 * rng.normal(size=320), np.exp(0.5 * rng.normal(size=15))
        table = 3.0 + spread[:, None] * (value + 0.8 * rng.normal(size=(15, 320)))
        rater, item = np.indices(table.shape)
        found = effects.estimate(item.ravel(), rater.ravel(), table.ravel(), 320, 15)
        scores.append((correlation(found.value, value), correlation(table.mean(axis=0), value)))
    ours, means = np.mean(scores, axis=0)
    assert ours > means


@pytest.mark.parametrize("share", [1.0, 0.3])
def test_values_are_nearer_than_plain_means(share: float) -> None:
    gaps = []
    for seed in range(10):
        value, *_, item, rater, rating = panel(share=share, seed=seed)
        found = effects.estimate(item, rater, rating, 60, 12)
        plain = np.bincount(item, weights=rating, minlength=60) / np.maximum(np.bincount(item, minlength=60), 1)
        rated = found.count > 0
        errors = [(it - value)[rated] for it in (plain, found.value)]
        gaps.append([np.std(error) for error in errors])
    plain_error, own_error = np.mean(gaps, axis=0)
    assert own_error < (0.95 if share == 1.0 else 0.8) * plain_error


def test_the_variance_is_that_of_the_error() -> None:
    z = []
    for seed in range(10):
        value, *_, item, rater, rating = panel(items=80, raters=15, share=0.5, seed=seed)
        found = effects.estimate(item, rater, rating, 80, 15)
        error = found.value - value
        z.append((error - error.mean()) / np.sqrt(found.variance))
    assert np.std(np.concatenate(z)) == pytest.approx(1.0, abs=0.2)


def test_nobody_rated_it() -> None:
    found = effects.estimate(np.array([0, 0, 2]), np.array([0, 1, 1]), np.array([2.0, 3.0, 4.0]), 4, 3)
    assert np.isnan(found.value[[1, 3]]).all()
    assert np.isnan(found.variance[[1, 3]]).all()
    assert np.isfinite(found.value[[0, 2]]).all()
    assert found.count.tolist() == [2, 0, 1, 0]


def test_one_rating_makes_nobody_severe() -> None:
    """A single low rating is more likely a poor puzzle's than a severe rater's."""
    item, rater = np.array([*np.repeat(np.arange(10), 4), 10]), np.array([*np.tile(np.arange(4), 10), 4])
    rating = np.array([*np.tile([3.0, 3.0, 4.0, 2.0], 10), 1.0])
    found = effects.estimate(item, rater, rating, 11, 5)
    assert found.value[10] < 2.2
    assert -0.6 < found.severity[4] + (found.spread[4] - 1.0) * 3.0 < 0.05


def test_somebody_who_always_says_the_same_does_not_decide() -> None:
    rng = np.random.default_rng(1)
    value = rng.normal(3.0, 0.8, 40)
    table = np.vstack([value + 0.5 * rng.normal(size=(6, 40)), np.full(40, 3.0)])
    rater, item = np.indices(table.shape).reshape(2, -1)
    found = effects.estimate(item, rater, table.ravel(), 40, 7)
    assert correlation(found.value, value) > 0.95
    assert found.spread[6] == found.spread.min()


def test_an_item_without_one_of_its_ratings() -> None:
    """The same as if the rating had never been, raters being as they are."""
    *_, item, rater, rating = panel(items=20, raters=6)
    found = effects.estimate(item, rater, rating, 20, 6)
    value, variance = found.without(item, rater, rating)
    row = 37
    others = (item == item[row]) & (np.arange(len(item)) != row)
    tells = (found.spread / found.noise)[rater[others]]
    wanted = (tells * (rating[others] - found.severity[rater[others]])).sum() / (
        tells * found.spread[rater[others]]
    ).sum()
    assert value[row] == pytest.approx(wanted)
    assert variance[row] > found.variance[item[row]]


def test_an_item_that_one_person_rated_has_nothing_left_without() -> None:
    found = effects.estimate(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([2.0, 3.0, 4.0]), 2, 2)
    _, variance = found.without(np.array([0]), np.array([0]), np.array([2.0]))
    assert np.isinf(variance[0])

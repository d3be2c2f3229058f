"""Corrections of a wider audience: as far as the data warrant, and no further, as a slow twin says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines.rating import correction
from engines.rating.correction import PEOPLE, Kinship, Said, fit, learn, prior, terms

FEATURES = 5
WEIGHT = np.full(FEATURES, 1.0 / FEATURES)


def said(rows: int, seed: int = 0, severity: float = 0.0, taste: float = 0.0, noise: float = 0.3) -> Said:
    """Somebody who is so severe and likes the first feature so much more than others do."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(rows, FEATURES))
    above, difficulty = rng.uniform(2.0, 4.0, rows), rng.uniform(1.5, 4.5, rows)
    value = above + severity + taste * features[:, 0] + noise * rng.normal(size=rows)
    return Said(features, above, difficulty, value, np.zeros(rows))


def by_the_book(told: Said, kinship: Kinship, new: Said) -> np.ndarray:
    """Gaussian regression as textbooks write it: covariances of all values, one big inverse, nothing clever."""
    covariance = np.diag(prior(kinship, WEIGHT))
    seen, wanted = (terms(rows.features, rows.above, rows.difficulty) for rows in (told, new))
    noise = np.diag(told.variance + kinship.noise)
    inverse = np.linalg.inv(seen @ covariance @ seen.T + noise)
    return np.asarray(wanted @ covariance @ seen.T @ inverse @ (told.value - told.above))


@pytest.mark.parametrize("rows", [1, 3, 40])
def test_the_correction_is_that_of_the_textbook(rows: int) -> None:
    told, new = said(rows, severity=0.7, taste=0.4), said(9, seed=5)
    told = replace(told, variance=np.linspace(0.0, 0.5, rows))
    fitted = fit(told, PEOPLE, WEIGHT)
    found = fitted(new.features, new.above, new.difficulty)
    np.testing.assert_allclose(found, by_the_book(told, PEOPLE, new), atol=1e-10)


def test_the_deviation_is_that_of_the_textbook() -> None:
    told, new = said(6), said(4, seed=5)
    seen, wanted = (terms(rows.features, rows.above, rows.difficulty) for rows in (told, new))
    spread = np.diag(prior(PEOPLE, WEIGHT))
    gain = spread @ seen.T @ np.linalg.inv(seen @ spread @ seen.T + PEOPLE.noise * np.eye(6))
    left = wanted @ (spread - gain @ seen @ spread) @ wanted.T
    found = fit(told, PEOPLE, WEIGHT).deviation(new.features, new.above, new.difficulty)
    np.testing.assert_allclose(found, np.sqrt(np.diag(left)), atol=1e-10)


def test_the_more_somebody_said_the_further_it_goes() -> None:
    shifts = [
        float(fit(said(rows, severity=1.0, noise=0.0), PEOPLE, WEIGHT)(*usual())[0]) for rows in (1, 3, 10, 100)
    ]
    assert shifts == sorted(shifts)
    assert 0.2 < shifts[0] < 0.7
    assert shifts[-1] == pytest.approx(1.0, abs=0.1)


def usual() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.zeros((1, FEATURES)), np.array([3.0]), np.array([3.0])


def test_nothing_said_nothing_added() -> None:
    nothing = said(0)
    assert fit(nothing, PEOPLE, WEIGHT)(*usual()) == 0.0


def test_few_people_are_not_the_whole_group() -> None:
    """One severe member tells less of how severe the group is than of everything else about it."""
    told = said(200, severity=1.0, noise=0.1)
    alone = fit(replace(told, shared=0.36), PEOPLE, WEIGHT)(*usual())[0]
    many = fit(told, PEOPLE, WEIGHT)(*usual())[0]
    assert many > 0.9
    assert alone == pytest.approx(PEOPLE.severity / (PEOPLE.severity + 0.36), abs=0.05)


def test_variances_follow_what_people_are_like() -> None:
    rng = np.random.default_rng(3)
    alike = [said(30, seed, 0.05 * rng.normal(), 0.0, 0.77) for seed in range(30)]
    apart = [said(30, seed, 1.2 * rng.normal(), 0.9 * rng.normal(), 0.77) for seed in range(30)]
    close, far = learn(alike, PEOPLE, WEIGHT), learn(apart, PEOPLE, WEIGHT)
    assert close.severity < PEOPLE.severity < far.severity
    assert close.taste < far.taste
    assert learn([], PEOPLE, WEIGHT) == PEOPLE


def test_few_people_hardly_move_the_variances() -> None:
    usual_ones = np.array(list(vars(PEOPLE).values()))
    found = np.array(list(vars(learn([said(4, severity=2.0)], PEOPLE, WEIGHT)).values()))
    assert np.all(np.abs(np.log(found / usual_ones)) < 2.0 * correction.HOLD + 1e-9)

"""The numbers that models are judged by, on cases small enough to work out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engines.rating import metrics


def test_mean_absolute_error():
    assert metrics.mean_absolute_error(np.array([1.0, 2.0]), np.array([2.0, 4.0])) == 1.5


def test_rank_correlation_with_ties():
    assert metrics.rank_correlation(np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 1000.0])) == 1.0
    assert metrics.rank_correlation(np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])) == -1.0
    # ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5)
    tied = metrics.rank_correlation(np.array([1.0, 2.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0, 4.0]))
    assert tied == pytest.approx(math.sqrt(4.5 / 5.0))


def test_correlation_of_a_constant_is_nan():
    assert math.isnan(metrics.correlation(np.ones(4), np.arange(4.0)))


@pytest.mark.parametrize(
    ("count", "expected"),
    [(9, 8.0), (8, 8.0), (10, 9.0), (99, 80.0), (100, 81.0), (3, 3.0)],
)
def test_half_width_takes_the_conformal_rank(count: int, expected: float):
    """The ceil((n + 1) * 0.8)-th of the residuals 1..n, or the largest where n is too small."""
    residuals = np.arange(1.0, count + 1) * np.where(np.arange(count) % 2, -1.0, 1.0)
    assert metrics.half_width(residuals) == expected


def test_one_against_others():
    rater = np.array([0, 1, 2, 0, 1, 2, 0])
    item = np.array([0, 0, 0, 1, 1, 1, 2])  # nobody but rater 0 rated item 2
    values = np.array([1.0, 3.0, 5.0, 2.0, 2.0, 2.0, 4.0])
    np.testing.assert_allclose(metrics.one_against_others(rater, item, values), [1.5, 0.0, 1.5])

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


def test_root_mean_square_error():
    assert metrics.root_mean_square_error(np.array([1.0, 2.0]), np.array([4.0, 6.0])) == math.sqrt((9 + 16) / 2)


def test_smape_is_relative_to_the_mean_of_both():
    """|1 - 3| of 2 is 100 %, |4 - 4| is none."""
    assert metrics.smape(np.array([1.0, 4.0]), np.array([3.0, 4.0])) == 50.0


def test_hit_rate():
    observed = np.array([5.0, 4.0, 3.0, 2.0, 1.0])
    assert metrics.hit_rate(observed, observed, 2) == 1.0
    assert metrics.hit_rate(-observed, observed, 2) == 0.0
    assert metrics.hit_rate(np.array([1.0, 9.0, 8.0, 2.0, 0.0]), observed, 2) == 0.5


def test_ties_for_the_last_places_share_them():
    """The second place of the prediction is one of three, one of which is among the two observed highest."""
    predicted, observed = np.array([9.0, 1.0, 1.0, 1.0]), np.array([4.0, 3.0, 2.0, 1.0])
    assert metrics.hit_rate(predicted, observed, 2) == pytest.approx((1 + 1 / 3) / 2)
    assert metrics.hit_rate(np.ones(4), observed, 2) == pytest.approx(2 / 4)  # what chance gives


class TestNoiseFloor:
    @staticmethod
    def panel(items: int = 400) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """True values, what a panel said of them, and the variance of its errors: two kinds of items."""
        rng = np.random.default_rng(3)
        truth, variance = rng.normal(3.0, 0.5, items), np.where(np.arange(items) % 2, 0.04, 0.16)
        return truth, truth + np.sqrt(variance) * rng.normal(size=items), variance

    def test_errors_are_those_of_the_noise_alone(self):
        _, observed, variance = self.panel()
        expected = np.mean(np.sqrt(2.0 * variance / math.pi))  # of the size of a normal error
        found = metrics.noise_floor(observed, variance, metrics.mean_absolute_error)
        assert found == pytest.approx(expected, rel=0.01)
        expected = math.sqrt(np.mean(variance))
        found = metrics.noise_floor(observed, variance, metrics.root_mean_square_error)
        assert found == pytest.approx(expected, rel=0.01)

    @pytest.mark.parametrize("metric", [metrics.rank_correlation, metrics.hit_rate])
    def test_order_is_as_good_as_the_truth_gives_it(self, metric):
        """Observed values, held against as many other panels' of the same truth."""
        truth, observed, variance = self.panel()
        rng = np.random.default_rng(9)
        panels = [truth + np.sqrt(variance) * rng.normal(size=len(truth)) for _ in range(200)]
        best = np.mean([metric(truth, said) for said in panels])
        assert metrics.noise_floor(observed, variance, metric) == pytest.approx(best, abs=0.06)
        assert metrics.noise_floor(observed, 0.0 * variance, metric) == pytest.approx(1.0)

    def test_nothing_but_noise_ranks_nothing(self):
        """All of the spread is error: the true values are all the same, and their order is none."""
        observed = np.random.default_rng(1).normal(3.0, 0.2, 100)
        assert math.isnan(metrics.noise_floor(observed, np.full(100, 0.05), metrics.rank_correlation))

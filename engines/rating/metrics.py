"""The numbers that models and raters are judged by."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engines.rating import chance

COVERAGE = 0.8
DRAWS = 200  # panels that the noise floor is averaged over


def mean_absolute_error(predicted: np.ndarray, observed: np.ndarray) -> float:
    """How far off a prediction is on average, in steps of the scale."""
    return float(np.mean(np.abs(predicted - observed)))


def root_mean_square_error(predicted: np.ndarray, observed: np.ndarray) -> float:
    """The same with large errors counting for more."""
    return float(np.sqrt(np.mean((predicted - observed) ** 2)))


def smape(predicted: np.ndarray, observed: np.ndarray) -> float:
    """Symmetric mean absolute percentage error: the error in per cent of the mean of prediction and value.

    The T-spin thesis prints no formula. Its SMAPE is about its MAE over its mean rating (0.261 / 2.950 = 8.8 %, 8.741
    printed), so it is this one and not the one of half the size. It depends on the scale: 1 to 5 there.
    """
    return float(100.0 * np.mean(2.0 * np.abs(predicted - observed) / (np.abs(predicted) + np.abs(observed))))


def hit_rate(predicted: np.ndarray, observed: np.ndarray, count: int = 10) -> float:
    """Of the `count` items predicted highest, the share that is among the `count` observed highest.

    Items that tie for the last places share them. Chance gives `count` / items.
    """
    return float(_among_highest(predicted, count) @ _among_highest(observed, count)) / count


def _among_highest(values: np.ndarray, count: int) -> np.ndarray:
    """The chance of each item to be among the highest, ties broken at random."""
    last = np.sort(values)[-count]
    above, tied = values > last, values == last
    return above + tied * (count - above.sum()) / tied.sum()


def rank_correlation(left: np.ndarray, right: np.ndarray) -> float:
    """Spearman's correlation, ties sharing their mean rank; NaN where one side is constant."""
    return correlation(_ranks(left), _ranks(right))


def correlation(left: np.ndarray, right: np.ndarray) -> float:
    """Pearson's correlation; NaN where one side is constant."""
    a, b = left - left.mean(), right - right.mean()
    size = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / size if size > 0.0 else math.nan


def _ranks(values: np.ndarray) -> np.ndarray:
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return (last - (count - 1) / 2.0)[place]


def noise_floor(
    observed: np.ndarray, variance: np.ndarray, metric: Callable[[np.ndarray, np.ndarray], float]
) -> float:
    """What a perfect prediction would score, given the variances of the observed values' errors.

    Observed values spread further than true ones, because their errors add to it. So they are drawn together until
    they spread as true ones would, and are held against what such panels would say of those (seeded draws).
    """
    spread = float(np.var(observed))
    true = math.sqrt(max(1.0 - float(np.mean(variance)) / spread, 0.0)) if spread > 0.0 else 0.0
    truth = observed.mean() + true * (observed - observed.mean())
    keys = chance.keys(map(str, range(len(observed))), "noise floor")
    noise = np.sqrt(variance)
    return float(np.mean([metric(truth, truth + noise * chance.normal(keys, draw)) for draw in range(DRAWS)]))


def half_width(residuals: np.ndarray, coverage: float = COVERAGE) -> float:
    """Half the width of an interval that a new residual falls into with at least this chance.

    The quantile of split conformal prediction: the ceil((n + 1) * coverage)-th smallest, and the largest
    where there are too few residuals for that. The textbook 0.8 quantile would be too narrow for few items.
    """
    sizes = np.sort(np.abs(residuals))
    place = math.ceil((len(sizes) + 1) * coverage - 1e-9)  # 1e-9: 0.8 is no binary fraction
    return float(sizes[min(place, len(sizes)) - 1])


def one_against_others(rater: np.ndarray, item: np.ndarray, values: np.ndarray) -> np.ndarray:
    """For each rater, the mean absolute difference from the mean of all others (T-spin thesis, table 5.2).

    What a model has to beat: asking one person. Items that nobody else rated do not count.
    """
    total = np.bincount(item, weights=values)[item]
    count = np.bincount(item)[item]
    shared = count > 1
    others = (total[shared] - values[shared]) / (count[shared] - 1)
    gap = np.abs(values[shared] - others)
    present, place = np.unique(rater[shared], return_inverse=True)
    return np.bincount(place, weights=gap, minlength=len(present)) / np.bincount(place)

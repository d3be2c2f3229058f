"""The numbers that models and raters are judged by."""

from __future__ import annotations

import math

import numpy as np

COVERAGE = 0.8


def mean_absolute_error(predicted: np.ndarray, observed: np.ndarray) -> float:
    """How far off a prediction is on average, in steps of the scale."""
    return float(np.mean(np.abs(predicted - observed)))


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


def half_width(residuals: np.ndarray, coverage: float = COVERAGE) -> float:
    """Half the width of an interval that a new residual falls into with at least this chance.

    The quantile of split conformal prediction: the ceil((n + 1) * coverage)-th smallest, and the largest
    where there are too few residuals for that. The textbook 0.8 quantile would be too narrow for few items.
    """
    sizes = np.sort(np.abs(residuals))
    place = math.ceil((len(sizes) + 1) * coverage - 1e-9)  # 1e-9: 0.8 is no binary fraction
    return float(sizes[min(place, len(sizes)) - 1])


def one_against_others(rater: np.ndarray, item: np.ndarray, values: np.ndarray) -> np.ndarray:
    """For each rater, the mean absolute difference from the mean of all others (thesis, table 5.2).

    What a model has to beat: asking one person. Items that nobody else rated do not count.
    """
    total = np.bincount(item, weights=values)[item]
    count = np.bincount(item)[item]
    shared = count > 1
    others = (total[shared] - values[shared]) / (count[shared] - 1)
    gap = np.abs(values[shared] - others)
    present, place = np.unique(rater[shared], return_inverse=True)
    return np.bincount(place, weights=gap, minlength=len(present)) / np.bincount(place)

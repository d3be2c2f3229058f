"""A regularised linear model (ridge) of many features and few items.

Features are standardised and cut off at three standard deviations, what is not measured counts as average, and a
feature that is the same everywhere is left out. How strongly weights are shrunk toward zero is chosen by leaving each
item out in turn, which for ridge is a formula, not fifty fits (Allen's PRESS). It also says how unsure it is of a
puzzle: the further from all rated ones, the more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PENALTIES = 2.0 ** np.arange(0.0, 16.0)  # times the features' mean square
CUT = 3.0


@dataclass(frozen=True, eq=False)
class Standard:
    """How raw features become numbers around zero."""

    centre: np.ndarray
    scale: np.ndarray  # infinite for a feature that never varied

    def __call__(self, table: np.ndarray) -> np.ndarray:
        return np.nan_to_num(np.clip((table - self.centre) / self.scale, -CUT, CUT), nan=0.0)


def standard(table: np.ndarray) -> Standard:
    """The standard of some items' features."""
    known = ~np.isnan(table)
    count = np.maximum(known.sum(axis=0), 1)
    plain = np.where(known, table, 0.0)
    centre = plain.sum(axis=0) / count
    spread = np.sqrt((np.where(known, table - centre, 0.0) ** 2).sum(axis=0) / count)
    usable = (spread > 1e-9) & (known.sum(axis=0) > 1)
    return Standard(centre, np.where(usable, spread, np.inf))


@dataclass(frozen=True, eq=False)
class Ridge:
    """A fitted linear model; `left_out` are the predictions of each item by the others."""

    standard: Standard
    weights: np.ndarray
    intercept: float
    penalty: float
    left_out: np.ndarray

    def predict(self, table: np.ndarray) -> np.ndarray:
        """Row by row: a matrix product may round a puzzle differently in other company."""
        return np.asarray(self.intercept + self.contributions(table).sum(axis=1))

    def contributions(self, table: np.ndarray) -> np.ndarray:
        """What each feature adds to each prediction, compared with a usual puzzle."""
        return np.ascontiguousarray(self.standard(table) * self.weights)


def ridge(table: np.ndarray, target: np.ndarray, weight: np.ndarray, penalties: np.ndarray = PENALTIES) -> Ridge:
    """The ridge with the penalty that predicts left-out items best."""
    scaled = standard(table)
    x = scaled(table)
    share = weight / weight.sum()
    middle, at = float(share @ target), share @ x
    root = np.sqrt(weight)
    left, values, right = np.linalg.svd((x - at) * root[:, None], full_matrices=False)
    y = (target - middle) * root
    turned, size = left.T @ y, values**2
    unit = float(size.sum() / max(np.count_nonzero(np.isfinite(scaled.scale)), 1)) or 1.0
    best: tuple[float, float, np.ndarray] | None = None
    for penalty in penalties:
        kept = size / (size + penalty * unit / len(target))
        free = np.maximum(1.0 - share - (left**2) @ kept, 1e-12)  # the share: the mean is fitted too
        residual = (y - left @ (kept * turned)) / free
        error = float(residual @ residual)
        if best is None or error < best[0] * (1.0 - 1e-9):
            best = error, float(penalty), target - residual / root
    assert best is not None
    _, penalty, left_out = best
    weights = right.T @ (values / (size + penalty * unit / len(target)) * turned)
    return Ridge(scaled, weights, middle - float(at @ weights), penalty, left_out)

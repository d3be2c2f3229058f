"""Gradient-boosted trees (LightGBM), sized for surveys.

Surveys are small - the T-spin thesis had 42 puzzles and 10 raters, 50 and 15 - and LightGBM's defaults predict a
constant below 40 rows. The settings here are sized for that: small leaves, few of them, slow learning, each tree on
part of the features and of the rows; they grow with the number of items. Where the literature is sure that more of
something is harder, trees are held to it.

A model lives as LightGBM's text, which reloads to exactly the same predictions. The same data, settings and seed give
the same text bit for bit: one thread, a fixed seed, and rows in the order given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import lightgbm
import numpy as np

SEED = 1
SETTINGS: dict[str, Any] = {
    "objective": "regression",
    "num_iterations": 150,
    "learning_rate": 0.06,
    "num_leaves": 4,
    "min_data_in_leaf": 3,
    "min_data_in_bin": 1,
    "max_bin": 31,
    "min_sum_hessian_in_leaf": 1e-3,
    "feature_fraction": 0.35,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
}
LEAVES = ((150, 4), (600, 6))  # up to so many items; more of them bear MOST_LEAVES
MOST_LEAVES = 8
REPRODUCIBLE: dict[str, Any] = {
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}
UNWRITABLE = set('",:[]{}') | set(" \t\r\n")  # LightGBM refuses or changes these in names of features


def settings_for(items: int, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The settings for so many items; what is given overrules them."""
    leaves = next((leaves for most, leaves in LEAVES if items <= most), MOST_LEAVES)
    return {**SETTINGS, "num_leaves": leaves, "seed": SEED, **(given or {}), **REPRODUCIBLE}


def train(
    settings: Mapping[str, Any],
    names: Sequence[str],
    table: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
    rising: Mapping[str, int] | None = None,
) -> lightgbm.Booster:
    """Fitted trees. `rising` has 1 for features of which more means more of the target, -1 for less."""
    held = [(rising or {}).get(name, 0) for name in names]
    chosen = {**settings, **({"monotone_constraints": held} if any(held) else {})}
    data = lightgbm.Dataset(table, target, weight=weight, feature_name=list(names), params=chosen)
    return lightgbm.train(chosen, data)


def predict(booster: lightgbm.Booster, table: np.ndarray) -> np.ndarray:
    if not len(table):
        return np.empty(0)
    return np.asarray(booster.predict(table, num_threads=1))


def contributions(booster: lightgbm.Booster, table: np.ndarray) -> np.ndarray:
    """What each feature adds to each prediction (Shapley values); the last column is the same for all puzzles."""
    if not len(table):
        return np.empty((0, booster.num_feature() + 1))
    return np.asarray(booster.predict(table, pred_contrib=True, num_threads=1))

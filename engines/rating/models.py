"""Models of what people will say of a puzzle, from its features: gradient-boosted trees (LightGBM).

Surveys are small - the thesis had 42 puzzles and 10 raters, 50 and 15 - and LightGBM's defaults predict
a constant below 40 rows. The settings here are sized for that: small leaves, few of them, slow learning,
each tree on part of the features and of the rows. They were not tuned on any survey. A fit reports its
error on puzzles that it was not fitted on, beside that of predicting the mean, and carries the half width
of an interval that came from the same held-out errors.

A model lives as LightGBM's text, which reloads to exactly the same predictions. The same data, settings
and seed give the same text bit for bit: one thread, a fixed seed, and rows put in the order of their ids.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np

from engines.rating.metrics import half_width, mean_absolute_error, rank_correlation

LOWEST, HIGHEST = 1.0, 5.0

FEWEST_ITEMS = 8
MOST_FOLDS = 10
FEWEST_UNSEEN = 10  # items that a champion was not fitted on, for its error on them to count
MARGIN = 1e-6  # what an error must be lower by: LightGBM keeps targets in single precision
HALF_TRUST = 4.0  # an item with so many ratings weighs half of one with very many
SEED = 1

SETTINGS: dict[str, Any] = {
    "objective": "regression",
    "num_iterations": 250,
    "learning_rate": 0.04,
    "num_leaves": 4,
    "min_data_in_leaf": 3,
    "min_data_in_bin": 1,
    "min_sum_hessian_in_leaf": 1e-3,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
}
REPRODUCIBLE: dict[str, Any] = {
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}
UNWRITABLE = set('",:[]{}') | set(" \t\r\n")  # LightGBM refuses or changes these in names of features


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted model with what it was fitted on and how well it does. Errors are in steps of the scale.

    `held_out` and `observed` are in the order of the rows that `fit` was given.
    """

    target: str
    feature_names: tuple[str, ...]
    body: str  # LightGBM's text
    settings: dict[str, Any]
    items: int
    ratings: int
    folds: int
    mae: float  # on held-out items
    baseline_mae: float  # the same for predicting the mean of the other items
    rank_correlation: float  # of held-out predictions and observed means; NaN if either ranks nothing
    interval: float  # half width of the 80 % interval
    importances: dict[str, float]  # share of the total gain by feature; all zero for a constant model
    held_out: np.ndarray  # predictions for each item by a model that did not see it
    observed: np.ndarray  # mean ratings

    def bounds(self, predictions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper ends of the 80 % intervals around predictions."""
        return bounds(predictions, self.interval)


def item_means(item: np.ndarray, values: np.ndarray, n_items: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean rating of each item and the number of ratings behind it; NaN for an item without any."""
    counts = np.bincount(item, minlength=n_items)
    totals = np.bincount(item, weights=values, minlength=n_items)
    means = np.divide(totals, counts, out=np.full(n_items, math.nan), where=counts > 0)
    return means, counts


def fit(
    target: str,
    feature_names: Sequence[str],
    features: np.ndarray,
    means: np.ndarray,
    counts: np.ndarray,
    groups: Sequence[object] | None = None,
    seed: int = SEED,
    *,
    ids: Sequence[str] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Fit:
    """Cross-validate on items, then fit on all of them.

    Items with more ratings weigh more. Items of one group (near copies of each other, say) are held out
    together. With `ids` the order of the rows makes no difference to the model.
    """
    table = np.ascontiguousarray(features, dtype=np.float64)
    observed = np.asarray(means, dtype=np.float64)
    count = np.asarray(counts, dtype=np.float64)
    _check(feature_names, table, observed, count, groups, ids)
    order = np.arange(len(observed)) if ids is None else np.argsort(np.asarray(ids, dtype=str), kind="stable")
    table, target_values, weights = table[order], observed[order], trust(count[order])
    labels = np.arange(len(order)) if groups is None else _labels([groups[place] for place in order])
    chosen = {**SETTINGS, **(settings or {}), **REPRODUCIBLE, "seed": seed}

    fold = folds(labels, seed)
    predicted, plain = _cross_validate(chosen, feature_names, table, target_values, weights, fold)
    booster = _train(chosen, feature_names, table, target_values, weights)
    importances = _importances(booster, feature_names)
    ranks = any(importances.values())  # else folds merely differ in their means
    held_out = np.empty_like(predicted)
    held_out[order] = predicted
    return Fit(
        target=target,
        feature_names=tuple(feature_names),
        body=booster.model_to_string(),
        settings=chosen,
        items=len(order),
        ratings=int(count.sum()),
        folds=int(fold.max()) + 1,
        mae=mean_absolute_error(predicted, target_values),
        baseline_mae=mean_absolute_error(plain, target_values),
        rank_correlation=rank_correlation(predicted, target_values) if ranks else math.nan,
        interval=half_width(predicted - target_values),
        importances=importances,
        held_out=held_out,
        observed=observed,
    )


def predict(model: Fit | str, features: np.ndarray, feature_names: Sequence[str] | None = None) -> np.ndarray:
    """Predicted mean ratings, within the scale, from a fit or from the text of one.

    With `feature_names` the columns are found by name, so that a model outlives new features of its game.
    """
    booster = lightgbm.Booster(model_str=model.body if isinstance(model, Fit) else model)
    table = np.asarray(features, dtype=np.float64)
    wanted = booster.feature_name()
    if feature_names is not None:
        table = table[:, _columns(wanted, feature_names)]
    if table.ndim != 2 or table.shape[1] != len(wanted):
        raise ValueError(f"the model takes {len(wanted)} features a puzzle, but the table is {table.shape}")
    return _predict(booster, table)


def bounds(predictions: np.ndarray, interval: float) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the intervals around predictions, cut off at the ends of the scale."""
    return np.clip(predictions - interval, LOWEST, HIGHEST), np.clip(predictions + interval, LOWEST, HIGHEST)


def better(
    challenger: Fit,
    champion: np.ndarray | None = None,
    unseen: np.ndarray | None = None,
    champion_mae: float = math.nan,
) -> tuple[bool, str]:
    """Should the challenger take over, and why: the rule of promotion.

    A challenger must beat predicting the mean. If there is a champion, it must also beat that:
    - on the challenger's items that the champion was not fitted on (`unseen`, a flag an item), if there
      are at least FEWEST_UNSEEN: the champion's predictions (`champion`, one an item) against the
      challenger's held-out ones, so that neither has seen what it is judged by;
    - otherwise by cross-validated error, the challenger's against the champion's own (`champion_mae`): the
      champion's error on items that it was fitted on would flatter it.
    A tie leaves the champion in place, so that refitting on the same data changes nothing.
    """
    if not challenger.mae < challenger.baseline_mae - MARGIN:
        return False, (
            f"not promoted: held-out error {challenger.mae:.3f} is no better than"
            f" {challenger.baseline_mae:.3f} for predicting the mean"
        )
    if champion is None and math.isnan(champion_mae):
        return True, (
            f"promoted: the first model, held-out error {challenger.mae:.3f} against"
            f" {challenger.baseline_mae:.3f} for predicting the mean"
        )
    new, old, where = _duel(challenger, champion, unseen, champion_mae)
    if new < old - MARGIN:
        return True, f"promoted: error {new:.3f} against the champion's {old:.3f} {where}"
    return False, f"not promoted: error {new:.3f} against the champion's {old:.3f} {where}"


def trust(counts: np.ndarray) -> np.ndarray:
    """Weight of an item by its number of ratings: rising toward 1, because raters' noise averages out
    but what the features leave out does not."""
    return counts / (counts + HALF_TRUST)


def folds(labels: np.ndarray, seed: int) -> np.ndarray:
    """Which fold each item is held out in: ten, or as many as there are groups if that is fewer.

    Groups are dealt in a seeded order, larger ones first, each to the fold that is smallest so far.
    """
    sizes = np.bincount(labels)
    shuffled = np.random.default_rng(seed).permutation(len(sizes))
    dealt = shuffled[np.argsort(-sizes[shuffled], kind="stable")]
    load = np.zeros(min(MOST_FOLDS, len(sizes)), dtype=np.int64)
    place = np.empty(len(sizes), dtype=np.int64)
    for label in dealt:
        place[label] = np.argmin(load)
        load[place[label]] += sizes[label]
    return place[labels]


def _duel(
    challenger: Fit, champion: np.ndarray | None, unseen: np.ndarray | None, champion_mae: float
) -> tuple[float, float, str]:
    """Errors of challenger and champion, and on what they were compared."""
    if champion is not None and unseen is not None:
        mask = np.asarray(unseen, dtype=bool)
        if len(champion) != challenger.items or len(mask) != challenger.items:
            raise ValueError(f"{challenger.items} items, but {len(champion)} predictions and {len(mask)} flags")
        fresh = int(mask.sum())
        if fresh >= FEWEST_UNSEEN:
            truth = challenger.observed[mask]
            return (
                mean_absolute_error(challenger.held_out[mask], truth),
                mean_absolute_error(np.asarray(champion)[mask], truth),
                f"on {fresh} puzzles that neither had seen",
            )
    if math.isnan(champion_mae):
        raise ValueError(
            f"fewer than {FEWEST_UNSEEN} items are new to the champion:"
            " its own cross-validated error (champion_mae) is needed"
        )
    return challenger.mae, champion_mae, "in cross-validation, too few puzzles being new to the champion"


def _check(
    names: Sequence[str],
    table: np.ndarray,
    means: np.ndarray,
    counts: np.ndarray,
    groups: Sequence[object] | None,
    ids: Sequence[str] | None,
) -> None:
    """Refuse what cannot be fitted, saying why."""
    items = len(means)
    if items < FEWEST_ITEMS:
        raise ValueError(f"a model needs at least {FEWEST_ITEMS} rated items, there are {items}")
    if table.shape != (items, len(names)) or len(counts) != items:
        raise ValueError(
            f"{items} means and {len(names)} names, but features are {table.shape} and counts {len(counts)}"
        )
    if not names:
        raise ValueError("a model needs at least one feature")
    bad = [name for name in names if UNWRITABLE & set(name)]
    if bad or len(set(names)) != len(names):
        raise ValueError(f"names of features must differ and be plain words: {', '.join(bad or names)}")
    unrated = int(np.sum((counts <= 0) | ~np.isfinite(means)))
    if unrated:
        raise ValueError(f"{unrated} of {items} items have no rating")
    if ids is not None and (len(ids) != items or len(set(ids)) != items):
        raise ValueError(f"{items} items need as many different ids, there are {len(set(ids))}")
    if groups is not None and (len(groups) != items or len(set(groups)) < 2):
        raise ValueError(f"{items} items need a group each and at least two groups to hold one out")


def _labels(groups: Sequence[object]) -> np.ndarray:
    """Groups as numbers, counted in order of first appearance."""
    number: dict[object, int] = {}
    return np.array([number.setdefault(group, len(number)) for group in groups], dtype=np.int64)


def _cross_validate(
    settings: Mapping[str, Any],
    names: Sequence[str],
    table: np.ndarray,
    target: np.ndarray,
    weights: np.ndarray,
    fold: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """For each item, the prediction of a model and of the mean, both fitted without its fold."""
    predicted, plain = np.empty_like(target), np.empty_like(target)
    for number in range(int(fold.max()) + 1):
        out = fold == number
        booster = _train(settings, names, table[~out], target[~out], weights[~out])
        predicted[out] = _predict(booster, table[out])
        plain[out] = np.average(target[~out], weights=weights[~out])
    return predicted, plain


def _train(
    settings: Mapping[str, Any],
    names: Sequence[str],
    table: np.ndarray,
    target: np.ndarray,
    weights: np.ndarray,
) -> lightgbm.Booster:
    data = lightgbm.Dataset(table, target, weight=weights, feature_name=list(names), params=dict(settings))
    return lightgbm.train(dict(settings), data)


def _predict(booster: lightgbm.Booster, table: np.ndarray) -> np.ndarray:
    if not len(table):
        return np.empty(0)
    return np.clip(booster.predict(table, num_threads=1), LOWEST, HIGHEST)


def _importances(booster: lightgbm.Booster, names: Sequence[str]) -> dict[str, float]:
    gain = booster.feature_importance(importance_type="gain")
    share = gain / gain.sum() if gain.sum() > 0.0 else np.zeros(len(names))
    return {name: float(value) for name, value in zip(names, share, strict=True)}


def _columns(wanted: Sequence[str], names: Sequence[str]) -> list[int]:
    place = {name: column for column, name in enumerate(names)}
    missing = [name for name in wanted if name not in place]
    if missing:
        raise ValueError(f"the model needs features that were not measured: {', '.join(missing)}")
    return [place[name] for name in wanted]

"""Fitting one model: what an audience will say of a puzzle, as a correction of what is known already.

Models stand one above the other: all games, one game, a group of its players, a person. Each learns what the one
above it leaves over, so one with few ratings falls back on it by itself, and one with many takes over.
This module fits one that has many items: trees, a linear model and, for interest, a hill over difficulty, blended
(`trees`, `linear`, `blend`). People, who have few, are in `person`.

The hill is what all surveys agree on: interest follows difficulty, up to a point (000, 5.1.2; 001, 5.3.1; 004, 7.3).
So the interest of a puzzle leans on its predicted difficulty, to which the ratings of difficulty contribute too.

Nothing here is judged by what it has seen. With folds 1 .. K, the learners are fitted without fold k, for each k, and
without folds j and k, for each pair; so the weights of the blend for fold k come from predictions that never saw k
(nested cross-validation, at half the usual price), and so does what a model below is corrected from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from engines.rating import blend, trees
from engines.rating.linear import Ridge, ridge

FEWEST_ITEMS = 8
MIDDLE = 3.0  # of the scale
LEAST_SPREAD = 0.01  # variance that no feature ever accounts for


@dataclass(frozen=True, eq=False)
class Items:
    """What there is to learn from, a row an item: features, value, variance of the value's error, fold."""

    names: tuple[str, ...]
    table: np.ndarray
    value: np.ndarray
    variance: np.ndarray
    fold: np.ndarray

    def __len__(self) -> int:
        return len(self.value)

    @property
    def folds(self) -> int:
        return int(self.fold.max()) + 1


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Predictions of items by models that did not see them.

    `outside` has one for each item; `inside` has, for each fold k, one for each item outside k by a model that saw
    neither the item's own fold nor k.
    """

    outside: np.ndarray
    inside: np.ndarray


@dataclass(frozen=True, eq=False)
class Lean:
    """What is known of the same items' difficulty: as rated, with the variance of its error, and as predicted."""

    value: np.ndarray
    variance: np.ndarray
    predicted: HeldOut

    def felt(self, predicted: np.ndarray) -> np.ndarray:
        """The best guess from rating and prediction together, each by how far it can be trusted."""
        return mixed(self.value, self.variance, predicted, unaccounted(self.value, self.variance, predicted))


def unaccounted(value: np.ndarray, variance: np.ndarray, predicted: np.ndarray) -> float:
    """The variance among items of what predictions leave over, the error of the values apart."""
    return max(float(np.mean((value - predicted) ** 2 - variance)), LEAST_SPREAD)


def mixed(value: np.ndarray, variance: np.ndarray, predicted: np.ndarray, unseen: float) -> np.ndarray:
    """The best guess from rating and prediction together; where the variance is infinite, the prediction."""
    share = unseen / (unseen + variance)
    return np.asarray(predicted + share * (value - predicted))


def nothing(items: Items) -> HeldOut:
    """What is above the topmost model: the mean of the other items."""
    inside = np.empty((items.folds, len(items)))
    outside = np.empty(len(items))
    for k in range(items.folds):
        for j in range(items.folds):
            seen = (items.fold != j) & (items.fold != k)
            mean = items.value[seen].mean() if seen.any() else items.value.mean()
            inside[k, items.fold == j] = mean
        outside[items.fold == k] = inside[k, items.fold == k]
    return HeldOut(outside, inside)


@dataclass(frozen=True, eq=False)
class Learners:
    """Trees, a linear model and perhaps a hill over difficulty, fitted on the same items."""

    booster: Any
    ridge: Ridge
    hill: Ridge | None = None

    def predict(self, table: np.ndarray, difficulty: np.ndarray | None = None) -> np.ndarray:
        """A column each; the hill needs the predicted difficulty."""
        found = [trees.predict(self.booster, table), self.ridge.predict(table)]
        if self.hill is not None:
            assert difficulty is not None, "a model with a hill needs the difficulty"
            found.append(self.hill.predict(slope(difficulty)))
        return np.stack(found, axis=1)


def slope(difficulty: np.ndarray) -> np.ndarray:
    """What a hill is a linear function of."""
    return np.stack([difficulty, (difficulty - MIDDLE) ** 2], axis=1)


@dataclass(frozen=True, eq=False)
class Fitted:
    """A model with its held-out predictions. It gives what the model above gives plus `correction`."""

    names: tuple[str, ...]
    learners: Learners
    shares: np.ndarray
    held_out: HeldOut
    settings: dict[str, Any] = field(repr=False)

    def correction(self, table: np.ndarray, difficulty: np.ndarray | None = None) -> np.ndarray:
        """What is added to the prediction of the model above."""
        return self.learners.predict(table, difficulty) @ self.shares


def fit(
    items: Items,
    above: HeldOut,
    lean: Lean | None = None,
    settings: Mapping[str, Any] | None = None,
    rising: Mapping[str, int] | None = None,
) -> Fitted:
    """The correction of the model above that these items call for."""
    if len(items) < FEWEST_ITEMS:
        raise ValueError(f"a model needs at least {FEWEST_ITEMS} rated items, there are {len(items)}")
    task = Task(items, above, lean, trees.settings_for(len(items), settings), rising or {})
    without = _cross_fit(task)
    left = items.value - above.outside
    outside, inside = np.empty(len(items)), np.empty((items.folds, len(items)))
    weight = trust(items.variance, left)
    for k in range(items.folds):
        out, others = items.fold == k, items.fold != k
        shares = blend.weights(without[k, others], items.value[others] - above.inside[k, others], weight[others])
        inside[k] = above.inside[k] + without[k] @ shares
        outside[out] = above.outside[out] + without[k, out] @ shares
    single = without[items.fold, np.arange(len(items))]
    learners = _learn(task, np.ones(len(items), dtype=bool), above.outside, lean.predicted.outside if lean else None)
    shares = blend.weights(single, left, weight)
    return Fitted(items.names, learners, shares, HeldOut(outside, inside), task.settings)


@dataclass(frozen=True, eq=False)
class Task:
    """All that a fit is given."""

    items: Items
    above: HeldOut
    lean: Lean | None
    settings: dict[str, Any]
    rising: Mapping[str, int]


def trust(variance: np.ndarray, left: np.ndarray) -> np.ndarray:
    """How much each item counts: less if few rated it, but no more than what no feature accounts for lets it."""
    unseen = max(float(np.mean(left**2 - variance)) / 2.0, LEAST_SPREAD)
    weight = 1.0 / (unseen + variance)
    return np.asarray(weight / weight.mean())


def _cross_fit(task: Task) -> np.ndarray:
    """For each fold k, the learners' predictions (columns) of each item, fitted without k and the item's own fold."""
    items, above, lean = task.items, task.above, task.lean
    found = np.empty((items.folds, len(items), 3 if lean else 2))
    for j, k in combinations_with_replacement(range(items.folds), 2):
        seen = (items.fold != j) & (items.fold != k)
        predicted = (lean.predicted.inside[j] + lean.predicted.inside[k]) / 2.0 if lean else None
        learners = _learn(task, seen, (above.inside[j] + above.inside[k]) / 2.0, predicted)
        for fold, other in {(j, k), (k, j)}:
            out = items.fold == fold
            difficulty = lean.predicted.inside[other, out] if lean else None
            found[other, out] = learners.predict(items.table[out], difficulty)
    return found


def _learn(task: Task, seen: np.ndarray, known: np.ndarray, difficulty: np.ndarray | None) -> Learners:
    """Learners of what is left over on the items seen, given what is known above and of the difficulty."""
    items = task.items
    left = (items.value - known)[seen]
    weight = trust(items.variance[seen], left)
    booster = trees.train(task.settings, items.names, items.table[seen], left, weight, task.rising)
    hill = None
    if task.lean is not None and difficulty is not None:
        hill = ridge(slope(task.lean.felt(difficulty)[seen]), left, weight)
    return Learners(booster, ridge(items.table[seen], left, weight), hill)


def columns(wanted: Sequence[str], names: Sequence[str]) -> list[int]:
    """Where the wanted features are, so that a model outlives new features of its game."""
    place = {name: column for column, name in enumerate(names)}
    missing = [name for name in wanted if name not in place]
    if missing:
        raise ValueError(f"the model needs features that were not measured: {', '.join(missing)}")
    return [place[name] for name in wanted]

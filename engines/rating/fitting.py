"""Fitting one model: what an audience will say of a puzzle, as a correction of what is known already.

Models stand one above the other: all games, one game, a group of its players, a person. Each learns what the one
above it leaves over, so one with few ratings falls back on it by itself, and one with many takes over.
This module fits one that has many items: trees, a linear model and, for interest, a hill over difficulty, blended
(`trees`, `linear`, `blend`).

The hill is what all surveys agree on: interest follows difficulty, up to a point (T-spin thesis, 5.1.2; Nazo Puyo
paper, 5.3.1; Geister paper, 7.3). So the interest of a puzzle leans on its predicted difficulty, to which the ratings
of difficulty contribute too.

Nothing here is judged by what it has seen. The learners are fitted without folds j and k, for each pair; so the
weights of the blend for fold k come from predictions that never saw k (nested cross-validation), and so does what a
model below is corrected from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from engines.rating import blend, shapley, trees
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
    """What is known of the same items' difficulty: as rated, with the variance of its error, and as predicted.

    `elsewhere` is a hill that was learned from other games, for one that few have rated.
    """

    value: np.ndarray
    variance: np.ndarray
    predicted: HeldOut
    elsewhere: Ridge | None = None

    def felt(self, seen: np.ndarray, predicted: np.ndarray) -> np.ndarray:
        """The best guess for some items from rating and prediction, each by how far it can be trusted."""
        value, variance = self.value[seen], self.variance[seen]
        return mixed(value, variance, predicted, unaccounted(value, variance, predicted))


def unaccounted(value: np.ndarray, variance: np.ndarray, predicted: np.ndarray) -> float:
    """The variance among items of what predictions leave over, the error of the values apart."""
    return max(float(np.mean((value - predicted) ** 2 - variance)), LEAST_SPREAD)


def mixed(value: np.ndarray, variance: np.ndarray, predicted: np.ndarray, unseen: float) -> np.ndarray:
    """The best guess from rating and prediction together; where the variance is infinite, the prediction."""
    share = unseen / (unseen + variance)
    return np.asarray(predicted + share * (value - predicted))


def plain(items: Items) -> np.ndarray:
    """The mean of the other folds' items, for each item: the least that a model has to beat."""
    found = np.empty(len(items))
    for k in range(items.folds):
        found[items.fold == k] = items.value[items.fold != k].mean()
    return found


@dataclass(frozen=True, eq=False)
class Learners:
    """Trees, a linear model and perhaps hills over difficulty, around the mean of the items that they were fitted on:
    one fitted on the same items, and one lent by other games."""

    middle: float
    booster: Any
    ridge: Ridge
    hill: Ridge | None = None
    lent: Ridge | None = None

    @property
    def hills(self) -> list[Ridge]:
        return [hill for hill in (self.hill, self.lent) if hill is not None]

    @cached_property
    def forest(self) -> shapley.Forest | None:
        """The trees with tables for explaining them; None if they are too large for tables."""
        return shapley.forest(self.booster)

    def predict(self, table: np.ndarray, difficulty: np.ndarray | None = None) -> np.ndarray:
        """A column each; hills need the predicted difficulty."""
        found = [trees.predict(self.booster, table), self.ridge.predict(table)]
        for hill in self.hills:
            assert difficulty is not None, "a model with a hill needs the difficulty"
            found.append(hill.predict(slope(difficulty)))
        return np.stack(found, axis=1)


def by_trees(learners: Learners, table: np.ndarray) -> tuple[np.ndarray, float]:
    """What each feature adds to the trees' predictions, and what they predict when nothing is known."""
    if learners.forest is not None:
        return learners.forest.contributions(table), learners.forest.base
    found = trees.contributions(learners.booster, np.vstack([table, np.full(table.shape[1], np.nan)]))
    return found[:-1, :-1], float(found[-1, -1])


def hill_elsewhere(games: Sequence[tuple[np.ndarray, np.ndarray]]) -> Ridge | None:
    """The hill of interest over difficulty that other games have in common, each around its own mean; None of none.

    A game is the difficulty and the interest of its puzzles; every game counts for the same.
    """
    if not games:
        return None
    weight = [np.full(len(interest), 1.0 / len(interest)) for _, interest in games]
    return ridge(
        slope(np.concatenate([difficulty for difficulty, _ in games])),
        np.concatenate([interest - interest.mean() for _, interest in games]),
        np.concatenate(weight),
    )


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
        """What is added to the prediction of the model above, if there is one."""
        told = self.learners.predict(table, difficulty) * self.shares
        return np.asarray(self.learners.middle + told.sum(axis=1))


def fit(
    items: Items,
    above: HeldOut | None = None,
    lean: Lean | None = None,
    settings: Mapping[str, Any] | None = None,
    rising: Mapping[str, int] | None = None,
) -> Fitted:
    """The correction of the model above that these items call for, or a model of its own if there is none."""
    if len(items) < FEWEST_ITEMS:
        raise ValueError(f"a model needs at least {FEWEST_ITEMS} rated items, there are {len(items)}")
    task = Task(items, above, lean, trees.settings_for(len(items), settings), rising or {})
    found = _cross_fit(task)
    outside, inside = np.empty(len(items)), np.empty((items.folds, len(items)))
    for k in range(items.folds):
        out, others = items.fold == k, items.fold != k
        known = task.known(k)
        shares = _shares(task, others, known, found.middle[k], found.told[k])
        inside[k] = known + found.middle[k] + found.told[k] @ shares
        outside[out] = inside[k, out]
    rows = np.arange(len(items))
    middle, told = found.middle[items.fold, rows], found.told[items.fold, rows]
    everything = np.ones(len(items), dtype=bool)
    shares = _shares(task, everything, task.known(), middle, told)
    return Fitted(items.names, _learn(task, everything, None), shares, HeldOut(outside, inside), task.settings)


@dataclass(frozen=True, eq=False)
class Task:
    """All that a fit is given. With a fold k, what is known without that fold."""

    items: Items
    above: HeldOut | None
    lean: Lean | None
    settings: dict[str, Any]
    rising: Mapping[str, int]

    def known(self, k: int | None = None) -> np.ndarray:
        """What the model above says of the items."""
        return _part(self.above, k) if self.above else np.zeros(len(self.items))

    def difficulty(self, k: int | None = None) -> np.ndarray | None:
        """The predicted difficulty of the items."""
        return _part(self.lean.predicted, k) if self.lean else None


@dataclass(frozen=True, eq=False)
class CrossFit:
    """For each fold k, of each item: the mean and the learners' predictions without k and the item's own fold."""

    middle: np.ndarray
    told: np.ndarray


def _part(held_out: HeldOut, k: int | None) -> np.ndarray:
    return held_out.outside if k is None else held_out.inside[k]


def _shares(task: Task, rows: np.ndarray, known: np.ndarray, middle: np.ndarray, told: np.ndarray) -> np.ndarray:
    """How much to trust each learner, by held-out predictions of some items."""
    left = (task.items.value - known - middle)[rows]
    return blend.weights(told[rows], left, trust(task.items.variance[rows], left))


def trust(variance: np.ndarray, left: np.ndarray) -> np.ndarray:
    """How much each item counts: less if few rated it, but no more than what no feature accounts for lets it."""
    unseen = max(float(np.mean(left**2 - variance)) / 2.0, LEAST_SPREAD)
    weight = 1.0 / (unseen + variance)
    return np.asarray(weight / weight.mean())


def _cross_fit(task: Task) -> CrossFit:
    """Learners for every fold k and every other fold j, fitted without both.

    With nothing above and nothing to lean on, those without j and k are those without k and j.
    """
    items = task.items
    learners = 2 if task.lean is None else 3 if task.lean.elsewhere is None else 4
    middle, told = np.empty((items.folds, len(items))), np.empty((items.folds, len(items), learners))
    alike = task.above is None and task.lean is None
    fitted: dict[tuple[int, int], Learners] = {}
    for k, j in product(range(items.folds), repeat=2):
        pair = (min(j, k), max(j, k)) if alike else (j, k)
        if pair not in fitted:
            fitted[pair] = _learn(task, (items.fold != j) & (items.fold != k), k)
        out = items.fold == j
        difficulty = task.difficulty(k)
        middle[k, out] = fitted[pair].middle
        told[k, out] = fitted[pair].predict(items.table[out], None if difficulty is None else difficulty[out])
    return CrossFit(middle, told)


def _learn(task: Task, seen: np.ndarray, k: int | None) -> Learners:
    """Learners of what is left over on the items seen, given what is known without fold k."""
    items = task.items
    left = (items.value - task.known(k))[seen]
    weight = trust(items.variance[seen], left - left.mean())
    middle = float(np.average(left, weights=weight))
    left = left - middle
    booster = trees.train(task.settings, items.names, items.table[seen], left, weight, task.rising)
    difficulty, hill, lent = task.difficulty(k), None, None
    if task.lean is not None and difficulty is not None:
        hill = ridge(slope(task.lean.felt(seen, difficulty[seen])), left, weight)
        lent = task.lean.elsewhere
    return Learners(middle, booster, ridge(items.table[seen], left, weight), hill, lent)


def columns(wanted: Sequence[str], names: Sequence[str]) -> list[int]:
    """Where the wanted features are, so that a model outlives new features of its game."""
    place = {name: column for column, name in enumerate(names)}
    missing = [name for name in wanted if name not in place]
    if missing:
        raise ValueError(f"the model needs features that were not measured: {', '.join(missing)}")
    return [place[name] for name in wanted]

"""Models of what people will say of a puzzle, from its features.

A fit takes the raters' own ways out of their ratings (`effects`), then learns what the features tell (`fitting`):
trees, a linear model and, for interest, a hill over the predicted difficulty. It reports its error on puzzles that it
was not fitted on, beside that of predicting the mean, and the half width of an interval from the same errors.

A model lives as one line of JSON, which reloads to exactly the same predictions; that of interest has the model of
difficulty that it leans on inside. The same data, settings and seed give the same text bit for bit: rows are put in
the order of their ids.
"""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import lightgbm
import numpy as np

from engines.people.yardstick import Yardstick
from engines.rating import effects, fitting, folds, measured, trees
from engines.rating.correction import MIDDLE, PLAIN, terms
from engines.rating.linear import Ridge, Standard, standard
from engines.rating.measured import Measured
from engines.rating.metrics import COVERAGE, half_width, mean_absolute_error, rank_correlation

LOWEST, HIGHEST = 1.0, 5.0

NARROWEST = 0.05  # half an interval: where everybody always says the same, the next one may still not
NARROWEST_OF_ONE = 1.0  # the same after a single puzzle; it shrinks with the root of their number
MARGIN = 1e-6  # what an error must be lower by: LightGBM keeps targets in single precision
SEED = 1
DIFFICULTY = "predicted_difficulty"  # what the hill of interest is called among importances


@dataclass(frozen=True, eq=False)
class Ratings:
    """Who said what of what, a row a rating: places in the lists of items and raters, and the rating from 1 to 5."""

    item: np.ndarray
    rater: np.ndarray
    rating: np.ndarray

    def __len__(self) -> int:
        return len(self.rating)


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted model with what it was fitted on and how well it does. Errors are in steps of the scale.

    `observed` are the items' values, the raters' own ways taken out, `variance` is that of their errors; these,
    `fold` and `held_out` are in the order of the items that `fit` was given.
    """

    target: str
    feature_names: tuple[str, ...]
    body: str  # the model itself, as JSON
    settings: dict[str, Any]
    items: int
    ratings: int
    folds: int
    mae: float  # on held-out items
    baseline_mae: float  # the same for predicting the mean of the other items
    rank_correlation: float  # of held-out predictions and observed values; NaN if either ranks nothing
    interval: float  # half width of the 80 % interval
    importances: dict[str, float]  # share of what the features contribute; all zero for a constant model
    held_out: np.ndarray  # predictions for each item by a model that did not see it
    observed: np.ndarray
    variance: np.ndarray
    fold: np.ndarray  # of each item: what it was held out with
    nested: fitting.HeldOut  # held-out predictions within folds, in the order of ids
    taught: bool = True  # by these ratings; a yardstick alone is not

    def bounds(self, predictions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper ends of the 80 % intervals around predictions."""
        return bounds(predictions, self.interval)


def fit(
    target: str,
    feature_names: Sequence[str],
    features: np.ndarray,
    ratings: Ratings,
    ids: Sequence[str],
    *,
    difficulty: Fit | None = None,
    kin: Sequence[Hashable] | None = None,
    held: Mapping[str, int] | None = None,
    rising: Mapping[str, int] | None = None,
    elsewhere: Ridge | None = None,
    yardstick: Yardstick | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: int = SEED,
    parts: int | None = None,
) -> Fit:
    """Cross-validate on items, in as many folds as said or as suits their number, then fit on all of them.

    Puzzles that measure the same, or are `kin`, are held out together; those of `held` in the folds that it gives by
    id. With the fit of `difficulty` on the same items, interest leans on it. `rising` has 1 for features of which
    more means more of the target, -1 for less; `elsewhere` is a hill that other games lend. With a `yardstick` what
    it says is known already, and only what the ratings say beyond that is learned. The order of items and ratings
    makes no difference to the model.
    """
    items, order = _items(feature_names, features, ratings, ids, kin, held, seed, parts)
    lean = None if difficulty is None else _leaning(difficulty, order, elsewhere)
    above = None if yardstick is None else _known(yardstick, items)
    fitted = fitting.fit(items, above, lean, {"seed": seed, **(settings or {})}, rising)
    held_out = fitted.held_out if above is None else _toward(above, fitted.held_out, measured.trust(len(items)))
    predicted = np.clip(held_out.outside, LOWEST, HIGHEST)
    back = np.argsort(order)
    leaning = None if difficulty is None else json.loads(difficulty.body)
    body = _as_json(fitted, leaning)
    importances = _importances(fitted, items, None if difficulty is None else difficulty.held_out[order])
    if yardstick is not None:
        learned = body | {name: _scaled(body[name], measured.trust(len(items))) for name in ("middle", "shares")}
        model = Measured(items.names, yardstick, standard(items.table), _from_json(learned))
        body, importances = _as_measured(model, learned), model.importances(items.table)
    ranks = any(importances.values())  # else folds merely differ in their means
    return Fit(
        target=target,
        feature_names=tuple(feature_names),
        body=_text(body),
        settings=fitted.settings,
        items=len(items),
        ratings=len(ratings),
        folds=items.folds,
        mae=mean_absolute_error(predicted, items.value),
        baseline_mae=mean_absolute_error(fitting.plain(items), items.value),
        rank_correlation=rank_correlation(predicted, items.value) if ranks else math.nan,
        interval=interval(items.value - predicted, items.variance),
        importances=importances,
        held_out=predicted[back],
        observed=items.value[back],
        variance=items.variance[back],
        fold=items.fold[back],
        nested=held_out,
    )


def by_yardstick(
    target: str,
    feature_names: Sequence[str],
    features: np.ndarray,
    ratings: Ratings,
    ids: Sequence[str],
    yardstick: Yardstick,
    *,
    kin: Sequence[Hashable] | None = None,
    held: Mapping[str, int] | None = None,
    seed: int = SEED,
    parts: int | None = None,
) -> Fit:
    """The yardstick as a model, held against ratings from which it has learned nothing.

    So its error says how far those who rated agree with it, and its interval is the yardstick's own.
    """
    items, order = _items(feature_names, features, ratings, ids, kin, held, seed, parts)
    known, back = _known(yardstick, items), np.argsort(order)
    model = Measured(items.names, yardstick, standard(items.table), None)
    return Fit(
        target=target,
        feature_names=tuple(feature_names),
        body=_text(_as_measured(model, None)),
        settings={"yardstick": True},
        items=len(items),
        ratings=len(ratings),
        folds=items.folds,
        mae=mean_absolute_error(known.outside, items.value),
        baseline_mae=mean_absolute_error(fitting.plain(items), items.value),
        rank_correlation=rank_correlation(known.outside, items.value),
        interval=yardstick.half,
        importances=model.importances(items.table),
        held_out=known.outside[back],
        observed=items.value[back],
        variance=items.variance[back],
        fold=items.fold[back],
        nested=known,
        taught=False,
    )


def _items(
    names: Sequence[str],
    features: np.ndarray,
    ratings: Ratings,
    ids: Sequence[str],
    kin: Sequence[Hashable] | None,
    held: Mapping[str, int] | None,
    seed: int,
    parts: int | None,
) -> tuple[fitting.Items, np.ndarray]:
    """What there is to learn from, in the order of the ids, and where each item stood."""
    table = np.ascontiguousarray(features, dtype=np.float64)
    _check(names, table, ratings, ids)
    order = np.argsort(np.asarray(ids, dtype=str), kind="stable")
    found = _values(ratings, order, len(ids))
    kindred = folds.kin_by_features(table[order]) if kin is None else [kin[place] for place in order]
    fold = folds.deal([ids[place] for place in order], kindred, parts, seed, held)
    return fitting.Items(tuple(names), table[order], found.value, found.variance, fold), order


def _leaning(difficulty: Fit, order: np.ndarray, elsewhere: Ridge | None) -> fitting.Lean:
    """What is known of the items' difficulty. Ratings that did not teach its model say nothing of it."""
    variance = difficulty.variance[order] if difficulty.taught else np.full(len(order), math.inf)
    return fitting.Lean(difficulty.observed[order], variance, difficulty.nested, elsewhere)


def _known(yardstick: Yardstick, items: fitting.Items) -> fitting.HeldOut:
    """What a yardstick says of items: it has seen the ratings of none."""
    known = measured.difficulty(yardstick, items.names, items.table)
    return fitting.HeldOut(known, np.tile(known, (items.folds, 1)))


def _toward(known: fitting.HeldOut, told: fitting.HeldOut, share: float) -> fitting.HeldOut:
    """Predictions that go a share of the way from what is known to what was told."""
    return fitting.HeldOut(
        measured.moved(known.outside, share * (told.outside - known.outside)),
        measured.moved(known.inside, share * (told.inside - known.inside)),
    )


def _scaled(numbers: Any, share: float) -> Any:
    return (np.asarray(numbers) * share).tolist()


def _as_measured(model: Measured, learned: dict[str, Any] | None) -> dict[str, Any]:
    usual = model.standard
    return {
        "yardstick": measured.as_json(model.rule),
        "names": list(model.names),
        "centre": usual.centre.tolist(),
        "scale": [value if math.isfinite(value) else None for value in usual.scale.tolist()],
        "learned": learned,
    }


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"))


def _values(ratings: Ratings, order: np.ndarray, items: int) -> effects.Effects:
    """The items' values, items in order; ratings sorted too, because sums depend on their order in the last bit."""
    place = np.empty(items, dtype=np.int64)
    place[order] = np.arange(items)
    item = place[ratings.item]
    rows = np.lexsort((ratings.rating, ratings.rater, item))
    return effects.estimate(
        item[rows], ratings.rater[rows], ratings.rating[rows], items, int(ratings.rater.max()) + 1
    )


def interval(residuals: np.ndarray, variance: np.ndarray, coverage: float = COVERAGE) -> float:
    """Half the width of an interval for what a panel of usual size would say of a new puzzle.

    Residuals of puzzles that few rated are larger because of the few; each counts as if the usual number had rated.
    """
    unseen = max(float(np.mean(residuals**2 - variance)), fitting.LEAST_SPREAD)
    scores = residuals / np.sqrt(unseen + variance)
    least = max(NARROWEST, NARROWEST_OF_ONE / math.sqrt(len(residuals)))
    return max(half_width(scores, coverage) * math.sqrt(unseen + float(np.median(variance))), least)


def predict(
    model: Fit | str,
    features: np.ndarray,
    feature_names: Sequence[str] | None = None,
    others: Mapping[str, str] | None = None,
) -> np.ndarray:
    """Predicted values, within the scale, from a fit or from the text of one.

    With `feature_names` the columns are found by name, so that a model outlives new features of its game. The model
    of a narrower audience needs those that it corrects among `others`: texts by id.
    """
    stored = read_model(model.body if isinstance(model, Fit) else model, others or {})
    return stored.predict(_columns(stored, features, feature_names))


def intervals(
    body: str,
    at: np.ndarray,
    half: float | np.ndarray,
    features: np.ndarray,
    feature_names: Sequence[str],
    others: Mapping[str, str],
) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the intervals around predictions; `half` of one is usual for the model, or for each puzzle."""
    stored = read_model(body, others)
    return stored.bounds(_columns(stored, features, feature_names), at, half)


def correct(
    body: str, known: np.ndarray, features: np.ndarray, feature_names: Sequence[str], others: Mapping[str, str]
) -> np.ndarray:
    """What the model of a narrower audience makes of what is known of the wider one, by whatever means."""
    stored = read_model(body, others)
    if not isinstance(stored, Corrected):
        raise ValueError("only the model of a narrower audience corrects another")
    return stored.correct(known, _columns(stored, features, feature_names))


def _columns(
    stored: Stored | Measured | Corrected, features: np.ndarray, feature_names: Sequence[str] | None
) -> np.ndarray:
    """The features that a model takes, in its order."""
    table = np.asarray(features, dtype=np.float64)
    if feature_names is not None:
        table = table[:, fitting.columns(stored.names, feature_names)]
    if table.ndim != 2 or table.shape[1] != len(stored.names):
        raise ValueError(f"the model takes {len(stored.names)} features a puzzle, but the table is {table.shape}")
    return table


@dataclass(frozen=True, eq=False)
class Contributions:
    """What features add to predictions, compared with a usual puzzle, in steps of the scale: a row a puzzle.

    `base` and a row's sum are the prediction, before it is cut off at the ends of the scale; `base` is the same for
    all puzzles of one model, and one for each where several models' puzzles are told together (`order`). `value` is
    what was measured, `usual` and `spread` are mean and standard deviation over the puzzles that the model was fitted
    on (NaN and infinite if it does not know). A model that leans on difficulty has DIFFICULTY as one more feature.
    """

    names: tuple[str, ...]
    base: float | np.ndarray
    added: np.ndarray
    value: np.ndarray
    usual: np.ndarray
    spread: np.ndarray


def contributions(
    model: Fit | str,
    features: np.ndarray,
    feature_names: Sequence[str] | None = None,
    others: Mapping[str, str] | None = None,
) -> Contributions:
    """What each feature adds to each prediction of `predict`, which takes the same."""
    stored = read_model(model.body if isinstance(model, Fit) else model, others or {})
    return stored.contributions(_columns(stored, features, feature_names))


@dataclass(frozen=True, eq=False)
class Stored:
    """A model read back from its text."""

    names: tuple[str, ...]
    shares: np.ndarray
    learners: fitting.Learners
    difficulty: Stored | Measured | None

    @property
    def standard(self) -> Standard:
        """What is usual of the features."""
        return self.learners.ridge.standard

    def predict(self, table: np.ndarray) -> np.ndarray:
        return np.clip(self.raw(table), LOWEST, HIGHEST)

    def raw(self, table: np.ndarray) -> np.ndarray:
        """Before it is cut off at the ends of the scale."""
        if not len(table):
            return np.empty(0)
        felt = None if self.difficulty is None else self.difficulty.predict(table)
        told = (self.learners.predict(table, felt) * self.shares).sum(axis=1)
        return np.asarray(self.learners.middle + told)

    def bounds(self, table: np.ndarray, at: np.ndarray, half: float | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Ends of the intervals around predictions, cut off at the ends of the scale."""
        return bounds(at, half)

    def contributions(self, table: np.ndarray) -> Contributions:
        """What trees, linear model and hill add, each for its share; the hill counts as the difficulty's doing."""
        learners, shares = self.learners, self.shares
        standard = learners.ridge.standard
        by_trees, alone = fitting.by_trees(learners, table)
        base = learners.middle + shares[0] * alone + shares[1] * learners.ridge.intercept
        added = shares[0] * by_trees + shares[1] * learners.ridge.contributions(table)
        if learners.hill is None or self.difficulty is None:
            return Contributions(self.names, float(base), added, table, standard.centre, standard.scale)
        felt, hill, up = self.difficulty.predict(table), learners.hill, np.zeros(len(table))
        for share, one in zip(shares[2:], learners.hills, strict=True):
            up += share * one.contributions(fitting.slope(felt)).sum(axis=1)
            base += share * one.intercept
        return Contributions(
            (*self.names, DIFFICULTY),
            float(base),
            np.column_stack([added, up]),
            np.column_stack([table, felt]),
            np.append(standard.centre, hill.standard.centre[0]),
            np.append(standard.scale, hill.standard.scale[0]),
        )


@dataclass(frozen=True, eq=False)
class Corrected:
    """The model of a narrower audience, read back from its text, with those that it needs (see `audiences`)."""

    names: tuple[str, ...]
    standard: Standard
    weights: np.ndarray
    above: Stored | Measured | Corrected
    difficulty: Stored | Measured

    def bounds(self, table: np.ndarray, at: np.ndarray, half: float | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """As wide as this audience's errors say, and wider where the wider audience's are."""
        return self.above.bounds(table, at, half)

    def predict(self, table: np.ndarray) -> np.ndarray:
        if not len(table):
            return np.empty(0)
        return self.correct(self.above.predict(table), table)

    def correct(self, known: np.ndarray, table: np.ndarray) -> np.ndarray:
        """What becomes of what is known of the wider audience."""
        parts = terms(self.standard(table), known, self.difficulty.predict(table)) * self.weights
        return np.clip(known + parts.sum(axis=1), LOWEST, HIGHEST)

    def contributions(self, table: np.ndarray) -> Contributions:
        """The wider audience's, stretched as the correction does, and what it adds for features and difficulty."""
        above, difficulty = self.above.contributions(table), self.difficulty.contributions(table)
        constant, stretch, slope, bend = self.weights[:PLAIN]
        leans = DIFFICULTY in above.names
        usual = float(above.usual[above.names.index(DIFFICULTY)] if leans else difficulty.base)
        felt = difficulty.base + difficulty.added.sum(axis=1)
        steepness = slope + bend * (felt + usual - 2.0 * MIDDLE)  # of the hill between the usual difficulty and this
        added = above.added * (1.0 + stretch)
        added[:, : len(self.names)] += self.standard(table) * self.weights[PLAIN:]
        if leans:
            added[:, -1] += steepness * (felt - usual)
        else:  # a model of difficulty, or one without a hill: what makes the puzzle difficult gets the hill's part
            added += steepness[:, None] * difficulty.added
        at_usual = slope * (usual - MIDDLE) + bend * (usual - MIDDLE) ** 2
        base = above.base + constant + stretch * (above.base - MIDDLE) + at_usual
        return Contributions(above.names, float(base), added, above.value, above.usual, above.spread)


def read_model(body: str, others: Mapping[str, str]) -> Stored | Measured | Corrected:
    """The model that a text is, whatever the audience."""
    if not body.startswith('{"above"'):
        return loaded(body)
    stored = json.loads(body)
    missing = [name for name in (stored["above"], stored["difficulty"]) if name not in others]
    if missing:
        raise ValueError(f"the model needs others that are not there: {', '.join(missing)}")
    names = tuple(stored["names"])
    above, difficulty = (read_model(others[stored[which]], others) for which in ("above", "difficulty"))
    if above.names != names or difficulty.names != names or isinstance(difficulty, Corrected):
        raise ValueError("the model and those that it needs were not fitted on the same features")
    return Corrected(names, _standard(stored), np.array(stored["weights"]), above, difficulty)


@lru_cache(maxsize=32)
def loaded(body: str) -> Stored | Measured:
    """The model that a text is. What an earlier version fitted is LightGBM's own text: trees and nothing else."""
    if not body.startswith("{"):
        booster = lightgbm.Booster(model_str=body)
        names = tuple(booster.feature_name())
        unknown = Standard(np.full(len(names), np.nan), np.full(len(names), np.inf))
        nowhere = Ridge(unknown, np.zeros(len(names)), 0.0, 0.0, np.empty(0))
        return Stored(names, np.array([1.0, 0.0]), fitting.Learners(0.0, booster, nowhere), None)
    return _loaded(json.loads(body))


def _loaded(stored: dict[str, Any]) -> Stored | Measured:
    if "yardstick" not in stored:
        return _from_json(stored)
    learned = stored["learned"]
    yardstick = measured.from_json(stored["yardstick"])
    names = tuple(stored["names"])
    return Measured(names, yardstick, _standard(stored), None if learned is None else _from_json(learned))


def _from_json(stored: dict[str, Any]) -> Stored:
    learners = fitting.Learners(
        stored["middle"],
        lightgbm.Booster(model_str=stored["trees"]),
        _ridge(stored["linear"]),
        *(None if stored.get(which) is None else _ridge(stored[which]) for which in ("hill", "lent")),
    )
    leaning = None if stored["difficulty"] is None else _loaded(stored["difficulty"])
    return Stored(tuple(stored["names"]), np.array(stored["shares"]), learners, leaning)


def _as_json(fitted: fitting.Fitted, difficulty: dict[str, Any] | None) -> dict[str, Any]:
    hill, lent = fitted.learners.hill, fitted.learners.lent
    return {
        "names": list(fitted.names),
        "middle": fitted.learners.middle,
        "shares": fitted.shares.tolist(),
        "trees": fitted.learners.booster.model_to_string(),
        "linear": _numbers(fitted.learners.ridge),
        "hill": None if hill is None else _numbers(hill),
        "lent": None if lent is None else _numbers(lent),
        "difficulty": difficulty,
    }


def _numbers(ridge: Ridge) -> dict[str, Any]:
    """A linear model as numbers; a feature that never varied has no scale."""
    scale = [value if math.isfinite(value) else None for value in ridge.standard.scale.tolist()]
    return {
        "centre": ridge.standard.centre.tolist(),
        "scale": scale,
        "weights": ridge.weights.tolist(),
        "intercept": ridge.intercept,
        "penalty": ridge.penalty,
    }


def _standard(numbers: Mapping[str, Any]) -> Standard:
    scale = np.array([math.inf if value is None else value for value in numbers["scale"]])
    return Standard(np.array(numbers["centre"]), scale)


def _ridge(numbers: Mapping[str, Any]) -> Ridge:
    return Ridge(
        _standard(numbers), np.array(numbers["weights"]), numbers["intercept"], numbers["penalty"], np.empty(0)
    )


def bounds(predictions: np.ndarray, interval: float | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the intervals around predictions, cut off at the ends of the scale."""
    return np.clip(predictions - interval, LOWEST, HIGHEST), np.clip(predictions + interval, LOWEST, HIGHEST)


def better(
    challenger: np.ndarray, observed: np.ndarray, least: tuple[str, float], champion: np.ndarray | None
) -> tuple[bool, str]:
    """Should the challenger take over, and why: the rule of promotion.

    If there is a champion it must be nearer to the observed values than that; the first of its kind must be nearer
    than the `least` that is expected of it (what that is, and its error). Predictions of both must be of puzzles that
    they had not seen. A tie leaves the champion in place, so that refitting on the same data changes nothing.
    """
    new = mean_absolute_error(challenger, observed)
    what, error = least
    beside = f"{error:.4f} for {what}"
    if champion is None:
        if new < error - MARGIN:
            return True, f"promoted: the first of its kind, held-out error {new:.4f} against {beside}"
        return False, f"not promoted: held-out error {new:.4f} is no better than {beside}"
    old = mean_absolute_error(champion, observed)
    where = f"on the same {len(observed)} puzzles, held out ({beside})"
    said = "promoted" if new < old - MARGIN else "not promoted"
    return new < old - MARGIN, f"{said}: error {new:.4f} against the champion's {old:.4f} {where}"


def _check(names: Sequence[str], table: np.ndarray, ratings: Ratings, ids: Sequence[str]) -> None:
    """Refuse what cannot be fitted, saying why."""
    items = len(ids)
    if items < fitting.FEWEST_ITEMS:
        raise ValueError(f"a model needs at least {fitting.FEWEST_ITEMS} rated items, there are {items}")
    if table.shape != (items, len(names)):
        raise ValueError(f"{items} items and {len(names)} names, but features are {table.shape}")
    if not names:
        raise ValueError("a model needs at least one feature")
    bad = [name for name in names if trees.UNWRITABLE & set(name)]
    if bad or len(set(names)) != len(names):
        raise ValueError(f"names of features must differ and be plain words: {', '.join(bad or names)}")
    if not np.all(np.isfinite(ratings.rating)):
        raise ValueError("a rating is not a number")
    unrated = items - len(np.unique(ratings.item))
    if unrated:
        raise ValueError(f"{unrated} of {items} items have no rating")
    if len(set(ids)) != items:
        raise ValueError(f"{items} items need as many different ids, there are {len(set(ids))}")


def _importances(fitted: fitting.Fitted, items: fitting.Items, difficulty: np.ndarray | None) -> dict[str, float]:
    """Each feature's share of all that features contribute to the predictions of the items, up or down."""
    by_trees = trees.contributions(fitted.learners.booster, items.table)[:, :-1]
    by_line = fitted.learners.ridge.contributions(items.table)
    both = np.abs(fitted.shares[0] * by_trees + fitted.shares[1] * by_line).mean(axis=0)
    found = dict(zip(items.names, both.tolist(), strict=True))
    if fitted.learners.hill is not None and difficulty is not None:
        told = [hill.contributions(fitting.slope(difficulty)).sum(axis=1) for hill in fitted.learners.hills]
        found[DIFFICULTY] = float(np.abs(np.stack(told, axis=1) @ fitted.shares[2:]).mean())
    total = sum(found.values())
    return {name: value / total if total > 0.0 else 0.0 for name, value in found.items()}

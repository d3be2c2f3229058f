"""How good models are, by protocols that are not fooled.

- `nested`: each puzzle is predicted by a model that saw neither it nor its near copies, nor was weighed by them.
- `nested, families apart`: whole families are held out, so this is how good a model is on a family that nobody rated.
- `3-fold, plain means` and the like: the papers' protocol, for comparison with their figures. Random folds, mean
  ratings; the papers' own settings were also tuned on the very data that they are judged by (T-spin thesis, footnote
  3).

Beside the model stand what it has to beat: the mean of the other folds; a model that knows the number of moves only;
one rater against the rest. `floor` is what a perfect prediction would score, because the values that predictions are
held against have errors too. (Only raters' own ways, severity and the like, are estimated from all that they said.)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from engines.people.groups import IN_ORDER
from engines.people.preset import Preset
from engines.rating import metrics, models
from engines.rating.fitting import FEWEST_ITEMS
from engines.rating.presets import predict_with

NESTED, APART = "nested", "nested, families apart"
FEWEST_FAMILIES = 3  # to hold one out, and another one to weigh by
TOP = 10
TOP_HITS = f"top-{TOP} hit rate"
WORTH = 2.0  # items that the overall mean is worth to the mean of a length
PAPERS_FOLDS = 3
LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)  # of intervals

Metric = Callable[[np.ndarray, np.ndarray], float]
ERRORS: dict[str, Metric] = {
    "MAE": metrics.mean_absolute_error,
    "RMSE": metrics.root_mean_square_error,
    "SMAPE": metrics.smape,
}


@dataclass(frozen=True)
class Score:
    """How well somebody or something (`subject`) predicts, by one metric under one protocol."""

    protocol: str
    subject: str
    metric: str
    value: float


@dataclass(frozen=True, eq=False)
class Asked:
    """All that a model of one target is learned from and judged by: rated items and their ratings."""

    names: Sequence[str]  # of the features
    features: np.ndarray
    ids: Sequence[str]
    moves: np.ndarray  # how long the answers are
    families: Sequence[str]
    ratings: models.Ratings

    def __len__(self) -> int:
        return len(self.ids)

    def only(self, items: np.ndarray, raters: np.ndarray | None = None) -> Asked:
        """Some items, as far as some raters rated them; flags."""
        given = self.ratings
        kept = items[given.item] & (True if raters is None else raters[given.rater])
        rows = np.unique(given.item[kept])
        some = models.Ratings(np.searchsorted(rows, given.item[kept]), given.rater[kept], given.rating[kept])
        return Asked(
            self.names,
            self.features[rows],
            [self.ids[row] for row in rows],
            self.moves[rows],
            [self.families[row] for row in rows],
            some,
        )

    def means(self) -> np.ndarray:
        """The plain mean rating of each item."""
        return np.bincount(self.ratings.item, weights=self.ratings.rating) / np.bincount(self.ratings.item)


def fit_all(asked: Mapping[str, Asked], **how: Any) -> dict[str, models.Fit]:
    """A model for each target; interest leans on difficulty if the same items were rated for both.

    `how` goes to `models.fit`; what is given as a function there is asked for each target's items.
    """
    fits: dict[str, models.Fit] = {}
    for target in (name for name in IN_ORDER if name in asked):
        data = asked[target]
        same = "difficulty" in fits and list(asked["difficulty"].ids) == list(data.ids)
        fits[target] = models.fit(
            target,
            data.names,
            data.features,
            data.ratings,
            data.ids,
            difficulty=fits["difficulty"] if same else None,
            **{name: value(data) if callable(value) else value for name, value in how.items()},
        )
    return fits


def scores(
    asked: Mapping[str, Asked], fits: Mapping[str, models.Fit], presets: Mapping[str, Preset]
) -> dict[str, list[Score]]:
    """Every score of the models of some targets, by every protocol: `nested`, families apart, and the papers' with
    their settings (`presets`, by target)."""
    found = {
        target: [*held_out(NESTED, fit, asked[target]), *panel(fit, asked[target])] for target, fit in fits.items()
    }
    for more in (families_apart(asked), papers(asked, presets)):
        for target, rows in more.items():
            found[target] += rows
    return found


def held_out(protocol: str, fit: models.Fit, asked: Asked) -> list[Score]:
    """A fit's predictions of items that it did not see, beside the mean's and those by length alone."""
    ranks = any(fit.importances.values())  # else folds merely differ in their means
    order, moves = ranking(fit.items), np.asarray(asked.moves, dtype=np.float64)
    return [
        *judged(protocol, "model", fit.held_out, fit.observed, ERRORS | (order if ranks else {})),
        *judged(protocol, "mean", by_mean(fit.observed, fit.fold), fit.observed, ERRORS),
        *judged(protocol, "length", by_length(fit.observed, fit.fold, moves), fit.observed, ERRORS),
        *judged(protocol, "length", moves, fit.observed, order),  # for the same reason: the longer, the more
    ]


def ranking(items: int) -> dict[str, Metric]:
    """Metrics of order; ten of fewer than twenty are no top."""
    top = {TOP_HITS: partial(metrics.hit_rate, count=TOP)} if items >= 2 * TOP else {}
    return {"rank correlation": metrics.rank_correlation, **top}


def judged(
    protocol: str, subject: str, predicted: np.ndarray, observed: np.ndarray, by: Mapping[str, Metric]
) -> list[Score]:
    """Scores by each metric, without those that are not defined: a constant ranks nothing."""
    found = [Score(protocol, subject, name, metric(predicted, observed)) for name, metric in by.items()]
    return [score for score in found if math.isfinite(score.value)]


def by_mean(observed: np.ndarray, fold: np.ndarray) -> np.ndarray:
    """The mean of the other folds' items, for each item."""
    found = np.empty(len(observed))
    for k in np.unique(fold):
        found[fold == k] = observed[fold != k].mean()
    return found


def by_length(observed: np.ndarray, fold: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """The mean of the other folds' items of the same number of moves, shrunk toward the mean of all of them."""
    found = by_mean(observed, fold)
    for k in np.unique(fold):
        for length in np.unique(moves[fold == k]):
            known, wanted = (fold != k) & (moves == length), (fold == k) & (moves == length)
            found[wanted] = (observed[known].sum() + WORTH * found[wanted]) / (known.sum() + WORTH)
    return found


def panel(fit: models.Fit, asked: Asked) -> list[Score]:
    """What those who rated set as marks: a perfect prediction, one of them against the rest, and chance."""
    floors = {
        name: metrics.noise_floor(fit.observed, fit.variance, metric)
        for name, metric in (ERRORS | ranking(fit.items)).items()
    }
    found = [Score(NESTED, "floor", name, value) for name, value in floors.items()]
    if TOP_HITS in floors:
        found.append(Score(NESTED, "chance", TOP_HITS, TOP / fit.items))
    alone = metrics.one_against_others(asked.ratings.rater, asked.ratings.item, asked.ratings.rating)
    if len(alone):
        marks = {"one rater": alone.mean(), "best rater": alone.min(), "worst rater": alone.max()}
        found += [Score(NESTED, who, "MAE", float(value)) for who, value in marks.items()]
    return [score for score in found if math.isfinite(score.value)]


def families_apart(asked: Mapping[str, Asked]) -> dict[str, list[Score]]:
    """The same with whole families held out; nothing where too little is left to learn from without two of them."""
    enough = {target: data for target, data in asked.items() if can_be_apart(data.families)}
    fits = fit_all(enough, kin=lambda data: data.families)
    return {target: held_out(APART, fit, enough[target]) for target, fit in fits.items()}


def can_be_apart(families: Sequence[str]) -> bool:
    """Whether there are enough families, and without the two largest still enough items for a model."""
    sizes = sorted(Counter(families).values())
    return len(sizes) >= FEWEST_FAMILIES and sum(sizes[:-2]) >= FEWEST_ITEMS


def papers(
    asked: Mapping[str, Asked], presets: Mapping[str, Preset], parts: int = PAPERS_FOLDS
) -> dict[str, list[Score]]:
    """The papers' protocol: random folds, plain means. Ours, theirs where there are settings, and the mean."""
    protocol = f"{parts}-fold, plain means"
    fits = fit_all({target: plainly(data) for target, data in asked.items()}, kin=lambda data: data.ids, parts=parts)
    found = {}
    for target, fit in fits.items():
        theirs = [presets[target]] if target in presets else []
        predicted = [
            ("model", fit.held_out),
            *((f"preset {preset.name}", by_preset(preset, asked[target], fit)) for preset in theirs),
            ("mean", by_mean(fit.observed, fit.fold)),
        ]
        found[target] = [
            score for who, values in predicted for score in judged(protocol, who, values, fit.observed, ERRORS)
        ]
    return found


def plainly(asked: Asked) -> Asked:
    """The mean ratings as if one person had given them, so that there are no raters' ways to take out."""
    items = len(asked)
    given = models.Ratings(np.arange(items), np.zeros(items, dtype=np.int64), asked.means())
    return replace(asked, ratings=given)


def by_preset(preset: Preset, asked: Asked, fit: models.Fit) -> np.ndarray:
    """Predictions of each fold by a paper's model fitted to the means of the others, cut off at the ends as ours. It
    sees the paper's own features, where they are measured here."""
    found, means = np.empty(len(asked)), asked.means()
    read = [column for column, name in enumerate(asked.names) if name in preset.reads] or list(
        range(len(asked.names))
    )
    names, table = [asked.names[column] for column in read], asked.features[:, read]
    for k in range(fit.folds):
        out, others = fit.fold == k, fit.fold != k
        found[out] = predict_with(preset, names, table[others], means[others], table[out])
    return np.clip(found, models.LOWEST, models.HIGHEST)


def coverage(
    residuals: np.ndarray, variance: np.ndarray, fold: np.ndarray, levels: Sequence[float] = LEVELS
) -> list[tuple[float, np.ndarray]]:
    """For each level, which items fall into intervals of that level, made from the residuals of the other folds."""
    found = []
    for level in levels:
        inside = np.empty(len(residuals), dtype=bool)
        for k in np.unique(fold):
            out, others = fold == k, fold != k
            inside[out] = np.abs(residuals[out]) <= models.interval(residuals[others], variance[others], level)
        found.append((level, inside))
    return found

"""Learning curves: how good models would be with fewer raters, or with fewer rated items.

A quarter of the items is set aside; models are learned from some raters' ratings, or from some items, of the rest,
and predict the quarter. They are held against what the whole panel said of it, so a model of few raters is also
charged with how unlike the panel the few are. Averaged over quarters; who and what is taken is drawn by a seed. The
last point of a curve is the model itself, on the items that its folds held out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from engines.rating import chance, fitting, folds, metrics, models
from engines.rating.evaluation import Asked, by_mean, fit_all

COUNTS = {"raters": (1, 2, 4, 8), "items": (20, 40, 80, 160)}
PARTS = 4
DRAWS, FEW_DRAWS = 3, 2  # quarters that take a turn, and for more than MANY_ITEMS
MANY_ITEMS = 200
FOLDS = 3  # within what is learned from: the fewest that a fit can be weighed by


@dataclass(frozen=True)
class Point:
    """Errors on items not learned from, of models of so many raters or items (`over`)."""

    over: str  # raters or items
    count: int
    mae: float
    mean_mae: float  # of predicting the mean of what was learned from
    rank_correlation: float  # NaN if nothing was ranked


Taken = Mapping[str, Asked]


def curves(asked: Taken, fits: Mapping[str, models.Fit]) -> dict[str, list[Point]]:
    """Both curves for each target, ends included."""
    both = [curve(over, asked, fits) for over in COUNTS]
    return {target: [point for found in both for point in found[target]] for target in fits}


def curve(over: str, asked: Taken, fits: Mapping[str, models.Fit]) -> dict[str, list[Point]]:
    """The curve over raters or items, for each target that the ratings taught."""
    fits = {target: fit for target, fit in fits.items() if fit.taught}
    found: dict[str, list[Point]] = {target: [] for target in fits}
    for count in COUNTS[over]:
        drawn = [points for draw in range(_draws(asked)) if (points := _point(asked, fits, over, count, draw))]
        for target in fits:
            if rows := [points[target] for points in drawn if target in points]:
                found[target].append(Point(over, count, *map(float, np.mean(rows, axis=0))))
    for target, fit in fits.items():
        found[target].append(end(over, asked[target], fit))
    return found


def end(over: str, asked: Asked, fit: models.Fit) -> Point:
    """The model itself: all raters, and all items but those of one fold."""
    others = round(fit.items * (1.0 - 1.0 / fit.folds))
    mean = metrics.mean_absolute_error(by_mean(fit.observed, fit.fold), fit.observed)
    return Point(over, _raters(asked) if over == "raters" else others, fit.mae, mean, fit.rank_correlation)


def _point(
    asked: Taken, fits: Mapping[str, models.Fit], over: str, count: int, draw: int
) -> dict[str, tuple[float, float, float]]:
    """Error, the mean's error and rank correlation on one quarter, by target; nothing where there are too few."""
    away = {target: _parts(data) == draw for target, data in asked.items()}
    some = {target: _taken(data, ~away[target], over, count, draw) for target, data in asked.items()}
    learned = fit_all({target: data for target, data in some.items() if data is not None}, parts=FOLDS)
    found = {}
    for target, fit in learned.items():
        if target not in fits:
            continue
        wanted = fits[target].observed[away[target]]
        predicted = models.predict(fit, asked[target].features[away[target]])
        found[target] = (
            metrics.mean_absolute_error(predicted, wanted),
            metrics.mean_absolute_error(np.full(len(wanted), fit.observed.mean()), wanted),
            metrics.rank_correlation(predicted, wanted),
        )
    return found


def _draws(asked: Taken) -> int:
    return FEW_DRAWS if max(map(len, asked.values())) > MANY_ITEMS else DRAWS


def _parts(asked: Asked) -> np.ndarray:
    """Which quarter each item is in; those that measure the same are in the same."""
    return folds.deal(asked.ids, folds.kin_by_features(asked.features), PARTS)


def _taken(asked: Asked, left: np.ndarray, over: str, count: int, draw: int) -> Asked | None:
    """What so many raters said of the items left, or what all said of so many of those; None if there are too few."""
    if over == "raters":
        everyone = np.bincount(asked.ratings.rater) > 0
        some = _first(everyone, map(str, range(len(everyone))), count, over, draw)
        taken = asked.only(left, some)
        enough = count < everyone.sum()
    else:
        taken = asked.only(_first(left, asked.ids, count, over, draw))
        enough = count < left.sum()
    return taken if enough and len(taken) >= fitting.FEWEST_ITEMS else None


def _first(possible: np.ndarray, names: Iterable[str], count: int, *seed: object) -> np.ndarray:
    """Flags of so many of the possible ones, as their names are drawn: fewer are always among more."""
    keys = chance.keys(names, "learning curve", *seed)
    chosen = np.zeros(len(possible), dtype=bool)
    chosen[sorted(np.flatnonzero(possible), key=lambda place: keys[place])[:count]] = True
    return chosen


def _raters(asked: Asked) -> int:
    return len(np.unique(asked.ratings.rater))

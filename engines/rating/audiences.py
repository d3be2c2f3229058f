"""Models of narrower audiences: skill groups as corrections of everyone, people as corrections of their group.

Everyone's model (`models.fit`) says what is known of a puzzle before anybody of the narrower audience has been asked.
What the audience said, as far as it departs from that, is its correction (`correction`).

Nothing is judged by what it has seen: a group is held against puzzles of folds that neither everyone's model nor the
group's correction saw, a person against the person's own ratings of such puzzles. A correction is learned from what
held-out predictions leave over, as it will be used on puzzles that nobody has rated.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from engines.people.groups import DIFFICULTY
from engines.rating import correction, effects, models
from engines.rating.correction import Correction, Kinship, Said
from engines.rating.fitting import HeldOut
from engines.rating.linear import Standard
from engines.rating.metrics import half_width, mean_absolute_error, rank_correlation

FEWEST_PUZZLES = 8  # that a group must have rated
FEWEST_OF_ONE = 5  # that a person must have rated
SEVERITY = effects.SEVERITY**2  # variance among people, before anything is known of one
WIDEST = models.HIGHEST - models.LOWEST
FELT = slice(2, correction.PLAIN)  # terms of predicted difficulty
NOWHERE = HeldOut(np.empty(0), np.empty((0, 0)))


@dataclass(frozen=True, eq=False)
class Ground:
    """What all corrections of one target start from, puzzle by puzzle in the order of their ids.

    `known` is what everyone's model says, `felt` the predicted difficulty, both of puzzles not seen. `weight` says
    how much each feature may matter to taste: half of it as far as it matters to everyone, half evenly.
    """

    target: str
    names: tuple[str, ...]
    standard: Standard
    features: np.ndarray  # standardised
    fold: np.ndarray
    known: HeldOut
    felt: HeldOut
    weight: np.ndarray

    @property
    def folds(self) -> int:
        return int(self.fold.max()) + 1


def ground(everyone: models.Fit, felt: HeldOut, difficulty: models.Fit, table: np.ndarray) -> Ground:
    """The ground of a target, from everyone's models of it and of difficulty; puzzles must be in order of their ids.

    `felt` is the predicted difficulty of the puzzles that everyone's model was fitted on.
    """
    standard = models.loaded(everyone.body).standard
    shares = np.array([everyone.importances[name] + difficulty.importances[name] for name in everyone.feature_names])
    total, even = shares.sum(), np.full(len(shares), 1.0 / len(shares))
    return Ground(
        target=everyone.target,
        names=everyone.feature_names,
        standard=standard,
        features=standard(np.asarray(table, dtype=np.float64)),
        fold=everyone.fold,
        known=clipped(everyone.nested),
        felt=clipped(felt),
        weight=0.5 * even + 0.5 * (shares / total if total > 0.0 else even),
    )


def clipped(held_out: HeldOut) -> HeldOut:
    ends = models.LOWEST, models.HIGHEST
    return HeldOut(np.clip(held_out.outside, *ends), np.clip(held_out.inside, *ends))


def estimated(ratings: models.Ratings, items: int) -> effects.Effects:
    rows = np.lexsort((ratings.rating, ratings.rater, ratings.item))
    columns = ratings.item[rows], ratings.rater[rows], ratings.rating[rows]
    return effects.estimate(*columns, items, int(ratings.rater.max()) + 1)


@dataclass(frozen=True, eq=False)
class Narrow:
    """The model of a narrower audience: its correction, and how well it does on puzzles that it has not seen.

    `places` are the puzzles that it was fitted on; `held_out`, `observed` and `variance` go with them. `above_mae` is
    the error of the wider audience's predictions on the same puzzles, `shift` what the correction adds to each puzzle
    of the ground where neither has seen it.
    """

    audience: str
    target: str
    correction: Correction
    places: np.ndarray
    held_out: np.ndarray
    observed: np.ndarray
    variance: np.ndarray
    ratings: int
    mae: float
    above_mae: float
    baseline_mae: float
    rank_correlation: float
    interval: float
    importances: dict[str, float]
    shift: HeldOut = field(default=NOWHERE, repr=False)

    @property
    def items(self) -> int:
        return len(self.places)

    def body(self, ground: Ground, above: str, difficulty: str) -> str:
        """The model as JSON, given the ids of the models that it corrects and takes difficulty from."""
        scale = [value if math.isfinite(value) else None for value in ground.standard.scale.tolist()]
        parts = {
            "above": above,
            "difficulty": difficulty,
            "names": list(ground.names),
            "centre": ground.standard.centre.tolist(),
            "scale": scale,
            "weights": self.correction.weights.tolist(),
            "kinship": vars(self.correction.kinship),
        }
        return json.dumps(parts, sort_keys=True, separators=(",", ":"))


# Groups.


def groups(ground: Ground, members: Mapping[str, models.Ratings]) -> dict[str, Narrow]:
    """The models of the groups, given the ratings of each one's members; none of a group that rated hardly any."""
    said, seen = {}, {}
    for name, ratings in members.items():
        places = np.unique(ratings.item)
        if len(places) < FEWEST_PUZZLES or len(np.unique(ground.fold[places])) < 2:
            continue
        found = estimated(ratings, len(ground.fold))
        people = len(np.unique(ratings.rater))
        said[name] = _said(ground, places, found.value[places], found.variance[places], SEVERITY / people)
        seen[name] = places
    kinship = correction.learn(list(said.values()), correction.GROUPS, ground.weight)
    return {name: _group(ground, name, said[name], seen[name], kinship, len(members[name])) for name in said}


def _said(ground: Ground, places: np.ndarray, value: np.ndarray, variance: np.ndarray, shared: float) -> Said:
    columns = ground.features[places], ground.known.outside[places], ground.felt.outside[places]
    return Said(*columns, value, variance, shared)


def _group(ground: Ground, name: str, said: Said, places: np.ndarray, kinship: Kinship, ratings: int) -> Narrow:
    shift = _shifts(ground, said, places, kinship)
    above = ground.known.outside[places]
    predicted = np.clip(above + shift.outside[places], models.LOWEST, models.HIGHEST)
    fitted = _fitted(ground, said, kinship)
    return Narrow(
        audience=name,
        target=ground.target,
        correction=fitted,
        places=places,
        held_out=predicted,
        observed=said.value,
        variance=said.variance,
        ratings=ratings,
        mae=mean_absolute_error(predicted, said.value),
        above_mae=mean_absolute_error(above, said.value),
        baseline_mae=_plain(said.value, ground.fold[places]),
        rank_correlation=rank_correlation(predicted, said.value),
        interval=models.interval(said.value - predicted, said.variance),
        importances=_importances(ground, fitted, said),
        shift=shift,
    )


def _shifts(ground: Ground, said: Said, places: np.ndarray, kinship: Kinship) -> HeldOut:
    """What the correction adds to each puzzle, fitted without the puzzle's fold and (inside) without another one."""
    outside = np.empty(len(ground.fold))
    inside = np.empty((ground.folds, len(ground.fold)))
    own = ground.fold[places]
    for k in range(ground.folds):
        known, felt = ground.known.inside[k], ground.felt.inside[k]
        without = Said(said.features, known[places], felt[places], said.value, said.variance, said.shared)
        out = ground.fold == k
        fitted = _fitted(ground, without.rows(own != k), kinship)
        outside[out] = fitted(ground.features[out], ground.known.outside[out], ground.felt.outside[out])
        for j in range(ground.folds):
            away = ground.fold == j
            both = fitted if j == k else _fitted(ground, without.rows((own != k) & (own != j)), kinship)
            inside[k, away] = both(ground.features[away], known[away], felt[away])
    return HeldOut(outside, inside)


def _fitted(ground: Ground, said: Said, kinship: Kinship) -> Correction:
    """The correction that a group calls for. Difficulty is on everyone's scale, however widely the group uses it."""
    found = correction.fit(said, kinship, ground.weight)
    return found.on_one_scale() if ground.target == DIFFICULTY else found


# People.


def people(
    ground: Ground, ratings: models.Ratings, group_of: Mapping[int, Narrow], names: Mapping[int, str]
) -> dict[str, Narrow]:
    """The models of some people, by name: each a correction of the person's group or, where that is not known, of
    everyone. `group_of` and `names` go by the raters' numbers."""
    told = {}
    for number in names:
        rows = np.flatnonzero(ratings.rater == number)
        if len(rows) >= FEWEST_OF_ONE and len(np.unique(ground.fold[ratings.item[rows]])) > 1:
            told[number] = _Told(ground, ratings, rows, group_of.get(number))
    kinship = correction.learn([one.said() for one in told.values()], correction.PEOPLE, ground.weight)
    tried = {number: one.tried(kinship) for number, one in told.items()}
    if not tried:
        return {}
    width = half_width(np.concatenate([(one.value - one.predicted) / one.deviation for one in tried.values()]))
    return {names[number]: told[number].fitted(names[number], kinship, one, width) for number, one in tried.items()}


@dataclass(frozen=True, eq=False)
class _Tried:
    """How a person's model does on ratings of puzzles that it has not seen."""

    value: np.ndarray
    above: np.ndarray
    predicted: np.ndarray
    deviation: np.ndarray


@dataclass(frozen=True, eq=False)
class _Told:
    """What one person said: rows of all ratings, and the model of the person's group."""

    ground: Ground
    ratings: models.Ratings
    rows: np.ndarray
    group: Narrow | None

    @property
    def places(self) -> np.ndarray:
        return self.ratings.item[self.rows]

    @property
    def value(self) -> np.ndarray:
        return self.ratings.rating[self.rows]

    def said(self, k: int | None = None) -> Said:
        """What the person said; with a fold, as known without it."""
        felt = self.ground.felt.outside if k is None else self.ground.felt.inside[k]
        columns = self.ground.features[self.places], self.above(k), felt[self.places]
        return Said(*columns, self.value, np.zeros(len(self.rows)))

    def above(self, k: int | None = None) -> np.ndarray:
        """What the person's group says of the puzzles."""
        known = self.ground.known.outside if k is None else self.ground.known.inside[k]
        if self.group is None:
            return known[self.places]
        shift = self.group.shift.outside if k is None else self.group.shift.inside[k]
        return np.clip(known + shift, models.LOWEST, models.HIGHEST)[self.places]

    def tried(self, kinship: Kinship) -> _Tried:
        """Each fold by a correction that did not see it."""
        features, felt, above = self.ground.features[self.places], self.ground.felt.outside[self.places], self.above()
        predicted, deviation = np.empty(len(self.rows)), np.empty(len(self.rows))
        fold = self.ground.fold[self.places]
        for k in np.unique(fold):
            out = fold == k
            fitted = correction.fit(self.said(int(k)).rows(~out), kinship, self.ground.weight)
            new = features[out], above[out], felt[out]
            predicted[out] = above[out] + fitted(*new)
            deviation[out] = np.sqrt(fitted.deviation(*new) ** 2 + kinship.noise)
        return _Tried(self.value, above, np.clip(predicted, models.LOWEST, models.HIGHEST), deviation)

    def fitted(self, name: str, kinship: Kinship, tried: _Tried, width: float) -> Narrow:
        """The person's model; `width` is that of everybody's intervals, in deviations."""
        said = self.said()
        fitted = correction.fit(said, kinship, self.ground.weight)
        blur = np.sqrt(fitted.deviation(said.features, said.above, said.difficulty) ** 2 + kinship.noise)
        return Narrow(
            audience=name,
            target=self.ground.target,
            correction=fitted,
            places=self.places,
            held_out=tried.predicted,
            observed=tried.value,
            variance=np.full(len(self.rows), kinship.noise),
            ratings=len(self.rows),
            mae=mean_absolute_error(tried.predicted, tried.value),
            above_mae=mean_absolute_error(tried.above, tried.value),
            baseline_mae=_plain(tried.value, self.ground.fold[self.places]),
            rank_correlation=rank_correlation(tried.predicted, tried.value),
            interval=float(np.clip(width * np.median(blur), models.NARROWEST, WIDEST)),
            importances=_importances(self.ground, fitted, said),
        )


def _plain(value: np.ndarray, fold: np.ndarray) -> float:
    """The error of predicting the mean of the other folds."""
    said = np.array([value[fold != own].mean() for own in fold])
    return mean_absolute_error(said, value)


def _importances(ground: Ground, fitted: Correction, said: Said) -> dict[str, float]:
    """Each feature's share of what they do to the correction, up or down; predicted difficulty counts as one."""
    parts = correction.terms(said.features, said.above, said.difficulty) * fitted.weights
    felt = np.abs(parts[:, FELT].sum(axis=1)).mean()
    found = dict(zip(ground.names, np.abs(parts[:, correction.PLAIN :]).mean(axis=0).tolist(), strict=True))
    found[models.DIFFICULTY] = float(felt)
    total = sum(found.values())
    return {name: value / total if total > 0.0 else 0.0 for name, value in found.items()}

"""Drift: is a night still like what the models were fitted on? Arithmetic only; `assets/stages/drift.py` compares.

Two samples are compared family by family, so that another mix of families is not taken for other puzzles: the
reference is weighed as tonight's families are. Two numbers say how far apart they are:

- `psi`, the population stability index: the sum of (p - q) log (p / q) over bins, p being tonight's share of a bin,
  q the reference's. Bins are tenths of the reference; a value that many puzzles have is a bin of its own, and so is
  "undefined". Customary limits are 0.1 (some) and 0.25 (much).
- `shift`, the difference of the means in standard deviations within families.

Something has drifted if either is beyond its limit. A limit is the larger of what is too much (a setting) and what
chance alone would hardly ever do, given how many puzzles there were and how many things are looked at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

BINS = 10
FEWEST = 2  # of a family on either side, for it to be compared
HALF = 0.5  # added to what is counted in a bin, so that an empty one is no infinity


@dataclass(frozen=True, eq=False)
class Sample:
    """Some numbers, NaN where undefined, and the family that each belongs to."""

    values: np.ndarray
    families: np.ndarray

    def __len__(self) -> int:
        return len(self.values)

    def of(self, families: Sequence[str]) -> Sample:
        rows = np.isin(self.families, families)
        return Sample(self.values[rows], self.families[rows])


@dataclass(frozen=True)
class Limits:
    """What is too much, and how often all looks together may be wrong by chance; `looks` is how many there are."""

    psi: float
    shift: float
    chance: float
    looks: int = 1

    @property
    def each(self) -> float:
        return self.chance / max(self.looks, 1)


@dataclass(frozen=True)
class Finding:
    """How far apart two samples are, and how far they may be; None where that cannot be told."""

    reference_count: int
    count: int
    reference_mean: float | None
    mean: float | None
    psi: float | None = None
    psi_limit: float | None = None
    shift: float | None = None
    shift_limit: float | None = None
    either_way: bool = True  # else only a shift up is drift

    @property
    def drifted(self) -> bool:
        shift = abs(self.shift) if self.shift is not None and self.either_way else self.shift
        return _beyond(self.psi, self.psi_limit) or _beyond(shift, self.shift_limit)


def _beyond(number: float | None, limit: float | None) -> bool:
    return number is not None and limit is not None and number > limit


def compare(reference: Sample, tonight: Sample, limits: Limits, unlike: float = 0.0) -> Finding | None:
    """How tonight differs from the reference, families apart; None if they have no family in common.

    `unlike` is a variance, in the values' own unit, by which the means differ for another reason that is known.
    """
    families = common(reference, tonight)
    if not families:
        return None
    old, new = reference.of(families), tonight.of(families)
    weight = weights(old, new, families)
    psi, psi_limit = stability(old, weight, new, limits)
    shift, shift_limit = moved(old, new, families, limits, unlike)
    means = (_mean(old.values, weight), _mean(new.values, np.ones(len(new))))
    return Finding(len(old), len(new), *means, psi, psi_limit, shift, shift_limit)


def common(reference: Sample, tonight: Sample) -> list[str]:
    """Families that both have some of."""
    counts = []
    for sample in (reference, tonight):
        names, numbers = np.unique(sample.families, return_counts=True)
        counts.append(dict(zip(names.tolist(), numbers.tolist(), strict=True)))
    old, new = counts
    return sorted(name for name in old if old[name] >= FEWEST and new.get(name, 0) >= FEWEST)


def weights(reference: Sample, tonight: Sample, families: Sequence[str]) -> np.ndarray:
    """What each row of the reference counts for, to have tonight's mix of families."""
    found = np.empty(len(reference))
    for family in families:
        rows = reference.families == family
        found[rows] = np.mean(tonight.families == family) / rows.sum()
    return found * len(reference)


def _mean(values: np.ndarray, weight: np.ndarray) -> float | None:
    known = ~np.isnan(values)
    return float(np.average(values[known], weights=weight[known])) if known.any() else None


def stability(reference: Sample, weight: np.ndarray, tonight: Sample, limits: Limits) -> tuple[float, float]:
    """The index and its limit. By chance it is about chi-squared, over the number of puzzles."""
    edges = bins(reference.values, weight)
    worth = float(weight.sum() ** 2 / (weight**2).sum())  # rows that count as one each
    p = _shares(tonight.values, np.ones(len(tonight)), edges, len(tonight))
    q = _shares(reference.values, weight, edges, worth)
    used = int(np.count_nonzero((p[1] > 0) | (q[1] > 0)))
    index = float(((p[0] - q[0]) * np.log(p[0] / q[0])).sum())
    by_chance = chi_squared(1.0 - limits.each, used - 1) * (1.0 / len(tonight) + 1.0 / worth) if used > 1 else 0.0
    return index, max(limits.psi, by_chance)


def bins(values: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Upper ends of the bins but the last: tenths of the reference, equal ones once."""
    known = np.flatnonzero(~np.isnan(values))
    if not len(known):
        return np.empty(0)
    order = known[np.argsort(values[known], kind="stable")]
    share = np.cumsum(weight[order]) / weight[order].sum()
    places = np.searchsorted(share, np.arange(1, BINS) / BINS - 1e-9)
    return np.unique(values[order][np.minimum(places, len(order) - 1)])


def _shares(values: np.ndarray, weight: np.ndarray, edges: np.ndarray, worth: float) -> tuple[np.ndarray, np.ndarray]:
    """The share of each bin, the last being "undefined": smoothed, and as counted."""
    place = np.where(np.isnan(values), len(edges) + 1, np.searchsorted(edges, values, side="left"))
    plain = np.bincount(place, weights=weight, minlength=len(edges) + 2) / weight.sum()
    smooth = plain * worth + HALF
    return smooth / smooth.sum(), plain


def moved(
    reference: Sample, tonight: Sample, families: Sequence[str], limits: Limits, unlike: float
) -> tuple[float | None, float | None]:
    """The shift of the mean and its limit. Where a family's values never vary there is no unit to measure by."""
    shares, gaps, spreads, sizes = [], [], [], []
    for family in families:
        old, new = (
            sample.values[(sample.families == family) & ~np.isnan(sample.values)] for sample in (reference, tonight)
        )
        if len(old) >= FEWEST and len(new) >= FEWEST:
            spread = float((old.var() * len(old) + new.var() * len(new)) / (len(old) + len(new) - 2))
            shares.append(len(new))
            gaps.append(float(new.mean() - old.mean()))
            spreads.append(spread)
            sizes.append((len(old), len(new)))
    share = np.array(shares, dtype=np.float64) / max(sum(shares), 1)
    unit = math.sqrt(float(share @ np.array(spreads))) if shares else 0.0
    if unit < 1e-9:
        return None, None
    parts = (share**2 * np.array(spreads))[:, None] / np.array(sizes)
    total = float(parts.sum()) + unlike
    degrees = total**2 / float((parts**2 / (np.array(sizes) - 1)).sum())  # Satterthwaite
    by_chance = student(1.0 - limits.each / 2.0, degrees) * math.sqrt(total) / unit
    return float(share @ np.array(gaps)) / unit, max(limits.shift, by_chance)


def mix(reference: Sequence[str], tonight: Sequence[str]) -> float:
    """The stability index of the families themselves: what is held fixed in all other comparisons."""
    names = sorted({*reference, *tonight})
    counts = [np.array([list(some).count(name) for name in names]) + HALF for some in (reference, tonight)]
    q, p = (count / count.sum() for count in counts)
    return float(((p - q) * np.log(p / q)).sum())


# Ratings, and what models make of them.


def panel_variance(by_rater: np.ndarray, shared: int, others: int) -> float:
    """By how much a mean over raters differs because not the same people were asked.

    `by_rater` has a number for each rater of the reference, `shared` of whom are among tonight's `others`.
    """
    people = len(by_rater)
    if people < FEWEST or not others:
        return 0.0
    unshared = 1.0 / people + 1.0 / others - 2.0 * shared / (people * others)
    return float(by_rater.var(ddof=1)) * max(unshared, 0.0)


def still_holds(errors: np.ndarray, promised: float, items: int, worse: float, limits: Limits) -> Finding:
    """A model's absolute errors on puzzles that it has not seen, against the error that it was promoted with.

    The promise is itself a mean over `items`. Only more error is drift; `worse` is the share that is too much.
    """
    spread = float(errors.std(ddof=1)) if len(errors) > 1 else 0.0
    sure = normal(1.0 - limits.each) * spread * math.sqrt(1.0 / len(errors) + 1.0 / items)
    mean = float(errors.mean())
    shift = (mean - promised, max(worse * promised, sure))
    return Finding(items, len(errors), promised, mean, None, None, *shift, either_way=False)


# Quantiles.


def normal(share: float) -> float:
    return NormalDist().inv_cdf(share)


def student(share: float, degrees: float) -> float:
    """By Wallace; the upper half only."""
    scale = (degrees - 5.0 / 6.0) / (degrees - 2.0 / 3.0 + 0.1 / degrees) ** 2
    power = min(normal(share) ** 2 * max(scale, 0.0), 500.0)  # beyond all bounds for next to no degrees
    return math.sqrt(degrees * math.expm1(power))


def chi_squared(share: float, degrees: int) -> float:
    """By Wilson and Hilferty: a little too high far out, so on the safe side."""
    part = 2.0 / (9.0 * degrees)
    return float(degrees * (1.0 - part + normal(share) * math.sqrt(part)) ** 3)

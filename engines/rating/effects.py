"""What raters add of their own, taken out of ratings: how severe, how wide on the scale, how erratic they are.

A rating is taken to be

    severity of the rater + spread of the rater x value of the item + noise of the rater,

with the average rater at severity 0 and spread 1, so that the value of an item is what the average rater says of it.
Each rater's three numbers are shrunk toward the average rater's; the fewer items rated, the more. Two ratings tell
next to nothing about how somebody uses the scale. Where everybody rated everything, values differ from plain means in
one way only: the steady count for more than the erratic. Where raters rated different items, a puzzle no longer looks
easy because the severe did not see it.

Solved by turns: values given the raters, raters given the values. Compare with
`tests/engines/rating/test_effects.py`, which holds it against raters whose ways are known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TURNS = 60
CLOSE = 1e-6

# How much raters differ, before anything is known of one (standard deviations), and how many of a rater's own
# ratings the noise of all raters is worth.
SEVERITY = 0.6
SPREAD = 0.25
NARROWEST, WIDEST = 0.4, 1.8
NOISE_WORTH = 12.0
MOST_WEIGHT = 1.5  # usual raters that the steadiest is worth
LEAST_NOISE = 0.05  # variance; a rater who always says the same has none, and must not decide alone


@dataclass(frozen=True, eq=False)
class Effects:
    """What the items are worth and what the raters are like.

    `variance` is that of the error of an item's value, from the noise of those who rated it.
    """

    value: np.ndarray
    variance: np.ndarray
    count: np.ndarray
    severity: np.ndarray
    spread: np.ndarray
    noise: np.ndarray  # variance

    def without(self, item: np.ndarray, rater: np.ndarray, rating: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each rating, the value of its item and the variance of that if this rating had not been given."""
        tells = self.spread / self.noise
        own = (self.spread * tells)[rater]
        others = 1.0 / self.variance[item] - own
        alone = others < 1e-9
        total = self.value[item] / self.variance[item] - tells[rater] * (rating - self.severity[rater])
        value = np.divide(total, others, out=np.zeros(len(item)), where=~alone)
        return value, np.divide(1.0, others, out=np.full(len(item), np.inf), where=~alone)


def estimate(item: np.ndarray, rater: np.ndarray, rating: np.ndarray, items: int, raters: int) -> Effects:
    """The values of items and the ways of raters, from some raters' ratings of some items; NaN where nobody rated."""
    count = np.bincount(item, minlength=items)
    value = _centred(np.bincount(item, weights=rating, minlength=items), count, float(rating.mean()))
    severity, spread = np.zeros(raters), np.ones(raters)
    noise = np.full(raters, max(float(np.var(rating - value[item])), LEAST_NOISE))
    for _ in range(TURNS):
        before = value
        severity, spread, noise = _raters(item, rater, rating, value, raters, noise)
        value, variance = _items(item, rater, rating, items, severity, spread, noise)
        if np.max(np.abs(value - before)) < CLOSE:
            break
    blank = np.where(count > 0, 0.0, np.nan)
    return Effects(value + blank, variance + blank, count, severity, spread, noise)


def _centred(totals: np.ndarray, counts: np.ndarray, empty: float) -> np.ndarray:
    return np.divide(totals, counts, out=np.full(len(totals), empty), where=counts > 0)


def _raters(
    item: np.ndarray, rater: np.ndarray, rating: np.ndarray, value: np.ndarray, raters: int, noise: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Severity, spread and noise of each rater: a regression on the items' values with a prior for each."""
    middle = float(value[np.unique(item)].mean())
    x, y = value[item] - middle, rating - middle
    n, sx, sy = (np.bincount(rater, weights=w, minlength=raters) for w in (np.ones(len(item)), x, y))
    sxx, sxy = (np.bincount(rater, weights=w, minlength=raters) for w in (x * x, x * y))
    a, b = n + noise / SEVERITY**2, sxx + noise / SPREAD**2
    target = sxy + noise / SPREAD**2  # the prior mean of a spread is one
    determinant = a * b - sx * sx
    severity = (sy * b - sx * target) / determinant
    spread = np.clip((a * target - sx * sy) / determinant, NARROWEST, WIDEST)
    seen = n > 0
    severity[seen] -= severity[seen].mean()
    spread[seen] /= spread[seen].mean()
    left = y - severity[rater] - spread[rater] * x
    square = np.bincount(rater, weights=left * left, minlength=raters)
    pooled = float(square.sum() / n.sum())
    own = np.maximum((square + NOISE_WORTH * pooled) / (n + NOISE_WORTH), LEAST_NOISE)
    return severity - middle * (spread - 1.0), spread, _evened(own, spread, seen)


def _evened(noise: np.ndarray, spread: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Noise as far as it may decide: nobody's word counts for more than MOST_WEIGHT usual ones.

    A rater who counts for more pulls the values toward his or her own taste, which then looks like steadiness.
    Without a limit one rater could decide all values.
    """
    blur = noise / spread**2  # of what a rating says about the value
    usual = float(np.median(blur[seen])) if seen.any() else 1.0
    return np.asarray(np.clip(blur, usual / MOST_WEIGHT, usual * MOST_WEIGHT**2) * spread**2)


def _items(
    item: np.ndarray,
    rater: np.ndarray,
    rating: np.ndarray,
    items: int,
    severity: np.ndarray,
    spread: np.ndarray,
    noise: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """The value of each item and the variance of its error: raters weigh by how much their ratings tell."""
    tells = spread / noise
    precision = np.bincount(item, weights=(spread * tells)[rater], minlength=items)
    total = np.bincount(item, weights=tells[rater] * (rating - severity[rater]), minlength=items)
    overall = total.sum() / precision.sum()
    value = np.divide(total, precision, out=np.full(items, overall), where=precision > 0)
    return value, np.divide(1.0, precision, out=np.full(items, np.inf), where=precision > 0)

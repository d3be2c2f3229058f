"""Feature tables to rate and to learn from: made up, but with the look of real ones."""

from __future__ import annotations

import numpy as np

from engines.rating.models import Ratings

NOISE = tuple(f"other_{number}" for number in range(12))


def puzzle_ids(count: int, seed: int = 0) -> list[str]:
    """Sixteen hex digits each, as real ids are."""
    words = np.random.default_rng(seed).integers(0, 2**63, count)
    return [f"{int(word):016x}" for word in words]


def planted(items: int, raters: int, seed: int = 0, noise: float = 0.9) -> tuple[list[str], np.ndarray, Ratings]:
    """Names, features and ratings by everybody of everything, where two of eight features tell the rating."""
    rng = np.random.default_rng(seed)
    names = [f"feature_{number}" for number in range(8)]
    features = np.column_stack([rng.poisson(3.0, items), *(rng.normal(size=items) for _ in range(7))])
    signal = 2.8 + 0.3 * (features[:, 0] - 3.0) + 0.5 * np.tanh(features[:, 1])
    return names, features, everybody(np.clip(np.rint(signal + noise * rng.normal(size=(raters, items))), 1, 5))


def everybody(table: np.ndarray) -> Ratings:
    """A table of raters (rows) by items as ratings."""
    rater, item = np.indices(table.shape)
    return Ratings(item.ravel(), rater.ravel(), table.ravel())


def means(ratings: Ratings) -> np.ndarray:
    """The mean rating of each item."""
    return np.bincount(ratings.item, weights=ratings.rating) / np.bincount(ratings.item)

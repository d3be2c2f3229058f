"""How much to trust each learner: weights for the predictions of trees and of a linear model, from held-out ones.

Weights are not negative, need not add up to one (what does not predict is faded out), and are shrunk toward equal
shares by the worth of a few items, because with fifty items the better of two learners is partly luck.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

WORTH = 10.0  # items that the prior is worth


def weights(predicted: np.ndarray, target: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Weights of learners (columns of `predicted`) that come nearest to the target."""
    learners = predicted.shape[1]
    prior = np.full(learners, 1.0 / learners)
    scale = float((weight @ predicted**2).mean() / weight.sum()) * float(weight.mean())
    gram = predicted.T @ (predicted * weight[:, None]) + WORTH * scale * np.eye(learners)
    aim = predicted.T @ (weight * target) + WORTH * scale * prior
    if scale <= 0.0:  # nothing is predicted by any of them
        return prior
    best = (np.inf, prior)
    for chosen in (held for size in range(learners + 1) for held in combinations(range(learners), size)):
        found = np.zeros(learners)
        if chosen:
            kept = list(chosen)
            found[kept] = np.linalg.solve(gram[np.ix_(kept, kept)], aim[kept])
        cost = float(found @ gram @ found - 2.0 * found @ aim)
        if np.all(found >= 0.0) and cost < best[0]:
            best = cost, found
    return best[1]

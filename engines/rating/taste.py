"""Personal taste: each simulated person weighs a few of the law's reasons in a way of their own.

A few reasons are drawn for a person by name, with weights that may go either way: one cannot see long falls coming,
another does not mind holes. What is drawn for a person and a reason is the same in any company, so a model for one
person has something to find, and the truth to compare it with is known (`raters.expected`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.rating import chance

FEW = 4  # reasons that one person weighs differently


def weights(leanings: Sequence[int], names: Sequence[str], what: str) -> np.ndarray:
    """Person by reason: what the person adds to the usual weight, 0 for all but a few, of length one together."""
    own = np.array(leanings, dtype=np.uint64)
    drawn = chance.pairs(own, chance.keys(names, "taste", what))
    order = np.argsort(np.argsort(chance.uniform(drawn, 0), axis=1, kind="stable"), axis=1, kind="stable")
    chosen = np.where(order < FEW, chance.normal(drawn, 1), 0.0)
    length = np.sqrt(np.sum(chosen**2, axis=1, keepdims=True))
    return np.divide(chosen, length, out=np.zeros(chosen.shape), where=length > 0.0)


def pull(weighed: np.ndarray, terms: np.ndarray) -> np.ndarray:
    """Person by puzzle: what the weights make of the reasons; one column of 0 if there are none.

    Summed reason by reason: a matrix product may round a puzzle differently in other company.
    """
    total = np.zeros((len(weighed), 1))
    for weight, term in zip(weighed.T, terms, strict=True):
        total = total + weight[:, None] * term
    return total

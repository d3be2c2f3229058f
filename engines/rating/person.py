"""One person's model: what a person will say, as a correction of what the person's group would say.

Whoever has rated ten puzzles has told us how severe he is and little else; whoever has rated two hundred has told us
what he likes. So a person's correction is a linear function of few things - a constant, the group's prediction, the
predicted difficulty and its square, the features - and each coefficient is pulled toward zero by as much as people
are alike in it. How alike they are is learned from all of them together (empirical Bayes): the variances among people
that make everybody's ratings most probable. A person's own ratings then decide how far to go.

Compare with ridge regression, which this is for one person once the variances are known, and with 001, 6.1, which
fits either the person alone or the group alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from engines.rating.linear import Standard

MIDDLE = 3.0
STEPS = (8.0, 3.0, 1.5)  # by which variances are tried larger and smaller, coarse to fine
LEAST, MOST = 1e-6, 4.0
MOST_PEOPLE, MOST_RATINGS = 60, 60  # that variances are learned from: more change nothing but the time


@dataclass(frozen=True)
class Kinship:
    """How people differ from their group: variances of the coefficients, and of what is left over in a rating."""

    severity: float = 0.3
    spread: float = 0.05
    skill: float = 0.05  # of the slope over predicted difficulty
    hill: float = 0.02  # of the bend over it
    taste: float = 0.3  # of all features together
    noise: float = 0.6


@dataclass(frozen=True, eq=False)
class Sample:
    """One person's ratings, a row each: standardised features, what the group says, predicted difficulty, the rating.

    For puzzles that the group's model was fitted on, what it says must be a held-out prediction."""

    features: np.ndarray
    group: np.ndarray
    difficulty: np.ndarray
    rating: np.ndarray

    def __len__(self) -> int:
        return len(self.rating)

    def first(self, count: int) -> Sample:
        return Sample(self.features[:count], self.group[:count], self.difficulty[:count], self.rating[:count])


@dataclass(frozen=True, eq=False)
class Person:
    """A fitted person: coefficients of `terms`, and how sure they are."""

    weights: np.ndarray
    kinship: Kinship
    ratings: int
    root: np.ndarray  # of the covariance of the weights, for the width of intervals

    def correction(self, features: np.ndarray, group: np.ndarray, difficulty: np.ndarray) -> np.ndarray:
        """What is added to the group's prediction."""
        return terms(features, group, difficulty) @ self.weights

    def deviation(self, features: np.ndarray, group: np.ndarray, difficulty: np.ndarray) -> np.ndarray:
        """The standard deviation of a rating around the prediction."""
        unsure = terms(features, group, difficulty) @ self.root
        return np.sqrt((unsure**2).sum(axis=1) + self.kinship.noise)


def terms(features: np.ndarray, group: np.ndarray, difficulty: np.ndarray) -> np.ndarray:
    """What a correction is a linear function of."""
    felt = difficulty - MIDDLE
    plain = np.stack([np.ones(len(group)), group - MIDDLE, felt, felt**2], axis=1)
    return np.concatenate([plain, features], axis=1)


def prior(kinship: Kinship, features: int) -> np.ndarray:
    """The variance of each coefficient among people."""
    of_features = np.full(features, kinship.taste / max(features, 1))
    return np.concatenate([[kinship.severity, kinship.spread, kinship.skill, kinship.hill], of_features])


def fit(sample: Sample, kinship: Kinship) -> Person:
    """The correction that this person's ratings call for."""
    x = terms(sample.features, sample.group, sample.difficulty)
    spread = np.sqrt(prior(kinship, sample.features.shape[1]))
    scaled = x * spread
    gram = scaled.T @ scaled + kinship.noise * np.eye(x.shape[1])
    lower = np.linalg.cholesky(gram)
    half = np.linalg.solve(lower, scaled.T @ (sample.rating - sample.group))
    weights = spread * np.linalg.solve(lower.T, half)
    root = spread[:, None] * np.linalg.inv(lower).T * np.sqrt(kinship.noise)
    return Person(weights, kinship, len(sample), root)


def left_out(sample: Sample, kinship: Kinship) -> tuple[np.ndarray, np.ndarray]:
    """For each rating, its prediction from the person's other ratings, and the standard deviation around it."""
    inverse = np.linalg.inv(_covariance(sample, kinship))
    left = inverse @ (sample.rating - sample.group) / np.diag(inverse)
    return sample.rating - left, np.sqrt(1.0 / np.diag(inverse))


def learn(people: Sequence[Sample]) -> Kinship:
    """The variances under which the ratings of all these people are most probable, found by trying."""
    few = [sample.first(MOST_RATINGS) for sample in people[:MOST_PEOPLE] if len(sample) > 1]
    best = Kinship()
    if not few:
        return best
    found = sum(_likelihood(sample, best) for sample in few)
    for step in STEPS:
        for _ in range(2):
            for name in Kinship.__dataclass_fields__:
                for factor in (step, 1.0 / step):
                    value = float(np.clip(getattr(best, name) * factor, LEAST, MOST))
                    other = replace(best, **{name: value})
                    likely = sum(_likelihood(sample, other) for sample in few)
                    if likely > found + 1e-9:
                        best, found = other, likely
    return best


def _covariance(sample: Sample, kinship: Kinship) -> np.ndarray:
    x = terms(sample.features, sample.group, sample.difficulty)
    scaled = x * np.sqrt(prior(kinship, sample.features.shape[1]))
    return np.asarray(scaled @ scaled.T + kinship.noise * np.eye(len(sample)))


def _likelihood(sample: Sample, kinship: Kinship) -> float:
    """The logarithm of how probable a person's ratings are."""
    lower = np.linalg.cholesky(_covariance(sample, kinship))
    half = np.linalg.solve(lower, sample.rating - sample.group)
    return float(-0.5 * half @ half - np.log(np.diag(lower)).sum())


def as_numbers(person: Person) -> dict[str, object]:
    """A person as plain numbers, to be stored."""
    return {"weights": person.weights.tolist(), "kinship": list(astuple(person.kinship)), "ratings": person.ratings}


def standardised(standard: Standard, table: np.ndarray) -> np.ndarray:
    """Features as people are fitted on them."""
    return standard(table)

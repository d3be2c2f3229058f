"""What a narrower audience says, as a correction of what a wider one says: a group of everyone, a person of a group.

Ten ratings show how severe a rater is and little else; two hundred show what this rater likes. So a correction is a
linear function of few things: the wider audience's prediction, the predicted difficulty, its square and the features,
with a constant. Its coefficients are shrunk toward zero. The more alike audiences are in one of them, the more that
one is shrunk. How alike they are is learned from all of them together (empirical Bayes): the variances that make
everybody's ratings most probable, held near usual ones because few audiences tell little about them. What one
audience has said then decides how far its correction goes.

Compare with ridge regression, which this is for one audience once the variances are known, and with the Nazo Puyo
paper (6.1), which uses either the person alone or the group alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace

import numpy as np

MIDDLE = 3.0  # of the scale
STEPS = (1.8, 1.25)  # by which variances are tried larger and smaller, coarse to fine
LEAST, MOST = 1e-5, 4.0
HOLD = 0.3  # standard deviation of the log of a variance around the usual one
MOST_AUDIENCES, MOST_ROWS = 40, 60  # that variances are learned from: more change nothing but the time
PLAIN = 4  # terms that are no features
SCALE_USE = slice(1, PLAIN)  # of them: where the target is difficulty, how widely an audience uses the scale


@dataclass(frozen=True)
class Kinship:
    """How audiences differ from the wider one: variances of the coefficients, and of what is left over."""

    severity: float = 0.3
    spread: float = 0.05
    skill: float = 0.03  # of the slope over predicted difficulty
    hill: float = 0.01  # of the bend over it
    taste: float = 0.3  # of all features together
    noise: float = 0.6


PEOPLE = Kinship()
GROUPS = Kinship(severity=0.05, spread=0.02, skill=0.01, hill=0.005, taste=0.01, noise=0.15)


@dataclass(frozen=True, eq=False)
class Said:
    """What one audience said, a row a puzzle: standardised features, what the wider audience says, its predicted
    difficulty, the value and the variance of its error that is known beforehand. Neither of the predictions may rest
    on the value itself.

    `shared` is the variance of an error that all values have in common: few people are not the whole group, and may
    all be severe.
    """

    features: np.ndarray
    above: np.ndarray
    difficulty: np.ndarray
    value: np.ndarray
    variance: np.ndarray
    shared: float = 0.0

    def __len__(self) -> int:
        return len(self.value)

    def rows(self, rows: np.ndarray | slice) -> Said:
        above, difficulty = self.above[rows], self.difficulty[rows]
        return Said(self.features[rows], above, difficulty, self.value[rows], self.variance[rows], self.shared)


@dataclass(frozen=True, eq=False)
class Correction:
    """Coefficients of `terms`, and the root of their covariance: how sure they are."""

    weights: np.ndarray
    root: np.ndarray
    kinship: Kinship

    def __call__(self, features: np.ndarray, above: np.ndarray, difficulty: np.ndarray) -> np.ndarray:
        """What is added to the wider audience's prediction."""
        return np.asarray((terms(features, above, difficulty) * self.weights).sum(axis=1))

    def on_one_scale(self) -> Correction:
        """The same without what it makes of the predicted difficulty, for difficulty itself.

        The skilled use the scale more widely: what they call easy they call very easy, and what they call hard they
        call very hard, up to its ends. That is a way of speaking, as that of one rater is. It is allowed for when the
        rest is learned, but it does not make hard puzzles harder for the skilled than for beginners."""
        weights = self.weights.copy()
        weights[SCALE_USE] = 0.0
        return replace(self, weights=weights)

    def deviation(self, features: np.ndarray, above: np.ndarray, difficulty: np.ndarray) -> np.ndarray:
        """The standard deviation of the correction around the truth."""
        return np.asarray(np.sqrt(((terms(features, above, difficulty) @ self.root) ** 2).sum(axis=1)))


def terms(features: np.ndarray, above: np.ndarray, difficulty: np.ndarray) -> np.ndarray:
    """What a correction is a linear function of."""
    felt = difficulty - MIDDLE
    plain = np.stack([np.ones(len(above)), above - MIDDLE, felt, felt**2], axis=1)
    return np.concatenate([plain, features], axis=1)


def prior(kinship: Kinship, weight: np.ndarray) -> np.ndarray:
    """The variance of each coefficient among audiences; features by weight, which adds up to one."""
    plain = [kinship.severity, kinship.spread, kinship.skill, kinship.hill]
    return np.concatenate([plain, kinship.taste * weight])


def fit(said: Said, kinship: Kinship, weight: np.ndarray) -> Correction:
    """The correction that an audience calls for."""
    lasting = kinship.severity / (kinship.severity + said.shared)  # share of the constant that is the audience's own
    spread = np.sqrt(prior(replace(kinship, severity=kinship.severity + said.shared), weight))
    blur = np.sqrt(said.variance + kinship.noise)
    scaled = terms(said.features, said.above, said.difficulty) * spread / blur[:, None]
    gram = scaled.T @ scaled + np.eye(len(spread))
    lower = np.linalg.cholesky(gram)
    half = np.linalg.solve(lower, scaled.T @ ((said.value - said.above) / blur))
    weights = spread * np.linalg.solve(lower.T, half)
    weights[0] *= lasting
    return Correction(weights, spread[:, None] * np.linalg.inv(lower).T, kinship)


def learn(audiences: Sequence[Said], usual: Kinship, weight: np.ndarray) -> Kinship:
    """The variances under which what all these audiences said is most probable, found by trying."""
    few = [said.rows(slice(MOST_ROWS)) for said in audiences[:MOST_AUDIENCES] if len(said) > 1]
    best = usual
    grams = [_grams(said, weight) for said in few]
    if not few:
        return best

    def likely(kinship: Kinship) -> float:
        apart = [np.log(a / b) / HOLD for a, b in zip(astuple(kinship), astuple(usual), strict=True)]
        return sum(_likelihood(said, parts, kinship) for said, parts in zip(few, grams, strict=True)) - 0.5 * sum(
            step * step for step in apart
        )

    found = likely(best)
    for step in STEPS:
        for _ in range(2):
            for field in fields(Kinship):
                for factor in (step, 1.0 / step):
                    value = float(np.clip(getattr(best, field.name) * factor, LEAST, MOST))
                    other = replace(best, **{field.name: value})
                    so = likely(other)
                    if so > found + 1e-9:
                        best, found = other, so
    return best


def _grams(said: Said, weight: np.ndarray) -> np.ndarray:
    """For each variance of a kinship but the noise, what it does to the covariance of an audience's values."""
    x = terms(said.features, said.above, said.difficulty)
    plain = [np.outer(x[:, place], x[:, place]) for place in range(PLAIN)]
    taste = x[:, PLAIN:] * np.sqrt(weight)
    return np.stack([*plain, taste @ taste.T])


def _likelihood(said: Said, grams: np.ndarray, kinship: Kinship) -> float:
    """The logarithm of how probable the values are."""
    *variances, noise = astuple(kinship)
    variances[0] += said.shared
    covariance = np.tensordot(variances, grams, axes=1) + np.diag(noise + said.variance)
    lower = np.linalg.cholesky(covariance)
    half = np.linalg.solve(lower, said.value - said.above)
    return float(-0.5 * half @ half - np.log(np.diag(lower)).sum())

"""Simulated raters: people with a skill, a taste, a way of using the scale, and moods.

No survey of the papers is public. These raters make the pipeline testable against a known truth and
give the first nights something to go by. They are calibrated, roughly so far, on what the thesis
measured with beginners (ch. 5): mean, spread and correlation of the mean ratings of a puzzle, and how far
one rater is from the others. Their ids begin with "sim-": a simulated rating can never pass for a real one.

How a rating comes about: a puzzle is felt to be as difficult as its truth says, less what the rater's
skill takes off, give or take how this person fares with this puzzle. Felt difficulty is reported with the
rater's severity and spread; interest follows a hill over felt difficulty, with its top further up for the
skilled. Both end as whole steps from 1 to 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.rating import chance
from engines.rating.law import Truth, truth

__all__ = ["GROUPS", "Rater", "Ratings", "Truth", "expected", "group_of", "population", "rate", "truth"]

LOWEST, HIGHEST = 1.0, 5.0
MIDDLE = 3.0

# Upper ends of skill, which runs from 0 to 1.
GROUPS: dict[str, float] = {"beginner": 0.5, "regular": 0.8, "advanced": 1.0}
REFERENCE_SKILL = 0.25  # the middle of the beginners, whom the thesis asked
RELIEF = 1.6  # steps of difficulty that the whole range of skill takes off
AMBITION = 0.8  # steps by which it moves the peak of interest up

SEVERITY = 0.60  # standard deviations among raters
GENEROSITY = 0.62
LUCK = 0.74  # how differently one person fares with one puzzle
SLIP = 0.27  # what else blurs a reported difficulty
MOOD = 0.41  # what else blurs a reported interest
HALFWAY = 0.7  # height on the hill at which a strong and a weak taste agree

GOLDEN = (5.0**0.5 - 1.0) / 2.0


@dataclass(frozen=True)
class Rater:
    """One simulated person."""

    rater_id: str
    group: str
    skill: float  # 0 to 1; evenly spread over the population
    severity: float  # added to every reported difficulty
    generosity: float  # added to every reported interest
    spread: float  # how widely the scale is used: below 1 neutral, above 1 extreme
    noise: float  # how erratic, 1 being usual
    taste: float  # how much interest depends on the hill, 1 being usual
    peak: float  # where this rater's hill has its top, compared with others of the same skill


@dataclass(frozen=True, eq=False)
class Ratings:
    """One rating a row: places in the lists of raters and puzzles, and the two answers."""

    rater: np.ndarray
    item: np.ndarray
    interest: np.ndarray
    difficulty: np.ndarray

    def __len__(self) -> int:
        return len(self.rater)


def group_of(skill: float) -> str:
    """The skill group that a skill from 0 to 1 falls into."""
    return next((group for group, end in GROUPS.items() if skill < end), "advanced")


def population(game: str, seed: int, raters: int) -> list[Rater]:
    """The first so many simulated raters of a game: a larger population begins with a smaller one.

    Skills follow the golden ratio, so that any few raters in a row are spread over all groups.
    """
    ids = [f"sim-{number:04d}" for number in range(1, raters + 1)]
    own = chance.keys(ids, "rater", seed, game)
    start = float(chance.uniform(np.array([chance.key("skill", seed, game)]), 0)[0])
    skills = (start + GOLDEN * np.arange(1, raters + 1)) % 1.0
    traits = np.stack([chance.normal(own, stream) for stream in range(6)], axis=1)
    return [_rater(name, float(skill), row) for name, skill, row in zip(ids, skills, traits, strict=True)]


def _rater(rater_id: str, skill: float, traits: np.ndarray) -> Rater:
    severity, generosity, spread, noise, taste, peak = (float(trait) for trait in traits)
    return Rater(
        rater_id=rater_id,
        group=group_of(skill),
        skill=skill,
        severity=SEVERITY * severity,
        generosity=GENEROSITY * generosity,
        spread=float(np.exp(0.2 * spread)),
        noise=float(np.exp(0.3 * noise)),
        taste=float(np.clip(1.0 + 0.25 * taste, 0.2, 1.8)),
        peak=0.2 * peak,
    )


def rate(
    raters: Sequence[Rater],
    puzzle_ids: Sequence[str],
    feature_names: Sequence[str],
    features: np.ndarray,
    moves: np.ndarray,
    game: str,
    seed: int,
) -> Ratings:
    """Every rater's rating of every puzzle, rater by rater.

    A rating depends on the rater, the puzzle and the seed alone: the same whoever else rates, whatever
    else is rated, and in any order.
    """
    hidden = truth(puzzle_ids, feature_names, features, moves, game)
    own = chance.keys([rater.rater_id for rater in raters], "rating", seed)
    both = chance.pairs(own, chance.keys(puzzle_ids, "puzzle"))
    noise = _column(raters, "noise")
    felt = _felt(raters, hidden) + LUCK * noise * chance.normal(both, 0)
    difficulty = _reported_difficulty(raters, felt) + SLIP * noise * chance.normal(both, 1)
    interest = _reported_interest(raters, hidden, felt) + MOOD * noise * chance.normal(both, 2)
    rater, item = np.indices(felt.shape, dtype=np.int32)
    columns = (rater, item, whole_steps(interest), whole_steps(difficulty))
    return Ratings(*(column.ravel() for column in columns))


def expected(raters: Sequence[Rater], hidden: Truth) -> tuple[np.ndarray, np.ndarray]:
    """Interest and difficulty that each rater (row) would report of each puzzle on a day without moods,
    neither rounded nor cut off: what a model for these raters should aim at."""
    felt = _felt(raters, hidden)
    return _reported_interest(raters, hidden, felt), _reported_difficulty(raters, felt)


def whole_steps(values: np.ndarray) -> np.ndarray:
    """The nearest answer that the scale offers."""
    return np.clip(np.rint(values), LOWEST, HIGHEST)


def _column(raters: Sequence[Rater], field: str) -> np.ndarray:
    return np.array([getattr(rater, field) for rater in raters], dtype=np.float64)[:, None]


def _felt(raters: Sequence[Rater], hidden: Truth) -> np.ndarray:
    """Difficulty as each rater feels it: what is hard for a beginner is less so for the skilled."""
    return hidden.difficulty - RELIEF * (_column(raters, "skill") - REFERENCE_SKILL)


def _reported_difficulty(raters: Sequence[Rater], felt: np.ndarray) -> np.ndarray:
    return MIDDLE + _column(raters, "spread") * (felt - MIDDLE) + _column(raters, "severity")


def _reported_interest(raters: Sequence[Rater], hidden: Truth, felt: np.ndarray) -> np.ndarray:
    """A hill over felt difficulty: too easy is dull, too hard is no fun."""
    level = hidden.level
    top = level["peak"] + AMBITION * (_column(raters, "skill") - REFERENCE_SKILL) + _column(raters, "peak")
    slope = np.exp(-0.5 * ((felt - top) / level["width"]) ** 2)
    climb = HALFWAY + _column(raters, "taste") * (slope - HALFWAY)
    usual = level["floor"] + level["height"] * climb + hidden.charm
    return MIDDLE + _column(raters, "spread") * (usual - MIDDLE) + _column(raters, "generosity")

"""Simulated raters: people with a skill, a taste, a way of using the scale, and moods.

No survey of the papers is public. These raters make the pipeline testable against a known truth and give the first
nights something to go by. They are calibrated on what the papers print of their surveys; a test,
`tests/engines/rating/test_populations.py`, compares figure by figure. Their ids begin with "sim-": a simulated rating
can never pass for a real one.

How a rating comes about: a puzzle is felt to be as difficult as its truth says, less what the rater's skill takes
off, more or less by what this person has trouble with, give or take how this person fares with this puzzle. Felt
difficulty is reported with the rater's severity and spread; interest follows a hill over felt difficulty, with its
top further up for the skilled, and what the person likes. Both end as whole steps of the survey's scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.people.crowd import EVERYDAY, Crowd
from engines.people.groups import ADVANCED, GROUPS
from engines.people.rated import Rated
from engines.people.scale import COMMON, HIGHEST, LOWEST, Scale
from engines.rating import chance, taste
from engines.rating.truth import Truth, truth

__all__ = [
    "HIGHEST",
    "LOWEST",
    "Rater",
    "Ratings",
    "Truth",
    "expected",
    "group_of",
    "population",
    "rate",
    "truth",
]

MIDDLE = 3.0

# Upper ends of skill, which runs from 0 to 1.
ENDS = dict(zip(GROUPS, (0.5, 0.8, 1.0), strict=True))
REFERENCE_SKILL = 0.25  # the middle of the beginners, whom the papers asked most

# What the whole range of skill does, in steps of the scale.
RELIEF = 1.4  # takes so much off felt difficulty (Geister paper, 7.4)
# Share of it that is reported: people judge by what they are used to (T-spin thesis, 5.1.2; Nazo Puyo paper,
# tables 6.1 and 6.2).
ADMITTED = 0.25
AMBITION = 0.9  # moves the top of the hill up (Nazo Puyo paper, 5.3.1)
# Adds to interest, or regulars would not like random puzzles as well as beginners (Nazo Puyo paper, 6.2.1).
FONDNESS = 0.85
LATITUDE = 0.6  # log of how much wider the scale is used (Nazo Puyo paper, table 5.1; T-spin thesis, 5.4)
PICKINESS = 1.5  # times that tastes differ more (Nazo Puyo paper, 6.2.1)

# How much people of the same skill differ, as standard deviations.
SPREAD = 0.2  # of the log of how widely the scale is used
ERRATIC = 0.3  # of the log of how erratic they are
CLIMB = 0.25  # of how much interest depends on the hill
PEAK = 0.2  # of where the hill has its top, in steps
HALFWAY = 0.7  # height on the hill at which a strong and a weak climber agree
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
    luck: float  # how erratic the person is, by source: see Crowd
    slip: float
    mood: float
    climb: float  # how much interest depends on the hill, 1 being usual
    peak: float  # where this rater's hill has its top, compared with others of the same skill
    trouble: float  # how much the person's own weights do to felt difficulty
    liking: float  # and to interest
    leaning: int  # what the person's own weights are drawn by


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
    return next((group for group, end in ENDS.items() if skill < end), ADVANCED)


def population(game: Rated, seed: int, raters: int, group: str | None = None) -> list[Rater]:
    """The first so many simulated raters of a game, or of one group of them: a larger population begins with a
    smaller one, and people of a group are the same persons as in the whole.

    Skills follow the golden ratio, so that any few raters in a row are spread over all groups.
    """
    if group is None:
        return _first(game, seed, raters)
    if group not in GROUPS:
        raise ValueError(f"unknown group {group!r}: choose from {', '.join(GROUPS)}")
    asked = 2 * raters
    while True:
        found = [rater for rater in _first(game, seed, asked) if rater.group == group]
        if len(found) >= raters:
            return found[:raters]
        asked *= 2


def _first(game: Rated, seed: int, raters: int) -> list[Rater]:
    ids = [f"sim-{number:04d}" for number in range(1, raters + 1)]
    own = chance.keys(ids, "rater", seed, game.name)
    start = float(chance.uniform(np.array([chance.key("skill", seed, game.name)]), 0)[0])
    skills = (start + GOLDEN * np.arange(1, raters + 1)) % 1.0
    traits = np.stack([chance.normal(own, stream) for stream in range(6)], axis=1)
    crowd = game.crowd or EVERYDAY
    rows = zip(ids, skills, traits, own, strict=True)
    return [_rater(crowd, name, float(skill), row, int(key)) for name, skill, row, key in rows]


def _rater(crowd: Crowd, rater_id: str, skill: float, traits: np.ndarray, leaning: int) -> Rater:
    severity, generosity, spread, noise, climb, peak = (float(trait) for trait in traits)
    erratic, ahead = float(np.exp(ERRATIC * noise)), skill - REFERENCE_SKILL
    return Rater(
        rater_id=rater_id,
        group=group_of(skill),
        skill=skill,
        severity=crowd.severity * severity,
        generosity=crowd.generosity * generosity,
        spread=float(np.exp(SPREAD * spread + LATITUDE * ahead)),
        luck=crowd.luck * erratic,
        slip=crowd.slip * erratic,
        mood=crowd.mood * erratic,
        climb=float(np.clip(1.0 + CLIMB * climb, 0.2, 1.8)),
        peak=PEAK * peak,
        trouble=crowd.trouble,
        liking=crowd.liking * (1.0 + PICKINESS * max(ahead, 0.0)),
        leaning=leaning,
    )


def rate(
    raters: Sequence[Rater],
    puzzle_ids: Sequence[str],
    feature_names: Sequence[str],
    features: np.ndarray,
    moves: np.ndarray,
    game: Rated,
    seed: int,
    scale: Scale = COMMON,
) -> Ratings:
    """Every rater's rating of every puzzle, rater by rater: whole steps of `scale`, kept on 1 to 5.

    A rating depends on the rater, the puzzle and the seed alone: the same whoever else rates, whatever
    else is rated, and in any order.
    """
    hidden = truth(puzzle_ids, feature_names, features, moves, game)
    own = chance.keys([rater.rater_id for rater in raters], "rating", seed)
    both = chance.pairs(own, chance.keys(puzzle_ids, "puzzle"))
    felt = _felt(raters, hidden) + _column(raters, "luck") * chance.normal(both, 0)
    difficulty = _reported_difficulty(raters, felt) + _column(raters, "slip") * chance.normal(both, 1)
    interest = _reported_interest(raters, hidden, felt) + _column(raters, "mood") * chance.normal(both, 2)
    rater, item = np.indices(felt.shape, dtype=np.int32)
    columns = (rater, item, whole_steps(interest, scale), whole_steps(difficulty, scale))
    return Ratings(*(column.ravel() for column in columns))


def expected(raters: Sequence[Rater], hidden: Truth) -> tuple[np.ndarray, np.ndarray]:
    """Interest and difficulty that each rater (row) would report of each puzzle on a day without luck and moods,
    neither rounded nor cut off: what a model for these raters should aim at. Personal taste is part of it."""
    felt = _felt(raters, hidden)
    return _reported_interest(raters, hidden, felt), _reported_difficulty(raters, felt)


def whole_steps(values: np.ndarray, scale: Scale = COMMON) -> np.ndarray:
    """The nearest answer that the scale offers, kept on 1 to 5."""
    return scale.kept(np.clip(np.rint(scale.said(values)), scale.low, scale.high))


def _column(raters: Sequence[Rater], field: str) -> np.ndarray:
    return np.array([getattr(rater, field) for rater in raters], dtype=np.float64)[:, None]


def _ahead(raters: Sequence[Rater]) -> np.ndarray:
    """How far each rater's skill is above the reference."""
    return _column(raters, "skill") - REFERENCE_SKILL


def _own(raters: Sequence[Rater], hidden: Truth, what: str) -> np.ndarray:
    return taste.weights([rater.leaning for rater in raters], hidden.names, what)


def _felt(raters: Sequence[Rater], hidden: Truth) -> np.ndarray:
    """Difficulty as each rater feels it: less for the skilled, and by the person's own trouble more or less."""
    trouble = _column(raters, "trouble") * taste.pull(_own(raters, hidden, "difficulty"), hidden.terms)
    return hidden.difficulty - RELIEF * _ahead(raters) + trouble


def _reported_difficulty(raters: Sequence[Rater], felt: np.ndarray) -> np.ndarray:
    usual = felt + (1.0 - ADMITTED) * RELIEF * _ahead(raters)
    return MIDDLE + _column(raters, "spread") * (usual - MIDDLE) + _column(raters, "severity")


def _reported_interest(raters: Sequence[Rater], hidden: Truth, felt: np.ndarray) -> np.ndarray:
    """A hill over felt difficulty (too easy is dull, too hard is no fun), and what puzzle and person add."""
    level = hidden.level
    top = level["peak"] + AMBITION * _ahead(raters) + _column(raters, "peak")
    slope = np.exp(-0.5 * ((felt - top) / level["width"]) ** 2)
    climb = HALFWAY + _column(raters, "climb") * (slope - HALFWAY)
    usual = level["floor"] + level["height"] * climb + hidden.charm + _liked(raters, hidden)
    own = _column(raters, "generosity") + FONDNESS * _ahead(raters)
    return MIDDLE + _column(raters, "spread") * (usual - MIDDLE) + own


def _liked(raters: Sequence[Rater], hidden: Truth) -> np.ndarray:
    """What each rater likes beside the usual: what the skilled look for, and what this person does."""
    weights = _ahead(raters) * hidden.turns + _column(raters, "liking") * _own(raters, hidden, "interest")
    return taste.pull(weights, hidden.terms)

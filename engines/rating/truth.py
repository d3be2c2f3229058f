"""The hidden truth behind simulated ratings: how difficult a puzzle is, and how charming.

A *law* turns the features of a puzzle into two numbers. A game that has been surveyed has a law of its own, made of
features that its paper names; any other game gets one drawn from the names of its features. A feature is measured
against a fixed centre and scale and squashed, never against the other puzzles of a sample, so that a puzzle has the
same truth on every night and in any company.

Models never see any of this, nor do evaluation and selection: it is here to test them against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from engines.people.law import UNSURVEYED, Law, Reason
from engines.people.rated import Rated
from engines.people.scale import HIGHEST, LOWEST
from engines.rating import chance

Levels = Mapping[str, np.ndarray]  # the fields of Level by name, one value a puzzle


@dataclass(frozen=True, eq=False)
class Truth:
    """What a puzzle is like; one number a puzzle in each field, or one column.

    `difficulty` is what a rater of the reference skill feels (1 to 5, not cut off), `charm` what the puzzle adds to
    its interest beside that, `level` what it is judged by. `terms` are the law's reasons as measured on each puzzle
    (reason by puzzle, 0 where there is nothing to measure): persons may weigh them in other ways. `names` and `turns`
    go with them: what each reason is called, and what skill adds to its charm.
    """

    difficulty: np.ndarray
    charm: np.ndarray
    level: Levels
    names: tuple[str, ...] = ()
    terms: np.ndarray = field(default_factory=lambda: np.empty((0, 0)))
    turns: np.ndarray = field(default_factory=lambda: np.empty(0))


UNSEEN = 0.35  # share of the truth, as a standard deviation, that no feature accounts for
STRETCH = 2.4007  # 1 / standard deviation of tanh(z / 2)
MIDDLE = (LOWEST + HIGHEST) / 2.0
STRAIGHT, BEND = 1.5, 1.0  # steps from the middle up to which the scale is even, and how far it goes beyond
DRAWN_FEATURES = 8  # a drawn law leans on at most so many features


def truth(
    puzzle_ids: Sequence[str],
    feature_names: Sequence[str],
    features: np.ndarray,
    moves: np.ndarray,
    game: Rated,
) -> Truth:
    """The hidden truth of each puzzle, from its own id, features and number of moves alone."""
    table = np.asarray(features, dtype=np.float64)
    if table.shape != (len(puzzle_ids), len(feature_names)):
        raise ValueError(f"{len(puzzle_ids)} puzzles and {len(feature_names)} names, but features are {table.shape}")
    if np.shape(moves) != (len(puzzle_ids),):
        raise ValueError(f"{len(puzzle_ids)} puzzles, but {np.size(moves)} numbers of moves")
    law = game.law or UNSURVEYED
    reasons = [reason for reason in law.reasons if set(reason.reads) <= set(feature_names)]
    level, longer = levels(np.asarray(moves), law)
    if reasons:
        terms = [squash(measured(reason, feature_names, table, longer)) for reason in reasons]
    else:
        reasons, terms = _drawn(game.name, feature_names, table)
    own = chance.keys(puzzle_ids, "truth", game.name)
    hard = _blend(balance(terms, [reason.difficulty for reason in reasons]), chance.normal(own, 0))
    charm = _blend(balance(terms, [reason.charm for reason in reasons]), chance.normal(own, 1))
    return Truth(
        difficulty=bent(level["difficulty"] + law.per_doubling * longer + level["spread"] * hard),
        charm=law.charm * charm,
        level=level,
        names=tuple(reason.name for reason in reasons),
        terms=np.nan_to_num(np.array(terms).reshape(len(reasons), len(table))),
        turns=law.charm * np.array([reason.skilled for reason in reasons]),
    )


def levels(moves: np.ndarray, law: Law = UNSURVEYED) -> tuple[Levels, np.ndarray]:
    """The level of each number of moves, which is that of the nearest smaller one that has been surveyed, and how
    often it is twice as long."""
    surveyed = sorted(law.levels)
    nearest = np.maximum(np.searchsorted(surveyed, moves, side="right") - 1, 0)
    rows = [asdict(law.levels[number]) for number in surveyed]
    out = {name: np.array([row[name] for row in rows])[nearest] for name in rows[0]}
    return out, np.log2(np.maximum(moves, 1) / np.array(surveyed)[nearest])


def bent(steps: np.ndarray) -> np.ndarray:
    """Difficulties that the survey's scale can hold: far from its middle steps get smaller and smaller, so that what
    is very long stays within reach of a rater, and in order."""
    off = steps - MIDDLE
    beyond = np.maximum(np.abs(off) - STRAIGHT, 0.0)
    return np.asarray(MIDDLE + np.sign(off) * (np.minimum(np.abs(off), STRAIGHT) + beyond * BEND / (BEND + beyond)))


def measured(reason: Reason, names: Sequence[str], table: np.ndarray, longer: np.ndarray | float = 0.0) -> np.ndarray:
    """How far each puzzle is from the usual at its length, by one reason; NaN where one of its features is."""
    places = [list(names).index(name) for name in reason.reads]
    value = table[:, places[0]]
    if reason.least is not None:
        value = np.where(np.isnan(value), np.nan, value >= reason.least)
    if reason.most is not None:
        value = np.where(np.isnan(value), np.nan, value <= reason.most)
    if reason.times is not None:
        value = value * table[:, places[1]]
    return np.asarray((value - reason.centre - reason.rise * longer) / reason.scale)


def _blend(seen: np.ndarray, unseen: np.ndarray) -> np.ndarray:
    """What the features say and what they leave out, with the variance of the whole kept at one."""
    return np.sqrt(1.0 - UNSEEN**2) * seen + UNSEEN * unseen


def _drawn(game: str, names: Sequence[str], table: np.ndarray) -> tuple[list[Reason], list[np.ndarray]]:
    """A law drawn from the names: few features, falling weights, each feature folded into a wave.

    A wave is bounded and needs neither centre nor scale, which are unknown for a game never surveyed.
    """
    reasons, terms = [], []
    for what in ("difficulty", "charm"):
        own = chance.keys(names, "law", game, what)
        chosen = np.argsort(chance.uniform(own, 0), kind="stable")[:DRAWN_FEATURES]
        phases = 2.0 * np.pi * chance.uniform(own[chosen], 1)
        for rank, (place, phase) in enumerate(zip(chosen, phases, strict=True), start=1):
            terms.append(np.sqrt(2.0) * np.sin(np.arcsinh(table[:, place]) + phase))
            weight = {"difficulty": 0.0, "charm": 0.0, what: 1.0 / rank}
            reasons.append(Reason(names[place], 0.0, 1.0, "drawn", weight["difficulty"], weight["charm"]))
    return reasons, terms


def squash(values: np.ndarray) -> np.ndarray:
    """Bounded, because one odd feature must not decide alone; a standard normal keeps its variance."""
    return STRETCH * np.tanh(values / 2.0)


def balance(terms: Sequence[np.ndarray], weights: Sequence[float]) -> np.ndarray:
    """The weighted sum of what was measured on each puzzle, scaled to keep terms of variance one at variance one;
    terms that are NaN are left out, and where nothing is left the answer is 0.

    Summed term by term: a matrix product may round a puzzle differently in other company.
    """
    total, square = np.zeros(len(terms[0])), np.zeros(len(terms[0]))
    for term, weight in zip(terms, weights, strict=True):
        known = ~np.isnan(term)
        total += np.where(known, term, 0.0) * weight
        square += known * weight**2
    return np.divide(total, np.sqrt(square), out=np.zeros(len(total)), where=square > 0.0)

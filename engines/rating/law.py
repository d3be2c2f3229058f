"""The hidden truth behind simulated ratings: how difficult a puzzle is, and how charming.

A *law* turns the features of a puzzle into two numbers. For a game that has been surveyed it leans on
the features that weighed most there; any other game gets a law drawn from the names of its features.
A feature is measured against a fixed centre and scale and squashed, never against the other puzzles of
a sample, so that a puzzle has the same truth on every night and in any company.

Models never see any of this: it is here to test them against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from engines.rating import chance


@dataclass(frozen=True)
class Pull:
    """How one feature pulls: its usual value and spread, and its weight on difficulty and on charm."""

    centre: float
    scale: float
    difficulty: float
    charm: float = 0.0


@dataclass(frozen=True)
class Level:
    """What raters of the reference skill make of puzzles with so many moves, on the scale 1 to 5.

    `difficulty` and `spread` place the puzzles; interest rises from `floor` by `height` on a hill that
    has its top where the felt difficulty is `peak`, and falls off on both sides over `width`.
    """

    difficulty: float
    spread: float
    floor: float
    height: float
    peak: float
    width: float


Levels = Mapping[str, np.ndarray]  # the fields of Level by name, one value a puzzle


@dataclass(frozen=True, eq=False)
class Truth:
    """One number a puzzle: the difficulty that a rater of the reference skill feels (1 to 5, not cut
    off), what the puzzle adds to its interest beside that, and the level that it is judged by."""

    difficulty: np.ndarray
    charm: np.ndarray
    level: Levels


# Thesis, fig. 5.8: edges on the base, gaps of two, empty cells right below and T/J/L weighed most, in that
# order; 5.3.2 adds blocks under the base and the edges that the two pieces share. A hole left on purpose
# and a line left uncleared surprise (fig. 5.9, 5.10); a slot that is there already and a ragged end do not
# please (fig. 5.11, 5.14). Centres and scales are those of unique one- and two-move puzzles, squashed.
LAWS: Mapping[str, Mapping[str, Pull]] = {
    "tspin": {
        "edges_base": Pull(0.70, 1.06, difficulty=1.00, charm=0.30),
        "gaps_2": Pull(1.62, 1.35, difficulty=0.70),
        "below_empty": Pull(0.11, 0.28, difficulty=0.60, charm=0.60),
        "piece_tjl": Pull(0.41, 0.55, difficulty=0.40),
        "near_misses": Pull(1.79, 2.53, difficulty=0.35),
        "slots_at_start": Pull(0.81, 0.49, difficulty=-0.35, charm=-0.50),
        "placed_under_cross": Pull(0.60, 1.10, difficulty=0.30),
        "edges_between": Pull(0.69, 1.10, difficulty=0.30),
        "first_tjl": Pull(0.38, 0.54, difficulty=0.25),
        "tempting_lines": Pull(0.20, 0.43, difficulty=0.20, charm=0.50),
        "height_range": Pull(4.18, 0.92, difficulty=0.10, charm=-0.40),
    },
}

# Table 5.1: puzzles of one and of two moves are felt to be about equally difficult, because people judge
# by what they have just been shown; 5.1.2: two-move interest tops out at a difficulty of about 3.2.
ONE_MOVE = Level(difficulty=2.39, spread=0.69, floor=0.92, height=3.88, peak=4.72, width=1.85)
MORE_MOVES = Level(difficulty=2.00, spread=0.54, floor=1.62, height=2.53, peak=3.20, width=1.05)
HARDER_PER_DOUBLING = 0.5  # nobody has rated more than two moves: a guess

UNSEEN = 0.35  # share of the truth, as a standard deviation, that no feature accounts for
CHARM = 0.085  # standard deviation of charm, in steps of the scale
STRETCH = 2.4007  # 1 / standard deviation of tanh(z / 2)
DRAWN_FEATURES = 8  # a drawn law leans on at most so many features


def truth(
    puzzle_ids: Sequence[str],
    feature_names: Sequence[str],
    features: np.ndarray,
    moves: np.ndarray,
    game: str,
) -> Truth:
    """The hidden truth of each puzzle, from its own id, features and number of moves alone."""
    table = np.asarray(features, dtype=np.float64)
    if table.shape != (len(puzzle_ids), len(feature_names)):
        raise ValueError(f"{len(puzzle_ids)} puzzles and {len(feature_names)} names, but features are {table.shape}")
    if np.shape(moves) != (len(puzzle_ids),):
        raise ValueError(f"{len(puzzle_ids)} puzzles, but {np.size(moves)} numbers of moves")
    level = levels(np.asarray(moves))
    hard, charm = _measured(game, feature_names, table)
    own = chance.keys(puzzle_ids, "truth", game)
    hard = _blend(hard, chance.normal(own, 0))
    charm = _blend(charm, chance.normal(own, 1))
    return Truth(level["difficulty"] + level["spread"] * hard, CHARM * charm, level)


def levels(moves: np.ndarray) -> Levels:
    """The level of each number of moves: from three on that of two, only harder."""
    one, more = asdict(ONE_MOVE), asdict(MORE_MOVES)
    out = {field: np.where(moves >= 2, more[field], one[field]) for field in one}
    out["difficulty"] = out["difficulty"] + HARDER_PER_DOUBLING * np.log2(np.maximum(moves, 2) / 2.0)
    return out


def _blend(seen: np.ndarray, unseen: np.ndarray) -> np.ndarray:
    """What the features say and what they leave out, with the variance of the whole kept at one."""
    return np.sqrt(1.0 - UNSEEN**2) * seen + UNSEEN * unseen


def _measured(game: str, names: Sequence[str], table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Standardised difficulty and charm as far as the features tell them."""
    pulls = {name: pull for name, pull in LAWS.get(game, {}).items() if name in names}
    if pulls:
        return _surveyed(pulls, names, table)
    return _drawn(game, "difficulty", names, table), _drawn(game, "charm", names, table)


def _surveyed(pulls: Mapping[str, Pull], names: Sequence[str], table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    columns = [list(names).index(name) for name in pulls]
    centre = np.array([pull.centre for pull in pulls.values()])
    scale = np.array([pull.scale for pull in pulls.values()])
    terms = squash((table[:, columns] - centre) / scale)
    hard = np.array([pull.difficulty for pull in pulls.values()])
    charm = np.array([pull.charm for pull in pulls.values()])
    return balance(terms, hard), balance(terms, charm)


def _drawn(game: str, what: str, names: Sequence[str], table: np.ndarray) -> np.ndarray:
    """A law drawn from the names: few features, falling weights, each feature folded into a wave.

    A wave is bounded and needs neither centre nor scale, which are unknown for a game never surveyed.
    """
    own = chance.keys(names, "law", game, what)
    chosen = np.argsort(chance.uniform(own, 0), kind="stable")[:DRAWN_FEATURES]
    phase = 2.0 * np.pi * chance.uniform(own[chosen], 1)
    waves = np.sqrt(2.0) * np.sin(np.arcsinh(table[:, chosen]) + phase)
    return balance(waves, 1.0 / np.arange(1, len(chosen) + 1))


def squash(values: np.ndarray) -> np.ndarray:
    """Bounded, because one odd feature must not decide alone; a standard normal keeps its variance."""
    return STRETCH * np.tanh(values / 2.0)


def balance(terms: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The weighted sum of what was measured on each puzzle (row), scaled to keep terms of variance one at
    variance one; terms that are NaN are left out, and where nothing is left the answer is 0.

    Summed column by column: a matrix product may round a row differently in other company.
    """
    total, square = np.zeros(len(terms)), np.zeros(len(terms))
    for term, weight in zip(terms.T, weights, strict=True):
        known = ~np.isnan(term)
        total += np.where(known, term, 0.0) * weight
        square += known * weight**2
    return np.divide(total, np.sqrt(square), out=np.zeros(len(terms)), where=square > 0.0)

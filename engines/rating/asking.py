"""Which puzzles to ask people about next: those that teach most about all the others.

The list is a design of experiments. Ratings are taken to be linear in the standardised features with weights that
could be anything (a Bayesian linear model); what has been rated has narrowed them down; and each question is the one
that lowers the variance of the predictions of all candidates most, given those before it (greedy A-optimal design,
aimed at the puzzles that are to be predicted). What is odd in itself teaches nothing about others and is not asked;
what is like an earlier question teaches little more.

First come a few anchors: puzzles that many have rated already, easy to hard, the same for everybody. Raters who never
saw the same puzzle can only be compared through such (`effects`).

The answer depends on features and on numbers of ratings alone, never on what was said, and ties go by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.rating.linear import standard

# Variances, compared with that of what the features tell, which is 1.
UNSEEN = 0.1  # of what no feature tells
SCATTER = 3.0  # of one rating
CONSTANT = 1.0  # of the level of all ratings
FAMILY = 0.2  # share of what is told by the family, where families are known

FEW = 5  # ratings that an answer is expected to be worth, before anything was rated; and that an anchor must have
NEAR = 0.02  # squared distance of near twins, two usual puzzles being 2 apart
DIGITS = 9  # to which gains are compared: what differs less is a tie
EASY, HARD = 1.5, 4.5  # between which anchors are spread; those beyond count to the outermost


@dataclass(frozen=True, eq=False)
class Puzzles:
    """Some puzzles, one a row: ids, features (NaN where not defined) and perhaps families."""

    ids: Sequence[str]
    table: np.ndarray
    families: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, rows: Sequence[int]) -> Puzzles:
        families = [self.families[row] for row in rows] if self.families else ()
        return Puzzles([self.ids[row] for row in rows], self.table[list(rows)], families)


@dataclass(frozen=True)
class Question:
    """A puzzle to ask about: its place among the candidates or, for an anchor, among those rated.

    `gain` is the share of what is uncertain about the candidates that an answer takes away; `because` are the
    features (places of columns) by which the puzzle was most uncertain.
    """

    place: int
    anchor: bool
    gain: float
    because: tuple[int, ...]


class Belief:
    """What is known of the candidates, as the list of questions grows.

    `rows` are the candidates in a space where what people say is linear with weights of variance 1 at first. The
    covariance of the weights is never needed whole after the start: each question changes it by rank one.
    """

    def __init__(self, rows: np.ndarray, rated: np.ndarray, noise: np.ndarray) -> None:
        known = np.eye(rows.shape[1]) + (rated / noise[:, None]).T @ rated
        self.covariance = np.linalg.inv(known)
        self.rows = rows
        self.usual = rows.T @ rows / len(rows)  # the puzzles that are to be predicted
        told = rows @ self.covariance
        self.variance = np.einsum("ij,ij->i", told, rows)
        self.reach = np.einsum("ij,ij->i", told @ self.usual, told)
        self.uncertain = float(self.variance.mean())

    def gains(self, noise: float) -> np.ndarray:
        """How much an answer about each candidate lowers the mean variance, as a share of that at the start."""
        return self.reach / (self.variance + noise) / self.uncertain

    def answer(self, row: np.ndarray, noise: float) -> float:
        """Take an answer about a puzzle (a row of the space) as given; its gain."""
        told = self.covariance @ row
        size = float(row @ told) + noise
        seen, aim = self.rows @ told / size, self.usual @ told
        shared, reach = self.rows @ (self.covariance @ aim), float(told @ aim)
        self.reach = np.maximum(self.reach - 2.0 * seen * shared + seen**2 * reach, 0.0)
        self.variance = np.maximum(self.variance - seen**2 * size, 0.0)
        self.covariance -= np.outer(told, told) / size
        return reach / size / self.uncertain


def ask(
    candidates: Puzzles, rated: Puzzles, counts: np.ndarray, wanted: int, anchors: Sequence[int] = ()
) -> list[Question]:
    """So many questions, anchors (places among those rated) first; fewer if there are no more that differ.

    `counts` says how many of the audience rated each puzzle of `rated`; none is as good as not being there.
    """
    order = sorted(range(len(candidates)), key=lambda place: candidates.ids[place])
    if not order:
        return []
    seen = np.flatnonzero(np.asarray(counts) > 0)
    rows, others = space(candidates.take(order), rated)
    noise = UNSEEN + SCATTER / np.maximum(counts, 1)
    usual = UNSEEN + SCATTER / (float(np.median(np.asarray(counts)[seen])) if len(seen) else FEW)
    belief = Belief(rows, others[seen], noise[seen])
    features, size = candidates.table.shape[1], np.einsum("ij,ij->i", rows, rows)
    found = [
        Question(place, True, belief.answer(others[place], usual), strange(belief, others[place], features))
        for place in anchors[:wanted]
    ]
    free = ~np.isin([candidates.ids[place] for place in order], [rated.ids[place] for place in anchors])
    while len(found) < wanted and free.any():
        gains = np.where(free, belief.gains(usual), -1.0)
        row = int(np.argmax(np.round(gains / gains.max(), DIGITS)))
        because = strange(belief, rows[row], features)
        found.append(Question(order[row], False, belief.answer(rows[row], usual), because))
        free &= size + size[row] - 2.0 * (rows @ rows[row]) > NEAR
    return found


def space(candidates: Puzzles, rated: Puzzles) -> tuple[np.ndarray, np.ndarray]:
    """Both kinds of puzzles as rows: features as the candidates vary in them, then families, then a constant.

    Features are squashed: what is far out would else seem to tell most, but people do not tell far from further.
    """
    measure = standard(candidates.table)
    told = _sized(np.tanh(measure(candidates.table)), np.tanh(measure(rated.table)))
    constant = [np.full((len(puzzles), 1), np.sqrt(CONSTANT)) for puzzles in (candidates, rated)]
    if not candidates.families:
        return np.hstack([told[0], constant[0]]), np.hstack([told[1], constant[1]])
    names = sorted(set(candidates.families))
    flags = _sized(_flags(candidates.families, names), _flags(rated.families, names))
    by_feature, by_family = np.sqrt(1.0 - FAMILY), np.sqrt(FAMILY)
    mine, others = (np.hstack([told[n] * by_feature, flags[n] * by_family, constant[n]]) for n in (0, 1))
    return mine, others


def _flags(families: Sequence[str], names: Sequence[str]) -> np.ndarray:
    return np.asarray(np.array(families, dtype=str)[:, None] == np.array(names, dtype=str), dtype=np.float64)


def _sized(rows: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Columns scaled so that what a usual candidate has of them has variance 1."""
    size = float((rows**2).sum(axis=1).mean())
    scale = 1.0 / np.sqrt(size) if size else 0.0
    return rows * scale, others * scale


def strange(belief: Belief, row: np.ndarray, features: int, most: int = 2) -> tuple[int, ...]:
    """The features that do most for the variance of a puzzle, those with most first."""
    part = np.round(row * (belief.covariance @ row), DIGITS)[:features]
    return tuple(int(column) for column in np.argsort(-part, kind="stable")[:most] if part[column] > 0.0)


def choose_anchors(
    ids: Sequence[str], counts: np.ndarray, difficulty: np.ndarray, age: np.ndarray, wanted: int
) -> list[int]:
    """Places of puzzles to compare raters by, easy to hard: one of each band of difficulty (as rated, 1 to 5).

    Of each band the one that most have rated, then the oldest (the least `age`), so that anchors stay anchors; then
    the one nearest to the middle of the band. A band where nothing has been rated by a few has none.
    """
    edges = np.linspace(EASY, HARD, wanted + 1)
    band = np.clip(np.searchsorted(edges, difficulty, side="right") - 1, 0, wanted - 1)
    off = np.round(np.abs(difficulty - (edges[:-1] + edges[1:])[band] / 2.0), DIGITS)
    best: dict[int, tuple[tuple[float, float, float, str], int]] = {}
    for place in np.flatnonzero((np.asarray(counts) >= FEW) & np.isfinite(difficulty)).tolist():
        rank = (-float(counts[place]), float(age[place]), float(off[place]), ids[place])
        best[int(band[place])] = min(best.get(int(band[place]), (rank, place)), (rank, place))
    return [best[number][1] for number in sorted(best)]

"""Difficulty by a yardstick: what is measured on a puzzle, and what people's ratings have added to that.

While nobody has rated, a puzzle is as difficult as the yardstick of its game says (`engines.people.yardstick`).
Once people have, a model of what they say beyond that is added (`fitting`, with the yardstick as the model above).
The more puzzles they rated, the more it counts. Simulated raters teach it nothing.

The scale goes from 1 to 5 and is never left: what is added takes a puzzle toward an end by less, the nearer it is. So
no two puzzles are equally difficult only because both are at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.people.scale import HIGHEST, LOWEST
from engines.people.yardstick import Mark, Yardstick
from engines.rating.linear import Standard

if TYPE_CHECKING:
    from engines.rating.models import Contributions, Stored

MIDDLE = (LOWEST + HIGHEST) / 2.0
BOUND = 2.0  # scales that a mark counts for at most: one odd feature must not decide alone
SHORTEST = 0.5  # moves: a length of nothing would be infinitely easy
UNKNOWN = 1.0  # what a mark that was not measured adds to the variance, beside what all marks together leave open
UNPROVED = 1.5  # times as wide is the interval of a puzzle whose proof has not ended: its answer may be another
TRUST = 20.0  # puzzles rated by people at which what they say counts for half


def doublings(yardstick: Yardstick, names: Sequence[str], table: np.ndarray) -> np.ndarray:
    """How often puzzles are twice as long as usual; a length that is not known counts as usual."""
    moves = np.nan_to_num(table[:, list(names).index(yardstick.counts)], nan=yardstick.usual)
    return np.asarray(np.log2(np.maximum(moves, SHORTEST) / yardstick.usual))


def steps(yardstick: Yardstick, names: Sequence[str], table: np.ndarray) -> np.ndarray:
    """What the length and each mark add, a column each; the sum is where a puzzle stands."""
    place = {name: column for column, name in enumerate(names)}
    longer = doublings(yardstick, names, table)
    found = [yardstick.doubling * longer]
    for mark in yardstick.marks:
        off = (measure(mark, table[:, place[mark.feature]]) - mark.centre - mark.rise * longer) / mark.scale
        found.append(np.nan_to_num(mark.weight * BOUND * np.tanh(off / BOUND), nan=0.0))
    return np.stack(found, axis=1)


def measure(mark: Mark, values: np.ndarray) -> np.ndarray:
    """A feature as its mark takes it."""
    return np.log2(np.maximum(values, 1.0)) if mark.log else values


def value(steps: np.ndarray) -> np.ndarray:
    """Where on the scale one is so many steps from its middle; they shrink toward the ends."""
    reach = HIGHEST - MIDDLE
    return np.asarray(MIDDLE + reach * steps / (reach + np.abs(steps)))


def difficulty(yardstick: Yardstick, names: Sequence[str], table: np.ndarray) -> np.ndarray:
    """How difficult puzzles are by the yardstick alone."""
    return value(steps(yardstick, names, table).sum(axis=1))


def widening(yardstick: Yardstick, names: Sequence[str], table: np.ndarray) -> np.ndarray:
    """By how much intervals are wider than usual: the length or a mark may not have been measured, because the
    search for an answer found none."""
    place = {name: column for column, name in enumerate(names)}
    missing = np.isnan(table[:, [place[name] for name in yardstick.reads]])
    weights = np.array([yardstick.doubling, *(abs(mark.weight) for mark in yardstick.marks)])
    return np.asarray(np.sqrt(1.0 + UNKNOWN * missing @ (weights / weights[1:].max(initial=1e-9)) ** 2))


def moved(at: np.ndarray, by: np.ndarray) -> np.ndarray:
    """Places on the scale after so many steps up or down, which shrink toward the ends: slowly enough that what is
    near an end keeps its order there, to the last bit that is stored."""
    room = np.maximum(np.where(by > 0.0, HIGHEST - at, at - LOWEST), 1e-12)
    return np.asarray(at + room * by / np.hypot(room, by))


def trust(puzzles: int) -> float:
    """How far what people say of so many puzzles counts beside the yardstick, from 0 to 1."""
    return puzzles / (puzzles + TRUST)


@dataclass(frozen=True, eq=False)
class Measured:
    """A model of difficulty read back from its text: the yardstick, and what was learned beyond it, if anything."""

    names: tuple[str, ...]
    rule: Yardstick
    standard: Standard
    learned: Stored | None

    def predict(self, table: np.ndarray) -> np.ndarray:
        if not len(table):
            return np.empty(0)
        at = difficulty(self.rule, self.names, table)
        return at if self.learned is None else moved(at, self.learned.raw(table))

    def bounds(self, table: np.ndarray, at: np.ndarray, half: float | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Ends of the intervals around predictions, given what half of one usually is in the middle."""
        wide = half * widening(self.rule, self.names, table)
        return moved(at, -wide), moved(at, wide)

    def contributions(self, table: np.ndarray) -> Contributions:
        """What the length, the marks and what was learned add, in steps of the scale, each for its share of the way
        from the middle."""
        from engines.rating.models import Contributions

        parts = steps(self.rule, self.names, table)
        total = parts.sum(axis=1)
        at = value(total)
        added, place = np.zeros(table.shape), {name: column for column, name in enumerate(self.names)}
        share = _ratio(at - MIDDLE, total)
        for column, name in enumerate(self.rule.reads):
            added[:, place[name]] += parts[:, column] * share
        centre, scale = np.tile(self.standard.centre, (len(table), 1)), self.standard.scale.copy()
        centre[:, place[self.rule.counts]] = self.rule.usual
        longer = doublings(self.rule, self.names, table)
        for mark in self.rule.marks:
            usual = mark.centre + mark.rise * longer
            centre[:, place[mark.feature]] = np.exp2(usual) if mark.log else usual
            scale[place[mark.feature]] = np.exp2(mark.centre) * mark.scale if mark.log else mark.scale
        base = MIDDLE
        if self.learned is not None:
            more = self.learned.contributions(table)
            up = more.base + more.added.sum(axis=1)
            share = _ratio(moved(at, up) - at, up)
            added += more.added * share[:, None]
            base = float(moved(np.array([MIDDLE]), np.array([more.base]))[0])
            added[:, place[self.rule.counts]] += more.base * share - (base - MIDDLE)
        return Contributions(self.names, base, added, table, centre, scale)

    def importances(self, table: np.ndarray) -> dict[str, float]:
        """The share that each feature has of all that is added."""
        size = np.abs(self.contributions(table).added).mean(axis=0)
        return dict(zip(self.names, (size / max(float(size.sum()), 1e-12)).tolist(), strict=True))


def _ratio(way: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """How far one gets by each of some parts of the way; where there are none, as far as they go."""
    return np.divide(way, parts, out=np.ones(len(parts)), where=np.abs(parts) > 1e-12)


def as_json(yardstick: Yardstick) -> dict[str, Any]:
    return asdict(yardstick)


def from_json(stored: Mapping[str, Any]) -> Yardstick:
    marks = tuple(Mark(**mark) for mark in stored["marks"])
    return Yardstick(**{**stored, "marks": marks})

"""The yardstick of a game: how hard a puzzle is by what is measured on it, before anybody has rated any.

It says in a few lines what is sure. A longer puzzle is harder; of two that are equally long, the one is harder whose
answer is less expected, takes more tries, needs more to be seen at once. The sizes are chosen, not fitted: no rating
goes in. `engines.rating.measured` does the arithmetic, docs/ratings.md says how far it can be trusted.

All of it is in steps of the scale, as large as they are in its middle. A puzzle of the `usual` length with nothing
unusual about it is in the middle. Steps get smaller toward the ends, which are never reached, however long a puzzle
is.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """One thing that makes a puzzle harder, or easier if the weight is negative, than others of its length: a
    feature, what it usually is at the usual length, how far puzzles of a length differ in it, and the steps that so
    much more of it adds. Twice the length adds `rise` to what is usual. What grows by doubling counts by its binary
    logarithm (`log`)."""

    feature: str
    centre: float
    scale: float
    weight: float
    source: str
    rise: float = 0.0
    log: bool = False


@dataclass(frozen=True)
class Yardstick:
    """How long puzzles are (`counts` is the feature that counts their moves), and what else makes them hard.

    Twice the length adds `doubling`. `half` is half the width of an 80 % interval around the middle of the scale, in
    its steps, for a puzzle of which every mark was measured: a guess, until people have rated.
    """

    counts: str
    usual: float
    doubling: float
    marks: tuple[Mark, ...]
    half: float

    @property
    def reads(self) -> tuple[str, ...]:
        """The features that it needs."""
        return (self.counts, *(mark.feature for mark in self.marks))

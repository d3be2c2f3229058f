"""The law of a game: what makes its puzzles hard, and what makes them charming, for those who rate them.

Simulated raters follow it. A game that people have rated has one of its own (`engines/<game>/people/law.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """One thing about a puzzle that people feel: a feature, with its usual value and spread, and what more of it does
    to difficulty and to charm.

    With `least` or `most` it only counts whether the feature is at least or at most so much; with `times` that, or
    the amount, is multiplied with a second feature. `skilled` is what its charm gains from no skill to all of it.
    Twice the surveyed length adds `rise` to what is usual.
    """

    feature: str
    centre: float
    scale: float
    source: str
    difficulty: float = 0.0
    charm: float = 0.0
    skilled: float = 0.0
    least: float | None = None
    most: float | None = None
    times: str | None = None
    rise: float = 0.0

    @property
    def reads(self) -> tuple[str, ...]:
        """The features that it needs."""
        return (self.feature,) if self.times is None else (self.feature, self.times)

    @property
    def name(self) -> str:
        """Different for any two reasons of a law."""
        least = "" if self.least is None else f">={self.least:g}"
        most = "" if self.most is None else f"<={self.most:g}"
        times = "" if self.times is None else f"*{self.times}"
        return f"{self.feature}{least}{most}{times}"


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


@dataclass(frozen=True)
class Law:
    """What counts in a game, the levels of the numbers of moves that were surveyed, the steps of difficulty that
    twice the moves add, and the standard deviation of charm in steps of the scale."""

    reasons: tuple[Reason, ...]
    levels: Mapping[int, Level]
    per_doubling: float
    charm: float


# T-spin thesis, table 5.1: puzzles of one and of two moves are felt to be about equally difficult, because people
# judge by what they have just been shown. 5.1.2: for two moves the mean ratings of puzzles top out at a difficulty of
# about 3.2; each person's own hill has its top before that, since the same puzzle is felt differently.
ONE_MOVE = Level(difficulty=2.51, spread=0.66, floor=0.99, height=3.46, peak=4.88, width=2.18)
TWO_MOVES = Level(difficulty=2.22, spread=0.55, floor=1.54, height=2.53, peak=3.00, width=0.97)

# A game that nobody has rated: its reasons are drawn, its level is that of two moves (a guess).
UNSURVEYED = Law(reasons=(), levels={1: ONE_MOVE, 2: TWO_MOVES}, per_doubling=0.5, charm=0.10)

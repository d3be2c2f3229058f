"""The laws of the games that people have rated: what makes a puzzle of each hard, and what makes it charming.

The features, the directions and the order of the weights are what the papers say; the sizes are ours, chosen so that
simulated surveys look like the published ones (`tests/rating/test_populations.py`). `centre` and `scale` are mean and
standard deviation over candidates as our engines make them, of any verdict: those of `tsd-1` and `tsd-2`, of
`chain-2x3`, and of Geister's four categories in the shares of the survey (004, table 4); `docs/ratings.md` has the
snippet that measures them. What nobody has rated is a guess and says so.
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


# 000, table 5.1: puzzles of one and of two moves are felt to be about equally difficult, because people judge by what
# they have just been shown. 5.1.2: for two moves the mean ratings of puzzles top out at a difficulty of about 3.2;
# each person's own hill has its top before that, since the same puzzle is felt differently.
ONE_MOVE = Level(difficulty=2.51, spread=0.66, floor=0.99, height=3.46, peak=4.88, width=2.18)
TWO_MOVES = Level(difficulty=2.22, spread=0.55, floor=1.54, height=2.53, peak=3.00, width=0.97)

TSPIN = Law(
    reasons=(
        Reason("edges_base", 0.82, 1.17, "000, fig. 5.8 and 5.9: one's own move builds the shape", 1.0, 0.3),
        Reason("gaps_2", 1.65, 1.39, "000, fig. 5.8", 0.7),
        Reason("below_empty", 0.24, 0.43, "000, fig. 5.8 and 5.3.1: a hole on purpose", 0.6, 0.6, least=1),
        Reason("piece_tjl", 0.43, 0.50, "000, fig. 5.8 and 5.3.1: it can be turned four ways", 0.4),
        Reason("near_misses", 0.28, 0.45, "ours: almost solved", 0.35, least=3),
        Reason("slots_at_start", 0.64, 0.49, "000, fig. 5.14a: all but there from the start", -0.35, -0.5, -0.2),
        Reason("placed_under_cross", 0.63, 1.20, "000, 5.3.2", 0.3),
        Reason("edges_between", 0.89, 1.15, "000, 5.3.2", 0.3, 0.2),
        Reason("first_tjl", 0.41, 0.49, "000, 5.3.2", 0.25),
        Reason(
            "below_empty",
            0.12,
            0.34,
            "000, fig. 5.10b: rows could be cleared, and yet it is a hole",
            0.25,
            0.6,
            least=1,
            times="tempting_lines",
        ),
        Reason("fitted", 0.42, 0.52, "000, fig. 5.11b and 5.14b: where anyone would put it", -0.25, -0.3),
        Reason("height_range", 4.24, 1.02, "000, fig. 5.11a: a ragged end", 0.1, -0.4),
        Reason("tucks", 0.0, 1.0, "a guess: nobody has rated tucks", 0.3, 0.2),
        Reason("spins", 0.0, 1.0, "a guess: nobody has rated spins on the way", 0.4, 0.3),
    ),
    levels={1: ONE_MOVE, 2: TWO_MOVES},
    per_doubling=0.8,  # a guess: nobody has rated more than two moves
    charm=0.10,
)

PUYO = Law(
    reasons=(
        Reason("puyoNum", 13.3, 3.9, "001, 6.2.2: more puyos are expected to be harder", 0.35),
        Reason("colorNum", 2.64, 0.55, "001, 4.4 and 5.2.1", 0.3),
        Reason("sqrtCorrectNum", 1.49, 1.06, "001, 5.2.1", -0.3),
        Reason("near_misses", 27.4, 40.4, "001, 6.2.2, left: led astray", 0.5, 0.1),
        Reason("false_starts", 2.78, 3.26, "001, 6.2.2, left: led astray", 0.3, 0.2),
        Reason("corner_pair", 0.67, 0.97, "001, 5.2.2: many ways to vanish", 0.25, 0.35),
        Reason("corner_trio", 0.45, 0.72, "001, 5.2.2: many ways to vanish", 0.25, 0.35),
        Reason("chigiriNum", 0.56, 0.65, "001, 5.2.1", 0.35),
        Reason("apart", 0.29, 0.64, "001, 6.2.2, right: two moves apart; experts approve", 0.4, 0.1, 0.4),
        Reason("needed_singles", 2.63, 1.61, "001, 6.2.2, right: scattered ones have to meet", 0.6, 0.2, 0.2),
        Reason("needed_distance", 0.07, 0.25, "001, 6.3.2, left: a far puyo matters", 0.4, 0.5, least=3),
        Reason("same_color_rounds", 0.05, 0.22, "001, 6.3.2, right: a colour twice running", 0.5, 0.7, 0.2, least=1),
        Reason("longest_drop", 3.31, 1.21, "001, 6.3.2, middle: a long fall", 0.15, 0.5),
        Reason("vanished", 13.4, 1.37, "001, 6.2.2, middle: beginners like a show", 0.0, 0.6, -0.8),
        Reason(
            "vanished_share",
            4.67,
            5.39,
            "001, 6.2.2, middle: a full board all but gone; that is a hint",
            -0.4,
            0.4,
            -0.6,
            least=0.85,
            times="puyoNum",
        ),
        Reason("secondTurnCorrect", 0.03, 0.16, "001, 6.2.2, left: ugly to experts", -0.4, -0.3, -0.6),
        Reason("putPuyoDeletedNum", 3.76, 0.51, "001, 5.2.2: one feels that one builds a chain", 0.1, 0.4),
        Reason("rounds", 3.0, 1.5, "a guess: only chains of three were rated", 0.4, 0.2),
    ),
    levels={2: Level(difficulty=3.36, spread=0.72, floor=2.27, height=1.45, peak=3.80, width=1.20)},
    per_doubling=0.9,  # a guess: only two moves were rated
    charm=0.10,
)

GEISTER = Law(
    reasons=(
        Reason("most_proof", 31.1, 35.7, "004, 7.2 and 9: where a search falters", 0.4),
        Reason("most_disproof", 62.8, 98.8, "004, 7.2 and 9: where a search falters", 0.3),
        Reason("detours", 1.09, 0.94, "004, 7.2", 0.4, 0.3),
        Reason("wrong_takes", 1.43, 1.24, "004, 7.6", 0.2),
        Reason(
            "hostile_red",
            0.71,
            1.05,
            "004, 7.6, right: there is something to take, and one must not take more than one",
            0.6,
            0.2,
            0.2,
            most=2,
            times="wrong_takes",
        ),
        Reason("first_quiet", 0.27, 0.44, "004, 7.6, left: a first move that surprises", 0.4, 0.7),
        Reason("misleading", 0.47, 1.05, "004, 7.6, left: a first move that surprises", 0.4, 0.5, 0.3),
        Reason("tries", 0.75, 0.92, "ours: almost a win", 0.3),
        Reason("wrong_steps", 2.77, 1.45, "ours: almost a win", 0.25),
        Reason("hidden", 2.88, 1.79, "004, 3: colours in doubt", 0.3),
        Reason("category_capture", 0.10, 0.30, "004, 7.1: more to think about", 0.5),
        Reason("category_wall", 0.28, 0.45, "004, 7.2", 0.2, 0.3),
        Reason(
            "category_wall",
            0.03,
            0.17,
            "004, 7.7, right: capture and wall at once",
            0.0,
            0.6,
            times="category_capture",
        ),
        Reason(
            "detours", 5.72, 3.55, "004, 7.7, left: long but straight on", -0.4, -0.5, -0.3, most=1, times="plies"
        ),
        Reason("fewest_moved", 1.85, 0.48, "004, 7.2", 0.3, 0.2),
        Reason("far_exit", 0.13, 0.34, "004, 9: the farther exit is the right one", 0.3, 0.4),
        Reason("sacrifices", 0.04, 0.19, "004, 9: a piece given away", 0.2, 0.5, 0.2, least=1),
    ),
    levels={4: Level(difficulty=2.94, spread=0.68, floor=1.80, height=1.83, peak=3.70, width=1.07)},
    per_doubling=1.0,  # lengths were mixed in the survey, but not told apart in what is printed: a guess
    charm=0.31,
)

LAWS: Mapping[str, Law] = {"tspin": TSPIN, "puyo": PUYO, "geister": GEISTER}

# A game that nobody has rated: its reasons are drawn, its level is that of two moves (a guess).
UNSURVEYED = Law(reasons=(), levels={1: ONE_MOVE, 2: TWO_MOVES}, per_doubling=0.5, charm=0.10)

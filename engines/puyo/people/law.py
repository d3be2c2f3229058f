"""What makes Nazo Puyo hard, and what makes them charming.

The features, the directions and the order of the weights are what the papers say; the sizes are ours, chosen so that
simulated surveys look like the published ones (`tests/engines/rating/test_populations.py`). `centre` and `scale` are
mean and standard deviation over candidates as our engine makes them, of any verdict: those of `chain-2x3`.
`docs/ratings.md` has the snippet that measures them. What nobody has rated is a guess and says so.
"""

from __future__ import annotations

from engines.people.law import Law, Level, Reason

LAW = Law(
    reasons=(
        Reason("puyoNum", 13.3, 3.9, "Nazo Puyo paper, 6.2.2: more puyos are expected to be harder", 0.35),
        Reason("colorNum", 2.64, 0.55, "Nazo Puyo paper, 4.4 and 5.2.1", 0.3),
        Reason("sqrtCorrectNum", 1.49, 1.06, "Nazo Puyo paper, 5.2.1", -0.3),
        Reason("near_misses", 27.4, 40.4, "Nazo Puyo paper, 6.2.2, left: led astray", 0.5, 0.1),
        Reason("false_starts", 2.78, 3.26, "Nazo Puyo paper, 6.2.2, left: led astray", 0.3, 0.2),
        Reason("corner_pair", 0.67, 0.97, "Nazo Puyo paper, 5.2.2: many ways to vanish", 0.25, 0.35),
        Reason("corner_trio", 0.45, 0.72, "Nazo Puyo paper, 5.2.2: many ways to vanish", 0.25, 0.35),
        Reason("chigiriNum", 0.56, 0.65, "Nazo Puyo paper, 5.2.1", 0.35),
        Reason("apart", 0.29, 0.64, "Nazo Puyo paper, 6.2.2, right: two moves apart; experts approve", 0.4, 0.1, 0.4),
        Reason(
            "needed_singles", 2.63, 1.61, "Nazo Puyo paper, 6.2.2, right: scattered ones have to meet", 0.6, 0.2, 0.2
        ),
        Reason("needed_distance", 0.07, 0.25, "Nazo Puyo paper, 6.3.2, left: a far puyo matters", 0.4, 0.5, least=3),
        Reason(
            "same_color_rounds",
            0.05,
            0.22,
            "Nazo Puyo paper, 6.3.2, right: a colour twice running",
            0.5,
            0.7,
            0.2,
            least=1,
        ),
        Reason("longest_drop", 3.31, 1.21, "Nazo Puyo paper, 6.3.2, middle: a long fall", 0.15, 0.5),
        Reason("vanished", 13.4, 1.37, "Nazo Puyo paper, 6.2.2, middle: beginners like a show", 0.0, 0.6, -0.8),
        Reason(
            "vanished_share",
            4.67,
            5.39,
            "Nazo Puyo paper, 6.2.2, middle: a full board all but gone; that is a hint",
            -0.4,
            0.4,
            -0.6,
            least=0.85,
            times="puyoNum",
        ),
        Reason("secondTurnCorrect", 0.03, 0.16, "Nazo Puyo paper, 6.2.2, left: ugly to experts", -0.4, -0.3, -0.6),
        Reason(
            "putPuyoDeletedNum", 3.76, 0.51, "Nazo Puyo paper, 5.2.2: one feels that one builds a chain", 0.1, 0.4
        ),
        Reason("rounds", 3.0, 1.5, "a guess: only chains of three were rated", 0.4, 0.2),
    ),
    levels={2: Level(difficulty=3.36, spread=0.72, floor=2.27, height=1.45, peak=3.80, width=1.20)},
    per_doubling=0.9,  # a guess: only two moves were rated
    charm=0.10,
)

"""What makes Nazo Puyo hard, and what makes them charming.

The features, the directions and the order of the weights are what the papers say; the sizes are ours, chosen so that
simulated surveys look like the published ones (`tests/engines/rating/test_populations.py`). `centre` and `scale` are
mean and standard deviation over candidates as our engine makes them, of any verdict: those of `chain-2x3`.
`docs/ratings.md` has the snippet that measures them. What nobody has rated is a guess and says so.

`levels`, as a source: among hand-made problems of equal length that their makers sorted by difficulty, more of it
goes with a higher level. Rises are those of hand-made problems of two to eight pairs.
"""

from __future__ import annotations

from engines.people.law import Law, Level, Reason

LAW = Law(
    reasons=(
        Reason("puyoNum", 13.3, 3.9, "Nazo Puyo paper, 6.2.2: more puyos are expected to be harder", 0.5, rise=8.1),
        Reason("needed", 7.53, 2.2, "levels: all that takes part has to be seen together", 0.5, rise=4.4),
        Reason("lures", 1.19, 1.85, "levels; Nazo Puyo paper, 6.2.2, left: led astray", 0.5, rise=1.1),
        Reason("ready_rounds", 0.81, 1.05, "levels; Nazo Puyo paper, 6.2.2, left: a chain that is there", 0.45),
        Reason("tries_blind", 2.45, 1.9, "levels: an answer that nobody would try at first", 0.45, rise=7.2),
        Reason("rows_to_meet", 5.0, 5.6, "levels; Nazo Puyo paper, 6.3.2, middle: a long fall", 0.4, rise=8.3),
        Reason("early_fires", 0.0, 0.09, "levels: the board that counts is not the one that is seen", 0.4),
        Reason("colorNum", 2.64, 0.55, "Nazo Puyo paper, 4.4 and 5.2.1", 0.1, rise=0.5),
        Reason("sqrtCorrectNum", 1.49, 1.06, "Nazo Puyo paper, 5.2.1", -0.25, rise=1.2),
        Reason("near_misses", 27.4, 40.4, "Nazo Puyo paper, 6.2.2, left: led astray", 0.25, 0.1, rise=100.0),
        Reason("false_starts", 2.78, 3.26, "Nazo Puyo paper, 6.2.2, left: led astray", 0.15, 0.2),
        Reason("corner_pair", 0.67, 0.97, "Nazo Puyo paper, 5.2.2: many ways to vanish", 0.15, 0.35, rise=0.5),
        Reason("corner_trio", 0.45, 0.72, "Nazo Puyo paper, 5.2.2: many ways to vanish", 0.15, 0.35, rise=0.2),
        Reason("chigiriNum", 0.56, 0.65, "Nazo Puyo paper, 5.2.1", 0.2, rise=0.8),
        Reason(
            "apart",
            0.29,
            0.64,
            "Nazo Puyo paper, 6.2.2, right: two moves apart; experts approve",
            0.2,
            0.1,
            0.4,
            rise=1.1,
        ),
        Reason(
            "needed_singles",
            2.63,
            1.61,
            "Nazo Puyo paper, 6.2.2, right: scattered ones have to meet",
            0.25,
            0.2,
            0.2,
            rise=2.0,
        ),
        Reason("needed_distance", 0.07, 0.25, "Nazo Puyo paper, 6.3.2, left: a far puyo matters", 0.25, 0.5, least=3),
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
        Reason("longest_drop", 3.31, 1.21, "Nazo Puyo paper, 6.3.2, middle: a long fall", 0.15, 0.5, rise=2.1),
        Reason(
            "vanished", 13.4, 1.37, "Nazo Puyo paper, 6.2.2, middle: beginners like a show", 0.0, 0.6, -0.8, rise=7.0
        ),
        Reason(
            "vanished_share",
            4.67,
            5.39,
            "Nazo Puyo paper, 6.2.2, middle: a full board all but gone; that is a hint",
            -0.2,
            0.4,
            -0.6,
            least=0.85,
            times="puyoNum",
        ),
        Reason("secondTurnCorrect", 0.03, 0.16, "Nazo Puyo paper, 6.2.2, left: ugly to experts", -0.3, -0.3, -0.6),
        Reason(
            "putPuyoDeletedNum",
            3.76,
            0.51,
            "Nazo Puyo paper, 5.2.2: one feels that one builds a chain",
            0.1,
            0.4,
            rise=3.8,
        ),
        Reason("rounds", 3.0, 1.5, "a guess: only chains of three were rated", 0.15, 0.2, rise=2.3),
    ),
    levels={2: Level(difficulty=3.36, spread=0.72, floor=2.27, height=1.45, peak=3.80, width=1.20)},
    per_doubling=3.0,  # of hand-made problems that their makers sorted, length tells three quarters
    charm=0.10,
)

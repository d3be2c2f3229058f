"""What makes Geister puzzles hard, and what makes them charming.

The features, the directions and the order of the weights are what the papers say; the sizes are ours, chosen so that
simulated surveys look like the published ones (`tests/engines/rating/test_populations.py`). `centre` and `scale` are
mean and standard deviation over candidates as our engine makes them, of any verdict: those of the four
categories in the shares of the survey (Geister paper, table 4).
`docs/ratings.md` has the snippet that measures them. What nobody has rated is a guess and says so.
"""

from __future__ import annotations

from engines.people.law import Law, Level, Reason

LAW = Law(
    reasons=(
        Reason("most_proof", 49.9, 86.8, "Geister paper, 7.2 and 9: where a search falters", 0.4),
        Reason("most_disproof", 83.9, 200.9, "Geister paper, 7.2 and 9: where a search falters", 0.3),
        Reason("detours", 1.09, 0.94, "Geister paper, 7.2", 0.4, 0.3),
        Reason("wrong_takes", 1.43, 1.24, "Geister paper, 7.6", 0.2),
        Reason(
            "hostile_red",
            0.71,
            1.05,
            "Geister paper, 7.6, right: there is something to take, and one must not take more than one",
            0.6,
            0.2,
            0.2,
            most=2,
            times="wrong_takes",
        ),
        Reason("first_quiet", 0.27, 0.44, "Geister paper, 7.6, left: a first move that surprises", 0.4, 0.7),
        Reason("misleading", 0.47, 1.05, "Geister paper, 7.6, left: a first move that surprises", 0.4, 0.5, 0.3),
        Reason("tries", 0.75, 0.92, "ours: almost a win", 0.3),
        Reason("wrong_steps", 2.77, 1.45, "ours: almost a win", 0.25),
        Reason("hidden", 2.88, 1.79, "Geister paper, 3: colours in doubt", 0.3),
        Reason("category_capture", 0.10, 0.30, "Geister paper, 7.1: more to think about", 0.5),
        Reason("category_wall", 0.28, 0.45, "Geister paper, 7.2", 0.2, 0.3),
        Reason(
            "category_wall",
            0.03,
            0.17,
            "Geister paper, 7.7, right: capture and wall at once",
            0.0,
            0.6,
            times="category_capture",
        ),
        Reason(
            "detours",
            5.72,
            3.55,
            "Geister paper, 7.7, left: long but straight on",
            -0.4,
            -0.5,
            -0.3,
            most=1,
            times="plies",
        ),
        Reason("fewest_moved", 1.85, 0.48, "Geister paper, 7.2", 0.3, 0.2),
        Reason("far_exit", 0.13, 0.34, "Geister paper, 9: the farther exit is the right one", 0.3, 0.4),
        Reason("sacrifices", 0.04, 0.19, "Geister paper, 9: a piece given away", 0.2, 0.5, 0.2, least=1),
    ),
    levels={4: Level(difficulty=2.94, spread=0.68, floor=1.80, height=1.83, peak=3.70, width=1.07)},
    per_doubling=1.0,  # lengths were mixed in the survey, but not told apart in what is printed: a guess
    charm=0.31,
)

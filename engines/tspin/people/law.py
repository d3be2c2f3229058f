"""What makes T-spin puzzles hard, and what makes them charming.

The features, the directions and the order of the weights are what the papers say; the sizes are ours, chosen so that
simulated surveys look like the published ones (`tests/engines/rating/test_populations.py`). `centre` and `scale` are
mean and standard deviation over candidates as our engine makes them, of any verdict: those of `tsd-1` and `tsd-2`.
`docs/ratings.md` has the snippet that measures them. What nobody has rated is a guess and says so.
"""

from __future__ import annotations

from engines.people.law import ONE_MOVE, TWO_MOVES, Law, Reason

LAW = Law(
    reasons=(
        Reason(
            "edges_base", 0.82, 1.17, "T-spin thesis, fig. 5.8 and 5.9: one's own move builds the shape", 1.0, 0.3
        ),
        Reason("gaps_2", 1.65, 1.39, "T-spin thesis, fig. 5.8", 0.7),
        Reason("below_empty", 0.24, 0.43, "T-spin thesis, fig. 5.8 and 5.3.1: a hole on purpose", 0.6, 0.6, least=1),
        Reason("piece_tjl", 0.43, 0.50, "T-spin thesis, fig. 5.8 and 5.3.1: it can be turned four ways", 0.4),
        Reason("near_misses", 0.28, 0.45, "ours: almost solved", 0.35, least=3),
        Reason(
            "slots_at_start", 0.64, 0.49, "T-spin thesis, fig. 5.14a: all but there from the start", -0.35, -0.5, -0.2
        ),
        Reason("placed_under_cross", 0.63, 1.20, "T-spin thesis, 5.3.2", 0.3),
        Reason("edges_between", 0.89, 1.15, "T-spin thesis, 5.3.2", 0.3, 0.2),
        Reason("first_tjl", 0.41, 0.49, "T-spin thesis, 5.3.2", 0.25),
        Reason(
            "below_empty",
            0.12,
            0.34,
            "T-spin thesis, fig. 5.10b: rows could be cleared, and yet it is a hole",
            0.25,
            0.6,
            least=1,
            times="tempting_lines",
        ),
        Reason("fitted", 0.42, 0.52, "T-spin thesis, fig. 5.11b and 5.14b: where anyone would put it", -0.25, -0.3),
        Reason("height_range", 4.24, 1.02, "T-spin thesis, fig. 5.11a: a ragged end", 0.1, -0.4),
        Reason("tucks", 0.0, 1.0, "a guess: nobody has rated tucks", 0.3, 0.2),
        Reason("spins", 0.0, 1.0, "a guess: nobody has rated spins on the way", 0.4, 0.3),
    ),
    levels={1: ONE_MOVE, 2: TWO_MOVES},
    per_doubling=0.8,  # a guess: nobody has rated more than two moves
    charm=0.10,
)

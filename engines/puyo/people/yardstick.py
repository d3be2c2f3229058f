"""How hard Nazo Puyo is by what is measured on it: the length first, then what eye and mind have to hold.

Centres, scales and rises are those of 2,562 hand-made problems of two to eight pairs, which have no levels here; all
marks weigh the same. `python -m benchmarks.levels` holds the whole against levels that makers gave.
"""

from __future__ import annotations

from engines.people.yardstick import Mark, Yardstick

EACH = 0.08  # steps that one scale more adds: among problems of a length, all eight are worth a third of a pair

YARDSTICK = Yardstick(
    counts="pairs",
    usual=2.0,
    doubling=2.2,
    half=0.8,
    marks=(
        Mark("puyoNum", 14.7, 9.9, EACH, "Nazo Puyo paper, 6.2.2: more puyos are expected to be harder", 8.1),
        Mark("needed", 11.6, 6.8, EACH, "ours: all that takes part has to be seen together", 4.4),
        Mark("tries_blind", 3.2, 2.6, EACH, "ours: an answer that nobody would try at first", 7.2),
        Mark("rows_to_meet", 9.9, 17.9, EACH, "Nazo Puyo paper, 6.3.2, middle: a long fall", 8.3),
        Mark(
            "ready_rounds", 1.6, 1.26, EACH, "Nazo Puyo paper, 6.2.2, left: a chain that is there leads astray", -0.2
        ),
        Mark("early_fires", 0.06, 0.42, EACH, "ours: the board that counts is not the one that is seen", 0.1),
        Mark("lures", 4.1, 4.7, EACH, "Nazo Puyo paper, 6.2.2, left: led astray", 1.1),
        Mark("same_color_rounds", 0.36, 0.68, EACH, "Nazo Puyo paper, 6.3.2, right: a colour twice running", 0.1),
    ),
)

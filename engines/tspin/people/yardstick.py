"""How hard T-spin puzzles are by what is measured on them: the number of pieces first, then how far from habit.

Centres, scales and rises are those of 1,376 of our own candidates with one solution, of all variants. The weights are
judgement: nobody has sorted T-spin puzzles by difficulty, and the thesis' beginners rated one and two moves apart.

Agents were asked, who are no people: among puzzles of equal length the yardstick ranks with the weakest judge that
finds the answer at 0.38 (Spearman), with the judges' mean rank of the worst move at 0.41, with the positions that the
beam needs at 0.44. What turns or goes in sideways counts for half of what it did: all three got better by that, and
the moves' distance from habit says some of it already.
"""

from __future__ import annotations

from engines.people.yardstick import Mark, Yardstick

YARDSTICK = Yardstick(
    counts="pieces",
    usual=2.0,
    doubling=1.9,
    half=1.0,
    marks=(
        Mark("looked_at", 1.43, 1.25, 0.45, "ours: lines that come to mind before the answer", 1.5),
        Mark("habit_sum", 3.61, 3.58, 0.35, "T-spin thesis, 5.3.2: pieces that nobody would place so by habit", 2.95),
        Mark("surprise_worst", 1.07, 2.06, 0.25, "T-spin thesis, fig. 5.13: one move that is hard to find", 1.07),
        Mark("edges_base", 0.77, 1.11, 0.3, "T-spin thesis, 5.3.1: the shape to be is hard to see"),
        Mark("slots_at_start", 0.27, 0.46, -0.2, "T-spin thesis, fig. 5.14: all but there"),
        Mark("spins", 0.64, 0.92, 0.12, "a guess: pieces that have to turn on the way down", 0.25),
        Mark("tucks", 0.16, 0.44, 0.1, "a guess: pieces that go in sideways", 0.09),
    ),
)

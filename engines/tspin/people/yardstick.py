"""How hard T-spin puzzles are by what is measured on them: the number of pieces first, then how far from habit.

Centres and scales are those of 2,578 of our own candidates with one solution, of all variants. The weights are
judgement: nobody has sorted T-spin puzzles by difficulty, and the thesis' beginners rated one and two moves apart.
"""

from __future__ import annotations

from engines.people.yardstick import Mark, Yardstick

YARDSTICK = Yardstick(
    counts="pieces",
    usual=2.0,
    doubling=1.2,
    half=1.0,
    marks=(
        Mark("looked_at", 1.22, 1.35, 0.45, "ours: lines that come to mind before the answer"),
        Mark("habit_sum", 3.26, 3.91, 0.35, "T-spin thesis, 5.3.2: pieces that nobody would place so when stacking"),
        Mark("surprise_worst", 1.08, 2.03, 0.25, "T-spin thesis, fig. 5.13: one move that is hard to find"),
        Mark("edges_base", 0.77, 1.09, 0.3, "T-spin thesis, 5.3.1: the shape to be is hard to see"),
        Mark("slots_at_start", 0.36, 0.5, -0.2, "T-spin thesis, fig. 5.14: all but there"),
        Mark("spins", 0.48, 0.77, 0.25, "a guess: pieces that have to turn on the way down"),
        Mark("tucks", 0.11, 0.33, 0.2, "a guess: pieces that go in sideways"),
    ),
)

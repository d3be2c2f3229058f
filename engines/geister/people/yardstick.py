"""How hard Geister puzzles are by what is measured on them: the number of plies first, then how hidden the way is.

Centres and scales are those of 1,836 of our own candidates with one solution, of all variants. The weights are
judgement: the paper's raters ranked a hundred puzzles of all lengths, and no rating is public.
"""

from __future__ import annotations

from engines.people.yardstick import Mark, Yardstick

YARDSTICK = Yardstick(
    counts="plies",
    usual=7.0,
    doubling=1.9,
    half=1.0,
    marks=(
        Mark("looked_at", 4.3, 2.8, 0.3, "ours: lines that come to mind before the answer"),
        Mark("surprise_first", 2.21, 1.97, 0.2, "Geister paper, 7.7: a first move that nobody thinks of"),
        Mark("surprise_worst", 3.13, 2.18, 0.15, "ours: one move that is hard to find"),
        Mark(
            "stands_out", 0.56, 0.74, 0.25, "ours: how far one must look before the first move stands out", log=True
        ),
        Mark("most_proof", 4.26, 2.12, 0.15, "Geister paper, 6: the proof number", log=True),
        Mark("detours", 1.28, 1.16, 0.2, "Geister paper, 7.7, left: long but straight on is easy"),
        Mark("other_answers", 0.71, 1.04, 0.1, "ours: replies that have to be answered otherwise"),
    ),
)

"""How hard Geister puzzles are by what is measured on them: the number of plies first, then how hidden the way is.

Centres, scales and rises are those of 1,413 of our own candidates with one solution, of all variants up to 19 plies.
The weights are judgement: the paper's raters ranked a hundred puzzles of all lengths, and no rating is public.

Agents were asked, who are no people: among puzzles of equal length the yardstick ranks with the weakest judge that
finds the answer at 0.22 (Spearman), with the judges' mean rank of the worst move at 0.31, with the nodes that a
search needs at 0.45. No change of a weight was better by all three, so the weights are as they were.
"""

from __future__ import annotations

from engines.people.yardstick import Mark, Yardstick

YARDSTICK = Yardstick(
    counts="plies",
    usual=7.0,
    doubling=2.6,
    half=1.0,
    marks=(
        Mark("looked_at", 5.35, 3.8, 0.3, "ours: lines that come to mind before the answer", 3.99),
        Mark("surprise_first", 2.77, 2.32, 0.2, "Geister paper, 7.7: a first move that nobody thinks of", 0.41),
        Mark("surprise_worst", 3.6, 1.87, 0.15, "ours: one move that is hard to find", 0.93),
        Mark(
            "stands_out", 0.71, 0.92, 0.25, "ours: how far one must look before the first move stands out", 0.61, True
        ),
        Mark("most_proof", 3.67, 1.92, 0.15, "Geister paper, 6: the proof number", 3.32, True),
        Mark("detours", 1.44, 1.19, 0.2, "Geister paper, 7.7, left: long but straight on is easy", 1.13),
        Mark("other_answers", 0.83, 1.06, 0.1, "ours: replies that have to be answered otherwise", 0.32),
    ),
)

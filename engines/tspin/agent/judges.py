"""Who judges T-spin puzzles: the names alone, for those who do not judge. Compare with `judge`."""

from __future__ import annotations

from engines.judging import Judge

GREEDY, BEAM = "greedy", "beam"
JUDGES = (
    Judge(GREEDY, "a player that looks one move ahead", "1手先だけを読むプレイヤー"),
    Judge(
        BEAM,
        "a player that knows the whole queue and the goal's piece",
        "ネクストとゴールのミノまで読むプレイヤー",
        searches=True,
    ),
)

"""Who judges Geister puzzles: the names alone, for those who do not judge. Compare with `judge`."""

from __future__ import annotations

from engines.judging import Judge

RULES, NEAR, SHALLOW = "rules", "search-3", "search-5"
JUDGES = (
    Judge(RULES, "a player by rules of thumb", "経験則だけで指すプレイヤー"),
    Judge(NEAR, "a player that reads three plies ahead", "3手先まで読むプレイヤー"),
    Judge(SHALLOW, "a player that reads five plies ahead", "5手先まで読むプレイヤー", searches=True),
)

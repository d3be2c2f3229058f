"""The list of the agents that judge T-spin puzzles. How they judge is in `judge`, which needs more imports."""

from __future__ import annotations

import re

from engines.judging import Judge

GREEDY, NEXT, BEAM = "greedy", "next", "beam"
JUDGES = (
    Judge(GREEDY, "an agent that looks one move ahead", "1手先だけを読むエージェント"),
    Judge(NEXT, "an agent that looks at the next piece too", "次のミノまで読むエージェント"),
    Judge(
        BEAM,
        "an agent that knows the whole queue and the goal's piece",
        "ネクストとゴールのミノまで読むエージェント",
        searches=True,
    ),
)

TURNED_JA = {
    "": "",
    ", flat": "寝かせて",
    ", upright": "縦にして",
    ", turned right": "右に回して",
    ", upside down": "逆さにして",
    ", turned left": "左に回して",
}
UNDER = ", under what hangs over"
PLACEMENT = re.compile(rf"(.) in columns? (\d+)(?:-(\d+))?({'|'.join(filter(None, TURNED_JA))})?({UNDER})?")


def move_ja(name: str) -> str:
    """A placement as `judge.placement_name` tells it, in Japanese."""
    found = PLACEMENT.fullmatch(name)
    if not found:
        raise ValueError(f"{name!r} is no placement")
    piece, first, last, turned, under = found.groups("")
    columns = f"左から{first}〜{last}列目" if last else f"左から{first}列目"
    return f"{piece}ミノを{TURNED_JA[turned]}{columns}{'の屋根の下' if under else ''}に置く手"

"""The rules in a few words, for pages."""

from __future__ import annotations

from engines.contract import Rules

RULES = Rules(
    (
        "Drop the pairs in order; each may be turned, and its halves fall on their own. Four or more of a colour "
        "side by side vanish, what lies above falls down, and if that makes more vanish it is a chain.",
        "Reach the goal under the board with just these pairs. Grey garbage vanishes when something beside it does.",
    ),
    (
        "組ぷよを順に落とします。向きは自由で、左右の段差があれば離れて落ちます。同じ色が4つ以上つながると消え、"
        "上のぷよが落ちてまた消えれば連鎖です。",
        "この組ぷよだけで、盤の下に書かれた目標を達成してください。おじゃまぷよは、隣のぷよが消えると一緒に消えま"
        "す。",
    ),
    {
        "game": "puyo",
        "goal": {"kind": "chain", "n": 2, "exact": True, "color": "all"},
        "queue": ["pp"],
        "board": ["..r...", "..pr..", "p.rr.."],
    },
    "2N",
)

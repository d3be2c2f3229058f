"""The rules in a few words, for pages."""

from __future__ import annotations

from engines.contract import Rules

RULES = Rules(
    (
        "Your ghosts face up the board, and you move first: one step up, down, left or right, onto an empty "
        "square or onto an enemy, which is taken. You win when a blue ghost of yours stands in a top corner and "
        "walks out, when you take the enemy's last blue, or when the enemy takes your last red; the enemy wins "
        "likewise, by the bottom corners.",
        "Purple ghosts are enemies whose colours you cannot see; how many are blue and red is told. Find the move"
        " that wins within the plies named, moves of both sides counted, whatever they are and whatever the enemy"
        " does.",
    ),
    (
        "自分の駒は上向きで、先手です。1手で上下左右に1マス進み、相手の駒のマスに入ればその駒を取ります。青駒が"
        "上の隅から外へ出る、相手の青駒をすべて取る、自分の赤駒をすべて取られる、のどれかで勝ちです。相手は下の隅"
        "から脱出します。",
        "紫の駒は色の分からない相手の駒で、青と赤の数だけが示されます。紫がどの色でも、相手がどう応じても、示され"
        "た手数（両者の手を数えます）で勝てる初手を見つけてください。",
    ),
    {
        "game": "geister",
        "board": "....B./....../..u.../....../.u..../R.....",
        "hidden": {"blue": 1, "red": 1},
        "plies": 3,
    },
    {"plies": 3, "first_moves": ["e6-f6"], "line": ["e6-f6", "b2-b1", "f6-exit"]},
)

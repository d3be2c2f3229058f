"""The rules in a few words, for pages."""

from __future__ import annotations

from engines.contract import Rules

RULES = Rules(
    (
        "Place every piece of the queue, in order. What you build must let one more piece do what the title says:"
        " a T that is turned in under an overhang and clears two rows (a T-spin Double) or three, or an I that "
        "clears four.",
        "“Drops only” means that pieces fall straight down; with “tucks and spins” they may also slide and turn "
        "on the way.",
    ),
    (
        "列のミノを順にすべて置きます。最後に入るミノが、題名の消し方をできる形を作ってください。屋根の下に回し入"
        "れたTで2列（Tスピンダブル）か3列を消す、またはIで4列を消す、のどれかです。",
        "「落下のみ」ではミノはまっすぐ落ちます。「横入れ・回転入れ」では落ちる途中で滑らせたり回したりできます。",
    ),
    {
        "game": "tspin",
        "goal": "tsd",
        "moves": "drop",
        "queue": "I",
        "board": [".......X..", "XXX...XXXX", "XXXX.XXXXX"],
    },
    [{"piece": "I", "cells": [[0, 2], [1, 2], [2, 2], [3, 2]]}],
)

"""How fast the T-spin players choose, beside the paper's own figures (002, table 8), on whatever machine that was.
Our own stand beside its beam search.

CPU time of one core, compilation left out; the game itself, its inputs and records, is in it.
"""

from __future__ import annotations

import time
from typing import Any

from engines.tspin.engine import ENGINE

INPUTS = {"beam": 2000, "stochastic": 200, "best": 1000}


def moves_row(player: str) -> dict[str, Any]:
    """Moves a CPU second in one game."""
    ENGINE.play_game(player, 1, 0, {"inputs": 20})
    begin = time.process_time()
    game = ENGINE.play_game(player, 1, 0, {"inputs": INPUTS[player]})
    seconds = time.process_time() - begin
    published = ENGINE.players[player].published or ENGINE.players["beam"].published
    return {
        "name": f"tspin player {player}",
        "value": len(game.moves) / seconds,
        "unit": "moves / CPU s",
        "peer": 1000 / published["ms"],
        "peer_name": "002, table 8",
    }


def benchmarks() -> list[dict[str, Any]]:
    return [moves_row(player) for player in INPUTS]

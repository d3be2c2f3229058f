"""How fast the T-spin agents choose, beside the T-spin agent paper's (table 8), on whatever machine that was.
Our own stand beside its beam search.

CPU time of one core, compilation left out; the game itself, its inputs and records, is in it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from engines.tspin.engine import ENGINE

INPUTS = {"beam": 2000, "stochastic": 200, "best": 1000}


def moves_row(agent: str) -> dict[str, Any]:
    """Moves a CPU second in one game."""
    ENGINE.play_game(agent, 1, 0, {"inputs": 20})
    begin = time.process_time()
    game = ENGINE.play_game(agent, 1, 0, {"inputs": INPUTS[agent]})
    seconds = time.process_time() - begin
    published = ENGINE.agents[agent].published or ENGINE.agents["beam"].published
    return {
        "name": f"tspin agent {agent}",
        "value": len(game.moves) / seconds,
        "unit": "moves / CPU s",
        "peer": 1000 / published["ms"],
        "peer_name": "T-spin agent paper, table 8",
    }


def benchmarks() -> Iterator[dict[str, Any]]:
    yield from map(moves_row, INPUTS)

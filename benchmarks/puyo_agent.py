"""How fast the Puyo agents choose, beside the Puyo agent paper's (tables 5.2 to 5.4), on a Core i7 of 1.7 GHz,
and our best ones beside a beam search in C++.

CPU time of one core, compilation left out; the game itself is in it. Games in which an agent had to begin again count
for the moves of their last try alone, so none of those is taken.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from engines.puyo.engine import ENGINE

GAMES = {"potential-2": 40, "potential-3": 40, "potential-4": 8, "full-width": 40, "erasure": 40, "both": 40}
OURS = {"best-fast": 8, "best": 2}
PEER, PEER_MS = "ama (C++), 14.3 chains in 36 moves", 1000.0  # its beam search, 250 wide and 16 deep


def move_row(agent: str, games: int, peer: float, peer_name: str) -> dict[str, Any]:
    """CPU milliseconds for a move."""
    ENGINE.play_game(agent, 1, 0, {"moves": 2})
    seconds, moves = 0.0, 0
    for number in range(games):
        begin = time.process_time()
        game = ENGINE.play_game(agent, 1, number)
        if not game.measures["restarts"]:
            seconds += time.process_time() - begin
            moves += game.parameters["moves"]
    return {
        "name": f"puyo agent {agent}, a move",
        "value": seconds / moves * 1e3,
        "unit": "CPU ms",
        "peer": peer,
        "peer_name": peer_name,
    }


def benchmarks() -> Iterator[dict[str, Any]]:
    for agent, games in GAMES.items():
        yield move_row(agent, games, ENGINE.agents[agent].published["ms"], "Puyo agent paper")
    for agent, games in OURS.items():
        yield move_row(agent, games, PEER_MS, PEER)

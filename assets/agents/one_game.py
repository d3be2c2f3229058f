"""One game, as workers play it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from engines.agents import Played
from engines.registry import engine


def play_one(
    game: str,
    agent: str,
    seed: int,
    number: int,
    parameters: Mapping[str, Any],
    against: str = "",
    weights: Mapping[str, Any] | None = None,
) -> tuple[Played, float]:
    """One game, and the seconds of this process' time that it took; the task that workers do."""
    game_engine = engine(game)
    warm_up(game, agent, against, json.dumps(dict(weights or {}), sort_keys=True))
    start = time.process_time()
    played = game_engine.play_game(agent, seed, number, parameters, against, weights)
    return played, time.process_time() - start


WARM: set[tuple[str, ...]] = set()


def warm_up(game: str, agent: str, against: str, weights: str) -> None:
    """Play a short game once in a process, so that compiling and loading is not counted as thinking."""
    if (game, agent, against) not in WARM:
        game_engine = engine(game)
        game_engine.play_game(agent, 1, 0, game_engine.short_game, against, json.loads(weights))
        WARM.add((game, agent, against))

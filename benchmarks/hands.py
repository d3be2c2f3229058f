"""How fast an engine tells what hands can do: each of its situations is a move of somebody who waits for it."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from typing import Any

from engines.engine import Engine
from engines.hands import as_json

SEED = 17
EACH = 20  # puzzles of a variant
WAIT_MS = 3.0  # what a situation may take, of the 50 ms that a player waits at most


def choices_of(told: dict[str, Any]) -> list[Any]:
    """The moves that hands can make in a situation."""
    if told["steer"]:
        return [rest["move"] for rest in told["steer"]["rests"]]
    return [choice["move"] for choice in told["pick"]["choices"]] if told["pick"] else []


def seconds_played(table: Engine[Any], puzzles: Sequence[Any]) -> list[float]:
    """CPU seconds of every situation, as text for a page, of puzzles that are played without a plan."""
    chance = random.Random(SEED)
    taken = []
    for puzzle in puzzles:
        moves: list[Any] = []
        while True:
            began = time.process_time()
            told = as_json(table.situation(puzzle, moves))
            json.dumps(told)
            taken.append(time.process_time() - began)
            choices = choices_of(told)
            if not choices:
                break
            moves = [*told["moves"], chance.choice(choices)]
    return taken


def hands_rows(table: Engine[Any], variants: Sequence[str]) -> list[dict[str, Any]]:
    """How many situations a second, and the slowest of all, over some variants."""
    made = {seed: [p for name in variants for p in table.generate(name, seed, EACH)] for seed in (SEED, SEED + 1)}
    seconds_played(table, made[SEED + 1])  # compiled, and the caches are warm
    taken = seconds_played(table, made[SEED])
    what = f"{table.name} situations for hands"
    return [
        {
            "name": what,
            "value": len(taken) / sum(taken),
            "unit": "a CPU s",
            "peer": 1e3 / WAIT_MS,
            "peer_name": "our aim",
        },
        {
            "name": f"{what}, the slowest of {len(taken)}",
            "value": 1e3 * max(taken),
            "unit": "CPU ms",
            "peer": 50.0,
            "peer_name": "our aim",
        },
    ]

"""Puzzles for the tests: the vectors' own, and random ones of every make."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from engines.puyo.rules.board import COLORS, Columns, columns_from_rows, planes_of
from engines.puyo.rules.chain import pops
from engines.puyo.rules.puzzle import (
    ACC_COLORS,
    ALL,
    CHAIN,
    COLORED_KINDS,
    COLORS_AT_ONCE,
    CONNECT,
    COUNT,
    GOAL_COLORS,
    HARD_FALL,
    KINDS,
    PLACE,
    Fall,
    Goal,
    Puzzle,
    Step,
)

VECTORS: dict[str, list[dict[str, Any]]] = json.loads((Path(__file__).parent / "vectors.json").read_text())


def from_vector(known: dict[str, Any]) -> Puzzle:
    """A puzzle of the vectors, which say `op` for `exact` and `steps` for `queue`."""
    told = known["goal"]
    goal = Goal(
        told.get("kind"), told.get("n", 0), told.get("op") != "atleast", told.get("color", ALL), told.get("clear")
    )
    queue = tuple(step["pair"] if "pair" in step else Fall(tuple(step["garbage"])) for step in known["steps"])
    return Puzzle(goal, queue, columns_from_rows(known["board"]))


def random_columns(random: Random, highest: int = 7, colors: int = 4, others: float = 0.1) -> Columns:
    """A settled board that does not pop, with column 3 below row 12."""
    while True:
        heights = [random.randint(0, highest) for _ in range(6)]
        heights[2] = min(heights[2], 11)
        columns = tuple(
            "".join(
                random.choice("oooh") if random.random() < others else random.choice(COLORS[:colors])
                for _ in range(height)
            )
            for height in heights
        )
        if not pops(planes_of(columns)):
            return columns


def random_step(random: Random, colors: int, falls: float) -> Step:
    """A pair, or now and then a fall."""
    if random.random() < falls:
        counts = tuple(random.choice((0, 0, 0, 1, 2)) for _ in range(6))
        return Fall(counts, HARD_FALL) if random.random() < 0.2 else Fall(counts)
    return random.choice(COLORS[:colors]) + random.choice(COLORS[:colors])


def random_goal(random: Random, kind: str | None, colors: int) -> Goal:
    """A goal of this kind that random boards may well reach."""
    letters = (*GOAL_COLORS[:3], *COLORS[:colors])
    clear = random.choice(letters) if kind is None or random.random() < 0.15 else None
    if kind is None:
        return Goal(clear=clear)
    color = random.choice(letters) if kind in COLORED_KINDS else ALL
    if kind in (PLACE, CONNECT) and color == "garbage":
        color = "color"
    n = {
        CHAIN: random.choice((1, 2, 2, 3)),
        COLORS_AT_ONCE: random.choice((1, 2)),
        COUNT: random.choice((1, 2, 4, 5, 6, 8)),
        PLACE: random.choice((1, 2)),
        CONNECT: random.choice((4, 5, 6)),
        ACC_COLORS: random.choice((1, 2, 3)),
    }.get(kind, random.choice((2, 4, 5, 8, 9)))
    return Goal(kind, n, random.random() < 0.6, color, clear)


def random_puzzle(random: Random, kind: str | None, moves: int, highest: int = 7) -> Puzzle:
    """A random puzzle with a goal of this kind; one step in ten is a fall."""
    colors = random.choice((2, 3, 3, 4, 5))
    columns = random_columns(random, highest, colors)
    queue = tuple(random_step(random, colors, 0.1) for _ in range(moves))
    if all(isinstance(step, Fall) for step in queue):
        queue = (*queue[:-1], random_step(random, colors, 0))
    return Puzzle(random_goal(random, kind, colors), queue, columns)


EVERY_KIND = (*KINDS, None)

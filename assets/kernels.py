"""Compile the engines' kernels and the referees' rules before a first night: those of all games side by side.

Each worker of a stage would compile for itself what it comes across, one after the other. Here every game gets a
process of its own that makes a puzzle of each number of moves from end to end, once, when nothing is compiled yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from assets import progress
from assets.compute import Compute
from engines.jit import nothing_compiled
from engines.registry import engine
from quality.referee import referee

MOST_MOVES = 2  # longer queues use the same kernels


def compile_kernels(compute: Compute, games: Sequence[str]) -> None:
    """Fill the cache of kernels if it is empty."""
    if len(games) < 2 or not nothing_compiled():
        return
    progress.current().begin("compile", "")
    compute.run(use, [(game,) for game in games], pool=True)
    progress.current().end("compile", "", f"the kernels of {' and '.join(games)}, once")


def use(game: str) -> None:
    """Use what a night uses of an engine and its referee, on as little as can be."""
    maker = engine(game)
    shortest = min(variant.moves for variant in maker.variants.values())
    for name, variant in maker.variants.items():
        if variant.moves <= max(MOST_MOVES, shortest):
            puzzles = maker.generate(name, 1, 1)
            verdicts = maker.solve(puzzles)
            maker.measure(puzzles, verdicts)
            maker.labels(puzzles, verdicts)
            if variant.moves == shortest:
                referee(game).count(maker.encode(puzzles[0]))

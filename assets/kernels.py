"""Compile an engine's kernels and its referee's rules before a first night, in one process.

Each worker of a stage would compile for itself what it comes across. Here one worker makes a puzzle of each number of
moves from end to end, once, when nothing is compiled yet; that of another game goes on beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assets import progress
from assets.compute import Compute
from assets.settings import Settings
from engines.jit import nothing_compiled
from engines.registry import engine
from quality.referee import referee

MOST_MOVES = 2  # longer queues use the same kernels


def worth_compiling(games: Sequence[str]) -> bool:
    """Whether the cache of kernels is to be filled before several games go to work."""
    return len(games) > 1 and nothing_compiled()


def compile_kernels(compute: Compute, settings: Settings, game: str) -> None:
    """Fill the cache with what a game needs."""
    progress.current().begin("compile", game)
    compute.apart(use, game, {player: given["parameters"] for player, given in settings.rounds(game).items()})
    progress.current().end("compile", game, "its kernels, once")


def use(game: str, players: Mapping[str, Mapping[str, Any]]) -> None:
    """Use what a night uses of an engine, its players and its referee, on as little as can be."""
    maker: Any = engine(game)
    for player, parameters in players.items():
        maker.met(maker.play_game(player, 1, 0, {**parameters, **maker.short_game}), list(maker.variants), 1)
    shortest = min(variant.moves for variant in maker.variants.values())
    for name, variant in maker.variants.items():
        if variant.moves <= max(MOST_MOVES, shortest):
            puzzles = maker.generate(name, 1, 1)
            verdicts = maker.solve(puzzles)
            maker.measure(puzzles, verdicts)
            maker.labels(puzzles, verdicts)
            if getattr(maker, "judges", None):
                maker.judge(puzzles, verdicts)
            if variant.moves == shortest:
                referee(game).count(maker.encode(puzzles[0]))

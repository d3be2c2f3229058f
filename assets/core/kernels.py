"""Compile an engine's kernels and its referee's rules before a first night.

Each worker of a stage would compile for itself what it comes across. Here a game's kernels are used one after the
other on as little as can be, when nothing is compiled yet; those of another game go on beside them.

    python -m assets.core.kernels    compiles all that is not compiled yet, for the tests
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from assets.core import progress
from assets.core.compute import Compute
from assets.core.settings import Settings
from engines.kernels.jit import nothing_compiled
from engines.registry import engine
from quality.referee import referee

MOST_MOVES = 2  # longer queues use the same kernels

Use = tuple[Any, ...]  # a function and its arguments


def worth_compiling(games: Sequence[str]) -> bool:
    """Whether the cache of kernels is to be filled before several games go to work."""
    return len(games) > 1 and nothing_compiled()


def compile_kernels(compute: Compute, settings: Settings, game: str) -> None:
    """Fill the cache with what a game needs."""
    progress.current().begin("compile", game)
    uses = uses_of(settings, game)
    for done, (function, *given) in enumerate(uses):
        progress.current().advance(done, len(uses))
        compute.apart(function, *given)
    progress.current().end("compile", game, "its kernels, once")


def uses_of(settings: Settings, game: str) -> list[Use]:
    """What a night uses of an engine, its agents and its referee, on as little as can be."""
    variants = engine(game).variants
    shortest = min(variant.moves for variant in variants.values())
    short = [name for name, variant in variants.items() if variant.moves <= max(MOST_MOVES, shortest)]
    agents: list[Use] = [
        (use_agent, game, agent, given["parameters"]) for agent, given in settings.rounds(game).items()
    ]
    return agents + [(use_variant, game, name, variants[name].moves == shortest) for name in short]


def use_agent(game: str, agent: str, parameters: Mapping[str, Any]) -> None:
    """Play a game that is over at once, and look for puzzles in it."""
    maker = engine(game)
    maker.met(maker.play_game(agent, 1, 0, {**parameters, **maker.short_game}), list(maker.variants), 1)


def use_variant(game: str, variant: str, counted: bool) -> None:
    """Make a puzzle from end to end; the referee counts its solutions, if they are to be counted."""
    maker = engine(game)
    puzzles = maker.generate(variant, 1, 1)
    verdicts = maker.solve(puzzles)
    maker.appraise(puzzles, verdicts)
    if maker.judges:
        maker.judge(puzzles, verdicts)
    if counted:
        referee(game).count(maker.encode(puzzles[0]))


def main() -> None:
    settings = Settings.load()
    if not worth_compiling(settings.games):
        return
    say("compiling the kernels of all games, once: about a minute or two")
    with Compute(settings.workers) as compute, ThreadPoolExecutor(len(settings.games)) as beside:
        list(beside.map(partial(compile_aloud, compute, settings), settings.games))


def compile_aloud(compute: Compute, settings: Settings, game: str) -> None:
    """Compile a game's kernels and say how far it is."""
    with progress.heard_by(progress.Lines(say)):
        compile_kernels(compute, settings, game)


def say(line: str) -> None:
    print(f"tsume: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

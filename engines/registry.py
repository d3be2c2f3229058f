"""The engines by name. Adding a game means adding one line to `GAMES`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from engines.engine import Engine

GAMES: dict[str, str] = {
    "tspin": "engines.tspin",
    "puyo": "engines.puyo",
    "geister": "engines.geister",
}


class UnknownGame(KeyError):
    """No engine of that name."""

    def __str__(self) -> str:
        return f"unknown game {self.args[0]!r}: choose from {', '.join(GAMES)}"


class UnknownVariant(KeyError):
    """No engine has a variant of that name."""

    def __str__(self) -> str:
        known = ", ".join(name for game in GAMES for name in engine(game).variants)
        return f"unknown variant {self.args[0]!r}: choose from {known}"


@cache
def engine(game: str) -> Engine[Any]:
    """The engine of a game; its package is imported when first asked for."""
    if game not in GAMES:
        raise UnknownGame(game)
    found: Engine[Any] = import_module(GAMES[game]).ENGINE
    return found


def package_of(game: str) -> str:
    """The name of the package that holds a game's engine."""
    return GAMES[game]


def game_of_variant(variant: str) -> str:
    """Which game a variant belongs to: variant names are unique among all games."""
    for game in GAMES:
        if variant in engine(game).variants:
            return game
    raise UnknownVariant(variant)

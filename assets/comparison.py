"""Players compared: each plays the same numbers of games, and their measures come with intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assets import games
from assets.compute import Compute
from engines.playing import Played, Player
from engines.registry import engine

MS = "ms"  # what is measured here, beside the measures of the engine: milliseconds of processor time a move
RESAMPLED = 2000
SHARE = 0.95


class UnknownPlayer(LookupError):
    """No player or group of that name."""


@dataclass(frozen=True)
class Figure:
    """A mean over games, and the interval that holds 95 % of what other such games would have given."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Result:
    """What came of one player's games."""

    player: Player
    games: Sequence[Played]
    figures: Mapping[str, Figure]
    paper: Player | None = None  # the player whose published figures can be compared with them, if any

    @property
    def published(self) -> Mapping[str, float]:
        """The paper's figures, where they can be compared."""
        return self.paper.published if self.paper else {}


def chosen(game: str, names: Sequence[str]) -> list[str]:
    """Players by name, by group, or all of them; each once, in the order asked for."""
    table: Any = engine(game)
    players: Mapping[str, Player] = table.players
    found: list[str] = []
    for name in names:
        group = [player.name for player in players.values() if name in (player.group, "all") and name]
        if name not in players and not group:
            groups = list(dict.fromkeys(player.group for player in players.values() if player.group))
            raise UnknownPlayer(f"{game} has no player {name!r}: choose from {', '.join([*players, *groups, 'all'])}")
        found += [name] if name in players else group
    return list(dict.fromkeys(found))


def compare(
    compute: Compute,
    game: str,
    players: Sequence[str],
    seed: int,
    count: int,
    parameters: Mapping[str, Any],
    against: str = "",
    weights: Callable[[str], Mapping[str, Any]] = lambda player: {},
    tuned: bool = False,
) -> list[Result]:
    """Have each player play games 0 .. count-1 of a seed. Papers' figures go with games as they come, of a player
    alone, by weights that are not `tuned` here."""
    tasks = [
        (game, player, seed, number, parameters, against, weights(player))
        for player in players
        for number in range(count)
    ]
    played = compute.run(games.play, tasks, pool=True)
    table: Any = engine(game)
    usual = all(parameters.get(known.name, known.default) == known.default for known in table.play_parameters)
    comparable = usual and not against and not tuned
    return [
        result(
            table.players[player],
            played[place * count : (place + 1) * count],
            paper_of(table.players, player) if comparable else None,
        )
        for place, player in enumerate(players)
    ]


def paper_of(players: Mapping[str, Player], name: str) -> Player:
    """The player whose published figures stand beside a player's: that itself, or the one that it names."""
    return players[players[name].beside or name]


def result(player: Player, played: Sequence[tuple[Played, float]], paper: Player | None = None) -> Result:
    """The means of what came of a player's games. How long a move takes can be told of a player alone."""
    found = [game for game, _ in played]
    names = dict.fromkeys(name for game in found for name in game.measures)
    values = {name: np.array([game.measures.get(name, np.nan) for game in found]) for name in names}
    moves = np.array([game.measures.get("decisions", len(game.moves)) for game in found], dtype=float)
    seconds = np.array([time for _, time in played])
    figures = {name: figure(of) for name, of in values.items() if np.isfinite(of).any()}
    if moves.sum() and not any(game.against not in ("", player.name) for game in found):
        figures[MS] = figure(1000 * seconds / np.maximum(moves, 1))
    return Result(player, found, figures, paper)


def figure(values: np.ndarray) -> Figure:
    """The mean of a sample and its bootstrap interval, which a single game has not; the same for the same sample."""
    known = values[np.isfinite(values)]
    if len(known) == 1:
        return Figure(float(known[0]), np.nan, np.nan)
    draws = np.random.default_rng(0).integers(0, len(known), (RESAMPLED, len(known)))
    low, high = np.quantile(known[draws].mean(axis=1), [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return Figure(float(known.mean()), float(low), float(high))

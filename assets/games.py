"""play: the games that players play tonight, whole, for puzzles to be met in and for people to watch."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from assets.stage import Facts, Press, Stage, Work
from assets.versions import body_of, version_of
from engines.contract import puzzle_id, puzzle_text
from engines.playing import Met, Played
from engines.registry import engine
from warehouse.lake import FOUNDING, night_of, rows_to_table

Row = dict[str, Any]


def seed_of(base: int, batch: str, game: str, player: str) -> int:
    """The seed of a player's games in a batch: 63 bits that share nothing between nights or players."""
    return int.from_bytes(hashlib.sha256(f"{base}/{batch}/{game}/{player}/games".encode()).digest()[:8], "big") >> 1


def rounds(press: Press, game: str, batch: str) -> dict[str, Mapping[str, Any]]:
    """Who plays in a batch, and how: the settings of each player, with how many games. Before the first night each
    plays one, so that the first models know what such puzzles are like."""
    found = press.settings.rounds(game)
    return {
        player: {**given, "count": 1 if batch == FOUNDING else press.settings.scaled(given["count"])}
        for player, given in found.items()
    }


def weights_of(press: Press, game: str, *players: str) -> dict[str, Any]:
    """What players play by: their weights' names and bodies, those of the settings where they name a version."""
    table: Any = engine(game)
    names = dict.fromkeys(name for player in players if player and (name := table.players[player].weights))
    return {name: body_of(press, game, name, press.settings.play["weights"].get(f"{game}/{name}")) for name in names}


def facts(press: Press, game: str, batch: str) -> Facts:
    told: dict[str, Any] = {"seed": press.settings.seed}
    for player, given in rounds(press, game, batch).items():
        told[player] = dict(given)
        told |= {name: version_of(body) for name, body in weights_of(press, game, player, given["against"]).items()}
    return Facts(told)


def play(
    game: str,
    player: str,
    seed: int,
    number: int,
    parameters: Mapping[str, Any],
    against: str = "",
    weights: Mapping[str, Any] | None = None,
) -> tuple[Played, float]:
    """One game, and the seconds of this process' time that it took; the task that workers do."""
    table: Any = engine(game)
    warm_up(game, player, against, json.dumps(dict(weights or {}), sort_keys=True))
    start = time.process_time()
    played = table.play_game(player, seed, number, parameters, against, weights)
    return played, time.process_time() - start


WARM: set[tuple[str, ...]] = set()


def warm_up(game: str, player: str, against: str, weights: str) -> None:
    """Play a short game once in a process, so that compiling and loading is not counted as thinking."""
    if (game, player, against) not in WARM:
        table: Any = engine(game)
        table.play_game(player, 1, 0, table.short_game, against, json.loads(weights))
        WARM.add((game, player, against))


def make(work: Work) -> dict[str, pa.Table]:
    press, game = work.press, work.game
    chosen = rounds(press, game, work.batch)
    tasks = [
        (game, player, seed_of(press.settings.seed, work.batch, game, player), number, given["parameters"],
         given["against"], weights_of(press, game, player, given["against"]))
        for player, given in chosen.items()
        for number in range(given["count"])
    ]  # fmt: skip
    played = press.compute.run(play, tasks, pool=len(tasks) > press.compute.processes)
    rows = [row_of(work, found, task[-1]) for (found, _), task in zip(played, tasks, strict=True)]
    return {
        "played_game": rows_to_table("played_game", rows),
        "player_weights": rows_to_table("player_weights", used(work, chosen)),
    }


def row_of(work: Work, game: Played, weights: Mapping[str, Any]) -> Row:
    table: Any = engine(work.game)
    return {
        "batch": work.batch,
        "night": night_of(work.batch),
        "game": work.game,
        "player": game.player,
        "against": game.against or None,
        "seed": game.seed,
        "number": game.number,
        "weights": version_of(weights[own]) if (own := table.players[game.player].weights) in weights else None,
        "engine": f"{table.name} {table.version}",
        "moves": len(game.moves),
        "measures": sorted(game.measures.items()),
        "record": json.dumps(game.as_json(), separators=(",", ":"), ensure_ascii=False),
    }


def used(work: Work, chosen: Mapping[str, Any]) -> list[Row]:
    """The weights that tonight's players play by, each once."""
    found: dict[str, Row] = {}
    for player, given in chosen.items():
        for name, body in weights_of(work.press, work.game, player, given["against"]).items():
            found[name] = {
                "batch": work.batch,
                "night": night_of(work.batch),
                "game": work.game,
                "name": name,
                "version": version_of(body),
                "tuner": None,
                "seed": None,
                "settings": None,
                "measures": None,
                "body": json.dumps(body, separators=(",", ":")),
            }
    return [found[name] for name in sorted(found)]


class Found(NamedTuple):
    """A puzzle that was met in a game, as text."""

    variant: str
    puzzle_id: str
    puzzle: str
    move: int
    alone: bool  # it is known to have one answer


def meet(game: str, record: str, variants: Sequence[str], most: int) -> list[Found]:
    """The puzzles that were met in a game; the task that workers do."""
    table: Any = engine(game)
    found: list[Met] = table.met(Played.from_json(json.loads(record)), variants, most)
    return [
        Found(met.variant, puzzle_id(table, met.puzzle), puzzle_text(table, met.puzzle), met.move, met.alone)
        for met in found
    ]


def note(tables: Mapping[str, pa.Table]) -> str:
    games = tables["played_game"]
    played = games.num_rows
    return f"{played:,} game{'s'[: played != 1]}, {sum(games.column('moves').to_pylist()):,} moves"


STAGE = Stage(
    name="games",
    verb="play",
    description="Games that tonight's players play to the end. Positions met in them become candidates, "
    "and the release has some to watch. The same night, settings and weights give the same games.",
    after=(),
    reads=(),
    writes=("played_game", "player_weights"),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
    facts=facts,
    also=("versions.py",),
)

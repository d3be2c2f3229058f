"""play: whole games that agents play tonight. Puzzles are met in them, and people can watch them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from assets.agents.one_game import play_one
from assets.agents.versions import body_of, version_of
from assets.core.stage import Facts, Press, Stage, Work
from engines.agents import Met, Played
from engines.identity import puzzle_id, puzzle_text
from engines.registry import engine
from warehouse.lake import FOUNDING, night_of, rows_to_table

Row = dict[str, Any]


def seed_of(base: int, batch: str, game: str, agent: str) -> int:
    """The seed of an agent's games in a batch: 63 bits that share nothing between nights or agents."""
    return int.from_bytes(hashlib.sha256(f"{base}/{batch}/{game}/{agent}/games".encode()).digest()[:8], "big") >> 1


def rounds(press: Press, game: str, batch: str) -> dict[str, Mapping[str, Any]]:
    """Who plays in a batch, and how: the settings of each agent, with how many games. Before the first night each
    plays one, so that the first models know what such puzzles are like."""
    found = press.settings.rounds(game)
    return {
        agent: {**given, "count": 1 if batch == FOUNDING else press.settings.scaled(given["count"])}
        for agent, given in found.items()
    }


def weights_of(press: Press, game: str, *agents: str) -> dict[str, Any]:
    """What agents play by: their weights' names and bodies, those of the settings where they name a version."""
    game_engine = engine(game)
    names = dict.fromkeys(name for agent in agents if agent and (name := game_engine.agents[agent].weights))
    return {name: body_of(press, game, name, press.settings.play["weights"].get(f"{game}/{name}")) for name in names}


def facts(press: Press, game: str, batch: str) -> Facts:
    told: dict[str, Any] = {"seed": press.settings.seed}
    for agent, given in rounds(press, game, batch).items():
        told[agent] = dict(given)
        weights = weights_of(press, game, agent, given["against"])
        told |= {f"weights {name}": version_of(body) for name, body in weights.items()}
    return Facts(told)


def make(work: Work) -> dict[str, pa.Table]:
    press, game = work.press, work.game
    chosen = rounds(press, game, work.batch)
    tasks = [
        (game, agent, seed_of(press.settings.seed, work.batch, game, agent), number, given["parameters"],
         given["against"], weights_of(press, game, agent, given["against"]))
        for agent, given in chosen.items()
        for number in range(given["count"])
    ]  # fmt: skip
    played = press.compute.run(play_one, tasks, pool=len(tasks) > press.compute.processes)
    rows = [row_of(work, found, task[-1]) for (found, _), task in zip(played, tasks, strict=True)]
    return {
        "played_game": rows_to_table("played_game", rows),
        "agent_weights": rows_to_table("agent_weights", used(work, chosen)),
    }


def row_of(work: Work, game: Played, weights: Mapping[str, Any]) -> Row:
    game_engine = engine(work.game)
    return {
        "batch": work.batch,
        "night": night_of(work.batch),
        "game": work.game,
        "agent": game.agent,
        "against": game.against or None,
        "seed": game.seed,
        "number": game.number,
        "weights": version_of(weights[own]) if (own := game_engine.agents[game.agent].weights) in weights else None,
        "engine": f"{game_engine.name} {game_engine.version}",
        "moves": len(game.moves),
        "measures": sorted(game.measures.items()),
        "record": json.dumps(game.as_json(), separators=(",", ":"), ensure_ascii=False),
    }


def used(work: Work, chosen: Mapping[str, Any]) -> list[Row]:
    """The weights that tonight's agents play by, each once."""
    found: dict[str, Row] = {}
    for agent, given in chosen.items():
        for name, body in weights_of(work.press, work.game, agent, given["against"]).items():
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
    game_engine = engine(game)
    found: list[Met] = game_engine.met(Played.from_json(json.loads(record)), variants, most)
    return [
        Found(
            met.variant, puzzle_id(game_engine, met.puzzle), puzzle_text(game_engine, met.puzzle), met.move, met.alone
        )
        for met in found
    ]


def note(tables: Mapping[str, pa.Table]) -> str:
    games = tables["played_game"]
    played = games.num_rows
    return f"{played:,} game{'s'[: played != 1]}, {sum(games.column('moves').to_pylist()):,} moves"


STAGE = Stage(
    name="games",
    verb="play",
    description="Games that tonight's agents play to the end. Positions met in them become candidates, "
    "and the release has some to watch. The same night, settings and weights give the same games.",
    after=(),
    reads=(),
    writes=("played_game", "agent_weights"),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

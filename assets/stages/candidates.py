"""generate: tonight's candidates of every variant, straight from the engine or met in tonight's games."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from assets.core.compute import ranges, task_size
from assets.core.stage import Facts, Press, Stage, Work
from assets.stages import games
from engines.identity import puzzle_id, puzzle_text
from engines.registry import engine
from warehouse.lake import FOUNDING, night_of, rows_to_table

PLAY = "play"  # how a candidate was made that was met in a game
OTHERS = 4  # of those with several answers a night takes its most from play divided by this
FROM_PLAY = 4  # of a variant in the founding panel, at most
FEWEST = 2  # of a variant in the founding panel, however few of it a night makes


def seed_of(base: int, batch: str, variant: str) -> int:
    """The seed of a variant in a batch: 63 bits that share nothing between nights or variants."""
    return int.from_bytes(hashlib.sha256(f"{base}/{batch}/{variant}".encode()).digest()[:8], "big") >> 1


def counts(press: Press, game: str, batch: str) -> dict[str, int]:
    """How many candidates of each variant a batch has; the founding panel is of one size, whatever the scale."""
    variants = press.settings.variants(game)
    if batch == FOUNDING:
        most = press.settings.survey["founding_per_variant"]
        return {variant: min(most, max(count, FEWEST)) for variant, count in variants.items()}
    return {variant: press.settings.scaled(count) for variant, count in variants.items()}


def facts(press: Press, game: str, batch: str) -> Facts:
    variants = counts(press, game, batch)
    shaped = {f"{variant} parameters": press.settings.parameters(variant) for variant in variants}
    return Facts(
        {
            "seed": press.settings.seed,
            "from play": most_from_play(press, batch),
            **variants,
            **{name: given for name, given in shaped.items() if given},
        }
    )


def generate(
    game: str, variant: str, seed: int, count: int, start: int, parameters: dict[str, Any]
) -> list[tuple[str, str]]:
    """(id, text) of candidates start .. start+count-1; the task that workers do."""
    maker = engine(game)
    made = maker.generate(variant, seed, count, start, parameters)
    return [(puzzle_id(maker, puzzle), puzzle_text(maker, puzzle)) for puzzle in made]


def make(work: Work) -> dict[str, pa.Table]:
    maker = engine(work.game)
    settings = work.press.settings
    tasks = [
        (work.game, variant, seed_of(settings.seed, work.batch, variant), length, start, settings.parameters(variant))
        for variant, count in counts(work.press, work.game, work.batch).items()
        for start, length in ranges(count, task_size(maker.variants[variant].moves))
    ]
    rows = [
        {
            "batch": work.batch,
            "night": night_of(work.batch),
            "game": work.game,
            "variant": variant,
            "seed": seed,
            "number": start + place,
            "method": maker.method_of(variant, start + place, settings.parameters(variant)),
            "met_in": None,
            "engine": f"{maker.name} {maker.version}",
            "puzzle_id": identity,
            "puzzle": text,
        }
        for (_, variant, seed, _, start, _), made in zip(tasks, work.press.compute.run(generate, tasks), strict=True)
        for place, (identity, text) in enumerate(made)
    ]
    return {"candidate": rows_to_table("candidate", rows + from_play(work))}


def from_play(work: Work) -> list[dict[str, Any]]:
    """Candidates that were met in tonight's games, numbered after those that were generated."""
    maker = engine(work.game)
    played = work.inputs["played_game"].select(["agent", "number", "seed", "record"]).to_pylist()
    generated = counts(work.press, work.game, work.batch)
    most = most_from_play(work.press, work.batch)
    if not played or not most:
        return []
    share = max(2, -(-2 * most // len(played)))
    tasks = [(work.game, game["record"], list(generated), share) for game in played]
    met = work.press.compute.run(games.meet, tasks, pool=len(tasks) > work.press.compute.processes)
    return [
        {
            "batch": work.batch,
            "night": night_of(work.batch),
            "game": work.game,
            "variant": variant,
            "seed": played[place]["seed"],
            "number": count + number,
            "method": PLAY,
            "met_in": f"{played[place]['agent']} {played[place]['number']}, move {found.move}",
            "engine": f"{maker.name} {maker.version}",
            "puzzle_id": found.puzzle_id,
            "puzzle": found.puzzle,
        }
        for variant, count in generated.items()
        for number, (place, found) in enumerate(taken(met, variant, most))
    ]


def taken(met: Sequence[Sequence[games.Found]], variant: str, most: int) -> list[tuple[int, games.Found]]:
    """What a night takes of a variant, each with the place of its game: those with one answer first, then some
    others, for models are to know these too; from all games by turns."""
    mine = [[found for found in of_game if found.variant == variant] for of_game in met]
    alone = [[found for found in of_game if found.alone] for of_game in mine]
    others = [[found for found in of_game if not found.alone] for of_game in mine]
    first = by_turns(alone, most)
    return first + by_turns(others, min(most - len(first), most // OTHERS))


def by_turns(met: Sequence[Sequence[games.Found]], most: int) -> list[tuple[int, games.Found]]:
    """One of each game, then a second of each, and so on, up to so many."""
    rounds = max(map(len, met), default=0)
    ordered = [
        (place, of_game[turn]) for turn in range(rounds) for place, of_game in enumerate(met) if turn < len(of_game)
    ]
    return ordered[:most]


def most_from_play(press: Press, batch: str) -> int:
    """Candidates of a variant that its games may give; the founding panel has some, as a night has."""
    most: int = press.settings.play["most"]
    if batch == FOUNDING:
        return min(most, FROM_PLAY)
    return press.settings.scaled(most) if most else 0


def note(tables: Mapping[str, pa.Table]) -> str:
    return f"{tables['candidate'].num_rows:,} candidates"


STAGE = Stage(
    name="candidates",
    verb="generate",
    description="Candidate puzzles of every variant, generated from the night's own seeds or met in its games. "
    "The same night, settings and engine give the same candidates, however many workers make them.",
    after=("games",),
    reads=("played_game",),
    writes=("candidate",),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

"""generate: tonight's candidates of every variant, straight from the engine."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from assets.compute import ranges, task_size
from assets.stage import Facts, Press, Stage, Work
from engines.contract import Engine, puzzle_id, puzzle_text
from engines.registry import engine
from warehouse.lake import FOUNDING, night_of, rows_to_table

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
        {"seed": press.settings.seed, **variants, **{name: given for name, given in shaped.items() if given}}
    )


def generate(
    game: str, variant: str, seed: int, count: int, start: int, parameters: dict[str, Any]
) -> list[tuple[str, str]]:
    """(id, text) of candidates start .. start+count-1; the task that workers do."""
    maker = engine(game)
    made = maker.generate(variant, seed, count, start, parameters)
    return [(puzzle_id(maker, puzzle), puzzle_text(maker, puzzle)) for puzzle in made]


def method_of(maker: Engine[Any], variant: str, number: int, parameters: Mapping[str, Any]) -> str:
    """How a candidate was made: as the engine says, if it has several ways, else as the variant does."""
    if hasattr(maker, "method_of"):
        return str(maker.method_of(variant, number, parameters))
    return str(maker.variants[variant].parameters.get("method", "reverse"))


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
            "method": method_of(maker, variant, start + place, settings.parameters(variant)),
            "engine": f"{maker.name} {maker.version}",
            "puzzle_id": identity,
            "puzzle": text,
        }
        for (_, variant, seed, _, start, _), made in zip(tasks, work.press.compute.run(generate, tasks), strict=True)
        for place, (identity, text) in enumerate(made)
    ]
    return {"candidate": rows_to_table("candidate", rows)}


def note(tables: Mapping[str, pa.Table]) -> str:
    return f"{tables['candidate'].num_rows:,} candidates"


STAGE = Stage(
    name="candidates",
    verb="generate",
    description="Candidate puzzles of every variant, generated from the night's own seeds. "
    "The same night, settings and engine give the same candidates, however many workers make them.",
    after=(),
    reads=(),
    writes=("candidate",),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

"""import: puzzles that other people made, taken in as they are, then proved, measured and rated like our own.

A collection is a batch like a night, but it is not generated, nobody is asked about it, and nothing is ever chosen
from it: the simulated raters were made to judge what our generators make, so their word on someone's handiwork
would only pretend to be an opinion. Its partitions are made apart (`warehouse.shelf`) by the very stages that
make a night, and become visible together. So it is no asset of its own in Dagster: its rows are in the warehouse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa

from assets.core import progress
from assets.core.stage import Facts, Press, Stage, Work, require_stamp, run_stage
from assets.learning.registry import champion
from assets.stages import features, models, predictions, verdicts
from warehouse.collection import bench
from warehouse.digest import content_digest
from warehouse.lake import Partition, rows_to_table
from warehouse.publish import publish
from warehouse.shelf import Revision, collections, keep_only
from warehouse.vocabulary import TARGETS


@dataclass(frozen=True)
class Entry:
    """One puzzle of a collection, as it stands in its file."""

    game: str
    variant: str
    puzzle_id: str
    puzzle: str
    line: int
    source: str | None = None
    maker: str | None = None
    title: str | None = None
    level: str | None = None


@dataclass(frozen=True)
class Imported:
    """What became of an import."""

    revision: Revision
    new: bool  # False: the same collection was there already
    unrated: tuple[str, ...]  # games that have no model, nor puzzles to fit one on


def table_of(name: str, file_sha256: str, entries: Sequence[Entry]) -> pa.Table:
    """The collection table of one game."""
    rows = [{"name": name, "file_sha256": file_sha256, **vars(entry)} for entry in entries]
    return rows_to_table("collection", rows)


def taken_in(table: pa.Table) -> Stage:
    """The stage that puts the file's puzzles where the others find them."""
    facts = Facts({"content": content_digest(table)}, extra=table)
    return replace(STAGE, facts=lambda press, game, batch: facts)


def import_collection(press: Press, name: str, file_sha256: str, entries: Sequence[Entry]) -> Imported:
    """Make the collection what the entries say, all of it at once, and publish the warehouse.

    Killed at any moment, the old collection is there, or the new one; made again, it goes on where it was.
    """
    games = list(dict.fromkeys(entry.game for entry in entries))
    with press.home.turn(f"collection-{name}"):
        rated = [game for game in games if has_models(press, game)]
        stages = [
            (stage, game)
            for game in games
            for stage in (
                taken_in(table_of(name, file_sha256, [entry for entry in entries if entry.game == game])),
                PROVE,
                features.STAGE,
                *([predictions.STAGE] if game in rated else []),
            )
        ]
        wanted = [part for stage, game in stages for part in partitions(stage, name, game)]
        folder = bench(press.home, name)
        apart = replace(press, apart=folder)
        keep_only(apart.lake, wanted)
        for stage, game in stages:
            run_stage(stage, apart, game, name)
        for partition in wanted:
            require_stamp(apart.lake, partition)
        revision, new = collections(press.home).install(name, folder)
    answer(press)
    return Imported(revision, new, tuple(game for game in games if game not in rated))


def partitions(stage: Stage, name: str, game: str) -> list[Partition]:
    """What a stage leaves of a collection's game, check results included."""
    tables = [Partition(table, name, game) for table in stage.writes]
    return tables + [Partition("check_result", name, game, table) for table in stage.writes]


def has_models(press: Press, game: str) -> bool:
    """See that there are models of a game, as a night does; not possible if the nights do not make that game."""
    if press.settings.variants(game):
        models.make_founding(press, game)
    return all(champion(press, game, target, None) for target in TARGETS)


def remove_collection(press: Press, name: str) -> None:
    """Take a collection out of the warehouse."""
    with press.home.turn(f"collection-{name}"):
        collections(press.home).remove(name)
    answer(press)


def answer(press: Press) -> None:
    """Publish the warehouse."""
    progress.current().begin("answer", "")
    counts = publish(press.home)
    progress.current().end("answer", "", f"{sum(counts.values()):,} rows in {len(counts)} tables")


def make(work: Work) -> dict[str, pa.Table]:
    return {"collection": work.extra}


def note(tables: Mapping[str, pa.Table]) -> str:
    return f"{tables['collection'].num_rows:,} puzzles"


STAGE = Stage(
    name="collection",
    verb="import",
    description="Puzzles that other people made, with their source and maker. Never part of a release.",
    after=(),
    reads=(),
    writes=("collection",),
    kinds=frozenset({"parquet"}),
    make=make,
    note=note,
)
PROVE = replace(verdicts.STAGE, reads=("collection",))

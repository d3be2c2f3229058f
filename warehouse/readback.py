"""The tables that no stage writes: they are read back from the files themselves, as Arrow tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.home import Home
from warehouse.lake import Partition, Stamp
from warehouse.releases import Release, released_table, released_text
from warehouse.schema import LINEAGE, RELEASE, RELEASE_ENTRY, RELEASE_SET, WITHDRAWAL, Table
from warehouse.withdrawals import withdrawals


def lineage_table(stamps: Iterable[tuple[Partition, Stamp]]) -> pa.Table:
    """How each partition came about, from the footers of its files."""
    rows = [
        {
            "asset": stamp.asset,
            "table_name": partition.table,
            "partition": partition.name,
            "run_id": stamp.run_id,
            "code_version": stamp.code_version,
            "inputs": list(stamp.inputs),
            "rows": stamp.rows,
            "seconds": stamp.seconds,
            "digest": stamp.digest,
            "written_at": stamp.written_at.replace(tzinfo=None),
        }
        for partition, stamp in stamps
    ]
    return pa.Table.from_pylist(rows, schema=LINEAGE.arrow)


def withdrawal_table(home: Home) -> pa.Table:
    return pa.Table.from_pylist([asdict(row) for row in withdrawals(home)], schema=WITHDRAWAL.arrow)


def release_digest(release: Release) -> str:
    """What a release is known by: the SHA-256 of its sums."""
    return hashlib.sha256(released_text(release, "SHA256SUMS").encode()).hexdigest()


def release_tables(releases: Sequence[Release]) -> dict[str, pa.Table]:
    """The tables of some releases, read back from their folders."""
    empty = {table.name: table.arrow.empty_table() for table in (RELEASE, RELEASE_ENTRY, RELEASE_SET)}
    parts = [one_release(release) for release in releases]
    return {name: pa.concat_tables([table, *(part[name] for part in parts)]) for name, table in empty.items()}


def one_release(release: Release) -> Mapping[str, pa.Table]:
    manifest = released_text(release, "manifest.json")
    puzzles, solutions = released_table(release), released_table(release, "solutions.parquet")
    answers = solutions.column("solution").take(
        pc.index_in(puzzles.column("puzzle_id"), solutions.column("puzzle_id").combine_chunks())
    )
    row = {
        "release": release.name,
        "night": release.night,
        "revision": release.revision,
        "puzzles": puzzles.num_rows,
        "provenance": json.loads(manifest)["ratings"],
        "digest": release_digest(release),
        "manifest": manifest,
    }
    return {
        "release": pa.Table.from_pylist([row], schema=RELEASE.arrow),
        "release_entry": shaped(release, RELEASE_ENTRY, puzzles.append_column("solution", answers)),
        "release_set": shaped(release, RELEASE_SET, released_table(release, "sets.parquet")),
    }


def shaped(release: Release, table: Table, data: pa.Table) -> pa.Table:
    """The rows of a release's table with today's columns; those that an earlier version did not have are null."""
    data = data.append_column("release", pa.array([release.name] * data.num_rows, pa.string()))
    if "night" in table.arrow.names:
        data = data.append_column("night", pa.array([release.night] * data.num_rows, pa.date32()))
    if "themes" in data.column_names and pa.types.is_string(data.schema.field("themes").type):  # one text, once
        themes = [None if text is None else text.split() for text in data.column("themes").to_pylist()]
        place = data.column_names.index("themes")
        data = data.set_column(place, "themes", pa.array(themes, pa.list_(pa.string())))
    for column in table.arrow:
        if column.name not in data.column_names:
            data = data.append_column(column, pa.nulls(data.num_rows, column.type))
    return data.select(table.arrow.names).replace_schema_metadata(None).cast(table.arrow)

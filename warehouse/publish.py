"""Builds `warehouse.duckdb` from the lakes and the releases, beside its predecessor, and swaps it in.

One writer of a DuckDB file locks out every reader. So nobody ever writes to the published file:
a new one is built under a hidden name and renamed over it. Whoever has the old one open goes on
seeing the old data and blocks nothing; whoever connects afterwards sees the new.

What the predecessor has is taken over as it is, because a night adds little to what hundreds before it gave: its own
`lineage` and `release` tell what it was built from, and a table of which anything has changed is built anew.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa

from warehouse.contents import contents, note_published
from warehouse.home import Home, staging_name, sync_folder
from warehouse.lake import Lake, Partition, Stamp, damaged, read_stamp
from warehouse.readback import lineage_table, release_digest, release_tables, withdrawal_table
from warehouse.releases import published_releases
from warehouse.schema import LAKE_TABLES, RELEASE, RELEASE_ENTRY, RELEASE_SET, TABLES, Table
from warehouse.shelf import lakes
from warehouse.views import VIEWS, View, feature_view

Connection = duckdb.DuckDBPyConnection


@dataclass(frozen=True)
class Built:
    """What a new warehouse has: the rows of each table, and the rows of those that no stage writes which are new."""

    counts: dict[str, int]
    fresh: dict[str, pa.Table]


def publish(home: Home) -> dict[str, int]:
    """Build the warehouse and swap it in; the number of rows of each table."""
    return publish_anew(home).counts


def publish_anew(home: Home) -> Built:
    """Build the warehouse from what its predecessor has and what came since, and swap it in."""
    home.root.mkdir(parents=True, exist_ok=True)
    with home.turn("warehouse"):
        staged, word = staging_name(home.warehouse), contents(home)
        try:
            try:
                built = build_on(home, staged, home.warehouse.is_file())
            except duckdb.Error:  # whatever the old one is, it can be done without
                staged.unlink(missing_ok=True)
                built = build_on(home, staged, False)
            with open(staged, "rb") as handle:
                os.fsync(handle.fileno())
            os.replace(staged, home.warehouse)
        finally:
            staged.unlink(missing_ok=True)
            staged.with_name(staged.name + ".wal").unlink(missing_ok=True)
        sync_folder(home.root)
        note_published(home, word)
    return built


def build_on(home: Home, staged: Path, on_the_old: bool) -> Built:
    """Build under a hidden name, on a copy of the old file if there is one to build on."""
    if on_the_old:
        shutil.copyfile(home.warehouse, staged)
    connection = duckdb.connect(str(staged))
    try:
        connection.begin()  # one flush to disk for all: nobody sees the file before it is complete anyway
        built = build(connection, home)
        connection.commit()
    finally:
        connection.close()
    return built


def build(connection: Connection, home: Home) -> Built:
    """Fill every table with what it does not have yet; create the views."""
    found, known = lakes(home), shaped_as_today(connection)
    if "lineage" not in known:  # nobody knows what they are made of
        known = set()
    held = held_partitions(connection) if known else {}
    for (name,) in connection.execute("select view_name from duckdb_views() where not internal").fetchall():
        connection.execute(f'drop view "{name}"')
    counts: dict[str, int] = {}
    stamps: list[tuple[Partition, Stamp]] = []
    for table in LAKE_TABLES:
        loaded = load_lake_table(connection, found, table, held.get(table.name, {}) if table.name in known else None)
        counts[table.name] = sum(stamp.rows for _, stamp in loaded)
        stamps += loaded
    fresh = load_releases(connection, home, known)
    for name, data in (("lineage", lineage_table(stamps)), ("withdrawal", withdrawal_table(home))):
        renew(connection, TABLES[name])
        insert(connection, TABLES[name], data)
        fresh[name] = data
    for name in fresh:
        counts[name] = connection.execute(f'select count(*) from "{name}"').fetchone()[0]  # type: ignore[index]
    for view in (*VIEWS, *feature_views(connection)):
        create_view(connection, view)
    return Built(counts, fresh)


SHAPE = """
    select t.table_name, t.comment, list([c.column_name, c.data_type, c.is_nullable::varchar, c.comment]
                                         order by c.column_index)
    from duckdb_tables() t join duckdb_columns() c using (table_oid) where not t.internal group by all
"""


def shaped_as_today(connection: Connection) -> set[str]:
    """The tables that are there with the very columns and comments that they have today."""
    with duckdb.connect() as scratch:
        for table in TABLES.values():
            create_table(scratch, table)
        wanted = {row[0]: row for row in scratch.execute(SHAPE).fetchall()}
    return {row[0] for row in connection.execute(SHAPE).fetchall() if wanted.get(row[0]) == row}


def held_partitions(connection: Connection) -> dict[str, dict[str, str]]:
    """What the old warehouse was built from: for each table the digests of its partitions."""
    held: dict[str, dict[str, str]] = {}
    for table, partition, digest in connection.execute(
        "select table_name, partition, digest from lineage"
    ).fetchall():
        held.setdefault(table, {})[partition] = digest
    return held


def renew(connection: Connection, table: Table) -> None:
    connection.execute(f'drop table if exists "{table.name}"')
    create_table(connection, table)


def quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def create_table(connection: Connection, table: Table) -> None:
    columns = ",\n  ".join(
        f'"{column.name}" {column.type}{"" if column.null else " not null"}' for column in table.columns
    )
    key = ", ".join(f'"{name}"' for name in table.key)
    connection.execute(f'create table "{table.name}" (\n  {columns},\n  primary key ({key})\n)')
    connection.execute(f'comment on table "{table.name}" is {quote(table.comment)}')
    for column in table.columns:
        connection.execute(f'comment on column "{table.name}"."{column.name}" is {quote(column.comment)}')


def create_view(connection: Connection, view: View) -> None:
    connection.execute(f'create view "{view.name}" as {view.sql}')
    connection.execute(f'comment on view "{view.name}" is {quote(view.comment)}')
    for name, comment in view.columns.items():
        connection.execute(f'comment on column "{view.name}"."{name}" is {quote(comment)}')


def load_lake_table(
    connection: Connection, found: Sequence[Lake], table: Table, held: Mapping[str, str] | None
) -> list[tuple[Partition, Stamp]]:
    """Insert every partition that is not there yet, one file at a time: memory stays flat, a bad file is named. All
    of them if the table is another or if one that it holds has changed or gone (`held` has their digests)."""
    there = {part.name: (lake, part) for lake in found for part in lake.partitions(table.name)}
    stamps = {name: read_stamp(lake.path(part)) for name, (lake, part) in there.items()}
    if held is None or any(name not in stamps or stamps[name].digest != digest for name, digest in held.items()):
        renew(connection, table)
        held = {}
    for name, (lake, part) in there.items():
        if name not in held:
            data, stamps[name] = lake.read_with_stamp(part)
            try:
                insert(connection, table, data)
            except duckdb.Error as error:
                raise damaged(lake.path(part), error) from error
    return [(there[name][1], stamp) for name, stamp in stamps.items()]


def load_releases(connection: Connection, home: Home, known: set[str]) -> dict[str, pa.Table]:
    """Insert the releases that are not there yet; all of them if one that is there has changed or gone."""
    releases = {release.name: release for release in published_releases(home)}
    names = [table.name for table in (RELEASE, RELEASE_ENTRY, RELEASE_SET)]
    held = {}
    if known.issuperset(names):
        held = dict(connection.execute("select release, digest from release").fetchall())
    if not held or any(name not in releases or release_digest(releases[name]) != held[name] for name in held):
        held = {}
        for name in names:
            renew(connection, TABLES[name])
    fresh = release_tables([release for name, release in releases.items() if name not in held])
    for name, data in fresh.items():
        insert(connection, TABLES[name], data)
    return fresh


def insert(connection: Connection, table: Table, data: pa.Table) -> int:
    if data.num_rows:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        connection.register("incoming", data)
        connection.execute(f'insert into "{table.name}" select {names} from incoming')
        connection.unregister("incoming")
    return int(data.num_rows)


def feature_views(connection: Connection) -> list[View]:
    """A wide feature view for each game, by the newest definitions of its features."""
    rows = connection.execute(
        """
        select game, name, description from feature_definition
        qualify row_number() over (partition by game, name order by night desc nulls last, batch desc) = 1
        order by game, position, name
        """
    ).fetchall()
    games = sorted({game for game, _, _ in rows})
    return [feature_view(game, [(name, text) for g, name, text in rows if g == game]) for game in games]

"""Builds `warehouse.duckdb` from the lakes and the releases, beside its predecessor, and swaps it in.

One writer of a DuckDB file locks out every reader. So nobody ever writes to the published file:
a new one is built under a hidden name and renamed over it. Whoever has the old one open goes on
seeing the old data and blocks nothing; whoever connects afterwards sees the new.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict

import duckdb
import pyarrow as pa

from warehouse.home import Home, staging_name, sync_folder
from warehouse.lake import Lake, damaged
from warehouse.releases import published_releases, released_rows, released_text
from warehouse.schema import LAKE_TABLES, LINEAGE, RELEASE, RELEASE_ENTRY, RELEASE_SET, TABLES, WITHDRAWAL, Table
from warehouse.shelf import lakes
from warehouse.views import VIEWS, View, feature_view
from warehouse.withdrawals import withdrawals

Connection = duckdb.DuckDBPyConnection


def publish(home: Home) -> dict[str, int]:
    """Build the warehouse anew and swap it in; the number of rows of each table."""
    home.root.mkdir(parents=True, exist_ok=True)
    with home.turn("warehouse"):
        staged = staging_name(home.warehouse)
        try:
            connection = duckdb.connect(str(staged))
            try:
                connection.begin()  # one flush to disk for all: nobody sees the file before it is complete anyway
                counts = build(connection, home)
                connection.commit()
            finally:
                connection.close()
            with open(staged, "rb") as handle:
                os.fsync(handle.fileno())
            os.replace(staged, home.warehouse)
        finally:
            staged.unlink(missing_ok=True)
            staged.with_name(staged.name + ".wal").unlink(missing_ok=True)
        sync_folder(home.root)
    return counts


def build(connection: Connection, home: Home) -> dict[str, int]:
    """Create and fill every table and view of the warehouse."""
    found = lakes(home)
    counts = {}
    for table in LAKE_TABLES:
        create_table(connection, table)
        counts[table.name] = sum(load_lake_table(connection, lake, table) for lake in found)
    for name, data in derived(home).items():
        create_table(connection, TABLES[name])
        counts[name] = insert(connection, TABLES[name], data)
    for view in (*VIEWS, *feature_views(connection)):
        create_view(connection, view)
    return counts


def derived(home: Home) -> dict[str, pa.Table]:
    """The tables that no stage writes: they are read back from the files themselves."""
    lineage = [row for lake in lakes(home) for row in lineage_rows(lake)]
    withdrawn = [asdict(row) for row in withdrawals(home)]
    rows = [(LINEAGE, lineage), *release_rows(home), (WITHDRAWAL, withdrawn)]
    return {table.name: pa.Table.from_pylist(found, schema=table.arrow) for table, found in rows}


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


def load_lake_table(connection: Connection, lake: Lake, table: Table) -> int:
    """Insert every partition of a table, one file at a time: memory stays flat, a bad file is named."""
    rows = 0
    for partition in lake.partitions(table.name):
        data = lake.read(partition)
        try:
            rows += insert(connection, table, data)
        except duckdb.Error as error:
            raise damaged(lake.path(partition), error) from error
    return rows


def insert(connection: Connection, table: Table, data: pa.Table) -> int:
    if data.num_rows:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        connection.register("incoming", data)
        connection.execute(f'insert into "{table.name}" select {names} from incoming')
        connection.unregister("incoming")
    return int(data.num_rows)


def lineage_rows(lake: Lake) -> list[dict[str, object]]:
    return [
        {
            "asset": stamp.asset,
            "table_name": partition.table,
            "partition": partition.name,
            "run_id": stamp.run_id,
            "code_version": stamp.code_version,
            "inputs": list(stamp.inputs),
            "rows": stamp.rows,
            "digest": stamp.digest,
            "written_at": stamp.written_at.replace(tzinfo=None),
        }
        for partition, stamp in lake.stamps()
    ]


def release_rows(home: Home) -> list[tuple[Table, list[dict[str, object]]]]:
    """The tables of releases, read back from the release folders."""
    releases: list[dict[str, object]] = []
    entries: list[dict[str, object]] = []
    sets: list[dict[str, object]] = []
    for found in published_releases(home):
        manifest = released_text(found, "manifest.json")
        puzzles = released_rows(found)
        solution = {row["puzzle_id"]: row["solution"] for row in released_rows(found, "solutions.parquet")}
        entries += [{"release": found.name, "solution": solution[row["puzzle_id"]], **row} for row in puzzles]
        sets += [{"release": found.name, **row} for row in released_rows(found, "sets.parquet")]
        releases.append(
            {
                "release": found.name,
                "night": found.night,
                "revision": found.revision,
                "puzzles": len(puzzles),
                "provenance": json.loads(manifest)["ratings"],
                "digest": hashlib.sha256(released_text(found, "SHA256SUMS").encode()).hexdigest(),
                "manifest": manifest,
            }
        )
    return [(RELEASE, releases), (RELEASE_ENTRY, entries), (RELEASE_SET, sets)]


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

"""The lake: one Parquet file per table and partition, written whole or not at all.

A file is written under a hidden temporary name, flushed to disk and renamed into place, so
a reader sees the old partition or the new one and never half of either. How a partition came
about (asset, run, code version, inputs, time) stands in the footer of its own file, so data
and lineage cannot disagree.

    lake/verdict/night=2026-11-15/game=tspin.parquet
    lake/verdict/collection=founding/game=tspin.parquet
    lake/puzzle_standing/collection=so-far/game=tspin.parquet
    collections/mine@1/verdict/collection=mine/game=tspin.parquet    (see warehouse/shelf.py)
    surveys/lab-1@1/rating/collection=survey-lab-1/game=tspin.parquet
    lake/check_result/night=2026-11-15/game=tspin.shard=verdict.parquet
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.digest import content_digest
from warehouse.home import staging_name, sync_folder
from warehouse.schema import LAKE_TABLES, TABLES
from warehouse.vocabulary import BY_PLAYERS

FOOTER = b"tsume"
FOUNDING = "founding"  # the collection that the first models are fitted on; it belongs to no night
PLAYED = BY_PLAYERS  # the shard of a partition that has what players said and did, beside what is simulated
SO_FAR = "so-far"  # what is made from all nights there are, and made again when there are more
SURVEY_BATCH = "survey-"  # what the batch of a survey begins with; its name follows
NIGHT = re.compile(r"\d{4}-\d{2}-\d{2}")


class DamagedFile(RuntimeError):
    """A Parquet file of the lake that cannot be read."""


class MissingPartition(LookupError):
    """A partition that has not been made yet."""


@dataclass(frozen=True)
class Origin:
    """How a partition comes about. Two partitions with equal recipes hold equal rows."""

    asset: str
    run_id: str
    code_version: str
    inputs: tuple[str, ...] = ()
    recipe: str = ""
    seconds: float | None = field(default=None, compare=False)  # that it took, checks included


@dataclass(frozen=True)
class Stamp:
    """The footer of a file: its origin, what it holds and when it was written."""

    asset: str
    run_id: str
    code_version: str
    inputs: tuple[str, ...]
    recipe: str
    rows: int
    digest: str
    written_at: datetime = field(compare=False)
    seconds: float | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Partition:
    """Which file: a table, a batch, a game and, where one asset writes several, a shard."""

    table: str
    batch: str
    game: str
    shard: str | None = None

    @property
    def name(self) -> str:
        kind = "night" if NIGHT.fullmatch(self.batch) else "collection"
        tail = f".shard={self.shard}" if self.shard else ""
        return f"{kind}={self.batch}/game={self.game}{tail}"

    def __str__(self) -> str:
        return f"{self.table}/{self.name}"


def night_of(batch: str) -> date | None:
    """The date of a batch that is a night; None for a collection."""
    return date.fromisoformat(batch) if NIGHT.fullmatch(batch) else None


def rows_to_table(table: str, rows: list[dict[str, Any]]) -> pa.Table:
    """Rows as an Arrow table with exactly the declared columns and types."""
    return pa.Table.from_pylist(rows, schema=TABLES[table].arrow)


@dataclass(frozen=True)
class Lake:
    root: Path

    def path(self, partition: Partition) -> Path:
        return self.root / partition.table / f"{partition.name}.parquet"

    def write(self, partition: Partition, data: pa.Table, origin: Origin) -> Stamp:
        """Put a partition in place, whole; what was there before stays until the new one is complete."""
        data = data.select(TABLES[partition.table].arrow.names).cast(TABLES[partition.table].arrow)
        stamp = Stamp(**asdict(origin), rows=data.num_rows, digest=content_digest(data), written_at=datetime.now(UTC))
        target = self.path(partition)
        target.parent.mkdir(parents=True, exist_ok=True)
        staged = staging_name(target)
        try:
            footer = {FOOTER: json.dumps(asdict(stamp), default=str).encode()}
            pq.write_table(data.replace_schema_metadata(footer), staged, compression="zstd", write_page_checksum=True)
            with open(staged, "rb") as handle:
                os.fsync(handle.fileno())
            os.replace(staged, target)
        finally:
            staged.unlink(missing_ok=True)
        sync_folder(target.parent)
        return stamp

    def read(self, partition: Partition) -> pa.Table:
        """The rows of a partition, every page's checksum verified."""
        path = self.path(partition)
        if not path.exists():
            raise MissingPartition(f"{partition} has not been made yet")
        return with_columns(self._read_file(path), partition.table, path)

    def read_with_stamp(self, partition: Partition) -> tuple[pa.Table, Stamp]:
        """The rows of a partition and its footer, of one and the same file, whoever replaces it meanwhile."""
        path = self.path(partition)
        try:
            with open(path, "rb") as handle:
                file = pq.ParquetFile(handle, page_checksum_verification=True)
                stamp = stamp_of(file.schema_arrow.metadata)
                data = file.read().replace_schema_metadata(None)
        except (pa.ArrowException, OSError, KeyError, ValueError) as error:
            raise damaged(path, error) from error
        return with_columns(data, partition.table, path), stamp

    def read_column(self, partition: Partition, column: str) -> pa.ChunkedArray:
        """One column of a partition, without reading the others."""
        return self._read_file(self.path(partition), [column]).column(column)

    def read_or_none(self, partition: Partition) -> pa.Table | None:
        return self.read(partition) if self.path(partition).exists() else None

    def stamp(self, partition: Partition) -> Stamp | None:
        """The footer of a partition; None if there is no such file, or none that can be read."""
        path = self.path(partition)
        try:
            return read_stamp(path) if path.exists() else None
        except DamagedFile:
            return None

    def partitions(self, table: str, game: str | None = None) -> Iterator[Partition]:
        """All partitions of a table there are, in order of batch, game and shard."""
        for path in sorted((self.root / table).glob("*=*/game=*.parquet")):
            batch = path.parent.name.partition("=")[2]
            head, _, shard = path.name.removesuffix(".parquet").partition(".shard=")
            found = head.removeprefix("game=")
            if game in (None, found):
                yield Partition(table, batch, found, shard or None)

    def read_all(self, table: str, game: str | None = None) -> pa.Table:
        """Every row of a table, all batches together."""
        parts = [self.read(partition) for partition in self.partitions(table, game)]
        return pa.concat_tables([TABLES[table].arrow.empty_table(), *parts])

    def stamps(self) -> Iterator[tuple[Partition, Stamp]]:
        """The footer of every file of the lake."""
        for table in LAKE_TABLES:
            for partition in self.partitions(table.name):
                yield partition, read_stamp(self.path(partition))

    def _read_file(self, path: Path, columns: list[str] | None = None) -> pa.Table:
        try:
            return pq.ParquetFile(path, page_checksum_verification=True).read(columns).replace_schema_metadata(None)
        except (pa.ArrowException, OSError) as error:
            raise damaged(path, error) from error


def with_columns(data: pa.Table, table: str, path: Path) -> pa.Table:
    """The rows of an older file with today's columns: what may be null is added, anything else is refused."""
    wanted = TABLES[table].arrow
    for column in wanted:
        if column.name not in data.column_names and column.nullable:
            data = data.append_column(column, pa.nulls(data.num_rows, column.type))
    if set(data.column_names) != set(wanted.names):
        other = sorted(set(data.column_names) ^ set(wanted.names))
        raise damaged(path, ValueError(f"written by an earlier version with other columns ({', '.join(other)})"))
    return data.select(wanted.names).cast(wanted)


def read_stamp(path: Path) -> Stamp:
    try:
        return stamp_of(pq.read_schema(path).metadata)
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        raise damaged(path, error) from error


def stamp_of(footer: Mapping[bytes, bytes] | None) -> Stamp:
    raw = json.loads((footer or {})[FOOTER])
    raw["inputs"] = tuple(raw["inputs"])
    raw["written_at"] = datetime.fromisoformat(raw["written_at"])
    return Stamp(**raw)


def damaged(path: Path, error: Exception) -> DamagedFile:
    """One line that says which file is damaged and how to have it again."""
    batch = path.parent.name.partition("=")[2]
    remedy = f"make it again with `tsume nightly --night {batch}`"
    if batch in (FOUNDING, SO_FAR):
        remedy = "make it again with `tsume nightly`"
    elif batch.startswith(SURVEY_BATCH):
        name = batch.removeprefix(SURVEY_BATCH)
        remedy = (
            f"`tsume ratings remove {name}`, then bring it in again with `tsume ratings import FILE --name {name}`"
        )
    elif not NIGHT.fullmatch(batch):
        remedy = f"bring it in again with `tsume collection import FILE --name {batch}`"
    elif path.parent.parent.name == "model":
        remedy = "delete it: the models before it are used, and the next refresh fits new ones"
    first_line = (str(error).splitlines() or [type(error).__name__])[0]
    return DamagedFile(f"damaged file {path}: {first_line} ({remedy})")

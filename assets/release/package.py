"""The data files of a release, each table in three forms, and the sums of all files.

`puzzles`, `solutions` and `sets` are written as Parquet, as CSV and as JSON lines. The two texts are functions of the
Parquet table alone, so that whoever has the one can say what the others must be, to the byte.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from assets.release.edition import PUZZLES, SETS, SOLUTIONS, Edition, Item

SUMS, MANIFEST, CHANGES, CARD = "SHA256SUMS", "manifest.json", "CHANGES", "README.md"
FEED, RSS = "feed.json", "feed.xml"
PICTURE = "day.svg"  # the puzzle of the day, for the feeds
# these name code versions, earlier releases, the revision: a difference in them alone makes no new revision
VOLATILE = (MANIFEST, FEED, RSS, "gallery/release.js")

FORMS = ("csv", "parquet", "jsonl")
SCHEMAS = {"puzzles": PUZZLES, "solutions": SOLUTIONS, "sets": SETS}
JSON_COLUMNS = ("puzzle", "solution")  # text in tables, objects in JSON lines


def write_data(folder: Path, edition: Edition) -> None:
    """Puzzles, solutions and sets, as Parquet, CSV and JSON lines."""
    for name, data in tables_of(edition).items():
        pq.write_table(data, folder / f"{name}.parquet", compression="zstd")
        (folder / f"{name}.csv").write_bytes(csv_text(data).encode())
        (folder / f"{name}.jsonl").write_bytes(jsonl_text(name, data).encode())


def tables_of(edition: Edition) -> dict[str, pa.Table]:
    rows: dict[str, Sequence[Item]] = {"puzzles": edition.items, "solutions": edition.items, "sets": edition.sets}
    return {
        name: pa.Table.from_pylist([as_released(row) for row in rows[name]], schema=schema)
        for name, schema in SCHEMAS.items()
    }


def as_released(row: Item) -> dict[str, Any]:
    """A row as tables have it: themes are a list."""
    themes = row.get("themes")
    return {**row, "themes": themes.split() if isinstance(themes, str) else themes}


def csv_text(data: pa.Table) -> str:
    """A table as CSV; numbers have as many digits as it takes to read them back the same. A list is one text, a space
    between two of its words."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, data.column_names, lineterminator="\n")
    writer.writeheader()
    lists = [field.name for field in data.schema if pa.types.is_list(field.type)]
    for row in data.to_pylist():
        writer.writerow(row | {name: " ".join(row[name]) for name in lists if row[name] is not None})
    return out.getvalue()


def jsonl_text(name: str, data: pa.Table) -> str:
    """A table as JSON lines."""
    return "".join(json_line(name, row) for row in data.to_pylist())


def json_line(name: str, row: dict[str, Any]) -> str:
    """A row as a line of JSON; a puzzle's own fields come first, so that any command can read it."""
    for column in JSON_COLUMNS:
        if column in row:
            row[column] = json.loads(row[column])
    puzzle = row.pop("puzzle", {}) if name == "puzzles" else {}
    record = puzzle | {key: value for key, value in row.items() if key not in puzzle}
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False, default=str) + "\n"


def sums(folder: Path, left_out: Sequence[str] = ()) -> dict[str, str]:
    """SHA-256 of every file but the sums themselves, in order of name."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in names
        if name != SUMS and name not in left_out
    }


def sums_text(found: dict[str, str]) -> str:
    """The list of files that `sha256sum -c` reads."""
    return "".join(f"{digest}  {file}\n" for file, digest in found.items())


def write_sums(folder: Path) -> None:
    (folder / SUMS).write_bytes(sums_text(sums(folder)).encode())

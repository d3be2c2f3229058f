"""The files of a release: the data in three forms, the manifest, the sums. Written from an edition alone."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from assets.edition import PUZZLES, SETS, SOLUTIONS, Edition, Item
from quality.vocabulary import LEVELS

LICENCE = {
    "name": "CC0-1.0",
    "title": "CC0 1.0 Universal",
    "path": "https://creativecommons.org/publicdomain/zero/1.0/",
}
SUMS = "SHA256SUMS"
MANIFEST = "manifest.json"
VOLATILE = (MANIFEST,)  # names code versions, earlier releases, collections: these alone make no new revision

FRICTIONLESS = {"int32": "integer", "int64": "integer", "double": "number", "string": "string", "date32[day]": "date"}
JSON_COLUMNS = ("puzzle", "solution")  # text in tables, objects in JSON lines


def write_data(folder: Path, edition: Edition) -> None:
    """Puzzles, solutions and sets, as Parquet, CSV and JSON lines."""
    for name, schema, rows in tables_of(edition):
        data = pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
        pq.write_table(data, folder / f"{name}.parquet", compression="zstd")
        found = data.to_pylist()
        with open(folder / f"{name}.csv", "w", newline="") as handle:
            writer = csv.DictWriter(handle, schema.names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(found)
        with open(folder / f"{name}.jsonl", "w") as handle:
            handle.writelines(json_line(name, row) for row in found)


def tables_of(edition: Edition) -> list[tuple[str, pa.Schema, Sequence[Item]]]:
    return [
        ("puzzles", PUZZLES, edition.items),
        ("solutions", SOLUTIONS, edition.items),
        ("sets", SETS, edition.sets),
    ]


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


def write_sums(folder: Path) -> None:
    """The list of all other files that `sha256sum -c` reads."""
    (folder / SUMS).write_text("".join(f"{digest}  {file}\n" for file, digest in sums(folder).items()))


def write_manifest(folder: Path, edition: Edition, made_from: Mapping[str, Any]) -> None:
    """The data package descriptor: what is in the release, and what it was made from."""
    manifest = {
        "profile": "data-package",
        "name": f"tsume-{edition.name}",
        "title": f"tsume puzzles, night of {edition.night}",
        "licenses": [LICENCE],
        "release": edition.name,
        "night": edition.night,
        "ratings": edition.provenance,
        "counts": counts(edition),
        **made_from,
        "resources": [resource(folder, name, schema, len(rows)) for name, schema, rows in tables_of(edition)],
        "files": sums(folder),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def counts(edition: Edition) -> dict[str, dict[str, int]]:
    """How many puzzles there are of each variant and level."""
    variants = dict.fromkeys(item["variant"] for item in edition.items)
    found = {variant: dict.fromkeys(LEVELS, 0) for variant in variants}
    for item in edition.items:
        found[item["variant"]][item["level"]] += 1
    return found


def resource(folder: Path, name: str, schema: pa.Schema, rows: int) -> dict[str, Any]:
    path = folder / f"{name}.parquet"
    return {
        "name": name,
        "path": path.name,
        "format": "parquet",
        "mediatype": "application/vnd.apache.parquet",
        "bytes": path.stat().st_size,
        "hash": "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest(),
        "rows": rows,
        "schema": {
            "fields": [
                {
                    "name": field.name,
                    "type": FRICTIONLESS[str(field.type)],
                    "description": (field.metadata or {}).get(b"description", b"").decode(),
                }
                for field in schema
            ],
            "primaryKey": ["set_name", "puzzle_id"] if name == "sets" else ["puzzle_id"],
        },
    }

"""What the tests of surveys share."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import duckdb

from warehouse.home import Home
from warehouse.survey import stored

HEADER = "puzzle_id,rater,interest,difficulty"
UNKNOWN = "0123456789abcdef"


IMPORT = ("ratings", "import")
LAB = ("--name", "lab-1", "--scale", "1..5")


def write(folder: Path, *rows: str, header: str = HEADER) -> str:
    path = folder / "lab.csv"
    path.write_text("\n".join([header, *rows]) + "\n")
    return str(path)


def ask(home: Home, query: str) -> list[Any]:
    with duckdb.connect(str(home.warehouse), read_only=True) as connection:
        return connection.execute(query).fetchall()


def aside(home: Home, name: str = "lab-1") -> list[dict[str, str]]:
    """What is set aside, as a spreadsheet would read it."""
    with open(home.root / "rejected" / "ratings" / f"{name}.csv", encoding="utf-8-sig", newline="") as handle:
        return list(csv.DictReader(handle))


def said(home: Home, *columns: str) -> list[tuple[Any, ...]]:
    """What is kept of lab-1, in the order of the file."""
    rows = stored(home, "lab-1", "rating").sort_by("line").to_pylist()
    return [tuple(row[name] for name in columns) for row in rows]

"""Rows for a person (a table) or for a program (CSV, JSON)."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from typing import Any


def print_rows(names: Sequence[str], rows: Sequence[Sequence[Any]], form: str) -> None:
    if form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(rows)
    elif form == "json":
        objects = [dict(zip(names, row, strict=True)) for row in rows]
        print(json.dumps(objects, default=str, ensure_ascii=False, indent=None if len(objects) > 50 else 1))
    else:
        print_table(names, rows)


def print_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(names):
        numeric = all(isinstance(row[place], int | float) for row in rows if row[place] is not None)
        table.add_column(name, justify="right" if rows and numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(cell(value) for value in row))
    Console(width=None if sys.stdout.isatty() else 100_000, soft_wrap=True).print(
        table, highlight=False, markup=False
    ) if names else None


def cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)

"""Rows for a person (a table) or for a program (CSV, JSON)."""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any


def print_rows(names: Sequence[str], rows: Sequence[Sequence[Any]], form: str) -> None:
    names = different(names)
    if form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([as_text(value) for value in row] for row in rows)
    elif form == "json":
        objects = [dict(zip(names, map(plain, row), strict=True)) for row in rows]
        print("[" + ",\n ".join(json.dumps(record, ensure_ascii=False) for record in objects) + "]")
    elif names:
        print_table(names, rows)


def different(names: Sequence[str]) -> list[str]:
    """Column names without repeats: a, a becomes a, a_2."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return out


def plain(value: Any) -> Any:
    """A value as JSON has it: dates as text, no NaN, names of fields as text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else as_text(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, bytes | bytearray):
        return bytes(value).hex()
    return str(value)


def as_text(value: Any) -> str:
    """A value in a cell: what is nested as JSON, nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping | list | tuple):
        return json.dumps(plain(value), ensure_ascii=False)
    return value.hex() if isinstance(value, bytes | bytearray) else str(value)


def print_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(names):
        numeric = all(isinstance(row[place], int | float) for row in rows if row[place] is not None)
        table.add_column(name, justify="right" if rows and numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(f"{value:.3f}" if isinstance(value, float) else as_text(value) for value in row))
    width = None if sys.stdout.isatty() else 100_000
    Console(width=width, soft_wrap=True, highlight=False, markup=False).print(table)

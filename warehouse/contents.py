"""What the warehouse is built from, in one word: it changes whenever the warehouse has something new to hold.

Only names, sizes and times of files are looked at, so asking is cheap. The word of what was last built is kept in
`cache/`; if it is lost, the warehouse is built once more.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from warehouse.home import Home, put
from warehouse.schema import TABLES
from warehouse.views import VIEWS


def contents(home: Home) -> str | None:
    """The word for what there is to hold; None if there is nothing yet."""
    found = sorted(entries(home))
    if not found:
        return None
    return hashlib.sha256(repr((found, list(TABLES.values()), VIEWS)).encode()).hexdigest()[:16]


def entries(home: Home) -> Iterator[tuple[str, int, int]]:
    """Name, size and time of every file that the warehouse is built from."""
    for folder in (home.lake, home.collections, home.surveys):
        for path in folder.rglob("*.parquet"):
            if not path.name.startswith("."):
                yield from entry(home, path)
    for path in (*home.releases.glob("*/SHA256SUMS"), home.withdrawn):
        if not path.parent.name.startswith("."):
            yield from entry(home, path)


def entry(home: Home, path: Path) -> Iterator[tuple[str, int, int]]:
    try:
        known = os.stat(path)
    except FileNotFoundError:
        return
    yield str(path.relative_to(home.root)), known.st_size, known.st_mtime_ns


def published_contents(home: Home) -> str | None:
    """The word for what the warehouse holds; None if there is no warehouse, or nobody knows."""
    try:
        return record(home).read_text() if home.warehouse.exists() else None
    except FileNotFoundError:
        return None


def note_published(home: Home, word: str | None) -> None:
    put(record(home), (word or "").encode())


def record(home: Home) -> Path:
    return home.cache / "warehouse-contents"

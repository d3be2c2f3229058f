"""The folders of imported collections: each is a small lake of its own, there whole or not at all.

    collections/mine@2/verdict/collection=mine/game=tspin.parquet
    collections/.mine.tmp/                             (the next revision, while it is being made)

A collection has many files, and they must change together. So a new revision is made under a hidden name, which
keeps its partitions if whoever makes it is killed, and becomes visible by one rename. The highest revision is
the collection. The one before it stays until there is a third: someone may still be reading it.
"""

from __future__ import annotations

import os
import re
import shutil
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from warehouse.home import Home, sync_folder
from warehouse.lake import FOUNDING, SO_FAR, Lake, Partition
from warehouse.schema import COLLECTION

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
LIKE_A_NIGHT = re.compile(r"\d{4}-\d")
LONGEST_NAME = 64
FOLDER = re.compile(rf"({NAME.pattern})@(\d+)")


class BadName(ValueError):
    """Not a name for a collection; the message says why."""


@dataclass(frozen=True, order=True)
class Revision:
    """One state of a collection."""

    name: str
    number: int
    path: Path

    @property
    def lake(self) -> Lake:
        return Lake(self.path)


def checked_name(text: str) -> str:
    """The name of a collection that a person typed."""
    if not NAME.fullmatch(text) or len(text) > LONGEST_NAME:
        raise BadName(
            f"a collection's name has small letters, digits and hyphens, {LONGEST_NAME} at most, not {text!r}"
        )
    if LIKE_A_NIGHT.match(text):
        raise BadName(f"a collection's name must not look like a night, as {text!r} does")
    if text in (FOUNDING, SO_FAR):
        raise BadName(f"{text!r} is the press's own collection: choose another name")
    return text


def revisions(home: Home) -> list[Revision]:
    """Every revision that is there, in order of name and number."""
    found = home.collections.glob("*@*") if home.collections.is_dir() else ()
    matches = [(path, FOLDER.fullmatch(path.name)) for path in found if path.is_dir()]
    return sorted(Revision(match[1], int(match[2]), path) for path, match in matches if match)


def imported(home: Home) -> dict[str, Revision]:
    """The collections by name: the newest revision of each."""
    return {revision.name: revision for revision in revisions(home)}


def lakes(home: Home) -> list[Lake]:
    """The lake of the nights, and that of each collection."""
    return [Lake(home.lake), *(revision.lake for revision in imported(home).values())]


def known_puzzles(home: Home, game: str | None = None) -> pa.Table:
    """The rows of the collection table of all collections."""
    parts = [revision.lake.read_all("collection", game) for revision in imported(home).values()]
    return pa.concat_tables([COLLECTION.arrow.empty_table(), *parts])


def bench(home: Home, name: str) -> Path:
    """The hidden folder where the next revision is made; it begins as a copy of the present one.

    What a killed import has left there is used again. The caller holds the collection's turn.
    """
    folder = home.collections / f".{name}.tmp"
    present = imported(home).get(name)
    if not folder.exists() and present:
        shutil.copytree(present.path, folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def keep_only(lake: Lake, wanted: Iterable[Partition]) -> None:
    """Take away all other partitions."""
    for path in files(lake) - {lake.path(partition) for partition in wanted}:
        path.unlink()


def files(lake: Lake) -> set[Path]:
    return set(lake.root.glob("*/*=*/*.parquet"))


def same(one: Lake, other: Lake) -> bool:
    """Have two lakes the same files, to the byte? A partition that was made again has another time in its footer."""
    ours, theirs = ({path.relative_to(lake.root) for path in files(lake)} for lake in (one, other))
    return ours == theirs and all((one.root / path).read_bytes() == (other.root / path).read_bytes() for path in ours)


def install(home: Home, name: str, folder: Path) -> tuple[Revision, bool]:
    """Make what was made on the bench the collection, all of it at once; and whether that changes anything."""
    old = [revision for revision in revisions(home) if revision.name == name]
    if old and same(Lake(folder), old[-1].lake):
        clear(folder)
        return old[-1], False
    number = old[-1].number + 1 if old else 1
    target = home.collections / f"{name}@{number}"
    sync_folder(folder)
    os.rename(folder, target)
    sync_folder(home.collections)
    for revision in old[:-1]:
        hide_and_delete(revision.path)
    return Revision(name, number, target), True


def remove(home: Home, name: str) -> None:
    """Take a collection away. The newest revision goes last: until then it is there, whole."""
    for revision in [revision for revision in revisions(home) if revision.name == name]:
        hide_and_delete(revision.path)
    clear(home.collections / f".{name}.tmp")


def hide_and_delete(folder: Path) -> None:
    """Delete a folder that readers can see: out of sight first, by one rename."""
    hidden = folder.with_name(f".{folder.name}.{uuid.uuid4().hex[:12]}.tmp")
    os.rename(folder, hidden)
    sync_folder(folder.parent)
    clear(hidden)


def clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)

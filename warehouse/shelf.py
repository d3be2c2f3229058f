"""Shelves of small lakes: each is a folder that is there whole or not at all, and changes all at once.

    collections/mine@2/verdict/collection=mine/game=tspin.parquet
    collections/.mine.tmp/                             (the next revision, while it is being made)
    surveys/lab-1@1/rating/collection=survey-lab-1/game=tspin.parquet

What comes in from outside has many files, and they must change together. So a new revision is made under a hidden
name and becomes visible by one rename. The highest revision is the one that counts. The one before it stays until
there is a third: someone may still be reading it.
"""

from __future__ import annotations

import os
import re
import shutil
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from warehouse.home import Home, sync_folder
from warehouse.lake import FOUNDING, SO_FAR, Lake, Partition

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
LIKE_A_NIGHT = re.compile(r"\d{4}-\d")
LONGEST_NAME = 64
FOLDER = re.compile(rf"({NAME.pattern})@(\d+)")


class BadName(ValueError):
    """Not a name for what comes in; the message says why."""


def checked_name(text: str, kind: str) -> str:
    """The name of a collection, a survey or whatever `kind` says, as a person typed it."""
    if not NAME.fullmatch(text) or len(text) > LONGEST_NAME:
        raise BadName(f"a {kind}'s name has small letters, digits and hyphens, {LONGEST_NAME} at most, not {text!r}")
    if LIKE_A_NIGHT.match(text):
        raise BadName(f"a {kind}'s name must not look like a night, as {text!r} does")
    if text in (FOUNDING, SO_FAR):
        raise BadName(f"{text!r} is the press's own collection: choose another name")
    return text


@dataclass(frozen=True, order=True)
class Revision:
    """One state of what has a name on a shelf."""

    name: str
    number: int
    path: Path

    @property
    def lake(self) -> Lake:
        return Lake(self.path)


@dataclass(frozen=True)
class Shelf:
    root: Path

    def revisions(self) -> list[Revision]:
        """Every revision that is there, in order of name and number."""
        found = self.root.glob("*@*") if self.root.is_dir() else ()
        matches = [(path, FOLDER.fullmatch(path.name)) for path in found if path.is_dir()]
        return sorted(Revision(match[1], int(match[2]), path) for path, match in matches if match)

    def newest(self) -> dict[str, Revision]:
        """What is on the shelf, by name."""
        return {revision.name: revision for revision in self.revisions()}

    def bench(self, name: str) -> Path:
        """The hidden folder where the next revision is made. Whoever uses it holds the turn of that name."""
        return self.root / f".{name}.tmp"

    def install(self, name: str, folder: Path) -> tuple[Revision, bool]:
        """Make what was made on the bench the newest revision, all at once; and whether that changes anything."""
        old = [revision for revision in self.revisions() if revision.name == name]
        if old and same(Lake(folder), old[-1].lake):
            clear(folder)
            return old[-1], False
        number = old[-1].number + 1 if old else 1
        target = self.root / f"{name}@{number}"
        sync_folder(folder)
        os.rename(folder, target)
        sync_folder(self.root)
        for revision in old[:-1]:
            hide_and_delete(revision.path)
        return Revision(name, number, target), True

    def remove(self, name: str) -> None:
        """Take all revisions of a name away. The newest goes last: until then it is there, whole."""
        for revision in [revision for revision in self.revisions() if revision.name == name]:
            hide_and_delete(revision.path)
        clear(self.bench(name))


def collections(home: Home) -> Shelf:
    return Shelf(home.collections)


def surveys(home: Home) -> Shelf:
    return Shelf(home.surveys)


def lakes(home: Home) -> list[Lake]:
    """Every lake under the root: that of the nights, then that of each collection and of each survey."""
    shelved = [*collections(home).newest().values(), *surveys(home).newest().values()]
    return [Lake(home.lake), *(revision.lake for revision in shelved)]


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


def hide_and_delete(folder: Path) -> None:
    """Delete a folder that readers can see: out of sight first, by one rename."""
    hidden = folder.with_name(f".{folder.name}.{uuid.uuid4().hex[:12]}.tmp")
    os.rename(folder, hidden)
    sync_folder(folder.parent)
    clear(hidden)


def clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)

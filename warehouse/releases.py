"""The folders of published releases: their names, their order, and how one comes to be.

A release is built under a hidden name and renamed into place when it is complete; `latest` is
switched after that. So a release is there whole or not at all, and `latest` always leads to one.
"""

from __future__ import annotations

import os
import re
import uuid
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from warehouse.home import Home, sync_folder

NAME = re.compile(r"(\d{4}-\d{2}-\d{2})(?:-r(\d+))?")


@dataclass(frozen=True, order=True)
class Release:
    night: date
    revision: int
    path: Path

    @property
    def name(self) -> str:
        return self.path.name


def release_name(night: str, revision: int) -> str:
    return night if revision == 1 else f"{night}-r{revision}"


def published_releases(home: Home) -> list[Release]:
    """All releases, oldest night first, revisions in order."""
    found = []
    for path in home.releases.glob("*") if home.releases.is_dir() else ():
        match = NAME.fullmatch(path.name)
        if match and path.is_dir() and not path.is_symlink():
            found.append(Release(date.fromisoformat(match[1]), int(match[2] or 1), path))
    return sorted(found)


def last_release(home: Home, night: str) -> Release | None:
    """The newest revision of a night's release."""
    of_night = [release for release in published_releases(home) if release.night.isoformat() == night]
    return of_night[-1] if of_night else None


def install(home: Home, staged: Path, name: str) -> Path:
    """Move a finished folder to its place. The caller holds the `publish` turn."""
    target = home.releases / name
    for path in sorted(staged.rglob("*")):
        if path.is_file():
            with open(path, "rb") as handle:
                os.fsync(handle.fileno())
    sync_folder(staged)
    os.rename(staged, target)
    sync_folder(home.releases)
    return target


def switch_latest(home: Home) -> Path | None:
    """Point `latest` at the release of the latest night; old nights made late do not move it back."""
    releases = published_releases(home)
    if not releases:
        return None
    newest, link = releases[-1], home.releases / "latest"
    if not (link.is_symlink() and os.readlink(link) == newest.name):
        staged = home.releases / f".latest.{uuid.uuid4().hex[:12]}.tmp"
        os.symlink(newest.name, staged)
        os.replace(staged, link)
        sync_folder(home.releases)
    return newest.path

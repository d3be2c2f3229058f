"""The folders of published releases: their names, their order, and how one comes to be.

A release is built under a hidden name and renamed into place when it is complete; `latest` is
switched after that. So a release is there whole or not at all, and `latest` always leads to one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import uuid
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.home import Home, sync_folder
from warehouse.lake import DamagedFile
from warehouse.schema import RELEASE_SET

SETS = "sets.parquet"
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
            with contextlib.suppress(ValueError):  # 2026-99-99 is no night, whatever it is
                found.append(Release(date.fromisoformat(match[1]), int(match[2] or 1), path))
    return sorted(found)


def released_rows(
    release: Release, file: str = "puzzles.parquet", columns: list[str] | None = None
) -> list[dict[str, Any]]:
    """The rows of one of a release's tables; earlier releases have no sets, and lack some columns. Themes are one
    text, as items of an edition have them; in earlier releases they stand so."""
    rows: list[dict[str, Any]] = released_table(release, file, columns).to_pylist()
    return [row | {"themes": " ".join(row["themes"])} if isinstance(row.get("themes"), list) else row for row in rows]


def released_table(release: Release, file: str = "puzzles.parquet", columns: list[str] | None = None) -> pa.Table:
    """The same as a table."""
    if file == SETS and not (release.path / file).exists():
        return RELEASE_SET.arrow.empty_table().drop_columns("release")
    try:
        data = pq.ParquetFile(release.path / file)
        there = columns and [name for name in columns if name in data.schema_arrow.names]
        return data.read(there)
    except (pa.ArrowException, OSError) as error:
        raise damaged_release(release, file, error) from error


def released_text(release: Release, file: str) -> str:
    try:
        return (release.path / file).read_text()
    except (OSError, ValueError) as error:
        raise damaged_release(release, file, error) from error


def manifest_of(release: Release) -> dict[str, Any] | None:
    """The manifest of a release; None if it is damaged, which its night made again will mend."""
    try:
        found = json.loads(released_text(release, "manifest.json"))
    except (DamagedFile, ValueError):
        return None
    has_all = isinstance(found, dict) and {"release", "night", "ratings", "counts"} <= set(found)
    return found if has_all else None


def damaged_release(release: Release, file: str, error: Exception) -> DamagedFile:
    first_line = (str(error).splitlines() or [type(error).__name__])[0]
    return DamagedFile(
        f"damaged file {release.path / file}: {first_line} (release it again with "
        f"`tsume nightly --night {release.night}`)"
    )


def is_whole(release: Release) -> bool:
    """Are all files there, just as its SHA256SUMS says, which itself is byte for byte as it was written?"""
    try:
        said = (release.path / "SHA256SUMS").read_bytes()
        found = {
            path.relative_to(release.path).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in release.path.rglob("*")
            if path.is_file() and path.name != "SHA256SUMS"
        }
    except OSError:
        return False
    return bool(found) and said == "".join(f"{found[name]}  {name}\n" for name in sorted(found)).encode()


def set_damaged_aside(home: Home, night: str) -> list[Path]:
    """Move releases of a night that are not whole out of the way; where to. The caller holds the turn."""
    moved = []
    for release in published_releases(home):
        if release.night.isoformat() == night and not is_whole(release):
            target = home.root / "damaged" / f"{release.name}.{uuid.uuid4().hex[:8]}"
            target.parent.mkdir(exist_ok=True)
            os.rename(release.path, target)
            moved.append(target)
    return moved


def last_release(home: Home, night: str) -> Release | None:
    """The newest revision of a night's release."""
    of_night = [release for release in published_releases(home) if release.night.isoformat() == night]
    return of_night[-1] if of_night else None


def release_before(home: Home, night: str) -> Release | None:
    """The newest release of an earlier night: what its sets have, tonight's carry on."""
    earlier = [release for release in published_releases(home) if release.night.isoformat() < night]
    return earlier[-1] if earlier else None


def install(home: Home, staged: Path, name: str) -> Path:
    """Move a finished folder to its place. The caller holds the `publish` turn."""
    target = home.releases / name
    for path in sorted(staged.rglob("*")):
        if path.is_file():
            with open(path, "rb") as handle:
                os.fsync(handle.fileno())
    for folder in [*(path for path in sorted(staged.rglob("*")) if path.is_dir()), staged]:
        sync_folder(folder)
    os.rename(staged, target)
    sync_folder(home.releases)
    return target


def switch_latest(home: Home) -> Path | None:
    """Point `latest` at the release of the latest night; old nights made late do not move it back."""
    releases = published_releases(home)
    if not releases:
        return None
    newest, link = releases[-1], home.releases / "latest"
    if link.exists() and not link.is_symlink():  # not ours: keep it, but out of the way
        os.rename(link, home.releases / f"latest.{uuid.uuid4().hex[:8]}")
    if not (link.is_symlink() and os.readlink(link) == newest.name):
        staged = home.releases / f".latest.{uuid.uuid4().hex[:12]}.tmp"
        os.symlink(newest.name, staged)
        os.replace(staged, link)
        sync_folder(home.releases)
    return newest.path

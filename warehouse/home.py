"""The one root under which everything lives, and the files in it that several processes share."""

from __future__ import annotations

import fcntl
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


class HomeError(OSError):
    """The root cannot be used; the message says why."""


@dataclass(frozen=True)
class Home:
    root: Path

    @classmethod
    def from_environment(cls) -> Home:
        return cls(Path(os.environ.get("TSUME_HOME") or CHECKOUT / "data").absolute())

    @property
    def lake(self) -> Path:
        return self.root / "lake"

    @property
    def collections(self) -> Path:
        return self.root / "collections"

    @property
    def surveys(self) -> Path:
        return self.root / "surveys"

    @property
    def releases(self) -> Path:
        return self.root / "releases"

    @property
    def withdrawn(self) -> Path:
        return self.root / "withdrawn.jsonl"

    @property
    def warehouse(self) -> Path:
        return self.root / "warehouse.duckdb"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def dagster(self) -> Path:
        return self.root / "dagster"

    def prepare(self) -> None:
        """Make the root and see that it can be written; `HomeError` in one line if not."""
        probe = self.root / f".probe-{uuid.uuid4().hex}"
        try:
            for folder in (self.lake, self.releases, self.dagster):
                folder.mkdir(parents=True, exist_ok=True)
            probe.write_bytes(b"\0" * 65536)
        except OSError as error:
            raise HomeError(f"cannot write to TSUME_HOME {self.root}: {error.strerror}") from error
        finally:
            probe.unlink(missing_ok=True) if probe.parent.is_dir() else None

    def is_full(self) -> bool:
        """Is there hardly a block left on the disk of the root?"""
        return shutil.disk_usage(self.root).free < 256 * 1024

    @contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """Wait for, then hold, the lock of that name. The kernel lets go of it if the holder dies."""
        folder = self.root / "locks"
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / name, "w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield


def staging_name(target: Path) -> Path:
    """A hidden name beside `target`, on the same file system, that no one else uses."""
    return target.with_name(f".{target.name}.{uuid.uuid4().hex[:12]}.tmp")


def put(path: Path, data: bytes) -> Path:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = staging_name(path)
    try:
        staged.write_bytes(data)
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)
    return path


def sweep(folder: Path, older_than: float = 86400.0) -> None:
    """Remove what killed writers left behind: hidden .tmp names, a day old or more."""
    if not folder.is_dir():
        return
    horizon = time.time() - older_than
    for path in folder.rglob(".*.tmp"):
        try:
            if path.stat().st_mtime < horizon:
                if path.is_dir():
                    for inner in sorted(path.rglob("*"), reverse=True):
                        inner.rmdir() if inner.is_dir() else inner.unlink()
                    path.rmdir()
                else:
                    path.unlink()
        except OSError:  # someone else swept it first
            continue


def sync_folder(folder: Path) -> None:
    """Make renames inside `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

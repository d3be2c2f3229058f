"""The one root under which everything lives, and the files in it that several processes share."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
NOT_IN_ADDRESSES = "?#%"  # what means something else in the address of a database


class HomeError(OSError):
    """The root cannot be used; the message says why."""


class BadRoot(HomeError):
    """What somebody set as the root cannot be one."""


@dataclass(frozen=True)
class Home:
    root: Path

    @classmethod
    def from_environment(cls) -> Home:
        """The root that is set; `BadRoot` in one line if a file stands in its place, or if its path has what means
        something else in the address of Dagster's storage."""
        root = Path(os.environ.get("TSUME_HOME") or CHECKOUT / "data").absolute()
        in_the_way = next((path for path in (root, *root.parents) if os.path.isfile(path)), None)
        if in_the_way is not None:
            where = "" if in_the_way == root else f" {in_the_way}"
            raise BadRoot(f"TSUME_HOME {root} must be a folder, but{where or ' that'} is a file")
        bad = [character for character in NOT_IN_ADDRESSES if character in str(root)]
        if bad:
            raise BadRoot(
                f"TSUME_HOME {root} has {' and '.join(bad)} in its path, which Dagster's storage cannot have: choose "
                "another root"
            )
        return cls(root)

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
    """A hidden name beside `target`, on the same file system, that no one else uses. It says who writes."""
    return target.with_name(f".{target.name}.{writer_name()}.{uuid.uuid4().hex[:12]}.tmp")


WRITER = re.compile(r"\.([0-9a-f]{8})-(\d+)-(\d+)\.[0-9a-f]{12}\.tmp(?:\.wal)?$")
LEFT_BEHIND = (".*.tmp", ".*.tmp.wal", ".probe-*")  # names that only a killed writer leaves
A_DAY = 86400.0


def writer_name() -> str:
    """This machine, this process, and when it began: numbers of processes are used again."""
    return f"{machine()}-{os.getpid()}-{began(os.getpid()) or 0}"


@cache
def machine() -> str:
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]


def began(process: int) -> int | None:
    """When a process of this machine began, in ticks since the machine did; None if there is no such process."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def is_left_behind(path: Path, horizon: float) -> bool:
    """Whether nobody writes a hidden file any more: its writer is gone or, if nobody can tell, it is old."""
    found = WRITER.search(path.name)
    if found and found[1] == machine() and Path("/proc/self/stat").exists():
        return began(int(found[2])) != int(found[3])
    return path.stat().st_mtime < horizon


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


def sweep(folder: Path, older_than: float = A_DAY) -> None:
    """Remove what killed writers left behind under hidden names. Where nobody can tell whether the writer is alive
    (another machine's, an earlier version's), it must be as old as that."""
    horizon = time.time() - older_than
    for pattern in LEFT_BEHIND:
        for path in folder.rglob(pattern):
            try:
                if is_left_behind(path, horizon):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            except OSError:  # someone else swept it first
                continue


def sync_folder(folder: Path) -> None:
    """Make renames inside `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

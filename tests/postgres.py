"""A PostgreSQL server of the tests' own: a cluster in a temporary folder, reached by a socket there, gone afterwards.

It is started when a test first asks for it, once in each test process. Where there is no server program those tests
are skipped.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PLACES = "/usr/lib/postgresql/*/bin"
SETTINGS = {"listen_addresses": "", "fsync": "off", "max_connections": "60", "shared_buffers": "16MB"}
# Ends the server when whoever started it lets go of its standard input, by dying if need be.
WATCHED = '"$@" & server=$!; read -r _; kill -INT $server; wait $server'


@dataclass(frozen=True)
class Cluster:
    folder: Path

    def address(self, database: str) -> str:
        return f"postgresql://tsume@/{database}?host={self.folder}"

    def execute(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"t{uuid.uuid4().hex}"
        self.execute(f"create database {name}")
        return self.address(name)


def program(name: str) -> str | None:
    """A program of the server, which Debian does not put into the path."""
    newest = sorted(Path("/").glob(f"{PLACES[1:]}/{name}"), key=lambda path: int(path.parts[-3]))
    return str(newest[-1]) if newest else shutil.which(name)


def whose() -> dict[str, Any]:
    """The server refuses to run as root: then it is somebody else's."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    other = known.get("postgres") or known["nobody"]
    return {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        pytest.skip("no PostgreSQL here; .ci/run installs it")
    folder = Path(tempfile.mkdtemp(prefix="tsume-pg-"))
    owner = whose()
    if owner:
        os.chown(folder, owner["user"], owner["group"])
    data = str(folder / "data")
    quiet: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL, **owner}
    try:
        made = [initdb, "-D", data, "-U", "tsume", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(made, check=True, timeout=120, stderr=subprocess.PIPE, **quiet)
        options = [text for pair in SETTINGS.items() for text in ("-c", "=".join(pair))]
        command = ["sh", "-c", WATCHED, "sh", server, "-D", data, "-k", str(folder), *options]
        with open(folder / "log", "wb") as said:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said, **quiet)
        try:
            wait_until_it_answers(Cluster(folder), process)
            yield Cluster(folder)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_it_answers(cluster: Cluster, process: subprocess.Popen[bytes]) -> None:
    import psycopg

    for _ in range(1200):
        try:
            return cluster.execute("select 1")
        except psycopg.OperationalError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start: {(cluster.folder / 'log').read_text()[-2000:]}")


@pytest.fixture(params=["sqlite", "postgresql"])
def log_address(request: pytest.FixtureRequest) -> str | None:
    """Where a log of players may be, in turn: in the root, and in a database of its own on the server."""
    if request.param == "sqlite":
        return None
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()

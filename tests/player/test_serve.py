"""The real command: it says where it is, answers, and ends when it is told to, whoever is still connected."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from player import serve, workers
from player.choice import making
from player.serve import MOST_HEAD_BYTES, CannotListen, address, addresses, listener
from tests.conftest import ROOT, TSUME, one_line, tsume
from tests.player.conftest import Site
from warehouse.players import writer

LIMIT = 120.0  # seconds that anything may take on a slow and busy machine


def environment(root: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TSUME_", "DAGSTER_"))}
    return kept | {"TSUME_HOME": str(root)}


@pytest.fixture
def root(released: Path, tmp_path: Path) -> Path:
    shutil.copytree(released, tmp_path / "home", symlinks=True)
    return tmp_path / "home"


@contextmanager
def served(root: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, once it answers, and the first address that it prints."""
    process = subprocess.Popen(
        [*TSUME, "play", "--port", "0", *more],
        env=environment(root), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait(LIMIT)


def host_and_port(at: str) -> tuple[str, int]:
    found = re.fullmatch(r"http://(127\.0\.0\.1):(\d+)/", at)
    assert found, at
    return found[1], int(found[2])


def ask(at: str, path: str, body: object = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(at + path, data, {"Content-Type": "application/json"} if data else {})
    found: dict[str, object] = json.load(urllib.request.urlopen(request, timeout=LIMIT))
    return found


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_and_ends_with_connections_open(root: Path, how: signal.Signals) -> None:
    with served(root) as (process, at):
        assert ask(at, "healthz") == {"ok": True}
        assert ask(at, "api/attempts", {"mode": "practice", "game": "tspin"})["attempt"]
        idle, half = (socket.create_connection(host_and_port(at), LIMIT) for _ in range(2))
        half.sendall(b"POST /api/attempts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{")
        process.send_signal(how)
        assert process.wait(LIMIT) == 0
        idle.close()
        half.close()


def test_it_ends_within_ten_seconds_whatever_is_stuck() -> None:
    """Requests, threads, the maker of puzzles and the log are waited for one after the other, each not for ever."""
    waits = serve.SECONDS_TO_END, workers.PATIENCE, making.PATIENCE, writer.PATIENCE
    assert sum(waits) < 10


def test_what_is_stuck_is_told(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.service.log._writer, "close", lambda: False)
    assert not site.service.close()
    monkeypatch.undo()
    assert site.service.close()


def test_what_was_acknowledged_survives_a_kill(root: Path) -> None:
    with served(root) as (process, at):
        attempt = ask(at, "api/attempts", {"mode": "practice", "game": "tspin"})["attempt"]
        process.kill()
        process.wait(LIMIT)
    from warehouse.home import Home
    from warehouse.players.log import PlayerLog

    with PlayerLog.open(Home(root), read_only=True) as log:
        assert [event.attempt for event in log.events()] == [attempt]


def test_a_head_without_end_is_refused(root: Path) -> None:
    with served(root) as (_, at), socket.create_connection(host_and_port(at), LIMIT) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        try:
            for _ in range(100):
                client.sendall(b"x" * MOST_HEAD_BYTES)
            said = client.recv(1000)
        except (BrokenPipeError, ConnectionResetError):
            said = b""
        assert said.startswith(b"HTTP/1.1 400") or said == b""
        assert ask(at, "healthz") == {"ok": True}


def test_bound_to_all_addresses_it_says_where_it_can_be_reached(root: Path) -> None:
    with served(root, "--host", "0.0.0.0") as (_, at):
        assert ask(at, "healthz") == {"ok": True}
    listening = listener("0.0.0.0", 0)
    with listening:
        port = listening.getsockname()[1]
        assert addresses(listening)[0] == f"http://127.0.0.1:{port}/"
    assert address("::1", 80) == "http://[::1]:80/"


def test_what_it_cannot_do_is_one_line(root: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        one_line(tsume("play", "--port", port, env=environment(root)), 2, "cannot listen", port)
    one_line(tsume("play", "--host", "no.such.host.invalid", env=environment(root)), 2, "cannot listen")
    one_line(tsume("play", "--port", "70000", env=environment(root)), 2, "70000")
    one_line(tsume("play", env=environment(tmp_path / "empty")), 2, "tsume nightly")
    assert not (tmp_path / "empty").exists()
    for name in ("", "a b", "http://x.example", "x.example:80"):
        one_line(tsume("play", "--name", name, env=environment(root)), 2, "--name")
    wrong = environment(root) | {"TSUME_PLAYER_DB": "mysql://nowhere/x"}
    one_line(tsume("play", "--port", "0", env=wrong), 2, "TSUME_PLAYER_DB")
    away = environment(root) | {"TSUME_PLAYER_DB": f"postgresql://{tmp_path}/x"}
    one_line(tsume("play", "--port", "0", env=away), 1, "log of players")


def test_a_host_that_is_none_is_refused() -> None:
    with pytest.raises(CannotListen):
        listener("192.0.2.1", 0)

"""Nothing in a run touches the network, and telemetry is off."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import yaml

from orchestration.instance import DAGSTER_YAML
from tests.conftest import NIGHT, ROOT, founded_environment

LISTENER = """
import sys

def listen(event, arguments):
    if event == "socket.getaddrinfo" or event == "socket.gethostbyname":
        print("network:", event, arguments[0], file=sys.stderr)
    if event == "socket.connect" and not isinstance(arguments[1], (str, bytes)):
        print("network:", event, arguments[1], file=sys.stderr)

sys.addaudithook(listen)
sys.argv = ["tsume", *sys.argv[1:]]
from orchestration.cli import main
main()
"""


def test_a_night_keeps_to_itself(small_night: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LISTENER, "nightly", "--night", NIGHT],
        env=founded_environment(tmp_path, small_night), cwd=ROOT, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "network:" not in done.stderr


def test_the_listener_hears() -> None:
    knock = LISTENER.replace("from orchestration.cli import main\nmain()", "import socket\n"
                             "socket.socket().connect_ex(('127.0.0.1', 9))")  # fmt: skip
    done = subprocess.run([sys.executable, "-c", knock], capture_output=True, text=True, timeout=60)
    assert "network: socket.connect ('127.0.0.1', 9)" in done.stderr


def test_telemetry_is_off(small_night: Path) -> None:
    written = (small_night / "dagster" / "dagster.yaml").read_text()
    assert written == DAGSTER_YAML
    assert yaml.safe_load(written)["telemetry"] == {"enabled": False}
    assert not (small_night / "dagster" / ".telemetry").exists()
    assert not (small_night / "dagster" / "logs").exists() or not list(
        (small_night / "dagster" / "logs").glob("event*")
    )

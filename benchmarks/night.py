"""How long a whole night takes, with all games and variants of the default settings.

Wall-clock seconds of this machine with its cores: the aim is stated for two. In a root of its own a first night is
made, which compiles what is not compiled and fits the founding models; what counts is the night after it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NAME = "a night of all games, once compiled"
AIM = 90.0
NIGHTS = ("2026-01-01", "2026-01-02")


def seconds_of(night: str, root: Path) -> float:
    """Make a night with the default settings; its time, from the command to the end of it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TSUME_", "DAGSTER_"))}
    command = [sys.executable, "-m", "orchestration.cli", "nightly", "--night", night]
    began = time.perf_counter()
    subprocess.run(command, env=kept | {"TSUME_HOME": str(root)}, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def benchmarks() -> list[dict[str, Any]]:
    """One row: the second of two nights."""
    with tempfile.TemporaryDirectory() as root:
        *_, last = [seconds_of(night, Path(root)) for night in NIGHTS]
    cores = len(os.sched_getaffinity(0))
    return [{"name": NAME, "value": last, "unit": f"s on {cores} cores", "peer": AIM, "peer_name": "aim, two cores"}]

"""How long a first night and the night after it take, with all games and variants of the default settings.

Wall-clock seconds of this machine with its cores: the aims are stated for two. The first night is made in a root of
its own with nothing compiled; the installation is not in it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("the first night of all games, nothing compiled", "a night of all games, once compiled")
AIMS = (160.0, 80.0)
NIGHTS = ("2026-01-01", "2026-01-02")


def seconds_of(night: str, root: Path) -> float:
    """Make a night with the default settings; its time, from the command to the end of it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TSUME_", "DAGSTER_"))}
    command = [sys.executable, "-m", "orchestration.cli", "nightly", "--night", night]
    own = {"TSUME_HOME": str(root / "home"), "NUMBA_CACHE_DIR": str(root / "kernels")}
    began = time.perf_counter()
    subprocess.run(command, env=kept | own, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def benchmarks() -> list[dict[str, Any]]:
    """One row a night."""
    with tempfile.TemporaryDirectory() as root:
        taken = [seconds_of(night, Path(root)) for night in NIGHTS]
    unit = f"s on {len(os.sched_getaffinity(0))} cores"
    return [
        {"name": name, "value": value, "unit": unit, "peer": aim, "peer_name": "aim, two cores"}
        for name, value, aim in zip(NAMES, taken, AIMS, strict=True)
    ]

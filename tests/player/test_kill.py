"""The service is killed while many play: whatever it acknowledged is in the log, in either database."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from benchmarks.play import lost, played, root_with, service

PLAYERS, ACKNOWLEDGED = 20, 150
LONG = 120.0  # seconds; the count ends it long before


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_kill_under_load_loses_nothing_that_was_acknowledged(
    released: Path, store: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    for name in [name for name in os.environ if name.startswith("TSUME_")]:
        monkeypatch.delenv(name)
    if store == "postgresql":
        monkeypatch.setenv("TSUME_PLAYER_DB", request.getfixturevalue("postgres").new_database())
    with root_with(released / "releases") as root:
        with service(root) as (process, port):
            seen = asyncio.run(played(PLAYERS, LONG, port, ["tspin"], process.kill, ACKNOWLEDGED, thinking=0.0))
        assert len(seen.acknowledged) >= ACKNOWLEDGED
        assert seen.away == PLAYERS
        assert seen.errors == []
        assert lost(root, seen) == []
        missing = (next(iter(seen.acknowledged))[0], "hinted", 1)
        seen.acknowledged.add(missing)
        assert lost(root, seen) == [missing]  # it would have been noticed

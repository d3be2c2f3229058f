"""A log of players on either database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from warehouse.home import Home
from warehouse.players.log import PlayerLog


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 15, 3, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def move(self, by: timedelta) -> None:
        self.time += by


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_log(tmp_path: Path, log_address: str | None, clock: Clock) -> Iterator[Callable[..., PlayerLog]]:
    """Opens the log, as another service would; it is closed in the end."""
    opened: list[PlayerLog] = []

    def open_one(read_only: bool = False) -> PlayerLog:
        opened.append(PlayerLog.open(Home(tmp_path / "home"), log_address, read_only, clock))
        return opened[-1]

    yield open_one
    for log in opened:
        log.close()


@pytest.fixture
def player_log(open_log: Callable[..., PlayerLog]) -> PlayerLog:
    return open_log()

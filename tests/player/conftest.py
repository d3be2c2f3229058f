"""A service on a small release, with a clock that the test winds, and players who ask it things."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from assets.core.settings import Settings
from player.app import app_of
from player.attempts.clock import Clock
from player.guard.cookies import COOKIE
from player.guard.limits import Limits, Rates
from player.service import Service
from tests.conftest import Shared
from tests.player.releases import Known, known, small_edition, write_release
from warehouse.home import Home

ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """No test fails because the machine has much else to do. It comes before any service, also those of a session."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("player.workers.SECONDS", 300.0)
        yield


class Wound(Clock):
    """Both clocks, as a test sets them."""

    def __init__(self) -> None:
        self.time, self.gone = datetime(2026, 11, 16, 12, tzinfo=UTC), 1000.0

    def now(self) -> datetime:
        return self.time

    def ticks(self) -> float:
        return self.gone

    def wait(self, seconds: float) -> None:
        """Time goes by."""
        self.gone += seconds
        self.time += timedelta(seconds=seconds)


@dataclass
class Site:
    """A service that can be asked, stopped and started again."""

    home: Home
    clock: Wound
    rates: Rates = field(default_factory=lambda: Rates.of(Settings.load().player))
    service: Service = field(init=False)
    app: Any = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        limits = Limits(self.rates, self.clock.ticks)
        self.service = Service.open(self.home, Settings.load(), limits, self.clock)
        self.app = app_of(self.service)
        self.browsers: list[TestClient] = []

    def restart(self) -> None:
        """As if the process had ended and another begun: only the log and the releases stay."""
        cookies = [browser.cookies.get(COOKIE) for browser in self.browsers]
        old = self.browsers
        self.service.close()
        self.start()
        for browser, cookie in zip(old, cookies, strict=True):
            browser.app = self.app
            browser._transport.app = self.app  # type: ignore[attr-defined]
            assert cookie == browser.cookies.get(COOKIE)
            self.browsers.append(browser)

    def browser(self, address: str = "127.0.0.1") -> TestClient:
        """Somebody new with a browser."""
        client = TestClient(self.app, ADDRESS, client=(address, 50000), raise_server_exceptions=False)
        self.browsers.append(client)
        return client


@pytest.fixture(scope="session")
def released(shared: Shared) -> Path:
    """A root with one small release; tests must not change it."""
    return shared.once("player-release", lambda folder: write_release(Home(folder), small_edition()))


@pytest.fixture
def player_home(released: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A root of the test's own with that release."""
    root = tmp_path / "home"
    shutil.copytree(released, root, symlinks=True)
    monkeypatch.setenv("TSUME_HOME", str(root))
    monkeypatch.delenv("TSUME_PLAYER_DB", raising=False)
    return Home(root)


@pytest.fixture
def clock() -> Wound:
    return Wound()


@pytest.fixture
def site(player_home: Home, clock: Wound) -> Iterator[Site]:
    made = Site(player_home, clock)
    yield made
    made.service.close()


@pytest.fixture
def browser(site: Site) -> TestClient:
    return site.browser()


@pytest.fixture(scope="session")
def puzzles() -> dict[str, list[Known]]:
    """The released puzzles with their answers, by variant."""
    found: dict[str, list[Known]] = {}
    for one in known(small_edition().items):
        found.setdefault(one.variant, []).append(one)
    return found

"""The pages in a real browser, over the real service on a small release."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from assets.core.settings import Settings
from player.app import app_of
from player.modes import MODES
from player.serve import Server, address, listener
from player.service import Service
from player.warm import visit_all
from tests.player.pages.hands import Table
from tests.player.releases import Known
from warehouse.home import Home
from warehouse.players.events import Stored

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
LIMIT = 120.0  # seconds that anything may take on a slow and busy machine


@dataclass
class Live:
    """A service that answers on this machine."""

    base: str
    service: Service

    def answer_to(self, puzzle_id: str) -> list[Any]:
        """The moves that solve a puzzle, be it released or made on the spot."""
        found = self.service.chooser.puzzle(puzzle_id)
        assert found is not None
        return Known(puzzle_id, found.game, found.variant, found.solution).moves

    def events(self, attempt: str) -> list[Stored]:
        return self.service.log.of_attempt(attempt)

    def kinds(self, attempt: str) -> list[str]:
        return [event.kind for event in self.events(attempt)]

    def last(self, attempt: str, kind: str) -> Any:
        return [event.body for event in self.events(attempt) if event.kind == kind][-1]


@pytest.fixture(scope="session")
def live(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """One service for all tests here: each test is a player of its own."""
    root = tmp_path_factory.mktemp("live") / "home"
    shutil.copytree(released, root, symlinks=True)
    with served(root) as found:
        yield found


@contextmanager
def served(root: Path) -> Iterator[Live]:
    """A service on a root, warmed up."""
    import uvicorn

    service = Service.open(Home(root), Settings.load())
    listening = listener("127.0.0.1", 0)
    there = threading.Event()
    base = address(*listening.getsockname()[:2]).rstrip("/")
    config = uvicorn.Config(app_of(service), ws="none", lifespan="off", log_config=None, access_log=False)
    server = Server(config, there.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert there.wait(LIMIT)
    visit_all(service.stock, service.desk.replays, lambda said: None)
    yield Live(base, service)
    server.should_exit = True
    thread.join(LIMIT)
    service.close()


@pytest.fixture(autouse=True)
def same_players(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lots follow from who plays: so a test meets the same puzzles whenever it is run."""
    lots = Random(request.node.nodeid)
    monkeypatch.setattr("warehouse.players.people.secrets.token_hex", lambda count: lots.randbytes(count).hex())


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modes with a limit have one that nobody reaches."""
    for mode in MODES.values():
        if mode.seconds is not None:
            monkeypatch.setitem(MODES, mode.name, replace(mode, seconds=600.0))  # type: ignore[arg-type]


@dataclass
class Visitor:
    """Somebody new with a browser of their own. Whatever a page complains about fails the test."""

    context: Any
    live: Live
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)  # parts of complaints that the test brings about itself

    def page(self) -> Table:
        page = self.context.new_page()
        page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self.stay_here)
        return Table(page, self.live.base, self.live.answer_to)

    def stay_here(self, request: Any) -> None:
        if not request.url.startswith((self.live.base, "data:", "blob:")):
            self.complaints.append(f"a request to {request.url}")

    def unexpected(self) -> list[str]:
        return [said for said in self.complaints if not any(part in said for part in self.expected)]


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(chromium: Any, live: Live) -> Iterator[Visit]:
    with visiting(chromium, live) as come:
        yield come


@contextmanager
def visiting(chromium: Any, live: Live) -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def come(worker: bool = False, **more: Any) -> Visitor:
        options = {"locale": "en-US", "color_scheme": "light", "reduced_motion": "reduce"} | DESK | more
        context = chromium.new_context(service_workers="allow" if worker else "block", **options)
        context.set_default_timeout(LIMIT * 1000)
        visitors.append(Visitor(context, live, expected=[] if worker else ["Service Worker registration blocked"]))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.unexpected() for visitor in visitors] == [[] for _ in visitors]

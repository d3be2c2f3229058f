"""The pages in a real browser: the gallery from disk, the Dagster UI for a materialization and a backfill."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from assets import gallery
from engines import registry
from tests.conftest import NIGHT, ROOT, TSUME, small_environment, tsume
from tests.test_gallery import items

pytestmark = pytest.mark.browser

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run")  # fmt: skip


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(QUIET))
        yield browser.new_page(viewport={"width": 1600, "height": 950})
        browser.close()


def test_the_gallery_works_from_disk(page: Any, small_night: Path) -> None:
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto((small_night / "releases" / NIGHT / "index.html").as_uri())
    manifest = json.loads((small_night / "releases" / NIGHT / "manifest.json").read_text())
    cards = page.locator("article")
    assert cards.count() == manifest["counts"]["puzzles"]
    answer = cards.first.locator("details svg").first
    assert not answer.is_visible()
    cards.first.locator("summary").press("Enter")
    assert answer.is_visible()
    page.get_by_label("difficulty").select_option("hard")
    assert {card.get_attribute("data-level") for card in cards.all() if card.is_visible()} == {"hard"}
    page.goto(f"{page.url}#{cards.first.get_attribute('id')}")
    assert cards.first.is_visible(), "a link to a puzzle that is filtered out shows it"
    assert page.get_by_text("simulated").first.is_visible()
    assert complaints == []
    assert len(requests) == 1, "the page asks for nothing but itself"
    page.set_viewport_size({"width": 380, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 380, "too wide for a phone"
    page.set_viewport_size({"width": 1600, "height": 950})


@pytest.fixture
def gallery_of_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a gallery with two games, of which one has no facets."""
    monkeypatch.setitem(registry.GAMES, "pick", "tests.smallest")
    kinds = [("tspin", "tsd-2"), ("tspin", "donate-3-srs"), ("pick", "pick-5"), ("pick", "pick-8")]
    path = tmp_path / "index.html"
    path.write_text(gallery.page(NIGHT, [item for kind in kinds for item in items(*kind, 3)]))
    yield path.as_uri()
    registry.engine.cache_clear()


def test_the_gallery_offers_the_filters_of_the_chosen_game(page: Any, gallery_of_two: str) -> None:
    page.goto(gallery_of_two)

    def offered() -> set[str]:
        return {box.get_attribute("name") for box in page.locator("select").all() if box.is_visible()}

    def kinds_offered() -> list[str]:
        return page.locator("select[name=variant] option:not([hidden])").all_inner_texts()[1:]

    def shown() -> int:
        return sum(card.is_visible() for card in page.locator("article").all())

    assert (offered(), shown(), len(kinds_offered())) == ({"difficulty", "game", "variant"}, 12, 4)
    page.get_by_label("game").select_option("T-spin puzzles")
    assert offered() == {"difficulty", "game", "goal", "pieces", "rules", "variant"}
    page.get_by_label("goal").select_option("Donation")
    assert shown() == 3
    page.get_by_label("game").select_option("Pick two")
    assert (offered(), shown()) == ({"difficulty", "game", "variant"}, 6), "the other game's goal is forgotten"
    assert kinds_offered() == ["Pick two of 5", "Pick two of 8"]
    page.get_by_label("variant").select_option("Pick two of 8")
    page.get_by_label("game").select_option("T-spin puzzles")
    assert (page.get_by_label("variant").input_value(), shown()) == ("", 6)
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function("!document.querySelector('section[hidden]')")
    assert (offered(), shown()) == ({"difficulty", "game", "variant"}, 12)


@pytest.fixture(scope="module")
def ui(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The UI with its daemon, on a root of its own: its address, and the root."""
    environment = small_environment(tmp_path_factory.mktemp("ui"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with open(Path(environment["TSUME_SETTINGS"]).with_name("ui.log"), "w") as log:
        process = subprocess.Popen(
            [*TSUME, "ui", "--port", str(port)],
            env=environment, cwd=ROOT, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    try:
        wait(lambda: urllib.request.urlopen(address, timeout=2).status == 200, 90)
        yield address, Path(environment["TSUME_HOME"])
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def wait(condition: Any, seconds: float) -> None:
    """Until a condition holds; what goes wrong on the way is tried again."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            if condition():
                return
        except (OSError, duckdb.Error):
            pass
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(1)


def ask(address: str, query: str) -> Any:
    request = urllib.request.Request(
        f"{address}/graphql", json.dumps({"query": query}).encode(), {"Content-Type": "application/json"}
    )
    return json.load(urllib.request.urlopen(request, timeout=20))["data"]


def rows(home: Path, query: str) -> Any:
    with duckdb.connect(str(home / "warehouse.duckdb"), read_only=True) as connection:
        return connection.execute(query).fetchall()


def choose_nights(page: Any, nights: str) -> None:
    box = page.locator('[role="dialog"] input[placeholder]').first
    box.fill(nights)
    box.press("Enter")


def test_schedules_and_sensors_run(ui: tuple[str, Path]) -> None:
    address, _ = ui
    found = ask(address, "{repositoriesOrError{... on RepositoryConnection{nodes{"
                "schedules{name scheduleState{status}} sensors{name sensorState{status}}}}}}")  # fmt: skip
    (node,) = found["repositoriesOrError"]["nodes"]
    states = {entry["name"]: entry["scheduleState"]["status"] for entry in node["schedules"]}
    states |= {entry["name"]: entry["sensorState"]["status"] for entry in node["sensors"]}
    assert set(states) == {"every_night", "every_week", "enough_new_ratings", "show_failures", "warehouse_follows"}
    assert set(states.values()) == {"RUNNING"}


def test_materialize_one_asset_and_the_warehouse_follows(page: Any, ui: tuple[str, Path]) -> None:
    address, home = ui
    page.goto(f"{address}/assets/tspin/candidates")
    page.get_by_role("button", name="Materialize").first.click()
    choose_nights(page, "2026-11-12")
    page.get_by_role("button", name="Launch", exact=False).last.click()
    wait(lambda: (home / "lake" / "candidate" / "night=2026-11-12" / "game=tspin.parquet").exists(), 120)
    wait(lambda: rows(home, "select count(*) from candidate where night = '2026-11-12'") == [(240,)], 120)


def test_backfill_two_nights_while_the_command_makes_a_third(page: Any, ui: tuple[str, Path]) -> None:
    address, home = ui
    page.goto(f"{address}/asset-groups")
    page.get_by_role("button", name="Materialize all").click()
    choose_nights(page, "[2026-11-12...2026-11-13]")
    page.get_by_role("button", name="Launch backfill").click()
    environment = small_environment(home.parent)
    done = tsume("nightly", "--night", NIGHT, env=environment)
    assert done.returncode == 0, done.stderr
    released = "select night::varchar from nightly_summary where released > 0 order by 1"
    wait(lambda: rows(home, released) == [("2026-11-12",), ("2026-11-13",), (NIGHT,)], 300)
    assert rows(home, "select puzzle_id from release_entry group by 1 having count(*) > 1") == []
    page.goto(f"{address}/assets/tspin/selection")
    page.get_by_text("[Show Markdown]").first.click()
    picture = page.locator('[role="dialog"] img').first
    picture.wait_for(timeout=10_000)
    assert picture.evaluate("image => image.complete && image.naturalWidth > 300"), "tonight's best is not shown"

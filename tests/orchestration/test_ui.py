"""The pages in a real browser: the gallery from disk, the Dagster UI for a materialization and a backfill."""

from __future__ import annotations

import contextlib
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

from tests.conftest import NIGHT, ROOT, TSUME, founded_environment, small_environment, tsume

LIMIT = 1200.0  # seconds that anything may take on a slow and busy machine
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(chromium: Any) -> Any:
    return chromium.new_page(viewport={"width": 1600, "height": 950})


def test_the_gallery_of_a_night_works_from_disk(page: Any, small_night: Path) -> None:
    """What a night publishes; `test_site` tries everything that the pages can do."""
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    folder = small_night / "releases" / NIGHT
    page.goto((folder / "index.html").as_uri())
    assert page.get_by_text("not rated yet").first.is_visible()
    card = page.locator("article").first
    card.get_by_role("button", name="Show the answer").click()
    card.locator(".steps").wait_for()
    page.goto((folder / "browse.html").as_uri())
    page.locator("article svg").first.wait_for()
    manifest = json.loads((folder / "manifest.json").read_text())
    count = manifest["counts"]["puzzles"]
    assert page.locator("#count").inner_text() == f"{count} of {count} puzzles"
    for name in ("night.html", "models.html", "print.html"):
        page.goto((folder / name).as_uri())
    assert complaints == []
    assert all(address.startswith((folder.as_uri(), "data:")) for address in requests)


@pytest.fixture(scope="module")
def ui(small_night: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The UI with its daemon, on a root of its own: its address, and the root."""
    environment = founded_environment(tmp_path_factory.mktemp("ui"), small_night)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with open(Path(environment["TSUME_SETTINGS"]).with_name("ui.log"), "w") as log:
        process = subprocess.Popen(
            ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *TSUME, "ui", "--port", str(port)],  # as a script would
            env=environment, cwd=ROOT, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    try:
        wait(lambda: urllib.request.urlopen(address, timeout=2).status == 200)
        yield address, Path(environment["TSUME_HOME"])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def wait(condition: Any) -> None:
    """Until a condition holds; what goes wrong on the way is tried again. Only what hangs meets the limit."""
    deadline = time.monotonic() + LIMIT
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


def at_work(home: Path, *words: str) -> dict[int, str]:
    """The processes that have a root, by number, with their command lines; only those that have some words in it."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            ours = f"TSUME_HOME={home}".encode() in (folder / "environ").read_bytes().split(b"\0")
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if ours and command and all(word in command for word in words):
            found[int(folder.name)] = command
    return found


def runs_of(address: str) -> dict[str, list[str]]:
    """The states of all runs there were, by job."""
    found = ask(address, "{runsOrError(limit: 500){... on Runs{results{jobName status}}}}")["runsOrError"]["results"]
    states: dict[str, list[str]] = {}
    for run in found:
        states.setdefault(run["jobName"], []).append(run["status"])
    return states


def launch(address: str, job: str) -> str:
    """Have the daemon run a job."""
    selector = (
        f'{{repositoryLocationName: "orchestration.definitions", repositoryName: "__repository__", jobName: "{job}"}}'
    )
    asked = ask(address, f"mutation{{launchRun(executionParams: {{selector: {selector}, runConfigData: {{}}}})"
                         "{... on LaunchRunSuccess{run{runId}} ... on PythonError{message}}}")  # fmt: skip
    return str(asked["launchRun"]["run"]["runId"])


def looks(address: str) -> int:
    """How often the daemon has looked whether the warehouse is behind, and what it began then."""
    selector = (
        '{repositoryLocationName: "orchestration.definitions", repositoryName: "__repository__",'
        ' sensorName: "warehouse_follows"}'
    )
    found = ask(address, f"{{sensorOrError(sensorSelector: {selector}){{... on Sensor{{sensorState"
                         "{ticks(limit: 1000, statuses: [SUCCESS, SKIPPED, FAILURE]){id}}}}}")  # fmt: skip
    return len(found["sensorOrError"]["sensorState"]["ticks"])


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
    assert set(states) == {"every_night", "every_week", "enough_new_ratings", "warehouse_follows"}
    assert set(states.values()) == {"RUNNING"}


def test_materialize_one_asset_and_the_warehouse_follows(page: Any, ui: tuple[str, Path]) -> None:
    address, home = ui
    page.goto(f"{address}/assets/tspin/games")
    page.get_by_role("button", name="Materialize").first.click()
    choose_nights(page, "2026-11-12")
    page.get_by_role("button", name="Launch", exact=False).last.click()
    wait(lambda: (home / "lake" / "played_game" / "night=2026-11-12" / "game=tspin.parquet").exists())
    wait(lambda: rows(home, "select count(*) from played_game where night = '2026-11-12'") == [(1,)])


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
    wait(lambda: rows(home, released) == [("2026-11-12",), ("2026-11-13",), (NIGHT,)])
    assert rows(home, "select puzzle_id from selection group by 1 having count(*) > 1") == []
    page.goto(f"{address}/assets/tspin/selection")
    page.get_by_text("[Show Markdown]").first.click()
    picture = page.locator('[role="dialog"] img').first
    picture.wait_for(timeout=60_000)
    assert picture.evaluate("image => image.complete && image.naturalWidth > 300"), "tonight's best is not shown"


def test_nothing_is_left_of_runs_that_ended(ui: tuple[str, Path]) -> None:
    """A refresh uses the workers. When it is over, its process and its workers are gone; so are those of the runs
    before it, of which some failed or were retried."""
    address, home = ui
    launch(address, "refresh_models")
    wait(lambda: runs_of(address).get("refresh_models") == ["SUCCESS"])
    wait(lambda: not unended(runs_of(address)))
    wait(lambda: not at_work(home, "multiprocessing.spawn"))


def unended(states: dict[str, list[str]]) -> list[str]:
    return [state for found in states.values() for state in found if state not in ("SUCCESS", "FAILURE", "CANCELED")]


def test_failed_runs_are_not_followed_by_others(ui: tuple[str, Path]) -> None:
    """Three nights that cannot be made are three failed runs, and no more; at most one rebuild follows."""
    address, home = ui
    before = {job: len(states) for job, states in runs_of(address).items()}
    nights = '["2026-11-08", "2026-11-09", "2026-11-10"]'
    asked = f'{{assetSelection: [{{path: ["tspin", "verdicts"]}}], partitionNames: {nights}}}'
    done = ask(address, f"mutation{{launchPartitionBackfill(backfillParams: {asked}){{__typename}}}}")
    assert done["launchPartitionBackfill"]["__typename"] == "LaunchBackfillSuccess"
    wait(lambda: runs_of(address).get("__ASSET_JOB", []).count("FAILURE") == 3)
    looked = looks(address)
    wait(lambda: looks(address) >= looked + 2)  # the first may have begun before the last of them failed
    now = {job: len(states) for job, states in runs_of(address).items()}
    assert now.pop("__ASSET_JOB") == before.pop("__ASSET_JOB", 0) + 3
    assert now.pop("publish_warehouse", 0) <= before.pop("publish_warehouse", 0) + 1
    assert now == before
    wait(lambda: not unended(runs_of(address)))
    wait(lambda: not at_work(home, "multiprocessing.spawn"))


def test_nothing_is_left_of_the_ui(ui: tuple[str, Path], request: pytest.FixtureRequest) -> None:
    """The last of this file: it ends the UI, as a service manager or `kill` would."""
    _, home = ui
    (process,) = at_work(home, "dagster dev")
    os.kill(process, signal.SIGTERM)
    wait(lambda: not at_work(home))

"""kill -9 at any moment: nothing half-made is ever seen, and the next run gives what an undisturbed one gives."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from assets.core.ready import Ready
from assets.core.stage import Press, run_stage
from assets.graph.assets import NIGHT_STAGES
from assets.release import publish as release
from assets.stages import founding, models
from orchestration.instance import prepare
from tests.conftest import NIGHT, ROOT, TSUME, founded_environment, tsume
from tests.trees import tree
from warehouse.home import Home
from warehouse.lake import Lake
from warehouse.publish import publish
from warehouse.schema import LAKE_TABLES


def nothing_is_half_made(home: Path) -> None:
    """Every file that is there is whole, and `latest` leads to a whole release."""
    lake = Lake(home / "lake")
    for table in LAKE_TABLES:
        for partition in lake.partitions(table.name):
            lake.read(partition)
    releases = home / "releases"
    if releases.is_dir():
        for folder in releases.glob("2*"):
            sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
            assert sums == {name: digest for name, digest in tree(folder).items() if name != "SHA256SUMS"}
        if (releases / "latest").is_symlink():
            assert (releases / "latest" / "manifest.json").is_file()
    if (home / "warehouse.duckdb").exists():
        with duckdb.connect(str(home / "warehouse.duckdb"), read_only=True) as connection:
            connection.execute("from nightly_summary").fetchall()


def whole_night(press: Press) -> None:
    """The stages of a night without Dagster around them: the same files, in little time."""
    for stage in NIGHT_STAGES:
        if stage.name == "predictions":
            models.make_founding(press, "pick")
        run_stage(stage, press, "pick", NIGHT)
    release.publish_release(press, NIGHT)
    publish(press.home)


def in_a_child(work: Callable[[], None]) -> int:
    """Run some work in a forked child; the signal that killed it, or 0."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(1)
    return os.WTERMSIG(os.waitpid(child, 0)[1])


@pytest.mark.usefixtures("smallest", "trusting")
@pytest.mark.parametrize("apart", [8, pytest.param(4, marks=pytest.mark.heavy)])
def test_killed_at_each_rename(apart: int, founded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything appears by a rename. Die right before one, right after another, all through the night: `apart` is
    how many renames a life may last. What the founding models are is known, so no life has to fit them."""
    ready = Ready(tmp_path / "ready")
    ready.write(Lake(founded / "lake"), founding.TABLES, ["pick"])

    def press_at(name: str) -> Press:
        monkeypatch.setenv("TSUME_HOME", str(tmp_path / name))
        prepare(Home(tmp_path / name))
        return replace(Press.from_environment(), ready=ready)

    renames = []
    honest = {name: getattr(os, name) for name in ("replace", "rename")}
    for name in honest:
        monkeypatch.setattr(os, name, lambda a, b, name=name: (renames.append(str(b)), honest[name](a, b)))
    whole_night(press_at("undisturbed"))
    expected = tree(tmp_path / "undisturbed" / "releases" / NIGHT)
    assert len(renames) > 25
    assert any(path.endswith("latest") for path in renames)
    assert any(path.endswith("warehouse.duckdb") for path in renames)

    press = press_at("disturbed")

    def deadly(at: int, after: bool) -> Callable[[], None]:
        def work() -> None:
            seen = 0

            def replacement(source: str, target: str, name: str) -> None:
                nonlocal seen
                seen += 1
                if seen == at and not after:
                    os.kill(os.getpid(), signal.SIGKILL)
                honest[name](source, target)
                if seen == at:
                    os.kill(os.getpid(), signal.SIGKILL)

            for name in honest:
                setattr(os, name, lambda a, b, name=name: replacement(a, b, name))
            whole_night(press)

        return work

    kills = 0
    for round_number in range(2 * len(renames)):
        # Each child dies at one of its first renames: together they die all through the night.
        died = in_a_child(deadly(1 + 3 * round_number % apart, after=round_number % 2 == 1))
        nothing_is_half_made(press.home.root)
        if died != signal.SIGKILL:
            break
        kills += 1
    assert kills > 4
    whole_night(press)
    assert tree(press.home.releases / NIGHT) == expected
    there = sorted(path.name for path in press.home.releases.iterdir() if not path.name.startswith("."))
    assert there == [NIGHT, "feed.json", "feed.xml", "index.html", "latest", "permalinks"]
    assert tree(press.home.releases / "permalinks") == tree(tmp_path / "undisturbed" / "releases" / "permalinks")


def test_the_real_command_killed_at_random_moments(small_night: Path, tmp_path: Path) -> None:
    environment = founded_environment(tmp_path, small_night)
    home = Path(environment["TSUME_HOME"])
    chance = random.Random(time.time_ns())
    moments = []
    for _ in range(4):
        process = subprocess.Popen(
            [*TSUME, "nightly", "--night", NIGHT],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        moment = chance.uniform(2.0, 12.0)
        moments.append(round(moment, 2))
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        nothing_is_half_made(home)
    done = tsume("nightly", "--night", NIGHT, env=environment)
    assert done.returncode == 0, f"killed at {moments}: {done.stderr}"
    assert tree(home / "releases" / NIGHT) == tree(small_night / "releases" / NIGHT), f"killed at {moments}"
    states = tsume_runs(home)
    assert "STARTED" not in states, f"a ghost is still at work: {states}"
    assert states[-1] == "SUCCESS"


def tsume_runs(home: Path) -> list[str]:
    """The states of all runs, oldest first."""
    import dagster as dg

    with dg.DagsterInstance.from_config(str(home / "dagster")) as instance:
        return [run.status.value for run in instance.get_runs()][::-1]


TWICE = """
import threading, time
from orchestration.night import interruptible

lock = threading.Lock()

def goodbye():
    with lock:  # as Dagster's storage holds one while it writes
        print("first", flush=True)
        time.sleep(600)

def work():
    print("ready", flush=True)
    time.sleep(600)

interruptible(work, goodbye)
"""


def test_a_second_signal_ends_a_night_that_is_saying_goodbye() -> None:
    """`timeout` and a shell may both pass a signal on: the second must not wait for what the first one holds."""
    with subprocess.Popen([sys.executable, "-c", TWICE], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for said in ("ready\n", "first\n"):
            assert process.stdout.readline() == said
            process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=300) == 128 + signal.SIGTERM

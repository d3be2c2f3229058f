"""Steps side by side: they make what one after the other makes, failures stay where they are, times are true."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb
import pyarrow as pa
import pytest

from assets.core import progress
from assets.core.settings import Settings
from assets.core.stage import Press, run_stage
from assets.graph.assets import NIGHT_STAGES, last_stages
from assets.stages import models, selection, standings
from orchestration.executor import execute_here, kept_open, side_by_side
from orchestration.instance import prepare
from orchestration.night import NightFailed, run_night
from tests.conftest import ROOT, make_night
from warehouse.home import Home
from warehouse.lake import Lake
from warehouse.schema import LAKE_TABLES

NIGHT = "2026-11-15"
DAYS = dg.StaticPartitionsDefinition([NIGHT])


def asset(name: str, work: Callable[[], object], *deps: str, **options: Any) -> dg.AssetsDefinition:
    @dg.asset(name=name, deps=list(deps), partitions_def=DAYS, **options)
    def made() -> None:
        work()

    return made


def run(assets: list[dg.AssetsDefinition], at_once: int = 4) -> dg.ExecuteInProcessResult:
    job = dg.Definitions(assets=assets, executor=side_by_side).get_implicit_global_asset_job_def()
    config = {"execution": {"config": {"max_concurrent": at_once}}}
    with dg.instance_for_test() as instance:
        return execute_here(job, instance, NIGHT, config, {})


def test_steps_that_need_nothing_of_each_other_go_on_side_by_side() -> None:
    """Each waits for the other: one after the other they would wait for ever."""
    meeting = threading.Barrier(2, timeout=60)
    result = run([asset("a", meeting.wait), asset("b", meeting.wait), asset("c", lambda: None, "a", "b")])
    assert result.success
    order = [event.step_key for event in result.all_events if event.is_step_success]
    assert order[-1] == "c"


def test_no_more_steps_at_once_than_allowed() -> None:
    busy, most, lock = [0], [0], threading.Lock()

    def work() -> None:
        with lock:
            busy[0] += 1
            most[0] = max(most[0], busy[0])
        time.sleep(0.05)
        with lock:
            busy[0] -= 1

    assert run([asset(name, work) for name in "abcdef"], at_once=2).success
    assert most[0] <= 2


def test_a_step_that_fails_leaves_out_only_what_needs_it() -> None:
    def fail() -> None:
        raise dg.Failure("no a today", allow_retries=False)

    assets = [asset("a", fail), asset("b", lambda: None), asset("of_a", lambda: None, "a")]
    result = run([*assets, asset("of_b", lambda: None, "b")])
    assert not result.success
    assert {event.step_key for event in result.all_events if event.is_step_success} == {"b", "of_b"}
    assert {event.step_key for event in result.all_events if event.is_step_failure} == {"a"}


def test_a_step_is_tried_again_while_others_go_on() -> None:
    tries: list[str] = []

    def stumble() -> None:
        tries.append("a")
        if len(tries) == 1:
            raise OSError("a disk that hiccups")

    result = run([asset("a", stumble, retry_policy=dg.RetryPolicy(max_retries=1)), asset("b", lambda: None)])
    assert result.success
    assert len(tries) == 2


def test_steps_are_heard_by_who_listened_when_the_run_began() -> None:
    heard: list[str] = []

    class Listener(progress.Silence):
        def begin(self, stage: str, game: str) -> None:
            heard.append(game)

    with progress.heard_by(Listener()):
        run([asset("a", lambda: progress.current().begin("first", "a"))])
    assert heard == ["a"]


TERMINATED = """
import sys, threading
import dagster as dg
from orchestration.executor import side_by_side

@dg.asset
def endless():
    print("begun", flush=True, file=sys.stderr)
    threading.Event().wait()

defs = dg.Definitions(assets=[endless], executor=side_by_side)
"""


def test_a_run_that_is_terminated_ends(tmp_path: Path) -> None:
    """The process of a run takes the signal that Dagster's daemon sends, says that it was canceled, and is gone."""
    (tmp_path / "endless.py").write_text(TERMINATED)
    (tmp_path / "dagster").mkdir()
    environment = os.environ | {"DAGSTER_HOME": str(tmp_path / "dagster"), "PYTHONPATH": str(ROOT)}
    command = [
        sys.executable,
        "-m",
        "dagster",
        "job",
        "execute",
        "-f",
        str(tmp_path / "endless.py"),
        "-j",
        "__ASSET_JOB",
    ]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any("begun" in line or "STEP_START" in line for line in process.stderr)
        process.send_signal(signal.SIGTERM)
        said = process.stderr.read()
        process.wait(60)
    assert process.returncode != 0
    assert "interrupted" in said.lower() or "canceled" in said.lower()


def test_meanwhile_the_history_stays_open_and_others_read_it(home: Path) -> None:
    prepare(Home(home))
    step = asset("one", lambda: None)
    with dg.DagsterInstance.get() as instance, dg.DagsterInstance.get() as other:
        opened = instance.event_log_storage._connect
        with kept_open(instance):
            with kept_open(instance):
                result = dg.materialize([step], instance=instance)
            seen = [event.message for event in other.all_logs(result.run_id)]
            assert seen == [event.message for event in instance.all_logs(result.run_id)] != []
            assert other.get_latest_materialization_event(step.key)
            kept = sorted(path.name for path in home.rglob("*.db-wal"))
            assert kept == sorted(["index.db-wal", f"{result.run_id}.db-wal"])
        assert instance.event_log_storage._connect == opened
        assert list(home.rglob("*.db-wal")) == [], "closed, and whole"
        assert [event.message for event in other.all_logs(result.run_id)] == seen


def test_the_last_stages_are_those_that_no_other_reads() -> None:
    assert last_stages() == ["judgements", "drift", "standings"]


def digests(root: Path) -> dict[str, str]:
    lake = Lake(root / "lake")
    found = {}
    for table in LAKE_TABLES:
        for partition in lake.partitions(table.name):
            stamp = lake.stamp(partition)
            assert stamp is not None
            found[str(partition)] = stamp.digest
    return found


def one_by_one(press: Press) -> None:
    """The stages of a night without Dagster, each after those that it reads."""
    stages = {stage.name: stage for stage in NIGHT_STAGES}
    for name in ("games", "candidates", "verdicts", "features", "ratings", "players"):
        run_stage(stages[name], press, "pick", NIGHT)
    models.make_founding(press, "pick")
    for name in ("predictions", "questions", "selection", "judgements", "drift"):
        run_stage(stages[name], press, "pick", NIGHT)
    run_stage(standings.STAGE, press, "pick", "so-far")


@pytest.mark.usefixtures("smallest")
def test_a_night_gives_what_its_stages_give_one_by_one(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TSUME_HOME", str(tmp_path / "other"))
    prepare(Home(tmp_path / "other"))
    one_by_one(Press.from_environment())
    assert digests(tmp_path / "other") == digests(made)


@pytest.mark.usefixtures("smallest")
def test_the_time_of_a_stage_is_told_where_people_look(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the step, in its metadata, in the lineage and in a view: by a clock that each stage sets on by itself."""
    honest = selection.STAGE.make
    minute = [0.0]
    clock = time.monotonic

    def slow(work: Any) -> Any:
        minute[0] += 60.0
        return honest(work)

    monkeypatch.setattr("assets.core.stage.time.monotonic", lambda: clock() + minute[0])
    object.__setattr__(selection.STAGE, "make", slow)
    try:
        shutil.rmtree(made / "lake" / "selection")
        make_night(made)
    finally:
        object.__setattr__(selection.STAGE, "make", honest)
    with dg.DagsterInstance.get() as instance:
        event = instance.get_latest_materialization_event(dg.AssetKey(["pick", "selection"]))
    assert event is not None
    assert event.asset_materialization is not None
    assert float(event.asset_materialization.metadata["seconds"].value) >= 60
    with duckdb.connect(str(made / "warehouse.duckdb"), read_only=True) as connection:
        (told,) = connection.execute("select seconds from lineage where table_name = 'quota'").fetchall()
        (stage,) = connection.execute(
            "select night::varchar, game, stage, rows, seconds from stage_time where stage = 'selection'"
        ).fetchall()
        every = {row[0] for row in connection.execute("select stage from stage_time where seconds >= 0").fetchall()}
    assert told[0] >= 60
    assert stage[:3] == (NIGHT, "pick", "selection")
    assert stage[4] == told[0]
    assert every == {stage.name for stage in (*NIGHT_STAGES, models.STAGE, standings.STAGE)}


@pytest.mark.usefixtures("smallest")
def test_a_stage_that_fails_once_is_tried_again(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dagster's second try makes it, and all that follows goes on."""
    tries: list[str] = []
    honest = selection.STAGE.facts

    def flaky(*arguments: Any) -> Any:
        tries.append("try")
        if len(tries) == 1:
            raise OSError("a disk that hiccups")
        return honest(*arguments)

    object.__setattr__(selection.STAGE, "facts", flaky)
    try:
        shutil.rmtree(made / "releases" / NIGHT)
        make_night(made)
    finally:
        object.__setattr__(selection.STAGE, "facts", honest)
    assert len(tries) == 2
    assert (made / "releases" / NIGHT).is_dir()


@pytest.mark.usefixtures("smallest")
def test_a_stage_that_breaks_a_check_fails_its_step_in_one_line(
    founded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = selection.STAGE.make

    def twice(work: Any) -> Any:
        return {name: pa.concat_tables([table, table]) for name, table in honest(work).items()}

    object.__setattr__(selection.STAGE, "make", twice)
    try:
        prepare(Home(founded))
        with pytest.raises(NightFailed, match=r"pick/selection failed: .*key is unique"):
            run_night(Home(founded), Settings.load(), NIGHT)
    finally:
        object.__setattr__(selection.STAGE, "make", honest)
    with dg.DagsterInstance.get() as instance:
        (run,) = instance.get_runs()
        assert run.status == dg.DagsterRunStatus.FAILURE

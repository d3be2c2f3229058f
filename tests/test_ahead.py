"""The lanes of a night side by side: they make what one after the other makes, and failures stay where they are."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import dagster as dg
import pyarrow as pa
import pytest

from assets import lane, models, progress, release, selection
from assets.ahead import Lanes
from assets.settings import Settings
from assets.stage import Press, run_stage
from orchestration.instance import prepare
from orchestration.night import NightFailed, run_night
from warehouse.home import Home
from warehouse.lake import Lake
from warehouse.schema import LAKE_TABLES

NIGHT = "2026-11-15"


def test_lanes_go_on_side_by_side() -> None:
    """Each waits for the other at its first stage: one after the other they would wait for ever."""
    begun = {"a": Event(), "b": Event()}

    def meet(game: str) -> str:
        begun[game].set()
        assert begun["b" if game == "a" else "a"].wait(20)
        return f"{game} met"

    lanes = Lanes(["a", "b"], {"first": meet, "second": lambda game: f"{game} went on"})
    assert [lanes.take(game, "first") for game in "ab"] == ["a met", "b met"]
    assert [lanes.take(game, "second") for game in "ba"] == ["b went on", "a went on"]
    assert lanes.take("a", "first") is None, "what was taken is gone: a second try makes it itself"


def test_what_stops_a_lane_is_raised_where_it_is_asked_for_and_the_rest_is_left() -> None:
    def fail(game: str) -> str:
        raise OSError(f"no {game} today")

    def of_b_only(game: str) -> str:
        return fail(game) if game == "a" else game

    lanes = Lanes(["a", "b"], {"first": of_b_only, "second": lambda game: game})
    assert lanes.take("b", "second") == "b"
    with pytest.raises(OSError, match="no a today"):
        lanes.take("a", "first")
    assert lanes.take("a", "second") is None


def test_lanes_are_heard_by_who_listened_when_they_began() -> None:
    heard: list[str] = []

    class Listener(progress.Silence):
        def begin(self, stage: str, game: str) -> None:
            heard.append(game)

    def tell(game: str) -> None:
        progress.current().begin("first", game)

    with progress.heard_by(Listener()):
        lanes = Lanes(["a"], {"first": tell})
    lanes.take("a", "first")
    assert heard == ["a"]


def test_stages_come_after_those_that_they_read() -> None:
    order = lane.in_order()
    stages = (*lane.NIGHT_STAGES, models.STAGE, lane.standings.STAGE)
    assert sorted(order) == sorted(stage.name for stage in stages)
    for stage in stages:
        assert all(order.index(name) < order.index(stage.name) for name in stage.after), stage.name


def digests(root: Path) -> dict[str, str]:
    lake = Lake(root / "lake")
    found = {}
    for table in LAKE_TABLES:
        for partition in lake.partitions(table.name):
            stamp = lake.stamp(partition)
            assert stamp is not None
            found[str(partition)] = stamp.digest
    return found


@pytest.mark.usefixtures("smallest")
def test_a_night_ahead_gives_what_its_stages_give_one_by_one(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(Home(home))
    taken: list[str] = []
    honest = Lanes.take

    def noted(self: Lanes[Any], game: str, stage: str) -> Any:
        found = honest(self, game, stage)
        assert found is not None
        taken.append(stage)
        return found

    monkeypatch.setattr(Lanes, "take", noted)
    run_night(Home(home), Settings.load(), NIGHT)
    assert sorted(taken) == sorted([*lane.in_order(), release.REVIEW]), "every step took what its lane had made"
    monkeypatch.setenv("TSUME_HOME", str(tmp_path / "other"))
    prepare(Home(tmp_path / "other"))
    press = Press.from_environment()
    for name in lane.in_order():
        if name == "models":
            models.found(press, "pick")
        elif name == "standings":
            run_stage(lane.standings.STAGE, press, "pick", "so-far")
        else:
            run_stage(next(stage for stage in lane.NIGHT_STAGES if stage.name == name), press, "pick", NIGHT)
    assert digests(tmp_path / "other") == digests(home)


@pytest.mark.usefixtures("smallest")
def test_a_stage_that_fails_once_is_tried_again(founded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lane stops at it; Dagster's second try and all that follows make their stages themselves."""
    tries: list[str] = []
    honest = selection.STAGE.facts

    def flaky(*arguments: Any) -> Any:
        tries.append("try")
        if len(tries) == 1:
            raise OSError("a disk that hiccups")
        return honest(*arguments)

    object.__setattr__(selection.STAGE, "facts", flaky)
    try:
        prepare(Home(founded))
        run_night(Home(founded), Settings.load(), NIGHT)
    finally:
        object.__setattr__(selection.STAGE, "facts", honest)
    assert len(tries) == 2
    assert (founded / "releases" / NIGHT).is_dir()


@pytest.mark.usefixtures("smallest")
def test_a_lane_that_breaks_a_check_fails_its_step_in_one_line(
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

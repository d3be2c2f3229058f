"""What Dagster sees: described, owned, fresh, scheduled, and it does what the UI asks of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb
import pytest

from assets.core.settings import Settings
from assets.core.stage import Press, run_stage
from assets.graph.assets import suite_result
from assets.graph.metadata import evenness_tables
from assets.stages import candidates, features, games, ratings, verdicts
from orchestration.assembly import build
from orchestration.executor import kept_open
from orchestration.instance import prepare
from orchestration.partitions import BadNight, parse_night
from orchestration.runs import held, lock_folder
from quality.checks import CheckResult, check_names
from tests.conftest import ROOT
from warehouse.home import Home
from warehouse.lake import PLAYED, Origin, Partition, rows_to_table

STAGES = (
    "games",
    "candidates",
    "verdicts",
    "features",
    "ratings",
    "players",
    "models",
    "standings",
    "predictions",
    "questions",
    "selection",
    "judgements",
    "drift",
)
NIGHTS = ("2026-11-13", "2026-11-14", "2026-11-15")


@pytest.fixture
def instance(founded: Path) -> Iterator[dg.DagsterInstance]:
    prepare(Home(founded))
    with dg.DagsterInstance.get() as instance, kept_open(instance):
        yield instance


@pytest.fixture
def defs(instance: dg.DagsterInstance) -> dg.Definitions:
    return build()


def materialize(
    defs: dg.Definitions, instance: dg.DagsterInstance, *keys: str, night: str | None = None
) -> dg.ExecuteInProcessResult:
    """Materialize some assets by themselves, as the UI does."""
    job = defs.get_implicit_global_asset_job_def()
    return job.execute_in_process(
        instance=instance,
        partition_key=night,
        raise_on_error=False,
        asset_selection=[dg.AssetKey(key.split("/")) for key in keys],
    )


def test_the_graph_has_the_assets_of_each_game_and_then_the_press(defs: dg.Definitions) -> None:
    graph = defs.resolve_asset_graph()
    keys = {key.to_user_string() for key in graph.get_all_asset_keys()}
    assert keys == {f"pick/{stage}" for stage in STAGES} | {"release", "warehouse"}
    for key in graph.get_all_asset_keys():
        node = graph.get(key)
        assert node.group_name == ("press" if len(key.path) == 1 else "pick")
        assert len(node.description or "") > 60, key
        assert node.owners, key
        assert node.kinds, key
        assert node.freshness_policy is not None, key
        assert node.code_version, key
    proved = graph.get(dg.AssetKey(["pick", "verdicts"]))
    assert (proved.description or "").endswith("Writes `verdict` and `solution`.")
    up = {
        key.to_user_string(): {k.to_user_string() for k in graph.get(key).parent_keys}
        for key in graph.get_all_asset_keys()
    }
    assert up["pick/candidates"] == {"pick/games"}
    assert up["pick/verdicts"] == {"pick/candidates"}
    assert up["pick/predictions"] == {"pick/features", "pick/models"}
    assert up["pick/players"] == {"pick/verdicts"}
    assert up["pick/standings"] == {"pick/ratings", "pick/players", "pick/predictions", "pick/models"}
    assert up["release"] == {"pick/selection", "pick/judgements"}
    assert up["warehouse"] == {"release", "pick/standings", "pick/drift"}, "the last stages only"


def test_every_check_blocks_but_the_warnings_of_drift(defs: dg.Definitions) -> None:
    graph = defs.resolve_asset_graph()
    checks = graph.asset_check_keys
    assert {check.name for check in checks} >= {"verdict_suite", "selection_suite", "model_suite", "referee"}
    warn = {check.name for check in checks if not graph.get_check_spec(check).blocking}
    assert warn == {"features_have_not_drifted", "ratings_have_not_drifted", "models_still_hold"}


def test_checks_say_which_expectations_there_are_and_which_ran(
    defs: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    spec = defs.resolve_asset_graph().get_check_spec(
        dg.AssetCheckKey(dg.AssetKey(["pick", "games"]), "played_game_suite")
    )
    result = materialize(defs, instance, "pick/games", night=NIGHTS[0])
    (found,) = [check for check in result.get_asset_check_evaluations() if check.check_name == "played_game_suite"]
    names = check_names("played_game")
    assert len(names) > 5
    shown = found.metadata["expectations"].value.records
    assert [record.data["expectation"] for record in shown] == names
    for name in names:
        assert name in (spec.description or "")
        assert name in (found.description or "")


def test_every_asset_says_its_columns_and_where_its_code_is(defs: dg.Definitions) -> None:
    graph = defs.resolve_asset_graph()
    for key in graph.get_all_asset_keys():
        told = graph.get(key).metadata
        assert told["dagster/code_references"].code_references, key
        if key.to_user_string() != "warehouse":
            assert told["dagster/table_name"].startswith("warehouse.main."), key
            assert told["dagster/column_schema"].columns, key
        else:
            assert told["columns of lineage"].columns
    written = graph.get(dg.AssetKey(["pick", "verdicts"])).metadata
    assert [column.name for column in written["columns of solution"].columns][-1] == "solution"


def test_what_dagster_loads_by_itself_can_be_loaded(defs: dg.Definitions) -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["dagster"]["module_name"]
    assert (ROOT / f"{named.replace('.', '/')}.py").is_file()
    dg.Definitions.validate_loadable(defs)


def test_a_materialization_links_its_night_and_logs_how_far_it_is(
    defs: dg.Definitions, instance: dg.DagsterInstance, home: Path
) -> None:
    result = materialize(defs, instance, "pick/games", night=NIGHTS[0])
    (event,) = result.get_asset_materialization_events()
    page = event.materialization.metadata["page of the night"]
    assert page.value == str(home / "releases" / NIGHTS[0] / "night.html")
    said = [entry.user_message for entry in instance.all_logs(result.run_id)]
    assert "play pick: begins" in said
    assert [line for line in said if line.startswith("play pick: ")][1:], "what came of it"


def test_a_failed_check_names_what_failed_first() -> None:
    held, broken = (CheckResult("verdict", name, name == "held", 9, 0, (), None) for name in ("held", "broken"))
    said = suite_result(dg.AssetKey("a"), "verdict", [held, broken])
    assert said.description == "1 failed: broken. 1 passed: held"
    assert not said.passed
    assert not suite_result(dg.AssetKey("a"), "verdict", []).passed


def test_schedules_and_sensors_are_switched_on(defs: dg.Definitions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TSUME_TIMEZONE", "Asia/Tokyo")
    repository = build().get_repository_def()
    nightly, weekly = (repository.get_schedule_def(name) for name in ("every_night", "every_week"))
    assert (nightly.cron_schedule, nightly.execution_timezone) == ("0 2 * * *", "Asia/Tokyo")
    assert weekly.cron_schedule == "0 12 * * 0"
    for schedule in (nightly, weekly):
        assert schedule.default_status == dg.DefaultScheduleStatus.RUNNING
    for name in ("enough_new_ratings", "warehouse_follows"):
        assert repository.get_sensor_def(name).default_status == dg.DefaultSensorStatus.RUNNING


def test_the_schedule_releases_the_local_night(instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch) -> None:
    """02:00 in Tokyo is still yesterday in UTC; the night is the local date."""
    monkeypatch.setenv("TSUME_TIMEZONE", "Asia/Tokyo")
    repository = build().get_repository_def()
    context = dg.build_schedule_context(
        instance=instance,
        scheduled_execution_time=datetime(2026, 11, 14, 17, 0, tzinfo=UTC),
        repository_def=repository,
    )
    (request,) = repository.get_schedule_def("every_night").evaluate_tick(context).run_requests
    assert request.partition_key == "2026-11-15"
    assert request.run_config["ops"]["pick__models"]["config"] == {"refresh": False}


def test_nights_run_up_to_and_including_today() -> None:
    zone = Settings.load().zone
    today = datetime.now(zone).date().isoformat()
    assert parse_night(today, zone) == today
    for text in ("2025-12-31", "2999-01-01", "today", "2026-13-01", "20261115", ""):
        with pytest.raises(BadNight):
            parse_night(text, zone)


def test_any_asset_can_be_materialized_by_itself(
    defs: dg.Definitions, instance: dg.DagsterInstance, home: Path
) -> None:
    for stage in STAGES:
        night = None if stage in ("models", "standings") else NIGHTS[0]
        result = materialize(defs, instance, f"pick/{stage}", night=night)
        assert result.success, stage
        (event,) = result.get_asset_materialization_events()
        metadata = event.materialization.metadata
        assert {"dagster/partition_row_count", "dagster/row_count"} & set(metadata), stage
        assert all(check.passed for check in result.get_asset_check_evaluations())
        assert result.get_asset_check_evaluations(), stage
    assert materialize(defs, instance, "release", night=NIGHTS[0]).success
    assert materialize(defs, instance, "warehouse").success
    with duckdb.connect(str(home / "warehouse.duckdb"), read_only=True) as connection:
        assert connection.execute("select count(*) from release").fetchone() == (1,)


def test_pictures_are_in_the_metadata(made: Path) -> None:
    def pictures(key: str) -> list[str]:
        event = instance.get_latest_materialization_event(dg.AssetKey(key.split("/")))
        told = event.asset_materialization.metadata.values()
        return [v.md_str for v in told if isinstance(v, dg.MarkdownMetadataValue) and "data:image/" in v.md_str]

    shown = ("verdicts", "models", "standings", "predictions", "selection", "questions")
    with dg.DagsterInstance.get() as instance:
        for key in (*(f"pick/{stage}" for stage in shown), "release"):
            assert pictures(key), f"{key} shows no picture"
        assert len(pictures("pick/models")) == 5, (
            "predicted against observed, interest, curves, coverage, and importances"
        )


def test_evenness_has_a_table_for_each_thing_and_a_row_for_each_group() -> None:
    said = evenness_tables({"piece": {"one": {"I": 1, "O": 2}, "two": {"O": 3}}, "well": {"two": {"7": 4}}})
    assert said.split("\n\n") == [
        "| piece | I | O |\n| --- | --- | --- |\n| one | 1 | 2 |\n| two |  | 3 |",
        "| well | 7 |\n| --- | --- |\n| two | 4 |",
    ]


def test_an_asset_without_its_inputs_says_so(defs: dg.Definitions, instance: dg.DagsterInstance) -> None:
    result = materialize(defs, instance, "pick/verdicts", night=NIGHTS[0])
    assert not result.success
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    said = failure.step_failure_data.user_failure_data.description
    assert said == f"candidate/night={NIGHTS[0]}/game=pick has not been made yet"


def test_a_backfill_of_several_nights(
    made: Path, defs: dg.Definitions, instance: dg.DagsterInstance, home: Path
) -> None:
    """Of those before a night that is there already."""
    job = defs.resolve_job_def("nightly")
    for night in NIGHTS[:-1]:
        assert job.execute_in_process(instance=instance, partition_key=night).success
    with duckdb.connect(str(home / "warehouse.duckdb"), read_only=True) as connection:
        nights = connection.execute("select night::varchar, released from nightly_summary order by 1").fetchall()
        twice = connection.execute("select puzzle_id from selection group by 1 having count(*) > 1").fetchall()
    assert [night for night, _ in nights] == list(NIGHTS)
    assert all(released > 0 for _, released in nights)
    assert twice == []


def tick(defs: dg.Definitions, instance: dg.DagsterInstance, name: str, cursor: str | None = None) -> Any:
    """What a sensor says now."""
    sensor = defs.get_repository_def().get_sensor_def(name)
    with dg.build_sensor_context(
        instance=instance, cursor=cursor, resources={"press": Press.from_environment()}
    ) as context:
        return sensor(context)


def test_the_warehouse_follows_by_itself(defs: dg.Definitions, instance: dg.DagsterInstance) -> None:
    """It is asked for once after anything changed, even if no asset that it depends on did, and then no more."""
    materialize(defs, instance, "pick/games", night=NIGHTS[0])
    asked = tick(defs, instance, "warehouse_follows")
    assert len(asked.run_requests) == 1
    again = tick(defs, instance, "warehouse_follows", asked.cursor)
    assert "could not be built" in str(again.skip_message), "asked for already: one more run would change nothing"
    materialize(defs, instance, "pick/candidates", night=NIGHTS[0])
    changed = tick(defs, instance, "warehouse_follows", asked.cursor)
    assert [request.run_key for request in changed.run_requests] != [
        request.run_key for request in asked.run_requests
    ]
    assert materialize(defs, instance, "warehouse").success
    assert "up to date" in str(tick(defs, instance, "warehouse_follows", changed.cursor).skip_message)


def test_a_warehouse_that_could_not_be_built_is_asked_for_again_after_an_hour(
    defs: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    materialize(defs, instance, "pick/games", night=NIGHTS[0])
    asked = tick(defs, instance, "warehouse_follows")
    cursor = json.loads(asked.cursor)
    old = json.dumps(cursor | {"at": cursor["at"] - 3601})
    (request,) = tick(defs, instance, "warehouse_follows", old).run_requests
    assert request.run_key.startswith(cursor["contents"])


@pytest.mark.parametrize("job", ["publish_warehouse", "nightly", "refresh_models"])
def test_one_rebuild_at_a_time(defs: dg.Definitions, instance: dg.DagsterInstance, home: Path, job: str) -> None:
    """While a run is at work or waiting that changes what is there, no rebuild is asked for, whatever fails."""
    materialize(defs, instance, "pick/games", night=NIGHTS[0])
    run = instance.create_run_for_job(defs.resolve_job_def(job), status=dg.DagsterRunStatus.STARTING)
    for _ in range(3):
        failed = instance.create_run_for_job(defs.resolve_job_def("nightly"), status=dg.DagsterRunStatus.STARTED)
        instance.report_run_failed(failed)
        assert "runs are at work or waiting: 1;" in str(tick(defs, instance, "warehouse_follows").skip_message)
    instance.report_run_failed(run)
    assert len(tick(defs, instance, "warehouse_follows").run_requests) == 1


def test_a_killed_run_keeps_nobody_waiting(defs: dg.Definitions, instance: dg.DagsterInstance, home: Path) -> None:
    """A run that the daemon started leaves its lock behind when it is killed: whoever looks next closes it."""
    materialize(defs, instance, "pick/games", night=NIGHTS[0])
    run = instance.create_run_for_job(defs.resolve_job_def("nightly"), status=dg.DagsterRunStatus.STARTED)
    with held(Home(home), run.run_id):
        assert "at work" in str(tick(defs, instance, "warehouse_follows").skip_message)
    lock_folder(Home(home)).joinpath(run.run_id).touch()
    assert len(tick(defs, instance, "warehouse_follows").run_requests) == 1
    assert instance.get_run_by_id(run.run_id).status == dg.DagsterRunStatus.FAILURE


def test_failed_runs_do_not_breed(defs: dg.Definitions) -> None:
    """A step is tried again by itself; the run is tried again only if its process died, a rebuild never."""
    tags = {name: defs.resolve_job_def(name).tags for name in ("nightly", "refresh_models", "publish_warehouse")}
    assert tags["publish_warehouse"]["dagster/max_retries"] == "0"
    for name in ("nightly", "refresh_models"):
        assert tags[name]["dagster/retry_on_asset_or_op_failure"] == "false"


def test_new_ratings_of_people_call_for_new_models(
    press: Press, defs: dg.Definitions, instance: dg.DagsterInstance
) -> None:
    assert isinstance(tick(defs, instance, "enough_new_ratings"), dg.SkipReason)
    for stage in (games, candidates, verdicts, features, ratings):
        run_stage(stage.STAGE, press, "pick", NIGHTS[0])
    skipped = tick(defs, instance, "enough_new_ratings")
    assert isinstance(skipped, dg.SkipReason), "60 simulated ratings are no reason"
    assert "pick: 0 new ratings by people; 50 are needed" in str(skipped.skip_message)
    simulated = press.lake.read(Partition("rating", NIGHTS[0], "pick")).to_pylist()
    said = [row | {"provenance": "players", "rater_id": f"player/{row['rater_id']}"} for row in simulated[:50]]
    place = Partition("rating", NIGHTS[0], "pick", PLAYED)
    press.lake.write(place, rows_to_table("rating", said), Origin("test", "test", "test"))
    result = tick(defs, instance, "enough_new_ratings")
    assert isinstance(result, dg.SensorResult), "50 of people, 50 are enough"
    assert len(result.run_requests or []) == 1
    assert defs.resolve_job_def("refresh_models").execute_in_process(instance=instance).success
    assert isinstance(tick(defs, instance, "enough_new_ratings"), dg.SkipReason)


def test_a_failing_check_blocks_what_comes_after(
    defs: dg.Definitions, instance: dg.DagsterInstance, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tests.smallest as game

    honest = game.PickEngine._solve
    monkeypatch.setattr(
        game.PickEngine,
        "_solve",
        lambda self, puzzle: game.Verdict("unique", 2, honest(self, puzzle).solutions[:1] * 2, 1),
    )
    result = defs.resolve_job_def("nightly").execute_in_process(
        instance=instance, partition_key=NIGHTS[0], raise_on_error=False
    )
    assert not result.success
    failed = [check for check in result.get_asset_check_evaluations() if not check.passed]
    assert [check.check_name for check in failed] == ["verdict_suite"]
    ids = failed[0].metadata["failed ids"].value["count agrees with verdict"]
    assert len(ids) == 20
    materialized = {event.asset_key.to_user_string() for event in result.get_asset_materialization_events()}
    assert materialized == {"pick/games", "pick/candidates"}
    assert not list((home / "releases").iterdir())


def test_what_fails_once_is_tried_again(
    defs: dg.Definitions, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that stumbles once costs a retry, not the night."""
    honest, stumbles = candidates.generate, []

    def stumbling(*arguments: Any) -> Any:
        if not stumbles:
            stumbles.append(True)
            raise OSError(5, "Input/output error")
        return honest(*arguments)

    monkeypatch.setattr(candidates, "generate", stumbling)
    materialize(defs, instance, "pick/games", night=NIGHTS[0])
    result = materialize(defs, instance, "pick/candidates", night=NIGHTS[0])
    assert stumbles
    assert result.success
    assert any(event.is_step_up_for_retry for event in result.all_events)
    job = defs.resolve_job_def("nightly")
    assert int(job.tags["dagster/max_retries"]) == 2, "a scheduled run whose process died is retried as a whole, too"

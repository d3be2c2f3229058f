"""Drift, night by night with the smallest game: ordinary nights raise no alarm, planted shifts do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import dagster as dg
import pyarrow as pa
import pytest

from assets.core.stage import Outcome, Press, run_stage
from assets.graph import alarms
from assets.stages import candidates, drift, features, games, predictions, ratings, verdicts
from orchestration.assembly import build
from orchestration.instance import prepare
from tests.smallest import PickEngine
from warehouse.home import Home
from warehouse.lake import Origin, Partition, rows_to_table

NIGHT = "2026-11-15"
pytestmark = pytest.mark.usefixtures("smallest", "trusting")
STAGES = (games.STAGE, candidates.STAGE, verdicts.STAGE, features.STAGE, ratings.STAGE, predictions.STAGE)


def watched(press: Press, night: str = NIGHT) -> Outcome:
    for stage in STAGES:
        run_stage(stage, press, "pick", night)
    return run_stage(drift.STAGE, press, "pick", night)


def rows(outcome: Outcome, what: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in outcome.tables["drift"].to_pylist() if row["what"] == what}


def drifted(outcome: Outcome) -> list[str]:
    return [row["name"] for row in outcome.tables["drift"].to_pylist() if row["drifted"]]


def change(press: Press, table: str, values: Any) -> None:
    """Other rows in tonight's partition of a table."""
    partition = Partition(table, NIGHT, "pick")
    changed = [values(row) for row in press.lake.read(partition).to_pylist()]
    press.lake.write(partition, rows_to_table(table, changed), Origin("test", "test", "test"))


def warnings(outcome: Outcome) -> dict[str, bool]:
    found = list(alarms.results(dg.AssetKey(["pick", "drift"]), outcome.tables["drift"]))
    assert all(result.severity == dg.AssetCheckSeverity.WARN for result in found)
    return {str(result.check_name): result.passed for result in found}


def test_ordinary_nights_raise_no_alarm(press: Press) -> None:
    for day in range(1, 13):
        outcome = watched(press, f"2026-11-{day:02d}")
        assert drifted(outcome) == [], day
        assert set(warnings(outcome).values()) == {True}
    names = [feature.name for feature in PickEngine.features]
    assert list(rows(outcome, "feature")) == names
    assert len(rows(outcome, "rating")) == 6
    (name,) = rows(outcome, "model")
    assert "interest" in name, "ratings that taught nothing are no test of the difficulty"
    assert {row["reference"] for row in outcome.tables["drift"].to_pylist()} == {"founding"}


def test_another_generator_is_noticed(press: Press) -> None:
    """Digits up to 3 instead of 9: smaller totals, more near misses."""
    other = replace(press.settings, generation={"pick-*": {"highest": 3}})
    outcome = watched(replace(press, settings=other))
    assert {"total", "near_misses"} <= set(drifted(outcome))
    assert not warnings(outcome)["features_have_not_drifted"]


def test_another_mix_is_told_and_is_no_drift(press: Press) -> None:
    other = replace(press.settings, nightly={"pick-5": 400, "pick-8": 60})
    outcome = watched(replace(press, settings=other))
    mixed = rows(outcome, "mix")["variants"]
    assert mixed["psi"] > 0.25
    assert not mixed["drifted"]
    assert drifted(outcome) == []


def test_raters_who_have_become_severe_are_noticed(press: Press) -> None:
    watched(press)
    change(press, "rating", lambda row: row | {"difficulty": min(5.0, row["difficulty"] + 2.0)})
    outcome = run_stage(drift.STAGE, press, "pick", NIGHT)
    assert "difficulty mean" in drifted(outcome)
    assert not any(name.startswith("interest") for name in drifted(outcome))
    said = warnings(outcome)
    assert not said["ratings_have_not_drifted"]
    assert said["features_have_not_drifted"]


def test_a_model_that_no_longer_holds_is_noticed(press: Press) -> None:
    """Predictions turned upside down: the ratings are as ever, the model is not."""
    watched(press)
    change(press, "prediction", lambda row: row | {"interest": 1.0 if row["interest"] > 3.0 else 5.0})
    outcome = run_stage(drift.STAGE, press, "pick", NIGHT)
    assert warnings(outcome) == {
        "features_have_not_drifted": True,
        "ratings_have_not_drifted": True,
        "models_still_hold": False,
    }
    (name,) = drifted(outcome)
    assert name.startswith("pick-interest")
    assert rows(outcome, "model")[name]["mean"] > 1.0


def test_models_of_people_are_not_held_against_simulated_ratings(press: Press) -> None:
    """The models are of simulated ratings, tonight's are of a survey: nothing to compare, however far apart."""
    watched(press)
    change(press, "prediction", lambda row: row | {"interest": 1.0 if row["interest"] > 3.0 else 5.0})
    change(press, "rating", lambda row: row | {"rater_id": f"lab/{row['rater_id']}", "provenance": "survey"})
    outcome = run_stage(drift.STAGE, press, "pick", NIGHT)
    assert rows(outcome, "model") == {}
    assert warnings(outcome)["models_still_hold"]


def test_the_reference_is_what_the_models_could_see(press: Press) -> None:
    for night in ("2026-11-10", "2026-11-11", "2026-11-14"):
        watched(press, night)
    assert drift.reference(press, "pick", NIGHT, date.min) == ("founding",)
    assert drift.reference(press, "pick", NIGHT, date(2026, 11, 11)) == ("founding", "2026-11-10", "2026-11-11")
    assert drift.reference(press, "pick", "2026-11-11", date(2026, 11, 11)) == ("founding", "2026-11-10")


@pytest.fixture
def instance(press: Press) -> Iterator[dg.DagsterInstance]:
    prepare(Home(press.home.root))
    with dg.DagsterInstance.get() as instance:
        yield instance


def test_a_warning_stops_nothing(press: Press, instance: dg.DagsterInstance, request: pytest.FixtureRequest) -> None:
    honest = drift.make

    def alarmed(work: Any) -> dict[str, pa.Table]:
        found = honest(work)["drift"].to_pylist()
        found[1] |= {"psi": 9.0, "psi_limit": 1.0, "drifted": True}
        return {"drift": rows_to_table("drift", found)}

    object.__setattr__(drift.STAGE, "make", alarmed)
    request.addfinalizer(lambda: object.__setattr__(drift.STAGE, "make", honest))
    result = build().resolve_job_def("nightly").execute_in_process(instance=instance, partition_key=NIGHT)
    assert result.success
    failed = [check for check in result.get_asset_check_evaluations() if not check.passed]
    assert [(check.check_name, check.severity, check.blocking) for check in failed] == [
        ("features_have_not_drifted", dg.AssetCheckSeverity.WARN, False)
    ]
    assert list(press.home.releases.iterdir())

"""The stage that asks what to ask: whose puzzles, which anchors, and what counts for a night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from assets.core.stage import Press, run_stage
from assets.learning.matrix import matrix
from assets.stages import candidates, features, games, questions, ratings, verdicts
from orchestration.instance import prepare
from tests.assets.intake.surveys import IMPORT, LAB, write
from warehouse.home import Home
from warehouse.lake import FOUNDING, MissingPartition, Origin, Partition, rows_to_table

BEFORE, NIGHT, AFTER = "2026-11-14", "2026-11-15", "2026-11-16"
pytestmark = pytest.mark.usefixtures("smallest")


def make(press: Press, night: str) -> None:
    for stage in (games.STAGE, candidates.STAGE, verdicts.STAGE, features.STAGE, ratings.STAGE):
        run_stage(stage, press, "pick", night)


def lists(press: Press, night: str = NIGHT) -> dict[str, list[dict[str, Any]]]:
    rows = run_stage(questions.STAGE, press, "pick", night).tables["question"].to_pylist()
    return {audience: [row for row in rows if row["audience"] == audience] for audience in questions.AUDIENCES}


def ids(press: Press, table: str, batch: str) -> set[str]:
    return set(press.lake.read(Partition(table, batch, "pick")).column("puzzle_id").to_pylist())


@pytest.fixture
def tonight(press: Press) -> Press:
    """A press with the founding panel, and the puzzles of one night."""
    make(press, NIGHT)
    return press


def test_every_audience_has_a_list_of_tonights_puzzles_after_the_same_anchors(tonight: Press) -> None:
    found = lists(tonight)
    panel = ids(tonight, "rating", FOUNDING)
    anchors = [row["puzzle_id"] for row in found["everyone"] if row["anchor"]]
    assert 1 < len(anchors) <= 5
    for audience, rows in found.items():
        assert len(rows) == 30, audience
        assert [row["rank"] for row in rows] == list(range(1, 31))
        assert [row["puzzle_id"] for row in rows if row["anchor"]] == anchors
        fresh = {row["puzzle_id"] for row in rows if not row["anchor"]}
        assert fresh <= ids(tonight, "verdict", NIGHT) - panel
        assert all(row["provenance"] == "simulated" and "simulated" in row["why"] for row in rows)
    assert set(anchors) <= panel


def test_what_was_measured_before_counts(tonight: Press) -> None:
    """Anchors are measured in other batches: a list is made anew when the features there are other ones."""
    run_stage(questions.STAGE, tonight, "pick", NIGHT)
    assert run_stage(questions.STAGE, tonight, "pick", NIGHT).kept
    part = Partition("feature", FOUNDING, "pick")
    tonight.lake.write(part, tonight.lake.read(part).slice(1), Origin("test", "test", "test"))
    assert not run_stage(questions.STAGE, tonight, "pick", NIGHT).kept


def test_only_what_was_rated_before_the_night_counts(tonight: Press) -> None:
    """Neither tonight's own ratings, which are there already, nor a later night's; but an earlier night's."""
    first = lists(tonight)
    asked = {row["puzzle_id"] for rows in first.values() for row in rows}
    assert asked & ids(tonight, "rating", NIGHT), "what tonight's raters happened to be asked can still be asked"
    make(tonight, AFTER)
    assert run_stage(questions.STAGE, tonight, "pick", NIGHT).kept
    make(tonight, BEFORE)
    second = run_stage(questions.STAGE, tonight, "pick", NIGHT)
    assert not second.kept
    assert second.tables["question"].to_pylist() != [row for rows in first.values() for row in rows]


def test_a_puzzle_that_an_audience_has_rated_is_asked_of_others(tonight: Press, command: Any, tmp_path: Path) -> None:
    first = [row["puzzle_id"] for row in lists(tonight)["beginner"] if not row["anchor"]][:4]
    header = "puzzle_id,rater,group,interest,difficulty"
    sheet = write(tmp_path, *(f"{identity},A,beginner,1,2" for identity in first), header=header)
    assert command(*IMPORT, sheet, *LAB)[0] == 0
    found = lists(tonight)
    for audience, left in (("beginner", set()), ("everyone", set()), ("advanced", set(first))):
        assert {row["puzzle_id"] for row in found[audience]} & set(first) <= left, audience
    assert {row["puzzle_id"] for row in found["advanced"]} & set(first), "the advanced have not seen them"


def test_nothing_rated_says_what_to_do(home: Path) -> None:
    prepare(Home(home))
    press = Press.from_environment()
    for stage in (games.STAGE, candidates.STAGE, verdicts.STAGE, features.STAGE):
        run_stage(stage, press, "pick", NIGHT)
    with pytest.raises(MissingPartition, match="materialize pick/models"):
        run_stage(questions.STAGE, press, "pick", NIGHT)


def test_features_become_numbers_wherever_they_stand() -> None:
    """Chunks, slices, names in another order, names that nothing has."""
    found = [{"a": 1.0, "b": 2.0}, {}, {"b": 3.0, "c": 4.0}, {"c": 5.0, "a": 6.0}]
    rows = [
        {
            "batch": FOUNDING,
            "night": None,
            "game": "pick",
            "puzzle_id": f"{number:016x}",
            "features": list(row.items()),
        }
        for number, row in enumerate(found)
    ]
    whole = rows_to_table("feature", rows)
    names = ["c", "x", "a", "b"]
    slow = np.array([[row.get(name, np.nan) for name in names] for row in found])
    for start in range(4):
        parts = pa.concat_tables([whole.slice(start), whole.slice(0, start)])
        assert np.array_equal(matrix(parts, names), np.roll(slow, -start, axis=0), equal_nan=True)
    assert matrix(whole.slice(0, 0), names).shape == (0, 4)
    assert matrix(whole.take([2]), ["b"]).tolist() == [[3.0]]

"""What the lake adds to released puzzles, and that nothing of it is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assets.release.edition import Edition
from player.stock.stock import Stock
from tests.player.small import GAME, NIGHT, night_after, write_release
from warehouse.home import Home
from warehouse.lake import Lake, Partition

pytestmark = pytest.mark.usefixtures("smallest")


def put(root: Home, table: str, rows: list[dict[str, Any]]) -> Path:
    path = Lake(root.lake).path(Partition(table, NIGHT, GAME))
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def predictions(first: Edition) -> list[dict[str, Any]]:
    return [
        {"puzzle_id": item["puzzle_id"], "audience": audience, "difficulty": item["difficulty"] + more}
        for item in first.items[:5]
        for audience, more in (("everyone", 0.0), ("beginner", 0.5), ("advanced", -0.5))
    ]


def test_puzzles_have_what_is_predicted_for_groups(root: Home, first: Edition) -> None:
    put(root, "prediction", predictions(first))
    puzzles = list(Stock(root).view().puzzles.values())
    for one in puzzles[:5]:
        assert one.difficulty is not None
        assert one.by_group == {"beginner": one.difficulty + 0.5, "advanced": one.difficulty - 0.5}
    assert all(one.by_group == {} for one in puzzles[5:])


def test_what_was_predicted_is_not_read_again_for_the_next_release(root: Home, first: Edition) -> None:
    path = put(root, "prediction", predictions(first))
    time = [0.0]
    stock = Stock(root, clock=lambda: time[0], beside=False)
    told = {name: one.by_group for name, one in stock.view().puzzles.items() if one.by_group}
    path.unlink()
    write_release(root, night_after(first))
    time[0] = 9.0
    carried = {name: one.by_group for name, one in stock.view().puzzles.items() if name in told}
    assert carried
    assert all(told[name] == found for name, found in carried.items())


def test_questions_follow_the_survey_set(root: Home, first: Edition) -> None:
    names = [item["puzzle_id"] for item in first.items]
    survey = [item["puzzle_id"] for item in first.members("survey")]
    ranked = [names[3], "0" * 16, survey[0], names[1]]
    rows = [{"audience": "beginner", "rank": rank, "puzzle_id": name} for rank, name in enumerate(ranked, 1)]
    put(root, "question", rows[::-1])
    view = Stock(root).view()
    asked = [one.puzzle_id for one in view.asked(GAME, "beginner")]
    assert asked == list(dict.fromkeys([*survey, names[3], names[1]]))
    assert [one.puzzle_id for one in view.asked(GAME, "everyone")] == survey


@pytest.mark.parametrize("table", ["prediction", "question"])
def test_a_damaged_file_of_the_lake_stops_nobody(root: Home, first: Edition, table: str) -> None:
    path = Lake(root.lake).path(Partition(table, NIGHT, GAME))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"no parquet")
    assert len(Stock(root).view().puzzles) == len(first.items)

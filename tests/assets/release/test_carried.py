"""What sets carry on is rated as what is new: one scale in a set, and nothing left of simulated raters' numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from assets.core.stage import Press
from assets.learning.registry import Registry
from assets.release import carried
from assets.release.carried import brought_up_to_date, plain
from assets.release.publish import carried_items
from assets.release.verify import verify
from tests.conftest import small_release as make
from tests.smallest import PickEngine
from warehouse.lake import Partition
from warehouse.releases import published_releases

EVE, NIGHT = "2026-11-14", "2026-11-15"
STATED = ("difficulty", "difficulty_low", "difficulty_high", "difficulty_model", "surprise_share", "hill", "reason")


@pytest.fixture
def before(folder: Path, press: Press) -> list[dict[str, Any]]:
    """The puzzles that the night after carries on, as an earlier version had left them: on some other scale."""
    (release,) = published_releases(press.home)
    found = carried_items(release, press.settings)
    assert len(found) > 20
    old = {"difficulty": 1.01, "difficulty_model": None, "surprise_share": None, "hill": None, "worth": None}
    return [item | old for item in found]


def stated(folder: Path) -> dict[str, Mapping[str, Any]]:
    return {row["puzzle_id"]: row for row in pq.read_table(folder / "puzzles.parquet").to_pylist()}


def test_it_is_rated_by_what_the_lake_has(folder: Path, press: Press, before: list[dict[str, Any]]) -> None:
    """As on the night that added it, because the models are the same; nothing is solved or measured again."""
    known = stated(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(carried, "solved_and_measured", None)
        found = brought_up_to_date(press, "2026-11-16", before)
    assert [item["puzzle_id"] for item in found] == [item["puzzle_id"] for item in before]
    for item in found:
        row = known[item["puzzle_id"]]
        assert {name: item[name] for name in (*STATED, "worth")} == {name: row[name] for name in (*STATED, "worth")}
        assert item["level"] == press.settings.level("pick", item["difficulty"])


def test_it_is_solved_and_measured_again_where_the_engine_was_another(
    folder: Path, press: Press, before: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PickEngine, "version", "99")
    known = stated(folder)
    for item in brought_up_to_date(press, "2026-11-16", before):
        assert {name: item[name] for name in STATED} == {name: known[item["puzzle_id"]][name] for name in STATED}


def test_what_cannot_be_measured_is_left_out_unless_it_is_on_todays_scale(
    folder: Path, press: Press, before: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PickEngine, "version", "99")
    monkeypatch.setattr(carried, "solved_and_measured", lambda game, texts, limit: [None] * len(texts))
    used = Registry.of(press, "pick").used()
    assert used is not None
    on_scale = before[0] | {"difficulty_model": used.ids["difficulty"]}
    found = brought_up_to_date(press, "2026-11-16", [on_scale, *before[1:]])
    assert [(item["puzzle_id"], item["difficulty"]) for item in found] == [(on_scale["puzzle_id"], 1.01)]


def test_an_impossible_puzzle_is_measured_no_more(press: Press) -> None:
    digits = {"game": "pick", "digits": "11", "total": 9}
    assert carried.solved_and_measured("pick", [json.dumps(digits)], 10**6) == [None]
    (row,) = carried.solved_and_measured("pick", [json.dumps(digits | {"total": 2})], 10**6)
    assert row is not None
    assert np.isfinite(row).any()


def test_the_next_release_has_one_scale_in_every_set_and_verify_sees_if_it_has_not(
    press: Press, trusting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make(press, EVE)
    found = carried_items
    old = {"difficulty": 4.9, "difficulty_model": "pick-difficulty-everyone-0ld", "difficulty_high": 5.0}
    monkeypatch.setattr("assets.release.publish.carried_items", lambda *given: [item | old for item in found(*given)])
    second = make(press, NIGHT)
    rows, before = stated(second), stated(first)
    both = rows.keys() & before.keys()
    assert both
    assert {rows[name]["difficulty"] == before[name]["difficulty"] for name in both} == {True}
    assert len({row["difficulty_model"] for row in rows.values()}) == 1
    assert not verify(second).differences
    curated = [row for row in pq.read_table(second / "sets.parquet").to_pylist() if row["kind"] == "curated"]
    order = [rows[row["puzzle_id"]]["difficulty"] for row in curated if row["set_name"] == curated[0]["set_name"]]
    assert order == sorted(order), "easy to hard, by one scale"
    with monkeypatch.context() as patch:
        patch.setattr("assets.release.publish.brought_up_to_date", lambda press, night, items: list(items))
        third = make(replace(press), "2026-11-16")
    assert any("by more than one model" in line for line in verify(third).differences)


def test_a_game_without_models_is_left_as_it_is(press: Press, before: list[dict[str, Any]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Registry, "used", lambda *_: None)
        assert [item["difficulty"] for item in brought_up_to_date(press, NIGHT, before[:3])] == [1.01] * 3


def test_no_number_of_simulated_raters_is_carried_on() -> None:
    said = {
        "Number 3 by interest (3.41 for regular players, predicted from simulated ratings) of 52 in the middle third "
        "of “Two digits”. Preferred to 0c3f0c3f0c3f0c3f (3.52) because it differs more from the others.":
        "Number 3 by simulated interest of 52 in the middle third of “Two digits”. Preferred to 0c3f0c3f0c3f0c3f "
        "because it differs more from the others.",
        "The only puzzle in the middle third of “Two digits” that is interesting enough (3.41, predicted from "
        "simulated ratings).": "The only puzzle in the middle third of “Two digits”.",
        "「二つの数字」の中間の3分の1で1,015問中、面白さ第2位（面白さ3.46、模擬評価からの予測）。":
        "「二つの数字」の中間の3分の1で1,015問中、模擬評価で第2位。",
        "「二つの数字」で唯一の候補（面白さ3.46、模擬評価からの予測）。": "「二つの数字」で唯一の候補。",
    }  # fmt: skip
    assert {why: plain(why) for why in said} == said
    by_people = "Number 3 by interest (3.41, predicted from players ratings) of 52 in the middle third."
    assert plain(by_people) == by_people
    assert plain(None) is None


def test_the_lake_speaks_for_puzzles_of_the_engines_version_alone(
    folder: Path, press: Press, before: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert carried.measured(press, "pick", before).keys() == {item["puzzle_id"] for item in before}
    monkeypatch.setattr(PickEngine, "version", "99")
    assert carried.measured(press, "pick", before) == {}
    monkeypatch.undo()
    press.lake.path(Partition("feature", NIGHT, "pick")).write_bytes(b"torn")
    assert carried.measured(press, "pick", before) == {}

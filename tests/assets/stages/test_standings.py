"""Standings as the press makes them, with the smallest game: from all tries there are, in any order, never mixed."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import tests.smallest as game
from assets.core.stage import Outcome, Press, run_stage
from assets.stages import candidates, features, games, ratings, standings, verdicts
from orchestration.instance import prepare
from warehouse.home import Home
from warehouse.lake import SO_FAR, DamagedFile, Origin, Partition, rows_to_table
from warehouse.schema import TABLES

NIGHTS = ("2026-11-13", "2026-11-14", "2026-11-15")
pytestmark = pytest.mark.usefixtures("smallest")

Row = dict[str, Any]


@pytest.fixture
def new_press(tmp_path: Path, founded: Path) -> Callable[[], Press]:
    """Presses with roots of their own, in which only the founding panel is there."""
    numbers = itertools.count()

    def new() -> Press:
        press = replace(Press.from_environment(), home=Home(tmp_path / f"home-{next(numbers)}"))
        shutil.copytree(founded, press.home.root)
        prepare(press.home)
        return press

    return new


def ask(press: Press, *nights: str) -> None:
    """Make some nights, up to the ratings."""
    for night in nights:
        for stage in (games.STAGE, candidates.STAGE, verdicts.STAGE, features.STAGE, ratings.STAGE):
            run_stage(stage, press, "pick", night)


def compare(press: Press) -> Outcome:
    return run_stage(standings.STAGE, press, "pick", SO_FAR)


def stood(tables: Any, table: str, provenance: str = "simulated") -> list[Row]:
    return [row for row in tables[table].to_pylist() if row["provenance"] == provenance]


def play(press: Press, night: str, rows: list[Row]) -> None:
    """What the log of a day's players would bring."""
    whose = {"batch": night, "night": date.fromisoformat(night), "game": "pick", "provenance": "players"}
    usual = {"player_group": None, "number": 1, "mode": "daily", "seconds_limit": None, "hints": 0, "tries": 1}
    table = rows_to_table("attempt", [{**whose, **usual, **row} for row in rows])
    press.lake.write(Partition("attempt", night, "pick", "players"), table, Origin("test", "test", "test"))


def predict(press: Press, night: str, puzzle: str, difficulty: float) -> None:
    """What the models said of a puzzle in a night."""
    usual = {"VARCHAR": "", "DOUBLE": 1.0, "BIGINT": 1, "DATE": date.fromisoformat(night)}
    row = {column.name: usual.get(column.type, []) for column in TABLES["prediction"].columns}
    row |= {"puzzle_id": puzzle, "audience": "everyone", "difficulty": difficulty}
    press.lake.write(Partition("prediction", night, "pick"), rows_to_table("prediction", [row]), Origin("", "", ""))


def test_every_first_try_counts_once(new_press: Callable[[], Press]) -> None:
    press = new_press()
    ask(press, *NIGHTS)
    found = compare(press).tables
    tries = press.lake.read_all("attempt", "pick").to_pylist()
    pairs = {(row["player_id"], row["puzzle_id"]) for row in tries}
    assert sum(row["attempts"] for row in stood(found, "puzzle_standing")) == len(pairs)
    assert sum(row["attempts"] for row in stood(found, "player_standing")) == len(pairs)
    assert {row["puzzle_id"] for row in stood(found, "puzzle_standing")} == {row["puzzle_id"] for row in tries}
    assert {row["player_group"] for row in stood(found, "player_standing")} <= {"beginner", "regular", "advanced"}
    last = {row["last_night"] for row in stood(found, "puzzle_standing")}
    assert last == {None, *map(date.fromisoformat, NIGHTS)}, "None: tried before the first night"


def test_nights_may_be_made_in_any_order(new_press: Callable[[], Press]) -> None:
    one, two = new_press(), new_press()
    ask(one, *NIGHTS)
    ask(two, *reversed(NIGHTS))
    digests = [[stamp.digest for stamp in compare(press).stamps.values()] for press in (one, two)]
    assert digests[0] == digests[1]


def test_how_things_stood_before_a_night(new_press: Callable[[], Press]) -> None:
    """Only earlier days count, so that the answer never changes however late it is asked."""
    press = new_press()
    ask(press, *NIGHTS[:2])
    then = compare(press).tables
    ask(press, NIGHTS[2])
    now = compare(press).tables
    for table, rows in standings.before(press, "pick", date.fromisoformat(NIGHTS[2])).items():
        assert rows.equals(then[table])
        assert not rows.equals(now[table])
    founding = standings.before(press, "pick", date.fromisoformat(NIGHTS[0]))
    assert {row["last_night"] for row in stood(founding, "puzzle_standing")} == {None}


def test_with_no_new_tries_standings_are_kept(new_press: Callable[[], Press]) -> None:
    press = new_press()
    assert not compare(press).kept
    assert compare(press).kept
    ask(press, NIGHTS[0])
    assert not compare(press).kept


def test_players_and_simulated_ones_never_meet(new_press: Callable[[], Press]) -> None:
    press = new_press()
    ask(press, NIGHTS[0])
    before = compare(press).tables
    hard, easy = (row["puzzle_id"] for row in stood(before, "puzzle_standing")[:2])
    play(
        press,
        NIGHTS[0],
        [
            {"player_id": "player/ann", "puzzle_id": easy, "solved": True, "seconds": 3.0},
            {"player_id": "player/ann", "puzzle_id": hard, "solved": False, "seconds": None},
            {"player_id": "player/ann", "puzzle_id": hard, "solved": True, "seconds": 9.0, "number": 2},
            {"player_id": "player/bob", "puzzle_id": easy, "solved": True, "seconds": 50.0},
            {"player_id": "player/bob", "puzzle_id": hard, "solved": True, "seconds": 5.0, "hints": 1},
        ],
    )
    found = compare(press).tables
    for table in ("puzzle_standing", "player_standing"):
        assert stood(found, table) == stood(before, table), "not even in the last bit"
    ours = {row["puzzle_id"]: row for row in stood(found, "puzzle_standing", "players")}
    assert ours[hard]["objective_difficulty"] > 1500 > ours[easy]["objective_difficulty"]
    assert (ours[hard]["attempts"], ours[hard]["solved_share"], ours[hard]["median_seconds"]) == (1, 0.0, None)
    assert (ours[easy]["attempts"], ours[easy]["solved_share"], ours[easy]["median_seconds"]) == (2, 1.0, 26.5)
    people = {row["player_id"]: row for row in stood(found, "player_standing", "players")}
    assert {name: row["attempts"] for name, row in people.items()} == {"player/ann": 2, "player/bob": 1}
    assert people["player/ann"]["player_group"] is None


def test_a_solution_after_wrong_tries_is_no_solved_first_try(new_press: Callable[[], Press]) -> None:
    press = new_press()
    ask(press, NIGHTS[0])
    hard, easy = (row["puzzle_id"] for row in stood(compare(press).tables, "puzzle_standing")[:2])
    solved = {"solved": True, "seconds": 9.0}
    play(
        press,
        NIGHTS[0],
        [
            {"player_id": "player/ann", "puzzle_id": easy, "tries": 1, **solved},
            {"player_id": "player/bob", "puzzle_id": easy, "tries": None, **solved},
            {"player_id": "player/ann", "puzzle_id": hard, "tries": 2, **solved},
            {"player_id": "player/bob", "puzzle_id": hard, "tries": 9, **solved},
        ],
    )
    ours = {row["puzzle_id"]: row for row in stood(compare(press).tables, "puzzle_standing", "players")}
    assert (ours[easy]["attempts"], ours[easy]["solved_share"], ours[easy]["median_seconds"]) == (2, 1.0, 9.0)
    assert (ours[hard]["attempts"], ours[hard]["solved_share"], ours[hard]["median_seconds"]) == (2, 0.0, None)
    assert ours[hard]["objective_difficulty"] > 1500 > ours[easy]["objective_difficulty"]


def test_tries_outweigh_the_prediction_after_some_people(new_press: Callable[[], Press]) -> None:
    """The difficulty that prediction and tries give together, and how much of it is the prediction."""
    press = new_press()
    ask(press, NIGHTS[0])
    names = [row["puzzle_id"] for row in stood(compare(press).tables, "puzzle_standing")[:3]]
    missed = [{"player_id": "player/0", "puzzle_id": names[0], "solved": False, "seconds": None}]
    solved = {"puzzle_id": names[1], "solved": True, "seconds": 20.0}
    play(press, NIGHTS[0], [*missed, *({"player_id": f"player/{who}", **solved} for who in range(12))])
    tables = standings.compared("pick", press.lake.read_all("attempt", "pick"), dict.fromkeys(names[:2], 3.0))
    ours = {row["puzzle_id"]: row for row in stood(tables, "puzzle_standing", "players")}
    one, many = ours[names[0]], ours[names[1]]
    assert one["difficulty"] > 3.0 > many["difficulty"]
    assert 1.0 > one["prediction_weight"] > 0.5 > many["prediction_weight"] > 0.0
    assert (one["attempts"], many["attempts"]) == (1, 12)
    unsaid = [row for row in stood(tables, "puzzle_standing") if row["puzzle_id"] not in names[:2]]
    assert {row["difficulty"] for row in unsaid} == {row["prediction_weight"] for row in unsaid} == {None}


def test_the_latest_prediction_for_everyone_counts(new_press: Callable[[], Press]) -> None:
    press = new_press()
    ask(press, NIGHTS[0])
    before = compare(press).tables["puzzle_standing"]
    assert before.column("predicted_difficulty").null_count == before.num_rows
    name = before.column("puzzle_id")[0].as_py()
    for night, value in zip(NIGHTS[:2], (2.0, 4.0), strict=True):
        predict(press, night, name, value)
    outcome = compare(press)
    assert not outcome.kept
    told = {row["puzzle_id"]: row["predicted_difficulty"] for row in stood(outcome.tables, "puzzle_standing")}
    assert {name for name, value in told.items() if value == 4.0} == {name}
    earlier = stood(standings.before(press, "pick", date.fromisoformat(NIGHTS[1])), "puzzle_standing")
    assert {row["predicted_difficulty"] for row in earlier} == {None, 2.0}


def test_a_night_nobody_tried_anything(new_press: Callable[[], Press]) -> None:
    press = new_press()
    found = standings.compared("pick", press.lake.read_all("attempt", "nothing of the kind"))
    assert [rows.num_rows for rows in found.values()] == [0, 0]


def test_nobody_tries_what_has_no_solution(new_press: Callable[[], Press], monkeypatch: pytest.MonkeyPatch) -> None:
    press, honest = new_press(), game.PickEngine._solve

    def grim(self: Any, puzzle: Any) -> game.Verdict:
        return game.Verdict("impossible", 0, (), 1) if puzzle.total % 2 else honest(self, puzzle)

    monkeypatch.setattr(game.PickEngine, "_solve", grim)
    ask(press, NIGHTS[0])
    verdicts = press.lake.read(Partition("verdict", NIGHTS[0], "pick")).to_pylist()
    hopeless = {row["puzzle_id"] for row in verdicts if row["count"] == 0}
    asked, tried = (
        set(press.lake.read(Partition(table, NIGHTS[0], "pick")).column("puzzle_id").to_pylist())
        for table in ("rating", "attempt")
    )
    assert asked & hopeless
    assert tried == asked - hopeless


def test_damaged_standings_are_made_again(new_press: Callable[[], Press]) -> None:
    press = new_press()
    before = compare(press).tables["puzzle_standing"]
    victim = press.lake.path(Partition("puzzle_standing", SO_FAR, "pick"))
    victim.write_bytes(victim.read_bytes()[:60])
    with pytest.raises(DamagedFile, match=r"make it again with `tsume nightly`"):
        press.lake.read_all("puzzle_standing")
    assert compare(press).tables["puzzle_standing"].equals(before)


def test_tries_that_cannot_be_read_are_named(new_press: Callable[[], Press]) -> None:
    press = new_press()
    ask(press, NIGHTS[0])
    press.lake.path(Partition("attempt", NIGHTS[0], "pick")).write_bytes(b"PAR1")
    with pytest.raises(DamagedFile, match=rf"attempt/night={NIGHTS[0]}.*--night {NIGHTS[0]}"):
        compare(press)


def test_places_are_those_of_the_names_in_order() -> None:
    names = pa.chunked_array([["b", "a"], ["c", "a"]])
    known, place = standings.places(names)
    assert (known, place.tolist()) == (["a", "b", "c"], [1, 0, 2, 0])

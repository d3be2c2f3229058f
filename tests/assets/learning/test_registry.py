"""Which model is in use: what refreshes promote, what people decide, and that a night's models never change."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from assets.core.stage import Press
from assets.learning import registry
from assets.learning.registry import BadDecision, Registry, rows_of
from assets.learning.training import mixture, people_lacking, training
from assets.stages import models
from orchestration.sensors import ratings_fitted
from tests.assets.intake.surveys import IMPORT, LAB, write
from warehouse.lake import Origin, Partition, rows_to_table
from warehouse.vocabulary import EVERYONE

DAY = date(2026, 11, 15)
WHY = "it looked wrong"


def fitted(name: str, day: int | None, promoted: bool = True, **other: Any) -> dict[str, Any]:
    """A model as the registry sees it; `day` counts from DAY."""
    return {
        "model_id": name,
        "target": "interest",
        "audience": EVERYONE,
        "generation": 0 if day is None else 1 + day,
        "fitted_on": None if day is None else DAY + timedelta(days=day),
        "promoted": promoted,
        "provenance": "simulated",
        "real_ratings": 0,
        "above": None,
        **other,
    }


def decided(number: int, what: str, name: str, day: int, generation: int) -> dict[str, Any]:
    return {
        "number": number,
        "what": what,
        "model_id": name,
        "target": "interest",
        "audience": EVERYONE,
        "from_night": DAY + timedelta(days=day),
        "generation": generation,
    }


MODELS = [fitted("first", None), fitted("second", 0), fitted("poor", 1, promoted=False), fitted("third", 2)]


def in_use(found: Registry, day: int | None) -> str | None:
    model = found.champion("interest", EVERYONE, None if day is None else DAY + timedelta(days=day))
    return None if model is None else model["model_id"]


def test_a_model_counts_from_the_day_after_its_fit() -> None:
    found = Registry("pick", MODELS, [])
    assert [in_use(found, day) for day in (-9, 0)] == ["first", "first"]
    assert [in_use(found, day) for day in (1, 2, 3, 9)] == ["second", "second", "third", "third"]
    assert in_use(found, None) == "third"
    assert found.champion("difficulty") is None


def test_rolling_back_twice_goes_back_twice() -> None:
    once = decided(1, "rollback", "third", 4, 3)
    twice = decided(2, "rollback", "second", 5, 3)
    found = Registry("pick", MODELS, [once, twice])
    assert [in_use(found, day) for day in (3, 4, 5, 9)] == ["third", "second", "first", "first"]


def test_what_is_promoted_by_hand_stays_until_a_later_fit_beats_it() -> None:
    found = Registry("pick", [*MODELS, fitted("fourth", 5)], [decided(1, "promote", "poor", 4, 3)])
    assert [in_use(found, day) for day in (3, 4, 5, 6)] == ["third", "poor", "poor", "fourth"]


def test_decisions_of_one_day_count_in_their_order() -> None:
    """A refresh at noon, rolled back in the afternoon; or rolled back in the morning, then refreshed."""
    late = Registry("pick", MODELS, [decided(1, "rollback", "third", 3, 3)])
    assert in_use(late, 3) == "second"
    early = Registry("pick", MODELS, [decided(1, "rollback", "second", 3, 2)])
    assert in_use(early, 3) == "third"


def test_a_decision_on_the_day_of_a_refresh_counts_from_when_what_it_undoes_does(press: Press) -> None:
    first = Registry.of(press, "pick").champion("interest")
    assert first is not None
    other = put_other(press, first, promoted=True)  # counts from the day after DAY
    (done,) = registry.rollback(press, "pick", WHY, DAY, EVERYONE, "interest")
    assert done["from_night"] == DAY + timedelta(days=1)
    assert in_press(press) == first["model_id"]
    assert registry.promote(press, "pick", other["model_id"], WHY, DAY)["from_night"] == DAY + timedelta(days=1)
    assert in_press(press) == other["model_id"]


def test_a_roll_back_takes_out_what_came_in_last_and_no_more(press: Press) -> None:
    """A refresh, then a model promoted by hand: first that one goes, then the refresh's."""
    found = Registry.of(press, "pick")
    first, easy = found.champion("interest"), found.champion("difficulty")
    assert first is not None
    assert easy is not None
    other = put_other(press, first, promoted=True)
    registry.promote(press, "pick", first["model_id"], WHY, DAY + timedelta(days=3))
    assert [row["model_id"] for row in registry.rollback(press, "pick", WHY, DAY)] == [first["model_id"]]
    assert in_press(press) == other["model_id"]
    assert [row["model_id"] for row in registry.rollback(press, "pick", WHY, DAY)] == [other["model_id"]]
    assert in_press(press) == first["model_id"]
    assert Registry.of(press, "pick").champion("difficulty") == easy


def test_the_first_model_of_a_person_can_be_rolled_back() -> None:
    wide = [fitted("i", None), fitted("d", None, target="difficulty")]
    own = fitted("own", 0, audience="lab/A", above="i")
    found = Registry("pick", [*wide, own], [{**decided(1, "rollback", "own", 1, 1), "audience": "lab/A"}])
    assert found.champion("interest", "lab/A") is None
    assert found.wider("lab/A") == EVERYONE


def test_somebody_without_a_model_in_use_is_of_a_group() -> None:
    group = fitted("g", None, audience="beginner", above="i")
    person = fitted("p", None, promoted=False, audience="lab/B", above="g")
    found = Registry("pick", [fitted("i", None), group, person], [])
    assert found.used("lab/B") is None
    assert found.wider("lab/B") == "beginner"
    assert found.wider("nobody") == EVERYONE


def test_a_model_that_is_gone_takes_no_other_with_it() -> None:
    found = Registry("pick", MODELS[:2], [decided(1, "rollback", "third", 4, 3)])
    assert in_use(found, 9) == "second"


def test_an_audience_falls_back_on_the_wider_one_for_what_it_has_no_model_of() -> None:
    wide = [fitted("i", None), fitted("d", None, target="difficulty")]
    own = fitted("own", None, audience="beginner", above="i")
    person = fitted("p", None, audience="sim-1", target="difficulty", above="gd")
    group = fitted("gd", None, audience="regular", target="difficulty", above="d")
    found = Registry("pick", [*wide, own, person, group], [])
    beginner, one = found.used("beginner"), found.used("sim-1")
    assert beginner is not None
    assert beginner.ids == {"interest": "own", "difficulty": "d"}
    assert one is not None
    assert one.ids == {"interest": "i", "difficulty": "p"}
    assert found.used("advanced") is None


def test_the_press_promotes_and_rolls_back(press: Press) -> None:
    founding = Registry.of(press, "pick")
    first = founding.champion("interest")
    assert first is not None
    with pytest.raises(BadDecision, match="nothing to go back to"):
        registry.rollback(press, "pick", WHY, DAY)
    with pytest.raises(BadDecision, match="no model 'pick-x'"):
        registry.promote(press, "pick", "pick-x", WHY, DAY)
    with pytest.raises(BadDecision, match="in use already"):
        registry.promote(press, "pick", first["model_id"], WHY, DAY)
    other = put_other(press, first)
    done = registry.promote(press, "pick", other["model_id"], WHY, DAY)
    assert (done["from_night"], done["why"]) == (DAY, WHY)
    assert Registry.of(press, "pick").champion("interest", night=DAY - timedelta(days=1)) == first
    assert in_press(press) == other["model_id"]
    gone = registry.rollback(press, "pick", WHY, DAY)
    assert [row["model_id"] for row in gone] == [other["model_id"]]
    assert in_press(press) == first["model_id"]
    assert [row["number"] for row in Registry.of(press, "pick").decisions] == [1, 2]


def put_other(press: Press, model: dict[str, Any], promoted: bool = False) -> dict[str, Any]:
    """Another model of the same, fitted later."""
    name = "pick-interest-everyone-other"
    other = {**model, "model_id": name, "generation": 1, "fitted_on": DAY, "promoted": promoted}
    origin = Origin("pick/models", "test", "test")
    press.lake.write(Partition("model", DAY.isoformat(), "pick"), rows_to_table("model", [other]), origin)
    return other


def in_press(press: Press) -> str | None:
    model = Registry.of(press, "pick").champion("interest")
    return None if model is None else model["model_id"]


def test_a_night_that_has_been_rated_keeps_its_models(press: Press) -> None:
    assert registry.next_night(press, "pick", DAY) == DAY
    rated = press.lake.path(Partition("prediction", DAY.isoformat(), "pick"))
    origin = Origin("pick/predictions", "test", "test")
    press.lake.write(Partition("prediction", DAY.isoformat(), "pick"), rows_to_table("prediction", []), origin)
    assert rated.exists()
    assert registry.next_night(press, "pick", DAY) == DAY + timedelta(days=1)


@pytest.mark.usefixtures("trusting")
def test_a_challenger_is_judged_on_the_same_folds_by_what_neither_has_seen(
    press: Press, command: Any, tmp_path: Path
) -> None:
    before = Registry.of(press, "pick").champion("interest")
    assert before is not None
    kept = {row["puzzle_id"]: row["fold"] for row in rows_of(press, "model_item", before)}
    some = sorted(kept)[:3]
    assert command(*IMPORT, write(tmp_path, *(f"{name},A,3,2" for name in some)), *LAB)[0] == 0
    models.refresh(press, "pick", DAY)
    after = next(
        row
        for row in Registry.of(press, "pick").models
        if row["generation"] == 1 and (row["audience"], row["target"]) == (EVERYONE, "interest")
    )
    assert after["parent"] == before["model_id"]
    folds = {row["puzzle_id"]: row["fold"] for row in rows_of(press, "model_item", after)}
    assert folds == kept
    assert f"on the same {len(kept)} puzzles, held out" in after["reason"] or "no better than" in after["reason"]


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("overlap", [(0, 1), (0, 2), ()])
def test_people_may_rate_puzzles_that_the_model_in_use_hardly_knows(press: Press, overlap: tuple[int, ...]) -> None:
    """Folds that are nearly empty now are dealt anew, the same for both targets."""
    data, before = training(press, "pick"), Registry.of(press, "pick").champion("difficulty")
    assert before is not None
    fold = {row["puzzle_id"]: row["fold"] for row in rows_of(press, "model_item", before)}
    some = [next(name for name in data.ids if fold[name] == number) for number in overlap]
    rest = [name for name in data.ids if name not in some]
    renamed = {name: f"{number:016x}" for number, name in enumerate(rest)}
    rows = [row | {"puzzle_id": renamed.get(row["puzzle_id"], row["puzzle_id"])} for row in data.ratings.to_pylist()]
    ids = [renamed.get(name, name) for name in data.ids]
    order = sorted(range(len(ids)), key=lambda place: ids[place])
    other = models.Training(
        [ids[place] for place in order],
        data.names,
        data.features[order],
        [data.families[place] for place in order],
        data.lengths[order],
        rows_to_table("rating", rows),
        "other",
    )
    made = models.fit_all(press, Registry.of(press, "pick"), other, DAY)
    folds = {}
    for row in (row for row in made.models if row["audience"] == EVERYONE):
        items = [item for item in made.rows["model_item"] if item["model_id"] == row["model_id"]]
        folds[row["target"]] = {item["puzzle_id"]: item["fold"] for item in items}
    assert folds["interest"] == folds["difficulty"]
    assert len(set(folds["interest"].values())) == 10


@pytest.mark.usefixtures("trusting")
def test_ratings_that_are_all_the_same_make_models_with_some_width(press: Press) -> None:
    data = training(press, "pick")
    rows = [row | {"interest": 3.0, "difficulty": 3.0} for row in data.ratings.to_pylist()]
    flat = models.Training(
        data.ids, data.names, data.features, data.families, data.lengths, rows_to_table("rating", rows), "flat"
    )
    made = models.fit_all(press, Registry("pick", [], []), flat, None)
    assert all(0.0 < row["interval"] <= 4.0 for row in made.models)


def test_interest_is_peoples_word_from_the_first_puzzles_on(press: Press) -> None:
    """A model of theirs alone is fitted from eight puzzles on, is promoted over what simulated raters taught, and is
    trusted by how many puzzles they rated; until then a few of their ratings are known of, and trusted nothing."""

    def refreshed(puzzles: int) -> Registry:
        data = training(press, "pick")
        said = [row for row in data.ratings.to_pylist() if row["puzzle_id"] in data.ids[:puzzles]][::3]
        real = [
            {**row, "rater_id": f"lab/{row['rater_id']}", "provenance": "survey", "interest": 1.0 + place % 5}
            for place, row in enumerate(said)
        ]
        both = rows_to_table("rating", data.ratings.to_pylist() + real)
        mixed = models.Training(data.ids, data.names, data.features, data.families, data.lengths, both, f"{puzzles}")
        before = Registry.of(press, "pick")
        made = models.fit_all(press, before, mixed, DAY)
        return Registry("pick", [*before.models, *made.models], [])

    few = refreshed(7)
    for audience in (EVERYONE, "beginner"):
        used = few.used(audience)
        assert used is not None
        assert (used.provenance, used.trust) == ("simulated", 0.0)
        assert used.people_ratings > 0
        before = few.used(audience, DAY)
        assert before is not None
        assert before.people_ratings == 0, "a night uses what was fitted on an earlier day"
    more = refreshed(20)
    for audience in (EVERYONE, "beginner"):
        used = more.used(audience)
        assert used is not None
        model = used.models["interest"]
        assert (model["provenance"], used.provenance, used.trust) == ("survey", "survey", 0.5)
    newest = more.champion("interest", EVERYONE)
    assert newest is not None
    assert newest["reason"] == "promoted: the first that people taught"


def test_simulated_ratings_are_left_out_once_people_said_enough(press: Press) -> None:
    data = training(press, "pick")
    rows = data.ratings.to_pylist()
    real = [{**row, "rater_id": f"lab/{row['rater_id']}", "provenance": "survey"} for row in rows]
    both = rows_to_table("rating", rows + real)
    mixed = models.Training(data.ids, data.names, data.features, data.families, data.lengths, both, data.digest)
    assert mixed.of("interest", len(real) + 1).provenance_of() == "simulated"
    alone = mixed.of("interest", len(real))
    assert alone.provenance_of() == "survey"
    assert all(name.startswith("lab/") for name in alone.raters)
    few = rows_to_table("rating", rows + [row for row in real if row["puzzle_id"] in data.ids[:5]])
    fewer = models.Training(data.ids, data.names, data.features, data.families, data.lengths, few, data.digest)
    assert fewer.of("interest", 10).provenance_of() == "simulated", "five puzzles are too few, however often rated"


def test_somebodys_last_word_on_a_puzzle_counts(press: Press) -> None:
    data = training(press, "pick")
    rows = data.ratings.to_pylist()
    again = {**rows[0], "survey": "simulated-again", "interest": 1.0 if rows[0]["interest"] > 3 else 5.0}
    twice = models.Training(
        data.ids, data.names, data.features, data.families, data.lengths, rows_to_table("rating", [*rows, again]), "x"
    )
    assert len(twice.given("interest").rating) == len(rows) + 1
    given = twice.of("interest").given("interest")
    assert len(given.rating) == len(rows)
    place, number = twice.ids.index(again["puzzle_id"]), twice.raters.index(again["rater_id"])
    assert given.rating[(given.item == place) & (given.rater == number)].tolist() == [again["interest"]]


def test_people_and_groups_have_models_of_their_own(press: Press) -> None:
    found = Registry.of(press, "pick")
    kinds = {audience for audience, _ in found.kinds()}
    people = {audience for audience in kinds if audience.startswith("sim-")}
    assert EVERYONE in kinds
    assert len(people) == press.settings.survey["raters"]
    one = next(row for row in found.models if row["audience"] in people)
    assert one["above"] in found.by_id
    assert one["provenance"] == "simulated"
    table = training(press, "pick")
    said = found.predict(one, table.features, table.names)
    wider = found.predict(found.by_id[one["above"]], table.features, table.names)
    assert not np.array_equal(said, wider)


# The commands.


def test_list_and_show(command: Any) -> None:
    status, out, _ = command("models", "list", "--format", "json")
    rows = json.loads("\n".join(out))
    assert status == 0
    assert {(row["game"], row["in_use"]) for row in rows} == {("pick", True)}
    assert {"interest", "difficulty"} <= {row["target"] for row in rows if row["audience"] == EVERYONE}
    everything = json.loads("\n".join(command("models", "list", "pick", "--all", "--format", "json")[1]))
    assert len(everything) > len(rows)
    name = next(row["model_id"] for row in rows if row["audience"] == EVERYONE)
    status, out, _ = command("models", "show", name, "--format", "json")
    shown = json.loads(out[0])
    assert (status, shown["model_id"], shown["in_use"]) == (0, name, True)
    assert sum(shown["importances"].values()) == pytest.approx(1.0)
    assert {row["subject"] for row in shown["scores"]} >= {"model", "mean", "length", "floor"}
    status, out, _ = command("models", "show", name)
    assert status == 0
    assert any("simulated" in line for line in out)


def test_list_says_from_which_night_a_model_counts_and_whose_ratings_it_has(press: Press, command: Any) -> None:
    first = Registry.of(press, "pick").champion("interest")
    assert first is not None
    put_other(press, {**first, "real_ratings": 3}, promoted=True)
    rows = json.loads("\n".join(command("models", "list", "--all", "--format", "json")[1]))
    told = {row["model_id"]: (row["in_use"], row["from_night"], row["real_ratings"]) for row in rows}
    tomorrow = (DAY + timedelta(days=1)).isoformat()
    assert told["pick-interest-everyone-other"] == (True, tomorrow, 3)
    assert told[first["model_id"]] == (False, None, 0)
    shown = json.loads(command("models", "show", "pick-interest-everyone-other", "--format", "json")[1][0])
    assert (shown["in_use"], shown["from_night"]) == (True, tomorrow)
    assert shown["rests_on"].startswith(f"3 of people, {first['ratings'] - 3:,} simulated; people's alone from ")


def test_what_models_rest_on_in_words() -> None:
    model = {"audience": EVERYONE, "ratings": 2404, "real_ratings": 304, "provenance": "simulated"}
    assert mixture(model) == "304 of people, 2,100 simulated"
    assert people_lacking(model, 500) == "people's alone from 500 on: 196 more needed"
    assert people_lacking(model, 300) == "people's alone from 300 on: of 30 puzzles at least"
    assert people_lacking({**model, "audience": "beginner"}, 500) == "", "everyone's model decides"
    assert mixture({**model, "real_ratings": 0}) == "2,404 simulated"
    alone = {**model, "ratings": 304, "provenance": "survey"}
    assert (mixture(alone), people_lacking(alone, 300)) == ("304 of people", "")
    assert mixture({**model, "real_ratings": None}) == "2,404 simulated", "of an earlier version"


def test_refresh_says_what_it_did_and_why(press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    status, out, _ = command("models", "refresh", "pick")
    assert (status, out) == (0, ["pick: nothing new to learn from, the models in use stay"])
    rows = "".join(f"{name},ann,{1 + place % 5},{1 + place % 4}\n" for place, name in enumerate(ids[:20]))
    sheet = tmp_path / "lab.csv"
    sheet.write_text("puzzle_id,rater,interest,difficulty\n" + rows)
    assert command("ratings", "import", str(sheet), "--name", "lab", "--scale", "1..5", "--asked", "after")[0] == 0
    status, out, _ = command("models", "refresh", "pick")
    assert status == 0
    found = Registry.of(press, "pick")
    for target in ("interest", "difficulty"):
        (line,) = [line for line in out if line.startswith(f"pick {target} for everyone: ")]
        newest = [row for row in found.models if (row["target"], row["audience"]) == (target, EVERYONE)][-1]
        assert newest["real_ratings"] == 20
        assert newest["reason"] in line
        assert "(20 of people)" in line, "simulated ratings say nothing any more"
        champion = found.champion(target)
        assert champion is not None
        assert champion["model_id"] in line, "which is in use now"
    assert any("for single people" in line for line in out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "pick-nothing"), "no model is called 'pick-nothing'"),
        (("show", "chess-interest"), "no model is called"),
        (("list", "chess"), "unknown game 'chess'"),
        (("rollback", "pick", "--why", "x"), "nothing to go back to"),
        (("rollback", "chess", "--why", "x"), "unknown game 'chess'"),
        (("rollback", "pick"), "--why"),
        (("rollback", "pick", "--audience", "wizard", "--why", "x"), "pick has no models for wizard"),
        (("promote", "pick-nothing", "--why", "x"), "no model is called"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_status_2(command: Any, arguments: tuple[str, ...], words: str) -> None:
    status, _, err = command("models", *arguments)
    assert status == 2
    assert words in err[-1]


@pytest.mark.usefixtures("trusting")
def test_promote_and_rollback_by_command(press: Press, command: Any) -> None:
    first = Registry.of(press, "pick").champion("interest")
    assert first is not None
    put_other(press, first)
    assert command("models", "promote", "pick-interest-everyone-other", "--why", " ")[0] == 2
    status, _, err = command("models", "promote", "pick-interest-everyone-other", "--why", WHY)
    assert status == 0
    assert "in use from the night of" in err[-1]
    assert in_press(press) == in_warehouse(press) == "pick-interest-everyone-other"
    status, _, err = command("models", "rollback", "pick", "--target", "interest", "--why", WHY)
    assert status == 0
    assert in_press(press) == in_warehouse(press) == first["model_id"]
    again = command("models", "promote", "pick-interest-everyone-other", "--why", WHY)
    assert again[0] == 0
    assert in_press(press) == in_warehouse(press) == "pick-interest-everyone-other"


def in_warehouse(press: Press) -> str:
    """What the view says is in use."""
    with duckdb.connect(str(press.home.warehouse), read_only=True) as connection:
        ((name,),) = connection.execute(
            "select model_id from model_card where in_use and audience = 'everyone' and target = 'interest'"
        ).fetchall()
    return str(name)


def test_a_champion_is_not_held_against_what_only_the_wider_audience_had_seen(press: Press) -> None:
    """A person's model of puzzles that others had rated: from what the wider model said of them when held out."""
    found = Registry.of(press, "pick")
    one = next(row for row in found.models if row["audience"].startswith("sim-"))
    data = training(press, "pick")
    wider = {row["puzzle_id"]: row["held_out"] for row in rows_of(press, "model_item", found.by_id[one["above"]])}
    rows = [place for place, name in enumerate(data.ids) if name in wider]
    ids, table = [data.ids[place] for place in rows], data.features[rows]

    class NeverAsked(models.Fitter):
        def seen(self, model: dict[str, Any]) -> dict[str, dict[str, Any]]:
            return {} if model is one else super().seen(model)

    said = NeverAsked(press, found, DAY, 0, 0).said_by(one, ids, table, data.names)
    known = np.array([wider[name] for name in ids])
    np.testing.assert_array_equal(said, found.corrected(one, known, table, data.names))
    assert not np.array_equal(said, found.predict(one, table, data.names))


def test_the_sensor_goes_by_the_newest_fit(press: Press) -> None:
    """After a large survey was removed, and models fitted without it, new ratings count from there."""
    first = Registry.of(press, "pick").champion("interest")
    assert first is not None
    put_other(press, {**first, "people_ratings": 9})
    put_other(press, {**first, "people_ratings": 7})
    assert ratings_fitted(press, "pick") == 7

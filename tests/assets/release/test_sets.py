"""The sets of a release: tonight's, and those that stand."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from assets.core.settings import Settings
from assets.release import sets
from warehouse.vocabulary import LEVELS, THIRDS

NIGHT = "2026-11-15"
Row = dict[str, Any]


@pytest.fixture(scope="module")
def settings() -> Settings:
    from dataclasses import replace

    return replace(Settings.load(), sets={"tonight": 6, "curated": 10, "pool": 7})


def item(name: str, game: str, variant: str, level: str, kind: str = "curated", **more: Any) -> Row:
    third = THIRDS[LEVELS.index(level)]
    values = {"worth": 3.0, "difficulty": 1.0 + LEVELS.index(level), "why": f"why {name}", "added": NIGHT}
    values |= {"third": third, "length": 1}
    same = {"puzzle_id": name, "game": game, "variant": variant, "category": variant, "set_category": variant}
    return same | {"level": level, "kind": kind} | values | more


def night(prefix: str, **more: Any) -> list[Row]:
    """A night of three games with two variants each, two of every level."""
    return [
        item(
            f"{prefix}-{game}{variant}{level}{number}",
            game,
            f"{game}-{variant}",
            level,
            worth=3 + number / 9,
            **more,
        )
        for game in ("one", "two", "three")
        for variant in ("x", "y")
        for level in LEVELS
        for number in range(2)
    ]


def of(rows: list[Row], name: str) -> list[str]:
    return [row["puzzle_id"] for row in rows if row["set_name"] == name]


def carried(items: list[Row], rows: list[Row]) -> list[Row]:
    """What a release has, as the next night finds it."""
    inside = {row["puzzle_id"] for row in rows}
    return [
        one | {"memberships": [row for row in rows if row["puzzle_id"] == one["puzzle_id"]]}
        for one in items
        if one["puzzle_id"] in inside
    ]


def test_tonight_is_of_all_games_and_levels_easy_to_hard(settings: Settings) -> None:
    added = night("a")
    rows = sets.assemble(NIGHT, added, [], settings)
    known = {one["puzzle_id"]: one for one in added}
    chosen = [known[name] for name in of(rows, "tonight")]
    assert len(chosen) == 6
    assert [one["difficulty"] for one in chosen] == sorted(one["difficulty"] for one in chosen)
    assert {one["game"] for one in chosen} == {"one", "two", "three"}
    assert {one["level"] for one in chosen} == set(LEVELS)
    assert len({one["category"] for one in chosen}) == 6, "no category twice while there are others"
    (day,) = of(rows, "day")
    assert known[day]["level"] == "medium"
    assert day not in of(rows, "tonight")


def ranked(name: str, game: str, length: int, difficulty: float, level: str, **more: Any) -> Row:
    return item(name, game, f"{game}-{length}", level, difficulty=difficulty, length=length, **more)


def test_tonight_begins_with_something_for_newcomers_and_runs_from_easy_to_hard(settings: Settings) -> None:
    """Long ones may be easier than the easiest short one, and more interesting: they do not come first."""
    added = [
        *[ranked(f"s{n}", "one", 1, 1.5 + n / 10, "easy", worth=3.0) for n in range(6)],
        *[ranked(f"m{n}", "one", 4, 1.2 + n / 10, "easy", worth=4.5) for n in range(3)],
        *[ranked(f"l{n}", "one", 4, 2.5 + n / 2, "medium" if n < 2 else "hard", worth=4.5) for n in range(6)],
        *[ranked(f"t{n}", "two", 2, 3.0 + n / 10, "medium", worth=4.5) for n in range(6)],
    ]
    known = {one["puzzle_id"]: one for one in added}
    for number in range(4):  # whichever game's turn it is
        name = (date.fromisoformat(NIGHT) + timedelta(days=number)).isoformat()
        rows = sets.assemble(name, added, [], settings)
        chosen = [known[row] for row in of(rows, "tonight")]
        assert chosen[0]["puzzle_id"] in {"s0", "s1"}, "easy, short, of the easiest third of those"
        assert chosen[0]["level"] == "easy"
        assert [one["difficulty"] for one in chosen] == sorted(one["difficulty"] for one in chosen)
        assert len(chosen) == 6
        assert {one["game"] for one in chosen} == {"one", "two"}
        why = next(row["why"] for row in rows if row["set_name"] == "tonight")
        assert why.startswith("Easy and short, to begin with. why s")


def test_where_the_best_are_all_hard_tonight_begins_with_one_that_was_drawn_by_lot(settings: Settings) -> None:
    best = [ranked(f"h{n}", "one", 1 + n % 2, 3.0 + n / 10, "hard") for n in range(8)]
    lots = [ranked(f"f{n}", "one", 1 + n % 2, 1.2 + n / 10, "easy", kind="flash") for n in range(6)]
    rows = sets.assemble(NIGHT, [*best, *lots], [], settings)
    assert of(rows, "tonight")[0] == "f0"
    assert {name[0] for name in of(rows, "tonight")[1:]} == {"h"}


def test_curated_sets_keep_as_many_of_each_third_whatever_their_levels(settings: Settings) -> None:
    """The hardest of an easy kind are easy, too."""
    added = [
        item(f"{third}{n}", "one", "one-x", "easy", third=third, difficulty=1.0 + place / 10)
        for place, third in enumerate(THIRDS)
        for n in range(5)
    ]
    members = of(sets.assemble(NIGHT, added, [], settings), "curated-one-x")
    assert [sum(name.startswith(third) for name in members) for third in THIRDS] == [4, 3, 3]


def test_games_take_turns_to_give_the_puzzle_of_the_day(settings: Settings) -> None:
    added = night("a")
    known = {one["puzzle_id"]: one["game"] for one in added}
    nights = [(date.fromisoformat(NIGHT) + timedelta(days=n)).isoformat() for n in range(3)]
    days = [of(sets.assemble(one, added, [], settings), "day")[0] for one in nights]
    assert {known[day] for day in days} == {"one", "two", "three"}


def test_standing_sets_grow_and_are_renewed(settings: Settings) -> None:
    """Ten a set and six a night: full in the second night, the oldest go first, as many of each third."""
    before: list[Row] = []
    seen = []
    for number in range(4):
        name = (date.fromisoformat(NIGHT) + timedelta(days=number)).isoformat()
        added = night(str(number), added=name)
        rows = sets.assemble(name, added, before, settings)
        before = carried([*added, *before], rows)
        seen.append(of(rows, "curated-one-x"))
        assert all(row["since"].isoformat() <= name for row in rows)
    assert [len(members) for members in seen] == [6, 10, 10, 10]
    assert set(seen[0]) <= set(seen[1]) | {f"0-onex{level}{n}" for level in LEVELS for n in range(2)}
    assert {name[0] for name in seen[3]} == {"2", "3"}, "the oldest made room"
    levels = [next(level for level in LEVELS if level in name) for name in seen[3]]
    assert [levels.count(level) for level in LEVELS] == [4, 3, 3]
    assert levels == sorted(levels, key=LEVELS.index), "easy to hard"


def test_pools_have_their_own_size_and_since(settings: Settings) -> None:
    first = [item(f"a{n}", "one", "one-x", "easy", "flash") for n in range(5)]
    rows = sets.assemble(NIGHT, first, [], settings)
    assert sorted(of(rows, "flash-one-x")) == [f"a{n}" for n in range(5)]
    assert of(rows, "tonight") + of(rows, "day") == [], "what was drawn by lot is not tonight's best"
    second = [item(f"b{n}", "one", "one-x", "easy", "flash") for n in range(4)]
    rows = sets.assemble("2026-11-16", second, carried(first, rows), settings)
    members = of(rows, "flash-one-x")
    assert len(members) == 7
    assert {f"b{n}" for n in range(4)} <= set(members)
    since = {row["puzzle_id"]: row["since"].isoformat() for row in rows if row["set_name"] == "flash-one-x"}
    assert {since[name] for name in members if name[0] == "a"} == {NIGHT}


def test_positions_count_and_nobody_is_in_a_set_twice(settings: Settings) -> None:
    added = [*night("a"), *[item(f"s{n}", "one", "one-x", "easy", "survey") for n in range(3)]]
    rows = sets.assemble(NIGHT, added, [], settings)
    for name in {row["set_name"] for row in rows}:
        members = [row for row in rows if row["set_name"] == name]
        assert [row["position"] for row in members] == list(range(1, len(members) + 1))
        assert len({row["puzzle_id"] for row in members}) == len(members)
    assert of(rows, "survey") == ["s0", "s1", "s2"]


def test_a_night_without_curated_ones_has_no_puzzle_of_the_day(settings: Settings) -> None:
    assert sets.assemble(NIGHT, [], [], settings) == []
    hard = [item("h", "one", "one-x", "hard")]
    assert of(sets.assemble(NIGHT, hard, [], settings), "day") == ["h"], "what there is"

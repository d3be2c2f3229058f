"""What a night adds: curated, survey and pools; what it says of it; and that nothing ever repeats."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assets.core.settings import Rule
from assets.core.stage import Press, run_stage
from assets.core.titles import GROUPS
from assets.graph.assets import NIGHT_STAGES
from assets.release import publish as release
from assets.stages import curated, selection
from assets.stages.available import Available, Standing
from assets.stages.unrated import Filter, Unrated, unrated
from engines.rating.worth import Weights
from warehouse.lake import FOUNDING, Lake, Partition
from warehouse.releases import Release
from warehouse.vocabulary import AUDIENCES, THIRDS

NIGHT = "2026-11-15"
SUITS = {"easiest": "beginner", "middle": "regular", "hardest": "advanced"}
RULE = Rule(per_group=2, least_interest=3.0, hill=1.0, surprise=1.0, variety=0.0, spread=0.0, price=4.0, size=50)


def available(count: int = 30, standing: int = 0, seed: int = 1, **more: Any) -> Available:
    """Puzzles of one variant. People's ratings decide alone; difficulty rises with the number, interest is drawn."""
    random = np.random.default_rng(seed)
    total = count + standing
    values: dict[str, Any] = {
        "ids": [f"{number:016x}" for number in range(total)],
        "variants": ["tsd-2"] * total,
        "tonight": count,
        "interest": {audience: random.uniform(2.5, 4.5, count) for audience in AUDIENCES},
        "difficulty": {audience: np.linspace(1, 5, count) for audience in AUDIENCES},
        "provenance": dict.fromkeys(AUDIENCES, "players"),
        "hill": {audience: random.uniform(0.0, 1.0, count) for audience in AUDIENCES},
        "surprise": random.uniform(0.0, 1.0, count),
        "trust": 1.0,
        "table": random.normal(size=(total, 4)),
        "themes": random.random((total, 3)) < 0.5,
        "traits": [{"method": "random" if number % 2 else "reverse"} for number in range(total)],
    }
    return Available(**values | more)


def choose(there: Available, rule: Rule = RULE, strangers: Unrated | None = None) -> tuple[list[Any], list[Any]]:
    return curated.curated(there, "tsd-2", rule, strangers or Unrated(), SUITS)


def test_what_was_measured_on_the_standing_sets_counts(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    features = press.lake.read(Partition("feature", FOUNDING, "pick"))
    ids = features.column("puzzle_id").to_pylist()

    def told(table: pa.Table) -> Any:
        monkeypatch.setattr(selection, "standing_of", lambda *_: Standing(ids, [], [], table, {}))
        return selection.facts(press, "pick", NIGHT).values["standing features"]

    monkeypatch.setattr(Lake, "read_column", lambda *_: pa.chunked_array([[]], pa.string()))  # of tonight, none
    monkeypatch.setattr(selection, "unrated", lambda *_: Unrated())
    assert told(features) == told(features) != told(features.slice(1))


def test_only_interesting_ones_cut_in_thirds_the_best_for_whom_they_suit() -> None:
    there = available()
    rows, quotas = choose(there)
    good = [place for place in range(30) if there.interest["everyone"][place] >= 3.0]
    cuts = [round(len(good) * part / 3) for part in range(4)]
    for number, name in enumerate(THIRDS):
        third = good[cuts[number] : cuts[number + 1]]
        best = sorted(third, key=lambda place: -there.interest[SUITS[name]][place])[:2]
        mine = [row for row in rows if row["third"] == name]
        assert [row["place"] for row in mine] == best
        assert [row["rank"] for row in mine] == [1, 2]
        assert {(row["audience"], row["among"]) for row in mine} == {(SUITS[name], len(third))}
    assert [(row["chosen"], row["wanted"], row["shortfall"]) for row in quotas] == [(2, 2, None)] * 3
    assert [row["eligible"] for row in quotas] == [cuts[n + 1] - cuts[n] for n in range(3)]


def test_before_people_have_rated_the_parts_decide_and_no_simulated_number_is_told() -> None:
    """The sum of the parts by their weights, for whom the third suits; no limit, and the interest plays no part."""
    there = replace(available(), trust=0.0, provenance=dict.fromkeys(AUDIENCES, "simulated"))
    rule = replace(RULE, least_interest=5.0, hill=0.5, surprise=2.0)
    rows, quotas = choose(there, rule)
    for number, name in enumerate(THIRDS):
        worth = 0.5 * there.hill[SUITS[name]] + 2.0 * there.surprise
        best = sorted(range(10 * number, 10 * number + 10), key=lambda place: -worth[place])[:2]
        mine = [row for row in rows if row["third"] == name]
        assert [(row["place"], row["worth"]) for row in mine] == [
            (place, pytest.approx(worth[place])) for place in best
        ]
        assert quotas[number]["worth"] == quotas[number]["top_worth"] == pytest.approx(worth[best].mean())
    assert choose(replace(there, interest={name: -one for name, one in there.interest.items()}), rule)[0] == rows
    assert {row["interest"] for row in quotas} == {None}
    for row in rows:
        assert "simulated" not in row["why"]
        assert "third of “T-spin Double, two pieces”: it " in row["why"]
        assert GROUPS[row["audience"]][0] in row["why"]
        share = there.surprise[row["place"]]
        assert f"that of {round(10 * share)} in 10 puzzles" in row["why"] or round(10 * share) in (5, 10)


def test_people_decide_as_far_as_they_have_rated() -> None:
    """Their interest is mixed in by trust; it must reach the limit once it counts for half."""
    there = replace(available(), trust=0.4)
    rows, _ = choose(there, replace(RULE, least_interest=5.0))
    assert len(rows) == 6
    for row in rows:
        place, who = row["place"], row["audience"]
        parts = there.hill[who][place] + there.surprise[place]
        assert row["worth"] == pytest.approx(0.6 * parts + 0.4 * there.interest[who][place])
        assert f"{there.interest[who][place]:.2f} for interest, predicted from players ratings" in row["why"]
        assert "which count for 40%" in row["why"]
    assert choose(replace(there, trust=0.5), replace(RULE, least_interest=5.0))[0] == []


def test_what_was_not_measured_counts_as_usual() -> None:
    unknown = Weights(1.0, 1.0).worth(np.array([0.3]), np.array([np.nan]), np.array([np.nan]), 0.0)
    assert unknown == pytest.approx([0.8])


def test_an_audience_without_models_is_served_by_everyones() -> None:
    there = available()
    rows, _ = choose(replace(there, interest={"everyone": there.interest["everyone"]}))
    assert {row["audience"] for row in rows} == {"everyone"}


def test_groups_are_made_by_traits_and_empty_ones_are_told() -> None:
    kinds = [{"method": "random", "colors": "2"}] * 15 + [{"method": "reverse", "colors": "3"}] * 15
    there = available(traits=kinds)
    rows, quotas = choose(there, replace(RULE, by=("method", "colors"), per_group=1, least_interest=1.0))
    named = Counter(row["group_name"] for row in rows)
    assert named == {
        f"tsd-2, {kind}, {third} third": 1 for kind in ("random, 2 colors", "reverse, 3 colors") for third in THIRDS
    }
    empty = [row for row in quotas if row["chosen"] == 0]
    assert {row["group_name"] for row in empty} == {
        f"tsd-2, {kind}, {third} third" for kind in ("random, 3 colors", "reverse, 2 colors") for third in THIRDS
    }
    assert empty[0]["shortfall"] == "no tsd-2, random, 3 colors puzzle with one solution was made"


def test_the_papers_72_groups_are_all_told_be_there_puzzles_or_not() -> None:
    """Nazo Puyo paper, 4.4: two methods, four bands of puyos, three numbers of colours, three thirds."""
    kinds = [{"method": method, "puyos": "11-20", "colors": "3"} for method in ("random", "reverse")] * 15
    there = replace(available(traits=kinds), variants=["chain-2x3"] * 30)
    rule = replace(RULE, by=("method", "puyos", "colors"), per_group=1, least_interest=1.0)
    rows, quotas = curated.curated(there, "chain-2x3", rule, Unrated(), SUITS)
    assert len(quotas) == len({row["group_name"] for row in quotas}) == 72
    named = {row["group_name"] for row in quotas}
    assert "chain-2x3, random, 31 or more puyos, 2 colours, hardest third" in named
    assert "chain-2x3, reverse, up to 10 puyos, 4 colours, easiest third" in named
    assert sum(row["chosen"] for row in quotas) == len(rows) == 6
    assert sum(row["shortfall"] is not None for row in quotas) == 66


def test_a_shortfall_says_why() -> None:
    _, quotas = choose(available(), replace(RULE, least_interest=4.4))
    assert all((row["chosen"] < row["wanted"]) == (row["shortfall"] is not None) for row in quotas)
    assert any("have an interest of 4.4 or more" in (row["shortfall"] or "") for row in quotas)


def test_variety_beats_plain_interest_and_says_what_it_beat() -> None:
    there = available(300)
    rows, quotas = choose(there, replace(RULE, variety=1.5, spread=0.3, per_group=4))
    chosen, top = (sum(row[name] for row in quotas) / 3 for name in ("distance", "top_distance"))
    fun, most = (sum(row[name] for row in quotas) / 3 for name in ("worth", "top_worth"))
    assert chosen > 1.15 * top
    assert most - 0.2 < fun < most
    beaten = [row for row in rows if row["beat"]]
    assert beaten
    chosen_ids = {there.ids[row["place"]] for row in rows}
    for row in beaten:
        other = there.ids.index(row["beat"])
        assert row["beat"] not in chosen_ids, "what was chosen, too, was not beaten"
        assert there.interest[row["audience"]][other] > there.interest[row["audience"]][row["place"]]
        assert row["beat"] in row["why"]
    assert all(row["beat"] is None for row in rows if row["rank"] == 1)


def test_what_stands_is_differed_from() -> None:
    """Two kinds of puzzle, one of which the set has already: the other is chosen though it is less interesting."""
    table = np.zeros((32, 4))
    table[::2] = 3.0
    interest = dict.fromkeys(AUDIENCES, np.where(np.arange(30) % 2, 3.5, 3.6))
    there = available(30, 2, table=table, interest=interest, themes=np.zeros((32, 0), dtype=bool))
    all_alike = np.tile([[3.0] * 4], (2, 1))
    there.table[30:] = all_alike
    rows, _ = choose(there, replace(RULE, per_group=1, variety=1.0))
    assert {row["place"] % 2 for row in rows[:1]} == {1}
    alone = replace(there, ids=there.ids[:30], table=there.table[:30], themes=there.themes[:30])
    rows, _ = choose(alone, replace(RULE, per_group=1, variety=1.0))
    assert rows[0]["place"] % 2 == 0


def test_where_nobody_rated_a_filter_on_features_decides() -> None:
    there = available()
    strangers = Unrated(
        frozenset({"tsd-2"}), Filter(("a", "b"), np.array([-1.0, -9.0]), np.array([0.5, 9.0])), (2, 0)
    )
    rows, quotas = choose(there, replace(RULE, least_interest=5.0), strangers)
    assert rows, "the interest that is predicted says nothing here"
    inside = (there.table[:, 2] >= -1) & (there.table[:, 2] <= 0.5)
    assert sum(row["eligible"] for row in quotas) == 30, "one feature may miss"
    strict = Filter(("a", "b"), np.array([-1.0, 99.0]), np.array([0.5, 99.0]))
    _, quotas = choose(there, RULE, Unrated(frozenset({"tsd-2"}), strict, (2, 0)))
    assert sum(row["eligible"] for row in quotas) == inside.sum()
    assert "features of interesting ones" in " ".join(row["shortfall"] or "" for row in choose(
        there, replace(RULE, per_group=30), Unrated(frozenset({"tsd-2"}), strict, (2, 0)))[1])  # fmt: skip


def test_which_variants_nobody_rated_the_model_tells(press: Press) -> None:
    """The founding panel of the smallest game has both variants; a model that learned from one of them knows one."""
    for stage in NIGHT_STAGES[:4]:
        run_stage(stage, press, "pick", NIGHT)
    assert unrated(press, "pick", NIGHT) == Unrated() or not unrated(press, "pick", NIGHT).variants
    verdicts = press.lake.read(Partition("verdict", FOUNDING, "pick")).to_pylist()
    long = {row["puzzle_id"] for row in verdicts if row["variant"] == "pick-8"}
    path = next((press.home.lake / "model_item").rglob("*.parquet"))
    table = pq.read_table(path)
    keep = [row["puzzle_id"] not in long for row in table.to_pylist()]
    pq.write_table(table.filter(keep), path)
    found = unrated(press, "pick", NIGHT)
    assert found.variants == {"pick-8"}
    assert found.filter is not None
    assert 1 <= len(found.filter.names) <= 5
    assert (found.filter.low <= found.filter.high).all()


def night(press: Press, name: str) -> Mapping[str, Any]:
    """One whole night; what it added and what its quotas say."""
    for stage in NIGHT_STAGES:
        outcome = run_stage(stage, press, "pick", name)
        if stage is selection.STAGE:
            found = outcome
    published = release.publish_release(press, name)
    return {
        "rows": found.tables["selection"].to_pylist(),
        "quotas": found.tables["quota"].to_pylist(),
        "release": published.path,
    }


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("nights", [6, pytest.param(20, marks=pytest.mark.heavy)])
def test_nights_never_repeat_and_report_every_shortfall(nights: int, press: Press) -> None:
    seen: dict[str, str] = {}
    carried: set[str] = set()
    for number in range(nights):
        name = (date.fromisoformat(NIGHT) + timedelta(days=number)).isoformat()
        made = night(press, name)
        puzzles = pq.read_table(made["release"] / "puzzles.parquet").to_pylist()
        added = {row["puzzle_id"] for row in puzzles if str(row["added"]) == name}
        assert added == {row["puzzle_id"] for row in made["rows"]}
        assert not added & set(seen), "a puzzle is added once"
        assert {row["puzzle_id"] for row in puzzles} <= added | carried
        seen |= dict.fromkeys(added, name)
        carried = {row["puzzle_id"] for row in puzzles}
        by_group = Counter((row["kind"], row["group_name"]) for row in made["rows"])
        for row in made["quotas"]:
            assert by_group[row["kind"], row["group_name"]] == row["chosen"]
            assert (row["chosen"] < row["wanted"]) == bool(row["shortfall"])
        assert all(str(row["added"]) == seen[row["puzzle_id"]] for row in puzzles)
    assert len(seen) > 10 * nights


def test_the_same_night_gives_the_same_whoever_stands_by(press: Press) -> None:
    """Kept if nothing changed; other puzzles for the next night with the very same candidates."""
    for stage in NIGHT_STAGES:
        run_stage(stage, press, "pick", NIGHT)
    again = run_stage(selection.STAGE, press, "pick", NIGHT)
    assert again.kept
    kinds = Counter(again.tables["selection"].column("kind").to_pylist())
    assert set(kinds) == {"curated", "flash", "practice", "survey"}
    assert kinds["survey"] == 2
    assert 0 <= kinds["flash"] - kinds["practice"] <= 2, "the pools are dealt in turn"
    asked = press.lake.read(Partition("question", NIGHT, "pick")).to_pylist()
    first = [row["puzzle_id"] for row in asked if row["audience"] == "everyone" and not row["anchor"]]
    taken = {row["puzzle_id"] for row in again.tables["selection"].to_pylist() if row["kind"] == "curated"}
    chosen = [row["puzzle_id"] for row in again.tables["selection"].to_pylist() if row["kind"] == "survey"]
    assert chosen == [identity for identity in first if identity not in taken][:2], "what teaches most first"


def test_a_fair_deal() -> None:
    assert selection.dealt([1, 2, 3], {"flash": 2, "practice": 2}) == {"flash": [1, 3], "practice": [2]}
    assert selection.dealt([1, 2, 3, 4, 5], {"flash": 1, "practice": 3}) == {"flash": [1], "practice": [2, 3, 4]}
    assert selection.dealt([], {"flash": 1}) == {"flash": []}


def test_releases_tell_their_sets(press: Press) -> None:
    made = night(press, NIGHT)
    found = Release(date.fromisoformat(NIGHT), 1, made["release"])
    sets = pq.read_table(found.path / "sets.parquet").to_pylist()
    assert {row["kind"] for row in sets} == {"tonight", "day", "curated", "flash", "practice", "survey"}
    puzzles = {row["puzzle_id"]: row for row in pq.read_table(found.path / "puzzles.parquet").to_pylist()}
    assert {row["puzzle_id"] for row in sets} == set(puzzles)
    lines = [json.loads(line) for line in (found.path / "sets.jsonl").read_text().splitlines()]
    assert [line["puzzle_id"] for line in lines] == [row["puzzle_id"] for row in sets]

"""Games that agents play: a night's, those that the commands play, what is met in them, and the weights."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from assets.agents import comparison, versions
from assets.core.settings import BadSettings, Settings
from assets.core.stage import Press, run_stage
from assets.release.gallery.chunks import unpacked
from assets.stages import candidates, games, judgements
from engines.agents import Played
from engines.registry import engine
from warehouse.lake import FOUNDING, SO_FAR, Partition
from warehouse.publish import publish

NIGHT = "2026-11-15"
Row = dict[str, Any]


def rows(press: Press, table: str, batch: str = NIGHT) -> list[Row]:
    found: list[Row] = press.lake.read(Partition(table, batch, "pick")).to_pylist()
    return found


@pytest.fixture
def played(press: Press) -> Press:
    run_stage(games.STAGE, press, "pick", NIGHT)
    run_stage(candidates.STAGE, press, "pick", NIGHT)
    return press


def test_a_night_plays_what_the_settings_say(played: Press) -> None:
    found = rows(played, "played_game")
    assert [(row["agent"], row["against"], row["number"], row["moves"]) for row in found] == [
        ("near", None, 0, 12),
        ("near", None, 1, 12),
        ("first", "last", 0, 10),
    ]
    for row in found:
        game = Played.from_json(json.loads(row["record"]))
        again = engine("pick").play_game(game.agent, game.seed, game.number, game.parameters, game.against)  # type: ignore[attr-defined]
        assert again == game
        assert dict(row["measures"]) == dict(game.measures)
    assert len({row["seed"] for row in found}) == 2


def test_weights_of_tonights_agents_are_kept_with_their_version(played: Press) -> None:
    (row,) = rows(played, "agent_weights")
    assert (row["name"], json.loads(row["body"]), row["tuner"]) == ("slack", {"slack": 2}, None)
    assert row["version"] == versions.version_of({"slack": 2})
    assert [game["weights"] for game in rows(played, "played_game")] == [row["version"], row["version"], None]


def test_positions_met_in_games_are_candidates(played: Press) -> None:
    found = rows(played, "candidate")
    met = [row for row in found if row["method"] == "play"]
    generated = {row["variant"]: row["number"] for row in found if row["method"] != "play"}
    assert [row["number"] for row in met] == [generated["pick-5"] + 1 + place for place in range(5)]
    assert {row["variant"] for row in met} == {"pick-5"}
    assert [row["met_in"] for row in met] == [
        "near 0, move 0",
        "near 1, move 0",
        "first 0, move 0",
        "near 0, move 2",
        "near 1, move 2",
    ]
    assert all(row["met_in"] is None for row in found if row["method"] != "play")
    boards = {row["record"] for row in rows(played, "played_game")}
    assert all(any(json.loads(row["puzzle"])["digits"] in record for record in boards) for row in met)


def test_some_with_several_answers_are_taken_too_where_there_is_room() -> None:
    def found(move: int, alone: bool) -> games.Found:
        return games.Found("pick-5", "0" * 16, "{}", move, alone)

    met = [
        [found(0, True), found(1, False)],
        [],
        [found(2, False), found(3, False), games.Found("x", "", "", 9, True)],
    ]
    assert [(place, one.move) for place, one in candidates.taken(met, "pick-5", 8)] == [(0, 0), (0, 1), (2, 2)]
    assert [(place, one.move) for place, one in candidates.taken(met, "pick-5", 1)] == [(0, 0)]


def test_other_settings_play_other_games_and_equal_ones_are_kept(
    played: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_stage(games.STAGE, played, "pick", NIGHT).kept
    play = {**played.settings.play, "games": {"pick/last": {"count": 1}}}
    other = Press(played.home, Settings(**{**vars(played.settings), "play": play}), played.compute)
    assert not run_stage(games.STAGE, other, "pick", NIGHT).kept
    assert [row["agent"] for row in rows(other, "played_game")] == ["last"]


def test_settings_count_where_agent_and_weights_have_one_name(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Puyo's `dqn` plays by the weights `dqn`."""
    monkeypatch.setattr(games, "weights_of", lambda *_: {"near": {"slack": 2}})
    told = games.facts(press, "pick", NIGHT).values
    assert told["near"]["count"] == 2
    assert told["weights near"] == versions.version_of({"slack": 2})


def test_the_scale_counts_for_what_is_met_in_play(press: Press) -> None:
    """Even where so few are made that the scale changes nothing else."""

    def told(scale: float) -> Any:
        few = replace(press.settings, scale=scale, nightly={"pick-5": 1})
        return candidates.facts(replace(press, settings=few), "pick", NIGHT).values

    assert {**told(1.4), "from play": 5} == told(1.0)
    assert told(1.4)["from play"] == 7


def test_the_founding_panel_has_some_from_play(press: Press) -> None:
    found = Counter(row["method"] for row in rows(press, "candidate", FOUNDING))
    assert found["play"] == candidates.FROM_PLAY
    assert Counter(row["agent"] for row in rows(press, "played_game", FOUNDING)) == {"near": 1, "first": 1}


def test_a_release_has_games_to_watch(folder: Path) -> None:
    shown = unpacked((folder / "gallery" / "games.js").read_text())
    assert [game["agent"] for game in shown] == [
        "near (Picks two that come nearest, give or take its weight)",
        "first v last",
    ]
    assert len(shown[0]["scenes"]) == 13
    assert "watch.html" in (folder / "index.html").read_text()


def test_bad_settings_of_play_are_refused(smallest: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.toml"
    monkeypatch.setenv("TSUME_SETTINGS", str(own))
    pick = "[nightly]\npick-5 = 9\n[selection.variants]\n"
    for text, complaint in (
        ('[play.games."pick/nobody"]\ncount = 1', "unknown agent 'nobody': choose from pick/first"),
        ('[play.games."chess/best"]\ncount = 1', "unknown agent 'best': there is none"),
        ('[play.games]\n"pick/first" = 3', "must be a section"),
        ('[play.games."pick/first"]\ncount = -1', "count must be a whole number"),
        ('[play.games."pick/first"]\nagainst = "x"\ncount = 1', "against: unknown agent 'x': choose from first"),
        ('[play.games."pick/first"]\nmuch = 1\ncount = 1', "unknown setting 'much'"),
        ('[play.games."pick/first"]\ncount = 1\nparameters = { rows = 0 }', "rows must be a whole number"),
        ('[play.games]\n[play.weights]\n"pick/first" = "abc"', "names no weights"),
        ("[play]\nmost = -1\n[play.games]", "play.most"),
    ):
        own.write_text(pick + text)
        with pytest.raises(BadSettings, match=complaint):
            Settings.load()
    own.write_text(pick + '[play.games."pick/near"]\ncount = 0\n[play.weights]\n"pick/slack" = "abc"')
    assert Settings.load().rounds("pick") == {}


def test_a_night_does_not_begin_with_weights_that_are_not_here(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.toml"
    monkeypatch.setenv("TSUME_SETTINGS", str(own))
    own.write_text('[nightly]\npick-5 = 9\n[selection.variants]\n[play.games]\n[play.weights]\n"pick/slack" = "ffff"')
    status, said, complained = command("nightly", "--night", NIGHT)
    assert (status, said, len(complained)) == (2, [], 1)
    assert "play.weights: pick has no 'slack' weights 'ffff'" in complained[0]


def test_means_have_intervals_that_hold_them() -> None:
    import numpy as np

    found = comparison.figure(np.array([1.0, 2.0, 3.0, 4.0, np.nan]))
    assert found.mean == 2.5
    assert 1 <= found.low < 2.5 < found.high <= 4
    assert comparison.figure(np.full(9, 7.0)) == comparison.Figure(7, 7, 7)
    assert np.isnan(comparison.figure(np.array([3.0])).low), "one game tells nothing of others"
    wide = comparison.figure(np.random.default_rng(1).normal(size=400))
    assert wide.high - wide.low == pytest.approx(2 * 1.96 / 20, rel=0.15)


def test_agent_says_how_strong_agents_are(command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, said, _ = command("agent", "pick", "--agent", "plain,near", "--games", "30", "--format", "json")
    assert status == 0
    found = {row["agent"]: row for row in json.loads("\n".join(said))}
    assert list(found) == ["first", "last", "near"]
    for row in found.values():
        assert row["games"] == 30
        assert row["hits_low"] <= row["hits"] <= row["hits_high"]
        assert row["ms"] > 0
    assert [row["hits_published"] for row in found.values()] == [1.0, None, 1.0], "near stands beside first"
    assert found["near"]["hits"] > found["first"]["hits"]
    status, said, _ = command("agent", "pick", "--agent", "first", "--games", "3")
    assert status == 0
    assert any("first" in line and "published (ours)" in line for line in said)
    assert any("ms a move" in line and line.strip().endswith("3.00") for line in said)
    said = command("agent", "pick", "--agent", "first,last,near,near,first", "--games", "3")[1]
    heads = next(line for line in said if "first" in line)
    assert heads.split() == ["first", "published", "(ours)", "last", "near"], "each once, and what papers say once"
    said = command("agent", "pick", "--agent", "near", "--games", "3")[1]
    assert any("near" in line and "published (first, ours)" in line for line in said)
    with monkeypatch.context() as patch:
        patch.setitem(engine("pick").agents, "last", replace(engine("pick").agents["last"], beside="first"))
        said = command("agent", "pick", "--agent", "last,near", "--games", "3")[1]
    heads = next(line for line in said if "last" in line)
    assert heads.split() == ["last", "published", "(first,", "ours)", "near"], "one paper is beside both"
    status, said, _ = command("agent", "pick", "--agent", "all", "--games", "3")
    assert any(line.strip().startswith("published (ours)") and line.strip().endswith("3.00") for line in said)


def test_agents_may_be_called_players_on_the_command_line(command: Any) -> None:
    games = ("--games", "3", "--format", "csv")
    ours, theirs = (command("agent", "pick", option, "last", *games) for option in ("--agent", "--player"))
    assert ours[0] == theirs[0] == 0
    columns = [at for at, name in enumerate(ours[1][0].split(",")) if not name.startswith("ms")]
    assert columns
    assert [[line.split(",")[at] for at in columns] for line in ours[1]] == [
        [line.split(",")[at] for at in columns] for line in theirs[1]
    ]


def test_records_of_earlier_versions_are_read() -> None:
    game = Played("near", 3, 1, ((0, 1),), {"hits": 2.0}, "last", {"rows": 5})
    record = game.as_json()
    assert Played.from_json(record) == game
    assert Played.from_json({"player": record.pop("agent"), **record}) == game


def test_agent_plays_against_another_and_lists_who_there_is(command: Any) -> None:
    status, said, _ = command(
        "agent", "pick", "--agent", "near", "--against", "last", "--games", "9", "--format", "csv"
    )
    assert status == 0
    assert said[0].startswith("agent,games,hits,hits_low,hits_high,hits_published,won,")
    assert not any(name.startswith("ms") for name in said[0].split(",")), "two think: who for how long is not told"
    for other in (("--against", "last"), ("--set", "rows=3")):
        said = command("agent", "pick", "--agent", "first", "--games", "3", *other)[1]
        assert not any("published" in line for line in said), "papers had other games"
    status, said, _ = command("agent", "pick", "--list", "--format", "csv")
    assert [line.split(",")[:2] for line in said[1:]] == [
        ["agent", "first"], ["agent", "last"], ["agent", "near"], ["agent", "absent"], ["parameter", "rows"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("agent", "chess"), "unknown game 'chess'"),
        (("agent", "pick", "--agent", "nobody"), "choose from first, last, near, absent, plain, all"),
        (("agent", "pick", "--against", "nobody"), "--against: unknown agent 'nobody': choose from first"),
        (("agent", "pick", "--against", "plain"), "unknown agent 'plain'"),
        (("agent", "pick", "--agent", "near", "--weights", ""), "no 'slack' weights ''"),
        (("agent", "pick", "--save", ""), "'.' is a folder"),
        (("tune", "pick", "--tuner", ""), "unknown tuner ''"),
        (("tune", "pick", "--weights", ""), "--weights: pick has no 'slack' weights ''"),
        (("replay", "--game", "chess", "--out", "x.html"), "chess"),
        (("replay", "--out", "no/such/x.html"), "there is no folder"),
        (("agent", "pick", "--set", "rows=0"), "--set: rows must be a whole number"),
        (("agent", "pick", "--weights", "abc"), "--weights: first has no weights"),
        (
            ("agent", "pick", "--agent", "near", "--weights", "abc"),
            "no 'slack' weights 'abc': choose from 388607d88588",
        ),
        (("agent", "pick", "--games", "0"), "--games"),
        (("agent", "pick", "--save", "/nowhere/at/all.jsonl"), "there is no folder"),
        (("agent", "pick", "--save", "a", "--watch", "a"), "cannot both write a"),
        (("tune", "pick", "--tuner", "x"), "unknown tuner 'x': choose from slacken"),
        (("tune", "pick", "--set", "steps=0"), "--set: steps must be"),
        (("replay",), "name the output"),
        (("replay", "--form", "digits", "--night", "2020-01-01"), "no games were played in the night"),
    ],
)
def test_bad_input_gets_one_line(command: Any, arguments: tuple[str, ...], complaint: str) -> None:
    status, said, complained = command(*arguments)
    assert (status, said, len(complained)) == (2, [], 1)
    assert complaint in complained[0]


def test_what_makes_no_difference_to_a_game_is_refused(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(table: Any, parameters: dict[str, Any], against: str) -> str:
        return "rows is for games alone" if against and parameters else ""

    monkeypatch.setattr(type(engine("pick")), "idle_parameter", idle)
    asked = ("agent", "pick", "--set", "rows=3", "--games", "1")
    assert command(*asked)[0] == 0
    status, _, complained = command(*asked, "--against", "last")
    assert (status, complained) == (2, ["tsume: --set: rows is for games alone"])


def test_games_are_saved_and_seen_again(command: Any, tmp_path: Path) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "page.html"
    played = ("agent", "pick", "--agent", "near", "--games", "2", "--seed", "7")
    assert command(*played, "--save", str(file), "--watch", str(page))[0] == 0
    first = page.read_text()
    assert command("replay", str(file), "--out", str(page))[0] == 0
    assert page.read_text() == first
    status, said, _ = command("replay", str(file), "--form", "digits", "--number", "1")
    record = json.loads(file.read_text().splitlines()[1])
    assert (status, said) == (0, [" ".join(row for row, _, _ in record["moves"])])
    assert command("replay", str(file), "--form", "fumen")[0] == 2
    stranger = json.dumps({**record, "agent": "nobody"})
    for text, complaint in (
        ('{"game": "pick"}\n', "line 1: not a game that was played"),
        (f"\n{stranger}\n", "line 2: not a game that was played"),
        (f"{json.dumps({**record, 'measures': {'hits': 'x'}})}\n", "line 1: not a game that was played"),
        (f"{json.dumps({**record, 'measures': {'hits': float('nan')}})}\n", "line 1: not a game that was played"),
        (f"{json.dumps({**record, 'moves': [[1]]})}\n", "line 1: not a game that was played"),
        ("[" * 100_000, "line 1: not a game that was played"),
        ("\n", "there are no games in it"),
    ):
        file.write_text(text)
        status, _, complained = command("replay", str(file), "--out", str(page))
        assert (status, len(complained)) == (2, 1)
        assert complaint in complained[0]
    assert page.read_text() == first


def test_games_of_a_night_are_seen_again(folder: Path, command: Any) -> None:
    status, said, _ = command("replay", "--form", "digits")
    assert (status, len(said)) == (0, 3)


def test_damaged_tables_of_games_and_weights_are_one_line(command: Any, folder: Path, press: Press) -> None:
    for table, asked in (
        ("played_game", ("replay", "--out", str(press.home.root / "games.html"))),
        ("agent_weights", ("agent", "pick", "--agent", "near", "--weights", "388607d88588", "--games", "1")),
    ):
        path = press.lake.path(Partition(table, NIGHT, "pick"))
        whole = path.read_bytes()
        path.write_bytes(whole[:100])
        status, said, complained = command(*asked)
        assert (status, said, len(complained)) == (1, [], 1)
        assert f"damaged file {path}" in complained[0]
        path.write_bytes(whole)
        assert command(*asked)[0] == 0


def test_tuning_goes_on_where_it_stopped_and_is_kept_as_a_version(command: Any, press: Press) -> None:
    status, said, complained = command("tune", "pick", "--set", "steps=4")
    assert status == 0
    assert complained == ["1/4  slack 3", "2/4  slack 2", "3/4  slack 1", "4/4  slack 0"]
    name, version = said[0].split()
    assert (name, version) == ("slack", versions.version_of({"slack": 0}))
    (row,) = rows(press, "agent_weights", SO_FAR)
    assert (row["version"], row["tuner"], row["seed"]) == (version, "slacken", 1)
    assert versions.body_of(press, "pick", "slack", version[:4]) == {"slack": 0}
    (state,) = (press.home.root / "tuning").glob("*.state")
    state.write_bytes(b"2")
    status, said, complained = command("tune", "pick", "--set", "steps=4")
    assert complained[1:] == ["3/4  slack 1", "4/4  slack 0"]
    assert said == [f"slack {version}"]
    assert len(rows(press, "agent_weights", SO_FAR)) == 1
    assert command("tune", "pick", "--set", "steps=4")[1] == [f"slack {version}"], "asked again, it says so again"
    state.write_bytes(b"damaged")
    status, _, complained = command("tune", "pick", "--set", "steps=4")
    assert status == 2
    assert complained[-1].endswith("is damaged: --fresh begins anew")
    assert command("tune", "pick", "--set", "steps=4", "--fresh")[1] == [f"slack {version}"]
    good = state.with_suffix(".weights").read_text()
    kept = len(rows(press, "agent_weights", SO_FAR))
    no_numbers = '[{"slack": "x"}, {}]', '[{"slack": 1}, {"a": "x"}]'
    for bad in ("[{", "[[1, 2], [3]]", '{"a": 1, "b": 2}', "[5, {}]", "[{}, {}]", *no_numbers):
        state.with_suffix(".weights").write_text(bad)
        status, _, complained = command("tune", "pick", "--set", "steps=4")
        assert (status, complained[-1].endswith("has no weights: --fresh begins anew")) == (2, True)
    assert len(rows(press, "agent_weights", SO_FAR)) == kept
    state.with_suffix(".weights").write_text(good)
    whole = state.read_bytes()
    state.write_bytes(b"")
    assert command("tune", "pick", "--set", "steps=4")[2][-1].endswith("is damaged: --fresh begins anew")
    state.write_bytes(whole)
    asked = ("agent", "pick", "--agent", "near", "--weights", version, "--format", "json", "--games", "5")
    status, said, complained = command(*asked)
    assert json.loads("\n".join(said))[0]["hits"] == 10
    assert json.loads("\n".join(said))[0]["hits_published"] is None, "papers had other weights"
    assert "was tuned with seed 1: another --seed" in complained[0]
    assert command(*asked, "--seed", "2")[2] == []


def test_weights_that_a_night_played_by_can_be_played_by_again(folder: Path, press: Press) -> None:
    (row,) = rows(press, "agent_weights")
    assert row["tuner"] is None
    assert versions.body_of(press, "pick", "slack", row["version"]) == json.loads(row["body"])


def test_an_opponent_plays_by_the_weights_of_the_settings_too(press: Press) -> None:
    assert games.weights_of(press, "pick", "first", "near") == {"slack": engine("pick").own_weights("slack")}
    assert games.weights_of(press, "pick", "first", "") == {}
    versions.keep(press, "pick", "slacken", "slack", 1, {}, {"slack": 5}, {})
    play = {**press.settings.play, "weights": {"pick/slack": versions.version_of({"slack": 5})}}
    named = replace(press, settings=replace(press.settings, play=play))
    assert games.weights_of(named, "pick", "first", "near") == {"slack": {"slack": 5}}


def test_a_tuning_is_known_by_all_its_settings(command: Any, press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was begun under other defaults is not gone on with."""
    assert command("tune", "pick")[0] == 0
    (row,) = rows(press, "agent_weights", SO_FAR)
    assert set(json.loads(row["settings"])) == {"steps"}
    begun = set((press.home.root / "tuning").glob("*.state"))
    usual = engine("pick").tuners["slacken"]
    (steps,) = usual.parameters
    other = replace(usual, parameters=(replace(steps, default=steps.default + 1),))
    monkeypatch.setitem(engine("pick").tuners, "slacken", other)
    assert command("tune", "pick")[0] == 0
    assert len(set((press.home.root / "tuning").glob("*.state")) - begun) == 1


def test_tuning_may_begin_with_a_version(command: Any, press: Press) -> None:
    version = versions.keep(press, "pick", "slacken", "slack", 1, {}, {"slack": 2}, {})
    begun = ("tune", "pick", "--set", "steps=4", "--weights", version[:6])
    assert command(*begun)[2] == ["1/4  slack 1", "2/4  slack 0", "3/4  slack 0", "4/4  slack 0"]
    assert command("tune", "pick", "--set", "steps=4")[2][0] == "1/4  slack 3", "another tuning, not the same again"
    made = rows(press, "agent_weights", SO_FAR)[1]
    assert json.loads(made["settings"]) == {"steps": 4, "weights": version}
    status, _, complained = command(*begun[:-1], "ffff")
    assert status == 2
    assert "--weights: pick has no 'slack' weights 'ffff'" in complained[0]


def test_judges_say_what_they_make_of_the_choice(folder: Path, press: Press, command: Any) -> None:
    chosen = {row["puzzle_id"] for row in rows(press, "selection")}
    found = rows(press, "judgement")
    assert {row["puzzle_id"] for row in found} == chosen
    assert {row["judge"] for row in found} == {"left", "right"}
    assert all((row["preferred"] is None) == (row["rank"] == 1) for row in found)
    said = judgements.sentences("pick", found)
    for row in found:
        if row["judge"] == "right" and row["rank"] >= 3:
            english, japanese = said[row["puzzle_id"]]
            assert f"only its choice number {row['rank']} of {row['among']}" in english
            assert f"{row['among']}通り中{row['rank']}番目" in japanese
    assert any(row["nodes"] for row in found)
    assert all(row["nodes"] is None for row in found if row["judge"] == "left")


def test_a_release_and_show_tell_what_surprises(folder: Path, press: Press, command: Any) -> None:
    released = pq.read_table(folder / "puzzles.parquet").to_pylist()
    told = [row for row in released if row["surprise"]]
    assert told
    assert all(row["surprise_ja"].endswith("。") for row in told)
    assert {row["method"] for row in released} <= {"random", "play"}
    publish(press.home)
    status, said, _ = command("show", told[0]["puzzle_id"], "--answer")
    assert status == 0
    assert any(line.startswith("right:") and "move 1 is its choice" in line for line in said)
    assert not any(line.startswith("right:") for line in command("show", told[0]["puzzle_id"])[1])

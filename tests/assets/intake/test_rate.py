"""`tsume rate`: puzzles in any form, solved or not, come back with numbers, reasons and what these rest on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from assets.core.stage import Press
from assets.intake.rate import judges, rate
from assets.learning.registry import champion
from engines.contract import Verdict
from engines.registry import engine
from tests.conftest import HANDMADE, NIGHT, one_line, tsume
from warehouse.home import Home
from warehouse.lake import Origin, Partition, rows_to_table

Command = Callable[..., tuple[int, list[str], list[str]]]

RESTING = {"ratings", "difficulty_from"}
PARTS = {"hill", "surprise_share", "people_ratings", "trust"}
FIELDS = (
    {"verdict", "interest", "difficulty", "reasons", "contributions", "audience", "model", "models"} | RESTING | PARTS
)

PICKS = ('{"game":"pick","digits":"12345","total":9,"name":"a"}', '{"game":"pick","digits":"99887766","total":13}')
IMPOSSIBLE = '{"game":"pick","digits":"11111","total":9}'


def written(path: Path, *lines: str) -> str:
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def rated(said: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said]


class TestTheSmallestGame:
    def test_numbers_reasons_and_what_they_rest_on(self, command: Command, press: Press, tmp_path: Path) -> None:
        status, said, complained = command("rate", written(tmp_path / "p", *PICKS))
        assert (status, complained) == (0, [])
        first, second = rated(said)
        assert set(first) == {"game", "digits", "total", "name"} | FIELDS
        assert first["name"] == "a"
        assert set(second) == {"game", "digits", "total"} | FIELDS
        for record in (first, second):
            for target in ("interest", "difficulty"):
                value = record[target]
                assert set(value) == {"value", "low", "high"}
                assert 1 <= value["low"] <= value["value"] <= value["high"] <= 5
                model = champion(press, "pick", target, None)
                assert model is not None
                assert record["models"][target] == model["model_id"]
                if target == "interest":  # a yardstick's intervals shrink toward the ends of the scale
                    assert value["low"] == max(1, value["value"] - model["interval"])
            assert record["model"] == record["models"]["interest"]
            assert (record["audience"], record["ratings"]) == ("everyone", "simulated")
            assert record["difficulty_from"] == "measured"
            assert (record["people_ratings"], record["trust"]) == (0, 0.0)
            assert 0 < record["hill"] <= 1
            assert 0 <= record["surprise_share"] <= 1
            assert "nobody has said" in record["reasons"][0]
            assert not any("interest" in line for line in record["reasons"][1:]), "of which nobody has said anything"
        assert first["difficulty"] != second["difficulty"]

    def test_numbers_that_a_line_gives_are_kept_under_another_name(self, command: Command, tmp_path: Path) -> None:
        given = PICKS[0][:-1] + ',"interest":2.5,"difficulty":4}'
        _, said, _ = command("rate", written(tmp_path / "p", given))
        (first,) = rated(said)
        assert (first["interest_given"], first["difficulty_given"]) == (2.5, 4)
        _, words, _ = command("rate", written(tmp_path / "r", PICKS[0][:-1] + ',"interest":"very"}'))
        assert rated(words)[0]["interest_given"] == "very"
        assert set(first["interest"]) == {"value", "low", "high"}
        _, said, _ = command("rate", written(tmp_path / "p", *said))
        (again,) = rated(said)
        assert again == first, "what `rate` itself has said is no number that was given"

    def test_reasons_are_sentences_and_contributions_are_numbers(self, command: Command, tmp_path: Path) -> None:
        _, said, _ = command("rate", written(tmp_path / "p", *PICKS))
        known = {feature.name for feature in engine("pick").features}
        for record in rated(said):
            assert all(line[0].isupper() and line.endswith(".") for line in record["reasons"])
            assert " most" in record["reasons"][0]
            assert "_" not in " ".join(record["reasons"])
            assert set(record["contributions"]) == {"interest", "difficulty"}
            assert set(record["contributions"]["difficulty"]) <= known
            assert set(record["contributions"]["interest"]) <= known | {"predicted_difficulty"}
            sizes = [abs(value) for value in record["contributions"]["difficulty"].values()]
            assert sizes == sorted(sizes, reverse=True)
        assert len({record["reasons"][0] for record in rated(said)}) == 2

    def test_solved_ones_and_impossible_ones_are_rated_too(self, command: Command, tmp_path: Path) -> None:
        solved = json.dumps(json.loads(PICKS[0]) | {"verdict": "unique", "solutions": [[3, 4]], "interest": 7})
        status, said, _ = command("rate", written(tmp_path / "p", solved, PICKS[0], IMPOSSIBLE))
        again, first, impossible = rated(said)
        assert status == 0
        assert again["solutions"] == [[3, 4]]
        assert again["interest"] == first["interest"]
        assert impossible["reasons"]

    def test_a_proof_that_has_not_ended_widens_the_interval(
        self, press: Press, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rules, by = engine("pick"), judges(press, "pick")
        puzzle = rules.decode(json.loads(PICKS[0]))
        [whole] = rate(press, by, [puzzle])
        honest = rules.solve

        def cut_short(*asked: Any) -> list[Verdict]:
            return [replace(verdict, verdict="unfinished") for verdict in honest(*asked)]

        monkeypatch.setattr(rules, "solve", cut_short)
        [cut] = rate(press, by, [puzzle])
        assert (whole["verdict"], cut["verdict"]) == ("unique", "unfinished")
        assert cut["difficulty"]["value"] == whole["difficulty"]["value"]
        assert cut["difficulty"]["low"] < whole["difficulty"]["low"]
        assert cut["difficulty"]["high"] > whole["difficulty"]["high"]

    def test_bad_lines_are_reported_and_the_rest_is_done(self, command: Command, tmp_path: Path) -> None:
        text = (PICKS[0], "no puzzle", '{"game":"chess"}', '{"game":"pick","digits":"x","total":1}', PICKS[1])
        status, said, complained = command("rate", written(tmp_path / "p", *text))
        assert status == 2
        records = rated(said)
        assert [record.get("line") for record in records] == [None, 2, 3, 4, None]
        assert all(set(record) == {"line", "error"} for record in records if "line" in record)
        assert [line.split(":")[:2] for line in complained] == [["tsume", f" line {n}"] for n in (2, 3, 4)]
        assert records[4]["digits"] == "99887766"

    def test_nothing_to_rate(self, command: Command, tmp_path: Path) -> None:
        """An empty file is said to be one."""
        path = written(tmp_path / "p", "")
        assert command("rate", path) == (2, [], [f"tsume: there is no puzzle in {path}"])

    def test_no_such_file(self, command: Command, tmp_path: Path) -> None:
        status, said, complained = command("rate", str(tmp_path / "missing"))
        assert (status, said) == (2, [])
        assert len(complained) == 1
        assert "missing" in complained[0]

    def test_an_audience_without_models_gets_everyones_numbers_and_is_told_so(
        self, command: Command, tmp_path: Path
    ) -> None:
        file = written(tmp_path / "p", *PICKS)
        _, everyone, _ = command("rate", file, "--audience", "everyone")
        status, said, complained = command("rate", file, "--audience", "lab-1/ann")
        assert status == 0
        assert said == everyone
        assert complained == ["tsume: there is no model of pick for lab-1/ann yet: these numbers are for everyone"]

    def test_an_audience_with_models_gets_its_own(self, command: Command, press: Press, tmp_path: Path) -> None:
        fit_for(press, "advanced")
        status, said, complained = command("rate", written(tmp_path / "p", *PICKS), "--audience", "advanced")
        assert (status, complained) == (0, [])
        for record in rated(said):
            assert record["audience"] == "advanced"
            assert record["model"] == "pick-interest-advanced"

    def test_no_model_yet(self, command: Command, press: Press, tmp_path: Path) -> None:
        for path in Path(press.home.lake, "model").rglob("*.parquet"):
            path.unlink()
        status, said, complained = command("rate", written(tmp_path / "p", *PICKS))
        assert status == 1
        assert complained == ["tsume: there is no model of pick yet: run `tsume nightly`"]
        assert [record["line"] for record in rated(said)] == [1, 2]

    def test_a_damaged_model_is_one_line(self, command: Command, press: Press, tmp_path: Path) -> None:
        (path,) = Path(press.home.lake, "model").rglob("*.parquet")
        path.write_bytes(path.read_bytes()[:100])
        status, said, complained = command("rate", written(tmp_path / "p", *PICKS))
        assert (status, said, len(complained)) == (1, [], 1)
        assert "damaged" in complained[0]


def fit_for(press: Press, audience: str) -> None:
    """Models of an audience: everyone's, under another name."""
    founding = Partition("model", "founding", "pick")
    rows = [row for row in press.lake.read(founding).to_pylist() if row["audience"] != audience]
    rows += [row | {"audience": audience, "model_id": f"pick-{row['target']}-{audience}"} for row in rows]
    origin = Origin("pick/models", "by-hand", "1", (), "1")
    press.lake.write(founding, rows_to_table("model", rows), origin)


class TestRealGames:
    def test_mixed_forms_and_games(self, small_press: dict[str, str]) -> None:
        """T-spin has models, Puyo has none: its lines say so, the others are rated."""
        board = HANDMADE.split("# maker")[0]
        link = "https://ishikawapuyo.net/simu/pn.html?80080080oM0oM098_4141__u03"
        made = tsume("generate", "tsd-2", "--count", "2", "--seed", "7").stdout
        done = tsume("rate", env=small_press, stdin=f"{made}{link}\n{board}\n{link}\n")
        one_line(done, 1, "there is no model of puyo yet: run `tsume nightly`")
        records = rated(done.stdout.splitlines())
        assert [record.get("line") for record in records] == [None, None, 3, None, 9]
        for record in (records[0], records[1], records[3]):
            assert set(record) >= FIELDS
            assert record["ratings"] == "simulated"

    def test_a_puzzle_of_a_night_is_rated_as_that_night(self, small_press: dict[str, str], small_night: Path) -> None:
        with duckdb.connect(str(Home(small_night).warehouse), read_only=True) as warehouse:
            row = warehouse.execute(
                f"select v.puzzle, p.interest, p.difficulty, p.interest_reasons, p.difficulty_reasons, p.reason"
                f" from prediction p join verdict v using (batch, puzzle_id) where batch = '{NIGHT}'"
                f" and verdict = 'unique' order by puzzle_id limit 1"
            ).fetchone()
        assert row is not None
        (record,) = rated(tsume("rate", env=small_press, stdin=row[0]).stdout.splitlines())
        assert (record["interest"]["value"], record["difficulty"]["value"]) == row[1:3]
        assert list(record["contributions"].values()) == list(row[3:5])
        assert record["reasons"][0] == row[5]
        assert all(row[3:5])

    def test_no_root_yet(self, small_press: dict[str, str], tmp_path: Path) -> None:
        board = HANDMADE.split("# maker")[0]
        done = tsume("rate", env=small_press | {"TSUME_HOME": str(tmp_path / "nowhere")}, stdin=board)
        one_line(done, 1, "there is no model of tspin yet")
        assert not (tmp_path / "nowhere").exists(), "rating keeps nothing"


def test_every_prediction_has_reasons_and_every_feature_words(small_night: Path) -> None:
    with duckdb.connect(str(Home(small_night).warehouse), read_only=True) as warehouse:
        rows = warehouse.execute("select reason, interest_reasons, difficulty_reasons from prediction").fetchall()
        words = warehouse.execute("select more, less from feature_definition").fetchall()
    assert rows
    assert words
    assert all(reason and fun is not None and hard is not None for reason, fun, hard in rows)
    assert all(more and less for more, less in words)

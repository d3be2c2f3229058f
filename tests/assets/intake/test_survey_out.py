"""Surveys are listed and removed, and ratings go out to others: with provenance, and with nothing that could run."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from assets.core.stage import Press
from tests.assets.intake.surveys import HEADER, IMPORT, LAB, ask, write
from tests.conftest import one_line, tsume
from warehouse.survey import aside_files, imported, stored


@pytest.mark.usefixtures("trusting")
def test_surveys_are_listed_and_removed(press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    assert command("ratings", "list")[0] == 0
    assert command(*IMPORT, write(tmp_path, f"{ids[0]},A,3,3", f"{ids[1]},A,3,9"), *LAB)[0] == 2
    status, output, _ = command("ratings", "list", "--format", "json")
    (row,) = json.loads("\n".join(output))
    assert status == 0
    assert [row[name] for name in ("survey", "games", "ratings", "raters", "puzzles", "files")] == [
        "lab-1", "pick", 1, 1, 1, 1,
    ]  # fmt: skip
    assert row["set_aside"].endswith("lab-1.csv")
    assert command("ratings", "remove", "lab-2")[2] == ["tsume: no survey is called 'lab-2': choose from lab-1"]
    assert command("ratings", "remove", "lab-1")[0] == 0
    assert imported(press.home) == {}
    assert aside_files(press.home, "lab-1") == list(press.home.surveys.iterdir()) == []
    assert ask(press.home, "select count(*) from rating where provenance = 'survey'") == [(0,)]


@pytest.mark.usefixtures("trusting")
def test_ratings_go_out_as_they_came_or_on_one_scale(
    press: Press, command: Any, ids: list[str], tmp_path: Path
) -> None:
    file = write(tmp_path, f"{ids[0]},Ann,-3,1,=1+1", f"{ids[1]},Ann,,2.5,", header=f"{HEADER},comment")
    assert command(*IMPORT, file, "--name", "lab-1", "--scale", "-3..3")[0] == 0
    status, output, complained = command("ratings", "export", "--survey", "lab-1", "--scale", "original")
    assert (status, complained) == (0, ["2 ratings, 2 survey"])
    rows = list(csv.DictReader(output))
    shown = ("interest", "difficulty", "comment", "provenance", "scale_low", "own_high", "line", "survey_import")
    assert [tuple(row[name] for name in shown) for row in rows] == [
        ("-3", "1", "'=1+1", "survey", "-3", "3", "2", "1"),
        ("", "2.5", "", "survey", "-3", "3", "3", "1"),
    ]
    assert len(rows[0]["file_sha256"]) == 64
    status, output, _ = command("ratings", "export", "--survey", "lab-1", "--format", "json")
    row = json.loads("\n".join(output))[0]
    wanted = {
        "interest": 1.0,
        "difficulty": 1 + 4 * 4 / 6,
        "scale_low": 1.0,
        "own_low": -3.0,
        "rater_id": "lab-1/Ann",
    }
    assert {name: row[name] for name in wanted} == wanted
    again = tmp_path / "again.csv"
    assert command("ratings", "export", "--survey", "lab-1", "--scale", "original", "--output", str(again))[0] == 0
    assert command(*IMPORT, str(again), "--name", "lab-2", "--scale", "-3..3")[0] == 0
    both = [stored(press.home, name, "rating") for name in ("lab-1", "lab-2")]
    for column in ("interest", "difficulty", "comment", "puzzle_id"):
        assert both[0].column(column).to_pylist() == both[1].column(column).to_pylist()


@pytest.mark.usefixtures("trusting")
def test_what_is_simulated_is_never_passed_on_in_silence(
    press: Press, command: Any, ids: list[str], tmp_path: Path
) -> None:
    assert command(*IMPORT, write(tmp_path, f"{ids[0]},Ann,3,3"), *LAB)[0] == 0
    output = tmp_path / "all.parquet"
    status, _, complained = command("ratings", "export", "--format", "parquet", "--output", str(output))
    table = pq.read_table(output)
    simulated = table.num_rows - 1
    assert status == 0
    assert complained == [
        f"{table.num_rows} ratings, {simulated} simulated, 1 survey: no person gave the simulated ones"
    ]
    assert sorted(set(table.column("provenance").to_pylist())) == ["simulated", "survey"]
    for form in ("csv", "json"):
        _, rows, _ = command("ratings", "export", "--format", form, "--provenance", "simulated")
        assert sum("simulated" in row for row in rows) == simulated
    assert command("ratings", "export", "--provenance", "survey")[2] == ["1 ratings, 1 survey"]

    everything = tmp_path / "all.csv"
    assert command("ratings", "export", "--output", str(everything))[0] == 0
    status, _, complained = command(*IMPORT, str(everything), "--name", "lab-2", "--scale", "1..5")
    assert status == 2
    assert f"{simulated} simulated" in complained[-1]
    assert stored(press.home, "lab-2", "rating").column("rater_id").to_pylist() == ["lab-2/lab-1/Ann"]


def test_bad_exports(press: Press, command: Any, tmp_path: Path) -> None:
    for arguments, words in (
        (("--survey", "lab-9"), "no survey is called 'lab-9': there is none"),
        (("--game", "chess"), "unknown game 'chess': choose from pick"),
        (("--scale", "high"), "low..high"),
        (("--format", "parquet"), "name a file with --output"),
        (("--output", str(tmp_path / "no" / "such")), "cannot write"),
    ):
        status, output, complained = command("ratings", "export", *arguments)
        assert (status, output, len(complained)) == (2, [], 1)
        assert words in complained[0]
    assert command("ratings", "export", "--provenance", "players", "--format", "json")[1] == ["[]"]


def test_the_real_command(small_press: dict[str, str]) -> None:
    """The session's night has a survey beside it, of puzzles of a collection, given as boards."""
    rows = json.loads(tsume("sql", "--format", "json", "from survey_summary", env=small_press).stdout)
    assert [(row["survey"], row["ratings"], row["provenance"]) for row in rows] == [("lab-1", 3, "survey")]
    one_line(tsume("ratings", "import", "x", "--name", "lab-1", env=small_press), 2, "cannot read x")
    one_line(tsume("ratings", "export", "--survey", "x", env=small_press), 2, "choose from lab-1")
    assert "lab-1" in tsume("ratings", "list", env=small_press).stdout

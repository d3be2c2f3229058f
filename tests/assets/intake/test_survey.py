"""Surveys: ratings from files, taken in row by row; what is wrong is set aside, mended and imported again."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assets.core.stage import Press
from tests.assets.intake.surveys import HEADER, IMPORT, LAB, UNKNOWN, aside, ask, said, write
from tests.trees import tree
from warehouse.shelf import BadName
from warehouse.survey import aside_files, checked_name, imported, stored


def test_a_survey_comes_in_with_all_that_it_says(press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    """Through the real suites, on a scale of its own, with puzzles in any form."""
    known = {row["puzzle_id"]: row["puzzle"] for row in press.lake.read_all("verdict").to_pylist()}
    mirrored = json.loads(known[ids[1]])
    mirrored["digits"] = mirrored["digits"][::-1]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(
        ["Puzzle", "rater", "interest", "difficulty", "group", "asked", "go_on", "useful", "comment", "Q7"]
    )
    writer.writerow([ids[0].upper(), "Ann", "-3", "3", "beginner", "", "yes", "", "two\nlines", ""])
    writer.writerow([json.dumps(mirrored), " Ann ", "0", "", "", "before", "no", "1", "=SUM(A1)", "?"])
    writer.writerow([ids[0], "7", "", "-1.5", "ADVANCED", "", "", "", "", ""])
    (tmp_path / "lab.csv").write_text(text.getvalue())
    arguments = (str(tmp_path / "lab.csv"), "--name", "lab-1", "--scale", "-3..3", "--asked", "after")
    status, output, complained = command(*IMPORT, *arguments, "--group", "regular")
    assert (status, output) == (0, []), complained
    assert complained[0] == "not read: the column Q7"
    assert complained[-1] == "lab-1: ratings 3 added"
    assert ask(
        press.home,
        """select puzzle_id, rater_id, rater_group, interest, difficulty, go_on, useful, asked, comment, line,
                  scale_low, scale_high, provenance, batch, night, survey_import
           from rating where survey = 'lab-1' order by line""",
    ) == [
        (ids[0], "lab-1/Ann", "beginner", 1.0, 5.0, 5.0, None, "after", "two\nlines", 2,
         -3.0, 3.0, "survey", "survey-lab-1", None, 1),
        (ids[1], "lab-1/Ann", "regular", 3.0, None, 1.0, 1 + 4 * 4 / 6, "before", "'=SUM(A1)", 4,
         -3.0, 3.0, "survey", "survey-lab-1", None, 1),
        (ids[0], "lab-1/7", "advanced", None, 2.0, None, None, "after", None, 5,
         -3.0, 3.0, "survey", "survey-lab-1", None, 1),
    ]  # fmt: skip
    row = ask(press.home, "select survey, number, raters, file, rows, added, set_aside from survey")
    assert row == [("lab-1", 1, "lab-1", "lab.csv", 3, 3, {})]
    summary = ask(press.home, "select survey, ratings, raters, puzzles, files, provenance from survey_summary")
    assert summary == [("lab-1", 3, 2, 2, 1, "survey")]
    assert ask(
        press.home,
        "select interest_said, difficulty_said, file, line from rating_item where survey = 'lab-1' order by line",
    ) == [(-3.0, 3.0, "lab.csv", 2), (0.0, None, "lab.csv", 4), (None, -1.5, "lab.csv", 5)]
    assert ask(press.home, "select count(*) from check_result where batch = 'survey-lab-1' and not passed") == [(0,)]
    checked = "select distinct table_name from check_result where batch = 'survey-lab-1' order by 1"
    assert ask(press.home, checked) == [("rating",), ("survey",)]


BAD_ROWS: list[tuple[str, str, str]] = [
    (f"{UNKNOWN},Ann,3,3", "no known puzzle", f"puzzle {UNKNOWN} is not known here"),
    (",Ann,3,3", "no known puzzle", "no puzzle is named"),
    ("what,Ann,3,3", "no known puzzle", "puzzle what is neither an id nor a puzzle: neither JSON, nor a link"),
    (
        '"{""game"":""pick""}",Ann,3,3',
        "no known puzzle",
        'puzzle {"game":"pick"} is neither an id nor a puzzle: digits must',
    ),
    ("=1+2,Ann,3,3", "no known puzzle", "puzzle =1+2 is neither an id nor a puzzle"),
    ("{0},,3,3", "no rater", "there is no rater"),
    ("{0}, ,3,3", "no rater", "there is no rater"),
    ("{0},Ann,7,3", "out of scale", "interest 7 is not on the scale 1..5"),
    ("{0},Ann,3,0.9", "out of scale", "difficulty 0.9 is not on the scale 1..5"),
    ("{0},Ann,-1,3", "out of scale", "interest -1 is not on the scale 1..5"),
    ("{0},Ann,good,3", "not a number", "interest good is not a number"),
    ("{0},Ann,=1+2,3", "not a number", "interest =1+2 is not a number"),
    ("{0},Ann,nan,3", "not a number", "interest nan is not a number"),
    ("{0},Ann,,", "no rating", "neither interest nor difficulty is given"),
    ("{0},=cmd|' /C calc'!A0,3,3", "formula", "rater =cmd|' /C calc'!A0 begins like a formula"),
    ("{0},@Ann,3,3", "formula", "rater @Ann begins like a formula"),
    ("{0},sim-001,3,3", "simulated", "rater sim-001 is called like a simulated one"),
    ("{0},SIM-001,3,3", "simulated", "rater SIM-001 is called like a simulated one"),
    ("{0},Ann,3,3,expert", "unknown group", "group expert is not beginner, regular or advanced"),
    ("{0},Ann,3,3,+x", "formula", "group +x begins like a formula"),
    ("{0},Ann,3,3,,meanwhile", "unknown asked", "asked meanwhile is not before or after"),
    ("{0},Ann,3,3,,,simulated", "simulated", "the row says that it is simulated"),
    ("{0},Ann,3,5,3,,,,x", "too many cells", "more cells than columns, at the end: x"),
    (",,9,", "no known puzzle", "no puzzle is named; there is no rater; interest 9 is not on the scale 1..5"),
]


@pytest.mark.usefixtures("trusting")
def test_bad_rows_are_set_aside_with_their_reasons(
    press: Press, command: Any, ids: list[str], tmp_path: Path
) -> None:
    bad = [row.replace("{0}", ids[0]) for row, _, _ in BAD_ROWS]
    file = write(tmp_path, f"{ids[1]},Bob,4,2.5", *bad, header=f"{HEADER},group,asked,provenance,nothing")
    status, _, complained = command(*IMPORT, file, *LAB)
    assert status == 2
    kinds = Counter(kind for _, kind, _ in BAD_ROWS)
    said_of_kinds = complained[-1].partition("(")[2].partition(")")[0]
    assert sorted(said_of_kinds.split(", ")) == sorted(f"{count} {kind}" for kind, count in kinds.items())
    assert f"{len(bad)} rows set aside" in complained[-1]
    assert str(press.home.root / "rejected" / "ratings" / "lab-1.csv") in complained[-1]
    assert complained[-2].startswith("tsume: line 7: puzzle =1+2"), "the first five are shown"
    found = aside(press.home)
    assert [row["line"] for row in found] == [str(3 + number) for number in range(len(bad))]
    for row, (_, _, reason) in zip(found, BAD_ROWS, strict=True):
        assert row["reason"].startswith(reason)
    assert said(press.home, "rater_id", "interest", "difficulty") == [("lab-1/Bob", 4.0, 2.5)]
    cells = [cell for row in found for cell in row.values() if cell]
    assert [cell for cell in cells if cell[0] in "=+-@"] == ["-1"], (
        "a number, and nothing that a spreadsheet would run"
    )

    before = tree(press.home.root / "rejected")
    assert command(*IMPORT, str(aside_files(press.home, "lab-1")[0]), "--name", "lab-1")[0] == 2
    assert tree(press.home.root / "rejected") == before, "as bad as it was, and as it was written"
    assert stored(press.home, "lab-1", "rating").num_rows == 1


@pytest.mark.usefixtures("trusting")
def test_rows_are_mended_and_imported_again(press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    rows = [f"{ids[0]};Ann;4;3,5;x", f"{ids[0]};Bob;7;1;y", f"{ids[1]};;2;2;=z", f"{UNKNOWN};Zoe;1;1;"]
    file = write(tmp_path, *rows, header="puzzle_id;rater;interest;difficulty;my notes")
    first = command(*IMPORT, file, *LAB, "--group", "beginner", "--asked", "after")
    assert first[0] == 2
    assert said(press.home, "difficulty", "line") == [(3.5, 2)], "a comma is a point where it parts no cells"
    path = press.home.root / "rejected" / "ratings" / "lab-1.csv"
    text = path.read_text()
    assert text.count("beginner") == 3, "what was declared goes with the rows"
    path.write_text(text.replace('"7"', '"5"').replace(f'"{ids[1]}";""', f'"{ids[1]}";"Cy"'))
    status, _, complained = command(*IMPORT, str(path), "--name", "lab-1")
    assert status == 2
    assert "lab-1: ratings 2 added" in complained
    left = path.read_text().splitlines()
    assert len(left) == 2
    assert UNKNOWN in left[1]
    assert ";5;" in left[1], "the line of the file where it first stood"
    wanted = [("Ann", 2, 1), ("Bob", 3, 2), ("Cy", 4, 2)]
    assert said(press.home, "rater_id", "line", "survey_import") == [
        (f"lab-1/{who}", *where) for who, *where in wanted
    ]
    assert said(press.home, "rater_group", "asked") == [("beginner", "after")] * 3
    path.write_text(path.read_text().replace(UNKNOWN, ids[2]))
    status, _, complained = command(*IMPORT, str(path), "--name", "lab-1")
    assert (status, complained[-1]) == (0, "lab-1: ratings 1 added")
    assert not path.exists()
    imports = ask(press.home, "select number, rows, added, unchanged, set_aside from survey order by number")
    assert imports == [
        (1, 4, 1, 0, {"no known puzzle": 1, "no rater": 1, "out of scale": 1}),
        (2, 3, 2, 0, {"no known puzzle": 1}),
        (3, 1, 1, 0, {}),
    ]


@pytest.mark.usefixtures("trusting")
def test_the_same_file_twice_changes_nothing(press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    rows = [f"{ids[0]},Ann,3,3", f"{ids[0]},Ann,3,3", f"{ids[0]},Bob,9,3"]
    file = write(tmp_path, *rows)
    assert command(*IMPORT, file, *LAB)[0] == 2
    before = {name: tree(press.home.root / name) for name in ("lake", "surveys", "rejected")}
    status, _, complained = command(*IMPORT, file, *LAB)
    assert status == 2
    assert "lab-1: unchanged, 1 rating there already" in complained
    assert {name: tree(press.home.root / name) for name in before} == before
    good = write(tmp_path, rows[0])
    assert command(*IMPORT, good, *LAB)[0] == 0
    assert {name: tree(press.home.root / name) for name in before} == before, "and what waits to be mended waits on"


@pytest.mark.usefixtures("trusting")
def test_of_several_rows_the_first_good_one_counts(
    press: Press, command: Any, ids: list[str], tmp_path: Path
) -> None:
    rows = [f"{ids[0]},Ann,9,3", f"{ids[0]},Ann,2,3", f"{ids[0]},Ann,5,3", f"{ids[0]},Bob,5,3", f"{ids[1]},Ann,1,"]
    assert command(*IMPORT, write(tmp_path, *rows), *LAB)[0] == 2
    assert said(press.home, "rater_id", "interest") == [("lab-1/Ann", 2.0), ("lab-1/Bob", 5.0), ("lab-1/Ann", 1.0)]
    assert [(row["line"], row["reason"]) for row in aside(press.home)] == [
        ("2", "interest 9 is not on the scale 1..5"),
        ("4", "the same rater on the same puzzle as in line 3"),
    ]


@pytest.mark.usefixtures("trusting")
def test_contradictions_are_set_aside_or_replace(press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    assert command(*IMPORT, write(tmp_path, f"{ids[0]},Ann,3,3", f"{ids[1]},Ann,,1"), *LAB)[0] == 0
    other = write(tmp_path, f"{ids[0]},Ann,4,3", f"{ids[1]},Ann,2,2", f"{ids[2]},Ann,1,1")
    status, _, complained = command(*IMPORT, other, *LAB)
    assert status == 2
    assert "2 contradicts" in complained[-1]
    assert [row["reason"] for row in aside(press.home)] == [
        "interest is not what an earlier file said",
        "interest is not what an earlier file said; difficulty is not what an earlier file said",
    ]
    assert said(press.home, "interest", "difficulty") == [(3.0, 3.0), (None, 1.0), (1.0, 1.0)]
    status, _, complained = command(*IMPORT, str(aside_files(press.home, "lab-1")[0]), "--name", "lab-1", "--replace")
    assert (status, complained[-1]) == (0, "lab-1: ratings 2 replaced")
    assert said(press.home, "interest", "survey_import", "line") == [(4.0, 3, 2), (2.0, 3, 3), (1.0, 2, 4)]
    assert aside_files(press.home, "lab-1") == []


@pytest.mark.usefixtures("trusting")
def test_what_somebody_may_be_mending_is_not_written_over(
    press: Press, command: Any, ids: list[str], tmp_path: Path
) -> None:
    first, second = write(tmp_path, f"{ids[0]},Ann,9,3"), tmp_path / "second.csv"
    second.write_text(f"{HEADER}\n{ids[0]},Bob,8,3\n")
    for file in (first, str(second), first, str(second)):
        assert command(*IMPORT, file, *LAB)[0] == 2
    assert [path.name for path in aside_files(press.home, "lab-1")] == ["lab-1.csv", "lab-1.2.csv"]
    assert imported(press.home) == {}, "nothing came in, so there is no survey"
    assert command(*IMPORT, str(aside_files(press.home, "lab-1")[0]), "--name", "lab-2", "--scale", "1..9")[0] == 0
    assert len(aside_files(press.home, "lab-1")) == 2, "another survey's import leaves them alone"
    assert command("ratings", "remove", "lab-2")[0] == 0
    assert len(aside_files(press.home, "lab-1")) == 2


UNUSABLE: list[tuple[bytes, str]] = [
    ("puzzle_id,rater,interest\nx,Zoë,3\n".encode("latin-1"), "it is not UTF-8 at byte 30, in line 2"),
    (b"puzzle_id,interest\nx,3\n", "it has no column rater or rater_id: its columns are puzzle_id, interest"),
    (b"rater,interest\nx,3\n", "it has no column puzzle_id or puzzle: its columns are rater, interest"),
    (b"puzzle_id,rater\nx,3\n", "it has no column interest or difficulty: its columns are puzzle_id, rater"),
    (f"{HEADER}\n".encode(), "it has a header and no rows"),
    (b"", "it is empty"),
    (b"PAR1....PAR1", "it is not a Parquet file that can be read"),
    (b"PK\x03\x04", "it is a workbook"),
    (f"{HEADER},rater\n1,2,3,4,5\n".encode(), "it has the column 'rater' twice"),
]


@pytest.mark.parametrize(("data", "words"), UNUSABLE)
def test_a_file_that_cannot_be_used_is_refused_whole(
    press: Press, command: Any, tmp_path: Path, data: bytes, words: str
) -> None:
    file = tmp_path / "lab.csv"
    file.write_bytes(data)
    before = tree(press.home.root)
    status, output, complained = command(*IMPORT, str(file), *LAB)
    assert (status, output) == (2, [])
    assert complained == [f"tsume: {file}: {words}" + complained[0].partition(words)[2]]
    assert tree(press.home.root) == before


@pytest.mark.usefixtures("trusting")
def test_what_is_declared_must_make_sense(press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    file = write(tmp_path, f"{ids[0]},Ann,3,3")

    def refused(*arguments: str) -> str:
        status, _, complained = command(*IMPORT, *arguments)
        assert (status, len(complained)) == (2, 1)
        return str(complained[0])

    assert "no scale is declared for lab-1" in refused(file, "--name", "lab-1")
    assert "low..high" in refused(file, "--name", "lab-1", "--scale", "5")
    assert "lowest answer" in refused(file, "--name", "lab-1", "--scale", "5..1")
    assert "simulated" in refused(file, "--name", "sim-lab", "--scale", "1..5")
    assert "page's players" in refused(file, "--name", "player", "--scale", "1..5")
    assert "simulated" in refused(file, *LAB, "--raters-of", "sim-lab")
    assert "cannot read" in refused(str(tmp_path), *LAB)
    assert "cannot read" in refused(str(tmp_path / "missing.csv"), *LAB)
    assert "Missing option '--name'" in refused(file, "--scale", "1..5")
    parquet = tmp_path / "lab.parquet"
    parquet.write_text(Path(file).read_text())
    assert "it is not a Parquet file" in refused(str(parquet), *LAB)
    assert not press.home.surveys.exists()
    assert command(*IMPORT, file, *LAB)[0] == 0
    assert "lab-1 has the scale 1..5, not -3..3" in refused(file, "--name", "lab-1", "--scale", "-3..3")
    assert "lab-1 has the raters lab-1, not lab-2" in refused(file, *LAB, "--raters-of", "lab-2")
    assert command(*IMPORT, file, "--name", "lab-1")[0] == 0, "its scale is known by now"


@pytest.mark.usefixtures("trusting")
def test_raters_of_two_surveys_are_different_people_unless_it_is_said(
    press: Press, command: Any, ids: list[str], tmp_path: Path
) -> None:
    file = write(tmp_path, f"{ids[0]},A,3,3")
    for name, more in (("lab-1", ()), ("lab-2", ()), ("lab-3", ("--raters-of", "lab-1"))):
        assert command(*IMPORT, file, "--name", name, "--scale", "1..5", *more)[0] == 0
    raters = "select survey, rater_id from rating where provenance = 'survey' order by survey"
    assert ask(press.home, raters) == [("lab-1", "lab-1/A"), ("lab-2", "lab-2/A"), ("lab-3", "lab-1/A")]


@pytest.mark.usefixtures("trusting")
def test_parquet_and_standard_input(
    press: Press, command: Any, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pa.table(
        {"puzzle_id": ids[:3], "rater": [1, 2, 3], "interest": [1.0, 7.0, None], "difficulty": [2, 2, 3]}
    )
    pq.write_table(table, tmp_path / "lab.dat")
    assert command(*IMPORT, str(tmp_path / "lab.dat"), *LAB)[0] == 2
    kept = [("lab-1/1", 1.0, 2.0, 1), ("lab-1/3", None, 3.0, 3)]
    assert said(press.home, "rater_id", "interest", "difficulty", "line") == kept
    assert [(row["line"], row["rater"]) for row in aside(press.home)] == [("2", "2")]
    text = f"{HEADER}\n{ids[3]},4,1,1\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert command(*IMPORT, "-", "--name", "lab-1")[0] == 0
    assert ask(press.home, "select file from survey order by number") == [("lab.dat",), ("-",)]


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("rows", [100_000, pytest.param(1_000_000, marks=pytest.mark.heavy)])
def test_very_many_rows(rows: int, press: Press, command: Any, ids: list[str], tmp_path: Path) -> None:
    """By the column: most name no known puzzle, and are set aside all the same."""
    digits = random.Random(1).randbytes(8 * rows).hex()
    strangers = [digits[place : place + 16] for place in range(0, len(digits), 16)]
    strangers[:: rows // 10] = ids[:10]
    lines = [f"{identity},r{number % 999},{number % 6},3" for number, identity in enumerate(strangers)]
    status, _, complained = command(*IMPORT, write(tmp_path, *lines), *LAB)
    assert status == 2
    good = [number for number in range(0, rows, rows // 10) if number % 6]
    assert f"lab-1: ratings {len(good)} added" in complained
    assert f"{rows - len(good):,} rows set aside" in complained[-1]
    assert [line for (line,) in said(press.home, "line")] == [number + 2 for number in good]
    with open(aside_files(press.home, "lab-1")[0]) as handle:
        assert sum(1 for _ in handle) == rows - len(good) + 1


@pytest.mark.parametrize(
    "name", ["", "Lab", "a b", "-x", "é", "a" * 65, "2026-11-15", "founding", "sim", "sim-1", "simple"]
)
def test_bad_names(name: str) -> None:
    with pytest.raises(BadName) as refused:
        checked_name(name)
    assert "\n" not in str(refused.value)

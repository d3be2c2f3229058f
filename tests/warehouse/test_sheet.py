"""Files from outside: what can be read is read, with its lines; what cannot is refused in one line; nothing runs."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from warehouse.cells import bare, harmless, like_formulas, quoted, write_csv
from warehouse.sheet import CHUNK, BadSheet, Sheet, read

NAMES = {"puzzle_id", "rater", "interest"}


def sheet(text: str | bytes) -> Sheet:
    return read(io.BytesIO(text.encode() if isinstance(text, str) else text), NAMES)


def rows(found: Sheet) -> list[dict[str, Any]]:
    return found.cells.to_pylist()


def refusal(text: str | bytes) -> str:
    with pytest.raises(BadSheet) as refused:
        sheet(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_delimiters_line_ends_and_marks(delimiter: str, ends: str, bom: bytes) -> None:
    lines = [["puzzle_id", "rater", "interest"], ["a", "Ann, Bob; Zoë\tx", "3"], ["b", "", "4"]]
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=ends).writerows(lines)
    found = sheet(bom + text.getvalue().encode())
    assert (found.delimiter, found.bom) == (delimiter, bool(bom))
    assert [list(row.values()) for row in rows(found)] == lines[1:]
    assert found.cells.column_names == lines[0]
    assert found.lines.to_pylist() == [2, 3]


def test_the_header_tells_the_delimiter_whatever_else_it_has() -> None:
    found = sheet('"rater, by his id";puzzle_id;rater;"a ""quoted"" one"\n1;2;3;4\n')
    assert (found.delimiter, found.cells.column_names[1:3]) == (";", ["puzzle_id", "rater"])


def test_lines_are_those_of_the_file() -> None:
    """Empty lines and rows of commas are passed over, a cell may have several lines: a row knows where it begins."""
    found = sheet('\n\nrater,comment\n\nann,"two\nlines"\n,\nbob,"three\n\nlines"\n\n\nzoe,x')
    assert [row["rater"] for row in rows(found)] == ["ann", "bob", "zoe"]
    assert found.lines.to_pylist() == [5, 8, 13]


def test_lines_across_many_chunks() -> None:
    text = "rater,interest\n" + "".join(f"r{n},{n}\n" + "\n" * (n % 7 == 0) for n in range(3 * CHUNK))
    found = sheet(text)
    where = text.split("\n")
    assert len(found.lines) == 3 * CHUNK
    for row, line in zip(rows(found), found.lines.to_pylist(), strict=True):
        assert where[line - 1] == f"{row['rater']},{row['interest']}"


def test_short_rows_are_filled_and_long_ones_keep_what_is_too_much() -> None:
    found = sheet("rater,interest,comment\nann\nbob,1,,,\nzoe,3,5,so, and so\n")
    assert rows(found)[0] == {"rater": "ann", "interest": "", "comment": ""}
    assert found.extra.to_pylist() == [None, None, "so, and so"]


def test_names_of_columns_are_told_apart_whatever_their_case() -> None:
    found = sheet(" Rater ,INTEREST,,\nann,3,x,y\n")
    assert found.cells.column_names == ["Rater", "INTEREST", "column 3", "column 4"]
    column = found.column("interest")
    assert column is not None
    assert column.to_pylist() == ["3"]
    assert found.column("difficulty") is None
    assert found.unknown({"rater", "interest"}) == ["column 3", "column 4"]
    assert "'Rater' twice" in refusal("rater,Rater\na,b\n")


def test_columns_of_several_names_fill_each_other() -> None:
    column = sheet("puzzle,puzzle_id,rater\nx, ,a\n,y,a\nx,y,a\n").column("puzzle_id", "puzzle")
    assert column is not None
    assert column.to_pylist() == ["x", "y", "y"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("\n\n \n"[:2], "no header"),
        ("rater,interest\n", "no rows"),
        ("rater,interest\n\n,\n", "no rows"),
        ("rater,interest\nann,3\nZoë,4\n".encode("latin-1"), "not UTF-8 at byte 24, in line 3"),
        ("rater,interest\nあ,3\n".encode("shift-jis"), "not UTF-8 at byte 16, in line 2"),
        ("rater\nann\n".encode("utf-16"), "not UTF-8 at byte 1, in line 1 (it looks like UTF-16)"),
        ("rater\nann\n".encode("utf-16-le"), "a zero at byte 2"),
        (b"rater\n\xe3\x81", "not UTF-8 at byte 7, in line 2"),
        (b"PK\x03\x04rest", "workbook"),
        (b"PAR1rest", "not a Parquet file"),
        ('rater,comment\nann,x\nbob,"never closed\nzoe,y\n', "not CSV in line 3"),
        ('rater,comment\nann,x\nbob,"closed" and on\n', "not CSV in line 3"),
    ],
)
def test_what_cannot_be_read(text: str | bytes, words: str) -> None:
    assert words in refusal(text)


@pytest.mark.parametrize("shift", ["", "x", "xx"])
def test_bad_text_is_found_wherever_it_is(shift: str) -> None:
    """Also where a block that is read ends in the middle of a letter."""
    good = f"rater,comment{shift}\n" + ("あ" * 99 + "\n") * 4000
    assert sheet(good).cells.num_rows == 4000
    data = good.encode() + b"ann,\xff\n"
    assert f"byte {len(data) - 1}, in line 4002" in refusal(data)


def test_a_quote_that_swallows_megabytes() -> None:
    assert "not CSV in line 2" in refusal('rater,comment\nann,"' + "x,y\n" * 200_000)


# Parquet.


def parquet(table: pa.Table) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def test_parquet_of_all_kinds_becomes_text() -> None:
    table = pa.table(
        {
            "rater": pa.array([1.0, 2.0, float("nan")]),
            "interest": pa.array([1, None, -3], pa.int8()),
            "difficulty": pa.array([1.5, float("inf"), 3.3], pa.float32()),
            "group": pa.array(["beginner", "regular", None]).dictionary_encode(),
            "go_on": pa.array([True, False, None]),
            "nothing": pa.nulls(3),
        }
    )
    found = sheet(parquet(table))
    assert found.cells.to_pydict() == {
        "rater": ["1", "2", None],
        "interest": ["1", None, "-3"],
        "difficulty": ["1.5", None, "3.3"],
        "group": ["beginner", "regular", None],
        "go_on": ["true", "false", None],
        "nothing": [None] * 3,
    }
    assert found.lines.to_pylist() == [1, 2, 3]


def test_parquet_that_cannot_be_used(tmp_path: Path) -> None:
    assert "no rows" in refusal(parquet(pa.table({"rater": pa.array([], pa.string())})))
    assert "holds list" in refusal(parquet(pa.table({"rater": [["a"]]})))
    assert "not a Parquet file" in refusal(parquet(pa.table({"rater": [b"\xff"]})))
    assert "not a Parquet file" in refusal(parquet(pa.table({"rater": ["a"]}))[:-9])
    with pytest.raises(BadSheet, match="not a Parquet file"):
        read(io.BytesIO(b"rater\nann\n"), NAMES, parquet=True)


# What is set aside, and read again.


def written(table: pa.Table, delimiter: str = ",", bom: bool = False) -> bytes:
    buffer = io.BytesIO()
    write_csv(table, buffer, delimiter, bom)
    return buffer.getvalue()


def test_rows_that_are_set_aside_come_back_as_they_were() -> None:
    first = sheet('x;rater;interest\n=1;"a\nb";3,5\n-2;bob;4;too;much\n5;zoe;6\n')
    aside = first.with_reasons(pa.chunked_array([["bad", "worse", None]]))
    text = written(aside, first.delimiter, first.bom)
    again = sheet(text)
    assert [list(row.values()) for row in rows(again)] == [["'=1", "a\nb", "3,5"], ["-2", "bob", "4"]]
    assert (again.lines.to_pylist(), again.extra.to_pylist()) == ([2, 4], [None, "too;much"])
    assert again.delimiter == ";"
    assert written(again.with_reasons(pa.chunked_array([["bad", "worse"]])), ";") == text


def test_a_row_that_was_added_by_hand_has_its_own_line() -> None:
    found = sheet("rater,line,reason\nann,17,x\nbob,,\nzoe,soon,\n")
    assert found.lines.to_pylist() == [17, 3, 4]
    assert found.cells.column_names == ["rater"]
    assert sheet("rater,line\nann,17\n").lines.to_pylist() == [2], "somebody's own column"


# Cells.

FORMULAS = ["=1+2", "+1+2", "-1+2", "@sum(a1)", " =1", "=", "-", "\uff1dcmd", "=cmd|' /C calc'!A0", "-3..3"]


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_run(text: str) -> None:
    cells = pa.chunked_array([[text]])
    assert like_formulas(cells).to_pylist() == [True]
    for safe in (quoted(cells), harmless(cells)):
        assert safe.to_pylist() == [f"'{text}"]
        assert not like_formulas(safe).to_pylist()[0]
    assert bare(quoted(pa.chunked_array([[text.strip()]]))).to_pylist() == [text.strip()]
    assert written(pa.table({text: [text]})).decode() == f'"\'{text}"\n"\'{text}"\n', "the header too"


@pytest.mark.parametrize("text", ["a=b", "'tis", "3", "", None, "1-2", "'", "''=1", "x@y.z"])
def test_what_it_would_not(text: str | None) -> None:
    cells = pa.chunked_array([pa.array([text], pa.string())])
    assert like_formulas(cells).to_pylist() == [False]
    assert quoted(cells).to_pylist() == harmless(cells).to_pylist() == bare(cells).to_pylist() == [text]


@pytest.mark.parametrize("text", ["-1", "+2", "-1.5", "-.5", "-1,5", " -3 ", "-1e-3"])
def test_numbers_stay_numbers(text: str) -> None:
    assert harmless(pa.chunked_array([[text]])).to_pylist() == [text]
    assert quoted(pa.chunked_array([[text]])).to_pylist() == [f"'{text}"], "a text that is a number is still a text"

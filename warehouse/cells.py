"""Cells that a spreadsheet does not run: `=1+2` in a file from outside must not become a formula on somebody's desk.

Spreadsheets take a text that begins with = + - or @ (or their wide forms) for a formula. Before such a text we write
a quote, as they do themselves to say "this is text", and take it off again when we read. Numbers stay as they are.
"""

from __future__ import annotations

from typing import IO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import csv

SIGNS = "[=+\\-@\uff1d\uff0b\uff0d\uff20]"
NUMBER = r"^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,3})?\s*$"
BOM = b"\xef\xbb\xbf"


def trimmed(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """What is written in cells, without space around it; null where there is nothing."""
    text = pc.utf8_trim_whitespace(cells)
    return pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text)


def bare(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """Cells without the quote that we put before a sign."""
    return pc.replace_substring_regex(cells, f"^'({SIGNS})", r"\1")


def like_formulas(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """Which cells begin as a formula does."""
    return pc.fill_null(pc.match_substring_regex(cells, rf"^\s*{SIGNS}"), False)


def quoted(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """Texts, none of which is a formula: with a quote before those that begin like one."""
    return pc.if_else(like_formulas(cells), pc.binary_join_element_wise("'", cells, ""), cells)


def harmless(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """Cells of any kind, none of which is a formula: numbers stay numbers, be they below zero."""
    numbers = pc.fill_null(pc.match_substring_regex(cells, NUMBER), False)
    return pc.if_else(numbers, cells, quoted(cells))


def write_csv(table: pa.Table, handle: IO[bytes], delimiter: str = ",", bom: bool = False) -> None:
    """Write a table as CSV that is safe to open in a spreadsheet, its header too."""
    names = harmless(pa.chunked_array([table.column_names], pa.string())).to_pylist()
    columns = [harmless(column) if pa.types.is_string(column.type) else column for column in table.columns]
    if bom:
        handle.write(BOM)
    csv.write_csv(pa.table(columns, names=names), handle, csv.WriteOptions(delimiter=delimiter))


def write_parquet(table: pa.Table, handle: IO[bytes]) -> None:
    """Write a table as Parquet; texts are as they are, for programs."""
    pq.write_table(table, handle, compression="zstd")

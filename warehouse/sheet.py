"""Files of rows from outside, CSV or Parquet, read as text with the line of every row; or one line on why not.

CSV is UTF-8, with or without the mark that Excel puts first; cells are parted by commas, semicolons or tabs,
whichever makes sense of the header. Empty lines are passed over, cells that a short row lacks are empty, and what a
long row has beyond the header is kept apart. Files that we have set rows aside in can be read again: their `line` is
that of the file where the row first stood, and their `reason` is not read.
"""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from warehouse.cells import BOM, trimmed

BLOCK = 1 << 20
CHUNK = 512  # rows that become arrays together: with many more, Python's garbage collector takes most of the time
DELIMITERS = (",", ";", "\t")
PARQUET, ARCHIVE, UTF16 = b"PAR1", b"PK\x03\x04", (b"\xff\xfe", b"\xfe\xff")
LINE, REASON, EXTRA = "line", "reason", "extra"  # what we add to a file of rows that were set aside
OURS = (LINE, REASON, EXTRA)
SHOWN = 12  # names of columns in a message


Row = list[str]


class BadSheet(ValueError):
    """A file that cannot be used at all; the message says why, and where."""


@dataclass(frozen=True)
class Sheet:
    """The rows of a file. Columns have the names that the file gives them; lines count from 1."""

    sha256: str
    cells: pa.Table
    lines: pa.ChunkedArray
    extra: pa.ChunkedArray  # what a row has beyond the header; null if nothing
    delimiter: str = ","
    bom: bool = False

    def column(self, *names: str) -> pa.ChunkedArray | None:
        """The first of these columns that the file has, in whatever case; where it is empty, the next."""
        found = {name.strip().lower(): name for name in self.cells.column_names}
        given = [trimmed(self.cells.column(found[name])) for name in names if name in found]
        return pc.coalesce(*given) if given else None

    def unknown(self, names: Collection[str]) -> list[str]:
        """The file's columns that are none of these."""
        return [name for name in self.cells.column_names if name.strip().lower() not in names]

    def with_reasons(self, reasons: pa.ChunkedArray) -> pa.Table:
        """The rows that there is a reason to set aside, as they came, with their line and the reason."""
        aside = self.cells.select(self.unknown(OURS))
        if self.extra.null_count < len(self.extra):
            aside = aside.append_column(EXTRA, self.extra)
        aside = aside.append_column(LINE, self.lines).append_column(REASON, reasons)
        return aside.filter(pc.is_valid(reasons))


def read(handle: IO[bytes], expected: Collection[str], parquet: bool = False) -> Sheet:
    """The rows of a file that can be read twice; by the columns that are `expected` a CSV's commas are told."""
    head = handle.read(4)
    handle.seek(0)
    if not head:
        raise BadSheet("it is empty")
    if head == PARQUET:
        sheet = from_parquet(handle)
    elif parquet:
        raise BadSheet("it is not a Parquet file")
    elif head == ARCHIVE:
        raise BadSheet("it is a workbook or another archive: save the sheet as CSV, UTF-8")
    else:
        sheet = from_csv(handle, expected)
    if not sheet.cells.num_rows:
        raise BadSheet("it has a header and no rows")
    return as_set_aside(sheet)


def from_csv(handle: IO[bytes], expected: Collection[str]) -> Sheet:
    sha256 = checked_text(handle)
    handle.seek(0)
    bom = handle.read(len(BOM)) == BOM
    delimiter = max(DELIMITERS, key=lambda each: fit(header(handle, each)[1], expected))
    line, names = header(handle, delimiter)
    if not names:
        raise BadSheet("it has no header")
    named = distinct(names)
    schema = pa.schema([(name, pa.string()) for name in named])
    numbers, extras, batches = [], [], []
    for lines, rows in records(handle, delimiter, line):
        numbers.append(pa.array(lines, pa.int64()))
        extras.append(pa.array(beyond(rows, len(named), delimiter), pa.string()))
        columns = [pa.array(cells, pa.string()) for cells in zip(*fitted(rows, len(named)), strict=True)]
        batches.append(pa.record_batch(columns, schema=schema))
    return Sheet(
        sha256,
        pa.Table.from_batches(batches, schema).combine_chunks(),
        pa.chunked_array(numbers, pa.int64()),
        pa.chunked_array(extras, pa.string()),
        delimiter,
        bom,
    )


def checked_text(handle: IO[bytes]) -> str:
    """The SHA-256 of a file, which is UTF-8 text from end to end."""
    digest, decoder = hashlib.sha256(), codecs.getincrementaldecoder("utf-8")()
    place, line = 0, 1
    handle.seek(0)
    while True:
        block = handle.read(BLOCK)
        digest.update(block)
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            line += bytes(error.object[: error.start]).count(b"\n")
            raise BadSheet(not_text(handle, place - pending + error.start, line)) from None
        if b"\0" in block:
            raise BadSheet(f"it is not text: there is a zero at byte {place + block.index(0) + 1}")
        place, line = place + len(block), line + block.count(b"\n")
        if not block:
            return digest.hexdigest()


def not_text(handle: IO[bytes], place: int, line: int) -> str:
    handle.seek(0)
    guess = " (it looks like UTF-16)" if handle.read(2) in UTF16 else ""
    return f"it is not UTF-8 at byte {place + 1}, in line {line}{guess}: save it as UTF-8"


@contextmanager
def text_of(handle: IO[bytes]) -> Iterator[IO[str]]:
    """A CSV file as text from its beginning; the file itself stays open."""
    handle.seek(0)
    text = io.TextIOWrapper(handle, encoding="utf-8-sig", newline="")
    try:
        yield text
    finally:
        text.detach()


def header(handle: IO[bytes], delimiter: str) -> tuple[int, list[str]]:
    """The names of the columns, and the line where they end; nothing if there are none."""
    with text_of(handle) as text:
        reader = csv.reader(text, delimiter=delimiter)
        try:
            for row in reader:
                if any(row):
                    return reader.line_num, [name.strip() for name in row]
        except csv.Error:  # so much text in one cell that it is none
            pass
    return 0, []


def fit(names: Sequence[str], expected: Collection[str]) -> int:
    return sum(name.lower() in expected for name in names)


def distinct(names: Sequence[str]) -> list[str]:
    """The names of the columns, all different; one without a name gets the number of its place."""
    named = [name or f"column {place}" for place, name in enumerate(names, 1)]
    seen: set[str] = set()
    for name in named:
        if name.lower() in seen:
            raise BadSheet(f"it has the column {name[:80]!r} twice")
        seen.add(name.lower())
    return named


def records(handle: IO[bytes], delimiter: str, after: int) -> Iterator[tuple[list[int], list[Row]]]:
    """The rows below the header, many at a time, with the lines where they begin; a cell may go on over several."""
    last = after
    with text_of(handle) as text:
        reader = csv.reader(text, delimiter=delimiter, strict=True)
        while reader.line_num < after:
            next(reader)
        while found := list(ends_and_rows(reader)):
            ends = [last, *(end for end, _ in found)]
            kept = [(begin + 1, row) for begin, (_, row) in zip(ends, found, strict=False) if any(row)]
            last = ends[-1]
            if kept:
                yield [begin for begin, _ in kept], [row for _, row in kept]


def ends_and_rows(reader: Any) -> Iterator[tuple[int, Row]]:
    """The next rows, each with the line where it ends."""
    end = reader.line_num
    try:
        for row in islice(reader, CHUNK):
            end = reader.line_num
            yield end, row
    except csv.Error as error:
        raise BadSheet(f"it is not CSV in line {end + 1}: {error} (is a quote not closed?)") from None


def fitted(rows: list[Row], width: int) -> list[Row]:
    """Rows with as many cells as there are columns."""
    if set(map(len, rows)) == {width}:
        return rows
    return [row[:width] + [""] * (width - len(row)) for row in rows]


def beyond(rows: list[Row], width: int, delimiter: str) -> list[str | None]:
    """What each row has beyond the last column."""
    if max(map(len, rows)) <= width:
        return [None] * len(rows)
    return [delimiter.join(row[width:]).strip(delimiter + " ") or None for row in rows]


def from_parquet(handle: IO[bytes]) -> Sheet:
    digest = hashlib.file_digest(handle, "sha256").hexdigest()  # type: ignore[arg-type]
    handle.seek(0)
    try:
        data = pq.ParquetFile(handle).read()
        names = distinct([name.strip() for name in data.column_names])
        columns = [text_cells(name, column) for name, column in zip(names, data.columns, strict=True)]
    except (pa.ArrowException, OSError) as error:
        first_line = (str(error).splitlines() or [type(error).__name__])[0]
        raise BadSheet(f"it is not a Parquet file that can be read: {first_line}") from None
    rows = pa.chunked_array([pa.array(range(1, data.num_rows + 1), pa.int64())])
    return Sheet(digest, pa.table(columns, names=names), rows, pa.chunked_array([pa.nulls(len(rows), pa.string())]))


def text_cells(name: str, column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column as text: whole numbers without a point, nothing where there is no number."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pa.types.is_nested(column.type):
        raise BadSheet(f"its column {name[:80]!r} holds {column.type}, not single values")
    if not pa.types.is_floating(column.type):
        return column.cast(pa.string())
    number = pc.if_else(pc.is_finite(column), column, pa.scalar(None, column.type))
    whole = pc.and_(pc.equal(pc.floor(number), number), pc.less(pc.abs(number), 1e15))
    return pc.if_else(
        whole, pc.if_else(whole, number, 0).cast(pa.int64()).cast(pa.string()), number.cast(pa.string())
    )


def as_set_aside(sheet: Sheet) -> Sheet:
    """A file of rows that were set aside earlier is as it was then; any other file is as it is."""
    names = sheet.cells.column_names
    if not {LINE, REASON} <= set(names):
        return sheet
    known = pc.replace_substring_regex(sheet.cells.column(LINE), r"^(\d{1,9})$|^.*$", r"\1")
    lines = pc.coalesce(trimmed(known).cast(pa.int64()), sheet.lines)
    extra = pc.coalesce(sheet.extra, trimmed(sheet.cells.column(EXTRA))) if EXTRA in names else sheet.extra
    own = [name for name in names if name not in OURS]
    return replace(sheet, cells=sheet.cells.select(own), lines=lines, extra=extra)


def named(names: Sequence[str]) -> str:
    """Names of columns for a message: one line, not too long."""
    shown = [" ".join(name.split())[:40] for name in names[:SHOWN]]
    return ", ".join(shown) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")

"""Files of ratings in and out: reads a survey's file, says what became of it, lists surveys, writes ratings."""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any

from assets.intake.survey import Imported
from assets.intake.survey_rows import KNOWN_NAMES, check_columns
from engines.identity import puzzle_id
from orchestration import lines
from warehouse.cells import write_csv, write_parquet
from warehouse.home import Home, staging_name
from warehouse.sheet import BadSheet, Sheet, named
from warehouse.sheet import read as read_sheet
from warehouse.shelf import Revision
from warehouse.survey import aside_files

SHOWN = 5  # rows that were set aside, on standard error; the file has them all


@contextmanager
def opened(file: str) -> Iterator[IO[bytes]]:
    """A file that can be read twice; standard input is kept on disk meanwhile."""
    try:
        if file != "-":
            with open(file, "rb") as handle:
                yield handle
            return
        with tempfile.TemporaryFile() as copy:
            while block := sys.stdin.buffer.read(1 << 20):
                copy.write(block)
            copy.seek(0)
            yield copy
    except OSError as error:
        raise lines.CannotRead(f"cannot read {file}: {error.strerror}") from None


def read(file: str) -> Sheet:
    """The rows of a survey's file, which has the columns that it needs."""
    try:
        with opened(file) as handle:
            sheet = read_sheet(handle, KNOWN_NAMES, parquet=file.lower().endswith(".parquet"))
        check_columns(sheet)
    except BadSheet as error:
        raise BadSheet(f"{'standard input' if file == '-' else file}: {error}") from None
    return sheet


def ignored(sheet: Sheet) -> str | None:
    """A line on the columns that mean nothing to us."""
    strangers = sheet.unknown(KNOWN_NAMES)
    return f"not read: the column{'s'[: len(strangers) > 1]} {named(strangers)}" if strangers else None


def identify(text: str) -> tuple[str | None, str | None]:
    """The id of a puzzle that is written in a cell in any of the text forms, or why it is none."""
    found = list(islice(lines.parse(io.BytesIO(text.encode())), 2))
    if len(found) != 1:
        return None, "one puzzle belongs there"
    line = found[0]
    if line.engine is None:
        return None, line.error
    return puzzle_id(line.engine, line.puzzle), None


def first_reasons(done: Imported) -> list[str]:
    """The first rows that were set aside, with what is wrong with them."""
    rows = done.aside.select(["line", "reason"]).slice(0, SHOWN).to_pylist()
    return [f"line {row['line']}: {row['reason']}" for row in rows]


def summary(name: str, done: Imported) -> str:
    """A line on what came in."""
    counts = {"added": done.added, "replaced": done.replaced, "unchanged": done.unchanged}
    parts = [f"{count:,} {what}" for what, count in counts.items() if count] or ["none added"]
    if not done.new and done.unchanged:
        return f"{name}: unchanged, {done.unchanged:,} rating{'s'[: done.unchanged > 1]} there already"
    return f"{name}: ratings {', '.join(parts)}"


def kinds(done: Imported) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in done.kinds.items())


COLUMNS = (
    "survey", "games", "ratings", "raters", "puzzles", "scale_low", "scale_high", "files", "provenance", "set_aside",
)  # fmt: skip


def listed(home: Home, revision: Revision) -> tuple[Any, ...]:
    """A row on one survey, for a person or a program."""
    ratings, imports = (revision.lake.read_all(table) for table in ("rating", "survey"))

    def different(column: str) -> list[Any]:
        return list(dict.fromkeys(ratings.column(column).to_pylist()))

    return (
        revision.name,
        ", ".join(different("game")),
        ratings.num_rows,
        len(different("rater_id")),
        len(different("puzzle_id")),
        *different("scale_low"),
        *different("scale_high"),
        imports.num_rows,
        ", ".join(different("provenance")),
        ", ".join(str(path) for path in aside_files(home, revision.name)),
    )


def write(table: Any, form: str, output: str | None) -> None:
    """Write a table to a file, which is there whole or not at all, or to standard output."""
    if output is None:
        sys.stdout.flush()
        write_to(table, form, sys.stdout.buffer)
        return
    path = Path(output)
    staged = staging_name(path)
    try:
        with open(staged, "wb") as handle:
            write_to(table, form, handle)
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)


def write_to(table: Any, form: str, handle: IO[bytes]) -> None:
    if form == "csv":
        write_csv(table, handle)
    elif form == "parquet":
        write_parquet(table, handle)
    else:
        write_json(table, handle)


def write_json(table: Any, handle: IO[bytes]) -> None:
    """A list of objects, one a line."""
    begin = b"["
    for batch in table.to_batches(max_chunksize=4096):
        for row in batch.to_pylist():
            handle.write(begin + json.dumps(row, ensure_ascii=False).encode())
            begin = b",\n "
    handle.write(b"]\n" if begin != b"[" else b"[]\n")

"""Surveys: what people said of puzzles in a file, each survey a small lake of its own (warehouse/shelf.py).

A survey's ratings are of the batch 'survey-<name>', a partition for each game, and `survey` has a row for each file
that brought some. Rows that could not be taken in lie in `rejected/ratings/<name>.csv`, to be mended and imported
again.
"""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow as pa

from warehouse import shelf
from warehouse.cells import write_csv
from warehouse.home import Home, put
from warehouse.lake import SURVEY_BATCH
from warehouse.schema import TABLES
from warehouse.sheet import Sheet
from warehouse.shelf import BadName, Revision, lakes
from warehouse.vocabulary import PLAYER_ID

SIMULATED = "sim"  # what nothing of a survey may be called: it would pass for simulated
ALL_GAMES = "all"  # in place of a game, for what is of a survey as a whole


def checked_name(text: str) -> str:
    """The name of a survey that a person typed."""
    shelf.checked_name(text, "survey")
    if text.startswith(SIMULATED):
        raise BadName(f"names that begin with {SIMULATED!r} are the simulated raters': choose another, not {text!r}")
    if f"{text}/" == PLAYER_ID:
        raise BadName(f"{text!r} is what ids of the page's players begin with: choose another name")
    return text


def batch_of(name: str) -> str:
    return f"{SURVEY_BATCH}{name}"


def imported(home: Home) -> dict[str, Revision]:
    """The surveys by name: the newest revision of each."""
    return shelf.surveys(home).newest()


def stored(home: Home, name: str, table: str) -> pa.Table:
    """The rows of a survey in the table `rating` or `survey`; none if there is no such survey."""
    revision = imported(home).get(name)
    return revision.lake.read_all(table) if revision else TABLES[table].arrow.empty_table()


def all_ratings(home: Home, game: str | None = None) -> pa.Table:
    """Every rating there is, simulated or real: the nights' first, then those of each survey, by name."""
    return everywhere(home, "rating", game)


def everywhere(home: Home, table: str, game: str | None = None) -> pa.Table:
    """The rows of a table in all lakes: the nights', the collections', the surveys'."""
    return pa.concat_tables([lake.read_all(table, game) for lake in lakes(home)])


def proved_puzzles(home: Home) -> pa.Table:
    """Id and game of every puzzle that has a verdict, ours or a collection's; one may be there several times."""
    found = [(lake, partition) for lake in lakes(home) for partition in lake.partitions("verdict")]
    ids = [lake.read_column(partition, "puzzle_id") for lake, partition in found]
    games = [pa.repeat(partition.game, len(column)) for (_, partition), column in zip(found, ids, strict=True)]
    chunks = [chunk for column in ids for chunk in column.chunks]
    return pa.table(
        {"puzzle_id": pa.chunked_array(chunks, pa.string()), "game": pa.chunked_array(games, pa.string())}
    )


def ratings_said(home: Home, game: str) -> int:
    """How many ratings the surveys have of a game, as models count them: of interest or of difficulty."""
    read = [
        (lake.read_column(partition, "interest"), lake.read_column(partition, "difficulty"))
        for lake in (revision.lake for revision in imported(home).values())
        for partition in lake.partitions("rating", game)
    ]
    return max(sum(len(pair[which]) - pair[which].null_count for pair in read) for which in (0, 1))


# What is set aside.


def aside_files(home: Home, name: str) -> list[Path]:
    """The files of what was set aside from a survey; several, if several files had something to set aside."""
    folder = home.root / "rejected" / "ratings"
    return [*folder.glob(f"{name}.csv"), *sorted(folder.glob(f"{name}.*.csv"))]


def set_aside(home: Home, name: str, sheet: Sheet, rows: pa.Table, file: Path | None) -> Path | None:
    """Keep rows where a person can mend them, and say where; nothing that somebody may be mending is written over.

    If `file`, from which the rows come, is itself one of what was set aside, it holds only these from now on.
    """
    ours = aside_files(home, name)
    again = next((path for path in ours if file is not None and path.samefile(file)), None)
    if not rows.num_rows:
        if again:
            again.unlink()
        return None
    buffer = io.BytesIO()
    write_csv(rows, buffer, sheet.delimiter, sheet.bom)
    text = buffer.getvalue()
    same = next((path for path in ours if path.read_bytes() == text), None)
    return same or put(again or free_name(home, name), text)


def free_name(home: Home, name: str) -> Path:
    folder = home.root / "rejected" / "ratings"
    path, number = folder / f"{name}.csv", 1
    while path.exists():
        number += 1
        path = folder / f"{name}.{number}.csv"
    return path

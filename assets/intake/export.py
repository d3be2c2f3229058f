"""export: ratings as rows for somebody else, each with where it comes from, on the scale that they ask for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engines.people.scale import COMMON, Scale
from warehouse.home import Home
from warehouse.survey import all_ratings, everywhere
from warehouse.vocabulary import QUESTIONS

COLUMNS = (
    "survey", "provenance", "game", "puzzle_id", "rater_id", "rater_group", *QUESTIONS, "scale_low", "scale_high",
    "own_low", "own_high", "asked", "comment", "survey_import", "line", "file_sha256",
)  # fmt: skip
"""What is exported. `scale_low` and `scale_high` are of the numbers as exported, `own_low` and `own_high` of the
scale that the rater saw."""


@dataclass(frozen=True)
class Wanted:
    """Which ratings, and on what scale; with none, each on its own."""

    scale: Scale | None = COMMON
    survey: str | None = None
    game: str | None = None
    provenances: tuple[str, ...] = ()


def ratings(home: Home, wanted: Wanted) -> pa.Table:
    """The ratings that are wanted, those of the nights first, then survey by survey."""
    rows = all_ratings(home, wanted.game)
    if wanted.survey is not None:
        rows = rows.filter(pc.equal(rows.column("survey"), wanted.survey))
    if wanted.provenances:
        rows = rows.filter(pc.is_in(rows.column("provenance"), value_set=pa.array(wanted.provenances)))
    return on_scale(with_files(home, rows), wanted.scale).select(COLUMNS)


def with_files(home: Home, rows: pa.Table) -> pa.Table:
    """Each rating with the digest of the file that it came in; null where there is none."""
    imports = everywhere(home, "survey")
    where = pc.index_in(import_key(rows, "survey_import"), value_set=import_key(imports, "number"))
    return rows.append_column("file_sha256", imports.column("file_sha256").take(where))


def import_key(table: pa.Table, number: str) -> pa.ChunkedArray:
    return pc.binary_join_element_wise(table.column("survey"), table.column(number).cast(pa.string()), "@")


def on_scale(rows: pa.Table, scale: Scale | None) -> pa.Table:
    """The ratings on a scale, or each on the scale that it was given on."""
    own = [rows.column(name).to_numpy() for name in ("scale_low", "scale_high")]
    low, high = own if scale is None else (np.full(rows.num_rows, end) for end in (scale.low, scale.high))
    columns = {name: rows.column(name) for name in rows.column_names}
    columns |= dict(zip(("own_low", "own_high", "scale_low", "scale_high"), (*own, low, high), strict=True))
    for name in QUESTIONS:
        columns[name] = said(rows.column(name), low, high)
    return pa.table(columns)


def said(kept: pa.ChunkedArray, low: np.ndarray, high: np.ndarray) -> pa.Array:
    """Ratings from 1 to 5 as they are said on a scale of their own each."""
    values = kept.to_numpy().copy()
    ends = np.column_stack([low, high])
    for each in np.unique(ends, axis=0):
        here = (ends == each).all(axis=1)
        values[here] = Scale(*each).said(values[here])
    return pa.array(values, pa.float64(), from_pandas=True)

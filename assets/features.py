"""measure: the features and themes of every proved puzzle, by the engine's definitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.puzzles import proved
from assets.stage import Stage, Work
from engines.contract import Feature
from engines.registry import engine
from warehouse.lake import night_of, rows_to_table


def make(work: Work) -> dict[str, pa.Table]:
    measurer = engine(work.game)
    verdicts = work.inputs["verdict"]
    ids = verdicts.column("puzzle_id").to_pylist()
    puzzles = [measurer.decode(text) for text in verdicts.column("puzzle").to_pylist()]
    answers = proved(verdicts, work.inputs["solution"])
    common = {"batch": work.batch, "night": night_of(work.batch), "game": work.game}
    names = [feature.name for feature in measurer.features]
    measured = [
        {"puzzle_id": identity, "features": defined(names, row)}
        for identity, row in zip(ids, measurer.measure(puzzles, answers), strict=True)
    ]
    labelled = [
        {"puzzle_id": identity, "theme": theme}
        for identity, found in zip(ids, measurer.labels(puzzles, answers), strict=True)
        for theme in found
    ]
    rows = {
        "feature": measured,
        "feature_definition": [definition(feature) for feature in measurer.features],
        "theme": labelled,
        "theme_definition": [asdict(theme) for theme in measurer.themes],
    }
    for table in ("feature_definition", "theme_definition"):
        rows[table] = [{"position": position} | row for position, row in enumerate(rows[table])]
    return {table: rows_to_table(table, [common | row for row in found]) for table, found in rows.items()}


def definition(feature: Feature) -> dict[str, Any]:
    """A feature as a row; words that it has not are null."""
    return asdict(feature) | {"more": feature.more or None, "less": feature.less or None}


def known_features(definitions: pa.Table) -> list[Feature]:
    """The features that a batch was measured with, as rows of their table say."""
    return [
        Feature(
            row["name"],
            row["description"],
            row["source"],
            row["headline"],
            row["more"] or "",
            row["less"] or "",
            row["harder"] or 0,
        )
        for row in sorted(definitions.to_pylist(), key=lambda row: int(row["position"]))
    ]


def defined(names: list[str], values: np.ndarray) -> dict[str, float]:
    """Features by name, those left out that are not defined."""
    return {name: float(value) for name, value in zip(names, values, strict=True) if np.isfinite(value)}


def matrix(features: pa.Table, names: list[str]) -> np.ndarray:
    """One row a puzzle, one column a name; NaN where a feature is undefined."""
    found = np.full((features.num_rows, len(names)), np.nan)
    row = 0
    for chunk in features.column("features").chunks:
        ends = chunk.offsets.to_numpy()
        column = pc.index_in(chunk.keys[ends[0] : ends[-1]], pa.array(names, pa.string()))
        wanted = np.flatnonzero(column.is_valid())
        rows = row + np.repeat(np.arange(len(chunk)), np.diff(ends))
        values = chunk.items[ends[0] : ends[-1]].to_numpy(zero_copy_only=False)
        found[rows[wanted], column.drop_null().to_numpy()] = values[wanted]
        row += len(chunk)
    return found


def note(tables: Mapping[str, pa.Table]) -> str:
    features, themes = (tables[f"{kind}_definition"].num_rows for kind in ("feature", "theme"))
    return f"{features} features and {themes} themes of {tables['feature'].num_rows:,} puzzles"


STAGE = Stage(
    name="features",
    verb="measure",
    description="What can be measured on a puzzle and its answer: the papers' features by their "
    "definitions, then ours. These are all that the models see. Beside them the themes: what a player "
    "would say that the puzzle is about.",
    after=("puzzles",),
    reads=("verdict", "solution"),
    writes=("feature", "feature_definition", "theme", "theme_definition"),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
)

"""measure: the features of every proved puzzle, by the engine's definitions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from assets.puzzles import proved
from assets.stage import Stage, Work
from engines.registry import engine
from warehouse.lake import night_of, rows_to_table


def make(work: Work) -> dict[str, pa.Table]:
    measurer = engine(work.game)
    verdicts = work.inputs["verdict"]
    puzzles = [measurer.decode(text) for text in verdicts.column("puzzle").to_pylist()]
    values = measurer.measure(puzzles, proved(verdicts, work.inputs["solution"]))
    common = {"batch": work.batch, "night": night_of(work.batch), "game": work.game}
    names = [feature.name for feature in measurer.features]
    rows = [
        common
        | {
            "puzzle_id": identity,
            "features": {name: float(value) for name, value in zip(names, row, strict=True) if np.isfinite(value)},
        }
        for identity, row in zip(verdicts.column("puzzle_id").to_pylist(), values, strict=True)
    ]
    definitions = [
        common
        | {
            "position": position,
            "name": feature.name,
            "description": feature.description,
            "source": feature.source,
            "headline": feature.headline,
        }
        for position, feature in enumerate(measurer.features)
    ]
    return {
        "feature": rows_to_table("feature", rows),
        "feature_definition": rows_to_table("feature_definition", definitions),
    }


def matrix(features: pa.Table, names: list[str]) -> np.ndarray:
    """One row a puzzle, one column a name; NaN where a feature is undefined."""
    rows = [dict(row) for row in features.column("features").to_pylist()]
    return np.array([[row.get(name, np.nan) for name in names] for row in rows], dtype=float).reshape(
        len(rows), len(names)
    )


def note(tables: Mapping[str, pa.Table]) -> str:
    return f"{tables['feature_definition'].num_rows} features of {tables['feature'].num_rows:,} puzzles"


STAGE = Stage(
    name="features",
    verb="measure",
    description="What can be measured on a puzzle and its answer: the papers' features by their "
    "definitions, then ours. These are all that the models see.",
    after=("puzzles",),
    reads=("verdict", "solution"),
    writes=("feature", "feature_definition"),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
)

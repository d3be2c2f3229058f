"""measure: the features and themes of every proved puzzle, by the engine's definitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import pyarrow as pa

from assets.core.compute import ranges
from assets.core.stage import Stage, Work
from assets.stages.verdicts import proved
from engines.contract import Feature, Verdict
from engines.registry import engine
from warehouse.lake import night_of, rows_to_table

PIECE = 64  # puzzles a task


def appraise(game: str, texts: list[str], verdicts: list[Verdict]) -> tuple[np.ndarray, list[tuple[str, ...]]]:
    """Features and themes of some puzzles; the task that workers do."""
    measurer = engine(game)
    puzzles = [measurer.decode(text) for text in texts]
    return measurer.appraise(puzzles, verdicts)


def make(work: Work) -> dict[str, pa.Table]:
    measurer = engine(work.game)
    verdicts = work.inputs["verdict"]
    ids, texts = (verdicts.column(name).to_pylist() for name in ("puzzle_id", "puzzle"))
    answers = proved(verdicts, work.inputs["solution"])
    tasks = [
        (work.game, texts[start : start + length], answers[start : start + length])
        for start, length in ranges(len(texts), PIECE)
    ]
    appraised = work.press.compute.run(appraise, tasks)
    names = [feature.name for feature in measurer.features]
    values = np.concatenate([np.empty((0, len(names))), *(found for found, _ in appraised)])
    themes = [found for _, part in appraised for found in part]
    common = {"batch": work.batch, "night": night_of(work.batch), "game": work.game}
    rows = {
        "feature_definition": [definition(feature) for feature in measurer.features],
        "theme": [
            {"puzzle_id": identity, "theme": theme}
            for identity, found in zip(ids, themes, strict=True)
            for theme in found
        ],
        "theme_definition": [asdict(theme) for theme in measurer.themes],
    }
    for table in ("feature_definition", "theme_definition"):
        rows[table] = [{"position": position} | row for position, row in enumerate(rows[table])]
    made = {table: rows_to_table(table, [common | row for row in found]) for table, found in rows.items()}
    measured = rows_to_table("feature", [common | {"puzzle_id": identity, "features": {}} for identity in ids])
    place = measured.schema.get_field_index("features")
    return {"feature": measured.set_column(place, measured.schema.field(place), defined(names, values)), **made}


def defined(names: list[str], values: np.ndarray) -> pa.MapArray:
    """Features by name, a map a row; those left out that are not defined."""
    there = np.isfinite(values)
    ends = np.concatenate([[0], np.cumsum(there.sum(axis=1))]).astype(np.int32)
    keys = pa.array(names, pa.string()).take(pa.array(np.nonzero(there)[1]))
    return pa.MapArray.from_arrays(pa.array(ends), keys, pa.array(values[there]))


def definition(feature: Feature) -> dict[str, Any]:
    """A feature as a row; words that it has not are null."""
    return asdict(feature) | {"more": feature.more or None, "less": feature.less or None}


def note(tables: Mapping[str, pa.Table]) -> str:
    features, themes = (tables[f"{kind}_definition"].num_rows for kind in ("feature", "theme"))
    return f"{features} features and {themes} themes of {tables['feature'].num_rows:,} puzzles"


STAGE = Stage(
    name="features",
    verb="measure",
    description="Features of each puzzle and its answer: the papers' by their definitions, then ours. Models see "
    "nothing else. Also themes: what a player would say that the puzzle is about.",
    after=("verdicts",),
    reads=("verdict", "solution"),
    writes=("feature", "feature_definition", "theme", "theme_definition"),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
)

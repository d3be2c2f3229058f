"""Features as models read them: a matrix with one row a puzzle, and what each column means."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engines.contract import Feature


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
            bool(row["given"]),
        )
        for row in sorted(definitions.to_pylist(), key=lambda row: int(row["position"]))
    ]


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

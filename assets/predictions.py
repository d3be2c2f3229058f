"""rate: predicted interest and difficulty of every measured puzzle, with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from assets.features import matrix
from assets.models import AUDIENCE, TARGETS, champion
from assets.stage import Facts, Press, Stage, Work
from engines.rating import models
from warehouse.lake import MissingPartition, night_of, rows_to_table


def facts(press: Press, game: str, batch: str) -> Facts:
    """The models in use that night."""
    used: dict[str, dict[str, Any]] = {}
    for target in TARGETS:
        model = champion(press, game, target, night_of(batch))
        if model is None:
            raise MissingPartition(f"there is no {game} model of {target} yet: materialize {game}/models")
        used[target] = model
    return Facts({target: model["model_id"] for target, model in used.items()}, extra=used)


def make(work: Work) -> dict[str, pa.Table]:
    used: dict[str, dict[str, Any]] = work.extra
    features = work.inputs["feature"]
    names = work.inputs["feature_definition"].column("name").to_pylist()
    table = matrix(features, names)
    ids = features.column("puzzle_id").to_pylist()
    columns: dict[str, Any] = {
        "batch": [work.batch] * len(ids),
        "night": [night_of(work.batch)] * len(ids),
        "game": [work.game] * len(ids),
        "puzzle_id": ids,
        "audience": [AUDIENCE] * len(ids),
    }
    for target, model in used.items():
        value = models.predict(model["body"], table, names)
        low, high = models.bounds(value, model["interval"])
        columns |= {target: value, f"{target}_low": low, f"{target}_high": high}
        columns[f"{target}_model"] = [model["model_id"]] * len(ids)
    simulated = any(model["provenance"] == "simulated" for model in used.values())
    columns["provenance"] = ["simulated" if simulated else used["interest"]["provenance"]] * len(ids)
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    return {"prediction": rows_to_table("prediction", rows)}


def note(tables: Mapping[str, pa.Table]) -> str:
    return f"{tables['prediction'].num_rows:,} puzzles rated"


STAGE = Stage(
    name="predictions",
    verb="rate",
    description="How interesting and how difficult each puzzle will feel, with 80 % intervals, by the "
    "models in use that night. Carries where the models' ratings come from.",
    after=("features", "models"),
    reads=("verdict", "feature", "feature_definition"),
    writes=("prediction",),
    kinds=frozenset({"lightgbm", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

"""rate: predicted interest and difficulty of every measured puzzle, with intervals and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from assets.features import known_features, matrix
from assets.models import AUDIENCE, TARGETS, champion
from assets.stage import Facts, Press, Stage, Work
from engines.contract import Feature
from engines.rating import models, reasons
from warehouse.lake import MissingPartition, night_of, rows_to_table

DECIMALS = 4  # of a contribution, in steps of the scale

Used = Mapping[str, Mapping[str, Any]]  # the models in use, by target


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
    features = work.inputs["feature"]
    known = known_features(work.inputs["feature_definition"])
    table = matrix(features, [feature.name for feature in known])
    ids = features.column("puzzle_id").to_pylist()
    same = {"batch": work.batch, "night": night_of(work.batch), "game": work.game, "audience": AUDIENCE}
    said = rated(work.extra, known, table)
    rows = [same | {"puzzle_id": identity} | row for identity, row in zip(ids, said, strict=True)]
    return {"prediction": rows_to_table("prediction", rows)}


def rated(used: Used, features: Sequence[Feature], table: np.ndarray) -> list[dict[str, Any]]:
    """What the models of one audience say of puzzles: the columns of their predictions, a row a puzzle."""
    names = [feature.name for feature in features]
    told = explained(used, names, table)
    columns: dict[str, Any] = {"reason": reasons.sentences(features, told["difficulty"], told["interest"])}
    for target, model in used.items():
        value = models.predict(model["body"], table, names)
        low, high = models.bounds(value, model["interval"])
        columns |= {target: value.tolist(), f"{target}_low": low.tolist(), f"{target}_high": high.tolist()}
        columns[f"{target}_reasons"] = [as_map(found) for found in reasons.weightiest(told[target])]
    same = {f"{target}_model": model["model_id"] for target, model in used.items()}
    same["provenance"] = provenance(used)
    return [same | dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def explained(used: Used, names: Sequence[str], table: np.ndarray) -> dict[str, models.Contributions]:
    """What the features add to what the models say, by target."""
    return {target: models.contributions(model["body"], table, names) for target, model in used.items()}


def as_map(weights: Sequence[reasons.Weight]) -> dict[str, float]:
    """What the weightiest features add, by name, weightiest first."""
    return {weight.feature: round(weight.contribution, DECIMALS) for weight in weights}


def provenance(used: Used) -> str:
    """Where the ratings behind the models come from; simulated ones behind either mark both."""
    simulated = any(model["provenance"] == "simulated" for model in used.values())
    return "simulated" if simulated else str(used["interest"]["provenance"])


def note(tables: Mapping[str, pa.Table]) -> str:
    return f"{tables['prediction'].num_rows:,} puzzles rated"


STAGE = Stage(
    name="predictions",
    verb="rate",
    description="How interesting and how difficult each puzzle will feel, with 80 % intervals, by the "
    "models in use that night, and why: what the weightiest features add, and a sentence for players. Carries where "
    "the models' ratings come from.",
    after=("features", "models"),
    reads=("verdict", "feature", "feature_definition"),
    writes=("prediction",),
    kinds=frozenset({"lightgbm", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

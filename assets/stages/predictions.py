"""rate: predicted interest and difficulty of every measured puzzle, with intervals and reasons.

For everyone, and for each skill group that has models of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from assets.core.stage import Facts, Press, Stage, Work
from assets.learning.matrix import known_features, matrix
from assets.learning.registry import Registry, Used
from engines.contract import Feature, Japanese
from engines.rating import reasons, reasons_ja
from engines.registry import engine
from warehouse.lake import MissingPartition, night_of, rows_to_table
from warehouse.vocabulary import DIFFICULTY, EVERYONE, RATER_GROUPS, SIMULATED

MANY = 500  # puzzles that are worth the workers
DECIMALS = 4  # of a contribution, in steps of the scale


def facts(press: Press, game: str, batch: str) -> Facts:
    """The models in use that night: everyone's, and those of each group that has some."""
    registry, night = Registry.of(press, game), night_of(batch)
    found = [used for name in (EVERYONE, *RATER_GROUPS) if (used := registry.used(name, night))]
    if not found or found[0].audience != EVERYONE:
        raise MissingPartition(f"there is no {game} model yet: materialize {game}/models")
    values: dict[str, Any] = {used.audience: used.ids for used in found}
    return Facts(values | {"cuts": press.settings.cuts(game)}, extra=found)


def make(work: Work) -> dict[str, pa.Table]:
    features = work.inputs["feature"]
    known = known_features(work.inputs["feature_definition"])
    table = matrix(features, [feature.name for feature in known])
    ids = features.column("puzzle_id").to_pylist()
    cuts = work.press.settings.cuts(work.game)
    tasks = [(work.game, work.batch, used, known, table, ids, cuts) for used in work.extra]
    return {"prediction": pa.concat_tables(work.press.compute.run(rate, tasks, pool=len(ids) >= MANY))}


def rate(
    game: str,
    batch: str,
    used: Used,
    features: Sequence[Feature],
    table: np.ndarray,
    ids: Sequence[str],
    cuts: Sequence[float],
) -> pa.Table:
    """The predictions of one audience's models; the task that workers do."""
    same = {"batch": batch, "night": night_of(batch), "game": game, "audience": used.audience}
    said = rated(used, features, table, engine(game).japanese, cuts)
    rows = [same | {"puzzle_id": identity} | row for identity, row in zip(ids, said, strict=True)]
    return rows_to_table("prediction", rows)


def rated(
    used: Used,
    features: Sequence[Feature],
    table: np.ndarray,
    japanese: Japanese | None = None,
    cuts: Sequence[float] = (),
) -> list[dict[str, Any]]:
    """What the models of one audience say of puzzles: the columns of their predictions, a row a puzzle. `cuts` are
    the difficulties where levels end."""
    names = [feature.name for feature in features]
    told = used.contributions(table, names)
    both = told["difficulty"], told["interest"] if used.provenance != SIMULATED else None
    full, unspoilt = list(reasons.points(features, *both, cuts)), list(reasons.open_points(features, *both, cuts))
    columns: dict[str, Any] = {
        "reason": [reasons.joined(*points) for points in full],
        "reason_ja": [reasons_ja.sentence(*points, japanese.features) if japanese else None for points in full],
        "reason_short": [reasons.short(*points) for points in unspoilt],
        "reason_short_ja": [
            reasons_ja.short(*points, japanese.features) if japanese else None for points in unspoilt
        ],
    }
    for target in used.models:
        value = used.predict(target, table, names)
        low, high = used.bounds(target, value, table, names)
        columns |= {target: value.tolist(), f"{target}_low": low.tolist(), f"{target}_high": high.tolist()}
        columns[f"{target}_reasons"] = [as_map(found) for found in reasons.weightiest(told[target])]
    same = {f"{target}_model": name for target, name in used.ids.items()}
    same |= {"provenance": used.provenance, "difficulty_provenance": used.rests_on(DIFFICULTY)}
    return [same | dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def as_map(weights: Sequence[reasons.Weight]) -> dict[str, float]:
    """What the weightiest features add, by name, weightiest first."""
    return {weight.feature: round(weight.contribution, DECIMALS) for weight in weights}


def note(tables: Mapping[str, pa.Table]) -> str:
    rows = tables["prediction"]
    puzzles, audiences = (len(rows.column(name).unique()) for name in ("puzzle_id", "audience"))
    return f"{puzzles:,} puzzles rated" + (f" for {audiences} audiences" if audiences > 1 else "")


STAGE = Stage(
    name="predictions",
    verb="rate",
    description="How interesting and how difficult each puzzle will feel, with 80 % intervals, by the "
    "models in use that night. Says why: what the weightiest features add, and a sentence for players, in Japanese "
    "too if the game has the words. Names what both rest on: measures, or ratings of some provenance.",
    after=("features", "models"),
    reads=("verdict", "feature", "feature_definition"),
    writes=("prediction",),
    kinds=frozenset({"lightgbm", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

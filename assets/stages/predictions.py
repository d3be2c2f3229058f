"""rate: predicted interest and difficulty of every measured puzzle, with intervals and reasons.

For everyone, and for each skill group that has models of its own. Beside them the parts of a puzzle's worth that are
known without ratings: how well its difficulty suits, and how surprising its answer is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.stage import Facts, Press, Stage, Work
from assets.learning.matrix import known_features, matrix
from assets.learning.registry import Registry, Used
from engines.contract import Feature, Japanese
from engines.people.hill import hill
from engines.rating import reasons, reasons_ja
from engines.rating.worth import Reference
from engines.registry import engine
from warehouse.lake import FOUNDING, Lake, MissingPartition, Partition, night_of, rows_to_table
from warehouse.vocabulary import DIFFICULTY, EVERYONE, RATER_GROUPS, SIMULATED, UNFINISHED, UNIQUE

MANY = 500  # puzzles that are worth the workers
DECIMALS = 4  # of a contribution, in steps of the scale


def facts(press: Press, game: str, batch: str) -> Facts:
    """The models in use that night: everyone's, and those of each group that has some."""
    registry, night = Registry.of(press, game), night_of(batch)
    found = [used for name in (EVERYONE, *RATER_GROUPS) if (used := registry.used(name, night))]
    if not found or found[0].audience != EVERYONE:
        raise MissingPartition(f"there is no {game} model yet: materialize {game}/models")
    values: dict[str, Any] = {used.audience: used.ids for used in found}
    values |= {"people_ratings": found[0].people_ratings, "cuts": press.settings.cuts(game)}
    compared = reference(press, game)
    digest = hashlib.sha256(compared.lengths.tobytes() + compared.surprise.tobytes()).hexdigest()
    return Facts(values | {"compared with": digest}, extra=(found, compared))


def reference(press: Press, game: str) -> Reference:
    """What the surprise of puzzles is compared with: those of the founding panel with one solution."""
    lake = Lake(press.home.lake)
    verdicts = lake.read_or_none(Partition("verdict", FOUNDING, game))
    measured = lake.read_or_none(Partition("feature", FOUNDING, game))
    if verdicts is None or measured is None:
        return Reference(np.empty(0), np.empty(0))
    unique = verdicts.filter(pc.equal(verdicts.column("verdict"), UNIQUE)).column("puzzle_id")
    measured = measured.filter(pc.is_in(measured.column("puzzle_id"), unique.combine_chunks())).combine_chunks()
    return Reference.of(*lengths_and_surprise(game, lambda names: matrix(measured, names)))


def lengths_and_surprise(game: str, columns: Callable[[list[str]], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """How long puzzles are by the yardstick of their game, and how surprising; a game without a yardstick compares
    all with all. `columns` gives the features of some names."""
    rules = engine(game)
    table = columns([rules.yardstick.counts if rules.yardstick else "", rules.surprise])
    return (table[:, 0] if rules.yardstick else np.zeros(len(table))), table[:, 1]


def make(work: Work) -> dict[str, pa.Table]:
    features = work.inputs["feature"]
    known = known_features(work.inputs["feature_definition"])
    table = matrix(features, [feature.name for feature in known])
    ids = features.column("puzzle_id").to_pylist()
    cuts = work.press.settings.cuts(work.game)
    found, compared = work.extra
    shares = share_of(work.game, [feature.name for feature in known], table, compared)
    verdicts = work.inputs["verdict"]
    proved = dict(zip(*(verdicts.column(name).to_pylist() for name in ("puzzle_id", "verdict")), strict=True))
    unproved = np.array([proved[identity] == UNFINISHED for identity in ids], dtype=bool)
    tasks = [(work.game, work.batch, used, known, table, ids, cuts, shares, unproved) for used in found]
    return {"prediction": pa.concat_tables(work.press.compute.run(rate, tasks, pool=len(ids) >= MANY))}


def share_of(game: str, names: Sequence[str], table: np.ndarray, compared: Reference) -> np.ndarray:
    """The share of puzzles of its length whose answer is more expected, of each puzzle."""
    place = {name: column for column, name in enumerate(names)}
    nothing = np.full(len(table), np.nan)

    def columns(wanted: list[str]) -> np.ndarray:
        return np.stack([table[:, place[name]] if name in place else nothing for name in wanted], axis=1)

    return compared.share(*lengths_and_surprise(game, columns))


def rate(
    game: str,
    batch: str,
    used: Used,
    features: Sequence[Feature],
    table: np.ndarray,
    ids: Sequence[str],
    cuts: Sequence[float],
    shares: np.ndarray,
    unproved: np.ndarray,
) -> pa.Table:
    """The predictions of one audience's models; the task that workers do."""
    same = {"batch": batch, "night": night_of(batch), "game": game, "audience": used.audience}
    said = rated(used, features, table, engine(game).japanese, cuts, shares, unproved)
    rows = [same | {"puzzle_id": identity} | row for identity, row in zip(ids, said, strict=True)]
    return rows_to_table("prediction", rows)


def rated(
    used: Used,
    features: Sequence[Feature],
    table: np.ndarray,
    japanese: Japanese | None = None,
    cuts: Sequence[float] = (),
    shares: np.ndarray | None = None,
    unproved: np.ndarray | None = None,
) -> list[dict[str, Any]]:
    """What the models of one audience say of puzzles: the columns of their predictions, a row a puzzle. `cuts` are
    the difficulties where levels end, `shares` how surprising the answers are, `unproved` those whose proof has not
    ended."""
    names = [feature.name for feature in features]
    told = used.contributions(table, names)
    both = told["difficulty"], told["interest"] if used.provenance != SIMULATED else None
    heard = used.people_ratings > 0
    full, unspoilt = list(reasons.points(features, *both, cuts)), list(reasons.open_points(features, *both, cuts))
    columns: dict[str, Any] = {
        "reason": [reasons.joined(*points, heard) for points in full],
        "reason_ja": [
            reasons_ja.sentence(*points, japanese.features, heard) if japanese else None for points in full
        ],
        "reason_short": [reasons.short(*points) for points in unspoilt],
        "reason_short_ja": [
            reasons_ja.short(*points, japanese.features) if japanese else None for points in unspoilt
        ],
    }
    for target in used.models:
        value = used.predict(target, table, names)
        low, high = used.bounds(target, value, table, names, unproved)
        columns |= {target: value.tolist(), f"{target}_low": low.tolist(), f"{target}_high": high.tolist()}
        columns[f"{target}_reasons"] = [as_map(found) for found in reasons.weightiest(told[target])]
    shares = np.full(len(table), np.nan) if shares is None else shares
    columns |= {"hill": hill(used.difficulty_for_everyone(table, names), used.audience).tolist()}
    columns |= {"surprise_share": [None if np.isnan(share) else share for share in shares.tolist()]}
    same: dict[str, Any] = {f"{target}_model": name for target, name in used.ids.items()}
    same |= {"provenance": used.provenance, "difficulty_provenance": used.rests_on(DIFFICULTY)}
    same |= {"people_ratings": used.people_ratings, "trust": used.trust}
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
    description="How interesting and how difficult each puzzle will feel, with 80 % intervals, by the models in use "
    "that night; how well the difficulty suits each audience, and how surprising the answer is. Says why: what the "
    "weightiest features add, and a sentence for players, in Japanese too if the game has the words. Names what both "
    "rest on: measures, or ratings of some provenance.",
    after=("features", "models"),
    reads=("verdict", "feature", "feature_definition"),
    writes=("prediction",),
    kinds=frozenset({"lightgbm", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

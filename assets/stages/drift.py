"""watch: is the night still like what the models in use were fitted on, and do they still hold?

The reference is the founding panel and, if the model in use was fitted later, the nights up to that day (the last
RECENT of them, which bounds the work); both models of a game count, the later one decides. Features and ratings are
compared within variants, so another nightly mix is no drift: it is told in a row of its own, without a limit.
Ratings are compared puzzle by puzzle, and what another panel of raters explains is allowed for.

What is found is a warning: nothing stops, people look (quality/drift.py has the arithmetic).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.stage import Facts, Press, Stage, Work, require_stamp
from assets.learning.matrix import matrix
from assets.learning.registry import AUDIENCE, champion
from engines.rating import effects
from quality.drift import Finding, Limits, Sample, compare, mix, panel_variance, still_holds
from warehouse.lake import FOUNDING, MissingPartition, Partition, night_of, rows_to_table
from warehouse.vocabulary import PROVENANCES, SCALE, TARGETS

RECENT = 7  # nights
OF_RATINGS = ("mean", "spread", "extremes")

Row = dict[str, Any]


@dataclass(frozen=True)
class Extra:
    models: Mapping[str, Row]  # in use, by target
    batches: tuple[str, ...]  # of the reference


def facts(press: Press, game: str, batch: str) -> Facts:
    """The models in use and what they were fitted on."""
    night = night_of(batch)
    used = {target: champion(press, game, target, night) for target in TARGETS}
    found = {target: model for target, model in used.items() if model is not None}
    if len(found) < len(TARGETS):
        raise MissingPartition(f"there are no {game} models yet: materialize {game}/models")
    batches = reference(press, game, batch, max(model["fitted_on"] or date.min for model in found.values()))
    digests = {
        str(part): require_stamp(press.lake, part).digest
        for name in batches
        for part in (Partition(table, name, game) for table in ("verdict", "feature", "rating"))
    }
    named = {target: model["model_id"] for target, model in found.items()}
    return Facts({**press.settings.drift, **named, **digests}, extra=Extra(found, batches))


def reference(press: Press, game: str, batch: str, fitted: date) -> tuple[str, ...]:
    """The founding panel and the last nights that the models could be fitted on."""
    nights = [
        part.batch
        for part in press.lake.partitions("rating", game)
        if part.shard is None and part.batch < batch and (night_of(part.batch) or date.max) <= fitted
    ]
    return (FOUNDING, *nights[-RECENT:])


def make(work: Work) -> dict[str, pa.Table]:
    found = [
        *mixes(work),
        *of_features(work),
        *of_ratings(work),
        *of_models(work),
    ]
    nights = len(work.extra.batches) - 1
    said = {name for row in work.extra.models.values() for name in [row["provenance"]]}
    same = {
        "batch": work.batch,
        "night": night_of(work.batch),
        "game": work.game,
        "reference": FOUNDING + (f", {nights} night{'s' if nights > 1 else ''}" if nights else ""),
        "provenance": next(name for name in PROVENANCES if name in said),
    }
    rows = [
        {**same, "what": what, "name": name, **asdict(finding), "drifted": finding.drifted}
        for what, name, finding in found
    ]
    for row in rows:
        del row["either_way"]
    return {"drift": rows_to_table("drift", rows)}


Found = Iterator[tuple[str, str, Finding]]


def limits(work: Work, looks: int) -> Limits:
    """Each of the three kinds has a third of the chance to be wrong."""
    settings = work.press.settings.drift
    return Limits(settings["psi"], settings["shift"], settings["chance"] / 3.0, looks)


def of_reference(work: Work, table: str) -> pa.Table:
    parts = [Partition(table, batch, work.game) for batch in work.extra.batches]
    return pa.concat_tables([work.press.lake.read(part) for part in parts])


def variants(verdicts: pa.Table) -> dict[str, str]:
    return dict(zip(*(verdicts.column(name).to_pylist() for name in ("puzzle_id", "variant")), strict=True))


def families(features: pa.Table, verdicts: pa.Table) -> np.ndarray:
    known = variants(verdicts)
    return np.array([known[identity] for identity in features.column("puzzle_id").to_pylist()], dtype=str)


def mixes(work: Work) -> Found:
    """How the variants were mixed: told, not judged."""
    both = (of_reference(work, "verdict"), work.inputs["verdict"])
    old, new = (table.column("variant").to_pylist() for table in both)
    yield "mix", "variants", Finding(len(old), len(new), None, None, mix(old, new))


def of_features(work: Work) -> Found:
    """Every feature of the game."""
    names = work.inputs["feature_definition"].column("name").to_pylist()
    old, new = of_reference(work, "feature"), work.inputs["feature"]
    before, tonight = families(old, of_reference(work, "verdict")), families(new, work.inputs["verdict"])
    columns = zip(names, matrix(old, names).T, matrix(new, names).T, strict=True)
    allowed = limits(work, 2 * len(names))
    for name, then, now in columns:
        finding = compare(Sample(then, before), Sample(now, tonight), allowed)
        if finding is not None:
            yield "feature", name, finding


def of_ratings(work: Work) -> Found:
    """What was said of the puzzles: how much on average, how much raters differ, how often the ends of the scale."""
    known = variants(of_reference(work, "verdict")), variants(work.inputs["verdict"])
    allowed = limits(work, 2 * len(TARGETS) * len(OF_RATINGS))
    for target in TARGETS:
        old, new = (Said.of(table, target) for table in (of_reference(work, "rating"), work.inputs["rating"]))
        shared = len(set(old.people) & set(new.people))
        for what in OF_RATINGS:
            then, now = (
                Sample(said.by_item(what), np.array([names[identity] for identity in said.items], dtype=str))
                for said, names in zip((old, new), known, strict=True)
            )
            unlike = panel_variance(old.by_rater(what), shared, len(new.people))
            finding = compare(then, now, allowed, unlike)
            if finding is not None:
                yield "rating", f"{target} {what}", finding


@dataclass(frozen=True, eq=False)
class Said:
    """The ratings of one target as numbers: places in the lists of puzzles and raters."""

    items: list[str]
    people: list[str]
    item: np.ndarray
    rater: np.ndarray
    rating: np.ndarray

    @classmethod
    def of(cls, ratings: pa.Table, target: str) -> Said:
        rows = ratings.filter(pa.compute.is_valid(ratings.column(target)))
        ids, names = (rows.column(name).to_pylist() for name in ("puzzle_id", "rater_id"))
        items, people = sorted(set(ids)), sorted(set(names))
        places = [{name: place for place, name in enumerate(known)} for known in (items, people)]
        item, rater = (
            np.array([place[name] for name in column], dtype=np.int64)
            for place, column in zip(places, (ids, names), strict=True)
        )
        return cls(items, people, item, rater, rows.column(target).to_numpy())

    def by_item(self, what: str) -> np.ndarray:
        return _summed(what, self.item, self.rating, len(self.items))

    def by_rater(self, what: str) -> np.ndarray:
        """The same of each rater; for the mean, the mean rating of each puzzle is taken out first."""
        left = self.rating - self.by_item("mean")[self.item] if what == "mean" else self.rating
        return _summed(what, self.rater, left, len(self.people))


def _summed(what: str, group: np.ndarray, rating: np.ndarray, groups: int) -> np.ndarray:
    """Mean, standard deviation or share of the ends of the scale, of each group."""
    values = np.isin(rating, SCALE).astype(np.float64) if what == "extremes" else rating
    count = np.bincount(group, minlength=groups)
    mean = np.bincount(group, weights=values, minlength=groups) / count
    if what != "spread":
        return np.asarray(mean)
    square = np.bincount(group, weights=(values - mean[group]) ** 2, minlength=groups)
    return np.sqrt(np.divide(square, count - 1, out=np.full(groups, np.nan), where=count > 1))


def of_models(work: Work) -> Found:
    """The errors of the models in use on what was rated tonight, the raters' own ways taken out."""
    allowed, worse = limits(work, len(TARGETS)), work.press.settings.drift["worse"]
    predicted = {
        row["puzzle_id"]: row for row in work.inputs["prediction"].to_pylist() if row["audience"] == AUDIENCE
    }
    for target, model in work.extra.models.items():
        alike = pc.equal(work.inputs["rating"].column("provenance"), model["provenance"])
        said = Said.of(work.inputs["rating"].filter(alike), target)  # real people are not held against simulated ones
        if said.items:
            found = effects.estimate(said.item, said.rater, said.rating, len(said.items), len(said.people))
            errors = np.abs(found.value - np.array([predicted[identity][target] for identity in said.items]))
            yield "model", model["model_id"], still_holds(errors, model["mae"], model["items"], worse, allowed)


def note(tables: Mapping[str, pa.Table]) -> str:
    rows = tables["drift"].to_pylist()
    drifted = [row["name"] for row in rows if row["drifted"]]
    return f"{len(rows)} things watched, " + (
        f"{len(drifted)} drifted: {', '.join(drifted[:3])}" if drifted else "none drifted"
    )


STAGE = Stage(
    name="drift",
    verb="watch",
    description="Is the night like what the models were fitted on? Compares features and ratings within variants, "
    "and the models' errors on tonight's ratings with those that they were promoted with. Warns, stops nothing.",
    after=("features", "ratings", "predictions"),
    reads=("verdict", "feature", "feature_definition", "rating", "prediction"),
    writes=("drift",),
    kinds=frozenset({"numpy", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

"""What models learn from: the rated puzzles of a game with their features, and who said what of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.stage import Press
from assets.learning.matrix import matrix
from engines.rating import chance, models
from engines.rating.fitting import FEWEST_ITEMS
from warehouse.digest import content_digest
from warehouse.lake import PLAYED, Partition, read_stamp
from warehouse.survey import all_ratings, everywhere, ratings_said
from warehouse.vocabulary import EVERYONE, MEASURED, PROVENANCES, SIMULATED

FEWEST_REAL_PUZZLES = 30  # that people have rated, before simulated ratings are left out
MOST_PUZZLES = 2000  # that a model is fitted on: more take long and tell it little


@dataclass(frozen=True)
class Training:
    """One row per rated puzzle, in the order of their ids; `ratings` has those of all raters."""

    ids: list[str]
    names: list[str]
    features: np.ndarray
    families: list[str]  # the variant of each puzzle
    lengths: np.ndarray
    ratings: pa.Table
    digest: str

    def of(self, target: str, enough: int | None = None, known: bool = False) -> Training:
        """The puzzles that were rated for a target (a survey may ask one question only) and what was said of them.

        By people alone, once there are enough ratings of theirs, if it is said how many are; or, where much of the
        target is `known` without ratings, as soon as a model can be fitted. No more than MOST_PUZZLES: those that
        most people rated, and of the rest some.
        """
        rated = last_words(self.ratings.filter(pc.is_valid(self.ratings.column(target))))
        real = rated.filter(pc.not_equal(rated.column("provenance"), SIMULATED))
        puzzles = len(pc.unique(real.column("puzzle_id")))
        many = enough is not None and real.num_rows >= enough and puzzles >= FEWEST_REAL_PUZZLES
        if many or (known and puzzles >= FEWEST_ITEMS):
            rated = real
        counts = {row["values"]: row["counts"] for row in pc.value_counts(rated.column("puzzle_id")).to_pylist()}
        draw = dict(zip(self.ids, chance.keys(self.ids, "training").tolist(), strict=True))
        kept = sorted(counts, key=lambda name: (-counts[name], draw[name]))[:MOST_PUZZLES]
        return self._only(set(kept), rated)

    def _only(self, wanted: set[str], rated: pa.Table) -> Training:
        rows = [row for row, name in enumerate(self.ids) if name in wanted]
        ids = [self.ids[row] for row in rows]
        return replace(
            self,
            ids=ids,
            features=self.features[rows],
            families=[self.families[row] for row in rows],
            lengths=self.lengths[rows],
            ratings=rated.filter(pc.is_in(rated.column("puzzle_id"), pa.array(ids, pa.string()))),
        )

    @cached_property
    def raters(self) -> list[str]:
        """Everybody, in order: numbers of raters are places in this list."""
        return sorted(set(self.ratings.column("rater_id").to_pylist()))

    @cached_property
    def groups(self) -> dict[str, str]:
        """The skill group of each rater whose group is known: what was said last."""
        pairs = self.ratings.select(["rater_id", "rater_group"]).to_pylist()
        return {row["rater_id"]: row["rater_group"] for row in pairs if row["rater_group"] is not None}

    def given(self, target: str, group: str | None = None) -> models.Ratings:
        """Who said what, as places in `ids` and `raters`: everybody, or the members of a group."""
        who, what, said = (self.ratings.column(name).to_pylist() for name in ("rater_id", "puzzle_id", target))
        place = {name: row for row, name in enumerate(self.ids)}
        number = {name: row for row, name in enumerate(self.raters)}
        rows = [row for row, name in enumerate(who) if group is None or self.groups.get(name) == group]
        return models.Ratings(
            np.array([place[what[row]] for row in rows], dtype=np.int64),
            np.array([number[who[row]] for row in rows], dtype=np.int64),
            np.array([said[row] for row in rows], dtype=np.float64),
        )

    def real(self, raters: set[str] | None = None) -> int:
        """How many of the ratings of some raters, or of all, people gave."""
        columns = (self.ratings.column(name).to_pylist() for name in ("rater_id", "provenance"))
        pairs = zip(*columns, strict=True)
        return sum(origin != SIMULATED for name, origin in pairs if raters is None or name in raters)

    def provenance_of(self, raters: set[str] | None = None) -> str:
        """Where the ratings of some raters, or of all, come from; a single simulated one marks the whole."""
        columns = (self.ratings.column(name).to_pylist() for name in ("rater_id", "provenance"))
        found = {origin for name, origin in zip(*columns, strict=True) if raters is None or name in raters}
        return next(name for name in PROVENANCES if name in found)


def mixture(model: Mapping[str, Any]) -> str:
    """What ratings a model rests on: "304 of people, 2,100 simulated". A yardstick rests on none."""
    if model["provenance"] == MEASURED:
        return "none: measured on puzzles and their answers"
    ratings, real = model["ratings"], model["real_ratings"]
    if real is None:
        return f"{ratings:,} {model['provenance']}"
    parts = {"of people": real, SIMULATED: ratings - real}
    return ", ".join(f"{count:,} {whose}" for whose, count in parts.items() if count) or "none"


def people_lacking(model: Mapping[str, Any], enough: int) -> str:
    """How far people's ratings are from counting alone, for everyone's model; nothing once they do."""
    real = model["real_ratings"]
    if model["audience"] != EVERYONE or real is None or real == model["ratings"]:
        return ""
    lacking = f"{enough - real:,} more needed" if real < enough else f"of {FEWEST_REAL_PUZZLES} puzzles at least"
    return f"people's alone from {enough:,} on: {lacking}"


def training(press: Press, game: str, batch: str | None = None) -> Training:
    """All rated puzzles with their features, or those of one batch; surveys may have rated a collection's puzzles."""
    if batch:
        tables = [press.lake.read(Partition(name, batch, game)) for name in ("rating", "feature", "verdict")]
    else:
        home = press.home
        tables = [all_ratings(home, game), everywhere(home, "feature", game), everywhere(home, "verdict", game)]
    rated, measured, proved = tables
    wanted = set(rated.column("puzzle_id").to_pylist())
    place, proof = first_rows(measured, wanted), first_rows(proved, wanted)
    ids = sorted(place.keys() & proof.keys())
    rated = rated.filter(pc.is_in(rated.column("puzzle_id"), pa.array(ids, pa.string())))
    chosen = measured.take([place[name] for name in ids])
    kinds = proved.select(["variant", "length"]).take([proof[name] for name in ids])
    names = sorted({name for row in chosen.column("features").to_pylist() for name, _ in row})
    digest = hashlib.sha256((content_digest(rated) + content_digest(chosen)).encode()).hexdigest()[:16]
    families, lengths = (kinds.column(name).to_pylist() for name in ("variant", "length"))
    return Training(ids, names, matrix(chosen, names), families, np.array(lengths, dtype=np.float64), rated, digest)


def ratings_so_far(press: Press, game: str) -> int:
    """The nights' ratings and those of surveys."""
    lake = press.lake
    ours = sum(read_stamp(lake.path(partition)).rows for partition in lake.partitions("rating", game))
    return ours + ratings_said(press.home, game)


def ratings_by_people(press: Press, game: str) -> int:
    """Those of them that people gave: in surveys, and on the page where they solve."""
    lake = press.lake
    played = [partition for partition in lake.partitions("rating", game) if partition.shard == PLAYED]
    return sum(read_stamp(lake.path(partition)).rows for partition in played) + ratings_said(press.home, game)


def last_words(ratings: pa.Table) -> pa.Table:
    """Of what somebody said of a puzzle more than once, the last."""
    pairs = zip(*(ratings.column(name).to_pylist() for name in ("rater_id", "puzzle_id")), strict=True)
    last = {pair: row for row, pair in enumerate(pairs)}
    return ratings.take(sorted(last.values()))


def first_rows(table: pa.Table, wanted: set[str]) -> dict[str, int]:
    """Where each puzzle stands first."""
    first: dict[str, int] = {}
    for row, name in enumerate(table.column("puzzle_id").to_pylist()):
        if name in wanted:
            first.setdefault(name, row)
    return first

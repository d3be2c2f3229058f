"""A filter on features for variants that nobody has rated: a model can only guess there (T-spin thesis, 7.2.1).

The thesis had one- and two-move puzzles rated and chose its three- and four-move ones by the features that weighed
most in the two-move model. Here the same: of the weightiest features of the model in use, a puzzle must have such
values as the interesting ones among the rated puzzles have. The model's items tell which variants were rated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.stage import Press
from assets.learning.matrix import matrix
from assets.learning.registry import champion, rows_of
from engines.rating.models import DIFFICULTY
from warehouse.lake import FOUNDING, Lake, Partition, night_of
from warehouse.shelf import lakes

ENOUGH = 3  # rated puzzles of a variant, from which on the model is trusted with it
WEIGHTIEST = 5  # features
INNER = (0.1, 0.9)  # what part of the interesting ones' values counts
MAY_MISS = 1  # features that may lie elsewhere


@dataclass(frozen=True, eq=False)
class Filter:
    """For each feature the range in which most of the interesting rated puzzles are."""

    names: tuple[str, ...]
    low: np.ndarray
    high: np.ndarray

    def passes(self, table: np.ndarray) -> np.ndarray:
        """Which puzzles, rows with a column for each name, are like them in all features but one."""
        inside = (table >= self.low) & (table <= self.high)
        return np.asarray((~inside).sum(axis=1) <= MAY_MISS)

    def said(self) -> str:
        return ", ".join(self.names)

    def values(self) -> list[tuple[str, float, float]]:
        """Each feature with its range."""
        return list(zip(self.names, self.low.tolist(), self.high.tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Unrated:
    """The variants of a game that nobody rated, and the filter for them; none if all were rated."""

    variants: frozenset[str] = frozenset()
    filter: Filter | None = None
    columns: tuple[int, ...] = ()  # where the filter's features stand among all features


def unrated(press: Press, game: str, batch: str) -> Unrated:
    """Which variants the model in use knows nothing of, and what to go by instead."""
    variants = list(press.settings.variants(game))
    least = max(press.settings.rule(variant).least_interest for variant in variants)
    model = champion(press, game, "interest", night_of(batch))
    items = {row["puzzle_id"]: row["observed"] for row in rows_of(press, "model_item", model)} if model else {}
    if model is None or not items:
        return Unrated()
    where = found_in(press, game, set(items))
    counted = Counter(variant for known in where.values() for variant in known.values())
    strangers = frozenset(variant for variant in variants if counted[variant] < ENOUGH)
    if not strangers:
        return Unrated()
    found = filter_of(model, items, where, game, least)
    definitions = press.lake.read(Partition("feature_definition", batch, game))
    names = definitions.column("name").to_pylist()
    return Unrated(strangers, found, tuple(names.index(name) for name in found.names))


Where = dict[tuple[Lake, Partition], dict[str, str]]  # the puzzles of each partition of verdicts: their variants


def found_in(press: Press, game: str, wanted: set[str]) -> Where:
    """The partitions that have some puzzles, the founding panel first; no further than it takes."""
    places = [(lake, part) for lake in lakes(press.home) for part in lake.partitions("verdict", game)]
    places.sort(key=lambda place: (place[1].batch != FOUNDING, place[1].batch))
    found: Where = {}
    left = set(wanted)
    for lake, part in places:
        if not left:
            break
        ids, variants = (lake.read_column(part, name).to_pylist() for name in ("puzzle_id", "variant"))
        known = {identity: variant for identity, variant in zip(ids, variants, strict=True) if identity in left}
        if known:
            found[lake, part] = known
            left -= set(known)
    return found


def filter_of(model: Mapping[str, Any], items: Mapping[str, float], where: Where, game: str, least: float) -> Filter:
    """The ranges of the weightiest features among rated puzzles that are interesting enough, or the upper third."""
    weights = {name: weight for name, weight in model["importances"] if name != DIFFICULTY and weight > 0}
    names = sorted(weights, key=lambda name: (-weights[name], name))[:WEIGHTIEST]
    bound = min(least, float(np.quantile(list(items.values()), 2 / 3)))
    good = {identity for identity, observed in items.items() if observed >= bound}
    tables = [np.empty((0, len(names)))]
    for lake, part in where:
        features = lake.read(Partition("feature", part.batch, game))
        mine = features.filter(pc.is_in(features.column("puzzle_id"), pa.array(sorted(good), pa.string())))
        tables.append(matrix(mine.combine_chunks(), names))
    values = np.concatenate(tables)
    low, high = (np.nanquantile(values, end, axis=0) for end in INNER)
    return Filter(tuple(names), low, high)

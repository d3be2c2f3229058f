"""What a night can choose from: its unique puzzles that nobody has seen, with all that the choice needs of them.

Behind them stand the puzzles that the sets have already: they are not chosen, but what is chosen should differ from
them as well.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.settings import Rule
from assets.core.stage import Press, Work
from assets.learning.matrix import matrix
from assets.learning.registry import AUDIENCE
from engines.rating.variety import Space, standardised
from engines.rating.worth import Weights
from engines.registry import engine
from warehouse.lake import DamagedFile, Partition
from warehouse.releases import Release, released_rows
from warehouse.schema import TABLES
from warehouse.vocabulary import CURATED, ENOUGH_TRUST, TARGETS, UNIQUE

METHOD = "method"  # a trait that the engine does not know: how the puzzle was made


@dataclass(frozen=True, eq=False)
class Standing:
    """The puzzles that the curated sets have so far, with what was measured on them when they were added."""

    ids: list[str]
    variants: list[str]
    traits: list[Mapping[str, str]]
    features: pa.Table
    themes: Mapping[str, list[str]]


@dataclass(frozen=True, eq=False)
class Available:
    """Puzzles a row each: tonight's in order of id, after them those that stand."""

    ids: list[str]
    variants: list[str]
    tonight: int  # how many are tonight's
    interest: Mapping[str, np.ndarray]  # of tonight's, by audience
    difficulty: Mapping[str, np.ndarray]
    provenance: Mapping[str, str]
    hill: Mapping[str, np.ndarray]
    surprise: np.ndarray  # shares of puzzles of their lengths whose answers are more expected
    trust: float  # how far people's ratings decide
    table: np.ndarray
    themes: np.ndarray
    traits: list[Mapping[str, str]]

    def worth(self, audience: str, rule: Rule) -> np.ndarray:
        """What tonight's puzzles are worth to an audience, by the weights of a rule."""
        return Weights(rule.hill, rule.surprise).worth(
            self.hill[audience], self.surprise, self.interest[audience], self.trust
        )

    @property
    def by_people(self) -> bool:
        """Whether people have rated enough that their word counts for half."""
        return self.trust >= ENOUGH_TRUST

    def of_variant(self, variant: str) -> list[int]:
        """The places of tonight's puzzles of a variant."""
        return [place for place in range(self.tonight) if self.variants[place] == variant]

    def standing(self, variant: str) -> list[int]:
        return [place for place in range(self.tonight, len(self.ids)) if self.variants[place] == variant]

    def space(self, places: Sequence[int], reference: int) -> Space:
        """Some puzzles as points, by the measure of the first `reference` of them."""
        return Space(standardised(self.table[places], reference), self.themes[places])

    def kinds(self, places: Sequence[int]) -> np.ndarray:
        """A column of codes for each trait."""
        names = sorted({name for place in places for name in self.traits[place]})
        columns = [[self.traits[place].get(name, "") for place in places] for name in names]
        codes = [np.unique(column, return_inverse=True)[1] for column in columns]
        return np.stack(codes, axis=1) if codes else np.zeros((len(places), 0), dtype=np.int64)


def available(work: Work, gone: set[str], standing: Standing) -> Available:
    """Tonight's puzzles with one solution that are still to be had."""
    verdicts = work.inputs["verdict"]
    unique = verdicts.filter(pc.equal(verdicts.column("verdict"), UNIQUE))
    fresh = unique.select(["puzzle_id", "variant", "puzzle"]).sort_by("puzzle_id").to_pylist()
    rows = [row for row in fresh if row["puzzle_id"] not in gone]
    ids = [row["puzzle_id"] for row in rows]
    every = [*ids, *standing.ids]
    predicted = predictions(work.inputs["prediction"], ids)
    names = work.inputs["feature_definition"].column("name").to_pylist()
    return Available(
        every,
        [*(row["variant"] for row in rows), *standing.variants],
        len(ids),
        {audience: columns["interest"] for audience, columns in predicted.items()},
        {audience: columns["difficulty"] for audience, columns in predicted.items()},
        {audience: columns["provenance"] for audience, columns in predicted.items()},
        {audience: columns["hill"] for audience, columns in predicted.items()},
        predicted[AUDIENCE]["surprise_share"],
        predicted[AUDIENCE]["trust"],
        features_of(every, [work.inputs["feature"], standing.features], names),
        themes_of(every, {**themes_by_puzzle(work.inputs["theme"]), **standing.themes}),
        [*traits_of(work, rows), *standing.traits],
    )


def predictions(table: pa.Table, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Predicted interest and difficulty of some puzzles, and the parts of their worth, as columns, by audience; where
    they come from, and how far people's ratings decide."""
    place = {identity: number for number, identity in enumerate(ids)}
    found: dict[str, dict[str, Any]] = {}
    for audience in table.column("audience").unique().to_pylist():
        rows = table.filter(pc.equal(table.column("audience"), audience))
        known = [place.get(identity, -1) for identity in rows.column("puzzle_id").to_pylist()]
        wanted = np.array(known, dtype=np.int64)
        columns: dict[str, Any] = {name: rows.column(name)[0].as_py() for name in ("provenance", "trust")}
        for name in (*TARGETS, "hill", "surprise_share"):
            values = np.full(len(ids), np.nan)
            values[wanted[wanted >= 0]] = rows.column(name).to_numpy()[wanted >= 0]
            columns[name] = values
        found[audience] = columns
    return found


def features_of(ids: Sequence[str], tables: Sequence[pa.Table], names: list[str]) -> np.ndarray:
    """What was measured on puzzles, a row each; NaN where nothing was."""
    place = {identity: number for number, identity in enumerate(ids)}
    found = np.full((len(ids), len(names)), np.nan)
    for table in tables:
        there = table.filter(pc.is_in(table.column("puzzle_id"), pa.array(ids, pa.string())))
        rows = [place[identity] for identity in there.column("puzzle_id").to_pylist()]
        found[rows] = matrix(there.combine_chunks(), names)
    return found


def themes_by_puzzle(table: pa.Table) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for identity, theme in zip(*(table.column(name).to_pylist() for name in ("puzzle_id", "theme")), strict=True):
        found.setdefault(identity, []).append(theme)
    return found


def themes_of(ids: Sequence[str], themes: Mapping[str, Sequence[str]]) -> np.ndarray:
    names = sorted({theme for identity in ids for theme in themes.get(identity, ())})
    column = {name: number for number, name in enumerate(names)}
    found = np.zeros((len(ids), len(names)), dtype=bool)
    for row, identity in enumerate(ids):
        found[row, [column[theme] for theme in themes.get(identity, ())]] = True
    return found


def traits_of(work: Work, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, str]]:
    """What kind of puzzle each is, and how it was made."""
    made = work.inputs["candidate"]
    methods = dict(zip(*(made.column(name).to_pylist() for name in ("puzzle_id", METHOD)), strict=True))
    answers = work.inputs["solution"]
    first = answers.filter(pc.equal(answers.column("number"), 1))
    solutions = dict(zip(*(first.column(name).to_pylist() for name in ("puzzle_id", "solution")), strict=True))
    return [
        traits(work.game, row["puzzle"], solutions[row["puzzle_id"]], methods.get(row["puzzle_id"], ""))
        for row in rows
    ]


def traits(game: str, puzzle: str, solution: str, method: str = "") -> Mapping[str, str]:
    """The traits that a game's engine tells of a puzzle."""
    judge = engine(game)
    found = judge.traits(judge.decode(puzzle), json.loads(solution))
    return {**found, **({METHOD: method} if method else {})}


def standing_of(press: Press, game: str, before: Release | None) -> Standing:
    """The curated sets of a game in the release before this night."""
    rows = curated_rows(before, game) if before else []
    nights = sorted({row["added"].isoformat() for row in rows if row["added"]})
    ids = [row["puzzle_id"] for row in rows]
    themes = {row["puzzle_id"]: (row["themes"] or "").split() for row in rows}
    told = [traits(game, row["puzzle"], row["solution"]) for row in rows]
    return Standing(ids, [row["variant"] for row in rows], told, measured(press, game, nights, ids), themes)


def curated_rows(before: Release, game: str) -> list[dict[str, Any]]:
    inside = {row["puzzle_id"] for row in released_rows(before, "sets.parquet") if row["kind"] == CURATED}
    solutions = {row["puzzle_id"]: row["solution"] for row in released_rows(before, "solutions.parquet")}
    return [
        row | {"solution": solutions[row["puzzle_id"]]}
        for row in released_rows(before)
        if row["game"] == game and row["puzzle_id"] in inside
    ]


def measured(press: Press, game: str, nights: Sequence[str], ids: Sequence[str]) -> pa.Table:
    """The features of puzzles that were added in some nights, as far as the lake still has them."""
    found = []
    for night in nights:
        try:
            table = press.lake.read_or_none(Partition("feature", night, game))
        except DamagedFile:
            continue
        if table is not None:
            found.append(table.filter(pc.is_in(table.column("puzzle_id"), pa.array(ids, pa.string()))))
    return pa.concat_tables(found) if found else TABLES["feature"].arrow.empty_table()

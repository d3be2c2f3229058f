"""The puzzles of one release, as the page needs them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from assets.core.titles import Words, variant_of, variant_title
from engines import registry
from warehouse.releases import SETS, Release, damaged_release, released_rows
from warehouse.vocabulary import LEVELS, difficulty_from, interest_from, interest_state

Row = Mapping[str, Any]

PUZZLES, SOLUTIONS = "puzzles.parquet", "solutions.parquet"
COLUMNS = [
    "puzzle_id", "game", "variant", "category", "length", "level", "interest", "difficulty", "provenance",
    "difficulty_provenance", "people_ratings", "trust", "added", "themes", "puzzle",
]  # fmt: skip


@dataclass(frozen=True)
class Stocked:
    """A puzzle that can be played, with its answer and what is predicted of it. Nobody may change its JSON."""

    puzzle_id: str
    game: str
    variant: str
    category: str
    puzzle: Mapping[str, Any]
    solution: Any
    moves_needed: int
    level: str | None
    interest: float | None
    difficulty: float | None
    provenance: str | None  # where the ratings behind the interest come from
    themes: tuple[str, ...]
    title: Words
    release: str | None  # the newest one that has it; None if it was made on the spot
    added: date | None = None  # the night that added it
    made: bool = False
    by_group: Mapping[str, float] = field(default_factory=dict)  # difficulty predicted for groups of raters
    difficulty_provenance: str | None = None  # what the difficulty rests on
    interest_state: str | None = None  # who has said how interesting it is: nobody, few, enough people
    like: float | None = None  # difficulty of puzzles like it, where nothing is predicted of itself


@dataclass(frozen=True)
class Shelf:
    """The puzzles of one set, in its order."""

    name: str
    kind: str
    puzzles: tuple[Stocked, ...]


def puzzles_of(release: Release, wanted: set[str] | None = None) -> dict[str, Stocked]:
    """The puzzles of a release by id, all or those that are wanted; not those of games without an engine.
    `DamagedFile` if it cannot be read."""
    rows = [
        row
        for row in released_rows(release, PUZZLES, COLUMNS)
        if row["game"] in registry.GAMES and (wanted is None or row["puzzle_id"] in wanted)
    ]
    answers = {row["puzzle_id"]: row["solution"] for row in released_rows(release, SOLUTIONS)}
    try:
        return {row["puzzle_id"]: stocked(row, answers[row["puzzle_id"]], release.name) for row in rows}
    except (KeyError, TypeError, ValueError) as error:
        raise damaged_release(release, PUZZLES, error) from error


def stocked(row: Row, solution: str, release: str) -> Stocked:
    """A row of a release as a puzzle to play."""
    game, variant = row["game"], row["variant"]
    if row["level"] not in LEVELS:
        raise ValueError(f"{row['puzzle_id']} has no level {row['level']!r}")
    return Stocked(
        puzzle_id=row["puzzle_id"],
        game=game,
        variant=variant,
        category=row.get("category") or category_of(game, variant),
        puzzle=json.loads(row["puzzle"]),
        solution=json.loads(solution),
        moves_needed=int(row.get("length") or variant_of(game, variant).moves),
        level=row["level"],
        interest=row["interest"],
        difficulty=row["difficulty"],
        provenance=interest_from(row),
        difficulty_provenance=difficulty_from(row),
        interest_state=interest_state(row),
        themes=themes_of(row.get("themes")),
        title=variant_title(game, variant),
        release=release,
        added=row.get("added"),
    )


def themes_of(said: str | None) -> tuple[str, ...]:
    return tuple(said.split()) if said else ()


def category_of(game: str, variant: str) -> str:
    """What puzzles of a variant are practised as."""
    return variant_of(game, variant).category or variant


def shelves_of(release: Release, puzzles: Mapping[str, Stocked]) -> dict[str, Shelf]:
    """The sets of a release by name, of the puzzles that can be played."""
    members: dict[tuple[str, str], list[Stocked]] = {}
    for row in sorted(set_rows(release), key=lambda row: row["position"]):
        if row["puzzle_id"] in puzzles:
            members.setdefault((row["set_name"], row["kind"]), []).append(puzzles[row["puzzle_id"]])
    return {name: Shelf(name, kind, tuple(found)) for (name, kind), found in members.items()}


def set_rows(release: Release) -> list[dict[str, Any]]:
    return released_rows(release, SETS, ["set_name", "kind", "position", "puzzle_id"])

"""An edition: all that a release is made of, before it is written.

`items` are the puzzles with their answers, `sets` says which sets they are in, `account` tells how the night went.
The files of a release, its pages and its feed are each made from an edition alone and know nothing of the lake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from engines.agents import Played
from quality.referee import Review
from warehouse.schema import RELEASE_ENTRY, RELEASE_SET, Table
from warehouse.vocabulary import NOBODY, RESTS_ON, SIMULATED, difficulty_from, interest_from, interest_state

Item = Mapping[str, Any]


@dataclass(frozen=True)
class Account:
    """How the night went: rows for people, nothing that depends on the clock."""

    games: Sequence[Item] = ()  # a row for each game: game, generated, different, unique, ..., rated, added
    quotas: Sequence[Item] = ()  # rows of the table `quota`
    checks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # checks that held, by game and table
    reviews: Mapping[str, Review] = field(default_factory=dict)  # what the referee found, by game
    drifted: Sequence[Item] = ()  # rows of the table `drift` that are beyond their limits


@dataclass(frozen=True)
class Changes:
    """What differs from the newest release of an earlier night, besides what tonight adds."""

    before: str | None = None  # name of that release
    left: Sequence[Item] = ()  # what its standing sets have dropped: puzzle_id, set_name
    withdrawn: Sequence[Item] = ()  # what was withdrawn since: puzzle_id, why, withdrawn_on


@dataclass(frozen=True)
class Edition:
    """One release. Rows have the columns of `release_entry` and `release_set` but for the release's name."""

    name: str  # "2026-11-17-r2"
    night: str
    items: Sequence[Item]
    sets: Sequence[Item]
    withdrawn: Sequence[Item] = ()  # all puzzles that were ever withdrawn: puzzle_id, why, withdrawn_on
    changes: Changes = field(default_factory=Changes)
    account: Account = field(default_factory=Account)
    games: Sequence[tuple[str, Played]] = ()  # some of the games that were played, to be watched

    @property
    def added(self) -> list[Item]:
        """The puzzles that this night adds; the others its sets carry on."""
        return [item for item in self.items if str(item["added"]) == self.night]

    def members(self, set_name: str) -> list[Item]:
        """The puzzles of a set, in its order."""
        by_id = {item["puzzle_id"]: item for item in self.items}
        rows = sorted((row for row in self.sets if row["set_name"] == set_name), key=lambda row: row["position"])
        return [by_id[row["puzzle_id"]] for row in rows]

    @property
    def provenance(self) -> str:
        """Where the ratings behind interest come from: simulated as soon as any do."""
        return SIMULATED if SIMULATED in self.interest_from else self.interest_from[0]

    @property
    def interest_from(self) -> list[str]:
        """What the interest of its puzzles rests on, each once."""
        found = {interest_from(item) for item in self.items} or {SIMULATED}
        return [name for name in RESTS_ON if name in found]

    @property
    def heard(self) -> bool:
        """Whether people have said of any of its puzzles' games how interesting puzzles are."""
        return any(interest_state(item) != NOBODY for item in self.items)

    @property
    def difficulty_from(self) -> list[str]:
        """What their difficulty rests on."""
        found = {difficulty_from(item) for item in self.items} or {SIMULATED}
        return [name for name in RESTS_ON if name in found]


def schema_of(table: Table, *left_out: str) -> pa.Schema:
    """The columns of a table with their comments, as a release has them."""
    return pa.schema(
        [
            column.arrow.with_metadata({"description": column.comment})
            for column in table.columns
            if column.name not in left_out
        ]
    )


PUZZLES = schema_of(RELEASE_ENTRY, "release", "night", "solution")
SETS = schema_of(RELEASE_SET, "release")
SOLUTIONS = pa.schema([field for field in schema_of(RELEASE_ENTRY) if field.name in ("puzzle_id", "solution")])

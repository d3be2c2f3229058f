"""The puzzles that a release carries on from the one before, rated by the models of the night as the new ones are.

So one set never mixes two scales of difficulty. What was measured on a puzzle is in the lake, if the engine has not
changed since; otherwise the puzzle is solved and measured again. One for which neither works is left out, unless its
difficulty is by the model in use already; CHANGES tells of it as of all that leave a set.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.compute import ranges, task_size
from assets.core.settings import Settings
from assets.core.stage import Press
from assets.learning.matrix import matrix
from assets.learning.registry import AUDIENCE, Registry, Used
from assets.stages.predictions import rated, reference, share_of
from engines.people.hill import hill
from engines.rating.worth import Weights
from engines.registry import engine
from warehouse.lake import DamagedFile, Partition, night_of
from warehouse.vocabulary import DIFFICULTY, EVERYONE, TARGETS, UNIQUE

Row = dict[str, Any]
TAKEN = (
    *(f"{target}{end}" for target in TARGETS for end in ("", "_low", "_high")),
    *("provenance", "difficulty_provenance", "difficulty_model", "surprise_share", "people_ratings", "trust"),
    *("reason", "reason_ja", "reason_short", "reason_short_ja"),
)  # of a prediction
# Earlier versions said by which interest of simulated raters a puzzle had been chosen.
SIMULATED_NUMBERS = (
    (re.compile(r" by interest \([^()]*simulated ratings\)"), " by simulated interest"),
    (re.compile(r" that is interesting enough \([^()]*simulated ratings\)"), ""),
    (re.compile(r"(Preferred to [0-9a-f]{16}) \(\d\.\d+\)"), r"\1"),
    (re.compile(r"、面白さ第([\d,]+)位（[^（）]*模擬評価からの予測）"), r"、模擬評価で第\1位"),
    (re.compile(r"（[^（）]*模擬評価からの予測）"), ""),
)


def brought_up_to_date(press: Press, night: str, items: Sequence[Row]) -> list[Row]:
    """The same puzzles as the models of a night see them, but for those of which that cannot be told."""
    found: dict[str, Row] = {}
    for game in dict.fromkeys(item["game"] for item in items):
        mine = [item for item in items if item["game"] == game]
        used = Registry.of(press, game).used(EVERYONE, night_of(night))
        if used is None:  # nothing new is made of it, so there is no other scale
            found |= {item["puzzle_id"]: item for item in mine}
            continue
        tables = measured(press, game, mine)
        tables |= measured_again(press, game, [item for item in mine if stale(item, used, tables)])
        found |= {item["puzzle_id"]: item for item in mine if not stale(item, used, tables)}
        found |= as_rated(press, used, [item for item in mine if item["puzzle_id"] in tables], tables)
    return [without_simulated_numbers(found[item["puzzle_id"]]) for item in items if item["puzzle_id"] in found]


def stale(item: Row, used: Used, tables: dict[str, np.ndarray]) -> bool:
    """Whether nothing says how difficult a puzzle is on today's scale."""
    return item["puzzle_id"] not in tables and item["difficulty_model"] != used.ids[DIFFICULTY]


def measured(press: Press, game: str, items: Sequence[Row]) -> dict[str, np.ndarray]:
    """What the lake has of puzzles that an engine of today's version measured when they were added, by id."""
    names = [feature.name for feature in engine(game).features]
    made_by = f"{game} {engine(game).version}"
    wanted: dict[str, set[str]] = {}
    for item in items:
        if item["added"] is not None:
            wanted.setdefault(item["added"].isoformat(), set()).add(item["puzzle_id"])
    found: dict[str, np.ndarray] = {}
    for batch, ids in wanted.items():
        try:
            candidates = press.lake.read_or_none(Partition("candidate", batch, game))
            features = press.lake.read_or_none(Partition("feature", batch, game))
        except DamagedFile:
            continue
        if candidates is None or features is None or made_by not in candidates.column("engine").to_pylist():
            continue
        rows = features.filter(pc.is_in(features.column("puzzle_id"), pa.array(sorted(ids), pa.string())))
        rows = rows.combine_chunks()
        found |= dict(zip(rows.column("puzzle_id").to_pylist(), matrix(rows, names), strict=True))
    return found


def measured_again(press: Press, game: str, items: Sequence[Row]) -> dict[str, np.ndarray]:
    """The same of puzzles that have to be solved and measured again; those of which no proof is found in time are
    left out."""
    groups: dict[int, list[Row]] = {}
    for item in items:
        groups.setdefault(item["length"] or 1, []).append(item)
    parts = [
        some[start : start + size]
        for length, some in sorted(groups.items())
        for start, size in ranges(len(some), task_size(length))
    ]
    limit = press.settings.proof["limit"]
    tasks = [(game, [item["puzzle"] for item in part], limit) for part in parts]
    return {
        item["puzzle_id"]: row
        for part, rows in zip(parts, press.compute.run(solved_and_measured, tasks), strict=True)
        for item, row in zip(part, rows, strict=True)
        if row is not None
    }


def solved_and_measured(game: str, texts: Sequence[str], limit: int) -> list[np.ndarray | None]:
    """What is measured on puzzles; nothing where there is not one solution. The task that workers do."""
    rules = engine(game)
    puzzles = [rules.decode(json.loads(text)) for text in texts]
    verdicts = rules.solve(puzzles, limit)
    table = rules.measure(puzzles, verdicts)
    return [row if verdict.verdict == UNIQUE else None for row, verdict in zip(table, verdicts, strict=True)]


def as_rated(press: Press, used: Used, items: Sequence[Row], tables: dict[str, np.ndarray]) -> dict[str, Row]:
    """Puzzles of a game with what its models say of them, by id."""
    if not items:
        return {}
    game, settings = used.registry.game, press.settings
    rules = engine(game)
    names = [feature.name for feature in rules.features]
    table = np.stack([tables[item["puzzle_id"]] for item in items])
    shares = share_of(game, names, table, reference(press, game))
    said = rated(used, rules.features, table, rules.japanese, settings.cuts(game), shares)
    return {item["puzzle_id"]: updated(item, row, settings) for item, row in zip(items, said, strict=True)}


def updated(item: Row, row: Row, settings: Settings) -> Row:
    """A puzzle with a new prediction, and what follows from it for those whom it was chosen for."""
    rule = settings.rule(item["variant"])
    height = hill(np.array([row[DIFFICULTY]]), item["audience"] or AUDIENCE)
    share = np.nan if row["surprise_share"] is None else row["surprise_share"]
    interest = np.array([row["interest"]])
    worth = Weights(rule.hill, rule.surprise).worth(height, np.array([share]), interest, row["trust"])
    return (
        item
        | {name: row[name] for name in TAKEN}
        | {"hill": float(height[0]), "worth": float(worth[0])}
        | {"level": settings.level(item["game"], row[DIFFICULTY])}
    )


def without_simulated_numbers(item: Row) -> Row:
    """A puzzle whose reasons for being chosen name no interest of simulated raters."""
    memberships = [row | {"why": plain(row["why"])} for row in item["memberships"]]
    return item | {name: plain(item[name]) for name in ("why", "why_ja")} | {"memberships": memberships}


def plain(why: str | None) -> str | None:
    for pattern, instead in SIMULATED_NUMBERS:
        why = pattern.sub(instead, why) if why else why
    return why

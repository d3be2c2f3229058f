"""Anyone's puzzles rated by the models in use: proved, measured and rated as a night does it, and nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assets.core.stage import Press
from assets.learning.registry import Registry, Used
from assets.stages.predictions import rated, reference, share_of
from engines.contract import Verdict
from engines.rating import reasons
from engines.registry import engine
from warehouse.vocabulary import EVERYONE, KEPT_SOLUTIONS, SIMULATED, TARGETS, UNFINISHED


class NoModel(LookupError):
    """Nobody can rate puzzles of this game yet; the message says what to do."""


def judges(press: Press, game: str, audience: str = EVERYONE) -> Used:
    """The models in use for an audience; those of the wider one, group or everyone, if it has none of its own."""
    registry = Registry.of(press, game)
    found = registry.used(audience) or registry.used(registry.wider(audience)) or registry.used(EVERYONE)
    if found is None:
        raise NoModel(f"there is no model of {game} yet: run `tsume nightly`")
    return found


def rate(press: Press, by: Used, puzzles: Sequence[Any]) -> list[dict[str, Any]]:
    """What the models say of each puzzle, and why, be it proved, impossible or too much for the limit of proofs."""
    rules = engine(by.registry.game)
    verdicts = [kept(verdict) for verdict in rules.solve(puzzles, press.settings.proof["limit"])]
    table = rules.measure(puzzles, verdicts)
    told = by.contributions(table, [feature.name for feature in rules.features])
    known = told["interest"] if by.provenance != SIMULATED else None
    single = reasons.statements(rules.features, told["difficulty"], known)
    game, names = by.registry.game, [feature.name for feature in rules.features]
    shares = share_of(game, names, table, reference(press, game))
    unproved = np.array([verdict.verdict == UNFINISHED for verdict in verdicts], dtype=bool)
    rows = rated(by, rules.features, table, cuts=press.settings.cuts(game), shares=shares, unproved=unproved)
    return [
        {"verdict": verdict.verdict} | record(by, row, lines)
        for verdict, row, lines in zip(verdicts, rows, single, strict=True)
    ]


def kept(verdict: Verdict) -> Verdict:
    """A verdict as a night keeps it: puzzles measure the same here and there."""
    return replace(verdict, solutions=verdict.solutions[:KEPT_SOLUTIONS])


def record(by: Used, row: Mapping[str, Any], lines: Sequence[str]) -> dict[str, Any]:
    """A prediction as the fields that are printed."""
    values = {
        target: {"value": row[target], "low": row[f"{target}_low"], "high": row[f"{target}_high"]}
        for target in TARGETS
    }
    return values | {
        "reasons": [row["reason"], *lines],
        "contributions": {target: row[f"{target}_reasons"] for target in TARGETS},
        "audience": by.audience,
        "model": row["interest_model"],
        "models": {target: row[f"{target}_model"] for target in TARGETS},
        "ratings": row["provenance"],
        "difficulty_from": row["difficulty_provenance"],
        **{name: row[name] for name in ("hill", "surprise_share", "people_ratings", "trust")},
    }

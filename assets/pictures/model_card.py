"""The card of a game's models: which are in use, how good they are, and the plots that show it.

The UI shows it as metadata. Every release has a page of the models that rated that night (`gallery/models.py`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from assets.core.stage import Press
from assets.learning.registry import Registry, Row, rows_of
from assets.pictures import model_pictures
from assets.pictures import plots as drawing
from assets.pictures.plots import Plot
from warehouse.home import put
from warehouse.vocabulary import EVERYONE, MEASURED, PROVENANCES, RATER_GROUPS, RESTS_ON, SIMULATED, TARGETS

ERRORS = ("mae", "baseline_mae", "above_mae", "rank_correlation")  # of a model, as they stand in its row


@dataclass(frozen=True)
class Sheet:
    """A table for people."""

    header: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Card:
    """What there is to say of the models in use: their rows, the scores of everyone's by target, plots by title."""

    game: str
    provenance: str
    models: int
    people: int
    used: Sequence[Row]
    scores: Mapping[str, Sequence[Row]]
    plots: Mapping[str, Plot]

    @property
    def tables(self) -> dict[str, Sheet]:
        return {"models in use": in_use(self.used), "how good they are": scored(self.scores)}


def card(press: Press, game: str, night: date | None = None) -> Card:
    """The card of the models in use for a night, or as of now."""
    registry = Registry.of(press, game)
    used = {target: row for target in TARGETS if (row := registry.champion(target, EVERYONE, night))}
    items, scores, curves = (
        {target: rows_of(press, table, row) for target, row in used.items()}
        for table in ("model_item", "model_score", "learning_curve")
    )
    groups = [row for group in RATER_GROUPS for target in TARGETS if (row := registry.champion(target, group, night))]
    scores = {target: rows if is_taught(used[target]) else [] for target, rows in scores.items()}
    found = {row["provenance"] for row in used.values()}
    whose = ", ".join(
        name for name in PROVENANCES if name in {SIMULATED if one == MEASURED else one for one in found}
    )
    return Card(
        game,
        ", ".join(name for name in RESTS_ON if name in found),
        len(registry.models),
        len({audience for audience, _ in registry.kinds()} - {EVERYONE, *RATER_GROUPS}),
        [*used.values(), *groups],
        scores,
        drawn_once(press, used, items, curves, floors(scores), whose) if all(items.values()) else {},
    )


def drawn_once(press: Press, used: Mapping[str, Row], *known: Any) -> dict[str, Plot]:
    """The plots of some models, which take seconds: a night shows them in the UI and in its release, and the same
    models serve many nights. They are kept by what they show and by the sources that draw them."""
    names = [row["model_id"] for row in used.values()]
    sources = [Path(module.__file__ or "").read_bytes() for module in (model_pictures, drawing)]
    name = hashlib.sha256(b"/".join([json.dumps([names, *known], sort_keys=True, default=str).encode(), *sources]))
    kept = press.home.cache / f"plots-{name.hexdigest()[:16]}.json"
    try:
        return {title: Plot(tuple(about), svg) for title, (about, svg) in json.loads(kept.read_bytes()).items()}
    except (OSError, ValueError):
        drawn = plots(used, *known)
    put(kept, json.dumps({title: (plot.about, plot.svg) for title, plot in drawn.items()}).encode())
    return drawn


def plots(
    used: Mapping[str, Row],
    items: Mapping[str, list[Row]],
    curves: Mapping[str, list[Row]],
    floor: Mapping[str, float],
    whose: str,
) -> dict[str, Plot]:
    """Everything that can be drawn of everyone's models. Where no ratings taught a model, it is not held against
    any."""
    both = model_pictures.observed_interest_against_difficulty(items["interest"], items["difficulty"], whose)
    taught = {target: rows for target, rows in items.items() if used[target]["provenance"] != MEASURED}
    learned = {target: rows for target, rows in curves.items() if target in taught}
    return {
        "predicted against observed": model_pictures.predicted_against_observed(taught, used, whose),
        "interest against difficulty": both,
        "learning curves": model_pictures.learning_curves(learned, floor, whose),
        "coverage": model_pictures.coverage(taught, whose),
        "feature importances": model_pictures.importances(list(used.values()), whose),
    }


def in_use(rows: Sequence[Row]) -> Sheet:
    """The models in use, a line each."""
    header = ["model", "items", "ratings", "MAE", "mean only", "wider audience", "rank correlation", "why"]
    return Sheet(
        header,
        [
            (
                row["model_id"],
                *(count if is_taught(row) else "-" for count in (row["items"], row["ratings"])),
                *(number(row[name] if is_taught(row) else None) for name in ERRORS),
                row["reason"],
            )
            for row in rows
        ],
    )


def is_taught(model: Row) -> bool:
    """By ratings; a difficulty by the yardstick is not, and no ratings say how good it is."""
    return bool(model["provenance"] != MEASURED)


def number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def scored(scores: Mapping[str, Sequence[Row]]) -> Sheet:
    """Every score of everyone's models: a line for each protocol and subject, a column for each target and metric."""
    every = [(target, row) for target, rows in scores.items() for row in rows]
    columns = list(dict.fromkeys((target, row["metric"]) for target, row in every))
    found = {(row["protocol"], row["subject"], target, row["metric"]): number(row["value"]) for target, row in every}
    lines = list(dict.fromkeys((row["protocol"], row["subject"]) for _, row in every))
    header = ["held out", "who", *(f"{target} {metric}" for target, metric in columns)]
    return Sheet(header, [[*line, *(found.get((*line, *column), "") for column in columns)] for line in lines])


def floors(scores: Mapping[str, Sequence[Row]]) -> dict[str, float]:
    """The error that a perfect prediction would have, by target."""
    return {
        target: row["value"]
        for target, rows in scores.items()
        for row in rows
        if (row["subject"], row["metric"]) == ("floor", "MAE")
    }

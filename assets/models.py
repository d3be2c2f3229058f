"""fit: models of interest and difficulty, fitted on every rating there is, promoted if they are better.

Which model a night uses follows from the night alone: the last one promoted that was fitted on an
earlier day, else the founding model. So a missed night that is made later gives what it would have
given. The founding models are fitted on the founding panel, a fixed collection that depends on the
seed and the code only; they exist before the first night.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa

from assets import candidates, features, progress, puzzles, ratings
from assets.features import matrix
from assets.stage import (
    ChecksFailed,
    Outcome,
    Press,
    Stage,
    install,
    keep,
    press_version,
    recipe_of,
    run_stage,
)
from assets.stage import Facts as StageFacts
from engines.rating import models
from warehouse.lake import FOUNDING, Lake, Origin, Partition, content_digest, rows_to_table
from warehouse.survey import all_ratings, everywhere

TARGETS = ("interest", "difficulty")
IN_ORDER = ("difficulty", "interest")  # of fitting: interest leans on difficulty
AUDIENCE = "everyone"


@dataclass(frozen=True)
class Training:
    """What models are fitted on: one row per rated puzzle."""

    ids: list[str]
    names: list[str]
    features: np.ndarray
    ratings: pa.Table
    digest: str

    def of(self, target: str) -> Training:
        """The puzzles that somebody rated for a target: a survey may ask one question only."""
        rated = self.ratings.filter(pa.compute.is_valid(self.ratings.column(target)))
        wanted = set(rated.column("puzzle_id").to_pylist())
        rows = [row for row, identity in enumerate(self.ids) if identity in wanted]
        return replace(self, ids=[self.ids[row] for row in rows], features=self.features[rows], ratings=rated)

    def given(self, target: str) -> models.Ratings:
        """Who said what: places in `ids` and among the raters' names, and the ratings."""
        people = self.ratings.column("rater_id").to_pylist()
        place = {identity: row for row, identity in enumerate(self.ids)}
        number = {name: row for row, name in enumerate(sorted(set(people)))}
        item = np.array([place[identity] for identity in self.ratings.column("puzzle_id").to_pylist()])
        return models.Ratings(
            item, np.array([number[name] for name in people]), self.ratings.column(target).to_numpy()
        )

    @property
    def provenance(self) -> str:
        """Real ratings count as what they are; a single simulated one marks the whole as simulated."""
        found = set(self.ratings.column("provenance").to_pylist())
        return next(name for name in ("simulated", "survey", "players") if name in found)


def training(press: Press, game: str, batch: str | None = None) -> Training:
    """All rated puzzles with their features, or those of one batch; surveys may have rated a collection's puzzles."""
    if batch:
        rated, measured = (press.lake.read(Partition(name, batch, game)) for name in ("rating", "feature"))
    else:
        rated, measured = all_ratings(press.home, game), everywhere(press.home, "feature", game)
    wanted = set(rated.column("puzzle_id").to_pylist())
    first: dict[str, int] = {}
    for row, identity in enumerate(measured.column("puzzle_id").to_pylist()):
        if identity in wanted:
            first.setdefault(identity, row)
    ids = sorted(first)
    rated = rated.filter(pa.compute.is_in(rated.column("puzzle_id"), pa.array(ids, pa.string())))
    chosen = measured.take([first[identity] for identity in ids])
    names = sorted({name for row in chosen.column("features").to_pylist() for name, _ in row})
    digest = hashlib.sha256((content_digest(rated) + content_digest(chosen)).encode()).hexdigest()[:16]
    return Training(ids, names, matrix(chosen, names), rated, digest)


def all_models(press: Press, game: str) -> list[dict[str, Any]]:
    """Every model of a game, oldest generation first; they are all in the lake of the nights."""
    rows: list[dict[str, Any]] = Lake(press.home.lake).read_all("model", game).to_pylist()
    return sorted(rows, key=lambda row: (row["generation"], row["model_id"]))


def champion(
    press: Press, game: str, target: str, night: date | None, audience: str = AUDIENCE
) -> dict[str, Any] | None:
    """The model in use for a night; with no night, the newest promoted one."""
    fitting = [
        row
        for row in all_models(press, game)
        if row["promoted"]
        and row["target"] == target
        and row["audience"] == audience
        and (night is None or row["fitted_on"] is None or row["fitted_on"] < night)
    ]
    return fitting[-1] if fitting else None


def found(press: Press, game: str) -> Outcome:
    """Make sure that the founding panel and the founding models are there; cheap if they are."""
    with press.home.turn(f"found-{game}"):
        progress.current().begin("fit", game)
        with progress.heard_by(progress.Silence()):
            for stage in (candidates.STAGE, puzzles.STAGE, features.STAGE, ratings.STAGE):
                run_stage(stage, press, game, FOUNDING)
        data = training(press, game, FOUNDING)
        recipe = recipe_of(STAGE, game, FOUNDING, {"rating": data.digest}, StageFacts())
        outcome = keep(STAGE, press, game, FOUNDING, recipe)
        if outcome is None:
            fits = fit_targets(data)
            rows = [fitted_row(press, game, fits[target], data, None, None) for target in TARGETS]
            outcome = write(press, game, FOUNDING, rows, data, recipe)
        progress.current().end("fit", game, note(outcome.tables["model"]))
    return outcome


def refresh(press: Press, game: str, today: date) -> Outcome:
    """Fit challengers on all ratings so far; promote those that beat the models in use."""
    founded = found(press, game)
    with press.home.turn(f"found-{game}"):
        progress.current().begin("fit", game)
        data, batch = training(press, game), today.isoformat()
        earlier = [row for row in all_models(press, game) if row["fitted_on"] == today]
        fresh = []
        for target, fit in fit_targets(data).items():
            parent = champion(press, game, target, None)
            assert parent is not None, "found() has just seen to it"
            row = fitted_row(press, game, fit, data, parent, today)
            known = {model["model_id"] for model in all_models(press, game)}
            fresh += [row] if row["model_id"] not in known else []
        recipe = recipe_of(STAGE, game, batch, {"rating": data.digest}, StageFacts())
        if fresh or earlier:
            outcome = write(press, game, batch, [*earlier, *fresh], data, recipe)
        else:  # nothing new to learn from: the models in use were fitted on exactly these ratings
            outcome = founded
        progress.current().end("fit", game, note(outcome.tables["model"]))
    return outcome


def fit_targets(data: Training) -> dict[str, models.Fit]:
    """The models of one set of ratings. Interest leans on difficulty if the same puzzles were rated for both."""
    fits: dict[str, models.Fit] = {}
    for target in IN_ORDER:
        rated = data.of(target)
        difficulty = fits.get("difficulty") if rated.ids == data.of("difficulty").ids else None
        fits[target] = models.fit(
            target, rated.names, rated.features, rated.given(target), rated.ids, difficulty=difficulty
        )
    return {target: fits[target] for target in TARGETS}


def fitted_row(
    press: Press, game: str, fit: models.Fit, data: Training, parent: dict[str, Any] | None, today: date | None
) -> dict[str, Any]:
    """Judge a model against its parent; a row of the model table."""
    target = fit.target
    data = data.of(target)
    promoted, reason = True, "promoted: the founding model, without which no night can be rated"
    if parent is not None:
        promoted, reason = judge(press, game, fit, data, parent)
    digest = hashlib.sha256(f"{data.digest}{fit.body}".encode()).hexdigest()[:8]
    return {
        "model_id": f"{game}-{target}-{AUDIENCE}-{digest}",
        "game": game,
        "audience": AUDIENCE,
        "target": target,
        "generation": 0 if parent is None else parent["generation"] + 1,
        "fitted_on": today,
        "provenance": data.provenance,
        "items": fit.items,
        "ratings": fit.ratings,
        "data_digest": data.digest,
        "settings": json.dumps(fit.settings, sort_keys=True),
        "mae": fit.mae,
        "baseline_mae": fit.baseline_mae,
        "rank_correlation": None if np.isnan(fit.rank_correlation) else fit.rank_correlation,
        "interval": fit.interval,
        "importances": fit.importances,
        "parent": None if parent is None else parent["model_id"],
        "promoted": promoted,
        "reason": reason,
        "body": fit.body,
    }


def judge(press: Press, game: str, fit: models.Fit, data: Training, parent: dict[str, Any]) -> tuple[bool, str]:
    """Does the challenger beat its parent, on puzzles that the parent was not fitted on?"""
    seen_until = parent["fitted_on"]
    seen = {
        row["puzzle_id"]
        for row in data.ratings.select(["puzzle_id", "night"]).to_pylist()
        if row["night"] is None or (seen_until is not None and row["night"] <= seen_until)
    }
    unseen = np.array([identity not in seen for identity in data.ids])
    said = models.predict(parent["body"], data.features, data.names)
    return models.better(fit, said, unseen, parent["mae"])


def write(press: Press, game: str, batch: str, rows: list[dict[str, Any]], data: Training, recipe: str) -> Outcome:
    origin = Origin(
        asset=f"{game}/models",
        run_id=press.run_id,
        code_version=press_version(),
        inputs=(f"rating@{data.digest}",),
        recipe=recipe,
    )
    outcome = install(press, game, batch, {"model": rows_to_table("model", rows)}, {}, origin)
    if outcome.failed:
        raise ChecksFailed("models", game, batch, outcome)
    return outcome


def held_out(press: Press, game: str) -> dict[str, models.Fit]:
    """The fits of the newest promoted models again, with their held-out predictions, for plots."""
    fits: dict[bool, dict[str, models.Fit]] = {}
    found = {}
    for target in TARGETS:
        model = champion(press, game, target, None)
        assert model is not None
        first = model["generation"] == 0
        if first not in fits:
            fits[first] = fit_targets(training(press, game, FOUNDING if first else None))
        found[target] = fits[first][target]
    return found


def note(table: pa.Table) -> str:
    rows = table.to_pylist()
    if not rows:
        return "nothing new to learn from"
    return ", ".join(f"{row['target']} MAE {row['mae']:.2f} ({row['baseline_mae']:.2f})" for row in rows[-2:])


def _unused(*_: Any) -> Any:
    raise TypeError("models are fitted by found() and refresh(), not batch by batch")


STAGE = Stage(
    name="models",
    verb="fit",
    description="Models of interest and difficulty - LightGBM, a linear model and a hill over difficulty, blended - "
    "with held-out error beside the baseline. "
    "A refresh fits on all ratings so far and is promoted only if it beats the model in use.",
    after=("ratings", "features"),
    reads=(),
    writes=("model",),
    kinds=frozenset({"lightgbm", "parquet"}),
    make=_unused,
    note=lambda tables: note(tables["model"]),
)

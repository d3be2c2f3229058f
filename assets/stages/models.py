"""fit: models of interest and difficulty, fitted on every rating there is, promoted if they are better.

The founding models are fitted on the founding panel, a fixed collection that depends on the code and on settings, but
on no night; they exist before the first night. A refresh fits on all ratings so far, for everyone, for each skill
group and for the people who rated most, and each model must beat the one in use, on the same puzzles in the same
folds, none of which either of them had seen. Which model a night uses: see `registry`.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa

from assets.core import progress
from assets.core.stage import (
    ChecksFailed,
    Outcome,
    Press,
    Stage,
    install,
    keep,
    ready_made,
    recipe_of,
    run_stage,
)
from assets.core.stage import Facts as StageFacts
from assets.learning.presets import presets_for
from assets.learning.registry import Registry, rows_of
from assets.learning.training import Training, ratings_by_people, ratings_so_far, training
from assets.stages import candidates, features, games, ratings, verdicts
from engines.people.groups import IN_ORDER
from engines.people.preset import Preset
from engines.people.yardstick import Yardstick
from engines.rating import audiences, fitting, models
from engines.rating.audiences import Ground, Narrow
from engines.rating.curves import COUNTS, curve
from engines.rating.evaluation import Asked, scores
from engines.rating.linear import Ridge
from engines.registry import engine
from warehouse.lake import FOUNDING, Origin, Partition, rows_to_table
from warehouse.vocabulary import DIFFICULTY, EVERYONE, INTEREST, MEASURED, RATER_GROUPS, SIMULATED, TARGETS

SCORES = "scores"
PANEL = (games.STAGE, candidates.STAGE, verdicts.STAGE, features.STAGE, ratings.STAGE)  # what the first models need
FEW_PUZZLES = 150  # rated ones, below which a game borrows from others
Row = dict[str, Any]


def all_models(press: Press, game: str) -> list[Row]:
    """Every model of a game, oldest generation first."""
    return Registry.of(press, game).models


def make_founding(press: Press, game: str) -> Outcome:
    """Make sure that the founding panel and the founding models are there; cheap if they are."""
    with press.home.turn(f"found-{game}"):
        progress.current().begin("fit", game)
        with progress.heard_by(progress.current().inside()):
            for stage in PANEL:
                run_stage(stage, press, game, FOUNDING)
        began = time.monotonic()  # those have their own seconds
        data = training(press, game, FOUNDING)
        recipe = recipe_of(STAGE, game, FOUNDING, {"rating": data.digest}, fitted_by(press, game))
        outcome = keep(STAGE, press, game, FOUNDING, recipe)
        if outcome is None:
            made = ready_made(STAGE, press, game, FOUNDING, recipe)
            made = made or fit_all(press, Registry(game, [], []), data, None).tables()
            outcome = write(press, game, FOUNDING, made, data, recipe, began)
        progress.current().end("fit", game, note(outcome.tables["model"]))
    return outcome


def refresh(press: Press, game: str, today: date) -> Outcome:
    """Fit challengers on all ratings so far; promote those that beat the models in use."""
    founded = make_founding(press, game)
    with press.home.turn(f"found-{game}"):
        began = time.monotonic()
        progress.current().begin("fit", game)
        data, batch = training(press, game), today.isoformat()
        registry = Registry.of(press, game)
        made = fit_all(press, registry, data, today)
        made = made.without(set(registry.by_id))
        recipe = recipe_of(STAGE, game, batch, {"rating": data.digest}, fitted_by(press, game))
        if made.models:
            rows = earlier(press, game, batch).plus(made.rows)
            outcome = write(press, game, batch, rows.tables(), data, recipe, began)
        else:  # nothing new to learn from: the models in use were fitted on exactly these ratings
            outcome = founded
        progress.current().end("fit", game, note(outcome.tables["model"]))
    return outcome


def fitted_by(press: Press, game: str) -> StageFacts:
    """What a fit depends on: settings, and the settings of the paper, which may be another game's."""
    settings = {name: press.settings.models[name] for name in ("enough_real_ratings", "people")}
    presets = {target: asdict(preset) for target, preset in presets_for(game).items()}
    return StageFacts({**settings, "presets": presets})


@dataclass(frozen=True)
class Made:
    """Rows of the tables that a fit leaves."""

    rows: Mapping[str, list[Row]]

    @property
    def models(self) -> list[Row]:
        return self.rows["model"]

    def without(self, known: set[str]) -> Made:
        return Made({name: [row for row in rows if row["model_id"] not in known] for name, rows in self.rows.items()})

    def plus(self, other: Mapping[str, list[Row]]) -> Made:
        return Made({name: [*rows, *other.get(name, [])] for name, rows in self.rows.items()})

    def tables(self) -> dict[str, pa.Table]:
        return {name: rows_to_table(name, rows) for name, rows in self.rows.items()}


NOTHING = Made({"model": [], "model_item": [], "model_score": [], "learning_curve": []})


Fits = dict[str, tuple[models.Fit, Training, str]]  # by target, with the model's id


def fit_all(press: Press, registry: Registry, data: Training, today: date | None) -> Made:
    """Models of both targets for everyone, the groups and the people who rated most, fitted in one worker and judged
    in several: other games' are fitted beside it."""
    upward = {target: rising(registry.game, target) for target in IN_ORDER}
    beside = Beside(upward, lent(press, registry.game, today), engine(registry.game).yardstick)
    made, fits = press.compute.apart(fit_targets, press, registry, data, today, beside)
    return made.plus(evaluated(press, registry.game, fits))


@dataclass(frozen=True)
class Beside:
    """What a fit knows beside the ratings: which way features must go, by target, how other games' hills lie, and how
    hard the game is by its yardstick."""

    rising: Mapping[str, Mapping[str, int]]
    elsewhere: Ridge | None
    yardstick: Yardstick | None


def fit_targets(
    press: Press, registry: Registry, data: Training, today: date | None, beside: Beside
) -> tuple[Made, Fits]:
    """The models of both targets; the task that a worker does."""
    known, by_people = data.ratings.num_rows, 0
    if today is not None:
        known, by_people = ratings_so_far(press, registry.game), ratings_by_people(press, registry.game)
    fitter = Fitter(press, registry, today, known, by_people)
    fits: Fits = {}
    made = NOTHING
    for target in IN_ORDER:
        yardstick = beside.yardstick if target == DIFFICULTY else None
        known_otherwise = target == INTEREST or yardstick is not None  # by parts that are seen, or by the yardstick
        rated = data.of(target, press.settings.models["enough_real_ratings"], known=known_otherwise)
        same = DIFFICULTY in fits and rated.ids == fits[DIFFICULTY][1].ids
        lean = fits[DIFFICULTY][0] if same else None
        held = folds_of(fits) or fitter.folds_in_use(target)
        given = rated.given(target)
        if yardstick is not None and not rated.real():
            fit = models.by_yardstick(target, rated.names, rated.features, given, rated.ids, yardstick, held=held)
        else:
            fit = models.fit(
                target,
                rated.names,
                rated.features,
                given,
                rated.ids,
                difficulty=lean,
                rising=beside.rising[target],
                elsewhere=beside.elsewhere if lean and len(rated.ids) < FEW_PUZZLES else None,
                yardstick=yardstick,
                held=held,
            )
        model_id, rows = fitter.everyone(fit, rated)
        made = made.plus(rows)
        fits[target] = fit, rated, model_id
        if not fit.taught:  # nobody knows yet how groups and people depart from it
            continue
        difficulty, _, difficulty_id = fits[DIFFICULTY]
        ground = audiences.ground(fit, felt(fit, difficulty, rated), difficulty, rated.features)
        made = made.plus(fitter.narrower(ground, rated, model_id, difficulty_id).rows)
    return made, fits


def evaluated(press: Press, game: str, fits: Mapping[str, tuple[models.Fit, Training, str]]) -> dict[str, list[Row]]:
    """How good everyone's models are beside what they have to beat, and how good they would be with fewer ratings."""
    asked = {
        target: Asked(rated.names, rated.features, rated.ids, rated.lengths, rated.families, rated.given(target))
        for target, (_, rated, _) in fits.items()
    }
    fitted = {target: fit for target, (fit, _, _) in fits.items()}
    found: dict[str, list[Row]] = {"model_score": [], "learning_curve": []}
    tasks = [(what, asked, fitted, presets_for(game)) for what in (SCORES, *COUNTS)]
    for (what, *_), judged in zip(tasks, press.compute.run(evaluate, tasks, pool=True), strict=True):
        table = "model_score" if what == SCORES else "learning_curve"
        for target, rows in judged.items():
            head = {"model_id": fits[target][2], "game": game}
            found[table] += [head | {name: known(value) for name, value in vars(row).items()} for row in rows]
    return found


def evaluate(
    what: str, asked: Mapping[str, Asked], fits: Mapping[str, models.Fit], presets: Mapping[str, Preset]
) -> Mapping[str, list[Any]]:
    """One part of the evaluation: the scores, or the learning curve over something."""
    return scores(asked, fits, presets) if what == SCORES else curve(what, asked, fits)


def known(value: Any) -> Any:
    """NaN is for what cannot be said, which in a table is nothing."""
    return None if isinstance(value, float) and np.isnan(value) else value


def folds_of(fits: Mapping[str, tuple[models.Fit, Training, str]]) -> dict[str, int]:
    """The folds that puzzles are in already: both targets hold the same ones out together."""
    return {
        name: int(fold) for fit, rated, _ in fits.values() for name, fold in zip(rated.ids, fit.fold, strict=True)
    }


def felt(fit: models.Fit, difficulty: models.Fit, rated: Training) -> fitting.HeldOut:
    """The predicted difficulty of the puzzles that a fit is of, without their own ratings of difficulty.

    Where not the same puzzles were rated for both, all of the difficulty model's predictions will have to do.
    """
    if len(difficulty.fold) == len(fit.fold) and np.array_equal(difficulty.fold, fit.fold):
        return difficulty.nested
    predicted = models.predict(difficulty, rated.features)
    return fitting.HeldOut(predicted, np.tile(predicted, (fit.folds, 1)))


def lent(press: Press, game: str, today: date | None) -> Ridge | None:
    """How interest follows difficulty in the other games, by the models that were in use before today.

    The founding models are the game's own: they must not depend on what else has been made.
    """
    if today is None:
        return None
    found = []
    for other in (name for name in press.settings.games if name != game):
        registry = Registry.of(press, other)
        used = [registry.champion(target, EVERYONE, today) for target in IN_ORDER]
        said = [
            {row["puzzle_id"]: row["observed"] for row in rows_of(press, "model_item", row)} for row in used if row
        ]
        if len(said) == len(IN_ORDER) and (both := sorted(said[0].keys() & said[1].keys())):
            found.append([np.array([values[name] for name in both]) for values in said])
    return fitting.hill_elsewhere([(difficulty, interest) for difficulty, interest in found])


def rising(game: str, target: str) -> dict[str, int]:
    """The features of which the literature is sure that more of it is harder (1) or easier (-1)."""
    if target != "difficulty":
        return {}
    return {feature.name: feature.harder for feature in engine(game).features if feature.harder}


@dataclass(frozen=True)
class Fitter:
    """Turns fits into rows, each judged against the model that it would replace."""

    press: Press
    registry: Registry
    today: date | None
    known: int  # ratings that there are, used or not
    by_people: int  # those of them that people gave

    @property
    def game(self) -> str:
        return self.registry.game

    def folds_in_use(self, target: str) -> dict[str, int]:
        """The fold of each puzzle that the model in use was fitted on: they stay, so that errors compare."""
        parent = self.registry.champion(target)
        return {} if parent is None else {name: row["fold"] for name, row in self.seen(parent).items()}

    def seen(self, model: Row) -> dict[str, Row]:
        """What a model said of the puzzles that it was fitted on, by a fit without them."""
        return {row["puzzle_id"]: row for row in rows_of(self.press, "model_item", model)}

    def everyone(self, fit: models.Fit, rated: Training) -> tuple[str, dict[str, list[Row]]]:
        """The rows of everyone's model, with its id."""
        one = Judged(
            fit,
            EVERYONE,
            np.arange(fit.items),
            fit.body,
            fit.settings,
            rated.provenance_of() if fit.taught else MEASURED,
            rated.real(),
            None,
            None,
        )
        return self.rows(one, rated, fit.fold)

    def narrower(self, ground: Ground, rated: Training, everyone_id: str, difficulty_id: str) -> Made:
        """The rows of the groups, then of people."""
        members = {name: rated.given(ground.target, name) for name in RATER_GROUPS}
        groups = audiences.groups(ground, {name: given for name, given in members.items() if len(given)})
        made, ids = NOTHING, {}
        for name, narrow in groups.items():
            inside = {rater for rater, group in rated.groups.items() if group == name}
            one = self.judged(narrow, ground, rated, everyone_id, difficulty_id, inside)
            ids[name], rows = self.rows(one, rated, ground.fold)
            made = made.plus(rows)
        number = {name: place for place, name in enumerate(rated.raters)}
        wanted = busiest(rated, self.press.settings.models["people"])
        group_of = {number[name]: groups[group] for name, group in rated.groups.items() if group in groups}
        given = rated.given(ground.target)
        for name, narrow in audiences.people(ground, given, group_of, {number[who]: who for who in wanted}).items():
            above = ids.get(rated.groups.get(name, ""), everyone_id)
            one = self.judged(narrow, ground, rated, above, difficulty_id, {name})
            made = made.plus(self.rows(one, rated, ground.fold)[1])
        return made

    def judged(
        self, narrow: Narrow, ground: Ground, rated: Training, above: str, difficulty: str, who: set[str]
    ) -> Judged:
        """A narrower audience's model; it counts as simulated if what it corrects is."""
        found = {rated.provenance_of(), rated.provenance_of(who)}
        provenance = SIMULATED if SIMULATED in found else rated.provenance_of(who)
        body = narrow.body(ground, above, difficulty)
        settings = vars(narrow.correction.kinship)
        real, mae = rated.real(who), narrow.above_mae
        return Judged(narrow, narrow.audience, narrow.places, body, settings, provenance, real, above, mae)

    def rows(self, one: Judged, rated: Training, fold: np.ndarray) -> tuple[str, dict[str, list[Row]]]:
        parent = self.registry.champion(one.fit.target, one.audience)
        ids = [rated.ids[place] for place in one.places]
        promoted, reason = self.judge(one, ids, rated, parent)
        digest = hashlib.sha256(f"{rated.digest}{one.body}".encode()).hexdigest()[:8]
        model_id = f"{self.game}-{one.fit.target}-{one.audience}-{digest}"
        fit = one.fit
        row = {
            "model_id": model_id,
            "game": self.game,
            "audience": one.audience,
            "target": fit.target,
            "generation": 0 if self.today is None else 1 + max(row["generation"] for row in self.registry.models),
            "fitted_on": self.today,
            "provenance": one.provenance,
            "items": fit.items,
            "ratings": fit.ratings,
            "real_ratings": one.real,
            "known_ratings": self.known,
            "people_ratings": self.by_people,
            "data_digest": rated.digest,
            "settings": json.dumps(one.settings, sort_keys=True),
            "mae": fit.mae,
            "baseline_mae": fit.baseline_mae,
            "above": one.above,
            "above_mae": one.above_mae,
            "rank_correlation": None if np.isnan(fit.rank_correlation) else fit.rank_correlation,
            "interval": fit.interval,
            "importances": fit.importances,
            "parent": None if parent is None else parent["model_id"],
            "promoted": promoted,
            "reason": reason,
            "body": one.body,
        }
        items = zip(ids, fold[one.places], fit.observed, fit.variance, fit.held_out, strict=True)
        return model_id, {
            "model": [row],
            "model_item": [
                {
                    "model_id": model_id,
                    "game": self.game,
                    "puzzle_id": name,
                    "fold": int(own),
                    "observed": float(observed),
                    "variance": float(variance),
                    "held_out": float(said),
                }
                for name, own, observed, variance, said in items
            ],
        }

    def judge(self, one: Judged, ids: list[str], rated: Training, parent: Row | None) -> tuple[bool, str]:
        """Is it worth being used?"""
        if parent is None and one.above is None:
            what = "the yardstick, which no rating has taught" if one.provenance == MEASURED else "the founding model"
            return True, f"promoted: {what}, without which no night can be rated"
        first = parent is not None and (parent["provenance"], one.fit.target) == (SIMULATED, INTEREST)
        if first and one.provenance != SIMULATED:  # what people say is not held against what was made up
            if one.above is None:
                return True, "promoted: the first that people taught"
            parent = None
        said = None if parent is None else self.said_by(parent, ids, rated.features[one.places], rated.names)
        beside = one.fit.baseline_mae if one.above_mae is None else one.above_mae
        what = "predicting the mean" if one.above_mae is None else "the wider audience's model"
        return models.better(one.fit.held_out, one.fit.observed, (what, beside), said)

    def said_by(self, model: Row, ids: list[str], table: np.ndarray, names: list[str]) -> np.ndarray | None:
        """What a model says of puzzles that it has not seen: where it was fitted on one, by a fit without it, and
        where only the wider audience had rated one, from what that one's fit without it says.

        None if it cannot be used any more, because a feature that it needs is not measured now.
        """
        try:
            said = self.registry.predict(model, table, names)
            if model["above"] in self.registry.by_id:
                known = self.said_by(self.registry.by_id[model["above"]], ids, table, names)
                said = said if known is None else self.registry.corrected(model, known, table, names)
        except ValueError:
            return None
        seen = self.seen(model)
        pairs = zip(ids, said, strict=True)
        return np.array([seen[name]["held_out"] if name in seen else value for name, value in pairs])


@dataclass(frozen=True)
class Judged:
    """A fit with what its row needs beside it."""

    fit: models.Fit | Narrow
    audience: str
    places: np.ndarray
    body: str
    settings: Mapping[str, Any]
    provenance: str
    real: int  # ratings that people gave
    above: str | None
    above_mae: float | None


def busiest(rated: Training, most: int) -> list[str]:
    """Those who rated most, at most so many."""
    count = Counter(rated.ratings.column("rater_id").to_pylist())
    return sorted(count, key=lambda name: (-count[name], name))[:most]


def earlier(press: Press, game: str, batch: str) -> Made:
    """What was fitted earlier on the same day."""
    tables = {name: press.lake.read_or_none(Partition(name, batch, game)) for name in STAGE.writes}
    return Made({name: [] if table is None else table.to_pylist() for name, table in tables.items()})


def write(
    press: Press, game: str, batch: str, made: Mapping[str, pa.Table], data: Training, recipe: str, began: float
) -> Outcome:
    origin = Origin(
        asset=f"{game}/models",
        run_id=press.run_id,
        code_version=STAGE.code_version(game),
        inputs=(f"rating@{data.digest}",),
        recipe=recipe,
    )
    outcome = install(press, game, batch, made, {}, origin, began)
    if outcome.failed:
        raise ChecksFailed("models", game, batch, outcome)
    return outcome


def note(table: pa.Table) -> str:
    rows = table.to_pylist()
    newest = max((row["generation"] for row in rows), default=0)
    rows = [row for row in rows if row["audience"] == EVERYONE and row["generation"] == newest]
    if not rows:
        return "nothing new to learn from"
    rows.sort(key=lambda row: TARGETS.index(row["target"]))
    return ", ".join(
        f"{row['target']} measured"
        if row["provenance"] == MEASURED
        else f"{row['target']} MAE {row['mae']:.2f} ({row['baseline_mae']:.2f})"
        for row in rows
    )


def _unused(*_: Any) -> Any:
    raise TypeError("models are fitted by make_founding() and refresh(), not batch by batch")


STAGE = Stage(
    name="models",
    verb="fit",
    description="Models of interest and difficulty for everyone - LightGBM, a linear model and a hill over "
    "difficulty, blended - and, as corrections of it, for each skill group and for the people who rated most; with "
    "held-out errors. A refresh fits on all ratings so far and is promoted only if it beats the model in use.",
    after=("ratings", "players", "features"),
    reads=(),
    writes=tuple(NOTHING.rows),
    kinds=frozenset({"lightgbm", "parquet"}),
    make=_unused,
    note=lambda tables: note(tables["model"]),
)

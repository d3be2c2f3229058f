"""The registry of models: which there are, which one is in use, and how that is changed by hand.

Which model a night uses follows from the night alone. A model that was promoted when it was fitted counts from the
day after; the founding models count from the start. A decision by hand - `promote` this one, or `rollback` to the one
before - counts from the night that it names. Decisions pile up: whatever was promoted last is in use, and a roll-back
takes the topmost off again. Models are never deleted or changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow.compute as pc

from assets.core.sources import press_version
from assets.core.stage import ChecksFailed, Press, install
from engines.rating import models, order
from engines.rating.measured import UNPROVED, trust
from engines.rating.models import Contributions
from warehouse.digest import content_digest
from warehouse.lake import FOUNDING, SO_FAR, Lake, Origin, Partition, rows_to_table
from warehouse.vocabulary import (
    AUDIENCES,
    DECISIONS,
    DIFFICULTY,
    EVERYONE,
    INTEREST,
    MEASURED,
    RATER_GROUPS,
    SIMULATED,
    TARGETS,
)

PROMOTE, ROLLBACK = DECISIONS
AUDIENCE = EVERYONE  # for whom a night predicts and chooses where nobody else is named
Row = dict[str, Any]
Change = tuple[tuple[Any, ...], str, str]
Moment = tuple[Any, ...]  # the night that something counts from, the generation, the number of the decision
FIRST: Moment = (date.min, 0, 0)


class BadDecision(ValueError):
    """A promotion or roll-back that makes no sense; the message says why."""


@dataclass(frozen=True)
class Registry:
    """Every model of a game, oldest generation first, and every decision by hand, in order."""

    game: str
    models: list[Row]
    decisions: list[Row]

    @classmethod
    def of(cls, press: Press, game: str) -> Registry:
        """They are all in the lake of the nights."""
        lake = Lake(press.home.lake)
        rows = lake.read_all("model", game).to_pylist()
        rows.sort(key=lambda row: (row["generation"], row["model_id"]))
        decided = lake.read_all("promotion", game).to_pylist()
        return cls(game, rows, sorted(decided, key=lambda row: row["number"]))

    @cached_property
    def by_id(self) -> Mapping[str, Row]:
        return {row["model_id"]: row for row in self.models}

    @cached_property
    def bodies(self) -> Mapping[str, str]:
        return {row["model_id"]: row["body"] for row in self.models}

    def predict(self, model: Row, table: np.ndarray, names: Sequence[str]) -> np.ndarray:
        """What a model says, whatever its audience."""
        return models.predict(model["body"], table, names, self.bodies)

    def corrected(self, model: Row, known: np.ndarray, table: np.ndarray, names: Sequence[str]) -> np.ndarray:
        """What a narrower audience's model makes of what is known of the wider one."""
        return models.correct(model["body"], known, table, names, self.bodies)

    def used(self, audience: str = EVERYONE, night: date | None = None) -> Used | None:
        """The models in use for an audience; None if it has none of its own. For a target that it has no model of,
        those of the wider audience are used."""
        own = [row for target in TARGETS if (row := self.champion(target, audience, night))]
        if not own:
            return None
        wider = (audience, *self._above(own[0]), EVERYONE)
        found = {target: self.first_of(target, wider, night) for target in TARGETS}
        complete = {target: row for target, row in found.items() if row is not None}
        if len(complete) < len(TARGETS):
            return None
        skilled = self.by_skill(night) if audience in RATER_GROUPS else ()
        return Used(self, audience, complete, skilled, self.people_ratings(night))

    def first_of(self, target: str, wider: Sequence[str], night: date | None) -> Row | None:
        """The model of the first audience that has one, the narrowest first. What only simulated raters say of a
        group does not stand before what people say, be it everyone."""
        found = [row for name in wider if (row := self.champion(target, name, night))]
        by_people = [row for row in found if row["provenance"] != SIMULATED]
        return next(iter(by_people or found), None)

    def people_ratings(self, night: date | None = None) -> int:
        """How many ratings of interest by people everyone's models had learned from by a night, in use or not."""
        found = (
            row["real_ratings"] or 0
            for row in self.models
            if (row["target"], row["audience"]) == (INTEREST, EVERYONE)
            and (night is None or counts_from(row) <= night)
        )
        return max(found, default=0)

    def by_skill(self, night: date | None) -> tuple[Row, ...]:
        """The models of difficulty in use for each of `AUDIENCES`: everyone's where a group has none."""
        everyone = self.champion(DIFFICULTY, EVERYONE, night)
        found = [self.champion(DIFFICULTY, name, night) or everyone for name in AUDIENCES]
        return tuple(row for row in found if row is not None)

    def wider(self, audience: str) -> str:
        """The audience that one is part of, by its newest model, in use or not; everyone if nothing is known."""
        own = [row for row in self.models if row["audience"] == audience]
        return next(iter(self._above(own[-1])), EVERYONE) if own else EVERYONE

    def _above(self, model: Row) -> list[str]:
        """The audience that a model's audience is part of."""
        above = self.by_id.get(model["above"])
        return [above["audience"]] if above else []

    def pile(self, target: str, audience: str = EVERYONE, night: date | None = None) -> list[Row]:
        """The models that were promoted and not rolled back, the one in use last; for a night, or as of now."""
        return [model for _, model in self.piled(target, audience, night)]

    def piled(self, target: str, audience: str = EVERYONE, night: date | None = None) -> list[tuple[Moment, Row]]:
        """The same, each with when it came: the night it counts from, the generation, the number of the decision."""
        pile: list[tuple[Moment, str]] = []
        for moment, what, model_id in sorted(self.changes(target, audience, night)):
            names = [name for _, name in pile]
            if what == PROMOTE:
                pile.append((moment[:3], model_id))
            elif model_id in names:
                del pile[len(names) - 1 - names[::-1].index(model_id)]
        return [(moment, self.by_id[name]) for moment, name in pile if name in self.by_id]

    def champion(self, target: str, audience: str = EVERYONE, night: date | None = None) -> Row | None:
        """The model in use."""
        pile = self.pile(target, audience, night)
        return pile[-1] if pile else None

    def changes(self, target: str, audience: str, night: date | None = None) -> list[Change]:
        """What changed which model is in use, each with when: the night it counts from, then the order of events."""
        mine = (target, audience)
        found: list[Change] = [
            ((counts_from(row), row["generation"], 0, row["model_id"]), PROMOTE, row["model_id"])
            for row in self.models
            if row["promoted"] and (row["target"], row["audience"]) == mine
        ]
        found += [
            ((row["from_night"], row["generation"], row["number"], ""), row["what"], row["model_id"])
            for row in self.decisions
            if (row["target"], row["audience"]) == mine
        ]
        return [change for change in found if night is None or change[0][0] <= night]

    def kinds(self) -> list[tuple[str, str]]:
        """Every audience that has or had a model, with its targets; everyone and the groups first."""
        found = {(row["audience"], row["target"]) for row in self.models}
        places = {name: place for place, name in enumerate((EVERYONE, *RATER_GROUPS))}
        return sorted(found, key=lambda kind: (places.get(kind[0], len(places)), kind[0], -TARGETS.index(kind[1])))


@dataclass(frozen=True)
class Used:
    """The models that rate puzzles for an audience, by target.

    A group's difficulty is kept in order with the other groups': `by_skill` are their models."""

    registry: Registry
    audience: str
    models: Mapping[str, Row]
    by_skill: tuple[Row, ...] = ()
    people_ratings: int = 0  # ratings of interest by people that there were

    @property
    def trust(self) -> float:
        """How far the predicted interest decides what a puzzle is worth: the more puzzles people have rated, the
        more; not at all while simulated raters are behind it."""
        model = self.models[INTEREST]
        while (above := self.registry.by_id.get(model["above"])) is not None:
            model = above
        return 0.0 if SIMULATED in (model["provenance"], self.rests_on(INTEREST)) else trust(model["items"])

    def predict(self, target: str, table: np.ndarray, names: Sequence[str]) -> np.ndarray:
        if target != DIFFICULTY or not self.by_skill:
            return self.registry.predict(self.models[target], table, names)
        told = self.told_by_skill(table, names)
        return order.taken(told, order.whose(told, self.audience))

    def difficulty_for_everyone(self, table: np.ndarray, names: Sequence[str]) -> np.ndarray:
        """How difficult puzzles are for everyone, whatever the audience, as far as that is known."""
        model = self.by_skill[0] if self.by_skill else self.models[DIFFICULTY]
        return self.registry.predict(model, table, names)

    def bounds(
        self,
        target: str,
        value: np.ndarray,
        table: np.ndarray,
        names: Sequence[str],
        unproved: np.ndarray | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Ends of the intervals around predictions; `unproved` are puzzles whose proof has not ended."""
        model = self.models[target]
        half = model["interval"] * (1.0 if unproved is None else np.where(unproved, UNPROVED, 1.0))
        return models.intervals(model["body"], value, half, table, names, self.registry.bodies)

    def told_by_skill(self, table: np.ndarray, names: Sequence[str]) -> np.ndarray:
        """How difficult each of `AUDIENCES` finds the puzzles, by its model alone."""
        return np.stack([self.registry.predict(model, table, names) for model in self.by_skill])

    def contributions(self, table: np.ndarray, names: Sequence[str]) -> dict[str, Contributions]:
        """What the features add to what the models say, by target."""

        def of(model: Row) -> Contributions:
            return models.contributions(model["body"], table, names, self.registry.bodies)

        found = {target: of(model) for target, model in self.models.items()}
        if self.by_skill:
            rows = order.whose(self.told_by_skill(table, names), self.audience)
            needed = {AUDIENCES.index(self.audience), *rows.tolist()}
            told = {row: of(self.by_skill[row]) for row in sorted(needed)}
            found[DIFFICULTY] = order.merged(told, rows, self.audience)
        return found

    @property
    def ids(self) -> dict[str, str]:
        return {target: model["model_id"] for target, model in self.models.items()}

    @property
    def provenance(self) -> str:
        """Where the ratings behind the models come from; simulated ones behind either mark both."""
        found = [self.rests_on(target) for target in TARGETS if self.rests_on(target) != MEASURED]
        return SIMULATED if SIMULATED in found else found[0]

    def rests_on(self, target: str) -> str:
        """What the predictions of a target rest on: ratings of some provenance, or measures alone."""
        return str(self.models[target]["provenance"])


def champion(press: Press, game: str, target: str, night: date | None, audience: str = AUDIENCE) -> Row | None:
    """The model in use for a night; with no night, as of now."""
    return Registry.of(press, game).champion(target, audience, night)


def rows_of(press: Press, table: str, model: Row) -> list[Row]:
    """What was kept of a model's cross-validation and evaluation; nothing for a model of an earlier version."""
    batch = FOUNDING if model["fitted_on"] is None else model["fitted_on"].isoformat()
    found = press.lake.read_or_none(Partition(table, batch, model["game"]))
    if found is None:
        return []
    rows: list[Row] = found.filter(pc.equal(found.column("model_id"), model["model_id"])).to_pylist()
    return rows


def counts_from(model: Row) -> date:
    """The first night for which a model is used that was promoted when fitted."""
    fitted: date | None = model["fitted_on"]
    return date.min if fitted is None else fitted + timedelta(days=1)


# Decisions by hand.


def next_night(press: Press, game: str, today: date) -> date:
    """The first night that a decision can still count for: tonight, unless that has been rated already."""
    made = press.lake.stamp(Partition("prediction", today.isoformat(), game)) is not None
    return today + timedelta(days=1) if made else today


def promote(press: Press, game: str, model_id: str, why: str, today: date) -> Row:
    """Take a model into use, whatever the refresh said of it."""
    with press.home.turn(f"found-{game}"):
        registry = Registry.of(press, game)
        model = registry.by_id.get(model_id)
        if model is None:
            raise BadDecision(f"there is no model {model_id!r} of {game}")
        if registry.champion(model["target"], model["audience"]) == model:
            raise BadDecision(f"{model_id} is in use already")
        return _decide(press, registry, PROMOTE, [model], why, today)[0]


def rollback(
    press: Press, game: str, why: str, today: date, audience: str | None = None, target: str | None = None
) -> list[Row]:
    """Take the models that came into use last out again, so that those before them are: what one refresh or one
    decision brought, of all audiences and targets or of those that are named.

    Everyone's first model stays: without it no night can be rated.
    """
    with press.home.turn(f"found-{game}"):
        registry = Registry.of(press, game)
        kinds = [kind for kind in registry.kinds() if audience in (None, kind[0]) and target in (None, kind[1])]
        if not kinds:
            raise BadDecision(f"{game} has no models" + (f" for {audience}" if audience else ""))
        piles = [(kind[0], registry.piled(kind[1], kind[0])) for kind in kinds]
        tops = [pile[-1] for who, pile in piles if len(pile) > 1 or (pile and who != EVERYONE)]
        last = max((moment for moment, _ in tops), default=FIRST)
        if last <= FIRST:
            raise BadDecision(f"there is nothing to go back to: {game} has its first models in use")
        return _decide(press, registry, ROLLBACK, [model for moment, model in tops if moment == last], why, today)


def _decide(press: Press, registry: Registry, what: str, chosen: list[Row], why: str, today: date) -> list[Row]:
    """Write a decision down. It counts from the next night that can still be changed, but not before anything that
    was decided earlier does."""
    kinds = {(model["target"], model["audience"]) for model in chosen}
    earlier = [moment[0] for kind in kinds for moment, _, _ in registry.changes(*kind)]
    night = max([next_night(press, registry.game, today), *earlier])
    newest = max(row["generation"] for row in registry.models)
    fresh = [
        {
            "game": registry.game,
            "number": len(registry.decisions) + place,
            "what": what,
            "model_id": model["model_id"],
            "audience": model["audience"],
            "target": model["target"],
            "from_night": night,
            "generation": newest,
            "why": why,
        }
        for place, model in enumerate(chosen, 1)
    ]
    table = rows_to_table("promotion", [*registry.decisions, *fresh])
    digest = content_digest(table)
    origin = Origin(f"{registry.game}/models", press.run_id, press_version(), (f"decision={what}",), digest)
    outcome = install(press, registry.game, SO_FAR, {"promotion": table}, {}, origin)
    if outcome.failed:
        raise ChecksFailed("models", registry.game, SO_FAR, outcome)
    return fresh

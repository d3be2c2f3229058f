"""Which settings decide which stages: a change of one makes those anew and no others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from assets.core.settings import Settings
from assets.core.stage import Press
from assets.graph.assets import NIGHT_STAGES
from assets.stages import models, standings
from assets.stages.models import fitted_by
from tests.conftest import NIGHT
from warehouse.lake import FOUNDING

EVERYWHERE = "games candidates ratings selection"
NOTHING = ""

# The setting, a value that it does not have, and the stages that it decides: of a night, of the founding panel.
CASES: tuple[tuple[str, Any, str, str], ...] = (
    ("seed", 7, EVERYWHERE, "games candidates ratings"),
    ("timezone", "Asia/Tokyo", NOTHING, NOTHING),
    ("workers", 3, NOTHING, NOTHING),
    ("nightly", {"pick-5": 60}, "candidates", "candidates"),
    ("nightly", {"pick-5": 61, "pick-8": 60}, "candidates", NOTHING),
    ("generation", {"pick-*": {"highest": 8}}, "candidates", "candidates"),
    ("generation", {"tsd-*": {"noise": (0.0, 0.1)}}, NOTHING, NOTHING),
    ("proof.limit", 7, "verdicts", "verdicts"),
    ("survey.raters", 7, "ratings", "ratings"),
    ("survey.per_variant", 7, "ratings", NOTHING),
    ("survey.founding_per_variant", 17, NOTHING, "candidates ratings"),
    ("survey.questions", 7, "questions", NOTHING),
    ("models.refresh_after_ratings", 7, NOTHING, NOTHING),
    ("models.enough_real_ratings", 7, "models", "models"),
    ("models.people", 7, "models", "models"),
    ("selection.per_group", 7, "selection", NOTHING),
    ("selection.least_interest", 1.5, "selection", NOTHING),
    ("selection.hill", 0.7, "selection", NOTHING),
    ("selection.surprise", 0.7, "selection", NOTHING),
    ("selection.variety", 0.7, "selection", NOTHING),
    ("selection.spread", 0.7, "selection", NOTHING),
    ("selection.price", 0.7, "selection", NOTHING),
    ("selection.flash", 7, "selection", NOTHING),
    ("selection.practice", 7, "selection", NOTHING),
    ("selection.survey", 7, "selection", NOTHING),
    ("selection.levels", {"*": [2.0, 3.0]}, "predictions selection", NOTHING),
    ("selection.levels.tspin", [2.0, 4.0], NOTHING, NOTHING),
    ("selection.audiences.easy", "advanced", "selection", NOTHING),
    ("selection.variants", {"pick-5": {"per_group": 7}}, "selection", NOTHING),
    ("selection.variants", {"pick-5": {"size": 7}}, NOTHING, NOTHING),
    ("selection.variants", {"tsd-*": {"per_group": 7}}, NOTHING, NOTHING),
    ("sets.tonight", 7, NOTHING, NOTHING),
    ("sets.curated", 7, NOTHING, NOTHING),
    ("sets.pool", 7, NOTHING, NOTHING),
    ("release.base_url", "https://example.org", NOTHING, NOTHING),
    ("drift.psi", 0.7, "drift", NOTHING),
    ("drift.shift", 0.7, "drift", NOTHING),
    ("drift.worse", 0.7, "drift", NOTHING),
    ("drift.chance", 0.007, "drift", NOTHING),
    ("referee.seconds", 7, NOTHING, NOTHING),
    ("play.most", 3, "candidates", "candidates"),
    ("play.games", {"pick/first": {"count": 7}}, "games", "games"),
    ("play.games.tspin/beam", {"count": 7}, NOTHING, NOTHING),
    ("play.weights", {"tspin/beam": "0" * 12}, NOTHING, NOTHING),
    ("player.idle_hours", 7, NOTHING, NOTHING),
    ("scale", 2.0, "games candidates", NOTHING),
)


def with_value(settings: Settings, name: str, value: Any) -> Settings:
    """The settings with another value for one of them: "selection.levels.tspin"."""
    section, *keys = name.split(".")
    return replace(settings, **{section: put(getattr(settings, section), keys, value)})


def put(there: Any, keys: list[str], value: Any) -> Any:
    if not keys:
        return value
    return {**there, keys[0]: put(there.get(keys[0], {}), keys[1:], value)}


def told(press: Press, batch: str) -> dict[str, Mapping[str, Any]]:
    """What each stage's recipe says of the settings and of what else there is."""
    found = {stage.name: stage for stage in (*NIGHT_STAGES, standings.STAGE)}
    if batch == FOUNDING:
        found = {stage.name: stage for stage in models.PANEL}
    facts = {name: stage.facts(press, "pick", batch).values for name, stage in found.items()}
    return {**facts, "models": fitted_by(press, "pick").values}


@pytest.mark.parametrize("batch", [NIGHT, FOUNDING])
def test_a_setting_makes_anew_what_it_decides(press: Press, folder: Path, batch: str) -> None:
    before = told(press, batch)
    for name, value, *anew in CASES:
        changed = replace(press, settings=with_value(press.settings, name, value))
        after = told(changed, batch)
        assert {stage for stage in after if after[stage] != before[stage]} == set(anew[batch == FOUNDING].split()), (
            f"{name} = {value}"
        )


def test_every_setting_is_in_the_table(press: Press) -> None:
    tried = {name for name, *_ in CASES}
    for section in fields(Settings):
        values = getattr(press.settings, section.name)
        if section.name in tried or section.name in ("player", "release"):
            continue
        assert {f"{section.name}.{key}" for key in values} <= tried | {"selection.audiences"}

"""The papers' figures: consistent with themselves, each with its source, and settings that LightGBM takes."""

from __future__ import annotations

from dataclasses import fields

import lightgbm
import numpy as np
import pytest

from engines.people.survey import Both, Figure, Survey
from engines.puyo.people.presets import READS_ALL, READS_EARLIER
from engines.registry import GAMES, engine
from engines.tspin.people import presets
from tests.engines.rating.games import SURVEYS
from tests.engines.rating.surveys import CHOSEN_FOR

PRESETS = {preset.name: preset for survey in SURVEYS.values() for preset in survey.presets.values()}


@pytest.mark.parametrize("survey", SURVEYS.values(), ids=lambda survey: survey.name)
class TestSurveys:
    def test_parts_add_up(self, survey: Survey):
        assert sum(survey.variants.values()) == survey.items
        counts = list(survey.who.values())
        assert None in counts or sum(counts) == survey.raters

    def test_it_is_of_a_game_and_of_families_that_we_make(self, survey: Survey):
        assert survey.game in GAMES
        ours = engine(survey.game).variants
        assert all(any(name == own or own.startswith(f"{name}-") for own in ours) for name in survey.variants)

    def test_every_figure_has_a_source_and_is_possible(self, survey: Survey):
        paper = survey.source.split(",")[0]
        given = [getattr(survey, field.name) for field in fields(survey)]
        for figure in [*(one for one in given if isinstance(one, (Both, Figure))), *survey.errors]:
            assert figure.source.startswith(f"{paper}, ")
        for both in (survey.mean, survey.highest):
            assert both is None or survey.scale.has(np.array([both.interest, both.difficulty])).all()
        for figure in (survey.correlation, survey.pairs_least, survey.pairs_most):
            assert figure is None or -1.0 <= figure.value <= 1.0
        if survey.alone_mean and survey.alone_best and survey.alone_worst:
            for target in ("interest", "difficulty"):
                found = [getattr(each, target) for each in (survey.alone_best, survey.alone_mean, survey.alone_worst)]
                assert found == sorted(found)


def test_puzzles_were_chosen_in_three_ways_for_two_groups():
    assert {(chosen.group, chosen.way) for chosen in CHOSEN_FOR} == {
        (group, way) for group in ("beginner", "regular") for way in ("personal", "group", "random")
    }


@pytest.mark.parametrize(
    ("game", "sources", "reads"),
    [
        ("tspin", {"T-spin thesis, 5.2.2"}, presets.READS_TWO),
        ("puyo", {"Nazo Puyo paper, 5.2.1"}, READS_EARLIER),
        ("puyo", {"Nazo Puyo paper, 5.2.1", "Nazo Puyo paper, 5.2.2"}, READS_ALL),
    ],
)
def test_the_papers_own_features_are_those_that_say_so(game: str, sources: set[str], reads: tuple[str, ...]):
    assert [feature.name for feature in engine(game).features if feature.source in sources] == list(reads)
    assert len(presets.READS_ONE) == 14


@pytest.mark.parametrize("name", PRESETS)
def test_lightgbm_takes_the_settings(name: str):
    rng = np.random.default_rng(1)
    features = rng.normal(size=(42, 5))
    target = features[:, 0] + 3.0
    preset = PRESETS[name]
    booster = lightgbm.train(
        preset.parameters() | {"verbose": -1, "num_threads": 1, "seed": 1},
        lightgbm.Dataset(features, target),
        num_boost_round=preset.rounds or 100,
    )
    used = booster.dump_model()["tree_info"]
    assert max(tree["num_leaves"] for tree in used) <= preset.leaves
    assert np.corrcoef(booster.predict(features), target)[0, 1] > 0.7
    assert f"[learning_rate: {preset.learning_rate:g}]" in booster.model_to_string()
    assert f"[feature_fraction: {preset.feature_fraction:g}]" in booster.model_to_string()
    assert f"[min_data_in_leaf: {preset.min_data}]" in booster.model_to_string()

"""Contributions add up to the prediction; the sentence says what is so, once, in words."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from engines.contract import Feature
from engines.rating import models, shapley, trees
from engines.rating.models import DIFFICULTY, Contributions, Fit, Ratings, contributions, fit, predict
from engines.rating.reasons import (
    NOT_SAID,
    NOTHING,
    NOTHING_SHORT,
    joined,
    open_points,
    points,
    sentences,
    short,
    statements,
    weightiest,
)
from tests.engines.rating.tables import everybody, planted, puzzle_ids


def surveys(items: int, seed: int = 5) -> tuple[list[str], np.ndarray, Ratings, Ratings]:
    """Difficulty from two features, interest on a hill over it; some of what is measured is missing."""
    rng = np.random.default_rng(seed)
    names = [f"feature_{number}" for number in range(6)]
    features = np.column_stack([rng.poisson(2.0, items), rng.integers(0, 2, items), rng.normal(size=(items, 4))])
    felt = 2.6 + 0.35 * (features[:, 0] - 2.0) + 0.8 * (features[:, 1] - 0.5)
    liked = 4.0 - 0.7 * (felt - 3.2) ** 2 + 0.2 * features[:, 2]
    features[rng.random((items, 6)) < 0.1] = np.nan
    said = [np.clip(np.rint(value + 0.6 * rng.normal(size=(12, items))), 1, 5) for value in (felt, liked)]
    return names, features, everybody(said[0]), everybody(said[1])


@pytest.fixture(scope="module")
def pair() -> tuple[Fit, Fit]:
    """Models of difficulty and of interest."""
    names, features, hard, fun = surveys(70)
    difficulty = fit("difficulty", names, features, hard, puzzle_ids(70))
    return difficulty, fit("interest", names, features, fun, puzzle_ids(70), difficulty=difficulty)


def unclipped(found: Contributions) -> np.ndarray:
    return np.asarray(found.base + found.added.sum(axis=1))


class TestContributions:
    def test_they_add_up_to_the_prediction(self, pair: tuple[Fit, Fit]):
        _, features, _, _ = surveys(500, seed=9)
        for model in pair:
            found = contributions(model, features)
            assert np.all(np.abs(np.clip(unclipped(found), 1, 5) - predict(model, features)) < 1e-6)
        assert np.any((unclipped(found) > 1) & (unclipped(found) < 5))

    def test_the_hill_counts_as_the_difficulty(self, pair: tuple[Fit, Fit]):
        names, features, _, _ = surveys(50, seed=9)
        difficulty, interest = (contributions(model, features) for model in pair)
        assert difficulty.names == tuple(names)
        assert interest.names == (*names, DIFFICULTY)
        np.testing.assert_array_equal(interest.value[:, -1], predict(pair[0], features))
        assert np.ptp(interest.added[:, -1]) > 0.1

    def test_a_usual_puzzle_has_about_none(self, pair: tuple[Fit, Fit]):
        _, features, _, _ = surveys(70)
        for model in pair:
            found = contributions(model, features)
            assert np.all(np.abs(found.added.mean(axis=0)) < 0.05)
            assert found.base == pytest.approx(model.observed.mean(), abs=0.1)
            assert np.abs(found.added).mean(axis=0).max() > 0.1

    def test_usual_values_are_those_of_the_training(self, pair: tuple[Fit, Fit]):
        _, features, _, _ = surveys(70)
        found = contributions(pair[0], features[:1])
        np.testing.assert_allclose(found.usual, np.nanmean(features, axis=0))
        np.testing.assert_allclose(found.spread, np.nanstd(features, axis=0))

    def test_columns_are_found_by_name(self, pair: tuple[Fit, Fit]):
        names, features, _, _ = surveys(20, seed=9)
        wider = np.column_stack([features[:, ::-1], np.zeros(20)])
        found = contributions(pair[1], wider, [*names[::-1], "new"])
        np.testing.assert_array_equal(found.added, contributions(pair[1], features).added)

    def test_company_makes_no_difference(self, pair: tuple[Fit, Fit]):
        _, features, _, _ = surveys(40, seed=9)
        alone = np.concatenate([contributions(pair[1], row[None]).added for row in features])
        np.testing.assert_array_equal(alone, contributions(pair[1], features).added)

    def test_no_puzzles(self, pair: tuple[Fit, Fit]):
        found = contributions(pair[1], np.empty((0, 6)))
        assert found.added.shape == (0, 7)
        assert math.isfinite(found.base)

    def test_models_of_earlier_versions(self):
        """LightGBM's text and nothing else: contributions, but nothing is known of usual values."""
        names, features, ratings = planted(60, 8)
        body = json.loads(fit("interest", names, features, ratings, puzzle_ids(60)).body)["trees"]
        found = contributions(body, features, names)
        np.testing.assert_allclose(np.clip(unclipped(found), 1, 5), predict(body, features, names), atol=1e-9)
        assert np.isnan(found.usual).all()
        told = sentences([Feature(name, name, "ours") for name in names], found, found)
        assert not any("figure" in line for line in told), "neither many nor few of anything"


class TestTrees:
    @pytest.mark.parametrize(("leaves", "complete"), [(2, False), (4, False), (8, False), (8, True)])
    def test_the_tables_give_what_lightgbm_gives(self, leaves: int, complete: bool):
        """Also where something is missing that was never missing in training."""
        names, features, hard, _ = surveys(120)
        features = np.nan_to_num(features) if complete else features
        settings = trees.settings_for(120, {"num_leaves": leaves})
        target = np.bincount(hard.item, weights=hard.rating) / 12 - 2.5
        booster = trees.train(settings, names, features, target, np.ones(120))
        _, others, _, _ = surveys(300, seed=9)
        others[:20] = np.nan
        wanted = trees.contributions(booster, others)
        found = shapley.forest(booster)
        assert found is not None
        np.testing.assert_allclose(found.contributions(others), wanted[:, :-1], atol=1e-12)
        assert found.base == pytest.approx(wanted[0, -1], abs=1e-12)
        np.testing.assert_allclose(
            found.base + found.contributions(others).sum(axis=1), trees.predict(booster, others), atol=1e-12
        )

    def test_large_trees_are_left_to_lightgbm(self):
        names, features, ratings = planted(400, 5)
        found = fit("interest", names, features, ratings, puzzle_ids(400), settings={"num_leaves": 31})
        assert models.loaded(found.body).learners.forest is None
        told = contributions(found, features)
        np.testing.assert_allclose(np.clip(unclipped(told), 1, 5), predict(found, features), atol=1e-9)

    def test_a_constant_has_no_contributions(self):
        names, features, ratings = planted(40, 8)
        flat = fit("interest", names, features, replace(ratings, rating=np.full(len(ratings), 3.0)), puzzle_ids(40))
        found = contributions(flat, features)
        assert found.base == pytest.approx(3.0)
        assert not found.added.any()


FEATURES = (
    Feature("holes", "Holes in the stack", "ours", more="many holes", less="hardly any holes", given=True),
    Feature("misses", "Near misses", "ours", more="many near misses", less="few near misses", given=True),
    Feature("miss_share", "Share of near misses", "ours", more="many near misses", less="few near misses"),
    Feature("moves", "Moves", "ours", more="a long answer", less="a short answer"),
    Feature("spin", "It needs a spin", "ours", more="a spin", less="no spin"),
    Feature("oddness", "How odd it is", "ours"),
)
NAMES = tuple(feature.name for feature in FEATURES)


def given(added: dict[str, float], value: dict[str, float] | None = None, base: float = 3.0) -> Contributions:
    """One puzzle; a feature that is not told otherwise is above the usual value, which is 1, with a spread of 1."""
    names = (*NAMES, DIFFICULTY) if DIFFICULTY in added else NAMES
    measured = {**dict.fromkeys(names, 3.0), **(value or {})}
    return Contributions(
        names,
        base,
        np.array([[added.get(name, 0.0) for name in names]]),
        np.array([[measured[name] for name in names]]),
        np.ones(len(names)),
        np.ones(len(names)),
    )


def told(
    hard: dict[str, float],
    fun: dict[str, float] | None = None,
    value: dict[str, float] | None = None,
) -> str:
    (line,) = sentences(FEATURES, given(hard, value), given(fun or {}, value))
    return line


class TestSentences:
    def test_reasons_weightiest_first_and_in_a_list(self):
        assert told({"misses": 0.3, "moves": 0.5, "spin": 0.2}) == (
            "Harder than most because of a long answer, many near misses and a spin; about as interesting as most."
        )

    def test_less_of_something(self):
        assert told({"moves": -0.5}, {"misses": -0.4}, {"moves": 0.0, "misses": 0.0}) == (
            "Easier than most because of a short answer; less interesting than most because of few near misses."
        )

    def test_a_reason_against(self):
        assert told({"moves": 0.6, "spin": -0.2}, value={"spin": 0.0}).startswith(
            "Harder than most because of a long answer, despite no spin;"
        )

    def test_no_more_than_three_for_and_one_against(self):
        line = told({"holes": 0.4, "misses": 0.4, "moves": 0.4, "spin": 0.4, "oddness": -0.3})
        assert line.startswith("Harder than most because of many holes, many near misses and a long answer, despite ")
        line = told({"holes": 0.9, "moves": -0.2, "spin": -0.25})
        assert line.startswith("Harder than most because of many holes, despite a spin;")

    def test_nothing_stands_out(self):
        assert told({}) == NOTHING
        assert told({"moves": 0.1}, {"spin": -0.1}) == NOTHING

    def test_what_cancels_out_is_said_if_it_weighs_something(self):
        assert told({"moves": 0.3, "spin": -0.25}) == (
            "About as hard as most: harder because of a long answer, but easier because of a spin;"
            " about as interesting as most."
        )

    def test_many_small_reasons(self):
        small = dict.fromkeys(NAMES, 0.035)
        assert told(small, value={"misses": 1.0}).startswith("Harder than most for many small reasons;")

    def test_small_reasons_beside_a_weighty_one_are_left_out(self):
        assert told({"moves": 1.0, "spin": 0.1}).startswith("Harder than most because of a long answer;")

    def test_the_same_words_are_one_reason(self):
        """Two near-synonyms outweigh a third feature together, and are named once."""
        assert told({"misses": 0.2, "miss_share": 0.2, "moves": 0.3}).startswith(
            "Harder than most because of many near misses and a long answer;"
        )

    def test_never_a_thing_and_its_contrary(self):
        line = told({"misses": 0.4, "miss_share": -0.1}, value={"miss_share": 0.0})
        assert "many near misses" in line
        assert "few near misses" not in line

    @pytest.mark.parametrize("value", [1.0, 1.2, 0.8, math.nan])
    def test_no_words_for_what_is_usual_or_unknown(self, value: float):
        line = told({"moves": 0.5}, value={"moves": value})
        assert line == "Harder than most for many small reasons; about as interesting as most."

    def test_flags_are_more_or_less_than_their_share(self):
        usual = replace(
            given({"spin": 0.4}, {"spin": 1.0}), usual=np.full(len(NAMES), 0.3), spread=np.full(len(NAMES), 0.46)
        )
        without = replace(usual, value=np.where(np.array(NAMES) == "spin", 0.0, usual.value))
        nothing = given({})
        assert "because of a spin;" in sentences(FEATURES, usual, nothing)[0]
        assert "because of no spin;" in sentences(FEATURES, without, nothing)[0]

    def test_reasons_are_not_named_twice(self):
        line = told({"moves": 0.5, "misses": 0.4}, {"moves": 0.5, "misses": 0.4})
        assert line == (
            "Harder than most because of a long answer and many near misses; more interesting than most for the same"
            " reasons."
        )
        line = told({"moves": 0.5, "misses": 0.4}, {"moves": 0.5, "spin": 0.4})
        assert line.endswith("; more interesting than most because of a spin, and for some of the same reasons.")

    @pytest.mark.parametrize(
        ("added", "difficulty", "words"),
        [
            (0.4, 3.0, "more interesting than most because it is about as hard as people like"),
            (0.4, 1.0, "more interesting than most because it is about as hard as people like"),
            (0.4, -1.0, "more interesting than most because it is no harder than people enjoy"),
            (-0.4, -1.0, "less interesting than most because it is too easy to surprise"),
            (-0.4, 3.0, "less interesting than most because it is harder than most people enjoy"),
        ],
    )
    def test_the_difficulty_has_words_of_its_own(self, added: float, difficulty: float, words: str):
        (line,) = sentences(FEATURES, given({}), given({DIFFICULTY: added}, {DIFFICULTY: difficulty}))
        assert line == f"About as hard as most; {words}."

    def test_the_difficulty_among_other_reasons(self):
        fun = given({DIFFICULTY: 0.3, "moves": 0.4, "spin": -0.2}, {"spin": 0.0})
        assert sentences(FEATURES, given({}), fun)[0].endswith(
            "; more interesting than most because it is about as hard as people like, and because of a long answer,"
            " despite no spin."
        )
        fun = given({DIFFICULTY: -0.3, "moves": 0.6})
        assert sentences(FEATURES, given({}), fun)[0].endswith(
            "because of a long answer, although it is harder than most people enjoy."
        )

    def test_a_feature_without_words_is_quoted(self):
        assert 'because of a high figure for "How odd it is";' in told({"oddness": 0.5})
        assert 'because of a low figure for "How odd it is";' in told({"oddness": 0.5}, value={"oddness": 0.0})

    def test_a_sentence_for_every_puzzle(self, pair: tuple[Fit, Fit]):
        names, features, _, _ = surveys(300, seed=9)
        features[:5] = np.nan
        found = [contributions(model, features) for model in pair]
        lines = sentences([Feature(name, f"The {name}", "ours") for name in names], *found)
        assert len(lines) == 300
        assert all((line[0].isupper() and line.endswith(".") and ";" in line) or line == NOTHING for line in lines)
        assert len(set(lines)) > 20

    def test_no_puzzles_no_sentences(self, pair: tuple[Fit, Fit]):
        none = [contributions(model, np.empty((0, 6))) for model in pair]
        assert sentences(FEATURES, *none) == statements(FEATURES, *none) == weightiest(none[0]) == []


def test_statements_are_a_reason_each() -> None:
    value = {"spin": 0.0}
    (lines,) = statements(FEATURES, given({"moves": 0.4, "spin": -0.2}, value), given({DIFFICULTY: 0.3}, value))
    assert lines == [
        "Harder because of a long answer.",
        "Easier because of no spin.",
        "More interesting because it is about as hard as people like.",
    ]


def test_the_weightiest_as_data() -> None:
    added = {"moves": -0.4, "misses": 0.01, "spin": 0.2, "holes": 0.1, "miss_share": 0.03, "oddness": 0.05}
    (found,) = weightiest(given(added, {"spin": math.nan}), most=3)
    assert [(weight.feature, weight.contribution) for weight in found] == [
        ("moves", -0.4),
        ("spin", 0.2),
        ("holes", 0.1),
    ]
    assert (found[0].value, found[0].usual) == (3.0, 1.0)
    assert math.isnan(found[1].value)
    assert "misses" not in {weight.feature for weight in weightiest(given(added), most=10)[0]}


class TestShort:
    """The sentence for people who have not solved the puzzle yet."""

    @staticmethod
    def told(hard: dict[str, float], fun: dict[str, float] | None = None) -> str:
        (points,) = open_points(FEATURES, given(hard), given(fun or {}))
        return short(*points)

    def test_it_names_nothing_of_the_answer(self):
        assert self.told({"moves": 0.9, "spin": 0.7, "misses": 0.3}, {"spin": 0.5, "moves": -0.1}) == (
            "Harder than most because of many near misses, and more interesting."
        )
        assert self.told({"moves": 0.9}) == "Harder than most."

    def test_words_shared_with_the_answer_count_only_what_is_given(self):
        assert self.told({"miss_share": 0.9}) == "Harder than most."
        assert self.told({"miss_share": 0.9, "holes": 0.2}) == "Harder than most because of many holes."

    def test_the_reason_is_for_what_it_says(self):
        assert self.told({"moves": 0.9, "misses": -0.3}) == "Harder than most."
        assert self.told({}, {"misses": 0.4}) == (
            "About as hard as most, but more interesting because of many near misses."
        )
        assert self.told({"moves": -0.6}, {"spin": -0.5}) == "Easier than most, and less interesting."
        assert self.told({"moves": 0.6}, {"spin": -0.5}) == "Harder than most, but less interesting."

    def test_the_difficulty_may_be_a_reason(self):
        assert self.told({"moves": 0.6}, {DIFFICULTY: 0.5}) == (
            "Harder than most, and more interesting because it is about as hard as people like."
        )

    def test_nothing_stands_out(self):
        assert self.told({}) == NOTHING_SHORT


@pytest.mark.parametrize(("added", "way"), [(-1.0, -1), (-0.05, 0), (0.4, 0), (0.6, 1)])
def test_with_cuts_a_level_says_how_a_puzzle_compares(added: float, way: int) -> None:
    """Easy up to 2.0, medium up to 2.5: what the badge says, the sentence says, whatever is usual."""
    hard = given({FEATURES[0].name: added})
    base = float(np.atleast_1d(hard.base)[0])
    ((difficulty, _),) = points(FEATURES, hard, given({}), cuts=(base - 0.1, base + 0.5))
    assert difficulty.way == way


def test_of_an_interest_that_nobody_has_said_nothing_is_told() -> None:
    """Neither in the sentence nor in the short one, nor among the single reasons."""
    hard = given({"moves": 0.5, "misses": 0.3})
    assert sentences(FEATURES, hard, None) == [
        f"Harder than most because of a long answer and many near misses. {NOT_SAID}"
    ]
    ((difficulty, interest),) = open_points(FEATURES, hard, None)
    assert interest is None
    assert short(difficulty, None) == "Harder than most because of many near misses."
    assert statements(FEATURES, hard, None) == [
        ["Harder because of a long answer.", "Harder because of many near misses."]
    ]
    ((level, _),) = points(FEATURES, given({}), None)
    assert (joined(level, None), short(level, None)) == (
        f"About as hard as most. {NOT_SAID}",
        "About as hard as most.",
    )

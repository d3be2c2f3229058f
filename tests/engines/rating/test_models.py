"""Models: better than the mean where there is something to learn, reproducible to the last bit, honest
about their errors, and robust to little or odd data."""

from __future__ import annotations

import hashlib
import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.rating import metrics, trees
from engines.rating.models import DIFFICULTY, Fit, Ratings, better, fit, interval, predict
from engines.rating.raters import expected, population, rate, truth
from tests.engines.rating.games import Elsewhere
from tests.engines.rating.tables import everybody, means, planted, puzzle_ids

ROOT = Path(__file__).resolve().parents[3]

ELSEWHERE = """
import hashlib
from engines.rating.models import fit
from tests.engines.rating.games import Elsewhere
from tests.engines.rating.tables import planted, puzzle_ids
body = fit("interest", *planted(40, 10), puzzle_ids(40)).body
print(hashlib.sha256(body.encode()).hexdigest())
"""


def fitted(items: int = 40, raters: int = 10, seed: int = 0) -> Fit:
    return fit("interest", *planted(items, raters, seed), puzzle_ids(items))


@pytest.fixture(scope="module")
def forty() -> Fit:
    return fitted()


@pytest.fixture(scope="module")
def hundred() -> Fit:
    return fitted(100, 15)


class TestLearning:
    def test_a_planted_signal_is_found(self, hundred: Fit):
        assert hundred.mae < 0.75 * hundred.baseline_mae
        assert hundred.rank_correlation > 0.7
        assert (hundred.items, hundred.ratings, hundred.folds) == (100, 1500, 10)
        top = sorted(hundred.importances, key=lambda name: -hundred.importances[name])[:2]
        assert set(top) == {"feature_0", "feature_1"}
        assert sum(hundred.importances.values()) == pytest.approx(1.0)

    def test_reported_error_is_that_of_new_puzzles(self, hundred: Fit):
        """Cross-validated error against the error on puzzles from the same source never seen at all."""
        _, features, ratings = planted(400, 15, seed=77)
        fresh = metrics.mean_absolute_error(predict(hundred, features), means(ratings))
        assert hundred.mae == pytest.approx(fresh, rel=0.25)

    def test_intervals_cover_about_eighty_percent_of_new_puzzles(self):
        shares = []
        for seed in range(6):
            found = fitted(60, 15, seed)
            _, features, ratings = planted(300, 15, seed=1000 + seed)
            low, high = found.bounds(predict(found, features))
            shares.append(np.mean((low <= means(ratings)) & (means(ratings) <= high)))
        assert 0.75 < np.mean(shares) < 0.87

    @pytest.mark.parametrize("target", ["interest", "difficulty"])
    def test_it_learns_what_simulated_raters_like(self, target: str):
        """A game nobody has surveyed: the model ranks new puzzles nearly as the hidden truth does."""
        rng = np.random.default_rng(4)
        names = [f"own_{number}" for number in range(6)]
        features, moves, ids = rng.gamma(2.0, 1.0, (200, 6)), np.full(200, 2), puzzle_ids(200)
        raters = population(Elsewhere(), 2, 15)
        given = rate(raters, ids[:100], names, features[:100], moves[:100], Elsewhere(), 2)
        ratings = Ratings(given.item, given.rater, getattr(given, target))
        found = fit(target, names, features[:100], ratings, ids[:100])
        assert found.mae < found.baseline_mae
        hidden = expected(raters, truth(ids, names, features, moves, Elsewhere()))
        wanted = hidden[0 if target == "interest" else 1].mean(axis=0)[100:]
        assert metrics.rank_correlation(predict(found, features[100:]), wanted) > 0.5

    def test_items_with_more_ratings_weigh_more(self):
        names, features, ratings = planted(40, 10)
        odd = replace(ratings, rating=np.where(ratings.item < 5, 5.0, ratings.rating))
        few = (ratings.item >= 5) | (ratings.rater == 0)
        trusting = fit("interest", names, features, odd, puzzle_ids(40))
        wary = fit("interest", names, features, only(odd, few), puzzle_ids(40))
        assert predict(wary, features[:5]).mean() < predict(trusting, features[:5]).mean()

    def test_severe_raters_who_saw_other_puzzles_do_not_mislead(self):
        """The severe rated the even puzzles only: the model must not take that for the puzzles."""
        names, features, ratings = planted(80, 12)
        severe, even = ratings.rater < 4, ratings.item % 2 == 0
        harsh = replace(ratings, rating=np.clip(ratings.rating - 1.5 * severe, 1, 5))
        given = only(harsh, (severe == even) | (ratings.item < 20))
        found = fit("interest", names, features, given, puzzle_ids(80))
        gap = means(given)[1::2].mean() - means(given)[::2].mean()
        assert gap > 0.6
        assert abs(found.observed[1::2].mean() - found.observed[::2].mean()) < 0.5 * gap


def only(ratings: Ratings, rows: np.ndarray) -> Ratings:
    return Ratings(ratings.item[rows], ratings.rater[rows], ratings.rating[rows])


class TestLeaning:
    """Interest follows difficulty up a hill: what is known of difficulty helps."""

    @staticmethod
    def surveys(seed: int, items: int = 60) -> tuple[list[str], np.ndarray, list[Ratings], np.ndarray]:
        rng = np.random.default_rng(seed)
        features = rng.normal(size=(items + 300, 8))
        felt = 2.8 + 0.6 * features[:, 0] + 0.5 * features[:, 1] - 0.4 * features[:, 2]
        liked = 4.0 - 0.9 * (felt - 3.2) ** 2
        answers = [
            everybody(np.clip(np.rint(values[:items] + 0.8 * rng.normal(size=(12, items))), 1, 5))
            for values in (felt, liked)
        ]
        return [f"feature_{number}" for number in range(8)], features, answers, liked

    def test_it_ranks_new_puzzles_better(self):
        leaning, plain, ids = [], [], puzzle_ids(60)
        for seed in range(3):
            names, features, (hard, liked), wanted = self.surveys(seed)
            difficulty = fit("difficulty", names, features[:60], hard, ids)
            fits = [fit("interest", names, features[:60], liked, ids, difficulty=it) for it in (difficulty, None)]
            assert fits[0].importances[DIFFICULTY] > 0.1
            for found, scores in zip(fits, (leaning, plain), strict=True):
                scores.append(metrics.rank_correlation(predict(found, features[60:]), wanted[60:]))
        assert np.mean(leaning) > np.mean(plain) + 0.05

    def test_the_text_has_the_difficulty_inside(self):
        names, features, (hard, liked), _ = self.surveys(1, 30)
        difficulty = fit("difficulty", names, features[:30], hard, puzzle_ids(30))
        found = fit("interest", names, features[:30], liked, puzzle_ids(30), difficulty=difficulty)
        assert json.loads(found.body)["difficulty"] == json.loads(difficulty.body)
        np.testing.assert_array_equal(predict(found.body, features), predict(found, features))


class TestReproducible:
    def test_the_same_data_and_seed_give_the_same_text(self, forty: Fit):
        assert fitted().body == forty.body

    def test_in_another_process_too(self, forty: Fit):
        done = subprocess.run([sys.executable, "-c", ELSEWHERE], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == hashlib.sha256(forty.body.encode()).hexdigest()

    def test_the_order_of_puzzles_and_ratings_makes_no_difference(self, forty: Fit):
        names, features, ratings = planted(40, 10)
        order = np.random.default_rng(9).permutation(40)
        rows = np.random.default_rng(10).permutation(len(ratings))
        given = only(replace(ratings, item=np.argsort(order)[ratings.item]), rows)
        found = fit("interest", names, features[order], given, [puzzle_ids(40)[at] for at in order])
        assert found.body == forty.body
        assert (found.mae, found.interval) == (forty.mae, forty.interval)
        np.testing.assert_array_equal(found.held_out, forty.held_out[order])
        np.testing.assert_array_equal(found.observed, forty.observed[order])

    def test_another_seed_gives_another_model(self, forty: Fit):
        assert fit("interest", *planted(40, 10), puzzle_ids(40), seed=2).body != forty.body

    def test_the_text_alone_predicts_the_same(self, forty: Fit):
        _, features, _ = planted(50, 3, seed=8)
        np.testing.assert_array_equal(predict(forty, features), predict(forty.body, features))

    def test_the_text_of_an_earlier_version_is_trees_alone(self):
        names, features, ratings = planted(40, 10)
        booster = trees.train(trees.settings_for(40), names, features, means(ratings), np.ones(40))
        np.testing.assert_array_equal(predict(booster.model_to_string(), features), booster.predict(features))


class TestLittleAndOddData:
    def test_eight_items(self):
        found = fitted(8, 3)
        assert found.folds == 8
        assert np.isfinite([found.mae, found.baseline_mae, found.interval]).all()

    def test_twenty_items_do_better_than_a_constant_model(self):
        """LightGBM's defaults would make no split at all here."""
        found = fitted(20, 15)
        assert max(found.importances.values()) > 0.0
        assert np.ptp(found.held_out) > 0.2

    def test_constant_target(self):
        names, features, ratings = planted(12, 5)
        found = fit("interest", names, features, replace(ratings, rating=np.full(60, 3.0)), puzzle_ids(12))
        assert found.mae == pytest.approx(0.0, abs=1e-6)
        assert math.isnan(found.rank_correlation)
        assert set(found.importances.values()) == {0.0}
        np.testing.assert_allclose(predict(found, features), 3.0, atol=1e-6)
        assert not better(found.held_out, found.observed, ("predicting the mean", found.baseline_mae), None)[0]

    def test_missing_and_constant_columns(self):
        names, features, ratings = planted(30, 10)
        features = features.copy()
        features[:, 3], features[:, 4], features[::3, 1] = math.nan, 7.0, math.nan
        found = fit("interest", names, features, ratings, puzzle_ids(30))
        assert found.importances["feature_3"] == found.importances["feature_4"] == 0.0
        assert np.isfinite(predict(found, features)).all()

    def test_nothing_but_missing_values(self):
        names, features, ratings = planted(30, 10)
        nothing = np.full_like(features, math.nan)
        found = fit("interest", names, nothing, ratings, puzzle_ids(30), kin=list(range(30)))
        assert np.ptp(predict(found, features)) == 0.0
        assert math.isnan(found.rank_correlation)

    def test_predictions_and_intervals_stay_on_the_scale(self):
        names, features, ratings = planted(30, 10)
        extreme = replace(ratings, rating=np.where(features[ratings.item, 0] > 2, 5.0, 1.0))
        found = fit("interest", names, features, extreme, puzzle_ids(30))
        predicted = predict(found, features * 3 - 4)
        low, high = found.bounds(predicted)
        assert 1.0 <= low.min() <= predicted.min() <= predicted.max() <= high.max() <= 5.0

    def test_no_puzzles_no_predictions(self, forty: Fit):
        assert predict(forty, np.empty((0, 8))).shape == (0,)

    def test_an_interval_is_for_the_usual_number_of_raters(self):
        """Residuals of puzzles that one person rated are large; they widen the interval of no other."""
        variance = np.where(np.arange(2000) < 600, 1.0, 0.05)
        residuals = np.random.default_rng(2).normal(size=2000) * np.sqrt(0.04 + variance)
        assert interval(residuals, variance) == pytest.approx(1.2816 * math.sqrt(0.09), rel=0.1)


class TestColumnsByName:
    def test_a_model_outlives_new_features(self, forty: Fit):
        names, features, _ = planted(20, 3, seed=5)
        wider, more = ["new", *names[::-1]], np.column_stack([np.zeros(20), features[:, ::-1]])
        np.testing.assert_array_equal(predict(forty.body, more, wider), predict(forty, features))

    def test_a_feature_that_is_gone_is_named(self, forty: Fit):
        names, features, _ = planted(20, 3)
        with pytest.raises(ValueError, match="not measured: feature_7"):
            predict(forty, features[:, :7], names[:7])

    def test_a_table_of_the_wrong_width(self, forty: Fit):
        with pytest.raises(ValueError, match="takes 8 features"):
            predict(forty, np.zeros((3, 7)))


class TestRefusals:
    def test_too_few_items(self):
        with pytest.raises(ValueError, match="at least 8 rated items, there are 7"):
            fitted(7, 5)

    def test_items_without_ratings(self):
        names, features, ratings = planted(12, 5)
        with pytest.raises(ValueError, match="2 of 12 items have no rating"):
            fit("interest", names, features, only(ratings, ratings.item >= 2), puzzle_ids(12))

    def test_ratings_that_are_no_numbers(self):
        names, features, ratings = planted(12, 5)
        with pytest.raises(ValueError, match="not a number"):
            fit("interest", names, features, replace(ratings, rating=np.full(60, math.nan)), puzzle_ids(12))

    def test_lengths_that_do_not_fit(self):
        names, features, ratings = planted(12, 5)
        with pytest.raises(ValueError, match="12 items and 8 names"):
            fit("interest", names, features[:11], ratings, puzzle_ids(12))

    def test_names_that_the_text_cannot_hold(self):
        names, features, ratings = planted(12, 5)
        with pytest.raises(ValueError, match="plain words: gap of:two"):
            fit("interest", ["gap of:two", *names[1:]], features, ratings, puzzle_ids(12))
        with pytest.raises(ValueError, match="must differ"):
            fit("interest", [names[1], *names[1:]], features, ratings, puzzle_ids(12))
        with pytest.raises(ValueError, match="at least one feature"):
            fit("interest", [], features[:, :0], ratings, puzzle_ids(12))

    def test_ids_and_kin(self):
        names, features, ratings = planted(12, 5)
        with pytest.raises(ValueError, match="different ids, there are 1"):
            fit("interest", names, features, ratings, ["same"] * 12)
        with pytest.raises(ValueError, match="at least two kinds"):
            fit("interest", names, features, ratings, puzzle_ids(12), kin=["one"] * 12)


class TestPromotion:
    MEAN = "predicting the mean"

    def test_the_first_model_needs_only_to_beat_the_mean(self, forty: Fit):
        promoted, why = better(forty.held_out, forty.observed, (self.MEAN, forty.baseline_mae), None)
        assert promoted
        assert why.startswith("promoted: the first of its kind")

    def test_nothing_to_learn_nothing_to_promote(self, forty: Fit):
        promoted, why = better(forty.held_out, forty.observed, (self.MEAN, forty.mae), None)
        assert not promoted
        assert "for predicting the mean" in why

    def test_the_duel_is_on_the_same_puzzles(self, forty: Fit):
        worse = forty.observed + 1.01 * (forty.held_out - forty.observed)
        least = self.MEAN, forty.baseline_mae
        promoted, why = better(forty.held_out, forty.observed, least, worse)
        assert promoted
        assert "against the champion's" in why
        assert "on the same 40 puzzles, held out" in why
        assert not better(worse, forty.observed, least, forty.held_out)[0]

    def test_a_champion_that_is_worse_gives_way_even_to_what_does_not_beat_the_mean(self, forty: Fit):
        """Else a model that new ratings have shown to be wrong would stay in use."""
        mean = np.full(40, forty.observed.mean())
        worse = 6.0 - forty.observed
        assert better(mean, forty.observed, (self.MEAN, float(np.mean(np.abs(mean - forty.observed)))), worse)[0]

    def test_a_tie_leaves_the_champion_in_place(self, forty: Fit):
        assert not better(forty.held_out, forty.observed, (self.MEAN, forty.baseline_mae), forty.held_out)[0]


def test_a_puzzle_is_rated_the_same_in_any_company(forty: Fit):
    _, features, _ = planted(200, 3, seed=6)
    alone = np.concatenate([predict(forty, row[None]) for row in features[:20]])
    np.testing.assert_array_equal(alone, predict(forty, features)[:20])

"""Models: better than the mean where there is something to learn, reproducible to the last bit, honest
about their errors, and robust to little or odd data."""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.rating import metrics, models
from engines.rating.models import Fit, better, fit, item_means, predict
from engines.rating.raters import expected, population, rate, truth
from tests.rating.tables import planted, puzzle_ids

ROOT = Path(__file__).resolve().parents[2]

ELSEWHERE = """
import hashlib
from engines.rating.models import fit
from tests.rating.tables import planted, puzzle_ids
names, features, means, counts = planted(40, 10)
body = fit("interest", names, features, means, counts, ids=puzzle_ids(40)).body
print(hashlib.sha256(body.encode()).hexdigest())
"""


def fitted(items: int = 40, raters: int = 10, seed: int = 0) -> Fit:
    names, features, means, counts = planted(items, raters, seed)
    return fit("interest", names, features, means, counts, ids=puzzle_ids(items))


@pytest.fixture(scope="module")
def forty() -> Fit:
    return fitted()


class TestItemMeans:
    def test_means_and_counts(self):
        means, counts = item_means(np.array([0, 2, 2, 0, 2]), np.array([1.0, 2.0, 3.0, 2.0, 4.0]), 4)
        np.testing.assert_array_equal(counts, [2, 0, 3, 0])
        np.testing.assert_array_equal(means, [1.5, math.nan, 3.0, math.nan])


class TestLearning:
    def test_a_planted_signal_is_found(self):
        found = fitted(100, 15)
        assert found.mae < 0.75 * found.baseline_mae
        assert found.rank_correlation > 0.7
        assert found.items == 100
        assert found.ratings == 1500
        assert found.folds == 10
        top = sorted(found.importances, key=lambda name: -found.importances[name])[:2]
        assert set(top) == {"feature_0", "feature_1"}
        assert sum(found.importances.values()) == pytest.approx(1.0)

    def test_reported_error_is_that_of_new_puzzles(self):
        """Cross-validated error against the error on puzzles from the same source never seen at all."""
        found = fitted(100, 15)
        _, features, means, _ = planted(400, 15, seed=77)
        fresh = metrics.mean_absolute_error(predict(found, features), means)
        assert found.mae == pytest.approx(fresh, rel=0.25)

    def test_intervals_cover_about_eighty_percent_of_new_puzzles(self):
        shares = []
        for seed in range(8):
            found = fitted(60, 15, seed)
            _, features, means, _ = planted(300, 15, seed=1000 + seed)
            low, high = found.bounds(predict(found, features))
            shares.append(np.mean((low <= means) & (means <= high)))
        assert 0.72 < np.mean(shares) < 0.90

    @pytest.mark.parametrize("target", ["interest", "difficulty"])
    def test_it_learns_what_simulated_raters_like(self, target: str):
        """A game nobody has surveyed: the model comes closer to the hidden truth than one rater does."""
        rng = np.random.default_rng(4)
        names = [f"own_{number}" for number in range(6)]
        features, moves, ids = rng.gamma(2.0, 1.0, (200, 6)), np.full(200, 2), puzzle_ids(200)
        raters = population("elsewhere", 2, 15)
        ratings = rate(raters, ids[:100], names, features[:100], moves[:100], "elsewhere", 2)
        means, counts = item_means(ratings.item, getattr(ratings, target), 100)
        found = fit(target, names, features[:100], means, counts, ids=ids[:100])
        assert found.mae < found.baseline_mae
        hidden = expected(raters, truth(ids, names, features, moves, "elsewhere"))
        wanted = hidden[0 if target == "interest" else 1].mean(axis=0)[100:]
        assert metrics.rank_correlation(predict(found, features[100:]), wanted) > 0.5

    def test_items_with_more_ratings_weigh_more(self):
        weights = models.trust(np.array([1.0, 4.0, 100.0]))
        assert weights.tolist() == pytest.approx([0.2, 0.5, 100 / 104])
        names, features, means, counts = planted(40, 10)
        means, few = means.copy(), counts.copy()
        means[:5], few[:5] = 5.0, 1
        trusting = fit("interest", names, features, means, counts)
        wary = fit("interest", names, features, means, few)
        assert predict(wary, features[:5]).mean() < predict(trusting, features[:5]).mean()


class TestReproducible:
    def test_the_same_data_and_seed_give_the_same_text(self, forty: Fit):
        assert fitted().body == forty.body

    def test_in_another_process_too(self, forty: Fit):
        done = subprocess.run([sys.executable, "-c", ELSEWHERE], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == hashlib.sha256(forty.body.encode()).hexdigest()

    def test_the_order_of_rows_makes_no_difference(self, forty: Fit):
        names, features, means, counts = planted(40, 10)
        order = np.random.default_rng(9).permutation(40)
        ids = [puzzle_ids(40)[place] for place in order]
        groups = [f"group-{place % 15}" for place in order]
        found = fit("interest", names, features[order], means[order], counts[order], ids=ids)
        assert found.body == forty.body
        assert (found.mae, found.interval) == (forty.mae, forty.interval)
        np.testing.assert_array_equal(found.held_out, forty.held_out[order])
        np.testing.assert_array_equal(found.observed, means[order])
        held = [
            fit("interest", names, features[rows], means[rows], counts[rows], labels, ids=names_of).held_out
            for rows, labels, names_of in (
                (order, groups, ids),
                (np.arange(40), [f"group-{place % 15}" for place in range(40)], puzzle_ids(40)),
            )
        ]
        np.testing.assert_array_equal(held[0], held[1][order])

    def test_another_seed_gives_another_model(self, forty: Fit):
        names, features, means, counts = planted(40, 10)
        assert fit("interest", names, features, means, counts, seed=2, ids=puzzle_ids(40)).body != forty.body

    def test_the_text_alone_predicts_the_same(self, forty: Fit):
        _, features, _, _ = planted(50, 3, seed=8)
        np.testing.assert_array_equal(predict(forty, features), predict(forty.body, features))


class TestFolds:
    @pytest.mark.parametrize(("items", "expected"), [(8, 8), (9, 9), (10, 10), (57, 10)])
    def test_ten_folds_or_leave_one_out(self, items: int, expected: int):
        fold = models.folds(np.arange(items), 1)
        sizes = np.bincount(fold)
        assert len(sizes) == expected
        assert sizes.max() - sizes.min() <= 1

    def test_groups_stay_together(self):
        labels = np.random.default_rng(0).integers(0, 23, 100)
        fold = models.folds(labels, 1)
        assert all(len(set(fold[labels == label])) == 1 for label in np.unique(labels))
        assert np.bincount(fold).min() >= 5


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
        names, features, _, counts = planted(12, 5)
        found = fit("interest", names, features, np.full(12, 3.0), counts)
        assert found.mae == pytest.approx(0.0, abs=1e-6)
        assert math.isnan(found.rank_correlation)
        assert set(found.importances.values()) == {0.0}
        np.testing.assert_allclose(predict(found, features), 3.0, atol=1e-6)
        assert not better(found)[0]

    def test_missing_and_constant_columns(self):
        names, features, means, counts = planted(30, 10)
        features = features.copy()
        features[:, 3], features[:, 4], features[::3, 1] = math.nan, 7.0, math.nan
        found = fit("interest", names, features, means, counts)
        assert found.importances["feature_3"] == found.importances["feature_4"] == 0.0
        assert np.isfinite(predict(found, features)).all()

    def test_nothing_but_missing_values(self):
        names, features, means, counts = planted(30, 10)
        found = fit("interest", names, np.full_like(features, math.nan), means, counts)
        np.testing.assert_allclose(predict(found, features), means.mean(), atol=1e-5)
        assert math.isnan(found.rank_correlation)

    def test_predictions_and_intervals_stay_on_the_scale(self):
        names, features, _, counts = planted(30, 10)
        found = fit("interest", names, features, np.where(features[:, 0] > 2, 5.0, 1.0), counts)
        predicted = predict(found, features * 3 - 4)
        low, high = found.bounds(predicted)
        assert 1.0 <= low.min() <= predicted.min() <= predicted.max() <= high.max() <= 5.0

    def test_no_puzzles_no_predictions(self, forty: Fit):
        assert predict(forty, np.empty((0, 8))).shape == (0,)


class TestColumnsByName:
    def test_a_model_outlives_new_features(self, forty: Fit):
        names, features, _, _ = planted(20, 3, seed=5)
        wider, more = ["new", *names[::-1]], np.column_stack([np.zeros(20), features[:, ::-1]])
        np.testing.assert_array_equal(predict(forty.body, more, wider), predict(forty, features))

    def test_a_feature_that_is_gone_is_named(self, forty: Fit):
        names, features, _, _ = planted(20, 3)
        with pytest.raises(ValueError, match="not measured: feature_7"):
            predict(forty, features[:, :7], names[:7])

    def test_a_table_of_the_wrong_width(self, forty: Fit):
        with pytest.raises(ValueError, match="takes 8 features"):
            predict(forty, np.zeros((3, 7)))


class TestRefusals:
    def test_too_few_items(self):
        names, features, means, counts = planted(7, 5)
        with pytest.raises(ValueError, match="at least 8 rated items, there are 7"):
            fit("interest", names, features, means, counts)

    def test_items_without_ratings(self):
        names, features, means, counts = planted(12, 5)
        counts = np.where(np.arange(12) < 2, 0, counts)
        with pytest.raises(ValueError, match="2 of 12 items have no rating"):
            fit("interest", names, features, means, counts)

    @pytest.mark.parametrize("change", ["features", "counts"])
    def test_lengths_that_do_not_fit(self, change: str):
        names, features, means, counts = planted(12, 5)
        table = features[:11] if change == "features" else features
        with pytest.raises(ValueError, match="12 means and 8 names"):
            fit("interest", names, table, means, counts[:11] if change == "counts" else counts)

    def test_names_that_the_text_cannot_hold(self):
        names, features, means, counts = planted(12, 5)
        with pytest.raises(ValueError, match="plain words: gap of:two"):
            fit("interest", ["gap of:two", *names[1:]], features, means, counts)
        with pytest.raises(ValueError, match="must differ"):
            fit("interest", [names[1], *names[1:]], features, means, counts)
        with pytest.raises(ValueError, match="at least one feature"):
            fit("interest", [], features[:, :0], means, counts)

    def test_ids_and_groups(self):
        names, features, means, counts = planted(12, 5)
        with pytest.raises(ValueError, match="different ids, there are 1"):
            fit("interest", names, features, means, counts, ids=["same"] * 12)
        with pytest.raises(ValueError, match="at least two groups"):
            fit("interest", names, features, means, counts, groups=["one"] * 12)


class TestPromotion:
    def test_the_first_model_needs_only_to_beat_the_mean(self, forty: Fit):
        promoted, why = better(forty)
        assert promoted
        assert why.startswith("promoted: the first model")

    def test_nothing_to_learn_nothing_to_promote(self, forty: Fit):
        promoted, why = better(replace(forty, mae=forty.baseline_mae))
        assert not promoted
        assert "for predicting the mean" in why

    def test_the_duel_is_on_puzzles_new_to_both(self, forty: Fit):
        """A champion that is perfect on what it was fitted on but useless elsewhere loses."""
        unseen = np.arange(40) >= 20
        champion = np.where(unseen, 1.0, forty.observed)
        promoted, why = better(forty, champion, unseen)
        assert promoted
        assert "on 20 puzzles that neither had seen" in why
        assert not better(forty, forty.observed, unseen)[0]

    def test_too_few_new_puzzles_compare_cross_validated_errors(self, forty: Fit):
        unseen = np.arange(40) >= 35
        promoted, why = better(forty, forty.observed, unseen, champion_mae=forty.mae + 0.1)
        assert promoted
        assert "in cross-validation" in why
        assert not better(forty, forty.observed, unseen, champion_mae=forty.mae - 0.1)[0]
        with pytest.raises(ValueError, match="champion_mae"):
            better(forty, forty.observed, unseen)

    def test_a_tie_leaves_the_champion_in_place(self, forty: Fit):
        assert not better(forty, forty.held_out, np.zeros(40, bool), champion_mae=forty.mae)[0]
        assert not better(forty, forty.held_out, np.ones(40, bool))[0]

    def test_arrays_that_do_not_fit(self, forty: Fit):
        with pytest.raises(ValueError, match="40 items, but 39 predictions"):
            better(forty, forty.observed[:39], np.ones(40, bool))

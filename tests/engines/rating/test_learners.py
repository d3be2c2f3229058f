"""The parts of a model: the linear model against its definition, folds, the blend, and nested cross-validation."""

from __future__ import annotations

import numpy as np
import pytest

from engines.rating import blend, fitting, folds, linear, trees
from engines.rating.metrics import rank_correlation
from tests.engines.rating.tables import means, planted, puzzle_ids


class TestRidge:
    def test_left_out_predictions_are_those_of_fits_without_the_item(self) -> None:
        """The formula against fifty fits, at a fixed standard and penalty."""
        rng = np.random.default_rng(0)
        x = rng.normal(size=(30, 4))
        y = x @ [1.0, -0.5, 0.0, 0.2] + rng.normal(size=30)
        found = linear.ridge(x, y, np.ones(30), np.array([4.0]))
        z = found.standard(x)
        pull = 4.0 * float(((z - z.mean(0)) ** 2).sum() / 4) / 30
        for out in range(30):
            kept = np.arange(30) != out
            middle, at = y[kept].mean(), z[kept].mean(0)
            centred = z[kept] - at
            weights = np.linalg.solve(centred.T @ centred + pull * np.eye(4), centred.T @ (y[kept] - middle))
            assert found.left_out[out] == pytest.approx(middle + (z[out] - at) @ weights, abs=0.02)

    def test_noise_is_pulled_to_the_mean(self) -> None:
        rng, spreads = np.random.default_rng(1), []
        for _ in range(12):
            x, y = rng.normal(size=(50, 100)), 3.0 + rng.normal(size=50)
            found = linear.ridge(x, y, np.ones(50))
            spreads.append(np.std(found.predict(rng.normal(size=(500, 100)))))
        assert np.median(spreads) < 0.2

    def test_missing_odd_and_constant_features(self) -> None:
        rng = np.random.default_rng(2)
        x = rng.normal(size=(40, 5))
        y = x[:, 0] + 0.1 * rng.normal(size=40)
        x[:, 3], x[:, 4], x[::4, 1] = 7.0, np.nan, np.nan
        found = linear.ridge(x, y, np.ones(40))
        x[0, 0] = 1e9  # cut off, not believed
        assert np.isfinite(found.predict(x)).all()
        assert found.weights[3] == found.weights[4] == 0.0
        assert abs(found.predict(x)[0]) < 5.0

    def test_contributions_add_up(self) -> None:
        rng = np.random.default_rng(3)
        x, y = rng.normal(size=(40, 5)), rng.normal(size=40)
        found = linear.ridge(x, y, np.ones(40))
        np.testing.assert_allclose(found.intercept + found.contributions(x).sum(axis=1), found.predict(x))


class TestTrees:
    def test_they_are_held_to_what_is_sure(self) -> None:
        rng = np.random.default_rng(0)
        x = rng.normal(size=(200, 3))
        y = -x[:, 0] + 0.5 * rng.normal(size=200)
        held = trees.train(trees.settings_for(200), ["a", "b", "c"], x, y, np.ones(200), {"a": 1})
        line = np.column_stack([np.linspace(-2, 2, 50), np.zeros(50), np.zeros(50)])
        assert np.all(np.diff(held.predict(line)) >= 0.0)
        free = trees.train(trees.settings_for(200), ["a", "b", "c"], x, y, np.ones(200))
        assert np.diff(free.predict(line)).min() < 0.0

    def test_they_grow_with_the_survey(self) -> None:
        assert [trees.settings_for(items)["num_leaves"] for items in (42, 150, 151, 601)] == [4, 4, 6, 8]


class TestBlend:
    def test_the_better_learner_counts_for_more(self) -> None:
        rng = np.random.default_rng(0)
        y = rng.normal(size=300)
        both = np.column_stack([y + 0.5 * rng.normal(size=300), y + 2.0 * rng.normal(size=300)])
        good, poor = blend.weights(both, y, np.ones(300))
        assert good > 0.6
        assert 0.0 <= poor < 0.15

    def test_what_predicts_nothing_is_faded_out(self) -> None:
        rng = np.random.default_rng(1)
        assert np.all(blend.weights(rng.normal(size=(400, 2)), rng.normal(size=400), np.ones(400)) < 0.15)

    def test_no_weight_is_negative(self) -> None:
        y = np.random.default_rng(2).normal(size=100)
        assert blend.weights(np.column_stack([-3.0 * y, y]), y, np.ones(100)).min() >= 0.0

    def test_few_items_leave_equal_shares(self) -> None:
        y = np.array([1.0, -1.0])
        shares = blend.weights(np.column_stack([y, 0.8 * y]), y, np.ones(2))
        assert abs(shares[0] - shares[1]) < 0.15

    def test_constant_predictions(self) -> None:
        assert blend.weights(np.zeros((5, 2)), np.ones(5), np.ones(5)).tolist() == [0.5, 0.5]


class TestFolds:
    @pytest.mark.parametrize(("items", "wanted"), [(8, 8), (10, 10), (57, 10), (200, 10), (201, 5)])
    def test_how_many(self, items: int, wanted: int) -> None:
        sizes = np.bincount(folds.deal(puzzle_ids(items)))
        assert len(sizes) == wanted
        assert sizes.max() - sizes.min() <= 1

    def test_kin_stay_together(self) -> None:
        labels = np.random.default_rng(0).integers(0, 23, 100)
        fold = folds.deal(puzzle_ids(100), labels.tolist())
        assert all(len(set(fold[labels == label])) == 1 for label in np.unique(labels))
        assert np.bincount(fold).min() >= 5

    def test_the_order_of_items_does_not_matter(self) -> None:
        ids, order = puzzle_ids(60), np.random.default_rng(1).permutation(60)
        kin = [number % 17 for number in range(60)]
        one = folds.deal(ids, kin)
        other = folds.deal([ids[at] for at in order], [kin[at] for at in order])
        assert np.array_equal(one[order], other)

    def test_twins_measure_the_same(self) -> None:
        table = np.array([[1.0, np.nan], [1.0, np.nan], [1.0, 2.0]])
        one, two, three = folds.kin_by_features(table)
        assert one == two != three


class TestNested:
    """A held-out prediction must not know what it is compared with."""

    @staticmethod
    def items(changed: int | None = None) -> fitting.Items:
        names, features, ratings = planted(40, 10)
        value = means(ratings)
        fold = folds.deal(puzzle_ids(40), folds=4)
        if changed is not None:
            value = np.where(fold == changed, 5.0, value)
        return fitting.Items(tuple(names), features, value, np.full(40, 0.08), fold)

    def test_a_fold_does_not_see_its_own_ratings(self) -> None:
        plain, changed = self.items(), self.items(changed=2)
        found = [fitting.fit(items).held_out for items in (plain, changed)]
        out = plain.fold == 2
        np.testing.assert_array_equal(found[0].outside[out], found[1].outside[out])
        assert not np.array_equal(found[0].outside[~out], found[1].outside[~out])

    def test_nor_does_what_a_model_below_is_corrected_from(self) -> None:
        plain, changed = self.items(), self.items(changed=2)
        found = [fitting.fit(items).held_out for items in (plain, changed)]
        np.testing.assert_array_equal(found[0].inside[2], found[1].inside[2])

    def test_a_model_below_learns_what_the_one_above_leaves_over(self) -> None:
        rng = np.random.default_rng(5)
        x = rng.normal(size=(160, 4))
        names, fold = ("a", "b", "c", "d"), folds.deal(puzzle_ids(160), folds=5)
        of_all, of_group = x[:, 0], x[:, 0] + 0.8 * x[:, 1]
        noise = 0.3 * rng.normal(size=(2, 160))
        everyone = fitting.Items(names, x, of_all + noise[0], np.full(160, 0.09), fold)
        group = fitting.Items(names, x, of_group + noise[1], np.full(160, 0.09), fold)
        above = fitting.fit(everyone)
        below = fitting.fit(group, above.held_out)
        new = rng.normal(size=(300, 4))
        wanted = new[:, 0] + 0.8 * new[:, 1]
        corrected = above.correction(new) + below.correction(new)
        assert rank_correlation(corrected, wanted) > rank_correlation(above.correction(new), wanted) + 0.1

"""Scores of models: worked out by hand where that is possible, and no leak of what is held out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines.rating import metrics
from engines.rating.evaluation import (
    APART,
    NESTED,
    Asked,
    Score,
    by_length,
    by_mean,
    coverage,
    families_apart,
    fit_all,
    held_out,
    judged,
    papers,
    plainly,
    scores,
)
from engines.rating.models import Ratings
from engines.rating.presets import predict_with
from engines.tspin.people.presets import PRESETS
from tests.engines.rating.tables import means, planted, puzzle_ids

FAMILIES = ("escape", "wall", "open", "capture", "endgame")


def asked(items: int = 40, raters: int = 8, seed: int = 0) -> Asked:
    names, features, ratings = planted(items, raters, seed)
    moves = np.arange(items) % 3 + 1
    return Asked(names, features, puzzle_ids(items), moves, [FAMILIES[row % 5] for row in range(items)], ratings)


def value(found: list[Score], protocol: str, subject: str, metric: str) -> float:
    (only,) = [row.value for row in found if (row.protocol, row.subject, row.metric) == (protocol, subject, metric)]
    return only


@pytest.fixture(scope="module")
def both() -> dict[str, Asked]:
    data = asked()
    harder = replace(data.ratings, rating=np.clip(data.ratings.rating + (data.ratings.item % 2), 1, 5))
    return {"interest": data, "difficulty": replace(data, ratings=harder)}


@pytest.fixture(scope="module")
def found(both: dict[str, Asked]) -> dict[str, list[Score]]:
    return scores(both, fit_all(both), PRESETS)


def test_the_baselines_know_the_other_folds_only():
    observed, fold = np.array([1.0, 2.0, 3.0, 6.0]), np.array([0, 0, 1, 1])
    np.testing.assert_allclose(by_mean(observed, fold), [4.5, 4.5, 1.5, 1.5])
    # one item of the same length elsewhere, and the mean of the other fold worth two items
    moves = np.array([1, 2, 2, 3])
    np.testing.assert_allclose(by_length(observed, fold, moves), [4.5, (3 + 9.0) / 3, (2 + 3.0) / 3, 1.5])


def test_scores_are_of_the_held_out_predictions(both: dict[str, Asked], found: dict[str, list[Score]]):
    fits = fit_all(both)
    for target, fit in fits.items():
        rows = found[target]
        assert value(rows, NESTED, "model", "MAE") == fit.mae
        assert value(rows, NESTED, "model", "rank correlation") == fit.rank_correlation
        assert value(rows, NESTED, "mean", "MAE") == pytest.approx(fit.baseline_mae)
        assert value(rows, NESTED, "model", "top-10 hit rate") == metrics.hit_rate(fit.held_out, fit.observed, 10)
        assert value(rows, NESTED, "chance", "top-10 hit rate") == 10 / 40
        given = both[target].ratings
        alone = metrics.one_against_others(given.rater, given.item, given.rating)
        for who, expected in (("one rater", alone.mean()), ("best rater", alone.min()), ("worst rater", alone.max())):
            assert value(rows, NESTED, who, "MAE") == expected


def test_a_model_lies_between_the_floor_and_the_mean(found: dict[str, list[Score]]):
    for rows in found.values():
        for metric in ("MAE", "RMSE", "SMAPE"):
            floor, model, mean = (value(rows, NESTED, who, metric) for who in ("floor", "model", "mean"))
            assert floor < model < mean
        assert value(rows, NESTED, "floor", "rank correlation") > value(rows, NESTED, "model", "rank correlation")


def test_no_score_is_given_twice_or_undefined(found: dict[str, list[Score]]):
    for rows in found.values():
        assert len({(row.protocol, row.subject, row.metric) for row in rows}) == len(rows)
        assert all(np.isfinite(row.value) for row in rows)


def test_what_ranks_nothing_has_no_order():
    assert judged("some", "constant", np.ones(30), np.arange(30.0), {"rank": metrics.rank_correlation}) == []
    silent = asked()
    silent = replace(silent, features=np.zeros_like(silent.features))
    fit = fit_all({"interest": silent}, kin=lambda data: data.ids)["interest"]
    assert {row.metric for row in held_out(NESTED, fit, silent) if row.subject == "model"} == {"MAE", "RMSE", "SMAPE"}


class TestFamiliesApart:
    def test_families_are_held_out_whole(self, both: dict[str, Asked]):
        fit = fit_all(both, kin=lambda data: data.families)["interest"]
        assert fit.folds == len(FAMILIES)
        assert all(len({fit.fold[row] for row in range(start, 40, 5)}) == 1 for start in range(5))

    def test_ratings_of_a_family_do_not_move_its_predictions(self, both: dict[str, Asked]):
        """Turned upside down for one family: what is predicted of it stays, of the others it moves."""
        wall = np.array([name == "wall" for name in both["interest"].families])
        turned = {
            target: replace(
                data,
                ratings=replace(
                    data.ratings,
                    rating=np.where(wall[data.ratings.item], 6 - data.ratings.rating, data.ratings.rating),
                ),
            )
            for target, data in both.items()
        }
        before, after = (
            fit_all({target: plainly(data) for target, data in way.items()}, kin=lambda data: data.families)
            for way in (both, turned)
        )
        for target in both:
            np.testing.assert_array_equal(before[target].held_out[wall], after[target].held_out[wall])
            assert not np.allclose(before[target].held_out[~wall], after[target].held_out[~wall])

    def test_knowing_a_family_helps_where_families_differ(self):
        """A step for each family that no feature shows but one that names it."""
        data = asked(60)
        step = np.array([FAMILIES.index(name) for name in data.families], dtype=np.float64)
        rng = np.random.default_rng(5)
        rating = np.clip(np.rint(1 + step[data.ratings.item] + 0.5 * rng.normal(size=len(data.ratings))), 1, 5)
        told = np.column_stack([*(step == place for place in range(5)), data.features[:, 2]]).astype(np.float64)
        names = [f"feature_{place}" for place in range(6)]
        data = replace(data, names=names, features=told, ratings=replace(data.ratings, rating=rating))
        near = held_out(NESTED, fit_all({"interest": data})["interest"], data)
        far = families_apart({"interest": data})["interest"]
        assert value(far, APART, "model", "MAE") > 3 * value(near, NESTED, "model", "MAE")

    def test_two_families_are_too_few(self):
        data = asked()
        halves = replace(data, families=["one" if row < 20 else "other" for row in range(40)])
        assert families_apart({"interest": halves}) == {}

    def test_a_third_family_of_one_puzzle_is_too_little_to_learn_from(self):
        data = asked()
        names = ["alone", *("one" if row < 20 else "other" for row in range(1, 40))]
        assert families_apart({"interest": replace(data, families=names)}) == {}


class TestPapersProtocol:
    def test_presets_are_fitted_to_the_other_folds_means(self, both: dict[str, Asked]):
        rows = papers(both, PRESETS, 10)["interest"]
        data = both["interest"]
        fit = fit_all({"interest": plainly(data)}, kin=lambda data: data.ids, parts=10)["interest"]
        np.testing.assert_allclose(fit.observed, means(data.ratings))
        assert fit.folds == 10
        assert set(np.bincount(fit.fold)) == {4}
        predicted = np.empty(40)
        for k in range(10):
            out = fit.fold == k
            predicted[out] = predict_with(
                PRESETS["interest"], data.names, data.features[~out], means(data.ratings)[~out], data.features[out]
            )
        expected = metrics.mean_absolute_error(np.clip(predicted, 1, 5), means(data.ratings))
        assert value(rows, "10-fold, plain means", "preset tspin-2-interest", "MAE") == pytest.approx(expected)
        assert {row.subject for row in rows} == {"model", "preset tspin-2-interest", "mean"}

    def test_without_settings_there_is_nobody_to_compare_with(self, both: dict[str, Asked]):
        assert {row.subject for row in papers(both, {}, 10)["interest"]} == {"model", "mean"}


def test_only_some_items_and_raters():
    data = Asked(
        ["size"],
        np.array([[1.0], [2.0], [3.0]]),
        ["a", "b", "c"],
        np.array([1, 2, 3]),
        ["x", "y", "z"],
        Ratings(np.array([0, 1, 2, 1, 2]), np.array([0, 0, 0, 1, 2]), np.array([1.0, 2.0, 3.0, 4.0, 5.0])),
    )
    some = data.only(np.array([True, True, True]), np.array([False, True, True]))
    assert (some.ids, some.families, some.moves.tolist()) == (["b", "c"], ["y", "z"], [2, 3])
    assert (some.ratings.item.tolist(), some.ratings.rating.tolist()) == ([0, 1], [4.0, 5.0])
    assert data.only(np.array([False, True, False])).means().tolist() == [3.0]


class TestCoverage:
    def test_intervals_come_from_the_other_folds(self):
        """A fold of errors larger than all others' is in none of their intervals; the others are in its own."""
        residuals = np.where(np.arange(40) < 10, 2.0, 0.1) * np.where(np.arange(40) % 2, 1.0, -1.0)
        ((_, inside),) = coverage(residuals, np.full(40, 0.01), np.arange(40) // 10, [0.5])
        assert inside.tolist() == [False] * 10 + [True] * 30

    def test_shares_are_as_said_where_errors_are_alike(self):
        rng = np.random.default_rng(2)
        found = coverage(rng.normal(size=2000), np.full(2000, 0.1), np.arange(2000) % 10)
        assert [level for level, _ in found] == pytest.approx(np.arange(1, 10) / 10)
        np.testing.assert_allclose([inside.mean() for _, inside in found], np.arange(1, 10) / 10, atol=0.03)

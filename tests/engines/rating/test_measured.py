"""Difficulty by a yardstick: on the open scale, explained in full, unmoved by ratings until people's count."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from engines.people.yardstick import Mark, Yardstick
from engines.rating import measured, models
from engines.rating.models import Fit, by_yardstick, contributions, fit, predict
from tests.engines.rating.tables import everybody, puzzle_ids

NAMES = ("other", "moves", "tries", "room")
YARDSTICK = Yardstick(
    "moves",
    usual=3.0,
    doubling=1.2,
    marks=(Mark("tries", 10.0, 4.0, 0.8, "ours"), Mark("room", 5.0, 2.0, -0.5, "ours")),
    half=0.9,
)
AVERAGE = dict(zip(NAMES, (0.0, 3.0, 10.0, 5.0), strict=True))


def table(rows: int = 1, **told: object) -> np.ndarray:
    """Puzzles with nothing unusual about them but for what is told."""
    columns = [np.broadcast_to(np.asarray(told.get(name, AVERAGE[name]), dtype=float), (rows,)) for name in NAMES]
    return np.stack(columns, axis=1)


def difficulty(rows: int = 1, **told: object) -> np.ndarray:
    return measured.difficulty(YARDSTICK, NAMES, table(rows, **told))


def at_random(puzzles: int, seed: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    made = [
        rng.normal(size=puzzles),
        rng.integers(1, 7, puzzles),
        rng.poisson(10.0, puzzles),
        rng.normal(5, 2, puzzles),
    ]
    return np.stack([np.asarray(column, dtype=float) for column in made], axis=1)


def said(puzzles: np.ndarray, by: float, raters: int = 10, seed: int = 4) -> models.Ratings:
    """What people say: what the yardstick does not know counts for so much a step of it."""
    rng = np.random.default_rng(seed)
    truth = measured.difficulty(YARDSTICK, NAMES, puzzles) + by * np.tanh(puzzles[:, 0])
    return everybody(np.clip(np.rint(truth + 0.5 * rng.normal(size=(raters, len(puzzles)))), 1, 5))


def unrated(puzzles: np.ndarray, ratings: models.Ratings) -> Fit:
    return by_yardstick("difficulty", NAMES, puzzles, ratings, puzzle_ids(len(puzzles)), YARDSTICK)


def rated(puzzles: np.ndarray, ratings: models.Ratings) -> Fit:
    return fit("difficulty", NAMES, puzzles, ratings, puzzle_ids(len(puzzles)), yardstick=YARDSTICK)


@pytest.fixture(scope="module")
def taught() -> Fit:
    puzzles = at_random(80)
    return rated(puzzles, said(puzzles, 0.8))


class TestTheScale:
    def test_the_usual_puzzle_is_in_the_middle(self) -> None:
        assert difficulty()[0] == pytest.approx(3.0)

    @pytest.mark.parametrize("told", [{}, {"tries": 1e9, "room": -1e9}, {"tries": -1e9, "room": 1e9}])
    def test_longer_is_harder_from_1_to_40_moves_and_no_end_is_reached(self, told: dict[str, float]) -> None:
        found = difficulty(40, moves=np.arange(1, 41), **told)
        assert np.all(np.diff(found) > 0)
        assert np.all((found > 1) & (found < 5))

    def test_twice_the_length_adds_the_same_steps(self) -> None:
        parts = measured.steps(YARDSTICK, NAMES, table(4, moves=[1.5, 3.0, 6.0, 12.0])).sum(axis=1)
        np.testing.assert_allclose(np.diff(parts), YARDSTICK.doubling)

    def test_marks_make_harder_or_easier_and_none_decides_alone(self) -> None:
        assert difficulty(tries=20)[0] > difficulty()[0] > difficulty(room=9)[0]
        parts = measured.steps(YARDSTICK, NAMES, table(tries=1e9))
        assert parts[0, 1] == pytest.approx(0.8 * measured.BOUND)

    def test_what_grows_by_doubling_counts_by_its_logarithm(self) -> None:
        (first, *others) = YARDSTICK.marks
        doubling = replace(YARDSTICK, marks=(replace(first, log=True, centre=3.0, scale=1.0), *others))
        parts = measured.steps(doubling, NAMES, table(3, tries=[8.0, 16.0, 0.0]))[:, 1]
        assert parts[0] == pytest.approx(0.0)
        assert parts[1] == pytest.approx(first.weight * measured.BOUND * np.tanh(1.0 / measured.BOUND))
        assert parts[2] < 0.0

    def test_what_is_usual_may_rise_with_the_length(self) -> None:
        """Twice as long, and two tries more: as unusual as before."""
        rising = replace(YARDSTICK, marks=tuple(replace(mark, rise=2.0) for mark in YARDSTICK.marks))
        puzzles = table(3, moves=[3, 6, 6], tries=[10, 12, 10], room=[5, 7, 5])
        parts = measured.steps(rising, NAMES, puzzles)
        np.testing.assert_allclose(parts[:2, 1:], 0.0)
        assert parts[2, 1] < 0 < parts[2, 2]
        model = by_yardstick(
            "difficulty", NAMES, puzzles.repeat(4, 0), said(puzzles.repeat(4, 0), 0.0), puzzle_ids(12), rising
        )
        np.testing.assert_allclose(contributions(model, puzzles).usual[:, 2], [10, 12, 12])

    def test_no_length_at_all_is_as_if_usual(self) -> None:
        assert difficulty(moves=np.nan)[0] == pytest.approx(3.0)
        assert difficulty(moves=0.0)[0] > 1.0

    def test_steps_shrink_toward_the_ends_and_keep_the_order(self) -> None:
        at = np.linspace(1.01, 4.99, 50)
        for by in (-9.0, -0.5, 0.0, 0.5, 9.0):
            found = measured.moved(at, np.full(50, by))
            assert np.all((found > 1) & (found < 5))
            assert np.all(np.diff(found) > 0)
            assert np.all(np.sign(found - at) == np.sign(by))
            assert np.all(np.abs(found - at) <= abs(by) + 1e-12)


class TestIntervals:
    def test_what_was_not_measured_widens_them(self) -> None:
        known, one, two, nothing = (
            self.width(**dict.fromkeys(gone, np.nan)) for gone in ((), ("room",), ("room", "tries"), NAMES[1:])
        )
        assert known < one < two < nothing
        assert self.width(other=np.nan) == known, "of which the yardstick knows nothing"

    def test_they_stay_on_the_scale_around_the_prediction(self) -> None:
        puzzles = np.concatenate([at_random(50), table(2, moves=[1, 500])])
        model = models.read_model(unrated(puzzles, said(puzzles, 0.0)).body, {})
        at = model.predict(puzzles)
        low, high = model.bounds(puzzles, at, YARDSTICK.half)
        assert np.all((low > 1) & (low < at) & (at < high) & (high < 5))

    @staticmethod
    def width(**told: float) -> float:
        puzzles = at_random(30)
        model = models.read_model(unrated(puzzles, said(puzzles, 0.0)).body, {})
        low, high = model.bounds(table(**told), np.array([3.0]), YARDSTICK.half)
        return float(high[0] - low[0])


class TestContributions:
    def test_they_and_the_base_are_the_prediction(self, taught: Fit) -> None:
        puzzles = np.concatenate([at_random(200, seed=9), table(3, moves=[1, 40, np.nan], room=[np.nan, 5, 5])])
        rated_by_nobody = unrated(at_random(40), said(at_random(40), 0.0))
        for model in (rated_by_nobody, taught):
            found = contributions(model, puzzles)
            np.testing.assert_allclose(found.base + found.added.sum(axis=1), predict(model, puzzles), atol=1e-9)

    def test_of_a_yardstick_alone_they_are_of_what_it_reads(self) -> None:
        puzzles = at_random(40)
        found = contributions(unrated(puzzles, said(puzzles, 0.8)), at_random(60, seed=9))
        assert found.base == 3.0
        assert not found.added[:, 0].any(), "it knows nothing of this one"
        assert np.all(np.sign(found.added[:, 1]) == np.sign(found.value[:, 1] - YARDSTICK.usual))
        assert set(found.usual[:, 2]) == {10.0}, "usual as the yardstick says"
        assert found.spread[2] == 4.0

    def test_what_people_added_is_told_too(self, taught: Fit) -> None:
        found = contributions(taught, at_random(60, seed=9))
        assert np.abs(found.added[:, 0]).mean() > 0.1
        assert np.corrcoef(found.added[:, 0], found.value[:, 0])[0, 1] > 0.7


class TestLearning:
    def test_trust_grows_with_the_puzzles_that_people_rated(self) -> None:
        shares = [measured.trust(puzzles) for puzzles in (0, 1, 10, 20, 200, 10_000)]
        assert shares[0] == 0.0
        assert measured.trust(int(measured.TRUST)) == 0.5
        assert shares == sorted(set(shares))
        assert shares[-1] < 1.0

    def test_a_yardstick_learns_nothing_from_ratings(self) -> None:
        puzzles, others = at_random(40), at_random(200, seed=9)
        one = said(puzzles, 0.8)
        other = replace(one, rating=6.0 - one.rating)
        models_of = [unrated(puzzles, ratings) for ratings in (one, other)]
        assert models_of[0].body == models_of[1].body
        np.testing.assert_array_equal(predict(models_of[0], others), measured.difficulty(YARDSTICK, NAMES, others))
        assert [model.interval for model in models_of] == [YARDSTICK.half] * 2
        assert not any(model.taught for model in models_of)
        assert models_of[0].mae < models_of[1].mae, "though it says how far they are from it"

    def test_ratings_by_people_move_it_toward_them(self, taught: Fit) -> None:
        others = at_random(300, seed=9)
        truth = measured.difficulty(YARDSTICK, NAMES, others) + 0.8 * np.tanh(others[:, 0])
        alone = measured.difficulty(YARDSTICK, NAMES, others)
        error = {name: np.abs(np.clip(truth, 1, 5) - found).mean() for name, found in (
            ("alone", alone), ("taught", predict(taught, others)),
        )}  # fmt: skip
        assert error["taught"] < 0.7 * error["alone"]
        assert taught.taught
        assert taught.mae < unrated(at_random(80), said(at_random(80), 0.8)).mae
        few = at_random(12)
        little = predict(rated(few, said(few, 0.8)), others)
        assert np.abs(little - alone).mean() < np.abs(predict(taught, others) - alone).mean(), (
            "few puzzles say little"
        )

    @pytest.mark.parametrize("other", [-9.0, 9.0])
    def test_no_rating_takes_it_to_an_end_where_all_would_be_equal(self, taught: Fit, other: float) -> None:
        long = table(40, moves=np.arange(1, 41), other=other, tries=30.0, room=0.0)
        found = predict(taught, long)
        assert np.all((found > 1) & (found < 5))
        assert np.all(np.diff(found[8:]) > 0), "beyond what was rated, a longer one is still harder"

    def test_interest_may_lean_on_it(self) -> None:
        puzzles = at_random(60)
        hard = unrated(puzzles, said(puzzles, 0.0))
        liked = everybody(np.clip(np.rint(5 - np.abs(predict(hard, puzzles) - 3) + np.zeros((6, 60))), 1, 5))
        fun = fit("interest", NAMES, puzzles, liked, puzzle_ids(60), difficulty=hard)
        found = contributions(fun, puzzles)
        assert found.names[-1] == models.DIFFICULTY
        np.testing.assert_array_equal(found.value[:, -1], predict(hard, puzzles))


class TestAsText:
    def test_a_yardstick_comes_back_as_it_was(self) -> None:
        assert measured.from_json(json.loads(json.dumps(measured.as_json(YARDSTICK)))) == YARDSTICK

    def test_a_model_reloads_bit_for_bit(self, taught: Fit) -> None:
        puzzles, others = at_random(80), np.concatenate([at_random(200, seed=9), table(2, moves=np.nan, room=np.nan)])
        for model in (taught, unrated(puzzles, said(puzzles, 0.8))):
            text = json.dumps(json.loads(model.body), sort_keys=True, separators=(",", ":"))
            assert text == model.body
            models.loaded.cache_clear()
            again = predict(text, others)
            np.testing.assert_array_equal(again, predict(model, others))
            alone = np.concatenate([predict(text, row[None]) for row in others])
            np.testing.assert_array_equal(alone, again)

    def test_columns_are_found_by_name(self, taught: Fit) -> None:
        others = at_random(20, seed=9)
        wider = np.column_stack([others[:, ::-1], np.zeros(20)])
        np.testing.assert_array_equal(predict(taught, wider, [*NAMES[::-1], "new"]), predict(taught, others))

    def test_the_order_of_puzzles_makes_no_difference(self) -> None:
        puzzles = at_random(30)
        ratings, ids, back = said(puzzles, 0.8), puzzle_ids(30), np.arange(30)[::-1]
        turned = models.Ratings(29 - ratings.item, ratings.rater, ratings.rating)
        one = fit("difficulty", NAMES, puzzles, ratings, ids, yardstick=YARDSTICK)
        other = fit("difficulty", NAMES, puzzles[back], turned, [ids[n] for n in back], yardstick=YARDSTICK)
        assert one.body == other.body

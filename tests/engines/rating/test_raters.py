"""Simulated raters: labelled, on the scale, the same in any order and company, each with a taste of their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines.people.groups import GROUPS
from engines.people.law import Reason
from engines.people.scale import HIGHEST, LOWEST, Scale
from engines.rating import metrics, taste
from engines.rating.raters import Rater, Ratings, expected, group_of, population, rate, truth
from engines.rating.truth import Truth, bent, levels, measured
from engines.registry import GAMES, engine
from engines.tspin.people.law import LAW
from tests.engines.rating.games import Elsewhere
from tests.engines.rating.tables import NOISE, puzzle_ids

SEED = 5
TSPIN = engine("tspin")
PLAIN = {reason.feature: reason for reason in LAW.reasons if reason.name == reason.feature}
READ = sorted({name for reason in LAW.reasons for name in reason.reads})
NAMES = [*READ, *NOISE]


def tspin_like(items: int, seed: int = 0) -> np.ndarray:
    """Features around the centres that the law knows, counts for those that it only counts, and unrelated ones."""
    rng = np.random.default_rng(seed)
    known = [
        PLAIN[name].centre + PLAIN[name].scale * rng.normal(size=items) if name in PLAIN else rng.poisson(0.5, items)
        for name in READ
    ]
    return np.column_stack([*known, rng.normal(size=(items, len(NOISE)))])


def survey(items: int, raters: list[Rater], moves: int, seed: int = SEED) -> Ratings:
    ids, features = puzzle_ids(items, seed), tspin_like(items, seed)
    return rate(raters, ids, NAMES, features, np.full(items, moves), TSPIN, seed)


Answers = dict[tuple[str, str], tuple[float, float]]


def as_table(ratings: Ratings, raters: list[Rater], ids: list[str]) -> Answers:
    """Interest and difficulty by rater and puzzle."""
    rows = zip(ratings.rater, ratings.item, ratings.interest, ratings.difficulty, strict=True)
    return {(raters[r].rater_id, ids[i]): (float(a), float(b)) for r, i, a, b in rows}


class TestPopulation:
    def test_ids_say_that_they_are_simulated(self):
        ids = [rater.rater_id for rater in population(TSPIN, SEED, 12)]
        assert ids[6] == "sim-0007"
        assert len(set(ids)) == 12
        assert all(name.startswith("sim-") for name in ids)

    def test_the_same_seed_gives_the_same_people(self):
        assert population(TSPIN, SEED, 20) == population(TSPIN, SEED, 20)
        assert population(TSPIN, SEED, 20) != population(TSPIN, SEED + 1, 20)
        assert population(TSPIN, SEED, 20) != population(engine("puyo"), SEED, 20)

    def test_a_larger_population_begins_with_the_smaller(self):
        assert population(TSPIN, SEED, 30)[:10] == population(TSPIN, SEED, 10)

    @pytest.mark.parametrize("seed", range(5))
    def test_every_group_is_there_in_its_share(self, seed: int):
        groups = [rater.group for rater in population(TSPIN, seed, 20)]
        assert 8 <= groups.count("beginner") <= 12
        assert 4 <= groups.count("regular") <= 8
        assert 2 <= groups.count("advanced") <= 6

    @pytest.mark.parametrize(
        ("skill", "group"),
        [(0.0, "beginner"), (0.499, "beginner"), (0.5, "regular"), (0.8, "advanced"), (1.0, "advanced")],
    )
    def test_group_follows_skill(self, skill: float, group: str):
        assert group_of(skill) == group
        assert group in GROUPS

    def test_nobody_is_fine(self):
        assert population(TSPIN, SEED, 0) == []
        assert population(TSPIN, SEED, 0, "regular") == []

    @pytest.mark.parametrize("group", GROUPS)
    def test_a_group_has_the_same_people_as_the_whole(self, group: str):
        everyone = population(engine("puyo"), SEED, 200)
        some = population(engine("puyo"), SEED, 12, group)
        assert some == [rater for rater in everyone if rater.group == group][:12]
        assert population(engine("puyo"), SEED, 30, group)[:12] == some

    def test_a_group_that_there_is_not_is_refused(self):
        with pytest.raises(ValueError, match="unknown group 'expert': choose from beginner, regular, advanced"):
            population(TSPIN, SEED, 5, "expert")


class TestRate:
    def test_whole_steps_from_one_to_five_and_everyone_rates_everything(self):
        ratings = survey(40, population(TSPIN, SEED, 25), 2)
        assert len(ratings) == 40 * 25
        assert len(set(zip(ratings.rater.tolist(), ratings.item.tolist(), strict=True))) == 40 * 25
        for answers in (ratings.interest, ratings.difficulty):
            assert set(np.unique(answers)) == {1.0, 2.0, 3.0, 4.0, 5.0}

    @pytest.mark.parametrize(("low", "high", "steps"), [(1, 5, 5), (-2, 2, 5), (-3, 3, 7)])
    def test_answers_are_steps_of_the_survey_and_kept_on_one_to_five(self, low: int, high: int, steps: int):
        raters, ids, features = population(TSPIN, SEED, 25), puzzle_ids(60), tspin_like(60)
        scale = Scale(low, high)
        ratings = rate(raters, ids, NAMES, features, np.full(60, 2), TSPIN, SEED, scale)
        for answers in (ratings.interest, ratings.difficulty):
            assert set(scale.said(np.unique(answers))) == set(range(low, high + 1))
            assert (answers.min(), answers.max(), len(np.unique(answers))) == (1.0, 5.0, steps)

    def test_a_rating_depends_on_rater_and_puzzle_alone(self):
        raters, ids, features = population(TSPIN, SEED, 12), puzzle_ids(30), tspin_like(30)
        moves = np.tile([1, 2, 3], 10)
        whole = as_table(rate(raters, ids, NAMES, features, moves, TSPIN, SEED), raters, ids)
        rng = np.random.default_rng(1)
        some, few = rng.permutation(30)[:11], [raters[place] for place in rng.permutation(12)[:5]]
        chosen = [ids[place] for place in some]
        part = rate(few, chosen, NAMES, features[some], moves[some], TSPIN, SEED)
        found = as_table(part, few, chosen)
        assert len(found) == 55
        assert found == {pair: whole[pair] for pair in found}

    def test_the_order_of_columns_makes_no_difference(self):
        raters, ids, features = population(TSPIN, SEED, 6), puzzle_ids(30), tspin_like(30)
        moves = np.full(30, 2)
        back = rate(raters, ids, NAMES[::-1], features[:, ::-1], moves, TSPIN, SEED)
        np.testing.assert_array_equal(back.interest, rate(raters, ids, NAMES, features, moves, TSPIN, SEED).interest)

    def test_another_seed_gives_other_ratings(self):
        raters, ids, features = population(TSPIN, SEED, 6), puzzle_ids(30), tspin_like(30)
        one, two = (rate(raters, ids, NAMES, features, np.full(30, 2), TSPIN, seed) for seed in (1, 2))
        assert np.mean(one.interest != two.interest) > 0.3

    def test_the_skilled_find_the_same_puzzles_easier(self):
        raters = population(TSPIN, SEED, 60)
        ratings = survey(60, raters, 2)
        groups = np.array([rater.group for rater in raters])[ratings.rater]
        mean = {group: ratings.difficulty[groups == group].mean() for group in GROUPS}
        assert mean["beginner"] > mean["regular"] + 0.1
        assert mean["regular"] > mean["advanced"] + 0.1

    def test_missing_features_are_neutral(self):
        raters, ids = population(TSPIN, SEED, 6), puzzle_ids(5)
        unknown = np.full((5, len(NAMES)), np.nan)
        ratings = rate(raters, ids, NAMES, unknown, np.full(5, 2), TSPIN, SEED)
        assert np.isfinite(ratings.interest).all()

    def test_tables_that_do_not_fit_are_refused(self):
        raters, ids, features = population(TSPIN, SEED, 2), puzzle_ids(4), tspin_like(4)
        with pytest.raises(ValueError, match=f"3 puzzles and {len(NAMES)} names"):
            rate(raters, ids[:3], NAMES, features, np.full(3, 2), TSPIN, SEED)
        with pytest.raises(ValueError, match="4 puzzles, but 3 numbers of moves"):
            rate(raters, ids, NAMES, features, np.full(3, 2), TSPIN, SEED)


class TestTruth:
    def test_it_is_the_same_in_any_company(self):
        ids, features, moves = puzzle_ids(40), tspin_like(40), np.full(40, 2)
        whole = truth(ids, NAMES, features, moves, TSPIN)
        for rows in (np.arange(10, 13), np.array([39]), np.arange(40)[::-3], np.arange(0, 40, 2)):
            part = truth([ids[row] for row in rows], NAMES, features[rows], moves[rows], TSPIN)
            np.testing.assert_array_equal(part.difficulty, whole.difficulty[rows])
            np.testing.assert_array_equal(part.charm, whole.charm[rows])

    def test_the_features_of_the_thesis_matter_most(self):
        """Fig. 5.8: edges on the base first, then gaps of two, empty cells right below, T/J/L."""
        assert [reason.feature for reason in LAW.reasons[:4]] == [
            "edges_base",
            "gaps_2",
            "below_empty",
            "piece_tjl",
        ]
        weights = [reason.difficulty for reason in LAW.reasons]
        assert weights[:4] == sorted(weights, reverse=True)[:4]
        ids, features = puzzle_ids(3000), tspin_like(3000)
        hidden = truth(ids, NAMES, features, np.full(3000, 2), TSPIN).difficulty
        pull = {name: abs(metrics.correlation(features[:, k], hidden)) for k, name in enumerate(NAMES)}
        assert max(pull, key=lambda name: pull[name]) == "edges_base"
        assert max(pull[name] for name in NOISE) < 0.08

    def test_one_odd_feature_does_not_decide_alone(self):
        features = tspin_like(1)
        features[0, NAMES.index("edges_base")] = 1e9
        hidden = truth(puzzle_ids(1), NAMES, features, np.array([2]), TSPIN)
        assert 0.0 < hidden.difficulty[0] < 5.5

    def test_more_moves_are_harder_from_three_on(self):
        ids, features = puzzle_ids(200), tspin_like(200)
        two, three, four = (
            truth(ids, NAMES, features, np.full(200, moves), TSPIN).difficulty.mean() for moves in (2, 3, 4)
        )
        assert two < three < four

    def test_the_longest_stay_within_reach_of_the_scale_and_in_order(self):
        steps = np.linspace(-9.0, 15.0, 2401)
        found = bent(steps)
        assert np.all(np.diff(found) > 0.0)
        assert found.min() > LOWEST - 1.0
        assert found.max() < HIGHEST + 1.0
        even = np.abs(steps - 3.0) <= 1.5
        np.testing.assert_allclose(found[even], steps[even])

    def test_what_is_usual_grows_with_the_length(self):
        reason = replace(LAW.reasons[0], rise=2.0)
        table = np.array([[reason.centre], [reason.centre + 2.0], [reason.centre]])
        off = measured(reason, [reason.feature], table, np.array([0.0, 1.0, 1.0]))
        np.testing.assert_allclose(off * reason.scale, [0.0, 0.0, -2.0], atol=1e-12)

    @pytest.mark.parametrize("name", ["elsewhere", *GAMES])
    def test_a_game_without_named_weights_gets_a_law_from_its_names(self, name: str):
        """Counts, flags, shares and big numbers alike: the truth stays on the scale and varies."""
        game = engine(name) if name in GAMES else Elsewhere()
        rng = np.random.default_rng(3)
        names = [f"own_{number}" for number in range(9)]
        scales = np.array([1.0, 1.0, 5.0, 0.3, 36.0, 1000.0, 1.0, 4.0, 0.01])
        features = np.rint(rng.gamma(2.0, 1.0, (400, 9)) * scales * 10) / 10
        features[::7, 2] = np.nan
        hidden = truth(puzzle_ids(400), names, features, np.full(400, 2), game)
        assert np.isfinite(hidden.difficulty).all()
        assert abs(hidden.difficulty.mean() - hidden.level["difficulty"].mean()) < 0.9
        assert hidden.difficulty.std() > 0.2
        again = truth(puzzle_ids(400), names[::-1], features[:, ::-1], np.full(400, 2), game)
        np.testing.assert_allclose(again.difficulty, hidden.difficulty)

    def test_interest_is_a_hill_over_felt_difficulty(self):
        """5.1.2: for beginners and two moves it has a top; with skill that moves up."""
        steps = np.linspace(1.0, 5.0, 401)
        hidden = Truth(steps, np.zeros(401), levels(np.full(401, 2), LAW)[0])

        def top(skill: float) -> float:
            plain = Rater("sim-9999", group_of(skill), skill, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1)
            interest, difficulty = expected([plain], hidden)
            best = int(np.argmax(interest[0]))
            assert interest[0, 0] < interest[0, best] - 0.5
            return float(difficulty[0, best])

        assert top(0.25) == pytest.approx(LAW.levels[2].peak, abs=0.02)
        assert top(0.9) > top(0.25) + 0.5


class TestReasons:
    @staticmethod
    def measured(reason: Reason, *columns: list[float]) -> list[float]:
        table = np.array(columns, dtype=np.float64).T
        return measured(reason, ["one", "two"], table).tolist()

    def test_an_amount_is_told_from_its_centre_in_scales(self):
        plain = Reason("two", 3.0, 2.0, "here")
        assert self.measured(plain, [9, 9, 9], [3, 5, 1]) == [0.0, 1.0, -1.0]
        assert (plain.name, plain.reads) == ("two", ("two",))

    def test_least_and_most_only_say_whether(self):
        least = Reason("one", 0.0, 1.0, "here", least=2)
        most = Reason("one", 0.0, 1.0, "here", most=2)
        assert self.measured(least, [1, 2, 7], [0, 0, 0]) == [0.0, 1.0, 1.0]
        assert self.measured(most, [1, 2, 7], [0, 0, 0]) == [1.0, 1.0, 0.0]
        assert (least.name, most.name) == ("one>=2", "one<=2")

    def test_times_multiplies(self):
        both = Reason("one", 0.0, 1.0, "here", least=2, times="two")
        assert self.measured(both, [1, 2, 7], [5, 5, 3]) == [0.0, 5.0, 3.0]
        assert (both.name, both.reads) == ("one>=2*two", ("one", "two"))

    def test_what_is_missing_stays_missing(self):
        for reason in (Reason("one", 0.0, 1.0, "here", least=2), Reason("two", 0.0, 1.0, "", times="one")):
            assert np.isnan(self.measured(reason, [np.nan], [1.0])).all()


class TestTaste:
    def test_each_person_weighs_a_few_reasons_differently(self):
        weights = taste.weights([11, 12, 13], [f"reason-{k}" for k in range(15)], "interest")
        assert (np.count_nonzero(weights, axis=1) == taste.FEW).all()
        np.testing.assert_allclose(np.sqrt((weights**2).sum(axis=1)), 1.0)
        assert not np.array_equal(weights[0], weights[1])
        assert (weights > 0).any()
        assert (weights < 0).any()

    def test_the_same_person_in_any_company(self):
        names = [f"reason-{k}" for k in range(15)]
        alone = taste.weights([12], names, "interest")
        np.testing.assert_array_equal(taste.weights([11, 12], names, "interest")[1:], alone)
        np.testing.assert_array_equal(taste.weights([12], names[::-1], "interest")[:, ::-1], alone)
        assert not np.array_equal(taste.weights([12], names, "difficulty"), alone)

    def test_it_is_part_of_what_is_expected(self):
        ids, features, moves = puzzle_ids(50), tspin_like(50), np.full(50, 2)
        hidden = truth(ids, NAMES, features, moves, TSPIN)
        one = population(TSPIN, SEED, 1)[0]
        twin = replace(one, leaning=one.leaning + 1)
        plain = replace(one, trouble=0.0, liking=0.0)
        interest, difficulty = expected([one, twin, plain, replace(plain, leaning=7)], hidden)
        assert np.abs(interest[0] - interest[1]).mean() > 0.1
        assert np.abs(difficulty[0] - difficulty[1]).mean() > 0.1
        np.testing.assert_array_equal(interest[2], interest[3])
        np.testing.assert_array_equal(difficulty[2], difficulty[3])

    def test_ratings_scatter_around_what_is_expected(self):
        """Many answers of people alike in all but the day's luck, on a fine scale: their mean is what is expected."""
        ids, features, moves = puzzle_ids(4), tspin_like(4), np.full(4, 2)
        one = replace(population(TSPIN, SEED, 1)[0], luck=0.02)
        many = [replace(one, rater_id=f"sim-{number}") for number in range(4000)]
        ratings = rate(many, ids, NAMES, features, moves, TSPIN, SEED, Scale(0, 1000))
        interest, difficulty = expected([one], truth(ids, NAMES, features, moves, TSPIN))
        for said, meant in ((ratings.interest, interest[0]), (ratings.difficulty, difficulty[0])):
            inside = (meant > 2.0) & (meant < 4.0)  # elsewhere the scale cuts off
            assert inside.any()
            found = said.reshape(4000, 4).mean(axis=0)
            np.testing.assert_allclose(found[inside], meant[inside], atol=0.03)

"""Simulated raters: labelled, on the scale, the same in any order and company, and like the people of
the thesis as far as its tables tell."""

from __future__ import annotations

import numpy as np
import pytest

from engines.rating import law, metrics, models
from engines.rating.raters import GROUPS, Rater, Ratings, expected, group_of, population, rate, truth
from tests.rating.tables import NOISE, puzzle_ids

SEED = 5
LAW = law.LAWS["tspin"]
NAMES = [*LAW, *NOISE]


# Measured on generated puzzles: features that pull the same way go together, and boards for two moves
# are a little richer than those for one.
TOGETHER = 0.15
RICHER = {1: -0.09, 2: 0.09}


def tspin_like(items: int, seed: int = 0, richer: float = 0.0) -> np.ndarray:
    """Features around the centres that the law knows, as much in step as real ones, and unrelated ones."""
    rng = np.random.default_rng(seed)
    shared = richer + TOGETHER * rng.normal(size=items)
    known = [
        pull.centre + pull.scale * (np.sign(pull.difficulty) * shared + rng.normal(size=items))
        for pull in LAW.values()
    ]
    return np.column_stack([*known, rng.normal(size=(items, len(NOISE)))])


def survey(items: int, raters: list[Rater], moves: int, seed: int = SEED) -> Ratings:
    ids, features = puzzle_ids(items, seed), tspin_like(items, seed, RICHER[moves])
    return rate(raters, ids, NAMES, features, np.full(items, moves), "tspin", seed)


Answers = dict[tuple[str, str], tuple[float, float]]


def as_table(ratings: Ratings, raters: list[Rater], ids: list[str]) -> Answers:
    """Interest and difficulty by rater and puzzle."""
    rows = zip(ratings.rater, ratings.item, ratings.interest, ratings.difficulty, strict=True)
    return {(raters[r].rater_id, ids[i]): (float(a), float(b)) for r, i, a, b in rows}


def beginners(count: int, seed: int = SEED) -> list[Rater]:
    return [rater for rater in population("tspin", seed, 4 * count) if rater.group == "beginner"][:count]


class TestPopulation:
    def test_ids_say_that_they_are_simulated(self):
        ids = [rater.rater_id for rater in population("tspin", SEED, 12)]
        assert ids[6] == "sim-0007"
        assert len(set(ids)) == 12
        assert all(name.startswith("sim-") for name in ids)

    def test_the_same_seed_gives_the_same_people(self):
        assert population("tspin", SEED, 20) == population("tspin", SEED, 20)
        assert population("tspin", SEED, 20) != population("tspin", SEED + 1, 20)
        assert population("tspin", SEED, 20) != population("puyo", SEED, 20)

    def test_a_larger_population_begins_with_the_smaller(self):
        assert population("tspin", SEED, 30)[:10] == population("tspin", SEED, 10)

    @pytest.mark.parametrize("seed", range(5))
    def test_every_group_is_there_in_its_share(self, seed: int):
        groups = [rater.group for rater in population("tspin", seed, 20)]
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
        assert population("tspin", SEED, 0) == []


class TestRate:
    def test_whole_steps_from_one_to_five_and_everyone_rates_everything(self):
        ratings = survey(40, population("tspin", SEED, 25), 2)
        assert len(ratings) == 40 * 25
        assert len(set(zip(ratings.rater.tolist(), ratings.item.tolist(), strict=True))) == 40 * 25
        for answers in (ratings.interest, ratings.difficulty):
            assert set(np.unique(answers)) == {1.0, 2.0, 3.0, 4.0, 5.0}

    def test_a_rating_depends_on_rater_and_puzzle_alone(self):
        raters, ids, features = population("tspin", SEED, 12), puzzle_ids(30), tspin_like(30)
        moves = np.tile([1, 2, 3], 10)
        whole = as_table(rate(raters, ids, NAMES, features, moves, "tspin", SEED), raters, ids)
        rng = np.random.default_rng(1)
        some, few = rng.permutation(30)[:11], [raters[place] for place in rng.permutation(12)[:5]]
        chosen = [ids[place] for place in some]
        part = rate(few, chosen, NAMES, features[some], moves[some], "tspin", SEED)
        found = as_table(part, few, chosen)
        assert len(found) == 55
        assert found == {pair: whole[pair] for pair in found}

    def test_the_order_of_columns_makes_no_difference(self):
        raters, ids, features = population("tspin", SEED, 6), puzzle_ids(30), tspin_like(30)
        moves = np.full(30, 2)
        back = rate(raters, ids, NAMES[::-1], features[:, ::-1], moves, "tspin", SEED)
        np.testing.assert_array_equal(
            back.interest, rate(raters, ids, NAMES, features, moves, "tspin", SEED).interest
        )

    def test_another_seed_gives_other_ratings(self):
        raters, ids, features = population("tspin", SEED, 6), puzzle_ids(30), tspin_like(30)
        one, two = (rate(raters, ids, NAMES, features, np.full(30, 2), "tspin", seed) for seed in (1, 2))
        assert np.mean(one.interest != two.interest) > 0.3

    def test_the_skilled_find_the_same_puzzles_easier(self):
        raters = population("tspin", SEED, 60)
        ratings = survey(60, raters, 2)
        groups = np.array([rater.group for rater in raters])[ratings.rater]
        mean = {group: ratings.difficulty[groups == group].mean() for group in GROUPS}
        assert mean["beginner"] > mean["regular"] + 0.2
        assert mean["regular"] > mean["advanced"] + 0.1

    def test_missing_features_are_neutral(self):
        raters, ids = population("tspin", SEED, 6), puzzle_ids(5)
        unknown = np.full((5, len(NAMES)), np.nan)
        ratings = rate(raters, ids, NAMES, unknown, np.full(5, 2), "tspin", SEED)
        assert np.isfinite(ratings.interest).all()

    def test_tables_that_do_not_fit_are_refused(self):
        raters, ids, features = population("tspin", SEED, 2), puzzle_ids(4), tspin_like(4)
        with pytest.raises(ValueError, match=f"3 puzzles and {len(NAMES)} names"):
            rate(raters, ids[:3], NAMES, features, np.full(3, 2), "tspin", SEED)
        with pytest.raises(ValueError, match="4 puzzles, but 3 numbers of moves"):
            rate(raters, ids, NAMES, features, np.full(3, 2), "tspin", SEED)


class TestTruth:
    def test_it_is_the_same_in_any_company(self):
        ids, features, moves = puzzle_ids(40), tspin_like(40), np.full(40, 2)
        whole = truth(ids, NAMES, features, moves, "tspin")
        for rows in (np.arange(10, 13), np.array([39]), np.arange(40)[::-3], np.arange(0, 40, 2)):
            part = truth([ids[row] for row in rows], NAMES, features[rows], moves[rows], "tspin")
            np.testing.assert_array_equal(part.difficulty, whole.difficulty[rows])
            np.testing.assert_array_equal(part.charm, whole.charm[rows])

    def test_the_features_of_the_thesis_matter_most(self):
        """Fig. 5.8: edges on the base first, then gaps of two, empty cells right below, T/J/L."""
        weights = [LAW[name].difficulty for name in ("edges_base", "gaps_2", "below_empty", "piece_tjl")]
        assert weights == sorted(weights, reverse=True)
        ids, features = puzzle_ids(3000), tspin_like(3000)
        hidden = truth(ids, NAMES, features, np.full(3000, 2), "tspin").difficulty
        pull = {name: abs(metrics.correlation(features[:, k], hidden)) for k, name in enumerate(NAMES)}
        assert max(pull, key=lambda name: pull[name]) == "edges_base"
        assert max(pull[name] for name in NOISE) < 0.08

    def test_one_odd_feature_does_not_decide_alone(self):
        features = tspin_like(1)
        features[0, 0] = 1e9
        hidden = truth(puzzle_ids(1), NAMES, features, np.array([2]), "tspin")
        assert 0.0 < hidden.difficulty[0] < 5.5

    def test_more_moves_are_harder_from_three_on(self):
        ids, features = puzzle_ids(200), tspin_like(200)
        two, three, four = (
            truth(ids, NAMES, features, np.full(200, moves), "tspin").difficulty.mean() for moves in (2, 3, 4)
        )
        assert two < three < four

    @pytest.mark.parametrize("game", ["puyo", "geister", "tspin"])
    def test_a_game_without_named_weights_gets_a_law_from_its_names(self, game: str):
        """Counts, flags, shares and big numbers alike: the truth stays on the scale and varies."""
        rng = np.random.default_rng(3)
        names = [f"own_{number}" for number in range(9)]
        scales = np.array([1.0, 1.0, 5.0, 0.3, 36.0, 1000.0, 1.0, 4.0, 0.01])
        features = np.rint(rng.gamma(2.0, 1.0, (400, 9)) * scales * 10) / 10
        features[::7, 2] = np.nan
        hidden = truth(puzzle_ids(400), names, features, np.full(400, 2), game)
        assert np.isfinite(hidden.difficulty).all()
        assert 1.2 < hidden.difficulty.mean() < 3.6
        assert hidden.difficulty.std() > 0.2
        again = truth(puzzle_ids(400), names[::-1], features[:, ::-1], np.full(400, 2), game)
        np.testing.assert_allclose(again.difficulty, hidden.difficulty)

    def test_interest_is_a_hill_over_felt_difficulty(self):
        """5.1.2: for beginners and two moves the top is near 3.2; with skill it moves up."""
        steps = np.linspace(1.0, 5.0, 401)
        level = law.levels(np.full(401, 2))
        hidden = law.Truth(steps, np.zeros(401), level)

        def top(skill: float) -> float:
            plain = Rater("sim-9999", group_of(skill), skill, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0)
            interest, difficulty = expected([plain], hidden)
            best = int(np.argmax(interest[0]))
            assert interest[0, 0] < interest[0, best] - 0.5
            return float(difficulty[0, best])

        assert top(0.25) == pytest.approx(3.2, abs=0.05)
        assert top(0.9) > 3.5


class TestCalibration:
    """Tables 5.1 and 5.2. Averaged over populations, since one survey of 15 people is a matter of luck."""

    @staticmethod
    def figures(moves: int, count: int) -> dict[str, float]:
        rows = []
        for seed in range(8):
            ratings = survey(250, beginners(count, seed), moves, seed)
            interest, _ = models.item_means(ratings.item, ratings.interest, 250)
            difficulty, _ = models.item_means(ratings.item, ratings.difficulty, 250)
            alone = [
                metrics.one_against_others(ratings.rater, ratings.item, values).mean()
                for values in (ratings.interest, ratings.difficulty)
            ]
            both = [interest.mean(), interest.std(), difficulty.mean(), difficulty.std()]
            rows.append([*both, *alone, metrics.correlation(interest, difficulty)])
        keys = ("interest", "interest_sd", "difficulty", "difficulty_sd", "alone_i", "alone_d", "correlation")
        return dict(zip(keys, np.mean(rows, axis=0).tolist(), strict=True))

    def test_two_moves(self):
        found = self.figures(2, 15)
        assert found["interest"] == pytest.approx(2.950, abs=0.25)
        assert found["interest_sd"] == pytest.approx(0.478, abs=0.12)
        assert found["difficulty"] == pytest.approx(2.306, abs=0.25)
        assert found["difficulty_sd"] == pytest.approx(0.569, abs=0.12)
        assert found["correlation"] == pytest.approx(0.859, abs=0.07)
        assert found["alone_i"] == pytest.approx(0.898, abs=0.15)
        assert found["alone_d"] == pytest.approx(0.807, abs=0.15)

    def test_one_move(self):
        found = self.figures(1, 10)
        assert found["interest"] == pytest.approx(2.683, abs=0.25)
        assert found["interest_sd"] == pytest.approx(0.676, abs=0.15)
        assert found["difficulty"] == pytest.approx(2.385, abs=0.25)
        assert found["difficulty_sd"] == pytest.approx(0.684, abs=0.15)
        assert found["correlation"] == pytest.approx(0.952, abs=0.06)

    def test_people_differ_in_how_they_use_the_scale(self):
        """Fig. 5.4: one keeps to 2, 3 and 4, another gives many a 1 and a 5."""
        ratings = survey(120, beginners(15), 2)
        extreme = np.isin(ratings.interest, (1.0, 5.0))
        shares = np.bincount(ratings.rater, weights=extreme) / 120
        assert shares.min() < 0.2
        assert shares.max() > 0.35

"""Simulated surveys look like the published ones: every figure that the papers print, and what they say in words.

`pytest -s tests/engines/rating/test_populations.py` prints theirs beside ours.
"""

from __future__ import annotations

import numpy as np
import pytest

from engines.geister.people.surveys import GEISTER
from engines.puyo.people.surveys import PUYO_2X3, PUYO_ONE_RATER
from engines.rating import metrics
from engines.rating.raters import expected, population, truth
from engines.rating.truth import measured
from engines.registry import GAMES, engine
from engines.tspin.people.surveys import TSPIN_2_EXPERT as EXPERT
from tests.engines.rating.candidates import Pool
from tests.engines.rating.games import SURVEYS
from tests.engines.rating.surveys import (
    CHOSEN_ITEMS,
    CHOSEN_SCALE,
    HALVES,
    REPLICATIONS,
    Answers,
    Comparison,
    ask,
    chosen_at_random,
    compare,
    drawn,
    figures,
    means,
    printed,
    replicate,
    sample,
    survey_again,
)

# How far the typical simulated figure may be from the published one, in steps of the survey's scale.
TOLERANCE = {
    "mean": 0.15,
    "sd": 0.05,
    "highest": 0.20,
    "correlation": 0.06,
    "peak": 0.25,
    "alone_mean": 0.07,
    "alone_best": 0.07,
    "alone_worst": 0.15,
    "pairs_least": 0.06,
    "pairs_most": 0.06,
}
CHOSEN_TOLERANCE = 0.25  # the papers' own means differ by that much from one way of choosing to the next
CHOSEN_PANEL = {"beginner": 4, "regular": 5}  # nine were asked; the paper does not say how many of which

PRINTED = [(name, figure) for name, survey in SURVEYS.items() for figure in printed(survey)]
OFFERS = [(group, figure) for group, found in chosen_at_random().items() for figure in found]

Simulated = dict[tuple[str, str], Comparison]
BEGINNERS, REGULARS = slice(0, HALVES["beginner"]), slice(HALVES["beginner"], None)


@pytest.fixture(scope="module")
def answers(pools: dict[str, Pool]) -> dict[str, list[Answers]]:
    """Every survey, many times."""
    return {name: replicate(pools[survey.game], survey) for name, survey in SURVEYS.items()}


@pytest.fixture(scope="module")
def simulated(answers: dict[str, list[Answers]]) -> Simulated:
    found = {name: [figures(one, SURVEYS[name].scale) for one in many] for name, many in answers.items()}
    return {
        (name, figure): compare(name, figure, printed(SURVEYS[name])[figure], [one[figure] for one in found[name]])
        for name, figure in PRINTED
    }


@pytest.fixture(scope="module")
def offered(pools: dict[str, Pool]) -> Simulated:
    """Random puzzles offered to people of a group (Nazo Puyo paper, 6.2.1)."""
    out = {}
    for group, theirs in chosen_at_random().items():
        found = [
            figures(
                ask(
                    population(engine("puyo"), seed, CHOSEN_PANEL[group], group),
                    sample(pools["puyo"], {"chain-2x3": CHOSEN_ITEMS}, seed),
                    CHOSEN_SCALE,
                    seed,
                ),
                CHOSEN_SCALE,
            )
            for seed in range(REPLICATIONS)
        ]
        for figure, value in theirs.items():
            out[group, figure] = compare(f"puyo {group}s", figure, value, [one[figure] for one in found])
    return out


class TestPublishedFigures:
    @pytest.mark.parametrize(("survey", "figure"), PRINTED)
    def test_it_is_within_tolerance(self, simulated: Simulated, survey: str, figure: str):
        found = simulated[survey, figure]
        assert found.simulated == pytest.approx(found.theirs, abs=TOLERANCE[figure.split()[0]]), found
        assert found.low <= found.theirs <= found.high, found

    @pytest.mark.parametrize(("group", "figure"), OFFERS)
    def test_so_are_the_means_of_random_puzzles(self, offered: Simulated, group: str, figure: str):
        found = offered[group, figure]
        assert found.simulated == pytest.approx(found.theirs, abs=CHOSEN_TOLERANCE), found
        assert found.low <= found.theirs <= found.high, found

    def test_all_figures_are_there(self, simulated: Simulated, offered: Simulated):
        """Printed, for whoever wants to see them."""
        rows = [*simulated.values(), *offered.values()]
        print("\n".join(["", *map(str, rows)]))
        assert len(rows) == len(PRINTED) + len(OFFERS) == 26


class TestWhatModelsLeave:
    """The papers print how far their models are off, and a model is seldom worse than saying the mean."""

    @pytest.mark.parametrize("survey", ["puyo-2x3", "geister"])
    def test_means_of_puzzles_differ_a_little_more_than_their_models_are_off(
        self, answers: dict[str, list[Answers]], survey: str
    ):
        groups = {"everyone": slice(None), "beginner": BEGINNERS, "regular": REGULARS}
        for error in SURVEYS[survey].errors:
            parts = [means(one.of(groups[error.audience])) for one in answers[survey]]
            for theirs, place in ((error.interest, 0), (error.difficulty, 1)):
                assert theirs is not None
                assert 0.9 < np.mean([part[place].std() for part in parts]) / theirs < 1.6, error

    def test_one_expert_is_as_hard_to_predict(self, answers: dict[str, list[Answers]]):
        error = EXPERT.errors[0]
        for theirs, target in ((error.interest, "interest"), (error.difficulty, "difficulty")):
            said = [getattr(one, target)[0] for one in answers[EXPERT.name]]
            off = [np.mean(np.abs(values - values.mean())) for values in said]
            assert np.quantile(off, 0.025) <= theirs <= np.quantile(off, 0.975)
            assert np.mean(off) > 0.8 * theirs

    def test_one_person_is_as_hard_to_predict(self, answers: dict[str, list[Answers]]):
        off = [one.interest[0].std() for one in answers[PUYO_ONE_RATER.name]]
        assert np.quantile(off, 0.025) <= PUYO_ONE_RATER.errors[0].interest <= np.quantile(off, 0.975)


class TestShapes:
    """What the papers show in plots and say in words."""

    @staticmethod
    def slopes(answers: Answers) -> tuple[float, float]:
        """How interest rises with difficulty among the easier and among the harder half of the puzzles."""
        interest, difficulty = means(answers)
        hard = difficulty > np.median(difficulty)
        low, high = (np.polyfit(difficulty[half], interest[half], 1)[0] for half in (~hard, hard))
        return float(low), float(high)

    def test_beginners_see_a_hill_where_regulars_see_a_slope(self, answers: dict[str, list[Answers]]):
        """Nazo Puyo paper, 5.3.1 and fig. 5.1."""
        found = [
            [
                (metrics.correlation(*means(part)), *self.slopes(part))
                for part in (one.of(BEGINNERS), one.of(REGULARS))
            ]
            for one in answers[PUYO_2X3.name]
        ]
        (correlation, low, high), (regulars, regulars_low, regulars_high) = np.mean(found, axis=0)
        print(
            f"\npuyo-2x3: correlation simulated {regulars:.3f} for regulars, {correlation:.3f} for beginners;",
            end=" ",
        )
        print(f"harder half: {regulars_high:.3f} and {high:.3f} of interest a step of difficulty")
        assert regulars > 0.6
        assert regulars > correlation + 0.15
        assert low > 0.3
        assert abs(high) < 0.15
        assert regulars_high > 0.7 * regulars_low > 0.2
        steeper = [many[1][2] > many[0][2] for many in found]
        assert np.mean(steeper) > 0.85

    def test_the_hardest_of_geister_are_not_the_most_interesting(self, answers: dict[str, list[Answers]]):
        """Geister paper, 7.3: interest rises with difficulty, but that of the hardest few is about 0."""
        hardest = []
        for one in answers[GEISTER.name]:
            interest, difficulty = means(one)
            hardest.append(interest[np.argsort(difficulty)[-5:]].mean())
        assert np.quantile(hardest, 0.025) < 0.0 < np.quantile(hardest, 0.975)

    def test_people_differ_in_how_they_use_the_scale(self, answers: dict[str, list[Answers]]):
        """T-spin thesis, fig. 5.4: one keeps to 2, 3 and 4, another gives many a 1 and a 5."""
        for one in answers["tspin-2"]:
            extreme = np.isin(one.interest, (1.0, 5.0)).mean(axis=1)
            assert extreme.min() < 0.2
            assert extreme.max() > 0.3


class TestTheLaws:
    @pytest.mark.parametrize(("game", "families"), [("tspin", ("tsd-1", "tsd-2")), ("puyo", ("chain-2x3",))])
    def test_centres_and_scales_are_those_of_real_candidates(
        self, pools: dict[str, Pool], game: str, families: tuple[str, ...]
    ):
        pool = pools[game]
        self.check(pool.rows(np.concatenate([pool.family(family) for family in families])))

    def test_so_are_those_of_geister(self, pools: dict[str, Pool]):
        pool = pools["geister"]
        self.check(pool.rows(np.concatenate([drawn(pool, GEISTER.variants, seed) for seed in range(20)])))

    @staticmethod
    def check(pool: Pool) -> None:
        for reason in engine(pool.game).law.reasons:
            if not reason.source.startswith("a guess"):
                off = measured(reason, pool.names, pool.features)
                assert abs(np.nanmean(off)) < 0.3, (reason.name, np.nanmean(off))
                assert 0.6 < np.nanstd(off) < 1.5, (reason.name, np.nanstd(off))

    @pytest.mark.parametrize("game", GAMES)
    def test_every_feature_of_a_law_exists(self, pools: dict[str, Pool], game: str):
        reasons = engine(game).law.reasons
        assert {name for reason in reasons for name in reason.reads} <= set(pools[game].names)
        assert len({reason.name for reason in reasons}) == len(reasons)

    @pytest.mark.parametrize(
        "families",
        [
            ("tsd-2", "tsd-3", "tsd-4"),
            ("chain-1x2", "chain-2x3", "chain-3x4", "chain-4x6"),
            ("escape-5", "escape-7", "escape-9", "escape-11"),
            ("wall-5", "wall-7", "wall-9", "wall-11"),
            ("open-5", "open-7", "open-9", "open-11"),
            ("capture-5", "capture-7", "capture-9"),
        ],
    )
    def test_longer_is_harder(self, pools: dict[str, Pool], families: tuple[str, ...]):
        pool = next(pool for pool in pools.values() if len(pool.family(families[0])))
        found = [self.difficulty(pool.rows(pool.family(family))).mean() for family in families]
        assert found == sorted(found)
        assert found[-1] > found[0] + 0.3

    @staticmethod
    def difficulty(pool: Pool) -> np.ndarray:
        return truth(list(pool.ids), pool.names, pool.features, pool.moves, engine(pool.game)).difficulty

    @pytest.mark.parametrize("game", GAMES)
    def test_features_tell_most_of_the_truth_but_not_all(self, pools: dict[str, Pool], game: str):
        pool = pools[game]
        hidden = truth(list(pool.ids), pool.names, pool.features, pool.moves, engine(game))
        other = truth([f"{name}-other" for name in pool.ids], pool.names, pool.features, pool.moves, engine(game))
        assert 0.7 < metrics.correlation(hidden.difficulty, other.difficulty) < 0.97


class TestTaste:
    """Each person weighs a few things differently: what a personal model can find."""

    @staticmethod
    def own_part(pool: Pool, group: str) -> np.ndarray:
        """For each person, how far expected interest is from the best straight line through that of all others; as if
        everyone used the scale as widely."""
        hidden = truth(list(pool.ids), pool.names, pool.features, pool.moves, engine(pool.game))
        people = population(engine(pool.game), 3, 30, group)
        interest, _ = expected(people, hidden)
        others = (interest.sum(axis=0) - interest) / (len(interest) - 1)
        left = [np.polyfit(rest, own, 1, full=True)[1][0] for own, rest in zip(interest, others, strict=True)]
        return np.sqrt(np.array(left) / interest.shape[1]) / np.array([rater.spread for rater in people])

    @pytest.mark.parametrize(("game", "least"), [("tspin", 0.25), ("puyo", 0.35), ("geister", 0.45)])
    def test_there_is_something_to_find_about_everyone(self, pools: dict[str, Pool], game: str, least: float):
        part = self.own_part(pools[game], "beginner")
        assert np.median(part) > least
        assert part.min() > 0.05

    def test_regulars_differ_more_than_beginners(self, pools: dict[str, Pool]):
        """Nazo Puyo paper, 6.2.1: models for one person served regulars better, models for the group beginners."""
        beginners, regulars = (np.median(self.own_part(pools["puyo"], group)) for group in ("beginner", "regular"))
        assert regulars > 1.2 * beginners

    def test_beginners_like_a_show_and_the_skilled_a_clean_answer(self, pools: dict[str, Pool]):
        """Nazo Puyo paper, 6.2.2: beginners like many to vanish; experts dislike a last move that suffices alone."""
        pool = pools["puyo"].rows(pools["puyo"].family("chain-2x3"))
        hidden = truth(list(pool.ids), pool.names, pool.features, pool.moves, engine(pool.game))
        turns = dict(zip(hidden.names, hidden.turns, strict=True))
        assert turns["vanished"] < 0.0
        assert turns["secondTurnCorrect"] < 0.0
        assert turns["apart"] > 0.0

    def test_a_survey_again_is_the_same_survey(self, pools: dict[str, Pool]):
        one, two = (survey_again(pools["puyo"], PUYO_2X3, 3) for _ in range(2))
        np.testing.assert_array_equal(one.interest, two.interest)

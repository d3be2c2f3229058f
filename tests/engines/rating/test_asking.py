"""What to ask next: the arithmetic against a slow twin, what a list looks like, that it beats asking at random."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engines.rating import linear
from engines.rating.asking import FEW, NEAR, SCATTER, UNSEEN, Puzzles, ask, choose_anchors, space
from engines.rating.metrics import mean_absolute_error, rank_correlation
from engines.rating.models import Ratings, fit, predict
from engines.rating.raters import Rater, expected, population, rate, truth
from engines.registry import engine
from tests.engines.rating.candidates import Pool, made

NOTHING = Puzzles([], np.empty((0, 3)))


def some(count: int, seed: int, columns: int = 3) -> Puzzles:
    table = np.random.default_rng(seed).standard_normal((count, columns))
    return Puzzles([f"{seed}-{number:03d}" for number in range(count)], table)


def places(candidates: Puzzles, rated: Puzzles = NOTHING, counts: object = (), wanted: int = 8) -> list[int]:
    return [question.place for question in ask(candidates, rated, np.array(counts, dtype=int), wanted)]


def slow_list(candidates: Puzzles, rated: Puzzles, counts: np.ndarray, wanted: int) -> list[tuple[int, float]]:
    """Every posterior from nothing: what is asked, and how much it lowers the mean variance."""
    rows, others = space(candidates, rated)
    usual = UNSEEN + SCATTER / np.median(counts)

    def variance(asked: list[int]) -> float:
        known = np.eye(rows.shape[1])
        for row, count in zip(others, counts, strict=True):
            known += np.outer(row, row) / (UNSEEN + SCATTER / count)
        for place in asked:
            known += np.outer(rows[place], rows[place]) / usual
        return float(np.mean([row @ np.linalg.solve(known, row) for row in rows]))

    asked: list[int] = []
    found = []
    for _ in range(wanted):
        near = {
            place for place in range(len(rows)) for old in asked if ((rows[place] - rows[old]) ** 2).sum() <= NEAR
        }
        after = {place: variance([*asked, place]) for place in range(len(rows)) if place not in near}
        best = min(after, key=lambda place: after[place])
        found.append((best, (variance(asked) - after[best]) / variance([])))
        asked.append(best)
    return found


def test_the_list_is_that_of_the_slow_twin() -> None:
    candidates, rated, counts = some(25, 1, 6), some(9, 2, 6), np.arange(1, 10)
    families = Puzzles(candidates.ids, candidates.table, ["a", "b", "c", "a", "b"] * 5)
    for mine, others in ((candidates, rated), (families, Puzzles(rated.ids, rated.table, ["a", "c", "d"] * 3))):
        found = ask(mine, others, counts, 7)
        assert [question.place for question in found] == [place for place, _ in slow_list(mine, others, counts, 7)]
        gains = [gain for _, gain in slow_list(mine, others, counts, 7)]
        assert [question.gain for question in found] == pytest.approx(gains)


def test_the_order_of_rows_makes_no_difference() -> None:
    candidates, rated, counts = some(60, 1), some(20, 2), np.arange(1, 21)
    asked = [candidates.ids[place] for place in places(candidates, rated, counts)]
    other, back = np.random.default_rng(3).permutation(60), np.arange(20)[::-1]
    mixed = candidates.take(other.tolist())
    assert [mixed.ids[place] for place in places(mixed, rated.take(back.tolist()), counts[back])] == asked


def test_twins_and_near_twins_are_asked_once_and_ties_go_by_id() -> None:
    once = some(10, 1)
    ids = [f"{name}-{copy}" for copy in "cab" for name in once.ids]
    thrice = Puzzles(ids, np.concatenate([once.table, once.table + 1e-4, once.table]))
    asked = [ids[place] for place in places(thrice, wanted=30)]
    assert len(asked) == len({name[:-2] for name in asked}) == 10, "no more than there are different ones"
    same = Puzzles(["b", "a", "c"], np.ones((3, 3)))
    assert places(same) == [1]


def test_what_many_rated_is_asked_about_less() -> None:
    """Two clusters of puzzles; whichever has been rated, the questions are of the other."""
    rng = np.random.default_rng(0)
    table = np.concatenate([rng.normal((3, 0, 0), 0.5, (40, 3)), rng.normal((0, 3, 0), 0.5, (40, 3))])
    both = Puzzles([f"{number:02d}" for number in range(80)], table)
    rated = Puzzles([f"r{number}" for number in range(80)], table + 0.01)
    first, second = np.repeat([40, 0], 40), np.repeat([0, 40], 40)
    assert min(places(both, rated, first, 3)) >= 40
    assert max(places(both, rated, second, 3)) < 40
    assert places(both, rated, np.zeros(80), 5) == places(both, wanted=5), "rated by nobody is not rated"


def test_what_is_odd_in_itself_is_not_asked_first() -> None:
    """The furthest puzzle is the least certain, but tells nothing about the others."""
    table = np.random.default_rng(0).standard_normal((200, 3)) * (1.0, 1.0, 0.0)
    table[7] = 0.0, 0.0, 1.0
    found = ask(Puzzles([f"{number:03d}" for number in range(200)], table), NOTHING, np.array([], int), 5)
    assert 7 not in [question.place for question in found]


def test_a_question_says_by_what_it_is_unknown() -> None:
    rng = np.random.default_rng(0)
    table, known = rng.standard_normal((100, 3)), rng.standard_normal((300, 3))
    known[:, 1] = 0.0
    rated = Puzzles([f"r{number}" for number in range(300)], known)
    found = ask(Puzzles([f"{number:03d}" for number in range(100)], table), rated, np.full(300, 50), 3)
    assert all(question.because[0] == 1 for question in found)


def test_nothing_to_ask_about_and_nothing_known() -> None:
    assert ask(Puzzles([], np.empty((0, 3))), some(5, 1), np.full(5, 3), 4) == []
    blank = Puzzles(["a", "b"], np.full((2, 3), np.nan))
    assert places(blank) == [0], "they measure the same"
    assert places(some(5, 1), wanted=0) == []


class TestAnchors:
    def test_they_come_first_and_are_never_asked_again(self) -> None:
        candidates, rated = some(30, 1), some(12, 2)
        shared = Puzzles([*rated.ids[:1], *candidates.ids], np.concatenate([rated.table[:1], candidates.table]))
        found = ask(shared, rated, np.full(12, 9), 31, [0, 5])
        assert [(question.place, question.anchor) for question in found[:2]] == [(0, True), (5, True)]
        assert not any(question.anchor for question in found[2:])
        assert 0 not in [question.place for question in found[2:]], "the first candidate is the first anchor"

    def test_they_are_spread_over_difficulty(self) -> None:
        difficulty = np.linspace(1.0, 5.0, 81)
        ids = [f"{number:02d}" for number in range(81)]
        chosen = choose_anchors(ids, np.full(81, 10), difficulty, np.zeros(81), 5)
        assert difficulty[chosen] == pytest.approx([1.8, 2.4, 3.0, 3.6, 4.2], abs=0.05)

    def test_most_rated_then_oldest_then_middle_then_id(self) -> None:
        ids, three = ["b", "a", "c", "d"], np.full(4, 3.0)
        assert choose_anchors(ids, np.array([8, 9, 8, 8]), three, np.zeros(4), 1) == [1]
        assert choose_anchors(ids, np.full(4, 8), three, np.array([1, 1, 0, 1]), 1) == [2]
        assert choose_anchors(ids, np.full(4, 8), np.array([3.2, 3.2, 3.2, 2.9]), np.zeros(4), 1) == [3]
        assert choose_anchors(ids, np.full(4, 8), three, np.zeros(4), 1) == [1]

    def test_what_few_rated_or_nobody_called_hard_is_none(self) -> None:
        assert choose_anchors(["a", "b"], np.array([FEW - 1, 50]), np.array([3.0, np.nan]), np.zeros(2), 5) == []


# Against asking at random, where the (simulated) truth is known.

START, BATCH, BATCHES, PEOPLE = 20, 15, 2, 15
SEED = 5000  # not those by which the method was chosen
FAMILIES = {
    "tspin": ("tsd-1", "tsd-2"),
    "puyo": ("chain-2x3",),
    "geister": ("escape-5", "escape-7", "escape-9", "open-7", "wall-7", "capture-5"),
}
MANY = 800  # Puyo candidates: of few, there is little to choose
Chosen = Callable[[Pool, np.ndarray, list[int], np.random.Generator], list[int]]
Learn = Callable[[Pool, np.ndarray, list[Rater], int], dict[str, Callable[[np.ndarray], np.ndarray]]]


def at_random(pool: Pool, left: np.ndarray, asked: list[int], rng: np.random.Generator) -> list[int]:
    return [int(row) for row in rng.choice(left, BATCH, replace=False)]


def by_the_list(pool: Pool, left: np.ndarray, asked: list[int], rng: np.random.Generator) -> list[int]:
    both = (Puzzles(list(pool.ids[rows]), pool.features[rows], list(pool.variants[rows])) for rows in (left, asked))
    return [int(left[question.place]) for question in ask(*both, np.full(len(asked), PEOPLE), BATCH)]


def said(pool: Pool, asked: np.ndarray, panel: list[Rater], seed: int) -> dict[str, Ratings]:
    rows = pool.rows(asked)
    given = rate(panel, list(rows.ids), rows.names, rows.features, rows.moves, engine(rows.game), seed)
    return {target: Ratings(given.item, given.rater, getattr(given, target)) for target in ("difficulty", "interest")}


def lines(pool: Pool, asked: np.ndarray, panel: list[Rater], seed: int) -> dict[str, Callable[..., np.ndarray]]:
    """The linear learner alone, on plain means: a thousandth of the work of a model."""
    found = {}
    for target, given in said(pool, asked, panel, seed).items():
        means = np.bincount(given.item, weights=given.rating) / len(panel)
        found[target] = linear.ridge(pool.features[asked], means, np.ones(len(asked))).predict
    return found


def whole_models(
    pool: Pool, asked: np.ndarray, panel: list[Rater], seed: int
) -> dict[str, Callable[..., np.ndarray]]:
    given, ids, table = said(pool, asked, panel, seed), list(pool.ids[asked]), pool.features[asked]
    difficulty = fit("difficulty", pool.names, table, given["difficulty"], ids)
    interest = fit("interest", pool.names, table, given["interest"], ids, difficulty=difficulty)
    return {
        fitted.target: lambda other, fitted=fitted: predict(fitted, other)  # type: ignore[misc]
        for fitted in (difficulty, interest)
    }


def gains(pool: Pool, learn: Learn, replications: int) -> np.ndarray:
    """Error and rank correlation by the list less those at random: replication x target x measure.

    Half of the puzzles can be asked about; models are judged on the other half, by what the panel would say on
    average on a day without moods. Errors are shares of those at random.
    """
    hidden = truth(list(pool.ids), pool.names, pool.features, pool.moves, engine(pool.game))
    found = []
    for replication in range(SEED, SEED + replications):
        order = np.random.default_rng(replication).permutation(len(pool.ids))
        half, rest = order[: len(order) // 2], order[len(order) // 2 :]
        panel = population(engine(pool.game), replication, PEOPLE)
        wanted = {
            target: np.clip(aim, 1.0, 5.0).mean(axis=0)
            for target, aim in zip(("interest", "difficulty"), expected(panel, hidden), strict=True)
        }
        scores = []
        for choose in (at_random, by_the_list):
            asked = [int(row) for row in half[:START]]
            for batch in range(BATCHES):
                left = np.setdiff1d(half, asked)
                asked += choose(pool, left, asked, np.random.default_rng((replication, batch)))
            learned = learn(pool, np.array(asked), panel, replication)
            scores.append([score(learned[target](pool.features[rest]), wanted[target][rest]) for target in wanted])
        random, ours = np.array(scores)
        found.append(np.stack([ours[:, 0] / random[:, 0] - 1.0, ours[:, 1] - random[:, 1]], axis=1))
    return np.array(found)


def score(predicted: np.ndarray, wanted: np.ndarray) -> tuple[float, float]:
    """Mean absolute error, apart from how severe the panel was, and rank correlation."""
    shift = float(np.mean(predicted - wanted))
    return mean_absolute_error(predicted - shift, wanted), rank_correlation(predicted, wanted)


def told(game: str, found: np.ndarray) -> None:
    mean, sure = found.mean(axis=0), found.std(axis=0, ddof=1) / np.sqrt(len(found))
    for place, target in enumerate(("interest", "difficulty")):
        error, rank = (f"{mean[place, n]:+.3f} +- {sure[place, n]:.3f}" for n in (0, 1))
        print(f"{game:8} {target:10} error {error}  rank correlation {rank}")


@pytest.fixture(scope="module")
def asked(pools: dict[str, Pool]) -> dict[str, Pool]:
    """What the papers asked about, and more of what can be made fast."""
    found = {
        game: pools[game].rows(np.concatenate([pools[game].family(name) for name in names]))
        for game, names in FAMILIES.items()
    }
    return found | {"puyo": made("puyo", {"chain-2x3": MANY})}


def test_it_beats_asking_at_random(asked: dict[str, Pool]) -> None:
    found = {game: gains(pool, lines, 80) for game, pool in asked.items()}
    for game, each in found.items():
        told(game, each)
        error, rank = each.mean(axis=(0, 1))
        assert error < -0.01, game
        assert rank > 0.005, game
    no_luck(found)


@pytest.mark.heavy
def test_whole_models_learn_more_from_the_list(asked: dict[str, Pool]) -> None:
    found = {game: gains(pool, whole_models, 20) for game, pool in asked.items()}
    for game, each in found.items():
        told(game, each)
    every = np.mean([each.mean(axis=(0, 1)) for each in found.values()], axis=0)
    assert every[0] < -0.01
    assert every[1] > 0.005


def no_luck(found: dict[str, np.ndarray]) -> None:
    """Over all games the differences are three times what chance would make them."""
    every = np.mean([each.mean(axis=1) for each in found.values()], axis=0)
    sure = every.std(axis=0, ddof=1) / np.sqrt(len(every))
    assert np.all(np.abs(every.mean(axis=0)) > 3.0 * sure)

"""Games and lengths with few ratings borrow from the rest, and it helps where the (simulated) truth is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engines.rating import fitting, models
from engines.rating.linear import Ridge
from engines.rating.metrics import rank_correlation
from engines.rating.models import Ratings
from engines.rating.raters import expected, population, rate, truth
from engines.registry import engine
from tests.engines.rating.candidates import Pool

FAMILIES = {"tspin": "tsd-2", "puyo": "chain-2x3", "geister": "escape"}
FEW, RATERS, REPLICATIONS = 16, 10, 8


def told(pool: Pool, rows: np.ndarray, seed: int, raters: int = RATERS) -> dict[str, Ratings]:
    """What simulated people say of some puzzles."""
    some = pool.rows(rows)
    people = population(engine(pool.game), seed, raters)
    given = rate(people, list(some.ids), pool.names, some.features, some.moves, engine(pool.game), seed)
    return {name: Ratings(given.item, given.rater, getattr(given, name)) for name in ("difficulty", "interest")}


def wanted(pool: Pool) -> dict[str, np.ndarray]:
    """What people would say on average."""
    hidden = truth(list(pool.ids), pool.names, pool.features, pool.moves, engine(pool.game))
    both = expected(population(engine(pool.game), 99, 60), hidden)
    return {
        name: np.clip(said, 1.0, 5.0).mean(axis=0)
        for name, said in zip(("interest", "difficulty"), both, strict=True)
    }


def mean(ratings: Ratings) -> np.ndarray:
    return np.bincount(ratings.item, weights=ratings.rating) / np.bincount(ratings.item)


def hill_of_the_others(pools: dict[str, Pool], game: str, seed: int) -> Ridge | None:
    found = []
    for other in sorted(FAMILIES.keys() - {game}):
        rows = np.random.default_rng(seed).permutation(pools[other].family(FAMILIES[other]))[:80]
        given = told(pools[other], rows, seed + 100)
        found.append((mean(given["difficulty"]), mean(given["interest"])))
    return fitting.hill_elsewhere(found)


def fitted(pool: Pool, rows: np.ndarray, given: dict[str, Ratings], elsewhere: Ridge | None = None) -> models.Fit:
    """The model of interest."""
    ids, table = [str(name) for name in pool.ids[rows]], pool.features[rows]
    difficulty = models.fit("difficulty", pool.names, table, given["difficulty"], ids)
    return models.fit(
        "interest", pool.names, table, given["interest"], ids, difficulty=difficulty, elsewhere=elsewhere
    )


@pytest.mark.heavy
def test_a_game_with_few_ratings_ranks_better_with_the_hill_of_the_others(pools: dict[str, Pool]) -> None:
    """Sixteen rated puzzles, over games and replications; the blend decides how far to trust what is lent."""
    gains = []
    for game, family in FAMILIES.items():
        pool = pools[game].rows(pools[game].family(family))
        aim = wanted(pool)["interest"]
        for seed in range(REPLICATIONS):
            order = np.random.default_rng(seed).permutation(len(pool.ids))
            asked, rest = np.sort(order[:FEW]), order[FEW:]
            given = told(pool, asked, seed)
            alone = fitted(pool, asked, given)
            helped = fitted(pool, asked, given, hill_of_the_others(pools, game, seed))
            scores = [
                np.nan_to_num(rank_correlation(models.predict(fit, pool.features[rest]), aim[rest]))
                for fit in (alone, helped)
            ]
            gains.append(scores[1] - scores[0])
    print(
        f"gain of rank correlation {np.mean(gains):.3f} +- {np.std(gains) / len(gains) ** 0.5:.3f} (simulated truth)"
    )
    assert np.mean(gains) > 0.0


def test_what_is_lent_is_kept_with_the_model(pools: dict[str, Pool]) -> None:
    pool = pools["puyo"].rows(pools["puyo"].family("chain-2x3"))
    rows = np.arange(FEW)
    elsewhere = hill_of_the_others(pools, "puyo", 0)
    fit = fitted(pool, rows, told(pool, rows, 0), elsewhere)
    stored = json.loads(fit.body)
    assert elsewhere is not None
    assert stored["lent"]["weights"] == elsewhere.weights.tolist()
    assert len(stored["shares"]) == 4
    told_of = models.contributions(fit.body, pool.features)
    said = models.predict(fit.body, pool.features)
    inside = (said > 1.0) & (said < 5.0)
    np.testing.assert_allclose((told_of.base + told_of.added.sum(axis=1))[inside], said[inside], atol=1e-9)


def test_a_hill_of_no_games_is_none() -> None:
    assert fitting.hill_elsewhere([]) is None


def test_every_game_counts_for_the_same() -> None:
    """A game with a thousand puzzles does not drown one with ten."""
    x = np.linspace(1.5, 4.5, 10)
    up, down = (x, x), (np.tile(x, 100), -np.tile(x, 100))
    hill = fitting.hill_elsewhere([up, down])
    assert hill is not None
    assert abs(float(np.ptp(hill.predict(fitting.slope(x))))) < 0.5


def test_longer_puzzles_that_nobody_rated_borrow_from_shorter_ones(pools: dict[str, Pool]) -> None:
    """Three and four moves, by a model of one and two: better than chance, and than knowing the length only."""
    pool = pools["tspin"]
    aim, scores = wanted(pool), []
    long = np.flatnonzero(pool.moves >= 3)
    for seed in range(3):
        short = np.random.default_rng(seed).permutation(np.flatnonzero(pool.moves <= 2))[:120]
        rows = np.sort(short)
        given = told(pool, rows, seed, 12)
        ids = [str(name) for name in pool.ids[rows]]
        fit = models.fit("difficulty", pool.names, pool.features[rows], given["difficulty"], ids)
        scores.append(rank_correlation(models.predict(fit, pool.features[long]), aim["difficulty"][long]))
    by_length = rank_correlation(pool.moves[long].astype(float), aim["difficulty"][long])
    print(
        f"difficulty of {len(long)} long puzzles: {np.mean(scores):.2f}, by length {by_length:.2f} (simulated truth)"
    )
    assert np.mean(scores) > max(0.2, by_length)

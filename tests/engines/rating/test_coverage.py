"""The 80 % intervals hold 80 % of new puzzles: what the same panel says of them, its noise included.

Each repetition asks other simulated beginners about other puzzles of the pool, fits both models, and lets the same
people rate the rest of the pool. `pytest -s` prints the shares.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
import pytest

from engines.people.groups import IN_ORDER
from engines.rating import effects
from engines.rating.evaluation import Asked, fit_all
from engines.rating.metrics import COVERAGE
from engines.rating.models import Ratings, predict
from engines.rating.raters import population, rate
from engines.registry import engine
from tests.engines.rating.candidates import Pool

SURVEYS = {"tsd-2": (50, 15), "tsd-1": (42, 10)}  # as in the T-spin thesis, 5.1
FEW, MANY = 10, 200
WITHIN = 0.03
WORKERS = 2


def shares(pool: Pool, items: int, raters: int, seed: int) -> dict[str, float]:
    """The share of new puzzles whose value is within its interval, for each target."""
    order = np.random.default_rng(seed).permutation(len(pool.ids))
    pool = pool.rows(order)
    people = population(engine(pool.game), seed, raters, group="beginner")
    given = rate(people, list(pool.ids), pool.names, pool.features, pool.moves, engine(pool.game), seed)
    ratings = {target: Ratings(given.item, given.rater, getattr(given, target)) for target in IN_ORDER}
    fits = fit_all(
        {target: asked(pool, said).only(np.arange(len(order)) < items) for target, said in ratings.items()}
    )
    found = {}
    for target, fit in fits.items():
        low, high = fit.bounds(predict(fit, pool.features[items:]))
        value = new_values(ratings[target], items, len(order))
        found[target] = float(np.mean((low <= value) & (value <= high)))
    return found


def asked(pool: Pool, ratings: Ratings) -> Asked:
    return Asked(pool.names, pool.features, list(pool.ids), pool.moves, list(pool.variants), ratings)


def new_values(ratings: Ratings, items: int, total: int) -> np.ndarray:
    """What the panel says of the puzzles after the first `items`, each rater's own ways taken out."""
    new = ratings.item >= items
    raters = int(ratings.rater.max()) + 1
    said = effects.estimate(ratings.item[new] - items, ratings.rater[new], ratings.rating[new], total - items, raters)
    return said.value


def judge(variant: str, found: Sequence[dict[str, float]], luck: float) -> None:
    """The mean share is near nominal; beyond WITHIN only by so many standard errors."""
    for target in IN_ORDER:
        each = np.array([row[target] for row in found])
        error = float(each.std(ddof=1)) / np.sqrt(len(each))
        print(f"{variant} {target:<10} {each.mean():.3f} of new puzzles, give or take {error:.3f} (simulated)")
        assert abs(each.mean() - COVERAGE) < WITHIN + luck * error


@pytest.mark.heavy
def test_intervals_hold_what_they_should(pools: dict[str, Pool]) -> None:
    pool = pools["tspin"]
    pool = pool.rows(pool.family("tsd-1"))
    judge("tsd-1", [shares(pool, *SURVEYS["tsd-1"], seed) for seed in range(FEW)], luck=2.0)


@pytest.mark.heavy
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", SURVEYS)
def test_intervals_are_within_three_points(
    pools: dict[str, Pool], variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over 200 repetitions, with no allowance for luck. About four minutes each on two cores."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # of the workers: small matrices gain nothing by threads
    pool = pools["tspin"]
    pool = pool.rows(pool.family(variant))
    one = partial(shares, pool, *SURVEYS[variant])
    with ProcessPoolExecutor(WORKERS, multiprocessing.get_context("spawn")) as workers:
        found = list(workers.map(one, range(MANY), chunksize=10))
    judge(variant, found, luck=0.0)

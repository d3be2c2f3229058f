"""Our models against the papers' own, on puzzles that neither has seen, where the (simulated) truth is known.

Each replication draws puzzles and a panel of simulated beginners as the thesis had them, fits both, and compares what
they predict of other puzzles with what all beginners would say of them on average. `pytest -s` prints the table.
"""

from __future__ import annotations

import numpy as np
import pytest

from engines.rating.metrics import mean_absolute_error, rank_correlation
from engines.rating.models import Ratings, fit, predict
from engines.rating.presets import predict_with
from engines.rating.raters import expected, population, rate, truth
from engines.registry import engine
from engines.tspin.people.surveys import TSPIN_1, TSPIN_2
from tests.engines.rating.candidates import Pool
from tests.engines.rating.tables import means

pytestmark = pytest.mark.heavy
REPLICATIONS = 6
SURVEYS = {"tsd-1": TSPIN_1, "tsd-2": TSPIN_2}
Scores = dict[tuple[str, str], list[tuple[float, float]]]


def all_beginners(pool: Pool) -> dict[str, np.ndarray]:
    """What beginners would say of each puzzle on average, moods apart."""
    hidden = truth(list(pool.ids), pool.names, pool.features, pool.moves, engine(pool.game))
    both = expected(population(engine(pool.game), 99, 150, group="beginner"), hidden)
    return {
        target: np.clip(said, 1.0, 5.0).mean(axis=0)
        for target, said in zip(("interest", "difficulty"), both, strict=True)
    }


def score(predicted: np.ndarray, wanted: np.ndarray) -> tuple[float, float]:
    """Mean absolute error, apart from how severe the panel was, and rank correlation."""
    shift = float(np.mean(predicted - wanted))
    return mean_absolute_error(predicted - shift, wanted), rank_correlation(predicted, wanted)


def compared(pool: Pool, variant: str) -> Scores:
    """Scores of ours, the paper's and the panel's own means, by target."""
    survey = SURVEYS[variant]
    pool = pool.rows(pool.family(variant))
    wanted, scores = all_beginners(pool), {}
    for replication in range(REPLICATIONS):
        order = np.random.default_rng(replication).permutation(len(pool.ids))
        asked, rest = order[: survey.items], order[survey.items :]
        people = population(engine(pool.game), replication, survey.raters, group="beginner")
        some = pool.rows(asked)
        given = rate(people, list(some.ids), pool.names, some.features, some.moves, engine(pool.game), replication)
        difficulty = None
        for target in ("difficulty", "interest"):
            ratings = Ratings(given.item, given.rater, getattr(given, target))
            ours = fit(target, pool.names, some.features, ratings, list(some.ids), difficulty=difficulty)
            known = pool.names, some.features, means(ratings)
            theirs = predict_with(survey.presets[target], *known, pool.features[rest])
            for who, predicted in (
                ("ours", predict(ours, pool.features[rest])),
                ("theirs", theirs),
            ):
                scores.setdefault((target, who), []).append(score(predicted, wanted[target][rest]))
            scores.setdefault((target, "panel"), []).append(score(means(ratings), wanted[target][asked]))
            difficulty = ours
    return scores


@pytest.mark.parametrize("variant", SURVEYS)
def test_ours_beat_the_presets_on_puzzles_that_nobody_rated(pools: dict[str, Pool], variant: str) -> None:
    scores = {key: np.mean(found, axis=0) for key, found in compared(pools["tspin"], variant).items()}
    for (target, who), (error, ranks) in scores.items():
        print(f"{variant} {target:<10} {who:<6} MAE {error:.3f} rank correlation {ranks:.3f} (simulated truth)")
    for target in ("interest", "difficulty"):
        assert scores[target, "ours"][0] < scores[target, "theirs"][0]
        assert scores[target, "ours"][1] > scores[target, "theirs"][1]

"""How long a refresh of all models takes, and predicting very many puzzles.

    python -m benchmarks.refresh            after a first `tsume nightly`

Fits every model of every game from nothing - both targets, everyone, the three skill groups and fifty people, with
evaluation and learning curves - on the founding panel as fifty simulated people rate it, on as many cores as there
are. Then predicts 100,000 puzzles of each game, with and without reasons. Nothing is written.
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from assets.core.stage import Press
from assets.learning.registry import Registry
from assets.learning.training import Training, training
from assets.stages import models
from assets.stages.predictions import rated
from engines.rating import raters
from engines.registry import engine
from warehouse.lake import FOUNDING, rows_to_table
from warehouse.vocabulary import EVERYONE, TARGETS

PEOPLE, PUZZLES = 50, 100_000
LIMIT, LIMIT_OF_PREDICTIONS = 60.0, 10.0


def asked(press: Press, game: str) -> Training:
    """The founding panel, rated by fifty simulated people."""
    data = training(press, game, FOUNDING)
    people = raters.population(engine(game), press.settings.seed, PEOPLE)
    given = raters.rate(people, data.ids, data.names, data.features, data.lengths, engine(game), press.settings.seed)
    like = data.ratings.to_pylist()[0]
    rows = [
        like
        | {"rater_id": people[rater].rater_id, "rater_group": people[rater].group, "puzzle_id": data.ids[item]}
        | {"interest": float(interest), "difficulty": float(difficulty)}
        for rater, item, interest, difficulty in zip(
            given.rater, given.item, given.interest, given.difficulty, strict=True
        )
    ]
    return replace(data, ratings=rows_to_table("rating", rows))


def main() -> None:
    press = Press.from_environment(run_id="benchmark")
    total = 0.0
    for game in press.settings.games:
        data = asked(press, game)
        begun = time.perf_counter()
        made = models.fit_all(press, Registry(game, [], []), data, None)
        took = time.perf_counter() - begun
        total += took
        print(f"{game}: {len(made.models)} models from {data.ratings.num_rows:,} simulated ratings in {took:.1f} s")
        predict(press, game, Registry(game, made.models, []), data)
    print(f"refresh of all games from nothing: {total:.1f} s (to be below {LIMIT:.0f})")


def predict(press: Press, game: str, registry: Registry, data: Training) -> None:
    """100,000 puzzles like those of the panel, no two alike."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, len(data.ids), PUZZLES)
    known = {feature.name: feature for feature in engine(game).features}
    features = [known[name] for name in data.names]
    table = data.features[rows] + 1e-3 * rng.normal(size=(PUZZLES, len(features)))
    used = registry.used(EVERYONE)
    assert used is not None
    begun = time.perf_counter()
    for target in TARGETS:
        used.predict(target, table, data.names)
    plain = time.perf_counter() - begun
    begun = time.perf_counter()
    rated(used, features, table)
    reasons = time.perf_counter() - begun
    print(
        f"{game}: {PUZZLES:,} puzzles predicted in {plain:.1f} s (to be below {LIMIT_OF_PREDICTIONS:.0f}),"
        f" with reasons and sentences in {reasons:.1f} s"
    )


if __name__ == "__main__":
    main()

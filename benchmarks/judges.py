"""Do the judges' numbers make models better? `python -m benchmarks.judges`, or with the names of games.

Simulated people rate puzzles as the founding panel does; models are fitted with the features as they are, with the
judges' numbers (`judging.judge_numbers`) besides, and with those alone. Each is asked about puzzles that it has not
seen, in the same folds, and its answers are ranked against what these people would say on a day without luck and
moods: Spearman's correlation. Every survey has puzzles and people of its own, so the difference has an interval
(Student's, 95 %). The simulated truth is made of features that we measure, and of chance: judges can only help to
tell it by saying the same in other words. What only they see, no simulated rater feels.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.identity import puzzle_id
from engines.judging import judge_features, judge_numbers
from engines.people.groups import IN_ORDER
from engines.rating import models
from engines.rating.evaluation import Asked, fit_all
from engines.rating.folds import kin_by_features
from engines.rating.metrics import rank_correlation
from engines.rating.raters import Rater, expected, population, rate, truth
from engines.registry import GAMES, engine

SURVEYS = 6
PUZZLES = 300  # of a survey, as many of each variant
RATERS = 15
LIMIT = 200_000  # nodes that solving one may take
VARIANTS = {
    "tspin": ("tsd-1", "tsd-2", "tsd-3", "tst-2", "quad-2", "donate-2", "tsd-2-srs", "tst-2-srs"),
    "puyo": ("chain-2x3", "chain-2x4", "chain-3x4", "chain-3x5", "clear-2", "colors-2x2", "count-2x8"),
    "geister": ("escape-7", "escape-9", "wall-7", "wall-9", "open-7", "open-9", "capture-5", "capture-7"),
}
# What a mean of so many surveys is off by with a chance of 5 %, in standard errors, from two surveys on.
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
SETS = ("features", "with judges", "judges alone")
COLUMNS = ("game", "target", *SETS, "difference", "95 %")


@dataclass(frozen=True, eq=False)
class Puzzles:
    """Puzzles with an answer, a row each: features, and the judges' numbers."""

    ids: list[str]
    names: list[str]
    features: np.ndarray
    judge_names: list[str]
    judged: np.ndarray
    moves: np.ndarray
    kinds: list[str]


def made(game: str, seed: int) -> Puzzles:
    """As many of each variant, all of which have an answer."""
    press: Any = engine(game)
    each = PUZZLES // len(VARIANTS[game])
    found, verdicts, kinds = [], [], []
    for variant in VARIANTS[game]:
        some = press.generate(variant, seed, 2 * each)
        proved = press.solve(some, LIMIT)
        kept = [place for place, verdict in enumerate(proved) if verdict.solutions][:each]
        found += [some[place] for place in kept]
        verdicts += [proved[place] for place in kept]
        kinds += [variant] * len(kept)
    return Puzzles(
        [puzzle_id(press, puzzle) for puzzle in found],
        [feature.name for feature in press.features],
        np.asarray(press.measure(found, verdicts), dtype=np.float64),
        [feature.name for feature in judge_features(press.judges)],
        judge_numbers(press.judges, press.judge(found, verdicts)),
        np.array([press.length(puzzle, verdict) for puzzle, verdict in zip(found, verdicts, strict=True)]),
        kinds,
    )


def columns_of(puzzles: Puzzles) -> dict[str, tuple[list[str], np.ndarray]]:
    """The sets of columns that are compared."""
    both = np.hstack([puzzles.features, puzzles.judged])
    return {
        "features": (puzzles.names, puzzles.features),
        "with judges": (puzzles.names + puzzles.judge_names, both),
        "judges alone": (puzzles.judge_names, puzzles.judged),
    }


def surveyed(game: str, puzzles: Puzzles, people: list[Rater], seed: int) -> dict[str, dict[str, float]]:
    """One survey: the rank correlation with the truth, by set of columns and target."""
    ids, kin = puzzles.ids, kin_by_features(puzzles.features)
    given = rate(people, ids, puzzles.names, puzzles.features, puzzles.moves, engine(game), seed)
    hidden = truth(ids, puzzles.names, puzzles.features, puzzles.moves, engine(game))
    interest, difficulty = (said.mean(axis=0) for said in expected(people, hidden))
    true = {"interest": interest, "difficulty": difficulty}
    found = {}
    for name, (names, table) in columns_of(puzzles).items():
        asked = {
            target: Asked(
                names,
                table,
                ids,
                puzzles.moves,
                puzzles.kinds,
                models.Ratings(given.item, given.rater, getattr(given, target)),
            )
            for target in IN_ORDER
        }
        fits = fit_all(asked, kin=lambda _: kin, seed=seed)
        found[name] = {target: rank_correlation(fit.held_out, true[target]) for target, fit in fits.items()}
    return found


def row(game: str, target: str, found: Sequence[dict[str, dict[str, float]]]) -> tuple[str, ...]:
    """What comes of all surveys for one target."""
    values = np.array([[survey[name][target] for name in SETS] for survey in found])
    gain = values[:, 1] - values[:, 0]
    off = STUDENT[len(gain) - 2] * gain.std(ddof=1) / np.sqrt(len(gain))
    means = [f"{mean:.3f}" for mean in values.mean(axis=0)]
    return (game, target, *means, f"{gain.mean():+.4f}", f"{gain.mean() - off:+.4f} to {gain.mean() + off:+.4f}")


def rows(games: Sequence[str], surveys: int = SURVEYS) -> Iterator[tuple[str, ...]]:
    """A row for every game and target."""
    for game in games:
        found = [
            surveyed(game, made(game, seed), population(engine(game), seed, RATERS), seed)
            for seed in range(1, surveys + 1)
        ]
        for target in IN_ORDER:
            yield row(game, target, found)


def main(games: list[str]) -> None:
    """Print the table."""
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
    for found in rows(games or list(GAMES)):
        print("| " + " | ".join(found) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

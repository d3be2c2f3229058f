"""After how many tries do people outweigh the prediction? `python -m benchmarks.tries`.

Simulated people try puzzles by the law of `engines.rating.attempting`; the difficulty of a puzzle is predicted with a
known error. After so many first tries a puzzle, each method is asked how likely other people solve each puzzle
(log loss of tries that it has not seen), and how hard the puzzles are (error in steps, after the best shift, and rank
correlation). Every survey has people and puzzles of its own. Simulated: people may be less regular than that.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engines.rating import attempting, chance
from engines.rating.contest import EVEN, STEP, UNSURE, Attempts, standings
from engines.rating.glicko import CENTRE, UNKNOWN, newcomers
from engines.rating.metrics import rank_correlation
from engines.rating.raters import population
from engines.rating.response import Belief, chance_of, response
from engines.registry import GAMES, engine

SURVEYS = 8
PUZZLES, PEOPLE, OTHERS = 120, 120, 40
COUNTS = (0, 1, 2, 3, 5, 10, 20, 40)  # first tries a puzzle
ERROR = 0.7  # of a prediction, in steps: ranks puzzles as well as features do where people have rated
SPREAD = 0.8  # of difficulty among puzzles
SKILL, SKILL_SPREAD = attempting.REACH + 0.25 * attempting.GAIN, 0.45  # of people, on the scale of difficulty
LOW, HIGH = 0.01, 0.99


@dataclass(frozen=True, eq=False)
class Survey:
    """What is known beforehand, what was tried, and what is asked."""

    difficulty: np.ndarray
    predicted: np.ndarray
    tries: attempting.Tries  # of those who teach
    asked: attempting.Tries  # of the others


@dataclass(frozen=True, eq=False)
class Said:
    """Chances of puzzles for somebody unknown, and how hard they are believed to be."""

    chance: np.ndarray
    difficulty: np.ndarray


Method = Callable[[Survey, np.ndarray], Said]


def survey(number: int) -> Survey:
    """Puzzles around the middle of the scale, tried by two groups of people."""
    ids = [f"{number}-{place}" for place in range(PUZZLES)]
    keys = chance.keys(ids, "tries")
    difficulty = 3.0 + SPREAD * chance.normal(keys, 0)
    people = population(engine(next(iter(GAMES))), number, PEOPLE + OTHERS)
    first, rest = people[:PEOPLE], people[PEOPLE:]
    return Survey(
        difficulty,
        difficulty + ERROR * chance.normal(keys, 2),
        attempting.attempt(first, ids, difficulty, "tries", number),
        attempting.attempt(rest, ids, difficulty, "tries", number),
    )


def taken(found: Survey, count: int, number: int) -> np.ndarray:
    """Rows of so many tries of each puzzle, drawn by lot; fewer are among more."""
    keys = chance.keys(map(str, range(len(found.tries))), "taken", number)
    order = np.argsort(keys, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    for puzzle in range(PUZZLES):
        mine = order[found.tries.item[order] == puzzle]
        rank[mine] = np.arange(len(mine))
    return np.flatnonzero(rank < count)


def prediction(found: Survey, rows: np.ndarray) -> Said:
    """The prediction alone, whatever was tried."""
    many = len(found.predicted)
    variance = np.full(many, ERROR**2 + SKILL_SPREAD**2)
    at = np.full(many, SKILL)
    return Said(chance_of(at, found.predicted, variance, attempting.STEEP), found.predicted)


def share(found: Survey, rows: np.ndarray) -> Said:
    """The share of tries that succeeded, a half of the mean added, without any prediction."""
    tries = found.tries
    count = np.bincount(tries.item[rows], minlength=len(found.predicted))
    solved = np.bincount(tries.item[rows], tries.solved[rows], len(found.predicted))
    mean = solved.sum() / max(count.sum(), 1) if len(rows) else 0.5
    said = (solved + mean) / (count + 1.0)
    return Said(said, -said)


def by_response(found: Survey, rows: np.ndarray) -> Said:
    """Item response with the prediction as prior."""
    tries, many = found.tries, len(found.predicted)
    people = Belief(np.full(PEOPLE, SKILL), np.full(PEOPLE, SKILL_SPREAD))
    prior = Belief(found.predicted, np.full(many, ERROR))
    _, hard = response(
        people, prior, tries.rater[rows], tries.item[rows], tries.solved[rows].astype(float), attempting.STEEP
    )
    at = np.full(many, SKILL)
    return Said(chance_of(at, hard.mean, hard.deviation**2 + SKILL_SPREAD**2, attempting.STEEP), hard.mean)


def by_glicko(found: Survey, rows: np.ndarray) -> Said:
    """Glicko-2 with the prediction as prior, as the player page has it; all tries of one day."""
    return glicko(found, rows, CENTRE + STEP * (found.predicted - EVEN), UNSURE)


def glicko_alone(found: Survey, rows: np.ndarray) -> Said:
    """Glicko-2 without a prediction."""
    return glicko(found, rows, np.full(len(found.predicted), CENTRE), UNKNOWN)


def glicko(found: Survey, rows: np.ndarray, rating: np.ndarray, deviation: float) -> Said:
    tries, many = found.tries, len(found.predicted)
    start = CENTRE + STEP * (SKILL - EVEN)
    attempts = Attempts(
        np.zeros(len(rows), dtype=np.int64), tries.rater[rows], tries.item[rows], np.ones(len(rows), dtype=np.int64),
        tries.solved[rows], tries.seconds[rows], np.full(len(rows), 90.0), np.zeros(len(rows), dtype=np.int64),
    )  # fmt: skip
    _, puzzles = standings(attempts, newcomers(PEOPLE, start, UNKNOWN), newcomers(many, rating, deviation))
    hard = (puzzles.rating - CENTRE) / STEP + EVEN
    variance = (puzzles.deviation / STEP) ** 2 + SKILL_SPREAD**2
    return Said(chance_of(np.full(many, SKILL), hard, variance, attempting.STEEP), hard)


METHODS: dict[str, Method] = {
    "prediction alone": prediction,
    "share solved alone": share,
    "Glicko-2 alone": glicko_alone,
    "Glicko-2 from the prediction": by_glicko,
    "item response from the prediction": by_response,
}


def judged(found: Survey, said: Said) -> tuple[float, float, float]:
    """Log loss of others' tries in bits, error of the difficulty, rank correlation."""
    likely = np.clip(said.chance, LOW, HIGH)[found.asked.item]
    loss = -np.mean(np.log2(np.where(found.asked.solved, likely, 1.0 - likely)))
    off = said.difficulty - found.difficulty
    return (
        float(loss),
        float(np.abs(off - np.median(off)).mean()),
        rank_correlation(said.difficulty, found.difficulty),
    )


def table(surveys: int) -> dict[str, dict[int, tuple[float, float, float]]]:
    """Means over surveys, by method and number of tries."""
    results: dict[str, dict[int, list[tuple[float, float, float]]]] = {name: {} for name in METHODS}
    for number in range(surveys):
        found = survey(number)
        for count in COUNTS:
            rows = taken(found, count, number)
            for name, method in METHODS.items():
                if count or "alone" not in name or method is prediction:
                    results[name].setdefault(count, []).append(judged(found, method(found, rows)))
    return {name: {count: averaged(rows) for count, rows in by_count.items()} for name, by_count in results.items()}


def averaged(rows: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    loss, error, order = np.mean(rows, axis=0).tolist()
    return loss, error, order


def outweighs(found: dict[str, dict[int, tuple[float, float, float]]]) -> int | None:
    """The fewest tries a puzzle after which tries alone rank puzzles better than the prediction alone."""
    mark = found["prediction alone"][0][2]
    return next((count for count in COUNTS[1:] if found["share solved alone"][count][2] > mark), None)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tries", description=__doc__.splitlines()[0])
    parser.add_argument("--surveys", type=int, default=SURVEYS)
    found = table(parser.parse_args(arguments).surveys)
    for place, what in enumerate(
        ("log loss of others' tries, bits", "error of difficulty, steps", "rank correlation")
    ):
        print(f"\n{what:36}" + "".join(f"{count:>8}" for count in COUNTS))
        for name, by_count in found.items():
            cells = (f"{by_count[count][place]:8.3f}" if count in by_count else f"{'':8}" for count in COUNTS)
            print(f"{name:36}" + "".join(cells))
    print(f"\ntries alone outweigh the prediction from {outweighs(found)} first tries a puzzle on (simulated)")


if __name__ == "__main__":
    main()

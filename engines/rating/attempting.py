"""Simulated tries: whether each simulated rater solves each puzzle within the limit, and how long it takes.

Whoever rates a puzzle has tried it first. A rater is ahead of a puzzle by `REACH` and what skill adds, less the
puzzle's hidden difficulty, in steps of its scale. The further ahead, the more likely (a logistic curve) and the
faster (a lognormal time) is a solution; one that would take longer than the limit is none.

Calibrated on the one figure there is: beginners solved 12.1 of 15 two-move T-spin puzzles, picked to be easy, medium
and hard, with 30 seconds for each (T-spin thesis, 6.1.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.rating import chance
from engines.rating.contest import LIMIT
from engines.rating.raters import Rater

MODE = "survey"
REACH = 3.7  # the difficulty at which someone of no skill at all is about to fail as often as not
GAIN = 1.6  # steps that the whole range of skill adds
STEEP = 1.6  # log odds of a solution, for each step ahead
EVEN = 40.0  # seconds that the median solution takes with nothing ahead
FASTER = 0.6  # log seconds that each step ahead saves
SPREAD = 0.7  # of the log seconds


@dataclass(frozen=True, eq=False)
class Tries:
    """One try a row: places in the lists of raters and puzzles, and how it went."""

    rater: np.ndarray
    item: np.ndarray
    solved: np.ndarray
    seconds: np.ndarray  # NaN if it was not solved

    def __len__(self) -> int:
        return len(self.rater)


def attempt(
    raters: Sequence[Rater],
    puzzle_ids: Sequence[str],
    difficulty: np.ndarray,
    game: str,
    seed: int,
    limit: float = LIMIT,
) -> Tries:
    """Every rater's first try at every puzzle, given its hidden difficulty; rater by rater.

    A try depends on the rater, the puzzle and the seed alone: the same whoever else tries, whatever else is tried,
    and in any order.
    """
    own = chance.keys([rater.rater_id for rater in raters], "attempt", seed, game)
    both = chance.pairs(own, chance.keys(puzzle_ids, "puzzle"))
    ahead = margin(raters, difficulty)
    finds = chance.uniform(both, 0) < 1.0 / (1.0 + np.exp(-STEEP * ahead))
    takes = np.exp(np.log(EVEN) - FASTER * ahead + SPREAD * chance.normal(both, 1))
    stopwatch = np.maximum(np.round(takes, 1), 0.1)
    solved = finds & (stopwatch <= limit)
    rater, item = np.indices(solved.shape, dtype=np.int32)
    columns = (rater, item, solved, np.where(solved, stopwatch, np.nan))
    return Tries(*(column.ravel() for column in columns))


def margin(raters: Sequence[Rater], difficulty: np.ndarray) -> np.ndarray:
    """How far each rater (row) is ahead of each puzzle, in steps of difficulty."""
    skill = np.array([rater.skill for rater in raters], dtype=np.float64)[:, None]
    return np.asarray(REACH + GAIN * skill - difficulty)

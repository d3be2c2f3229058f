"""Objective difficulty: every first try is a game between a player and a puzzle, rated by Glicko-2.

So puzzles and players stand on one scale: a puzzle's difficulty is the skill of a player who would score half a
point against it. (lichess.org rates its puzzles and players in the same way.)

**What counts.** A player's first try at a puzzle, without hints; nothing that comes after it, because by then the
puzzle is no longer new to that player.

**What it scores.** Unsolved 0. Solved at once 1, and less the longer it took, evenly down to 0.5 at the time limit:
faster is never worth less, and a solution in the last second is worth a draw, since a moment later it would have
been a loss. Where there is no limit, `LIMIT` seconds are worth a draw, and so is all that takes longer. For solved
tries this is the rule of Klinkenberg, Straatemeier and van der Maas (Computers & Education 57, 2011), moved from
-1..1 to 0..1.

**When.** A rating period is a day. Players are rated against the puzzles as they stood before it, then the puzzles
against the players as they stand after it. Were both to move at once, each side would move by the whole of what a
result says of their difference: on the first day, when nobody is known and most tries succeed, players and puzzles
would be driven apart twice as far as they are, and the puzzles of that day would stay there.

**Who drifts.** A player who stays away becomes less well known, as Glicko-2 has it. A puzzle does not change while
nobody looks, so its deviation stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engines.rating.glicko import POINTS, Standing, played, rested

LIMIT = 90.0  # seconds; what the Nazo Puyo paper (6.1) and the Geister paper (7.1) gave for a puzzle
DRAW = 0.5

# Where a puzzle starts that has a prediction. The law of simulated tries (`attempting`) says how a solution depends
# on difficulty. With what a solution scores, the log odds of the score fall by 1.3 a step, and they are even at 4.1
# for middle skill.
STEP = 1.3 * POINTS  # of rating, for a step of predicted difficulty
EVEN = 4.1  # the difficulty of a puzzle that scores half a point against the average player
UNSURE = 200.0  # deviation of a rating that rests on a prediction: most of a step


@dataclass(frozen=True, eq=False)
class Attempts:
    """One try a row: the day's number, the rows of player and puzzle, and how it went."""

    period: np.ndarray
    player: np.ndarray
    puzzle: np.ndarray
    number: np.ndarray  # 1 for a first try
    solved: np.ndarray
    seconds: np.ndarray  # to the first solution; NaN if there was none
    limit: np.ndarray  # seconds; NaN if there was none
    hints: np.ndarray

    def __len__(self) -> int:
        return len(self.period)

    def of(self, rows: np.ndarray) -> Attempts:
        """Some of the tries."""
        return Attempts(*(column[rows] for column in vars(self).values()))


@dataclass(frozen=True, eq=False)
class Tally:
    """One row for each player, or each puzzle: plain counts of the tries that count."""

    attempts: np.ndarray
    solved_share: np.ndarray  # NaN without a try
    median_seconds: np.ndarray  # of the solved ones; NaN without any
    last: np.ndarray  # row of the latest try; -1 without any


def counted(attempts: Attempts) -> np.ndarray:
    """Rows of the tries that count, in order of day, player and puzzle: one for a player and a puzzle at most.

    Should a first try be told twice, the earlier one is it.
    """
    order = np.lexsort((attempts.puzzle, attempts.player, attempts.period))
    order = order[attempts.number[order] == 1]
    width = int(attempts.puzzle.max(initial=0)) + 1
    _, first = np.unique(attempts.player[order].astype(np.int64) * width + attempts.puzzle[order], return_index=True)
    kept = order[np.sort(first)]
    return np.asarray(kept[attempts.hints[kept] == 0])


def scores(solved: np.ndarray, seconds: np.ndarray, limit: np.ndarray) -> np.ndarray:
    """What each try scores for the player."""
    share = seconds / np.where(np.isnan(limit), LIMIT, limit)
    return np.where(solved, 1.0 - (1.0 - DRAW) * np.clip(share, 0.0, 1.0), 0.0)


def standings(attempts: Attempts, players: Standing, puzzles: Standing) -> tuple[Standing, Standing]:
    """Standings of players and puzzles after the last day, given those before the first."""
    tries = attempts.of(counted(attempts))
    score = scores(tries.solved, tries.seconds, tries.limit)
    last = np.full(len(players), tries.period.max(initial=0))  # the day of each one's last try so far
    for day, rows in _days(tries.period):
        who, player = np.unique(tries.player[rows], return_inverse=True)
        what, puzzle = np.unique(tries.puzzle[rows], return_inverse=True)
        arriving, tried = rested(players.of(who), np.maximum(day - last[who] - 1, 0)), puzzles.of(what)
        leaving = played(arriving, tried, player, puzzle, score[rows])
        players = players.but(who, leaving)
        puzzles = puzzles.but(what, played(tried, leaving, puzzle, player, 1.0 - score[rows]))
        last[who] = day
    return rested(players, tries.period.max(initial=0) - last), puzzles


def _days(period: np.ndarray) -> Iterator[tuple[int, slice]]:
    """Each day there is, and its rows; rows come in order of days."""
    days, starts = np.unique(period, return_index=True)
    edges = np.append(starts, len(period))
    for day, start, end in zip(days, edges[:-1], edges[1:], strict=True):
        yield int(day), slice(start, end)


def tally(attempts: Attempts, whose: np.ndarray, count: int) -> Tally:
    """Counts for each of so many players or puzzles: `whose` says whose each try is."""
    tries = np.bincount(whose, minlength=count)
    solved = np.bincount(whose, attempts.solved, count)
    share = np.divide(solved, tries, out=np.full(count, np.nan), where=tries > 0)
    last = np.full(count, -1)
    order = np.argsort(attempts.period, kind="stable")
    last[whose[order]] = order
    return Tally(tries, share, _medians(whose[attempts.solved], attempts.seconds[attempts.solved], count), last)


def _medians(whose: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """The median of everyone's values; NaN where there are none."""
    values = values[np.lexsort((values, whose))]
    size = np.bincount(whose, minlength=count)
    start = np.cumsum(size) - size
    some = np.flatnonzero(size)
    low, high = (start + (size - 1) // 2)[some], (start + size // 2)[some]
    out = np.full(count, np.nan)
    out[some] = (values[low] + values[high]) / 2.0
    return out

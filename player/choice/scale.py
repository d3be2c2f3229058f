"""Players and puzzles of one game on one scale (Glicko-2), from first tries, live.

The arithmetic is that of the standings of the lake (`engines.rating.contest`): a day is a rating period, players are
rated against the puzzles as they stood before the day, and puzzles move when the day is over. What differs is the
start: a puzzle starts where its predicted difficulty puts it, or where the lake has it from earlier tries, and a
player starts where their group does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from engines.people.groups import ADVANCED, BEGINNER, REGULAR
from engines.rating.contest import EVEN, STEP, UNSURE, Attempts, scores, standings
from engines.rating.glicko import CENTRE, POINTS, STEADY, UNKNOWN, Standing, newcomers, rested, trust
from player.stock.lake import LakeStanding
from player.stock.puzzles import Stocked

START: Mapping[str | None, float] = {  # the same law: skill is worth 1.6 steps from none to all of it
    BEGINNER: CENTRE - 0.4 * STEP,
    REGULAR: CENTRE + 0.24 * STEP,
    ADVANCED: CENTRE + 0.64 * STEP,
    None: CENTRE - 0.4 * STEP,  # who has not said anything begins gently
}
SOLUTION = 0.85  # what a solution scores on average, before a player has shown how fast they are
USUAL = 10  # tries that this assumption is worth
SURE = 0.99  # nobody is told that they solve everything


@dataclass(frozen=True)
class Known:
    """What is known of one player or puzzle."""

    rating: float
    deviation: float
    volatility: float = STEADY
    day: int = 0  # of the last try; 0 without any


@dataclass(frozen=True)
class Result:
    """A first try without hints."""

    player: str
    puzzle: str
    solved: bool  # at the first try
    seconds: float  # NaN if it was not
    limit: float  # NaN if there was none


Prior = Callable[[str], Known]  # of a puzzle


def prior_rating(difficulty: float) -> float:
    """Where a puzzle starts that is predicted to be so difficult."""
    return CENTRE + STEP * (difficulty - EVEN)


def prior_of(puzzle: Stocked, group: str | None = None) -> Known:
    """Where a puzzle starts for a group of players: what is predicted for everyone counts where the group has no
    prediction of its own."""
    if puzzle.difficulty is not None:
        return Known(prior_rating(puzzle.by_group.get(group or "", puzzle.difficulty)), UNSURE)
    return Known(CENTRE, UNKNOWN) if puzzle.like is None else Known(prior_rating(puzzle.like), UNKNOWN)


def with_lake(prior: Known, found: LakeStanding) -> Known:
    """A prior and what the tries in the lake tell besides, each counting by what it knows."""
    told = max(0.0, found.deviation**-2 - UNKNOWN**-2)
    weight = prior.deviation**-2 + told
    rating = (prior.rating * prior.deviation**-2 + found.rating * told) / weight
    return Known(rating, weight**-0.5, found.volatility)


def table(known: list[Known]) -> Standing:
    columns = zip(*((one.rating, one.deviation, one.volatility) for one in known), strict=True)
    return newcomers(len(known), *(np.array(column) for column in columns))


class Scale:
    """Not thread safe: whoever uses it holds the ledger's lock."""

    def __init__(self, prior: Prior, counted_until: Callable[[str], int] = lambda puzzle: 0) -> None:
        """`prior` says where a puzzle starts, `counted_until` up to which day it knows the tries already."""
        self.prior, self.counted_until = prior, counted_until
        self.day = 0  # the day that is not over
        self.over = 0  # the last day that is
        self.today: dict[str, list[Result]] = {}  # by player
        self.players: dict[str, Known] = {}  # after their last day that is over
        self.puzzles: dict[str, Known] = {}
        self.curves: dict[str, list[tuple[int, Known]]] = {}
        self.solutions: dict[str, tuple[float, int]] = {}  # by player: the sum of what solutions scored, how many
        self.changes = 0  # how often puzzles have moved
        self.latest: dict[str, tuple[int, int, Known]] = {}  # by player: the day, how many tries of it, the standing

    def take(self, day: int, result: Result, group: str | None) -> None:
        """One more first try. A clock that goes back does not: its tries are of the day that is not over."""
        self.turn(day)
        self.players.setdefault(result.player, Known(START.get(group, START[None]), UNKNOWN))
        self.today.setdefault(result.player, []).append(result)
        if result.solved:
            score = float(scores(*(np.array([value]) for value in (True, result.seconds, result.limit)))[0])
            total, count = self.solutions.get(result.player, (0.0, 0))
            self.solutions[result.player] = total + score, count + 1

    def turn(self, day: int) -> None:
        """See that all days before this one are over."""
        if day <= self.day:
            return
        if self.today:
            self.close()
        self.day = day

    def begin(self, today: int) -> None:
        """It is this day now: all days before it are over. If a clock was ahead for a while, the day that is not over
        is this one, as far as no later one is over."""
        self.turn(today)
        self.day = max(min(self.day, today), self.over)

    def close(self) -> None:
        """The day is over: players stand as their tries say, then the puzzles move."""
        results = [result for found in self.today.values() for result in found]
        who, what = list(self.today), list(dict.fromkeys(result.puzzle for result in results))
        skill, hardness = self.after(who, what, results)
        for player, known in zip(who, rows(skill, self.day), strict=True):
            self.players[player] = known
            self.curves.setdefault(player, []).append((self.day, known))
        for puzzle, known in zip(what, rows(hardness, self.day), strict=True):
            if self.counted_until(puzzle) < self.day:
                self.puzzles[puzzle] = known
        self.today, self.over = {}, self.day
        self.changes += 1

    def after(self, who: list[str], what: list[str], results: list[Result]) -> tuple[Standing, Standing]:
        """Standings of players and puzzles after some results of today."""
        place = {name: row for row, name in enumerate(who)}
        row = {name: row for row, name in enumerate(what)}
        count = len(results)
        attempts = Attempts(
            np.full(count, self.day),
            np.array([place[result.player] for result in results]),
            np.array([row[result.puzzle] for result in results]),
            np.ones(count, dtype=np.int64),
            np.array([result.solved for result in results]),
            np.array([result.seconds for result in results]),
            np.array([result.limit for result in results]),
            np.zeros(count, dtype=np.int64),
        )
        arriving = [self.players[player] for player in who]
        away = np.array([max(self.day - one.day - 1, 0) if one.day else 0 for one in arriving])
        return standings(attempts, rested(table(arriving), away), table([self.puzzle(name) for name in what]))

    def puzzle(self, puzzle_id: str) -> Known:
        """How hard a puzzle is, as of this morning."""
        return self.puzzles.get(puzzle_id) or self.prior(puzzle_id)

    def player(self, player: str, group: str | None = None) -> Known:
        """How skilled a player is, today's tries included."""
        if found := self.today.get(player):
            day, count, known = self.latest.get(player, (0, 0, Known(CENTRE, UNKNOWN)))
            if (day, count) != (self.day, len(found)):
                skill, _ = self.after([player], list(dict.fromkeys(one.puzzle for one in found)), found)
                known = rows(skill, self.day)[0]
                self.latest[player] = self.day, len(found), known
            return known
        if player not in self.players:
            return Known(START.get(group, START[None]), UNKNOWN)
        before = self.players[player]
        away = np.array([max(self.day - before.day, 0)])
        return rows(rested(table([before]), away), before.day)[0]

    def curve(self, player: str) -> list[tuple[int, Known]]:
        """The standing after each day with tries, today's so far included."""
        now = [(self.day, self.player(player))] if player in self.today else []
        return [*self.curves.get(player, ()), *now]

    def solution_score(self, player: str) -> float:
        """What the solutions of a player score on average."""
        total, count = self.solutions.get(player, (0.0, 0))
        return (SOLUTION * USUAL + total) / (USUAL + count)

    def forget(self, player: str) -> None:
        for found in (self.today, self.players, self.curves, self.solutions, self.latest):
            found.pop(player, None)


def rows(standing: Standing, day: int) -> list[Known]:
    columns = (standing.rating.tolist(), standing.deviation.tolist(), standing.volatility.tolist())
    return [Known(rating, deviation, volatility, day) for rating, deviation, volatility in zip(*columns, strict=True)]


def chances(player: Known, rating: np.ndarray, deviation: np.ndarray, solution_score: float) -> np.ndarray:
    """The chance that a player solves each of some puzzles: the score that Glicko-2 expects, by what a solution
    scores. What is not known of either side draws the expectation to the middle."""
    apart = (player.rating - rating) / POINTS
    expected = 1.0 / (1.0 + np.exp(-trust(np.hypot(player.deviation, deviation) / POINTS) * apart))
    return np.asarray(np.minimum(expected / solution_score, SURE))


def result_of(player: str, puzzle: str, solved: bool, seconds: float | None, limit: float | None) -> Result:
    return Result(
        player, puzzle, solved, math.nan if seconds is None else seconds, math.nan if limit is None else limit
    )

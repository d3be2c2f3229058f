"""Item response with a prior: how hard puzzles are and how skilled people, from tries, one after another.

**Law of a try.** A try succeeds with log odds `STEEP` times the player's skill less the puzzle's difficulty (the
Rasch model). A solution takes log seconds that fall by `FASTER` for each step that the player is ahead, plus what
this game, this player and this puzzle usually take beyond that: their tempo. So time tells how hard a puzzle is only
as far as no slow player explains it, and no puzzle that takes long to enter (van der Linden, Psychometrika 72, 2007).

**Beliefs** are normal: a puzzle's difficulty begins at its prediction, with the error that predictions have, and a
player's skill at that of the group. Few tries leave them there, many replace them.

**Live.** Each try moves the beliefs of its player and its puzzle at once, in time that does not depend on how many
there were: to the mean and the variance that follow from its result (assumed-density filtering; what player and
puzzle have in common afterwards is left out). The beliefs follow from the tries and their order alone. Skill may
change over days, so it becomes less well known; puzzles stay the same.

`python -m benchmarks.tries` holds it against simulated truth, against all tries at once, and against `contest`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from engines.people.groups import ADVANCED, BEGINNER, REGULAR

# The law of simulated tries (`attempting`), which is calibrated on the one published figure; a test compares.
STEEP = 1.6  # log odds of a solution, for each step ahead
EVEN = 40.0  # seconds that the median solution takes with nothing ahead
FASTER = 0.6  # log seconds that each step ahead saves
SPREAD = 0.7  # of the log seconds, from one try to the next

# What that law leaves out, as standard deviations of log seconds.
GAME_TEMPO = 0.7  # of games
PLAYER_TEMPO = 0.5  # of people
PUZZLE_TEMPO = 0.4  # of puzzles

UNSURE = 0.9  # error of a predicted difficulty, in steps
MIDDLE, WIDE = 3.0, 1.5  # where a puzzle starts of which nothing is predicted, and the error of that
SKILL = 0.7  # spread of skill among those who say the same of themselves, in steps
DRIFT = 0.05  # of skill in a day, in steps
WILD = 2.0  # deviations that a time counts for at most: people get up and make tea
SHORTEST = 0.1  # seconds
SURE = 0.99  # nobody is told that they solve everything
NEVER = 1e-12
NODES = tuple(
    zip(*(part.tolist() for part in np.polynomial.hermite_e.hermegauss(15)), strict=True)
)  # of a normal curve


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed of a player, a puzzle or a game."""

    level: float  # skill of a player, difficulty of a puzzle: in steps of difficulty
    variance: float
    tempo: float = 0.0  # log seconds more than the levels say
    tempo_variance: float = 0.0
    both: float = 0.0  # covariance of level and tempo

    def told(self, level: float, tempo: float, slope: float, bend: float) -> Belief:
        """The belief after something was seen that depends on so many times the level and so many times the tempo:
        slope and bend are those of the logarithm of how likely it was."""
        more = self.variance * level + self.both * tempo
        slower = self.both * level + self.tempo_variance * tempo
        return Belief(
            self.level + more * slope,
            self.variance - more * more * bend,
            self.tempo + slower * slope,
            self.tempo_variance - slower * slower * bend,
            self.both - more * slower * bend,
        )

    def spread(self, level: float, tempo: float) -> float:
        """The variance of so many times the level and so many times the tempo."""
        return self.variance * level**2 + 2.0 * self.both * level * tempo + self.tempo_variance * tempo**2

    def after_rest(self, days: int) -> Belief:
        """Skill after some days: nobody becomes less well known than somebody new."""
        wider = min(self.variance + DRIFT**2 * max(days, 0), max(SKILL**2, self.variance))
        return replace(self, variance=wider)


@dataclass(frozen=True, slots=True)
class Try:
    """A first try without hints."""

    day: int
    player: str
    puzzle: str
    solved: bool  # at the first try
    seconds: float | None  # None if it was not, or if nobody counted
    limit: float | None  # None if there was none


def person(level: float, spread: float = SKILL) -> Belief:
    """A player before their first try."""
    return Belief(level, spread**2, 0.0, PLAYER_TEMPO**2)


START: Mapping[str | None, Belief] = {  # 3.7 without skill, 1.6 steps more with all of it
    BEGINNER: person(4.1),
    REGULAR: person(4.74),
    ADVANCED: person(5.14),
    None: person(4.1),  # who has not said anything begins gently
}


@lru_cache(2**16)
def predicted(difficulty: float, error: float = UNSURE) -> Belief:
    """A puzzle before its first try."""
    return Belief(difficulty, error**2, 0.0, PUZZLE_TEMPO**2)


VAGUE = predicted(MIDDLE, WIDE)  # a puzzle of which nothing is predicted


class Response:
    """What is believed of the players and puzzles of one game after all tries so far."""

    def __init__(self, prior: Callable[[str], Belief]) -> None:
        """`prior` is what is believed of a puzzle before its first try."""
        self.prior = prior
        self.players: dict[str, Belief] = {}
        self.puzzles: dict[str, Belief] = {}
        self.game = Belief(0.0, 0.0, 0.0, GAME_TEMPO**2)
        self.last: dict[str, int] = {}  # by player: the day of the last try

    def take(self, one: Try, start: Belief) -> None:
        """One try more; `start` is what is believed of the player if it is their first."""
        player, puzzle = self.player(one.player, one.day, start), self.puzzle(one.puzzle)
        found = learned(player, puzzle, self.game, one.solved, one.seconds, one.limit)
        self.players[one.player], self.puzzles[one.puzzle], self.game = found
        self.last[one.player] = one.day

    def player(self, name: str, day: int, start: Belief) -> Belief:
        """What is believed of a player on a day; without any try, as they start."""
        if name not in self.players:
            return start
        return self.players[name].after_rest(day - self.last[name])

    def puzzle(self, name: str) -> Belief:
        return self.puzzles.get(name) or self.prior(name)


def learned(
    player: Belief, puzzle: Belief, game: Belief, solved: bool, seconds: float | None, limit: float | None
) -> tuple[Belief, Belief, Belief]:
    """What is believed of all three after a try. Times that are no numbers were not counted."""
    seconds, limit = (value if value is not None and math.isfinite(value) else None for value in (seconds, limit))
    slope, bend = outcome(player, puzzle, game, solved, limit)
    player, puzzle = player.told(1.0, 0.0, slope, bend), puzzle.told(-1.0, 0.0, slope, bend)
    if solved and seconds is not None:
        mean, variance = log_seconds(player, puzzle, game)
        off = (math.log(max(seconds, SHORTEST)) - mean) / math.sqrt(variance)
        slope, bend = min(max(off, -WILD), WILD) / math.sqrt(variance), 1.0 / variance
        player, puzzle = player.told(-FASTER, 1.0, slope, bend), puzzle.told(FASTER, 1.0, slope, bend)
        game = game.told(0.0, 1.0, slope, bend)
    return player, puzzle, game


def outcome(player: Belief, puzzle: Belief, game: Belief, solved: bool, limit: float | None) -> tuple[float, float]:
    """Slope and bend of success or failure, by how far the player may be ahead. Where time is short, a miss tells
    less."""
    ahead, spread = player.level - puzzle.level, math.sqrt(player.variance + puzzle.variance)
    tempo = player.tempo + puzzle.tempo + game.tempo
    unknown = 2.0 * (SPREAD**2 + player.tempo_variance + puzzle.tempo_variance + game.tempo_variance)
    total = first = second = 0.0
    for node, weight in NODES:
        here = ahead + spread * node
        likely = 1.0 / (1.0 + math.exp(-STEEP * here))
        if limit is not None:
            late = math.log(EVEN) - FASTER * here + tempo - math.log(max(limit, SHORTEST))
            likely *= 0.5 * math.erfc(late / math.sqrt(unknown))
        mass = weight * (likely if solved else 1.0 - likely)
        total += mass
        first += mass * node
        second += mass * node**2
    if total < NEVER:  # so far from all that was believed that nothing can be said of how far
        return 0.0, 0.0
    mean = first / total
    return mean / spread, max(1.0 - (second / total - mean**2), 0.0) / spread**2


def log_seconds(player: Belief, puzzle: Belief, game: Belief) -> tuple[float, float]:
    """Mean and variance of the log seconds that a solution takes."""
    mean = math.log(EVEN) - FASTER * (player.level - puzzle.level) + player.tempo + puzzle.tempo + game.tempo
    unknown = player.spread(-FASTER, 1.0) + puzzle.spread(FASTER, 1.0) + game.tempo_variance
    return mean, SPREAD**2 + unknown


def chances(player: Belief, level: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """How likely a player solves each of some puzzles: the less is known, the nearer to the middle (MacKay, 1992)."""
    steep = STEEP / np.sqrt(1.0 + np.pi * STEEP**2 * (player.variance + variance) / 8.0)
    return np.asarray(np.minimum(1.0 / (1.0 + np.exp(-steep * (player.level - level))), SURE))

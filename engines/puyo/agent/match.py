"""The game of two (Puyo agent paper, 2.2.3 and 5.6): the same queue for both, and chains send garbage.

Each 70 points of a chain make one garbage puyo, what is left over counts with the next chain. They take away the
garbage that waits to fall on whoever fired (offset, 相殺); the rest waits for the other, and falls once the chain is
over and the other's pair in hand is placed: at most 30 at once, whole rows first, then columns drawn at random, none
twice. Column 3 filled up to row 12 after a chain or a fall loses, and so does a pair that can go nowhere. Filled
columns block the way. Points for dropping and for an all clear do not count, as in the game alone.

The clock: a pair takes `pair_time`, the opponent's `rival_time`, a round of a chain `round_time`, and choosing takes
none. Whoever's time is least is next, so a long chain lets the other place more pairs; at a tie it is the agent's
turn in matches with an even number and the opponent's in the rest.

A match is written down in the order of its turns: the side, 0 or 1, with a pair and its placement, `0rg3N`, or with
what fell on each column, `1o011010`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engines.kernels.randomness import start, stream_key
from engines.puyo.agent.fire import best_firing
from engines.puyo.agent.game import SEEN, checked, move_text, options_of
from engines.puyo.agent.queues import queue_of, shuffle
from engines.puyo.agent.sight import STUCK, Chooser, FiresItself, Sight
from engines.puyo.rules.board import GARBAGE, WIDTH, WORDS
from engines.puyo.rules.chain import scored_chain
from engines.puyo.rules.place import fall_onto, lost, place

POINTS_EACH = 70  # of a garbage puyo
MOST_AT_ONCE = 30
MOST_PAIRS = 400  # of one of the two; then the score decides


@dataclass
class Side:
    """One of the two agents' games."""

    board: np.ndarray = field(default_factory=lambda: np.zeros(WORDS, dtype=np.int64))
    clock: int = 0  # when the next pair comes
    placed: int = 0
    score: int = 0
    carried: int = 0  # points that made no garbage puyo yet
    chains: Counter[int] = field(default_factory=Counter)  # fired, by their rounds
    waiting: list[tuple[int, int]] = field(default_factory=list)  # garbage: from when on it may fall, and how much

    @property
    def longest(self) -> int:
        """The rounds of the longest chain."""
        return max(self.chains, default=0)

    @property
    def garbage(self) -> int:
        """All that waits to fall."""
        return sum(amount for _, amount in self.waiting)

    def take(self, most: int, until: int | None = None) -> int:
        """Take away waiting garbage, the oldest first, at most so much and of what may fall by then; how much."""
        taken, left = 0, []
        for since, amount in self.waiting:
            part = min(amount, most - taken) if until is None or since <= until else 0
            taken += part
            if amount > part:
                left.append((since, amount - part))
        self.waiting = left
        return taken


class Match:
    """A match as it stands; `fall` and `play` make it go on."""

    def __init__(self, seed: int, number: int, pair_times: tuple[int, int], round_time: int) -> None:
        self.queue = queue_of(seed, number, MOST_PAIRS + SEEN)
        self.sides = (Side(), Side())
        self.first = number % 2
        self.pair_times, self.round_time = pair_times, round_time
        self.loser: int | None = None
        self.chance = np.zeros(1, dtype=np.uint64)
        start(self.chance, stream_key("puyo-garbage", seed), number)

    @property
    def over(self) -> bool:
        """Whether it is decided, or has gone on for too long."""
        return self.loser is not None or max(side.placed for side in self.sides) >= MOST_PAIRS

    def turn(self) -> int:
        """Whose turn it is."""
        clocks = self.sides[0].clock, self.sides[1].clock
        if clocks[0] == clocks[1]:
            return self.first
        return 0 if clocks[0] < clocks[1] else 1

    def sight(self, who: int) -> Sight:
        """What an agent sees."""
        side, other = self.sides[who], self.sides[1 - who]
        pairs = self.queue[side.placed : side.placed + SEEN]
        return Sight(
            side.board.copy(), pairs, side.placed + 1, 0, True, True, waiting=side.garbage, rival=other.board.copy()
        )

    def fall(self, who: int) -> tuple[int, ...]:
        """Let the garbage fall that is due before an agent's next pair: how many onto each column, if any."""
        side = self.sides[who]
        amount = side.take(MOST_AT_ONCE, side.clock)
        if not amount:
            return ()
        columns = np.arange(WIDTH)
        shuffle(self.chance, columns)
        counts = np.full(WIDTH, amount // WIDTH, dtype=np.int64)
        counts[columns[: amount % WIDTH]] += 1
        fall_onto(side.board, counts, GARBAGE)
        if lost(side.board):
            self.loser = who
        return tuple(counts.tolist())

    def play(self, who: int, placement: int) -> int:
        """Place an agent's pair, and let its chain run; the points."""
        side = self.sides[who]
        pivot, rotor = self.queue[side.placed]
        place(side.board, placement, pivot, rotor)
        rounds, points = scored_chain(side.board)
        side.placed += 1
        side.clock += self.pair_times[who] + rounds * self.round_time
        if rounds:
            side.chains[int(rounds)] += 1
        self.send(who, points)
        if lost(side.board):
            self.loser = who
        return int(points)

    def send(self, who: int, points: int) -> None:
        """Make garbage of a chain's points: offset first, and what is left waits for the other until it is over."""
        side, other = self.sides[who], self.sides[1 - who]
        side.score += points
        if points:
            amount, side.carried = divmod(side.carried + points, POINTS_EACH)
            amount -= side.take(amount)
            if amount:
                other.waiting.append((side.clock, amount))


def decide(chooser: Chooser, sight: Sight, state: np.ndarray, fire_at: int) -> int:
    """An agent's placement: a large chain is fired at once, unless the agent says that it fires by itself."""
    if not isinstance(chooser, FiresItself):
        fired = best_firing(sight.board, True, sight.pairs[:1])
        if fired.points >= fire_at:
            return fired.placement
    choice = checked(chooser(sight, state), sight).placement
    options = options_of(sight)
    return (options & -options).bit_length() - 1 if choice == STUCK else choice


def play_match(
    choosers: tuple[Chooser, Chooser], states: tuple[np.ndarray, np.ndarray], match: Match, fire_at: int
) -> list[str]:
    """Play a match to its end: what happened, as it is written down."""
    told = []
    while not match.over:
        who = match.turn()
        if any(fell := match.fall(who)):
            told.append(f"{who}o{''.join(map(str, fell))}")
            if match.over:
                break
        sight = match.sight(who)
        if not options_of(sight):
            match.loser = who
            break
        placement = decide(choosers[who], sight, states[who], fire_at)
        told.append(f"{who}{move_text(sight.pairs[0], placement)}")
        match.play(who, placement)
    return told


def measured(match: Match) -> dict[str, float]:
    """What a match comes to for the first of the two."""
    mine, other = match.sides
    if match.loser is None:
        won = 0.5 if mine.score == other.score else float(mine.score > other.score)
    else:
        won = float(match.loser == 1)
    return {
        "won": won,
        "score": mine.score,
        "conceded": other.score,
        "chains": mine.longest,
        "placed": mine.placed,
    }


def match_of(seed: int, number: int, parameters: Mapping[str, Any]) -> Match:
    """A match before its first move."""
    pair_times = parameters["pair_time"], parameters["rival_time"]
    return Match(seed, number, pair_times, parameters["round_time"])

"""Games alone to their end, and the chains fired in them. The Puyo agent paper judges a network in this way (4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from engines.kernels.randomness import start, stream_key
from engines.puyo.agent.game import SEEN, options_of
from engines.puyo.agent.queues import queue_of
from engines.puyo.agent.sight import STUCK, Choice, Sight
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.chain import scored_chain
from engines.puyo.rules.place import lost, place

MOST_PAIRS = 1000  # after which a game that goes on is ended
Chooser = Callable[[Sight, np.ndarray], Choice]


@dataclass
class Solo:
    """What came of some games: chains by their rounds, points, pairs placed, and how many were lost."""

    chains: Counter[int] = field(default_factory=Counter)
    points: int = 0
    pairs: int = 0
    lost: int = 0
    games: int = 0

    def at_least(self, rounds: int) -> int:
        """How many chains had so many rounds or more."""
        return sum(count for number, count in self.chains.items() if number >= rounds)


def play_solo(chooser: Chooser, seed: int, games: int, most: int = MOST_PAIRS) -> Solo:
    """Games number 0, 1, ... of a seed's queues, each until it is lost: column 3 filled, or no way for the pair."""
    told = Solo(games=games)
    stream = np.zeros(1, dtype=np.uint64)
    for number in range(games):
        start(stream, stream_key("puyo-solo", seed), number)
        queue = queue_of(seed, number, most + SEEN - 1)
        board = np.zeros(WORDS, dtype=np.int64)
        for move in range(most):
            sight = Sight(board.copy(), queue[move : move + SEEN], move + 1, most, True)
            placement = chooser(sight, stream).placement if options_of(sight) else STUCK
            if placement == STUCK:
                told.lost += 1
                break
            place(board, placement, queue[move, 0], queue[move, 1])
            rounds, points = scored_chain(board)
            if rounds:
                told.chains[int(rounds)] += 1
            told.points += int(points)
            told.pairs += 1
            if lost(board):
                told.lost += 1
                break
    return told

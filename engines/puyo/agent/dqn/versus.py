"""The matches that the network learns from (Puyo agent paper, 4.2): many at once, all against one opponent.

A move here is what happens from one choice of the learner to its next: its pair and chain, all that the opponent
places until then, and the garbage that falls. Its reward is what its own points are worth less what those of the
opponent's chains are worth, each for itself. Offered to `learn` as `world.Alone` offers games alone.

A match is known by its number and the placements made in it, so that is what a state has of it; it is played again
when training goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from engines.kernels.randomness import start, stream_key
from engines.puyo.agent.catalogue import MATCH
from engines.puyo.agent.choosers import chooser_of
from engines.puyo.agent.dqn.memory import Memory, remember
from engines.puyo.agent.dqn.see import INPUTS, SEEN_PAIRS
from engines.puyo.agent.dqn.world import KNOWN, chosen, look_all, options, worth
from engines.puyo.agent.game import options_of
from engines.puyo.agent.match import MOST_PAIRS, Match, decide, measured
from engines.puyo.rules.board import WORDS

LEARNER, RIVAL = 0, 1
USUAL: dict[str, Any] = {known.name: known.default for known in MATCH}
LEARNED_SEED = 2_000_000  # added to the seed: the queues of these matches
NO_MOVE = -1


class Told(Match):
    """A match in which the placements are written down, in the order of the turns."""

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(seed, number, (USUAL["pair_time"], USUAL["rival_time"]), USUAL["round_time"])
        self.placements: list[int] = []

    def play(self, who: int, placement: int) -> int:
        self.placements.append(placement)
        return super().play(who, placement)

    @property
    def lost(self) -> bool:
        """Whether it is over and not won by the learner."""
        return self.over and measured(self)["won"] == 0.0


class Matches:
    """The matches under way, each at a choice of the learner."""

    def __init__(self, seed: int, games: int, against: str) -> None:
        self.seed = LEARNED_SEED + seed
        self.rival = chooser_of(against)
        self.numbers = np.arange(games)
        self.streams = np.zeros((games, 1), dtype=np.uint64)
        self.rival_streams = np.zeros((games, 1), dtype=np.uint64)
        for game in range(games):
            start(self.streams[game], stream_key("puyo-dqn versus", seed), game)
            start(self.rival_streams[game], stream_key("puyo-dqn rival", seed), game)
        self.matches = [Told(self.seed, number) for number in range(games)]
        for game in range(games):
            self.wait(game)

    def wait(self, game: int) -> list[int]:
        """Let the opponent play until the learner is to choose or the match is over; the points of its moves."""
        match, points = self.matches[game], []
        while not match.over:
            who = match.turn()
            match.fall(who)
            if match.over:
                break
            sight = match.sight(who)
            if not options_of(sight):
                match.loser = who
            elif who == LEARNER:
                break
            else:
                placement = decide(self.rival, sight, self.rival_streams[game], USUAL["fire_at"])
                points.append(match.play(RIVAL, placement))
        return points

    def seen(self) -> np.ndarray:
        """What the network sees of all matches: the learner's side."""
        boards = np.zeros((len(self.matches), WORDS), dtype=np.int64)
        pairs = np.zeros((len(self.matches), SEEN_PAIRS, 2), dtype=np.int64)
        for game, match in enumerate(self.matches):
            side = match.sides[LEARNER]
            boards[game], pairs[game] = side.board, match.queue[side.placed : side.placed + SEEN_PAIRS]
        out = np.zeros((len(boards), INPUTS), dtype=np.float32)
        look_all(boards, pairs, out)
        return out

    def play_all(self, values: np.ndarray, epsilon: float, reward: int, penalty: float, memory: Memory) -> None:
        """A move in every match, up to the next choice; remembered, and what is over begun again."""
        for game, match in enumerate(self.matches):
            side = match.sides[LEARNER]
            before, pairs = side.board.copy(), match.queue[side.placed : side.placed + KNOWN]
            placement = int(chosen(values[game], options(before, pairs), epsilon, self.streams[game]))
            gained = float(worth(match.play(LEARNER, placement), reward))
            gained -= sum(float(worth(points, reward)) for points in self.wait(game))
            gained -= penalty if match.lost else 0.0
            remember(memory, before, pairs, placement, gained, side.board, match.over)
            if match.over:
                self.begin(game)

    def begin(self, game: int) -> None:
        """The next match in the place of one that is over."""
        self.numbers[game] += len(self.matches)
        self.matches[game] = Told(self.seed, int(self.numbers[game]))
        self.wait(game)

    def arrays(self) -> dict[str, np.ndarray]:
        """All there is to go on from."""
        placements = np.full((len(self.matches), 2 * MOST_PAIRS), NO_MOVE, dtype=np.int8)
        for game, match in enumerate(self.matches):
            placements[game, : len(match.placements)] = match.placements
        return {
            "numbers": self.numbers,
            "streams": self.streams,
            "rival_streams": self.rival_streams,
            "placements": placements,
        }

    def resume(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from there."""
        self.numbers[:] = arrays["numbers"]
        self.streams[:] = arrays["streams"]
        self.rival_streams[:] = arrays["rival_streams"]
        self.matches = [
            again(Told(self.seed, int(number)), row[row != NO_MOVE])
            for number, row in zip(self.numbers, arrays["placements"], strict=True)
        ]


def again(match: Told, placements: np.ndarray) -> Told:
    """A match played again, up to the learner's next choice."""
    for placement in placements:
        who = match.turn()
        match.fall(who)
        match.play(who, int(placement))
    match.fall(LEARNER)
    return match

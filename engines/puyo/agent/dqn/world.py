"""The games that the network learns from: many at once, each begun again when it is lost.

As the Puyo agent paper's training mode (4.1.1), but by placements: filled columns block the way, column 3 filled up
to row 12 loses, nothing falls but pairs of four colours, each half drawn for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import below, draw, start, stream_key
from engines.puyo.agent.dqn.memory import Memory, remember
from engines.puyo.agent.dqn.see import COLORS, FIRST_CODE, INPUTS, SEEN_PAIRS, look
from engines.puyo.agent.fire import of_pair
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.chain import scored_chain
from engines.puyo.rules.place import legal_placements, lost, place

RAW, ROOT, LOG = range(3)  # the places of `catalogue.REWARDS`
KNOWN = SEEN_PAIRS + 1  # the pairs of a game: what is seen, and the one that will be after the move


class World(NamedTuple):
    """Boards (game, word), pairs (game, pair, half), and the state of each game's stream."""

    boards: np.ndarray
    pairs: np.ndarray
    streams: np.ndarray


def new_world(seed: int, games: int) -> World:
    """Games that have just begun."""
    world = World(
        np.zeros((games, WORDS), dtype=np.int64),
        np.zeros((games, KNOWN, 2), dtype=np.int64),
        np.zeros((games, 1), dtype=np.uint64),
    )
    for game in range(games):
        start(world.streams[game], stream_key("puyo-dqn world", seed), game)
        draw_pairs(world.streams[game], world.pairs[game], 0)
    return world


@kernel
def draw_pairs(stream: np.ndarray, pairs: np.ndarray, first: int) -> None:
    """New pairs from one on."""
    for pair in range(first, KNOWN):
        for half in range(2):
            pairs[pair, half] = FIRST_CODE + below(stream, COLORS)


@kernel
def options(board: np.ndarray, pairs: np.ndarray) -> int:
    """The placements of the pair in hand, as a mask."""
    return of_pair(legal_placements(board), pairs[0, 0], pairs[0, 1])


@kernel
def best_of(values: np.ndarray, mask: int) -> int:
    """The placement of most value among some; -1 if there is none."""
    best = -1
    for placement in range(len(values)):
        if mask >> placement & 1 and (best < 0 or values[placement] > values[best]):
            best = placement
    return best


@kernel
def any_of(mask: int, stream: np.ndarray) -> int:
    """Any of some placements."""
    count = 0
    for placement in range(64):
        count += mask >> placement & 1
    skip = below(stream, count)
    for placement in range(64):
        if mask >> placement & 1:
            if skip == 0:
                return placement
            skip -= 1
    return -1


@kernel
def look_all(boards: np.ndarray, pairs: np.ndarray, out: np.ndarray) -> None:
    """What the network sees of many games."""
    names = np.zeros(8, dtype=np.int64)
    for game in range(len(boards)):
        look(boards[game], pairs[game], names, out[game])


@kernel
def worth(points: int, reward: int) -> float:
    """The reward for points: thousands of them, the root of that, or the logarithm of how often 40 they are and 1."""
    if reward == LOG:
        return np.log1p(points / 40.0)
    return np.sqrt(points / 1000.0) if reward == ROOT else points / 1000.0


@kernel
def chance(stream: np.ndarray, share: float) -> bool:
    """True in a share of the cases."""
    return float(np.int64(draw(stream) >> np.uint64(11))) * 2.0**-53 < share


@kernel
def chosen(values: np.ndarray, mask: int, epsilon: float, stream: np.ndarray) -> int:
    """Of some placements the one of most value, or with a chance of epsilon any."""
    return any_of(mask, stream) if chance(stream, epsilon) else best_of(values, mask)


@kernel
def play_all(world: World, values: np.ndarray, epsilon: float, reward: int, penalty: float, memory: Memory) -> None:
    """A move in every game: the one of most value, or with a chance of epsilon any; remembered, and the lost ones
    begun again."""
    before = np.zeros(WORDS, dtype=np.int64)
    for game in range(len(world.boards)):
        board, pairs, stream = world.boards[game], world.pairs[game], world.streams[game]
        before[:] = board
        placement = chosen(values[game], options(board, pairs), epsilon, stream)
        place(board, placement, pairs[0, 0], pairs[0, 1])
        points = scored_chain(board)[1]
        over = lost(board) or options(board, pairs[1:]) == 0
        remember(memory, before, pairs, placement, worth(points, reward) - (penalty if over else 0.0), board, over)
        if over:
            board[:] = 0
            draw_pairs(stream, pairs, 0)
        else:
            pairs[:-1] = pairs[1:].copy()
            draw_pairs(stream, pairs, KNOWN - 1)


def seen(world: World) -> np.ndarray:
    """What the network sees of all games."""
    out = np.zeros((len(world.boards), INPUTS), dtype=np.float32)
    look_all(world.boards, world.pairs, out)
    return out


class Alone:
    """These games as `learn` takes them; compare with `versus.Matches`."""

    def __init__(self, seed: int, games: int) -> None:
        self.world = new_world(seed, games)

    def seen(self) -> np.ndarray:
        """What the network sees of all games."""
        return seen(self.world)

    def play_all(self, values: np.ndarray, epsilon: float, reward: int, penalty: float, memory: Memory) -> None:
        """A move in every game."""
        play_all(self.world, values, epsilon, reward, penalty, memory)

    def arrays(self) -> dict[str, np.ndarray]:
        """All there is to go on from."""
        return self.world._asdict()

    def resume(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from there."""
        for name, each in self.world._asdict().items():
            each[...] = arrays[name]

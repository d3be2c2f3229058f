"""What is remembered of games: moves with what came of them, the oldest forgotten first.

Boards are kept as the kernels have them, so that a hundred thousand moves take 11 MB; what the network sees of them
is made when they are drawn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import below
from engines.puyo.agent.dqn.see import INPUTS, SEEN_PAIRS, look
from engines.puyo.agent.fire import of_pair
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.place import legal_placements

NEXT, FULL = 0, 1  # in `Memory.sizes`: where the next one goes, how many there are


class Memory(NamedTuple):
    """For each move: the board before and after it, the pairs (those seen before it, and one more), the placement,
    the reward, and whether the game was over."""

    before: np.ndarray
    after: np.ndarray
    pairs: np.ndarray
    placements: np.ndarray
    rewards: np.ndarray
    over: np.ndarray
    sizes: np.ndarray


class Batch(NamedTuple):
    """Some of them as the network takes them; `masks` are the placements that may follow."""

    now: np.ndarray
    then: np.ndarray
    placements: np.ndarray
    rewards: np.ndarray
    going: np.ndarray
    masks: np.ndarray


def new_memory(size: int) -> Memory:
    """Room for so many moves."""
    return Memory(
        np.zeros((size, WORDS), dtype=np.int64),
        np.zeros((size, WORDS), dtype=np.int64),
        np.zeros((size, SEEN_PAIRS + 1, 2), dtype=np.int8),
        np.zeros(size, dtype=np.int8),
        np.zeros(size, dtype=np.float32),
        np.zeros(size, dtype=np.bool_),
        np.zeros(2, dtype=np.int64),
    )


def new_batch(size: int, placements: int) -> Batch:
    """Room for a batch."""
    return Batch(
        np.zeros((size, INPUTS), dtype=np.float32),
        np.zeros((size, INPUTS), dtype=np.float32),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.float32),
        np.zeros(size, dtype=np.float32),
        np.zeros((size, placements), dtype=np.bool_),
    )


@kernel
def remember(
    memory: Memory,
    before: np.ndarray,
    pairs: np.ndarray,
    placement: int,
    reward: float,
    after: np.ndarray,
    over: bool,
) -> None:
    """One more move, in the place of the oldest if there is no room."""
    at = memory.sizes[NEXT]
    memory.before[at], memory.after[at], memory.pairs[at] = before, after, pairs
    memory.placements[at], memory.rewards[at], memory.over[at] = placement, reward, over
    memory.sizes[NEXT] = (at + 1) % len(memory.rewards)
    memory.sizes[FULL] = max(memory.sizes[FULL], at + 1)


@kernel
def recall(memory: Memory, stream: np.ndarray, batch: Batch) -> None:
    """Some moves, each as likely as any other, onto a batch."""
    names = np.zeros(8, dtype=np.int64)
    for i in range(len(batch.rewards)):
        at = below(stream, memory.sizes[FULL])
        pairs = memory.pairs[at]
        look(memory.before[at], pairs, names, batch.now[i])
        look(memory.after[at], pairs[1:], names, batch.then[i])
        batch.placements[i], batch.rewards[i] = memory.placements[at], memory.rewards[at]
        batch.going[i] = 0.0 if memory.over[at] else 1.0
        mask = of_pair(legal_placements(memory.after[at]), pairs[1, 0], pairs[1, 1])
        for placement in range(batch.masks.shape[1]):
            batch.masks[i, placement] = mask >> placement & 1 != 0

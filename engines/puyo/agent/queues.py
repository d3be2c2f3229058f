"""The queues that everybody plays: those of a seed, by number.

The Puyo agent paper recorded 50 queues of 34 pairs from a console (5.1) and did not publish them; these are drawn,
out of a heap with as many of each of the four colours: 256 puyos, two by two.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import below, start, stream_key
from engines.puyo.rules.board import COLOR_CODES

QUEUES = 50  # of the experiment
SEED = 1  # of the queues that agents are compared on
PAIRS = 34  # 32 are placed, two more are seen by then
PLAYED_COLORS = COLOR_CODES[:4]
HEAP = 256
ALL_PAIRS = np.array([(a, b) for a in PLAYED_COLORS for b in PLAYED_COLORS if a <= b], dtype=np.int64)


@kernel
def shuffle(state: np.ndarray, items: np.ndarray) -> None:
    """Every order is as likely."""
    for last in range(len(items) - 1, 0, -1):
        chosen = below(state, last + 1)
        items[last], items[chosen] = items[chosen], items[last]


def queue_of(seed: int, number: int, pairs: int = PAIRS) -> np.ndarray:
    """Queue `number` of a seed, one pair of cell numbers a row; the heap is drawn anew when it is used up."""
    state = np.zeros(1, dtype=np.uint64)
    start(state, stream_key("puyo-queue", seed), number)
    heaps = []
    for _ in range(-(-2 * pairs // HEAP)):
        heap = np.repeat(np.array(PLAYED_COLORS, dtype=np.int64), HEAP // len(PLAYED_COLORS))
        shuffle(state, heap)
        heaps.append(heap)
    return np.concatenate(heaps)[: 2 * pairs].reshape(pairs, 2)

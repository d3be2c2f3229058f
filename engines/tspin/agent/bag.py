"""What pieces come: all seven in random order, then all seven again (the 7-bag).

The pieces depend on the seed and the number of the game alone, so that agents who are compared get the same ones.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import below, start, stream_key
from engines.tspin.rules.pieces import PIECES

KINDS = len(PIECES)
STREAM = "tspin/agent/bag"


@kernel
def draw_bag(stream: np.ndarray, out: np.ndarray) -> None:
    """The next seven pieces of a stream (Fisher-Yates)."""
    for i in range(KINDS):
        out[i] = i
    for i in range(KINDS - 1, 0, -1):
        other = below(stream, i + 1)
        out[i], out[other] = out[other], out[i]


class Bags:
    """The pieces of one game, as many as are asked for."""

    def __init__(self, seed: int, number: int) -> None:
        self._stream = np.zeros(1, dtype=np.uint64)
        start(self._stream, stream_key(STREAM, seed), number)
        self._pieces = np.zeros(0, dtype=np.int64)

    def pieces(self, first: int, count: int) -> np.ndarray:
        """Pieces number first .. first+count-1, from 0."""
        while len(self._pieces) < first + count:
            bags = np.zeros((64, KINDS), dtype=np.int64)
            for bag in bags:
                draw_bag(self._stream, bag)
            self._pieces = np.concatenate((self._pieces, bags.ravel()))
        return self._pieces[first : first + count]

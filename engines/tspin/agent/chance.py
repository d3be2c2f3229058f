"""Random numbers for what is not a kernel: a stream by its name, seed and number."""

from __future__ import annotations

import math

import numpy as np

from engines.kernels.randomness import below, fraction, start, stream_key


class Chance:
    """The random numbers of one generation, or one game."""

    def __init__(self, stream: str, seed: int, number: int) -> None:
        self._stream = np.zeros(1, dtype=np.uint64)
        start(self._stream, stream_key(stream, seed), number)

    def below(self, n: int) -> int:
        return int(below(self._stream, n))

    def fraction(self) -> float:
        return float(fraction(self._stream))

    def normal(self) -> float:
        """By Box and Muller."""
        length = math.sqrt(-2 * math.log(1 - self.fraction()))
        return length * math.cos(2 * math.pi * self.fraction())

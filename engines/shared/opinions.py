"""What a judge makes of one move, given what every choice is worth to it: kernels, and what is told of it.

Compare with `engines.judging`, which says what rank and margin mean.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engines.judging import Opinion
from engines.kernels.jit import kernel

RANK, AMONG, MARGIN, BEST = range(4)  # columns of what `form` writes; the last is the move that is liked best
FIELDS = 4
EQUAL = 1e-9  # values that differ by no more, for their size, are the same but for rounding


@kernel
def form(moves: np.ndarray, values: np.ndarray, count: int, own: int, out: np.ndarray) -> None:
    """What the judge thinks of the move `own`, into a row of `FIELDS`; nothing if it is not among the choices."""
    best, mine = 0, -1
    for i in range(count):
        if values[i] > values[best]:
            best = i
        if moves[i] == own:
            mine = i
    if mine < 0:
        return
    slack = EQUAL * (1.0 + abs(values[best]))
    better = 0
    for i in range(count):
        better += values[i] > values[mine] + slack
    out[RANK], out[AMONG], out[BEST] = 1 + better, count, moves[best]
    out[MARGIN] = (values[best] - values[mine]) / deviation(values, count) if better else 0.0


@kernel
def deviation(values: np.ndarray, count: int) -> float:
    """The standard deviation of all choices."""
    mean = 0.0
    for i in range(count):
        mean += values[i] / count
    squares = 0.0
    for i in range(count):
        squares += (values[i] - mean) ** 2 / count
    return float(np.sqrt(squares))


def told(judge: str, step: int, row: np.ndarray, name_of: Callable[[int], str]) -> Opinion:
    """A row as an opinion; `name_of` is how players write a move."""
    rank = int(row[RANK])
    preferred = "" if rank == 1 else name_of(int(row[BEST]))
    return Opinion(judge, step, rank, int(row[AMONG]), float(row[MARGIN]), preferred)

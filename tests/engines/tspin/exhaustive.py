"""The solver without any of its short cuts: every placement of every piece, every last board looked at.

It shares moves and goals with the engine, which tests/engines/tspin/naive.py vouches for, and so is fast
enough to vouch for the pruning on thousands of puzzles of every kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.rules.board import MAX_QUEUE, WIDTH
from engines.tspin.rules.goals import NOWHERE, goal_place
from engines.tspin.solve.solver import Batch, Work, advance, enter, work_space


@kernel
def last_boards(
    work: Work, queue: np.ndarray, n: int, srs: bool, aim: np.ndarray, out: np.ndarray
) -> tuple[int, int]:
    """All ways to place the queue, and those that reach the goal: as many as fit go to `out`."""
    ways, found = 0, 0
    depth: Any = np.int64(0)
    enter(work, queue, srs, depth)
    while depth >= 0:
        if work.nexts[depth] == work.sizes[depth]:
            depth -= 1
            continue
        advance(work, queue, depth)
        if depth < n - 1:
            depth += 1
            enter(work, queue, srs, depth)
            continue
        ways += 1
        if goal_place(work.boards[n], aim, work.fits, work.reach) != NOWHERE:
            if found < len(out):
                for i in range(n):
                    out[found, i] = work.path[i]
            found += 1
    return ways, found


def solutions(batch: Batch, index: int, most: int = 100_000) -> tuple[int, set[tuple[tuple[int, int], ...]]]:
    """The ways to place a puzzle's queue, and its solutions as sorted (piece, placement code)."""
    work = work_space()
    work.boards[0, :WIDTH] = batch.columns[index]
    queue, n = batch.queues[index], int(batch.lengths[index])
    out = np.zeros((most, MAX_QUEUE), dtype=np.int64)
    ways, found = last_boards(work, queue, n, bool(batch.srs[index]), batch.aims[index], out)
    assert found <= most
    pieces = queue[:n].tolist()
    return ways, {tuple(sorted(zip(pieces, path[:n], strict=True))) for path in out[:found].tolist()}

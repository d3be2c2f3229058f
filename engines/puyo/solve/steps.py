"""One step of a queue played on arrays, and whether it reaches the goal. Compare with `checked_moves`."""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.chain import trace
from engines.puyo.rules.goals import progress, reached
from engines.puyo.solve.solver import take


@kernel
def copy_board(source: np.ndarray, target: np.ndarray) -> None:
    """Write one board over another: word by word, which compiles to far less than `target[:] = source`."""
    for i in range(WORDS):
        target[i] = source[i]


@kernel
def play_step(
    board: np.ndarray, step: np.ndarray, move: int, aim: np.ndarray, so_far: int, rounds: np.ndarray
) -> tuple[int, int, bool]:
    """Play a step to the end of its chain: its rounds, what is gathered now, and whether the goal is reached."""
    take(board, step, move)
    count = trace(board, rounds)
    now = progress(aim, so_far, rounds, count)
    return count, now, reached(aim, now, rounds, count, board)

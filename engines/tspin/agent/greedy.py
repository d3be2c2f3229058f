"""An agent of one move ahead that knows nothing of T-spins: attack, then few holes, then a low and even stack.

It is there to compare with, and to have games at once. Compare with `beam`.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import height, popcount
from engines.kernels.jit import kernel
from engines.tspin.agent.game import Choice, Chooser, Position
from engines.tspin.agent.rules import base_attack
from engines.tspin.agent.state import NO_MOVE, apply, list_moves, move_list, move_spin
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.moves import work_columns

ATTACK, HOLE, HEIGHT, STEP = 8, -12, -3, -1


@kernel
def terrain(board: np.ndarray) -> int:
    value, before = 0, height(board[0])
    for x in range(WIDTH):
        top = height(board[x])
        value += HOLE * (top - popcount(board[x])) + HEIGHT * top + STEP * abs(top - before)
        before = top
    return value


@kernel
def choose(
    board: np.ndarray, hold: int, queue: np.ndarray, fits: np.ndarray, reach: np.ndarray, moves: np.ndarray
) -> tuple[int, int]:
    """The move with the best value, the first of equals, and how many there are."""
    count = list_moves(board, hold, queue, np.int64(0), fits, reach, moves)
    after = np.zeros(WIDTH, dtype=np.int64)
    best, best_value = NO_MOVE, 0
    for i in range(count):
        lines = apply(board, moves[i], after)
        value = ATTACK * base_attack(lines, move_spin(moves[i])) + terrain(after)
        if best == NO_MOVE or value > best_value:
            best, best_value = moves[i], value
    return best, count


def greedy() -> Chooser:
    fits, reach = work_columns()
    moves = move_list()

    def chooser(position: Position) -> Choice:
        move, nodes = choose(position.board, position.hold, position.queue, fits, reach, moves)
        return Choice(int(move), int(nodes))

    return chooser

"""A second solution, looked for where it most likely is: near the first.

Most puzzles that have several solutions have two that differ in one move or in two (two equal pairs the other
way round, the fourth puyo of a group at another side of it). Trying these takes a hundredth of the whole search,
so a generator that wants puzzles with one solution asks here first. One-sided: False proves nothing.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.chain import trace
from engines.puyo.rules.goals import reached
from engines.puyo.rules.place import lost, place
from engines.puyo.rules.puzzle import MAX_STEPS
from engines.puyo.solve.solver import PIVOT, ROTOR, loud, placements_of

CHANGES = 2  # moves in which another solution may differ


@kernel
def has_another(
    start: np.ndarray,
    steps: np.ndarray,
    moves: int,
    known: np.ndarray,
    aim: np.ndarray,
    boards: np.ndarray,
    rounds: np.ndarray,
) -> bool:
    """Whether a line that differs from the known one in one or two moves reaches the goal as well.

    `boards` has room for one a level. Queues with falls and goals that gather over moves are not looked at.
    """
    left = np.zeros(MAX_STEPS, dtype=np.int64)
    noisy = np.zeros(MAX_STEPS, dtype=np.int64)
    changes = np.zeros(MAX_STEPS + 1, dtype=np.int64)
    for i in range(WORDS):
        boards[0, i] = start[i]
    level, entering = 0, True
    while level >= 0:
        board, step, own = boards[level], steps[level], 1 << known[level]
        if entering:
            left[level] = placements_of(board, step)
            noisy[level] = left[level] & loud(board, step)
            if changes[level] == CHANGES:
                left[level] &= own
            if level == moves - 1:
                left[level] &= noisy[level]
            entering = False
        if left[level] == 0:
            level -= 1
            continue
        move = lowest(left[level])
        left[level] &= left[level] - 1
        child = boards[level + 1]
        for i in range(WORDS):
            child[i] = board[i]
        place(child, move, step[PIVOT], step[ROTOR])
        changes[level + 1] = changes[level] + (move != known[level])
        if noisy[level] >> move & 1:
            count = trace(child, rounds)
            if changes[level + 1] and reached(aim, 0, rounds, count, child):
                return True
        if level < moves - 1 and not lost(child):
            level += 1
            entering = True
    return False

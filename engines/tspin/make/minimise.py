"""Taking away noise: cells above the goal's rows that neither help nor mislead.

A cell *helps* if without it the puzzle has no answer, another one or several. It *misleads* if
without it there are fewer lures: ways to place the queue after which the goal's rows could be
cleared, as far as their gaps tell, but the goal cannot be played. What is left of the noise is
there for a reason. A cell that holds another one beside it up stays, too. Compare with
`promising` in `solve`, which finds the lures on the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.kernels.bits import height
from engines.kernels.jit import kernel
from engines.tspin.rules.board import MAX_QUEUE, ROWS, WIDTH, full_rows, place, put
from engines.tspin.rules.goals import AIM_GOAL, AIM_WELL, DONATE, NOWHERE, QUAD, THE_I, goal_place, well_depth
from engines.tspin.rules.moves import code_left, code_low, code_shape
from engines.tspin.rules.pieces import THE_T
from engines.tspin.solve.solver import Work, advance, enter_search, work_space

SEVERAL = 2


@kernel
def answer_and_lures(
    work: Work, queue: np.ndarray, n: int, srs: bool, aim: np.ndarray, answer: np.ndarray
) -> tuple[int, int]:
    """Solutions of the puzzle on `work.boards[0]`, the first of them into `answer`, and its lures.

    Looks no further once there are several solutions.
    """
    solutions, lures = 0, 0
    goal = aim[AIM_GOAL]
    depth: Any = np.int64(0)
    enter_search(work, queue, n, srs, goal, depth)
    while depth >= 0:
        if work.nexts[depth] == work.sizes[depth]:
            depth -= 1
            continue
        advance(work, queue, depth)
        if depth < n - 1:
            depth += 1
            enter_search(work, queue, n, srs, goal, depth)
        elif goal_place(work.boards[n], aim, work.fits, work.reach) == NOWHERE:
            lures += 1
        else:
            if solutions == 0:
                for i in range(n):
                    answer[i] = work.path[i]
            solutions += 1
            if solutions == SEVERAL:
                break
    return solutions, lures


@kernel
def same(a: np.ndarray, b: np.ndarray, n: int) -> bool:
    """Whether two answers are one."""
    different = 0
    for i in range(n):
        different |= a[i] ^ b[i]
    return different == 0


@kernel
def first_row_of_noise(work: Work, queue: np.ndarray, n: int, aim: np.ndarray, answer: np.ndarray) -> int:
    """The row above those that the goal clears; above everything if the answer clears rows of its own."""
    for i in range(n):
        shape, left, low = code_shape(answer[i]), code_left(answer[i]), code_low(answer[i])
        if place(work.boards[i], queue[i], shape, left, low, work.boards[i + 1]):
            return ROWS
    board = work.boards[n]
    spot = goal_place(board, aim, work.fits, work.reach)
    piece = THE_I if aim[AIM_GOAL] == QUAD else THE_T
    put(board, piece, code_shape(spot), code_left(spot), code_low(spot))
    return height(full_rows(board))


@kernel
def holds_up(board: np.ndarray, x: int, y: int) -> bool:
    """Whether a cell beside this one has nothing below it."""
    for beside in range(x - 1, x + 2, 2):
        if 0 <= beside < WIDTH and board[beside] >> y & 1 and not board[beside] >> (y - 1) & 1:
            return True
    return False


@kernel
def minimise(
    work: Work, board: np.ndarray, queue: np.ndarray, n: int, srs: bool, aim: np.ndarray, answers: np.ndarray
) -> int:
    """Take away, in place, what a puzzle with one answer does not need; how many cells that were."""
    for x in range(WIDTH):
        work.boards[0, x] = board[x]
    solutions, lures = answer_and_lures(work, queue, n, srs, aim, answers[0])
    if solutions != 1:
        return 0
    lowest_row = first_row_of_noise(work, queue, n, aim, answers[0])
    taken, x = 0, 0
    while x < WIDTH:
        top = height(board[x]) - 1
        if top < lowest_row or holds_up(board, x, top):
            x += 1
            continue
        board[x] ^= 1 << top
        for column in range(WIDTH):
            work.boards[0, column] = board[column]
        found, left = answer_and_lures(work, queue, n, srs, aim, answers[1])
        well_stays = aim[AIM_GOAL] != DONATE or well_depth(board, aim[AIM_WELL]) >= 2
        if found == 1 and left >= lures and well_stays and same(answers[0], answers[1], n):
            lures = left
            taken += 1
            x = 0
        else:
            board[x] ^= 1 << top
            x += 1
    return taken


@kernel
def minimise_all(boards: np.ndarray, queues: np.ndarray, n: int, srs: bool, aims: np.ndarray) -> int:
    """`minimise` for many puzzles; how many cells were taken away."""
    work = work_space()
    answers = np.zeros((SEVERAL, MAX_QUEUE), dtype=np.int64)
    taken = 0
    for i in range(len(boards)):
        taken += minimise(work, boards[i], queues[i], n, srs, aims[i], answers)
    return taken

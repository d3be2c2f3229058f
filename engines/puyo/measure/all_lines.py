"""All lines of play of a short queue: how many there are, and how close the wrong ones come.

A line ends at the goal, at a loss or with the queue. Compare with `solve`, which looks for the solutions alone.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.puyo.measure.catalogue import column
from engines.puyo.measure.near_misses import can_be_near, is_near_miss
from engines.puyo.rules.board import WIDTH, WORDS
from engines.puyo.rules.chain import cells, trace
from engines.puyo.rules.goals import AIM_KIND, EVERY_COLOR, NO_KIND, progress, reached
from engines.puyo.rules.place import drop, lost
from engines.puyo.rules.puzzle import MAX_STEPS
from engines.puyo.solve.solver import FELL, PIVOT, ROTOR, loud, placements_of, take
from engines.puyo.solve.steps import copy_board, play_step
from engines.puyo.solve.threats import columns_completing

MOST_PAIRS = 3  # so many pairs have few enough lines
FOLLOWED = 2  # so many pairs have few enough ends to try one more puyo on each

LINES, NEAR_MISSES, NEAR_MISS_SHARE = column("lines"), column("near_misses"), column("near_miss_share")
EARLY_LINES, LOST_LINES = column("early_lines"), column("lost_lines")
LONGEST_WRONG, ONE_SHORT = column("longest_wrong"), column("one_short")


@kernel
def colors_of(board: np.ndarray, steps: np.ndarray, length: int) -> int:
    """The colours of board and queue, as a set."""
    found = 0
    for code in range(8):
        if EVERY_COLOR >> code & 1 and cells(board, code, 0) | cells(board, code, 1):
            found |= 1 << code
    for i in range(length):
        if steps[i, PIVOT]:
            found |= 1 << steps[i, PIVOT] | 1 << steps[i, ROTOR]
    return found


@kernel
def is_one_short(
    board: np.ndarray, colors: int, aim: np.ndarray, so_far: int, rounds: np.ndarray, more: np.ndarray
) -> bool:
    """Whether one puyo of some colour, dropped onto some column, would reach the goal."""
    for code in range(8):
        if not colors >> code & 1:
            continue
        hit = columns_completing(board, code)
        for x in range(WIDTH):
            if not hit >> x & 1:
                continue
            copy_board(board, more)
            drop(more, x, code)
            count = trace(more, rounds)
            if reached(aim, progress(aim, so_far, rounds, count), rounds, count, more):
                return True
    return False


@kernel
def measure_lines(
    start: np.ndarray,
    steps: np.ndarray,
    length: int,
    aim: np.ndarray,
    rounds: np.ndarray,
    out: np.ndarray,
) -> None:
    """Walk along every line."""
    boards = np.zeros((MAX_STEPS + 1, WORDS), dtype=np.int64)
    left = np.zeros(MAX_STEPS, dtype=np.int64)  # placements still to be tried at each level
    noisy = np.zeros(MAX_STEPS, dtype=np.int64)  # those that may make something vanish or reach the goal
    so_far = np.zeros(MAX_STEPS + 1, dtype=np.int64)
    longest = np.zeros(MAX_STEPS + 1, dtype=np.int64)  # chain of the line up to each level
    near = np.zeros(MAX_STEPS + 1, dtype=np.bool_)
    more = np.zeros(WORDS, dtype=np.int64)
    pairs, last = 0, 0
    for i in range(length):
        if steps[i, PIVOT]:
            pairs += 1
            last = i
    if pairs == 0 or pairs > MOST_PAIRS:
        return
    colors = colors_of(start, steps, length)
    lines = near_misses = early = losses = wrong = short = 0
    copy_board(start, boards[0])
    level = 0
    entering = True
    while level >= 0:
        step, board, child = steps[level], boards[level], boards[level + 1]
        if entering:
            left[level] = noisy[level] = 1 << FELL
            if step[PIVOT]:
                left[level] = placements_of(board, step)
                noisy[level] = left[level] if aim[AIM_KIND] == NO_KIND else left[level] & loud(board, step)
            entering = False
        if left[level] == 0:
            level -= 1
            continue
        move = lowest(left[level])
        left[level] &= left[level] - 1
        copy_board(board, child)
        so_far[level + 1], longest[level + 1], near[level + 1] = so_far[level], longest[level], near[level]
        if noisy[level] >> move & 1:
            count, so_far[level + 1], done = play_step(child, step, move, aim, so_far[level], rounds)
            if done:
                lines += 1
                early += longest[min(level, last)] > 0
                continue
            longest[level + 1] = max(longest[level], count)
            near[level + 1] = near[level] or is_near_miss(aim, so_far[level + 1], rounds, count)
        else:
            take(child, step, move)
        is_lost = lost(child)
        if level + 1 < length and not is_lost:
            level += 1
            entering = True
            continue
        lines += 1
        losses += is_lost
        near_misses += near[level + 1]
        early += longest[min(level + 1, last)] > 0
        wrong = max(wrong, longest[level + 1])
        if not is_lost and pairs <= FOLLOWED:
            short += is_one_short(child, colors, aim, so_far[level + 1], rounds, more)
    out[LINES], out[LONGEST_WRONG] = lines, wrong
    if pairs <= FOLLOWED:
        out[ONE_SHORT] = short
    if can_be_near(aim):
        out[NEAR_MISSES] = near_misses
    if lines:
        out[EARLY_LINES], out[LOST_LINES] = early / lines, losses / lines
        if can_be_near(aim):
            out[NEAR_MISS_SHARE] = near_misses / lines

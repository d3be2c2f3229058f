"""What an answer hangs on: the puyos of the board, the order of its moves; and what other moves would do.

Each is found by playing it. `catalogue` has the names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel
from engines.puyo.measure.catalogue import column
from engines.puyo.measure.near_misses import can_be_near, is_near_miss
from engines.puyo.measure.problem import is_color
from engines.puyo.rules.board import GARBAGE, ROWS, VISIBLE, WIDTH
from engines.puyo.rules.goals import AIM_KIND, NO_KIND
from engines.puyo.rules.place import PIVOT_COLUMN, ROTOR_COLUMN, lost
from engines.puyo.rules.puzzle import MAX_STEPS
from engines.puyo.solve.solver import FELL, PIVOT, loud, placements_of, take
from engines.puyo.solve.steps import copy_board, play_step

MOST_ORDERED = 4  # moves whose orders are tried
FAR = 3  # columns

SECOND_TURN_CORRECT = column("secondTurnCorrect")
ORDERS = column("orders")
NEEDED, NEEDED_SINGLES = column("needed"), column("needed_singles")
NEEDED_DISTANCE, NEEDED_FAR = column("needed_distance"), column("needed_far")
LAST_WAYS, LAST_NEAR_MISSES = column("last_ways"), column("last_near_misses")
FIRST_WAYS, FIRST_FIRES, FIRST_CHAIN = column("first_ways"), column("first_fires"), column("first_chain")
FIRST_ALIVE, FALSE_STARTS = column("first_alive"), column("false_starts")
UNKNOWN = -1  # which first moves solutions begin with, where not all solutions are at hand


@kernel
def reaches(
    start: np.ndarray,
    steps: np.ndarray,
    moves: np.ndarray,
    order: np.ndarray,
    n: int,
    aim: np.ndarray,
    board: np.ndarray,
    rounds: np.ndarray,
) -> bool:
    """Whether moves, taken in an order, are legal and reach the goal, be it early."""
    copy_board(start, board)
    so_far: Any = np.int64(0)
    for i in range(n):
        step, move = steps[order[i]], moves[order[i]]
        if move != FELL and not placements_of(board, step) >> move & 1:
            return False
        _, so_far, done = play_step(board, step, move, aim, so_far, rounds)
        if done:
            return True
        if lost(board):
            return False
    return False


@kernel
def turn_to_garbage(board: np.ndarray, x: int, y: int) -> None:
    """One puyo of the board is garbage instead."""
    word, bit = (x + 1) >> 2, 1 << (16 * ((x + 1) & 3) + y + 1)
    for plane in range(3):
        board[2 * plane + word] &= ~bit
        if GARBAGE >> plane & 1:
            board[2 * plane + word] |= bit


@kernel
def is_single(codes: np.ndarray, x: int, y: int) -> bool:
    """Whether a puyo touches none of its colour in sight."""
    if y >= VISIBLE:
        return True
    code = codes[x, y]
    if (y > 0 and codes[x, y - 1] == code) or (y + 1 < VISIBLE and codes[x, y + 1] == code):
        return False
    return not ((x > 0 and codes[x - 1, y] == code) or (x < WIDTH - 1 and codes[x + 1, y] == code))


@kernel
def away(x: int, moves: np.ndarray, n: int) -> int:
    """Columns from a column to the nearest one that a pair is placed in."""
    least = WIDTH
    for i in range(n):
        if moves[i] != FELL:
            least = min(least, abs(PIVOT_COLUMN[moves[i]] - x), abs(ROTOR_COLUMN[moves[i]] - x))
    return least


@kernel
def measure_needed(
    start: np.ndarray,
    steps: np.ndarray,
    moves: np.ndarray,
    n: int,
    aim: np.ndarray,
    codes: np.ndarray,
    given: np.ndarray,
    rounds: np.ndarray,
    out: np.ndarray,
) -> None:
    """The puyos of the board that must vanish; `given` says which of its cells do."""
    order = np.arange(MAX_STEPS)
    changed, board = start.copy(), start.copy()
    out[NEEDED], out[NEEDED_SINGLES], out[NEEDED_FAR] = 0, 0, 0
    for x in range(WIDTH):
        for y in range(ROWS):
            if not given[x * ROWS + y] or not is_color(codes[x, y]):
                continue
            copy_board(start, changed)
            turn_to_garbage(changed, x, y)
            if reaches(changed, steps, moves, order, n, aim, board, rounds):
                continue
            distance = away(x, moves, n)
            single = is_single(codes, x, y)
            out[NEEDED] += 1
            out[NEEDED_SINGLES] += single
            out[NEEDED_FAR] += single and distance >= FAR
            if not out[NEEDED_DISTANCE] >= distance:  # NaN before the first
                out[NEEDED_DISTANCE] = distance


@kernel
def measure_orders(
    start: np.ndarray,
    steps: np.ndarray,
    moves: np.ndarray,
    n: int,
    aim: np.ndarray,
    rounds: np.ndarray,
    out: np.ndarray,
) -> None:
    """In how many orders of its pairs the answer works; what falls, falls when it does."""
    board = start.copy()
    order = np.arange(MAX_STEPS)
    pairs = np.zeros(MAX_STEPS, dtype=np.int64)
    count = 0
    for i in range(n):
        if moves[i] != FELL:
            pairs[count] = i
            count += 1
    if count == 0 or count > MOST_ORDERED:
        return
    out[ORDERS] = 0
    for code in range(count**count):  # its digits say which pair comes where; orders are those without a repeat
        digits, used = code, 0
        for k in range(count):
            order[pairs[k]] = pairs[digits % count]
            used |= 1 << digits % count
            digits //= count
        if popcount(used) == count:
            out[ORDERS] += reaches(start, steps, moves, order, n, aim, board, rounds)


@kernel
def try_all(
    before: np.ndarray, step: np.ndarray, aim: np.ndarray, so_far: int, board: np.ndarray, rounds: np.ndarray
) -> tuple[int, int, int, int]:
    """What the placements of a pair would do: those that reach the goal, those that make something vanish without
    reaching it, near misses among these, all as masks; and their longest chain."""
    left = placements_of(before, step)
    if aim[AIM_KIND] != NO_KIND:
        left &= loud(before, step)
    right = wrong = near = longest = 0
    while left:
        move = lowest(left)
        left &= left - 1
        copy_board(before, board)
        count, now, done = play_step(board, step, move, aim, so_far, rounds)
        if done:
            right |= 1 << move
        elif count:
            wrong |= 1 << move
            longest = max(longest, count)
            if is_near_miss(aim, now, rounds, count):
                near |= 1 << move
    return right, wrong, near, longest


@kernel
def first_pair(steps: np.ndarray, length: int) -> int:
    """The place of the first pair in a queue, or its length if there is none."""
    i = 0
    while i < length and not steps[i, PIVOT]:
        i += 1
    return i


@kernel
def last_pair(steps: np.ndarray, length: int) -> int:
    """The place of the last pair in a queue, or -1 if there is none."""
    i = length - 1
    while i >= 0 and not steps[i, PIVOT]:
        i -= 1
    return i


@kernel
def measure_tries(
    start: np.ndarray,
    steps: np.ndarray,
    length: int,
    moves: np.ndarray,
    n: int,
    aim: np.ndarray,
    alive: int,
    boards: np.ndarray,
    rounds: np.ndarray,
    out: np.ndarray,
) -> None:
    """What the first pair could do, and the last: alone, or after the answer's other moves if n > 0.

    `alive` are the placements of the first pair that solutions begin with, or UNKNOWN. `boards` is for two.
    """
    fell, nothing = np.int64(FELL), np.int64(0)  # as variables: numba would compile anew for a constant
    before, board = boards[0], boards[1]
    first, last = first_pair(steps, length), last_pair(steps, length)
    if last > first:
        right, _, _, _ = try_all(start, steps[last], aim, nothing, board, rounds)
        out[SECOND_TURN_CORRECT] = right != 0
    if last >= 0:
        copy_board(start, before)
        for i in range(first):
            take(before, steps[i], fell)
        _, wrong, _, longest = try_all(before, steps[first], aim, nothing, board, rounds)
        out[FIRST_WAYS] = popcount(placements_of(before, steps[first]))
        out[FIRST_FIRES], out[FIRST_CHAIN] = popcount(wrong), longest
        if alive != UNKNOWN:
            out[FIRST_ALIVE] = popcount(alive)
            out[FALSE_STARTS] = popcount(wrong & ~alive)
    if n and moves[n - 1] != FELL:
        copy_board(start, before)
        so_far: Any = nothing
        for i in range(n - 1):
            _, so_far, _ = play_step(before, steps[i], moves[i], aim, so_far, rounds)
        out[LAST_WAYS] = popcount(placements_of(before, steps[n - 1]))
        _, _, near, _ = try_all(before, steps[n - 1], aim, so_far, board, rounds)
        if can_be_near(aim):
            out[LAST_NEAR_MISSES] = popcount(near)

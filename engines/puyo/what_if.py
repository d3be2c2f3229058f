"""What an answer hangs on: the puyos of the board, the order of its moves; and what other moves would do.

Each is found by playing it. `catalogue` has the names.
"""

from __future__ import annotations

import numpy as np

from engines.bits import lowest, popcount
from engines.jit import kernel
from engines.puyo.board import GARBAGE, ROWS, VISIBLE, WIDTH
from engines.puyo.catalogue import column
from engines.puyo.chain import trace
from engines.puyo.given import is_color
from engines.puyo.goals import AIM_KIND, NO_KIND, progress, reached
from engines.puyo.near import can_be_near, is_near_miss
from engines.puyo.place import PIVOT_COLUMN, ROTOR_COLUMN, lost
from engines.puyo.puzzle import MAX_STEPS
from engines.puyo.solve import FELL, PIVOT, loud, placements_of, take

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
    board[:] = start
    so_far = 0
    for i in range(n):
        step, move = steps[order[i]], moves[order[i]]
        if move != FELL and not placements_of(board, step) >> move & 1:
            return False
        take(board, step, move)
        count = trace(board, rounds)
        so_far = progress(aim, so_far, rounds, count)
        if reached(aim, so_far, rounds, count, board):
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
            changed[:] = start
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
def worth_playing(board: np.ndarray, step: np.ndarray, aim: np.ndarray) -> int:
    """The legal placements of a pair that may reach the goal or make something vanish."""
    legal = placements_of(board, step)
    return legal if aim[AIM_KIND] == NO_KIND else legal & loud(board, step)


@kernel
def measure_last_alone(
    start: np.ndarray, steps: np.ndarray, length: int, aim: np.ndarray, rounds: np.ndarray, out: np.ndarray
) -> None:
    """Whether the last pair alone can reach the goal; not defined for a single pair."""
    board = start.copy()
    pairs, last = 0, 0
    for i in range(length):
        if steps[i, PIVOT]:
            pairs += 1
            last = i
    if pairs < 2:
        return
    out[SECOND_TURN_CORRECT] = 0
    left = worth_playing(start, steps[last], aim)
    while left and not out[SECOND_TURN_CORRECT]:
        board[:] = start
        take(board, steps[last], lowest(left))
        left &= left - 1
        count = trace(board, rounds)
        out[SECOND_TURN_CORRECT] = reached(aim, progress(aim, 0, rounds, count), rounds, count, board)


@kernel
def measure_last(
    start: np.ndarray,
    steps: np.ndarray,
    moves: np.ndarray,
    n: int,
    aim: np.ndarray,
    rounds: np.ndarray,
    out: np.ndarray,
) -> None:
    """What else the last pair of the answer could do."""
    if moves[n - 1] == FELL:
        return
    before, board = start.copy(), start.copy()
    so_far = 0
    for i in range(n - 1):
        take(before, steps[i], moves[i])
        so_far = progress(aim, so_far, rounds, trace(before, rounds))
    step = steps[n - 1]
    out[LAST_WAYS] = popcount(placements_of(before, step))
    if not can_be_near(aim):
        return
    out[LAST_NEAR_MISSES] = 0
    left = worth_playing(before, step, aim)
    while left:
        board[:] = before
        take(board, step, lowest(left))
        left &= left - 1
        count = trace(board, rounds)
        now = progress(aim, so_far, rounds, count)
        if not reached(aim, now, rounds, count, board):
            out[LAST_NEAR_MISSES] += is_near_miss(aim, now, rounds, count)


@kernel
def measure_first(
    start: np.ndarray,
    steps: np.ndarray,
    length: int,
    aim: np.ndarray,
    alive: int,
    rounds: np.ndarray,
    out: np.ndarray,
) -> None:
    """What the first pair could do; `alive` are the placements that solutions begin with, or UNKNOWN."""
    before, board = start.copy(), start.copy()
    i = 0
    while i < length and not steps[i, PIVOT]:
        take(before, steps[i], FELL)
        i += 1
    if i == length:
        return
    out[FIRST_WAYS] = popcount(placements_of(before, steps[i]))
    fires, longest = 0, 0
    left = worth_playing(before, steps[i], aim)
    while left:
        move = lowest(left)
        left &= left - 1
        board[:] = before
        take(board, steps[i], move)
        count = trace(board, rounds)
        if count and not reached(aim, progress(aim, 0, rounds, count), rounds, count, board):
            fires |= 1 << move
            longest = max(longest, count)
    out[FIRST_FIRES], out[FIRST_CHAIN] = popcount(fires), longest
    if alive != UNKNOWN:
        out[FIRST_ALIVE] = popcount(alive)
        out[FALSE_STARTS] = popcount(fires & ~alive)

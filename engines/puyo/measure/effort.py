"""What a puzzle costs somebody who tries what looks likely: how surprising its moves are, how many lines to look at.

The policy (`policy`) gives each placement a probability; a line's is the product of its moves', and what falls by
itself is certain. Of several solutions the least surprising one is measured, of those that are looked at. Compare
with tests/engines/puyo/naive_effort.py. The names are in `catalogue`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.kernels.jit import kernel
from engines.puyo.measure.answer import FALLEN, HAND, WHO, label_given, landing, take_away, touches
from engines.puyo.measure.catalogue import SEEN_SOLUTIONS, TOLD_MOVES, column
from engines.puyo.measure.near_misses import can_be_near, is_near_miss
from engines.puyo.measure.policy import LONGEST, SEEN, VIEWS, likely, see
from engines.puyo.measure.problem import group_at, is_color, on_surface, unpack
from engines.puyo.rules.board import ROWS, VISIBLE, WIDTH, WORDS
from engines.puyo.rules.chain import FIELDS, GROUP_LIST, MAX_ROUNDS, MOST_GROUPS, trace
from engines.puyo.rules.goals import AIM_CLEAR, AIM_KIND, CHAIN, NO_KIND, NOTHING, count_cells
from engines.puyo.rules.place import ALL_PLACEMENTS, PIVOT_COLUMN, ROTOR_COLUMN, height_of, lost
from engines.puyo.rules.puzzle import MAX_STEPS
from engines.puyo.solve.beam import best_after, colors_coming
from engines.puyo.solve.solver import FELL, PIVOT, ROTOR, UNUSED, take
from engines.puyo.solve.steps import copy_board, play_step
from engines.shared.effort import beyond, bits, pop, push, rank_of

MOST_LINES = 1000  # lines that the search looks at before it gives up
MOST_BOARDS = 150  # boards on which it weighs the next placements
FIRST_MOVES = 6  # likeliest first moves that are looked ahead from, the answer's own besides
BESIDE = 2  # likeliest lines from each that are followed
CLOSE = 4  # so many puyos left, or fewer, are close to a board that is to be cleared
CELLS = WIDTH * ROWS

SURPRISE_FIRST, SURPRISE_WORST, SURPRISE_SUM = (
    column("surprise_first"),
    column("surprise_worst"),
    column("surprise_sum"),
)
SURPRISE = np.array([column(f"surprise_{k}") for k in range(1, TOLD_MOVES + 1)], dtype=np.int64)
RANK_FIRST, RANK_WORST = column("rank_first"), column("rank_worst")
TRIES = np.array([column("tries_blind"), column("tries_glance"), column("tries_ahead")], dtype=np.int64)
LOOKED_AT, TEMPTATIONS, TEMPTATION_DEPTH = column("looked_at"), column("temptations"), column("temptation_depth")
TEMPTING_CHAIN, LURES, VANISH_IN_ALL = column("tempting_chain"), column("lures"), column("vanish_in_all")
STANDS_OUT, QUIET = column("stands_out"), column("quiet")
WAITS, IDLE_MOVES, PARTS_JOINED = column("waits"), column("idle_moves"), column("parts_joined")
ROWS_TO_MEET, READY_ROUNDS, UNREADY_ROUNDS = column("rows_to_meet"), column("ready_rounds"), column("unready_rounds")


@kernel
def columns_of_move(move: int, before: int) -> int:
    """The columns of a move, as a mask; a fall leaves those of the move before it."""
    return before if move == FELL else 1 << PIVOT_COLUMN[move] | 1 << ROTOR_COLUMN[move]


@kernel
def last_pair_from(steps: np.ndarray, length: int, level: int) -> bool:
    """Whether no pair comes after a step."""
    pairs = 0
    for i in range(level + 1, length):
        pairs += steps[i, PIVOT] != 0
    return pairs == 0


@kernel
def weigh(
    board: np.ndarray,
    steps: np.ndarray,
    length: int,
    level: int,
    previous: int,
    aim: np.ndarray,
    views: np.ndarray,
    room: np.ndarray,
    moves: np.ndarray,
    rows: np.ndarray,
    shares: np.ndarray,
) -> int:
    """All choices at a step with their probabilities; how many there are. A fall is the only choice."""
    if not steps[level, PIVOT]:
        moves[0], shares[0] = FELL, 1.0
        rows[0, LONGEST] = 0.0
        return 1
    coming = colors_coming(steps, length, level)
    count = see(board, steps[level], coming, previous, aim, views, room, moves, rows)
    likely(rows, count, last_pair_from(steps, length, level), shares)
    return count


@kernel
def follow(
    start: np.ndarray,
    steps: np.ndarray,
    length: int,
    aim: np.ndarray,
    solutions: np.ndarray,
    told: np.ndarray,
    ranks: np.ndarray,
) -> int:
    """The bits and the ranks of every move of every solution, 0 for falls; which solution surprises least."""
    views, room = np.zeros((8, VIEWS, 2), dtype=np.int64), np.zeros((2, WORDS), dtype=np.int64)
    moves = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
    rows, shares = np.zeros((ALL_PLACEMENTS, len(SEEN))), np.zeros(ALL_PLACEMENTS)
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    board = start.copy()
    best, least = 0, np.inf
    for k in range(len(solutions)):
        copy_board(start, board)
        total, previous = 0.0, 0
        so_far: Any = np.int64(0)
        for i in range(length):
            move = solutions[k, i]
            if move == UNUSED:
                break
            told[k, i], ranks[k, i] = 0.0, 0
            if move != FELL:
                count = weigh(board, steps, length, i, previous, aim, views, room, moves, rows, shares)
                for c in range(count):
                    if moves[c] == move:
                        told[k, i], ranks[k, i] = bits(shares[c]), rank_of(shares, count, c)
            total += told[k, i]
            previous = columns_of_move(move, previous)
            _, so_far, _ = play_step(board, steps[i], move, aim, so_far, rounds)
        if total < least:
            best, least = k, total
    return best


@kernel
def chance_without(solutions: np.ndarray, told: np.ndarray, seen: int) -> float:
    """The probability of some solution, when its last moves, so many, are found by themselves."""
    ends = np.zeros(len(solutions), dtype=np.int64)
    chance = 0.0
    for k in range(len(solutions)):
        n = 0
        while n < MAX_STEPS and solutions[k, n] != UNUSED:
            n += 1
        left = seen
        while left and n:
            n -= 1
            left -= solutions[k, n] != FELL
        ends[k] = n
        for j in range(k):
            same = ends[j] == n
            for i in range(n):
                same = same and solutions[j, i] == solutions[k, i]
            if same:
                break
        else:
            total = 0.0
            for i in range(n):
                total += told[k, i]
            chance += 2.0**-total
    return chance


@kernel
def measure_surprise(
    steps: np.ndarray, solutions: np.ndarray, told: np.ndarray, ranks: np.ndarray, best: int, out: np.ndarray
) -> None:
    """The moves of the least surprising solution, and the tries until any comes about."""
    out[SURPRISE_WORST] = out[SURPRISE_SUM] = 0.0
    out[RANK_WORST] = 0
    number = 0
    for i in range(MAX_STEPS):
        if solutions[best, i] == UNUSED:
            break
        if solutions[best, i] == FELL:
            continue
        if number == 0:
            out[SURPRISE_FIRST], out[RANK_FIRST] = told[best, i], ranks[best, i]
        if number < TOLD_MOVES:
            out[SURPRISE[number]] = told[best, i]
        out[SURPRISE_SUM] += told[best, i]
        out[SURPRISE_WORST] = max(out[SURPRISE_WORST], told[best, i])
        out[RANK_WORST] = max(out[RANK_WORST], ranks[best, i])
        number += 1
    for seen in range(len(TRIES)):
        out[TRIES[seen]] = bits(min(chance_without(solutions, told, seen), 1.0))


@kernel
def comes_close(aim: np.ndarray, so_far: int, rounds: np.ndarray, count: int, board: np.ndarray) -> bool:
    """Whether a move that makes something vanish does one less than the goal asks for, or leaves little of what is
    to be cleared."""
    if count == 0:
        return False
    if aim[AIM_KIND] != NO_KIND and can_be_near(aim) and is_near_miss(aim, so_far, rounds, count):
        return True
    if aim[AIM_CLEAR] == NOTHING:
        return False
    there = np.zeros(8, dtype=np.int64)
    count_cells(board, there)
    left = 0
    for code in range(1, 8):
        if aim[AIM_CLEAR] >> code & 1:
            left += there[code]
    return left <= CLOSE


@kernel
def measure_search(
    start: np.ndarray,
    steps: np.ndarray,
    length: int,
    aim: np.ndarray,
    solutions: np.ndarray,
    answer: float,
    out: np.ndarray,
) -> None:
    """Look at lines, the likeliest first, until one reaches the goal. `answer` are the bits of the least surprising
    solution."""
    views, room = np.zeros((8, VIEWS, 2), dtype=np.int64), np.zeros((2, WORDS), dtype=np.int64)
    moves = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
    rows, shares = np.zeros((ALL_PLACEMENTS, len(SEEN))), np.zeros(ALL_PLACEMENTS)
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    boards = np.zeros((MOST_BOARDS, WORDS), dtype=np.int64)
    # Of a board: what is gathered, the level, the columns of the last move, the solutions that begin so.
    states = np.zeros((MOST_BOARDS, 4), dtype=np.int64)
    most = MOST_BOARDS * ALL_PLACEMENTS
    keys, heap = np.zeros(most), np.zeros(most, dtype=np.int64)
    nodes = np.zeros((most, 2), dtype=np.int64)  # the board that a line comes from, its last move
    pairs = 0
    for i in range(length):
        pairs += steps[i, PIVOT] != 0
    child = np.zeros(WORDS, dtype=np.int64)
    copy_board(start, boards[0])
    states[0, 3] = (1 << len(solutions)) - 1
    known, used, size, looked, temptations, late = 1, 0, 0, 0, 0, 0.0
    longest = 0
    reached, new, found = 0.0, 0, False
    while True:
        if new >= 0:
            level = states[new, 1]
            count = weigh(boards[new], steps, length, level, states[new, 2], aim, views, room, moves, rows, shares)
            for k in range(count):
                nodes[used, 0], nodes[used, 1] = new, moves[k]
                keys[used] = reached + bits(shares[k])
                size = push(heap, size, keys, used)
                used += 1
            new = -1
        if size == 0 or looked == MOST_LINES:
            break
        node = pop(heap, size, keys)
        size -= 1
        parent, move, reached = nodes[node, 0], nodes[node, 1], keys[node]
        level = states[parent, 1]
        looked += move != FELL
        copy_board(boards[parent], child)
        rounds_now, gathered, found = play_step(child, steps[level], move, aim, states[parent, 0], rounds)
        if found:
            break
        right = states[parent, 3]
        for k in range(len(solutions)):
            if solutions[k, level] != move:
                right &= ~(1 << k)
        if right == 0:
            longest = max(longest, rounds_now)
        if right == 0 and comes_close(aim, gathered, rounds, rounds_now, child):
            temptations += 1
            done = 0
            for i in range(level + 1):
                done += steps[i, PIVOT] != 0
            late += done / pairs
        if level + 1 == length or lost(child):
            continue
        if known == MOST_BOARDS:
            break
        new = known
        copy_board(child, boards[new])
        states[new, 0], states[new, 1], states[new, 3] = gathered, level + 1, right
        states[new, 2] = columns_of_move(move, states[parent, 2])
        known += 1
    out[LOOKED_AT] = np.log2(max(looked, 1)) if found else beyond(looked, reached, answer)
    out[TEMPTATIONS], out[TEMPTING_CHAIN] = temptations, longest
    if temptations:
        out[TEMPTATION_DEPTH] = late / temptations


@kernel
def best_of_lines(
    boards: np.ndarray,
    keys: np.ndarray,
    columns: np.ndarray,
    count: int,
    steps: np.ndarray,
    length: int,
    level: int,
    aim: np.ndarray,
) -> tuple[int, int]:
    """Follow the likeliest lines by a step, in place: the longest chain that then stands ready, and how many lines
    there are."""
    views, room = np.zeros((8, VIEWS, 2), dtype=np.int64), np.zeros((2, WORDS), dtype=np.int64)
    moves = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
    rows, shares = np.zeros((ALL_PLACEMENTS, len(SEEN))), np.zeros(ALL_PLACEMENTS)
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    next_boards, next_keys = np.zeros((BESIDE, WORDS), dtype=np.int64), np.full(BESIDE, np.inf)
    next_columns = np.zeros(BESIDE, dtype=np.int64)
    chosen = np.zeros((BESIDE, 2), dtype=np.int64)
    longest, kept = 0, 0
    for line in range(count):
        ways = weigh(boards[line], steps, length, level, columns[line], aim, views, room, moves, rows, shares)
        for k in range(ways):
            longest = max(longest, int(rows[k, LONGEST]))
            key = keys[line] + bits(shares[k])
            at = kept if kept < BESIDE else BESIDE
            while at > 0 and key < next_keys[at - 1]:
                if at < BESIDE:
                    next_keys[at], chosen[at, 0], chosen[at, 1] = (
                        next_keys[at - 1],
                        chosen[at - 1, 0],
                        chosen[at - 1, 1],
                    )
                at -= 1
            if at < BESIDE:
                next_keys[at], chosen[at, 0], chosen[at, 1] = key, line, moves[k]
                kept = min(kept + 1, BESIDE)
    alive = 0
    for k in range(kept):
        line, move = chosen[k]
        copy_board(boards[line], next_boards[alive])
        play_step(next_boards[alive], steps[level], move, aim, 0, rounds)
        if lost(next_boards[alive]):
            continue
        next_keys[alive] = next_keys[k]
        next_columns[alive] = columns_of_move(move, columns[line])
        alive += 1
    for k in range(alive):
        copy_board(next_boards[k], boards[k])
        keys[k], columns[k] = next_keys[k], next_columns[k]
    return longest, alive


@kernel
def measure_standing_out(
    start: np.ndarray, steps: np.ndarray, length: int, aim: np.ndarray, solutions: np.ndarray, out: np.ndarray
) -> None:
    """How far to look ahead until a right first move has a longer chain standing ready than any wrong one."""
    begin, pairs = 0, 0
    for i in range(length):
        pairs += steps[i, PIVOT] != 0
    board = start.copy()
    while not steps[begin, PIVOT]:
        take(board, steps[begin], np.int64(FELL))
        begin += 1
    views, room = np.zeros((8, VIEWS, 2), dtype=np.int64), np.zeros((2, WORDS), dtype=np.int64)
    moves = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
    rows, shares = np.zeros((ALL_PLACEMENTS, len(SEEN))), np.zeros(ALL_PLACEMENTS)
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    count = weigh(board, steps, length, begin, 0, aim, views, room, moves, rows, shares)
    right = 0
    for k in range(len(solutions)):
        right |= 1 << solutions[k, begin]
    lines = np.zeros((count, BESIDE, WORDS), dtype=np.int64)
    keys, columns = np.zeros((count, BESIDE)), np.zeros((count, BESIDE), dtype=np.int64)
    alive = np.zeros(count, dtype=np.int64)
    best, wrong = 0, 0
    for k in range(count):
        is_right = right >> moves[k] & 1
        if not is_right and rank_of(shares, count, k) > FIRST_MOVES:
            continue
        copy_board(board, lines[k, 0])
        play_step(lines[k, 0], steps[begin], moves[k], aim, 0, rounds)
        alive[k] = not lost(lines[k, 0])
        columns[k, 0] = columns_of_move(moves[k], 0)
        if is_right:
            best = max(best, int(rows[k, LONGEST]))
        else:
            wrong = max(wrong, int(rows[k, LONGEST]))
    ahead, level = 1, begin + 1
    while best <= wrong and ahead < pairs - 1:
        best = wrong = 0
        for k in range(count):
            if not alive[k]:
                continue
            longest, alive[k] = best_of_lines(lines[k], keys[k], columns[k], alive[k], steps, length, level, aim)
            if right >> moves[k] & 1:
                best = max(best, longest)
            else:
                wrong = max(wrong, longest)
        ahead += steps[level, PIVOT] != 0
        level += 1
    out[STANDS_OUT] = ahead if best > wrong else pairs


@kernel
def number_parts(board: np.ndarray, parts: np.ndarray) -> int:
    """Number the groups of the board by its cells, as labels have them; how many there are."""
    codes = np.zeros((WIDTH, ROWS), dtype=np.int64)
    seen = np.zeros((WIDTH, ROWS), dtype=np.int64)
    cells = np.zeros(CELLS, dtype=np.int64)
    unpack(board, codes)
    number = 0
    for x in range(WIDTH):
        for y in range(ROWS):
            if not is_color(codes[x, y]) or seen[x, y]:
                continue
            number += 1
            size = group_at(codes, x, y, seen, number, cells) if y < VISIBLE else 1
            if y >= VISIBLE:
                cells[0] = x * ROWS + y
            for i in range(size):
                parts[1 + cells[i]] = number
    return number


@kernel
def open_trios(board: np.ndarray, steps: np.ndarray, length: int) -> int:
    """Groups of three on the surface in the colours of each pair, added over the queue."""
    codes = np.zeros((WIDTH, ROWS), dtype=np.int64)
    seen = np.zeros((WIDTH, ROWS), dtype=np.int64)
    cells = np.zeros(CELLS, dtype=np.int64)
    of_color = np.zeros(8, dtype=np.int64)
    unpack(board, codes)
    number = 0
    for x in range(WIDTH):
        for y in range(VISIBLE):
            if is_color(codes[x, y]) and not seen[x, y]:
                number += 1
                size = group_at(codes, x, y, seen, number, cells)
                of_color[codes[x, y]] += size == 3 and on_surface(codes, cells, size)
    found = 0
    for i in range(length):
        pivot, rotor = steps[i, PIVOT], steps[i, ROTOR]
        found += of_color[pivot]
        if rotor != pivot:
            found += of_color[rotor]
    return found


@kernel
def groups_in(round_: np.ndarray) -> int:
    """How many groups vanish in a round."""
    n = 0
    while n < MOST_GROUPS and round_[GROUP_LIST + n]:
        n += 1
    return n


@kernel
def measure_holding(
    start: np.ndarray,
    steps: np.ndarray,
    length: int,
    aim: np.ndarray,
    moves: np.ndarray,
    out: np.ndarray,
) -> None:
    """What has to be held in mind on the way through an answer."""
    labels = np.zeros((WIDTH, ROWS), dtype=np.int64)
    gone = np.zeros((CELLS, 3), dtype=np.int64)
    parts = np.zeros(256, dtype=np.int64)
    seen = np.zeros(256, dtype=np.int64)
    placed = np.zeros(MAX_STEPS, dtype=np.int64)  # how many moves were made before each step
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    board = start.copy()
    label_given(board, labels)
    number = number_parts(board, parts)
    for k in range(2 * MAX_STEPS):
        parts[HAND + k] = number + 1 + k
    waits = vanished = idle = joined = fallen = quiet = made = count = stamp = 0
    has_fired = False
    for i in range(length):
        if moves[i] == UNUSED:
            break
        touching = False
        if moves[i] == FELL:
            take(board, steps[i], moves[i])
            for x in range(WIDTH):
                for y in range(ROWS):
                    if not labels[x, y] and y < height_of(board, x):
                        labels[x, y] = FALLEN
        else:
            px, py, rx, ry = landing(board, moves[i])
            take(board, steps[i], moves[i])
            placed[i] = made
            made += 1
            if py < ROWS:
                labels[px, py] = HAND + 2 * i
                touching = touches(board, px, py, rx, ry)
            if ry < ROWS:
                labels[rx, ry] = HAND + 2 * i + 1
                touching = touches(board, rx, ry, px, py) or touching
        count = trace(board, rounds)
        if moves[i] != FELL and not count and not touching:
            idle += 1
        has_fired = has_fired or count > 0
        if moves[i] != FELL and not has_fired:
            quiet += 1
        for k in range(count):
            size = take_away(labels, rounds[k], gone)
            vanished += size
            stamp += 1
            different = 0
            for g in range(size):
                who = gone[g, 0] & WHO
                if HAND <= who < FALLEN:
                    waits += made - 1 - placed[(who - HAND) >> 1]
                elif who < HAND:
                    fallen += (who - 1) % ROWS - gone[g, 2]
                if parts[who] and seen[parts[who]] != stamp:
                    seen[parts[who]] = stamp
                    different += 1
            joined += different - groups_in(rounds[k])
    out[WAITS], out[IDLE_MOVES], out[QUIET] = waits, idle, quiet
    out[PARTS_JOINED], out[ROWS_TO_MEET], out[VANISH_IN_ALL] = joined, fallen, vanished
    if aim[AIM_KIND] == CHAIN:
        out[UNREADY_ROUNDS] = count - out[READY_ROUNDS]


@kernel
def measure_efforts(
    boards: np.ndarray,
    steps: np.ndarray,
    lengths: np.ndarray,
    aims: np.ndarray,
    first: np.ndarray,
    solutions: np.ndarray,
    out: np.ndarray,
) -> None:
    """All of them, puzzle by puzzle."""
    told = np.zeros((SEEN_SOLUTIONS, MAX_STEPS))
    ranks = np.zeros((SEEN_SOLUTIONS, MAX_STEPS), dtype=np.int64)
    more = np.zeros(WORDS, dtype=np.int64)
    for k in range(len(lengths)):
        board, queue, length, aim, row = boards[k], steps[k], lengths[k], aims[k], out[k]
        _, ready = best_after(board, colors_coming(queue, length, -1), more)
        row[READY_ROUNDS], row[LURES] = ready, open_trios(board, queue, length)
        lines = solutions[first[k] : first[k + 1]]
        if len(lines):
            best = follow(board, queue, length, aim, lines, told, ranks)
            measure_surprise(queue, lines, told, ranks, best, row)
            measure_standing_out(board, queue, length, aim, lines, row)
            measure_holding(board, queue, length, aim, lines[best], row)
            measure_search(board, queue, length, aim, lines, row[SURPRISE_SUM], row)

"""What an answer asks of somebody who tries what looks likely: how surprising its placements are, and how many lines
are tried before it comes about.

The policy (`policy`) says how likely each placement is to be tried; costs are in 1/1024 bit of surprise. A *line* is
a way to place some of the queue, from its first piece on; it is as likely as the product of its placements. A
best-first solver looks at lines from the likeliest on, and at those that are equally likely in random order: what
depends on their order is the mean over all orders. It stops at the goal, or when it has gone on from `BOUND` lines.

Of an answer means: of the listed solution that is the least surprising, among the first `LISTED`.
Compare with tests/engines/tspin/naive_effort.py: the same on sets of cells and dictionaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from engines.contract import Verdict
from engines.kernels.jit import kernel
from engines.tspin.measure.all_placements import GAPS, one_short
from engines.tspin.measure.answer import edges
from engines.tspin.measure.catalogue import TOLD, column
from engines.tspin.measure.policy import (
    HABITS,
    UNIT,
    WEIGHTS,
    Eye,
    consider,
    nearest,
    open_eye,
    turn_rows,
    weigh,
    weights_array,
)
from engines.tspin.rules.board import MAX_QUEUE, WIDTH, clear_rows, place, put
from engines.tspin.rules.goals import AIM_GOAL, NOWHERE, QUAD, THE_I, goal_place
from engines.tspin.rules.moves import PADDED, code_left, code_low, code_shape
from engines.tspin.rules.pieces import THE_T
from engines.tspin.rules.placements import move_code
from engines.tspin.solve.solver import Batch

BOUND = 1000  # lines that the best-first solver goes on from
LISTED = 32  # listed solutions that are looked at
NODES = 1 << 16  # lines that it keeps; those that come when there is no more room are forgotten
OPENED = 1 << 12  # lines that it goes on from at the very most: those as likely as the last are among them

SURPRISE_FIRST = column("surprise_first")
SURPRISE_WORST = column("surprise_worst")
SURPRISE_SUM = column("surprise_sum")
SURPRISES = np.array([column(f"surprise_{k}") for k in range(1, TOLD + 1)], dtype=np.int64)
RANK_FIRST = column("rank_first")
RANK_WORST = column("rank_worst")
TRIES_BLIND = column("tries_blind")
TRIES_GLANCE = column("tries_glance")
TRIES_AHEAD = column("tries_ahead")
LOOKED_AT = column("looked_at")
TEMPTATIONS = column("temptations")
TEMPTATION_DEPTH = column("temptation_depth")
STANDS_OUT = column("stands_out")
QUIET = column("quiet")
HABIT_WORST = column("habit_worst")
HABIT_SUM = column("habit_sum")
ASTRAY = column("astray")
GOAL_LACKS = column("goal_lacks")


class Tree(NamedTuple):
    """The lines of a best-first search. A line that it went on from has a board: `opened`."""

    heap: np.ndarray  # lines to look at, a binary heap by cost
    size: np.ndarray  # one number: how many
    cost: np.ndarray  # of each line
    depth: np.ndarray
    move: np.ndarray  # its last placement
    parent: np.ndarray  # the opened line before it
    alive: np.ndarray  # the solutions that begin like this, as bits
    failed: np.ndarray  # the placement after which none did
    begins: np.ndarray  # whether the first placement is the answer's
    boards: np.ndarray  # of opened lines


@kernel
def plant() -> Tree:
    return Tree(
        np.zeros(NODES, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(NODES, dtype=np.int64),
        np.zeros(NODES, dtype=np.int64),
        np.zeros(NODES, dtype=np.int64),
        np.zeros(NODES, dtype=np.int64),
        np.zeros(NODES, dtype=np.int64),
        np.zeros(NODES, dtype=np.int64),
        np.zeros(NODES, dtype=np.bool_),
        np.zeros((OPENED, WIDTH), dtype=np.int64),
    )


@kernel
def push(tree: Tree, node: int) -> None:
    """Put a line onto the heap."""
    heap, cost = tree.heap, tree.cost
    at = tree.size[0]
    tree.size[0] += 1
    while at > 0 and cost[heap[(at - 1) // 2]] > cost[node]:
        heap[at] = heap[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at] = node


@kernel
def pop(tree: Tree) -> int:
    """Take the likeliest line off the heap."""
    heap, cost = tree.heap, tree.cost
    found = heap[0]
    tree.size[0] -= 1
    size, last = tree.size[0], heap[tree.size[0]]
    at = 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and cost[heap[child + 1]] < cost[heap[child]]:
            child += 1
        if cost[heap[child]] >= cost[last]:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = last
    return found


@kernel
def rank_of(eye: Eye, count: int, at: int) -> float:
    """The place of a choice among all, from 1; equals share the mean of their places."""
    rank = 1.0
    for i in range(count):
        if i != at:
            rank += 1.0 if eye.costs[i] < eye.costs[at] else 0.5 * (eye.costs[i] == eye.costs[at])
    return rank


@kernel
def cost_answers(
    eye: Eye,
    boards: np.ndarray,
    queue: np.ndarray,
    n: int,
    srs: bool,
    aim: np.ndarray,
    codes: np.ndarray,
    weights: np.ndarray,
    habits: np.ndarray,
    costs: np.ndarray,
    ranks: np.ndarray,
    against: np.ndarray,
) -> int:
    """The cost and rank of every placement of every solution, and its cost by habit alone,
    `against`; the number of the least surprising."""
    best, least = -1, 0
    for s in range(len(codes)):
        same = 0  # placements that are those of the solution before
        while s > 0 and same < n and codes[s, same] == codes[s - 1, same]:
            costs[s, same], ranks[s, same] = costs[s - 1, same], ranks[s - 1, same]
            against[s, same] = against[s - 1, same]
            same += 1
        # The last board known is the one before placement `same`.
        for i in range(same, n):
            move = codes[s, i]
            count = consider(eye, boards[i], queue[i], srs, aim, weights)
            for at in range(count):
                if eye.moves[at] == move:
                    costs[s, i], ranks[s, i] = eye.costs[at], rank_of(eye, count, at)
            weigh(eye, count, habits)
            for at in range(count):
                if eye.moves[at] == move:
                    against[s, i] = eye.costs[at]
            place(boards[i], queue[i], code_shape(move), code_left(move), code_low(move), boards[i + 1])
        total = 0
        for i in range(n):
            total += costs[s, i]
        if best < 0 or total < least:
            best, least = s, total
    return best


@kernel
def tries(codes: np.ndarray, costs: np.ndarray, n: int) -> float:
    """log2 of the expected tries until the first n placements are those of a solution; 0 if there are none."""
    if n <= 0:
        return 0.0
    likely = 0.0
    for s in range(len(codes)):
        same = s > 0
        for i in range(n):
            same = same and codes[s, i] == codes[s - 1, i]
        if same:
            continue
        total = 0
        for i in range(n):
            total += costs[s, i]
        likely += 2.0 ** (-total / UNIT)
    return max(0.0, -np.log2(likely))


@kernel
def measure_answer(
    eye: Eye,
    boards: np.ndarray,
    layers: np.ndarray,
    queue: np.ndarray,
    n: int,
    srs: bool,
    aim: np.ndarray,
    answer: np.ndarray,
    out: np.ndarray,
) -> None:
    """What happens along the answer: until when nothing does, and what brings the goal no nearer."""
    slot = np.zeros(WIDTH, dtype=np.int64)
    lacks, astray, first_clear = out[GOAL_LACKS], 0, n
    for i in range(n):
        shape, left, low = code_shape(answer[i]), code_left(answer[i]), code_low(answer[i])
        for x in range(WIDTH):
            layers[i, x] = 0
        put(layers[i], queue[i], shape, left, low)
        full = place(boards[i], queue[i], shape, left, low, boards[i + 1])
        if full:
            first_clear = min(first_clear, i)
            for j in range(i + 1):
                clear_rows(layers[j], full)
        top = turn_rows(boards[i + 1], eye.rows)
        after, _, _ = nearest(eye.rows, top, srs, aim)
        astray += after >= lacks
        lacks = after
    out[ASTRAY] = astray
    spot = goal_place(boards[n], aim, eye.fits, eye.reach)
    if spot != NOWHERE:
        piece = THE_I if aim[AIM_GOAL] == QUAD else THE_T
        put(slot, piece, code_shape(spot), code_left(spot), code_low(spot))
        quiet = 0
        while quiet < first_clear and edges(layers[quiet], slot) == 0:
            quiet += 1
        out[QUIET] = quiet


@kernel
def spread_out(
    tree: Tree,
    eye: Eye,
    node: int,
    opened: int,
    used: int,
    queue: np.ndarray,
    srs: bool,
    aim: np.ndarray,
    codes: np.ndarray,
    answer: np.ndarray,
    most: int,
    weights: np.ndarray,
) -> int:
    """Go on from a line, whose board is `tree.boards[opened]`, by its next piece; how many lines there are then.

    Lines that cost more than `most` are never looked at."""
    depth = 0 if node < 0 else tree.depth[node]
    alive = (1 << len(codes)) - 1 if node < 0 else tree.alive[node]
    cost = 0 if node < 0 else tree.cost[node]
    count = consider(eye, tree.boards[opened], queue[depth], srs, aim, weights)
    for i in range(count):
        total = cost + eye.costs[i]
        if total > most or used == NODES:
            continue
        still = 0
        for s in range(len(codes)):
            still |= (alive >> s & 1 & (codes[s, depth] == eye.moves[i])) << s
        tree.cost[used], tree.depth[used], tree.move[used], tree.parent[used] = total, depth + 1, eye.moves[i], opened
        tree.alive[used] = still
        tree.failed[used] = depth + 1 if alive else tree.failed[node]
        tree.begins[used] = eye.moves[i] == answer[0] if node < 0 else tree.begins[node]
        push(tree, used)
        used += 1
    return used


@kernel
def look(
    tree: Tree,
    eye: Eye,
    board: np.ndarray,
    queue: np.ndarray,
    n: int,
    srs: bool,
    aim: np.ndarray,
    codes: np.ndarray,
    answer: np.ndarray,
    most: int,
    bound: int,
    weights: np.ndarray,
    rows: np.ndarray,
    room: np.ndarray,
    out: np.ndarray,
) -> None:
    """The best-first search up to the answer's cost `most`: what it looks at, is tempted by, and sees stand out."""
    after = np.zeros(WIDTH, dtype=np.int64)
    reached = np.full(n + 1, -1, dtype=np.int64)  # for each depth the cost of its likeliest line
    right = np.zeros(n + 1, dtype=np.bool_)  # whether all such lines begin right
    tree.size[0] = 0
    for x in range(WIDTH):
        tree.boards[0, x] = board[x]
    used = spread_out(tree, eye, -1, 0, np.int64(0), queue, srs, aim, codes, answer, most, weights)
    opened: Any = np.int64(1)
    level, before, here, solved, found = -1, 0, 0, 0, False
    tempting, depths = 0, 0
    while tree.size[0]:
        node = pop(tree)
        if tree.cost[node] != level:
            if not found and solved:
                out[LOOKED_AT] = np.log2(before + (here + 1) / (solved + 1))
                found = True
            if opened >= bound or tree.cost[node] > most:
                break
            level = tree.cost[node]
            before, here, solved = before + here, 0, 0
        here += 1
        depth = tree.depth[node]
        if reached[depth] < 0:
            reached[depth], right[depth] = level, tree.begins[node]
        elif reached[depth] == level:
            right[depth] = right[depth] and tree.begins[node]
        parent, move = tree.boards[tree.parent[node]], tree.move[node]
        shape, left, low = code_shape(move), code_left(move), code_low(move)
        if depth < n:
            if opened < OPENED:
                place(parent, queue[depth - 1], shape, left, low, tree.boards[opened])
                used = spread_out(tree, eye, node, opened, used, queue, srs, aim, codes, answer, most, weights)
                opened += 1
            continue
        place(parent, queue[depth - 1], shape, left, low, after)
        if goal_place(after, aim, eye.fits, eye.reach) != NOWHERE:
            solved += 1
        elif one_short(after, aim, rows, room, eye.fits, eye.reach):
            tempting += 1
            depths += tree.failed[node]
    if not found:
        if solved:
            out[LOOKED_AT] = np.log2(before + (here + 1) / (solved + 1))
        else:
            out[LOOKED_AT] = np.log2(before + here) + (most - level) / UNIT
    out[TEMPTATIONS] = tempting
    if tempting:
        out[TEMPTATION_DEPTH] = depths / tempting / n
    out[STANDS_OUT] = n
    for depth in range(n - 1, 0, -1):
        if right[depth]:
            out[STANDS_OUT] = depth


@kernel
def measure_all(
    columns: np.ndarray,
    queues: np.ndarray,
    lengths: np.ndarray,
    srs: np.ndarray,
    aims: np.ndarray,
    first: np.ndarray,
    codes: np.ndarray,
    weights: np.ndarray,
    habits: np.ndarray,
    bound: int,
    out: np.ndarray,
) -> None:
    """The columns of effort. The solutions of puzzle k are `codes[first[k] : first[k + 1]]`."""
    eye, tree = open_eye(), plant()
    boards = np.zeros((MAX_QUEUE + 1, WIDTH), dtype=np.int64)
    layers = np.zeros((MAX_QUEUE, WIDTH), dtype=np.int64)
    costs = np.zeros((LISTED, MAX_QUEUE), dtype=np.int64)
    against = np.zeros((LISTED, MAX_QUEUE), dtype=np.int64)
    ranks = np.zeros((LISTED, MAX_QUEUE))
    rows = np.zeros(GAPS + 1, dtype=np.int64)
    room = np.zeros((4, PADDED), dtype=np.int64)
    for k in range(len(lengths)):
        n, queue, aim, row = lengths[k], queues[k], aims[k], out[k]
        for x in range(WIDTH):
            boards[0, x] = columns[k, x]
        row[GOAL_LACKS], _, _ = nearest(eye.rows, turn_rows(boards[0], eye.rows), srs[k], aim)
        if first[k] == first[k + 1]:
            continue
        listed = codes[first[k] : first[k + 1]]
        best = cost_answers(eye, boards, queue, n, srs[k], aim, listed, weights, habits, costs, ranks, against)
        total, worst, last, unusual, oddest = 0, 0, 0.0, 0, 0
        for i in range(n):
            unusual += against[best, i]
            oddest = max(oddest, against[best, i])
            total += costs[best, i]
            worst = max(worst, costs[best, i])
            last = max(last, ranks[best, i])
            if i < TOLD:
                row[SURPRISES[i]] = costs[best, i] / UNIT
        row[SURPRISE_FIRST] = costs[best, 0] / UNIT
        row[SURPRISE_WORST] = worst / UNIT
        row[SURPRISE_SUM] = total / UNIT
        row[HABIT_SUM] = unusual / UNIT
        row[HABIT_WORST] = oddest / UNIT
        row[RANK_FIRST] = ranks[best, 0]
        row[RANK_WORST] = last
        row[TRIES_BLIND] = tries(listed, costs, n)
        row[TRIES_GLANCE] = tries(listed, costs, n - 1)
        row[TRIES_AHEAD] = tries(listed, costs, n - 2)
        look(
            tree, eye, boards[0], queue, n, srs[k], aim, listed, listed[best], total, bound, weights, rows, room, row
        )
        measure_answer(eye, boards, layers, queue, n, srs[k], aim, listed[best], row)


def measure_effort(batch: Batch, verdicts: Sequence[Verdict], out: np.ndarray, bound: int = BOUND) -> None:
    """Fill the columns of effort; they stay NaN where there is no answer."""
    listed = [verdict.solutions[:LISTED] for verdict in verdicts]
    first = np.concatenate([[0], np.cumsum([len(solutions) for solutions in listed])]).astype(np.int64)
    codes = np.full((int(first[-1]), MAX_QUEUE), NOWHERE, dtype=np.int64)
    row = 0
    for solutions in listed:
        for moves in solutions:
            codes[row, : len(moves)] = [move_code(move) for move in moves]
            row += 1
    measure_all(*batch, first, codes, weights_array(WEIGHTS), weights_array(HABITS), bound, out)

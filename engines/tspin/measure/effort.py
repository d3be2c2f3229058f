"""What an answer asks of somebody who tries what looks likely: how surprising its placements are, and how many lines
are tried before it comes about.

The policy (`policy`) says how likely each placement is to be tried; costs are in 1/1024 bit of surprise. A *line* is
a way to place some of the queue, from its first piece on; it is as likely as the product of its placements. A
best-first solver looks at lines from the likeliest on, and at those that are equally likely in random order: what
depends on their order is the mean over all orders. It is asked in several strengths: one sees the goal only when it
is reached, one sees the last placement by itself, one the last two; they look at lines that are so much shorter. It
goes on beyond the answer, to lines that are `PLAUSIBLE` times less likely, because those tempt, too. When it has gone
on from `BOUND` lines it stops, and what follows is told from how likely the lines are that it has come to (`beyond`).

Of an answer means: of the listed solution that is the least surprising, among the first `LISTED`. A solution is a set
of placements; if a piece comes twice it may be reached in several orders, and each of them counts.
Compare with tests/engines/tspin/naive_effort.py: the same on sets of cells and dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np

from engines.contract import Verdict
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.shared.effort import beyond, pop, push, rank_of
from engines.tspin.measure.all_placements import GAPS, one_short
from engines.tspin.measure.answer import edges
from engines.tspin.measure.arrivals import can_place
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
ORDERS = 60  # of their orders so many: each is a bit of a word
NODES = 1 << 17  # lines that it keeps; those that come when there is no more room are forgotten
OPENED = 1 << 12  # lines that it goes on from at the very most: those as likely as the last are among them
STRENGTHS = 3  # solvers: how many of the last placements they see by themselves is 0, 1 or 2
PLAUSIBLE = 8  # a wrong line is plausible if it is at most so many times less likely than the answer
MARGIN = round(UNIT * np.log2(PLAUSIBLE))

SURPRISE_FIRST = column("surprise_first")
SURPRISE_WORST = column("surprise_worst")
SURPRISE_SUM = column("surprise_sum")
SURPRISES = np.array([column(f"surprise_{k}") for k in range(1, TOLD + 1)], dtype=np.int64)
RANK_FIRST = column("rank_first")
RANK_WORST = column("rank_worst")
RANK_SUM = column("rank_sum")
RANKS = np.array([column(f"rank_{k}") for k in range(1, TOLD + 1)], dtype=np.int64)
TRIES_BLIND = column("tries_blind")
TRIES_GLANCE = column("tries_glance")
TRIES_AHEAD = column("tries_ahead")
LOOKED_AT = np.array([column("looked_at"), column("looked_at_glance"), column("looked_at_ahead")], dtype=np.int64)
TEMPTATIONS = column("temptations")
TEMPTATION_DEPTH = column("temptation_depth")
STANDS_OUT = column("stands_out")
QUIET = column("quiet")
WAITS = column("waits")
SWITCHES = column("switches")
HABIT_WORST = column("habit_worst")
HABIT_SUM = column("habit_sum")
ASTRAY = column("astray")
GOAL_LACKS = column("goal_lacks")


class Tree(NamedTuple):
    """The lines of a best-first search. A line that it went on from has a board: `opened`."""

    heap: np.ndarray  # lines to look at, the likeliest first
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
                    costs[s, i], ranks[s, i] = eye.costs[at], rank_of(eye.scores, count, at)
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
def loses_cells(layer: np.ndarray, full: int) -> bool:
    """Whether a piece has cells in rows that clear."""
    cells = 0
    for x in range(WIDTH):
        cells |= layer[x]
    return bool(cells & full)


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
    """What happens along the answer: until when nothing does, what brings the goal no nearer, what has to wait, and
    how often the next piece goes elsewhere."""
    slot = np.zeros(WIDTH, dtype=np.int64)
    lacks, astray, first_clear, waits, switches = out[GOAL_LACKS], 0, n, 0, 0
    waiting = 0  # pieces that nothing has touched yet, as bits
    for i in range(n):
        shape, left, low = code_shape(answer[i]), code_left(answer[i]), code_low(answer[i])
        for x in range(WIDTH):
            layers[i, x] = 0
        put(layers[i], queue[i], shape, left, low)
        switches += i > 0 and edges(layers[i], layers[i - 1]) == 0
        for j in range(i):
            if waiting >> j & 1 and edges(layers[i], layers[j]):
                waiting ^= 1 << j
        waits += popcount(waiting)
        waiting |= 1 << i
        full = place(boards[i], queue[i], shape, left, low, boards[i + 1])
        if full:
            first_clear = min(first_clear, i)
            for j in range(i + 1):
                if waiting >> j & 1 and loses_cells(layers[j], full):
                    waiting ^= 1 << j
                clear_rows(layers[j], full)
        top = turn_rows(boards[i + 1], eye.rows)
        after, _, _ = nearest(eye.rows, top, srs, aim)
        astray += after >= lacks
        lacks = after
    out[ASTRAY], out[WAITS], out[SWITCHES] = astray, waits, switches
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
    size: int,
    queue: np.ndarray,
    srs: bool,
    aim: np.ndarray,
    codes: np.ndarray,
    answer: np.ndarray,
    most: int,
    weights: np.ndarray,
) -> tuple[int, int]:
    """Go on from a line, whose board is `tree.boards[opened]`, by its next piece; how many lines there are then, and
    how many are still to be looked at.

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
        size = push(tree.heap, size, tree.cost, used)
        used += 1
    return used, size


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
    costs: np.ndarray,
    bound: int,
    weights: np.ndarray,
    rows: np.ndarray,
    room: np.ndarray,
    out: np.ndarray,
) -> None:
    """The best-first search for the answer, whose placements cost `costs`: what it looks at in each strength, is
    tempted by, and sees stand out."""
    after = np.zeros(WIDTH, dtype=np.int64)
    reached = np.full(n + 1, -1, dtype=np.int64)  # for each depth the cost of its likeliest line
    right = np.zeros(n + 1, dtype=np.bool_)  # whether all such lines begin right
    # By strength: the lines before those of this cost, those of this cost, solutions among these, whether found.
    before, here = np.zeros(STRENGTHS, dtype=np.int64), np.zeros(STRENGTHS, dtype=np.int64)
    solved = np.zeros(STRENGTHS, dtype=np.int64)
    found = np.zeros(STRENGTHS, dtype=np.bool_)
    for k in range(STRENGTHS):
        found[k] = n <= k
        if found[k]:
            out[LOOKED_AT[k]] = 0.0
    most = costs[:n].sum() + MARGIN
    for x in range(WIDTH):
        tree.boards[0, x] = board[x]
    used, size = spread_out(tree, eye, -1, 0, np.int64(0), np.int64(0), queue, srs, aim, codes, answer, most, weights)
    opened: Any = np.int64(1)
    level, tempting, depths, cut = -1, 0, 0, False
    while size:
        node = pop(tree.heap, size, tree.cost)
        size -= 1
        if tree.cost[node] != level:
            for k in range(STRENGTHS):
                if not found[k] and solved[k]:
                    out[LOOKED_AT[k]] = np.log2(before[k] + (here[k] + 1) / (solved[k] + 1))
                    found[k] = True
                before[k] += here[k]
                here[k], solved[k] = 0, 0
            if opened >= bound:
                cut = True
                break
            level = tree.cost[node]
        depth = tree.depth[node]
        for k in range(STRENGTHS):
            here[k] += depth <= n - k
            solved[k] += k > 0 and depth == n - k and tree.alive[node] != 0
        if reached[depth] < 0:
            reached[depth], right[depth] = level, tree.begins[node]
        elif reached[depth] == level:
            right[depth] = right[depth] and tree.begins[node]
        parent, move = tree.boards[tree.parent[node]], tree.move[node]
        shape, left, low = code_shape(move), code_left(move), code_low(move)
        if depth < n:
            if opened < OPENED:
                place(parent, queue[depth - 1], shape, left, low, tree.boards[opened])
                used, size = spread_out(
                    tree, eye, node, opened, used, size, queue, srs, aim, codes, answer, most, weights
                )
                opened += 1
            continue
        place(parent, queue[depth - 1], shape, left, low, after)
        if goal_place(after, aim, eye.fits, eye.reach) != NOWHERE:
            solved[0] += 1
        elif one_short(after, aim, rows, room, eye.fits, eye.reach):
            tempting += 1
            depths += tree.failed[node]
    for k in range(STRENGTHS):
        if found[k]:
            continue
        if solved[k]:
            out[LOOKED_AT[k]] = np.log2(before[k] + (here[k] + 1) / (solved[k] + 1))
        else:
            out[LOOKED_AT[k]] = beyond(before[k] + here[k], level / UNIT, costs[: n - k].sum() / UNIT)
    more = 2.0 ** ((most - level) / UNIT) if cut else 1.0
    out[TEMPTATIONS] = np.log2(1.0 + tempting * more)
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
    costs = np.zeros((ORDERS, MAX_QUEUE), dtype=np.int64)
    against = np.zeros((ORDERS, MAX_QUEUE), dtype=np.int64)
    ranks = np.zeros((ORDERS, MAX_QUEUE), dtype=np.int64)
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
        total, worst, last, places, unusual, oddest = 0, 0, 0, 0, 0, 0
        for i in range(n):
            unusual += against[best, i]
            oddest = max(oddest, against[best, i])
            total += costs[best, i]
            worst = max(worst, costs[best, i])
            last = max(last, ranks[best, i])
            places += ranks[best, i]
            if i < TOLD:
                row[SURPRISES[i]], row[RANKS[i]] = costs[best, i] / UNIT, ranks[best, i]
        row[SURPRISE_FIRST] = costs[best, 0] / UNIT
        row[SURPRISE_WORST] = worst / UNIT
        row[SURPRISE_SUM] = total / UNIT
        row[HABIT_SUM] = unusual / UNIT
        row[HABIT_WORST] = oddest / UNIT
        row[RANK_FIRST] = ranks[best, 0]
        row[RANK_WORST], row[RANK_SUM] = last, places
        row[TRIES_BLIND] = tries(listed, costs, n)
        row[TRIES_GLANCE] = tries(listed, costs, n - 1)
        row[TRIES_AHEAD] = tries(listed, costs, n - 2)
        look(
            tree,
            eye,
            boards[0],
            queue,
            n,
            srs[k],
            aim,
            listed,
            listed[best],
            costs[best],
            bound,
            weights,
            rows,
            room,
            row,
        )
        measure_answer(eye, boards, layers, queue, n, srs[k], aim, listed[best], row)


@kernel
def works(
    columns: np.ndarray, queue: np.ndarray, n: int, srs: bool, aim: np.ndarray, codes: np.ndarray, eye: Eye
) -> bool:
    """Whether these placements can be made in this order and reach the goal."""
    board, after = columns.copy(), np.zeros(WIDTH, dtype=np.int64)
    for i in range(n):
        move = codes[i]
        if not can_place(board, queue[i], move, srs, eye.fits, eye.reach):
            return False
        place(board, queue[i], code_shape(move), code_left(move), code_low(move), after)
        board[:] = after
    return goal_place(board, aim, eye.fits, eye.reach) != NOWHERE


def orders_of(queue: Sequence[int], codes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The same placements in all orders that the queue allows: a piece that comes again may change places with
    itself."""
    places = [[i for i, piece in enumerate(queue) if piece == kind] for kind in dict.fromkeys(queue)]
    for turned in product(*(permutations(codes[i] for i in mine) for mine in places)):
        found = list(codes)
        for mine, moves in zip(places, turned, strict=True):
            for i, move in zip(mine, moves, strict=True):
                found[i] = move
        yield tuple(found)


def listed_orders(batch: Batch, verdicts: Sequence[Verdict]) -> list[list[tuple[int, ...]]]:
    """The listed solutions of each puzzle as codes, in every order in which they can be placed; beginnings that are
    alike stand together."""
    eye, found = open_eye(), []
    for k, verdict in enumerate(verdicts):
        n, queue = int(batch.lengths[k]), batch.queues[k]
        given = [tuple(move_code(move) for move in moves) for moves in verdict.solutions[:LISTED]]
        orders = dict.fromkeys(given)
        if len(set(queue[:n].tolist())) < n:
            for codes in given:
                for other in orders_of(queue[:n].tolist(), codes):
                    if len(orders) < ORDERS and other not in orders:
                        row = np.array(other, dtype=np.int64)
                        if works(batch.columns[k], queue, n, batch.srs[k], batch.aims[k], row, eye):
                            orders[other] = None
        found.append(sorted(orders))
    return found


def measure_effort(batch: Batch, verdicts: Sequence[Verdict], out: np.ndarray, bound: int = BOUND) -> None:
    """Fill the columns of effort; they stay NaN where there is no answer."""
    listed = listed_orders(batch, verdicts)
    first = np.concatenate([[0], np.cumsum([len(solutions) for solutions in listed])]).astype(np.int64)
    codes = np.full((int(first[-1]), MAX_QUEUE), NOWHERE, dtype=np.int64)
    for row, moves in zip(codes, (moves for solutions in listed for moves in solutions), strict=True):
        row[: len(moves)] = moves
    measure_all(*batch, first, codes, weights_array(WEIGHTS), weights_array(HABITS), bound, out)

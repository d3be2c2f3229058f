"""df-pn: depth-first proof-number search, with iterative deepening by two plies (Geister paper, ch. 5).

Each position has two numbers: how many open positions would have to be won, at least, to prove the win of the side to
move (phi), and how many to prove that of the other side (delta). For the attacker to move they are its proof and
disproof number, for the defender the other way round. The search goes to the position that would settle most with
least, and stays there until its numbers pass limits beyond which another is better. The plies that are left are part
of what a position is: lines end, and repetition makes no trouble.

Answers are those of `deepening`, and so are the cut-offs, unless a desk is `plain`: then they are the paper's, a win
in one ply and the distance to the exit, a move is left as soon as another is better, and a root's largest numbers
are what the paper measures (7.2).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.geister.rules.moves import (
    ATTACKER_WINS,
    DEFENDER_EXITS,
    DEFENDER_WINS,
    STEPS,
    Position,
    attack,
    attackers,
    defend,
    defenders,
    may_leave,
)
from engines.geister.solve.bounds import MOST_PLIES, least_plies, wins_in_one
from engines.geister.solve.deepening import defender_wins_now, glance, must_answer, told
from engines.geister.solve.lines import all_attacks, all_replies
from engines.geister.solve.proof_numbers import Numbers, delta_of, forget, keep, look_up, new_numbers, pack, phi_of
from engines.geister.solve.store import BUCKETS, ENTRIES, Store, empty, new_store, recall, remember
from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.shared.threads import per_thread

MOST_MOVES = 40
SETTLED = (1 << 31) - 1  # a number that nothing can bring down
LARGEST = 1 << 30  # sums of numbers end here
WON, LOST, OPEN = SETTLED, SETTLED << 32, 1 << 32 | 1  # packed numbers: for the side to move; nothing known
NODES, LIMIT, SEARCHED, PLAIN, ROOT, LARGEST_PROOF, LARGEST_DISPROOF, FORGOTTEN = range(8)  # in Desk.work
SLACK = 4  # a move is left when it is worse than the second best by this part of it: fewer ways back and forth
SOLVED_BITS, NUMBERS_BITS = 16, 16
WIDE_BITS = 20  # of the stores for searches that the usual ones are too small for: 134 and 75 MB
SHORT = 200_000  # nodes of a search that the usual stores have room for


class Desk(NamedTuple):
    """What a search works with: what is settled, the numbers of what is open, moves and their numbers by level.

    `work` = nodes so far, their limit, plies searched in vain, whether the cut-offs are the paper's, the plies at the
    root, the largest numbers that it took, and how often something was forgotten for want of room.
    """

    solved: Store
    numbers: Numbers
    moves: np.ndarray
    phis: np.ndarray
    deltas: np.ndarray
    work: np.ndarray


def new_desk(plain: bool = False, solved_bits: int = SOLVED_BITS, numbers_bits: int = NUMBERS_BITS) -> Desk:
    """A desk on which nothing is known."""
    moves, phis, deltas = np.zeros((3, MOST_PLIES + 1, MOST_MOVES), dtype=np.int64)
    work = np.zeros(8, dtype=np.int64)
    work[PLAIN] = plain
    return Desk(new_store(solved_bits), new_numbers(numbers_bits), moves, phis, deltas, work)


@kernel
def clear(desk: Desk, limit: int) -> None:
    """Begin a new search: nothing known, no nodes yet."""
    empty(desk.solved)
    if desk.work[PLAIN]:
        # A store that grows forgets on the way, where a bucket is full before half of all are in use.
        desk.solved.sizes[BUCKETS] = desk.solved.touched.size
    forget(desk.numbers)
    desk.work[NODES] = 0
    desk.work[LIMIT] = limit
    desk.work[FORGOTTEN] = 0


@kernel
def settle(position: Position, won: int, lost: int, desk: Desk) -> None:
    """Remember that a position is won within so many plies (or 0), or not within so many."""
    entries, known = desk.solved.sizes[ENTRIES], recall(desk.solved, position)
    remember(desk.solved, position, won, lost, -1)
    desk.work[FORGOTTEN] += known == 0 and desk.solved.sizes[ENTRIES] == entries


@kernel
def judge_attack(position: Position, plies: int, desk: Desk) -> int:
    """The numbers of a position with the attacker to move, without a search."""
    if desk.work[PLAIN]:
        if wins_in_one(position, True):
            return WON
        if least_plies(position) > plies or plies == 1:
            return LOST
    else:
        value = glance(position, plies, 0)
        if value:
            return WON if value > 0 else LOST
    value = told(recall(desk.solved, position), plies)
    if value:
        return WON if value > 0 else LOST
    packed = look_up(desk.numbers, position, plies)
    return packed if packed else OPEN


@kernel
def judge_defence(position: Position, plies: int, desk: Desk) -> int:
    """The numbers of a position with the defender to move, without a search."""
    if least_plies(position) > plies - 1:
        return WON
    if not desk.work[PLAIN]:
        if defender_wins_now(position):
            return WON
        if must_answer(position) == 0:
            return LOST
    packed = look_up(desk.numbers, position, plies)
    return packed if packed else OPEN


@kernel
def list_onto(own: int, goals: int, out: np.ndarray) -> int:
    """The moves of these pieces onto some squares, each as start << 6 | end; how many."""
    n, pieces = 0, own
    goals &= ~own
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        ends = STEPS[start] & goals
        while ends:
            out[n] = start << 6 | lowest(ends)
            n += 1
            ends &= ends - 1
    return n


@kernel
def list_worth(position: Position, plies: int, desk: Desk) -> int:
    """The moves of the side to move onto the desk; how many. What must be answered is, unless the desk is plain."""
    out = desk.moves[plies]
    if desk.work[PLAIN]:
        return all_attacks(position, out) if plies & 1 else all_replies(position, out)
    if plies & 1:
        threat = may_leave(position) & DEFENDER_EXITS
        return list_onto(attackers(position), threat if threat else -1, out)
    return list_onto(defenders(position), must_answer(position), out)


@kernel
def expand(position: Position, plies: int, desk: Desk) -> int:
    """The moves of a position and the numbers of what they lead to, onto the desk; how many."""
    n = list_worth(position, plies, desk)
    for i in range(n):
        move = desk.moves[plies, i]
        if plies & 1:
            after, outcome = attack(position, move >> 6, move & 63)
            if outcome == DEFENDER_WINS:
                packed = WON
            elif outcome == ATTACKER_WINS:
                packed = LOST
            else:
                packed = judge_defence(after, plies - 1, desk)
        else:
            after, outcome = defend(position, move >> 6, move & 63)
            if outcome == DEFENDER_WINS:
                packed = LOST
            elif outcome == ATTACKER_WINS:
                packed = WON
            else:
                packed = judge_attack(after, plies - 1, desk)
        desk.phis[plies, i], desk.deltas[plies, i] = phi_of(packed), delta_of(packed)
        if packed == LOST:  # settled: nothing else matters
            desk.moves[plies, 0] = move
            desk.phis[plies, 0], desk.deltas[plies, 0] = phi_of(packed), delta_of(packed)
            return 1
    return n


@kernel
def sum_up(phis: np.ndarray, deltas: np.ndarray, n: int) -> tuple[int, int, int, int]:
    """Which move is best, the smallest and second smallest delta, and the sum of all phis."""
    best, least, second, total, settled = 0, SETTLED, SETTLED, 0, False
    for i in range(n):
        if deltas[i] < least:
            best, least, second = i, deltas[i], least
        elif deltas[i] < second:
            second = deltas[i]
        settled |= phis[i] == SETTLED
        total += phis[i]
    return best, least, second, SETTLED if settled else min(total, LARGEST)


@kernel
def after_move(position: Position, plies: int, move: int) -> Position:
    """The position that a move leads to; odd plies are the attacker's."""
    if plies & 1:
        after, _ = attack(position, move >> 6, move & 63)
    else:
        after, _ = defend(position, move >> 6, move & 63)
    return after


@kernel
def search(position: Position, plies: int, phi_limit: int, delta_limit: int, desk: Desk) -> int:
    """The numbers of an open position, once one of them has reached its limit or the nodes are used up."""
    desk.work[NODES] += 1
    begun = desk.work[NODES]
    n = expand(position, plies, desk)
    phis, deltas = desk.phis[plies], desk.deltas[plies]
    best, phi, second, delta = sum_up(phis, deltas, n)
    while phi < phi_limit and delta < delta_limit and desk.work[NODES] < desk.work[LIMIT]:
        if plies == desk.work[ROOT]:
            desk.work[LARGEST_PROOF] = max(desk.work[LARGEST_PROOF], phi)
            desk.work[LARGEST_DISPROOF] = max(desk.work[LARGEST_DISPROOF], delta)
        after = after_move(position, plies, desk.moves[plies, best])
        slack = 1 if desk.work[PLAIN] else 1 + second // SLACK
        packed = search(after, plies - 1, delta_limit - delta + phis[best], min(phi_limit, second + slack), desk)
        phis[best], deltas[best] = phi_of(packed), delta_of(packed)
        best, phi, second, delta = sum_up(phis, deltas, n)
    if plies & 1 and phi == 0:
        settle(position, plies, 0, desk)
    elif plies & 1 and delta == 0:
        settle(position, 0, plies, desk)
    else:
        nodes = desk.work[NODES] - begun + 1
        desk.work[FORGOTTEN] += keep(desk.numbers, position, plies, pack(phi, delta), nodes)
    return pack(phi, delta)


@kernel
def within(position: Position, plies: int, desk: Desk) -> int:
    """Whether the attacker, who is to move, wins within so many plies: as many if so, less than 0 if not, else 0."""
    desk.work[ROOT] = plies
    desk.work[LARGEST_PROOF], desk.work[LARGEST_DISPROOF] = 1, 1
    packed = judge_attack(position, plies, desk)
    if packed != WON and packed != LOST:
        packed = search(position, plies, SETTLED, SETTLED, desk)
    if phi_of(packed) == 0:
        return plies
    return -plies if delta_of(packed) == 0 else 0


@kernel
def shortest(position: Position, most: int, desk: Desk) -> int:
    """The length of the shortest win up to `most` plies; else -(the plies in which there is none), 0 if given up."""
    desk.work[SEARCHED] = 0
    for plies in range(1, most + 1, 2):
        value = within(position, plies, desk)
        if value >= 0:
            return value
        desk.work[SEARCHED] = plies
    return -desk.work[SEARCHED]


@kernel
def root_numbers(position: Position, plies: int, desk: Desk) -> tuple[int, int]:
    """The largest proof and disproof number that a position takes while a win in so many plies is searched for.

    0, 0 if given up. Neither is more than LARGEST.
    """
    if within(position, plies, desk) == 0:
        return 0, 0
    return desk.work[LARGEST_PROOF], desk.work[LARGEST_DISPROOF]


@kernel
def _root_numbers_all(
    rows: np.ndarray, plies: np.ndarray, limit: int, desk: Desk, out: np.ndarray, forgot: np.ndarray
) -> None:
    """The largest numbers of each position into a row of `out`, and whether the search forgot anything; rows that are
    given up stay as they are."""
    for i in range(len(rows)):
        if plies[i] > 0:
            clear(desk, limit)
            position = Position(rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3], rows[i, 4], rows[i, 5])
            proof, disproof = root_numbers(position, plies[i], desk)
            if proof:
                out[i, 0], out[i, 1] = proof, disproof
            forgot[i] = desk.work[FORGOTTEN] > 0


@per_thread
def plain_desk() -> Desk:
    """This thread's desk for searches with the paper's cut-offs."""
    return new_desk(plain=True)


@per_thread
def wide_desk() -> Desk:
    """The same with more room; its memory is taken when it is first needed."""
    return new_desk(True, WIDE_BITS, WIDE_BITS)


def root_numbers_all(rows: np.ndarray, plies: np.ndarray, limit: int) -> np.ndarray:
    """The largest proof and disproof number at the root of each position, searched to its number of plies.

    The cut-offs are the paper's. NaN where a search is given up after `limit` nodes or there are no plies. Where a
    search had to forget something its numbers may differ from those of one that forgets nothing. So it is made
    again with more room, and so is one that is long.
    """
    plies = np.asarray(plies, dtype=np.int64)
    out, again = np.full((len(rows), 2), np.nan), np.zeros(len(rows), dtype=np.bool_)
    _root_numbers_all(rows, plies, min(limit, SHORT), plain_desk(), out, again)
    if limit > SHORT:
        again |= np.isnan(out[:, 0]) & (plies > 0)
    if again.any():
        found = np.full((int(again.sum()), 2), np.nan)
        _root_numbers_all(rows[again], plies[again], limit, wide_desk(), found, np.zeros(len(found), dtype=np.bool_))
        out[again] = found
    return out

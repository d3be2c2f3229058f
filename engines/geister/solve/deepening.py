"""The search: AND/OR with iterative deepening by two plies, a store of positions, and cut-offs that are proofs.

`within(position, plies, desk)` says whether the attacker, who is to move, wins by force within so many plies. Because
plies run out, lines end and repetition makes no trouble. An answer is a number: v > 0, won within v plies;
v < 0, not won within -v plies (which may be more than asked for, NEVER if the defender wins); 0, given up at the
limit of nodes. Compare with `dfpn`, which answers the same in another order, and `alphabeta`, the paper's baseline.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    ATTACKER_WINS,
    DEFENDER_EXITS,
    DEFENDER_WINS,
    SQUARES,
    STEPS,
    Position,
    attack,
    attackers,
    beside,
    defend,
    defenders,
    may_leave,
)
from engines.geister.solve.bounds import MOST_PLIES, NEVER, least_plies, takes_to_win, walks_out_in_three, wins_in_one
from engines.geister.solve.store import Store, best_of, empty, new_store, not_within, recall, remember, won_within
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel

MOST_MOVES = 64
NODES, LIMIT, SEARCHED = 0, 1, 2  # in Desk.work
NO_WALL, NO_TAKE = 1, 2  # what a search may be told to leave out: see `Desk`
STORE_BITS = 17
FOUND = 1 << 40  # scores of moves: the one that did best when the position was met before, a blue that comes nearer
NEARER = 1 << 30


class Desk(NamedTuple):
    """What a search works with.

    `history` counts how often a move has settled a position, for each side; `moves` holds the moves of each level,
    the score above the squares. `work` = nodes so far, their limit, plies
    searched in vain. With NO_WALL losing the last red is no win, with
    NO_TAKE a capture on the very last ply is none: a puzzle that is not won in time without one needs it.
    """

    store: Store
    history: np.ndarray
    moves: np.ndarray
    work: np.ndarray


def new_desk(bits: int = STORE_BITS) -> Desk:
    """A desk with an empty store of 2^bits buckets."""
    return Desk(
        new_store(bits),
        np.zeros((2, 64 * 64), dtype=np.int64),
        np.zeros((MOST_PLIES + 2, 2, MOST_MOVES), dtype=np.int64),
        np.zeros(3, dtype=np.int64),
    )


@kernel
def clear(desk: Desk, limit: int) -> None:
    """Begin a new search: nothing known, no nodes yet."""
    empty(desk.store)
    for side in range(2):
        for move in range(SQUARES << 6):
            desk.history[side, move] = 0
    desk.work[NODES] = 0
    desk.work[LIMIT] = limit


@kernel
def glance(position: Position, plies: int, without: int) -> int:
    """The answer if it can be told without a search, or 0."""
    if wins_in_one(position, plies > 1 or not without & NO_TAKE):
        return 3 if without & NO_TAKE and not position.own_blue & ATTACKER_EXITS else 1
    if plies == 1:
        return -1
    least = least_plies(position)
    if least > plies:
        return -(least - 2)
    if takes_to_win(position) <= 2:
        return 0
    if walks_out_in_three(position):
        return 3
    return -3 if plies == 3 else 0


@kernel
def list_attacks(position: Position, plies: int, known: int, desk: Desk) -> int:
    """The attacker's moves that are worth a look, scored, onto the desk; how many.

    If a hostile piece is about to leave, only those that take it.
    """
    own = attackers(position)
    threat = may_leave(position) & DEFENDER_EXITS
    goals = threat if threat else ~own
    best = best_of(known)
    moves, n = desk.moves[plies, 0], 0
    pieces = own
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        blue = position.own_blue >> start & 1
        ends = STEPS[start] & goals
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            move = start << 6 | end
            score = desk.history[0, move]
            if best >= 0 and move == best:
                score += FOUND
            elif blue and end > start:
                score += NEARER
            moves[n] = score << 12 | move
            n += 1
    return n


@kernel
def list_replies(position: Position, target: int, plies: int, desk: Desk) -> int:
    """The defender's moves onto any of the target squares, scored, onto the desk; how many."""
    moves, n = desk.moves[plies, 1], 0
    pieces = defenders(position)
    goals = target & ~pieces
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        ends = STEPS[start] & goals
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            move = start << 6 | end
            moves[n] = desk.history[1, move] << 12 | move
            n += 1
    return n


@kernel
def pick(moves: np.ndarray, i: int, n: int) -> int:
    """The best-scored of the moves from i on, which is put in place i."""
    best = i
    for k in range(i + 1, n):
        if moves[k] > moves[best]:
            best = k
    chosen = moves[best]
    moves[best] = moves[i]
    moves[i] = chosen
    return int(chosen & 0xFFF)


@kernel
def must_answer(position: Position) -> int:
    """Where the defender, to move, must go: anywhere, or onto a blue that is about to leave. 0 if it is too late."""
    leaving = position.own_blue & ATTACKER_EXITS
    if leaving == 0:
        return -1
    return leaving & beside(defenders(position)) if popcount(leaving) == 1 else 0


@kernel
def defender_wins_now(position: Position) -> bool:
    """Whether the defender, to move, leaves the board or takes the last blue."""
    if may_leave(position) & DEFENDER_EXITS:
        return True
    blue = position.own_blue
    return blue & (blue - 1) == 0 and beside(defenders(position)) & blue != 0


@kernel
def told(known: int, plies: int) -> int:
    """What the store says about a win within so many plies; 0 if it does not tell."""
    if 0 < won_within(known) <= plies:
        return won_within(known)
    return -not_within(known) if not_within(known) >= plies else 0


@kernel
def within(position: Position, plies: int, replying: bool, without: int, desk: Desk) -> int:
    """The answer where a glance does not tell: for the attacker to move, with three plies or more; or if the defender
    is `replying`, for the attacker's move just made, which counts as one of the plies.

    Both halves stand in one function because compiled functions that call each other cannot be cached.
    """
    if not replying:
        desk.work[NODES] += 1
        if desk.work[NODES] > desk.work[LIMIT]:
            return 0
        known = recall(desk.store, position)
        value = told(known, plies)
        if value:
            return value
        not_before, best = NEVER, -1
        n = list_attacks(position, plies, known, desk)
        for i in range(n):
            move = pick(desk.moves[plies, 0], i, n)
            after, outcome = attack(position, move >> 6, move & 63)
            if outcome == DEFENDER_WINS:
                continue
            value = within(after, plies, not replying, without, desk)
            if value == 0:
                return 0
            if value > 0:
                desk.history[0, move] += plies * plies
                remember(desk.store, position, value, 0, move)
                return value
            if -value < not_before or best < 0:
                not_before, best = min(not_before, -value), move
        remember(desk.store, position, 0, not_before, best)
        return -not_before

    if defender_wins_now(position):
        return -NEVER
    least = least_plies(position)
    if least > plies - 2:
        return -least
    longest, unclear = 3, 0
    replies = desk.moves[plies, 1]
    n = list_replies(position, must_answer(position), plies, desk)
    for k in range(n):  # those that a glance can judge; only then the store, which is slower
        move = replies[k] & 0xFFF
        after, outcome = defend(position, move >> 6, move & 63)
        if outcome == ATTACKER_WINS and not without & NO_WALL:
            continue
        value = glance(after, plies - 2, without)
        if value < 0:
            desk.history[1, move] += plies * plies
            return max(value - 2, -NEVER)
        if value == 0:
            replies[unclear] = replies[k]
            unclear += 1
        longest = max(longest, value + 2)
    n, unclear = unclear, 0
    for k in range(n):
        move = replies[k] & 0xFFF
        after, outcome = defend(position, move >> 6, move & 63)
        value = told(recall(desk.store, after), plies - 2)
        if value < 0:
            desk.history[1, move] += plies * plies
            return max(value - 2, -NEVER)
        if value == 0:
            replies[unclear] = replies[k]
            unclear += 1
        longest = max(longest, value + 2)
    for k in range(unclear):
        move = pick(replies, k, unclear)
        after, outcome = defend(position, move >> 6, move & 63)
        value = within(after, plies - 2, not replying, without, desk)
        if value == 0:
            return 0
        if value < 0:
            desk.history[1, move] += plies * plies
            return max(value - 2, -NEVER)
        longest = max(longest, value + 2)
    return longest


@kernel
def shortest(position: Position, most: int, without: int, desk: Desk) -> int:
    """The length of the shortest win up to `most` plies; else -(the plies in which there is none), 0 if given up."""
    plies, desk.work[SEARCHED] = 1, 0
    while plies <= most:
        value = glance(position, plies, without)
        if value == 0:
            value = within(position, plies, False, without, desk)
        if value >= 0:
            return value
        desk.work[SEARCHED] = -value
        plies = 2 - value
    return -desk.work[SEARCHED]

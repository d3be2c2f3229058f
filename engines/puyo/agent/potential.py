"""Potential maximisation (Puyo agent paper, 3.4.1 and 5.2 to 5.4): search some moves deep for the best firing.

Every board that the pairs can lead to in two moves or more is a node; its value is what its last move's chain scores.
The first move of the best node is played; of several that are as good, one at random. The first move may not erase,
or it may (5.4), and then its points do not count. The last move may be of any pair instead of a known one: in the
fourth, which nobody knows (5.2), or already in the third (5.3, "full width").

All boards but the last move's lie in arrays, level by level; of the last only those are played that fire (`fire`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel
from engines.kernels.lanes import some
from engines.kernels.randomness import below
from engines.puyo.agent.fire import TRIGGERS, allowed, find_triggers, firing, of_pair
from engines.puyo.agent.queues import ALL_PAIRS
from engines.puyo.agent.sight import STUCK, Choice, Chooser, Sight
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.chain import score_out
from engines.puyo.rules.place import ALL_PLACEMENTS, lost, placed
from engines.puyo.rules.planes import load_board, store_planes, vanishing

BEST, NODES = 0, 1  # what a search knows so far


class Rules(NamedTuple):
    """What holds in a search: the game's (`sight`), and whether the first move may erase."""

    blocked: bool
    loses: bool
    erase: bool


@kernel
def consider(points: int, root: int, found: np.ndarray, tally: np.ndarray) -> None:
    """Count a node, by its first move, if it is as good as the best; begin anew if it is better."""
    found[NODES] += 1
    if points > found[BEST]:
        found[BEST] = points
        tally[:] = 0
    if points == found[BEST]:
        tally[root] += 1


@kernel
def first_moves(board: np.ndarray, pair: np.ndarray, rules: Rules, boards: np.ndarray, roots: np.ndarray) -> int:
    """The boards after the first move, those left out that erase where that is not allowed, or lose; how many."""
    count = 0
    p0, p1, p2 = load_board(board)
    waiting = of_pair(allowed(board, rules.blocked), pair[0], pair[1])
    while waiting:
        move = lowest(waiting)
        waiting &= waiting - 1
        q0, q1, q2 = placed(p0, p1, p2, move, pair[0], pair[1])
        rounds, _, q0, q1, q2 = score_out(q0, q1, q2)
        if rounds and not rules.erase:
            continue
        store_planes(boards, count, q0, q1, q2)
        if not (rules.loses and lost(boards[count])):
            roots[count] = move
            count += 1
    return count


@kernel
def next_moves(
    boards: np.ndarray,
    roots: np.ndarray,
    count: int,
    pair: np.ndarray,
    rules: Rules,
    found: np.ndarray,
    tally: np.ndarray,
    into: np.ndarray,
    into_roots: np.ndarray,
) -> int:
    """All boards one known pair further, each of which is a node; how many."""
    made = 0
    pivot, rotor = pair[0], pair[1]
    for number in range(count):
        board = boards[number]
        p0, p1, p2 = load_board(board)
        waiting = of_pair(allowed(board, rules.blocked), pivot, rotor)
        while waiting:
            move = lowest(waiting)
            waiting &= waiting - 1
            q0, q1, q2 = placed(p0, p1, p2, move, pivot, rotor)
            points = 0
            if some(vanishing(q0, q1, q2)):
                _, points, q0, q1, q2 = score_out(q0, q1, q2)
            store_planes(into, made, q0, q1, q2)
            if rules.loses and lost(into[made]):
                continue
            consider(points, roots[number], found, tally)
            into_roots[made] = roots[number]
            made += 1
    return made


@kernel
def last_moves(
    boards: np.ndarray,
    roots: np.ndarray,
    count: int,
    pairs: np.ndarray,
    rules: Rules,
    found: np.ndarray,
    tally: np.ndarray,
) -> None:
    """The nodes of the last move, of one pair or of all: those that set nothing off are only counted."""
    triggers = np.zeros(TRIGGERS, dtype=np.int64)
    used = np.zeros(TRIGGERS[0], dtype=np.bool_)
    for i in range(len(pairs)):
        used[pairs[i, 0]] = used[pairs[i, 1]] = True
    for number in range(count):
        board, root = boards[number], roots[number]
        p0, p1, p2 = load_board(board)
        for code in range(len(used)):
            if used[code]:
                find_triggers(p0, p1, p2, code, triggers)
        options = allowed(board, rules.blocked)
        for i in range(len(pairs)):
            pivot, rotor = pairs[i, 0], pairs[i, 1]
            mine = of_pair(options, pivot, rotor)
            waiting = mine & firing(pivot, rotor, triggers)
            quiet = popcount(mine & ~waiting)
            while waiting:
                move = lowest(waiting)
                waiting &= waiting - 1
                q0, q1, q2 = placed(p0, p1, p2, move, pivot, rotor)
                _, points, _, _, _ = score_out(q0, q1, q2)
                consider(points, root, found, tally)
            found[NODES] += quiet
            if found[BEST] == 0:
                tally[root] += quiet


@kernel
def search(board: np.ndarray, known: np.ndarray, last: np.ndarray, rules: Rules, tally: np.ndarray) -> int:
    """Count the best nodes by their first moves in `tally`; how many nodes there were. `known` are the pairs but for
    the last move's, `last` those that may come then."""
    found = np.zeros(2, dtype=np.int64)
    boards, roots = np.empty((ALL_PLACEMENTS, WORDS), dtype=np.int64), np.empty(ALL_PLACEMENTS, dtype=np.int64)
    count = first_moves(board, known[0], rules, boards, roots)
    for depth in range(1, len(known)):
        room = count * ALL_PLACEMENTS + 1
        into, into_roots = np.empty((room, WORDS), dtype=np.int64), np.empty(room, dtype=np.int64)
        count = next_moves(boards, roots, count, known[depth], rules, found, tally, into, into_roots)
        boards, roots = into, into_roots
    last_moves(boards, roots, count, last, rules, found, tally)
    return found[NODES]


@kernel
def drawn(tally: np.ndarray, state: np.ndarray) -> int:
    """One of the nodes counted, each as likely: its first move."""
    number = below(state, tally.sum())
    for root in range(len(tally)):
        number -= tally[root]
        if number < 0:
            return root
    return -1


@dataclass(frozen=True, slots=True)
class Potential:
    """Which of the paper's searches it is."""

    depth: int
    any_last: bool  # the last move is of any pair
    erase: bool  # the first move may erase

    def __call__(self, sight: Sight, state: np.ndarray) -> Choice:
        known = sight.pairs[: self.depth - 1]
        last = ALL_PAIRS if self.any_last else sight.pairs[self.depth - 1 : self.depth]
        tally = np.zeros(ALL_PLACEMENTS, dtype=np.int64)
        rules = Rules(sight.blocked, sight.loses, self.erase)
        nodes = search(sight.board, known, last, rules, tally)
        equal = int(tally.sum())
        return Choice(drawn(tally, state), nodes, equal) if equal else Choice(STUCK, nodes, 0)


def potential(depth: int, any_last: bool = False, erase: bool = False) -> Chooser:
    """An agent of the paper, as `choosers` lists them."""
    return Potential(depth, any_last, erase)

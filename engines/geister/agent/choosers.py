"""What makes the choices of each agent of `roster`: by what its side may know, and by nothing else.

*random* takes any move. *rules* takes what looks best at a glance (`weigh`). *careful* takes what looks best of the
moves after which the other side has no certain win in three plies (`danger`). *best* first looks for a win that is
certain whatever the hidden colours are, and then does the same, looking further. All but the first break ties, and a
little more, by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from engines.agents import Maker
from engines.geister.agent.weigh import WEIGHTS, weigh
from engines.geister.rules.moves import DEFENDER_WINS, Position, attack, attackers, defenders
from engines.geister.solve.danger import LIMIT as GUARD_LIMIT
from engines.geister.solve.danger import NODES as GUARD_NODES
from engines.geister.solve.danger import danger
from engines.geister.solve.deepening import MOST_MOVES, NODES, Desk, clear, new_desk, shortest
from engines.geister.solve.lines import all_attacks, best_moves
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.kernels.randomness import below, fraction
from engines.shared.threads import per_thread

MOST_PLIES = 21  # of a win that is looked for
GUARD_PLIES = 5  # of a win of the other side that is kept from it
GUARD_NODES_A_MOVE = 3_000
FEW = 11  # pieces with which long wins are looked for
CAREFUL_PLIES = 3
HELD = 20  # times its limit a search may take where a win was proved before: it is there
CHANCE = 1.5  # up to so much is added to what a move is worth


class Choice(NamedTuple):
    """A move as start << 6 | end, squares as the side sees them; the nodes it took; plies of a certain win, or 0."""

    move: int
    nodes: int
    proved: int


@kernel
def any_move(position: Position, stream: np.ndarray) -> int:
    """Any move, all alike."""
    out = np.zeros(MOST_MOVES, dtype=np.int64)
    return int(out[below(stream, all_attacks(position, out))])


@kernel
def list_weighed(
    position: Position, chances: np.ndarray, weights: np.ndarray, stream: np.ndarray, out: np.ndarray
) -> int:
    """The moves, those worth most first; how many. A little of it is chance."""
    n = all_attacks(position, out)
    worth = np.zeros(n)
    for i in range(n):
        worth[i] = weigh(position, out[i] >> 6, out[i] & 63, chances, weights) + CHANCE * fraction(stream)
        k = i
        while k > 0 and worth[k] > worth[k - 1]:
            worth[k], worth[k - 1] = worth[k - 1], worth[k]
            out[k], out[k - 1] = out[k - 1], out[k]
            k -= 1
    return n


@kernel
def by_rules(position: Position, chances: np.ndarray, weights: np.ndarray, stream: np.ndarray) -> int:
    """The move that looks best."""
    out = np.zeros(MOST_MOVES, dtype=np.int64)
    list_weighed(position, chances, weights, stream, out)
    return int(out[0])


@kernel
def gives_away(position: Position, move: int, plies: int, work: np.ndarray) -> bool:
    """Whether the other side may win by force in so many plies after a move."""
    after, outcome = attack(position, move >> 6, move & 63)
    if outcome:
        return outcome == DEFENDER_WINS
    work[GUARD_LIMIT] = work[GUARD_NODES] + GUARD_NODES_A_MOVE
    return danger(after, plies, False, work)


@kernel
def guarded(
    position: Position, chances: np.ndarray, weights: np.ndarray, most: int, stream: np.ndarray, work: np.ndarray
) -> int:
    """The move that looks best of those that give nothing away for as long as can be.

    If all of them do at once it is a matter of luck which colours are hidden, and the likeliest one is taken.
    """
    out = np.zeros(MOST_MOVES, dtype=np.int64)
    n = list_weighed(position, chances, weights, stream, out)
    for plies in range(most, 0, -2):
        for i in range(n):
            if not gives_away(position, out[i], plies, work):
                return int(out[i])
    return int(out[0])


@kernel
def nodes_for(position: Position, limit: int) -> int:
    """How many nodes the search for a win may take: with many pieces the wins that there are, are short."""
    return limit if popcount(attackers(position) | defenders(position)) <= FEW else limit // 5


@kernel
def certain(position: Position, chances: np.ndarray, weights: np.ndarray, limit: int, desk: Desk) -> tuple[int, int]:
    """The first move of a shortest certain win, and its plies; 0 plies if none is found.

    Where several moves win in as many plies it is the one that looks best.
    """
    clear(desk, nodes_for(position, limit))
    plies = shortest(position, MOST_PLIES, 0, desk)
    if plies <= 0:
        return 0, 0
    out = np.zeros(MOST_MOVES, dtype=np.int64)
    desk.work[NODES] = 0
    n = best_moves(position, plies, 0, desk, out)
    best, most = 0, -np.inf
    for i in range(n):
        worth = weigh(position, out[i] >> 6, out[i] & 63, chances, weights)
        if worth > most:
            best, most = i, worth
    return (int(out[best]), plies) if n > 0 else (0, 0)


@per_thread
def desk() -> Desk:
    """This thread's desk for agents: a small one, as their searches are."""
    return new_desk(14)


class Mind(NamedTuple):
    """What a side chooses by: what it knows of the position, what it makes of the other's behaviour, its own chance,
    how many nodes it may take, and whether it had proved a win before."""

    position: Position
    chances: np.ndarray
    stream: np.ndarray
    limit: int
    winning: bool
    weights: np.ndarray = WEIGHTS


def choose_any(mind: Mind) -> Choice:
    """The agent that takes any move."""
    return Choice(any_move(mind.position, mind.stream), 0, 0)


def choose_by_rules(mind: Mind) -> Choice:
    """The sensible agent without search."""
    return Choice(by_rules(mind.position, mind.chances, mind.weights, mind.stream), 0, 0)


def choose_best(mind: Mind) -> Choice:
    """The agent with the search for certain wins, its own and the other side's."""
    limit = mind.limit * HELD if mind.winning else mind.limit
    move, plies = certain(mind.position, mind.chances, mind.weights, limit, desk())
    nodes = int(desk().work[NODES])
    if plies:
        return Choice(move, nodes, plies)
    work = np.zeros(2, dtype=np.int64)
    move = guarded(mind.position, mind.chances, mind.weights, GUARD_PLIES, mind.stream, work)
    return Choice(move, nodes + int(work[GUARD_NODES]), 0)


def choose_carefully(mind: Mind) -> Choice:
    """The agent that gives nothing away at once but looks for no wins: its games are long, many of them missed."""
    work = np.zeros(2, dtype=np.int64)
    move = guarded(mind.position, mind.chances, mind.weights, CAREFUL_PLIES, mind.stream, work)
    return Choice(move, int(work[GUARD_NODES]), 0)


Chooser = Callable[[Mind], Choice]


def _plain(chooser: Chooser) -> Maker[Chooser]:
    """The maker of an agent without weights; chance comes with each choice."""
    return lambda weights, key: chooser


MAKERS: Mapping[str, Maker[Chooser]] = {
    "random": _plain(choose_any),
    "rules": _plain(choose_by_rules),
    "careful": _plain(choose_carefully),
    "best": _plain(choose_best),
}

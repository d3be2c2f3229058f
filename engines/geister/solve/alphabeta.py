"""Alpha-beta with the length of the win as its value: the baseline for df-pn in the Geister paper (4.1).

It has no store, no order of moves and no cut-off but wins and losses, so that the ratio to `dfpn` and `deepening`
shows what those earn. Answers follow the same convention: v > 0, the shortest win is v plies long; v < 0, there is
none within -v plies; 0, given up at the limit of nodes.
"""

from __future__ import annotations

import numpy as np

from engines.geister.rules.moves import ATTACKER_WINS, DEFENDER_WINS, Position, attack, defend
from engines.geister.solve.bounds import MOST_PLIES
from engines.geister.solve.lines import all_attacks, all_replies
from engines.kernels.jit import kernel

MOST_MOVES = 40
NODES, LIMIT = 0, 1
NO_WIN = 0
LENGTHS = MOST_PLIES + 1  # a win in v plies is worth LENGTHS - v: the shorter the better


def new_work(limit: int) -> np.ndarray:
    """Nodes so far and their limit."""
    return np.array([0, limit], dtype=np.int64)


def new_moves() -> np.ndarray:
    """Room for the moves of each level."""
    return np.zeros((MOST_PLIES + 1, MOST_MOVES), dtype=np.int64)


@kernel
def value_of(
    position: Position, left: int, deep: int, alpha: int, beta: int, moves: np.ndarray, work: np.ndarray
) -> int:
    """What a position is worth to the attacker, `deep` plies from the root with so many left; odd plies are its own.

    Exact between alpha and beta, else a bound. Meaningless once the nodes are used up.
    """
    work[NODES] += 1
    if left == 0 or work[NODES] > work[LIMIT]:
        return NO_WIN
    attacking = deep % 2 == 0
    out = moves[left]
    n = all_attacks(position, out) if attacking else all_replies(position, out)
    for i in range(n):
        if attacking:
            after, outcome = attack(position, out[i] >> 6, out[i] & 63)
        else:
            after, outcome = defend(position, out[i] >> 6, out[i] & 63)
        if outcome == ATTACKER_WINS:
            value = LENGTHS - deep - 1
        elif outcome == DEFENDER_WINS:
            value = NO_WIN
        else:
            value = value_of(after, left - 1, deep + 1, alpha, beta, moves, work)
        if attacking:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if attacking else beta


@kernel
def shortest(position: Position, most: int, moves: np.ndarray, work: np.ndarray) -> int:
    """The length of the shortest win up to `most` plies; -most if there is none, 0 if given up."""
    value = value_of(position, most, 0, NO_WIN, LENGTHS, moves, work)
    if work[NODES] > work[LIMIT]:
        return 0
    return LENGTHS - value if value > NO_WIN else -most

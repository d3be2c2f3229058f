"""Whether a move gives the game away: a search for a win of the other side that no reply keeps it from.

What is hidden is whatever suits the other side here, too: any of it may leave, and what is taken of it is red first.
So where this finds no win in so many plies the other side has none that it could be certain of. Compare with
`danger`, which looks without a limit, and tells the same.
"""

from __future__ import annotations

import numpy as np

from engines.bits import lowest
from engines.geister.bounds import wins_in_one
from engines.geister.danger import out_of_reach
from engines.geister.deepening import defender_wins_now, must_answer
from engines.geister.rules import (
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
from engines.jit import kernel

NODES, LIMIT = 0, 1  # in `work`


@kernel
def loses(position: Position, plies: int, replying: bool, work: np.ndarray) -> bool:
    """Whether the defender, to move, wins by force in so many plies; or if the attacker is `replying`, though it is
    the attacker's move. False if the nodes run out.
    """
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        return False
    if not replying:
        if defender_wins_now(position):
            return True
        if plies == 1 or out_of_reach(position, plies):
            return False
        pieces = defenders(position)
        goals = ~pieces & must_answer(position)
        while pieces:
            start = lowest(pieces)
            pieces &= pieces - 1
            ends = STEPS[start] & goals
            while ends:
                end = lowest(ends)
                ends &= ends - 1
                after, outcome = defend(position, start, end)
                if outcome != ATTACKER_WINS and loses(after, plies - 1, not replying, work):
                    return True
        return False

    if wins_in_one(position, True):
        return False
    pieces = attackers(position)
    threat = may_leave(position) & DEFENDER_EXITS
    goals = threat if threat else ~pieces
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        ends = STEPS[start] & goals
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            after, outcome = attack(position, start, end)
            if outcome != DEFENDER_WINS and not loses(after, plies - 1, not replying, work):
                return False
    return True

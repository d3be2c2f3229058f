"""What the defender threatens: whether it would win by force if it were to move. Compare with `deepening`.

What is hidden is whatever suits the defender here, too: any of it may leave, and what is taken of it is red first. So
where no win is found the defender has none that it could be certain of. Threats are looked for a few plies deep only,
so nothing is kept and nothing ordered.
"""

from __future__ import annotations

import numpy as np

from engines.geister.rules.moves import (
    ATTACKER_WINS,
    DEFENDER_EXITS,
    DEFENDER_WINS,
    SIDE,
    SQUARES,
    STEPS,
    Position,
    attack,
    attackers,
    defend,
    defenders,
    may_leave,
)
from engines.geister.solve.bounds import wins_in_one
from engines.geister.solve.deepening import defender_wins_now, must_answer
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel

NODES, LIMIT = 0, 1  # in `work`
NO_LIMIT = 1 << 60
_STEPS_AWAY = [min(square % SIDE, SIDE - 1 - square % SIDE) + square // SIDE for square in range(SQUARES)]
AT_EXIT, ONE_STEP, TWO_STEPS = (
    sum(1 << square for square in range(SQUARES) if _STEPS_AWAY[square] <= steps) for steps in (0, 1, 2)
)


def new_work() -> np.ndarray:
    """No nodes so far, and as many as it takes."""
    return np.array([0, NO_LIMIT], dtype=np.int64)


@kernel
def out_of_reach(position: Position, plies: int) -> bool:
    """Whether the defender, to move, has too far to go and too many blues to take to win in so many plies."""
    moves = (plies + 1) // 2
    near = AT_EXIT if moves == 1 else ONE_STEP if moves == 2 else TWO_STEPS
    return moves <= 3 and not may_leave(position) & near and popcount(position.own_blue) > moves


@kernel
def danger(position: Position, plies: int, replying: bool, work: np.ndarray) -> bool:
    """Whether the defender, to move, wins by force in so many plies; or if the attacker is `replying`, though it is
    the attacker's move. False if the nodes run out, if `work` has a limit of them.
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
                if outcome != ATTACKER_WINS and danger(after, plies - 1, not replying, work):
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
            if outcome != DEFENDER_WINS and not danger(after, plies - 1, not replying, work):
                return False
    return True

"""What can be told of a position at a glance: wins in one and in three plies, and how long a win takes at least.

All of it is exact or a lower bound, never a guess; the twin in the tests looks all of it up by plain search.

A win by losing the last red never makes a puzzle shorter: the squares beside any set of pieces are two or more
as long as the board is not nearly full, so the defender always has another move than to take it.
"""

from __future__ import annotations

import numpy as np

from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    DEFENDER_EXITS,
    SIDE,
    SQUARES,
    Position,
    attackers,
    beside,
    defenders,
    hidden_red,
    may_leave,
)
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel

NEVER = 125  # more plies than any win has; odd, as lengths are
MOST_PLIES = NEVER - 2  # that a search may be asked for; of five pieces, all shown, wins take up to 71

TO_EXIT = np.array([min(i % SIDE, SIDE - 1 - i % SIDE) + SIDE - 1 - i // SIDE for i in range(SQUARES)])
FARTHEST = int(TO_EXIT.max())
WITHIN = np.array(
    [sum(1 << i for i in range(SQUARES) if TO_EXIT[i] <= steps) for steps in range(FARTHEST + 1)], dtype=np.int64
)

# For each of the attacker's exits: the corner and the two squares beside it.
LEFT_CORNER, LEFT_ABOVE, LEFT_BESIDE = 1 << 30, 1 << 24, 1 << 31
RIGHT_CORNER, RIGHT_ABOVE, RIGHT_BESIDE = 1 << 35, 1 << 29, 1 << 34


@kernel
def steps_to_exit(squares: int) -> int:
    """How many steps the nearest of these squares is from an exit of the attacker."""
    steps = 0
    while not squares & WITHIN[steps]:
        steps += 1
    return steps


@kernel
def takes_to_win(position: Position) -> int:
    """How many pieces the attacker has to take to win by taking, at least; NEVER if it cannot.

    Hidden blues are only taken after all hidden reds, and the last red must not be taken.
    """
    if not position.purple:
        return popcount(position.blue)
    return popcount(position.blue | position.purple) if position.red else NEVER


@kernel
def least_plies(position: Position) -> int:
    """No win of the attacker, who is to move, is shorter than this."""
    by_exit = 2 * steps_to_exit(position.own_blue) + 1
    takes = takes_to_win(position)
    return by_exit if takes == NEVER else min(by_exit, 2 * takes - 1)


@kernel
def wins_in_one(position: Position, takes: bool) -> bool:
    """Whether a blue stands at an exit or, if that wins at this moment, the last hostile blue can be taken."""
    if position.own_blue & ATTACKER_EXITS:
        return True
    return takes and takes_to_win(position) == 1 and beside(attackers(position)) & position.blue != 0


@kernel
def walks_out_in_three(position: Position) -> bool:
    """Whether a blue can step to an exit and leave next; for positions where no blue stands at one.

    It must not be takeable there, must not take the last red on the way, and nobody may leave meanwhile.
    """
    if may_leave(position) & DEFENDER_EXITS:
        return False
    return _steps_in(position, LEFT_CORNER, LEFT_ABOVE, LEFT_BESIDE) or _steps_in(
        position, RIGHT_CORNER, RIGHT_ABOVE, RIGHT_BESIDE
    )


@kernel
def _steps_in(position: Position, corner: int, above: int, aside: int) -> bool:
    """The same for one corner: a blue on one square beside it, no hostile piece on the other."""
    hostile = defenders(position)
    blue = position.own_blue
    if not ((blue & above and not hostile & aside) or (blue & aside and not hostile & above)):
        return False
    if corner & position.own_red:
        return False
    if corner & (position.purple | position.red):
        return popcount(position.red) + hidden_red(position) > 1
    return True

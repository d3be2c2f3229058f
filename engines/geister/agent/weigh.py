"""What a move is worth at a glance: the rules of thumb of a sensible agent.

Leave if you can; take what is about to leave; keep a piece near each of your own corners; bring blues toward an exit
and do not leave them where they can be taken; push reds forward too, as if they were blue, and offer them; take what
is likely blue, and the less the fewer reds the other side has left. Numbers were set by hand, then by trial games.
Compare with tests/engines/geister/naive_agent.py, which says the same with letters on a grid.
"""

from __future__ import annotations

import numpy as np

from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    DEFENDER_EXITS,
    OUT,
    SQUARES,
    STEPS,
    Position,
    attackers,
    beside,
    blues_left,
    defenders,
    may_leave,
    reds_left,
)
from engines.geister.solve.bounds import TO_EXIT
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel

WON = 10_000.0
# Places in the weights. Four each, by how many are left before, from one: worth of taking a blue, cost of taking a
# red, cost of a blue of one's own that can be taken, worth of such a red.
TAKE_BLUE, TAKE_RED, LOSE_BLUE, LOSE_RED = 0, 4, 8, 12
GUARDED = 16  # part of the cost of a blue that can be taken, if what takes it can be taken in turn
NEAREST, EACH_BLUE, EACH_RED = 17, 18, 19  # a step of the nearest blue, of each blue, of each red
UNGUARDED = 20  # a corner of one's own that a hostile piece is nearer to than any guard
AT_THE_DOOR = 900.0  # a blue that leaves next, and nobody can take it
WEIGHTS = np.array(
    [
        *(WON, 44.0, 25.0, 16.0),
        *(WON, 28.0, 14.0, 6.0),
        *(WON / 2, 18.0, 25.0, 6.0),
        *(6.5, 7.8, 5.0, 2.0),
        *(0.2, 1.1, 0.2, 0.5, 22.0),
    ]
)
LEFT_CORNER, RIGHT_CORNER = 0, 5
STEPS_APART = np.array(
    [[abs(i % 6 - k % 6) + abs(i // 6 - k // 6) for k in range(SQUARES)] for i in range(SQUARES)], dtype=np.int64
)


@kernel
def moved_to(position: Position, start: int, end: int) -> Position:
    """The pieces after a move of one's own; what is hidden stays so, whatever has been taken."""
    B, R, u, b, r, hidden_blue = position
    step, stay = 1 << start | 1 << end, ~(1 << end)
    if B >> start & 1:
        return Position(B ^ step, R, u & stay, b & stay, r & stay, hidden_blue)
    return Position(B, R ^ step, u & stay, b & stay, r & stay, hidden_blue)


@kernel
def worth_of_taking(position: Position, end: int, chances: np.ndarray, weights: np.ndarray) -> float:
    """What it is worth to take the piece on a square, by the chance that it is blue."""
    if not defenders(position) >> end & 1:
        return 0.0
    blue = chances[end]
    worth, cost = weights[TAKE_BLUE + blues_left(position) - 1], weights[TAKE_RED + reds_left(position) - 1]
    return float(blue * worth - (1.0 - blue) * cost)


@kernel
def worth_of_standing(after: Position, weights: np.ndarray) -> float:
    """What one's own pieces may win or lose where they stand, the other side being to move."""
    hostile, own = defenders(after), attackers(after)
    reached = beside(hostile)
    found = 0.0
    pieces = own & reached
    while pieces:
        square = lowest(pieces)
        pieces &= pieces - 1
        if after.own_red >> square & 1:
            found += weights[LOSE_RED + popcount(after.own_red) - 1]
        elif not after.own_blue & ATTACKER_EXITS & ~reached:
            guarded = STEPS[square] & own != 0
            found -= weights[LOSE_BLUE + popcount(after.own_blue) - 1] * (weights[GUARDED] if guarded else 1.0)
    return found


@kernel
def worth_of_going(after: Position, weights: np.ndarray) -> float:
    """How far blues and reds have come; much if one leaves next."""
    nearest, found = 99, 0.0
    pieces = after.own_blue
    while pieces:
        steps = TO_EXIT[lowest(pieces)]
        pieces &= pieces - 1
        nearest = min(nearest, steps)
        found -= weights[EACH_BLUE] * steps
    pieces = after.own_red
    while pieces:
        found -= weights[EACH_RED] * TO_EXIT[lowest(pieces)]
        pieces &= pieces - 1
    if after.own_blue & ATTACKER_EXITS & ~beside(defenders(after)):
        found += AT_THE_DOOR
    return found - weights[NEAREST] * nearest


@kernel
def cost_of_corner(after: Position, corner: int, chances: np.ndarray, weights: np.ndarray) -> float:
    """What may come of a hostile piece that is nearer to a corner of one's own than any guard."""
    guard, pieces = 99, attackers(after)
    while pieces:
        guard = min(guard, STEPS_APART[lowest(pieces), corner])
        pieces &= pieces - 1
    worst, pieces = 0.0, may_leave(after)
    while pieces:
        square = lowest(pieces)
        pieces &= pieces - 1
        steps = STEPS_APART[square, corner]
        if steps < guard:
            worst = max(worst, chances[square] * weights[UNGUARDED] / steps)
    return worst


@kernel
def weigh(position: Position, start: int, end: int, chances: np.ndarray, weights: np.ndarray) -> float:
    """What a move is worth; `chances` says for each square how likely a hostile piece there is blue."""
    if end == OUT:
        return WON * 2
    after = moved_to(position, start, end)
    found = worth_of_taking(position, end, chances, weights)
    found += worth_of_standing(after, weights) + worth_of_going(after, weights)
    leaving = may_leave(after) & DEFENDER_EXITS
    while leaving:
        found -= WON * chances[lowest(leaving)]
        leaving &= leaving - 1
    for corner in (LEFT_CORNER, RIGHT_CORNER):
        if not defenders(after) >> corner & 1:
            found -= cost_of_corner(after, corner, chances, weights)
    return found

"""Best play: every line in which the attacker keeps the shortest win and the defender lasts as long as it can.

All such lines end on the same ply. `cheapest` looks for the one that costs least: pieces taken, or pieces moved. It
goes into the depth first and drops a line as soon as it costs as much as the best one so far, so that a line that
costs nothing ends it. Compare with tests/engines/geister/naive_features.py: all lines, one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.geister.rules.moves import ATTACKER_WINS, OUT, Position, attack, attackers, defend, defenders
from engines.geister.solve.bounds import MOST_PLIES
from engines.geister.solve.deepening import MOST_MOVES, Desk, glance, within
from engines.geister.solve.lines import all_replies, best_moves
from engines.kernels.jit import kernel

HOSTILE_TAKEN, OWN_TAKEN, PIECES_MOVED = 1, 2, 4  # what a line may cost; the first two go together
NO_LINE = 99
VISITS, HELD = 0, 1  # in Trail.work
SLOTS = 1 << 15  # of the list of positions visited; at most half of them are used
MIX = 0x9E3779B97F4A7C1


class Trail(NamedTuple):
    """What the search for a line works with: moves of each level, positions visited and what the way to them cost."""

    moves: np.ndarray
    visited: np.ndarray
    work: np.ndarray  # visits that are left, places used in the list


def new_trail() -> Trail:
    """Nothing visited yet."""
    return Trail(
        np.zeros((MOST_PLIES + 2, 2, MOST_MOVES), dtype=np.int64),
        np.zeros((SLOTS, 2), dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )


@kernel
def lasts(position: Position, plies: int, desk: Desk) -> int:
    """Whether the attacker, to move, has no win in fewer than so many plies: 1 or 0; -1 if given up."""
    if plies <= 1:
        return 1
    value = glance(position, plies - 2, 0)
    if value == 0:
        value = within(position, plies - 2, False, 0, desk)
    return -1 if value == 0 else int(value < 0)


@kernel
def mark(position: Position, moved: int) -> int:
    """A number for a position and the pieces that have moved, never 0; two hardly ever have the same."""
    found = moved + 1
    for word in position:
        found = (found ^ word) * MIX
        found ^= (found >> 29) & 0x7FFFFFFFF
    return found | 1


@kernel
def was_here(position: Position, moved: int, cost: int, trail: Trail) -> bool:
    """Whether the position was reached before at no more cost; if not, it is noted."""
    name = mark(position, moved)
    at = (name >> 7) & (SLOTS - 1)
    while trail.visited[at, 0] != 0 and trail.visited[at, 0] != name:
        at = (at + 1) & (SLOTS - 1)
    if trail.visited[at, 0] == name and trail.visited[at, 1] <= cost:
        return True
    trail.visited[at, 0], trail.visited[at, 1] = name, cost
    return False


@kernel
def move_cost(position: Position, start: int, end: int, moved: int, kind: int) -> int:
    """What a move of the attacker costs."""
    took = end != OUT and defenders(position) >> end & 1 != 0
    found = 1 if kind & HOSTILE_TAKEN and took else 0
    return found + (1 if kind & PIECES_MOVED and not moved >> start & 1 else 0)


@kernel
def cheapest(
    position: Position, plies: int, moved: int, cost: int, best: int, kind: int, desk: Desk, trail: Trail
) -> int:
    """The least cost of a line of best play, or `best` if none has less; `cost` is that of the way to the position.

    `moved` are the squares of pieces that have moved, if that is what counts.
    """
    if trail.work[VISITS] == 0 or was_here(position, moved, cost, trail):
        return best
    trail.work[VISITS] -= 1
    least = 1 if kind & PIECES_MOVED else 0
    moves, replies = trail.moves[plies, 0], trail.moves[plies, 1]
    for i in range(best_moves(position, plies, 0, desk, moves)):
        start, end = moves[i] >> 6, moves[i] & 63
        then_cost = cost + move_cost(position, start, end, moved, kind)
        if then_cost >= best:
            continue
        if plies == 1:
            best = then_cost
            continue
        after = attack(position, start, end)[0]
        then_moved = moved & ~(1 << start) | 1 << end if kind & PIECES_MOVED else moved
        for k in range(all_replies(after, replies)):
            start, end = replies[k] >> 6, replies[k] & 63
            then, outcome = defend(after, start, end)
            loss = 1 if kind & OWN_TAKEN and attackers(after) >> end & 1 else 0
            if outcome != ATTACKER_WINS and then_cost + loss < best and lasts(then, plies - 2, desk) == 1:
                still = then_moved & ~(1 << end)
                best = cheapest(then, plies - 2, still, then_cost + loss, best, kind, desk, trail)
                if best == least:
                    return best
    return best


@kernel
def least_cost(position: Position, plies: int, kind: int, visits: int, desk: Desk, trail: Trail) -> int:
    """The least cost of a line of best play from a position that is won in so many plies, as far as visits go."""
    for at in range(SLOTS):
        trail.visited[at, 0] = 0
    trail.work[VISITS] = visits
    nothing = kind & 0
    return cheapest(position, plies, nothing, nothing, NO_LINE + nothing, kind, desk, trail)

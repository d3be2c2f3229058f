"""Winning lines: all best moves of a position, the reply that lasts longest, and the main line made of both."""

from __future__ import annotations

import numpy as np

from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    ATTACKER_WINS,
    DEFENDER_EXITS,
    DEFENDER_WINS,
    GOES_ON,
    OUT,
    STEPS,
    Position,
    attack,
    attackers,
    defend,
    defenders,
    may_leave,
)
from engines.geister.solve.bounds import NEVER
from engines.geister.solve.deepening import Desk, glance, within
from engines.kernels.bits import lowest
from engines.kernels.jit import kernel


@kernel
def list_moves(pieces: int, own: int, leave: int, out: np.ndarray) -> int:
    """Moves of some pieces by square, those in `leave` off the board, each as start << 6 | end; how many."""
    n = 0
    while pieces:
        start = lowest(pieces)
        pieces &= pieces - 1
        if leave >> start & 1:
            out[n] = start << 6 | OUT
            n += 1
        ends = STEPS[start] & ~own
        while ends:
            out[n] = start << 6 | lowest(ends)
            n += 1
            ends &= ends - 1
    return n


@kernel
def all_attacks(position: Position, out: np.ndarray) -> int:
    """Every move of the attacker."""
    own = attackers(position)
    return list_moves(own, own, position.own_blue & ATTACKER_EXITS, out)


@kernel
def all_replies(position: Position, out: np.ndarray) -> int:
    """Every move of the defender."""
    own = defenders(position)
    return list_moves(own, own, may_leave(position) & DEFENDER_EXITS, out)


@kernel
def best_moves(position: Position, plies: int, without: int, desk: Desk, out: np.ndarray) -> int:
    """The attacker's moves that win within so many plies, first in `out`; how many, -1 if given up."""
    n, found = all_attacks(position, out), 0
    for i in range(n):
        after, outcome = attack(position, out[i] >> 6, out[i] & 63)
        won = outcome == ATTACKER_WINS
        if outcome != ATTACKER_WINS and outcome != DEFENDER_WINS and plies > 1:
            value = within(after, plies, True, without, desk)
            if value == 0:
                return -1
            won = value > 0
        if won:
            out[found] = out[i]
            found += 1
    return found


@kernel
def best_reply(position: Position, most: int, desk: Desk, scratch: np.ndarray) -> tuple[int, int]:
    """The defender's reply that lasts longest, and the plies that the attacker needs after it, up to `most`.

    Less than 0 if it escapes: -(plies in which there is no win); 0 if given up before one was left. All replies are
    searched side by side, two plies deeper each time, so that what was found when the nodes run out is fair.
    """
    best, longest = -1, 0
    alive = all_replies(position, scratch)
    for plies in range(1, most + 2, 2):
        kept = 0
        for i in range(alive):
            reply = scratch[i]
            after, outcome = defend(position, reply >> 6, reply & 63)
            if outcome == DEFENDER_WINS:
                return reply, -NEVER
            value = longest if outcome == ATTACKER_WINS else shortest_from(after, plies, desk)
            if value == -NEVER:
                return reply, -NEVER
            if value == 0 and outcome == GOES_ON:
                return reply, 0
            if value >= 0:
                if best < 0 or value > longest:
                    best, longest = reply, value
            else:
                scratch[kept] = reply
                kept += 1
        alive = kept
        if alive == 0:
            return best, longest
    return scratch[0], -most


@kernel
def shortest_from(position: Position, plies: int, desk: Desk) -> int:
    """The answer for just so many plies, as a glance or a search has it."""
    value = glance(position, plies, 0)
    return value if value else within(position, plies, False, 0, desk)


@kernel
def main_line(position: Position, first: int, plies: int, desk: Desk, line: np.ndarray, scratch: np.ndarray) -> int:
    """A win in exactly `plies` that begins with a given move, resisted as long as can be; 0 if given up."""
    move = first
    for ply in range(plies):
        line[ply] = move
        if ply % 2 == 0:
            position, _ = attack(position, move >> 6, move & 63)
            if ply < plies - 1:
                move, left = best_reply(position, plies - ply - 2, desk, scratch)
                if left <= 0:
                    return 0
        else:
            position, _ = defend(position, move >> 6, move & 63)
            if best_moves(position, plies - ply - 1, 0, desk, scratch) < 1:
                return 0
            move = scratch[0]
    return plies

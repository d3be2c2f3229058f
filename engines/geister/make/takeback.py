"""Taking moves back (Geister paper, ch. 6): from a puzzle of L plies to one of L + 2 that leads into it.

A reply of the defender is taken back, onto an empty square; where it came from a piece of the attacker may stand
again. If no other reply there is better, a move of the attacker is taken back in the same way, and if the position
then has no win in L plies, its shortest win has L + 2: it goes through the one it was made from. Compare with
`rules.attack` and `rules.defend`, whose moves these undo.
"""

from __future__ import annotations

import numpy as np

from engines.geister.make.conditions import Wish, as_wished
from engines.geister.rules.moves import ALL, STEPS, Position, attackers, defenders, hidden_red
from engines.geister.solve.deepening import LIMIT, NODES, Desk, clear, shortest, within
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel
from engines.kernels.randomness import below

# What stands again on a square that is left: nothing; a piece that was taken there, of the attacker or the
# defender, shown or hidden; the last hidden red, after which the others stood as blue.
NOTHING, OWN_BLUE, OWN_RED = 0, 1, 2
BLUE, RED, HIDDEN_RED, LAST_HIDDEN_RED = 1, 2, 3, 4
MOST_TAKEBACKS = 16 * 4 * 5
REPLIES_TRIED, ATTACKS_TRIED = 12, 16

# The most of each kind: own blue, own red, blue, red, shown.
MOST_OWN_BLUE, MOST_OWN_RED, MOST_BLUE, MOST_RED, MOST_SHOWN = 0, 1, 2, 3, 4


@kernel
def take_back_reply(position: Position, at: int, back: int, again: int) -> Position:
    """The position before the defender went from `back` to `at`, where so and so stood."""
    B, R, u, b, r, hidden_blue = position
    moved = 1 << at | 1 << back
    if u >> at & 1:
        u ^= moved
    elif b >> at & 1:
        b ^= moved
    else:
        r ^= moved
    if again == OWN_BLUE:
        B |= 1 << at
    if again == OWN_RED:
        R |= 1 << at
    return Position(B, R, u, b, r, hidden_blue)


@kernel
def take_back_attack(position: Position, at: int, back: int, again: int, doubted: int) -> Position:
    """The position before the attacker went from `back` to `at`, where so and so stood.

    With the last hidden red the blues among `doubted` were hidden, too.
    """
    B, R, u, b, r, hidden_blue = position
    moved = 1 << at | 1 << back
    if B >> at & 1:
        B ^= moved
    else:
        R ^= moved
    if again == BLUE:
        b |= 1 << at
    elif again == RED:
        r |= 1 << at
    elif again == HIDDEN_RED:
        u |= 1 << at
    elif again == LAST_HIDDEN_RED:
        u, b, hidden_blue = doubted | 1 << at, b & ~doubted, popcount(doubted)
    return Position(B, R, u, b, r, hidden_blue)


@kernel
def list_takebacks(position: Position, pieces: int, kinds: int, out: np.ndarray) -> int:
    """Every way to take back a step of these pieces, as kind << 12 | at << 6 | back for each kind in the bit set."""
    empty = ALL & ~(attackers(position) | defenders(position))
    n = 0
    while pieces:
        at = lowest(pieces)
        pieces &= pieces - 1
        ends = STEPS[at] & empty
        while ends:
            back = lowest(ends)
            ends &= ends - 1
            for kind in range(5):
                if kinds >> kind & 1:
                    out[n] = kind << 12 | at << 6 | back
                    n += 1
    return n


@kernel
def shuffle(state: np.ndarray, items: np.ndarray, n: int) -> None:
    """The first n in a random order."""
    for i in range(n - 1, 0, -1):
        j = below(state, i + 1)
        items[i], items[j] = items[j], items[i]


@kernel
def own_kinds(position: Position, most: np.ndarray) -> int:
    """Which of the attacker's pieces there is room for."""
    kinds = 1 << NOTHING
    if popcount(position.own_blue) < most[MOST_OWN_BLUE]:
        kinds |= 1 << OWN_BLUE
    if popcount(position.own_red) < most[MOST_OWN_RED]:
        kinds |= 1 << OWN_RED
    return kinds


@kernel
def hostile_kinds(position: Position, most: np.ndarray) -> int:
    """Which of the defender's pieces there is room for."""
    blues = popcount(position.blue) + (position.hidden_blue if position.purple else 0)
    reds = popcount(position.red) + hidden_red(position)
    shown = popcount(position.blue | position.red) < most[MOST_SHOWN]
    kinds = 1 << NOTHING
    if shown and blues < most[MOST_BLUE]:
        kinds |= 1 << BLUE
    if reds < most[MOST_RED]:
        if shown:
            kinds |= 1 << RED
        if position.purple:
            kinds |= 1 << HIDDEN_RED
        elif position.red and position.blue:
            kinds |= 1 << LAST_HIDDEN_RED
    return kinds


@kernel
def some_of(state: np.ndarray, squares: int) -> int:
    """A random choice of these squares, at least one."""
    chosen = 0
    while chosen == 0:
        left = squares
        while left:
            if below(state, 2):
                chosen |= left & -left
            left &= left - 1
    return chosen


@kernel
def take_back_one(state: np.ndarray, before: Position, code: int) -> Position:
    """A move of the attacker taken back, as listed."""
    doubted = some_of(state, before.blue) if code >> 12 == LAST_HIDDEN_RED else 0
    return take_back_attack(before, code >> 6 & 63, code & 63, code >> 12, doubted)


@kernel
def lengthened(
    state: np.ndarray, position: Position, plies: int, most: np.ndarray, wish: Wish, desk: Desk, room: np.ndarray
) -> tuple[Position, bool]:
    """A position of `plies` + 2 that leads into this one and is as wished for, and whether there is one."""
    replies = list_takebacks(position, defenders(position), own_kinds(position, most), room[0])
    shuffle(state, room[0], replies)
    hidden_blue, limit = position.hidden_blue, desk.work[LIMIT]
    clear(desk, limit)
    for i in range(min(replies, REPLIES_TRIED)):
        code = room[0, i]
        before = take_back_reply(position, code >> 6 & 63, code & 63, code >> 12)
        desk.work[NODES] = 0
        if within(before, plies + 2, True, 0, desk) <= 0:
            continue
        attacks = list_takebacks(before, attackers(before), hostile_kinds(before, most), room[1])
        shuffle(state, room[1], attacks)
        for k in range(min(attacks, ATTACKS_TRIED)):
            found = take_back_one(state, before, room[1, k])
            if found.hidden_blue != hidden_blue:  # what the desk knows holds for one number of hidden blues
                clear(desk, limit)
                hidden_blue = found.hidden_blue
            desk.work[NODES] = 0
            if shortest(found, plies, 0, desk) < 0 and as_wished(found, plies + 2, wish, desk):
                return found, True
        if before.hidden_blue != hidden_blue:
            clear(desk, limit)
            hidden_blue = before.hidden_blue
    return position, False

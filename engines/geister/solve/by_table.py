"""Answers from endgame tables, where there is one: the same as by search, and "impossible" where it is.

Compare with `lines`, which finds the same moves by search.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engines.contract import Json
from engines.geister.rules.moves import ATTACKER_WINS, DEFENDER_WINS, GOES_ON, Position, attack, defend
from engines.geister.rules.solution import solution_of
from engines.geister.solve.deepening import MOST_MOVES
from engines.geister.solve.lines import all_attacks, all_replies
from engines.geister.solve.tables import lookup, lookup_all

NO_WIN = 1 << 20  # longer than any win
LOST = NO_WIN + 1  # and what is better still for the defender: to win at once


def moves_of(position: Position, listing: Callable[[Position, np.ndarray], int]) -> list[int]:
    """The moves that a kernel lists."""
    room = np.zeros(MOST_MOVES, dtype=np.int64)
    return [int(move) for move in room[: listing(position, room)]]


def replies_with_lengths(position: Position) -> list[tuple[int, int]]:
    """Each reply of the defender, who is to move, and the plies that the attacker needs after it, NO_WIN, or LOST."""
    replies, lengths, rows, places = moves_of(position, all_replies), [], [], []
    for place, reply in enumerate(replies):
        after, outcome = defend(position, reply >> 6, reply & 63)
        lengths.append(LOST if outcome == DEFENDER_WINS else 0)
        if outcome == GOES_ON:
            rows.append(after)
            places.append(place)
    for place, plies in zip(places, lookup_all(np.array(rows, dtype=np.int64)).tolist(), strict=True):
        lengths[place] = plies or NO_WIN
    return list(zip(replies, lengths, strict=True))


def attacks_with_lengths(position: Position) -> list[tuple[int, int]]:
    """Each move of the attacker with the plies of the win that it begins (NO_WIN if it is none)."""
    found = []
    for move in moves_of(position, all_attacks):
        after, outcome = attack(position, move >> 6, move & 63)
        if outcome == GOES_ON:
            plies = max(length for _, length in replies_with_lengths(after)) + 2
        else:
            plies = 1 if outcome == ATTACKER_WINS else NO_WIN
        found.append((move, plies))
    return found


def answer(position: Position) -> Json | None:
    """The solution of a position that has a table; None if there is no win."""
    plies = lookup(position)
    if not plies:
        return None
    first_moves = best_attacks(position, plies)
    line = [first_moves[0]]
    while len(line) < plies:
        position, _ = attack(position, line[-1] >> 6, line[-1] & 63)
        line.append(max(replies_with_lengths(position), key=lambda reply: reply[1])[0])
        position, _ = defend(position, line[-1] >> 6, line[-1] & 63)
        line.append(best_attacks(position, plies - len(line))[0])
    return solution_of(first_moves, line)


def best_attacks(position: Position, plies: int) -> list[int]:
    """The attacker's moves that win in so many plies, the fewest there are."""
    return [move for move, length in attacks_with_lengths(position) if length <= plies]

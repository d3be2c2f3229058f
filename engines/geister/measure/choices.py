"""What is measured by search: the choices that both sides have, first and along the main line, and all best play.

One kernel does all of it, puzzle by puzzle, with one store of positions: what a puzzle's first search has found
answers most of the questions that follow. Compare with tests/engines/geister/naive_features.py, which asks by brute
force.
"""

from __future__ import annotations

import numpy as np

from engines.geister.measure.catalogue import VISITS, column
from engines.geister.measure.effort import Room, measure_effort
from engines.geister.rules.moves import (
    ATTACKER_WINS,
    DEFENDER_WINS,
    GOES_ON,
    OUT,
    Position,
    attack,
    attackers,
    defend,
)
from engines.geister.solve.best_play import HOSTILE_TAKEN, NO_LINE, OWN_TAKEN, PIECES_MOVED, Trail, lasts, least_cost
from engines.geister.solve.category import CATEGORIES, OPEN, UNCLEAR, categories
from engines.geister.solve.deepening import LIMIT, MOST_MOVES, Desk, clear, glance, shortest, within
from engines.geister.solve.lines import all_attacks, all_replies, best_moves
from engines.geister.solve.solver import position_at
from engines.kernels.jit import kernel

CATEGORY, KINDS = column(f"category_{CATEGORIES[0]}"), len(CATEGORIES)
ONLY_MOVES, ONLY_SHARE = column("only_moves"), column("only_share")
TRIES, REPLIES, LONGEST_REPLIES = column("tries"), column("replies"), column("longest_replies")
THREAT_PLIES, ZUGZWANG = column("threat_plies"), column("zugzwang")
FEWEST_MOVED, FEWEST_TAKEN = column("fewest_moved"), column("fewest_taken")
VARIATIONS = column("variations")
FEWEST_HOSTILE, FEWEST_OWN = column("fewest_hostile_taken"), column("fewest_own_taken")


@kernel
def count_only_moves(position: Position, line: np.ndarray, plies: int, desk: Desk, room: Room) -> int:
    """At how many of its turns on a line the attacker has a single move that wins in time; -1 if given up. All moves
    that do are left in the room."""
    found = 0
    for turn in range((plies + 1) // 2):
        room.counts[turn] = 0
    for ply in range(0, plies, 2):
        ways = best_moves(position, plies - ply, 0, desk, room.rights[ply // 2])
        if ways < 1:
            return -1
        found += ways == 1
        room.counts[ply // 2] = ways
        if ply < plies - 1:
            after = attack(position, line[ply] >> 6, line[ply] & 63)[0]
            position = defend(after, line[ply + 1] >> 6, line[ply + 1] & 63)[0]
    return found


@kernel
def count_refutations(position: Position, plies: int, most: int, desk: Desk, scratch: np.ndarray) -> int:
    """After how many replies the attacker has no win in so many plies, counted up to `most`; -1 if given up."""
    found, unclear = 0, 0
    n = all_replies(position, scratch)
    for k in range(n):
        after, outcome = defend(position, scratch[k] >> 6, scratch[k] & 63)
        if outcome == GOES_ON:
            value = glance(after, plies, 0)
            found += value < 0
            if value == 0:
                scratch[unclear] = scratch[k]
                unclear += 1
        else:
            found += outcome == DEFENDER_WINS
    for k in range(unclear):
        if found >= most:
            break
        after, outcome = defend(position, scratch[k] >> 6, scratch[k] & 63)
        value = within(after, plies, False, 0, desk)
        if value == 0:
            return -1
        found += value < 0
    return min(found, most)


@kernel
def count_tries(position: Position, plies: int, desk: Desk, scratch: np.ndarray) -> int:
    """How many moves of the attacker a single reply refutes; -1 if given up."""
    found = 0
    moves = np.zeros(MOST_MOVES, dtype=np.int64)
    for k in range(all_attacks(position, moves)):
        after, outcome = attack(position, moves[k] >> 6, moves[k] & 63)
        if outcome == GOES_ON and plies > 1:
            refutations = count_refutations(after, plies - 2, 2, desk, scratch)
            if refutations < 0:
                return -1
            found += refutations == 1
    return found


@kernel
def measure_replies(after: Position, plies: int, desk: Desk, scratch: np.ndarray, row: np.ndarray) -> None:
    """The replies to the first move: how many there are, how many last longest; and a pass, if there were one.

    What is given up stays as it is."""
    n, longest = all_replies(after, scratch), 0
    row[REPLIES] = n
    for k in range(n):
        then, outcome = defend(after, scratch[k] >> 6, scratch[k] & 63)
        if outcome != ATTACKER_WINS:
            held = lasts(then, plies - 2, desk)
            if held < 0:
                return
            longest += held
    row[LONGEST_REPLIES] = longest
    value = shortest(after, plies - 2, 0, desk)
    if value > 0:
        row[THREAT_PLIES] = value
    if value != 0:
        row[ZUGZWANG] = value < 0


@kernel
def measure_costs(position: Position, plies: int, desk: Desk, trail: Trail, row: np.ndarray) -> None:
    """What best play costs at least; what it does not cost in all it does not cost either side."""
    both = HOSTILE_TAKEN | OWN_TAKEN
    taken = least_cost(position, plies, both, VISITS, desk, trail)
    moved = least_cost(position, plies, PIECES_MOVED, VISITS, desk, trail)
    if taken == NO_LINE or moved == NO_LINE:
        return
    row[FEWEST_TAKEN], row[FEWEST_MOVED] = taken, moved
    row[FEWEST_HOSTILE] = least_cost(position, plies, HOSTILE_TAKEN, VISITS, desk, trail) if taken else 0
    row[FEWEST_OWN] = least_cost(position, plies, OWN_TAKEN, VISITS, desk, trail) if taken else 0


@kernel
def measure_variations(
    position: Position, line: np.ndarray, plies: int, desk: Desk, scratch: np.ndarray, row: np.ndarray
) -> None:
    """The replies along the answer after which its next move would not win in time; stays as it is if given up."""
    found = 0
    for ply in range(0, plies - 1, 2):
        after = attack(position, line[ply] >> 6, line[ply] & 63)[0]
        start, end = line[ply + 2] >> 6, line[ply + 2] & 63
        n = all_replies(after, scratch)
        for k in range(n):
            then, outcome = defend(after, scratch[k] >> 6, scratch[k] & 63)
            if outcome != GOES_ON:
                continue
            own = attackers(then)
            if not own >> start & 1 or (end != OUT and own >> end & 1):
                found += 1
                continue
            moved, outcome = attack(then, start, end)
            if outcome == GOES_ON:
                value = within(moved, plies - ply - 2, True, 0, desk)
                if value == 0:
                    return
                found += value < 0
            else:
                found += outcome == DEFENDER_WINS
        position = defend(after, line[ply + 1] >> 6, line[ply + 1] & 63)[0]
    row[VARIATIONS] = found


@kernel
def measure_choices(
    rows: np.ndarray,
    plies: np.ndarray,
    lines: np.ndarray,
    limit: int,
    desk: Desk,
    trail: Trail,
    room: Room,
    out: np.ndarray,
) -> None:
    """Every column that takes a search, for all puzzles that have an answer. What is given up stays NaN."""
    scratch = np.zeros(MOST_MOVES, dtype=np.int64)
    for i in range(len(rows)):
        if plies[i] == 0:
            continue
        position, row = position_at(rows, i), out[i]
        desk.work[LIMIT] = limit
        labels = categories(position, plies[i], desk)
        for kind in range(KINDS):
            if labels >> kind & 1 or 1 << kind == OPEN or not labels & UNCLEAR:
                row[CATEGORY + kind] = labels >> kind & 1
        clear(desk, limit)
        if shortest(position, plies[i], 0, desk) != plies[i]:
            continue
        only = count_only_moves(position, lines[i], plies[i], desk, room)
        if only >= 0:
            row[ONLY_MOVES], row[ONLY_SHARE] = only, only / ((plies[i] + 1) // 2)
        tries = count_tries(position, plies[i], desk, scratch)
        if tries >= 0:
            row[TRIES] = tries
        if plies[i] > 1:
            after = attack(position, lines[i, 0] >> 6, lines[i, 0] & 63)[0]
            measure_replies(after, plies[i], desk, scratch, row)
        measure_costs(position, plies[i], desk, trail, row)
        measure_effort(position, lines[i], plies[i], desk, room, row)
        measure_variations(position, lines[i], plies[i], desk, scratch, row)

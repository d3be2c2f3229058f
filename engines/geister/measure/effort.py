"""What an answer asks of people: how far it is from what they would try, and what they try first.

Everything follows from the policy (`policy`): how likely each move is to be tried. A *turn* is a turn of the attacker
on the main line; a move is *right* if it wins in the plies that are left, whether it is the one of the main line or
not. The bits of a turn are those of its likeliest right move.

The solver that looks at lines (`look_at_lines`) tries the most likely line first. Against the answer the defender
replies as the main line has it, against a wrong move as looks best. It sees wins in one and in three plies by itself,
and drops a line that can no longer win in time. It stops when it comes to such a win on the main line.
Compare with tests/engines/geister/naive_effort.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.geister.measure.catalogue import LOOKED_AT, column
from engines.geister.measure.policy import (
    NAMES,
    R_ARRIVES,
    R_TAKES_BLUE,
    REPLY_NAMES,
    REPLY_WEIGHTS,
    WEIGHTS,
    apparent_reply,
    list_likely,
    see_reply,
)
from engines.geister.measure.words import TOLD
from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    ATTACKER_WINS,
    DEFENDER_WINS,
    GOES_ON,
    OUT,
    Position,
    attack,
    attackers,
    defend,
    defenders,
)
from engines.geister.solve.bounds import steps_to_exit
from engines.geister.solve.deepening import MOST_MOVES, Desk, glance
from engines.geister.solve.lines import all_attacks, all_replies, best_moves
from engines.kernels.jit import kernel

MOST_TURNS = 64
STANDS_OUT_NODES = 50_000  # positions that are looked at to see wrong first moves fail
SURPRISE_FIRST, SURPRISE_WORST, SURPRISE_SUM = (column(f"surprise_{name}") for name in ("first", "worst", "sum"))
SURPRISE_1 = column("surprise_1")
RANK_FIRST, RANK_WORST = column("rank_first"), column("rank_worst")
BLIND, GLANCE, AHEAD = column("tries_blind"), column("tries_glance"), column("tries_ahead")
LOOKED, TEMPTATIONS, TEMPTATION_DEPTH = column("looked_at"), column("temptations"), column("temptation_depth")
STANDS_OUT, QUIET = column("stands_out"), column("quiet")
SCARES, OTHER_ANSWERS = column("scares"), column("other_answers")
LINES = LOOKED_AT * MOST_MOVES
ROOT = -1
EQUAL = 1e-9  # what differs by no more is alike: sums depend on the order of moves by as much


class Room(NamedTuple):
    """What measuring works on."""

    weights: np.ndarray
    reply_weights: np.ndarray
    seen: np.ndarray
    reply_seen: np.ndarray
    moves: np.ndarray
    chances: np.ndarray
    scratch: np.ndarray
    rights: np.ndarray  # the right moves of each turn
    counts: np.ndarray  # how many there are; 0 where the search for them was given up
    bits: np.ndarray  # by turn: of the likeliest right move, and of all right moves together
    ranks: np.ndarray
    lines: np.ndarray  # of the solver: its parent, its last move, the turns of the answer it has made or ROOT, open
    line_bits: np.ndarray
    words: np.ndarray  # the positions of the lines that have been looked at
    made: np.ndarray  # how many moves of the attacker those have
    work: np.ndarray


def new_room() -> Room:
    """Room for any puzzle."""
    return Room(
        weights=WEIGHTS,
        reply_weights=REPLY_WEIGHTS,
        seen=np.zeros(len(NAMES)),
        reply_seen=np.zeros(len(REPLY_NAMES)),
        moves=np.zeros(MOST_MOVES, dtype=np.int64),
        chances=np.zeros(MOST_MOVES),
        scratch=np.zeros(MOST_MOVES, dtype=np.int64),
        rights=np.zeros((MOST_TURNS, MOST_MOVES), dtype=np.int64),
        counts=np.zeros(MOST_TURNS, dtype=np.int64),
        bits=np.zeros((MOST_TURNS, 2)),
        ranks=np.zeros(MOST_TURNS, dtype=np.int64),
        lines=np.zeros((LINES, 4), dtype=np.int64),
        line_bits=np.zeros(LINES),
        words=np.zeros((LOOKED_AT + 1, 6), dtype=np.int64),
        made=np.zeros(LOOKED_AT + 1, dtype=np.int64),
        work=np.zeros(1, dtype=np.int64),
    )


@kernel
def is_right(move: int, turn: int, line: np.ndarray, room: Room) -> bool:
    """Whether a move wins in time at a turn of the main line; where nobody knows, whether it is the main line's."""
    for k in range(room.counts[turn]):
        if room.rights[turn, k] == move:
            return True
    return bool(room.counts[turn] == 0 and move == line[2 * turn])


@kernel
def after_turn(position: Position, line: np.ndarray, turn: int) -> Position:
    """The position one turn of the attacker later on the main line."""
    after = attack(position, line[2 * turn] >> 6, line[2 * turn] & 63)[0]
    return defend(after, line[2 * turn + 1] >> 6, line[2 * turn + 1] & 63)[0]


@kernel
def measure_surprise(position: Position, line: np.ndarray, plies: int, room: Room, row: np.ndarray) -> None:
    """Bits and ranks of every turn, and what follows from them."""
    turns = (plies + 1) // 2
    for turn in range(turns):
        count = list_likely(position, plies - 2 * turn, room.weights, room.seen, room.moves, room.chances)
        best, every = 0.0, 0.0
        for i in range(count):
            if is_right(room.moves[i], turn, line, room):
                best = max(best, room.chances[i])
                every += room.chances[i]
        room.ranks[turn] = 1
        for i in range(count):
            if room.chances[i] > best + EQUAL and not is_right(room.moves[i], turn, line, room):
                room.ranks[turn] += 1
        room.bits[turn, 0], room.bits[turn, 1] = max(0.0, -np.log2(best)), max(0.0, -np.log2(every))
        if turn < TOLD:
            row[SURPRISE_1 + turn] = room.bits[turn, 0]
        if turn + 1 < turns:
            position = after_turn(position, line, turn)
    bits, ranks = room.bits[:turns], room.ranks[:turns]
    row[SURPRISE_FIRST], row[SURPRISE_WORST], row[SURPRISE_SUM] = bits[0, 0], bits[:, 0].max(), bits[:, 0].sum()
    row[RANK_FIRST], row[RANK_WORST] = ranks[0], ranks.max()
    row[BLIND] = bits[:, 1].sum()
    row[GLANCE] = bits[: max(turns - 1, 0), 1].sum()
    row[AHEAD] = bits[: max(turns - 2, 0), 1].sum()


@kernel
def fails(position: Position, plies: int, ahead: int, limit: int, replying: bool, work: np.ndarray) -> bool:
    """Whether it is seen, so many turns ahead, that the attacker, to move, does not win in so many plies; or if the
    defender is `replying`, that it does not after the move just made. False if the positions run out.

    Both halves stand in one function because compiled functions that call each other cannot be cached.
    """
    moves = np.empty(MOST_MOVES, dtype=np.int64)
    if replying:
        for k in range(all_replies(position, moves)):
            after, outcome = defend(position, moves[k] >> 6, moves[k] & 63)
            if outcome == DEFENDER_WINS:
                return True
            if outcome == GOES_ON and fails(after, plies - 2, ahead, limit, not replying, work):
                return True
        return False
    work[0] += 1
    value = glance(position, plies, 0)
    if value != 0 or ahead == 0 or work[0] > limit:
        return value < 0
    for k in range(all_attacks(position, moves)):
        after, outcome = attack(position, moves[k] >> 6, moves[k] & 63)
        if outcome == ATTACKER_WINS:
            return False
        if outcome == GOES_ON and not fails(after, plies, ahead - 1, limit, not replying, work):
            return False
    return work[0] <= limit


@kernel
def measure_stands_out(position: Position, line: np.ndarray, plies: int, room: Room, row: np.ndarray) -> None:
    """How many turns ahead every first move that is likelier than a right one is seen to fail; where the positions
    run out, more than it was looked ahead."""
    count = list_likely(position, plies, room.weights, room.seen, room.moves, room.chances)
    best, most = 0.0, (plies + 1) // 2
    for i in range(count):
        if is_right(room.moves[i], 0, line, room):
            best = max(best, room.chances[i])
    found, room.work[0] = 1, 0
    for i in range(count):
        move = room.moves[i]
        if room.chances[i] <= best + EQUAL or is_right(move, 0, line, room):
            continue
        after, outcome = attack(position, move >> 6, move & 63)
        if outcome == DEFENDER_WINS:
            continue
        ahead = 0
        while ahead < most - 1 and not fails(after, plies, ahead, STANDS_OUT_NODES, True, room.work):
            ahead += 1
            if room.work[0] > STANDS_OUT_NODES:
                break
        found = max(found, ahead + 1)
    row[STANDS_OUT] = found


@kernel
def bits_to_go(position: Position, line: np.ndarray, plies: int, room: Room) -> float:
    """The bits of the main line up to where its win is seen."""
    found = 0.0
    for turn in range((plies + 1) // 2):
        if glance(position, plies - 2 * turn, 0) > 0:
            return found
        found += room.bits[turn, 1]
        position = after_turn(position, line, turn)
    return found


@kernel
def likeliest(room: Room, count: int) -> int:
    """The open line with the fewest bits, the first of equal ones; -1 if there is none."""
    best = -1
    for i in range(count):
        if room.lines[i, 3] and (best < 0 or room.line_bits[i] < room.line_bits[best] - EQUAL):
            best = i
    return best


@kernel
def add_lines(position: Position, at: int, turn: int, plies: int, line: np.ndarray, count: int, room: Room) -> int:
    """Open the lines that are one move longer than the one looked at; on the main line all right moves are one."""
    bits = room.line_bits[room.work[0]]
    n = list_likely(position, plies, room.weights, room.seen, room.moves, room.chances)
    for i in range(n):
        move = room.moves[i]
        follows = turn >= 0 and is_right(move, turn, line, room)
        if follows and move != line[2 * turn]:
            continue
        room.lines[count, 0], room.lines[count, 1] = at, move
        room.lines[count, 2] = turn + 1 if follows else ROOT
        room.lines[count, 3] = 1
        room.line_bits[count] = bits + (room.bits[turn, 1] if follows else -np.log2(room.chances[i]))
        count += 1
    return count


@kernel
def look_at_lines(position: Position, line: np.ndarray, plies: int, room: Room, row: np.ndarray) -> None:
    """The most likely line first, until the answer comes: see above."""
    turns = (plies + 1) // 2
    looked, tempting, depth, last = 0, 0, 0, 0.0
    room.lines[0, 0], room.lines[0, 1], room.lines[0, 2], room.lines[0, 3] = ROOT, 0, 0, 1
    room.line_bits[0] = 0.0
    count = 1
    found = False
    while looked < LOOKED_AT:
        at = likeliest(room, count)
        room.lines[at, 3] = 0
        parent, move, turn = room.lines[at, 0], room.lines[at, 1], room.lines[at, 2]
        last = room.line_bits[at]
        now, made, outcome, close = position, 0, GOES_ON, False
        if parent >= 0:
            words = room.words[parent]
            now = Position(words[0], words[1], words[2], words[3], words[4], words[5])
            made = room.made[parent] + 1
            now, outcome = attack(now, move >> 6, move & 63)
            if outcome == GOES_ON:
                close = steps_to_exit(now.own_blue) <= 1
                reply = line[2 * turn - 1]
                if turn < 0:
                    reply = apparent_reply(now, room.reply_weights, room.reply_seen, room.scratch)
                now, outcome = defend(now, reply >> 6, reply & 63)
        left = plies - 2 * made
        value = glance(now, left, 0) if outcome == GOES_ON else 1 if outcome == ATTACKER_WINS else -1
        looked += 1
        if turn >= 0 and value > 0:
            found = True
            break
        if value == 0:
            slot = looked - 1
            room.words[slot, 0], room.words[slot, 1], room.words[slot, 2] = now.own_blue, now.own_red, now.purple
            room.words[slot, 3], room.words[slot, 4], room.words[slot, 5] = now.blue, now.red, now.hidden_blue
            room.made[slot] = made
            room.work[0] = at
            count = add_lines(now, slot, turn, left, line, count, room)
        elif turn < 0 and (value > 0 or close):
            tempting += 1
            depth += made
    row[TEMPTATIONS] = tempting
    if tempting:
        row[TEMPTATION_DEPTH] = depth / tempting / turns
    row[LOOKED] = np.log2(looked)
    if not found:
        row[LOOKED] += max(0.0, bits_to_go(position, line, plies, room) - last)


@kernel
def measure_effects(position: Position, line: np.ndarray, plies: int, room: Room, row: np.ndarray) -> None:
    """Moves before the first visible effect, and replies that look like a refutation."""
    quiet, seen, scares = 0, False, 0
    for turn in range((plies + 1) // 2):
        move = line[2 * turn]
        took = move & 63 != OUT and defenders(position) >> (move & 63) & 1 != 0
        after, outcome = attack(position, move >> 6, move & 63)
        if outcome != GOES_ON:
            seen = True
            break
        reply = line[2 * turn + 1]
        lost = reply & 63 != OUT and attackers(after) >> (reply & 63) & 1 != 0
        seen = seen or took or lost or after.own_blue & ATTACKER_EXITS != 0
        quiet += not seen
        for k in range(all_replies(after, room.moves)):
            see_reply(after, room.moves[k] >> 6, room.moves[k] & 63, room.reply_seen)
            scares += room.reply_seen[R_TAKES_BLUE] > 0 or room.reply_seen[R_ARRIVES] > 0
        position = defend(after, reply >> 6, reply & 63)[0]
    row[QUIET], row[SCARES] = quiet, scares


@kernel
def measure_other_answers(after: Position, plies: int, desk: Desk, room: Room, row: np.ndarray) -> None:
    """The replies to the first move that the commonest answer does not answer; stays as it is if given up."""
    answers = np.zeros(64 << 6, dtype=np.int64)
    most, count = 0, 0
    n = all_replies(after, room.moves)
    for k in range(n):
        then, outcome = defend(after, room.moves[k] >> 6, room.moves[k] & 63)
        if outcome != GOES_ON:
            continue
        count += 1
        found = best_moves(then, plies - 2, 0, desk, room.scratch)
        if found < 1:
            return
        for i in range(found):
            answers[room.scratch[i]] += 1
            most = max(most, answers[room.scratch[i]])
    row[OTHER_ANSWERS] = count - most


@kernel
def measure_effort(position: Position, line: np.ndarray, plies: int, desk: Desk, room: Room, row: np.ndarray) -> None:
    """All of it, for a puzzle with an answer whose right moves are in the room."""
    measure_surprise(position, line, plies, room, row)
    measure_stands_out(position, line, plies, room, row)
    look_at_lines(position, line, plies, room, row)
    measure_effects(position, line, plies, room, row)
    if plies > 1:
        after = attack(position, line[0] >> 6, line[0] & 63)[0]
        measure_other_answers(after, plies, desk, room, row)

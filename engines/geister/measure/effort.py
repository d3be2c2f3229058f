"""What an answer asks of people: how far it is from what they would try, and what they try first.

Everything follows from the policy (`policy`): how likely each move is to be tried. A *turn* is a turn of the attacker
on the main line; a move is *right* if it wins in the plies that are left, whether it is the one of the main line or
not. The bits of a turn are those of its likeliest right move.

The solver that looks at lines (`look_at_lines`) tries the most likely line first. Against the answer the defender
replies as the main line has it, against a wrong move as looks best. It drops a line in which no blue can be out in
time, and stops when it sees the win on the main line. It is asked in several strengths: one sees a win only when it
is made, one sees wins in one ply, one sees wins in one and in three.
Compare with tests/engines/geister/naive_effort.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
from engines.geister.solve.bounds import least_plies, steps_to_exit, wins_in_one
from engines.geister.solve.deepening import MOST_MOVES, Desk, glance
from engines.geister.solve.lines import all_attacks, all_replies, best_moves
from engines.kernels.jit import kernel
from engines.shared.effort import beyond, bits, pop, push

MOST_TURNS = 64
STRENGTHS = 3  # of the solver: it sees nothing, wins in one ply, wins in up to three
STRONGEST = STRENGTHS - 1
STANDS_OUT_NODES = 50_000  # positions that are looked at to see wrong first moves fail
SURPRISE_FIRST, SURPRISE_WORST, SURPRISE_SUM = (column(f"surprise_{name}") for name in ("first", "worst", "sum"))
SURPRISE_1 = column("surprise_1")
RANK_FIRST, RANK_WORST = column("rank_first"), column("rank_worst")
BLIND, GLANCE, AHEAD = column("tries_blind"), column("tries_glance"), column("tries_ahead")
RANK_1, RANK_SUM = column("rank_1"), column("rank_sum")
LOOKED = np.array([column(f"looked_at{name}") for name in ("", "_glance", "_ahead")], dtype=np.int64)
TEMPTATIONS, TEMPTATION_DEPTH = column("temptations"), column("temptation_depth")
STANDS_OUT, QUIET = column("stands_out"), column("quiet")
QUIET_MOVES, WAITS = column("quiet_moves"), column("waits")
SCARES, OTHER_ANSWERS = column("scares"), column("other_answers")
SEEN_LINES = STRENGTHS * LOOKED_AT  # lines that are looked at in any strength
LINES = SEEN_LINES * MOST_MOVES
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
    told: np.ndarray  # bits by turn: of the likeliest right move, and of all right moves together
    ranks: np.ndarray
    lines: (
        np.ndarray
    )  # its parent, its last move, the turns of the answer it has made or ROOT, the strengths, as bits
    line_bits: np.ndarray
    heap: np.ndarray  # lines to look at, the likeliest first
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
        told=np.zeros((MOST_TURNS, 2)),
        ranks=np.zeros(MOST_TURNS, dtype=np.int64),
        lines=np.zeros((LINES, 4), dtype=np.int64),
        line_bits=np.zeros(LINES),
        heap=np.zeros(LINES, dtype=np.int64),
        words=np.zeros((SEEN_LINES, 6), dtype=np.int64),
        made=np.zeros(SEEN_LINES, dtype=np.int64),
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
        room.told[turn, 0], room.told[turn, 1] = bits(best), bits(min(every, 1.0))
        if turn < TOLD:
            row[SURPRISE_1 + turn], row[RANK_1 + turn] = room.told[turn, 0], room.ranks[turn]
        if turn + 1 < turns:
            position = after_turn(position, line, turn)
    told, ranks = room.told[:turns], room.ranks[:turns]
    row[SURPRISE_FIRST], row[SURPRISE_WORST], row[SURPRISE_SUM] = told[0, 0], told[:, 0].max(), told[:, 0].sum()
    row[RANK_FIRST], row[RANK_WORST], row[RANK_SUM] = ranks[0], ranks.max(), ranks.sum()
    row[BLIND] = told[:, 1].sum()
    row[GLANCE] = told[: max(turns - 1, 0), 1].sum()
    row[AHEAD] = told[: max(turns - 2, 0), 1].sum()


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
def foreseen(position: Position, plies: int, strength: int) -> int:
    """What the solver sees of a position by itself, with so many plies left: a win, that none is in time, or 0."""
    if strength == STRONGEST:
        return glance(position, plies, 0)
    if strength and wins_in_one(position, True):
        return 1
    return -1 if least_plies(position) > plies else 0


@kernel
def bits_to_go(position: Position, line: np.ndarray, plies: int, strength: int, room: Room) -> float:
    """The bits of the main line up to where its win is seen."""
    found, turns = 0.0, (plies + 1) // 2
    for turn in range(turns):
        if foreseen(position, plies - 2 * turn, strength) > 0:
            return found
        found += room.told[turn, 1]
        if turn + 1 < turns:
            position = after_turn(position, line, turn)
    return found


@kernel
def add_lines(
    position: Position,
    at: int,
    parent: int,
    plies: int,
    line: np.ndarray,
    strengths: int,
    count: int,
    size: int,
    room: Room,
) -> tuple[int, int]:
    """Open the lines that are one move longer than line `at`; on the main line all right moves are one. How many
    lines there are then, and how many are to be looked at."""
    turn = room.lines[at, 2]
    n = list_likely(position, plies, room.weights, room.seen, room.moves, room.chances)
    for i in range(n):
        move = room.moves[i]
        follows = turn >= 0 and is_right(move, turn, line, room)
        if follows and move != line[2 * turn]:
            continue
        room.lines[count, 0], room.lines[count, 1] = parent, move
        room.lines[count, 2] = turn + 1 if follows else ROOT
        room.lines[count, 3] = strengths
        room.line_bits[count] = room.line_bits[at] + (room.told[turn, 1] if follows else bits(room.chances[i]))
        size = push(room.heap, size, room.line_bits, count)
        count += 1
    return count, size


@kernel
def look_at_lines(position: Position, line: np.ndarray, plies: int, room: Room, row: np.ndarray) -> None:
    """The most likely line first, until the answer comes, in all strengths at once: see above."""
    turns = (plies + 1) // 2
    looked, last = np.zeros(STRENGTHS, dtype=np.int64), np.zeros(STRENGTHS)
    searching, opened, tempting, depth = (1 << STRENGTHS) - 1, 0, 0, 0
    room.lines[0, 0], room.lines[0, 1], room.lines[0, 2], room.lines[0, 3] = ROOT, 0, 0, searching
    room.line_bits[0] = 0.0
    count: Any = np.int64(1)
    size = push(room.heap, 0, room.line_bits, 0)
    given_up = 0  # the strengths that have looked at as many lines as they may
    while searching and size:
        at = pop(room.heap, size, room.line_bits)
        size -= 1
        strengths = room.lines[at, 3] & searching
        if strengths == 0:
            continue
        parent, move, turn = room.lines[at, 0], room.lines[at, 1], room.lines[at, 2]
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
        going_on = 0
        for strength in range(STRENGTHS):
            if not strengths >> strength & 1:
                continue
            value = foreseen(now, left, strength) if outcome == GOES_ON else 1 if outcome == ATTACKER_WINS else -1
            looked[strength] += 1
            last[strength] = room.line_bits[at]
            if turn >= 0 and value > 0:
                searching ^= 1 << strength
            elif looked[strength] == LOOKED_AT:
                searching ^= 1 << strength
                given_up |= 1 << strength
            elif value == 0:
                going_on |= 1 << strength
            if strength == STRONGEST and turn < 0 and (value > 0 or (value < 0 and close)):
                tempting += 1
                depth += made
        if going_on:
            room.words[opened, 0], room.words[opened, 1], room.words[opened, 2] = (
                now.own_blue,
                now.own_red,
                now.purple,
            )
            room.words[opened, 3], room.words[opened, 4], room.words[opened, 5] = now.blue, now.red, now.hidden_blue
            room.made[opened] = made
            count, size = add_lines(now, at, opened, left, line, going_on, count, size, room)
            opened += 1
    for strength in range(STRENGTHS):
        row[LOOKED[strength]] = np.log2(looked[strength])
        if given_up >> strength & 1:
            to_go = bits_to_go(position, line, plies, strength, room)
            row[LOOKED[strength]] = beyond(looked[strength], last[strength], to_go)
    # Where the strongest ended early, as many times more lines tempt as there are.
    more = 2.0 ** (row[LOOKED[STRONGEST]] - np.log2(looked[STRONGEST]))
    row[TEMPTATIONS] = np.log2(1.0 + tempting * more)
    if tempting:
        row[TEMPTATION_DEPTH] = depth / tempting / turns


@kernel
def measure_effects(position: Position, line: np.ndarray, plies: int, room: Room, row: np.ndarray) -> None:
    """Moves before the first visible effect, quiet ones, pieces that wait, and replies that look like a
    refutation."""
    quiet, seen, scares, quiet_moves, waits = 0, False, 0, 0, 0
    moved = np.full(OUT + 1, -1, dtype=np.int64)  # by square: at which turn the piece on it moved last
    for turn in range((plies + 1) // 2):
        move = line[2 * turn]
        took = move & 63 != OUT and defenders(position) >> (move & 63) & 1 != 0
        after, outcome = attack(position, move >> 6, move & 63)
        if moved[move >> 6] >= 0:
            waits += turn - moved[move >> 6] - 1
        moved[move >> 6], moved[move & 63] = -1, turn
        if outcome != GOES_ON:
            seen = True
            break
        quiet_moves += not took and not wins_in_one(after, True)
        reply = line[2 * turn + 1]
        lost = reply & 63 != OUT and attackers(after) >> (reply & 63) & 1 != 0
        if lost:
            moved[reply & 63] = -1
        seen = seen or took or lost or after.own_blue & ATTACKER_EXITS != 0
        quiet += not seen
        for k in range(all_replies(after, room.moves)):
            see_reply(after, room.moves[k] >> 6, room.moves[k] & 63, room.reply_seen)
            scares += room.reply_seen[R_TAKES_BLUE] > 0 or room.reply_seen[R_ARRIVES] > 0
        position = defend(after, reply >> 6, reply & 63)[0]
    row[QUIET], row[SCARES], row[QUIET_MOVES], row[WAITS] = quiet, scares, quiet_moves, waits


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

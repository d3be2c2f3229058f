"""Geister agents as judges: what every move of the attacker is worth to them, at each of its turns on the main line
(`engines.judging`).

All know what the attacker knows: what is hidden is as likely blue as the numbers say. *rules* takes what looks best
at a glance (`weigh`), as the agent of that name does but for its bit of chance. *search-3* sees what wins for sure
within three plies, and what lets the other side win with its next move; *search-5* what wins within five, and what
gives the other side a win within three. The rest is as it looks.

How many positions a search needs: the nodes of the certain-win search (`deepening`) on an empty store, two plies
deeper each time, until it has proved the shortest win; absent beyond `MOST`. Compare with `worth` in
tests/engines/geister/agent/test_judge.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.contract import Verdict
from engines.geister.agent.choosers import desk
from engines.geister.agent.judges import JUDGES
from engines.geister.agent.weigh import WEIGHTS, WON, weigh
from engines.geister.rules.moves import (
    ATTACKER_WINS,
    DEFENDER_WINS,
    SQUARES,
    Position,
    attack,
    defend,
    move_name,
    move_of,
)
from engines.geister.rules.puzzle import Puzzle
from engines.geister.solve.danger import danger
from engines.geister.solve.deepening import LIMIT, MOST_MOVES, NODES, Desk, clear, shortest, within
from engines.geister.solve.lines import all_attacks
from engines.geister.solve.solver import position_at, positions_of
from engines.judging import Judgement
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.shared.opinions import FIELDS, form, told

MOST = 20_000  # nodes of the search for the answer
NEAR, FAR = (3, 1), (5, 3)  # plies of wins that are seen, of one's own and of the other side
NO_END = 1 << 40  # nodes: searches of so few plies come to their end
SURE = 4 * WON  # more than anything is worth by its looks
THE_RULES, THE_NEAR, THE_SHALLOW = range(len(JUDGES))


class Room(NamedTuple):
    """What judging works on."""

    desk: Desk
    chances: np.ndarray  # that a hostile piece is blue, by squares
    moves: np.ndarray
    values: np.ndarray  # by judge
    guard: np.ndarray  # nodes and their limit, see `danger`


@kernel
def find_chances(position: Position, out: np.ndarray) -> None:
    """How likely each hostile piece is blue, by nothing but the numbers."""
    hidden = popcount(position.purple)
    for square in range(SQUARES):
        out[square] = 0.0
        if position.blue >> square & 1:
            out[square] = 1.0
        elif position.purple >> square & 1:
            out[square] = position.hidden_blue / hidden


@kernel
def foreseen(position: Position, move: int, looks: float, seen: int, guarded: int, room: Room) -> float:
    """What a move is worth to whoever looks so many plies ahead, for itself and for the other side: sooner wins most,
    what gives a win away least."""
    after, outcome = attack(position, move >> 6, move & 63)
    if outcome == ATTACKER_WINS:
        return SURE - 1
    if outcome == DEFENDER_WINS:
        return looks - SURE
    for plies in range(3, seen + 1, 2):
        if within(after, plies, True, 0, room.desk) > 0:
            return SURE - plies
    room.guard[0], room.guard[1] = 0, NO_END
    return looks - SURE if danger(after, guarded, False, room.guard) else looks


@kernel
def weigh_moves(position: Position, weights: np.ndarray, room: Room) -> int:
    """All moves of the attacker and what they are worth to each judge; how many there are."""
    find_chances(position, room.chances)
    count = all_attacks(position, room.moves)
    for i in range(count):
        move = room.moves[i]
        looks = weigh(position, move >> 6, move & 63, room.chances, weights)
        room.values[THE_RULES, i] = looks
        room.values[THE_NEAR, i] = foreseen(position, move, looks, NEAR[0], NEAR[1], room)
        room.values[THE_SHALLOW, i] = foreseen(position, move, looks, FAR[0], FAR[1], room)
    return count


@kernel
def judge_all(
    rows: np.ndarray, lines: np.ndarray, lengths: np.ndarray, weights: np.ndarray, room: Room
) -> tuple[np.ndarray, np.ndarray]:
    """What all judges think of every move of the attacker's on every line, and the nodes of the search for it."""
    opinions = np.zeros((len(rows), (lines.shape[1] + 1) // 2, 3, FIELDS))
    nodes = np.zeros(len(rows), dtype=np.int64)
    for p in range(len(rows)):
        position = position_at(rows, p)
        clear(room.desk, MOST)
        if shortest(position, lengths[p], 0, room.desk) == lengths[p]:
            nodes[p] = max(room.desk.work[NODES], 1)
        room.desk.work[LIMIT] = NO_END
        for ply in range(0, lengths[p], 2):
            move = lines[p, ply]
            count = weigh_moves(position, weights, room)
            for number in range(len(room.values)):
                form(room.moves, room.values[number], count, move, opinions[p, ply // 2, number])
            if ply + 1 < lengths[p]:
                position, _ = attack(position, move >> 6, move & 63)
                reply = lines[p, ply + 1]
                position, _ = defend(position, reply >> 6, reply & 63)
    return opinions, nodes


def judge(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
    """See `Engine` in `engines.engine`."""
    chosen = [i for i, verdict in enumerate(verdicts) if verdict.solutions]
    judged: list[Judgement | None] = [None] * len(puzzles)
    if not chosen:
        return judged
    answers = [[numbered(move) for move in verdicts[i].solutions[0]["line"]] for i in chosen]
    lengths = np.array([len(answer) for answer in answers], dtype=np.int64)
    lines = np.zeros((len(chosen), max(lengths)), dtype=np.int64)
    for row, answer in zip(lines, answers, strict=True):
        row[: len(answer)] = answer
    rows = positions_of([puzzles[i] for i in chosen])
    opinions, nodes = judge_all(rows, lines, lengths, WEIGHTS, new_room())
    for row, i in enumerate(chosen):
        judged[i] = judgement_of(opinions[row, : (lengths[row] + 1) // 2], int(nodes[row]))
    return judged


def new_room() -> Room:
    return Room(
        desk(),
        np.zeros(SQUARES),
        np.zeros(MOST_MOVES, dtype=np.int64),
        np.zeros((len(JUDGES), MOST_MOVES)),
        np.zeros(2, dtype=np.int64),
    )


def numbered(name: str) -> int:
    """A move as start << 6 | end."""
    start, end = move_of(name)
    return start << 6 | end


def judgement_of(rows: np.ndarray, nodes: int) -> Judgement:
    """What is told of one puzzle."""
    opinions = tuple(
        told(one.name, step, row[number], lambda move: move_name(move >> 6, move & 63))
        for number, one in enumerate(JUDGES)
        for step, row in enumerate(rows, 1)
    )
    return Judgement(opinions, {JUDGES[THE_SHALLOW].name: nodes} if nodes else {})

"""Puyo agents as judges: what every placement of each pair of the answer is worth to them (`engines.judging`).

All value a placement by points, as the Puyo agent paper's do (3.4.1), and know nothing of the goal. *potential-1*
takes what the move scores itself, or what the best of all pairs could fire right after it, whichever is more; after
the last pair of the queue none comes.
*potential-2* and *potential-3* know the queue: the most that this pair or the next can score, or the one after that.

How many positions a search needs: beams of width 1, 2, 4, ... over the queue, ordered by what the best of all pairs
could fire, until one has a line that reaches the goal; all positions that they value count. Compare with
tests/engines/puyo/agent/test_judge.py, which plays everything out on letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.contract import Verdict
from engines.judging import Judgement
from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.puyo.agent.fire import fire_pairs
from engines.puyo.agent.judges import JUDGES
from engines.puyo.rules.board import COLOR_CODES, WORDS
from engines.puyo.rules.chain import FIELDS as ROUND_FIELDS
from engines.puyo.rules.chain import MAX_ROUNDS, scored_chain, trace
from engines.puyo.rules.checked_moves import split
from engines.puyo.rules.goals import progress, reached
from engines.puyo.rules.place import ALL_PLACEMENTS, NUMBER_OF, PLACEMENTS, lost
from engines.puyo.rules.puzzle import MAX_STEPS, NO_MOVE, Puzzle
from engines.puyo.solve.solver import FELL, PIVOT, ROTOR, batch_of, placements_of, take
from engines.shared.opinions import FIELDS, form, told

WIDEST = 256  # beam that is tried
THE_ONE, THE_TWO, THE_THREE = range(len(JUDGES))
EVERY_PAIR = np.array([(a, b) for a in COLOR_CODES for b in COLOR_CODES if a <= b], dtype=np.int64)


class Line(NamedTuple):
    """Positions of a beam: boards, what the goal has gathered on the way, and what they could fire."""

    boards: np.ndarray
    gathered: np.ndarray
    values: np.ndarray


@kernel
def new_line(width: int) -> Line:
    return Line(
        np.zeros((width, WORDS), dtype=np.int64),
        np.zeros(width, dtype=np.int64),
        np.zeros(width, dtype=np.int64),
    )


@kernel
def copy_board(board: np.ndarray, into: np.ndarray) -> None:
    for i in range(WORDS):
        into[i] = board[i]


@kernel
def play_step(board: np.ndarray, step: np.ndarray, move: int, into: np.ndarray) -> int:
    """The board after a step of the queue and its chain, and the points of that."""
    copy_board(board, into)
    take(into, step, move)
    _, points = scored_chain(into)
    return int(points)


@kernel
def next_pair(steps: np.ndarray, level: int, length: int) -> int:
    """Where the next pair of the queue stands, from a level on; `length` if there is none."""
    while level < length and not steps[level, PIVOT]:
        level += 1
    return level


@kernel
def fall_to(board: np.ndarray, steps: np.ndarray, level: int, length: int) -> int:
    """Let fall what comes before the next pair of the queue; where that stands."""
    pair = next_pair(steps, level, length)
    for falling in range(level, pair):
        take(board, steps[falling], FELL)
    return pair


@kernel
def fires(board: np.ndarray, pairs: np.ndarray) -> int:
    """What the best of some pairs scores on a board; nothing once the game is lost."""
    return 0 if lost(board) else fire_pairs(board, pairs, True)[0]


@kernel
def best_of_two(board: np.ndarray, steps: np.ndarray, level: int, length: int, after: np.ndarray) -> tuple[int, int]:
    """The most that the next pair of the queue scores, from a level on, and that one of the next two does; `after`
    has room for two boards."""
    here, there = after[0], after[1]
    copy_board(board, here)
    if lost(here):
        return 0, 0
    level = fall_to(here, steps, level, length)
    one = later = 0
    if level == length or lost(here):
        return 0, 0
    options = placements_of(here, steps[level])
    while options:
        move = lowest(options)
        options &= options - 1
        one = max(one, play_step(here, steps[level], move, there))
        then = fall_to(there, steps, level + 1, length)
        if then < length:
            later = max(later, fires(there, steps[then : then + 1, PIVOT : ROTOR + 1]))
    return one, max(one, later)


@kernel
def weigh_placements(
    board: np.ndarray,
    steps: np.ndarray,
    level: int,
    length: int,
    room: np.ndarray,
    moves: np.ndarray,
    values: np.ndarray,
) -> int:
    """All placements of a pair and what they are worth to each judge; how many there are."""
    options, count = placements_of(board, steps[level]), 0
    more = next_pair(steps, level + 1, length) < length
    while options:
        move = lowest(options)
        options &= options - 1
        moves[count] = move
        points = play_step(board, steps[level], move, room[0])
        values[THE_ONE, count] = max(points, fires(room[0], EVERY_PAIR)) if more else points
        one, two = best_of_two(room[0], steps, level + 1, length, room[1:])
        values[THE_TWO, count], values[THE_THREE, count] = max(points, one), max(points, two)
        count += 1
    return count


@kernel
def keep(line: Line, count: int, width: int, board: np.ndarray, gathered: int, value: int) -> int:
    """Put a position where it belongs, behind its equals, if it is one of the best; how many there are then."""
    if count == width and value <= line.values[width - 1]:
        return count
    at = min(count, width - 1)
    while at > 0 and line.values[at - 1] < value:
        copy_board(line.boards[at - 1], line.boards[at])
        line.gathered[at], line.values[at] = line.gathered[at - 1], line.values[at - 1]
        at -= 1
    copy_board(board, line.boards[at])
    line.gathered[at], line.values[at] = gathered, value
    return min(count + 1, width)


@kernel
def widen(
    start: np.ndarray, steps: np.ndarray, length: int, aim: np.ndarray, width: int, here: Line, there: Line
) -> tuple[bool, int]:
    """A beam of some width over the queue: whether it has a line to the goal, and how many positions it valued."""
    rounds = np.zeros((MAX_ROUNDS, ROUND_FIELDS), dtype=np.int64)
    child = np.zeros(WORDS, dtype=np.int64)
    copy_board(start, here.boards[0])
    here.gathered[0], here.values[0] = 0, 0
    count, nodes = 1, 0
    for level in range(length):
        kept = 0
        for node in range(count):
            board, falls = here.boards[node], steps[level, PIVOT] == 0
            options = 1 << FELL if falls else placements_of(board, steps[level])
            while options:
                move = lowest(options)
                options &= options - 1
                nodes += not falls
                copy_board(board, child)
                take(child, steps[level], move)
                length_of_chain = trace(child, rounds)
                gathered = progress(aim, here.gathered[node], rounds, length_of_chain)
                if reached(aim, gathered, rounds, length_of_chain, child):
                    return True, nodes
                if level < length - 1 and not lost(child):
                    value = here.values[node] if falls else fires(child, EVERY_PAIR)
                    kept = keep(there, kept, width, child, gathered, value)
        here, there, count = there, here, kept
    return False, nodes


@kernel
def nodes_to_goal(start: np.ndarray, steps: np.ndarray, length: int, aim: np.ndarray, here: Line, there: Line) -> int:
    """The positions that ever wider beams value until one has a way to the goal; 0 if none has."""
    nodes, width = 0, 1
    while width <= WIDEST:
        found, more = widen(start, steps, length, aim, width, here, there)
        nodes += more
        if found:
            return nodes
        width *= 2
    return 0


@kernel
def judge_all(
    starts: np.ndarray, steps: np.ndarray, lengths: np.ndarray, aims: np.ndarray, answers: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """What all judges think of every placement of every answer, and how many nodes the search needs for it."""
    opinions = np.zeros((len(lengths), MAX_STEPS, 3, FIELDS))
    nodes = np.zeros(len(lengths), dtype=np.int64)
    board, room = np.zeros(WORDS, dtype=np.int64), np.zeros((3, WORDS), dtype=np.int64)
    moves, values = np.zeros(ALL_PLACEMENTS, dtype=np.int64), np.zeros((3, ALL_PLACEMENTS))
    here, there = new_line(WIDEST), new_line(WIDEST)
    for p in range(len(lengths)):
        copy_board(starts[p], board)
        for level in range(lengths[p]):
            move = answers[p, level]
            if move < 0:  # the goal is reached before the queue ends
                break
            if move != FELL:
                count = weigh_placements(board, steps[p], level, lengths[p], room, moves, values)
                for number in range(len(values)):
                    form(moves, values[number], count, move, opinions[p, level, number])
            play_step(board, steps[p, level], move, room[0])
            copy_board(room[0], board)
        nodes[p] = nodes_to_goal(starts[p], steps[p], lengths[p], aims[p], here, there)
    return opinions, nodes


def judge(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
    """See `Engine` in `engines.engine`."""
    chosen = [i for i, verdict in enumerate(verdicts) if verdict.solutions]
    judged: list[Judgement | None] = [None] * len(puzzles)
    if not chosen:
        return judged
    answers = np.array([answer_of(verdicts[i].solutions[0]) for i in chosen], dtype=np.int64)
    opinions, nodes = judge_all(*batch_of([puzzles[i] for i in chosen]), answers)
    for row, i in enumerate(chosen):
        judged[i] = judgement_of(answers[row], opinions[row], int(nodes[row]))
    return judged


def answer_of(solution: str) -> list[int]:
    """A solution as numbers of placements; -1 after its end."""
    moves = [FELL if move == NO_MOVE else NUMBER_OF[move] for move in split(solution)]
    return moves + [-1] * (MAX_STEPS - len(moves))


def judgement_of(answer: np.ndarray, rows: np.ndarray, nodes: int) -> Judgement:
    """What is told of one puzzle; what falls by itself is no move of the solver's."""
    levels = [level for level, move in enumerate(answer.tolist()) if 0 <= move < FELL]
    opinions = tuple(
        told(one.name, step, rows[level, number], PLACEMENTS.__getitem__)
        for number, one in enumerate(JUDGES)
        for step, level in enumerate(levels, 1)
    )
    return Judgement(opinions, {JUDGES[THE_THREE].name: nodes} if nodes else {})

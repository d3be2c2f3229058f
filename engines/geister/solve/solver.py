"""Solving puzzles: the shortest win, all first moves that keep it, and a main line with the longest resistance.

A puzzle has one *solution*: `{"plies": 5, "first_moves": ["e5-e6"], "line": [...]}`; it is unique if one first move
wins in that many plies. "Impossible" is only said where the defender is proved to win or to hold out for ever;
where the search ends at its limit the verdict is "unfinished", with how far it got.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.contract import Json, Verdict
from engines.geister.rules.moves import Position
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.rules.solution import solution_of
from engines.geister.solve.bounds import NEVER
from engines.geister.solve.by_table import NO_WIN, replies_with_lengths
from engines.geister.solve.by_table import answer as by_table
from engines.geister.solve.deepening import LIMIT, MOST_MOVES, NODES, SEARCHED, Desk, clear, new_desk, shortest
from engines.geister.solve.lines import best_moves, best_reply, main_line
from engines.geister.solve.tables import has_table, lookup
from engines.kernels.jit import kernel
from engines.shared.threads import per_thread

SEARCH_PLIES = 41  # that the search goes to; tables know of longer wins
NODE_LIMIT = 5_000_000
QUICK = 20_000  # nodes of the search before tables are asked

FINISH = 20  # times its limit a search may take for the first moves and the line of a win that is found

GIVEN_UP, WON, NOT_WON, IMPOSSIBLE = 0, 1, 2, 3


class Answers(NamedTuple):
    """The answers of many positions: what came of it, plies of the win or searched without one, first moves, line."""

    outcome: np.ndarray
    plies: np.ndarray
    firsts: np.ndarray  # how many
    first_moves: np.ndarray
    line: np.ndarray
    nodes: np.ndarray


@per_thread
def desk() -> Desk:
    """The desk of this thread."""
    return new_desk()


def positions_of(puzzles: Sequence[Puzzle]) -> np.ndarray:
    """Positions as rows of an array."""
    return np.array([position_of(puzzle) for puzzle in puzzles], dtype=np.int64).reshape(-1, 6)


def new_answers(count: int) -> Answers:
    """Room for so many answers."""
    return Answers(
        outcome=np.zeros(count, dtype=np.int64),
        plies=np.zeros(count, dtype=np.int64),
        firsts=np.zeros(count, dtype=np.int64),
        first_moves=np.zeros((count, MOST_MOVES), dtype=np.int64),
        line=np.zeros((count, SEARCH_PLIES), dtype=np.int64),
        nodes=np.zeros(count, dtype=np.int64),
    )


@kernel
def position_at(rows: np.ndarray, i: int) -> Position:
    """The position of a row."""
    return Position(rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3], rows[i, 4], rows[i, 5])


@kernel
def answer_all(rows: np.ndarray, most: int, limit: int, desk: Desk, answers: Answers) -> None:
    """Answer every position: its shortest win, all first moves, a main line."""
    for i in range(len(rows)):
        clear(desk, limit)
        answers.outcome[i] = _answer(position_at(rows, i), most, desk, answers, i)
        answers.nodes[i] = desk.work[NODES]


@kernel
def _answer(position: Position, most: int, desk: Desk, answers: Answers, i: int) -> int:
    """Answer one position; what came of it."""
    plies = shortest(position, most, 0, desk)
    answers.plies[i] = plies if plies > 0 else desk.work[SEARCHED]
    if plies <= 0:
        return GIVEN_UP if plies == 0 else IMPOSSIBLE if plies == -NEVER else NOT_WON
    desk.work[LIMIT] = FINISH * desk.work[LIMIT]
    answers.firsts[i] = best_moves(position, plies, 0, desk, answers.first_moves[i])
    first = answers.first_moves[i, 0]
    if answers.firsts[i] < 1 or not main_line(position, first, plies, desk, answers.line[i], desk.moves[0, 0]):
        answers.plies[i] = plies - 2
        return GIVEN_UP
    return WON


def solve(puzzles: Sequence[Puzzle], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
    """The verdict on each puzzle. All first moves are found whatever `stop_at` says: after one they come cheap.

    A quick search first; what it does not decide is looked up where there is a table, else searched to the limit.
    """
    limit = NODE_LIMIT if limit is None else limit
    rows = positions_of(puzzles)
    verdicts = searched(rows, min(limit, QUICK))
    for i, verdict in enumerate(verdicts):
        if verdict.verdict == "unfinished":
            position = Position(*rows[i].tolist())
            verdicts[i] = looked_up(position, verdict.nodes) if has_table(position) else verdict
    left = [i for i, verdict in enumerate(verdicts) if verdict.verdict == "unfinished" and limit > QUICK]
    for i, verdict in zip(left, searched(rows[left], limit), strict=True):
        verdicts[i] = verdict
    return verdicts


def searched(rows: np.ndarray, limit: int) -> list[Verdict]:
    """The verdicts of the search."""
    answers = new_answers(len(rows))
    answer_all(rows, SEARCH_PLIES, limit, desk(), answers)
    return [_verdict(answers, i) for i in range(len(rows))]


def looked_up(position: Position, nodes: int) -> Verdict:
    """The verdict of the endgame tables."""
    solution = by_table(position)
    return Verdict("impossible", 0, (), nodes) if solution is None else _found(solution, nodes)


def _found(solution: Json, nodes: int) -> Verdict:
    count = len(solution["first_moves"])
    return Verdict("unique" if count == 1 else "ambiguous", count, (solution,), nodes)


def _verdict(answers: Answers, i: int) -> Verdict:
    """The verdict that an answer is."""
    plies, nodes = int(answers.plies[i]), int(answers.nodes[i])
    if answers.outcome[i] == WON:
        solution = solution_of(answers.first_moves[i, : answers.firsts[i]].tolist(), answers.line[i, :plies].tolist())
        return _found(solution, nodes)
    if answers.outcome[i] == IMPOSSIBLE:
        return Verdict("impossible", 0, (), nodes)
    return Verdict("unfinished", 0, (), nodes, complete=False, searched_to=plies)


def length_of(position: Position, limit: int = NODE_LIMIT) -> int | None:
    """The plies of the shortest win of the attacker, who is to move; None if none is found within the limits."""
    if has_table(position):
        return lookup(position) or None
    clear(desk(), limit)
    plies = int(shortest(position, SEARCH_PLIES, 0, desk()))
    return plies if plies > 0 else None


def resistance(position: Position, most: int = SEARCH_PLIES, limit: int = NODE_LIMIT) -> tuple[int, int, int | None]:
    """The best reply of the defender, who is to move: where from, where to, plies that the attacker needs after it.

    A reply that escapes comes before all, then the one that lasts longest."""
    if has_table(position):
        reply, plies = max(replies_with_lengths(position), key=lambda pair: pair[1])
        return reply >> 6, reply & 63, plies if 0 < plies < NO_WIN else None
    clear(desk(), limit)
    move, left = best_reply(position, most, desk(), np.zeros(MOST_MOVES, dtype=np.int64))
    return int(move) >> 6, int(move) & 63, int(left) if left > 0 else None

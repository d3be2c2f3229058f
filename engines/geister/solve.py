"""Solving puzzles: the shortest win, all first moves that keep it, and a main line with the longest resistance.

A puzzle has one *solution*: `{"plies": 5, "first_moves": ["e5-e6"], "line": [...]}`; it is unique if one first move
wins in that many plies. "Impossible" is only said where the defender is proved to win or to hold out for ever;
where the search ends at its limit the verdict is "unfinished", with how far it got.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from engines.contract import Json, Verdict
from engines.geister.bounds import NEVER
from engines.geister.deepening import LIMIT, MOST_MOVES, NODES, Desk, clear, new_desk, shortest
from engines.geister.lines import best_moves, best_reply, main_line
from engines.geister.puzzle import Puzzle, position_of
from engines.geister.rules import Position, move_name
from engines.jit import kernel

MOST_PLIES = 41
NODE_LIMIT = 5_000_000

GIVEN_UP, WON, NOT_WON, IMPOSSIBLE = 0, 1, 2, 3


class Answers(NamedTuple):
    """The answers of many positions: what came of it, plies of the win or searched without one, first moves, line."""

    outcome: np.ndarray
    plies: np.ndarray
    firsts: np.ndarray  # how many
    first_moves: np.ndarray
    line: np.ndarray
    nodes: np.ndarray


@cache
def desk() -> Desk:
    """The desk of this process."""
    return new_desk()


def positions_of(puzzles: Sequence[Puzzle]) -> np.ndarray:
    """Positions as rows of an array."""
    return np.array([position_of(puzzle) for puzzle in puzzles], dtype=np.int64).reshape(-1, 6)


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
    plies, searched = 0, -1
    while plies <= 0 and searched < most:
        searched += 2
        plies = shortest(position, searched, 0, desk)
        if plies == 0:
            return GIVEN_UP
        if plies == -NEVER:
            return IMPOSSIBLE
        answers.plies[i] = abs(plies)
        searched = abs(plies)
    if plies < 0:
        return NOT_WON
    answers.firsts[i] = best_moves(position, plies, 0, desk, answers.first_moves[i])
    if answers.firsts[i] < 0:
        return GIVEN_UP
    first = answers.first_moves[i, 0]
    return WON if main_line(position, first, plies, desk, answers.line[i], desk.moves[0, 0]) else GIVEN_UP

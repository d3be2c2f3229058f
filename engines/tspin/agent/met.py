"""Puzzles that were met in a game: boards from which the next pieces, as they were placed, led to a goal.

Each stretch of moves that clears nothing and ends where the goal can be played, and could not before, is a puzzle:
the board it began with and its pieces in their order. What was played is one answer; whether there are others is for
the solver to say, and those with one come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engines.agents import Met, Played
from engines.tspin.agent.game import Move, moves_of_record
from engines.tspin.agent.state import apply, pack
from engines.tspin.make.variants import VARIANTS
from engines.tspin.rules.board import CEILING, WIDTH, rows_of
from engines.tspin.rules.goals import GOALS, NOWHERE, aim_of, goal_place, well_depth
from engines.tspin.rules.moves import drops_to, work_columns
from engines.tspin.rules.pieces import PIECES
from engines.tspin.rules.placements import parts
from engines.tspin.rules.puzzle import DROP, Puzzle
from engines.tspin.solve.solver import solve

TRIED = 4  # times as many stretches as are wanted are looked at more closely
LIMIT = 100_000  # positions that looking at one may take


class Stretch(NamedTuple):
    """Some moves of a game, from the first up to the one that completes the goal."""

    first: int
    puzzle: Puzzle


def met(game: Played, variants: Sequence[str], most: int) -> list[Met]:
    """See `Engine` in `engines.engine`."""
    moves = list(moves_of_record(game.moves))
    boards = boards_of(moves)
    dropped = [is_drop(board, move) for board, move in zip(boards, moves, strict=False)]
    ready = {goal: [possible(board, goal) for board in boards] for goal in GOALS if goal != "donate"}
    found = []
    for name in variants:
        goal, rules = (VARIANTS[name].parameters[key] for key in ("goal", "moves"))
        stretches = [
            Stretch(first, puzzle)
            for first in range(len(moves) - VARIANTS[name].moves + 1)
            for puzzle in puzzles_from(moves, boards, dropped, ready, first, VARIANTS[name].moves, goal, rules)
        ]
        found += [Met(name, stretch.puzzle, stretch.first, alone) for stretch, alone in chosen(stretches, most)]
    return found


def boards_of(moves: Sequence[Move]) -> list[np.ndarray]:
    """The board before every move, and after the last."""
    boards = [np.zeros(WIDTH, dtype=np.int64)]
    for move in moves:
        after = np.zeros(WIDTH, dtype=np.int64)
        apply(boards[-1], pack(move.code, PIECES.index(move.piece), move.held, move.spin), after)
        boards.append(after)
    return boards


def is_drop(board: np.ndarray, move: Move) -> bool:
    """Whether the piece could have been dropped straight down."""
    shape, left, low = parts(move.code)
    return bool(drops_to(board, PIECES.index(move.piece), shape, left) == low)


def possible(board: np.ndarray, goal: str, aim: np.ndarray | None = None) -> bool:
    """Whether the goal can be played on a board."""
    return bool(goal_place(board, aim_of(goal, None, board) if aim is None else aim, *work_columns()) != NOWHERE)


def puzzles_from(
    moves: Sequence[Move],
    boards: Sequence[np.ndarray],
    dropped: Sequence[bool],
    ready: dict[str, list[bool]],
    first: int,
    count: int,
    goal: str,
    rules: str,
) -> Iterator[Puzzle]:
    """The puzzle that begins at a move, if there is one; of a donation one for each well that it opens again."""
    past = first + count
    rows = rows_of(boards[first])
    if len(rows) > CEILING or any(move.lines for move in moves[first:past]):
        return
    if all(dropped[first:past]) != (rules == DROP):
        return
    queue = "".join(move.piece for move in moves[first:past])
    if goal != "donate":
        if ready[goal][past] and not any(ready[goal][first:past]):
            yield Puzzle(goal, rules, queue, rows)
        return
    if ready["tsd"][past]:
        for well in range(WIDTH):
            if well_depth(boards[first], well):
                aim = aim_of(goal, well, boards[first])
                if possible(boards[past], goal, aim) and not any(
                    possible(boards[place], goal, aim) for place in range(first, past)
                ):
                    yield Puzzle(goal, rules, queue, rows, well)


def chosen(stretches: Sequence[Stretch], most: int) -> list[tuple[Stretch, bool]]:
    """At most so many, spread over the game, and whether each has one answer: those that have first."""
    tried = spread(stretches, TRIED * most)
    verdicts = solve([stretch.puzzle for stretch in tried], LIMIT, 2) if tried else []
    alone = [stretch for stretch, found in zip(tried, verdicts, strict=True) if found.verdict == "unique"]
    others = [stretch for stretch in tried if stretch not in alone]
    first = spread(alone, most)
    return [(stretch, True) for stretch in first] + [
        (stretch, False) for stretch in spread(others, most - len(first))
    ]


def spread(stretches: Sequence[Stretch], most: int) -> list[Stretch]:
    """At most so many of them, evenly."""
    if len(stretches) <= most:
        return list(stretches)
    return [stretches[place * len(stretches) // most] for place in range(most)]

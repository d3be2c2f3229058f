"""Taking away puyos that play no part: without them the puzzle has the very same solutions.

One at a time, from the top; what lies above a puyo that goes falls. It stays away if the board does not pop, the
solutions are the same, line by line, and the paper's conditions still hold. What only misleads goes too: that is
why this is an option. Compare with `game_strip` in sgt-puzzles, which does the same to clues.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.puyo.rules.board import Columns, planes_of
from engines.puyo.rules.chain import pops
from engines.puyo.rules.puzzle import Puzzle
from engines.puyo.solve.solver import solve


def minimised(puzzle: Puzzle, limit: int | None = None) -> Puzzle:
    """The puzzle without the puyos that can go; as it is if it cannot be solved within the limit."""
    wanted = solutions_of([puzzle], limit)[0]
    if wanted is None:
        return puzzle
    while True:
        smaller = [replace(puzzle, columns=columns) for columns in without_one(puzzle.columns)]
        smaller = [each for each in smaller if not pops(planes_of(each.columns))]
        found = solutions_of(smaller, limit)
        good = (
            each for each, lines in zip(smaller, found, strict=True) if lines == wanted and not exceeds(each, limit)
        )
        next_one = next(good, None)
        if next_one is None:
            return puzzle
        puzzle = next_one


def without_one(columns: Columns) -> list[Columns]:
    """The board without one of its puyos, each in turn, from the top of each column."""
    return [
        (*columns[:x], columns[x][:y] + columns[x][y + 1 :], *columns[x + 1 :])
        for x in range(len(columns))
        for y in reversed(range(len(columns[x])))
    ]


def solutions_of(puzzles: Sequence[Puzzle], limit: int | None) -> list[tuple[str, ...] | None]:
    """All solutions of each puzzle; None where the search did not end."""
    return [verdict.solutions if verdict.complete else None for verdict in solve(puzzles, limit)]


def exceeds(puzzle: Puzzle, limit: int | None) -> bool:
    """Whether some line does more than the goal asks, or the search did not end."""
    if puzzle.goal.kind is None:
        return False
    beyond = replace(puzzle.goal, n=puzzle.goal.n + 1, exact=False)
    verdict = solve([replace(puzzle, goal=beyond)], limit, stop_at=1)[0]
    return verdict.count > 0 or not verdict.complete

"""What kind of puzzle each is: pieces, first piece, the slot's third of the board and its overhang.

A choice of puzzles is spread evenly over these, which is why they have few values. Compare with `evenness`: it counts
much the same of candidates, column by column.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engines.tspin.measure.evenness import SIDES
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.checked_moves import IllegalMove, follow
from engines.tspin.rules.goals import goal_piece
from engines.tspin.rules.pieces import PIECES, Cell, T
from engines.tspin.rules.puzzle import Puzzle

TRAITS: Mapping[str, Sequence[str]] = {
    "pieces": (),
    "first": tuple(PIECES),
    "column": ("left", "middle", "right"),
    "overhang": tuple(SIDES.values()),
}
THIRD = WIDTH // 3  # the middle one has the column that is left over


def third(x: int) -> str:
    """Where a column is; a mirror image is in the mirrored third."""
    if x < THIRD:
        return "left"
    return "right" if x >= WIDTH - THIRD else "middle"


def centre(cells: Collection[Cell]) -> Cell:
    """The cell of a T that borders on its three others."""
    return next(
        (x, y) for x, y in cells if sum(abs(x - other_x) + abs(y - other_y) == 1 for other_x, other_y in cells) == 3
    )


def overhang(columns: Sequence[int], x: int, y: int) -> str:
    """On which sides there is a filled cell over a T with its centre there; walls are none."""
    left, right = (0 <= side < WIDTH and columns[side] >> (y + 1) & 1 for side in (x - 1, x + 1))
    return SIDES[left + 2 * right]


def traits(puzzle: Puzzle, solution: Sequence[Any]) -> dict[str, str]:
    """Its traits. Column and overhang tell of the answer."""
    line = follow(puzzle, solution)
    if not line.goal:
        raise IllegalMove(f"the {len(solution)} moves do not reach the goal")
    x, side = line.goal[0][0], SIDES[0]
    if goal_piece(puzzle.goal) == T:
        x, y = centre(line.goal)
        side = overhang(line.columns.tolist(), x, y)
    return {"pieces": " ".join(sorted(puzzle.queue)), "first": puzzle.queue[0], "column": third(x), "overhang": side}

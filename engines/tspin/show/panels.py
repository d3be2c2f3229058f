"""What a picture of a puzzle shows, whoever draws it: one panel for each board to look at.

A problem is one panel. An answer is one too, unless it clears rows on the way: cells
then change places, so each clear ends a panel, with its rows marked, and begins the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.tspin.rules.board import WIDTH, columns_of
from engines.tspin.rules.checked_moves import Step, follow
from engines.tspin.rules.pieces import Cell
from engines.tspin.rules.puzzle import Puzzle
from engines.tspin.rules.ways import Way, way_of

LEAST_ROWS, MOST_ROWS, ROOM = 6, 20, 3


class Placed(NamedTuple):
    """A piece on the board: of the queue with its number, or, with number 0, the one that reaches the goal."""

    number: int
    piece: str
    cells: tuple[Cell, ...]
    way: Way


@dataclass
class Panel:
    """A board: plain cells, placed pieces, rows about to clear, the goal's piece and the rows it will clear.

    `well` are the cells of the well that a donation opens again, `newest` those of a piece to be pointed out.
    """

    stack: list[Cell]
    well: tuple[Cell, ...] = ()
    pieces: list[Placed] = field(default_factory=list)
    clearing: tuple[int, ...] = ()
    goal: tuple[Cell, ...] = ()
    goal_rows: tuple[int, ...] = ()
    newest: tuple[Cell, ...] = ()


def stack_cells(columns: Sequence[int]) -> list[Cell]:
    """The filled cells of column words."""
    words = [int(word) for word in columns]
    return [(x, y) for x, word in enumerate(words) for y in range(word.bit_length()) if word >> y & 1]


def well_cells(puzzle: Puzzle) -> tuple[Cell, ...]:
    """The cells of the puzzle's well: from its bottom up to the lower of its neighbours."""
    if puzzle.well is None:
        return ()
    heights = [word.bit_length() for word in columns_of(puzzle.rows)]
    beside = [heights[x] for x in (puzzle.well - 1, puzzle.well + 1) if 0 <= x < WIDTH]
    return tuple((puzzle.well, y) for y in range(heights[puzzle.well], min(beside)))


def after_clear(cells: Sequence[Cell], rows: Sequence[int]) -> tuple[Cell, ...]:
    """Where cells are once these rows are gone; those in them are gone too."""
    return tuple((x, y - sum(row < y for row in rows)) for x, y in cells if y not in rows)


def next_panel(panel: Panel) -> Panel:
    """The panel that begins when the rows about to clear are gone."""
    pieces = [placed._replace(cells=after_clear(placed.cells, panel.clearing)) for placed in panel.pieces]
    return Panel(
        list(after_clear(panel.stack, panel.clearing)),
        after_clear(panel.well, panel.clearing),
        [placed for placed in pieces if placed.cells],
    )


def rows_filled(columns: Sequence[int], cells: Sequence[Cell]) -> tuple[int, ...]:
    """The rows that these cells make full."""
    rows = sorted({y for _, y in cells})
    return tuple(y for y in rows if all(columns[x] >> y & 1 or (x, y) in cells for x in range(WIDTH)))


def problem_panel(puzzle: Puzzle) -> Panel:
    """The board before any piece is placed."""
    return Panel(stack_cells(columns_of(puzzle.rows)), well_cells(puzzle))


def placed_by(number: int, step: Step) -> Placed:
    """A step's piece where it comes to rest."""
    return Placed(number, step.piece, step.cells, way_of(step.before.tolist(), step.cells))


def panels(puzzle: Puzzle, solution: Sequence[Any] | None = None) -> list[Panel]:
    """The problem, or its answer when a solution (or the beginning of one) is given."""
    shown = [problem_panel(puzzle)]
    if solution is None:
        return shown
    line = follow(puzzle, solution)
    for number, step in enumerate(line.steps, 1):
        shown[-1].pieces.append(placed_by(number, step))
        if step.cleared:
            shown[-1].clearing = step.cleared
            shown.append(next_panel(shown[-1]))
    shown[-1].goal = line.goal
    shown[-1].goal_rows = rows_filled(line.columns.tolist(), line.goal)
    return shown


def numbers_by_way(shown: Sequence[Panel]) -> dict[str, list[str]]:
    """The pieces of an answer that no drop brings to their places: {"tuck": ["1", "2"], "spin": ["3"]}."""
    found = {placed.number: placed.way for panel in shown for placed in panel.pieces}
    kinds = {
        kind: [str(number) for number, way in sorted(found.items()) if way.startswith(kind)]
        for kind in ("tuck", "spin")
    }
    return {kind: numbers for kind, numbers in kinds.items() if numbers}


def ways(shown: Sequence[Panel]) -> str:
    """The same in words: "tuck 1, 2 · spin 3"."""
    return " · ".join(f"{kind} {', '.join(numbers)}" for kind, numbers in numbers_by_way(shown).items())


def rows_to_show(shown: Sequence[Panel], puzzle: Puzzle) -> int:
    """Enough rows for the stack and some room; more only if a piece lies higher."""
    placed = [y for panel in shown for piece in panel.pieces for _, y in piece.cells]
    placed += [y for panel in shown for _, y in panel.goal]
    usual = min(MOST_ROWS, max(LEAST_ROWS, len(puzzle.rows) + ROOM))
    return max([usual, *(y + 1 for y in placed)])

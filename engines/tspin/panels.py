"""What a picture of a puzzle shows, whoever draws it: one panel for each board to look at.

A problem is one panel. An answer is one too, unless it clears rows on the way: cells
then change places, so each clear ends a panel, with its rows marked, and begins the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.tspin.board import columns_of
from engines.tspin.pieces import Cell
from engines.tspin.play import Step, follow
from engines.tspin.puzzle import Puzzle

LEAST_ROWS, MOST_ROWS, ROOM = 6, 20, 3


@dataclass
class Panel:
    """A board: plain cells, placed pieces as (number, piece, cells), rows about to clear, the goal's T."""

    stack: list[Cell]
    pieces: list[tuple[int, str, tuple[Cell, ...]]] = field(default_factory=list)
    clearing: tuple[int, ...] = ()
    goal: tuple[Cell, ...] = ()


def stack_cells(columns: Sequence[int]) -> list[Cell]:
    """The filled cells of column words."""
    words = [int(word) for word in columns]
    return [(x, y) for x, word in enumerate(words) for y in range(word.bit_length()) if word >> y & 1]


def after_clear(cells: Sequence[Cell], rows: Sequence[int]) -> tuple[Cell, ...]:
    """Where cells are once these rows are gone; those in them are gone too."""
    return tuple((x, y - sum(row < y for row in rows)) for x, y in cells if y not in rows)


def next_panel(panel: Panel, step: Step) -> Panel:
    """The panel that begins when the rows of a step have cleared."""
    pieces = [(number, piece, after_clear(cells, step.cleared)) for number, piece, cells in panel.pieces]
    return Panel(list(after_clear(panel.stack, step.cleared)), [piece for piece in pieces if piece[2]])


def panels(puzzle: Puzzle, solution: Sequence[Any] | None = None) -> list[Panel]:
    """The problem, or its answer when a solution (or the beginning of one) is given."""
    shown = [Panel(stack_cells(columns_of(puzzle.rows)))]
    if solution is None:
        return shown
    line = follow(puzzle, solution)
    for number, step in enumerate(line.steps, 1):
        shown[-1].pieces.append((number, step.piece, step.cells))
        if step.cleared:
            shown[-1].clearing = step.cleared
            shown.append(next_panel(shown[-1], step))
    shown[-1].goal = line.goal
    return shown


def rows_to_show(shown: Sequence[Panel], puzzle: Puzzle) -> int:
    """Enough rows for the stack and some room; more only if a piece lies higher."""
    placed = [y for panel in shown for _, _, cells in panel.pieces for _, y in cells]
    placed += [y for panel in shown for _, y in panel.goal]
    usual = min(MOST_ROWS, max(LEAST_ROWS, len(puzzle.rows) + ROOM))
    return max([usual, *(y + 1 for y in placed)])

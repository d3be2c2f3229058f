"""Pictures of puzzles for a terminal. Compare with `draw`, the same as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.goals import GOAL_PIECES, GOALS
from engines.tspin.rules.puzzle import Puzzle
from engines.tspin.rules.titles import description
from engines.tspin.show.panels import Panel, panels, rows_to_show, ways

ANSI_BACKGROUND = {"I": 45, "O": 220, "T": 134, "S": 71, "Z": 160, "J": 62, "L": 208}
ANSI_STACK, ANSI_WELL = 245, 36
ANSI_GOAL = {"T": 96, "I": 31}


def _paint(text: str, background: int, color: bool) -> str:
    return f"\x1b[48;5;{background};38;5;16m{text}\x1b[0m" if color else text


def _lines(panel: Panel, rows: int, letter: str, color: bool) -> list[str]:
    """A panel as lines of text, two characters a cell."""
    marks = dict.fromkeys(panel.stack, _paint("  " if color else "[]", ANSI_STACK, color))
    for number, piece, cells, _ in panel.pieces:
        marks |= dict.fromkeys(cells, _paint(f"{piece}{number}", ANSI_BACKGROUND[piece], color))
    marks |= dict.fromkeys(panel.goal, _paint("()", ANSI_GOAL[letter], color))
    ends = dict.fromkeys(panel.clearing, " < clears") | dict.fromkeys(panel.goal_rows, f" < the {letter} clears")
    lines = []
    for y in reversed(range(rows)):
        lines.append("|" + "".join(marks.get((x, y), " .") for x in range(WIDTH)) + "|" + ends.get(y, ""))
    lines.append("+" + "--" * WIDTH + "+")
    if panel.well:
        lines.append(" " + "  " * panel.well[0][0] + _paint("^^", ANSI_WELL, color) + " well")
    return lines


def show(puzzle: Puzzle, solution: Sequence[Any] | None = None, color: bool = False) -> str:
    """The problem or its answer: `[]` the stack, letter and number the pieces placed, `()` the goal's piece."""
    shown = panels(puzzle, solution)
    rows = rows_to_show(shown, puzzle)
    letter = GOAL_PIECES[GOALS.index(puzzle.goal)]
    queue = " ".join(_paint(f" {piece} ", ANSI_BACKGROUND[piece], color) for piece in puzzle.queue)
    lines = [
        description(puzzle.goal, len(puzzle.queue), puzzle.moves),
        f"queue: {queue if color else puzzle.queue}, then {letter}",
    ]
    if ways(shown):
        lines.append(f"answer: {ways(shown)}")
    for index, panel in enumerate(shown):
        if index:
            lines.append("then:")
        lines += _lines(panel, rows, letter, color)
    return "\n".join(lines)

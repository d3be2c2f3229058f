"""Pictures of puzzles for a terminal. Compare with `draw`, the same as SVG.

The board has the letters that puzzles are written in: `B R` the attacker's, `u b r` the defender's, `u` hidden;
arrows stand at the exits. An answer is the line below it, two plies to a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.geister.rules.moves import SIDE
from engines.geister.rules.panels import answer
from engines.geister.rules.puzzle import EMPTY, Puzzle
from engines.geister.rules.titles import hidden_label, ply_label, task, winning_moves

ANSI_BACKGROUND = {"B": 27, "R": 160, "u": 183, "b": 153, "r": 217}  # the attacker's full, the defender's pale
WHITE_LETTERS = "BR"
COLUMNS = "  a  b  c  d  e  f"
EXITS = f"{{0:>3}}{{0:>{3 * SIDE - 3}}}"
PLY = 18  # characters for a ply of the attacker, with the space behind it


def _paint(piece: str, color: bool) -> str:
    """A square, three characters wide."""
    if piece == EMPTY or not color:
        return f" {piece} "
    ink = 231 if piece in WHITE_LETTERS else 16
    return f"\x1b[48;5;{ANSI_BACKGROUND[piece]};38;5;{ink}m {piece} \x1b[0m"


def _board(puzzle: Puzzle, color: bool) -> list[str]:
    """The board with its coordinates and exits."""
    rows = [f"{SIDE - i} {''.join(_paint(piece, color) for piece in row)}" for i, row in enumerate(puzzle.rows)]
    return [" " + EXITS.format("↑"), *rows, f" {COLUMNS}", " " + EXITS.format("↓")]


def _line(puzzle: Puzzle, solution: Any) -> list[str]:
    """The plies of an answer, the attacker's and the reply to it in a row."""
    panels = answer(puzzle, solution)
    replies = [panel.reply for panel in panels[1:]]
    rows = []
    for panel, reply in zip(panels, [*replies, None], strict=True):
        if panel.attack:
            rows.append(f"{ply_label(panel.attack):<{PLY}}{ply_label(reply) if reply else ''}".rstrip())
    return rows


def show(puzzle: Puzzle, solution: Any | None = None, color: bool = False) -> str:
    """The problem, or its answer as a numbered line below the board."""
    told = solution if isinstance(solution, Mapping) else {}
    lines = [task(told.get("plies", puzzle.plies)), hidden_label(puzzle), *_board(puzzle, color)]
    if solution is not None:
        lines += ["answer:", *_line(puzzle, solution), winning_moves(told.get("first_moves", ()))]
    return "\n".join(line for line in lines if line)

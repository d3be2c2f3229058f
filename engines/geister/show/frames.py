"""An answer step by step: the problem, then the board after every ply up to the win, in the problem's size and place.

An arrow under the pieces leads from where a piece stood to where it stands now; where it took one the square is
marked, and what was taken is there once more, small and pale. A blue that leaves is seen on its way out.
"""

from __future__ import annotations

from typing import Any

from engines.contract import Frame, Look
from engines.geister.japanese import titles as titles_ja
from engines.geister.rules.moves import ATTACKER_EXITS, ATTACKER_WINS
from engines.geister.rules.panels import Ply, Step, steps
from engines.geister.rules.puzzle import Puzzle
from engines.geister.rules.titles import task, won
from engines.geister.show import captions
from engines.geister.show.draw import ORIGIN, PALETTES, arrow, corner, draw, ghosts_on, scene
from engines.geister.show.ghosts import SQUARE, Ghost, ghosts, num, pair, path
from engines.shared.looks import Colors

ARROW, HEAD = 10.5, 4  # of a ply within the board: up to the square where it ends
FOOT, TAIL = -7, 6  # of a ply that leaves: where its arrow starts and how long it is
HALF_OUT = 10  # how far a piece that leaves has got
PALE, SMALL = 0.7, 0.5  # what was taken


def frames(puzzle: Puzzle, solution: Any, look: Look = "light") -> list[Frame]:
    """The problem, and the board after every ply."""
    first = Frame(draw(puzzle, None, look), *captions.of_problem(puzzle))
    before, found = puzzle.squares, [first]
    for step in steps(puzzle, solution):
        said = captions.of_step(step, solution)
        board = _board(step, before[step.ply.start], look)
        told = (said[0], *_line(puzzle, step))
        found.append(Frame(scene(puzzle, board, told, step.left, look), *said))
        before = step.left.squares
    return found


def _line(puzzle: Puzzle, step: Step) -> tuple[str, str]:
    """The task, until it is done."""
    if step.outcome == ATTACKER_WINS:
        return won(step.ply.number), titles_ja.won(step.ply.number)
    return task(puzzle.plies), titles_ja.task(puzzle.plies)


def _board(step: Step, moved: str, look: Look) -> str:
    """Marks and pieces after a ply, by a piece with that letter."""
    colors, ply = PALETTES[look], step.ply
    pieces = ghosts_on(ORIGIN, step.left.squares)
    if ply.leaves:
        x, y = corner(ORIGIN, ply.start)
        pieces.append(Ghost(x, y - HALF_OUT if ATTACKER_EXITS >> ply.start & 1 else y + HALF_OUT, moved))
    drawn = arrow(ORIGIN, ply, FOOT, TAIL, HEAD) if ply.leaves else arrow(ORIGIN, ply, 0, ARROW, HEAD)
    color, width = (colors["text"], "3") if ply.number % 2 else (colors["muted"], "2.2")
    return (
        _square(ply, colors)
        + path(drawn, f'stroke="{color}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"')
        + ghosts(pieces, colors["rim"])
        + _gone(ply, colors)
    )


def _square(ply: Ply, colors: Colors) -> str:
    """The square where something is taken."""
    if not ply.taken:
        return ""
    square = f"M{pair(*corner(ORIGIN, ply.end))}h{SQUARE}v{SQUARE}h-{SQUARE}z"
    return path(square, f'fill="{colors["taken"]}" stroke="{colors["muted"]}"')


def _gone(ply: Ply, colors: Colors) -> str:
    """What is taken, in the upper right corner of its square."""
    if not ply.taken:
        return ""
    x, y = corner(ORIGIN, ply.end)
    place = f"translate({num(x + SQUARE - SMALL * SQUARE)} {num(y)}) scale({num(SMALL)})"
    return f'<g transform="{place}" opacity="{num(PALE)}">{ghosts([Ghost(0, 0, ply.taken)], colors["rim"])}</g>'

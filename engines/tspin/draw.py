"""Pictures of puzzles: SVG for pages and releases, text for a terminal.

Pieces have the colours that players know and carry their letter as well, for those who do
not see the colours. The SVG stands alone: no scripts, style sheets, ids or fonts of its own,
so that any number of pictures can share a page. `panels` decides what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Theme
from engines.tspin.board import WIDTH
from engines.tspin.panels import Panel, panels, rows_to_show
from engines.tspin.pieces import NORTH_CELLS, Cell
from engines.tspin.puzzle import Puzzle

CELL, SMALL, MARGIN, BETWEEN = 24, 13, 16, 26
SIDE = 4 * SMALL + 26  # one column of the queue
ITEM = 44  # one piece of the queue
CAPTION = 22
FONT = "font-family=\"system-ui,'Segoe UI',Helvetica,Arial,sans-serif\""

PIECE_COLORS = {
    "I": "#22b8dd",
    "O": "#f2c40f",
    "T": "#a548b8",
    "S": "#3fae49",
    "Z": "#e0393e",
    "J": "#3f62c9",
    "L": "#ee8322",
}
DARK_LETTERS = "IOL"  # pieces whose colour is too light for a white letter
THEMES: dict[Theme, dict[str, str]] = {
    "light": {
        "page": "#ffffff",
        "board": "#f5f6f9",
        "grid": "#e2e5ec",
        "frame": "#b9c0cc",
        "stack": "#98a2b3",
        "text": "#1f2733",
        "muted": "#667085",
        "goal": "#8a2fa0",
        "clear": "#f2c40f",
    },
    "dark": {
        "page": "#12151b",
        "board": "#1a1e26",
        "grid": "#272d38",
        "frame": "#454f5e",
        "stack": "#66717f",
        "text": "#eef1f6",
        "muted": "#98a2b3",
        "goal": "#d58be6",
        "clear": "#f2c40f",
    },
}
GOAL_TITLES = {
    "tsd": "T-spin Double",
    "tst": "T-spin Triple",
    "quad": "four lines with an I",
    "donate": "T-spin Double that opens the well again",
}
RULE_TITLES = {"drop": "drops only", "srs": "tucks and spins allowed"}


def describe(puzzle: Puzzle) -> str:
    """The caption of a puzzle."""
    n = len(puzzle.queue)
    pieces = "1 piece" if n == 1 else f"{n} pieces"
    return f"{GOAL_TITLES[puzzle.goal]} · {pieces} · {RULE_TITLES[puzzle.moves]}"


def _num(value: float) -> str:
    return f"{value:g}"


def _squares(cells: Iterable[tuple[float, float]], inset: float, size: float) -> str:
    """A path of squares, from the upper left corners of their cells."""
    side = _num(size)
    return "".join(f"M{_num(x + inset)} {_num(y + inset)}h{side}v{side}h-{side}z" for x, y in cells)


def _strips(cells: Iterable[tuple[float, float]], inset: float, top: float, width: float, tall: float) -> str:
    """A path of thin bars, one in each cell."""
    return "".join(f"M{_num(x + inset)} {_num(y + top)}h{_num(width)}v{_num(tall)}h-{_num(width)}z" for x, y in cells)


def _blocks(corners: Sequence[tuple[float, float]], size: int, color: str) -> str:
    """Cells with rounded edges, lit from above."""
    if not corners:
        return ""
    bar = size / 8
    inner = size - 4
    return (
        f'<path d="{_squares(corners, 2, inner)}" fill="{color}" stroke="{color}" stroke-width="2.4" '
        'stroke-linejoin="round"/>'
        f'<path d="{_strips(corners, 1.6, 1.4, size - 3.2, bar)}" fill="#fff" fill-opacity=".38"/>'
        f'<path d="{_strips(corners, 1.6, size - 1.4 - bar, size - 3.2, bar)}" fill="#000" '
        'fill-opacity=".17"/>'
    )


def _text(x: float, y: float, text: str, size: float, color: str, bold: bool = True) -> str:
    """Text about its middle if bold, from its left if not."""
    style = 'text-anchor="middle" font-weight="700"' if bold else 'text-anchor="start"'
    return f'<text x="{_num(x)}" y="{_num(y)}" font-size="{_num(size)}" fill="{color}" {style}>{text}</text>'


def _outline(cells: Sequence[Cell], corner: dict[Cell, tuple[float, float]], size: int) -> str:
    """The edges of a shape, without those between two of its own cells."""
    path = []
    for x, y in cells:
        left, top = corner[x, y]
        sides = {
            (x, y + 1): f"M{_num(left)} {_num(top)}h{size}",
            (x, y - 1): f"M{_num(left)} {_num(top + size)}h{size}",
            (x - 1, y): f"M{_num(left)} {_num(top)}v{size}",
            (x + 1, y): f"M{_num(left + size)} {_num(top)}v{size}",
        }
        path += [edge for neighbour, edge in sides.items() if neighbour not in cells]
    return "".join(path)


def _ghost(cells: Sequence[Cell], corner: dict[Cell, tuple[float, float]], size: int, color: str) -> str:
    """The T that is to come: a tinted shape in dashes."""
    squares = _squares([corner[cell] for cell in cells], 0, size)
    return (
        f'<path d="{squares}" fill="{color}" fill-opacity=".14"/>'
        f'<path d="{_outline(cells, corner, size)}" fill="none" stroke="{color}" stroke-width="2" '
        'stroke-linecap="round" stroke-dasharray="4.2 3.8"/>'
    )


def _label_cells(cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    """The cells of a piece for its number and its letter: those nearest its middle, from the left."""
    mid_x, mid_y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    near = sorted(cells, key=lambda cell: ((cell[0] - mid_x) ** 2 + (cell[1] - mid_y) ** 2, cell))[:2]
    near.sort(key=lambda cell: (cell[0], -cell[1]))
    return near[0], near[-1]


def _placed(number: int, piece: str, cells: Sequence[Cell], corner: dict[Cell, tuple[float, float]]) -> str:
    """A placed piece with its number and its letter."""
    badge, letter = _label_cells(cells)
    half = CELL / 2
    parts = [
        _blocks([corner[cell] for cell in cells], CELL, PIECE_COLORS[piece]),
        f'<path d="{_outline(cells, corner, CELL)}" stroke="#000" stroke-opacity=".55" stroke-width="1.6" '
        'stroke-linecap="round"/>',
    ]
    x, y = corner[badge]
    parts.append(f'<circle cx="{_num(x + half)}" cy="{_num(y + half)}" r="8" fill="#fff"/>')
    parts.append(_text(x + half, y + half + 4.2, str(number), 12, "#1f2733"))
    if letter != badge:
        x, y = corner[letter]
        ink = "#1f2733" if piece in DARK_LETTERS else "#fff"
        parts.append(_text(x + half, y + half + 4.8, piece, 14, ink))
    return "".join(parts)


def _board(panel: Panel, left: float, top: float, rows: int, colors: dict[str, str]) -> str:
    """One panel: grid, stack, pieces, rows that clear, and the T."""
    width, tall = WIDTH * CELL, rows * CELL
    corner = {(x, y): (left + x * CELL, top + (rows - 1 - y) * CELL) for x in range(WIDTH) for y in range(rows)}
    lines = "".join(f"M{_num(left + x * CELL)} {_num(top)}v{tall}" for x in range(1, WIDTH))
    lines += "".join(f"M{_num(left)} {_num(top + y * CELL)}h{width}" for y in range(1, rows))
    parts = [
        f'<rect x="{_num(left)}" y="{_num(top)}" width="{width}" height="{tall}" fill="{colors["board"]}"/>',
        f'<path d="{lines}" stroke="{colors["grid"]}"/>',
        _blocks([corner[cell] for cell in panel.stack if cell in corner], CELL, colors["stack"]),
        *(_placed(number, piece, cells, corner) for number, piece, cells in panel.pieces),
    ]
    for y in panel.clearing:
        x, row_top = corner[0, y]
        parts.append(
            f'<rect x="{_num(x)}" y="{_num(row_top)}" width="{width}" height="{CELL}" fill="none" '
            f'stroke="{colors["clear"]}" stroke-width="3"/>'
        )
    if panel.goal:
        parts.append(_ghost(panel.goal, corner, CELL, colors["goal"]))
    parts.append(
        f'<path d="M{_num(left - 1)} {_num(top)}v{tall + 1}h{width + 2}v-{tall + 1}" fill="none" '
        f'stroke="{colors["frame"]}" stroke-width="2" stroke-linejoin="round"/>'
    )
    return "".join(parts)


def _small_cells(piece: str, left: float, top: float) -> dict[Cell, tuple[float, float]]:
    """The cells of a piece of the queue, in the middle of its place."""
    cells = NORTH_CELLS[piece]
    low_x, high_x = min(x for x, _ in cells), max(x for x, _ in cells)
    low_y, high_y = min(y for _, y in cells), max(y for _, y in cells)
    left += (4 - (high_x - low_x + 1)) * SMALL / 2
    top += (2 - (high_y - low_y + 1)) * SMALL / 2
    return {(x, y): (left + (x - low_x) * SMALL, top + (high_y - y) * SMALL) for x, y in cells}


def _queue(puzzle: Puzzle, left: float, top: float, tall: float, colors: dict[str, str]) -> tuple[str, float]:
    """The pieces to place, numbered, and the T that comes after them; and how wide that is."""
    per_column = max(1, int(tall // ITEM))
    items = [*puzzle.queue, ""]
    parts = []
    for index, piece in enumerate(items):
        x = left + (index // per_column) * SIDE
        y = top + (index % per_column) * ITEM
        corner = _small_cells(piece or "T", x + 22, y + 4)
        if piece:
            parts.append(_text(x + 8, y + 22, str(index + 1), 13, colors["muted"]))
            parts.append(_blocks(list(corner.values()), SMALL, PIECE_COLORS[piece]))
        else:
            parts.append(_text(x + 8, y + 23, "→", 13, colors["goal"]))
            parts.append(_ghost(list(corner), corner, SMALL, colors["goal"]))
        parts.append(_text(x + 22 + 2 * SMALL, y + 41, piece or "T", 10, colors["muted"]))
    columns = -(-len(items) // per_column)
    return "".join(parts), columns * SIDE


def draw(puzzle: Puzzle, solution: Sequence[Any] | None = None, theme: Theme = "light") -> str:
    """SVG of the problem, or of its answer when a solution is given."""
    colors = THEMES[theme]
    shown = panels(puzzle, solution)
    rows = rows_to_show(shown, puzzle)
    tall = rows * CELL
    parts = []
    left = float(MARGIN)
    for index, panel in enumerate(shown):
        if index:
            middle = MARGIN + tall / 2
            parts.append(
                f'<path d="M{_num(left - BETWEEN / 2 - 4)} {_num(middle - 7)}l8 7l-8 7" fill="none" '
                f'stroke="{colors["muted"]}" stroke-width="2.4" stroke-linecap="round"/>'
            )
        parts.append(_board(panel, left, MARGIN, rows, colors))
        left += WIDTH * CELL + BETWEEN
    queue, side = _queue(puzzle, left - BETWEEN + 12, MARGIN, tall, colors)
    parts.append(queue)
    width = left - BETWEEN + 12 + side + MARGIN / 2
    height = MARGIN + tall + CAPTION + MARGIN / 2
    title = describe(puzzle) + (f" · {puzzle.queue}" if solution is None else f" · {puzzle.queue} · answer")
    caption = _text(MARGIN, MARGIN + tall + 18, describe(puzzle), 12, colors["muted"], bold=False)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_num(width)} {_num(height)}" '
        f'width="{_num(width)}" height="{_num(height)}" role="img" {FONT}><title>{title}</title>'
        f'<rect width="100%" height="100%" rx="8" fill="{colors["page"]}"/>{"".join(parts)}{caption}</svg>'
    )


ANSI_BACKGROUND = {"I": 45, "O": 220, "T": 134, "S": 71, "Z": 160, "J": 62, "L": 208}
ANSI_STACK, ANSI_GOAL = 245, 96


def _paint(text: str, background: int, color: bool) -> str:
    return f"\x1b[48;5;{background};38;5;16m{text}\x1b[0m" if color else text


def _lines(panel: Panel, rows: int, color: bool) -> list[str]:
    """A panel as lines of text, two characters a cell."""
    marks = dict.fromkeys(panel.stack, _paint("  " if color else "[]", ANSI_STACK, color))
    for number, piece, cells in panel.pieces:
        marks |= dict.fromkeys(cells, _paint(f"{piece}{number}", ANSI_BACKGROUND[piece], color))
    marks |= dict.fromkeys(panel.goal, _paint("()", ANSI_GOAL, color))
    lines = []
    for y in reversed(range(rows)):
        end = "| < clears" if y in panel.clearing else "|"
        lines.append("|" + "".join(marks.get((x, y), " .") for x in range(WIDTH)) + end)
    return [*lines, "+" + "--" * WIDTH + "+"]


def show(puzzle: Puzzle, solution: Sequence[Any] | None = None, color: bool = False) -> str:
    """The same for a terminal: `[]` the stack, letter and number the pieces placed, `()` the T."""
    shown = panels(puzzle, solution)
    rows = rows_to_show(shown, puzzle)
    queue = " ".join(_paint(f" {piece} ", ANSI_BACKGROUND[piece], color) for piece in puzzle.queue)
    lines = [describe(puzzle), f"queue: {queue if color else puzzle.queue}"]
    for index, panel in enumerate(shown):
        if index:
            lines.append("then:")
        lines += _lines(panel, rows, color)
    return "\n".join(lines)

"""Pictures of puzzles as SVG, for pages and releases. Compare with `terminal`, the same as text.

Pieces have the colours that players know and carry their letter as well, for those who do
not see the colours. The SVG stands alone: no scripts, style sheets, ids or fonts of its own,
so that any number of pictures can share a page. `panels` decides what is shown, and `frames` draws
the answer step by step with what is here.

There may be a thousand pictures on a page, so they are small: a cell is 20 units and all of
a board is drawn in its own coordinates, shapes are outlines rather than cells, light and
shade lie over all cells at once, and the grid over them parts the cells of a shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from engines.contract import Look
from engines.shared.looks import Colors, palettes, style, words
from engines.tspin.japanese import titles as titles_ja
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.goals import GOAL_PIECES, GOALS
from engines.tspin.rules.pieces import NORTH_CELLS, Cell
from engines.tspin.rules.puzzle import DROP, Puzzle
from engines.tspin.rules.titles import RULES, TITLES, description
from engines.tspin.show.panels import Panel, Placed, numbers_by_way, panels, rows_to_show, ways

CELL, MARGIN, BETWEEN = 20, 10, 24
BOARD = WIDTH * CELL
QUEUE, WELL, CAPTION = 36, 17, 20  # what stands above and below a board
SCALE = 1.5  # pixels a unit, where nobody says how large

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
INK = "#1f2733"
LIGHT = {
    "page": "#ffffff",
    "board": "#f5f6f9",
    "grid": "#e2e5ec",
    "frame": "#b9c0cc",
    "stack": "#98a2b3",
    "text": INK,
    "muted": "#667085",
    "T": "#8a2fa0",
    "I": "#0b7794",
    "clear": "#f2c40f",
    "well": "#0f8f6f",
}
DARK = {
    "page": "#12151b",
    "board": "#1a1e26",
    "grid": "#272d38",
    "frame": "#454f5e",
    "stack": "#66717f",
    "text": "#eef1f6",
    "muted": "#98a2b3",
    "T": "#d58be6",
    "I": "#63d2ee",
    "clear": "#f2c40f",
    "well": "#4fd1a9",
}
PALETTES = palettes("tspin", LIGHT, DARK)
STYLE = style("tspin", LIGHT, DARK)


def _num(value: float) -> str:
    return f"{value:g}"


@lru_cache(4096)  # pieces have few places, and frames of one answer the same stack
def outline(cells: tuple[Cell, ...], size: int = CELL) -> str:
    """The edges of a shape as closed paths; y counts down here."""
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside):
        for outside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if outside not in inside:
                edges.setdefault(start, []).append(end)
    paths = []
    while edges:
        first = min(edges)  # the upper left corner of a shape: an edge to the right begins there
        corners = [first]
        here = first
        while here in edges:
            ends = edges[here]
            there = ends.pop()
            if not ends:
                del edges[here]
            if len(corners) > 1 and (corners[-2][0] == there[0] or corners[-2][1] == there[1]):
                corners[-1] = there
            else:
                corners.append(there)
            here = there
        paths.append(_closed(corners, size))
    return "".join(paths)


def _closed(corners: Sequence[Cell], size: int) -> str:
    """A closed path along corners that lie straight above or beside each other, the last being the first again."""
    path = f"M{corners[0][0] * size} {corners[0][1] * size}"
    for (x, y), (to_x, to_y) in pairwise(corners[:-1]):
        path += f"h{(to_x - x) * size}" if y == to_y else f"v{(to_y - y) * size}"
    return path + "z"


def _runs(cells: Iterable[Cell], down: float) -> str:
    """A line through each run of cells in a row, so far below its upper edge."""
    inside = set(cells)
    path = ""
    for x, y in sorted(inside, key=lambda cell: (cell[1], cell[0])):
        if (x - 1, y) not in inside:
            end = x
            while (end, y) in inside:
                end += 1
            path += f"M{x * CELL} {_num(y * CELL + down)}h{(end - x) * CELL}"
    return path


def _text(x: float, y: float, text: str, attributes: str = "") -> str:
    return f'<text x="{_num(x)}" y="{_num(y)}"{attributes}>{text}</text>'


def _words(x: float, y: float, said: tuple[str, str], attributes: str, look: Look) -> str:
    """Words in English and Japanese, each as far as the look wants it."""
    english, japanese = said
    return words(_text(x, y, english, attributes), _text(x, y, japanese, attributes), look)


def _label_cells(cells: Sequence[Cell]) -> list[Cell]:
    """The cells of a piece for its number, its letter and its way: those nearest its middle first."""
    mid_x, mid_y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    near = sorted(cells, key=lambda cell: ((cell[0] - mid_x) ** 2 + (cell[1] - mid_y) ** 2, cell))
    return sorted(near[:2]) + near[2:]


WAY_MARKS = {
    "tuck right": "m-4-6v6q0 3 3 3h5m-4-4l4 4l-4 4",
    "tuck left": "m4-6v6q0 3-3 3h-5m4-4l-4 4l4 4",
    "spin": "m4.6-2.2a5 5 0 1 0 .2 3.6m.6-6.4l-.6 3.4l-3.4-.6",
}


def _labels(pieces: Sequence[Placed]) -> str:
    """The numbers, letters and ways of placed pieces."""
    badges, numbers, letters = "", "", ""
    for number, piece, cells, way in pieces:
        places = [(x * CELL + CELL / 2, y * CELL + CELL / 2) for x, y in _label_cells(cells)]
        ink = INK if piece in DARK_LETTERS else "#fff"
        if number:
            x, y = places.pop(0)
            badges += f"M{_num(x)} {_num(y)}h.01"
            numbers += _text(x, y + 3.6, str(number))
        if places:
            x, y = places[0]
            letters += _text(x, y + 4.3, piece, f' fill="{ink}"')
        if len(cells) == 4 and way in WAY_MARKS:
            x, y = places[1]
            letters += (
                f'<path d="M{_num(x)} {_num(y)}{WAY_MARKS[way]}" fill="none" stroke="{ink}" stroke-width="1.8"/>'
            )
    return (
        f'<path d="{badges}" stroke="#fff" stroke-width="14" stroke-linecap="round"/>'
        f'<g font-size="10.5" fill="{INK}">{numbers}</g><g font-size="12">{letters}</g>'
    )


def _ghost(cells: tuple[Cell, ...], color: str, size: int = CELL) -> str:
    """The piece that is to come: a tinted shape in dashes."""
    return (
        f'<path d="{outline(cells, size)}" fill="{color}" fill-opacity=".15" stroke="{color}" '
        f'stroke-width="{_num(1 + size / 25)}" stroke-dasharray="{"4 3" if size == CELL else "2.5 2"}"/>'
    )


@cache
def _grid(rows: int, color: str) -> str:
    lines = "".join(f"M{x * CELL} 0v{rows * CELL}" for x in range(1, WIDTH))
    lines += "".join(f"M0 {y * CELL}h{BOARD}" for y in range(1, rows))
    return f'<path d="{lines}" stroke="{color}"/>'


def _board(panel: Panel, rows: int, letter: str, look: Look) -> str:
    """One panel: stack and pieces, rows that clear, the goal's piece, the well."""
    colors = PALETTES[look]

    def flip(cells: Iterable[Cell]) -> tuple[Cell, ...]:
        return tuple((x, rows - 1 - y) for x, y in cells if y < rows)

    tall = rows * CELL
    pieces = [placed._replace(cells=flip(placed.cells)) for placed in panel.pieces]
    stack = flip(panel.stack)
    filled = [*stack, *(cell for placed in pieces for cell in placed.cells)]
    parts = [f'<path d="M0 0h{BOARD}v{tall}h-{BOARD}z" fill="{colors["board"]}"/>']
    if panel.well:
        parts.append(f'<path d="{outline(flip(panel.well))}" fill="{colors["well"]}" fill-opacity=".25"/>')
    parts.append(f'<path d="{outline(stack)}" fill="{colors["stack"]}"/>')
    parts += [f'<path d="{outline(cells)}" fill="{PIECE_COLORS[piece]}"/>' for _, piece, cells, _ in pieces]
    parts += [
        f'<path d="{_runs(filled, 2)}" stroke="#fff" stroke-opacity=".35" stroke-width="3"/>',
        f'<path d="{_runs(filled, CELL - 2)}" stroke="#000" stroke-opacity=".15" stroke-width="3"/>',
        _grid(rows, colors["grid"]),
    ]
    if pieces:
        edges = "".join(outline(placed.cells) for placed in pieces)
        parts.append(f'<path d="{edges}" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="1.5"/>')
        parts.append(_labels(pieces))
    for y in panel.clearing:
        parts.append(
            f'<path d="M0 {(rows - 1 - y) * CELL}h{BOARD}v{CELL}h-{BOARD}z" fill="none" '
            f'stroke="{colors["clear"]}" stroke-width="2.5"/>'
        )
    if panel.newest:
        parts.append(
            f'<path d="{outline(flip(panel.newest))}" fill="none" stroke="{colors["text"]}" stroke-width="2.5"/>'
        )
    walls = f"M-1 0v{tall + 1}h{BOARD + 2}v-{tall + 1}"
    parts.append(f'<path d="{walls}" fill="none" stroke="{colors["frame"]}" stroke-width="2"/>')
    if panel.goal:
        color, cells = colors[letter], flip(panel.goal)
        x, y = _label_cells(cells)[0]
        sides = "".join(f"M-3 {(rows - 1 - row) * CELL + 2}v16m{BOARD + 6} 0v-16" for row in panel.goal_rows)
        parts.append(_ghost(cells, color))
        parts.append(_text(x * CELL + 10, y * CELL + 14.3, letter, f' font-size="12" fill="{color}"'))
        parts.append(f'<path d="{sides}" stroke="{color}" stroke-width="3"/>')
    if panel.well:
        x = panel.well[0][0] * CELL
        parts.append(
            f'<path d="M{x + 3} {tall + 8}l7-6l7 6" fill="none" stroke="{colors["well"]}" stroke-width="2"/>'
            + _words(x + 10, tall + 17, ("well", titles_ja.WELL), f' font-size="10" fill="{colors["well"]}"', look)
        )
    return "".join(parts)


def _small(piece: str, left: float, size: int) -> tuple[tuple[Cell, ...], str]:
    """A piece of the queue: its cells, y down, and the move to the middle of its place."""
    cells = NORTH_CELLS[piece]
    low_x, high_y = min(x for x, _ in cells), max(y for _, y in cells)
    shape = tuple((x - low_x, high_y - y) for x, y in cells)
    wide, tall = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    return shape, f"translate({_num(left - wide * size / 2)} {_num((2 - tall) * size / 2)})"


def _queue(puzzle: Puzzle, used: int, letter: str, colors: Colors) -> str:
    """The pieces to place, numbered, those used faint, and the one that the goal is played with after them."""
    count = len(puzzle.queue) + 1
    place = min(44, BOARD / count)
    size = max(5, int((place - 11) / 4))
    parts, badges = [], ""
    for index, piece in enumerate(puzzle.queue):
        middle = (index + 0.5) * place
        shape, move = _small(piece, middle, size)
        squares = "".join(f"M{x * size} {y * size}h{size - 1}v{size - 1}h-{size - 1}z" for x, y in shape)
        badges += f"M{_num(middle - 6)} 25h.01"
        part = f'<path transform="{move}" d="{squares}" fill="{PIECE_COLORS[piece]}"/>'
        part += _text(middle - 6, 28.5, str(index + 1)) + _text(middle + 6, 28.5, piece)
        parts.append(f'<g opacity=".3">{part}</g>' if index < used else part)
    middle = (count - 0.5) * place
    shape, move = _small(letter, middle, size)
    return (
        f'<path d="{badges}" stroke="{colors["frame"]}" stroke-width="11" stroke-linecap="round"/>'
        f'<g fill="{colors["text"]}">{"".join(parts)}</g>'
        f'<g transform="{move}">{_ghost(shape, colors[letter], size)}</g>'
        + _text(middle, 28.5, letter, f' fill="{colors[letter]}"')
        + f'<path d="M{_num(middle - place / 2 - 4)} 8h6m-3-3l3 3l-3 3" fill="none" stroke="{colors["muted"]}" '
        'stroke-width="1.5"/>'
    )


def letter_of(puzzle: Puzzle) -> str:
    """The piece that plays the goal."""
    return GOAL_PIECES[GOALS.index(puzzle.goal)]


@dataclass(frozen=True)
class Scene:
    """What goes into one picture: boards beside each other, so many rows of them, and what is said."""

    boards: Sequence[Panel]
    rows: int
    title: str  # for those who hear it
    rules: tuple[str, str]  # how pieces move, below on the right, in English and Japanese
    used: int | None = None  # pieces of the queue that are placed; if None, the queue is not shown


def picture(puzzle: Puzzle, scene: Scene, look: Look) -> str:
    """The SVG of a scene."""
    colors = PALETTES[look]
    letter = letter_of(puzzle)
    boards, rows = scene.boards, scene.rows
    top = MARGIN + (0 if scene.used is None else QUEUE)
    below = top + rows * CELL + (0 if puzzle.well is None else WELL)
    width = 2 * MARGIN + len(boards) * BOARD + (len(boards) - 1) * BETWEEN
    height = below + CAPTION
    parts = []
    if scene.used is not None:
        parts.append(f'<g transform="translate({MARGIN} {MARGIN})">{_queue(puzzle, scene.used, letter, colors)}</g>')
    for index, panel in enumerate(boards):
        left = MARGIN + index * (BOARD + BETWEEN)
        if index:
            parts.append(
                f'<path d="M{left - 16} {top + rows * CELL / 2 - 6:g}l7 6l-7 6" fill="none" '
                f'stroke="{colors["muted"]}" stroke-width="2"/>'
            )
        parts.append(f'<g transform="translate({left} {top})">{_board(panel, rows, letter, look)}</g>')
    names = TITLES[puzzle.goal], titles_ja.SHORT[puzzle.goal]
    background = "" if look == "page" else f'<rect width="100%" height="100%" rx="6" fill="{colors["page"]}"/>'
    muted = f' text-anchor="end" font-weight="400" fill="{colors["muted"]}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{_num(width * SCALE)}" '
        f'height="{_num(height * SCALE)}" role="img" font-family="system-ui,sans-serif" font-size="10" '
        f'font-weight="700" text-anchor="middle"><title>{scene.title}</title>{background}{"".join(parts)}'
        + _words(MARGIN, below + 14, names, f' text-anchor="start" fill="{colors["text"]}"', look)
        + _words(width - MARGIN, below + 14, scene.rules, muted, look)
        + "</svg>"
    )


def _ways(shown: Sequence[Panel]) -> tuple[str, str]:
    """How the pieces of an answer get to their places, in English and Japanese."""
    english = ways(shown)
    if not english:
        return RULES[DROP], titles_ja.RULES[DROP]
    found = numbers_by_way(shown)
    return english, "・".join(f"{titles_ja.WAYS[kind]} {','.join(numbers)}" for kind, numbers in found.items())


def problem_scene(puzzle: Puzzle, board: Panel, rows: int) -> Scene:
    """A board before the first move."""
    said = f"{description(puzzle.goal, len(puzzle.queue), puzzle.moves)}. Queue {puzzle.queue}"
    return Scene([board], rows, said, (RULES[puzzle.moves], titles_ja.RULES[puzzle.moves]), 0)


def draw(puzzle: Puzzle, solution: Sequence[Any] | None = None, look: Look = "light") -> str:
    """SVG of the problem, or of its answer when a solution is given."""
    shown = panels(puzzle, solution)
    scene = problem_scene(puzzle, shown[0], rows_to_show(shown, puzzle))
    if solution is not None:
        scene = Scene(shown, scene.rows, f"{scene.title}, answer", _ways(shown))
    return picture(puzzle, scene, look)

"""Pictures of puzzles as SVG, for pages and releases. Compare with `terminal`, the same as text.

A problem is its board with the exits, the task and what is hidden below it; an answer is a board for each ply of the
attacker, the defender's reply above it and the move below. The SVG stands alone: no scripts, style sheets, ids or
fonts of its own, so that any number of pictures can share a page. All boards share their paths, and a grid is a
broad dashed line across its board. `ghosts` draws the pieces, `panels` decides what an answer shows. `frames` draws
an answer step by step, each step as `scene` draws a problem.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engines.contract import Look
from engines.geister.japanese import titles as titles_ja
from engines.geister.rules.moves import ATTACKER_EXITS, SIDE
from engines.geister.rules.panels import Panel, Ply, answer
from engines.geister.rules.puzzle import EMPTY, Puzzle
from engines.geister.rules.titles import HIDDEN, description, ply_label, task, winning_moves
from engines.geister.show.ghosts import SQUARE, Ghost, ghosts, num, pair, path
from engines.shared.looks import Colors, palettes, style, words

BOARD = SIDE * SQUARE
MARGIN = 8
UNIT = 1.4  # pixels a unit of a problem's board; an answer's boards have one
LEFT, ABOVE, BELOW = 18, 17, 24  # pixels beside a problem's board for rows, exits, exits and columns
GAP, OVER, UNDER = 16, 15, 28  # between the boards of an answer; for the reply over each, the move under it
CAPTION, LABEL = 12, 10.5  # letters under everything, over and under the boards of an answer
LETTER = 0.62  # the width of a letter for its height: that of a wide font
SMALL = 0.75  # the ghosts of a caption
SCALE = 1.5  # pixels of the screen a pixel here, where nobody says how large

LIGHT = {
    "page": "#ffffff",
    "board": "#f4f2ee",
    "grid": "#dcd8d0",
    "frame": "#8f8a80",
    "rim": "#10182b",
    "text": "#1c2230",
    "muted": "#667085",
    "taken": "#ffd65c",
}
DARK = {
    "page": "#12151b",
    "board": "#1e232d",
    "grid": "#343c4a",
    "frame": "#6a7586",
    "rim": "#cfd8e6",
    "text": "#eef1f6",
    "muted": "#9aa5b6",
    "taken": "#8a6a12",
}
PALETTES = palettes("geister", LIGHT, DARK)
STYLE = style("geister", LIGHT, DARK)
FIRST_MOVES = (winning_moves, titles_ja.winning_moves)  # what is said of them in either language
Place = tuple[float, float]  # the upper left corner of a board
ORIGIN: Place = (0, 0)


def _text(x: float, y: float, text: str, attributes: str = "") -> str:
    return f'<text x="{num(x)}" y="{num(y)}"{attributes}>{text}</text>'


def _either(x: float, y: float, english: str, japanese: str, look: Look, attributes: str = "") -> str:
    """A text in both languages where the look has both; once if it is the same in either."""
    drawn = _text(x, y, english, attributes)
    return drawn if english == japanese else words(drawn, _text(x, y, japanese, attributes), look)


def corner(place: Place, square: int) -> Place:
    """The upper left corner of a square; row 6 is on top."""
    return place[0] + square % SIDE * SQUARE, place[1] + (SIDE - 1 - square // SIDE) * SQUARE


def _fields(places: Sequence[Place], colors: Colors) -> str:
    """The empty boards: squares, and a frame that is open at the exits."""
    half = BOARD // 2
    across = "".join(f"M{pair(x + half, y)}v{BOARD}" for x, y in places)
    along = "".join(f"M{pair(x, y + half)}h{BOARD}" for x, y in places)
    inner = BOARD - 2 * SQUARE
    frame = "".join(
        f"M{pair(x, y)}v{BOARD}m{SQUARE} 0h{inner}m{SQUARE} 0v-{BOARD}m-{SQUARE} 0h-{inner}" for x, y in places
    )
    return (
        path(across, f'stroke="{colors["board"]}" stroke-width="{BOARD}"')
        + path(
            across + along,
            f'stroke="{colors["grid"]}" stroke-width="{BOARD}" stroke-dasharray=".8 {num(SQUARE - 0.8)}" '
            'stroke-dashoffset=".4"',
        )
        + path(frame, f'stroke="{colors["frame"]}" stroke-width="1.6" stroke-linecap="round"')
    )


def ghosts_on(place: Place, squares: str) -> list[Ghost]:
    """The pieces of a board."""
    return [Ghost(*corner(place, i), piece) for i, piece in enumerate(squares) if piece != EMPTY]


def _exits(colors: Colors) -> str:
    """Arrows out of a board's corners: filled for the attacker, up; hollow for the defender, down."""
    up = "".join(f"M{x} -1v-4h-3.5l5-5.5l5 5.5h-3.5v4z" for x in (8.5, BOARD - 11.5))
    down = "".join(f"M{x} {BOARD + 1}v3.5h-3.5l5 5.5l5-5.5h-3.5v-3.5z" for x in (8.5, BOARD - 11.5))
    return path(up, f'fill="{colors["text"]}"') + path(down, f'stroke="{colors["muted"]}"')


@lru_cache
def _ground(look: Look) -> str:
    """The empty board of a problem with its exits."""
    return _fields([ORIGIN], PALETTES[look]) + _exits(PALETTES[look])


@lru_cache
def _coordinates(look: Look) -> str:
    """The names of rows and columns along the edges of a problem's board."""
    size = UNIT * SQUARE
    rows = "".join(_text(LEFT - 8, ABOVE + (SIDE - y - 0.5) * size + 3, str(y + 1)) for y in range(SIDE))
    columns = "".join(_text(LEFT + (x + 0.5) * size, ABOVE + UNIT * BOARD + BELOW, "abcdef"[x]) for x in range(SIDE))
    return f'<g font-size="9" fill="{PALETTES[look]["muted"]}">{rows}{columns}</g>'


def _whole(said: str, width: float, height: float, look: Look, parts: str) -> str:
    """The SVG around its parts."""
    background = (
        "" if look == "page" else f'<rect width="100%" height="100%" rx="6" fill="{PALETTES[look]["page"]}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width * SCALE)}" height="{num(height * SCALE)}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="{LABEL}" font-weight="700" text-anchor="middle">'
        f"<title>{said}</title>{background}{parts}</svg>"
    )


def _hidden(puzzle: Puzzle, right: float, line: float, look: Look) -> str:
    """How many of the hidden pieces are blue and red, as small ghosts with numbers, up to the right edge."""
    if "u" not in puzzle.squares:
        return ""
    colors = PALETTES[look]
    size = SMALL * SQUARE
    blue, red = right - 2 * size - 21, right - size - 8
    drawn = ghosts([Ghost(0, 0, "b"), Ghost((red - blue) / SMALL, 0, "r")], colors["rim"])
    return (
        f'<g transform="translate({num(blue)} {num(line - 12)}) scale({SMALL})">{drawn}</g>'
        f'<g text-anchor="end" fill="{colors["text"]}">'
        + _either(blue - 3, line, HIDDEN, titles_ja.HIDDEN, look, f' font-weight="400" fill="{colors["muted"]}"')
        + _text(blue + size + 8, line, str(puzzle.hidden_blue))
        + _text(red + size + 8, line, str(puzzle.hidden_red))
        + "</g>"
    )


def scene(puzzle: Puzzle, board: str, told: tuple[str, str, str], left: Puzzle, look: Look) -> str:
    """A puzzle's board with what stands on it; below it a line, and what is still hidden of what was at first.

    `told` is the picture's name, then the line in English and in Japanese. Size and place are the puzzle's own,
    whatever is left of it."""
    name, english, japanese = told
    right = LEFT + UNIT * BOARD
    line = ABOVE + UNIT * BOARD + BELOW + CAPTION + 7
    room = len(task(puzzle.plies)) * CAPTION * LETTER < right - LEFT - 90  # beside the task
    lower = line if room else line + 18
    start = f' text-anchor="start" font-size="{CAPTION}" fill="{PALETTES[look]["text"]}"'
    parts = (
        f'<g transform="translate({LEFT} {ABOVE}) scale({UNIT})" fill="none">{_ground(look)}{board}</g>'
        + _coordinates(look)
        + _either(LEFT, line, english, japanese, look, start)
        + _hidden(left, right, lower, look)
    )
    return _whole(name, right + MARGIN, (lower if "u" in puzzle.squares else line) + 8, look, parts)


def _problem(puzzle: Puzzle, look: Look) -> str:
    """The board with its exits and coordinates; below it the task and what is hidden."""
    told = description(puzzle), task(puzzle.plies), titles_ja.task(puzzle.plies)
    return scene(puzzle, ghosts(ghosts_on(ORIGIN, puzzle.squares), PALETTES[look]["rim"]), told, puzzle, look)


def _way(ply: Ply) -> Place:
    """The direction of a ply on the page: right and down."""
    if ply.leaves:
        return 0, -1 if ATTACKER_EXITS >> ply.start & 1 else 1
    return ply.end % SIDE - ply.start % SIDE, ply.start // SIDE - ply.end // SIDE


def arrow(place: Place, ply: Ply, start: float, length: float, head: float) -> str:
    """An arrow from so far off the middle of the square where a ply starts."""
    x, y = corner(place, ply.start)
    right, down = _way(ply)
    middle = SQUARE / 2
    return (
        f"M{pair(x + middle + start * right, y + middle + start * down)}l{pair(length * right, length * down)}"
        f"m{pair(-head * (right + down), head * (right - down))}l{pair(head * (right + down), head * (down - right))}"
        f"l{pair(head * (down - right), -head * (right + down))}"
    )


def _captures(place: Place, panel: Panel) -> str:
    """The squares where something is taken, by the reply or by the move."""
    ends = [ply.end for ply in (panel.reply, panel.attack) if ply and ply.taken]
    corners = [corner(place, end) for end in ends]
    return "".join(f"M{pair(x, y)}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x, y in corners)


def _label(ply: Ply | None, x: float, y: float, look: Look) -> str:
    """What is said of a ply, if there is one."""
    return _either(x, y, ply_label(ply), titles_ja.ply_label(ply), look) if ply else ""


def _labels(panels: Sequence[Panel], places: Sequence[Place], look: Look) -> str:
    """The reply over each board, the move under it."""
    colors = PALETTES[look]
    replies = moves = ""
    for panel, (x, y) in zip(panels, places, strict=True):
        replies += _label(panel.reply, x + BOARD / 2, y - 5, look)
        moves += _label(panel.attack, x + BOARD / 2, y + BOARD + 13, look)
    return f'<g fill="{colors["muted"]}">{replies}</g><g fill="{colors["text"]}">{moves}</g>'


def _boards(panels: Sequence[Panel], places: Sequence[Place], colors: Colors) -> str:
    """The boards of an answer with their arrows."""
    both = list(zip(places, panels, strict=True))
    drawn = [ghost for place, panel in both for ghost in ghosts_on(place, panel.squares)]
    replies = "".join(arrow(place, panel.reply, 0, 12, 4) for place, panel in both if panel.reply)
    moves = "".join(
        arrow(place, panel.attack, 5 if panel.attack.taken else 8, 9, 4) for place, panel in both if panel.attack
    )
    taken = "".join(_captures(place, panel) for place, panel in both)
    return (
        '<g fill="none" stroke-linejoin="round">'
        + _fields(places, colors)
        + path(taken, f'fill="{colors["taken"]}" stroke="{colors["muted"]}"')
        + path(replies, f'stroke="{colors["muted"]}" stroke-width="1.8" stroke-linecap="round"')
        + ghosts(drawn, colors["rim"])
        + path(moves, f'stroke="{colors["board"]}" stroke-width="6"')
        + path(moves, f'stroke="{colors["text"]}" stroke-width="3"')
        + "</g>"
    )


def _beside(count: int) -> int:
    """How many boards stand beside each other: few, to be large on a telephone, and more in a long line."""
    if count in (1, 2, 4):
        return 2
    return 3 if count <= 9 else 4


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """A caption in lines that fit, as far as the number of letters tells."""
    most = int(width / (size * LETTER))
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return [line for line in lines if line]


def _answer(puzzle: Puzzle, solution: Any, look: Look) -> str:
    """The line move by move, and how long it is; where several first moves win, which."""
    colors = PALETTES[look]
    panels = answer(puzzle, solution)
    wide = _beside(len(panels))
    places = [
        (MARGIN + (BOARD + GAP) * (i % wide), MARGIN + OVER + (OVER + BOARD + UNDER) * (i // wide))
        for i in range(len(panels))
    ]
    width = 2 * MARGIN + wide * (BOARD + GAP) - GAP
    told = solution if isinstance(solution, Mapping) else {}
    line = places[-1][1] + BOARD + UNDER + CAPTION - 3
    more = [_wrapped(said(told.get("first_moves", ())), width - 2 * MARGIN, LABEL) for said in FIRST_MOVES]
    plies = told.get("plies", puzzle.plies)
    english, japanese = (
        "".join(_text(MARGIN, line + 15 * row, text) for row, text in enumerate(lines, 1)) for lines in more
    )
    caption = _either(MARGIN, line, task(plies), titles_ja.task(plies), look, f' font-size="{CAPTION}"')
    parts = (
        _boards(panels, places, colors)
        + _labels(panels, places, look)
        + f'<g text-anchor="start" fill="{colors["text"]}">{caption}{words(english, japanese, look)}</g>'
        + _hidden(puzzle, width - MARGIN, line, look)
    )
    rows = max(map(len, more)) if look == "page" else len(more[0])
    return _whole(f"{description(puzzle)}. Answer", width, line + 15 * rows + 8, look, parts)


def draw(puzzle: Puzzle, solution: Any | None = None, look: Look = "light") -> str:
    """SVG of the problem, or of its answer when a solution is given."""
    return _problem(puzzle, look) if solution is None else _answer(puzzle, solution, look)

"""Pictures of puzzles as SVG, for pages and releases. Compare with `terminal`, the same as text.

Puyos are round and joined to their likes as in the game. For those who do not see the colours each has a shape of
its own: red a ring, green a triangle, blue a cross, yellow a bar, purple a square; the colours themselves are
far apart for every kind of colour vision (tests/puyo/test_draw.py measures it). The SVG stands alone: no scripts,
style sheets, ids or fonts of its own, so that any number of pictures can share a page.

There may be a thousand pictures on a page, so they are small. Boards are drawn in a scale of their own where a cell
is 2 units wide and its middle lies on odd numbers; a puyo is a dot of a thick round pen, a run of them up a column
one dotted line; and all boards of a scale share their paths, one for each colour. `panels` decides what is shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engines.contract import Look
from engines.looks import Colors, palettes, style
from engines.puyo.board import COLORS, DEATH_COLUMN, VISIBLE, WIDTH
from engines.puyo.layout import HIDDEN, PER_ROW, PITCH, WIDE, Frame, Layout, Puyo
from engines.puyo.panels import (
    Move,
    Stage,
    answer,
    answer_rows,
    in_hidden_row,
    problem_rows,
    smaller,
)
from engines.puyo.play import Cell
from engines.puyo.puzzle import HARD_FALL, Fall, Puzzle, Step
from engines.puyo.titles import chain_label, description, goal_title, left_label, move_label

UNIT, SMALL_UNIT = 10, 5  # pixels a unit of a board: in problems and moves, in the rounds of a chain
MARGIN = 8
LANE = 3.5  # the width of a lane of the queue
SLOT, TALL_SLOT = 4.5, 5.0  # the least and the most from one step of the queue to the next
OVERHANG = 2.5  # so far may the queue reach below the board, beside the caption
LETTER = 0.62  # the width of a letter for its height: that of a wide font
CAPTION, LABEL = 11, 13  # letters under a problem, under the boards of an answer
SCALE = 1.5  # pixels of the screen a pixel here, where nobody says how large

PUYO_COLORS = {
    "r": "#e0142a",
    "g": "#52c72a",
    "b": "#1175e8",
    "y": "#ffe04a",
    "p": "#752197",
    "o": "#b9bec8",
    "h": "#39404d",
}
INK = "#1c2230"
DOTTED = 'stroke-linecap="round" stroke-dasharray="0 2"'  # a pen that makes a dot every two units
RIM, SHINE = 'stroke="#000" stroke-opacity=".45"', 'stroke="#fff" stroke-opacity=".55"'  # over any colour
DARK_SIGNS = "gyo"  # puyos whose colour is too light for a white sign
LIGHT = {
    "page": "#ffffff",
    "board": "#f3f4f8",
    "grid": "#e3e6ee",
    "frame": "#aab2c0",
    "text": INK,
    "muted": "#667085",
    "edge": "#8b93a3",
}
DARK = {
    "page": "#12151b",
    "board": "#1b2029",
    "grid": "#272e3a",
    "frame": "#4c5767",
    "text": "#eef1f6",
    "muted": "#98a2b3",
    "edge": "#aab2c0",
}
PALETTES = palettes("puyo", LIGHT, DARK)
STYLE = style("puyo", LIGHT, DARK)


def _num(value: float) -> str:
    """A number as short as it goes."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _pair(x: float, y: float) -> str:
    """Two numbers of a path; a minus sign parts them as well as a space."""
    return _num(x) + (_num(y) if y < 0 else f" {_num(y)}")


def _text(x: float, y: float, text: str, attributes: str = "") -> str:
    return f'<text x="{_num(x)}" y="{_num(y)}"{attributes}>{text}</text>'


def _path(d: str, attributes: str) -> str:
    return f'<path d="{d}" {attributes}/>' if d else ""


def _dots(puyos: Iterable[Puyo]) -> str:
    """A line up each run of puyos, for a pen that makes its dots or dashes every two units: one for each."""
    there = {(puyo.x, puyo.y) for puyo in puyos}
    path = ""
    for x, y in sorted(there):
        if (x, y + 2) in there:
            continue
        length = 1  # beyond the last dot, so that dashes have room there
        while (x, y - length - 1) in there:
            length += 2
        path += f"M{_pair(x, y)}v-{length}"
    return path


def _bridges(puyos: Iterable[Puyo]) -> str:
    """A line along each run of joined puyos, upwards and to the right."""
    there = {(puyo.x, puyo.y) for puyo in puyos if puyo.joins}
    path = ""
    for way_x, way_y, pen in ((0, -2, "v-"), (2, 0, "h")):
        for x, y in sorted(there):
            if (x - way_x, y - way_y) in there:
                continue
            length = 0
            while (x + (length + 1) * way_x, y + (length + 1) * way_y) in there:
                length += 1
            if length:
                path += f"M{_pair(x, y)}{pen}{2 * length}"
    return path


def _of(puyos: Iterable[Puyo], mark: str) -> list[Puyo]:
    return [puyo for puyo in puyos if puyo.mark == mark]


def _bodies(puyos: Collection[Puyo], colors: Colors, pale: bool = False) -> str:
    """Puyos without their signs: rims, bridges over them, colours, lights; then the hard ones.

    Pale ones are for the background, without rims and lights."""
    soft = [puyo for puyo in puyos if puyo.mark != "h"]
    dots = "" if pale else _dots(soft)
    bridges = "".join(_path(_bridges(_of(soft, mark)), f'stroke="{PUYO_COLORS[mark]}"') for mark in COLORS)
    bodies = "".join(_path(_dots(_of(soft, mark)), f'stroke="{PUYO_COLORS[mark]}"') for mark in (*COLORS, "o"))
    if bridges:
        bridges = f'<g stroke-width="1.1" stroke-linecap="butt" stroke-dasharray="none">{bridges}</g>'
    drawn = (
        f'<g stroke-width="1.7" {DOTTED}>'
        + _path(dots, f'{RIM} stroke-width="1.9"')
        + f"{bridges}{bodies}"
        + _path(dots, f'{SHINE} stroke-width=".4" transform="translate(-.4 -.46)"')
        + "</g>"
    )
    squares = "".join(f"M{_pair(x - 0.75, y - 0.75)}h1.5v1.5h-1.5z" for x, y, *_ in _of(puyos, "h"))
    return (drawn if soft else "") + _path(
        squares, f'fill="{PUYO_COLORS["h"]}" stroke="{colors["edge"]}" stroke-width=".25" stroke-linejoin="round"'
    )


def _signs(puyos: Collection[Puyo]) -> str:
    """The sign of every colour on its puyos: ring, triangle, cross, bar, square; bolts on hard ones."""
    red, yellow, purple = (_dots(_of(puyos, mark)) for mark in "ryp")
    triangles = "".join(f"M{_pair(x, y - 0.5)}l.6 1h-1.2z" for x, y, *_ in _of(puyos, "g"))
    crosses = "".join(f"M{_pair(x - 0.4, y - 0.4)}l.8.8m0-.8l-.8.8" for x, y, *_ in _of(puyos, "b"))
    bolts = "".join(f"M{_pair(x - 0.5, y - 0.5)}h0m1 0h0m0 1h0m-1 0h0" for x, y, *_ in _of(puyos, "h"))
    return (
        _path(red, f'stroke="#fff" stroke-width="1.1" {DOTTED}')
        + _path(red, f'stroke="{PUYO_COLORS["r"]}" stroke-width=".55" {DOTTED}')
        + _path(triangles, f'fill="{INK}"')
        + _path(crosses, 'stroke="#fff" stroke-width=".28"')
        + _path(yellow, f'stroke="{INK}" stroke-dasharray=".28 1.72" transform="translate(0 .14)"')
        + _path(purple, 'stroke="#fff" stroke-width=".84" stroke-dasharray=".84 1.16" transform="translate(0 .42)"')
        + _path(bolts, 'stroke="#98a2b3" stroke-width=".3" stroke-linecap="round"')
    )


def _fields(frames: Sequence[Frame], colors: Colors, grid: bool = True) -> str:
    """The empty boards: lines between cells, walls, the cell that must stay free, the hidden row.

    Walls that end in dots go on: there are rows above that are not shown."""
    ground = lines = walls = more = crosses = apart = ""
    for left, top, rows, hidden in frames:
        tall = 2 * rows
        at = "M" + _pair(left, top)
        ground += f"{at}h{WIDE}v{tall}h-{WIDE}z"
        lines += "".join(f"M{_pair(left + 2 * x, top)}v{tall}" for x in range(1, WIDTH))
        lines += "".join(f"M{_pair(left, top + 2 * y)}h{WIDE}" for y in range(1, rows))
        walls += f"{at}v{tall}h{WIDE}v-{tall}"
        if rows == VISIBLE:
            crosses += f"M{_pair(left + 2 * DEATH_COLUMN + 0.6, top + 0.6)}l.8.8m0-.8l-.8.8"
        else:
            more += f"{at}v-.7m{WIDE} 0v.7"
        if hidden:
            apart += f"M{_pair(left, top - HIDDEN + 2)}v-2h{WIDE}v2z"
    pen = f'stroke="{colors["frame"]}" stroke-width='
    return (
        _path(ground + apart, f'fill="{colors["board"]}"')
        + (_path(lines, f'stroke="{colors["grid"]}" stroke-width=".1"') if grid else "")
        + _path(walls + crosses, f'{pen}".2"')
        + _path(more, f'{pen}".2" stroke-dasharray=".2"')
        + _path(apart, f'{pen}".12" stroke-dasharray=".4"')
    )


def _scaled(unit: float, parts: str) -> str:
    """What is drawn in the units of boards, on the page."""
    return f'<g transform="translate({MARGIN} {MARGIN}) scale({unit})" fill="none">{parts}</g>' if parts else ""


def _on_page(units: float) -> float:
    """A place on the page, from one in units of the larger boards."""
    return MARGIN + UNIT * units


def _numbers(move: Move, puyos: dict[Cell, Puyo]) -> dict[str, str]:
    """The round in which each puyo vanishes, to be written on it: the texts by their ink."""
    texts = {INK: "", "#fff": ""}
    for cell, number in sorted(move.rounds.items()):
        x, y, mark, _ = puyos[cell]
        texts[INK if mark in DARK_SIGNS else "#fff"] += _text(_on_page(x), _on_page(y) + 4, str(number))
    return texts


def _ways(move: Move, frame: Frame) -> str:
    """Lines from the top of a board down to the halves of a pair, as they fell."""
    highest = {x: max(y for column, y in move.placed if column == x) for x, _ in move.placed}
    ends = [frame.middle(cell) for cell in highest.items()]
    long = [(x, y) for x, y in ends if y - frame.top > 2.2 and isinstance(move.step, str)]
    return "".join(f"M{_pair(x, frame.top + 0.5)}V{_num(y - 1.4)}" for x, y in long)


def _rings(move: Move, frame: Frame) -> str:
    """Lines around what was placed: around both halves together unless they split."""
    middles = [frame.middle(cell) for cell in move.placed]
    if isinstance(move.step, Fall) or len(middles) < 2 or move.split:
        return "".join(_ring(middle, middle) for middle in middles)
    return _ring(*middles)


def _ring(one: tuple[float, float], other: tuple[float, float]) -> str:
    """A round line about two puyos beside or above each other, or about one."""
    (x, y), (to_x, to_y) = sorted((one, other))
    if y != to_y:
        return f"M{_pair(x - 1, y)}a1 1 0 0 1 2 0v{_num(to_y - y)}a1 1 0 0 1-2 0z"
    right, left = (f"h{_num(to_x - x)}", f"h{_num(x - to_x)}") if x != to_x else ("", "")
    return f"M{_pair(x, y - 1)}{right}a1 1 0 0 1 0 2{left}a1 1 0 0 1 0-2z"


def _moves(moves: Sequence[Move], frames: Sequence[Frame], colors: Colors) -> str:
    """The moves at rest: pairs ringed, and on what will vanish the numbers of the rounds."""
    puyos: list[Puyo] = []
    staying: list[Puyo] = []
    numbers = {INK: "", "#fff": ""}
    for move, frame in zip(moves, frames, strict=True):
        drawn = frame.puyos(move.columns)
        puyos += drawn.values()
        staying += [puyo for cell, puyo in drawn.items() if cell not in move.rounds]
        for ink, texts in _numbers(move, drawn).items():
            numbers[ink] += texts
    rings = "".join(_rings(move, frame) for move, frame in zip(moves, frames, strict=True))
    ways = "".join(_ways(move, frame) for move, frame in zip(moves, frames, strict=True))
    boards = (
        _fields(frames, colors)
        + _path(ways, f'stroke="{colors["muted"]}" stroke-width=".24" stroke-dasharray="0 .6" stroke-linecap="round"')
        + _bodies(puyos, colors)
        + _signs(staying)
        + _path(rings, f'stroke="{colors["text"]}" stroke-width=".3"')
    )
    return _scaled(UNIT, boards) + "".join(
        f'<g fill="{ink}" font-size="12">{texts}</g>' for ink, texts in numbers.items() if texts
    )


def _stages(stages: Sequence[Stage], frames: Sequence[Frame], colors: Colors) -> str:
    """The boards of a chain: what vanishes stands out. What is left after all stands as it is."""
    bright: list[Puyo] = []
    pale: list[Puyo] = []
    left: list[Puyo] = []
    softening = ""
    for stage, frame in zip(stages, frames, strict=True):
        for cell, puyo in frame.puyos(stage.columns).items():
            (left if not stage.vanishing else bright if cell in stage.vanishing else pale).append(puyo)
        middles = [frame.middle(cell) for cell in sorted(stage.softening)]
        softening += "".join(_ring(middle, middle) for middle in middles)
    return _scaled(
        SMALL_UNIT,
        (_fields(frames, colors, grid=False) if frames else "")
        + (f'<g opacity=".36">{_bodies(pale, colors, pale=True)}</g>' if pale else "")
        + _bodies([*bright, *left], colors)
        + _signs([*bright, *_of([*pale, *left], "h")])
        + _path(softening, f'stroke="{colors["text"]}" stroke-width=".3" stroke-dasharray=".5"'),
    )


def _queue(queue: Sequence[Step], top: float, rows: int, colors: Colors) -> tuple[list[Puyo], str, int]:
    """The queue down the side of a board, in as many lanes as it takes: its puyos, its numbers, the lanes.

    A pair is its rotor above its pivot; of what falls there is one, and the numbers under it."""
    a_lane = max(1, int((2 * rows + OVERHANG + SLOT - 4) / SLOT))
    lanes = -(-len(queue) // a_lane)
    a_lane = -(-len(queue) // max(1, lanes))
    slot = max(SLOT, min(TALL_SLOT, 2 * rows / max(1, a_lane)))
    puyos: list[Puyo] = []
    numbers = counts = ""
    for index, step in enumerate(queue):
        lane, place = divmod(index, a_lane)
        x, y = WIDE + 2.5 + lane * LANE, top + 1 + round(4 * place * slot) / 4
        numbers += _text(_on_page(x - 1.5), _on_page(y) + 3.5, str(index + 1))
        if isinstance(step, Fall):
            puyos.append(Puyo(x, y, "h" if step.kind == HARD_FALL else "o", False))
            lower = 0.7 if max(step.counts) >= 10 else 0  # every other one, or two figures would run together
            for column, count in enumerate(step.counts):
                place_x, place_y = x - 1.8 + 0.58 * column, y + 1.9 + column % 2 * lower
                counts += _text(_on_page(place_x), _on_page(place_y), str(count) if count else "·")
        else:
            puyos += [Puyo(x, y + 2, step[0]), Puyo(x, y, step[1])]
    texts = f'<g fill="{colors["muted"]}">{numbers}</g>'
    if counts:
        texts += f'<g fill="{colors["text"]}" font-size="9">{counts}</g>'
    return puyos, texts, lanes


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """A caption in lines that fit, as far as the number of letters tells."""
    most = int(width / (size * LETTER))
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _caption(puzzle: Puzzle, top: float, room: float, size: float, colors: Colors) -> tuple[str, float]:
    """The goal in words under everything, and how tall that is."""
    lines = _wrapped(goal_title(puzzle.goal, puzzle.pairs), room, size)
    parts = "".join(_text(MARGIN, top + size * (1.15 + 1.25 * index), line) for index, line in enumerate(lines))
    return (
        f'<g text-anchor="start" font-size="{size}" fill="{colors["text"]}">{parts}</g>',
        size * (1.25 * len(lines) + 0.5),
    )


def _whole(said: str, width: float, height: float, theme: Look, parts: str) -> str:
    """The SVG around its parts."""
    background = (
        "" if theme == "page" else f'<rect width="100%" height="100%" rx="6" fill="{PALETTES[theme]["page"]}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_num(width)} {_num(height)}" '
        f'width="{_num(width * SCALE)}" height="{_num(height * SCALE)}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="10" font-weight="700" text-anchor="middle">'
        f"<title>{said}</title>{background}{parts}</svg>"
    )


def _problem(puzzle: Puzzle, theme: Look) -> str:
    """The board, the queue beside it, the goal below."""
    colors = PALETTES[theme]
    rows, hidden = problem_rows(puzzle), in_hidden_row([puzzle.columns])
    frame = Frame(0, HIDDEN if hidden else 0, rows, hidden)
    waiting, numbers, lanes = _queue(puzzle.queue, frame.top, rows, colors)
    puyos = [*frame.puyos(puzzle.columns).values(), *waiting]
    width = _on_page(WIDE + 0.5 + lanes * LANE)
    below = _on_page(frame.top + 2 * rows) + 3
    deepest = max((_on_page(puyo.y + 1) for puyo in waiting), default=0)
    room = UNIT * WIDE if deepest > below else width - 2 * MARGIN
    caption, height = _caption(puzzle, below, room, CAPTION, colors)
    height = max(height, deepest + MARGIN / 2 - below)
    board = _scaled(UNIT, _fields([frame], colors) + _bodies(puyos, colors) + _signs(puyos))
    return _whole(description(puzzle), width, below + height, theme, board + numbers + caption)


def _label(frame: Frame, unit: int, bold: str, muted: str, colors: Colors) -> str:
    """A line under a board: a number, and what goes with it."""
    more = f'<tspan dx="5" fill="{colors["muted"]}">{muted}</tspan>' if muted else ""
    x, y = frame.left + WIDTH, frame.top + 2 * frame.rows
    return _text(MARGIN + unit * x, MARGIN + unit * y + 14, bold + more)


def _answer(puzzle: Puzzle, solution: Any, theme: Look) -> str:
    """The moves one by one, and how the chain goes."""
    colors = PALETTES[theme]
    moves = answer(puzzle, solution)
    layout = Layout(answer_rows(moves), in_hidden_row(move.columns for move in moves))
    frames: list[Frame] = []
    stages: list[Stage] = []
    small: list[Frame] = []
    labels = ""
    for move in moves:
        frames.append(layout.move())
        chain = chain_label(len(move.stages)) if move.stages else ""
        labels += _label(frames[-1], UNIT, f"{move.number}. {move_label(move.name, move.step)}", chain, colors)
        shown = smaller(moves, move)
        places = layout.stages(len(shown))
        for number, (stage, frame) in enumerate(zip(shown, places, strict=True), 1):
            name = str(number) if stage.vanishing else left_label(not any(stage.columns))
            labels += _label(frame, SMALL_UNIT, name, "", colors)
        stages += shown
        small += places
    width = 2 * MARGIN + UNIT * (PER_ROW * PITCH - PITCH + WIDE)
    below = _on_page(layout.bottom())
    caption, height = _caption(puzzle, below, width - 2 * MARGIN, LABEL, colors)
    labels = f'<g font-size="{LABEL}" fill="{colors["text"]}">{labels}</g>'
    boards = _moves(moves, frames, colors) + _stages(stages, small, colors)
    return _whole(f"{description(puzzle)}. Answer", width, below + height, theme, boards + labels + caption)


def draw(puzzle: Puzzle, solution: Any | None = None, theme: Look = "light") -> str:
    """SVG of the problem, or of its answer when a solution is given."""
    return _problem(puzzle, theme) if solution is None else _answer(puzzle, solution, theme)

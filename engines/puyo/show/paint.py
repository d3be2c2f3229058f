"""How puyos and boards look as SVG. `sheet` puts a page around them, `draw` and `frames` decide what is on it.

Puyos are round and joined to their likes as in the game. For those who do not see the colours each has a shape of
its own: red a ring, green a triangle, blue a cross, yellow a bar, purple a square; the colours themselves are
far apart for every kind of colour vision (tests/engines/puyo/show/test_draw.py measures it).

There may be a thousand pictures on a page, so they are small. Boards are drawn in a scale of their own where a cell
is 2 units wide and its middle lies on odd numbers; a puyo is a dot of a thick round pen, a run of them up a column
one dotted line; and all boards of a scale share their paths, one for each colour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from engines.puyo.rules.board import COLORS, DEATH_COLUMN, VISIBLE, WIDTH
from engines.puyo.rules.puzzle import Fall
from engines.puyo.show.layout import HIDDEN, WIDE, Frame, Puyo
from engines.puyo.show.panels import Move, Stage
from engines.shared.looks import Colors, palettes, style

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


@lru_cache(maxsize=1 << 12)  # the same few places again and again
def num(value: float) -> str:
    """A number as short as it goes."""
    text = f"{value + 0.0:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@lru_cache(maxsize=1 << 14)
def pair(x: float, y: float) -> str:
    """Two numbers of a path; a minus sign parts them as well as a space."""
    return num(x) + (num(y) if y < 0 else f" {num(y)}")


def written(x: float, y: float, text: str, attributes: str = "") -> str:
    """Words around a place."""
    return f'<text x="{num(x)}" y="{num(y)}"{attributes}>{text}</text>'


def path(d: str, attributes: str) -> str:
    """A path, if there is any."""
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
        path += f"M{pair(x, y)}v-{length}"
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
                path += f"M{pair(x, y)}{pen}{2 * length}"
    return path


def by_mark(puyos: Iterable[Puyo]) -> dict[str, list[Puyo]]:
    """The puyos of each kind that is there."""
    found: dict[str, list[Puyo]] = {}
    for puyo in puyos:
        found.setdefault(puyo.mark, []).append(puyo)
    return found


def bodies(puyos: Collection[Puyo], colors: Colors, pale: bool = False) -> str:
    """Puyos without their signs: rims, bridges over them, colours, lights; then the hard ones.

    Pale ones are for the background, without rims and lights."""
    there = by_mark(puyos)
    soft = [mark for mark in (*COLORS, "o") if mark in there]
    inks = {mark: f'stroke="{PUYO_COLORS[mark]}"' for mark in soft}
    dots = "" if pale else _dots(puyo for puyo in puyos if puyo.mark != "h")
    bridges = "".join(path(_bridges(there[mark]), inks[mark]) for mark in soft if mark != "o")
    bodies = "".join(path(_dots(there[mark]), inks[mark]) for mark in soft)
    if bridges:
        bridges = f'<g stroke-width="1.1" stroke-linecap="butt" stroke-dasharray="none">{bridges}</g>'
    drawn = (
        f'<g stroke-width="1.7" {DOTTED}>'
        + path(dots, f'{RIM} stroke-width="1.9"')
        + f"{bridges}{bodies}"
        + path(dots, f'{SHINE} stroke-width=".4" transform="translate(-.4 -.46)"')
        + "</g>"
    )
    squares = "".join(f"M{pair(x - 0.75, y - 0.75)}h1.5v1.5h-1.5z" for x, y, *_ in there.get("h", ()))
    return (drawn if soft else "") + path(
        squares, f'fill="{PUYO_COLORS["h"]}" stroke="{colors["edge"]}" stroke-width=".25" stroke-linejoin="round"'
    )


def faded(puyos: Collection[Puyo], colors: Colors) -> str:
    """What is not looked at now."""
    return f'<g opacity=".36">{bodies(puyos, colors, pale=True)}</g>' if puyos else ""


def signs(puyos: Collection[Puyo]) -> str:
    """The sign of every colour on its puyos: ring, triangle, cross, bar, square; bolts on hard ones."""
    there = by_mark(puyos)
    red, yellow, purple = (_dots(there.get(mark, ())) for mark in "ryp")
    triangles = "".join(f"M{pair(x, y - 0.5)}l.6 1h-1.2z" for x, y, *_ in there.get("g", ()))
    crosses = "".join(f"M{pair(x - 0.4, y - 0.4)}l.8.8m0-.8l-.8.8" for x, y, *_ in there.get("b", ()))
    bolts = "".join(f"M{pair(x - 0.5, y - 0.5)}h0m1 0h0m0 1h0m-1 0h0" for x, y, *_ in there.get("h", ()))
    return (
        path(red, f'stroke="#fff" stroke-width="1.1" {DOTTED}')
        + path(red, f'stroke="{PUYO_COLORS["r"]}" stroke-width=".55" {DOTTED}')
        + path(triangles, f'fill="{INK}"')
        + path(crosses, 'stroke="#fff" stroke-width=".28"')
        + path(yellow, f'stroke="{INK}" stroke-dasharray=".28 1.72" transform="translate(0 .14)"')
        + path(purple, 'stroke="#fff" stroke-width=".84" stroke-dasharray=".84 1.16" transform="translate(0 .42)"')
        + path(bolts, 'stroke="#98a2b3" stroke-width=".3" stroke-linecap="round"')
    )


def fields(frames: Sequence[Frame], colors: Colors, grid: bool = True) -> str:
    """The empty boards: lines between cells, walls, the cell that must stay free, the hidden row.

    Walls that end in dots go on: there are rows above that are not shown."""
    ground = lines = walls = more = crosses = apart = ""
    for left, top, rows, hidden in frames:
        tall = 2 * rows
        at = "M" + pair(left, top)
        ground += f"{at}h{WIDE}v{tall}h-{WIDE}z"
        lines += "".join(f"M{pair(left + 2 * x, top)}v{tall}" for x in range(1, WIDTH))
        lines += "".join(f"M{pair(left, top + 2 * y)}h{WIDE}" for y in range(1, rows))
        walls += f"{at}v{tall}h{WIDE}v-{tall}"
        if rows == VISIBLE:
            crosses += f"M{pair(left + 2 * DEATH_COLUMN + 0.6, top + 0.6)}l.8.8m0-.8l-.8.8"
        else:
            more += f"{at}v-.7m{WIDE} 0v.7"
        if hidden:
            apart += f"M{pair(left, top - HIDDEN + 2)}v-2h{WIDE}v2z"
    pen = f'stroke="{colors["frame"]}" stroke-width='
    return (
        path(ground + apart, f'fill="{colors["board"]}"')
        + (path(lines, f'stroke="{colors["grid"]}" stroke-width=".1"') if grid else "")
        + path(walls + crosses, f'{pen}".2"')
        + path(more, f'{pen}".2" stroke-dasharray=".2"')
        + path(apart, f'{pen}".12" stroke-dasharray=".4"')
    )


def ways(moves: Sequence[Move], frames: Sequence[Frame], colors: Colors) -> str:
    """Lines from the top of each board down to the halves of a pair, as they fell."""
    lines = "".join(_way(move, frame) for move, frame in zip(moves, frames, strict=True))
    pen = f'stroke="{colors["muted"]}" stroke-width=".24" stroke-dasharray="0 .6" stroke-linecap="round"'
    return path(lines, pen)


def _way(move: Move, frame: Frame) -> str:
    highest = {x: max(y for column, y in move.placed if column == x) for x, _ in move.placed}
    ends = [frame.middle(cell) for cell in highest.items()]
    long = [(x, y) for x, y in ends if y - frame.top > 2.2 and isinstance(move.step, str)]
    return "".join(f"M{pair(x, frame.top + 0.5)}V{num(y - 1.4)}" for x, y in long)


def rings(moves: Sequence[Move], frames: Sequence[Frame], colors: Colors) -> str:
    """Lines around what was placed: around both halves together unless they split."""
    lines = "".join(_around(move, frame) for move, frame in zip(moves, frames, strict=True))
    return path(lines, f'stroke="{colors["text"]}" stroke-width=".3"')


def _around(move: Move, frame: Frame) -> str:
    middles = [frame.middle(cell) for cell in move.placed]
    if isinstance(move.step, Fall) or len(middles) < 2 or move.split:
        return "".join(_ring(middle, middle) for middle in middles)
    return _ring(*middles)


def softenings(stages: Sequence[Stage], frames: Sequence[Frame], colors: Colors) -> str:
    """Broken lines around the hard puyos that will be plain garbage."""
    middles = [
        frame.middle(cell) for stage, frame in zip(stages, frames, strict=True) for cell in sorted(stage.softening)
    ]
    lines = "".join(_ring(middle, middle) for middle in middles)
    return path(lines, f'stroke="{colors["text"]}" stroke-width=".3" stroke-dasharray=".5"')


def _ring(one: tuple[float, float], other: tuple[float, float]) -> str:
    """A round line about two puyos beside or above each other, or about one."""
    (x, y), (to_x, to_y) = sorted((one, other))
    if y != to_y:
        return f"M{pair(x - 1, y)}a1 1 0 0 1 2 0v{num(to_y - y)}a1 1 0 0 1-2 0z"
    right, left = (f"h{num(to_x - x)}", f"h{num(x - to_x)}") if x != to_x else ("", "")
    return f"M{pair(x, y - 1)}{right}a1 1 0 0 1 0 2{left}a1 1 0 0 1 0-2z"

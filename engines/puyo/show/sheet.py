"""The sheet of a problem: the board, the queue beside it, the goal below, and the SVG around them.

The SVG stands alone: no scripts, style sheets, ids or fonts of its own, so that any number of pictures can share a
page. Its words are there in both languages on a page, and in English elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.contract import Look
from engines.puyo.japanese import titles as titles_ja
from engines.puyo.rules import titles
from engines.puyo.rules.puzzle import HARD_FALL, Puzzle, Step
from engines.puyo.show.layout import HIDDEN, WIDE, Frame, Puyo
from engines.puyo.show.paint import PALETTES, num, written
from engines.puyo.show.panels import problem_rows
from engines.shared import looks
from engines.shared.looks import Colors

UNIT, SMALL_UNIT = 10, 5  # pixels a unit of a board: in problems and moves, in the rounds of a chain
MARGIN = 8
QUEUE_COLUMN = 3.5  # the width of a column of the queue
SLOT, TALL_SLOT = 4.5, 5.0  # the least and the most from one step of the queue to the next
OVERHANG = 2.5  # so far may the queue reach below the board, beside the caption
LETTER = 0.62  # the width of a letter for its height: that of a wide font
CAPTION, LABEL = 11, 13  # letters under a problem, under the boards of an answer
SCALE = 1.5  # pixels of the screen a pixel here, where nobody says how large


def scaled(unit: float, parts: str) -> str:
    """What is drawn in the units of boards, on the page."""
    return f'<g transform="translate({MARGIN} {MARGIN}) scale({unit})" fill="none">{parts}</g>' if parts else ""


def on_page(units: float) -> float:
    """A place on the page, from one in units of the larger boards."""
    return MARGIN + UNIT * units


class Slot(NamedTuple):
    """A step of the queue where it waits: its puyos, its number, and of what falls how much on each column."""

    puyos: list[Puyo]
    number: str
    counts: str = ""


def _slot(index: int, step: Step, x: float, y: float) -> Slot:
    """A pair is its rotor above its pivot; of what falls there is one, and the numbers under it."""
    number = written(on_page(x - 1.5), on_page(y) + 3.5, str(index + 1))
    if isinstance(step, str):
        return Slot([Puyo(x, y + 2, step[0]), Puyo(x, y, step[1])], number)
    lower = 0.7 if max(step.counts) >= 10 else 0  # every other one, or two figures would run together
    counts = ""
    for column, count in enumerate(step.counts):
        place_x, place_y = x - 1.8 + 0.58 * column, y + 1.9 + column % 2 * lower
        counts += written(on_page(place_x), on_page(place_y), str(count) if count else "·")
    return Slot([Puyo(x, y, "h" if step.kind == HARD_FALL else "o", False)], number, counts)


def _slots(queue: Sequence[Step], top: float, rows: int) -> tuple[list[Slot], int]:
    """The queue down the side of a board, in as many columns as it takes."""
    per_column = max(1, int((2 * rows + OVERHANG + SLOT - 4) / SLOT))
    columns = -(-len(queue) // per_column)
    per_column = -(-len(queue) // max(1, columns))
    high = max(SLOT, min(TALL_SLOT, 2 * rows / max(1, per_column)))
    slots = []
    for index, step in enumerate(queue):
        column, place = divmod(index, per_column)
        slots.append(_slot(index, step, WIDE + 2.5 + column * QUEUE_COLUMN, top + 1 + round(4 * place * high) / 4))
    return slots, columns


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """A caption in lines that fit, as far as the number of letters tells."""
    most = int(width / (size * LETTER))
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _wrapped_ja(text: str, width: float, size: float) -> list[str]:
    """Japanese letters are as wide as they are high, and a line may end after any."""
    most = int(width / size)
    return [text[start : start + most] for start in range(0, len(text), most)]


def caption(puzzle: Puzzle, top: float, room: float, size: float, look: Look) -> tuple[str, float]:
    """The goal in words under everything, and how tall that is."""
    asked = puzzle.goal, puzzle.pairs
    english = _wrapped(titles.goal_title(*asked), room, size)
    japanese = _wrapped_ja(titles_ja.goal_title(*asked), room, size) if look == "page" else []
    parts = looks.words(_lines(english, top, size), _lines(japanese, top, size), look)
    return (
        f'<g text-anchor="start" font-size="{size}" fill="{PALETTES[look]["text"]}">{parts}</g>',
        size * (1.25 * max(len(english), len(japanese)) + 0.5),
    )


def _lines(lines: Sequence[str], top: float, size: float) -> str:
    return "".join(written(MARGIN, top + size * (1.15 + 1.25 * index), line) for index, line in enumerate(lines))


def whole(said: str, width: float, height: float, look: Look, parts: str) -> str:
    """The SVG around its parts."""
    background = (
        "" if look == "page" else f'<rect width="100%" height="100%" rx="6" fill="{PALETTES[look]["page"]}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width * SCALE)}" height="{num(height * SCALE)}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="10" font-weight="700" text-anchor="middle">'
        f"<title>{said}</title>{background}{parts}</svg>"
    )


class Sheet:
    """A problem's page, whatever becomes of its board: the same place and size for every step of an answer."""

    def __init__(self, puzzle: Puzzle, hidden: bool, look: Look) -> None:
        self.look: Look = look
        self.colors: Colors = PALETTES[look]
        rows = problem_rows(puzzle)
        self.frame = Frame(0, HIDDEN if hidden else 0, rows, hidden)
        self.slots, columns = _slots(puzzle.queue, self.frame.top, rows)
        self.width = on_page(WIDE + 0.5 + columns * QUEUE_COLUMN)
        below = on_page(self.frame.top + 2 * rows) + 3
        deepest = max((on_page(puyo.y + 1) for puyo in self.waiting()), default=0)
        room = UNIT * WIDE if deepest > below else self.width - 2 * MARGIN
        self.caption, height = caption(puzzle, below, room, CAPTION, look)
        self.height = below + max(height, deepest + MARGIN / 2 - below)
        self.numbers = f'<g fill="{self.colors["muted"]}">{"".join(slot.number for slot in self.slots)}</g>'

    def waiting(self, taken: int = 0) -> list[Puyo]:
        """The puyos of the queue, but for the steps that are taken."""
        return [puyo for slot in self.slots[taken:] for puyo in slot.puyos]

    def whole(self, said: str, board: str, taken: int = 0) -> str:
        """The SVG, with what is drawn in the units of boards."""
        counts = "".join(slot.counts for slot in self.slots[taken:])
        if counts:
            counts = f'<g fill="{self.colors["text"]}" font-size="9">{counts}</g>'
        parts = scaled(UNIT, board) + self.numbers + counts + self.caption
        return whole(said, self.width, self.height, self.look, parts)

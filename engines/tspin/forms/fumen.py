"""Fumen, the community's format for boards with pages: `v115@vhGRQYHAvItJEJmhCA...`, decoded and encoded.

A document is a list of pages, packed into digits to base 64, the lowest first. A page is

- its field: how each of 240 cells differs from the field that the page before left, as runs of two digits; a field
  that does not differ at all is followed by the number of further pages that do not either;
- its action, three digits: piece, rotation, location, and the flags;
- its comment if it changes: the length, then four characters in five digits, in JavaScript's `escape` form.

Compare with the npm package tetris-fumen: the tests hold documents that it made, and both ways must give the same to
the letter. What is decoded is checked: anything broken is refused with the page and the character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import sub
from urllib.parse import unquote

from engines.contract import BadPuzzle
from engines.tspin.forms import quiz
from engines.tspin.rules.pieces import EAST, NORTH, NORTH_CELLS, SOUTH, WEST, Cell, rotated

WIDTH, HEIGHT = 10, 23
KINDS = "_ILOZTJSX"  # cells and pieces by number; X is gray
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
EMPTY_ROW = "_" * WIDTH
EMPTY_FIELD = EMPTY_ROW * (HEIGHT + 1)

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BASE = len(DIGITS)
SAME = 8  # the difference of a cell that stays
ROTATIONS = (SOUTH, EAST, NORTH, WEST)  # by number
# Where the centre of SRS lies as seen from fumen's own, where they differ.
CENTRES: dict[tuple[str, int], Cell] = {
    ("I", SOUTH): (1, 0),
    ("I", WEST): (0, -1),
    ("O", NORTH): (0, -1),
    ("O", SOUTH): (1, 0),
    ("O", WEST): (1, -1),
    ("S", NORTH): (0, -1),
    ("S", EAST): (-1, 0),
    ("Z", NORTH): (0, -1),
    ("Z", WEST): (1, 0),
}
COMMENT_BASE = 96
COMMENT_CHARACTERS = "".join(map(chr, range(32, 127)))
LONGEST_COMMENT = 4095
HEIGHTS = {"115": HEIGHT, "110": 21}  # versions that can be read

LINK = re.compile(r"(?:\S*?[?=#/])?[vmdD]([0-9]{1,4})@", re.ASCII)
LOOKS_LIKE_LINK = re.compile(r"(?:^|[^A-Za-z0-9])[vmdD][0-9]{3}(?:@|$)")


@dataclass(frozen=True)
class Operation:
    """A piece on its way: `x`, `y` is its centre in SRS."""

    piece: str
    rotation: int
    x: int
    y: int

    @property
    def cells(self) -> list[Cell]:
        return sorted((self.x + x, self.y + y) for x, y in rotated(NORTH_CELLS[self.piece], self.rotation))


@dataclass(frozen=True)
class Page:
    """`field` is a letter of KINDS for each cell, from the upper left; its last row, the garbage, is below the floor.

    The piece is not yet in the field. `quiz` says whether the comment is one or was led to by one.
    """

    field: str = EMPTY_FIELD
    operation: Operation | None = None
    comment: str = ""
    lock: bool = True
    mirror: bool = False
    rise: bool = False
    colorize: bool = False
    quiz: bool = False


def field_rows(field: str) -> list[str]:
    """The rows of a field from the top, the garbage last."""
    return [field[start : start + WIDTH] for start in range(0, len(field), WIDTH)]


def after(page: Page) -> str:
    """The field that a page leaves: piece locked, full rows gone, garbage risen, mirrored, as its flags say."""
    if not page.lock:
        return page.field
    cells = list(page.field)
    if page.operation:
        for x, y in page.operation.cells:
            if y < HEIGHT:
                cells[(HEIGHT - 1 - y) * WIDTH + x] = page.operation.piece
    *rows, garbage = field_rows("".join(cells))
    rows = [row for row in rows if "_" in row]
    rows = [EMPTY_ROW] * (HEIGHT - len(rows)) + rows
    if page.rise:
        rows, garbage = [*rows[1:], garbage], EMPTY_ROW
    if page.mirror:
        rows = [row[::-1] for row in rows]
    return "".join(rows) + garbage


def looks_like_link(text: str) -> bool:
    """Whether somewhere in a text a fumen begins, be it good or broken."""
    return LOOKS_LIKE_LINK.search(text) is not None


def decode(text: str) -> list[Page]:
    """The pages of a link or of the bare data; `BadPuzzle` if it is broken."""
    link = text.strip()
    if "%" in link:
        link = unquote(link)
    found = LINK.match(link)
    if found is None:
        raise BadPuzzle(_not_a_link(link))
    version = found[1]
    if version not in HEIGHTS:
        raise BadPuzzle(f"fumen version {version} is unknown: choose from {', '.join(HEIGHTS)}")
    return list(_Reader(link, found.end(), HEIGHTS[version]).pages())


def _not_a_link(text: str) -> str:
    found = LOOKS_LIKE_LINK.search(text)
    if found is None:
        return "no fumen link: it has to begin like v115@, or be the address of one"
    start = re.search("[vmdD]", text[found.start() :])
    before = text[: found.start() + (start.start() if start else 0)]
    if "@" not in found[0]:
        return f"fumen cut short after character {len(text)}: the version is not complete"
    return f"there is text before the fumen link: {before!r}"


class _Reader:
    """The digits of a document, read one after the other."""

    def __init__(self, link: str, start: int, height: int) -> None:
        self.height = height
        self.values: list[int] = []
        self.places: list[int] = []  # of the digits in the link, counted from 1
        self.at = 0
        self.page = 0
        data = link[start:].split("&")[0]
        self.end = start + len(data)
        for place, character in enumerate(data, start + 1):
            if character == "?":  # put in by the editor after every 47 characters
                continue
            value = DIGITS.find(character)
            if value < 0:
                raise BadPuzzle(f"{character!r} at character {place} is no part of a fumen")
            self.values.append(value)
            self.places.append(place)

    def bad(self, what: str) -> BadPuzzle:
        place = self.places[self.at - 1] if self.at else 1
        return BadPuzzle(f"broken fumen at character {place}: {what} of page {self.page + 1}")

    def number(self, size: int, what: str) -> int:
        if self.at + size > len(self.values):
            text = f"fumen cut short after character {self.end}: {what} of page {self.page + 1} is not complete"
            raise BadPuzzle(text)
        value = 0
        for digit in reversed(self.values[self.at : self.at + size]):
            value = value * BASE + digit
        self.at += size
        return value

    def pages(self) -> Iterator[Page]:
        field, repeats = EMPTY_FIELD, 0
        comment, state = "", None  # the last comment, and how far its quiz has come
        while self.at < len(self.values) or not self.page:
            if repeats:
                repeats -= 1
            else:
                field, changed = self.field(field)
                repeats = 0 if changed else self.number(1, "the field")
            operation, flags, has_comment = self.action()
            if has_comment:
                shown = comment = self.comment()
                state = _quiz_of(comment)
            else:
                shown = comment if state is None else quiz.shown(state)
            page = Page(field, operation, shown, **flags, quiz=state is not None)
            yield page
            state = _next_quiz(state, page)
            field = after(page)
            self.page += 1
        if repeats:
            raise BadPuzzle(f"fumen cut short after character {self.end}: page {self.page + 1} is missing")

    def field(self, old: str) -> tuple[str, bool]:
        """The field, given the one that the page before left, and whether it is written down as changed."""
        size = (self.height + 1) * WIDTH
        above = len(old) - size  # cells of the rows that an old version does not have
        new = [old[:above]]
        at = above
        while at < len(old):
            difference, run = divmod(self.number(2, "the field"), size)
            if at + run >= len(old):
                raise self.bad("more cells than there are in the field")
            for kind in old[at : at + run + 1]:
                number = KINDS.index(kind) + difference - SAME
                if not 0 <= number < len(KINDS):
                    raise self.bad("an unknown kind of cell in the field")
                new.append(KINDS[number])
            at += run + 1
        return "".join(new), (difference, run) != (SAME, size - 1)

    def action(self) -> tuple[Operation | None, dict[str, bool], bool]:
        """The piece, the flags, and whether a comment follows."""
        value = self.number(3, "the action")
        value, piece = divmod(value, 8)
        value, rotation = divmod(value, 4)
        value, location = divmod(value, (self.height + 1) * WIDTH)
        if value >= 32:
            raise self.bad("an unknown action")
        rise, mirror, colorize, has_comment, no_lock = (bool(value >> bit & 1) for bit in range(5))
        flags = {"lock": not no_lock, "mirror": mirror, "rise": rise, "colorize": colorize}
        operation = self.operation(KINDS[piece], ROTATIONS[rotation], location) if piece else None
        return operation, flags, has_comment

    def operation(self, piece: str, rotation: int, location: int) -> Operation:
        row, column = divmod(location, WIDTH)
        x, y = CENTRES.get((piece, rotation), (0, 0))
        operation = Operation(piece, rotation, column + x, self.height - 1 - row + y)
        if any(not 0 <= x < WIDTH or y < 0 for x, y in operation.cells):
            raise self.bad(f"{piece} outside the field")
        return operation

    def comment(self) -> str:
        length = self.number(2, "the comment")
        text = ""
        for _ in range(0, length, 4):
            value = self.number(5, "the comment")
            for _ in range(4):
                value, character = divmod(value, COMMENT_BASE)
                if character >= len(COMMENT_CHARACTERS):
                    raise self.bad("an unknown character in the comment")
                text += COMMENT_CHARACTERS[character]
            if value:
                raise self.bad("an unknown character in the comment")
        return unescape(text[:length])


def _quiz_of(comment: str) -> str | None:
    if not comment.startswith(quiz.START):
        return None
    try:
        return quiz.verified(comment)
    except quiz.NotAQuiz:
        return None


def _next_quiz(state: str | None, page: Page) -> str | None:
    """The quiz with which the next page begins."""
    if state is None or not page.lock or not quiz.goes_on(state):
        return state
    return quiz.after(state, page.operation.piece) if page.operation else quiz.shown(state)


def following(page: Page) -> Page:
    """The page that comes by itself: the field and the comment that a page leaves."""
    state = _next_quiz(_quiz_of(page.comment), page)
    return Page(after(page), comment=page.comment if state is None else quiz.shown(state))


def encode(pages: Sequence[Page]) -> str:
    """The document, version 115, with the question marks that the editor puts in."""
    digits: list[int] = []
    field, repeat = EMPTY_FIELD, -1  # the place of the number of repeats, while fields repeat
    comment: str = ""
    state: str | None = None
    for number, page in enumerate(pages):
        if page.field != field:
            digits += _field_digits(field, page.field)
            repeat = -1
        elif repeat < 0 or digits[repeat] == BASE - 1:
            digits += [*_field_digits(field, field), 0]
            repeat = len(digits) - 1
        else:
            digits[repeat] += 1
        expected = comment if state is None else quiz.shown(state)
        changed = page.comment != expected
        if changed or not page.comment.startswith(quiz.START):
            state = _quiz_of(page.comment)
        comment = page.comment
        digits += _digits(_action(page, changed, number + 1), 3)
        if changed:
            digits += _comment_digits(page.comment)
        state = _next_quiz(state, page)
        field = after(page)
    data = "v115@" + "".join(DIGITS[digit] for digit in digits)
    return "?".join(data[start : start + 47] for start in range(0, len(data), 47))


def _digits(value: int, size: int) -> list[int]:
    return [value // BASE**place % BASE for place in range(size)]


def _field_digits(old: str, new: str) -> list[int]:
    differences = map(sub, map(NUMBERS.__getitem__, new), map(NUMBERS.__getitem__, old))
    digits: list[int] = []
    for difference, run in groupby(differences):
        digits += _digits((difference + SAME) * len(EMPTY_FIELD) + len(list(run)) - 1, 2)
    return digits


def _action(page: Page, has_comment: bool, number: int) -> int:
    value = 0
    for flag in (not page.lock, has_comment, page.colorize, page.mirror, page.rise):
        value = value * 2 + flag
    operation = page.operation
    if operation is None:
        return value * len(EMPTY_FIELD) * 32
    if any(not 0 <= x < WIDTH or not 0 <= y < HEIGHT for x, y in operation.cells):
        raise BadPuzzle(f"page {number}: {operation.piece} lies outside the {HEIGHT} rows that a fumen has")
    x, y = CENTRES.get((operation.piece, operation.rotation), (0, 0))
    location = (HEIGHT - 1 - (operation.y - y)) * WIDTH + operation.x - x
    value = value * len(EMPTY_FIELD) + location
    return (value * 4 + ROTATIONS.index(operation.rotation)) * 8 + KINDS.index(operation.piece)


def _comment_digits(comment: str) -> list[int]:
    text = escape(comment)[:LONGEST_COMMENT]
    digits = _digits(len(text), 2)
    for start in range(0, len(text), 4):
        four = text[start : start + 4]
        digits += _digits(sum(COMMENT_CHARACTERS.index(c) * COMMENT_BASE**place for place, c in enumerate(four)), 5)
    return digits


PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./")
ESCAPED = re.compile("%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})")


def escape(text: str) -> str:
    """As JavaScript does: %XX, and %uXXXX for each half of what does not fit in 16 bits."""
    units = text.encode("utf-16-be", "surrogatepass")
    out = []
    for high, low in zip(units[::2], units[1::2], strict=True):
        if not high and chr(low) in PLAIN:
            out.append(chr(low))
        else:
            out.append(f"%u{high:02X}{low:02X}" if high else f"%{low:02X}")
    return "".join(out)


def unescape(text: str) -> str:
    """The reverse; what is no escape stays."""
    plain = ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
    return plain.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")

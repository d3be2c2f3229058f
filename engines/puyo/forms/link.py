"""Puzzles as the links that players share: which of the two kinds a text is, and what both have in common.

`link` is the form of pon2's studio, which holds every puzzle; `ips` the older one of the simulators at
ishikawapuyo.net and ips.karou.jp. Either may be a whole address or the bare query, percent-encoded or not:

    https://24ik.github.io/pon2/stable/studio/?mode=0&field=0_o...rrb.gg&steps=rgbb&goal=0_0_3_0_
    https://ishikawapuyo.net/simu/pn.html?M09oi_c1s1__u03

A link may have an answer, the placements of its steps: writing puts a solution there, reading leaves it out. The
places that refusals name are characters of the link, counted from 1, after the percent-encoding is undone.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from engines.contract import BadPuzzle
from engines.puyo.forms import ips, pon2
from engines.puyo.forms.valid import checked
from engines.puyo.rules.checked_moves import follow, split
from engines.puyo.rules.puzzle import Puzzle

FORMS = ("link", "ips")
READERS = (pon2, ips)
SIMULATORS = {"pon2": "link", "ishikawapuyo.net": "ips"}  # by title, the form that they open
ADDRESS = re.compile(r"(?:https?:)?//", re.ASCII)


def plain(text: str) -> str:
    """A link without percent-encoding and without what an address may have after its query."""
    link = text.strip()
    return (unquote(link) if "%" in link else link).split("#")[0].rstrip()


def looks_like_link(text: str) -> bool:
    """Whether a text is a link of one of the two kinds, be it good or broken."""
    link = plain(text)
    return any(reader.ANYWHERE.search(link) for reader in READERS)


def _found(text: str) -> tuple[Any, str, int]:
    """The module that reads a link, the link, and where its query begins."""
    link = plain(text)
    reader = next((reader for reader in READERS if reader.ANYWHERE.search(link)), None)
    if reader is None:
        raise BadPuzzle("no link of a Puyo simulator")
    begins = reader.BEGINS.match(link)
    if begins is None:
        start = ADDRESS.search(link)
        before = link[: start.start()] if start else ""
        raise BadPuzzle(f"there is text before the link: {before!r}" if before else "the address has no query")
    if after := link[begins.end() :].split(maxsplit=1)[1:]:
        raise BadPuzzle(f"there is text after the link: {after[0]!r}")
    return reader, link, begins.end()


def read(text: str, settle: bool = False) -> Puzzle:
    """The puzzle in a link."""
    reader, link, start = _found(text)
    goal, queue, board = reader.parts(link, start)
    return checked(goal, queue, board, settle)


def board_in(text: str) -> list[str]:
    """The rows of the board in a link, which may have no steps and no goal."""
    reader, link, start = _found(text)
    rows: list[str] = reader.board(link, start)
    return rows


def write(puzzle: Puzzle, form: str, solution: Any | None = None) -> str:
    """The address of a puzzle, with the placements of a solution if one is given."""
    moves: list[str] = []
    if solution is not None:
        follow(puzzle, solution)  # a link must not say what cannot be played
        moves = split(solution)
    moves += [""] * (len(puzzle.queue) - len(moves))
    return (pon2 if form == "link" else ips).write(puzzle, moves)


def links(puzzle: Puzzle, solution: Any | None = None) -> list[tuple[str, str]]:
    """Title and address of every simulator whose form can hold the puzzle."""
    found = []
    for title, form in SIMULATORS.items():
        with suppress(BadPuzzle):
            found.append((title, write(puzzle, form, solution)))
    return found

"""What the pieces look like, as SVG paths: little ghosts on squares of 20 units.

The attacker's are filled, with their heads up, as they move; the defender's are white with coloured rims and have
their heads down. Blue has a ring, red a cross, hidden a question mark, so that nothing is told by colour alone.
All pieces of a kind share their paths: there may be a thousand pictures on a page, so they are small.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engines.geister.rules.puzzle import PIECES

SQUARE = 20
BLUE, RED, PURPLE = "#1268d8", "#d3192c", "#7a2ba6"
PIECE_COLORS = {"B": BLUE, "R": RED, "u": PURPLE, "b": BLUE, "r": RED}
ATTACKERS = "BR"
HEAD_UP = "v-7a7 7 0 0 1 14 0v7q-2.4-3-4.7 0t-4.6 0t-4.7 0z"
HEAD_DOWN = "v7a7 7 0 0 0 14 0v-7q-2.4 3-4.7 0t-4.6 0t-4.7 0z"
CROSS = "l6 6m0-6l-6 6"
QUESTION = "a2.5 2.5 0 1 1 2.5 2.5v1m0 3.5h0"


class Ghost(NamedTuple):
    """A piece where it is drawn: the upper left corner of its square, and its letter."""

    x: float
    y: float
    piece: str


@lru_cache(4096)  # the same few places come again and again
def num(value: float) -> str:
    """A number as short as it goes."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(x: float, y: float) -> str:
    """Two numbers of a path; a minus sign parts them as well as a space."""
    return num(x) + (num(y) if y < 0 else f" {num(y)}")


def path(d: str, attributes: str) -> str:
    """A path, if there is anything in it."""
    return f'<path d="{d}" {attributes}/>' if d else ""


def _body(ghost: Ghost) -> str:
    """The outline of a ghost."""
    x, y, piece = ghost
    return f"M{pair(x + 3, y + 17)}{HEAD_UP}" if piece in ATTACKERS else f"M{pair(x + 3, y + 3)}{HEAD_DOWN}"


def _sign(ghost: Ghost) -> str:
    """The sign on a ghost, for a round pen: a ring is a dot that `ghosts` draws twice."""
    x, y, piece = ghost
    if piece in "Bb":
        return f"M{pair(x + 10, y + 10)}h0"
    return f"M{pair(x + 7, y + 7)}{CROSS}" if piece in "Rr" else f"M{pair(x + 7.5, y + 7.5)}{QUESTION}"


def _kind(drawn: list[Ghost], rim: str) -> str:
    """All pieces of one kind."""
    if not drawn:
        return ""
    piece = drawn[0].piece
    paint = PIECE_COLORS[piece]
    fill, pen, ink, width = (paint, rim, "#fff", 0.8) if piece in ATTACKERS else ("#fff", paint, paint, 1.8)
    bodies, signs = "".join(map(_body, drawn)), "".join(map(_sign, drawn))
    out = path(bodies, f'fill="{fill}" stroke="{pen}" stroke-width="{num(width)}"')
    if piece in "Bb":
        return (
            out
            + path(signs, f'stroke="{ink}" stroke-width="7.6"')
            + path(signs, f'stroke="{fill}" stroke-width="3.2"')
        )
    return out + path(signs, f'stroke="{ink}" stroke-width="{"2.2" if piece in "Rr" else "2"}"')


def ghosts(drawn: Iterable[Ghost], rim: str) -> str:
    """Pieces with their signs; `rim` is the line around the attacker's."""
    there = list(drawn)
    kinds = "".join(_kind([ghost for ghost in there if ghost.piece == piece], rim) for piece in PIECES)
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{kinds}</g>' if kinds else ""

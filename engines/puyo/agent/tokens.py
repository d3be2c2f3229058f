"""How the cells of a game's boards look. Colours decide no game, so they stand apart from what agents import."""

from __future__ import annotations

from engines.agents import Token
from engines.puyo.show.paint import PUYO_COLORS

NAMES = {"r": "R", "g": "G", "b": "B", "y": "Y", "p": "P", "o": "", "h": ""}
TOKENS: dict[str, Token] = {
    mark: Token(PUYO_COLORS[mark], PUYO_COLORS[mark], "round", name) for mark, name in NAMES.items()
}

"""How the cells of a game's boards look. Colours decide no game, so they stand apart from what agents import."""

from __future__ import annotations

from engines.agents import Token
from engines.tspin.show.draw import PIECE_COLORS

TOKENS = {piece: Token(color, color, mark=piece) for piece, color in PIECE_COLORS.items()}

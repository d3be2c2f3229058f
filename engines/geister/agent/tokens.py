"""How the cells of a game's boards look. Colours decide no game, so they stand apart from what agents import."""

from __future__ import annotations

from engines.agents import Token
from engines.geister.agent.game import SECOND, SIDES
from engines.geister.show.ghosts import BLUE as BLUE_INK
from engines.geister.show.ghosts import PURPLE as PURPLE_INK
from engines.geister.show.ghosts import RED as RED_INK

LIGHTER = {BLUE_INK: "#6aa9ff", RED_INK: "#ff6b78", PURPLE_INK: "#c58bea"}  # on a dark page
LETTERS = (("B", "R", "U"), ("b", "r", "u"))  # blue, red and hidden, of either side
MARKS = {BLUE_INK: "o", RED_INK: "x", PURPLE_INK: "?"}
TOKENS = {
    letter: Token(ink, LIGHTER[ink], "ghost", MARKS[ink], turned=side == SECOND)
    for side in SIDES
    for letter, ink in zip(LETTERS[side], (BLUE_INK, RED_INK, PURPLE_INK), strict=True)
}

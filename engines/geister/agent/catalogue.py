"""What the engine says of its games without playing one: their options and measures, and how their cells look."""

from __future__ import annotations

from engines.agents import Measure, Token
from engines.contract import Parameter
from engines.geister.agent.game import PIECES, SECOND, SIDES
from engines.geister.show.ghosts import BLUE as BLUE_INK
from engines.geister.show.ghosts import PURPLE as PURPLE_INK
from engines.geister.show.ghosts import RED as RED_INK

PARAMETERS = (
    Parameter("plies", "Plies after which a game that nobody has won is a draw", 200, 10, 1000),
    Parameter("shown", "Pieces of each side whose colours are shown from the start", 0, 0, PIECES),
    Parameter("nodes", "Positions that the search for a certain win may look at for one move", 1_000, 1, 1_000_000),
)
MEASURES = (
    Measure("won", "won", "games won, a draw being half of one", 3),
    Measure("plies", "plies", "length of the game in plies of both sides"),
    Measure("certain", "certain", "whether a win was proved before it came", 2),
    Measure("ahead", "ahead", "plies from the proof of the win that came to its end; 0 if it was not proved"),
    Measure("nodes", "nodes", "positions that the searches looked at, a move"),
)
LIGHTER = {BLUE_INK: "#6aa9ff", RED_INK: "#ff6b78", PURPLE_INK: "#c58bea"}  # on a dark page
LETTERS = (("B", "R", "U"), ("b", "r", "u"))  # blue, red and hidden, of either side
MARKS = {BLUE_INK: "o", RED_INK: "x", PURPLE_INK: "?"}
TOKENS = {
    letter: Token(ink, LIGHTER[ink], "ghost", MARKS[ink], turned=side == SECOND)
    for side in SIDES
    for letter, ink in zip(LETTERS[side], (BLUE_INK, RED_INK, PURPLE_INK), strict=True)
}

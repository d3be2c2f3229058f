"""What the engine says of its games without playing one: their options and measures."""

from __future__ import annotations

from engines.agents import Measure
from engines.contract import Parameter
from engines.geister.agent.game import PIECES

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

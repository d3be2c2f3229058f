"""What kind of puzzle each is, for choosing evenly among the kinds: a few words of closed lists, told without search.

Left and right are those of the puzzle as given. A line that ends on no exit is won by captures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.geister.measure.evenness import NAMES, way_of, win_of
from engines.geister.rules.moves import OUT, move_of
from engines.geister.rules.panels import line_of
from engines.geister.rules.puzzle import EMPTY, Puzzle

WINS = {"a6": "left", "f6": "right", "capture": "none"}
WAYS = {"up": "forward", "down": "backward", "left": "sideways", "right": "sideways"}
PIECES = ((6, "up to 6"), (8, "7 or 8"), (16, "9 or more"))  # the most pieces on the board, and what they are called
BALANCE = {-1: "fewer", 0: "as many", 1: "more"}  # pieces of the attacker than of the defender
TRAITS: Mapping[str, tuple[str, ...]] = {
    "pieces": tuple(name for _, name in PIECES),
    "balance": tuple(BALANCE.values()),
    "exit": tuple(WINS.values()),
    "first": ("forward", "sideways", "backward", "takes"),
    "piece": tuple(NAMES.values()),
}


def traits(puzzle: Puzzle, solution: Any) -> dict[str, str]:
    """How many pieces there are and on whose side, where the blue leaves, what the first move does and which piece
    makes it."""
    line, squares = line_of(solution), puzzle.squares
    start, end = move_of(line[0])
    takes = end != OUT and squares[end] != EMPTY
    own = squares.count("B") + squares.count("R")
    all_pieces = len(squares) - squares.count(EMPTY)
    others = all_pieces - own
    return {
        "pieces": next(name for most, name in PIECES if all_pieces <= most),
        "balance": BALANCE[(own > others) - (own < others)],
        "exit": WINS[win_of(line)],
        "first": "takes" if takes else WAYS[way_of(line[0])],
        "piece": NAMES[squares[start]],
    }

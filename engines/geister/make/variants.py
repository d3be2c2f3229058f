"""The variants of Geister puzzles, and what shapes their candidates."""

from __future__ import annotations

from typing import Any

from engines.contract import Parameter, Variant
from engines.geister.rules.moves import MOST_OF_A_COLOR
from engines.geister.solve.category import CATEGORIES

RANDOM, REVERSE, TABLE = "random", "reverse", "table"
ANY = "any"
EVEN, PAPER = "even", "paper"
CAPTURE, WALL, OPEN, ESCAPE = CATEGORIES

PARAMETERS = (
    Parameter("method", "How positions are made: at random, in reverse, or by turns, as the variant has it", ANY,
              choices=(ANY, RANDOM, REVERSE)),
    Parameter("own_blue", "Blue pieces of the attacker", (1, 3), 1, MOST_OF_A_COLOR),
    Parameter("own_red", "Red pieces of the attacker", (1, 3), 1, MOST_OF_A_COLOR),
    Parameter("blue", "Blue pieces of the defender, hidden and shown", (1, 3), 1, MOST_OF_A_COLOR),
    Parameter("red", "Red pieces of the defender, hidden and shown", (1, 3), 1, MOST_OF_A_COLOR),
    Parameter("shown", "Pieces of the defender that are shown", (0, 0), 0, 2 * MOST_OF_A_COLOR),
    Parameter("sampling", "Random positions evenly, or as the paper's seem to be: f1 kept empty", EVEN,
              choices=(EVEN, PAPER)),
    Parameter("picky", "Positions with several winning first moves that are passed over before one is taken", 25, 0,
              10_000),
    Parameter("walks", "Take plain walks to the exit, too", False),
)  # fmt: skip

ENDGAME = "endgame"


def _variant(category: str, plies: int, methods: tuple[str, ...], **shape: Any) -> Variant:
    parameters = {"category": category, "plies": plies, "methods": methods, "shape": shape}
    return Variant(f"{category}-{plies}", (plies + 1) // 2, parameters, category)


def _methods(plies: int) -> tuple[str, ...]:
    """Random positions are rarely long."""
    return (RANDOM,) if plies <= 5 else (RANDOM, REVERSE) if plies <= 9 else (REVERSE,)


VARIANTS = {
    variant.name: variant
    for variant in (
        *(_variant(ESCAPE, plies, _methods(plies)) for plies in range(5, 20, 2)),
        *(_variant(WALL, plies, _methods(plies), own_red=(1, 2)) for plies in range(5, 16, 2)),
        *(_variant(OPEN, plies, _methods(plies), shown=(1, 3)) for plies in range(5, 16, 2)),
        *(_variant(CAPTURE, plies, _methods(plies), shown=(1, 3), blue=(1, 2)) for plies in range(5, 14, 2)),
        *(_variant(ENDGAME, plies, (TABLE,)) for plies in range(21, 38, 2)),
    )
}

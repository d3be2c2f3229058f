"""The variants of T-spin puzzles, and what shapes their candidates."""

from __future__ import annotations

from engines.contract import Parameter, Variant
from engines.tspin.rules.goals import GOALS
from engines.tspin.rules.puzzle import DROP, RULE_SETS

PARAMETERS = (
    Parameter("noise", "Chance of a cell on top of a filled one (fig. 4.2b)", (0.10, 0.20)),
    Parameter("holes", "Chance of a hole in the rows below, besides the one in each (fig. 4.2c)", (0.00, 0.15)),
    Parameter("rows_below", "Rows with holes under the finished shape; the thesis has one", (1, 3), 1, 8),
    Parameter("well_depth", "Depth of the well that a donation covers (7.1.2)", (2, 4), 2, 4),
    Parameter("held", "The overhang hangs on a cell beside it; the thesis leaves that to the noise", True),
    Parameter("minimise", "Take away noise that neither helps nor misleads", False),
)

LENGTHS = {"tsd": (1, 2, 3, 4), "tst": (1, 2, 3), "quad": (1, 2, 3), "donate": (2, 3, 4)}


def _variant(goal: str, n: int, moves: str) -> Variant:
    name = f"{goal}-{n}" if moves == DROP else f"{goal}-{n}-{moves}"
    return Variant(name, n, {"goal": goal, "moves": moves}, _category(goal, n, moves))


def _category(goal: str, n: int, moves: str) -> str:
    """What a variant is practised as: the seven categories of the T-spin thesis (7.2.2), others by goal and rules."""
    if moves != DROP:
        return f"{goal}-{moves}"
    return f"{goal}-{n}" if goal in ("tsd", "donate") else goal


VARIANTS = {
    variant.name: variant
    for moves in RULE_SETS
    for variant in (_variant(goal, n, moves) for goal in GOALS for n in LENGTHS[goal])
}

"""The variants of Nazo Puyo, and what shapes their candidates."""

from __future__ import annotations

from typing import Any

from engines.contract import Parameter, Variant
from engines.puyo.rules.puzzle import ALL, CHAIN, COLORS_AT_ONCE, COUNT, Goal

RANDOM, REVERSE = "random", "reverse"
METHODS = (RANDOM, REVERSE)
ANY = "any"

PARAMETERS = (
    Parameter("method", "How boards are made: at random, in reverse, or by turns, as the variant has it", ANY,
              choices=(ANY, *METHODS)),
    Parameter("colors", "Colours on the board and in the queue, at most", (2, 4), 2, 5),
    Parameter("garbage", "Garbage puyos on the board", (0, 2), 0, 12),
    Parameter("extra", "Coloured puyos more than the goal needs, for boards made in reverse", (0, 10), 0, 40),
    Parameter("width", "Columns in use", (3, 6), 1, 6),
    Parameter("height", "Rows in use at most, before the queue is placed or taken", (3, 8), 1, 12),
    Parameter("apart", "No equal neighbours side by side on random boards (4.2.1, the stricter way)", False),
    Parameter("picky", "Boards with several solutions that are passed over before one is taken", 15, 0, 10_000),
    Parameter("minimise", "Take away puyos that play no part in the solutions", False),
)  # fmt: skip
LONGEST = 4  # chains of so many moves and more are of one category
FAR = {"width": (6, 6), "height": (9, 12), "extra": (0, 3), "colors": (3, 4), "garbage": (0, 2), "picky": 100}


def _variant(kind: str | None, moves: int, n: int, methods: tuple[str, ...], **shape: Any) -> Variant:
    goal = Goal(clear=ALL) if kind is None else Goal(kind, n)
    name = f"{kind}-{moves}x{n}" if kind else f"clear-{moves}"
    parameters = {"goal": goal, "methods": methods, "shape": shape}
    return Variant(name, moves, parameters, _category(kind, moves))


def _category(kind: str | None, moves: int) -> str:
    """What a variant is practised as: chains by their moves, for each more makes another puzzle of them."""
    if kind == CHAIN:
        return f"chain-{min(moves, LONGEST)}"
    return kind or "clear"


VARIANTS = {
    variant.name: variant
    for variant in (
        _variant(CHAIN, 1, 2, METHODS),
        _variant(CHAIN, 2, 3, METHODS),
        _variant(CHAIN, 2, 4, METHODS),
        _variant(CHAIN, 3, 4, METHODS),
        _variant(CHAIN, 3, 5, (REVERSE,), width=(4, 6), height=(5, 10)),
        _variant(CHAIN, 4, 6, (REVERSE,), width=(5, 6), height=(6, 11), extra=(0, 6), picky=30),
        _variant(CHAIN, 5, 8, (REVERSE,), **FAR),
        _variant(CHAIN, 6, 10, (REVERSE,), **FAR),
        _variant(None, 2, 0, (REVERSE,), extra=(0, 0)),
        _variant(None, 3, 0, (REVERSE,), extra=(0, 0), height=(4, 9), picky=40),
        _variant(None, 4, 0, (REVERSE,), extra=(0, 0), height=(5, 10), picky=80),
        _variant(COLORS_AT_ONCE, 2, 2, METHODS),
        _variant(COLORS_AT_ONCE, 2, 3, (REVERSE,), colors=(3, 4)),
        _variant(COLORS_AT_ONCE, 3, 3, (REVERSE,), colors=(3, 4)),
        _variant(COUNT, 2, 8, METHODS),
        _variant(COUNT, 2, 12, (REVERSE,)),
        _variant(COUNT, 3, 12, (REVERSE,)),
    )
}

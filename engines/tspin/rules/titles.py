"""What puzzles are called: one table from which variants, captions and filters all take their words."""

from __future__ import annotations

from engines.tspin.rules.puzzle import DROP, SRS

TITLES = {
    "tsd": "T-spin Double",
    "tst": "T-spin Triple",
    "quad": "Four lines at once",
    "donate": "Donation",
}
MEANINGS = {
    "tsd": "a T-spin that clears two rows",
    "tst": "a T-spin that clears three rows",
    "quad": "an I that clears four rows",
    "donate": "a T-spin Double that opens the well again",
}
RULES = {DROP: "drops only", SRS: "tucks and spins"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def pieces(n: int) -> str:
    """How many pieces a queue has, in words."""
    return f"{NUMBERS[n]} piece" if n == 1 else f"{NUMBERS[n]} pieces"


def title(goal: str, n: int, moves: str) -> str:
    """The title of a variant. Drops are what a beginner expects, so only more than that is named."""
    return f"{TITLES[goal]}, {pieces(n)}" + ("" if moves == DROP else f", {RULES[moves]}")


def description(goal: str, n: int, moves: str) -> str:
    """The whole task in a line."""
    return f"{TITLES[goal]}, {pieces(n)}, {RULES[moves]}: make room for {MEANINGS[goal]}"

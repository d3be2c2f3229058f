"""Which family a puzzle belongs to and how many moves it takes, which only its proof can tell."""

from __future__ import annotations

from engines.contract import Verdict
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.solve.category import CATEGORIES, UNCLEAR, category_all
from engines.geister.solve.solver import positions_of

UNSOLVED = "unsolved"
UNSORTED = "unsorted"  # a category that the search cannot tell in its time


def variant_of(puzzle: Puzzle, verdict: Verdict | None = None) -> str:
    """`escape-9`, `wall-7`, `open-5`, `capture-11`: the first category that it has, and its plies; or `unsorted-65`.

    Before it is proved only what can be seen: `open` or `escape`, with the plies that the puzzle says."""
    if verdict is None or not verdict.solutions:
        return f"{'open' if _shown(puzzle) else 'escape'}-{puzzle.plies or UNSOLVED}"
    plies = int(verdict.solutions[0]["plies"])
    labels = int(category_all(positions_of([puzzle]), [plies])[0])
    if labels & UNCLEAR:
        return f"{UNSORTED}-{plies}"
    return f"{CATEGORIES[(labels & -labels).bit_length() - 1]}-{plies}"


def length_of(puzzle: Puzzle, verdict: Verdict | None = None) -> int:
    """The attacker's moves of the shortest win: as proved, else as the puzzle says; 0 if neither tells."""
    plies = int(verdict.solutions[0]["plies"]) if verdict and verdict.solutions else puzzle.plies or 0
    return (plies + 1) // 2


def _shown(puzzle: Puzzle) -> bool:
    """Whether some of the defender's pieces are shown."""
    position = position_of(puzzle)
    return bool(position.blue | position.red)

"""How even many puzzles are: pieces on each side, where the win comes from, which piece begins, and where to.

Each is counted by length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engines.contract import Verdict
from engines.geister.rules.moves import OUT, SIDE, move_of
from engines.geister.rules.puzzle import Puzzle

Counts = dict[str, dict[str, dict[str, int]]]  # what is counted, of which group, how often each value comes
PIECES = [str(n) for n in range(2, 9)]
WINS = ("a6", "f6", "capture")
WAYS = {1: "right", -1: "left", SIDE: "up", -SIDE: "down"}
NAMES = {"B": "blue", "R": "red"}


def _counts(values: Iterable[str], order: Iterable[str]) -> dict[str, int]:
    counts = Counter(values)
    return {name: counts[name] for name in order}


def win_of(line: Sequence[str]) -> str:
    """By which exit a line is won, or by a capture."""
    return line[-1][:2] if move_of(line[-1])[1] == OUT else "capture"


def way_of(move: str) -> str:
    """The direction of a move; off the board is up."""
    start, end = move_of(move)
    return "up" if end == OUT else WAYS[end - start]


def evenness(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Counts:
    """Counts of pieces, of the way the win comes, and of the first move's piece and direction, for each length."""
    solved = [(p, v.solutions[0]["line"]) for p, v in zip(puzzles, verdicts, strict=True) if v.solutions]
    found: Counts = {name: {} for name in ("own pieces", "hostile pieces", "won by", "first piece", "first way")}
    for plies in sorted({len(line) for _, line in solved}):
        here = [(puzzle, line) for puzzle, line in solved if len(line) == plies]
        boards = [puzzle.squares for puzzle, _ in here]
        counted = {
            "own pieces": _counts((str(sum(board.count(x) for x in "BR")) for board in boards), PIECES),
            "hostile pieces": _counts((str(sum(board.count(x) for x in "ubr")) for board in boards), PIECES),
            "won by": _counts((win_of(line) for _, line in here), WINS),
            "first piece": _counts((NAMES[p.squares[move_of(line[0])[0]]] for p, line in here), NAMES.values()),
            "first way": _counts((way_of(line[0]) for _, line in here), WAYS.values()),
        }
        for name, counts in counted.items():
            found[name][f"win in {plies}"] = counts
    return found

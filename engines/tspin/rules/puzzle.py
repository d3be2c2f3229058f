"""A T-spin puzzle: a board, a queue, a rule set and a goal. Compare with its JSON form in `text`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.contract import BadPuzzle
from engines.shared.reading import type_name
from engines.tspin.rules.board import MAX_QUEUE, WIDTH, mirrored
from engines.tspin.rules.pieces import MIRROR, PIECES

DROP, SRS = "drop", "srs"
RULE_SETS = (DROP, SRS)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`rows` are masks from the bottom (bit x for column x), without the empty rows on top."""

    goal: str
    moves: str
    queue: str
    rows: tuple[int, ...]
    well: int | None = None  # the column of the well that a `donate` puzzle covers and opens again


def checked_queue(value: Any, most: int = MAX_QUEUE) -> str:
    """A queue of one piece to `most`."""
    if not isinstance(value, str):
        raise BadPuzzle(f"queue is {type_name(value)}, not a string")
    if not value:
        raise BadPuzzle("queue is empty")
    if len(value) > most:
        raise BadPuzzle(f"queue has {len(value)} pieces, more than {most}")
    for place, piece in enumerate(value, 1):
        if piece not in PIECES:
            known = ", ".join(PIECES)
            raise BadPuzzle(f"unknown piece {piece!r} at place {place} of the queue: choose from {known}")
    return value


def mirror(puzzle: Puzzle) -> Puzzle:
    """The puzzle seen in a mirror: J and L change places, and S and Z."""
    return replace(
        puzzle,
        queue="".join(MIRROR[piece] for piece in puzzle.queue),
        rows=tuple(mirrored(row) for row in puzzle.rows),
        well=None if puzzle.well is None else WIDTH - 1 - puzzle.well,
    )


def canonical(puzzle: Puzzle) -> Puzzle:
    """The smaller of a puzzle and its mirror image."""
    return min(puzzle, mirror(puzzle), key=lambda p: (p.queue, p.rows, p.well))


def variant_name(puzzle: Puzzle) -> str:
    """`tsd-2` for two pieces that drop, `tsd-2-srs` for two that may take any way."""
    name = f"{puzzle.goal}-{len(puzzle.queue)}"
    return name if puzzle.moves == DROP else f"{name}-{puzzle.moves}"

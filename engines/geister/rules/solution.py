"""A solution as people read it: `{"plies": 5, "first_moves": ["e5-e6"], "line": [...]}`."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Json
from engines.geister.rules.moves import move_name


def solution_of(first_moves: Sequence[int], line: Sequence[int]) -> Json:
    """The solution with these winning first moves and this main line, each move as start << 6 | end."""
    return {"plies": len(line), "first_moves": names_of(first_moves), "line": names_of(line)}


def names_of(moves: Sequence[int]) -> list[str]:
    """Moves as people write them."""
    return [move_name(move >> 6, move & 63) for move in moves]

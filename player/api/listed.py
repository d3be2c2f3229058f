"""Puzzles in a row: of a set, of a night, or of somebody's list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from player.service import Service
from player.stock.puzzles import Stocked


async def done_by(service: Service, player: str | None) -> dict[str, bool]:
    """The puzzles that a player has tried, and whether they have ever solved them."""
    return {} if player is None else dict((await service.desk.history(player)).done)


def listed(puzzles: Sequence[Stocked], done: Mapping[str, bool], shown: bool = False) -> list[dict[str, Any]]:
    """What a list says of each puzzle; with the puzzle itself where a page shows a small picture of it."""
    return [
        {
            "puzzle_id": puzzle.puzzle_id,
            "game": puzzle.game,
            "title": puzzle.title,
            "variant": puzzle.variant,
            "moves_needed": puzzle.moves_needed,
            "level": puzzle.level,
            "position": position,
            "done": done.get(puzzle.puzzle_id),
            "puzzle": puzzle.puzzle if shown else None,
        }
        for position, puzzle in enumerate(puzzles, 1)
    ]

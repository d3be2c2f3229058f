"""What the pages show of a puzzle: every step of its answer, links to where it can be played, its text forms."""

from __future__ import annotations

import json
from typing import Any

from engines.registry import engine

Drawn = dict[str, Any]


def drawn(game: str, puzzle_text: str, solution_text: str) -> Drawn:
    """All of it, ready for JSON. A function of the puzzle, its solution and the engine's sources."""
    artist = engine(game)
    puzzle, solution = artist.decode(json.loads(puzzle_text)), json.loads(solution_text)
    return {
        "frames": [[frame.svg, frame.said, frame.said_ja] for frame in artist.frames(puzzle, solution, "page")],
        "links": links(game, puzzle, solution),
        "forms": forms(game, puzzle),
    }


def links(game: str, puzzle: Any, solution: Any) -> list[tuple[str, str, str]]:
    """Where a puzzle can be opened: title, address, and the address that shows the answer."""
    without, within = (dict(engine(game).links(puzzle, shown)) for shown in (None, solution))
    return [(title, address, within.get(title, "")) for title, address in without.items()]


def forms(game: str, puzzle: Any) -> list[tuple[str, str]]:
    """The forms that are for copying; the first of all games, JSON, is in the release's own row."""
    artist = engine(game)
    texts = ((form, artist.written(puzzle, form)) for form in artist.forms if form != "json")
    return [(form, text) for form, text in texts if text and not text.startswith("http")]

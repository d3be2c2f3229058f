"""What the pages show of a puzzle: every step of its answer, links to where it can be played, its text forms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engines.contract import BadPuzzle, Frame
from engines.registry import engine

Drawn = dict[str, Any]


def drawn(game: str, puzzle_text: str, solution_text: str) -> Drawn:
    """All of it, ready for JSON. A function of the puzzle, its solution and the engine's sources."""
    artist = engine(game)
    puzzle, solution = artist.decode(json.loads(puzzle_text)), json.loads(solution_text)
    return {
        "frames": [[frame.svg, frame.said, frame.said_ja] for frame in frames(game, puzzle, solution)],
        "links": links(game, puzzle, solution),
        "forms": forms(game, puzzle),
    }


def frames(game: str, puzzle: Any, solution: Any) -> Sequence[Frame]:
    """The problem and the steps of its answer; two steps for an engine that has none."""
    artist = engine(game)
    stepwise = getattr(artist, "frames", None)
    if stepwise:
        found: Sequence[Frame] = stepwise(puzzle, solution, "page")
        return found
    return [Frame(artist.draw(puzzle, None, "page"), ""), Frame(artist.draw(puzzle, solution, "page"), "")]


def links(game: str, puzzle: Any, solution: Any) -> list[tuple[str, str, str]]:
    """Where a puzzle can be opened: title, address, and the address that shows the answer."""
    without, within = (dict(addresses(game, puzzle, shown)) for shown in (None, solution))
    return [(title, address, within.get(title, "")) for title, address in without.items()]


def addresses(game: str, puzzle: Any, solution: Any | None) -> list[tuple[str, str]]:
    """What the engine says, or else its forms that are addresses."""
    artist = engine(game)
    if hasattr(artist, "links"):
        found: list[tuple[str, str]] = artist.links(puzzle, solution)
        return found
    texts = ((form, written(game, puzzle, form, solution)) for form in artist.forms)
    return [(form, text) for form, text in texts if text.startswith("http")]


def forms(game: str, puzzle: Any) -> list[tuple[str, str]]:
    """The forms that are for copying; the first of all games, JSON, is in the release's own row."""
    texts = ((form, written(game, puzzle, form, None)) for form in engine(game).forms if form != "json")
    return [(form, text) for form, text in texts if text and not text.startswith("http")]


def written(game: str, puzzle: Any, form: str, solution: Any | None) -> str:
    """A puzzle in one of its forms; nothing if that form cannot hold it."""
    try:
        return str(engine(game).write(puzzle, form, solution))
    except BadPuzzle:
        return ""

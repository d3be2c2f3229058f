"""Which puzzle it is: its one-line text, and the id that is made of it."""

from __future__ import annotations

import hashlib
import json
from typing import TypeVar

from engines.engine import Engine

P = TypeVar("P")


def puzzle_text(engine: Engine[P], puzzle: P) -> str:
    """The one-line JSON text of a puzzle, as it stands in files and tables."""
    return json.dumps(engine.encode(puzzle), separators=(",", ":"), ensure_ascii=False)


def puzzle_id(engine: Engine[P], puzzle: P) -> str:
    """Sixteen hex digits that say which puzzle it is, never how it was made.

    Mirror images and other equivalents share an id: it is a hash of the canonical form alone.
    """
    text = puzzle_text(engine, engine.canonical(puzzle))
    return hashlib.sha256(text.encode()).hexdigest()[:16]

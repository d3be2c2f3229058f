"""Moves made on a puzzle by its engine: what there is to see after them, and what may come next.

The same positions are asked for again and again (everybody sees the first one), so the newest are kept, as the bytes
that go out.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from engines.hands import as_json
from engines.registry import engine
from player.attempts.record import moves_key
from player.attempts.refusals import NotValid
from player.stock.puzzles import Stocked

MOST_MOVES = 64  # of one attempt: more than any puzzle has
LONGEST_SAID = 300  # characters of an engine's refusal
KEPT_BYTES = 32_000_000
# What an engine raises for moves that are none, whatever was sent.
BAD_MOVES = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)


@dataclass(frozen=True)
class Replayed:
    """A position after some moves, ready to be sent."""

    moves: list[Any]  # all of them, those of the other side included
    solved: bool | None
    position: bytes  # JSON of the situation
    legal: bytes  # JSON of the moves that may follow


class Replays:
    """Replays moves; safe to use from several threads at once."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self.kept_bytes = kept_bytes
        self.kept: OrderedDict[tuple[str, str], Replayed] = OrderedDict()
        self.size = 0
        self.lock = threading.Lock()

    def known(self, puzzle_id: str, moves: list[Any]) -> Replayed | None:
        """A position that is kept; takes no time."""
        key = puzzle_id, moves_key(moves)
        with self.lock:
            if key in self.kept:
                self.kept.move_to_end(key)
            return self.kept.get(key)

    def after(self, stocked: Stocked, moves: list[Any]) -> Replayed:
        """The position after some moves; `NotValid` in one line if they are not legal."""
        found = self.known(stocked.puzzle_id, moves)
        if found is None:
            found = replayed(stocked, moves)
            self.keep((stocked.puzzle_id, moves_key(moves)), found)
        return found

    def keep(self, key: tuple[str, str], found: Replayed) -> None:
        with self.lock:
            if key not in self.kept:
                self.kept[key] = found
                self.size += weight(found)
            while self.size > self.kept_bytes and self.kept:
                self.size -= weight(self.kept.popitem(last=False)[1])


def weight(found: Replayed) -> int:
    return len(found.position) + len(found.legal)


def replayed(stocked: Stocked, moves: list[Any]) -> Replayed:
    """Have the engine make the moves."""
    if len(moves) > MOST_MOVES:
        raise NotValid(f"moves: {len(moves)} moves are more than any puzzle takes", "手数が多すぎます。")
    game = engine(stocked.game)
    puzzle = game.decode(dict(stocked.puzzle))
    try:
        found = game.situation(puzzle, moves)
        legal = [] if found.solved is not None else game.legal(puzzle, found.moves)
    except BAD_MOVES as error:
        raise NotValid(f"moves: {said(error)}", "その手は指せません。") from None
    return Replayed(list(found.moves), found.solved, to_json(as_json(found)), to_json(legal))


def said(error: Exception) -> str:
    """What an engine says of moves that are not legal, on one line and not too long."""
    text = " ".join(str(error).split()) or "that is not a list of moves"
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}..."

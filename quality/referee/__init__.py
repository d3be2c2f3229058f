"""The referee: a slow, plain re-statement of each game's rules.

It replays every puzzle that is to be released and proves again that the solution is the only
one. It shares no code with the engines, so a mistake has to be made twice to go unseen.

`referee(game)` gives a game's rules, `review` applies them to a night's choice. The rules of
a game are the module `quality.referee.<game>`; nothing else here knows its name.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

Puzzle = dict[str, Any]


class Foul(Exception):
    """A puzzle or its solution breaks the rules; the message says where."""


class Unfinished(Exception):
    """A count was given up at its limit: that says nothing about the puzzle, neither good nor bad."""


class Meter:
    """Counts the positions that a proof looks at, and stops it at a limit."""

    def __init__(self, limit: int | None = None) -> None:
        self.limit, self.positions = limit, 0

    def add(self, positions: int) -> None:
        if self.limit is not None and self.positions + positions > self.limit:
            self.positions = self.limit
            raise Unfinished(f"not proved within {self.limit} positions")
        self.positions += positions


class Referee(Protocol):
    """What the module of a game offers."""

    POSITIONS_PER_SECOND: int
    """About how much `cost` is worked off in a second; turns a budget in seconds into positions."""

    def replay(self, puzzle: Puzzle, solution: object) -> None:
        """Raise Foul unless the solution is legal, uses the queue in order and reaches the goal."""

    def count(self, puzzle: Puzzle, stop_at: int = 2, meter: Meter | None = None) -> int:
        """Count the different solutions, up to `stop_at` (0 = all of them).

        Positions are added to the meter, which may raise Unfinished.
        """

    def cost(self, puzzle: Puzzle) -> int:
        """Estimate the positions that `count` looks at, without looking at them."""


PATIENCE = 2
"""How many times its estimated cost a proof may take before it is given up."""


def referee(game: str) -> Referee:
    """The referee of a game."""
    name = f"{__name__}.{game}"
    if not (isinstance(game, str) and game.isidentifier()) or importlib.util.find_spec(name) is None:
        raise KeyError(f"no referee for game {game!r}")
    module = importlib.import_module(name)
    if not hasattr(module, "replay"):
        raise KeyError(f"no referee for game {game!r}")
    return cast(Referee, module)


@dataclass(frozen=True)
class Review:
    """What a referee found in a night's choice."""

    replayed: int
    """Puzzles whose solution was replayed: all that were given."""
    proved: int
    """Puzzles whose solution was proved again to be the only one."""
    positions: int
    """The part of the budget that was used."""
    fouls: list[tuple[str, str]]
    """(id, reason) of every puzzle that must not be released."""
    unproved: list[str] = field(default_factory=list)
    """The ids of those that were replayed but not proved within the budget: neither good nor bad."""

    @property
    def share(self) -> float:
        """The part of the replayed puzzles that was proved again."""
        return self.proved / self.replayed if self.replayed else 1.0


def review(game: str, chosen: Sequence[tuple[str, Puzzle, object]], budget: int, seed: int) -> Review:
    """Replay every (id, puzzle, solution), and prove again as many as the budget of positions allows.

    Cheap proofs come before those that are ten times as dear, so that as many as can be are made;
    among equals the seed and the ids alone decide whose turn comes first. A proof that turns out
    more than `PATIENCE` times as dear as estimated is given up. Work is measured in positions, never
    by the clock: the same choice always gives the same review.
    """
    rules = referee(game)
    fouls: list[tuple[str, str]] = []
    legal: list[tuple[str, Puzzle]] = []
    for puzzle_id, puzzle, solution in chosen:
        try:
            rules.replay(puzzle, solution)
        except Foul as foul:
            fouls.append((puzzle_id, str(foul)))
        else:
            legal.append((puzzle_id, puzzle))

    proved = positions = 0
    unproved: list[str] = []
    costs = {puzzle_id: rules.cost(puzzle) for puzzle_id, puzzle in legal}
    for puzzle_id, puzzle in sorted(legal, key=lambda entry: (len(str(costs[entry[0]])), _turn(seed, entry[0]))):
        meter = Meter(min(PATIENCE * costs[puzzle_id], budget - positions))
        try:
            solutions = rules.count(puzzle, stop_at=2, meter=meter)
        except Unfinished:
            unproved.append(puzzle_id)
            continue
        finally:
            positions += meter.positions
        if solutions == 1:
            proved += 1
        else:
            fouls.append((puzzle_id, "has more than one solution" if solutions else "has no solution"))
    return Review(len(chosen), proved, positions, fouls, unproved)


def _turn(seed: int, puzzle_id: str) -> bytes:
    """A random rank that depends on the seed and the id alone, not on the order of the choice."""
    return hashlib.sha256(f"{seed}/{puzzle_id}".encode()).digest()

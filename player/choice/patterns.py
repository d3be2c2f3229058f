"""Training: repeat the pattern, not the puzzle.

A *pattern* is a game, a theme and a level. A miss opens the pattern of its puzzle: of the puzzle's themes the one
that the fewest puzzles have, because it says most. An open pattern comes back as other puzzles that have its theme
and level. It closes when so many of them in a row have been solved; a miss begins the count again. What counts is the
first try at a puzzle, without hints, in any mode. Of the open patterns, the one that has rested longest is next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from player.choice.ledger import Attempt
from player.stock.puzzles import Stocked

RUNNING = 3  # puzzles solved one after another close a pattern


@dataclass(frozen=True)
class Pattern:
    """What puzzles have in common that train the same thing. A puzzle without themes stands for its variant."""

    game: str
    theme: str | None
    level: str | None
    variant: str | None = None  # only where there is no theme

    def fits(self, puzzle: Stocked) -> bool:
        if (puzzle.game, puzzle.level) != (self.game, self.level):
            return False
        return puzzle.variant == self.variant if self.theme is None else self.theme in puzzle.themes


@dataclass
class Box:
    """An open pattern."""

    pattern: Pattern
    left: int  # puzzles to be solved running
    missed: datetime  # when it was last missed
    variant: str  # of the puzzle that was missed
    like: float | None  # its difficulty
    turn: int  # when it last had a result


def pattern_of(puzzle: Stocked, common: Mapping[str, int]) -> Pattern:
    """The pattern of a puzzle, given how many puzzles have each theme."""
    theme = min(puzzle.themes, key=lambda name: (common.get(name, 0), name), default=None)
    return Pattern(puzzle.game, theme, puzzle.level, None if theme else puzzle.variant)


class Boxes:
    """The open patterns of one player in one game."""

    def __init__(self) -> None:
        self.open: dict[Pattern, Box] = {}
        self.taken = 0  # results so far
        self.read = 0  # how much of the player's past was looked at

    def take(self, attempt: Attempt, puzzle: Stocked, common: Mapping[str, int]) -> None:
        """One more result, in the order in which they came."""
        self.taken += 1
        touched = [box for box in self.open.values() if box.pattern.fits(puzzle)]
        if attempt.missed:
            pattern = pattern_of(puzzle, common)
            if pattern not in self.open:
                like = puzzle.like if puzzle.difficulty is None else puzzle.difficulty
                self.open[pattern] = Box(pattern, RUNNING, attempt.began, puzzle.variant, like, self.taken)
                touched.append(self.open[pattern])
            for box in touched:
                box.left, box.missed, box.turn = RUNNING, attempt.began, self.taken
        elif attempt.counts and attempt.at_once:
            for box in touched:
                box.left, box.turn = box.left - 1, self.taken
                if box.left == 0:
                    del self.open[box.pattern]

    def in_turn(self) -> list[Box]:
        """The open patterns, that which has rested longest first."""
        return sorted(self.open.values(), key=lambda box: box.turn)

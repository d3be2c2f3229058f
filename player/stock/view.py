"""What there is to play at one moment. A view never changes: whoever answers a request holds one all the while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from player.stock.puzzles import Shelf, Stocked
from warehouse.vocabulary import DAY, SURVEY, TONIGHT


@dataclass(frozen=True)
class Night:
    """What one night gave: its puzzle of the day and tonight's set, by id."""

    night: date
    release: str
    day: str | None
    tonight: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """The puzzles and sets of one release without what was withdrawn, and the nights of all releases."""

    release: str | None = None
    night: date | None = None
    puzzles: Mapping[str, Stocked] = field(default_factory=dict)
    sets: Mapping[str, Shelf] = field(default_factory=dict)
    nights: tuple[Night, ...] = ()  # the latest first
    questions: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)  # by game and audience

    def without(self, gone: frozenset[str]) -> View:
        """The same without some puzzles."""
        if not gone.intersection(self.puzzles):
            return self
        left = {name: puzzle for name, puzzle in self.puzzles.items() if name not in gone}
        sets = {
            name: replace(shelf, puzzles=tuple(one for one in shelf.puzzles if one.puzzle_id not in gone))
            for name, shelf in self.sets.items()
        }
        return replace(self, puzzles=left, sets=sets)

    @cached_property
    def by_game(self) -> dict[str, tuple[Stocked, ...]]:
        found: dict[str, list[Stocked]] = {}
        for puzzle in self.puzzles.values():
            found.setdefault(puzzle.game, []).append(puzzle)
        return {game: tuple(puzzles) for game, puzzles in found.items()}

    @cached_property
    def pools(self) -> dict[tuple[str, tuple[str, ...]], tuple[Stocked, ...]]:
        """What `pool` has found so far."""
        return {}

    def games(self) -> list[str]:
        return list(self.by_game)

    def of_kinds(self, kinds: Iterable[str]) -> list[Shelf]:
        """The sets of some kinds, in the order of the kinds."""
        return [shelf for kind in kinds for shelf in self.sets.values() if shelf.kind == kind]

    def pool(self, game: str, kinds: tuple[str, ...]) -> tuple[Stocked, ...]:
        """The puzzles of a game that are in sets of some kinds, each once; all of the game if there are none."""
        if (game, kinds) not in self.pools:
            found = {
                puzzle.puzzle_id: puzzle
                for shelf in self.of_kinds(kinds)
                for puzzle in shelf.puzzles
                if puzzle.game == game
            }
            self.pools[game, kinds] = tuple(found.values()) or self.by_game.get(game, ())
        return self.pools[game, kinds]

    def categories(self, game: str) -> dict[str, list[Stocked]]:
        """The puzzles of a game by category."""
        return self._categories.get(game, {})

    def themes(self, game: str) -> dict[str, int]:
        """How many puzzles of a game have each theme."""
        return self._themes.get(game, {})

    @cached_property
    def _categories(self) -> dict[str, dict[str, list[Stocked]]]:
        found: dict[str, dict[str, list[Stocked]]] = {}
        for puzzle in self.puzzles.values():
            found.setdefault(puzzle.game, {}).setdefault(puzzle.category, []).append(puzzle)
        return found

    @cached_property
    def _themes(self) -> dict[str, dict[str, int]]:
        return {
            game: dict(Counter(theme for puzzle in puzzles for theme in puzzle.themes))
            for game, puzzles in self.by_game.items()
        }

    def asked(self, game: str, audience: str) -> list[Stocked]:
        """What the models want rated: the release's survey set, then the questions that are released."""
        ids = [one.puzzle_id for shelf in self.of_kinds((SURVEY,)) for one in shelf.puzzles if one.game == game]
        ids += [name for name in self.questions.get((game, audience), ()) if name in self.puzzles]
        return [self.puzzles[name] for name in dict.fromkeys(ids)]

    def nightly_set(self, name: str) -> tuple[str, ...] | None:
        """The ids of `day-2026-11-17` or `tonight-2026-11-17`; None if the name is of another kind."""
        kind, _, night = name.partition("-")
        for one in self.nights:
            if one.night.isoformat() == night and kind == TONIGHT:
                return one.tonight
            if one.night.isoformat() == night and kind == DAY:
                return (one.day,) if one.day else ()
        return None

"""What the service remembers of one player: how often they met each puzzle, what goes on, and their runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from player.attempts.record import FAILED, GIVEN_UP, OUT_OF_TIME, SOLVED, WITHDRAWN
from player.modes import MODES, Mode
from warehouse.players.events import Event

COUNTS = (SOLVED, FAILED, GIVEN_UP, OUT_OF_TIME)  # ends that say something of how well a puzzle was solved


@dataclass
class Run:
    """A row of attempts that belong together."""

    run: str
    mode: str
    game: str
    outcomes: dict[str, bool | None] = field(default_factory=dict)  # solved or not by attempt; None while it goes on
    seconds: dict[str, float] = field(default_factory=dict)  # of those that were solved, by attempt
    void: set[str] = field(default_factory=set)  # attempts at puzzles that were withdrawn meanwhile

    @property
    def number(self) -> int:
        """How many attempts count."""
        return len(self.outcomes) - len(self.void)

    @property
    def solved(self) -> int:
        return sum(bool(solved) for solved in self.outcomes.values())

    @property
    def going(self) -> list[str]:
        """The attempts that are not over."""
        return [attempt for attempt, solved in self.outcomes.items() if solved is None]

    def over(self, mode: Mode) -> bool:
        """Whether nothing may follow: it has its length, or the miss that ends it."""
        missed = any(solved is False and attempt not in self.void for attempt, solved in self.outcomes.items())
        full = mode.length is not None and self.number >= mode.length and not self.going
        return full or (mode.ends_at_miss and missed)


class History:
    """A fold over all events of one player. An event that is known already changes nothing."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.met: dict[str, set[str]] = {}  # attempts by puzzle
        self.going: dict[str, str] = {}  # puzzles of the attempts that are not over
        self.ended: dict[str, Event] = {}
        self.puzzle_of: dict[str, str] = {}  # by attempt
        self.done: dict[str, bool] = {}  # the puzzles that were tried, and whether they were ever solved
        self.runs: dict[str, Run] = {}
        self.run_of: dict[str, str] = {}
        self.kept_back: set[str] = set()  # puzzles of runs that never tell the answer: they may be asked again
        self.silent: set[str] = set()  # attempts in modes that never tell the answer
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        if event.kind == "began":
            self._began(event)
        elif event.kind == "ended":
            self._ended(event)
        elif event.kind == "said" and event.attempt in self.run_of:  # where the player's own word is asked for
            self.runs[self.run_of[event.attempt]].outcomes[event.attempt] = bool(event.body["solved"])

    def _began(self, event: Event) -> None:
        puzzle, mode, run = str(event.body["puzzle_id"]), str(event.body["mode"]), event.body.get("run")
        self.met.setdefault(puzzle, set()).add(event.attempt)
        self.puzzle_of[event.attempt] = puzzle
        if event.attempt not in self.ended:
            self.going[event.attempt] = puzzle
        if mode in MODES and MODES[mode].reveals == "never":
            self.silent.add(event.attempt)
            if MODES[mode].kind == "run":
                self.kept_back.add(puzzle)
        if run is not None:
            self.run_of[event.attempt] = run
            self.runs.setdefault(run, Run(run, mode, str(event.body["game"]))).outcomes.setdefault(
                event.attempt, None
            )
        if (end := self.ended.get(event.attempt)) is not None:  # it was heard of first
            self._ended(end)

    def _ended(self, event: Event) -> None:
        self.ended.setdefault(event.attempt, event)
        self.going.pop(event.attempt, None)
        puzzle = self.puzzle_of.get(event.attempt)
        if puzzle is not None and event.body["how"] in COUNTS:
            self.done[puzzle] = self.done.get(puzzle, False) or bool(event.body["solved"])
        run = self.runs.get(self.run_of.get(event.attempt, ""))
        if run is None:
            return
        if run.outcomes.get(event.attempt) is None:
            run.outcomes[event.attempt] = bool(event.body["solved"])
        if event.body.get("seconds") is not None:
            run.seconds[event.attempt] = event.body["seconds"]
        if event.body["how"] == WITHDRAWN:
            run.void.add(event.attempt)

    def number(self, puzzle_id: str) -> int:
        """Which attempt at a puzzle the next one is, from 1."""
        return len(self.met.get(puzzle_id, ())) + 1

    def best(self, run: Run) -> int:
        """The most that was solved in a run of this mode and game."""
        return max(one.solved for one in self.runs.values() if (one.mode, one.game) == (run.mode, run.game))

    def keeps_secret(self, puzzle_id: str) -> bool:
        """Whether this puzzle's answer must not be told to the player in any mode."""
        return puzzle_id in self.kept_back or self.is_tried(puzzle_id)

    def is_tried(self, puzzle_id: str) -> bool:
        """Whether an attempt at the puzzle goes on in a mode that never tells the answer."""
        return any(puzzle == puzzle_id and attempt in self.silent for attempt, puzzle in self.going.items())

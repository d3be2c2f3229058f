"""The way into the log of players. What is kept, and how, is told in `warehouse/players/__init__.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import Any, TypeVar

import sqlalchemy as sa

from warehouse.home import Home
from warehouse.players import past, people, puzzle_lists, puzzles
from warehouse.players.appending import ForgottenPlayer
from warehouse.players.events import (
    KINDS,
    BadEvent,
    Event,
    Made,
    Others,
    Profile,
    PuzzleList,
    Result,
    Stored,
    checked,
)
from warehouse.players.people import UnknownPlayer
from warehouse.players.store import BadAddress, LogUnavailable, Store, is_there
from warehouse.players.words import BadWords
from warehouse.players.writer import Writer

__all__ = [
    "KINDS",
    "BadAddress",
    "BadEvent",
    "BadWords",
    "Event",
    "ForgottenPlayer",
    "LogUnavailable",
    "Made",
    "Others",
    "PlayerLog",
    "Profile",
    "PuzzleList",
    "Result",
    "Stored",
    "UnknownPlayer",
    "is_there",
]

T = TypeVar("T")


def now() -> datetime:
    return datetime.now(UTC)


class PlayerLog:
    """All that is known of players. Any number of threads may use one; any number of processes may open one.

    What writes returns when it is on the disk. `LogUnavailable` says in one line that the database cannot be reached.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime] = now) -> None:
        self._store, self._clock = store, clock
        self._writer = Writer(store)

    @classmethod
    def open(
        cls,
        home: Home,
        address: str | None = None,
        read_only: bool = False,
        clock: Callable[[], datetime] = now,
    ) -> PlayerLog:
        """The log of a root, or that of an address (of `TSUME_PLAYER_DB`, if none is given). It is made if it is not
        there, and brought to today's form; but not by one who only reads."""
        return cls(Store(home, address, read_only), clock)

    @property
    def name(self) -> str:
        """Where it is, as people may be told: without a password."""
        return self._store.name

    def close(self) -> bool:
        """Write what is still waiting, then let go of the database; whether that was done in time."""
        ended = self._writer.close()
        self._store.close()
        return ended

    def __enter__(self) -> PlayerLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Events.

    def append(self, *events: Event) -> list[Stored]:
        """Write events down. With a key that is known, what is stored under it comes back, and nothing is written."""
        return self.append_soon(*events).result()

    def append_soon(self, *events: Event) -> Future[list[Stored]]:
        """The same for those who must not wait. `BadEvent` is raised at once; what else is wrong, by the future."""
        return self._writer.append([checked(each) for each in events])

    def events(self, after: int = 0, until: int | None = None, limit: int | None = None) -> Iterator[Stored]:
        """Events by number: after one, up to and including another."""
        return past.events(self._store, after, until, limit)

    def of_attempt(self, attempt: str) -> list[Stored]:
        return self._read(lambda connection: past.of_attempt(connection, attempt))

    def of_player(self, player: str) -> list[Stored]:
        return self._read(lambda connection: past.of_player(connection, player))

    def counts(self, puzzle_id: str) -> Others:
        """How all players did at a puzzle."""
        return self._read(lambda connection: past.counts(connection, puzzle_id))

    # For the lake.

    def identity(self) -> str:
        """Which log this is: another database has other numbers."""
        return self._read(past.identity)

    def last_number(self) -> int:
        """Events up to this number are there to be read, and none of them can come any more."""
        return self._read(past.last_number)

    def results(self, game: str, after: int, until: int) -> Iterator[Result]:
        """Attempts of a game that ended, and what was said of its puzzles, in a range of numbers."""
        return past.results(self._store, game, after, until)

    def tombstones(self) -> dict[str, int]:
        """The SHA-256 of the id of everyone who was forgotten, and when that was, as a number of the log."""
        return self._read(past.tombstones)

    # People.

    def newcomer(self) -> tuple[str, str]:
        """A new player: an id, and a token that their browser keeps. The log has a hash of the token only."""
        return self._write(lambda connection: people.newcomer(connection, self._clock()))

    def player_of(self, token: str) -> str | None:
        return self._read(lambda connection: people.player_of(connection, token))

    def profile(self, player: str) -> Profile:
        """`UnknownPlayer` if there is none of that id."""
        return self._read(lambda connection: people.profile(connection, player))

    def set_profile(self, player: str, **changes: str | None) -> Profile:
        """Change nickname, group or language; `BadWords` says what cannot be."""
        return self._write(lambda connection: people.set_profile(connection, player, changes))

    def carry_code(self, player: str) -> tuple[str, datetime]:
        """A code that brings the player to another device once, and until when. A new one ends those before it."""
        return self._write(lambda connection: people.carry_code(connection, player, self._clock()))

    def carry(self, code: str) -> tuple[str, str] | None:
        """The player whose code it is, with a new token; None if it is no code, was used, or is too old."""
        return self._write(lambda connection: people.carry(connection, code, self._clock()))

    def forget(self, player: str) -> None:
        """Take out everything of a player, for good. The lake follows in the next night."""
        self._write(lambda connection: people.forget(connection, player, self._clock()))
        self._store.settle()

    def everything(self, player: str) -> dict[str, Any]:
        """All that is kept of a player, as JSON can have it."""
        return self._read(lambda connection: people.everything(connection, player))

    # Lists of puzzles.

    def lists(self, player: str) -> list[PuzzleList]:
        """In the order in which they were made."""
        return self._read(lambda connection: puzzle_lists.lists(connection, player))

    def make_list(self, player: str, name: str, puzzle_ids: tuple[str, ...] = (), note: str = "") -> PuzzleList:
        made = (player, name, tuple(puzzle_ids), note)
        return self._write(lambda connection: puzzle_lists.make(connection, *made, self._clock()))

    def list_of(self, list_id: str) -> PuzzleList | None:
        """Anybody's list: to know the id is enough to see it."""
        return self._read(lambda connection: puzzle_lists.list_of(connection, list_id))

    def change_list(self, player: str, list_id: str, **changes: Any) -> PuzzleList | None:
        """Change name, puzzle_ids or note of a list of one's own; None if the player has no such list."""
        return self._write(
            lambda connection: puzzle_lists.change(connection, player, list_id, changes, self._clock())
        )

    def drop_list(self, player: str, list_id: str) -> bool:
        """Whether the player had such a list."""
        return self._write(lambda connection: puzzle_lists.drop(connection, player, list_id))

    # Puzzles made on the spot.

    def keep_puzzle(self, made: Made) -> None:
        """Keep a puzzle; one that is there already stays as it is."""
        self._write(lambda connection: puzzles.keep(connection, made, self._clock()))

    def made(self, puzzle_id: str) -> Made | None:
        return self._read(lambda connection: puzzles.made(connection, puzzle_id))

    def _read(self, question: Callable[[sa.Connection], T]) -> T:
        with self._store.reading() as connection:
            return question(connection)

    def _write(self, change: Callable[[sa.Connection], T]) -> T:
        future: Future[T] = self._writer.change(change)
        return future.result()

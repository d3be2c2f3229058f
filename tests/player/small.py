"""Small releases of the smallest game, written as a night writes them, and a log in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assets.release.edition import Edition
from assets.release.package import write_data, write_sums
from player.choice.chooser import Chooser
from player.choice.wishes import Offer, Wish
from player.modes import MODES
from player.stock.stock import Stock
from tests.assets.release.editions import edition, items, next_edition
from warehouse.home import Home
from warehouse.players.events import Made, Profile, Stored
from warehouse.players.people import UnknownPlayer

GAME = "pick"
NIGHT = "2026-11-15"


def small_edition(count: int = 40, seed: int = 7) -> Edition:
    """One night of the smallest game: so many puzzles, easy to hard."""
    return edition(items(GAME, "pick-8", count, seed=seed))


def night_after(before: Edition, count: int = 10, seed: int = 8) -> Edition:
    night = "2026-11-16"
    known = {item["puzzle_id"] for item in before.items}
    fresh = [one for one in items(GAME, "pick-8", 3 * count, night, seed=seed) if one["puzzle_id"] not in known]
    return next_edition(before, fresh[:count], size=12)


def write_release(home: Home, made: Edition) -> Path:
    """The tables of an edition as a release of its own. It appears at once, as real ones do."""
    folder, staged = home.releases / made.name, home.releases / f".{made.name}.tmp"
    staged.mkdir(parents=True)
    write_data(staged, made)
    write_sums(staged)
    staged.rename(folder)
    return folder


class MemoryLog:
    """What choosing needs of the log."""

    def __init__(self) -> None:
        self.rows: list[Stored] = []
        self.kept: dict[str, Made] = {}
        self.groups: dict[str, str] = {}

    def add(self, kind: str, player: str, attempt: str, at: datetime, **body: Any) -> None:
        number = len(self.rows) + 1
        self.rows.append(Stored(f"{attempt}/{kind}/{number}", kind, player, attempt, at, body, number))

    def events(self, after: int = 0) -> Iterator[Stored]:
        return iter(self.rows[after:])

    def keep_puzzle(self, made: Made) -> None:
        self.kept[made.puzzle_id] = made

    def made(self, puzzle_id: str) -> Made | None:
        return self.kept.get(puzzle_id)

    def profile(self, player: str) -> Profile:
        if player not in self.groups:
            raise UnknownPlayer(player)
        return Profile(player, None, self.groups[player], None, datetime(2026, 11, 1, tzinfo=UTC))


class Table:
    """Somebody who plays: a stock, a log and a chooser, and a clock that the test winds."""

    def __init__(self, home: Home, log: MemoryLog | None = None) -> None:
        self.home, self.log = home, log or MemoryLog()
        self.time = datetime(2026, 11, 16, 12, tzinfo=UTC)
        self.ticks = 0.0
        self.stock = Stock(home, clock=lambda: self.ticks, beside=False)
        self.chooser = Chooser(self.stock, self.log, now=lambda: self.time)
        self.count = 0

    def wish(self, mode: str, **more: Any) -> Wish:
        return Wish(MODES[mode], **{"game": GAME, **more})

    def next(self, mode: str = "practice", player: str = "ann", **more: Any) -> Offer:
        return self.chooser.next(player, self.wish(mode, **more))

    def attempt(
        self,
        puzzle_id: str,
        solved: bool | None,
        mode: str = "practice",
        player: str = "ann",
        *,
        how: str | None = None,
        run: str | None = None,
        seconds: float = 20.0,
        hints: int = 0,
        tries: int = 1,
        group: str | None = None,
        said: bool | None = None,
    ) -> str:
        """An attempt from its beginning to its end; without an end if `solved` is None and no `how` is given."""
        self.count += 1
        name = f"a{self.count}"
        found = self.chooser.puzzle(puzzle_id)
        before = [row for row in self.log.rows if row.kind == "began" and row.player == player]
        number = 1 + sum(row.body["puzzle_id"] == puzzle_id for row in before)
        self.log.add(
            *("began", player, name, self.time),
            puzzle_id=puzzle_id,
            game=GAME,
            variant=found.variant if found else "",
            mode=mode,
            set_name=None,
            run=run,
            number=number,
            seconds_limit=None,
            group=group,
        )
        self.time += timedelta(seconds=seconds)
        for hint in range(hints):
            self.log.add("hinted", player, name, self.time, hint=hint + 1)
        if said is not None:
            self.log.add("said", player, name, self.time, solved=said)
        if solved is not None or how is not None:
            how = how or ("solved" if solved else "failed")
            said = {"how": how, "solved": bool(solved), "seconds": seconds if solved else None}
            self.log.add("ended", player, name, self.time, **said, tries=tries, hints=hints)
        return name

    def play(self, solved: bool | None, mode: str = "practice", player: str = "ann", **more: Any) -> Offer:
        """The next puzzle, and how it went."""
        offer = self.next(mode, player, **more)
        self.attempt(offer.puzzle.puzzle_id, solved, mode, player, run=more.get("run"))
        return offer

    def days(self, count: int = 1) -> None:
        self.time += timedelta(days=count)

    def look(self) -> None:
        """Long enough for the stock to look again."""
        self.ticks += 10.0


def ids(offers: Sequence[Offer]) -> list[str]:
    return [offer.puzzle.puzzle_id for offer in offers]

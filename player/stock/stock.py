"""The stock: a view of the newest release that follows new ones while the page is running.

The releases are looked at again every two seconds at most, by whoever asks; the service asks as long as it runs. A
new release is loaded beside the requests, which have the old view until the new one is ready. A damaged release is
passed over. Withdrawals are obeyed at once.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from player.stock.lake import questions, with_groups
from player.stock.puzzles import PUZZLES, SOLUTIONS, Shelf, Stocked, puzzles_of, set_rows, shelves_of
from player.stock.view import Night, View
from warehouse.home import Home
from warehouse.lake import DamagedFile
from warehouse.releases import SETS, Release, damaged_release, published_releases, released_rows, released_text
from warehouse.vocabulary import DAY, TONIGHT
from warehouse.withdrawals import withdrawn_ids

LOOK_EVERY = 2.0  # seconds
SUMS = "SHA256SUMS"
LOG = logging.getLogger("tsume.player")

Mark = tuple[str, int, int]  # a release folder: name, inode, time of change


@dataclass(frozen=True)
class Seen:
    """What is in the folder of releases."""

    releases: tuple[Release, ...] = ()
    marks: tuple[Mark, ...] = ()


class Stock:
    """Thread safe. Views never change; ask for one and hold it while a request is answered."""

    def __init__(
        self,
        home: Home,
        look_every: float = LOOK_EVERY,
        clock: Callable[[], float] = time.monotonic,
        beside: bool = True,
    ) -> None:
        """With `beside` new releases are loaded in a thread of their own; without, by whoever finds them."""
        self.home = home
        self.look_every, self.clock, self.beside = look_every, clock, beside
        self._lock = threading.RLock()
        self._older = threading.Lock()
        self._looked: float | None = None
        self._seen = Seen()
        self._tried: tuple[Mark, ...] | None = None  # what was there when a release was last loaded
        self._mark: Mark | None = None  # of the release that the view is of
        self._whole = View()  # withdrawn puzzles included
        self._view = View()
        self._gone: frozenset[str] = frozenset()
        self._gone_mark: tuple[int, ...] | None = None
        self._loading: threading.Thread | None = None
        self._nights: dict[Mark, Night | None] = {}
        self._read: set[Mark] = set()  # releases whose ids are known
        self._home_of: dict[str, Release] = {}  # the newest release that has a puzzle
        self._found: dict[str, Stocked] = {}

    # What there is now.

    def view(self) -> View:
        """What can be played now."""
        with self._lock:
            self._look()
            self._obey()
            return self._view

    def puzzle(self, puzzle_id: str, withdrawn: bool = False) -> Stocked | None:
        """A puzzle of any release, the newest that has it; one that was `withdrawn` only if those count."""
        self.view()
        if puzzle_id in self._gone and not withdrawn:
            return None
        return self._whole.puzzles.get(puzzle_id) or self._earlier(puzzle_id)

    def is_withdrawn(self, puzzle_id: str) -> bool:
        with self._lock:
            self._obey()
            return puzzle_id in self._gone

    def sets(self) -> list[Shelf]:
        return list(self.view().sets.values())

    def set(self, name: str) -> list[Stocked] | None:
        """The puzzles of a set: of the newest release, or of a night (`tonight-2026-11-17`). None: no such set."""
        view = self.view()
        if name in view.sets:
            return list(view.sets[name].puzzles)
        ids = view.nightly_set(name)
        return None if ids is None else [puzzle for one in ids if (puzzle := self.puzzle(one))]

    def categories(self, game: str) -> dict[str, list[Stocked]]:
        return self.view().categories(game)

    def themes(self, game: str) -> dict[str, int]:
        return self.view().themes(game)

    def calendar(self) -> tuple[Night, ...]:
        """Every night that has a release, the latest first."""
        return self.view().nights

    def wait(self) -> None:
        """Until a release that is being loaded is there."""
        with self._lock:
            loading = self._loading
        if loading is not None:
            loading.join()

    # Following the releases.

    def _look(self) -> None:
        """Look at the releases again if it is time to. The caller holds the lock."""
        now = self.clock()
        if self._looked is not None and now - self._looked < self.look_every:
            return
        first, self._looked = self._looked is None, now
        self._seen = there(self.home)
        if self._seen.marks == self._tried or self._loading is not None:
            return
        self._tried = self._seen.marks
        if first or not self.beside:
            self._load(self._seen)
        else:
            self._loading = threading.Thread(target=self._load_beside, args=(self._seen,), daemon=True)
            self._loading.start()

    def _load_beside(self, seen: Seen) -> None:
        try:
            self._load(seen)
        except Exception:
            LOG.exception("a release could not be loaded; the puzzles stay as they were")
        finally:
            with self._lock:
                self._loading = None

    def _load(self, seen: Seen) -> None:
        """Take the newest release that is not damaged; without any, all stays as it was."""
        for release, mark in sorted(zip(seen.releases, seen.marks, strict=True), reverse=True):
            if mark == self._mark:
                found = self._whole
                break
            try:
                found = self._loaded(release)
                break
            except DamagedFile as error:
                LOG.warning("%s", error)
        else:
            return
        found = replace(found, nights=self._calendar(seen))
        with self._lock:
            self._whole, self._mark = found, mark
            self._view = found.without(self._gone)

    def _loaded(self, release: Release) -> View:
        check_sums(release)
        puzzles = with_groups(self.home, puzzles_of(release), self._whole.puzzles)
        games = dict.fromkeys(puzzle.game for puzzle in puzzles.values())
        asked = questions(self.home, release.night, games)
        return View(release.name, release.night, puzzles, shelves_of(release, puzzles), (), asked)

    def _calendar(self, seen: Seen) -> tuple[Night, ...]:
        """The nights of all releases; of several revisions the newest that can be read counts."""
        nights = {}
        for release, mark in zip(seen.releases, seen.marks, strict=True):
            if mark not in self._nights:
                self._nights[mark] = night_of(release)
            if (night := self._nights[mark]) is not None:
                nights[release.night] = night
        return tuple(nights[night] for night in sorted(nights, reverse=True))

    def _obey(self) -> None:
        """Leave out what has been withdrawn. The caller holds the lock."""
        try:
            found = self.home.withdrawn.stat()
            mark: tuple[int, ...] | None = (found.st_mtime_ns, found.st_size, found.st_ino)
        except OSError:
            mark = None
        if mark == self._gone_mark:
            return
        self._gone_mark = mark
        try:
            self._gone = frozenset(withdrawn_ids(self.home))
        except DamagedFile as error:
            LOG.warning("%s", error)
        self._view = self._whole.without(self._gone)

    # Puzzles that left.

    def _earlier(self, puzzle_id: str) -> Stocked | None:
        """A puzzle that the newest release no longer has."""
        with self._older:
            if puzzle_id not in self._found:
                self._read_ids()
                release = self._home_of.get(puzzle_id)
                if release is None:
                    return None
                try:
                    self._found |= puzzles_of(release, {puzzle_id})
                except DamagedFile as error:
                    LOG.warning("%s", error)
            return self._found.get(puzzle_id)

    def _read_ids(self) -> None:
        """Find out which release has which puzzles, for releases that were not looked at yet."""
        seen = self._seen
        for release, mark in zip(seen.releases, seen.marks, strict=True):
            if mark in self._read:
                continue
            self._read.add(mark)
            try:
                rows = released_rows(release, PUZZLES, ["puzzle_id"])
            except DamagedFile as error:
                LOG.warning("%s", error)
                continue
            for name in (row["puzzle_id"] for row in rows):
                if name not in self._home_of or self._home_of[name] < release:
                    self._home_of[name] = release


def there(home: Home) -> Seen:
    """The releases that there are now."""
    try:
        releases = tuple(published_releases(home))
        return Seen(releases, tuple(mark_of(release) for release in releases))
    except OSError:  # one was moved away meanwhile; the next look finds the others
        return Seen()


def mark_of(release: Release) -> Mark:
    found = release.path.stat()
    return release.name, found.st_ino, found.st_mtime_ns


def check_sums(release: Release) -> None:
    """`DamagedFile` unless the tables are as the release's sums say."""
    lines = released_text(release, SUMS).splitlines()
    said = {file: digest for digest, _, file in (line.partition("  ") for line in lines)}
    for file in (PUZZLES, SOLUTIONS, SETS):
        try:
            digest = hashlib.sha256((release.path / file).read_bytes()).hexdigest()
        except FileNotFoundError as error:
            if file == SETS and file not in said:  # an earlier version released no sets
                continue
            raise damaged_release(release, file, error) from error
        except OSError as error:
            raise damaged_release(release, file, error) from error
        if said.get(file) != digest:
            raise damaged_release(release, file, ValueError(f"it is not as {SUMS} says"))


def night_of(release: Release) -> Night | None:
    """What a night gave; None if its sets cannot be read."""
    try:
        rows = sorted(set_rows(release), key=lambda row: row["position"])
    except DamagedFile:
        return None
    day = next((row["puzzle_id"] for row in rows if row["kind"] == DAY), None)
    return Night(release.night, release.name, day, tuple(row["puzzle_id"] for row in rows if row["kind"] == TONIGHT))

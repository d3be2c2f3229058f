"""Puzzles made on the spot, for patterns of which a player has seen all that the stock has.

The engine makes candidates from a seed that follows from the player and a number, and proves them. One is kept if it
has exactly one solution and the theme. This goes on beside the requests, in one thread: nobody waits for it, and each
order ends after so many candidates or seconds.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from assets.core.settings import Settings
from assets.core.titles import variant_title
from engines.identity import puzzle_id
from engines.registry import engine
from player.choice.patterns import Pattern
from player.stock.puzzles import Stocked, category_of
from warehouse.players.events import Made
from warehouse.vocabulary import UNIQUE

BATCH = 16  # candidates at once
MOST = 480  # candidates of one order
SECONDS = 6.0  # after which no more candidates of an order are begun
FILL = 3  # puzzles that are kept ready of one pattern
WAITING = 32  # orders
ENOUGH = 3  # orders without a puzzle; after that a pattern is left to the stock
PATIENCE = 2.0  # seconds that the end waits for the thread
NODES = 2_000_000  # that the proof of one puzzle may look at
COMMON = 50  # candidates of a variant a night; what is made more rarely takes too long for somebody who waits
LOG = logging.getLogger("tsume.player")


@dataclass(frozen=True)
class Order:
    """Puzzles of a pattern that somebody will want soon."""

    pattern: Pattern
    variant: str
    seed: int
    like: float | None = None  # how difficult puzzles like it are


def seed_for(player: str, number: int) -> int:
    """A seed that follows from the player and the number of the order."""
    return int.from_bytes(hashlib.sha256(f"{player}/{number}".encode()).digest()[:7])


class Maker:
    """Thread safe."""

    def __init__(
        self,
        settings: Settings,
        is_known: Callable[[str], bool] = lambda name: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`is_known` says which puzzles are released or withdrawn: those are not made again."""
        self.settings, self.is_known, self.clock = settings, is_known, clock
        self.ready: dict[Pattern, list[Stocked]] = {}
        self.pending: set[Pattern] = set()
        self.fruitless: dict[Pattern, int] = {}  # orders one after another that gave nothing
        self.orders: queue.Queue[Order | None] = queue.Queue(WAITING)
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None
        self.ended = False

    def can_make(self, variant: str) -> bool:
        return self.settings.nightly.get(variant, 0) >= COMMON

    def order(self, order: Order) -> None:
        """Have puzzles made, unless there are enough or they are being made. Where too many wait, it is left out."""
        with self.lock:
            if self.ended or order.pattern in self.pending or len(self.ready.get(order.pattern, ())) >= FILL:
                return
            if not self.can_make(order.variant) or self.fruitless.get(order.pattern, 0) >= ENOUGH:
                return
            try:
                self.orders.put_nowait(order)
            except queue.Full:
                return
            self.pending.add(order.pattern)
            if self.thread is None:
                self.thread = threading.Thread(target=self.work, name="maker", daemon=True)
                self.thread.start()

    def work(self) -> None:
        while (order := self.orders.get()) is not None:
            try:
                found = self.make(order)
            except Exception:  # of an engine, at a strange candidate: whoever trains gets other puzzles
                LOG.exception("no puzzles could be made of %s", order.variant)
                found = []
            with self.lock:
                self.ready.setdefault(order.pattern, []).extend(found)
                self.fruitless[order.pattern] = 0 if found else self.fruitless.get(order.pattern, 0) + 1
                self.pending.discard(order.pattern)
            self.orders.task_done()
        self.orders.task_done()

    def wait(self) -> None:
        """Until all that was ordered is made."""
        self.orders.join()

    def close(self) -> None:
        """Take no more orders and end the thread, after the candidates that it is at. It holds nobody up for long."""
        with self.lock:
            self.ended, thread = True, self.thread
        with contextlib.suppress(queue.Full):  # then the thread finds out with its next order
            self.orders.put_nowait(None)
        if thread is not None:
            thread.join(timeout=PATIENCE)

    def take(self, pattern: Pattern, seen: Collection[str]) -> Stocked | None:
        """A puzzle of a pattern that is ready and was not seen."""
        with self.lock:
            there = self.ready.get(pattern, [])
            for place, puzzle in enumerate(there):
                if puzzle.puzzle_id not in seen and not self.is_known(puzzle.puzzle_id):
                    return there.pop(place)
        return None

    def make(self, order: Order) -> list[Stocked]:
        """Puzzles of an order, each with one solution and with the theme."""
        maker, pattern = engine(order.pattern.game), order.pattern
        parameters = self.settings.parameters(order.variant)
        found: dict[str, Stocked] = {}
        until = self.clock() + SECONDS
        for start in range(0, MOST, BATCH):
            if len(found) >= FILL or self.clock() >= until or self.ended:
                break
            made = maker.generate(order.variant, order.seed, BATCH, start, parameters)
            verdicts = maker.solve(made, limit=NODES, stop_at=2)
            proved = [pair for pair in zip(made, verdicts, strict=True) if pair[1].verdict == UNIQUE]
            if not proved:
                continue
            themes = maker.labels([puzzle for puzzle, _ in proved], [verdict for _, verdict in proved])
            for (puzzle, verdict), names in zip(proved, themes, strict=True):
                identity = puzzle_id(maker, puzzle)
                if (pattern.theme is not None and pattern.theme not in names) or self.is_known(identity):
                    continue
                found[identity] = Stocked(
                    puzzle_id=identity,
                    game=pattern.game,
                    variant=order.variant,
                    category=category_of(pattern.game, order.variant),
                    puzzle=maker.encode(puzzle),
                    solution=verdict.solutions[0],
                    moves_needed=maker.length(puzzle, verdict),
                    level=pattern.level,
                    interest=None,
                    difficulty=None,
                    provenance=None,
                    themes=tuple(names),
                    title=variant_title(pattern.game, order.variant),
                    release=None,
                    made=True,
                    like=order.like,
                )
        return list(found.values())[:FILL]


def made_of(puzzle: Stocked, player: str) -> Made:
    """A puzzle made on the spot, as the log keeps it."""
    return Made(
        puzzle.puzzle_id,
        puzzle.game,
        puzzle.variant,
        puzzle.puzzle,
        puzzle.solution,
        UNIQUE,
        puzzle.themes,
        made_for=player,
        more={"level": puzzle.level, "like": puzzle.like, "moves_needed": puzzle.moves_needed},
    )


def stocked_of(made: Made) -> Stocked:
    """The way back."""
    return Stocked(
        puzzle_id=made.puzzle_id,
        game=made.game,
        variant=made.variant,
        category=category_of(made.game, made.variant),
        puzzle=made.puzzle,
        solution=made.solution,
        moves_needed=int(made.more["moves_needed"]),
        level=made.more.get("level"),
        interest=made.interest,
        difficulty=made.difficulty,
        provenance=None,
        themes=tuple(made.themes),
        title=variant_title(made.game, made.variant),
        release=None,
        made=True,
        like=made.more.get("like"),
    )

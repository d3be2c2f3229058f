"""Where attempts are begun, played and ended: reads the stock and the log, decides, and writes before it replies.

All state is a fold over the log; what is in memory can be lost at any time. Each attempt and each player has a lock,
so two tabs of one player come one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from player.attempts import decide, tell
from player.attempts.clock import Clock, counted, start_of
from player.attempts.history import History, Run
from player.attempts.record import LEFT, WITHDRAWN, Attempt, attempt_of, begun
from player.attempts.refusals import Gone, NotAllowed, NotThere, TooLate
from player.attempts.replay import Replayed, Replays
from player.attempts.shelf import KEPT_ATTEMPTS, KEPT_PLAYERS, Live, Newest
from player.choice.chooser import Chooser
from player.choice.wishes import Offer, Wish
from player.modes import MODES, Mode
from player.stock.puzzles import Stocked
from player.stock.stock import Stock
from player.workers import Workers
from warehouse.players.events import Event, Stored
from warehouse.players.log import PlayerLog

NOBODY = ""  # a player who never was: what is offered to them is what anybody new may be offered
MOST_ROUNDS = 4  # in which what was decided meets what somebody else has written meanwhile
UNKNOWN_ATTEMPT = "there is no such attempt of yours", "その挑戦は見つかりません。"
UNKNOWN_RUN = "there is no such run of yours", "その連続挑戦は見つかりません。"
STILL_TRIED = (
    "you are still trying this puzzle in a mode that never tells the answer",
    "この問題には、答えを出さないモードで挑戦中です。",
)
ASKED_AGAIN = (
    "this puzzle was in a run that never tells the answers, because it asks the same again",
    "この問題は、答えを出さずに繰り返し出題するモードで出たものです。答えとヒントは出せません。",
)
log = logging.getLogger("tsume.play")


class Desk:
    """Everything about attempts; its methods belong to the event loop."""

    def __init__(
        self, stock: Stock, chooser: Chooser, events: PlayerLog, workers: Workers, clock: Clock | None = None
    ) -> None:
        self.stock, self.chooser, self.log, self.workers = stock, chooser, events, workers
        self.clock = clock or Clock()
        self.replays = Replays()
        self.attempts: Newest[Live] = Newest(KEPT_ATTEMPTS)
        self.histories: Newest[History] = Newest(KEPT_PLAYERS)
        self.loading: dict[str, asyncio.Event] = {}  # players whose history is being read
        self.locks: Newest[asyncio.Lock] = Newest(KEPT_PLAYERS)

    # Beginning.

    async def check(self, wish: Wish) -> None:
        """Refuse what somebody new could not begin; nothing is written."""
        check_run(wish)
        if wish.run is not None:
            raise NotThere(*UNKNOWN_RUN)
        await self.workers.run(self.chooser.next, NOBODY, wish)

    async def begin(self, player: str, wish: Wish, group: str | None) -> Live:
        """A new attempt at a puzzle that the chooser offers."""
        async with self.lock_of(player):
            history = await self.history(player)
            if wish.mode.kind == "run":
                wish = replace(wish, run=await self.run_to_go_on(player, history, wish))
            else:
                check_run(wish)
            offer = await self.workers.run(self.chooser.next, player, wish)
            before = await self.workers.run(self.chooser.standing, player, offer.puzzle.game)
            began = self.began(player, wish, offer, history.number(offer.puzzle.puzzle_id), group)
            start = self.clock.ticks()
            (stored,) = await self.write([began])
            live = Live(begun(stored), offer.puzzle, start, before)
            return self.attempts.put(live.record.attempt, live)

    async def run_to_go_on(self, player: str, history: History, wish: Wish) -> str:
        """The run that the next attempt belongs to; what is still open in it is left."""
        if wish.run is None:
            return secrets.token_urlsafe(16)
        run = history.runs.get(wish.run)
        if run is None or run.mode != wish.mode.name:
            raise NotThere(*UNKNOWN_RUN)
        await self.leave(player, run)
        if run.over(wish.mode):
            raise TooLate("this run is over", "この連続挑戦は終わりました。")
        return run.run

    def began(self, player: str, wish: Wish, offer: Offer, number: int, group: str | None) -> Event:
        """The first event of an attempt."""
        attempt, puzzle = secrets.token_urlsafe(18), offer.puzzle
        body = {
            "puzzle_id": puzzle.puzzle_id,
            "game": puzzle.game,
            "variant": puzzle.variant,
            "mode": wish.mode.name,
            "set_name": offer.set_name,
            "position": offer.position,
            "total": offer.total,
            "run": wish.run if wish.mode.kind == "run" else None,
            "number": number,
            "seconds_limit": wish.mode.seconds,
            "group": group,
            "moves_needed": puzzle.moves_needed,
            "made": puzzle.made,
            "why": list(offer.why),
        }
        return Event(f"{attempt}/began", "began", player, attempt, self.clock.now(), body)

    # What goes on.

    async def live(self, player: str, attempt: str) -> Live:
        """An attempt of a player, from memory or from the log; somebody else's is not there."""
        found = self.attempts.get(attempt)
        if found is None:
            record, puzzle = await self.workers.run(self.read, attempt)
            if record is None:
                raise NotThere(*UNKNOWN_ATTEMPT)
            if puzzle is None:
                raise Gone("this puzzle is no longer there", "この問題はもうありません。")
            found = self.attempts.put(attempt, Live(record, puzzle, start_of(record, self.clock)))
        if found.record.player != player:
            raise NotThere(*UNKNOWN_ATTEMPT)
        return found

    def read(self, attempt: str) -> tuple[Attempt | None, Stocked | None]:
        """An attempt as the log has it, and its puzzle: one that was withdrawn meanwhile can be finished."""
        record = attempt_of(self.log.of_attempt(attempt))
        return record, None if record is None else self.chooser.puzzle(record.puzzle_id, withdrawn=True)

    async def moved(self, live: Live, moves: list[Any]) -> Replayed:
        """Make moves on the puzzle of an attempt, and write down what that decides."""
        found = await self.replay(live, moves)
        at, seconds, withdrawn = self.clock.now(), self.seconds(live), False
        if found.solved is not None and not live.record.over:
            withdrawn = await self.is_withdrawn(live)
        await self.change(
            live,
            lambda: decide.of_moves(live.record, self.mode(live), found.moves, found.solved, at, seconds, withdrawn),
        )
        return found

    async def replay(self, live: Live, moves: list[Any]) -> Replayed:
        """The position after some moves; what is known already needs no thread."""
        found = self.replays.known(live.stocked.puzzle_id, moves)
        if found is None:
            found = await self.workers.run(self.replays.after, live.stocked, moves)
        return found

    async def hint(self, live: Live, number: int | None) -> dict[str, Any]:
        """A hint; what was told once costs nothing the second time."""
        if not self.mode(live).hints:
            decide.of_hint(live.record, self.mode(live), number, 0, self.clock.now())
        await self.check_no_secret(live)
        hints = await self.workers.run(tell.hints_of, live.stocked)
        if not hints:
            raise NotThere("there is no hint for this puzzle", "この問題にヒントはありません。")
        given = 0

        def changes() -> list[Event]:
            nonlocal given
            wanted, events = decide.of_hint(live.record, self.mode(live), given or number, len(hints), at)
            given = wanted
            return events

        at = self.clock.now()
        await self.change(live, changes)
        return hints[given - 1]

    async def end(self, live: Live, how: str, said: bool | None) -> None:
        """End an attempt as the player wants it; once it is over, nothing changes."""
        withdrawn = not live.record.over and await self.is_withdrawn(live)
        at, seconds = self.clock.now(), self.seconds(live)
        await self.change(
            live, lambda: decide.of_end(live.record, self.mode(live), how, said, at, seconds, withdrawn)
        )

    async def rate(self, live: Live, answers: dict[str, Any]) -> None:
        mode, at = self.mode(live), self.clock.now()
        shown = live.shown or (mode.asks_when == "after" and mode.reveals == "after" and live.record.over)
        asked = "after" if shown else "before"
        await self.change(live, lambda: decide.of_rating(live.record, answers, asked, at))

    async def look_at(self, live: Live) -> Replayed:
        """What there is to see of an attempt now: its puzzle, or once it is over the moves that ended it."""
        await self.change(live, lambda: decide.of_time(live.record, self.clock.now(), self.seconds(live)))
        moves = list(live.record.tries[-1].moves) if live.record.over and live.record.tries else []
        return await self.replay(live, moves)

    # When it is over.

    async def answer(self, live: Live) -> dict[str, Any]:
        """The answer, if it may be told."""
        await self.change(live, lambda: decide.of_time(live.record, self.clock.now(), self.seconds(live)))
        tell.check_may_tell(self.mode(live), live.record.over)
        await self.check_no_secret(live)
        told = await self.workers.run(tell.solved_by, live.stocked)
        live.shown = True
        return told

    # Runs.

    async def run(self, player: str, run: str) -> Run:
        found = (await self.history(player)).runs.get(run)
        if found is None:
            raise NotThere(*UNKNOWN_RUN)
        return found

    async def end_run(self, player: str, run: str) -> Run:
        """Leave what is still open in a run."""
        async with self.lock_of(player):
            found = await self.run(player, run)
            await self.leave(player, found)
            return found

    async def leave(self, player: str, run: Run) -> None:
        for attempt in run.going:
            try:
                await self.end(await self.live(player, attempt), LEFT, None)
            except Gone:  # nobody can play it any more, so it only has to be closed
                record, _ = await self.workers.run(self.read, attempt)
                if record is not None:
                    await self.write([decide.ended(record, WITHDRAWN, self.clock.now())])

    # What all of it needs.

    def mode(self, live: Live) -> Mode:
        return MODES[live.record.mode]

    def seconds(self, live: Live) -> float:
        """Since the attempt began, as the service measures it."""
        return max(0.0, self.clock.ticks() - live.start)

    def shown_seconds(self, live: Live) -> float:
        """Those that a page shows: of the first solution, or so far."""
        record = live.record
        if record.over:
            last = record.tries[-1].seconds if record.tries else counted(record, self.seconds(live))
            return last if record.seconds is None else record.seconds
        return counted(record, self.seconds(live))

    async def is_withdrawn(self, live: Live) -> bool:
        return await self.workers.run(self.stock.is_withdrawn, live.stocked.puzzle_id)

    async def keeps_secret(self, live: Live) -> bool:
        history = await self.history(live.record.player)
        return history.keeps_secret(live.stocked.puzzle_id)

    async def check_no_secret(self, live: Live) -> None:
        """`NotAllowed` if nothing may be told of the puzzle's answer, whatever this mode tells."""
        if await self.keeps_secret(live):
            history = await self.history(live.record.player)
            raise NotAllowed(*(STILL_TRIED if history.is_tried(live.stocked.puzzle_id) else ASKED_AGAIN))

    async def change(self, live: Live, events: Callable[[], Sequence[Event]]) -> None:
        """Write down what follows from an attempt, until nothing more does: another process may have been first."""
        async with live.lock:
            for _ in range(MOST_ROUNDS):
                wanted = list(events())
                if not wanted:
                    return
                try:
                    stored = await self.write(wanted)
                except BaseException:  # nobody knows what was written: the log does
                    self.attempts.drop(live.record.attempt)
                    raise
                for event in stored:
                    live.record = live.record.after(event)

    async def write(self, events: Sequence[Event]) -> list[Stored]:
        """Have the log keep events; they are safe when this returns."""
        stored = await self.workers.wait(self.log.append_soon(*events))
        for event in stored:
            if (history := self.histories.get(event.player)) is not None:
                history.add(event)
        return stored

    def lock_of(self, player: str) -> asyncio.Lock:
        return self.locks.get(player) or self.locks.put(player, asyncio.Lock())

    async def history(self, player: str) -> History:
        """What the log has of a player, read once. What is written meanwhile may come twice, which does no harm."""
        while (loading := self.loading.get(player)) is not None:
            await loading.wait()
        found = self.histories.get(player)
        if found is None:
            found = self.histories.put(player, History())
            self.loading[player] = asyncio.Event()
            try:
                for event in await self.workers.run(self.log.of_player, player):
                    found.add(event)
            except BaseException:
                self.histories.drop(player)
                raise
            finally:
                self.loading.pop(player).set()
        return found

    def forget(self, player: str) -> None:
        """Drop what is in memory of a player."""
        self.histories.drop(player)
        self.attempts.drop_all([key for key, live in self.attempts.there.items() if live.record.player == player])


def check_run(wish: Wish) -> None:
    """`NotAllowed` for a run in a mode that has none."""
    if wish.run is not None and wish.mode.kind != "run":
        raise NotAllowed(f"run: this mode ({wish.mode.name}) has no runs", "このモードに連続挑戦はありません。")

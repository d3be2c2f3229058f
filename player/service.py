"""What the routes share: the root, the puzzles, the log, the threads and who a player is."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from fastapi import Request

from assets.core.settings import Settings
from player.attempts.clock import Clock
from player.attempts.desk import Desk
from player.attempts.idle import end_idle
from player.attempts.shelf import Newest
from player.beside import again_and_again
from player.choice.chooser import Chooser
from player.guard.limits import Limits, Rates
from player.stock.stock import Stock
from player.workers import Workers
from warehouse.home import Home
from warehouse.players.log import PlayerLog

KEPT_TOKENS = 10_000
END_IDLE_EVERY = 180.0  # seconds


@dataclass
class Service:
    """Everything that lives as long as the service."""

    home: Home
    settings: Settings
    stock: Stock
    log: PlayerLog
    chooser: Chooser
    workers: Workers
    limits: Limits
    desk: Desk
    clock: Clock
    tokens: Newest[tuple[str, float]] = field(default_factory=lambda: Newest(KEPT_TOKENS))  # player, and known since

    @classmethod
    def open(
        cls, home: Home, settings: Settings, limits: Limits | None = None, clock: Clock | None = None
    ) -> Service:
        """A service on a root; `LogUnavailable` if the log cannot be reached."""
        clock = clock or Clock()
        log, stock = PlayerLog.open(home, clock=clock.now), Stock(home)
        chooser, workers = Chooser(stock, log, settings, clock.now), Workers()
        limits = limits or Limits(Rates.of(settings.player))
        desk = Desk(stock, chooser, log, workers, clock)
        return cls(home, settings, stock, log, chooser, workers, limits, desk, clock)

    def beside(self) -> list[Coroutine[Any, Any, None]]:
        """What is to be done beside the requests as long as the service lives."""
        patience = self.settings.player["idle_hours"] * 3600
        return [
            again_and_again(self.stock.look_every, lambda: self.workers.run(self.stock.view)),
            again_and_again(END_IDLE_EVERY, lambda: end_idle(self.desk, patience)),
        ]

    def close(self) -> bool:
        """End the threads, then the log; whether all came to their end."""
        ended = self.workers.close()
        self.chooser.close()
        return self.log.close() and ended

    def forget(self, player: str) -> None:
        """Drop what is in memory of a player."""
        self.chooser.forget(player)
        self.desk.forget(player)
        self.tokens.drop_all([token for token, (known, _) in self.tokens.there.items() if known == player])


async def service_of(request: Request) -> Service:
    """The service that a request is for. It is no plain function, because those are sent to threads."""
    found: Service = request.app.state.service
    return found

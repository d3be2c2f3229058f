"""How often one may ask: a bucket for each player and for each address, which fills again with time.

Playing is far below these rates. The loopback has a much larger allowance, because whoever is on this machine may do
anything anyway, and so that a test of the load can run. So a proxy on this machine has to say for whom it asks.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from player.guard.cookies import COOKIE
from player.guard.replies import address_of, header, refuse

MOST_BUCKETS = 20_000
TOO_OFTEN = "too many requests: wait a moment", "アクセスが多すぎます。少し待ってください。"
FREE = ("/static/",)  # cached for ever, and nothing but bytes


@dataclass(frozen=True)
class Rate:
    """So many a second on average, and so many at once."""

    a_second: float
    at_once: float

    def times(self, factor: float) -> Rate:
        return Rate(self.a_second * factor, self.at_once * factor)


@dataclass(frozen=True)
class Rates:
    """What is allowed."""

    player: Rate  # everything that one player asks
    address: Rate  # everything from one address, which several people may share
    newcomers: Rate  # new players from one address
    loopback: float  # times as much from this machine

    @classmethod
    def of(cls, given: Mapping[str, float]) -> Rates:
        """What the settings say (`player`)."""
        player = Rate(given["requests"], given["requests_at_once"])
        newcomers = Rate(given["newcomers"], given["newcomers_at_once"])
        return cls(player, player.times(given["of_address"]), newcomers, given["loopback"])


class Buckets:
    """Token buckets by name; those that were not used for the longest time are forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_BUCKETS) -> None:
        self.clock, self.most = clock, most
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when it was

    def take(self, name: str, rate: Rate) -> float:
        """Take one; 0 if there was one, or else the seconds until there is."""
        now = self.clock()
        left, then = self.levels.pop(name, (rate.at_once, now))
        left = min(rate.at_once, left + max(0.0, now - then) * rate.a_second)
        enough = left >= 1.0
        self.levels[name] = (left - 1.0 if enough else left, now)
        while len(self.levels) > self.most:
            self.levels.popitem(last=False)
        return 0.0 if enough else (1.0 - left) / rate.a_second


class Limits:
    """Who may ask now."""

    def __init__(self, rates: Rates, clock: Callable[[], float] = time.monotonic) -> None:
        self.rates = rates
        self.buckets = Buckets(clock)

    def wait(self, address: str, token: str | None) -> float:
        """How many seconds a request has to wait; 0 if it may go on."""
        factor = self.factor(address)
        waits = [self.buckets.take(f"address {address}", self.rates.address.times(factor))]
        if token is not None:
            name = hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
            waits.append(self.buckets.take(f"player {name}", self.rates.player.times(factor)))
        return max(waits)

    def wait_as_newcomer(self, address: str) -> float:
        """The same for whoever is to become a new player."""
        return self.buckets.take(f"newcomer {address}", self.rates.newcomers.times(self.factor(address)))

    def factor(self, address: str) -> float:
        return self.rates.loopback if is_loopback(address) else 1.0


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def retry_after(seconds: float) -> dict[str, str]:
    return {"Retry-After": str(max(1, math.ceil(seconds)))}


def token_of(scope: Scope) -> str | None:
    """The player's token, as the cookie has it."""
    try:
        found = SimpleCookie(header(scope, b"cookie") or "").get(COOKIE)
    except CookieError:
        return None
    return found.value if found else None


class LimitGuard:
    """Sends away whoever asks too often."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(FREE):
            await self.app(scope, receive, send)
            return
        seconds = self.limits.wait(address_of(scope), token_of(scope))
        if seconds > 0:
            await refuse(send, 429, TOO_OFTEN, retry_after(seconds))
        else:
            await self.app(scope, receive, send)

"""Which names the service answers to, and which pages may ask it to change something.

A page elsewhere can lead a name of its own to this machine (DNS rebinding). So only names that are known to be ours
are answered: those of the loopback, the address that the service is bound to, and the name of the proxy before it.
Bound to all addresses, it answers to every address written in numbers: such a one is nobody's name.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from assets.core.titles import Words
from player.guard.replies import header, refuse

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
NAME = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9][A-Za-z0-9_-]{0,62})*\.?")
NOT_OUR_NAME = "this service does not answer to that name", "この名前ではアクセスできません。"
OURS = frozenset({"same-origin", "none"})


@dataclass(frozen=True)
class Names:
    """The names that a service answers to."""

    known: frozenset[str]
    any_number: bool = False  # every address in numbers

    def answers_to(self, host: str | None) -> bool:
        name = name_of(host)
        return name is not None and (name in self.known or (self.any_number and is_number(name)))


def is_name(text: str) -> bool:
    """Whether it can be the name of a host, without a port."""
    return is_number(text) or NAME.fullmatch(text) is not None


def names_of(bound: str, others: Iterable[str] = ()) -> Names:
    """What a service that is bound to an address answers to."""
    known = LOOPBACK | {bound.lower().strip("[]")} | {name.lower() for name in others}
    everywhere = is_number(bound) and ip_address(bound).is_unspecified
    if not (is_number(bound) and ip_address(bound).is_loopback):
        machine = socket.gethostname().lower()
        known |= {machine, f"{machine.partition('.')[0]}.local"}
    return Names(frozenset(known), everywhere)


def is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def name_of(host: str | None) -> str | None:
    """The name in a Host header, without its port; None if it is none."""
    if not host or any(sign in host for sign in "/?#@\\ "):
        return None
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


class HostGuard:
    """Refuses names that are not ours, and changes that pages elsewhere ask for."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = header(scope, b"host")
        if not self.names.answers_to(host):
            await refuse(send, 421, NOT_OUR_NAME)
        elif scope["method"] not in SAFE and (why := stranger(scope, str(host))):
            await refuse(send, 403, why)
        else:
            await self.app(scope, receive, send)


def stranger(scope: Scope, host: str) -> Words | None:
    """Why a change is not asked for by a page of ours; None if it is, or if no page asks."""
    site, origin = header(scope, b"sec-fetch-site"), header(scope, b"origin")
    if site is not None and site not in OURS:
        return "another site may not ask for this", "ほかのサイトからは操作できません。"
    if origin is not None and urlsplit_netloc(origin) != host.lower():
        return "a page of another origin may not ask for this", "ほかのページからは操作できません。"
    return None


def urlsplit_netloc(origin: str) -> str | None:
    """Name and port of an origin; None for one that has none."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None

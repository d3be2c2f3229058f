"""The cookie by which a player is known: a random token, of which the log keeps a hash only."""

from __future__ import annotations

import re

from fastapi import Request, Response

COOKIE = "tsume_player"
A_YEAR = 365 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_.~-]{8,200}")


def token_in(request: Request) -> str | None:
    """The token that a request brings; None for what cannot be one."""
    found = request.cookies.get(COOKIE)
    return found if found is not None and TOKEN.fullmatch(found) else None


def give(response: Response, request: Request, token: str) -> None:
    """Have the browser keep a token."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=A_YEAR, path="/", secure=secure, httponly=True, samesite="lax")


def take_away(response: Response) -> None:
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")

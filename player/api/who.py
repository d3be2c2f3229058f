"""Who asks: the player whose token the cookie has, or somebody new."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from player.api.problems import TooMany
from player.attempts.refusals import NotKnown
from player.guard.cookies import give, token_in
from player.guard.limits import retry_after
from player.guard.replies import address_of
from player.service import Service, service_of

TRUSTED_FOR = 30.0  # seconds that a token is not looked up again: another process may have forgotten its player

TOO_MANY_NEW = (
    "too many new players from your address: wait a moment",
    "同じ場所からの新しい参加者が多すぎます。少し待ってからお試しください。",
)

The = Annotated[Service, Depends(service_of)]


async def player_if_any(request: Request, service: The) -> str | None:
    """The player who asks; None if there is no cookie, or one that leads nowhere."""
    token = token_in(request)
    if token is None:
        return None
    now, known = service.clock.ticks(), service.tokens.get(token)
    if known is not None and now - known[1] < TRUSTED_FOR:
        return known[0]
    player = await service.workers.run(service.log.player_of, token)
    service.tokens.drop(token)
    if player is not None:
        service.tokens.put(token, (player, now))
    return player


async def player_here(player: Annotated[str | None, Depends(player_if_any)]) -> str:
    """The player who asks, for what only a player can ask."""
    if player is None:
        raise NotKnown("you are not known here yet: play a puzzle first", "まず問題を一つ解いてください。")
    return player


async def player_or_new(request: Request, response: Response, service: Service) -> str:
    """The player who asks; whoever is new becomes one, and gets the cookie. A route calls this once it knows that
    what was asked makes sense: a request that is refused makes nobody a player."""
    if (known := await player_if_any(request, service)) is not None:
        return known
    seconds = service.limits.wait_as_newcomer(address_of(request.scope))
    if seconds > 0:
        raise TooMany(TOO_MANY_NEW, retry_after(seconds))
    player, token = await service.workers.run(service.log.newcomer)
    service.tokens.put(token, (player, service.clock.ticks()))
    give(response, request, token)
    return player


MaybePlayer = Annotated[str | None, Depends(player_if_any)]
Player = Annotated[str, Depends(player_here)]

"""Routes of the player: what they have done, what they say of themself, and their data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request, Response

from assets.core.titles import game_title, theme_words
from player.api.bodies import Code, Me
from player.api.listed import listed
from player.api.lists import short
from player.api.replies import CodeReply, Fine, MeReply
from player.api.send import reply
from player.api.who import MaybePlayer, Player, The, player_or_new
from player.attempts.refusals import NotThere
from player.choice.progress import Point, Strength, progress_of
from player.guard.cookies import give, take_away
from player.service import Service

router = APIRouter(prefix="/me", tags=["me"])
NOBODY: Mapping[str, Any] = {
    **dict.fromkeys(("player", "nickname", "group", "language", "joined")),
    **dict.fromkeys(("solved", "seen", "attempts"), 0),
    "streaks": {"current": 0, "longest": 0},
    "curves": {},
    **{name: [] for name in ("strengths", "misses", "calendar", "lists")},
}
BAD_CODE = (
    "this code is not known, was used already, or is too old",
    "このコードは正しくないか、使用済みか、期限切れです。",
)
DOWNLOAD = {"content-disposition": 'attachment; filename="tsume-player.json"'}


@router.get("", response_model=MeReply)
async def me(
    player: MaybePlayer,
    service: The,
    response: Response,
    zone: Annotated[str | None, Query(max_length=100, description="the time zone of days, as Asia/Tokyo")] = None,
) -> Response:
    """What the player has done; without a cookie, of somebody who has done nothing yet. Days of streaks are those of
    the zone; without one, or if nobody knows it, those of the settings."""
    return reply(await service.workers.run(numbers, service, player, zone_named(zone)), response)


@router.patch("", response_model=MeReply)
async def change(asked: Me, service: The, request: Request, response: Response) -> Response:
    """Change nickname, group or language. Whoever has no cookie yet becomes a player."""
    player = await player_or_new(request, response, service)
    changes = asked.model_dump(exclude_unset=True)
    await service.workers.run(lambda: service.log.set_profile(player, **changes))
    return reply(await service.workers.run(numbers, service, player), response)


@router.delete("", response_model=Fine)
async def forget(player: Player, service: The, response: Response) -> Response:
    """Delete everything that is kept of the player, for good."""
    await service.workers.run(service.log.forget, player)
    service.forget(player)
    take_away(response)
    return reply({"ok": True}, response)


@router.get("/data", response_model=dict[str, Any])
async def data(player: Player, service: The, response: Response) -> Response:
    """Everything that is kept of the player, to download."""
    sent = reply(await service.workers.run(service.log.everything, player), response)
    sent.headers.update(DOWNLOAD)
    return sent


@router.post("/code", response_model=CodeReply)
async def code(service: The, request: Request, response: Response) -> Response:
    """A code that brings the player to another device, once and soon."""
    player = await player_or_new(request, response, service)
    made, until = await service.workers.run(service.log.carry_code, player)
    return reply({"code": made, "until": until.isoformat()}, response)


@router.post("/carry", response_model=MeReply)
async def carry(asked: Code, service: The, request: Request, response: Response) -> Response:
    """Become the player whose code this is. Sets the cookie."""
    found = await service.workers.run(service.log.carry, asked.code)
    if found is None:
        raise NotThere(*BAD_CODE)
    player, token = found
    give(response, request, token)
    return reply(await service.workers.run(numbers, service, player), response)


def zone_named(name: str | None) -> tzinfo | None:
    """A time zone by its name, such as Asia/Tokyo; None if there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):
        return None


def numbers(service: Service, player: str | None, zone: tzinfo | None = None) -> Mapping[str, Any]:
    """My page's numbers."""
    if player is None:
        return NOBODY
    profile, found = service.log.profile(player), progress_of(service.chooser, player, zone)
    past = service.chooser.past(player)
    misses = [puzzle for one in found.misses if (puzzle := service.chooser.puzzle(one))]
    return {
        "player": player,
        "nickname": profile.nickname,
        "group": profile.group,
        "language": profile.language,
        "joined": profile.joined.isoformat(),
        "solved": found.solved,
        "seen": found.seen,
        "attempts": len(past.results),
        "streaks": {"current": found.days.current, "longest": found.days.longest},
        "curves": {game: [point_fields(one) for one in points] for game, points in found.curves.items()},
        "strengths": [strength_fields(one) for one in found.strengths],
        "misses": listed(misses, {one.puzzle_id: False for one in misses}),
        "calendar": [
            {"night": one.night.isoformat(), "done": one.done, "total": one.total} for one in found.calendar
        ],
        "lists": [short(one) for one in service.log.lists(player)],
    }


def point_fields(point: Point) -> dict[str, Any]:
    return {"day": point.day.isoformat(), "rating": point.rating, "deviation": point.deviation}


def strength_fields(strength: Strength) -> dict[str, Any]:
    game, theme = strength.game, strength.theme
    title = game_title(game) if theme is None else theme_words(game).get(theme, ((theme, theme), ("", "")))[0]
    return {
        "game": game,
        "name": theme,
        "title": title,
        "tries": strength.tries,
        "solved": round(strength.solved * strength.tries),
        "expected": strength.expected,
    }

"""Routes of lists: puzzles that a player keeps, and shares by the list's id."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from player.api.bodies import ChangedList, NewList
from player.api.listed import done_by, listed
from player.api.replies import Fine, ListReply, Lists
from player.api.send import reply
from player.api.who import MaybePlayer, Player, The, player_or_new
from player.attempts.refusals import NotThere
from player.service import Service
from warehouse.players.log import PuzzleList

router = APIRouter(tags=["lists"])
Id = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
UNKNOWN = "there is no such list", "そのリストはありません。"
NOT_YOURS = "there is no such list of yours", "あなたのリストにそれはありません。"


@router.get("/lists", response_model=Lists)
async def lists(player: MaybePlayer, service: The, response: Response) -> Response:
    """The player's own lists."""
    found = [] if player is None else await service.workers.run(service.log.lists, player)
    return reply({"lists": [short(one) for one in found]}, response)


@router.post("/lists", status_code=201, response_model=ListReply)
async def make(asked: NewList, service: The, request: Request, response: Response) -> Response:
    """Make a list. Whoever knows its id can see it; only its owner can change it."""
    await known(service, asked.puzzle_ids)
    player = await player_or_new(request, response, service)
    ids = tuple(dict.fromkeys(asked.puzzle_ids))
    made = await service.workers.run(service.log.make_list, player, asked.name, ids, asked.note)
    return reply(await whole(service, made, player), response, 201)


@router.get("/lists/{id}", response_model=ListReply)
async def one(id: Id, player: MaybePlayer, service: The, response: Response) -> Response:
    """Anybody's list, by its id."""
    found = await service.workers.run(service.log.list_of, id)
    if found is None:
        raise NotThere(*UNKNOWN)
    return reply(await whole(service, found, player), response)


@router.put("/lists/{id}", response_model=ListReply)
async def change(id: Id, asked: ChangedList, player: Player, service: The, response: Response) -> Response:
    """Change a list of one's own. What is left out stays."""
    changes = asked.model_dump(exclude_none=True)
    if "puzzle_ids" in changes:
        await known(service, changes["puzzle_ids"])
        changes["puzzle_ids"] = tuple(dict.fromkeys(changes["puzzle_ids"]))
    found = await service.workers.run(lambda: service.log.change_list(player, id, **changes))
    if found is None:
        raise NotThere(*NOT_YOURS)
    return reply(await whole(service, found, player), response)


@router.delete("/lists/{id}", response_model=Fine)
async def drop(id: Id, player: Player, service: The, response: Response) -> Response:
    """Drop a list of one's own."""
    if not await service.workers.run(service.log.drop_list, player, id):
        raise NotThere(*NOT_YOURS)
    return reply({"ok": True}, response)


async def known(service: Service, ids: list[str]) -> None:
    """Only puzzles that are there can be put on a list."""

    def missing() -> str | None:
        return next((one for one in ids if service.chooser.puzzle(one) is None), None)

    if (strange := await service.workers.run(missing)) is not None:
        raise NotThere(f"puzzle_ids: there is no puzzle {strange}", f"問題 {strange} はありません。")


async def whole(service: Service, found: PuzzleList, player: str | None) -> dict[str, Any]:
    """A list with its puzzles; those that were withdrawn are left out."""
    done = await done_by(service, player)

    def puzzles() -> list[dict[str, Any]]:
        return listed([puzzle for one in found.puzzle_ids if (puzzle := service.chooser.puzzle(one))], done)

    return {
        "id": found.id,
        "name": found.name,
        "note": found.note,
        "mine": found.player == player,
        "puzzles": await service.workers.run(puzzles),
    }


def short(found: PuzzleList) -> dict[str, Any]:
    return {"id": found.id, "name": found.name, "note": found.note, "puzzle_ids": list(found.puzzle_ids)}

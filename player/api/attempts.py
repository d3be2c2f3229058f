"""Routes of attempts: begin one, play, take a hint, end it, and hear what there is to tell."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from player.api.bodies import Ending, Hint, Moves, NewAttempt, Rating
from player.api.replies import After, AnswerReply, AttemptReply, EndReply, HintReply, RatingReply, RunEnd, State
from player.api.send import reply
from player.api.who import Player, The, player_if_any, player_or_new
from player.attempts import tell
from player.attempts.history import Run
from player.attempts.refusals import NotAllowed, NotThere
from player.attempts.replay import Replayed
from player.attempts.shelf import Live
from player.choice.wishes import Wish
from player.modes import MODES
from player.service import Service
from warehouse.vocabulary import SIMULATED

router = APIRouter(tags=["attempts"])
Id = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$", examples=["Zm9vYmFyYmF6cXV4cXV4"])]


def wish_of(asked: NewAttempt) -> Wish:
    if asked.mode not in MODES:
        raise NotThere(
            f"mode: there is no mode {asked.mode!r}: choose from {', '.join(MODES)}", "そのモードはありません。"
        )
    fields = asked.model_dump(exclude={"mode", "set"})
    return Wish(MODES[asked.mode], set_name=asked.set, **fields)


@router.post("/attempts", status_code=201, response_model=AttemptReply)
async def begin(asked: NewAttempt, service: The, request: Request, response: Response) -> Response:
    """Begin an attempt. Whoever has no cookie yet becomes a player and gets one."""
    wish = wish_of(asked)
    if await player_if_any(request, service) is None:
        await service.desk.check(wish)
    player = await player_or_new(request, response, service)
    group = (await service.workers.run(service.log.profile, player)).group
    live = await service.desk.begin(player, wish, group)
    found = await service.desk.look_at(live)
    return reply(await whole(service, live, found), response, 201, raw_of(found))


@router.get("/attempts/{attempt}", response_model=AttemptReply)
async def again(attempt: Id, player: Player, service: The, response: Response) -> Response:
    """An attempt as it stands, for a page that was loaded again."""
    live = await service.desk.live(player, attempt)
    found = await service.desk.look_at(live)
    return reply(await whole(service, live, found), response, raw=raw_of(found))


@router.post("/attempts/{attempt}/moves", response_model=State)
async def move(attempt: Id, asked: Moves, player: Player, service: The, response: Response) -> Response:
    """All moves so far: what there is to see after them. Complete moves are a try, and the same moves count once."""
    live = await service.desk.live(player, attempt)
    found = await service.desk.moved(live, asked.moves)
    return reply(await state(service, live, found), response, raw=raw_of(found))


@router.post("/attempts/{attempt}/hint", response_model=HintReply)
async def hint(attempt: Id, player: Player, service: The, response: Response, asked: Hint | None = None) -> Response:
    """The next hint, in modes that have hints. Hints count."""
    live = await service.desk.live(player, attempt)
    return reply({"hint": await service.desk.hint(live, asked.number if asked else None)}, response)


@router.post("/attempts/{attempt}/end", response_model=EndReply)
async def end(attempt: Id, asked: Ending, player: Player, service: The, response: Response) -> Response:
    """End an attempt; once it is over, this changes nothing, and the player's own word comes too late."""
    live = await service.desk.live(player, attempt)
    await service.desk.end(live, asked.how, asked.solved)
    found = await service.desk.look_at(live)
    fields = await state(service, live, found) | {"after": await told_after(service, live)}
    return reply(fields, response, raw=raw_of(found))


@router.get("/attempts/{attempt}/answer", response_model=AnswerReply)
async def answer(attempt: Id, player: Player, service: The, response: Response) -> Response:
    """The answer, move by move, once the attempt is over and if the mode tells it."""
    live = await service.desk.live(player, attempt)
    return reply(await service.desk.answer(live), response)


@router.get("/attempts/{attempt}/after", response_model=After)
async def after(attempt: Id, player: Player, service: The, response: Response) -> Response:
    """What there is to say once the attempt is over: the time, how others did, themes, where to look further."""
    live = await service.desk.live(player, attempt)
    await service.desk.look_at(live)
    return reply(await told_after(service, live), response)


@router.post("/attempts/{attempt}/rating", response_model=RatingReply)
async def rating(attempt: Id, asked: Rating, player: Player, service: The, response: Response) -> Response:
    """What the player says of the puzzle. It can be said again; the last word on each question counts."""
    live = await service.desk.live(player, attempt)
    await service.desk.rate(live, asked.model_dump(exclude_none=True))
    return reply({"rated": live.record.rated}, response)


@router.post("/runs/{run}/end", response_model=RunEnd)
async def end_run(
    run: Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")],
    player: Player,
    service: The,
    response: Response,
) -> Response:
    """End a run: what is still open in it is left. The reply has its score."""
    found = await service.desk.end_run(player, run)
    best = (await service.desk.history(player)).best(found)
    return reply({"run": run_fields(found) | {"over": True, "best": best, "attempts": score(found)}}, response)


# What the replies are made of.


def raw_of(found: Replayed) -> dict[str, bytes]:
    return {"position": found.position, "legal": found.legal}


async def state(service: Service, live: Live, found: Replayed) -> dict[str, Any]:
    """Where an attempt stands, after the moves that were replayed."""
    record = live.record
    seconds = service.desk.shown_seconds(live)
    return {
        "solved": found.solved,
        "moves": found.moves,
        "tries": len(record.tries),
        "hints": record.hints,
        "over": record.over,
        "how": record.how,
        "seconds": seconds,
        "left": None if record.limit is None else max(0.0, record.limit - seconds),
        "run": await run_of(service, live),
        "rated": record.rated,
    }


async def whole(service: Service, live: Live, found: Replayed) -> dict[str, Any]:
    """An attempt with its puzzle."""
    record, puzzle = live.record, live.stocked
    place = {name: record.body.get(name) for name in ("position", "total")}
    return await state(service, live, found) | {
        "attempt": record.attempt,
        "puzzle": puzzle.puzzle,
        "puzzle_id": puzzle.puzzle_id,
        "game": puzzle.game,
        "variant": puzzle.variant,
        "title": puzzle.title,
        "mode": record.mode,
        "moves_needed": puzzle.moves_needed,
        "goal": tell.goal_of(puzzle.game, puzzle.variant),
        "seconds_limit": record.limit,
        "why": record.body.get("why") or ["", ""],
        "set": {"name": record.body["set_name"], **place} if record.body.get("set_name") else None,
    }


async def run_of(service: Service, live: Live) -> dict[str, Any] | None:
    record = live.record
    return None if record.run is None else run_fields(await service.desk.run(record.player, record.run))


def run_fields(run: Run) -> dict[str, Any]:
    mode = MODES[run.mode]
    return {
        "id": run.run,
        "mode": run.mode,
        "number": run.number,
        "length": mode.length,
        "solved": run.solved,
        "over": run.over(mode),
    }


def score(run: Run) -> list[dict[str, Any]]:
    """What became of each attempt that counts, in their order."""
    return [
        {"solved": bool(solved), "seconds": run.seconds.get(attempt)}
        for attempt, solved in run.outcomes.items()
        if attempt not in run.void
    ]


async def told_after(service: Service, live: Live) -> dict[str, Any]:
    record, puzzle = live.record, live.stocked
    if not record.over:
        raise NotAllowed("this is told when the attempt is over", "挑戦が終わってから表示します。")
    tells = service.desk.mode(live).reveals == "after" and not await service.desk.keeps_secret(live)
    looked_up = await service.workers.run(look_up, service, live, tells)
    return looked_up | {
        "how": record.how,
        "solved": record.solved,
        "seconds": record.seconds,
        "tries": len(record.tries),
        "hints": record.hints,
        "themes": tell.themes_of(puzzle),
        "page": tell.page_of(puzzle) if tells else None,
        "rated": record.rated,
        "level": puzzle.level,
        "interest": None if puzzle.provenance == SIMULATED else puzzle.interest,  # no person, or too few, said it
        "interest_state": puzzle.interest_state,
        "difficulty": puzzle.difficulty,
        "provenance": puzzle.provenance,
        "difficulty_provenance": puzzle.difficulty_provenance,
        "run": await run_of(service, live),
    }


def look_up(service: Service, live: Live, tells: bool) -> dict[str, Any]:
    """What takes a look at the log or at the engine."""
    return {
        "others": others(service, live),
        "links": tell.links_of(live.stocked, tells),
        "standing": standing(service, live),
    }


def others(service: Service, live: Live) -> dict[str, Any] | None:
    """How the others did, once there are enough of them."""
    found = service.chooser.others(live.stocked.puzzle_id, live.record.player)
    if found is None:
        return None
    return {"share": found.share, "median_seconds": found.median_seconds, "players": found.players}


def standing(service: Service, live: Live) -> dict[str, Any]:
    now = service.chooser.standing(live.record.player, live.record.game)
    pairs = {"before": live.standing, "after": now}
    return {name: found and {"rating": found[0], "deviation": found[1]} for name, found in pairs.items()}

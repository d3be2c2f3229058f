"""Routes that tell what there is to play: modes, games, sets and the days."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from assets.core.titles import category_title, game_title, theme_words, variant_title
from assets.pictures.words import set_title
from engines.hands import KEYS
from engines.registry import engine
from player.api.listed import done_by, listed
from player.api.replies import Daily, SetReply, Start
from player.api.send import reply
from player.api.who import MaybePlayer, The
from player.attempts.refusals import NotThere
from player.modes import MODES, Mode
from player.service import Service
from player.stock.puzzles import Shelf, Stocked
from player.stock.view import Night, View
from warehouse.vocabulary import LEVELS, RATER_GROUPS, SCALE, SIMULATED, TARGETS

STEPS = list(range(int(SCALE[0]), int(SCALE[1]) + 1))

router = APIRouter(tags=["what there is"])
MODE_FIELDS = (
    "name", "title", "about", "kind", "seconds", "tries", "reveals", "hints", "asks", "asks_when", "length",
    "ends_at_miss", "undo", "look", "needs",
)  # fmt: skip


@router.get("/start", response_model=Start)
async def start(player: MaybePlayer, service: The, response: Response) -> Response:
    """What the pages need before anything is played."""
    done = await done_by(service, player)
    return reply(await service.workers.run(start_fields, service, player, done), response)


@router.get("/sets/{name}", response_model=SetReply)
async def one_set(
    name: Annotated[str, Path(max_length=100, pattern=r"^[A-Za-z0-9_.+-]+$")],
    player: MaybePlayer,
    service: The,
    response: Response,
) -> Response:
    """The puzzles of a set in its order, and which of them the player has solved."""
    done = await done_by(service, player)
    return reply(await service.workers.run(set_fields, service, name, done), response)


@router.get("/daily", response_model=Daily)
async def daily(player: MaybePlayer, service: The, response: Response) -> Response:
    """The puzzle of the day, tonight's set, and the days before."""
    done = await done_by(service, player)
    return reply(await service.workers.run(daily_fields, service, done), response)


def start_fields(service: Service, player: str | None, done: dict[str, bool]) -> dict[str, Any]:
    view = service.stock.view()
    profile = None if player is None else service.log.profile(player)
    return {
        "release": view.release,
        "vocabulary": {"groups": RATER_GROUPS, "targets": TARGETS, "scale": STEPS, "simulated": SIMULATED},
        "modes": [mode_fields(mode) for mode in MODES.values()],
        "games": [game_fields(view, game) for game in service.settings.games if game in view.by_game],
        "me": profile
        and {
            "player": profile.player,
            "nickname": profile.nickname,
            "group": profile.group,
            "language": profile.language,
        },
        "daily": short_daily(service, view, done),
    }


def mode_fields(mode: Mode) -> dict[str, Any]:
    return {name: getattr(mode, name) for name in MODE_FIELDS}


def game_fields(view: View, game: str) -> dict[str, Any]:
    """All that a page has to know of a game."""
    rules, titles, found = engine(game).rules, theme_words(game), view.by_game[game]
    return {
        "name": game,
        "title": game_title(game),
        "tokens": {sign: asdict(token) for sign, token in engine(game).tokens.items()},
        "rules": rules and {"lines": rules.lines, "lines_ja": rules.lines_ja or rules.lines},
        "keys": KEYS,
        "categories": [category_fields(view, game, *each) for each in view.categories(game).items()],
        "sets": [
            shelf_fields(game, shelf) for shelf in view.sets.values() if {one.game for one in shelf.puzzles} == {game}
        ],
        "themes": [
            {"name": name, "title": titles[name][0] if name in titles else (name, name), "count": count}
            for name, count in view.themes(game).items()
        ],
        "levels": {level: sum(puzzle.level == level for puzzle in found) for level in LEVELS},
    }


def category_fields(view: View, game: str, name: str, puzzles: list[Stocked]) -> dict[str, Any]:
    """A category, and the modes whose sets have puzzles of it."""
    kinds = {
        shelf.kind
        for shelf in view.sets.values()
        if any(one.game == game and one.category == name for one in shelf.puzzles)
    }
    return {
        "name": name,
        "title": category_title(game, name),
        "moves": sorted({puzzle.moves_needed for puzzle in puzzles}),
        "count": len(puzzles),
        "modes": [mode.name for mode in MODES.values() if kinds.intersection(mode.sets)],
    }


def shelf_fields(game: str, shelf: Shelf) -> dict[str, Any]:
    """A set of one game, and the modes in which a player may choose from it."""
    variants = {puzzle.variant for puzzle in shelf.puzzles}
    return {
        "name": shelf.name,
        "title": variant_title(game, variants.pop())
        if len(variants) == 1
        else set_title(shelf.name, shelf.kind, [game]),
        "lengths": sorted({engine(game).told_length(puzzle.moves_needed) for puzzle in shelf.puzzles}),
        "count": len(shelf.puzzles),
        "modes": [mode.name for mode in MODES.values() if shelf.kind in mode.sets and mode.kind == "choose"],
    }


def short_daily(service: Service, view: View, done: dict[str, bool]) -> dict[str, Any] | None:
    if not view.nights:
        return None
    night = view.nights[0]
    puzzle = None if night.day is None else service.stock.puzzle(night.day)
    return {
        "night": night.night.isoformat(),
        "puzzle_id": puzzle and puzzle.puzzle_id,
        "game": puzzle and puzzle.game,
        "title": puzzle and puzzle.title,
        "done": puzzle and done.get(puzzle.puzzle_id),
        "tonight": len(night.tonight),
    }


def set_fields(service: Service, name: str, done: dict[str, bool]) -> dict[str, Any]:
    view, puzzles = service.stock.view(), service.stock.set(name)
    if puzzles is None:
        raise NotThere(f"there is no set {name!r} in this release", "その問題集はありません。")
    kind = view.sets[name].kind if name in view.sets else name.partition("-")[0]
    games = list(dict.fromkeys(puzzle.game for puzzle in puzzles))
    return {"name": name, "title": set_title(name, kind, games), "puzzles": listed(puzzles, done)}


def daily_fields(service: Service, done: dict[str, bool]) -> dict[str, Any]:
    nights = service.stock.calendar()
    if not nights:
        raise NotThere("there is no night yet", "まだ問題がありません。")
    newest = nights[0]
    day = None if newest.day is None else service.stock.puzzle(newest.day)
    tonight = [puzzle for one in newest.tonight if (puzzle := service.stock.puzzle(one))]
    return {
        "night": newest.night.isoformat(),
        "puzzle_of_the_day": listed([day], done, shown=True)[0] if day else None,
        "tonight": listed(tonight, done, shown=True),
        "calendar": [day_fields(night, done) for night in nights],
    }


def day_fields(night: Night, done: dict[str, bool]) -> dict[str, Any]:
    """What is done of a night: of its puzzle of the day and its set together, and of the former alone."""
    ids = dict.fromkeys([*([night.day] if night.day else []), *night.tonight])
    return {
        "night": night.night.isoformat(),
        "done": sum(done.get(one, False) for one in ids),
        "total": len(ids),
        "day_done": None if night.day is None else done.get(night.day, False),
    }

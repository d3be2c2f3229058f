"""Games to watch, step by step: the page of a release, and the same as one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assets.core.titles import japanese_of
from assets.pictures.words import UI, ui
from assets.release.gallery import chunks, shell
from engines.agents import Measure, Played, Scene
from engines.registry import engine

SCRIPTS = ("store.js", "watch.js")
STYLES = ("site.css", "watch.css")
GAMES = "games"  # name of the packed file

Game = tuple[str, Played]


def told(games: Sequence[Game]) -> list[dict[str, Any]]:
    """All that the page shows of each game."""
    return [one(name, game) for name, game in games]


def one(name: str, game: Played) -> dict[str, Any]:
    game_engine = engine(name)
    agent = game_engine.agents[game.agent]
    rival = game_engine.agents.get(game.against)
    measures: Sequence[Measure] = game_engine.measures
    return {
        "game": [game_engine.title, japanese_of(name).title or game_engine.title],
        "agent": f"{agent.name} v {rival.name}" if rival else f"{agent.name} ({agent.title})",
        "number": game.number,
        "measures": [
            [measure.title, measure.description, round(game.measures[measure.name], measure.digits)]
            for measure in measures
            if measure.name in game.measures
        ],
        "tokens": {sign: [t.light, t.dark, t.shape, t.mark, t.turned] for sign, t in game_engine.tokens.items()},
        "links": {form: game_engine.write_game(game, form) for form in game_engine.game_forms},
        "scenes": [scene_of(scene) for scene in game_engine.scenes(game)],
    }


def scene_of(scene: Scene) -> list[Any]:
    changed = [number for place in scene.changed for number in place]
    boards = ["/".join(board) for board in scene.boards]
    return [boards, changed, scene.said, scene.said_ja, list(scene.shown.items()), int(scene.event)]


def watch(night: str) -> str:
    """The page `watch.html` of a release; its games are in `gallery/games.js`."""
    return shell.page("watch", night, UI["watch"], body(), SCRIPTS, STYLES)


def packed(games: Sequence[Game]) -> str:
    return chunks.packed(GAMES, told(games))


def body() -> str:
    return (
        f'<h1>{ui("watch")}</h1><p class="note">{ui("watch about")}</p><div id="watch"></div>'
        f'<noscript><p class="warn">{ui("no scripts")}</p></noscript>'
    )


def standalone(games: Sequence[Game]) -> str:
    """One file with everything in it."""
    data = ((shell.STATIC / "store.js").read_text(), packed(games))
    return shell.standalone("watch", UI["watch"], body(), STYLES, data, ((shell.STATIC / "watch.js").read_text(),))

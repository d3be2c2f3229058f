"""Games watched in a real browser, from one file on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assets.release.gallery.chunks import unpacked
from assets.release.gallery.pages import watch
from engines.registry import engine
from engines.tspin.rules.pieces import PIECES

GAMES = (
    ("tspin", "greedy", {"inputs": 120}),
    ("puyo", "potential-2", {"moves": 8}),
    ("geister", "random", {"plies": 20}),
)


@pytest.fixture(scope="module")
def games() -> list[watch.Game]:
    found: list[watch.Game] = []
    for name, agent, parameters in GAMES:
        game_engine = engine(name)
        found.append((name, game_engine.play_game(agent, 3, 0, parameters)))
    return found


def test_every_scene_is_told_with_boards_of_one_size(games: list[watch.Game]) -> None:
    shown = unpacked(watch.packed(games))
    assert [len(game["scenes"]) > 5 for game in shown] == [True] * len(GAMES)
    for game in shown:
        sizes = {tuple(tuple(len(row) for row in board.split("/")) for board in scene[0]) for scene in game["scenes"]}
        assert len(sizes) == 1
        letters = {letter for scene in game["scenes"] for board in scene[0] for letter in board} - {".", "/"}
        assert letters <= set(game["tokens"]), "every cell has its look"
        (boards,) = {len(scene[0]) for scene in game["scenes"]}
        rows = game["scenes"][0][0][0].split("/")
        for scene in game["scenes"]:
            for board, x, y in zip(scene[1][::3], scene[1][1::3], scene[1][2::3], strict=True):
                assert (0 <= board < boards, 0 <= x < len(rows[0]), 0 <= y < len(rows)) == (True, True, True)


@pytest.fixture
def page(chromium: Any, games: list[watch.Game], tmp_path: Path) -> Iterator[Any]:
    file = tmp_path / "games.html"
    file.write_text(watch.standalone(games))
    opened = chromium.new_page(viewport={"width": 1200, "height": 900})
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda request: None if request.url.startswith("file:") else complaints.append(request.url))
    opened.goto(file.as_uri())
    opened.wait_for_selector("#watch[data-ready]")
    yield opened
    assert complaints == []
    opened.close()


def step(page: Any) -> int:
    return int(page.get_attribute("#watch", "data-step"))


@pytest.mark.browser
def test_pieces_have_the_colours_of_the_drawings() -> None:
    """Z is red wherever it is shown."""
    game_engine = engine("tspin")
    for piece in PIECES:
        token = game_engine.tokens[piece]
        queue = {"game": "tspin", "goal": "tsd", "moves": "drop", "queue": piece, "board": ["X........."]}
        assert token.light in game_engine.draw(game_engine.decode(queue), None, "light"), piece
        assert token.dark in game_engine.draw(game_engine.decode(queue), None, "dark"), piece


def test_keys_and_buttons_step_through_a_game(page: Any, games: list[watch.Game]) -> None:
    last = len(list(engine("tspin").scenes(games[0][1]))) - 1  # type: ignore[attr-defined]
    assert step(page) == 0
    for key, where in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0), ("b", 0)):
        page.keyboard.press(key)
        assert step(page) == where, key
    page.click("[data-key=on]")
    assert step(page) == 1
    assert page.locator(".boards .token").count() == 4, "one piece lies there"
    page.click("[data-key=last]")
    assert page.text_content(".count") == f"{last} / {last}"
    page.keyboard.press("n")
    assert step(page) == last


@pytest.mark.browser
def test_events_are_found_and_it_plays_by_itself(page: Any, games: list[watch.Game]) -> None:
    page.select_option(".choose select >> nth=0", "1")
    scenes = list(engine("puyo").scenes(games[1][1]))  # type: ignore[attr-defined]
    first = next((place for place, scene in enumerate(scenes) if place and scene.event), len(scenes) - 1)
    page.keyboard.press("Home")
    page.click("[data-key='next event']")
    assert step(page) == first
    page.click("[data-key=start]")
    page.select_option(".choose select >> nth=1", "20×")
    page.click("[data-key=play]")
    page.wait_for_function(f"document.querySelector('#watch').dataset.step === '{len(scenes) - 1}'")


@pytest.mark.browser
def test_a_phone_has_room_for_it_and_languages_change(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("[data-switch=language]")
    assert page.get_attribute("html", "lang") == "ja"
    assert page.locator("h1 [lang=ja]").is_visible()

"""What every view owes to everybody: no barriers, both languages, both looks, no way off the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.player.pages.conftest import DESK, PHONE, Live, Visit
from tests.player.pages.hands import Table
from tests.player.pages.test_playing import ARRIVED, stopped

pytestmark = pytest.mark.browser

GRAVE = ("serious", "critical")
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def missed(table: Table) -> None:
    table.play("curated", game="puyo").fail()


def solved(table: Table) -> None:
    table.play("practice", game="tspin").solve()
    table.page.locator(".stats dl").wait_for()


def answered(table: Table) -> None:
    """The answer stands still: a board that changes while it is looked at is another each time."""
    solved(table)
    table.page.get_by_role("button", name="See the answer").click()
    table.page.locator(".replay").get_by_role("button", name="Step back").click()
    assert table.page.locator(".replay .on").count() == 0


def asked(table: Table) -> None:
    table.play("survey", game="tspin").page.get_by_role("button", name="I solved it").click()
    table.page.locator(".opinions").wait_for()


def menu(table: Table) -> None:
    table.play("practice", game="geister").page.get_by_role("button", name="More").click()
    table.page.locator("dialog[open]").wait_for()


def a_list(table: Table) -> None:
    solved(table)
    table.page.get_by_text("Keep in a list").click()
    table.page.get_by_label("New list").fill("<b>mine</b>")
    table.page.get_by_role("button", name="Make").click()
    table.page.get_by_text("Kept in “<b>mine</b>”").wait_for()
    table.go("/me").page.get_by_role("link", name="<b>mine</b>").click()
    table.page.wait_for_selector("body[data-ready=list]")


def path(where: str) -> Callable[[Table], Any]:
    return lambda table: table.go(where)


def playing(game: str) -> Callable[[Table], Any]:
    return lambda table: table.play("practice", game=game)


VIEWS: dict[str, Callable[[Table], Any]] = {
    "home": path("/"),
    "daily": path("/daily"),
    "me": path("/me"),
    "rules": path("/rules"),
    "curated": path("/mode/curated?game=puyo"),
    "practice": path("/mode/practice?game=tspin"),
    "tspin": playing("tspin"),
    "puyo": playing("puyo"),
    "geister": playing("geister"),
    "missed": missed,
    "solved": solved,
    "answered": answered,
    "asked": asked,
    "menu": menu,
    "a list": a_list,
}


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(("look", "size"), [("light", SMALL), ("dark", DESK)], ids=["light", "dark"])
def test_no_view_has_barriers_or_is_wider_than_the_screen(visit: Visit, look: str, size: dict[str, Any]) -> None:
    table, axe, grave, wide = visit(color_scheme=look, **size).page(), Axe(), {}, {}
    for name, go in VIEWS.items():
        go(table)
        found = [one for one in axe.run(table.page).response["violations"] if one["impact"] in GRAVE]
        if found:
            grave[name] = [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found]
        width = table.page.evaluate("document.documentElement.scrollWidth")
        if width > size["viewport"]["width"]:
            wide[name] = width
    assert (grave, wide) == ({}, {})


def test_board_and_buttons_are_in_sight_on_a_phone(visit: Visit) -> None:
    table = visit(**PHONE).page()
    for game in ("tspin", "puyo", "geister"):
        table.play("practice", game=game)
        for part in (".table .board", ".tools", *([".pad"] if game != "geister" else [])):
            box = table.page.locator(part).bounding_box()
            assert box, (game, part)
            assert 0 <= box["x"] <= box["x"] + box["width"] <= 390, (game, part)
            assert 0 <= box["y"] <= box["y"] + box["height"] <= 844, (game, part)
        for button in table.page.locator(".tools button, .pad button").all():
            box = button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44, (game, button.get_attribute("class"))


def test_language_and_look_change_without_loading_anew(visit: Visit) -> None:
    table = visit().page()
    page = table.play("practice", game="tspin").page
    page.evaluate("window.same = true")
    assert page.get_attribute("html", "lang") == "en"
    page.keyboard.press("l")
    assert page.get_attribute("html", "lang") == "ja"
    assert page.get_by_role("button", name="ヒント").is_visible()
    assert "tsume" in page.title()
    assert page.get_attribute(".table", "aria-label").startswith("盤面")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.keyboard.press("d")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert page.evaluate("window.same")
    table.go("/")
    assert (page.get_attribute("html", "lang"), page.get_attribute("html", "data-look")) == ("ja", "dark")


def phone(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


SIDEWAYS = [(667, 375), (844, 390), (915, 412), (932, 430)]
UPRIGHT = [(320, 568), (375, 600)]
SMALLEST_CELL = 15  # pixels


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("size", [*SIDEWAYS, *UPRIGHT], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_phone_held_either_way_shows_all_there_is_to_play_with(visit: Visit, size: tuple[int, int]) -> None:
    table = visit(**phone(*size)).page()
    for game in ("tspin", "puyo", "geister"):
        table.play("practice", game=game)
        for part in (".board .well", ".tools", *([".pad"] if game != "geister" else [])):
            box = table.page.locator(part).bounding_box()
            assert box, (game, part)
            assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0], (game, part)
            assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1], (game, part)
        assert table.page.evaluate("document.querySelector('.table .board').getScreenCTM().a") >= SMALLEST_CELL
        assert table.page.evaluate("document.documentElement.scrollHeight") <= size[1]
    asked(table)
    send = table.page.get_by_role("button", name="Send, and see the answer").bounding_box()
    assert send["y"] + send["height"] <= size[1]


def test_the_button_to_start_is_above_the_bar_of_a_phone(visit: Visit) -> None:
    page = visit(**PHONE).page().go("/mode/practice?game=tspin").page
    start, bar = page.locator(".begin a").bounding_box(), page.locator(".ways-about").bounding_box()
    assert start["y"] + start["height"] <= bar["y"]


def test_the_calendar_leads_to_the_puzzle_of_the_day_and_marks_it(visit: Visit, live: Live) -> None:
    table = visit().page().go("/daily")
    cell = table.page.locator(".calendar td.open")
    total = int(cell.get_attribute("title").split()[0])
    cell.locator("a[href*='set=day-']").click()
    table.at_table().solve()
    assert live.events(table.attempt)[0].body["set_name"].startswith("day-")
    cell = table.go("/daily").page.locator(".calendar td.some")
    assert cell.get_attribute("title") == f"1 of {total} done"
    assert cell.locator("a[href*='set=day-']").inner_text().endswith("done")
    cell.locator("a[href*='set=tonight-']").click()
    assert live.events(table.at_table().attempt)[0].body["set_name"].startswith("tonight-")


def test_a_list_of_ones_own_is_changed_and_that_of_others_is_not(visit: Visit) -> None:
    table = stopped(visit().page())  # what is said for a moment stays
    page = table.page
    kept = []
    for button in ("Make", "mine"):
        solved(table)
        kept.append(table.told["puzzle_id"])
        page.clock.run_for(ARRIVED)
        page.get_by_text("Keep in a list").click()
        if button == "Make":
            page.get_by_label("New list").fill("mine")
        page.locator(".to-list").get_by_role("button", name=button).click()
        page.get_by_text("Kept in “mine”").wait_for()
    table.go("/me").page.get_by_role("link", name="mine").click()
    page.wait_for_selector("body[data-ready=list]")
    rows = "[...document.querySelectorAll('.rows li')].map(row => row.dataset.puzzle)"
    assert page.evaluate(rows) == kept
    with page.expect_response("**/api/lists/*"):
        page.get_by_role("button", name="Move up").last.click()
    page.locator(f".rows li:first-child[data-puzzle='{kept[1]}']").wait_for()
    assert page.evaluate(rows) == kept[::-1]
    page.get_by_role("button", name="Take out").first.click()
    page.locator(".rows li").nth(1).wait_for(state="detached")
    page.get_by_text("Change name or note").click()
    page.get_by_label("Name of the list").fill("<i>ours</i>")
    page.locator(".list textarea").fill("the best")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="<i>ours</i>").wait_for()
    others = visit().page().go(page.url.removeprefix(table.base)).page
    assert others.evaluate(rows) == kept[:1]
    assert others.get_by_text("the best").is_visible()
    assert others.get_by_role("button", name="Take out").or_(others.get_by_text("Change name")).count() == 0


def test_days_are_asked_for_with_the_time_zone_of_the_browser(visit: Visit) -> None:
    table = visit(timezone_id="Asia/Tokyo").page()
    asked_for: list[str] = []
    table.page.on("request", lambda request: asked_for.append(request.url.removeprefix(table.base)))
    for path in ("/", "/daily", "/me"):
        table.go(path)
    days = [one for one in asked_for if one.startswith(("/api/me", "/api/daily"))]
    assert set(days) == {"/api/me?zone=Asia%2FTokyo", "/api/daily?zone=Asia%2FTokyo"}

"""Whoever goes away within the page has left the puzzle; whoever closes the page, or loads it again, has not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.player.pages.conftest import Live, Visit
from tests.player.pages.hands import Table

pytestmark = pytest.mark.browser


def by_menu(page: Any) -> None:
    page.get_by_role("button", name="More").click()
    page.locator("dialog[open]").get_by_role("link", name="Leave").click()


WAYS: dict[str, Callable[[Any], Any]] = {
    "arrow": lambda page: page.locator("[data-back]").click(),
    "menu": by_menu,
    "banner": lambda page: page.locator("[data-way=daily]").click(),
    "back": lambda page: page.go_back(),
}


def begun(visit: Visit, mode: str = "practice") -> Table:
    """A puzzle that was come to from another page of ours."""
    table = visit().page().go("/")
    table.page.locator(f"[data-mode={mode}]").click()
    table.page.locator(".mode-page a.main").first.click()
    return table.at_table()


@pytest.mark.parametrize("way", WAYS)
def test_going_away_within_the_page_ends_the_attempt(visit: Visit, live: Live, way: str) -> None:
    table = begun(visit)
    attempt = table.attempt
    with table.page.expect_response("**/end"):
        WAYS[way](table.page)
    assert live.last(attempt, "ended")["how"] == "left"


def test_a_curated_puzzle_can_be_left_too(visit: Visit, live: Live) -> None:
    table = begun(visit, "curated")
    attempt = table.attempt
    with table.page.expect_response("**/end"):
        WAYS["arrow"](table.page)
    assert live.last(attempt, "ended")["how"] == "left"


def test_whoever_comes_back_to_what_was_left_begins_anew(visit: Visit, live: Live) -> None:
    table = begun(visit)
    attempt = table.attempt
    with table.page.expect_response("**/end"):
        WAYS["back"](table.page)
    table.page.go_forward()
    table.at_table()
    assert table.attempt != attempt


def test_loading_again_closing_and_places_on_the_page_leave_nothing(visit: Visit, live: Live) -> None:
    table = begun(visit)
    attempt = table.attempt
    table.page.locator("a.skip").focus()
    table.page.keyboard.press("Enter")
    table.page.reload()
    table.at_table()
    assert table.attempt == attempt
    table.page.close()
    assert live.kinds(attempt) == ["began"]


BROKEN = """
// The body of what `place` replies with comes when the test says so, and then never whole.
(place) => {
  const whole = Response.prototype.json;
  window.asked = new Promise(tell => {
    Response.prototype.json = function () {
      if (!this.url.includes(place)) return whole.call(this);
      Response.prototype.json = whole;
      tell(true);
      return new Promise((_, refuse) => { window.cut = () => refuse(new DOMException("cut", "AbortError")); });
    };
  });
}"""


def test_a_reply_that_breaks_off_as_one_leaves_is_no_reply(visit: Visit) -> None:
    """The page of a mode asks for the misses behind what it shows. Any complaint of the page fails this test."""
    page = visit().page().go("/").page
    page.evaluate(BROKEN, "/api/me?")
    page.locator("[data-mode=practice]").click()
    page.evaluate("asked")
    page.locator("[data-way=daily]").click()
    page.evaluate("cut()")
    page.locator("body[data-ready=daily]").wait_for()


def test_a_reply_that_breaks_off_is_asked_for_again(visit: Visit) -> None:
    page = visit().page().go("/").page
    page.evaluate(BROKEN, "/api/daily")
    page.locator("[data-way=daily]").click()
    page.evaluate("asked.then(() => cut())")
    page.locator("body[data-ready=daily] .calendar").wait_for()

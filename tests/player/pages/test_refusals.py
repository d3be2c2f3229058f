"""What the service refuses is told, in the language of the page, and nothing that was typed is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.player.pages.conftest import Live, Visit
from tests.player.pages.hands import Table
from tests.player.pages.test_playing import ARRIVED, stopped

pytestmark = pytest.mark.browser

REASON = ("this cannot be kept", "これは記録できません")


def refusing(table: Table, path: str) -> Table:
    """The service refuses this from now on."""
    body = {"detail": REASON[0], "words": list(REASON)}
    table.page.route(path, lambda route: route.fulfill(status=422, json=body))
    return table


@pytest.mark.parametrize(("locale", "reason"), list(zip(("en-US", "ja-JP"), REASON, strict=True)))
def test_a_refused_rating_is_told_and_what_was_typed_stays(
    visit: Visit, live: Live, locale: str, reason: str
) -> None:
    visitor = visit(locale=locale)
    visitor.expected += ["422"]
    table = refusing(visitor.page().play("practice", game="tspin"), "**/rating")
    table.solve()
    page = table.page
    page.locator(".panel summary").first.click()
    page.locator(".opinions textarea").fill("word")
    page.locator(".opinions button.main").click()
    page.get_by_role("alert").get_by_text(reason).wait_for()
    assert page.locator(".opinions textarea").input_value() == "word"
    page.unroute("**/rating")
    page.locator(".opinions button.main").click()
    page.locator(".opinions").wait_for(state="detached")
    assert live.last(table.attempt, "rated")["comment"] == "word"


@pytest.mark.usefixtures("unhurried")
def test_a_refused_survey_stays_open(visit: Visit, live: Live) -> None:
    visitor = visit()
    visitor.expected += ["422"]
    table = refusing(visitor.page().play("survey", game="tspin"), "**/rating")
    page = table.page
    page.get_by_role("button", name="I did not").click()
    page.get_by_label("A comment").fill("word")
    page.get_by_role("button", name="Send, and see the answer").click()
    page.get_by_role("alert").get_by_text(REASON[0]).wait_for()
    assert page.locator(".replay").count() == 0
    page.unroute("**/rating")
    page.get_by_role("button", name="Send, and see the answer").click()
    page.locator(".replay").wait_for()
    assert live.last(table.attempt, "rated")["comment"] == "word"


def test_a_refused_word_in_passing_is_told_on_the_next_page(visit: Visit) -> None:
    visitor = visit()
    visitor.expected += ["422"]
    table = refusing(stopped(visitor.page()).play("curated", game="tspin"), "**/rating")
    table.solve()
    table.page.clock.run_for(ARRIVED)
    table.page.get_by_role("button", name="Meh, next").click()
    table.page.locator("#notices").get_by_text(REASON[0]).wait_for()


@pytest.mark.parametrize("path", ["/play?mode=practice&game=tspin", "/mode/curated?game=tspin", "/list/nosuch"])
def test_refusals_are_told_in_japanese(visit: Visit, path: str) -> None:
    visitor = visit(locale="ja-JP")
    visitor.expected += ["422"]
    table = visitor.page()
    for where in ("**/api/attempts", "**/api/sets/*", "**/api/lists/*"):
        refusing(table, where)
    table.page.goto(table.base + path)
    table.page.get_by_text(REASON[1]).wait_for()
    assert not table.page.get_by_text(REASON[0]).is_visible()


def test_a_refusal_that_no_view_has_a_place_for_is_told(visit: Visit) -> None:
    visitor = visit()
    visitor.expected += ["422"]
    table = refusing(stopped(visitor.page()).go("/me"), "**/api/me/code")
    table.page.get_by_role("button", name="Get a code").click()
    table.page.locator("#notices").get_by_text(REASON[0]).wait_for()


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "There is no such page"), ("ja-JP", "ページが見つかりません")]
)
def test_an_address_that_leads_nowhere_shows_a_page(visit: Visit, locale: str, said: str) -> None:
    visitor = visit(locale=locale)
    visitor.expected += ["404"]
    page: Any = visitor.page().page
    assert page.goto(f"{visitor.live.base}/nosuch").status == 404
    page.get_by_role("heading", name=said).wait_for()
    page.locator("main a").click()
    page.wait_for_selector("body[data-ready=home]")

"""The service goes away and comes back; somebody plays in two tabs, or loads the page again. No move is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.player.pages.conftest import Live, Visit
from tests.player.pages.hands import Table
from tests.player.pages.test_playing import stopped

pytestmark = pytest.mark.browser

ONE_MOVE = {"game": "tspin", "category": "tsd-1"}


def drop(table: Table, move: Any) -> None:
    """Steer and drop without waiting for a reply."""
    table.steer(table.told["position"]["steer"], move, False)


def test_a_move_waits_until_the_service_is_back(visit: Visit, live: Live) -> None:
    visitor = visit()
    visitor.expected += ["ERR_INTERNET_DISCONNECTED"]
    table = visitor.page().play("practice", **ONE_MOVE)
    visitor.context.set_offline(True)
    drop(table, live.answer_to(table.told["puzzle_id"])[0])
    table.page.get_by_text("Your moves are kept").wait_for()
    assert live.kinds(table.attempt) == ["began"]
    visitor.context.set_offline(False)
    table.until("solved")
    table.page.locator("#away").wait_for(state="hidden")
    assert live.kinds(table.attempt) == ["began", "tried", "ended"]


def test_a_move_outlives_the_page(visit: Visit, live: Live) -> None:
    """The page is closed while the service is away; the next page sends what it left."""
    visitor = visit(worker=True)
    visitor.expected += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    table = visitor.page().play("practice", **ONE_MOVE)
    table.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.context.set_offline(True)
    drop(table, live.answer_to(table.told["puzzle_id"])[0])
    table.page.get_by_text("Your moves are kept").wait_for()
    table.page.reload()
    table.page.get_by_text("Your moves are kept").wait_for()
    visitor.context.set_offline(False)
    table.page.get_by_role("heading", name="Solved!").wait_for()
    assert live.kinds(table.attempt) == ["began", "tried", "ended"]


def test_a_page_asks_how_things_stand_once_all_is_sent_that_was_kept(visit: Visit, live: Live) -> None:
    """Else it would show an open board of a puzzle that the kept move solves."""
    visitor = visit()
    visitor.expected += ["503"]
    table = stopped(visitor.page()).play(
        "practice", **ONE_MOVE
    )  # so the move is not sent before the page is loaded again
    table.page.route("**/moves", lambda route: route.fulfill(status=503, json={"detail": "busy"}))
    drop(table, live.answer_to(table.told["puzzle_id"])[0])
    table.page.get_by_text("Your moves are kept").wait_for()
    table.page.unroute("**/moves")
    order: list[str] = []

    def send(route: Any) -> None:
        reply = route.fetch()
        order.append("the move is there")
        route.fulfill(response=reply)

    def ask(route: Any) -> None:
        order.append("how does it stand?")
        route.continue_()

    table.page.route("**/moves", send)
    table.page.route(f"**/api/attempts/{table.attempt}", ask)
    table.page.reload()
    table.page.get_by_role("heading", name="Solved!").wait_for()
    assert order == ["the move is there", "how does it stand?"]
    assert live.kinds(table.attempt) == ["began", "tried", "ended"]


def test_a_busy_service_is_asked_again(visit: Visit, live: Live) -> None:
    visitor = visit()
    visitor.expected += ["503"]
    table = visitor.page().play("practice", **ONE_MOVE)
    refused: list[str] = []

    def refuse_once(route: Any) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503, json={"detail": "busy"})

    table.page.route("**/moves", refuse_once)
    drop(table, live.answer_to(table.told["puzzle_id"])[0])
    table.until("solved")
    assert len(refused) == 1
    assert live.kinds(table.attempt) == ["began", "tried", "ended"]


def test_two_tabs_count_once(visit: Visit, live: Live) -> None:
    visitor = visit()
    first = visitor.page().play("practice", **ONE_MOVE)
    second = visitor.page()
    second.go(first.page.url.removeprefix(live.base)).at_table()
    assert second.attempt == first.attempt
    steer = second.told["position"]["steer"]
    first.solve()
    second.steer(steer, live.answer_to(first.told["puzzle_id"])[0], False)
    second.until("solved")
    assert live.kinds(first.attempt) == ["began", "tried", "ended"]


def test_a_page_loaded_again_goes_on_where_it_was(visit: Visit, live: Live) -> None:
    table = visit().page().play("practice", game="tspin", category="tsd-2")
    attempt = table.attempt
    table.make(live.answer_to(table.told["puzzle_id"])[0])
    table.page.reload()
    table.at_table()
    assert table.attempt == attempt
    assert len(table.told["position"]["moves"]) == 1
    table.page.keyboard.press("u")
    table.page.wait_for_selector(".play[data-moves='0']")
    table.solve()
    assert live.kinds(attempt) == ["began", "tried", "ended"]

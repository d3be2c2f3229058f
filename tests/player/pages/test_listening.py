"""The page for those who listen to it, and for those who use keys alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.player.pages.conftest import Live, Visit
from tests.player.pages.hands import Table
from tests.player.pages.test_playing import stopped

pytestmark = pytest.mark.browser

FOCUS = "document.activeElement.tagName"


def standing(table: Table) -> str:
    """What the board is described as."""
    told = table.page.get_attribute(".table", "aria-describedby")
    return str(table.page.locator(f"#{told}").inner_text())


def rows_of(table: Table) -> Any:
    return table.told["position"]["moments"][-1]["boards"][0]


def test_rows_of_a_board_are_told_in_the_language_of_the_page(visit: Visit, live: Live) -> None:
    table = visit().page().play("practice", game="tspin", category="tsd-2")
    before, rows = standing(table), rows_of(table)
    filled = [number for number, row in enumerate(rows, 1) if row.strip(".")]
    assert [int(number) for number in re.findall(r"Row (\d+)", before)] == filled
    table.page.keyboard.press("l")
    assert "段目" in standing(table)
    assert "Row" not in standing(table)
    table.page.keyboard.press("l")
    table.make(live.answer_to(table.told["puzzle_id"])[0])
    assert standing(table) != before


def test_pieces_are_told_with_their_squares_and_so_is_the_cursor(visit: Visit) -> None:
    table = visit().page().play("practice", game="geister")
    rows, names = rows_of(table), {"B": "your blue", "R": "your red", "b": "their blue", "r": "their red"}
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            if token in names:
                square = f"{'abcdef'[x]}{6 - y}"
                assert re.search(rf"{names[token]} piece: [a-f0-9, ]*{square}", standing(table))
    table.page.keyboard.press("ArrowUp")
    said = table.page.locator(".play > .quiet[aria-live]").inner_text()
    assert re.fullmatch(r"[a-f][1-6], your (blue|red) piece", said)


def test_the_end_is_told_and_keys_go_on_from_there(visit: Visit) -> None:
    table = visit().page()
    live_region = table.page.locator(".play > .quiet[aria-live=polite]")
    table.play("practice", game="tspin").solve()
    assert (live_region.inner_text(), table.page.evaluate(FOCUS)) == ("Solved!", "H2")
    table.play("practice", game="tspin")
    give_up = table.page.get_by_role("button", name="Give up")
    give_up.focus()
    table.page.keyboard.press("Enter")
    table.until("over")
    assert (live_region.inner_text(), table.page.evaluate(FOCUS)) == ("Next time, then", "H2")
    answer = table.page.get_by_role("button", name="See the answer")
    answer.focus()
    table.page.keyboard.press("Enter")
    table.page.locator(".replay").wait_for()
    assert table.page.evaluate(FOCUS) == "H2"


def test_a_tool_keeps_the_focus_or_gives_it_to_the_board(visit: Visit, live: Live) -> None:
    table = visit().page().play("practice", game="tspin", category="tsd-2")
    table.make(live.answer_to(table.told["puzzle_id"])[0])
    table.page.get_by_role("button", name="Undo").focus()
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector(".play[data-moves='0']")
    assert table.page.evaluate("document.activeElement.className") == "table"


def test_that_time_is_up_is_told(visit: Visit) -> None:
    table = stopped(visit().page())
    table.play("test", game="tspin")
    table.page.clock.run_for(32_000)
    table.until("over")
    assert table.page.locator(".play > .quiet[aria-live=polite]").inner_text() == "Time is up"


def test_what_several_moments_say_are_sentences(visit: Visit, live: Live) -> None:
    """Without motion all of it is said at once."""
    puzzle = next(one for one in live.service.stock.view().by_game["puyo"] if one.variant == "chain-2x3")
    table = visit().page().play("practice", game="puyo", puzzle_id=puzzle.puzzle_id)
    table.solve()
    said = [moment["said"][0] for moment in table.told["position"]["moments"] if moment["said"][0]]
    assert len(said) > 1
    assert table.page.locator(".play > .said").inner_text() == ". ".join(said)

"""Permalinks in a real browser, from disk: `releases/index.html#<puzzle id>` goes on to the release that added it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from assets.core.stage import Press
from tests.conftest import NIGHT, small_release

pytestmark = pytest.mark.browser
NEXT = "2026-11-16"


@pytest.fixture
def page(chromium: Any) -> Any:
    return chromium.new_page()


def test_a_permalink_leads_to_its_puzzle(page: Any, press: Press, folder: Path) -> None:
    second = small_release(press, NEXT)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    index = (press.home.releases / "index.html").as_uri()
    page.goto(index)
    assert page.locator("li a").all_inner_texts() == [NEXT, NIGHT]
    rows = pq.read_table(second / "puzzles.parquet").to_pylist()
    for night in (NIGHT, NEXT):
        identity = next(row["puzzle_id"] for row in rows if str(row["added"]) == night)
        page.goto("about:blank")
        page.goto(f"{index}#{identity}")
        page.wait_for_url(re.compile(rf"/{night}/[a-z]+\.html#{identity}$"))
    assert complaints == []
    known = {row["puzzle_id"][:2] for row in rows}
    strange = next(start for number in range(256) if (start := f"{number:02x}") not in known)
    for start in (min(known), strange):
        page.goto("about:blank")
        page.goto(f"{index}#{start:0<16}")
        page.get_by_text("No release here has the puzzle").wait_for()


def test_the_list_of_releases_looks_like_the_rest(page: Any, press: Press, folder: Path) -> None:
    """It speaks both languages, is light or dark, and fits a phone."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto((press.home.releases / "index.html").as_uri())
    assert page.locator("h1").inner_text() == "All releases"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    background = "getComputedStyle(document.body).backgroundColor"
    here = page.evaluate(background)
    page.get_by_role("button", name="日本語").click()
    assert page.locator("h1").inner_text() == "すべてのリリース"
    assert page.title().startswith("すべてのリリース")
    assert "puzzles" not in page.locator(".releases").inner_text()
    page.get_by_role("button", name="明暗の切り替え").click()
    assert page.evaluate(background) != here
    page.get_by_role("button", name="明暗の切り替え").click()
    page.locator("li a").first.click()
    page.wait_for_url(f"**/{NIGHT}/index.html")
    assert page.evaluate(background) == here

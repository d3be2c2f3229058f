"""The pages and the released folders, as the service gives them."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.player.conftest import Site
from tests.player.releases import GALLERY

NIGHT = "2026-11-15"


def test_pages_and_their_files_are_there(browser: TestClient) -> None:
    from player import pages

    for path in pages.pages():
        reply = browser.get(path.replace("{name}", "practice").replace("{id}", "x"))
        assert reply.status_code == 200
        assert reply.headers["content-type"].startswith("text/html")
    for name, (body, _) in pages.static_files().items():
        reply = browser.get(pages.FOLDER + name)
        assert reply.content == body
        assert "immutable" in reply.headers["cache-control"]
    for path, (body, _) in pages.root_files().items():
        reply = browser.get(path)
        assert reply.content == body
        assert "immutable" not in reply.headers["cache-control"]


@pytest.mark.parametrize("name", [NIGHT, "latest"])
def test_releases_can_be_looked_at(browser: TestClient, name: str) -> None:
    assert browser.get(f"/releases/{name}/index.html").text == GALLERY
    assert browser.get(f"/releases/{name}/").text == GALLERY
    assert browser.get(f"/releases/{name}/SHA256SUMS").status_code == 200
    assert browser.post(f"/releases/{name}/index.html").status_code == 405


@pytest.mark.parametrize(
    "path",
    ["../withdrawn.jsonl", "..%2fwithdrawn.jsonl", "%2e%2e/withdrawn.jsonl", "latest/../../players/log.sqlite",
     "latest/..%2f..%2fplayers%2flog.sqlite", "....//players/log.sqlite", "/etc/passwd", "%2fetc%2fpasswd", "a%00b",
     ".hidden/x", "2026-11-15/.hidden", "x" * 5000, "latest/index.html/x", "%ff", "escape/passwd", "nosuch"],
)  # fmt: skip
def test_paths_lead_nowhere_else(site: Site, browser: TestClient, path: str) -> None:
    (site.home.root / "withdrawn.jsonl").touch()
    (site.home.releases / ".hidden").mkdir()
    (site.home.releases / ".hidden" / "x").write_text("x")
    (site.home.releases / NIGHT / ".hidden").write_text("x")
    (site.home.releases / "escape").symlink_to(Path("/etc"))
    reply = browser.get(f"/releases/{path}")
    assert reply.status_code in (404, 405)
    assert isinstance(reply.json()["detail"], str)


def test_a_release_that_comes_while_the_service_runs_is_served(site: Site, browser: TestClient) -> None:
    folder = site.home.releases / "2026-11-16"
    assert browser.get("/releases/2026-11-16/index.html").status_code == 404
    folder.mkdir()
    (folder / "index.html").write_text("new")
    assert browser.get("/releases/2026-11-16/index.html").text == "new"


def test_an_address_that_leads_nowhere_is_a_page_for_browsers_and_json_for_programs(browser: TestClient) -> None:
    people = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = browser.get("/nosuch", headers=people)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is no such page" in page.text
    for path, headers in (("/nosuch", {}), ("/api/nosuch", people), ("/static/nosuch.js", people)):
        reply = browser.get(path, headers=headers)
        assert reply.status_code == 404
        assert isinstance(reply.json()["detail"], str)
    assert browser.post("/nosuch", headers=people).json()["detail"]

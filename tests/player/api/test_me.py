"""The player's own routes: nobody yet, somebody, carried to another device, forgotten; and their lists."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from player.guard.cookies import COOKIE
from tests.player.conftest import Site
from tests.player.play import begin, get, move, post, wrong
from tests.player.releases import Known

Puzzles = dict[str, list[Known]]
TRICKS = [
    "'; drop table event; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "${7*7}",
    "ﷺ" * 10,
    " x ",
]


def test_whoever_only_looks_becomes_nobody(site: Site, browser: TestClient) -> None:
    for path in ("start", "daily", "me", "lists", "sets/tonight"):
        reply = browser.get(f"/api/{path}")
        assert reply.status_code == 200
        assert "set-cookie" not in reply.headers
    assert get(browser, "start")["me"] is None
    assert get(browser, "me")["player"] is None


def test_the_first_attempt_gives_a_cookie_that_scripts_cannot_read(browser: TestClient) -> None:
    reply = browser.post("/api/attempts", json={"mode": "practice", "game": "tspin"})
    cookie = reply.headers["set-cookie"].lower()
    for word in ("httponly", "samesite=lax", "path=/", "max-age=31536000"):
        assert word in cookie
    assert "secure" not in cookie
    again = browser.post("/api/attempts", json={"mode": "practice", "game": "tspin"})
    assert "set-cookie" not in again.headers


def test_a_cookie_that_leads_nowhere_is_replaced(site: Site) -> None:
    for bad in ("x" * 43, "short", "a b", "", "x" * 5000, "\u00e9"):
        browser = site.browser()
        header = {"cookie": f"{COOKIE}={bad}".encode()}
        assert browser.get("/api/me", headers=header).json()["player"] is None  # type: ignore[arg-type]
        assert browser.get("/api/me/data", headers=header).status_code == 401  # type: ignore[arg-type]
        reply = browser.post("/api/attempts", json={"mode": "practice", "game": "tspin"}, headers=header)  # type: ignore[arg-type]
        assert reply.status_code == 201
        assert COOKIE in reply.headers["set-cookie"]


def test_a_request_that_is_refused_makes_nobody_a_player(
    site: Site, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    newcomer = site.service.log.newcomer
    monkeypatch.setattr(site.service.log, "newcomer", lambda: (made.append(1), newcomer())[1])
    wish = {"mode": "practice", "game": "tspin"}
    for body in (
        {"mode": "nosuch"}, {"mode": 3}, {}, {**wish, "category": "nope"}, {**wish, "theme": "nope"},
        {**wish, "puzzle_id": "0" * 16}, {**wish, "set": "misses"}, {"mode": "streak", "game": "tspin", "run": "r"},
    ):  # fmt: skip
        reply = browser.post("/api/attempts", json=body)
        assert reply.status_code in (404, 422), body
        assert "set-cookie" not in reply.headers
    assert browser.post("/api/lists", json={"name": "\u200e"}).status_code == 422
    assert not made
    begin(browser, game="tspin")
    assert made == [1]


def test_my_page_counts_what_was_done(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    solved, missed = puzzles["tsd-1"][0], puzzles["tsd-1"][1]
    move(browser, begin(browser, puzzle_id=solved.puzzle_id, game="tspin")["attempt"], solved.moves)
    attempt = begin(browser, "training", puzzle_id=missed.puzzle_id, game="tspin")["attempt"]
    wrong(browser, attempt, missed.moves)
    found = get(browser, "me")
    assert (found["solved"], found["attempts"], found["streaks"]) == (1, 2, {"current": 1, "longest": 1})
    assert [one["puzzle_id"] for one in found["misses"]] == [missed.puzzle_id]
    (whole,) = [one for one in found["strengths"] if one["name"] is None]
    assert (whole["game"], whole["tries"], whole["solved"]) == ("tspin", 2, 1)
    assert [point["day"] for point in found["curves"]["tspin"]]
    done = {one["puzzle_id"]: one["done"] for name in sets_of(browser) for one in get(browser, name)["puzzles"]}
    assert (done[solved.puzzle_id], done[missed.puzzle_id]) == (True, False)
    assert set(done.values()) == {True, False, None}


def test_days_of_a_streak_are_those_where_the_player_is(site: Site, browser: TestClient, puzzles: Puzzles) -> None:
    """At 14 and at 16 o'clock of one day in London it is before and after midnight in Tokyo."""
    site.clock.wait(2 * 3600)
    for known in puzzles["tsd-1"][:2]:
        move(browser, begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"], known.moves)
        site.clock.wait(2 * 3600)
    longest = {zone: get(browser, f"me?zone={zone}")["streaks"]["longest"] for zone in ("Asia/Tokyo", "UTC")}
    assert longest == {"Asia/Tokyo": 2, "UTC": 1}
    for bad in ("", "Nowhere/Here", "../../etc/passwd", "/etc/passwd", "America", "%00", "%ed%a0%80"):
        assert get(browser, f"me?zone={bad}")["streaks"] == get(browser, "me")["streaks"], bad
    get(browser, f"me?zone={'x' * 101}", 422)


def sets_of(browser: TestClient) -> list[str]:
    return ["sets/curated-tsd-1", "sets/flash-tsd-1", "sets/practice-tsd-1"]


@pytest.mark.parametrize("name", TRICKS)
def test_tricks_in_names_and_comments_do_nothing(
    site: Site, browser: TestClient, puzzles: Puzzles, name: str
) -> None:
    reply = browser.patch("/api/me", json={"nickname": name})
    if reply.status_code == 422:
        assert isinstance(reply.json()["detail"], str)
        return
    assert reply.json()["nickname"] == name.strip()
    assert get(browser, "start")["me"]["nickname"] == name.strip()
    made = post(browser, "lists", {"name": name, "puzzle_ids": [], "note": name}, 201)
    assert get(browser, f"lists/{made['id']}")["name"] == name.strip()
    assert [one["name"] for one in get(browser, "lists")["lists"]] == [name.strip()]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("良い\u3000問題\u00a0だ", None), ("👩\u200d👩\u200d👧 がんばれ", None), ("a\r\nb\rc", "a\nb\nc"),
     ("\U0001fae8", None), ("\U0001faff", None), ("\ue000", None), ("\u202eabc\u2066d", "abcd"),
     ("a\tb\nc", "a b\nc")],
)  # fmt: skip
def test_what_keyboards_type_is_kept(
    site: Site, browser: TestClient, puzzles: dict[str, list[Known]], typed: str, kept: str | None
) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    move(browser, attempt, known.moves)
    post(browser, f"attempts/{attempt}/rating", {"comment": typed})
    assert site.service.log.of_attempt(attempt)[-1].body["comment"] == (kept or typed)
    assert browser.patch("/api/me", json={"nickname": typed}).status_code == 200
    post(browser, "lists", {"name": typed, "note": typed}, 201)


@pytest.mark.parametrize("typed", ["a\u0000b", "\u001b[31m", "\u0085", "\ufffe", "\u0378"])
def test_what_is_no_text_is_refused_in_both_languages(browser: TestClient, typed: str) -> None:
    reply = browser.patch("/api/me", json={"nickname": typed})
    assert reply.status_code == 422
    assert reply.json()["words"] == [reply.json()["detail"], "使えない文字が含まれています。"]


@pytest.mark.parametrize(
    "body",
    [{"nickname": "x" * 41}, {"nickname": 3}, {"group": "master"}, {"language": "xx"}, {"player": "p0"}, [], None,
     {"nickname": "a\u0000b"}],
)  # fmt: skip
def test_what_nobody_can_be_called_is_refused(browser: TestClient, body: Any) -> None:
    reply = browser.patch("/api/me", json=body)
    assert reply.status_code == 422
    assert isinstance(reply.json()["detail"], str)
    assert "set-cookie" not in reply.headers


def test_what_a_player_says_of_themself_is_changed_and_taken_back(site: Site, browser: TestClient) -> None:
    assert browser.patch("/api/me", json={"nickname": "Ann", "group": "beginner"}).json()["group"] == "beginner"
    assert browser.patch("/api/me", json={"language": "ja"}).json()["nickname"] == "Ann"
    assert browser.patch("/api/me", json={"nickname": None}).json()["nickname"] is None
    attempt = begin(browser, game="tspin")["attempt"]
    assert site.service.log.of_attempt(attempt)[0].body["group"] == "beginner"


def test_a_code_carries_a_player_to_another_device_once(site: Site, browser: TestClient) -> None:
    begin(browser, game="tspin")
    mine = get(browser, "me")["player"]
    code = post(browser, "me/code")["code"]
    other, third = site.browser(), site.browser()
    assert post(other, "me/carry", {"code": f" {code.upper()} "})["player"] == mine
    assert get(other, "me")["player"] == mine
    assert "code" in post(third, "me/carry", {"code": code}, 404)["detail"]
    assert get(browser, "me")["player"] == mine


@pytest.mark.parametrize("code", ["", "x" * 41, 3, None, "'; --", "\u0000"])
def test_codes_that_are_none_are_refused(browser: TestClient, code: Any) -> None:
    assert browser.post("/api/me/carry", json={"code": code}).status_code in (404, 422)


def test_everything_that_is_kept_can_be_downloaded_and_forgotten(
    site: Site, browser: TestClient, puzzles: Puzzles
) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    move(browser, attempt, known.moves)
    listed = post(browser, "lists", {"name": "mine", "puzzle_ids": [known.puzzle_id]}, 201)["id"]
    kept = browser.get("/api/me/data")
    assert "attachment" in kept.headers["content-disposition"]
    assert len(kept.json()["events"]) == 3
    assert browser.cookies.get(COOKIE) not in kept.text
    tab = site.browser()
    tab.cookies.update(browser.cookies)
    reply = browser.delete("/api/me")
    assert reply.json() == {"ok": True}
    assert "Max-Age=0" in reply.headers["set-cookie"]
    assert not list(site.service.log.events())
    assert get(tab, "me")["player"] is None
    get(tab, f"attempts/{attempt}", 401)
    get(tab, f"lists/{listed}", 404)
    assert tab.delete("/api/me").status_code == 401


# Lists.


def test_a_list_is_shared_by_its_id_and_changed_by_its_owner_alone(
    site: Site, browser: TestClient, puzzles: Puzzles
) -> None:
    ids = [one.puzzle_id for one in puzzles["tsd-1"][:3]]
    made = post(browser, "lists", {"name": "Good ones", "puzzle_ids": [*ids, ids[0]], "note": "try these"}, 201)
    assert [one["puzzle_id"] for one in made["puzzles"]] == ids
    other = site.browser()
    assert get(other, f"lists/{made['id']}") == {**made, "mine": False}
    begin(other, game="tspin")
    assert other.put(f"/api/lists/{made['id']}", json={"name": "Mine now"}).status_code == 404
    assert other.delete(f"/api/lists/{made['id']}").status_code == 404
    changed = browser.put(f"/api/lists/{made['id']}", json={"puzzle_ids": ids[1:]}).json()
    assert (changed["name"], [one["puzzle_id"] for one in changed["puzzles"]]) == ("Good ones", ids[1:])
    assert browser.delete(f"/api/lists/{made['id']}").json() == {"ok": True}
    get(browser, f"lists/{made['id']}", 404)


@pytest.mark.parametrize(
    "body",
    [
        {}, {"name": ""}, {"name": "x" * 81}, {"name": "a", "puzzle_ids": ["0" * 16]},
        {"name": "a", "puzzle_ids": ["x"]}, {"name": "a", "puzzle_ids": ["0" * 16] * 501},
        {"name": "a", "note": "x" * 2001}, {"name": "\u0000"},
    ],
)  # fmt: skip
def test_lists_that_cannot_be_are_refused(browser: TestClient, body: dict[str, Any]) -> None:
    reply = browser.post("/api/lists", json=body)
    assert reply.status_code in (404, 422)
    assert isinstance(reply.json()["detail"], str)
    assert "set-cookie" not in reply.headers

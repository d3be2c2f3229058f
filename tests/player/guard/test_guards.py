"""What stands before the API: names, origins, bodies, rates and headers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from assets.core.settings import Settings
from player.guard.bodies import MOST_BYTES, BodyGuard
from player.guard.hosts import names_of
from player.guard.limits import Buckets, Limits, Rate, Rates
from tests.player.conftest import ADDRESS, Site, Wound
from tests.player.play import begin

PLAY = {"mode": "practice", "game": "tspin"}


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:9", "[::1]:80"])
def test_names_of_the_loopback_are_answered(browser: TestClient, host: str) -> None:
    assert browser.get("/healthz", headers={"host": host}).json() == {"ok": True}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.0.2.7", "", "a b", "x@localhost/"])
def test_other_names_are_not_ours(browser: TestClient, host: str) -> None:
    for path in ("/healthz", "/api/start", "/", "/releases/latest/index.html"):
        reply = browser.get(path, headers={"host": host})
        assert reply.status_code == 421
        assert "name" in reply.json()["detail"]
        assert not reply.json()["words"][1].isascii()


def test_bound_to_all_addresses_numbers_are_ours_and_names_are_not() -> None:
    names = names_of("0.0.0.0", ["puzzles.example"])
    assert names.answers_to("192.0.2.7:8000")
    assert names.answers_to("[2001:db8::1]")
    assert names.answers_to("puzzles.example:443")
    assert not names.answers_to("evil.example")
    assert not names_of("192.0.2.7").answers_to("192.0.2.8")
    assert not names_of("127.0.0.1").answers_to(None)


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"},
     {"sec-fetch-site": "same-site"}, {"origin": "http://127.0.0.1:9999"}, {"origin": "http://["}],
)  # fmt: skip
def test_pages_of_others_change_nothing(site: Site, browser: TestClient, headers: dict[str, str]) -> None:
    assert browser.post("/api/attempts", json=PLAY, headers=headers).status_code == 403
    assert browser.patch("/api/me", json={}, headers=headers).status_code == 403
    assert browser.delete("/api/me", headers=headers).status_code == 403
    assert not list(site.service.log.events())
    assert browser.get("/api/start", headers=headers).status_code == 200


def test_our_own_pages_and_tools_may_ask(browser: TestClient) -> None:
    own = {"origin": ADDRESS, "sec-fetch-site": "same-origin"}
    assert browser.post("/api/attempts", json=PLAY, headers=own).status_code == 201


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_a_body_must_be_json(browser: TestClient, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    reply = browser.post("/api/attempts", content=b'{"mode": "practice", "game": "tspin"}', headers=headers)
    assert reply.status_code == 415


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"x"', "\x00", "{}}", '{"mode": "\\ud800"}'])
def test_bodies_that_are_none_are_refused(browser: TestClient, text: str) -> None:
    reply = browser.post("/api/attempts", content=text, headers={"content-type": "application/json"})
    assert reply.status_code == 422
    assert isinstance(reply.json()["detail"], str)


def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(browser: TestClient) -> None:
    large = b'{"mode": "' + b"x" * MOST_BYTES + b'"}'
    headers = {"content-type": "application/json"}
    assert browser.post("/api/attempts", content=large, headers=headers).status_code == 413
    assert browser.post("/api/attempts", content=iter([large[:9], large[9:]]), headers=headers).status_code == 413
    assert browser.post("/api/attempts", content=large[: MOST_BYTES - 9], headers=headers).status_code == 422


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    sent: list[Any] = []

    async def never() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("nobody may wait for a body in here")

    scope = {"type": "http", "method": "POST", "path": "/api/attempts", "headers": []}
    asyncio.run(BodyGuard(app, seconds=0.01)(scope, never, send))
    assert sent[0]["status"] == 408


def test_buckets_fill_again() -> None:
    now = [0.0]
    buckets = Buckets(lambda: now[0])
    rate = Rate(2, 3)
    assert [buckets.take("a", rate) for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b", rate) == 0
    now[0] = 0.5
    assert [buckets.take("a", rate) for _ in range(2)] == [0, 0.5]
    now[0] = -100  # a clock that goes back takes nothing away and gives nothing
    assert buckets.take("a", rate) > 0
    now[0] = 1000
    assert [buckets.take("a", rate) > 0 for _ in range(4)] == [False, False, False, True]


def test_buckets_are_bounded() -> None:
    buckets = Buckets(lambda: 0.0, most=10)
    for number in range(100):
        buckets.take(str(number), Rate(1, 1))
    assert len(buckets.levels) == 10


def test_whoever_asks_too_often_has_to_wait(site: Site) -> None:
    site.service.limits.rates = replace(site.rates, player=Rate(1, 5), address=Rate(1, 8))
    far = site.browser("198.51.100.7")
    attempt = begin(far, game="tspin")["attempt"]
    statuses = [far.post(f"/api/attempts/{attempt}/moves", json={"moves": []}).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    refused = far.get("/api/start")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
    assert "wait" in refused.json()["detail"]
    assert site.browser("198.51.100.8").get("/api/start").status_code == 200
    site.clock.wait(3)
    assert far.get("/api/start").status_code == 200


def test_new_players_of_one_address_are_few(site: Site) -> None:
    site.service.limits.rates = replace(site.rates, newcomers=Rate(0.1, 2))
    statuses = [site.browser("198.51.100.7").post("/api/attempts", json=PLAY).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]
    assert site.browser("127.0.0.1").post("/api/attempts", json=PLAY).status_code == 201


def test_the_loopback_has_room_for_many_players(clock: Wound) -> None:
    limits = Limits(Rates.of(Settings.load().player), clock.ticks)
    assert all(limits.wait("127.0.0.1", f"token {n % 200}") == 0 for n in range(8000))
    assert all(limits.wait("127.0.0.1", "one of them") == 0 for _ in range(1000))
    assert all(limits.wait_as_newcomer("::1") == 0 for n in range(200))
    assert any(limits.wait("198.51.100.7", None) > 0 for n in range(1000))
    assert any(limits.wait_as_newcomer("198.51.100.7") > 0 for n in range(100))


@pytest.mark.parametrize("path", ["/", "/play", "/healthz", "/docs", "/api/start", "/api/daily", "/static/nosuch.js"])
def test_head_is_get_without_the_body(browser: TestClient, path: str) -> None:
    whole, head = browser.get(path), browser.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("content-type", "content-length", "content-security-policy", "cache-control"):
        assert head.headers.get(name) == whole.headers.get(name)


def test_every_reply_tells_browsers_what_to_refuse(browser: TestClient) -> None:
    for path in ("/", "/api/start", "/api/nosuch", "/healthz", "/docs", "/releases/nosuch"):
        headers = browser.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert ("unsafe" in headers["content-security-policy"]) is path.startswith("/releases/")
    assert browser.get("/api/start").headers["cache-control"] == "no-store"
    assert browser.get("/", headers={"host": "evil.example"}).headers["x-frame-options"] == "DENY"


def test_replies_are_packed_for_those_who_can_unpack(browser: TestClient) -> None:
    assert browser.get("/api/start", headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in browser.get("/api/start", headers={"accept-encoding": "identity"}).headers

"""The description of the API: every route is described, and every reply is as it says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import BaseModel

from player.api import replies
from player.app import api_of
from tests.player.conftest import Site
from tests.player.play import begin
from tests.player.releases import Known

CONTRACT: dict[str, set[str]] = {
    "/api/start": {"get"},
    "/api/sets/{name}": {"get"},
    "/api/daily": {"get"},
    "/api/attempts": {"post"},
    "/api/attempts/{attempt}": {"get"},
    "/api/attempts/{attempt}/moves": {"post"},
    "/api/attempts/{attempt}/hint": {"post"},
    "/api/attempts/{attempt}/end": {"post"},
    "/api/attempts/{attempt}/answer": {"get"},
    "/api/attempts/{attempt}/after": {"get"},
    "/api/attempts/{attempt}/rating": {"post"},
    "/api/runs/{run}/end": {"post"},
    "/api/me": {"get", "patch", "delete"},
    "/api/me/data": {"get"},
    "/api/me/code": {"post"},
    "/api/me/carry": {"post"},
    "/api/lists": {"get", "post"},
    "/api/lists/{id}": {"get", "put", "delete"},
    "/healthz": {"get"},
}


def test_every_route_is_there_and_described(site: Site, browser: TestClient) -> None:
    found = browser.get("/openapi.json").json()
    assert {path: set(operations) for path, operations in found["paths"].items()} == CONTRACT
    for operations in found["paths"].values():
        for operation in operations.values():
            assert operation["description"].endswith(".")
            assert "422" in operation["responses"]
    page = browser.get("/docs")
    assert all(path in page.text for path in CONTRACT)
    assert "http://" not in page.text.replace("http://127.0.0.1", "")


def test_refusals_are_described_as_one_line(browser: TestClient) -> None:
    found = browser.get("/openapi.json").json()
    assert "HTTPValidationError" not in found["components"]["schemas"]
    assert found["components"]["schemas"]["Problem"]["properties"]["detail"]["type"] == "string"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "attempts", {"mode": "practice", "game": "tspin", "more": 1}),
        ("post", "attempts", {"mode": "practice"}),
        ("post", "attempts", {"mode": "sleep"}),
        ("post", "attempts", {"mode": "curated", "game": "tspin", "position": 1000}),
        ("post", "attempts", {"mode": "practice", "game": "tspin", "category": "none"}),
        ("get", "attempts/none", None),
        ("get", "sets/none", None),
        ("get", "lists/none", None),
        ("get", "me/data", None),
        ("post", "me/carry", {"code": "none"}),
        ("patch", "me", {"nickname": "x" * 61}),
        ("post", "lists", {"name": "\u200e"}),
        ("post", "lists", {"name": "x", "puzzle_ids": ["0" * 16]}),
        ("get", "nothing", None),
        ("put", "me", {}),
    ],
)
def test_every_refusal_is_said_in_both_languages(browser: TestClient, method: str, path: str, body: Any) -> None:
    reply = browser.request(method, f"/api/{path}", json=body)
    assert 400 <= reply.status_code < 500
    found = reply.json()
    assert list(found) == ["detail", "words"]
    assert found["words"][0] == found["detail"]
    assert not found["words"][1].isascii()


def test_replies_are_as_they_are_described(site: Site, browser: TestClient, puzzles: dict[str, list[Known]]) -> None:
    """Every route that gives JSON, asked once: its reply fits the model exactly."""
    known = puzzles["tsd-1"][0]
    began = begin(browser, puzzle_id=known.puzzle_id, game="tspin")
    run = begin(browser, "streak", game="tspin")
    attempt, model = f"/api/attempts/{began['attempt']}", replies
    asked: list[tuple[str, str, Any, type[BaseModel]]] = [
        ("get", "/api/start", None, model.Start),
        ("get", "/api/sets/tonight", None, model.SetReply),
        ("get", "/api/daily", None, model.Daily),
        ("post", "/api/attempts", {"mode": "practice", "game": "tspin"}, model.AttemptReply),
        ("get", attempt, None, model.AttemptReply),
        ("post", f"{attempt}/moves", {"moves": []}, model.State),
        ("post", f"{attempt}/hint", None, model.HintReply),
        ("post", f"{attempt}/moves", {"moves": known.moves}, model.State),
        ("post", f"{attempt}/end", {"how": "left"}, model.EndReply),
        ("get", f"{attempt}/answer", None, model.AnswerReply),
        ("get", f"{attempt}/after", None, model.After),
        ("post", f"{attempt}/rating", {"interest": 3}, model.RatingReply),
        ("post", f"/api/runs/{run['run']['id']}/end", None, model.RunEnd),
        ("get", "/api/me", None, model.MeReply),
        ("patch", "/api/me", {"nickname": "Ann"}, model.MeReply),
        ("post", "/api/me/code", None, model.CodeReply),
        ("get", "/api/lists", None, model.Lists),
        ("post", "/api/lists", {"name": "a", "puzzle_ids": [known.puzzle_id]}, model.ListReply),
        ("get", "/healthz", None, model.Fine),
        ("delete", "/api/me", None, model.Fine),
    ]
    for method, path, body, reply in asked:
        found = browser.request(method, path, json=body)
        assert found.status_code in (200, 201), (path, found.text)
        reply.model_validate_json(json.dumps(found.json()))


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("get", "/api/nosuch", 404), ("get", "/api/attempts", 405), ("post", "/api/start", 405), ("get", "/api", 404),
     ("get", "/api/sets/nosuch", 404), ("get", "/api/sets/a%00b", 422), ("get", "/api/sets/..%2f..", 404)],
)  # fmt: skip
def test_what_is_not_there_is_said_in_json(browser: TestClient, method: str, path: str, status: int) -> None:
    reply = browser.request(method, path, json={} if method == "post" else None)
    assert reply.status_code == status
    assert isinstance(reply.json()["detail"], str)


def test_every_operation_has_a_name_of_its_own(site: Site) -> None:
    schema = api_of(site.service).openapi()
    names = [operation["operationId"] for operations in schema["paths"].values() for operation in operations.values()]
    assert len(names) == len(set(names))

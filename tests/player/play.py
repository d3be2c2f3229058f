"""Playing over the API, as tests do it: short ways to ask, and what every reply has to keep to."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

SECRET = ("solution", "answer")


def begin(browser: TestClient, mode: str = "practice", status: int = 201, **fields: Any) -> dict[str, Any]:
    reply = browser.post("/api/attempts", json={"mode": mode, **fields})
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


def post(browser: TestClient, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
    reply = browser.post(f"/api/{path}", json=body) if body is not None else browser.post(f"/api/{path}")
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


def get(browser: TestClient, path: str, status: int = 200) -> dict[str, Any]:
    reply = browser.get(f"/api/{path}")
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


def move(browser: TestClient, attempt: str, moves: list[Any], status: int = 200) -> dict[str, Any]:
    return post(browser, f"attempts/{attempt}/moves", {"moves": moves}, status)


def wrong(browser: TestClient, attempt: str, solution: list[Any]) -> dict[str, Any]:
    """Play legal moves that do not solve it: others than the solution's wherever there are any."""
    reply = move(browser, attempt, [])
    while reply["solved"] is None:
        made = reply["moves"]
        right = solution[len(made)] if made == solution[: len(made)] and len(made) < len(solution) else None
        others = [choice for choice in reply["legal"] if choice != right]
        reply = move(browser, attempt, [*made, (others or reply["legal"])[0]])
    assert reply["solved"] is False
    return reply


def keys_of(value: Any) -> set[str]:
    """Every key in some JSON, however deep."""
    if isinstance(value, dict):
        return {str(key) for key in value}.union(*(keys_of(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(keys_of(part) for part in value)) if value else set()
    return set()


def secrets_in(value: Any) -> set[str]:
    return {key for key in keys_of(value) if key.lower().startswith(SECRET)}

"""Replies of the guards, which come before the framework: one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.types import Scope, Send

from assets.core.titles import Words


async def refuse(send: Send, status: int, words: Words, headers: Mapping[str, str] | None = None) -> None:
    """Send a refusal as every other error is sent."""
    body = json.dumps({"detail": words[0], "words": words}).encode()
    sent = {"content-type": "application/json", "content-length": str(len(body)), **(headers or {})}
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})


def header(scope: Scope, name: bytes) -> str | None:
    """The first header of a name."""
    found = next((value for key, value in scope["headers"] if key == name), None)
    return None if found is None else found.decode("latin-1")


def address_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""

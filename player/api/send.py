"""Replies as bytes: what the models describe is put together by hand, because it is sent so often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Response
from pydantic_core import to_json

JSON = "application/json"


def reply(
    found: Mapping[str, Any], response: Response, status: int = 200, raw: Mapping[str, bytes] | None = None
) -> Response:
    """Some fields as JSON; `raw` are fields that are JSON already. Cookies that were set go along."""
    body = to_json(found)
    if raw:
        parts = b"".join(b',"' + name.encode() + b'":' + value for name, value in raw.items())
        body = body[:-1] + (parts if found else parts[1:]) + b"}"
    sent = Response(body, status, media_type=JSON)
    for name, value in response.headers.items():
        if name == "set-cookie":
            sent.headers.append(name, value)
    return sent

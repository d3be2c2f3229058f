"""How much may be sent, how fast, and in what form."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from player.guard.hosts import SAFE
from player.guard.replies import header, refuse

MOST_BYTES = 64 * 1024
SECONDS = 10.0
TOO_LARGE = f"a body may have {MOST_BYTES // 1024} KB", f"送れるのは{MOST_BYTES // 1024} KBまでです。"
TOO_SLOW = "the body did not come in time", "送信に時間がかかりすぎました。"
NO_JSON = "a body must be JSON, with content-type application/json", "JSONで送ってください。"


class BodyGuard:
    """Reads a body whole before anything is done with it: so nobody waits for a slow one, and none is too large."""

    def __init__(self, app: ASGIApp, most: int = MOST_BYTES, seconds: float = SECONDS) -> None:
        self.app, self.most, self.seconds = app, most, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        if (
            (length := header(scope, b"content-length")) is not None
            and length.isdecimal()
            and int(length) > self.most
        ):
            await refuse(send, 413, TOO_LARGE, {"connection": "close"})
            return
        try:
            async with asyncio.timeout(self.seconds):
                body = await self.read(receive)
        except TimeoutError:
            await refuse(send, 408, TOO_SLOW, {"connection": "close"})
            return
        if body is None:
            await refuse(send, 413, TOO_LARGE, {"connection": "close"})
        elif body and not is_json(header(scope, b"content-type")):
            await refuse(send, 415, NO_JSON)
        else:
            await self.app(scope, given(body, receive), send)

    async def read(self, receive: Receive) -> bytes | None:
        """The whole body; None if it is too large."""
        parts, size = [], 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b""
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.most:
                return None
            if not message.get("more_body", False):
                return b"".join(parts)


def is_json(kind: str | None) -> bool:
    return kind is not None and kind.partition(";")[0].strip().lower() == "application/json"


def given(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read already, then whatever else comes."""
    left = [body]

    async def again() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return again

"""Errors as replies: a status and one clear line."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from assets.core.titles import Words
from player.api.replies import Problem
from player.attempts.refusals import Busy, Gone, NotAllowed, NotKnown, NotThere, NotValid, Refused, TooLate
from player.choice.wishes import BadWish, NothingLeft
from warehouse.lake import DamagedFile
from warehouse.players.log import BadWords, ForgottenPlayer, LogUnavailable, UnknownPlayer

STATUS: dict[type[Refused], int] = {
    NotKnown: 401,
    NotThere: 404,
    NotAllowed: 403,
    TooLate: 409,
    Gone: 410,
    NotValid: 422,
    Busy: 503,
}
SAID = {
    401: "Whoever asks is no player yet.",
    403: "It may not be told or done, or not yet.",
    404: "There is no such thing, or it is somebody else's.",
    408: "The body did not come in time.",
    409: "It is over.",
    410: "The puzzle has been withdrawn.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    421: "The service does not answer to that name.",
    422: "What was sent cannot be used.",
    429: "Too many requests; Retry-After says how long to wait.",
    503: "The service is busy, or its log cannot be reached.",
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": said} for status, said in SAID.items()
}
WRONG = "送られた内容は使えません。"
WRONG_JA = {
    "string_too_long": "長すぎます（{max_length}文字まで）。",
    "string_too_short": "短すぎます（{min_length}文字以上）。",
    "too_long": "数が多すぎます（{max_length}まで）。",
    "missing": "必要な項目がありません。",
    "json_invalid": "JSONとして読めません。",
    "extra_forbidden": "知らない項目があります。",
    "greater_than_equal": "小さすぎます（{ge}以上）。",
    "less_than_equal": "大きすぎます（{le}以下）。",
}
PLAIN_JA = {
    404: "見つかりません。",
    405: "その操作はできません。",
    429: "アクセスが多すぎます。少し待ってください。",
}
FORGOTTEN = "this player is no longer known", "この参加者の記録はもうありません。"
NO_LOG = (
    "nothing can be written down now: try again in a moment",
    "今は記録できません。少し待ってからもう一度お試しください。",
)
DAMAGED = "a file of the press cannot be read now", "今は問題のファイルを読めません。"
FAULT = "a fault of the service; it has been written down", "サーバーの不具合です。記録しました。"
LONGEST = 300
log = logging.getLogger("tsume.play")


class TooMany(HTTPException):
    """Somebody asks too often."""

    def __init__(self, words: Words, headers: dict[str, str]) -> None:
        super().__init__(429, words[0], headers)
        self.words = words


def problem(status: int, words: Words, headers: dict[str, str] | None = None) -> JSONResponse:
    said = [line_of(text) for text in words]
    return JSONResponse({"detail": said[0], "words": said}, status, headers)


def line_of(text: str) -> str:
    """A text as one line that is not too long."""
    line = " ".join(text.split()).encode("utf-8", "replace").decode()
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def complaint(errors: Sequence[Any]) -> Words:
    """The first thing that is wrong, in both languages."""
    if not errors:
        return "this cannot be used", WRONG
    return in_english(errors[0]), in_japanese(errors[0])


def in_japanese(error: Any) -> str:
    """What is wrong with what was sent. Where the error has words of its own, they say it."""
    given = error.get("ctx") or {}
    if (words := getattr(given.get("error"), "words", None)) is not None:
        return str(words[1])
    return WRONG_JA.get(str(error.get("type")), WRONG).format(**given)


def in_english(found: Any) -> str:
    """The same, with the field that it is about."""
    place = ".".join(str(part) for part in found.get("loc", ()) if part not in ("body", "path", "query"))
    said = str(found.get("msg", "cannot be used")).removeprefix("Value error, ")
    if found.get("type") == "extra_forbidden":
        said = "there is no such field"
    if found.get("type") == "json_invalid":
        return f"the body is not JSON: {(found.get('ctx') or {}).get('error', said)}"
    if found.get("type") == "missing":
        said = "this is needed" if place else "the body is missing: send JSON"
    return f"{place}: {said}" if place else said


def handle(app: FastAPI) -> None:
    """Have an app say its errors this way."""

    @app.exception_handler(RequestValidationError)
    async def bad_request(request: Request, error: RequestValidationError) -> Response:
        return problem(422, complaint(error.errors()))

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        status = STATUS[type(error)]
        return problem(status, error.words, {"Retry-After": "1"} if status == 503 else None)

    @app.exception_handler(BadWish)
    async def bad_wish(request: Request, error: BadWish) -> Response:
        return problem(422, error.words)

    @app.exception_handler(NothingLeft)
    async def nothing_left(request: Request, error: NothingLeft) -> Response:
        return problem(404, error.words)

    @app.exception_handler(BadWords)
    async def bad_words(request: Request, error: BadWords) -> Response:
        return problem(422, error.words)

    @app.exception_handler(UnknownPlayer)
    @app.exception_handler(ForgottenPlayer)
    async def forgotten(request: Request, error: Exception) -> Response:
        return problem(401, FORGOTTEN)

    @app.exception_handler(LogUnavailable)
    async def no_log(request: Request, error: LogUnavailable) -> Response:
        log.error("%s", error)
        return problem(503, NO_LOG, {"Retry-After": "2"})

    @app.exception_handler(DamagedFile)
    async def damaged(request: Request, error: DamagedFile) -> Response:
        log.error("%s", error)
        return problem(503, DAMAGED, {"Retry-After": "10"})

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        plain = str(error.detail), PLAIN_JA.get(error.status_code, WRONG)
        words = error.words if isinstance(error, TooMany) else plain
        return problem(error.status_code, words, dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> Response:
        log.exception("a fault of the service", exc_info=error)
        return problem(500, FAULT)

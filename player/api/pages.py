"""Routes of the pages: their HTML, their files, the releases and the description of the API."""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
NO_PAGES = ("/api/", "/static/", "/releases/")  # below these there are no pages of this kind
AGAIN = {"cache-control": "no-cache"}


class Releases(StaticFiles):
    """The released folders, read only. Hidden names are folders that are still being written: they are not there."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if "\0" in path or any(part.startswith(".") for part in path.split("/") if part not in ("", ".")):
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except (OSError, ValueError):  # a name that is too long, or none at all
            raise HTTPException(404) from None
        response.headers.setdefault("cache-control", "no-cache")
        return response


def add_pages(app: FastAPI, pages: Mapping[str, str]) -> None:
    """Pages by the pattern of their path; all of them were made when the service started."""
    for pattern, text in pages.items():
        app.add_api_route(
            pattern, page_of(text), methods=["GET"], response_class=HTMLResponse, include_in_schema=False
        )


def page_of(text: str) -> Any:
    body = text.encode()

    async def page(request: Request) -> Response:
        return Response(body, media_type="text/html", headers=AGAIN)

    return page


def add_nowhere(app: FastAPI, text: str) -> None:
    """A page for people whose address leads nowhere. Programs, and all that is below /api/, get an error in JSON."""
    body = text.encode()

    async def nowhere(request: Request, error: Exception) -> Response:
        if for_people(request):
            return Response(body, 404, media_type="text/html", headers=AGAIN)
        usual: Any = app.exception_handlers[HTTPException]
        reply: Response = await usual(request, error)
        return reply

    app.add_exception_handler(404, nowhere)


def for_people(request: Request) -> bool:
    """Whether a browser asks for a page to show."""
    wanted = "text/html" in request.headers.get("accept", "") and request.method in ("GET", "HEAD")
    return wanted and not request.url.path.startswith(NO_PAGES)


def add_files(app: FastAPI, files: Mapping[str, tuple[bytes, str]], headers: Mapping[str, str]) -> None:
    """Files by path."""
    for path, (body, kind) in files.items():
        app.add_api_route(path, file_of(body, kind, headers), methods=["GET"], include_in_schema=False)


def file_of(body: bytes, kind: str, headers: Mapping[str, str]) -> Any:
    async def file(request: Request) -> Response:
        return Response(body, media_type=kind, headers=headers)

    return file


def described(schema: Mapping[str, Any]) -> str:
    """The API as a page, made of its description alone: it loads nothing from anywhere."""
    rows = "".join(
        f"<tr><td><code>{method.upper()} {html.escape(path)}</code></td>"
        f"<td>{html.escape(operation.get('description') or operation.get('summary', ''))}</td></tr>"
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    )
    title = html.escape(schema["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"></head>'
        f"<body><h1>{title}</h1><p>{html.escape(schema['info']['description'])}</p>"
        f'<p>In full: <a href="/openapi.json">/openapi.json</a></p><table>{rows}</table></body></html>\n'
    )

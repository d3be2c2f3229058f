"""The web service put together: routes, errors, and the guards before them."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from player import pages
from player.api import attempts, lists, me, start
from player.api.pages import AGAIN, FOR_EVER, Releases, add_files, add_nowhere, add_pages, described
from player.api.problems import RESPONSES, handle
from player.api.replies import Fine
from player.guard.bodies import BodyGuard
from player.guard.headers import RELEASES_PATH, HeaderGuard
from player.guard.heads import HeadGuard
from player.guard.hosts import HostGuard, Names, names_of
from player.guard.limits import LimitGuard
from player.service import Service

ABOUT = (
    "What the player page is made of. Puzzles are begun as attempts; the service makes the moves, says what may "
    "follow, and writes down what happened before it replies. A player is known by a cookie."
)
SMALLEST_PACKED, PACKING = 1500, 1  # bytes that are worth packing, and how hard to try: most requests are local


def api_of(service: Service) -> FastAPI:
    """The routes alone."""
    app = FastAPI(title="tsume", version="1", description=ABOUT, docs_url=None, redoc_url=None, responses=RESPONSES)
    app.state.service = service
    handle(app)
    for router in (start.router, attempts.router, me.router, lists.router):
        app.include_router(router, prefix="/api")

    @app.get("/healthz", response_model=Fine, tags=["health"])
    async def healthz() -> dict[str, bool]:
        """Whether the service answers."""
        return {"ok": True}

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(described(app.openapi()))

    add_pages(app, pages.pages())
    add_nowhere(app, pages.nowhere())
    add_files(app, {pages.FOLDER + name: file for name, file in pages.static_files().items()}, FOR_EVER)
    add_files(app, pages.root_files(), AGAIN)
    app.mount(RELEASES_PATH.rstrip("/"), Releases(service.home.releases))
    return app


def guarded(app: ASGIApp, service: Service, names: Names) -> ASGIApp:
    """The guards, the first to be asked last: who asks by what name, how often, and what is sent."""
    app = GZipMiddleware(app, minimum_size=SMALLEST_PACKED, compresslevel=PACKING)
    app = BodyGuard(app)
    app = LimitGuard(app, service.limits)
    app = HostGuard(app, names)
    return HeadGuard(HeaderGuard(app))


def app_of(service: Service, bound: str = "127.0.0.1", others: Iterable[str] = ()) -> ASGIApp:
    """The whole service as an application, for an address that it is bound to and other names that it has."""
    return guarded(api_of(service), service, names_of(bound, others))

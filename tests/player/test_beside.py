"""What the service does beside the requests."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from player.beside import again_and_again
from tests.player.conftest import Site
from tests.player.play import begin
from warehouse.players.log import LogUnavailable

LIMIT = 60.0  # seconds that anything may take on a slow and busy machine


async def until(site: Site, done: Callable[[], bool]) -> None:
    """Do what is done beside the requests until something is the case."""
    tasks = [asyncio.create_task(one) for one in site.service.beside()]
    async with asyncio.timeout(LIMIT):
        while not done():
            await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert all(task.cancelled() for task in tasks)


def test_a_new_release_is_taken_up_without_a_visitor(site: Site) -> None:
    stock = site.service.stock
    assert stock.view().release == "2026-11-15"
    stock.look_every = 0.05
    shutil.copytree(site.home.releases / "2026-11-15", site.home.releases / "2026-11-16")
    asyncio.run(until(site, lambda: stock._view.release == "2026-11-16"))


def test_idle_attempts_are_ended_when_the_service_starts(site: Site, browser: TestClient) -> None:
    attempt = begin(browser, game="tspin")["attempt"]
    site.clock.wait(13 * 3600)
    site.restart()
    log = site.service.log
    asyncio.run(until(site, lambda: log.of_attempt(attempt)[-1].kind == "ended"))


def test_what_goes_wrong_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    times: list[int] = []

    async def some() -> None:
        enough = asyncio.Event()

        async def work() -> None:
            times.append(1)
            if len(times) == 3:
                enough.set()
            raise [LogUnavailable("the disk is full"), ValueError("strange")][len(times) % 2]

        task = asyncio.create_task(again_and_again(0.001, work))
        async with asyncio.timeout(LIMIT):
            await enough.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    asyncio.run(some())
    assert len(times) >= 3
    assert "the disk is full" in caplog.text
    assert "strange" in caplog.text

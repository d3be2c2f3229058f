"""Attempts that nobody goes on with come to an end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi.testclient import TestClient

from player.attempts.idle import end_idle
from tests.player.conftest import Site
from tests.player.play import begin, post, wrong
from tests.player.releases import Known
from warehouse.withdrawals import withdraw

HOURS = 3600.0
PATIENCE = 12 * HOURS


def swept(site: Site, attempt: str) -> list[tuple[str, Any, Any]]:
    """The ends of an attempt in the log, after the service has looked twice at what is idle."""

    async def twice() -> None:
        await end_idle(site.service.desk, PATIENCE)
        await end_idle(site.service.desk, PATIENCE)

    asyncio.run(twice())
    found = [event for event in site.service.log.of_attempt(attempt) if event.kind == "ended"]
    return [(event.body["how"], event.body["tries"], event.body["hints"]) for event in found]


@pytest.mark.parametrize("again", [False, True])
def test_whoever_walks_away_from_a_limit_is_out_of_time(site: Site, browser: TestClient, again: bool) -> None:
    attempt = begin(browser, "test", game="tspin")["attempt"]
    site.clock.wait(31)
    assert swept(site, attempt) == []
    if again:
        site.restart()
        site.clock.wait(60)  # a page may still send what it kept
    site.clock.wait(2)
    assert swept(site, attempt) == [("out of time", 0, 0)]
    assert post(browser, f"attempts/{attempt}/moves", {"moves": []})["over"]


@pytest.mark.parametrize("again", [False, True])
def test_whoever_fails_and_walks_away_has_left_and_counts(
    site: Site, browser: TestClient, puzzles: dict[str, list[Known]], again: bool
) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    site.clock.wait(HOURS)
    wrong(browser, attempt, known.moves)
    if again:
        site.restart()
    site.clock.wait(PATIENCE - 1)
    assert swept(site, attempt) == []
    site.clock.wait(2)
    assert swept(site, attempt) == [("left", 1, 0)]
    log = site.service.log
    (result,) = log.results("tspin", 0, log.last_number())
    assert (result.attempt, result.body["how"]) == (attempt, "left")


def test_attempts_end_in_the_order_in_which_they_began(site: Site) -> None:
    began = [begin(site.browser(), game="tspin")["attempt"] for _ in range(4)]
    site.clock.wait(PATIENCE + 1)
    swept(site, began[0])
    assert [event.attempt for event in site.service.log.events() if event.kind == "ended"] == began


def test_the_players_own_word_is_waited_for(site: Site, browser: TestClient) -> None:
    attempt = begin(browser, "survey", game="tspin")["attempt"]
    site.clock.wait(HOURS)
    assert swept(site, attempt) == []
    site.clock.wait(PATIENCE)
    assert swept(site, attempt) == [("out of time", 0, 0)]


@pytest.mark.parametrize("again", [False, True])
def test_what_was_withdrawn_counts_for_nothing(
    site: Site, browser: TestClient, puzzles: dict[str, list[Known]], again: bool
) -> None:
    known = puzzles["tsd-1"][0]
    attempt = begin(browser, puzzle_id=known.puzzle_id, game="tspin")["attempt"]
    withdraw(site.home, known.puzzle_id, "two answers", site.clock.now().date())
    if again:
        site.restart()
    site.clock.wait(PATIENCE + 1)
    assert swept(site, attempt) == [("withdrawn", 0, 0)]


def test_a_clock_that_jumps_ends_nothing(site: Site, browser: TestClient) -> None:
    attempt = begin(browser, game="tspin")["attempt"]
    gone = site.clock.gone
    site.clock.wait(30 * HOURS)
    site.clock.gone = gone
    assert swept(site, attempt) == []

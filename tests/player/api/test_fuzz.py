"""The API fuzzed from its own description: whatever is sent, there is no fault, and refusals are one line of JSON."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from player.guard.cookies import COOKIE
from player.guard.limits import Rate, Rates
from tests.player.api.test_replies import CONTRACT
from tests.player.conftest import ADDRESS, Site, Wound
from tests.player.play import begin
from warehouse.home import Home

PLENTY = Rate(1e9, 1e9)
EVERYTHING = Rates(PLENTY, PLENTY, PLENTY, 1.0)
EXAMPLES = 25  # of each operation


@pytest.fixture(scope="module")
def fuzzed(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, str, dict[str, str]]]:
    """A service with a player in the middle of things: their cookie, and the names of their attempt, run and list."""
    home = tmp_path_factory.mktemp("fuzz") / "home"
    shutil.copytree(released, home, symlinks=True)
    site = Site(Home(home), Wound(), EVERYTHING)
    browser = site.browser()
    began = begin(browser, game="tspin")
    listed = browser.post("/api/lists", json={"name": "a"}).json()["id"]
    names = {
        "attempt": began["attempt"],
        "run": begin(browser, "streak", game="tspin")["run"]["id"],
        "id": listed,
        "name": "tonight",
    }
    yield site, str(browser.cookies.get(COOKIE)), names
    site.service.close()


@pytest.fixture(scope="module")
def described(fuzzed: tuple[Site, str, dict[str, str]]) -> Any:
    return schemathesis.openapi.from_asgi("/openapi.json", fuzzed[0].app, headers={"host": "127.0.0.1"})


@pytest.mark.parametrize(
    ("path", "method"), [(path, one) for path, methods in CONTRACT.items() for one in sorted(methods)]
)
def test_nothing_that_is_sent_is_a_fault(
    described: Any, fuzzed: tuple[Site, str, dict[str, str]], path: str, method: str
) -> None:
    """As the player, with names that are there wherever a name is asked for, and once more with those made up."""
    _, cookie, names = fuzzed
    if (path, method) == ("/api/me", "delete"):
        return  # it would end the game for all that come after; test_me does it

    operation = described[path][method]
    as_described, otherwise = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @given(case=as_described | otherwise)
    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def ask(case: Any) -> None:
        made_up = dict(case.path_parameters or {})
        for named in ({name: names[name] for name in made_up}, made_up)[: 2 if made_up else 1]:
            case.path_parameters = named
            reply = case.call(ADDRESS, headers={"cookie": f"{COOKIE}={cookie}"})
            assert reply.status_code < 500, reply.text
            assert reply.status_code < 400 or isinstance(json.loads(reply.content)["detail"], str)

    ask()

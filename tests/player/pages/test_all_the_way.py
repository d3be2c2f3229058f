"""From the page to the models: what somebody misses and says in a browser counts after the next night."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.conftest import SMALL_SETTINGS, small_environment, tsume
from tests.player.pages.conftest import served, visiting
from warehouse.vocabulary import BY_PLAYERS

pytestmark = pytest.mark.browser

NEXT = "2026-11-16"
SETTINGS = SMALL_SETTINGS.replace("= 120", "= 20")  # few, but as many as the founding panel has


def test_a_miss_and_a_rating_reach_models_and_standings(chromium: Any, small_night: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(SETTINGS)
    environment = small_environment(tmp_path)
    root = Path(environment["TSUME_HOME"])
    shutil.copytree(small_night, root, symlinks=True)
    for imported in ("collections", "surveys"):  # so that nobody else has said anything
        shutil.rmtree(root / imported)
    with served(root) as live, visiting(chromium, live) as visit:
        table = visit().page().play("training", game="tspin")
        table.fail()
        table.page.get_by_text("Rate this puzzle").click()
        for name, value in (("interest", 5), ("difficulty", 2)):
            table.page.locator(f"label:has(input[name={name}][value='{value}'])").click()
        with table.page.expect_response("**/rating"):
            table.page.get_by_role("button", name="Send", exact=True).click()
        began = live.events(table.attempt)[0]
        whose, puzzle = f"player/{began.player}", began.body["puzzle_id"]
    made = tsume("nightly", "--night", NEXT, env=environment)
    assert made.returncode == 0, made.stderr
    assert "1 attempt and 1 rating by 1 player" in made.stderr
    with duckdb.connect(str(root / "warehouse.duckdb"), read_only=True) as warehouse:

        def found(columns: str, table: str) -> list[Any]:
            return warehouse.execute(f"select {columns} from {table} where provenance = '{BY_PLAYERS}'").fetchall()

        assert found("player_id, puzzle_id, solved", "attempt") == [(whose, puzzle, False)]
        assert found("rater_id, puzzle_id, interest, difficulty", "rating") == [(whose, puzzle, 5.0, 2.0)]
        assert found("player_id", "player_standing") == [(whose,)]
        assert found("puzzle_id", "puzzle_standing") == [(puzzle,)]
    refreshed = tsume("models", "refresh", "tspin", env=environment)
    assert refreshed.returncode == 0, refreshed.stderr
    with duckdb.connect(str(root / "warehouse.duckdb"), read_only=True) as warehouse:
        newest = "generation = (select max(generation) from model) and audience = 'everyone'"
        assert warehouse.execute(f"select distinct people_ratings from model where {newest}").fetchall() == [(1,)]

"""The whole way: a rating and a miss in the log are rows of the next night, and after a refresh models and standings
count them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from assets.core.stage import Press
from assets.learning.training import ratings_by_people
from assets.stages import drift, models, questions
from orchestration.sensors import ratings_fitted
from tests.conftest import Shared
from tests.warehouse.players.given import ANN, BOB, event, played
from warehouse.home import Home
from warehouse.lake import PLAYED, Partition
from warehouse.players.log import PlayerLog

FIRST, SECOND, THIRD = "2026-11-13", "2026-11-14", "2026-11-15"
ENOUGH = 60  # ratings of people, more than the settings of the tests ask for before they count alone


@pytest.fixture
def log(
    press: Press, command: Any, shared: Shared, log_address: str | None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PlayerLog]:
    """The log of a root in which a first night was made, with nobody playing."""
    monkeypatch.delenv("TSUME_PLAYER_DB", raising=False)

    def night(folder: Path) -> None:
        assert command("nightly", "--night", FIRST)[0] == 0
        shutil.copytree(press.home.root, folder, symlinks=True, dirs_exist_ok=True)

    made = shared.once("before-players", night)
    shutil.rmtree(press.home.root)
    shutil.copytree(made, press.home.root, symlinks=True)
    if log_address is not None:
        monkeypatch.setenv("TSUME_PLAYER_DB", log_address)
    with PlayerLog.open(press.home) as opened:
        yield opened


def test_what_people_do_and_say_counts_after_the_next_night(press: Press, log: PlayerLog, command: Any) -> None:
    rows = press.lake.read(Partition("verdict", FIRST, "pick")).to_pylist()
    puzzles = [row["puzzle_id"] for row in rows if row["count"] > 0][: ENOUGH // 2]
    for place, puzzle in enumerate(puzzles):
        log.append(
            *played(ANN, f"a{place}", "failed", puzzle=puzzle),
            *played(BOB, f"b{place}", "solved", 4.0, puzzle=puzzle),
        )
        for player, attempt in ((ANN, f"a{place}"), (BOB, f"b{place}")):
            log.append(
                event(player, attempt, "rated", interest=1 + place % 5, difficulty=1 + place % 4, asked="before")
            )
    status, said, told = command("nightly", "--night", SECOND)
    assert status == 0, told
    assert any("hear" in line and f"{ENOUGH} attempts and {ENOUGH} ratings by 2 players" in line for line in told), (
        told
    )
    with duckdb.connect(str(press.home.warehouse), read_only=True) as warehouse:

        def count(table: str, which: str = "provenance = 'players'") -> Any:
            return warehouse.execute(f"select count(*) from {table} where {which}").fetchone()

        assert count("rating") == count("attempt") == (ENOUGH,)
        assert count("puzzle_standing") == (len(puzzles),)
        assert count("player_standing") == (2,)
        assert count("puzzle_in_play", "provenance = 'players' and raters = 2") == (len(puzzles),)
        assert count("check_result", "table_name in ('rating-players', 'attempt-players') and passed")[0] > 30
    heard = [part for _, part in questions.sources(press, "pick", THIRD) if part.shard == PLAYED]
    assert Partition("rating", SECOND, "pick", PLAYED) in heard, "who is asked next depends on what was said"
    compared = drift.reference(press, "pick", THIRD, date.fromisoformat(THIRD))
    assert len(compared) == len(set(compared)), "a night counts once, although two stages write its ratings"
    assert ratings_by_people(press, "pick") == ENOUGH
    assert ratings_fitted(press, "pick") == 0, "the models are of before"
    settings = Path(os.environ["TSUME_SETTINGS"])
    settings.write_text(settings.read_text().replace("[models]", f"[models]\nenough_real_ratings = {ENOUGH}"))
    assert command("models", "refresh", "pick")[0] == 0
    newest = [
        row for row in models.all_models(press, "pick") if row["generation"] == 1 and row["audience"] == "everyone"
    ]
    assert {(row["provenance"], row["real_ratings"], row["people_ratings"]) for row in newest} == {
        ("players", ENOUGH, ENOUGH)
    }
    status, said, _ = command("show", puzzles[0])
    assert status == 0
    assert any(line.startswith("attempts:") and "2 players" in line for line in said)


@pytest.mark.parametrize("log_address", [None], ids=["sqlite"])  # which one is away is the same to a night
def test_a_night_goes_on_without_the_log(
    press: Press, log: PlayerLog, command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, *_) = press.lake.read(Partition("verdict", FIRST, "pick")).column("puzzle_id").to_pylist()
    log.append(*played(ANN, "a", "failed", puzzle=first))
    with monkeypatch.context() as gone:
        gone.setenv("TSUME_PLAYER_DB", f"postgresql://ann:sesame@/nobody?host={press.home.root}")
        status, _, told = command("nightly", "--night", SECOND)
    assert status == 0
    (warned,) = [line for line in told if "warning" in line]
    assert "log of players at postgresql://ann:***@/nobody" in warned
    assert (Home(press.home.root).releases / SECOND).is_dir()
    status, _, told = command("nightly", "--night", THIRD)
    assert status == 0
    assert any("1 attempt and 0 ratings by 1 player" in line for line in told)

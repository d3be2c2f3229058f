"""The founding panel and models that come with the project are those of its sources."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from assets.core.compute import Compute
from assets.core.ready import READY, RECIPES, Ready
from assets.core.settings import Settings
from assets.core.stage import Press
from assets.stages import models
from assets.stages.founding import TABLES
from engines.registry import GAMES
from warehouse.home import Home
from warehouse.lake import FOUNDING, DamagedFile, Lake, Origin, Partition

STALE = "assets/founding/ is not that of the sources any more: run `make founding`"


class Idle(Compute):
    """Workers that refuse to work."""

    def run(self, *_: Any, **__: Any) -> Any:
        raise AssertionError(STALE)

    apart = run


@pytest.mark.parametrize("game", GAMES)
def test_a_first_night_takes_the_founding_models_as_they_come(game: str, tmp_path: Path) -> None:
    press = Press(Home(tmp_path), Settings.load(), Idle())
    outcome = models.make_founding(press, game)
    assert outcome.tables["model"].num_rows > 0
    for stage, tables in TABLES.items():
        known = READY.recipes()[f"{game}/{stage}"]
        for table in tables:
            stamp = press.lake.stamp(Partition(table, FOUNDING, game))
            assert stamp is not None
            assert (stamp.recipe, stamp.digest) == (known["recipe"], known["tables"][table])


@pytest.mark.heavy
def test_the_founding_models_are_what_the_sources_make(tmp_path: Path) -> None:
    from assets.stages.founding import made

    lake = made(tmp_path, Settings.load().games).lake
    for asset, known in READY.recipes().items():
        game, _, _ = asset.partition("/")
        found = {table: lake.stamp(Partition(table, FOUNDING, game)) for table in known["tables"]}
        assert {table: stamp and stamp.digest for table, stamp in found.items()} == known["tables"]


@pytest.fixture
def ready(tmp_path: Path) -> Iterator[Ready]:
    """A copy with one game's ratings alone."""
    game = next(iter(GAMES))
    asset, known = f"{game}/ratings", READY.recipes()[f"{game}/ratings"]
    (tmp_path / game).mkdir()
    for table in known["tables"]:
        shutil.copy(READY.path(game, table), tmp_path / game)
    (tmp_path / RECIPES).write_text(json.dumps({asset: known}))
    return Ready(tmp_path)


def test_another_recipe_takes_nothing(ready: Ready) -> None:
    game = next(iter(GAMES))
    recipe = ready.recipes()[f"{game}/ratings"]["recipe"]
    assert ready.tables(game, "ratings", recipe, TABLES["ratings"]) is not None
    assert ready.tables(game, "ratings", "0" * 16, TABLES["ratings"]) is None
    assert ready.tables(game, "features", recipe, TABLES["features"]) is None
    assert Ready(ready.folder / "nowhere").tables(game, "ratings", recipe, TABLES["ratings"]) is None


def test_rows_that_were_changed_are_refused(ready: Ready) -> None:
    game = next(iter(GAMES))
    recipe = ready.recipes()[f"{game}/ratings"]["recipe"]
    pq.write_table(READY.read(game, "rating").slice(1), ready.path(game, "rating"))
    with pytest.raises(DamagedFile, match=r"rating\.parquet.*make founding"):
        ready.tables(game, "ratings", recipe, TABLES["ratings"])
    ready.path(game, "rating").write_bytes(b"PAR1")
    with pytest.raises(DamagedFile, match=r"rating\.parquet.*make founding"):
        ready.tables(game, "ratings", recipe, TABLES["ratings"])


def test_only_files_with_other_rows_are_written_again(ready: Ready, tmp_path: Path) -> None:
    game = next(iter(GAMES))
    lake = Lake(tmp_path / "lake")
    for table in TABLES["ratings"]:
        rows = READY.read(game, table)
        rows = rows.slice(1) if table == "rating" else rows
        lake.write(Partition(table, FOUNDING, game), rows, Origin(f"{game}/ratings", "run", "code", recipe="new"))
    assert ready.write(lake, {"ratings": TABLES["ratings"]}, [game]) == [ready.path(game, "rating")]
    assert ready.recipes()[f"{game}/ratings"]["recipe"] == "new"
    assert ready.tables(game, "ratings", "new", TABLES["ratings"]) is not None

"""Several at work on one root: two nights, the same night, an analyst, all at the same time."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq

from tests.conftest import NIGHT, ROOT, TSUME, founded_environment, small_environment
from warehouse.home import Home
from warehouse.lake import Lake, Partition
from warehouse.reader import connect


def start(environment: dict[str, str], night: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*TSUME, "nightly", "--night", night],
        env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def released(home: Path, night: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(home / "releases" / night / "puzzles.parquet").to_pylist()
    return rows


def before(home: Path, release: str) -> str | None:
    """The release that a release follows."""
    found: str | None = json.loads((home / "releases" / release / "manifest.json").read_text())["release_before"]
    return found


def test_two_nights_and_the_same_night_at_once(small_night: Path, tmp_path: Path) -> None:
    environment = founded_environment(tmp_path, small_night)
    home = Path(environment["TSUME_HOME"])
    for process in [start(environment, night) for night in (NIGHT, "2026-11-14", NIGHT)]:
        _, said = process.communicate(timeout=300)
        assert process.returncode == 0, said
    eve, first, *again = sorted(path.name for path in (home / "releases").glob("20*"))
    assert (eve, first) == ("2026-11-14", NIGHT)
    # Choosing and publishing take turns. If the eve's release comes between the two of the same night, or after the
    # first of them has chosen, the second follows it as -r2; nothing else makes a night anew.
    assert again in ([], [f"{NIGHT}-r2"])
    followed = [before(home, name) for name in (first, *again)]
    assert followed in ([None], [eve], [None, eve], [eve, eve])
    alone, beside = Lake(small_night / "lake"), Lake(home / "lake")
    for table in ("candidate", "verdict", "solution", "feature", "rating", "prediction"):
        one, two = (lake.stamp(Partition(table, NIGHT, "tspin")) for lake in (alone, beside))
        assert one is not None
        assert two is not None
        assert one.digest == two.digest, f"{table}: whoever stood by"
    added = {
        night: {row["puzzle_id"] for row in released(home, night) if str(row["added"]) == night}
        for night in (NIGHT, "2026-11-14")
    }
    assert all(added.values())
    assert not added[NIGHT] & added["2026-11-14"], "each is added once"
    assert {row["puzzle_id"] for row in released(home, "2026-11-14")} == added["2026-11-14"], "knows no later night"
    with duckdb.connect(str(home / "warehouse.duckdb"), read_only=True) as connection:
        assert connection.execute("select count(*) from nightly_summary where released > 0").fetchone() == (2,)


def test_a_night_while_an_analyst_holds_the_warehouse_open(small_press: dict[str, str], tmp_path: Path) -> None:
    environment = small_environment(tmp_path)
    shutil.copytree(small_press["TSUME_HOME"], environment["TSUME_HOME"], symlinks=True)
    home = Home(Path(environment["TSUME_HOME"]))
    with connect(home) as analyst:
        before = analyst.execute("select count(*) from candidate").fetchone()
        process = start(environment, "2026-11-14")
        _, said = process.communicate(timeout=300)
        assert process.returncode == 0, said
        assert analyst.execute("select count(*) from candidate").fetchone() == before
    with connect(home) as fresh:
        assert fresh.execute("select count(distinct night) from candidate").fetchone() == (2,)

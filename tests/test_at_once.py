"""Several at work on one root: two nights, the same night, an analyst, all at the same time."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import duckdb
import pyarrow.parquet as pq

from tests.conftest import NIGHT, ROOT, TSUME, small_environment
from tests.trees import tree
from warehouse.home import Home
from warehouse.reader import connect


def start(environment: dict[str, str], night: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*TSUME, "nightly", "--night", night],
        env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_two_nights_and_the_same_night_at_once(small_night: Path, tmp_path: Path) -> None:
    environment = small_environment(tmp_path)
    home = Path(environment["TSUME_HOME"])
    for process in [start(environment, night) for night in (NIGHT, "2026-11-14", NIGHT)]:
        _, said = process.communicate(timeout=300)
        assert process.returncode == 0, said
    assert sorted(path.name for path in (home / "releases").glob("20*")) == ["2026-11-14", NIGHT]
    alone = tree(small_night / "releases" / NIGHT)
    beside = tree(home / "releases" / NIGHT)
    for name in alone.keys() - {"manifest.json", "feed.json", "SHA256SUMS"}:
        assert beside[name] == alone[name], name
    chosen = [
        set(pq.read_table(home / "releases" / night / "puzzles.parquet").column("puzzle_id").to_pylist())
        for night in (NIGHT, "2026-11-14")
    ]
    assert not chosen[0] & chosen[1]
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

"""The warehouse: real tables with keys and comments, swapped in without getting in anyone's way."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import duckdb
import pytest

from tests.conftest import tsume
from warehouse.home import Home
from warehouse.lake import FOUNDING, Lake, Origin
from warehouse.publish import publish, publish_anew
from warehouse.reader import NoWarehouse, connect
from warehouse.schema import TABLES
from warehouse.views import VIEWS


@pytest.fixture
def warehouse(small_night: Path) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(str(small_night / "warehouse.duckdb"), read_only=True)


def test_every_table_view_and_column_has_a_comment(warehouse: duckdb.DuckDBPyConnection) -> None:
    bare = warehouse.execute(
        """select table_name from duckdb_tables() where comment is null
           union all select view_name from duckdb_views() where not internal and comment is null
           union all select table_name || '.' || column_name from duckdb_columns()
           where not internal and comment is null"""
    ).fetchall()
    assert bare == []


def test_every_table_has_its_primary_key(warehouse: duckdb.DuckDBPyConnection) -> None:
    keys = dict(
        warehouse.execute(
            """select table_name, constraint_column_names from duckdb_constraints()
           where constraint_type = 'PRIMARY KEY'"""
        ).fetchall()
    )
    assert {name: set(key) for name, key in keys.items()} == {name: set(table.key) for name, table in TABLES.items()}


def test_views_have_the_columns_they_describe(warehouse: duckdb.DuckDBPyConnection) -> None:
    for view in VIEWS:
        found = [column[0] for column in warehouse.execute(f"from {view.name} limit 0").description]
        assert found == list(view.columns), view.name


def test_every_stage_left_rows(warehouse: duckdb.DuckDBPyConnection) -> None:
    unwritten = {"promotion", "withdrawal"}  # people's decisions, of which a night needs none
    for name in TABLES.keys() - unwritten:
        assert warehouse.execute(f'select count(*) from "{name}"').fetchone() > (0,), name


def test_puzzle_has_one_wide_row_per_puzzle(warehouse: duckdb.DuckDBPyConnection) -> None:
    rows, different, unrated, bare = warehouse.execute(
        """select count(*), count(distinct puzzle_id), count(*) filter (interest is null and night is not null),
           count(*) filter (cardinality(headline) = 0) from puzzle"""
    ).fetchone()
    assert rows == different > 100
    assert unrated == bare == 0
    released = warehouse.execute("select count(*) from puzzle where len(releases) > 0").fetchone()
    assert released == warehouse.execute("select count(*) from release_entry").fetchone()


def test_puzzle_lists_the_themes_of_its_first_proof(warehouse: duckdb.DuckDBPyConnection) -> None:
    listed = warehouse.execute("select batch, puzzle_id, unnest(themes) from puzzle").fetchall()
    told = warehouse.execute("select batch, puzzle_id, theme from theme semi join puzzle using (batch, puzzle_id)")
    assert sorted(listed) == sorted(told.fetchall())
    assert len(listed) > 100
    listing = "select name from theme_definition where batch = 'founding' order by position"
    order = [name for (name,) in warehouse.execute(listing).fetchall()]
    for (themes,) in warehouse.execute("select themes from puzzle limit 50").fetchall():
        assert themes == sorted(themes, key=order.index)


def test_lineage_covers_every_file(warehouse: duckdb.DuckDBPyConnection, small_night: Path) -> None:
    files = {
        (path.parts[-3], f"{path.parts[-2]}/{path.name.removesuffix('.parquet')}")
        for folder in ("lake", "collections", "surveys")
        for path in (small_night / folder).rglob("*.parquet")
    }
    rows = warehouse.execute("select table_name, partition, asset, code_version, inputs from lineage").fetchall()
    assert {row[:2] for row in rows} == files
    assert all(asset and version for _, _, asset, version, _ in rows)
    assert all(inputs for table, _, _, _, inputs in rows if table in ("verdict", "feature", "prediction"))


def test_nightly_summary_adds_up(warehouse: duckdb.DuckDBPyConnection) -> None:
    (row,) = warehouse.execute(
        """select candidates, puzzles, unique_puzzles + ambiguous_puzzles + impossible_puzzles + unfinished_puzzles,
           predicted, chosen, released, checks_failed from nightly_summary"""
    ).fetchall()
    candidates, puzzles, verdicts, predicted, chosen, released, failed = row
    assert candidates == 240 + 8, "what was generated, and what was met in a game"
    assert puzzles == verdicts == predicted <= candidates
    assert chosen == released > 0
    assert failed == 0


def test_an_analyst_blocks_nobody_and_keeps_what_he_sees(small_night: Path, tmp_path: Path) -> None:
    shutil.copytree(small_night, tmp_path / "home", symlinks=True)
    home = Home(tmp_path / "home")
    with connect(home) as analyst:
        before = analyst.execute("select count(*) from candidate").fetchone()
        (home.lake / "candidate" / "collection=founding" / "game=tspin.parquet").unlink()
        publish(home)
        assert analyst.execute("select count(*) from candidate").fetchone() == before
    with connect(home) as fresh:
        assert fresh.execute("select count(*) from candidate").fetchone() < before


def test_nothing_gets_in_or_out(small_press: dict[str, str]) -> None:
    with connect(Home(Path(small_press["TSUME_HOME"]))) as connection:
        for query in (
            "create table x (a int)",
            "delete from candidate",
            "set enable_external_access = true",
            "from read_csv('/etc/hostname')",
            "copy candidate to '/tmp/x.csv'",
            "install httpfs",
            "attach '/tmp/x.duckdb'",
        ):
            with pytest.raises(duckdb.Error):
                connection.execute(query)


def test_no_warehouse_yet(tmp_path: Path) -> None:
    with pytest.raises(NoWarehouse, match="tsume nightly"):
        connect(Home(tmp_path))
    (tmp_path / "warehouse.duckdb").write_text("this is not a database file, but it is long enough" * 100)
    with pytest.raises(NoWarehouse, match="cannot open"):
        connect(Home(tmp_path))


def test_sql_formats(small_press: dict[str, str]) -> None:
    query = """select variant, count(*) as n from candidate where night is not null and method <> 'play'
        group by 1 order by 1"""
    assert tsume("sql", "--format", "csv", query, env=small_press).stdout == "variant,n\ntsd-1,120\ntsd-2,120\n"
    assert '"variant": "tsd-1"' in tsume("sql", "--format", "json", query, env=small_press).stdout
    table = tsume("sql", query, env=small_press).stdout
    assert "tsd-2" in table
    assert "120" in table


def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables and views, in an order of their own, and every comment."""
    with duckdb.connect(str(path), read_only=True) as connection:
        names = [row[0] for row in connection.execute("select table_name from duckdb_tables()").fetchall()]
        names += [view.name for view in VIEWS]
        found = {name: sorted(connection.execute(f'from "{name}"').fetchall(), key=repr) for name in names}
        found["comments"] = sorted(connection.execute("select table_name, column_name, comment from duckdb_columns()"
                                                      " where not internal").fetchall())  # fmt: skip
    return found


@pytest.fixture
def copied(small_night: Path, tmp_path: Path) -> Home:
    root = tmp_path / "home"
    shutil.copytree(small_night, root, symlinks=True)
    return Home(root)


def from_scratch(home: Home) -> dict[str, list[tuple[object, ...]]]:
    """What a warehouse would be that is built on nothing."""
    home.warehouse.unlink()
    publish(home)
    return everything(home.warehouse)


def test_built_on_its_predecessor_it_is_what_it_would_be_from_scratch(copied: Home, tmp_path: Path) -> None:
    """Without the newest night and with it again; with nothing new at all."""
    whole = everything(copied.warehouse)
    away = tmp_path / "away"
    (night,) = list((copied.lake / "rating").glob("night=*"))
    shutil.move(night, away)
    (release,) = list(copied.releases.glob("20*"))
    shutil.move(release, tmp_path / "release")
    publish(copied)
    assert everything(copied.warehouse) != whole
    shutil.move(away, night)
    shutil.move(tmp_path / "release", release)
    built = publish_anew(copied)
    assert built.fresh["release_entry"].num_rows == len(whole["release_entry"])
    assert everything(copied.warehouse) == whole
    again = publish_anew(copied)
    assert again.counts == built.counts
    assert again.fresh["release_entry"].num_rows == 0, "nothing new"
    assert everything(copied.warehouse) == whole == from_scratch(copied)


def test_a_changed_partition_and_a_changed_release_are_loaded_anew(copied: Home) -> None:
    lake = Lake(copied.lake)
    part = next(part for part in lake.partitions("rating") if part.batch != FOUNDING)
    lake.write(part, lake.read(part).slice(1), Origin("test", "test", "test"))
    (release,) = list(copied.releases.glob("20*"))
    (release / "SHA256SUMS").write_text((release / "SHA256SUMS").read_text() + "more\n")
    before = publish_anew(copied)
    with duckdb.connect(str(copied.warehouse), read_only=True) as connection:
        found = connection.execute("select count(*) from rating where batch = ?", [part.batch]).fetchone()
        digest = connection.execute("select digest from release").fetchone()
    assert found == (lake.read(part).num_rows,)
    assert digest == (hashlib.sha256((release / "SHA256SUMS").read_bytes()).hexdigest(),)
    assert before.fresh["release"].num_rows == 1
    assert everything(copied.warehouse) == from_scratch(copied)


@pytest.mark.parametrize(
    "spoil",
    [
        "alter table verdict add column surprise integer",
        "comment on column verdict.nodes is 'something else'",
        "drop table lineage cascade",
        "alter table release_set rename column kind to sort",
    ],
)
def test_tables_of_another_shape_are_built_anew(copied: Home, spoil: str) -> None:
    whole = everything(copied.warehouse)
    with duckdb.connect(str(copied.warehouse)) as connection:
        for view in VIEWS:
            connection.execute(f'drop view "{view.name}"')
        connection.execute(spoil)
    publish(copied)
    assert everything(copied.warehouse) == whole


def test_a_damaged_predecessor_is_done_without(copied: Home) -> None:
    whole = everything(copied.warehouse)
    copied.warehouse.write_bytes(b"not a database" * 1000)
    publish(copied)
    assert everything(copied.warehouse) == whole

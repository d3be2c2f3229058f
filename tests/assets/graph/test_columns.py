"""Columns that Dagster is told of, and whether those that are said to be carried over are."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest

from assets.core.stage import Press
from assets.graph.assets import makers
from assets.graph.columns import CARRIED, column_lineage, column_schema, described
from assets.graph.references import SOURCE_URL, code_references, newest_release, night_page
from warehouse.lake import Lake
from warehouse.schema import TABLES


def test_columns_have_types_comments_and_keys() -> None:
    schema = column_schema("verdict")
    assert [column.name for column in schema.columns] == [column.name for column in TABLES["verdict"].columns]
    by_name = {column.name: column for column in schema.columns}
    assert by_name["nodes"].type == "BIGINT"
    assert by_name["nodes"].description == "positions that the proof looked at"
    assert by_name["puzzle_id"].constraints.other == ["key"]
    assert not by_name["puzzle_id"].constraints.nullable
    assert by_name["length"].constraints.nullable
    assert schema.constraints.other == ["key: batch, puzzle_id"]


def test_the_first_table_goes_by_dagsters_names_and_the_others_by_their_own() -> None:
    told = described(("verdict", "solution"), makers(["pick"]))
    assert told["dagster/table_name"] == "warehouse.main.verdict"
    assert told["columns of solution"] == column_schema("solution")
    lineage = told["dagster/column_lineage"]
    assert lineage.deps_by_column["puzzle_id"] == [
        dg.TableColumnDep(dg.AssetKey(["pick", "candidates"]), "puzzle_id")
    ]
    assert "column lineage of solution" in told
    assert column_lineage("drift", makers(["pick"])) is None


def test_columns_that_are_carried_over_exist_and_are_of_one_type() -> None:
    made = makers(["pick"])
    for table, columns in CARRIED.items():
        for name, origin in columns.items():
            source, _, column = origin.partition(".")
            assert source in made, origin
            assert TABLES[table].column(name).type == TABLES[source].column(column).type, (table, name)


@pytest.fixture
def values(press: Press, folder: Path) -> Lake:
    return press.lake


def test_columns_that_are_carried_over_hold_nothing_but_what_their_source_holds(values: Lake) -> None:
    """Looked at in a night of the smallest game, together with its founding panel."""
    seen = set()
    for table, columns in CARRIED.items():
        for name, origin in columns.items():
            source, _, column = origin.partition(".")
            here, there = held(values, table, name), held(values, source, column)
            assert here <= there, f"{table}.{name} has what {origin} has not"
            seen |= {table} if here else set()
    assert seen >= {"verdict", "solution", "feature", "rating", "prediction", "selection", "judgement", "question"}


def held(lake: Lake, table: str, column: str) -> set[object]:
    parts = list(lake.partitions(table, "pick"))
    return {value for part in parts for value in lake.read(part).column(column).to_pylist() if value is not None}


def test_code_is_shown_on_the_web_where_that_is_known_and_else_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SOURCE_URL, raising=False)
    (local,) = code_references(column_schema)["dagster/code_references"].code_references
    assert Path(local.file_path).name == "columns.py"
    line = Path(local.file_path).read_text().splitlines()[local.line_number - 1]
    assert line.startswith("def column_schema")
    monkeypatch.setenv(SOURCE_URL, "https://example.org/tsume/blob/main/")
    (remote,) = code_references(column_schema)["dagster/code_references"].code_references
    assert remote.url == f"https://example.org/tsume/blob/main/assets/graph/columns.py#L{local.line_number}"


def test_the_page_of_a_night_is_a_file_unless_the_web_has_it(home: Path, smallest: None) -> None:
    press = Press.from_environment()
    assert night_page(press, "2026-11-15").value == str(home / "releases" / "2026-11-15" / "night.html")
    assert newest_release(press, "2026-11-15") == "2026-11-15"
    for name in ("2026-11-15", "2026-11-15-r2", "2026-11-14-r3"):
        (home / "releases" / name).mkdir(parents=True)
    assert newest_release(press, "2026-11-15") == "2026-11-15-r2"
    press.settings.release["base_url"] = "https://example.org/"
    page = night_page(press, "2026-11-15-r2")
    assert isinstance(page, dg.UrlMetadataValue)
    assert page.value == "https://example.org/2026-11-15-r2/night.html"

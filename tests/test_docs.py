"""The documents are true: every query in them runs, every command, setting and table is in them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import duckdb
import pytest

from assets.core.settings import DEFAULTS
from warehouse.document import PAGE, with_reference
from warehouse.home import Home
from warehouse.schema import TABLES
from warehouse.views import VIEWS

ROOT = Path(__file__).resolve().parent.parent
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.fixture(scope="module")
def warehouse(small_night: Path) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(str(Home(small_night).warehouse), read_only=True)


def test_there_are_a_dozen_worked_queries() -> None:
    assert len(QUERIES) >= 12


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.splitlines()[0][:50])
def test_each_worked_query_runs(warehouse: duckdb.DuckDBPyConnection, query: str) -> None:
    rows = warehouse.execute(query).fetchall()
    assert rows or "not passed" in query, "a worked query with nothing to show"


def test_the_reference_is_up_to_date() -> None:
    page = PAGE.read_text()
    assert with_reference(page) == page, "run `make docs`"


def test_every_table_and_view_is_described() -> None:
    for name in (*TABLES, *(view.name for view in VIEWS)):
        assert f"### `{name}`" in PAGE.read_text()


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    for section, value in tomllib.loads(DEFAULTS.read_text()).items():
        names = [f"{section}.{key}" for key in value] if isinstance(value, dict) else [section]
        for name in ["nightly"] if section == "nightly" else names:
            assert f"`{name}`" in page, f"docs/operations.md does not mention {name}"


def test_every_command_is_documented() -> None:
    from orchestration.cli import cli

    page = (ROOT / "README.md").read_text()
    for name, command in cli.commands.items():
        assert f"tsume {name}" in page, f"README.md does not mention tsume {name}"
        assert len(command.help or "") > 40, f"tsume {name} --help says too little"


def test_make_targets_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"`make ([a-z-]+)`", (ROOT / "README.md").read_text())):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"no target {target}"


def test_links_between_documents_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        words = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)
        for link in re.findall(r"\]\((?!https?:|#|data:)([^)#]+)", words):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


FOLDERS = ("assets", "benchmarks", "docs", "engines", "orchestration", "quality", "tests", "warehouse")


def named_paths(text: str) -> list[str]:
    """Paths of this repository that a page names; those with a placeholder or a pattern are left out."""
    found = re.findall(rf"`((?:{'|'.join(FOLDERS)})/[^`\s]*)`", text)
    return [path for path in found if not set(path) & set("<>*@")]


def test_paths_in_the_documents_exist() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for path in named_paths(page.read_text()):
            assert (ROOT / path).exists(), f"{page.name} names {path}"


def test_a_path_that_is_gone_is_noticed() -> None:
    text = "see `engines/registry.py`, `engines/<game>/engine.py`, `tests/*.py` and `assets/gone.py`"
    assert [path for path in named_paths(text) if not (ROOT / path).exists()] == ["assets/gone.py"]


EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "releases.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("code", EXAMPLES, ids=["duckdb", "pandas", "polars"])
def test_each_example_of_loading_a_release_runs(
    small_night: Path, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Home(small_night).releases / "latest")
    found: dict[str, Any] = {}
    exec(code, found)
    results = [
        value for name, value in found.items() if name in ("by_variant", "evening", "puzzles", "rests_on", "new")
    ]
    assert results
    assert all(len(value) for value in results), "an example with nothing to show"
    if "same" in found:
        assert found["same"]["interest"].tolist() == found["puzzles"]["interest"].tolist()

"""Imports only go up the table in docs/architecture.md: each folder may import what is listed here."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What one file alone may import, within a function: an optional extra, which the rest does without.
EXTRAS: dict[str, str] = {"torch": "engines/puyo/agent/dqn/learn.py"}

ALLOWED: dict[str, set[str]] = {
    "engines": {"numpy", "numba", "llvmlite", "lightgbm"},
    "warehouse": {"duckdb", "pyarrow"},
    "quality": {"warehouse", "great_expectations", "numba", "numpy", "pandas", "pyarrow"},
    "assets": {"engines", "warehouse", "quality", "dagster", "matplotlib", "numpy", "pyarrow"},
    "orchestration": {
        "engines",
        "warehouse",
        "quality",
        "assets",
        "benchmarks",
        "click",
        "dagster",
        "duckdb",
        "rich",
    },
    "player": {"engines", "warehouse", "quality"},
    "benchmarks": {"engines", "quality", "warehouse", "assets", "numpy"},
}


def imported(path: Path) -> set[str]:
    """Top-level names that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add((node.module or "").split(".")[0])
    return found - set(sys.stdlib_module_names)


@pytest.mark.parametrize("folder", ALLOWED)
def test_folder_imports_only_what_it_may(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files, f"{folder}/ is empty"
    for path in files:
        extras = {name for name, only in EXTRAS.items() if path == ROOT / only}
        strangers = imported(path) - ALLOWED[folder] - {folder} - extras
        assert not strangers, f"{path.relative_to(ROOT)} imports {sorted(strangers)}"


@pytest.mark.parametrize("name", EXTRAS)
def test_an_extra_is_imported_within_functions_only(name: str) -> None:
    path = ROOT / EXTRAS[name]
    assert name in imported(path)
    at_once = {
        alias.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert name not in at_once


def test_no_game_is_known_outside_its_own_folders() -> None:
    """A new game is an engine, a referee and one line in the registry; nothing else learns its name."""
    from engines.registry import GAMES

    for folder in ("warehouse", "quality", "assets", "orchestration"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.parent.name == "referee" and path.stem in GAMES:
                continue
            names = {
                node.value
                for node in ast.walk(ast.parse(path.read_text()))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not names & set(GAMES), f"{path.relative_to(ROOT)} knows a game by name"


def test_the_referee_shares_no_code_with_the_engines() -> None:
    for path in (ROOT / "quality" / "referee").glob("*.py"):
        assert "engines" not in imported(path)

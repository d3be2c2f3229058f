"""The hidden truth is kept apart: only what simulates people may import it, nothing that learns or judges."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from engines.registry import GAMES

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("engines", "warehouse", "quality", "assets", "orchestration", "player", "benchmarks")

HIDDEN = {f"engines.rating.{name}" for name in ("truth", "taste", "raters", "attempting")} | {
    f"engines.{game}.people.{name}" for game in GAMES for name in ("law", "crowd")
}
OFFERED = {"law", "crowd"}  # by every engine
# Whoever joins these simulates people, and its output says so.
SIMULATORS = {
    "engines/rating/raters.py",
    "engines/rating/attempting.py",
    "assets/stages/ratings.py",
    "benchmarks/judges.py",
    "benchmarks/levels.py",
    "benchmarks/ratings.py",
    "benchmarks/refresh.py",
    "benchmarks/tries.py",
}


def modules(path: Path) -> set[str]:
    """Full names of all that a file imports, wherever in it, as far as the text tells."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # importlib.import_module("...")
    return found


def attributes(path: Path) -> set[str]:
    """Names after a dot."""
    return {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}


def files(found_in: Callable[[Path], set[str]], names: set[str]) -> set[str]:
    """The files in which one of these names is found."""
    every = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(every) > 100
    return {str(path.relative_to(ROOT)) for path in every if found_in(path) & names}


def importers() -> set[str]:
    """All but the engines, which hand their own law on."""
    return files(modules, HIDDEN) - {f"engines/{game}/engine.py" for game in GAMES}


def test_only_simulators_see_the_truth() -> None:
    strangers = importers() - SIMULATORS
    assert not strangers, f"{sorted(strangers)} can see the hidden truth"


def test_only_simulators_ask_an_engine_for_it() -> None:
    assert files(attributes, OFFERED) == {"engines/rating/truth.py", "engines/rating/raters.py"}


def test_the_list_names_no_one_who_does_not_need_it() -> None:
    assert importers() == SIMULATORS


def test_every_way_to_import_is_noticed(tmp_path: Path) -> None:
    lines = (
        "import engines.rating.truth",
        "import engines.rating.truth as law",
        "from engines.rating import truth",
        "from engines.rating import metrics, truth",
        "from engines.rating.truth import measured",
        "from engines.puyo.people.law import LAW",
        "def f():\n    from engines.rating.raters import expected",
        "import importlib\nimportlib.import_module('engines.rating.truth')",
    )
    for number, line in enumerate(lines):
        path = tmp_path / f"{number}.py"
        path.write_text(line)
        assert modules(path) & HIDDEN, line

"""The hidden truth is kept apart: only what simulates people may import it, nothing that learns or judges."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engines", "warehouse", "quality", "assets", "orchestration", "player", "benchmarks")

HIDDEN = {f"engines.rating.{name}" for name in ("law", "laws", "taste", "raters", "attempting")}
# Whoever joins these simulates people, and its output says so.
SIMULATORS = {
    "engines/rating/law.py",
    "engines/rating/raters.py",
    "engines/rating/attempting.py",
    "assets/ratings.py",
    "benchmarks/judges.py",
    "benchmarks/ratings.py",
    "benchmarks/refresh.py",
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


def importers() -> set[str]:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 100
    return {str(path.relative_to(ROOT)) for path in files if modules(path) & HIDDEN}


def test_only_simulators_see_the_truth() -> None:
    strangers = importers() - SIMULATORS
    assert not strangers, f"{sorted(strangers)} can see the hidden truth"


def test_the_list_names_no_one_who_does_not_need_it() -> None:
    assert importers() == SIMULATORS


def test_every_way_to_import_is_noticed(tmp_path: Path) -> None:
    lines = (
        "import engines.rating.law",
        "import engines.rating.law as truth",
        "from engines.rating import law",
        "from engines.rating import metrics, laws",
        "from engines.rating.law import truth",
        "def f():\n    from engines.rating.raters import expected",
        "import importlib\nimportlib.import_module('engines.rating.law')",
    )
    for number, line in enumerate(lines):
        path = tmp_path / f"{number}.py"
        path.write_text(line)
        assert modules(path) & HIDDEN, line

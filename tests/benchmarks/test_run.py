"""The benchmarks run by their name: a JSON array a line, which the command makes a table of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import run
from orchestration.commands.common import FAILED, Problem
from orchestration.commands.counts import bench

ROWS = [["a speed", 12.5, "M/s", 10.0, "a peer"], ["a time", 3.0, "s", None, ""]]


def test_each_measurement_is_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(run, "measured", lambda only=None: [row for row in ROWS if only is None or only in row[0]])
    run.main([])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == ROWS
    run.main(["time"])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == ROWS[1:]


@pytest.fixture
def pretend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Other benchmarks under the same name."""
    package = tmp_path / "benchmarks"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return package / "run.py"


def test_the_command_makes_a_table_of_them(pretend: Path) -> None:
    pretend.write_text(f"import json, sys\nfor row in {ROWS}:\n    print(json.dumps([sys.argv[1:], *row[1:]]))")
    done = CliRunner().invoke(bench, ["--format", "json", "--only", "time"])
    assert done.exit_code == 0
    assert json.loads(done.stdout) == [
        {"benchmark": ["time"], "ours": ours, "unit": unit, "peer or aim": peer, "whose": whose}
        for _, ours, unit, peer, whose in ROWS
    ]


def test_benchmarks_that_fail_are_a_failed_run(pretend: Path) -> None:
    pretend.write_text("import sys\nsys.exit(3)")
    done = CliRunner().invoke(bench, [])
    assert isinstance(done.exception, Problem)
    assert done.exception.status == FAILED

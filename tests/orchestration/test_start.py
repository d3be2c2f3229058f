"""What a command loads before it begins: light commands go without the heavy libraries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from engines.kernels import jit
from orchestration.cli import COMMANDS, cli
from tests.conftest import ROOT, tsume

HEAVY = {"dagster", "great_expectations", "lightgbm", "llvmlite", "matplotlib", "numba", "pandas", "scipy"}
PUZZLES = (
    '{"game":"tspin","goal":"tsd","moves":"drop","queue":"S","board":["X...XXXXXX","XX.XXXXXXX"]}',
    '{"game":"puyo","goal":{"clear":"all"},"queue":["pg"],"board":[".gg..."]}',
    '{"game":"geister","board":"...uu./....RB/.u..../....../....../......","hidden":{"blue":1,"red":2},"plies":5}',
)
SCRIPT = """
import sys
from orchestration.cli import main
sys.argv = ["tsume", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
sys.stdout.flush()
print(*sorted({name.split(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def loaded(*arguments: str, stdin: str = "", home: Path | None = None) -> set[str]:
    """The packages that a command has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], input=stdin, capture_output=True, text=True, cwd=ROOT,
        env=os.environ | ({"TSUME_HOME": str(home)} if home else {}), check=True,
    )  # fmt: skip
    return set(done.stderr.split())


def test_help_loads_nothing_but_the_command_line() -> None:
    there = loaded("--help")
    assert "orchestration" in there
    assert not there & (HEAVY | {"numpy", "pyarrow", "duckdb", "rich", "assets", "quality"})


@pytest.mark.parametrize("arguments", [("variants",), ("variants", "--parameters"), ("draw", "--help")])
def test_lists_and_help_load_nothing_heavy(arguments: tuple[str, ...]) -> None:
    assert not loaded(*arguments) & (HEAVY | {"pyarrow", "duckdb"})


def test_drawing_loads_nothing_heavy() -> None:
    for form in ("svg", "text"):
        assert not loaded("draw", "--format", form, stdin="\n".join(PUZZLES)) & (HEAVY | {"pyarrow", "duckdb"})


def test_showing_loads_nothing_heavy(small_night: Path) -> None:
    lines = (small_night / "releases" / "latest" / "puzzles.jsonl").read_text().splitlines()
    identity = json.loads(lines[0])["puzzle_id"]
    there = loaded("show", identity, home=small_night)
    assert "duckdb" in there
    assert not there & HEAVY


def test_the_list_of_commands_is_what_the_commands_say() -> None:
    context = click.Context(cli)
    for name, (module, said) in COMMANDS.items():
        command = cli.get_command(context, name)
        assert command is getattr(import_module(f"orchestration.commands.{module}"), name)
        assert command is not None
        assert (command.name, command.get_short_help_str(100)) == (name, said)
    assert cli.get_command(context, "fly") is None


def test_the_shell_completes_commands_and_what_is_under_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TSUME_COMPLETE", "bash_complete")
    for words, number, found in (("tsume re", 1, ["releases", "replay"]), ("tsume models re", 2, ["refresh"])):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(number))
        assert tsume().stdout.split() == [f"plain,{name}" for name in found]


def test_kernels_are_made_when_they_are_first_used() -> None:
    """And whatever they name is made before them: numba never sees what is still to come."""
    script = """
import sys
from engines.puyo.rules.place import height_of
from engines.puyo.rules.board import planes_of
import engines.puyo.rules.place as place
from engines.kernels.jit import Later
assert "numba" not in sys.modules
assert isinstance(place.popcount, Later)
assert height_of.__doc__ and height_of.__name__ == "height_of"
assert int(height_of(planes_of(("rg", "", "", "", "", "")), 0)) == 2
assert "numba" in sys.modules
assert not isinstance(place.popcount, Later)
"""
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


def test_a_kernel_that_names_itself_and_one_in_a_closure() -> None:
    made = []

    def inner() -> int:
        return 3

    def outer() -> int:
        return part() + 1

    part = jit.later(lambda: made.append("inner") or inner)
    whole = jit.Later(lambda: made.append("outer") or outer, outer)  # type: ignore[arg-type]
    assert made == []
    assert (whole(), whole()) == (4, 4)
    assert sorted(made) == ["inner", "outer"]
    assert part is inner, "it has taken the place of what was to come"

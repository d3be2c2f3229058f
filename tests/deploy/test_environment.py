"""The script that makes the environment: what it says where there is no Python that fits."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "deploy" / "environment.sh"
LIMIT = 300  # seconds that anything may take on a slow and busy machine
TOOLS = ("sh", "dirname", "rm")

OLD = """#!/bin/sh
case "$*" in
    --version) echo Python 3.9.18 ;;
    *) exit 1 ;;
esac
"""
NEW = """#!/bin/sh
case "$*" in
    --version) echo Python 3.13.0 ;;
    "-m venv .venv") mkdir -p .venv/bin; ln -s "$0" .venv/bin/python ;;
    *pip*) echo "$*" >> asked ;;
esac
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout with the script, and a folder of commands with hardly anything in it."""
    (tmp_path / "deploy").mkdir()
    shutil.copy(SCRIPT, tmp_path / "deploy")
    (tmp_path / "bin").mkdir()
    for tool in (*TOOLS, "mkdir", "ln"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    return tmp_path


def run(machine: Path, python: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    found = machine / "bin" / "python3"
    found.write_text(python)
    found.chmod(0o755)
    command = ["sh", "deploy/environment.sh", *arguments]
    environment |= {"PATH": str(machine / "bin"), "HOME": str(machine)}
    return subprocess.run(command, cwd=machine, env=environment, capture_output=True, text=True, timeout=LIMIT)


def test_a_machine_without_a_python_that_fits_is_told_what_to_install(machine: Path) -> None:
    done = run(machine, OLD)
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    assert last.startswith("tsume: needs Python 3.11 to 3.14, found Python 3.9.18: install one of them, or uv")
    assert not (machine / ".venv").exists()


def test_a_python_that_was_asked_for_and_does_not_fit_is_refused(machine: Path) -> None:
    done = run(machine, OLD, PYTHON="python3")
    assert done.returncode == 1
    assert done.stderr == "tsume: PYTHON=python3 is Python 3.9.18, and Python 3.11 to 3.14 is needed\n"


def test_without_uv_pip_installs(machine: Path) -> None:
    done = run(machine, NEW, "dev")
    assert done.returncode == 0, done.stderr
    assert "with Python 3.13.0" in done.stderr
    *_, asked = (machine / "asked").read_text().splitlines()
    assert "install" in asked
    assert asked.endswith("--editable .[dev] --constraint constraints.txt")


def test_a_python_may_stand_in_a_folder_with_a_space(machine: Path) -> None:
    (machine / "my pythons").mkdir()
    python = machine / "my pythons" / "python"
    python.write_text(NEW)
    python.chmod(0o755)
    done = run(machine, OLD, PYTHON=str(python))
    assert done.returncode == 0, done.stderr
    assert "making .venv with Python 3.13.0" in done.stderr


def test_an_environment_with_another_python_is_not_taken_for_the_one_asked_for(machine: Path) -> None:
    assert run(machine, NEW).returncode == 0
    made = machine / ".venv" / "bin" / "python"
    made.unlink()
    made.write_text(NEW.replace("3.13.0", "3.12.1"))
    made.chmod(0o755)
    assert run(machine, NEW).returncode == 0, "nobody asks for another"
    done = run(machine, NEW, PYTHON="python3")
    assert done.returncode == 1
    line = "tsume: .venv has Python 3.12.1, and PYTHON=python3 is Python 3.13.0: run make clean first\n"
    assert done.stderr == line
    assert made.exists()


def test_an_environment_whose_python_is_too_old_or_gone_is_left_alone_and_named(machine: Path) -> None:
    made = machine / ".venv" / "bin" / "python"
    made.parent.mkdir(parents=True)
    made.symlink_to(machine / "nothing")
    done = run(machine, NEW)
    assert (done.returncode, done.stderr) == (
        1,
        "tsume: .venv has no Python, and Python 3.11 to 3.14 is needed: run make clean\n",
    )


def test_what_cannot_be_installed_is_told_in_a_last_line(machine: Path) -> None:
    done = run(machine, NEW.replace('*pip*) echo "$*" >> asked ;;', '*"install "*) exit 1 ;;'))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "tsume: could not install the press: is there a network?"


def test_the_script_and_the_package_allow_the_same_pythons() -> None:
    oldest, newest = re.search(r"oldest=(\d+) newest=(\d+)", SCRIPT.read_text()).groups()
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert package["requires-python"] == f">=3.{oldest},<3.{int(newest) + 1}"

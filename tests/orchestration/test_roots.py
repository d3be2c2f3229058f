"""Roots that cannot be used, storage that fails, and what killed writers leave behind."""

from __future__ import annotations

import os
import signal
import subprocess
import uuid
from pathlib import Path

import dagster as dg
import pytest

from orchestration import instance as storage
from orchestration.instance import prepare
from orchestration.night import NightFailed, open_instance
from tests.conftest import NIGHT, ROOT, TSUME, make_night, one_line, small_environment, tsume
from warehouse.home import Home, HomeError, began, is_left_behind, staging_name, sweep, writer_name


@pytest.mark.parametrize("name", ["what?", "a#b", "100%"])
@pytest.mark.parametrize("command", [("nightly",), ("ui", "--port", "1"), ("models", "refresh"), ("releases",)])
def test_a_root_that_no_address_can_hold_is_refused(tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    root = tmp_path / name / "root"
    one_line(
        tsume(*command, env=small_environment(tmp_path) | {"TSUME_HOME": str(root)}), 2, str(root), "in its path"
    )
    assert list(tmp_path.glob("*/*")) == [], "nothing was made, at no cut-off path either"


def test_a_limit_on_the_size_of_files_is_told_in_one_line(tmp_path: Path) -> None:
    """Dagster's databases are larger than that: SQLite cannot write them."""
    command = f"ulimit -f 64; exec {' '.join(TSUME)} nightly --night {NIGHT}"
    done = subprocess.run(
        ["bash", "-c", command],
        env=small_environment(tmp_path),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    one_line(done, 1, "Dagster's storage", str(tmp_path / "home" / "dagster"))


def test_storage_that_fails_in_the_middle_is_told_in_one_line(home: Path) -> None:
    import sqlite3

    from sqlalchemy.exc import OperationalError

    prepare(Home(home))
    full = OperationalError("insert", {}, sqlite3.OperationalError("database or disk is full"))
    said = r"cannot use Dagster's storage .*database or disk is full"
    with pytest.raises(NightFailed, match=said), open_instance(Home(home)):
        raise full
    with pytest.raises(ZeroDivisionError), open_instance(Home(home)):
        _ = 1 // 0


def test_storage_that_cannot_be_made_is_an_error_of_the_root(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(27, "File too large")

    monkeypatch.setattr(storage, "create_storage", fail)
    with pytest.raises(HomeError, match="File too large"):
        prepare(Home(home))
    assert list((home / "dagster").iterdir()) == [], "nothing half-written is left"


def test_an_earlier_dagster_yaml_is_renewed_unless_somebody_changed_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(Home(home))
    config = home / "dagster" / "dagster.yaml"
    config.write_text("# mine\n")
    prepare(Home(home))
    assert config.read_text() == "# mine\n"
    monkeypatch.setattr(storage, "is_earlier", lambda written: written == b"# mine\n")
    prepare(Home(home))
    assert config.read_text() == storage.DAGSTER_YAML
    assert "retry_on_asset_or_op_failure: false" in storage.DAGSTER_YAML


def killed_writer(target: Path) -> Path:
    """A hidden file whose writer was killed while he wrote it."""
    child = os.fork()
    if child == 0:
        path = staging_name(target)
        path.write_text("half")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    (path,) = target.parent.glob(f".{target.name}.*-{child}-*.tmp")
    return path


def test_what_a_killed_writer_left_is_removed_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    left = killed_writer(tmp_path / "a.parquet")
    folder, live, kept = (
        tmp_path / left.name.replace("a.parquet", "release"),
        staging_name(tmp_path / "b"),
        tmp_path / "c",
    )
    folder.mkdir()
    for path in (folder / "inner", live, kept):
        path.write_text("")
    sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([live.name, kept.name])


def test_a_process_number_that_is_used_again_is_another_writer(tmp_path: Path) -> None:
    host, process, since = writer_name().split("-")
    assert int(since) == began(int(process))
    ours = tmp_path / f".a.{host}-{process}-{int(since) + 1}.{uuid.uuid4().hex[:12]}.tmp"
    other = tmp_path / f".a.{'0' * 8}-{process}-{int(since) + 1}.{uuid.uuid4().hex[:12]}.tmp"
    for path in (ours, other):
        path.write_text("")
    assert is_left_behind(ours, 0.0)
    assert not is_left_behind(other, 0.0), "of another machine nobody can tell, and it is not old"
    assert is_left_behind(other, other.stat().st_mtime + 1)


@pytest.mark.usefixtures("smallest")
def test_the_next_run_cleans_up(made: Path) -> None:
    targets = [made / "lake" / "verdict" / "x.parquet", made / "releases" / NIGHT, made / "warehouse.duckdb"]
    for target in targets:
        target.parent.mkdir(parents=True, exist_ok=True)
    left = [killed_writer(target) for target in targets]
    left[2].with_name(left[2].name + ".wal").write_text("")
    make_night(made)
    assert [path for pattern in (".*.tmp", ".*.wal", ".probe-*") for path in made.rglob(pattern)] == []
    with dg.DagsterInstance.get() as instance:
        assert [run.status for run in instance.get_runs()] == [dg.DagsterRunStatus.SUCCESS] * 2

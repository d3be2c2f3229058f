"""The database under the log: made once, brought to today's form with its rows, whole whatever dies, and one clear
line when it cannot be reached."""

from __future__ import annotations

import os
import re
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from tests.orchestration.test_kill import in_a_child
from tests.postgres import Cluster
from tests.warehouse.players.given import ANN, event
from warehouse.home import Home
from warehouse.players import migrations
from warehouse.players.log import BadAddress, LogUnavailable, PlayerLog, is_there
from warehouse.players.store import Store, file_of
from warehouse.players.tables import METADATA

Open = Callable[..., PlayerLog]


def refused(error: LogUnavailable, *words: str) -> None:
    """One line that a person can do something with."""
    said = str(error)
    assert "\n" not in said
    assert not re.search(r"select |insert |sqlalche|Traceback|psycopg\.", said, re.IGNORECASE), said
    for word in words:
        assert word in said


# How it is made and changed.


def test_migrations_make_the_tables_that_queries_name(tmp_path: Path, log_address: str | None) -> None:
    store = Store(Home(tmp_path), log_address)
    with store.reading() as connection:
        inspector = sa.inspect(connection)
        assert set(inspector.get_table_names()) == set(METADATA.tables)
        for name, table in METADATA.tables.items():
            found = {each["name"]: each for each in inspector.get_columns(name)}
            assert list(found) == list(table.columns.keys())
            assert inspector.get_pk_constraint(name)["constrained_columns"] == [key.name for key in table.primary_key]
            for column in table.columns:
                wanted = column.type.dialect_impl(connection.dialect)
                assert found[column.name]["type"]._type_affinity is wanted._type_affinity, (name, column.name)
                assert found[column.name]["nullable"] == column.nullable or column.primary_key, (name, column.name)
    store.close()


def add_a_column(connection: sa.Connection) -> None:
    migrations.run(connection, "alter table player add column colour text; update player set colour = 'blue'")


def test_an_earlier_log_is_brought_to_todays_form_with_its_rows(tmp_path: Path, log_address: str | None) -> None:
    home, (first, *_) = Home(tmp_path), migrations.MIGRATIONS
    with PlayerLog(Store(home, log_address, steps=(first,))) as log:
        player, _ = log.newcomer()
        (stored,) = log.append(event(player, "a", "tried", 1))
    steps = (first, add_a_column)
    with pytest.raises(LogUnavailable) as error:
        Store(home, log_address, read_only=True, steps=steps)
    refused(error.value, "earlier version")
    for _ in range(2):
        with PlayerLog(Store(home, log_address, steps=steps)) as log:
            assert list(log.events()) == [stored]
            assert log.profile(player).player == player
            with log._store.reading() as connection:
                assert connection.execute(sa.text("select colour from player")).scalars().all() == ["blue"]
                assert migrations.version_of(connection) == 2


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, log_address: str | None) -> None:
    home, (first, *_) = Home(tmp_path), migrations.MIGRATIONS
    with PlayerLog(Store(home, log_address, steps=(first,))) as log:
        (stored,) = log.append(event(ANN, "a", "tried", 1))

    def stumbles(connection: sa.Connection) -> None:
        add_a_column(connection)
        migrations.run(connection, "drop table no_such_table")

    with pytest.raises(LogUnavailable) as error:
        Store(home, log_address, steps=(first, stumbles))
    refused(error.value, "no_such_table")
    with PlayerLog(Store(home, log_address, steps=(first,))) as log:
        assert list(log.events()) == [stored]
        with log._store.reading() as connection:
            assert "colour" not in {each["name"] for each in sa.inspect(connection).get_columns("player")}


def test_a_log_of_a_newer_version_is_refused(open_log: Open) -> None:
    newer = len(migrations.MIGRATIONS) + 1
    with open_log()._store.writing() as connection:
        connection.execute(sa.text("update log_state set version = :newer"), {"newer": newer})
    for read_only in (False, True):
        with pytest.raises(LogUnavailable) as error:
            open_log(read_only=read_only)
        refused(error.value, "newer version of tsume", str(newer))


def test_processes_that_open_a_log_at_once_make_it_once(tmp_path: Path, log_address: str | None) -> None:
    home = Home(tmp_path)
    go, gun = os.pipe()
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            os.close(gun)
            os.read(go, 1)  # nothing comes: it ends when the parent lets go
            done = 1
            try:
                PlayerLog.open(home, log_address).append(event(ANN, "a", "tried", number))
                done = 0
            finally:
                os._exit(done)
        children.append(child)
    os.close(go)
    os.close(gun)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    with PlayerLog.open(home, log_address) as log:
        assert [each.number for each in log.events()] == [1, 2, 3, 4]
        with log._store.reading() as connection:
            assert connection.execute(sa.text("select count(*) from log_state")).scalar() == 1


def test_a_reader_makes_nothing(tmp_path: Path, log_address: str | None) -> None:
    home = Home(tmp_path)
    assert is_there(home, log_address) == (log_address is not None)
    with pytest.raises(LogUnavailable) as error:
        PlayerLog.open(home, log_address, read_only=True)
    refused(error.value, "no log of players")
    assert not file_of(home).exists()
    PlayerLog.open(home, log_address).close()
    assert is_there(home, log_address)
    with PlayerLog.open(home, log_address, read_only=True) as log:
        assert list(log.events()) == []
        with pytest.raises(LogUnavailable) as error:
            log.newcomer()
    refused(error.value, "for reading only")


# Death.


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, log_address: str | None) -> None:
    """Four threads write in a process that kills itself when so many events were acknowledged."""
    home, enough = Home(tmp_path), 60
    heard, told = os.pipe()

    def write() -> None:
        log, acknowledged, lock = PlayerLog.open(home, log_address), [0], threading.Lock()

        def some(thread: int) -> None:
            for number in range(enough):
                (stored,) = log.append(event(ANN, f"a{thread}", "tried", number))
                with lock:
                    os.write(told, f"{stored.number} {stored.key}\n".encode())
                    acknowledged[0] += 1
                    if acknowledged[0] == enough:
                        os.kill(os.getpid(), signal.SIGKILL)

        threads = [threading.Thread(target=some, args=(thread,)) for thread in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert in_a_child(write) == signal.SIGKILL
    os.close(told)
    with os.fdopen(heard) as lines:
        acknowledged = {int(number): key for number, key in map(str.split, lines)}
    assert len(acknowledged) == enough
    with PlayerLog.open(home, log_address) as log:
        there = {each.number: each.key for each in log.events()}
        assert acknowledged.items() <= there.items()
        assert log.last_number() == max(there) == len(there)
        assert log.append(event(ANN, "b", "tried", 1))[0].number == max(there) + 1


def test_what_waits_when_it_is_closed_is_written(open_log: Open) -> None:
    log = open_log()
    with log._store.writing():
        soon = [log.append_soon(event(ANN, "a", "tried", number)) for number in range(5)]
        closing = threading.Thread(target=log.close)
        closing.start()
    closing.join()
    assert [future.result()[0].number for future in soon] == [1, 2, 3, 4, 5]
    with pytest.raises(LogUnavailable) as error:
        log.append(event(ANN, "a", "tried", 9))
    refused(error.value, "closed")


def test_nobody_suffers_for_what_somebody_else_asked_for(player_log: PlayerLog) -> None:
    """What is committed together is committed one by one, if the database refuses a part of it."""

    def twice(connection: sa.Connection) -> None:
        for _ in range(2):
            connection.execute(sa.text("insert into token values ('same', 'p', '2026')"))

    with player_log._store.writing():
        soon = [player_log.append_soon(event(ANN, "a", "tried", number)) for number in range(3)]
        bad = player_log._writer.change(twice)
        soon += [player_log.append_soon(event(ANN, "a", "tried", number)) for number in range(3, 6)]
    assert sorted(future.result()[0].number for future in soon) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(sa.exc.IntegrityError):
        bad.result()
    with player_log._store.reading() as connection:
        assert connection.execute(sa.text("select count(*) from token")).scalar() == 0


# When it cannot be reached.


@contextmanager
def disk_full(path: Path) -> Iterator[None]:
    """No file may become larger than the log's own files are."""
    largest = max(each.stat().st_size for each in path.parent.iterdir())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def server_gone(cluster: Cluster, address: str) -> Iterator[None]:
    """Nobody is let into a database any more, and who is in is thrown out."""
    name = urlsplit(address).path[1:]
    cluster.execute(f"alter database {name} allow_connections false")
    cluster.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")
    try:
        yield
    finally:
        cluster.execute(f"alter database {name} allow_connections true")


@pytest.fixture
def gone(tmp_path: Path, log_address: str | None, request: pytest.FixtureRequest) -> Callable[[], object]:
    """While it lasts, the database cannot be written."""
    if log_address is None:
        return lambda: disk_full(file_of(Home(tmp_path / "home")))
    cluster = request.getfixturevalue("postgres")
    return lambda: server_gone(cluster, log_address)


def test_all_who_wait_are_told_and_it_recovers(player_log: PlayerLog, gone: Callable[[], object]) -> None:
    player_log.append(event(ANN, "a", "tried", 0))
    large = "x" * 90_000
    with gone():  # type: ignore[attr-defined]
        soon = [player_log.append_soon(event(ANN, "a", "tried", number, moves=large)) for number in range(1, 30)]
        for future in soon:
            with pytest.raises(LogUnavailable) as error:
                future.result()
        refused(error.value, "log of players at", "cannot be used")
        with pytest.raises(LogUnavailable):
            player_log.make_list(ANN, "mine", note=large)
    (stored,) = player_log.append(event(ANN, "a", "tried", 1))
    assert stored.number == 2
    assert [each.number for each in player_log.events()] == [1, 2]


def test_a_file_that_may_not_be_written_says_so(tmp_path: Path) -> None:
    """To whoever is not root, whom nothing stops."""
    home = Home(tmp_path / "home")
    PlayerLog.open(home).close()
    heard, told = os.pipe()

    def try_it() -> None:
        if os.geteuid() == 0:
            os.chmod(file_of(home), 0o444)
            for folder in (file_of(home).parent, home.root / "locks"):
                os.chmod(folder, 0o777)
            (home.root / "locks" / "player-log").unlink()
            for folder in tmp_path.parents:
                if os.stat(folder).st_uid == 0 and not os.stat(folder).st_mode & 0o001:
                    os.chmod(folder, os.stat(folder).st_mode | 0o001)
            os.chmod(tmp_path, 0o711)
            os.chmod(home.root, 0o755)
            os.setgid(65534)
            os.setuid(65534)
        else:
            os.chmod(file_of(home), 0o444)
        try:
            PlayerLog.open(home).newcomer()
        except LogUnavailable as error:
            os.write(told, str(error).encode())

    in_a_child(try_it)
    os.close(told)
    with os.fdopen(heard) as said:
        refused(LogUnavailable(said.read()), str(file_of(home)), "cannot be used")


def test_what_is_no_database_says_so(tmp_path: Path) -> None:
    home = Home(tmp_path)
    file_of(home).parent.mkdir()
    file_of(home).write_bytes(b"no database at all, but some text that is long enough" * 20)
    with pytest.raises(LogUnavailable) as error:
        PlayerLog.open(home)
    refused(error.value, str(file_of(home)), "not a database")
    file_of(home).unlink()
    file_of(home).mkdir()
    with pytest.raises(LogUnavailable) as error:
        PlayerLog.open(home)
    refused(error.value, str(file_of(home)))


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("nonsense", "postgresql://user@host/name"),
        ("mysql://me@host/x", "not mysql://"),
        ("postgresql://host:port/x", "postgresql://user@host/name"),
        ("sqlite:///x", "not sqlite://"),
    ],
)
def test_what_is_no_address_says_so(tmp_path: Path, address: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TSUME_PLAYER_DB", address)
    with pytest.raises(BadAddress) as error:
        PlayerLog.open(Home(tmp_path))
    refused(error.value, "TSUME_PLAYER_DB", word)


def test_a_password_is_never_told(tmp_path: Path) -> None:
    for start in ("postgresql", "postgres", "postgresql+psycopg"):
        with pytest.raises(LogUnavailable) as error:
            PlayerLog.open(Home(tmp_path), f"{start}://ann:sesame@/x?host={tmp_path}")
        refused(error.value, "postgresql://ann:***@", "cannot be used")
        assert "sesame" not in str(error.value)

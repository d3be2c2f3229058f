"""The database under the log: which one it is, how it is opened, and one clear line when it cannot be reached."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event, exc

from warehouse.home import Home
from warehouse.players import migrations, tables

ADDRESS = "TSUME_PLAYER_DB"
DRIVER = "postgresql+psycopg"
WAIT = 10  # seconds for a lock or a connection
POOL: dict[str, Any] = {"pool_size": 10, "max_overflow": 30, "pool_timeout": WAIT}  # a service has some forty threads
POSTGRESQL = {"connect_timeout": 5, "application_name": "tsume", "client_encoding": "utf8"}
SERVER = (
    "-c synchronous_commit=on -c lock_timeout=10000 -c statement_timeout=30000"
    " -c idle_in_transaction_session_timeout=30000"
)
PRAGMAS = f"""
pragma busy_timeout = {WAIT * 1000};
pragma synchronous = full;
pragma secure_delete = on;
pragma temp_store = memory
"""


class LogUnavailable(RuntimeError):
    """The log of players cannot be reached; the message says where it is and why."""


class BadAddress(LogUnavailable):
    """What somebody set as the address of the log cannot be one."""


def file_of(home: Home) -> Path:
    """Where the log is if no address says otherwise."""
    return home.root / "players" / "log.sqlite"


def is_there(home: Home, address: str | None = None) -> bool:
    """Whether there is a log to be read, without opening it."""
    return bool(address or os.environ.get(ADDRESS)) or file_of(home).exists()


class Store:
    """Transactions on the database of a log."""

    def __init__(
        self,
        home: Home,
        address: str | None = None,
        read_only: bool = False,
        steps: Sequence[migrations.Migration] = migrations.MIGRATIONS,
    ) -> None:
        self._home, self._steps, self._read_only = home, steps, read_only
        address = address or os.environ.get(ADDRESS) or None
        self._file = None if address else file_of(home)
        self.name = str(self._file) if self._file else ""
        self._engine = _postgresql(self, address) if address else _sqlite(file_of(home))
        try:
            with self._said():
                self._prepare()
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with self._said(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that has the one row of `log_state`: all that write take turns, in whatever process."""
        if self._read_only:
            raise LogUnavailable(f"the log of players at {self.name} was opened for reading only")
        with self._said(), self._engine.connect() as connection:
            connection = connection.execution_options(writes=True)
            with connection.begin():
                connection.execute(sa.update(tables.log_state).values(last=tables.log_state.c.last))
                yield connection

    def settle(self) -> None:
        """See that what was deleted is not in SQLite's journal either, unless somebody is reading just now."""
        if self._file is not None:
            with self._said(), self._engine.connect() as connection:
                connection.connection.cursor().execute("pragma wal_checkpoint(truncate)")

    def _prepare(self) -> None:
        """See that the tables are there, in today's form."""
        if self._read_only:
            return self._require()
        if self._file is None:
            return self._migrate()
        with self._home.turn("player-log"):  # SQLite refuses a change of the journal while another opens the file
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600))
            with self._engine.connect() as connection:
                connection.connection.cursor().execute("pragma journal_mode = wal")
            self._migrate()

    def _require(self) -> None:
        """See that the tables are there, and change nothing."""
        version = 0 if self._file and not self._file.exists() else self._version()
        if version == 0:
            raise LogUnavailable(f"there is no log of players at {self.name} yet")
        if version < len(self._steps):
            raise LogUnavailable(f"the log of players at {self.name} is of an earlier version: start `tsume play`")

    def _version(self) -> int:
        with self._engine.connect() as connection:
            version = migrations.version_of(connection)
        migrations.check(version, self._steps)
        return version

    def _migrate(self) -> None:
        if self._version() < len(self._steps):
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                migrations.migrate(connection, self._steps)

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What goes wrong with the database, in one line."""
        try:
            yield
        except (exc.IntegrityError, exc.DataError):
            raise  # of one request: the database is well
        except exc.DBAPIError as error:
            raise LogUnavailable(self._line(error.orig)) from error
        except (exc.SQLAlchemyError, OSError, migrations.NewerLog) as error:
            raise LogUnavailable(self._line(error)) from error

    def _line(self, error: BaseException | None) -> str:
        said = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
        return f"the log of players at {self.name} cannot be used: {said}"


def _sqlite(path: Path) -> sa.Engine:
    url = sa.URL.create("sqlite", database=str(path))
    engine = sa.create_engine(url, connect_args={"timeout": WAIT}, **POOL)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # this program says itself where a transaction begins
        for pragma in PRAGMAS.split(";"):
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("begin immediate" if writes else "begin")

    return engine


def _postgresql(store: Store, address: str) -> sa.Engine:
    try:
        url = sa.make_url(address)
    except (exc.ArgumentError, ValueError):
        raise BadAddress(f"{ADDRESS} is no address of a database: it is like postgresql://user@host/name") from None
    store.name = url.set(drivername="postgresql").render_as_string(hide_password=True)
    if url.drivername not in ("postgresql", "postgres", DRIVER):
        raise BadAddress(f"{ADDRESS} begins with postgresql://, not {url.drivername}://")
    given = {name: value for name, value in POSTGRESQL.items() if name not in url.query}
    options = given if "options" in url.query else given | {"options": SERVER}
    try:
        return sa.create_engine(
            url.set(drivername=DRIVER),
            connect_args=options,
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
            pool_recycle=1800,
            **POOL,
        )
    except ModuleNotFoundError:
        raise BadAddress(f"{ADDRESS} names PostgreSQL, which needs psycopg: install tsume with [postgres]") from None

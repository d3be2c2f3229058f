"""The numbered steps that lead from any earlier form of the log to today's. They run when a log is opened, all in one
transaction, under a lock: of two processes that start at once one migrates, and the other finds it done.

A step that has been released is never changed. A new one goes to the end of `MIGRATIONS`, and `tables.py` follows it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence

import sqlalchemy as sa

LOCK = 7_480_113  # of PostgreSQL's advisory locks: any number will do that nobody else uses

Migration = Callable[[sa.Connection], None]

FIRST = """
create table log_state (one {number} primary key, identity text not null, version {number} not null,
    last {number} not null);
create table event (number {number} primary key, key text not null unique, kind text not null, player text not null,
    attempt text not null, at text not null, body text not null);
create index event_attempt on event (attempt, number);
create index event_player on event (player, number);
create table attempt (attempt text primary key, player text not null, game text not null, puzzle_id text not null,
    place {number} not null, began {number} not null, ended {number}, how text, solved boolean,
    seconds {real}, tries {number}, hints {number});
create index attempt_puzzle on attempt (puzzle_id, place, solved, seconds);
create index attempt_player on attempt (player, puzzle_id);
create table player (player text primary key, nickname text, player_group text, language text, joined text not null);
create table token (hash text primary key, player text not null, made_at text not null);
create index token_player on token (player);
create table carry_code (hash text primary key, player text not null, until text not null);
create index carry_code_player on carry_code (player);
create table tombstone (hash text primary key, number {number} not null, at text not null);
create table puzzle_list (id text primary key, player text not null, name text not null, puzzle_ids text not null,
    note text not null, made_at text not null, changed_at text not null);
create index puzzle_list_player on puzzle_list (player);
create table made_puzzle (puzzle_id text primary key, game text not null, variant text not null, puzzle text not null,
    solution text not null, verdict text not null, themes text not null, difficulty {real}, interest {real},
    made_for text, more text not null, made_at text not null);
create index made_puzzle_for on made_puzzle (made_for)
"""


class NewerLog(RuntimeError):
    """A log that a later version of this program has changed; the message says so."""


def run(connection: sa.Connection, statements: str) -> None:
    """Statements that mean the same in both databases; the names of two types differ."""
    sqlite = connection.dialect.name == "sqlite"
    types = {"number": "integer" if sqlite else "bigint", "real": "double precision"}
    for statement in statements.format(**types).split(";"):
        connection.exec_driver_sql(statement)


def first(connection: sa.Connection) -> None:
    run(connection, FIRST)
    row = {"identity": uuid.uuid4().hex[:12]}
    connection.execute(sa.text("insert into log_state values (1, :identity, 0, 0)"), row)


MIGRATIONS: tuple[Migration, ...] = (first,)


def version_of(connection: sa.Connection) -> int:
    """How many of the steps a log has behind it; 0 if it is new."""
    if not sa.inspect(connection).has_table("log_state"):
        return 0
    return int(connection.execute(sa.text("select version from log_state")).scalar_one())


def check(version: int, steps: Sequence[Migration] = MIGRATIONS) -> None:
    if version > len(steps):
        raise NewerLog(f"a newer version of tsume has changed it (step {version}, this one knows {len(steps)})")


def migrate(connection: sa.Connection, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """Take all steps that are still ahead, in a transaction that writes."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    version = version_of(connection)
    check(version, steps)
    for step in steps[version:]:
        step(connection)
    if version < len(steps):
        connection.execute(sa.text("update log_state set version = :version"), {"version": len(steps)})

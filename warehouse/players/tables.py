"""The tables of the log, the same in SQLite and PostgreSQL, as queries name them. `migrations.py` makes them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

METADATA = sa.MetaData()
BAD = re.compile("[\x00\ud800-\udfff]")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


class Moment(sa.types.TypeDecorator[datetime]):
    """A time in UTC, to the microsecond, as a text that sorts: 2026-11-15T03:20:12.000000Z."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> str | None:
        return None if value is None else value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")

    def process_result_value(self, value: str | None, dialect: Any) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


class Plain(sa.types.TypeDecorator[str]):
    """A text. What no database can hold is given as U+FFFD, so that whoever asks for it finds nothing."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        return None if value is None else BAD.sub("\ufffd", value)


def table(name: str, *columns: sa.Column[Any]) -> sa.Table:
    return sa.Table(name, METADATA, *columns)


def text(name: str, null: bool = False, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, Plain, nullable=null, primary_key=key)


def number(name: str, null: bool = False, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, NUMBER, nullable=null, primary_key=key, autoincrement=False)


def moment(name: str) -> sa.Column[datetime]:
    return sa.Column(name, Moment, nullable=False)


# One row: which log this is, the number of its migration, the number of its last event or tombstone.
log_state = table("log_state", number("one", key=True), text("identity"), number("version"), number("last"))

event = table(
    "event",
    number("number", key=True),
    text("key"),
    text("kind"),
    text("player"),
    text("attempt"),
    moment("at"),
    text("body"),  # JSON
)

# What the events of an attempt come to, for quick answers; `began` and `ended` are numbers of events.
attempt = table(
    "attempt",
    text("attempt", key=True),
    text("player"),
    text("game"),
    text("puzzle_id"),
    number("place"),  # which attempt of this player at this puzzle, from 1
    number("began"),
    number("ended", null=True),
    text("how", null=True),
    sa.Column("solved", sa.Boolean, nullable=True),
    sa.Column("seconds", sa.Double, nullable=True),
    number("tries", null=True),
    number("hints", null=True),
)

player = table(
    "player",
    text("player", key=True),
    text("nickname", null=True),
    text("player_group", null=True),
    text("language", null=True),
    moment("joined"),
)

token = table("token", text("hash", key=True), text("player"), moment("made_at"))

carry_code = table("carry_code", text("hash", key=True), text("player"), moment("until"))

# Whoever was forgotten: the SHA-256 of the id, by which other places can forget them too.
tombstone = table("tombstone", text("hash", key=True), number("number"), moment("at"))

puzzle_list = table(
    "puzzle_list",
    text("id", key=True),
    text("player"),
    text("name"),
    text("puzzle_ids"),  # JSON
    text("note"),
    moment("made_at"),
    moment("changed_at"),
)

made_puzzle = table(
    "made_puzzle",
    text("puzzle_id", key=True),
    text("game"),
    text("variant"),
    text("puzzle"),  # JSON, like the next
    text("solution"),
    text("verdict"),
    text("themes"),
    sa.Column("difficulty", sa.Double, nullable=True),
    sa.Column("interest", sa.Double, nullable=True),
    text("made_for", null=True),
    text("more"),
    moment("made_at"),
)

"""Players: their ids, tokens and codes, what they say of themselves, and how they are forgotten."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from warehouse.players import past, puzzle_lists, tables, words
from warehouse.players.appending import forgotten, last_number, secret
from warehouse.players.events import Profile
from warehouse.vocabulary import RATER_GROUPS

EASY = "23456789abcdefghjkmnpqrstuvwxyz"  # no two of these look alike
CODE_LENGTH = 12
CODE_LASTS = timedelta(minutes=15)
LANGUAGES = ("en", "ja")


class UnknownPlayer(LookupError):
    """There is no player of that id."""


def newcomer(connection: sa.Connection, now: datetime) -> tuple[str, str]:
    name = f"p{secrets.token_hex(8)}"
    connection.execute(sa.insert(tables.player).values(player=name, joined=now))
    return name, new_token(connection, name, now)


def new_token(connection: sa.Connection, name: str, now: datetime) -> str:
    text = secrets.token_urlsafe(32)
    connection.execute(sa.insert(tables.token).values(hash=secret(text), player=name, made_at=now))
    return text


def player_of(connection: sa.Connection, text: str) -> str | None:
    return connection.execute(sa.select(tables.token.c.player).where(tables.token.c.hash == secret(text))).scalar()


def profile(connection: sa.Connection, name: str) -> Profile:
    row = connection.execute(sa.select(tables.player).where(tables.player.c.player == name)).first()
    if row is None:
        raise UnknownPlayer("there is no such player")
    return Profile(row.player, row.nickname, row.player_group, row.language, row.joined)


def set_profile(connection: sa.Connection, name: str, changes: Mapping[str, str | None]) -> Profile:
    profile(connection, name)
    if changes:
        values = {COLUMNS.get(what, what): said(what, text) for what, text in changes.items()}
        connection.execute(sa.update(tables.player).where(tables.player.c.player == name).values(**values))
    return profile(connection, name)


COLUMNS = {"group": "player_group"}
CHOICES = {"group": RATER_GROUPS, "language": LANGUAGES}


def said(what: str, text: str | None) -> str | None:
    """What is stored of what a player says of themself; nothing said is null."""
    if what == "nickname":
        return words.line(text or "", words.NICKNAME) or None
    if what not in CHOICES:
        raise words.BadWords(f"a player has no {what}")
    if text is not None and text not in CHOICES[what]:
        raise words.BadWords(f"the {what} of a player is one of {', '.join(CHOICES[what])}")
    return text


# To another device.


def carry_code(connection: sa.Connection, name: str, now: datetime) -> tuple[str, datetime]:
    profile(connection, name)
    code = "".join(secrets.choice(EASY) for _ in range(CODE_LENGTH))
    until = now + CODE_LASTS
    old = (tables.carry_code.c.player == name) | (tables.carry_code.c.until < now)
    connection.execute(sa.delete(tables.carry_code).where(old))
    connection.execute(sa.insert(tables.carry_code).values(hash=secret(code), player=name, until=until))
    return code, until


def carry(connection: sa.Connection, typed: str, now: datetime) -> tuple[str, str] | None:
    code = "".join(character for character in typed.lower() if character in EASY)
    mine = tables.carry_code.c.hash == secret(code)
    row = connection.execute(sa.select(tables.carry_code).where(mine)).first()
    connection.execute(sa.delete(tables.carry_code).where(mine))
    if row is None or row.until < now:
        return None
    return row.player, new_token(connection, row.player, now)


# Everything, and nothing any more.


def everything(connection: sa.Connection, name: str) -> dict[str, Any]:
    """Hashes of tokens are left out: they say nothing, and are no one's business."""
    known = asdict(profile(connection, name))
    made = sa.select(tables.made_puzzle.c.puzzle_id, tables.made_puzzle.c.made_at).where(
        tables.made_puzzle.c.made_for == name
    )
    devices = sa.select(tables.token.c.made_at).where(tables.token.c.player == name).order_by(tables.token.c.made_at)
    kept = {
        "player": known,
        "devices_since": list(connection.execute(devices).scalars()),
        "lists": [asdict(each) for each in puzzle_lists.lists(connection, name)],
        "puzzles_made_for_you": [
            row._asdict() for row in connection.execute(made.order_by(tables.made_puzzle.c.puzzle_id))
        ],
        "events": [vars(each) for each in past.of_player(connection, name)],
    }
    plain: dict[str, Any] = json.loads(json.dumps(kept, default=in_json))
    return plain


def in_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else dict(value)


def forget(connection: sa.Connection, name: str, now: datetime) -> None:
    """Take out all rows of a player, and leave a tombstone, numbered like an event."""
    if forgotten(connection, {name}):
        return
    for rows in (tables.event, tables.attempt, tables.token, tables.carry_code, tables.puzzle_list, tables.player):
        connection.execute(sa.delete(rows).where(rows.c.player == name))
    connection.execute(
        sa.update(tables.made_puzzle).where(tables.made_puzzle.c.made_for == name).values(made_for=None)
    )
    number = last_number(connection) + 1
    connection.execute(sa.update(tables.log_state).values(last=number))
    connection.execute(sa.insert(tables.tombstone).values(hash=secret(name), number=number, at=now))

"""Writing events: those that are new get the next numbers, and the table `attempt` follows them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from warehouse.players.events import BEGAN, ENDED, Event, Stored, as_text
from warehouse.players.tables import attempt, event, log_state, tombstone

CHUNK = 500  # values in one question to the database


class ForgottenPlayer(LookupError):
    """Somebody who wanted to be forgotten; nothing is written of them any more."""


def secret(text: str) -> str:
    """What is kept of a token, a code or the id of somebody who was forgotten."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def append(connection: sa.Connection, requests: Sequence[Sequence[Event]]) -> list[list[Stored] | ForgottenPlayer]:
    """What is stored of the events of each request, in their order. A known key gives what is there already."""
    wanted = [each for events in requests for each in events]
    gone = forgotten(connection, {each.player for each in wanted})
    known = stored_keys(connection, {each.key for each in wanted})
    last = last_number(connection)
    new: list[Stored] = []
    answers: list[list[Stored] | ForgottenPlayer] = []
    for events in requests:
        if any(each.player in gone for each in events):
            answers.append(ForgottenPlayer("this player was forgotten: nothing is written of them"))
            continue
        for each in events:
            if each.key not in known:
                known[each.key] = Stored(**vars(each), number=last + len(new) + 1)
                new.append(known[each.key])
        answers.append([known[each.key] for each in events])
    if new:
        connection.execute(sa.insert(event), [row_of(each) for each in new])
        connection.execute(sa.update(log_state).values(last=last + len(new)))
        sum_up(connection, new)
    return answers


def sum_up(connection: sa.Connection, events: Iterable[Stored]) -> None:
    """Bring the table `attempt` up to new events. What ends an attempt first counts."""
    ends = []
    for each in events:
        if each.kind == BEGAN:
            begin(connection, each)
        elif each.kind == ENDED:
            names = ("how", "solved", "seconds", "tries", "hints")
            ends.append({"it": each.attempt, "at": each.number, **{name: each.body.get(name) for name in names}})
    if ends:
        told: dict[str, Any] = {name: sa.bindparam(name) for name in ("how", "solved", "seconds", "tries", "hints")}
        open_ones = (attempt.c.attempt == sa.bindparam("it")) & attempt.c.ended.is_(None)
        connection.execute(sa.update(attempt).where(open_ones).values(ended=sa.bindparam("at"), **told), ends)


def begin(connection: sa.Connection, began: Stored) -> None:
    """A row for an attempt, which is the player's next one at this puzzle."""
    if connection.execute(sa.select(attempt.c.began).where(attempt.c.attempt == began.attempt)).first():
        return
    puzzle = str(began.body["puzzle_id"])
    same = (attempt.c.player == began.player) & (attempt.c.puzzle_id == puzzle)
    earlier = connection.execute(sa.select(sa.func.max(attempt.c.place)).where(same)).scalar() or 0
    row = {"attempt": began.attempt, "player": began.player, "game": str(began.body["game"]), "puzzle_id": puzzle}
    connection.execute(sa.insert(attempt).values(**row, place=earlier + 1, began=began.number))


def last_number(connection: sa.Connection) -> int:
    return int(connection.execute(sa.select(log_state.c.last)).scalar_one())


def forgotten(connection: sa.Connection, players: set[str]) -> set[str]:
    """Those of some players who were forgotten."""
    by_hash = {secret(name): name for name in players}
    found: set[str] = set()
    for some in chunks(sorted(by_hash)):
        query = sa.select(tombstone.c.hash).where(tombstone.c.hash.in_(some))
        found |= {by_hash[row.hash] for row in connection.execute(query)}
    return found


def stored_keys(connection: sa.Connection, keys: set[str]) -> dict[str, Stored]:
    """The events that are there already, by key."""
    found: dict[str, Stored] = {}
    for some in chunks(sorted(keys)):
        rows = connection.execute(sa.select(event).where(event.c.key.in_(some)))
        found |= {row.key: stored(row) for row in rows}
    return found


def chunks(values: Sequence[str]) -> list[Sequence[str]]:
    return [values[start : start + CHUNK] for start in range(0, len(values), CHUNK)]


def row_of(each: Stored) -> dict[str, Any]:
    return {**vars(each), "body": as_text(dict(each.body))}


def stored(row: Any) -> Stored:
    return Stored(row.key, row.kind, row.player, row.attempt, row.at, json.loads(row.body), row.number)

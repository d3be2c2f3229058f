"""Questions to the log about what has happened."""

from __future__ import annotations

import json
from collections.abc import Iterator

import sqlalchemy as sa

from warehouse.players.appending import last_number, stored
from warehouse.players.events import (
    ENDED,
    FAILED,
    GIVEN_UP,
    LEFT,
    OUT_OF_TIME,
    RATED,
    SOLVED,
    WITHDRAWN,
    Others,
    Result,
    Stored,
)
from warehouse.players.store import Store
from warehouse.players.tables import attempt, event, log_state, tombstone

PAGE = 1000  # rows that are read at once: no reader holds a transaction for long

__all__ = ["last_number"]


def events(store: Store, after: int, until: int | None, limit: int | None) -> Iterator[Stored]:
    """Events by number, read page by page."""
    while limit is None or limit > 0:
        query = sa.select(event).where(event.c.number > after).order_by(event.c.number)
        if until is not None:
            query = query.where(event.c.number <= until)
        with store.reading() as connection:
            rows = connection.execute(query.limit(PAGE if limit is None else min(limit, PAGE))).all()
        if not rows:
            return
        yield from map(stored, rows)
        after, limit = rows[-1].number, None if limit is None else limit - len(rows)


def of_attempt(connection: sa.Connection, name: str) -> list[Stored]:
    rows = connection.execute(sa.select(event).where(event.c.attempt == name).order_by(event.c.number))
    return [stored(row) for row in rows]


def of_player(connection: sa.Connection, name: str) -> list[Stored]:
    rows = connection.execute(sa.select(event).where(event.c.player == name).order_by(event.c.number))
    return [stored(row) for row in rows]


def identity(connection: sa.Connection) -> str:
    return str(connection.execute(sa.select(log_state.c.identity)).scalar_one())


def tombstones(connection: sa.Connection) -> dict[str, int]:
    rows = connection.execute(sa.select(tombstone.c.hash, tombstone.c.number))
    return {row.hash: row.number for row in rows}


def is_told() -> sa.ColumnElement[bool]:
    """Attempts that say something about the puzzle: the player solved it, or tried or saw the answer in vain."""
    some_try = (attempt.c.how == LEFT) & (attempt.c.tries > 0)
    return attempt.c.how.in_((SOLVED, FAILED, GIVEN_UP, OUT_OF_TIME)) | some_try


def counts(connection: sa.Connection, puzzle_id: str) -> Others:
    """Of the first attempts of all players, those without hints that are over and count."""
    first = (attempt.c.puzzle_id == puzzle_id) & (attempt.c.place == 1) & (attempt.c.hints == 0) & is_told()
    players = connection.execute(sa.select(sa.func.count()).where(first)).scalar_one()
    timed = first & attempt.c.solved & attempt.c.seconds.is_not(None)
    solved = connection.execute(sa.select(sa.func.count()).where(first & attempt.c.solved)).scalar_one()
    many = connection.execute(sa.select(sa.func.count()).where(timed)).scalar_one()
    if not players:
        return Others(0, None, None)
    middle = sa.select(attempt.c.seconds).where(timed).order_by(attempt.c.seconds)
    middle = middle.offset(max(0, (many - 1) // 2)).limit(2 - many % 2)
    seconds = list(connection.execute(middle).scalars())
    return Others(players, solved / players, sum(seconds) / len(seconds) if seconds else None)


def results(store: Store, game: str, after: int, until: int) -> Iterator[Result]:
    """Attempts that ended and count, and ratings of what was not withdrawn; each with what its attempt began with."""
    began = event.alias("beginning")
    columns = (event, attempt.c.puzzle_id, attempt.c.place, began.c.body.label("beginning"))
    ended = (event.c.kind == ENDED) & (attempt.c.ended == event.c.number) & is_told()
    rated = (event.c.kind == RATED) & (attempt.c.how.is_(None) | (attempt.c.how != WITHDRAWN))
    joined = event.join(attempt, attempt.c.attempt == event.c.attempt).join(began, began.c.number == attempt.c.began)
    query = sa.select(*columns).select_from(joined).where(attempt.c.game == game, ended | rated)
    while True:
        page = query.where(event.c.number > after, event.c.number <= until).order_by(event.c.number).limit(PAGE)
        with store.reading() as connection:
            rows = connection.execute(page).all()
        if not rows:
            return
        for row in rows:
            bodies = json.loads(row.beginning), json.loads(row.body)
            named = (row.number, row.kind, row.player, row.attempt, row.puzzle_id, row.place, row.at)
            yield Result(*named, *bodies)
        after = rows[-1].number

"""Lists of puzzles that players keep and share."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from warehouse.players import words
from warehouse.players.appending import ForgottenPlayer, forgotten
from warehouse.players.events import PuzzleList
from warehouse.players.tables import puzzle_list

MOST_LISTS = 200  # of one player
MOST_PUZZLES = 1000  # of one list
PUZZLE_ID = re.compile(r"[0-9a-f]{16}")


def lists(connection: sa.Connection, player: str) -> list[PuzzleList]:
    order = (puzzle_list.c.made_at, puzzle_list.c.id)
    rows = connection.execute(sa.select(puzzle_list).where(puzzle_list.c.player == player).order_by(*order))
    return [from_row(row) for row in rows]


def list_of(connection: sa.Connection, list_id: str) -> PuzzleList | None:
    row = connection.execute(sa.select(puzzle_list).where(puzzle_list.c.id == list_id)).first()
    return None if row is None else from_row(row)


def make(
    connection: sa.Connection, player: str, name: str, puzzle_ids: Iterable[str], note: str, now: datetime
) -> PuzzleList:
    if forgotten(connection, {player}):
        raise ForgottenPlayer("this player was forgotten: nothing is written of them")
    mine = sa.select(sa.func.count()).where(puzzle_list.c.player == player)
    if connection.execute(mine).scalar_one() >= MOST_LISTS:
        raise words.BadWords(
            f"a player has at most {MOST_LISTS} lists: drop one first",
            f"リストは{MOST_LISTS}個までです。先に一つ消してください。",
        )
    values = stored({"name": name, "puzzle_ids": puzzle_ids, "note": note})
    list_id = secrets.token_urlsafe(15)
    row = {"id": list_id, "player": player, "made_at": now, "changed_at": now, **values}
    connection.execute(sa.insert(puzzle_list).values(**row))
    return found(connection, list_id)


def change(
    connection: sa.Connection, player: str, list_id: str, changes: Mapping[str, Any], now: datetime
) -> PuzzleList | None:
    values = stored({name: value for name, value in changes.items() if value is not None})
    mine = (puzzle_list.c.id == list_id) & (puzzle_list.c.player == player)
    done = connection.execute(sa.update(puzzle_list).where(mine).values(**values, changed_at=now))
    return found(connection, list_id) if done.rowcount else None


def drop(connection: sa.Connection, player: str, list_id: str) -> bool:
    mine = (puzzle_list.c.id == list_id) & (puzzle_list.c.player == player)
    return bool(connection.execute(sa.delete(puzzle_list).where(mine)).rowcount)


def stored(said: Mapping[str, Any]) -> dict[str, str]:
    """What somebody wants of a list, as it is kept; `BadWords` if it cannot be."""
    row = {}
    for what, value in said.items():
        if what == "name":
            row[what] = words.line(value, words.LIST_NAME)
            if not row[what]:
                raise words.BadWords("a list has a name", "リストの名前を入れてください。")
        elif what == "note":
            row[what] = words.lines(value, words.NOTE)
        elif what == "puzzle_ids":
            row[what] = json.dumps(checked_ids(value))
        else:
            raise words.BadWords(f"a list has no {what}")
    return row


def checked_ids(ids: Iterable[str]) -> list[str]:
    """Each puzzle once, in the order given."""
    kept = list(dict.fromkeys(ids))
    if len(kept) > MOST_PUZZLES:
        raise words.BadWords(
            f"a list has at most {MOST_PUZZLES} puzzles", f"リストに入るのは{MOST_PUZZLES}問までです。"
        )
    if not all(isinstance(each, str) and PUZZLE_ID.fullmatch(each) for each in kept):
        raise words.BadWords("a list has ids of puzzles: 16 hex digits each")
    return kept


def found(connection: sa.Connection, list_id: str) -> PuzzleList:
    row = connection.execute(sa.select(puzzle_list).where(puzzle_list.c.id == list_id)).one()
    return from_row(row)


def from_row(row: Any) -> PuzzleList:
    ids = tuple(json.loads(row.puzzle_ids))
    return PuzzleList(row.id, row.player, row.name, ids, row.note, row.made_at, row.changed_at)

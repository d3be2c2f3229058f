"""Puzzles that were made on the spot for a player: no release has them."""

from __future__ import annotations

import json
from datetime import datetime

import sqlalchemy as sa

from warehouse.players.appending import forgotten
from warehouse.players.events import Made, as_text
from warehouse.players.tables import made_puzzle

IN_JSON = ("puzzle", "solution", "themes", "more")


def keep(connection: sa.Connection, made: Made, now: datetime) -> None:
    """One that is there stays as it is; the first player that it was made for, too."""
    if connection.execute(
        sa.select(made_puzzle.c.puzzle_id).where(made_puzzle.c.puzzle_id == made.puzzle_id)
    ).first():
        return
    row = {**vars(made), **{name: as_text(getattr(made, name)) for name in IN_JSON}, "made_at": now}
    if made.made_for is not None and forgotten(connection, {made.made_for}):
        row["made_for"] = None
    connection.execute(sa.insert(made_puzzle).values(**row))


def made(connection: sa.Connection, puzzle_id: str) -> Made | None:
    row = connection.execute(sa.select(made_puzzle).where(made_puzzle.c.puzzle_id == puzzle_id)).first()
    if row is None:
        return None
    kept = row._asdict()
    del kept["made_at"]
    kept |= {name: json.loads(kept[name]) for name in IN_JSON}
    return Made(**kept | {"themes": tuple(kept["themes"])})

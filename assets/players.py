"""What players say on the page where they solve: rating events as rows of the rating table, provenance 'players'.

The page itself is to follow; this is where its log meets the rest. An event is what the page wrote down when somebody
rated: `player`, `game`, `puzzle_id`, and any of `interest`, `difficulty`, `go_on`, `useful` (1 to 5), `liked` (the
one-tap answer: true for "liked it", false for "meh"), `comment`, `group`, `asked`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from engines.rating.scale import COMMON, Scale
from quality.vocabulary import QUESTIONS, TARGETS
from warehouse.cells import quoted
from warehouse.lake import night_of, rows_to_table

ONE_TAP = Scale(0.0, 1.0)  # meh, liked it
SHARD = "players"  # of a night's partition: what players said and did, beside what is simulated
PLAYER = "player/"  # what ids of players begin with, so that they are nobody else's


def ratings_of(events: Iterable[Mapping[str, Any]], batch: str) -> pa.Table:
    """Events, in the order in which they were written, as ratings: a player's last word on a puzzle counts."""
    last = {(event["player"], event["puzzle_id"]): event for event in events if says_something(event)}
    table = rows_to_table("rating", [row(event, batch) for event in last.values()])
    place = table.schema.get_field_index("comment")
    return table.set_column(place, table.schema.field(place), quoted(table.column("comment")))


def says_something(event: Mapping[str, Any]) -> bool:
    return any(event.get(name) is not None for name in (*TARGETS, "liked"))


def row(event: Mapping[str, Any], batch: str) -> dict[str, Any]:
    tapped = event.get("interest") is None and event.get("liked") is not None
    scale = ONE_TAP if tapped and event.get("difficulty") is None else COMMON
    answers = {name: event.get(name) for name in QUESTIONS}
    if tapped:
        answers["interest"] = float(ONE_TAP.kept(np.array(float(event["liked"]))))
    return {
        "batch": batch,
        "night": night_of(batch),
        "game": event["game"],
        "survey": batch,
        "rater_id": f"{PLAYER}{event['player']}",
        "rater_group": event.get("group"),
        "puzzle_id": event["puzzle_id"],
        **answers,
        "scale_low": scale.low,
        "scale_high": scale.high,
        "provenance": "players",
        "asked": event.get("asked"),
        "comment": event.get("comment"),
        "survey_import": None,
        "line": None,
    }

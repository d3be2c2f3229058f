"""All that is known of one puzzle, from the warehouse, or from the releases where there is none."""

from __future__ import annotations

import json
import re
from typing import Any

import duckdb

from warehouse.home import Home
from warehouse.lake import DamagedFile
from warehouse.reader import NoWarehouse, connect
from warehouse.releases import published_releases, released_rows
from warehouse.vocabulary import EVERYONE, TARGETS, UNIQUE, interest_state
from warehouse.withdrawals import UnknownPuzzle, withdrawals

Facts = dict[str, Any]
Connection = duckdb.DuckDBPyConnection

PREFIX = re.compile(r"[0-9a-f]{6,16}")
JUDGED = ("judge", "step", "rank", "among", "margin", "preferred", "nodes")
SHOWN = 5  # so many are named if a prefix fits several


def history(home: Home, prefix: str) -> Facts:
    """The facts of the puzzle whose id begins so; `UnknownPuzzle` if there is none, or more than one."""
    prefix = prefix.strip().lower()
    if not PREFIX.fullmatch(prefix):
        raise UnknownPuzzle(f"{prefix!r} is no id: an id has 16 digits, 0-9 and a-f; the first 6 or more are enough")
    try:
        facts = from_warehouse(home, prefix) or from_releases(home, prefix)
    except (NoWarehouse, duckdb.Error):  # none yet, or an earlier version's
        facts = from_releases(home, prefix)
    if facts is None:
        raise UnknownPuzzle(f"no puzzle here has an id that begins with {prefix!r}")
    gone = [row for row in withdrawals(home) if row.puzzle_id == facts["puzzle_id"]]
    told = {"why": gone[0].why, "withdrawn_on": gone[0].withdrawn_on} if gone else None
    return facts | {"withdrawn": told}


def the_one(prefix: str, ids: list[str]) -> str | None:
    if len(ids) > 1:
        named = ", ".join(ids[:SHOWN]) + (", ..." if len(ids) > SHOWN else "")
        raise UnknownPuzzle(f"{len(ids)} puzzles have ids that begin with {prefix!r}: {named}")
    return ids[0] if ids else None


def rows(connection: Connection, query: str, identity: str) -> list[Facts]:
    """What a query gives for an id, which takes the place of its `?`."""
    found = connection.execute(query.replace("?", quoted(identity)))
    names = [column[0] for column in found.description or []]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def quoted(text: str) -> str:
    """A text within a query. DuckDB would bind it too, but loads pandas to do so, which takes a second."""
    return "'" + text.replace("'", "''") + "'"


def from_warehouse(home: Home, prefix: str) -> Facts | None:
    with connect(home) as connection:
        found = rows(
            connection,
            """select distinct puzzle_id from (select puzzle_id from verdict union all
               select puzzle_id from release_entry) where starts_with(puzzle_id, ?) order by 1""",
            prefix,
        )
        identity = the_one(prefix, [row["puzzle_id"] for row in found])
        return gathered(connection, identity) if identity else None


def gathered(connection: Connection, identity: str) -> Facts:
    """What the tables of the warehouse have of a puzzle."""
    proved = rows(connection, "select * from puzzle where puzzle_id = ?", identity)
    entries = rows(connection, "select * from release_entry where puzzle_id = ? order by release", identity)
    places = rows(connection, "select * from release_set where puzzle_id = ? order by release, set_name", identity)
    measured = rows(connection, "select * from feature where puzzle_id = ? order by batch desc limit 1", identity)
    predicted = rows(
        connection,
        f"""select * from prediction where puzzle_id = ?
           qualify row_number() over (partition by audience order by night desc nulls last, batch desc) = 1
           order by audience <> '{EVERYONE}', audience""",
        identity,
    )
    made = rows(
        connection, "select method, met_in from candidate where puzzle_id = ? order by batch limit 1", identity
    )
    first = proved[0] if proved else entries[-1] | {"verdict": UNIQUE, "count": 1}
    return {
        **common(first),
        **origin(made[0] if made else first),
        "themes": list((proved[0] if proved else first)["themes"] or ()),
        "judgements": [
            {name: row[name] for name in JUDGED}
            for row in rows(connection, "select * from judgement where puzzle_id = ? order by judge, step", identity)
        ],
        "headline": dict(proved[0]["headline"] or {}) if proved else {},
        "features": dict(measured[0]["features"]) if measured else {},
        "predictions": [prediction(row) for row in predicted],
        "ratings": counted(connection, "rating", identity),
        "attempts": counted(connection, "attempt", identity),
        "collections": list(proved[0]["collections"]) if proved else [],
        "releases": [appearance(entry, places) for entry in entries],
    }


def counted(connection: Connection, table: str, identity: str) -> dict[str, int]:
    """How many there are by provenance."""
    query = f"select provenance, count(*) as n from {table} where puzzle_id = ? group by 1 order by 1"
    return {row["provenance"]: row["n"] for row in rows(connection, query, identity)}


def common(row: Facts) -> Facts:
    return {
        **{name: row.get(name) for name in ("puzzle_id", "game", "variant", "length", "verdict", "count")},
        "puzzle": json.loads(row["puzzle"]),
        "solution": json.loads(row["solution"]) if row.get("solution") else None,
    }


def origin(row: Facts) -> Facts:
    """How it was made, and in which game it was met."""
    return {name: row.get(name) for name in ("method", "met_in")}


def prediction(row: Facts) -> Facts:
    return {
        "audience": row["audience"],
        **{
            target: {"value": row[target], "low": row[f"{target}_low"], "high": row[f"{target}_high"]}
            for target in TARGETS
        },
        "reason": row["reason"],
        "provenance": row["provenance"],
        "difficulty_from": row.get("difficulty_provenance") or row["provenance"],
        "interest_state": interest_state(row),
        **{name: row.get(name) for name in ("hill", "surprise_share", "people_ratings", "trust")},
    }


def appearance(entry: Facts, places: list[Facts]) -> Facts:
    """A release that has the puzzle, and the sets that it is in there."""
    return {
        "release": entry["release"],
        **{name: entry.get(name) for name in ("level", "added", "distance", "worth", "why")},
        "sets": {row["set_name"]: row["position"] for row in places if row["release"] == entry["release"]},
    }


def from_releases(home: Home, prefix: str) -> Facts | None:
    """What the release folders have of a puzzle; damaged ones are read over."""
    entries: list[Facts] = []
    places: list[Facts] = []
    for release in published_releases(home):
        try:
            mine = [row for row in released_rows(release) if row["puzzle_id"].startswith(prefix)]
            ids = {row["puzzle_id"] for row in mine}
            if not ids:
                continue
            answers = {row["puzzle_id"]: row["solution"] for row in released_rows(release, "solutions.parquet")}
            sets = [row for row in released_rows(release, "sets.parquet") if row["puzzle_id"] in ids]
        except DamagedFile:
            continue
        entries += [{"release": release.name, "solution": answers.get(row["puzzle_id"]), **row} for row in mine]
        places += [{"release": release.name, **row} for row in sets]
    if the_one(prefix, sorted({entry["puzzle_id"] for entry in entries})) is None:
        return None
    newest = entries[-1]
    intervals = {f"{target}_{end}": None for target in TARGETS for end in ("low", "high")}
    return {
        **common(newest | {"verdict": UNIQUE, "count": 1}),
        **origin(newest),
        "themes": (newest.get("themes") or "").split(),
        "judgements": [],
        "headline": {},
        "features": {},
        "predictions": [prediction({"reason": None, **intervals, **newest, "audience": EVERYONE, "hill": None})],
        "ratings": {},
        "attempts": {},
        "collections": [],
        "releases": [appearance(entry, places) for entry in entries],
    }

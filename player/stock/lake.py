"""What the lake adds to released puzzles: predictions for groups, the list of questions, standings of real players.

All of it is optional. What is missing or damaged in the lake is left out: people can play without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from player.stock.puzzles import Stocked
from warehouse.home import Home
from warehouse.lake import SO_FAR, Lake, Partition
from warehouse.vocabulary import BY_PLAYERS, RATER_GROUPS

Questions = Mapping[tuple[str, str], tuple[str, ...]]


@dataclass(frozen=True)
class LakeStanding:
    """How hard a puzzle was in play, from the tries up to a day."""

    rating: float
    deviation: float
    volatility: float
    until: date | None


def columns_of(path: Path, columns: list[str]) -> pa.Table | None:
    """Some columns of a file of the lake; None if there is none that can be read."""
    try:
        return pq.ParquetFile(path).read(columns)
    except (pa.ArrowException, OSError):
        return None


def with_groups(home: Home, puzzles: Mapping[str, Stocked], before: Mapping[str, Stocked]) -> dict[str, Stocked]:
    """The puzzles with the difficulty that was predicted for each group, on the night that added them. What was told
    before is not read again."""
    found = {name: dict(before[name].by_group) for name in puzzles if name in before and before[name].by_group}
    new = [puzzle for name, puzzle in puzzles.items() if name not in found]
    for night, game in dict.fromkeys((puzzle.added, puzzle.game) for puzzle in new):
        if night is None:
            continue
        for puzzle_id, audience, difficulty in predicted(home, night, game, puzzles):
            found.setdefault(puzzle_id, {})[audience] = difficulty
    return {name: replace(one, by_group=found[name]) if name in found else one for name, one in puzzles.items()}


def predicted(home: Home, night: date, game: str, ids: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """Puzzle, group and difficulty, of some puzzles of a night."""
    path = Lake(home.lake).path(Partition("prediction", night.isoformat(), game))
    rows = columns_of(path, ["puzzle_id", "audience", "difficulty"])
    if rows is None:
        return
    mine = pc.and_(
        pc.is_in(rows["audience"], pa.array(RATER_GROUPS)),
        pc.is_in(rows["puzzle_id"], pa.array(list(ids), pa.string())),
    )
    rows = rows.filter(mine)
    yield from zip(*(rows[name].to_pylist() for name in rows.column_names), strict=True)


def questions(home: Home, night: date, games: Iterable[str]) -> Questions:
    """The lists of questions of a night, by game and audience, what teaches most first."""
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for game in games:
        path = Lake(home.lake).path(Partition("question", night.isoformat(), game))
        rows = columns_of(path, ["audience", "rank", "puzzle_id"])
        for row in rows.to_pylist() if rows is not None else ():
            found.setdefault((game, row["audience"]), []).append((row["rank"], row["puzzle_id"]))
    return {key: tuple(name for _, name in sorted(ranked)) for key, ranked in found.items()}


def standings_path(home: Home, game: str) -> Path:
    return Lake(home.lake).path(Partition("puzzle_standing", SO_FAR, game))


def puzzle_standings(home: Home, game: str) -> dict[str, LakeStanding]:
    """How hard each puzzle was to people; simulated tries are on a scale of their own and do not count."""
    names = ["puzzle_id", "provenance", "objective_difficulty", "deviation", "volatility", "last_night"]
    rows = columns_of(standings_path(home, game), names)
    if rows is None:
        return {}
    return {
        row["puzzle_id"]: LakeStanding(
            row["objective_difficulty"], row["deviation"], row["volatility"], row["last_night"]
        )
        for row in rows.filter(pc.equal(rows["provenance"], BY_PLAYERS)).to_pylist()
    }

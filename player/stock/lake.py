"""What the lake adds to released puzzles: predictions for groups, and the list of questions.

All of it is optional. What is missing or damaged in the lake is left out: people can play without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from player.stock.puzzles import Stocked
from warehouse.home import Home
from warehouse.lake import Lake, Partition
from warehouse.vocabulary import RATER_GROUPS

Questions = Mapping[tuple[str, str], tuple[str, ...]]


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

"""compare: how hard each puzzle is in play and how skilled each player, on one scale, from all first tries so far.

Standings are made anew from all tries in the lake, day by day, so they are the same in whatever order the nights
were made; with no new tries or predictions they are kept. Simulated and real tries are never mixed: each provenance
has a scale of its own, so what real players do never rests on what was simulated.

A puzzle with a prediction also has the difficulty that prediction and tries give together, try by try, by the
arithmetic of the player page (`engines.rating.response`), and how much of that is still the prediction.

Nothing that a night gives depends on them. Whoever wants to know how things stood before a night asks `before`, which
counts the tries of earlier days only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from assets.core.stage import Facts, Press, Stage, Work, empty, require_stamp
from engines.rating import response
from engines.rating.contest import Attempts, Tally, counted, standings, tally
from engines.rating.glicko import Standing, newcomers
from engines.rating.response import START, Response, Try
from warehouse.lake import Lake, Partition, night_of, rows_to_table
from warehouse.vocabulary import EVERYONE

Tables = dict[str, pa.Table]
Row = dict[str, Any]


@dataclass(frozen=True)
class Pool:
    """Tries of one provenance, as numbers: the places of players and puzzles in lists that are in order."""

    players: list[str]
    puzzles: list[str]
    attempts: Attempts


def facts(press: Press, game: str, batch: str) -> Facts:
    """The tries of all nights there are."""
    tries, said = (list(press.lake.partitions(table, game)) for table in ("attempt", "prediction"))
    said = [part for part in said if night_of(part.batch)]
    digests = {str(part): require_stamp(press.lake, part).digest for part in (*tries, *said)}
    return Facts(digests, extra=(tries, said))


def make(work: Work) -> Tables:
    tries, said = work.extra
    return compared(work.game, read(work.press.lake, tries), predictions(work.press.lake, said))


def before(press: Press, game: str, night: date) -> Tables:
    """Standings as they were when a night began: after the tries of all earlier days."""
    tries, said = (list(press.lake.partitions(table, game)) for table in ("attempt", "prediction"))
    earlier = [part for part in tries if (night_of(part.batch) or date.min) < night]
    known = [part for part in said if (night_of(part.batch) or night) < night]
    return compared(game, read(press.lake, earlier), predictions(press.lake, known))


def read(lake: Lake, parts: Iterable[Partition]) -> pa.Table:
    return pa.concat_tables([empty("attempt"), *(lake.read(part) for part in parts)])


def predictions(lake: Lake, parts: Iterable[Partition]) -> dict[str, float]:
    """The latest difficulty that was predicted of each puzzle for everyone."""
    found: dict[str, float] = {}
    for part in parts:
        columns = (lake.read_column(part, name).to_pylist() for name in ("puzzle_id", "audience", "difficulty"))
        found |= {puzzle: value for puzzle, audience, value in zip(*columns, strict=True) if audience == EVERYONE}
    return found


def compared(game: str, tries: pa.Table, predicted: Mapping[str, float] | None = None) -> Tables:
    """Both tables, from the tries at one game's puzzles and what was predicted of them."""
    puzzles, players = [], []
    for provenance in sorted(set(tries.column("provenance").to_pylist())):
        some = tries.filter(pc.equal(tries.column("provenance"), provenance))
        some = some.take(counted(pool_of(some).attempts))
        hard, skilled = rows_of({"game": game, "provenance": provenance}, some, predicted or {})
        puzzles += hard
        players += skilled
    return {
        "puzzle_standing": rows_to_table("puzzle_standing", puzzles),
        "player_standing": rows_to_table("player_standing", players),
    }


def rows_of(whose: Row, tries: pa.Table, predicted: Mapping[str, float]) -> tuple[list[Row], list[Row]]:
    """Rows of puzzles and of players, from tries of one provenance that all count."""
    pool = pool_of(tries)
    skill, hardness = standings(pool.attempts, newcomers(len(pool.players)), newcomers(len(pool.puzzles)))
    of_player = tally(pool.attempts, pool.attempts.player, len(pool.players))
    of_puzzle = tally(pool.attempts, pool.attempts.puzzle, len(pool.puzzles))
    groups = tries.column("player_group").take(pa.array(of_player.last)).to_pylist()
    state = believed(pool, tries.column("player_group").to_pylist(), predicted)
    puzzles = [
        {**whose, "puzzle_id": puzzle, "objective_difficulty": number, **rest, **of_both(state, puzzle, predicted)}
        for puzzle, number, rest in zip(pool.puzzles, *track(hardness, of_puzzle, tries), strict=True)
    ]
    players = [
        {**whose, "player_id": player, "player_group": group, "skill": number, **rest}
        for player, group, number, rest in zip(pool.players, groups, *track(skill, of_player, tries), strict=True)
    ]
    return puzzles, players


def believed(pool: Pool, groups: list[str | None], predicted: Mapping[str, float]) -> Response:
    """What the player page would believe after these tries, which are in order of days, players and puzzles."""
    state = Response(lambda puzzle: response.predicted(predicted[puzzle]) if puzzle in predicted else response.VAGUE)
    tries = pool.attempts
    columns = (tries.period, tries.player, tries.puzzle, tries.solved, tries.seconds, tries.limit)
    for (day, player, puzzle, solved, *times), group in zip(
        zip(*(column.tolist() for column in columns), strict=True), groups, strict=True
    ):
        seconds, limit = (None if math.isnan(value) else value for value in times)
        one = Try(day, pool.players[player], pool.puzzles[puzzle], solved, seconds, limit)
        state.take(one, START.get(group, START[None]))
    return state


def of_both(state: Response, puzzle: str, predicted: Mapping[str, float]) -> Row:
    """What prediction and tries say of a puzzle together; nothing where nothing was predicted."""
    if puzzle not in predicted:
        return dict.fromkeys(("predicted_difficulty", "difficulty", "difficulty_deviation", "prediction_weight"))
    found, start = state.puzzles[puzzle], predicted[puzzle]
    return {
        "predicted_difficulty": start,
        "difficulty": found.level,
        "difficulty_deviation": found.variance**0.5,
        "prediction_weight": found.variance / response.predicted(start).variance,
    }


def pool_of(tries: pa.Table) -> Pool:
    """Tries as numbers: what was solved after wrong answers was not solved at the first try."""
    players, player = places(tries.column("player_id"))
    puzzles, puzzle = places(tries.column("puzzle_id"))
    number, seconds, limit, hints = (
        tries.column(name).to_numpy() for name in ("number", "seconds", "seconds_limit", "hints")
    )
    solved = at_once(tries)
    seconds = np.where(solved, seconds, np.nan)
    return Pool(
        players,
        puzzles,
        Attempts(days(tries.column("night")), player, puzzle, number, solved, seconds, limit, hints),
    )


def at_once(tries: pa.Table) -> np.ndarray:
    """Which were solved at the first try."""
    first = pc.less_equal(pc.fill_null(tries.column("tries"), 1), 1)
    return np.asarray(pc.and_(tries.column("solved"), first).to_numpy(), dtype=bool)


def places(names: pa.ChunkedArray) -> tuple[list[str], np.ndarray]:
    """The different names in order, and the place of each row's name among them."""
    known = sorted(names.unique().to_pylist())
    return known, pc.index_in(names, value_set=pa.array(known, pa.string())).to_numpy()


def days(nights: pa.ChunkedArray) -> np.ndarray:
    """The number of each day; what has no night was before the first one."""
    numbers = pc.cast(nights, pa.int32())
    first = pc.min(numbers).as_py() or 0
    return np.asarray(pc.fill_null(numbers, first - 1).to_numpy(), dtype=np.int64)


def track(standing: Standing, found: Tally, tries: pa.Table) -> tuple[list[float], list[dict[str, Any]]]:
    """The number itself, and what the tables say of it besides."""
    columns = {
        "deviation": standing.deviation.tolist(),
        "volatility": standing.volatility.tolist(),
        "attempts": found.attempts.tolist(),
        "solved_share": found.solved_share.tolist(),
        "median_seconds": [None if np.isnan(value) else float(value) for value in found.median_seconds],
        "last_night": tries.column("night").take(pa.array(found.last)).to_pylist(),
    }
    rest = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    return standing.rating.tolist(), rest


def note(tables: Mapping[str, pa.Table]) -> str:
    puzzles, players = tables["puzzle_standing"], tables["player_standing"]
    whose = " and ".join(sorted(set(puzzles.column("provenance").to_pylist()))) or "no"
    return f"{puzzles.num_rows:,} puzzles, {players.num_rows:,} players by {whose} tries"


STAGE = Stage(
    name="standings",
    verb="compare",
    description="How hard each puzzle is in play and how skilled each player is, on one scale (Glicko-2), from the "
    "first tries of all nights so far; and how much of what is known of a difficulty is still the prediction. "
    "Simulated and real tries are kept apart.",
    after=(
        "ratings",
        "players",
        "models",
        "predictions",
    ),  # the models see to the founding panel, whose tries come first
    reads=(),
    writes=("puzzle_standing", "player_standing"),
    kinds=frozenset({"numpy", "parquet"}),
    make=make,
    note=note,
    facts=facts,
    turn="standings",
)

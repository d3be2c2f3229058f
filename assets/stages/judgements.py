"""judge: what agents think of the answers of tonight's choice."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.core.compute import ranges
from assets.core.stage import Stage, Work
from engines.contract import Verdict
from engines.judging import Judgement, Opinion, words
from engines.registry import engine
from warehouse.lake import night_of, rows_to_table

TASK = 200  # puzzles a task
Row = dict[str, Any]


def judge(game: str, puzzles: Sequence[str], solutions: Sequence[str]) -> list[Judgement | None]:
    """What the judges of a game think of puzzles that have one answer; the task that workers do."""
    game_engine = engine(game)
    verdicts = [Verdict("unique", 1, (json.loads(solution),), 0) for solution in solutions]
    return game_engine.judge([game_engine.decode(puzzle) for puzzle in puzzles], verdicts)


def make(work: Work) -> dict[str, pa.Table]:
    chosen = chosen_puzzles(work)
    if not chosen or not engine(work.game).judges:
        return {"judgement": rows_to_table("judgement", [])}
    tasks = [
        (work.game, *(list(part) for part in zip(*(row[1:] for row in chosen[start : start + length]), strict=True)))
        for start, length in ranges(len(chosen), TASK)
    ]
    found = [judgement for part in work.press.compute.run(judge, tasks) for judgement in part]
    rows = [
        row
        for (puzzle_id, _, _), judgement in zip(chosen, found, strict=True)
        if judgement
        for row in rows_of(work, puzzle_id, judgement)
    ]
    return {"judgement": rows_to_table("judgement", rows)}


def chosen_puzzles(work: Work) -> list[tuple[str, str, str]]:
    """Id, puzzle and answer of everything that was chosen, each once, in the order of their ids."""
    ids = pc.unique(work.inputs["selection"].column("puzzle_id")).sort()
    puzzles: dict[str, str] = {}
    answers: dict[str, str] = {}
    for table, column, into in (("verdict", "puzzle", puzzles), ("solution", "solution", answers)):
        rows = work.inputs[table].filter(pc.is_in(work.inputs[table].column("puzzle_id"), ids))
        if table == "solution":
            rows = rows.filter(pc.equal(rows.column("number"), 1))
        into |= dict(zip(rows.column("puzzle_id").to_pylist(), rows.column(column).to_pylist(), strict=True))
    return [(puzzle_id, puzzles[puzzle_id], answers[puzzle_id]) for puzzle_id in ids.to_pylist()]


def rows_of(work: Work, puzzle_id: str, judgement: Judgement) -> list[Row]:
    return [
        {
            "batch": work.batch,
            "night": night_of(work.batch),
            "game": work.game,
            "puzzle_id": puzzle_id,
            "judge": opinion.judge,
            "step": opinion.step,
            "rank": opinion.rank,
            "among": opinion.among,
            "margin": opinion.margin,
            "preferred": opinion.preferred or None,
            "nodes": judgement.nodes.get(opinion.judge),
        }
        for opinion in judgement.opinions
    ]


def sentences(game: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    """What is said of each puzzle that surprises a judge, in English and Japanese."""
    opinions: dict[str, list[Opinion]] = {}
    for row in rows:
        opinions.setdefault(row["puzzle_id"], []).append(
            Opinion(row["judge"], row["step"], row["rank"], row["among"], row["margin"], row["preferred"] or "")
        )
    game_engine = engine(game)
    said = {
        name: words(game_engine.judges, Judgement(tuple(mine), {}), game_engine.move_ja)
        for name, mine in opinions.items()
    }
    return {name: both for name, both in said.items() if both[0]}


def note(tables: Mapping[str, pa.Table]) -> str:
    judged = tables["judgement"]
    surprised = len(set(judged.filter(pc.greater(judged.column("rank"), 2)).column("puzzle_id").to_pylist()))
    return (
        f"{pc.count_distinct(judged.column('puzzle_id')).as_py():,} answers judged, {surprised:,} surprise somebody"
    )


STAGE = Stage(
    name="judgements",
    verb="judge",
    description="What agents of several strengths think of each move of the answers of tonight's choice: its rank "
    "among all moves, the move that they prefer, and how long a search for the answer takes.",
    after=("selection",),
    reads=("selection", "verdict", "solution"),
    writes=("judgement",),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
)

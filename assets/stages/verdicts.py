"""prove: every different candidate solved exhaustively, with its verdict and its solutions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import pyarrow as pa

from assets.core.compute import ranges, task_size
from assets.core.stage import Facts, Press, Stage, Work
from engines.contract import Verdict
from engines.registry import engine
from warehouse.lake import night_of, rows_to_table
from warehouse.vocabulary import KEPT_SOLUTIONS, UNIQUE, VERDICTS

UNKNOWN_MOVES = 4  # of a puzzle whose length only its proof tells: tasks of a few


def facts(press: Press, game: str, batch: str) -> Facts:
    return Facts({"limit": press.settings.proof["limit"]})


@dataclass(frozen=True)
class Proof:
    """A verdict with the solutions that are kept, and what it says of its puzzle."""

    verdict: Verdict
    listed: int  # solutions that there were before some were left out
    variant: str
    length: int | None  # None: unknown


def solve(game: str, texts: list[str], limit: int, made_as: str | None) -> list[Proof]:
    """The proofs of some puzzles; the task that workers do. Candidates are what they were made as."""
    solver = engine(game)
    puzzles = [solver.decode(text) for text in texts]
    made = solver.variants[made_as] if made_as else None
    return [
        Proof(
            replace(verdict, solutions=verdict.solutions[:KEPT_SOLUTIONS]),
            len(verdict.solutions),
            made.name if made else solver.variant_of(puzzle, verdict),
            made.moves if made else solver.length(puzzle, verdict) or None,
        )
        for puzzle, verdict in zip(puzzles, solver.solve(puzzles, limit), strict=True)
    ]


def different(candidates: pa.Table) -> list[dict[str, Any]]:
    """Each puzzle once, as it was first made: mirror images share an id."""
    first: dict[str, dict[str, Any]] = {}
    for row in candidates.to_pylist():
        first.setdefault(row["puzzle_id"], row)
    return list(first.values())


def by_variant(rows: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows in their order, those of one variant together."""
    for variant, group in groupby(rows, key=lambda row: row["variant"]):
        yield variant, list(group)


def moves_of(game: str, row: Mapping[str, Any]) -> int:
    """The moves that a puzzle is likely to take; an imported one may be of no variant that we know."""
    rules = engine(game)
    known = rules.variants.get(row["variant"])
    return known.moves if known else rules.length(rules.decode(row["puzzle"])) or UNKNOWN_MOVES


def make(work: Work) -> dict[str, pa.Table]:
    ((table, given),) = work.inputs.items()  # the candidates of a night, or a collection
    candidates = different(given)
    limit = work.press.settings.proof["limit"]
    tasks = [
        (
            work.game,
            [row["puzzle"] for row in rows[start : start + length]],
            limit,
            variant if table == "candidate" else None,
        )
        for variant, rows in by_variant(candidates)
        for start, length in ranges(len(rows), task_size(moves_of(work.game, rows[0])))
    ]
    proofs = [proof for found in work.press.compute.run(solve, tasks) for proof in found]
    common = {"batch": work.batch, "night": night_of(work.batch), "game": work.game}
    verdict_rows, solution_rows = [], []
    for row, proof in zip(candidates, proofs, strict=True):
        verdict = proof.verdict
        verdict_rows.append(
            common
            | {key: row[key] for key in ("puzzle_id", "puzzle")}
            | {
                "variant": proof.variant,
                "length": proof.length,
                "verdict": verdict.verdict,
                "count": verdict.count,
                "listed": proof.listed,
                "other_count": verdict.other_count,
                "nodes": verdict.nodes,
                "searched_to": verdict.searched_to,
            }
        )
        solution_rows += [
            common
            | {
                "puzzle_id": row["puzzle_id"],
                "number": number,
                "solution": json.dumps(solution, separators=(",", ":")),
            }
            for number, solution in enumerate(verdict.solutions, 1)
        ]
    return {
        "verdict": rows_to_table("verdict", verdict_rows),
        "solution": rows_to_table("solution", solution_rows),
    }


def proved(verdicts: pa.Table, solutions: pa.Table) -> list[Verdict]:
    """The solver's verdicts again, read back from the lake."""
    answers: dict[str, list[Any]] = {}
    for row in solutions.to_pylist():
        answers.setdefault(row["puzzle_id"], []).append(json.loads(row["solution"]))
    return [
        Verdict(
            row["verdict"],
            row["count"],
            tuple(answers.get(row["puzzle_id"], ())),
            row["nodes"],
            row["other_count"],
            searched_to=row["searched_to"],
        )
        for row in verdicts.to_pylist()
    ]


def verdict_counts(verdicts: pa.Table) -> dict[str, int]:
    found = Counter(verdicts.column("verdict").to_pylist())
    return {name: found[name] for name in VERDICTS}


def note(tables: Mapping[str, pa.Table]) -> str:
    count = verdict_counts(tables["verdict"])
    said = ", ".join(f"{count[name]:,} {name}" for name in VERDICTS if count[name] or name == UNIQUE)
    return f"{tables['verdict'].num_rows:,} puzzles: {said}"


STAGE = Stage(
    name="verdicts",
    verb="prove",
    description="Each different candidate solved exhaustively: unique, ambiguous, impossible or "
    "unfinished, with its solutions. Every verdict is kept; only unique puzzles are ever released.",
    after=("candidates",),
    reads=("candidate",),
    writes=("verdict", "solution"),
    kinds=frozenset({"numba", "parquet"}),
    make=make,
    note=note,
    facts=facts,
)

"""The puzzles of a release looked at again, one by one: by their engine, by the referee, and by new proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from assets.core.compute import Compute, ranges, task_size
from engines.contract import Verdict
from engines.identity import puzzle_id
from engines.registry import engine
from quality.referee import Foul, referee, review
from warehouse.vocabulary import UNIQUE

LIMIT = 10**9  # positions that one proof may look at: far more than any puzzle of ours took
SEED = 0  # whose turn comes first when the referee has not the time for all


@dataclass(frozen=True)
class Entry:
    """A puzzle as a release has it, with its solution; both as JSON."""

    puzzle_id: str
    game: str
    variant: str
    length: int | None
    puzzle: str
    solution: str | None  # None: there is none


Found = tuple[str, list[str]]


def differences_of(entry: Entry) -> Iterator[str]:
    """What the engine says otherwise of a puzzle."""
    rules = engine(entry.game)
    try:
        puzzle = rules.decode(json.loads(entry.puzzle))
        if (identity := puzzle_id(rules, puzzle)) != entry.puzzle_id:
            yield f"its id should be {identity}"
        if entry.solution is None:
            return
        told = Verdict("unique", 1, (json.loads(entry.solution),), 0)
        variant, length = rules.variant_of(puzzle, told), rules.length(puzzle, told)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        yield f"cannot be read: {error}"
        return
    if variant != entry.variant and (variant in rules.variants or entry.variant not in rules.variants):
        yield f"is of the variant {variant}, not {entry.variant}"  # some variants have others' puzzles, by origin
    if length != entry.length:
        yield f"its length is {length}, not {entry.length}"


def answer(entry: Entry) -> Any:
    return json.loads(entry.solution or "null")


def by_game(entries: Sequence[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    for game, group in groupby(sorted(entries, key=lambda entry: entry.game), key=lambda entry: entry.game):
        yield game, list(group)


def replayed(entries: Sequence[Entry]) -> Found:
    """Every solution played by the referee."""
    found = []
    for game, group in by_game(entries):
        rules = referee(game)
        for entry in group:
            try:
                rules.replay(json.loads(entry.puzzle), answer(entry))
            except Foul as foul:
                found.append(f"puzzles, {entry.puzzle_id}: the referee says: {foul}")
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                found.append(f"puzzles, {entry.puzzle_id}: the referee cannot play it: {error!r}")
    return f"{len(entries):,} solutions replayed by the referee", found


def prove(game: str, texts: list[str]) -> list[tuple[str, list[Any]]]:
    """Verdicts with the first two solutions; the task that workers do. What is no puzzle has a verdict of its own."""
    solver = engine(game)
    try:
        puzzles = [solver.decode(json.loads(text)) for text in texts]
    except ValueError as error:
        if len(texts) > 1:
            return [prove(game, [text])[0] for text in texts]
        return [(f"no puzzle: {error}", [])]
    return [(found.verdict, list(found.solutions[:2])) for found in solver.solve(puzzles, LIMIT)]


def prove_all(entries: Sequence[Entry], compute: Compute) -> Found:
    """Every puzzle solved again: it must have one solution, and that the one which is there."""
    groups = [
        (game, group[start : start + size])
        for game, found in by_game(entries)
        for length, alike in groupby(sorted(found, key=moves), key=moves)
        for group in [list(alike)]
        for start, size in ranges(len(group), task_size(length))
    ]
    proofs = compute.run(prove, [(game, [entry.puzzle for entry in group]) for game, group in groups])
    differences = [
        f"puzzles, {entry.puzzle_id}: {said}"
        for (_, group), results in zip(groups, proofs, strict=True)
        for entry, (verdict, solutions) in zip(group, results, strict=True)
        if (said := misproved(entry, verdict, solutions))
    ]
    return f"{len(entries) - len(differences):,} of {len(entries):,} proved again by the solver", differences


def moves(entry: Entry) -> int:
    return max(entry.length or 1, 1)


def misproved(entry: Entry, verdict: str, solutions: list[Any]) -> str:
    """What a new proof says against a puzzle; nothing if it bears it out."""
    if verdict == "ambiguous":
        return f"has more than one solution: {' and '.join(map(json.dumps, solutions))}"
    if verdict != UNIQUE:
        return f"is not proved to have one solution: the solver says {verdict}"
    if json.loads(json.dumps(solutions[0])) != answer(entry):
        return f"has another solution: {json.dumps(solutions[0])}"
    return ""


def proved_by_referee(entries: Sequence[Entry], seconds: int) -> Found:
    """The referee's own counts, as many as there is time for."""
    said, differences = [], []
    for game, group in by_game(entries):
        chosen = [(entry.puzzle_id, json.loads(entry.puzzle), answer(entry)) for entry in group]
        found = review(game, chosen, seconds * referee(game).POSITIONS_PER_SECOND, SEED)
        said.append(f"{found.proved:,} of {found.replayed:,} {game} puzzles")
        differences += [f"puzzles, {identity}: the referee says: {reason}" for identity, reason in found.fouls]
    return f"{', '.join(said)} proved again by the referee", differences

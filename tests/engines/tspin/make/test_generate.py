"""What must hold of every candidate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.tspin import ENGINE
from engines.tspin.make.generate import candidates
from engines.tspin.make.variants import VARIANTS
from engines.tspin.rules.board import bulk_rows
from engines.tspin.rules.goals import NOWHERE, goal_place
from engines.tspin.rules.moves import work_columns
from engines.tspin.rules.pieces import PIECES
from engines.tspin.rules.placements import cells_of
from engines.tspin.rules.puzzle import SRS
from tests.engines.tspin import naive

NAMES = list(VARIANTS)
PINNED = {
    "game": "tspin",
    "goal": "tsd",
    "moves": "drop",
    "queue": "OT",
    "board": [
        ".....X....",
        ".....XX...",
        "..XXXX....",
        "..XXXXX...",
        "XXXXX.XXX.",
    ],
}


@pytest.mark.parametrize("name", NAMES)
def test_a_candidate_depends_on_its_number_alone(name: str) -> None:
    whole = ENGINE.generate(name, 3, 20)
    assert ENGINE.generate(name, 3, 10, start=5) == whole[5:15]
    assert ENGINE.generate(name, 3, 1, start=19) == whole[19:]
    assert ENGINE.generate(name, 4, 20) != whole
    assert ENGINE.generate(name, 3, 0) == []


def test_the_first_candidates_never_change() -> None:
    """Raise the engine's version when this has to change."""
    assert ENGINE.version == "3"
    assert ENGINE.encode(ENGINE.generate("tsd-2", 1, 1)[0]) == PINNED


@pytest.mark.parametrize("name", NAMES)
def test_candidate_facts(name: str) -> None:
    """Seen by the twin: legal boards, no goal at the start, pieces that drop in, the goal at the end."""
    count = {1: 30, 2: 10, 3: 2, 4: 1}[VARIANTS[name].moves]
    made = candidates(VARIANTS[name], 21, count)
    puzzles = ENGINE.generate(name, 21, count)
    verdicts = ENGINE.solve(puzzles)
    assert [p.rows for p in puzzles] == bulk_rows(made.columns)
    for puzzle, taken, verdict in zip(puzzles, made.intended.tolist(), verdicts, strict=True):
        stack = naive.board(ENGINE.encode(puzzle)["board"])
        assert ENGINE.decode(ENGINE.encode(puzzle)) == puzzle
        assert ENGINE.variant_of(puzzle) == name
        assert not naive.full_rows(stack)
        assert max(y for _, y in stack) < 19
        aim = naive.aim(puzzle.goal, puzzle.well, stack)
        srs = puzzle.moves == SRS
        assert not naive.goal_poses(stack, aim)
        placed, dropped = [], []
        for piece, code in zip(puzzle.queue, taken, strict=False):
            cells = cells_of(PIECES.index(piece), code)
            dropped.append(cells in naive.drop_placements(stack, piece))
            assert cells in naive.srs_placements(stack, piece) if srs else dropped[-1]
            stack, lines = naive.lock(stack, cells)
            assert lines == 0
            placed.append({"piece": piece, "cells": [list(cell) for cell in cells]})
        assert naive.goal_poses(stack, aim)
        assert not srs or not all(dropped)
        intended = naive.multiset((move["piece"], move["cells"]) for move in placed)
        found = [naive.multiset((m["piece"], m["cells"]) for m in moves) for moves in verdict.solutions]
        assert intended in found


@pytest.mark.parametrize("name", NAMES)
def test_the_goal_is_never_there_at_the_start(name: str) -> None:
    """A piece may come from the noise alone, so this needs many candidates to be worth a test."""
    made = candidates(VARIANTS[name], 24, 100 if "srs" in name else 1000)
    work = work_columns()
    assert all(goal_place(board, aim, *work) == NOWHERE for board, aim in zip(made.columns, made.aims, strict=True))


@pytest.mark.parametrize("name", ["tsd-1", "tsd-2", "quad-1"])
def test_candidates_are_even(name: str) -> None:
    """Pieces, slot columns, halves and overhang sides each within five standard deviations of their share."""
    puzzles = ENGINE.generate(name, 22, 4000)
    even = ENGINE.evenness(puzzles, ENGINE.solve(puzzles, stop_at=1))
    [group] = even["piece"]
    assert group == VARIANTS[name].parameters["goal"]
    total = sum(even["piece"][group].values())
    assert total == 4000 * VARIANTS[name].moves
    assert all(abs(count - total / 7) < 5 * (total * 6 / 49) ** 0.5 for count in even["piece"][group].values())
    columns = even["column"][group]
    inner = [columns[str(x)] for x in (range(10) if group == "quad" else range(1, 9))]
    assert sum(inner) == sum(columns.values()) == 4000
    share = 4000 / len(inner)
    assert all(abs(count - share) < 0.3 * share for count in inner)
    assert abs(even["half"][group]["left"] - even["half"][group]["right"]) < 320
    assert sum(even["height"][group].values()) == 4000
    if group == "quad":
        assert "overhang" not in even
    else:
        assert even["overhang"][group]["none"] == 0
        assert abs(even["overhang"][group]["left"] - even["overhang"][group]["right"]) < 320


def test_evenness_of_all_goals_is_by_goal_and_rule_set() -> None:
    puzzles = [puzzle for name in NAMES for puzzle in ENGINE.generate(name, 25, 3)]
    even = ENGINE.evenness(puzzles, ENGINE.solve(puzzles, stop_at=1))
    groups = ["tsd", "tst", "quad", "donate", "tsd-srs", "tst-srs", "quad-srs", "donate-srs"]
    for what in ("piece", "column", "half", "height"):
        assert list(even[what]) == groups
    assert list(even["overhang"]) == [group for group in groups if not group.startswith("quad")]
    assert list(even["well"]) == ["donate", "donate-srs"]
    assert sum(even["well"]["donate"].values()) == 9
    assert len({tuple(counts) for counts in even["height"].values()}) == 1
    assert sum(sum(counts.values()) for counts in even["half"].values()) == len(puzzles)
    flat = replace(puzzles[0], rows=())
    unsolved = ENGINE.evenness([replace(flat, queue="O")], ENGINE.solve([flat]))
    assert sum(unsolved["column"]["tsd"].values()) == 0
    assert ENGINE.evenness([], []) == {}


def test_most_candidates_are_unique() -> None:
    shares = {}
    for name in NAMES:
        count = {1: 1000, 2: 500, 3: 60, 4: 20}[VARIANTS[name].moves]
        verdicts = ENGINE.solve(ENGINE.generate(name, 23, count), stop_at=2)
        assert all(v.count >= 1 for v in verdicts)
        shares[name] = sum(v.verdict == "unique" for v in verdicts) / count
    assert all(share > 0.05 for share in shares.values()), shares
    assert shares["tsd-1"] > 0.95
    assert 0.6 < shares["tsd-2"] < 0.99

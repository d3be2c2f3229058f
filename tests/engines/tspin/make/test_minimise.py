"""The minimiser: what it takes away changes nothing, and what it leaves is there for a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.contract import Verdict
from engines.tspin import ENGINE
from engines.tspin.rules.puzzle import Puzzle
from tests.engines.tspin import naive

NAMES = ["tsd-1", "tsd-2", "tst-1", "quad-2", "donate-2", "tsd-1-srs"]


def filled(puzzle: Puzzle) -> naive.Board:
    return naive.board(ENGINE.encode(puzzle)["board"])


def without(puzzle: Puzzle, cell: naive.Cell) -> Puzzle:
    rows = [row & ~(1 << cell[0]) if y == cell[1] else row for y, row in enumerate(puzzle.rows)]
    while rows and rows[-1] == 0:
        rows.pop()
    return replace(puzzle, rows=tuple(rows))


def goal_rows(puzzle: Puzzle, verdict: Verdict) -> int:
    """The row above those that the goal clears."""
    final = ENGINE.play(puzzle, verdict.solutions[0])
    full = naive.full_rows(naive.board(final["board"]) | {(x, y) for x, y in final["goal_cells"]})
    return max(full) + 1


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_stays(name: str) -> None:
    plain = ENGINE.generate(name, 41, 120)
    bare = ENGINE.generate(name, 41, 120, parameters={"minimise": True})
    taken = 0
    for before, after, old, new in zip(plain, bare, ENGINE.solve(plain), ENGINE.solve(bare), strict=True):
        if old.verdict != "unique":
            assert before == after
            continue
        gone = filled(before) - filled(after)
        assert filled(after) <= filled(before)
        assert new.verdict == "unique"
        assert new.solutions == old.solutions
        assert all(y >= goal_rows(before, old) for _, y in gone)
        taken += len(gone)
    assert taken > 10


def test_what_is_left_has_a_reason() -> None:
    """Without any one of the cells on top the answer changes, a lure goes, or a neighbour hangs in the air."""
    bare = ENGINE.generate("tsd-1", 42, 60, parameters={"minimise": True})
    again = ENGINE.generate("tsd-1", 42, 60, parameters={"minimise": True})
    assert bare == again
    reasons = 0
    for puzzle, verdict in zip(bare, ENGINE.solve(bare), strict=True):
        if verdict.verdict != "unique":
            continue
        cells = filled(puzzle)
        tops = [(x, max((y for cx, y in cells if cx == x), default=-1)) for x in range(10)]
        for x, y in tops:
            if y < goal_rows(puzzle, verdict):
                continue
            [found] = ENGINE.solve([without(puzzle, (x, y))])
            holds = any((x + dx, y) in cells and (x + dx, y - 1) not in cells for dx in (-1, 1))
            reasons += found.solutions != verdict.solutions or holds
    assert reasons > 20


def test_noise_far_away_goes() -> None:
    """A bump on a flat floor, far from a slot that the S completes: nothing is lost without it."""
    rows = {"noise": (1.0, 1.0), "minimise": True}
    rough = ENGINE.generate("tsd-1", 43, 20, parameters={"noise": (1.0, 1.0)})
    smooth = ENGINE.generate("tsd-1", 43, 20, parameters=rows)
    cells = [sum(len(filled(puzzle)) for puzzle in puzzles) for puzzles in (rough, smooth)]
    assert cells[1] < cells[0] - 40

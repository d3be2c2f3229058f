"""The solver's short cuts never lose a solution: against a search without any."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from engines.tspin import ENGINE
from engines.tspin.make.variants import VARIANTS
from engines.tspin.rules.board import FULL_ROW, WIDTH
from engines.tspin.rules.goals import GOALS
from engines.tspin.rules.pieces import PIECES
from engines.tspin.rules.puzzle import DROP, SRS, Puzzle
from engines.tspin.solve.outlook import LEVELS, count_gaps
from engines.tspin.solve.solver import batch_of, find_all
from tests.engines.tspin import exhaustive
from tests.engines.tspin.boards import random_boards
from tests.engines.tspin.rules.test_moves import columns


def check(puzzles: list[Puzzle]) -> list[int]:
    """The same solutions as the search without short cuts; how many each puzzle has."""
    batch = batch_of(puzzles)
    found = find_all(batch)
    for i, puzzle in enumerate(puzzles):
        pieces = [PIECES.index(piece) for piece in puzzle.queue]
        rows = found.placements[found.first[i] : found.first[i + 1]].tolist()
        ours = [tuple(sorted(zip(pieces, row[: len(pieces)], strict=True))) for row in rows]
        _, expected = exhaustive.solutions(batch, i)
        assert len(ours) == len(set(ours)), puzzle
        assert set(ours) == expected, puzzle
    return [int(count) for count in found.counts]


def other_rules(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, moves=DROP if puzzle.moves == SRS else SRS)


@pytest.mark.parametrize("name", VARIANTS)
def test_generated_puzzles_under_both_rule_sets(name: str) -> None:
    """A few hundred of each variant; fewer where a single one takes the twin long."""
    n = VARIANTS[name].moves
    made = ENGINE.generate(name, 31, {1: 200, 2: 60, 3: 6, 4: 1}[n])
    counts = check(made)
    assert min(counts) >= 1
    if n <= 2:
        check([other_rules(puzzle) for puzzle in made[:: 1 if n == 1 else 6]])


@pytest.mark.heavy
@pytest.mark.parametrize("name", VARIANTS)
def test_thousands_of_generated_puzzles(name: str) -> None:
    n, srs = VARIANTS[name].moves, VARIANTS[name].parameters["moves"] == SRS
    made = ENGINE.generate(name, 32, {1: 4000, 2: 2000, 3: 60 if srs else 200, 4: 2 if srs else 8}[n])
    check(made)
    if n <= 2:
        check([other_rules(puzzle) for puzzle in made[: 1000 if n == 1 else 200]])


def disturbed(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """A puzzle with a few cells and perhaps a piece changed: answers lost and found, rows about to clear."""
    rows = [*puzzle.rows, 0, 0]
    for _ in range(rng.randint(1, 4)):
        y = rng.randrange(len(puzzle.rows) + 1)
        changed = rows[y] ^ 1 << rng.randrange(WIDTH)
        rows[y] = rows[y] if changed == FULL_ROW else changed
    while rows and rows[-1] == 0:
        rows.pop()
    queue = list(puzzle.queue)
    if rng.random() < 0.3:
        queue[rng.randrange(len(queue))] = rng.choice(PIECES)
    return replace(puzzle, queue="".join(queue), rows=tuple(rows))


@pytest.mark.parametrize("goal", GOALS)
def test_disturbed_puzzles(goal: str) -> None:
    """Boards that no generator made."""
    rng = random.Random(33)
    names = [name for name, variant in VARIANTS.items() if variant.parameters["goal"] == goal and variant.moves <= 2]
    counts = []
    for name in names:
        counts += check([disturbed(rng, puzzle) for puzzle in ENGINE.generate(name, 33, 200)])
    assert sum(count == 0 for count in counts) > 20
    assert sum(count == 1 for count in counts) > 20
    assert sum(count > 1 for count in counts) > 2


def test_gaps_of_every_row_are_counted() -> None:
    least = np.zeros(LEVELS, dtype=np.int64)
    for board in random_boards(34, 60):
        count_gaps(columns(board), least)
        for y in range(20):
            gaps = WIDTH - sum((x, y) in board for x in range(WIDTH))
            assert [bool(least[k] >> y & 1) for k in range(LEVELS)] == [gaps <= k for k in range(LEVELS)]

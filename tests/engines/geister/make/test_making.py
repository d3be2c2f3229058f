"""The benchmark of the paper's table 3 lengthens what can be lengthened, and its rare puzzles are what it says."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.geister_making import NUMBERS, RARE, TABLE_3, bases, can_be_lengthened
from benchmarks.geister_searches import CORNER, classify, random_rows
from engines.geister.make.conditions import new_wish
from engines.geister.make.takeback import MOST_TAKEBACKS, lengthened
from engines.geister.rules.material import Material, material_of
from engines.geister.rules.moves import Position
from engines.geister.solve.deepening import clear, new_desk, shortest
from engines.kernels.randomness import start, stream_key

TRIES = 12
ROOM = np.zeros((2, MOST_TAKEBACKS), dtype=np.int64)


@pytest.mark.parametrize("plies", RARE)
def test_rare_puzzles(plies: int) -> None:
    desk = new_desk()
    rows = bases(plies)
    assert len({tuple(row) for row in rows.tolist()}) == len(rows)
    for row in rows.tolist():
        position = Position(*row)
        assert material_of(position) == Material(2, 2, 2, 2, 0, 0)
        assert not (position.own_blue | position.own_red | position.purple) & CORNER
        clear(desk, 1 << 40)
        assert shortest(position, plies, 0, desk) == plies


def test_lengthened_by_the_generator_too() -> None:
    """What the generator can lengthen at all can be; what cannot be it never does, however often it tries."""
    desk, wish, state = new_desk(), new_wish(0, True), np.zeros(1, dtype=np.uint64)
    rows, lengths = random_rows(3000), np.zeros(3000, dtype=np.int64)
    classify(rows, 7, desk, lengths)
    seen = {True: 0, False: 0}
    for number, row in enumerate(rows[lengths == 7].tolist()):
        position = Position(*row)
        possible = can_be_lengthened(position, 7, NUMBERS, desk, ROOM)
        found = False
        for attempt in range(TRIES):
            start(state, stream_key("making", attempt), number)
            clear(desk, 1 << 40)
            longer, done = lengthened(state, position, 7, NUMBERS, wish, desk, ROOM)
            found |= done
            if done:
                clear(desk, 1 << 40)
                assert shortest(longer, 9, 0, desk) == 9
                break
        assert found <= possible
        seen[possible] += 1
    assert min(seen.values()) > 10


def test_all_lengths_of_the_table_are_there() -> None:
    assert list(TABLE_3) == list(range(7, 18, 2))
    assert set(RARE) <= set(TABLE_3)

"""Which placements set something off: each is tried."""

from __future__ import annotations

from random import Random

from engines.puyo.rules.board import COLORS, MARKS, planes_of
from engines.puyo.rules.chain import chain
from engines.puyo.rules.place import ALL_PLACEMENTS, legal_placements, place
from engines.puyo.solve.threats import setting_off
from tests.engines.puyo.puzzles import random_columns


def test_exactly_the_placements_that_make_something_vanish_are_told() -> None:
    random = Random(1)
    seen = 0
    for highest in (3, 6, 9, 12, 13):
        for _ in range(150):
            colors = random.choice((2, 3, 4, 5))
            board = planes_of(random_columns(random, highest, colors))
            one, two = random.sample(COLORS[:colors], 2)
            pivot, rotor = MARKS.index(one), MARKS.index(two)
            told, legal = setting_off(board, pivot, rotor), legal_placements(board)
            for number in range(ALL_PLACEMENTS):
                if legal >> number & 1:
                    tried = board.copy()
                    place(tried, number, pivot, rotor)
                    assert (chain(tried) > 0) == bool(told >> number & 1), (board, one, two, number)
                    seen += told >> number & 1
    assert seen > 1000

"""Drops, tucks and spins: examples, and every placement of some boards against poses moved one by one."""

from __future__ import annotations

import pytest

from engines.tspin import ENGINE
from engines.tspin.rules.board import columns_of
from engines.tspin.rules.ways import way_of
from engines.tspin.show.panels import panels, ways
from tests.engines.tspin import naive

ROOF = ["..X.......", "......XXXX", "......XXXX"]
CAVE = ["XX......XX", "X...XXXXXX", "XX.XXXXXXX", "X..XXXXXXX"]


@pytest.mark.parametrize(
    ("rows", "cells", "way"),
    [
        (ROOF, [(5, 0), (5, 1), (5, 2), (5, 3)], "drop"),
        (ROOF, [(0, 0), (1, 0), (0, 1), (1, 1)], "drop"),
        (ROOF, [(2, 0), (3, 0), (2, 1), (3, 1)], "tuck left"),
        (ROOF, [(1, 0), (2, 0), (1, 1), (2, 1)], "tuck right"),
        (CAVE, [(1, 2), (2, 2), (3, 2), (2, 1)], "spin"),
    ],
)
def test_examples(rows: list[str], cells: list[tuple[int, int]], way: str) -> None:
    stack = naive.board(rows)
    columns = columns_of([sum(1 << x for x in range(10) if (x, y) in stack) for y in range(len(rows))])
    assert way_of(columns, cells) == way


def test_every_placement_has_the_simplest_way() -> None:
    met = set()
    for puzzle in ENGINE.generate("tsd-2-srs", 5, 3):
        columns = columns_of(puzzle.rows)
        stack = naive.board(ENGINE.encode(puzzle)["board"])
        for piece in "IOTLJSZ":
            drops, tucks = naive.drop_placements(stack, piece), naive.slides(stack, piece)
            for cells in naive.srs_placements(stack, piece):
                way = way_of(columns, cells)
                assert way.split()[0] == ("drop" if cells in drops else "tuck" if cells in tucks else "spin")
                met.add(way)
    assert met == {"drop", "tuck left", "tuck right", "spin"}


def test_answers_say_which_pieces_need_more_than_a_drop() -> None:
    rows = ["..XX......", "XX..XXXXX.", "XX..XXXX..", "XXX.XXXXXX"]
    given = ENGINE.decode({"goal": "tsd", "moves": "srs", "queue": "IS", "board": rows})
    moves = [
        {"piece": "I", "cells": [[9, 1], [9, 2], [9, 3], [9, 4]]},
        {"piece": "S", "cells": [[4, 3], [5, 3], [5, 4], [6, 4]]},
    ]
    assert ways(panels(given, moves)) == ""
    assert "answer:" not in ENGINE.show(given, moves)
    for puzzle in ENGINE.generate("tsd-1-srs", 5, 2):
        for solution in ENGINE.solve([puzzle])[0].solutions:
            said = ways(panels(puzzle, solution))
            if said:
                assert said in ("tuck 1", "spin 1")
                assert f"answer: {said}" in ENGINE.show(puzzle, solution)
                assert said in ENGINE.draw(puzzle, solution)

"""Playing move by move agrees with the solver."""

from __future__ import annotations

import pytest

from engines.tspin import ENGINE
from engines.tspin.rules.puzzle import Puzzle
from tests.engines.tspin import naive


def puzzle(rows: list[str], queue: str, moves: str = "drop") -> Puzzle:
    return ENGINE.decode({"goal": "tsd", "moves": moves, "queue": queue, "board": rows})


@pytest.mark.parametrize("moves", ["drop", "srs"])
def test_the_solutions_are_the_legal_lines_that_reach_the_goal(moves: str) -> None:
    for given in ENGINE.generate("tsd-1", 51, 15):
        given = puzzle(ENGINE.encode(given)["board"], given.queue, moves)
        reaching = [[move] for move in ENGINE.legal(given, []) if ENGINE.play(given, [move])["goal"]]
        [verdict] = ENGINE.solve([given])
        assert sorted(map(str, reaching)) == sorted(map(str, verdict.solutions))


def test_solutions_can_be_played() -> None:
    made = ENGINE.generate("tsd-2", 52, 30)
    for given, verdict in zip(made, ENGINE.solve(made), strict=True):
        for moves in verdict.solutions:
            assert moves[0] in ENGINE.legal(given, [])
            assert moves[1] in ENGINE.legal(given, moves[:1])
            half = ENGINE.play(given, moves[:1])
            assert half["queue"] == given.queue[1]
            assert half["goal"] is False
            end = ENGINE.play(given, moves)
            assert end["goal"] is True
            assert end["queue"] == ""
            stack = naive.board(end["board"])
            ghost = [tuple(cell) for cell in end["goal_cells"]]
            assert any(naive.cells_at("T", pose) == ghost for pose in naive.goal_poses(stack))


def test_the_board_after_a_clear() -> None:
    given = puzzle(["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"], "LO")
    move = {"piece": "L", "cells": [[9, 3], [9, 2], [8, 3], [9, 1]]}
    assert ENGINE.play(given, []) == {
        "board": ENGINE.encode(given)["board"],
        "queue": "LO",
        "cleared": 0,
        "goal": False,
        "goal_cells": [],
    }
    assert ENGINE.play(given, [move]) == {
        "board": ["...X....XX", "X...XXXXXX", "XX.XXXXXXX"],
        "queue": "O",
        "cleared": 1,
        "goal": False,  # a T could be played, but the O comes first
        "goal_cells": [],
    }
    assert len(ENGINE.legal(given, [move])) == 9
    assert ENGINE.legal(given, [move, ENGINE.legal(given, [move])[0]]) == []


BASE = ["X...XXXXXX", "XX.XXXXXXX"]
ILLEGAL = [
    ([{"piece": "O", "cells": [[0, 5], [0, 6], [1, 5], [1, 6]]}], "move 1: O cannot be placed on"),
    ([{"piece": "O", "cells": [[0, 1], [0, 2], [1, 1], [1, 2]]}], "move 1: O cannot be placed on"),
    ([{"piece": "I", "cells": [[4, 2], [5, 2], [6, 2], [7, 2]]}], "move 1 places I, but the queue has O"),
    ([{"piece": "O"}], "move 1 is not of the form"),
    (["O"], "move 1 is not of the form"),
    ([{"piece": "O", "cells": [[0, 2], [0, 3], [1, 2]]}], "move 1: O cannot be placed on"),
    ([{"piece": "O", "cells": []}] * 2, "2 moves, but the queue has 1 pieces"),
]


@pytest.mark.parametrize(("moves", "reason"), ILLEGAL)
def test_illegal_moves_are_refused(moves: list, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ENGINE.play(puzzle(BASE, "O"), moves)
    with pytest.raises(ValueError, match=reason):
        ENGINE.legal(puzzle(BASE, "O"), moves)


def test_a_blocked_spawn_has_no_moves_under_srs_only() -> None:
    rows = ["...XXX...."] * 18
    tall = [{"piece": "O", "cells": [[3, 18], [3, 19], [4, 18], [4, 19]]}]
    assert ENGINE.legal(puzzle(rows, "OO", "srs"), tall) == []
    assert len(ENGINE.legal(puzzle(rows, "OO", "drop"), tall)) == 9

"""Features on boards small enough to count by hand, and the survey against the twin."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from engines.tspin import ENGINE
from engines.tspin import features as f
from engines.tspin.puzzle import SRS, Puzzle
from tests.tspin import naive
from tests.tspin.boards import NASTY

NAMES = [feature.name for feature in ENGINE.features]


def measured(puzzle: Puzzle) -> dict[str, float]:
    [row] = ENGINE.measure([puzzle], ENGINE.solve([puzzle]))
    return dict(zip(NAMES, row.tolist(), strict=True))


def puzzle(rows: list[str], queue: str, moves: str = "drop") -> Puzzle:
    return ENGINE.decode({"goal": "tsd", "moves": moves, "queue": queue, "board": rows})


def test_every_column_has_its_name() -> None:
    named = {name for name in vars(f) if name.isupper() and name.lower() in NAMES}
    assert len(set(NAMES)) == len(NAMES)
    assert all(NAMES[getattr(f, name)] == name.lower() for name in named)
    hidden = {name for name in vars(f) if name.startswith("_") and name[1:].lower() in NAMES}
    assert all(NAMES[getattr(f, name)] == name[1:].lower() for name in hidden)
    assert len(named) + len(hidden) == len(NAMES)
    assert 4 <= sum(feature.headline for feature in ENGINE.features) <= 6
    assert {feature.source for feature in ENGINE.features} == {"000 5.2.2", "ours"}


def test_one_placement_by_hand() -> None:
    """The Z is the overhang, and what is missing to the right of the slot:

    y=2  . . . Z Z . . . . .
    y=1  X . . . Z Z X X X X
    y=0  X X . X X X X X X X
    """
    given = puzzle(["X.....XXXX", "XX.XXXXXXX"], "Z")
    [verdict] = ENGINE.solve([given])
    assert verdict.verdict == "unique"
    assert verdict.solutions[0][0]["cells"] == [[3, 2], [4, 1], [4, 2], [5, 1]]
    got = measured(given)
    expected = {
        "filled": 14,
        "height_range": 2,
        "gaps_1": 1,  # (2,0)
        "gaps_2": 0,
        "gaps_3": 0,  # the gap of row 1 is five wide
        "piece": 6,
        "piece_tjl": 0,
        "piece_szi": 1,
        "piece_o": 0,
        "edges_filled": 3,  # (4,1)-(4,0), (5,1)-(5,0), (5,1)-(6,1)
        "below_filled": 2,  # (4,0) and (5,0)
        "below_empty": 1,  # (3,1)
        "below_all_empty": 1,
        "edges_base": 2,  # (3,2)-(3,1), (4,1)-(3,1)
        "solutions": 1,
        "ways": 17,
        "slots_at_start": 0,
        "half_slots_at_start": 1,  # (2,1)
        "holes": 0,
        "stack_height": 2,
        "answer_lines": 0,
        "answer_buries": 1,
        "answer_edges_base": 2,
        "slot_row": 1,
        "slot_from_wall": 2,
    }
    assert {name: got[name] for name in expected} == expected
    assert all(math.isnan(got[name]) for name in NAMES[14:22])


def test_two_placements_by_hand() -> None:
    """O fills columns 4 and 5, then the I lies on top as a roof:

    y=2  . . . I I I I . . .
    y=1  X . . . O O X X X X
    y=0  X X . X O O X X X X
    """
    given = puzzle(["X.....XXXX", "XX.X..XXXX"], "OI")
    verdict = ENGINE.solve([given])[0]
    wanted = [
        {"piece": "O", "cells": [[4, 0], [4, 1], [5, 0], [5, 1]]},
        {"piece": "I", "cells": [[3, 2], [4, 2], [5, 2], [6, 2]]},
    ]
    assert wanted in verdict.solutions
    [row] = ENGINE.measure([given], [replace(verdict, solutions=(wanted,))])
    got = dict(zip(NAMES, row.tolist(), strict=True))
    expected = {
        "filled": 12,
        "height_range": 2,
        "gaps_1": 1,
        "gaps_2": 1,
        "gaps_3": 0,
        "piece": 0,
        "piece_tjl": 0,
        "piece_szi": 1,
        "piece_o": 0,
        "edges_filled": 3,  # (4,2) and (5,2) on the O, (6,2) on the stack
        "below_filled": 3,
        "below_empty": 1,  # (3,1)
        "below_all_empty": 1,
        "edges_base": 1,  # (3,2)-(3,1)
        "second_above_first": 2,
        "placed_under_cross": 0,
        "edges_between": 2,
        "placed_low_rows": 4,
        "first_piece": 1,
        "first_tjl": 0,
        "first_szi": 0,
        "first_o": 1,
        "answer_lines": 0,
        "answer_buries": 1,
        "answer_edges_base": 2,  # and (4,1)-(3,1)
        "half_slots_at_start": 1,  # (2,1)
        "slots_at_start": 0,
    }
    assert {name: got[name] for name in expected} == expected


def test_cells_move_down_with_cleared_rows() -> None:
    """The L fills row 1, which clears; the rest of the L comes down and the I touches it.

    y=3  . . . X . . . . L L
    y=2  X . . . X X X X X L          y=2  . . . X I I I I L L
    y=1  X X X X X X X X X L    then  y=1  X . . . X X X X X L
    y=0  X X . X X X X X X X          y=0  X X . X X X X X X X
    """
    given = puzzle(["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"], "LI")
    verdict = ENGINE.solve([given])[0]
    wanted = [
        {"piece": "L", "cells": [[8, 3], [9, 1], [9, 2], [9, 3]]},
        {"piece": "I", "cells": [[4, 2], [5, 2], [6, 2], [7, 2]]},
    ]
    assert wanted in verdict.solutions
    [row] = ENGINE.measure([given], [replace(verdict, solutions=(wanted,))])
    got = dict(zip(NAMES, row.tolist(), strict=True))
    expected = {
        "answer_lines": 1,
        "edges_filled": 6,  # four below, (3,2) and (8,2)
        "below_filled": 4,
        "edges_between": 1,  # (7,2)-(8,2)
        "second_above_first": 0,
        "placed_low_rows": 1,  # (9,1)
        "edges_base": 0,
        "slot_row": 1,
        "slot_from_wall": 2,
        "holes": 2,  # (2,0) and (3,2)
    }
    assert {name: got[name] for name in expected} == expected


def test_without_an_answer() -> None:
    got = measured(puzzle([], "OO"))
    assert got["solutions"] == got["other_solutions"] == 0
    assert got["ways"] == 81
    assert got["filled"] == got["near_misses"] == 0
    assert got["first_o"] == 1
    for name in ("edges_filled", "edges_base", "edges_between", "slot_row", "answer_lines"):
        assert math.isnan(got[name])


def test_long_queues() -> None:
    got = measured(puzzle(NASTY["thesis base"], "OOOI"))
    assert math.isnan(got["near_misses"])
    assert math.isnan(got["edges_between"])
    assert got["placed_low_rows"] >= 0


def survey_row(given: Puzzle) -> tuple[float, float, float]:
    got = measured(given)
    return got["ways"], got["near_misses"], got["tempting_lines"]


@pytest.mark.parametrize("moves", ["drop", "srs"])
def test_survey_agrees_with_the_twin(moves: str) -> None:
    made = ENGINE.generate("tsd-1", 31, 6)
    made += [puzzle(NASTY[name], "O") for name in ("thesis base", "fin", "two clears away", "tetris ready")]
    short = 0
    for given in [replace(one, moves=moves) for one in made]:
        stack = naive.board(ENGINE.encode(given)["board"])
        expected = naive.survey(stack, given.queue, moves == SRS)
        assert survey_row(given) == expected, naive.text(stack)
        short += expected[1]
    assert short > 0


@pytest.mark.heavy
def test_survey_of_two_pieces_agrees_with_the_twin() -> None:
    for given in ENGINE.generate("tsd-2", 32, 3):
        stack = naive.board(ENGINE.encode(given)["board"])
        assert survey_row(given) == naive.survey(stack, given.queue, False)


def test_a_batch_measures_as_its_puzzles_do() -> None:
    made = ENGINE.generate("tsd-2", 33, 10) + ENGINE.generate("tsd-1", 33, 10)
    verdicts = ENGINE.solve(made)
    together = ENGINE.measure(made, verdicts)
    alone = np.concatenate([ENGINE.measure([p], [v]) for p, v in zip(made, verdicts, strict=True)])
    np.testing.assert_array_equal(together, alone)
    assert together.shape == (20, len(NAMES))
    assert together.dtype == np.float64
    assert ENGINE.measure([], []).shape == (0, len(NAMES))

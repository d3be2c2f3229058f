"""Features on boards small enough to count by hand, and all placements against the twin."""

from __future__ import annotations

import math
import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engines.contract import Verdict
from engines.tspin import ENGINE
from engines.tspin.make.variants import VARIANTS
from engines.tspin.measure.all_placements import GAPS, one_short
from engines.tspin.measure.catalogue import COLUMNS, FACTS, OF_EFFORT, TOLD
from engines.tspin.rules.checked_moves import follow
from engines.tspin.rules.goals import GOALS, NO_WELL
from engines.tspin.rules.moves import PADDED, work_columns
from engines.tspin.rules.puzzle import SRS, Puzzle, mirror
from tests.engines.tspin import naive, naive_features
from tests.engines.tspin.boards import NASTY, random_boards
from tests.engines.tspin.rules.test_goals import DONATIONS, QUADS
from tests.engines.tspin.rules.test_moves import columns

NAMES = [feature.name for feature in ENGINE.features]
ONE_PLACEMENT = [
    *("filled", "height_range", "gaps_1", "gaps_2", "gaps_3", "piece", "piece_tjl", "piece_szi", "piece_o"),
    *("edges_filled", "below_filled", "below_empty", "below_all_empty", "edges_base"),
]
TWO_PLACEMENTS = [
    *("second_above_first", "placed_under_cross", "edges_between", "placed_low_rows"),
    *("first_piece", "first_tjl", "first_szi", "first_o"),
]
EFFORT = {feature.name for feature in OF_EFFORT} | {  # see test_effort
    f"{name}_{k}" for k in range(1, TOLD + 1) for name in ("surprise", "rank")
}
FROM_PLACEMENTS = {"ways", "near_misses", "near_miss_share", "tempting_lines"}


def measured(puzzle: Puzzle) -> dict[str, float]:
    [row] = ENGINE.measure([puzzle], ENGINE.solve([puzzle]))
    return dict(zip(NAMES, row.tolist(), strict=True))


def puzzle(rows: list[str], queue: str, moves: str = "drop", goal: str = "tsd") -> Puzzle:
    return ENGINE.decode({"goal": goal, "moves": moves, "queue": queue, "board": rows})


def test_names() -> None:
    """The thesis' features come first, in its order; every name is a plain word, every feature explained."""
    assert NAMES[:22] == [*ONE_PLACEMENT, *TWO_PLACEMENTS]
    assert [feature.source for feature in ENGINE.features] == ["T-spin thesis, 5.2.2"] * 22 + ["ours"] * (
        len(NAMES) - 22
    )
    assert len(set(NAMES)) == len(NAMES)
    assert all(re.fullmatch("[a-z]+(_[a-z0-9]+)*", name) for name in NAMES)
    assert all(feature.description[0].isupper() and "%" not in feature.description for feature in ENGINE.features)
    assert len({feature.description for feature in ENGINE.features}) > len(NAMES) - 2 * TOLD
    assert 4 <= sum(feature.headline for feature in ENGINE.features) <= 6
    assert list(COLUMNS)[: len(NAMES)] == NAMES
    assert len(COLUMNS) == len(NAMES) + len(FACTS)


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


def test_four_lines_by_hand() -> None:
    """The base of an I is its well: the S, upright, and the J fill the rows beside it.

    y=3  X X X X X X J J J |
    y=2  X X X X X X X S J |
    y=1  X X X X X X X S S |
    y=0  X X X X X X X X S |
    """
    given = puzzle(["XXXXXX....", "XXXXXXX...", "XXXXXXX...", "XXXXXXXX.."], "SJ", goal="quad")
    [verdict] = ENGINE.solve([given])
    assert verdict.verdict == "unique"
    got = measured(given)
    expected = {
        "goal": 2,
        "pieces": 2,
        "edges_base": 2,  # the J beside the well
        "edges_base_1": 2,
        "answer_edges_base": 4,
        "placed_low_rows": 8,  # all of it lies in the four rows
        "placed_goal_rows": 8,
        "placed_under_cross": 0,
        "slot_row": 0,
        "slot_from_wall": 0,
        "slot_depth": 4,
        "slot_roof": 0,
        "slot_upright": 1,
        "idle": 0,
        "stacked": 1,
        "orders": 1,  # the J covers the place of the S
        "from_slot_1": 1,
        "from_slot_2": 1,
        "above_1_2": 3,
        "edges_1_2": 3,
        "apart_1_2": 0,
        "groups": 1,
        "choices_2": 34,
        "upright": 1,
        "fitted": 0,
        "answer_lines": 0,
    }
    assert {name: got[name] for name in expected} == expected
    assert all(math.isnan(got[name]) for name in ("placed_corners", "well_depth", "piece_3", "above_1_3"))


def test_a_donation_by_hand() -> None:
    """Two I cover the well in column 6; the T-spin Double clears them away again.

    y=4  . . . . . X . . . .
    y=3  X X X . . . I I I I
    y=2  X X X X . X I I I I
    y=1  X X X X X X . X X X
    y=0  X X X X X X . X X X
    """
    board = [".....X....", "XXX.......", "XXXX.X....", "XXXXXX.XXX", "XXXXXX.XXX"]
    given = ENGINE.decode({"goal": "donate", "moves": "drop", "queue": "II", "board": board, "well": 6})
    [verdict] = ENGINE.solve([given])
    assert verdict.verdict == "unique"
    got = measured(given)
    expected = {
        "goal": 3,
        "repeats": 1,
        "well_depth": 2,
        "well_from_wall": 3,
        "well_from_slot": 2,
        "placed_over_well": 2,
        "holes_left": 0,  # the well does not count
        "below_all_empty_1": 2,
        "placed_goal_rows": 8,
        "placed_corners": 0,
        "edges_base_1": 0,
        "edges_base_2": 1,  # (6,3)-(5,3)
        "from_slot_1": 2,
        "farthest": 2,
        "slot_roof": 1,
        "slot_depth": 3,
        "deepest_well": 2,
        "orders": 1,
    }
    assert {name: got[name] for name in expected} == expected


def test_long_queues() -> None:
    got = measured(puzzle(NASTY["thesis base"], "OOOI"))
    assert math.isnan(got["near_misses"])
    assert math.isnan(got["edges_between"])
    assert got["placed_low_rows"] >= 0
    assert got["last_ways"] == got["choices_4"] == 17
    got = measured(puzzle(["XXXXXXXX..", "XXXXXXXX.."], "OOOOO"))
    assert got["pieces"] == 5
    assert got["repeats"] == 4
    assert math.isnan(got["ways"])


def placements_row(given: Puzzle) -> tuple[float, float, float]:
    got = measured(given)
    return got["ways"], got["near_misses"], got["tempting_lines"]


@pytest.mark.parametrize("moves", ["drop", "srs"])
def test_all_placements_agree_with_the_twin(moves: str) -> None:
    made = ENGINE.generate("tsd-1", 31, 3) + ENGINE.generate("tst-1", 31, 2) + ENGINE.generate("quad-1", 31, 4)
    made += [puzzle(NASTY[name], "O") for name in ("thesis base", "fin", "two clears away", "tetris ready")]
    short = dict.fromkeys(GOALS, 0)
    for given in [replace(one, moves=moves) for one in made]:
        stack = naive.board(ENGINE.encode(given)["board"])
        expected = naive.all_placements(stack, given.queue, moves == SRS, naive.Aim(given.goal))
        assert placements_row(given) == expected, naive.text(stack)
        short[given.goal] += expected[1]
    assert short["tsd"], short["quad"]


@pytest.mark.heavy
@pytest.mark.parametrize("variant", ["tsd-2", "tst-2", "quad-2", "donate-2", "quad-2-srs"])
def test_all_placements_of_two_pieces_agree_with_the_twin(variant: str) -> None:
    for given in ENGINE.generate(variant, 32, 2):
        stack = naive.board(ENGINE.encode(given)["board"])
        aim = naive.aim(given.goal, given.well, stack)
        assert placements_row(given) == naive.all_placements(stack, given.queue, given.moves == SRS, aim)


@pytest.mark.parametrize("goal", GOALS)
def test_near_misses_agree_with_the_twin(goal: str) -> None:
    """On finished shapes with a cell or two changed, where the goal is nearly there, and on random boards."""
    shapes = {
        "tsd": [NASTY["thesis base"], NASTY["fin"], NASTY["two clears away"]],
        "tst": [NASTY["triple"], [row[::-1] for row in NASTY["triple"]]],
        "quad": [QUADS["well at the wall"][0], QUADS["well inside"][0], QUADS["no ground in reach"][0]],
        "donate": [rows for rows, _, _ in DONATIONS.values()],
    }
    aim = naive.Aim(goal, 6, 0) if goal == "donate" else naive.Aim(goal)
    numbers = np.array([GOALS.index(goal), aim.well if goal == "donate" else NO_WELL, 0], dtype=np.int64)
    rng = random.Random(goal)
    boards = random_boards(9, 10)
    for rows in shapes[goal]:
        base = naive.board(rows)
        cells = [(x, y) for x in range(10) for y in range(len(rows) + 1)]
        changed = [base ^ {cell} for cell in rng.sample(cells, 12)]
        changed += [base ^ set(rng.sample(cells, 2)) for _ in range(8)]
        boards += [board for board in changed if not naive.full_rows(board)]
    work, rows_, room = work_columns(), np.zeros(GAPS + 1, dtype=np.int64), np.zeros((4, PADDED), dtype=np.int64)
    seen = {True: 0, False: 0}
    for board in boards:
        expected = naive_features.is_near_miss(board, aim)
        assert bool(one_short(columns(board), numbers, rows_, room, *work)) == expected, naive.text(board)
        seen[expected] += 1
    assert min(seen.values()) > 5, seen


def twin(given: Puzzle, answer: list[dict[str, Any]]) -> dict[str, float]:
    """All features but those of all placements, of effort and the solver's, by the slow twin."""
    stack = naive.board(ENGINE.encode(given)["board"])
    aim, srs = naive.aim(given.goal, given.well, stack), given.moves == SRS
    cells = [tuple((x, y) for x, y in move["cells"]) for move in answer]
    goal = tuple((x, y) for x, y in ENGINE.play(given, answer)["goal_cells"])
    known = naive_features.of_the_puzzle(stack, given.queue, srs, aim)
    return known | naive_features.of_the_answer(stack, given.queue, srs, aim, cells, goal)


def agrees_with_the_twin(given: Puzzle, verdict: Verdict) -> None:
    [row] = ENGINE.measure([given], [verdict])
    got = {name: value for name, value in zip(NAMES, row.tolist(), strict=True) if not math.isnan(value)}
    left_out = {*FROM_PLACEMENTS, *EFFORT, "solutions", "other_solutions"}
    told = {name: value for name, value in got.items() if name not in left_out}
    expected = {name: float(value) for name, value in twin(given, verdict.solutions[0]).items()}
    assert told == pytest.approx(expected), ENGINE.show(given, verdict.solutions[0])


SOME = ["tsd-1", "tsd-4", "tst-3", "quad-3", "donate-2", "tsd-2-srs", "tst-1-srs", "tst-3-srs", "quad-3-srs"]


@pytest.mark.parametrize("variant", SOME)
def test_features_agree_with_the_twin(variant: str) -> None:
    [given] = ENGINE.generate(variant, 35, 1)
    agrees_with_the_twin(given, ENGINE.solve([given], stop_at=1)[0])


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
def test_more_features_agree_with_the_twin(variant: str) -> None:
    made = ENGINE.generate(variant, 36, 4)
    for given, verdict in zip(made, ENGINE.solve(made, stop_at=2), strict=True):
        agrees_with_the_twin(given, verdict)


def test_answers_that_clear_rows_agree_with_the_twin() -> None:
    """Layers come down with the rows, and a piece may vanish altogether."""
    given = puzzle(["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"], "LI")
    gone = puzzle([".X........", "XX....XXXX", "X...XXXXXX", "XX.XXXXXXX"], "IO")
    for one in (given, gone):
        [verdict] = ENGINE.solve([one])
        clearing = [moves for moves in verdict.solutions if any(step.cleared for step in follow(one, moves).steps)]
        assert clearing
        for moves in clearing[:2]:
            agrees_with_the_twin(one, replace(verdict, solutions=(moves,)))
    [row] = ENGINE.measure([gone], [replace(verdict, solutions=(clearing[0],))])
    got = dict(zip(NAMES, row.tolist(), strict=True))
    assert got["answer_lines"] == 1
    assert math.isnan(got["from_slot_1"])
    assert got["from_slot_2"] > 0


def test_a_mirror_image_measures_the_same() -> None:
    """But for which piece it is: J and L change places, and S and Z. Pieces that come twice may too."""
    for variant in ("tsd-2", "tst-2", "quad-2", "donate-2"):
        made = [one for one in ENGINE.generate(variant, 37, 20) if len(set(one.queue)) == 2]
        pairs = [
            (one, mirror(one)) for one, verdict in zip(made, ENGINE.solve(made), strict=True) if verdict.count == 1
        ]
        seen = [ENGINE.measure(list(side), ENGINE.solve(list(side))) for side in zip(*pairs, strict=True)]
        same = [not re.fullmatch("(first_)?piece(_[0-9])?", name) for name in NAMES]
        np.testing.assert_array_equal(seen[0][:, same], seen[1][:, same])


def test_a_batch_measures_as_its_puzzles_do() -> None:
    made = ENGINE.generate("tsd-2", 33, 10) + ENGINE.generate("tsd-1", 33, 10)
    verdicts = ENGINE.solve(made)
    together = ENGINE.measure(made, verdicts)
    alone = np.concatenate([ENGINE.measure([p], [v]) for p, v in zip(made, verdicts, strict=True)])
    np.testing.assert_array_equal(together, alone)
    assert together.shape == (20, len(NAMES))
    assert together.dtype == np.float64
    assert ENGINE.measure([], []).shape == (0, len(NAMES))

"""What is seen of placements and what an answer asks, against the twin; and what a reader would expect of them."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from engines.contract import Verdict
from engines.tspin import ENGINE
from engines.tspin.make.variants import VARIANTS
from engines.tspin.measure import effort, policy
from engines.tspin.measure.catalogue import COLUMNS, OF_EFFORT, TOLD
from engines.tspin.rules.moves import placements
from engines.tspin.rules.pieces import PIECES
from engines.tspin.rules.placements import cells_of, move_code
from engines.tspin.rules.puzzle import SRS, Puzzle
from engines.tspin.solve.solver import batch_of
from tests.engines.tspin import naive, naive_effort

NAMES = [feature.name for feature in ENGINE.features]
OF_MOVES = [f"{name}_{k}" for k in range(1, TOLD + 1) for name in ("surprise", "rank")]
EFFORT = [feature.name for feature in OF_EFFORT] + OF_MOVES


def measured(puzzle: Puzzle, verdict: Verdict | None = None) -> dict[str, float]:
    [row] = ENGINE.measure([puzzle], [verdict or ENGINE.solve([puzzle])[0]])
    values = dict(zip(NAMES, row.tolist(), strict=True))
    return {name: values[name] for name in EFFORT}


def parts(puzzle: Puzzle) -> tuple[naive.Board, bool, naive.Aim]:
    stack = naive.board(ENGINE.encode(puzzle)["board"])
    return stack, puzzle.moves == SRS, naive.aim(puzzle.goal, puzzle.well, stack)


def orders(puzzle: Puzzle, answer: Any) -> list[Any]:
    """The placements of an answer in every order in which they can be made and reach the goal."""
    stack, srs, aim = parts(puzzle)
    found = []
    for order in permutations(answer):
        board = stack
        for piece, move in zip(puzzle.queue, order, strict=True):
            cells = tuple(sorted(map(tuple, move["cells"])))
            ways = (naive.srs_placements if srs else naive.drop_placements)(board, piece)
            if move["piece"] != piece or cells not in {tuple(sorted(way)) for way in ways}:
                break
            board = naive.lock(board, cells)[0]
        else:
            if naive.goal_poses(board, aim):
                found.append(list(order))
    return found


def twin(puzzle: Puzzle, verdict: Verdict, bound: int = effort.BOUND) -> dict[str, float]:
    stack, srs, aim = parts(puzzle)
    moves = {tuple(map(move_code, order)): order for answer in verdict.solutions for order in orders(puzzle, answer)}
    ordered: list[Any] = [moves[codes] for codes in sorted(moves)]
    solutions = [tuple(tuple(map(tuple, move["cells"])) for move in answer) for answer in ordered]
    goals = [tuple(map(tuple, ENGINE.play(puzzle, answer)["goal_cells"])) for answer in ordered]
    return naive_effort.effort(stack, puzzle.queue, srs, aim, solutions, goals, bound)


@pytest.mark.parametrize("variant", ["tsd-1", "tst-1", "quad-1", "donate-2", "tsd-2-srs", "tst-1-srs", "quad-2-srs"])
def test_what_is_seen_agrees_with_the_twin(variant: str) -> None:
    for puzzle in ENGINE.generate(variant, 41, 2):
        stack, srs, aim = parts(puzzle)
        batch, eye = batch_of([puzzle]), policy.open_eye()
        count = policy.see(eye, batch.columns[0], batch.queues[0, 0], srs, batch.aims[0])
        piece = puzzle.queue[0]
        slides = naive.slides(stack, piece) if srs else set()
        assert [int(move) for move in eye.moves[:count]] == placements(batch.columns[0], piece, srs)
        for move, row in zip(eye.moves[:count].tolist(), eye.seen[:count].tolist(), strict=True):
            cells = cells_of(PIECES.index(piece), move)
            expected = naive_effort.seen(stack, piece, cells, srs, aim, slides)
            assert dict(zip(policy.NAMES, row, strict=True)) == pytest.approx(expected), (naive.text(stack), cells)


@pytest.mark.parametrize("variant", ["tsd-1", "tsd-2", "tst-2", "quad-2", "donate-2", "tsd-1-srs", "tst-1-srs"])
def test_effort_agrees_with_the_twin(variant: str) -> None:
    for puzzle in ENGINE.generate(variant, 42, 2):
        [verdict] = ENGINE.solve([puzzle])
        got = {name: value for name, value in measured(puzzle, verdict).items() if not math.isnan(value)}
        assert got == pytest.approx(twin(puzzle, verdict), abs=1e-9), ENGINE.encode(puzzle)


def test_a_bound_that_is_met_agrees_with_the_twin() -> None:
    """What is left of the answer's bits is added to the lines that were looked at."""
    met = 0
    made = ENGINE.generate("donate-2", 45, 30)
    verdicts = ENGINE.solve(made)
    whole = ENGINE.measure(made, verdicts)[:, NAMES.index("looked_at")]
    for i in np.argsort(-np.nan_to_num(whole), kind="stable")[:3]:
        out = np.full((1, len(COLUMNS)), np.nan)
        effort.measure_effort(batch_of([made[i]]), [verdicts[i]], out, 2)
        expected = twin(made[i], verdicts[i], 2)
        assert {name: out[0, COLUMNS[name]] for name in expected} == pytest.approx(expected, abs=1e-9)
        met += out[0, COLUMNS["looked_at"]] > whole[i]
    assert met


def test_what_hard_puzzles_lack_has_a_companion() -> None:
    """Of four pieces not every way to place them is looked at; what stands in for that is always there. A search
    that is cut goes on as if: nothing stays at its bound."""
    made = [one for variant in ("tsd-4", "donate-4") for one in ENGINE.generate(variant, 46, 12)]
    verdicts = ENGINE.solve(made)
    known = [i for i, verdict in enumerate(verdicts) if verdict.solutions]
    rows = ENGINE.measure([made[i] for i in known], [verdicts[i] for i in known])
    of = {name: rows[:, NAMES.index(name)] for name in NAMES}
    for name, companions in {
        "near_misses": ("last_near_misses", "temptations"),
        "ways": ("choices",),
        "tempting_lines": ("clears_passed",),
    }.items():
        assert np.isnan(of[name]).all()
        assert not any(np.isnan(of[companion]).any() for companion in companions)
    assert not np.isnan(of["orders"]).any()
    cut = np.full((len(known), len(COLUMNS)), np.nan)
    effort.measure_effort(batch_of([made[i] for i in known]), [verdicts[i] for i in known], cut, 3)
    for name in ("looked_at", "looked_at_glance", "looked_at_ahead"):
        values = cut[:, COLUMNS[name]]
        assert not np.isnan(values).any()
        assert len(np.unique(values)) > len(values) // 2, name
        assert np.corrcoef(values, of[name])[0, 1] > 0.6, name


def test_a_piece_that_comes_twice_may_take_either_place() -> None:
    """Two orders of the same placements are one solution; whoever finds either has found it."""
    made = [one for one in ENGINE.generate("donate-2", 5, 400) if one.queue[0] == one.queue[1]]
    both = []
    for one, verdict in zip(made, ENGINE.solve(made), strict=True):
        if verdict.count == 1 and len(orders(one, verdict.solutions[0])) == 2:
            both.append((one, verdict))
    assert both
    for one, verdict in both[:2]:
        [listed] = effort.listed_orders(batch_of([one]), [verdict])
        assert len(listed) == 2
        assert listed[0] == listed[1][::-1]
        got = {name: value for name, value in measured(one, verdict).items() if not math.isnan(value)}
        assert got == pytest.approx(twin(one, verdict), abs=1e-9)
        assert got["tries_blind"] < got["surprise_sum"]


@pytest.mark.heavy
@pytest.mark.parametrize("variant", [name for name in VARIANTS if not name.startswith(("tsd-4", "donate-4"))])
def test_more_effort_agrees_with_the_twin(variant: str) -> None:
    made = ENGINE.generate(variant, 43, 6)
    rows = ENGINE.measure(made, ENGINE.solve(made))
    lines = 2.0 ** rows[:, NAMES.index("looked_at")]
    for i in np.argsort(lines, kind="stable")[:3]:
        [verdict] = ENGINE.solve([made[i]])
        ways = sum(len(orders(made[i], answer)) for answer in verdict.solutions)
        if len(verdict.solutions) <= effort.LISTED and ways <= effort.ORDERS:
            got = {name: value for name, value in measured(made[i], verdict).items() if not math.isnan(value)}
            assert got == pytest.approx(twin(made[i], verdict), abs=1e-9), ENGINE.encode(made[i])


def puzzle(rows: list[str], queue: str, goal: str = "tsd", well: int | None = None) -> Puzzle:
    given = {"goal": goal, "moves": "drop", "queue": queue, "board": rows}
    return ENGINE.decode(given if well is None else given | {"well": well})


def test_one_piece_by_hand() -> None:
    """The Z goes where the slot wants it. Row 1 lacks (4,1) and (5,1) beside the T, and the overhang is missing.

    y=2  . . . Z Z . . . . .
    y=1  X . . . Z Z X X X X
    y=0  X X . X X X X X X X
    """
    got = measured(puzzle(["X.....XXXX", "XX.XXXXXXX"], "Z"))
    expected = {"goal_lacks": 3, "quiet": 0, "astray": 0, "rank_first": 1, "looked_at": 0, "stands_out": 1}
    expected |= {"tries_glance": 0, "tries_ahead": 0, "looked_at_glance": 0, "looked_at_ahead": 0}
    expected |= {"temptations": 0, "waits": 0, "switches": 0, "rank_sum": 1}
    assert {name: got[name] for name in expected} == expected
    assert got["surprise_1"] == got["surprise_first"] == got["surprise_worst"] == got["surprise_sum"]
    assert got["tries_blind"] == pytest.approx(got["surprise_sum"])
    assert got["surprise_sum"] < 0.2, "visible at once"
    assert got["habit_worst"] > 2, "a hole that no habit makes"
    assert math.isnan(got["temptation_depth"])
    assert math.isnan(got["surprise_2"])


def test_a_quiet_piece_by_hand() -> None:
    """The first I lies two rows away from the T, the second beside it. Rows 2 and 3 lack four cells each.

    y=4  . . . . . X . . . .
    y=3  X X X . . . I I I I
    y=2  X X X X . X I I I I
    y=1  X X X X X X . X X X
    y=0  X X X X X X . X X X
    """
    board = [".....X....", "XXX.......", "XXXX.X....", "XXXXXX.XXX", "XXXXXX.XXX"]
    got = measured(puzzle(board, "II", "donate", 6))
    assert got["quiet"] == 1
    assert got["waits"] == got["switches"] == 0, "the second I lies on the first"
    assert got["goal_lacks"] == 8
    assert got["surprise_sum"] == got["surprise_1"] + got["surprise_2"]
    assert got["tries_glance"] == pytest.approx(got["surprise_1"])


def test_without_an_answer() -> None:
    got = measured(puzzle([], "OO"))
    assert got.pop("goal_lacks") == 17, "two rows, the T's four cells in them, and an overhang"
    assert all(math.isnan(value) for value in got.values())


def test_what_depends_on_what() -> None:
    """Who sees more needs fewer tries; who looks at the likeliest first needs no more than all lines that likely."""
    made = [one for variant in ("tsd-3", "donate-3", "tst-3-srs") for one in ENGINE.generate(variant, 44, 20)]
    rows = ENGINE.measure(made, ENGINE.solve(made))
    values = {name: rows[:, NAMES.index(name)] for name in EFFORT}
    known = ~np.isnan(values["surprise_sum"])
    assert known.sum() > 40
    of = {name: value[known] for name, value in values.items()}
    assert (of["tries_blind"] >= of["tries_glance"]).all()
    assert (of["tries_glance"] >= of["tries_ahead"]).all()
    every = rows[known, NAMES.index("solutions")] <= effort.LISTED  # of more, a solver may come upon one not listed
    assert (of["looked_at"] >= of["looked_at_glance"] - 1e-9)[every].all()
    assert (of["looked_at_glance"] >= of["looked_at_ahead"] - 1e-9)[every].all()
    assert (of["waits"] > 0).any()
    assert (of["switches"] > 0).any()
    assert (of["tries_blind"] <= of["surprise_sum"] + 1e-9).all()
    assert (of["looked_at"] <= of["surprise_sum"] + np.log2(1 + 3)).all()
    assert (of["surprise_worst"] <= of["surprise_sum"]).all()
    assert (of["stands_out"] == 1).sum() < len(of["stands_out"])
    assert len(np.unique(of["looked_at"])) > 20

"""The policy by hand and against the twin, and what must hold of the features of effort."""

from __future__ import annotations

from math import log2
from random import Random

import numpy as np
import pytest

from engines.geister.make.generate import generate
from engines.geister.make.variants import VARIANTS
from engines.geister.measure.catalogue import COLUMNS, LOOKED_AT
from engines.geister.measure.features import facts
from engines.geister.measure.policy import NAMES, REPLY_NAMES, SEEN, SEEN_OF_REPLIES, choices, likely
from engines.geister.rules.moves import move_name
from engines.geister.rules.puzzle import Puzzle, position_of, squares_from
from engines.geister.solve.solver import solve
from tests.engines.geister import naive, naive_effort
from tests.engines.geister.boards import random_puzzle, twin_of

FIRST_OF_THE_PAPER = Puzzle(squares_from(("...uu.", "....RB", ".u....", "......", "......", "......")), 1)


def column_of(rows: np.ndarray, name: str) -> np.ndarray:
    found: np.ndarray = rows[:, COLUMNS[name]]
    return found


def test_what_is_seen_against_the_twin() -> None:
    """Every move and every reply in random positions; each thing is seen now and then."""
    random, seen_now = Random(7), set()
    for number in range(250):
        puzzle = random_puzzle(random)
        twin, plies = twin_of(puzzle), random.choice((0, 1, 3, 5, 9))
        if number % 2:
            position = position_of(puzzle)
            moves, rows = choices(position, plies)
            expected = {move: naive_effort.see(twin, move, plies) for move in naive.moves(twin, naive.ATTACKER)}
            chances = naive_effort.likely(twin, plies)
            got = {
                tuple(move_name(move >> 6, move & 63).split("-")): p for move, p in likely(position, plies).items()
            }
            assert got == pytest.approx(chances)
        else:
            moves, rows = choices(position_of(puzzle), 0, True)
            expected = {move: naive_effort.see_reply(twin, move) for move in naive.moves(twin, naive.DEFENDER)}
        names = NAMES if number % 2 else REPLY_NAMES
        assert len(moves) == len(expected)
        for move, row in zip(moves, rows.tolist(), strict=True):
            start, end = move_name(move >> 6, move & 63).split("-")
            told = {name: value for name, value in expected[start, end].items() if value}
            assert {name: value for name, value in zip(names, row, strict=True) if value} == told, (
                puzzle,
                start,
                end,
            )
            seen_now |= {(number % 2, name) for name in told}
    assert len(seen_now) == len(SEEN) + len(SEEN_OF_REPLIES)


def test_the_first_problem_of_the_paper_by_hand() -> None:
    """Right is e5-e6 by the red, which takes one of two that may be taken; f5-f6 looks like the way out."""
    [verdict] = solve([FIRST_OF_THE_PAPER])
    row = dict(zip(COLUMNS, facts([FIRST_OF_THE_PAPER], [verdict])[0].tolist(), strict=True))
    chances = {move_name(move >> 6, move & 63): p for move, p in likely(position_of(FIRST_OF_THE_PAPER), 5).items()}
    assert sum(chances.values()) == pytest.approx(1)
    assert row["surprise_first"] == row["surprise_1"] == pytest.approx(-log2(chances["e5-e6"]))
    assert row["rank_first"] == 1 + sum(p > chances["e5-e6"] for p in chances.values())
    assert row["quiet"] == 0  # a piece is taken at once
    assert row["scares"] == 0
    assert row["quiet_moves"] == 0  # after the second move the blue threatens to leave
    assert row["waits"] == 0  # the red moves once, the blue twice running
    assert row["tries_blind"] >= row["tries_glance"] >= row["tries_ahead"] == row["surprise_first"]


@pytest.fixture(scope="module")
def rows() -> np.ndarray:
    puzzles = [
        puzzle
        for name, count in {"escape-5": 20, "wall-7": 20, "open-9": 15, "escape-11": 10, "endgame-25": 8}.items()
        for puzzle in generate(VARIANTS[name], 5, count)
    ]
    return facts(puzzles, solve(puzzles))


def test_what_holds_of_all(rows: np.ndarray) -> None:
    assert not np.isnan(column_of(rows, "surprise_sum")).any()
    for more, less in (
        ("surprise_sum", "surprise_worst"),
        ("surprise_worst", "surprise_first"),
        ("surprise_sum", "tries_blind"),
        ("tries_blind", "tries_glance"),
        ("tries_glance", "tries_ahead"),
        ("rank_worst", "rank_first"),
        ("rank_sum", "rank_worst"),
        ("looked_at", "looked_at_ahead"),
    ):
        assert (column_of(rows, more) >= column_of(rows, less) - 1e-9).all()
    turns = (column_of(rows, "plies") + 1) / 2
    assert (column_of(rows, "stands_out") <= turns).all()
    assert (column_of(rows, "quiet") <= turns).all()
    assert (column_of(rows, "quiet_moves") < turns).all()
    assert (column_of(rows, "variations") > 0).any()
    assert (column_of(rows, "waits") > 0).any()
    assert not np.isnan(column_of(rows, "variations")).any()
    assert (column_of(rows, "other_answers") < column_of(rows, "replies")).all()


@pytest.mark.parametrize("strength", ["", "_glance", "_ahead"])
def test_what_is_looked_at_has_no_end(rows: np.ndarray, strength: str) -> None:
    """Beyond the bound it goes on growing, and no two answers are alike there by being cut; nor is what tempts."""
    looked_at = column_of(rows, "looked_at" + strength)
    beyond = looked_at > log2(LOOKED_AT)
    assert beyond.sum() > 3
    assert len(set(looked_at[beyond].tolist())) > beyond.sum() // 2
    assert looked_at.max() > log2(LOOKED_AT) + 5
    tempting = column_of(rows, "temptations")[column_of(rows, "looked_at_ahead") > log2(LOOKED_AT)]
    assert len(set(tempting.tolist())) > len(tempting) // 2
    assert tempting.max() > log2(LOOKED_AT)


def test_only_the_first_move_that_looks_best_stands_out_at_once(rows: np.ndarray) -> None:
    at_once = column_of(rows, "stands_out") == 1
    assert at_once[column_of(rows, "rank_first") == 1].all()
    assert 0 < at_once.sum() < len(rows)


def test_a_policy_that_sees_the_plies() -> None:
    """A step away is tried less where it would be too late."""
    position = position_of(Puzzle(squares_from(("......", "......", ".B....", "...R..", "..uu..", "......")), 1))
    back = next(move for move in likely(position, 0) if move_name(move >> 6, move & 63) == "b4-b3")
    assert likely(position, 11)[back] == likely(position, 0)[back]
    assert likely(position, 9)[back] < likely(position, 0)[back] / 3

"""The three searches answer alike: iterative deepening, df-pn (with its own cut-offs and the paper's), alpha-beta."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engines.geister.rules.moves import GOES_ON, Position, attack
from engines.geister.rules.puzzle import Puzzle, position_of, squares_from
from engines.geister.solve import alphabeta, deepening, dfpn
from engines.geister.solve.bounds import least_plies
from engines.geister.solve.deepening import NO_TAKE, NO_WALL
from engines.geister.solve.lines import all_attacks
from tests.engines.geister import naive
from tests.engines.geister.boards import random_puzzle, twin_of

NO_LIMIT = 1 << 40
VECTORS = json.loads((Path(__file__).parent.parent / "vectors.json").read_text())["vectors"]
QUICK = [vector for vector in VECTORS if (vector["win_plies"] or 0) <= 15]
PUZZLE_OF_NINE = "....u./....../..u.../B.uBR./....../...u.R", 2


@cache
def deepening_desk() -> deepening.Desk:
    return deepening.new_desk(12)


@cache
def dfpn_desk(plain: bool = False, bits: int = 12) -> dfpn.Desk:
    return dfpn.new_desk(plain, 10, bits)


def by_deepening(position: Position, most: int, limit: int = NO_LIMIT, without: int = 0) -> int:
    deepening.clear(deepening_desk(), limit)
    return int(deepening.shortest(position, most, without, deepening_desk()))


def by_dfpn(position: Position, most: int, limit: int = NO_LIMIT, plain: bool = False, bits: int = 12) -> int:
    desk = dfpn_desk(plain, bits)
    dfpn.clear(desk, limit)
    return int(dfpn.shortest(position, most, desk))


def by_alphabeta(position: Position, most: int, limit: int = NO_LIMIT) -> int:
    return int(alphabeta.shortest(position, most, alphabeta.new_moves(), alphabeta.new_work(limit)))


def known(board: str, hidden_blue: int) -> Position:
    return position_of(Puzzle(squares_from(tuple(board.split("/"))), hidden_blue))


def won(value: int, most: int) -> int:
    """The length of a win, 0 if there is none in so many plies; an answer must not be less than that."""
    assert value > 0 or -value >= most
    return max(value, 0)


def puzzles(count: int, most: int, seed: int) -> list[Puzzle]:
    random = Random(seed)
    return [random_puzzle(random, most) for _ in range(count)]


@pytest.mark.parametrize(("pieces", "most", "count"), [(4, 5, 300), (2, 7, 300), (1, 9, 300)])
def test_all_searches_find_the_same_length(pieces: int, most: int, count: int) -> None:
    found = []
    for position in map(position_of, puzzles(count, pieces, seed=most)):
        length = won(by_deepening(position, most), most)
        assert won(by_alphabeta(position, most), most) == length
        assert won(by_dfpn(position, most), most) == length
        assert won(by_dfpn(position, most, plain=True), most) == length
        found.append(length)
    assert {0, *range(1, most + 1, 2)} == set(found)


def test_deepening_and_dfpn_agree_far_down() -> None:
    found = []
    for position in map(position_of, puzzles(200, 2, seed=15)):
        length = by_deepening(position, 15, limit=2000)
        if length:  # most that are not too much work
            assert won(by_dfpn(position, 15, limit=1_000_000), 15) == won(length, 15)
            found.append(max(length, 0))
    assert len(found) > 150
    assert {0, 5, 7, 9} <= set(found)


@pytest.mark.parametrize("without", [0, NO_WALL, NO_TAKE])
def test_the_twin_agrees_with_some_wins_left_out_too(without: int) -> None:
    plain = {"wall": not without & NO_WALL, "takes": not without & NO_TAKE}
    differ = 0
    for most, pieces, count in ((1, 2, 60), (3, 3, 60), (5, 1, 40)):
        for puzzle in puzzles(count, pieces, seed=without):
            position, twin = position_of(puzzle), twin_of(puzzle)
            deepening.clear(deepening_desk(), NO_LIMIT)
            value = deepening.glance(position, most, without)
            if value == 0:
                value = deepening.within(position, most, False, without, deepening_desk())
            assert (value > 0) == naive.wins(twin, most, **plain)
            differ += (value > 0) != (won(by_deepening(position, most), most) > 0)
    assert differ > 0 or without != NO_TAKE


@pytest.mark.parametrize("vector", QUICK, ids=lambda vector: vector["board"])
def test_known_lengths(vector: dict[str, Any]) -> None:
    position = known(vector["board"], vector["hidden_blue"])
    plies = vector["win_plies"] or 0
    most = plies or min(vector["searched_to"], 9)
    assert won(by_deepening(position, most), most) == plies
    assert won(by_dfpn(position, most, bits=14), most) == plies
    assert won(by_alphabeta(position, 5), 5) == (plies if plies <= 5 else 0)


def test_each_search_gives_up_at_its_limit() -> None:
    position = known(*PUZZLE_OF_NINE)
    assert by_deepening(position, 15, limit=3) == 0
    assert by_dfpn(position, 15, limit=3) == 0
    assert by_alphabeta(position, 5, limit=3) == 0


@pytest.mark.parametrize("bits", [0, 1])
def test_dfpn_ends_even_if_it_can_keep_next_to_nothing(bits: int) -> None:
    for position in map(position_of, puzzles(40, 2, seed=9)):
        assert by_dfpn(position, 9, bits=bits) == by_dfpn(position, 9)


def rows_of(count: int, most: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random puzzles with a win, and how long it takes."""
    rows = [position_of(puzzle) for puzzle in puzzles(count, most, seed)]
    plies = np.array([max(0, by_deepening(position, 9)) for position in rows])
    return np.array(rows, dtype=np.int64)[plies > 0], plies[plies > 0]


def test_root_numbers_are_the_same_in_any_order() -> None:
    rows, plies = rows_of(200, 3, seed=4)
    numbers = dfpn.root_numbers_all(rows, plies, 1_000_000)
    assert np.array_equal(dfpn.root_numbers_all(rows[::-1], plies[::-1], 1_000_000), numbers[::-1])
    assert (numbers[plies == 1] == 1).all()
    assert (numbers >= 1).all()
    assert (numbers[plies == 9].min(axis=0) > 1).all()


def test_the_root_counts_at_least_its_open_moves() -> None:
    rows, plies = rows_of(200, 3, seed=6)
    numbers = dfpn.root_numbers_all(rows, plies, 1_000_000)
    out, compared = np.zeros(64, dtype=np.int64), 0
    for row, length, (_, disproof) in zip(rows, plies, numbers, strict=True):
        position = Position(*map(int, row))
        after = [attack(position, move >> 6, move & 63) for move in out[: all_attacks(position, out)].tolist()]
        moves = sum(outcome == GOES_ON and least_plies(then) < length for then, outcome in after)
        if length > 1:
            assert disproof >= moves
            compared += moves > 1
    assert compared > 10


def test_root_numbers_are_unknown_where_the_search_is_given_up_or_there_is_no_win() -> None:
    rows, plies = rows_of(200, 3, seed=6)
    long = plies >= 7
    assert np.isnan(dfpn.root_numbers_all(rows[long], plies[long], 2)).all()
    assert np.isnan(dfpn.root_numbers_all(rows, np.zeros(len(rows)), 1_000_000)).all()
    assert len(dfpn.root_numbers_all(rows[:0], plies[:0], 10)) == 0

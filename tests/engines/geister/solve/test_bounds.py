"""What is told at a glance, compared with alpha-beta, which knows the rules alone."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from engines.geister.rules.moves import ATTACKER_EXITS, Position
from engines.geister.rules.puzzle import Puzzle, position_of, squares_from
from engines.geister.solve import alphabeta
from engines.geister.solve.bounds import (
    NEVER,
    least_plies,
    steps_to_exit,
    takes_to_win,
    walks_out_in_three,
    wins_in_one,
)
from engines.geister.solve.deepening import glance
from tests.engines.geister.boards import random_puzzle

MOST = 7


def position(board: str, hidden_blue: int = 0) -> Position:
    return position_of(Puzzle(squares_from(tuple(board.split("/"))), hidden_blue))


@cache
def lengths(most: int = MOST, pieces: int = 2, count: int = 1000) -> dict[Position, int]:
    """Random positions and their true lengths to so many plies, 0 where there is no win."""
    random = Random(5)
    moves, work = alphabeta.new_moves(), alphabeta.new_work(1 << 40)
    met = [position_of(random_puzzle(random, pieces)) for _ in range(count)]
    return {position: max(0, int(alphabeta.shortest(position, most, moves, work))) for position in met}


def test_the_positions_have_wins_of_all_lengths() -> None:
    counts = np.bincount(list(lengths().values()))
    assert counts[[0, 1, 3, 5, 7]].min() > 20


def test_wins_in_one_ply() -> None:
    for position, length in lengths().items():
        assert wins_in_one(position, True) == (length == 1)
        assert wins_in_one(position, False) == (position.own_blue & ATTACKER_EXITS != 0)


def test_no_win_is_shorter_than_its_bound() -> None:
    tight = {"exit": 0, "takes": 0}
    for position, length in lengths().items():
        least = least_plies(position)
        assert least % 2 == 1
        assert length == 0 or least <= length
        by_exit = least == 2 * steps_to_exit(position.own_blue) + 1
        tight["exit" if by_exit else "takes"] += least == length
    assert tight["exit"] > 50
    assert tight["takes"] > 20


def test_walks_out_in_three() -> None:
    seen = {True: 0, False: 0}
    for position, length in lengths(3, 4, 2500).items():
        if takes_to_win(position) > 2 and length != 1:
            assert walks_out_in_three(position) == (length == 3)
            seen[length == 3] += 1
    assert min(seen.values()) > 50


def test_a_glance_is_never_wrong() -> None:
    told = 0
    for position, length in lengths().items():
        for plies in range(1, MOST + 1, 2):
            value = glance(position, plies, 0)
            told += value != 0
            if value > 0:
                assert length == value
            elif value < 0:
                assert length == 0 or length > min(-value, MOST)
                assert -value >= plies
    assert told > 2 * len(lengths())


def test_takes_that_win() -> None:
    assert takes_to_win(position("....../....../.bb.../....../..r.../B....R")) == 2
    assert takes_to_win(position("....../....../.uu.../....../..r.../B....R", 1)) == 2
    assert takes_to_win(position("....../....../.uub../....../..r.../B....R", 1)) == 3
    # Without a shown red the hidden blues are out of reach: the last red would have to be taken before them.
    assert takes_to_win(position("....../....../.uub../....../....../B....R", 1)) == NEVER

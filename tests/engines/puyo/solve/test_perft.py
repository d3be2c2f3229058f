"""Perft: known counts, and the kernel against the plain twin."""

from __future__ import annotations

import pytest

from benchmarks.puyo import LONG_CHAIN, PERFT_NODES, PERFT_QUEUE, random_boards
from engines.puyo.rules.board import WIDTH, Columns, columns_from_rows, planes_of
from engines.puyo.rules.chain import chain_all, scored_chain
from engines.puyo.solve.perft import count_perft, perft
from tests.engines.puyo import naive
from tests.engines.puyo.boards import settled_boards

QUEUE = ("rg", "by", "rr", "gb")
TALL: Columns = ("rgby" * 3, "byrg" * 3, "gbyrgbyrgbo", "rrybggorrbr", "byrg" * 3, "rgby" * 3)
# Not a thing to lose in column 3, but a wall on one side, and chains that bring it down.
ALMOST: Columns = ("rrrg", "ggg", "bbbrrryggoh", "rgbyrgbyrgbyr", "rrr", "oohh")


@pytest.mark.parametrize(("pairs", "count"), [(1, 22), (2, 22 + 484), (3, 506 + 5324), (4, 122_958)])
def test_known_counts(pairs: int, count: int) -> None:
    assert count_perft(QUEUE[:pairs]) == count


def test_a_double_has_half_of_the_placements() -> None:
    assert perft(("rr", "gg"))[0] == [11, 121]


def test_chains_are_played_out() -> None:
    """Four reds in two pairs vanish wherever they meet."""
    nodes, rounds = perft(("rr", "rr"))
    assert (nodes, rounds) == naive.perft(naive.board_of(("",) * WIDTH), ("rr", "rr"))
    assert 0 < rounds[1] < nodes[1]


@pytest.mark.parametrize("columns", [TALL, ALMOST, *settled_boards(8, 12)])
def test_counts_agree_with_the_plain_twin(columns: Columns) -> None:
    for pairs in (("rg", "gg"), ("by", "pr")):
        assert perft(pairs, columns) == naive.perft(naive.board_of(columns), pairs)


def test_the_tall_boards_lose_and_block_and_chain() -> None:
    """Or else they would show nothing."""
    nodes, _ = perft(("rg", "by"), TALL)
    assert nodes[0] < 22
    assert nodes[1] < 22 * nodes[0]
    nodes, rounds = perft(("rg", "gr"), ALMOST)
    assert nodes[0] < 22
    assert rounds[0]
    assert rounds[1]


def test_a_lost_board_has_no_tree() -> None:
    assert perft(("rg", "by"), ("", "", "rgby" * 3, "", "", "")) == ([0, 0], [0, 0])


def test_the_benchmarks_measure_what_they_say() -> None:
    assert scored_chain(planes_of(columns_from_rows(LONG_CHAIN))) == (19, 175_080)
    nodes, rounds = perft(PERFT_QUEUE)
    assert sum(nodes) == PERFT_NODES
    assert 1 / 7 < rounds[-1] / nodes[-1] < 1 / 5
    chains, _ = chain_all(random_boards(2000))
    assert 0.8 < chains.mean() < 1.2

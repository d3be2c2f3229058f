"""Perft: how many nodes the tree of all placements of a queue has, the field's test of a move generator.

A node is a board after a placement and its chain, and each is played out, those of the last pair too; boards
reached in two ways count twice. Where the game is lost the tree ends. Compare with `count_perft` in
tests/engines/puyo/naive.py, and with the C++ engines, which measure themselves like this.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.puyo.rules.board import MARKS, WIDTH, WORDS, Columns, planes_of
from engines.puyo.rules.chain import play_out
from engines.puyo.rules.place import EVERY_DOUBLE, legal_placements, lost, placed
from engines.puyo.rules.planes import load_planes, store_planes

NO_COLUMNS = ("",) * WIDTH


@kernel
def count_nodes(pairs: np.ndarray, boards: np.ndarray, nodes: np.ndarray, rounds: np.ndarray) -> None:
    """Walk the tree below `boards[0]`, depth first: the nodes at each depth, and the rounds of their chains.

    `boards` has room for one board more than there are pairs.
    """
    waiting = np.zeros(len(pairs), dtype=np.int64)  # placements to be tried yet, by depth
    depth = 0
    waiting[0] = 0 if lost(boards[0]) else options(boards[0], pairs[0])
    while depth >= 0:
        if not waiting[depth]:
            depth -= 1
            continue
        placement = lowest(waiting[depth])
        waiting[depth] &= waiting[depth] - 1
        p0, p1, p2 = load_planes(boards, depth)
        p0, p1, p2 = placed(p0, p1, p2, placement, pairs[depth, 0], pairs[depth, 1])
        chains, p0, p1, p2 = play_out(p0, p1, p2)
        store_planes(boards, depth + 1, p0, p1, p2)
        nodes[depth] += 1
        rounds[depth] += chains
        if depth + 1 < len(pairs) and not lost(boards[depth + 1]):
            depth += 1
            waiting[depth] = options(boards[depth], pairs[depth])


@kernel
def options(board: np.ndarray, pair: np.ndarray) -> int:
    """The placements of a pair, as a mask."""
    legal = legal_placements(board)
    return legal & EVERY_DOUBLE if pair[0] == pair[1] else legal


def perft(pairs: Sequence[str], columns: Columns = NO_COLUMNS) -> tuple[list[int], list[int]]:
    """The nodes at each depth, and how many rounds the chains that end in them have together."""
    codes = np.array([[MARKS.index(color) for color in pair] for pair in pairs], dtype=np.int64)
    boards = np.zeros((len(pairs) + 1, WORDS), dtype=np.int64)
    boards[0] = planes_of(columns)
    nodes, rounds = np.zeros((2, len(pairs)), dtype=np.int64)
    count_nodes(codes, boards, nodes, rounds)
    return nodes.tolist(), rounds.tolist()


def count_perft(pairs: Sequence[str], columns: Columns = NO_COLUMNS) -> int:
    """All nodes of the tree of a queue's placements, from an empty board or another that is settled."""
    return sum(perft(pairs, columns)[0])

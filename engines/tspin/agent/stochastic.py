"""The stochastic best-first search of the T-spin agent paper (3.6): a tree grows where chance, led by values, goes.

For each move 1,000 times: from the root down, a child is drawn with a chance in proportion to its value to the fifth
power, until a position is met that was not expanded; all that follows it is evaluated, and the best of it becomes the
value of every position on the way. Then the move with the best value is made.

Values may be negative, which the paper does not speak of: here they count from the worst of the siblings, and where
all are equal, each is as likely. A position where the known pieces end, or the game does, is not expanded; coming to
one is one of the 1,000 times all the same. Compare with `beam`, and with `stochastic` in
tests/engines/tspin/naive_agent.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import fraction, start
from engines.tspin.agent.beam import Work, new_work
from engines.tspin.agent.features import action_value, terrain_value
from engines.tspin.agent.game import Choice, Chooser, Position
from engines.tspin.agent.state import (
    NO_MOVE,
    apply,
    gone_after,
    hold_after,
    list_moves,
    move_piece,
    move_spin,
)
from engines.tspin.rules.board import WIDTH

EXPANSIONS = 1000
POWER = 5
ROOM = 100  # for children of an expansion, on average
LOST = -1e9  # the value of a position where the game is over
NOT_EXPANDED = -1


class Tree(NamedTuple):
    """All positions that were evaluated; the children of one lie next to each other. The root is the first."""

    boards: np.ndarray
    holds: np.ndarray
    gone: np.ndarray
    moves: np.ndarray
    parents: np.ndarray
    children: np.ndarray  # the first one, or NOT_EXPANDED
    counts: np.ndarray
    rewards: np.ndarray
    values: np.ndarray


def new_tree(size: int) -> Tree:
    holds, gone, moves, parents, children, counts = (np.zeros(size, dtype=np.int64) for _ in range(6))
    boards = np.zeros((size, WIDTH), dtype=np.int64)
    return Tree(boards, holds, gone, moves, parents, children, counts, np.zeros(size), np.zeros(size))


@kernel
def pick(tree: Tree, node: int, stream: np.ndarray) -> int:
    """One of the children, by chance; LOST ones never unless all are."""
    first, count = tree.children[node], tree.counts[node]
    worst, living = 0.0, 0
    for child in range(first, first + count):
        if tree.values[child] > LOST and (living == 0 or tree.values[child] < worst):
            worst = tree.values[child]
        living += int(tree.values[child] > LOST)
    total = 0.0
    for child in range(first, first + count):
        if tree.values[child] > LOST:
            total += (tree.values[child] - worst) ** POWER
    drawn = fraction(stream)
    if living == 0 or total == 0.0:
        return first + int(drawn * count)
    left = drawn * total
    chosen = first
    for child in range(first, first + count):
        weight = (tree.values[child] - worst) ** POWER if tree.values[child] > LOST else 0.0
        if weight > 0.0:
            chosen = child
            if left < weight:
                break
            left -= weight
    return chosen


@kernel
def grow(tree: Tree, node: int, used: int, queue: np.ndarray, weights: np.ndarray, work: Work) -> int:
    """Evaluate all that follows a position; how many positions the tree has then."""
    board, hold, gone = tree.boards[node], tree.holds[node], tree.gone[node]
    count = list_moves(board, hold, queue, gone, work.fits, work.reach, work.moves)
    tree.children[node], tree.counts[node] = used, count
    for i in range(count):
        child, move = used + i, work.moves[i]
        lines = apply(board, move, tree.boards[child])
        reward = tree.rewards[node] + action_value(move_piece(move), lines, move_spin(move), weights)
        tree.holds[child] = hold_after(move, hold, queue, gone)
        tree.gone[child] = gone_after(move, hold, gone)
        tree.moves[child], tree.parents[child], tree.children[child] = move, node, NOT_EXPANDED
        tree.rewards[child] = reward
        tree.values[child] = reward + terrain_value(tree.boards[child], weights, work.features)
    return used + count


@kernel
def best_child(tree: Tree, node: int) -> int:
    best = tree.children[node]
    for child in range(best + 1, best + tree.counts[node]):
        if tree.values[child] > tree.values[best]:
            best = child
    return best


@kernel
def back_up(tree: Tree, node: int) -> None:
    """Give a position that was expanded, and all above it, the value of the best child."""
    while node >= 0:
        tree.values[node] = tree.values[best_child(tree, node)] if tree.counts[node] else LOST
        node = tree.parents[node]


@kernel
def search(
    expansions: int, queue: np.ndarray, weights: np.ndarray, stream: np.ndarray, work: Work, tree: Tree
) -> tuple[int, int]:
    """The best move from the tree's root, and how many positions were evaluated."""
    used = 1
    for _ in range(expansions):
        node = 0
        while tree.children[node] != NOT_EXPANDED and tree.counts[node] > 0:
            node = pick(tree, node, stream)
        if tree.children[node] != NOT_EXPANDED or tree.gone[node] >= len(queue):
            continue
        if used + len(work.moves) > len(tree.values):
            break
        used = grow(tree, node, used, queue, weights, work)
        back_up(tree, node)
    return (tree.moves[best_child(tree, 0)] if tree.counts[0] else NO_MOVE), used - 1


def stochastic(weights: np.ndarray, key: np.uint64, expansions: int = EXPANSIONS) -> Chooser:
    """A chooser that plays by these weights, and by the random numbers of a key."""
    work = new_work()
    tree = new_tree(1 + expansions * ROOM + len(work.moves))
    stream = np.zeros(1, dtype=np.uint64)
    start(stream, key, 0)

    def chooser(position: Position) -> Choice:
        tree.boards[0] = position.board
        tree.holds[0], tree.gone[0], tree.rewards[0] = position.hold, 0, 0.0
        tree.parents[0], tree.children[0], tree.counts[0] = -1, NOT_EXPANDED, 0
        move, nodes = search(expansions, position.queue, weights, stream, work, tree)
        return Choice(int(move), int(nodes))

    return chooser

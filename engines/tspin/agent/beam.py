"""The beam search of the T-spin agent paper (3.6): the best so many positions of each depth, 12 wide and 5 deep.

A position's value is the sum of the rewards on the way plus that of its terrain. The move that leads to the best
position of the last depth is made. Positions that are reached in two ways count twice: the paper does not say
otherwise. Compare with `stochastic`, and with `beam` in tests/engines/tspin/naive_agent.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.agent.features import COUNT, action_value, terrain_value
from engines.tspin.agent.game import Choice, Chooser, Position
from engines.tspin.agent.state import (
    NO_MOVE,
    apply,
    gone_after,
    hold_after,
    list_moves,
    move_list,
    move_piece,
    move_spin,
)
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.moves import work_columns

BEAM_WIDTH, BEAM_DEPTH = 12, 5


class Layer(NamedTuple):
    """The best positions of one depth, best first."""

    boards: np.ndarray
    holds: np.ndarray
    gone: np.ndarray
    rewards: np.ndarray  # the sum on the way
    values: np.ndarray  # with the terrain
    firsts: np.ndarray  # the move that led here from the root


class Work(NamedTuple):
    """Arrays that every search uses again."""

    fits: np.ndarray
    reach: np.ndarray
    moves: np.ndarray
    after: np.ndarray
    features: np.ndarray


def new_layer(width: int) -> Layer:
    words = [np.zeros(width, dtype=np.int64) for _ in range(3)]
    sums = [np.zeros(width), np.zeros(width)]
    return Layer(np.zeros((width, WIDTH), dtype=np.int64), words[0], words[1], sums[0], sums[1], words[2])


def new_work() -> Work:
    fits, reach = work_columns()
    return Work(fits, reach, move_list(), np.zeros(WIDTH, dtype=np.int64), np.zeros(COUNT, dtype=np.int64))


@kernel
def copy_node(layer: Layer, to: int, source: int) -> None:
    for x in range(WIDTH):
        layer.boards[to, x] = layer.boards[source, x]
    layer.holds[to] = layer.holds[source]
    layer.gone[to] = layer.gone[source]
    layer.rewards[to] = layer.rewards[source]
    layer.values[to] = layer.values[source]
    layer.firsts[to] = layer.firsts[source]


@kernel
def make_room(layer: Layer, count: int, value: float) -> int:
    """Where a position of this value belongs, behind its equals, those after it moved on; the width if nowhere."""
    width = len(layer.values)
    if count == width and value <= layer.values[width - 1]:
        return width
    at = min(count, width - 1)
    while at > 0 and layer.values[at - 1] < value:
        copy_node(layer, at, at - 1)
        at -= 1
    return at


@kernel
def expand(
    layer: Layer, node: int, depth: int, queue: np.ndarray, weights: np.ndarray, work: Work, into: Layer, count: int
) -> tuple[int, int]:
    """Evaluate all that follows a position and keep the best; how many are kept by now, how many were evaluated."""
    board, hold, gone = layer.boards[node], layer.holds[node], layer.gone[node]
    found = list_moves(board, hold, queue, gone, work.fits, work.reach, work.moves)
    for i in range(found):
        move = work.moves[i]
        lines = apply(board, move, work.after)
        reward = layer.rewards[node] + action_value(move_piece(move), lines, move_spin(move), weights)
        value = reward + terrain_value(work.after, weights, work.features)
        at = make_room(into, count, value)
        if at == len(into.values):
            continue
        for x in range(WIDTH):
            into.boards[at, x] = work.after[x]
        into.holds[at] = hold_after(move, hold, queue, gone)
        into.gone[at] = gone_after(move, hold, gone)
        into.rewards[at] = reward
        into.values[at] = value
        into.firsts[at] = move if depth == 0 else layer.firsts[node]
        count = min(count + 1, len(into.values))
    return count, found


@kernel
def search(
    depth: int, queue: np.ndarray, weights: np.ndarray, work: Work, layer: Layer, other: Layer
) -> tuple[int, int]:
    """The best move from the position in `layer`, and how many positions were evaluated."""
    count, nodes, best = 1, 0, NO_MOVE
    for level in range(depth):
        kept = 0
        for node in range(count):
            kept, evaluated = expand(layer, node, level, queue, weights, work, other, kept)
            nodes += evaluated
        if kept == 0:
            break
        best = other.firsts[0]
        layer, other, count = other, layer, kept
    return best, nodes


def beam(weights: np.ndarray, width: int = BEAM_WIDTH, depth: int = BEAM_DEPTH) -> Chooser:
    """A chooser that plays by these weights. No more than five moves ahead: a hold may use up two pieces at once."""
    work, layer, other = new_work(), new_layer(width), new_layer(width)

    def chooser(position: Position) -> Choice:
        layer.boards[0] = position.board
        layer.holds[0], layer.gone[0], layer.rewards[0] = position.hold, 0, 0.0
        move, nodes = search(depth, position.queue, weights, work, layer, other)
        return Choice(int(move), int(nodes))

    return chooser

"""Our best agent's guess at the next piece: what is worth most on average over the pieces that the bag may bring.

When all known pieces are placed, the search has a layer of boards, and the value of each is all that it goes by. The
next piece is not known, but it is one of those left in the bag. So for the best few boards each of those pieces is
placed in the best way, and the mean is what decides: one chance layer of expectimax (Michie 1966). Where the best few
all begin with the same move there is nothing to decide.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.agent.best_search import (
    GONE,
    HOLD,
    PATH,
    REWARD,
    Beam,
    best_node,
    expected_wait,
    make_child,
    reward_of,
    select,
)
from engines.tspin.agent.best_value import board_value
from engines.tspin.agent.state import list_moves
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.pieces import PIECES

KINDS = len(PIECES)
WHOLE_BAG = (1 << KINDS) - 1  # every piece, as bits
LOST = -1000.0  # worth of a board where the piece cannot spawn


@kernel
def best_with(beam: Beam, node: np.ndarray, queue: np.ndarray, wait: float, weights: np.ndarray) -> float:
    """The most that one more placement makes of a node, `queue` having that piece too."""
    child, scratch, listed, least, slot = beam.children[0], beam.scratch, beam.moves, beam.least, beam.slot
    moves = list_moves(node, node[HOLD], queue, node[GONE], beam.fits, beam.reach, listed)
    best = LOST
    for i in range(moves):
        lines = make_child(node, 0, listed[i], queue, child)
        for x in range(WIDTH):
            scratch[x] = child[x]
        worth = board_value(scratch, child[HOLD], wait, least, slot, weights)
        best = max(best, worth + reward_of(node, listed[i], lines, weights))
    beam.size[2] += moves
    return best


@kernel
def expected(beam: Beam, index: int, queue: np.ndarray, bag: int, weights: np.ndarray) -> float:
    """What a node is worth on average over the pieces of the bag; the last of `queue` is room for them."""
    total, kinds = 0.0, 0
    for piece in range(KINDS):
        if bag >> piece & 1:
            queue[-1] = piece
            total += best_with(beam, beam.nodes[index], queue, expected_wait(bag & ~(1 << piece)), weights)
            kinds += 1
    return beam.worth[index, REWARD] + total / kinds


@kernel
def undecided(beam: Beam, closely: int) -> bool:
    """Whether the first `closely` nodes of `order` begin in different ways."""
    different = False
    for i in range(1, closely):
        different |= beam.nodes[beam.order[i], PATH] != beam.nodes[beam.order[0], PATH]
    return different


@kernel
def move_to_play(beam: Beam, queue: np.ndarray, bag: int, closely: int, weights: np.ndarray) -> int:
    """The first move of the node that is worth most, the best `closely` being looked at more closely."""
    best = best_node(beam)
    closely = min(closely, beam.size[0])
    select(beam.worth, beam.order, beam.size[0], closely - 1)
    if closely < 2 or not undecided(beam, closely):
        return beam.nodes[best, PATH]
    longer = np.zeros(len(queue) + 1, dtype=np.int64)
    longer[: len(queue)] = queue
    most = 2 * LOST
    for i in range(closely):
        index = beam.order[i]
        if beam.nodes[index, GONE] != len(queue):
            continue  # it has a known piece left, because another that is not known was to come first
        worth = expected(beam, index, longer, bag if bag else WHOLE_BAG, weights)
        if worth > most:
            best, most = index, worth
    return beam.nodes[best, PATH]

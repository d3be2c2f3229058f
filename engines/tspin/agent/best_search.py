"""The search of our best agent: a wide beam that is kept from move to move.

A layer holds positions after the same number of placements. When all known pieces are used up, the best of the last
layer says what to play first; whatever begins otherwise is dropped, and the rest of the layer waits for the next
piece. So a move costs one layer, not six. Compare with `beam.py` (T-spin agent paper, 3.6), which begins anew every
move.

A position that comes about in several ways is kept once, with the best way to it (`table`).

A node is a row of words: ten columns, the piece held, how many known pieces are gone, then the moves that lead to it
from the position on the board, oldest first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.kernels.randomness import mix
from engines.tspin.agent.best_inputs import about_inputs
from engines.tspin.agent.best_value import board_value, move_value
from engines.tspin.agent.state import (
    KNOWN,
    MAX_MOVES,
    apply,
    gone_after,
    hold_after,
    list_moves,
    move_code,
    move_held,
    move_piece,
    move_spin,
)
from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.moves import PADDED
from engines.tspin.rules.pieces import T
from engines.tspin.rules.spins import FULL
from engines.tspin.solve.outlook import LEVELS

HOLD, GONE, PATH = WIDTH, WIDTH + 1, WIDTH + 2
NODE = PATH + KNOWN + 1
REWARD, VALUE, BOARD = 0, 1, 2
CHILDREN = 96  # room for so many children a node on average; the worst ones are not many more


class Beam(NamedTuple):
    """A layer and the room to make the next one in, for kernels."""

    nodes: np.ndarray  # the layer
    worth: np.ndarray  # the reward on the way, that and the value of the board, the latter alone
    size: np.ndarray  # nodes, placements since the position on the board, positions evaluated in all
    children: np.ndarray
    child_worth: np.ndarray
    order: np.ndarray
    table: np.ndarray  # one more than a child's index
    moves: np.ndarray
    scratch: np.ndarray
    least: np.ndarray
    slot: np.ndarray
    waits: np.ndarray  # pieces until the next T, by how many known pieces are gone
    fits: np.ndarray
    reach: np.ndarray


def new_beam(width: int) -> Beam:
    """Room for a beam."""
    room = max(width, 8) * CHILDREN + MAX_MOVES
    slots = 1 << (2 * room).bit_length()

    def words(*shape: int) -> np.ndarray:
        return np.zeros(shape, dtype=np.int64)

    return Beam(
        nodes=words(width, NODE),
        worth=np.zeros((width, 3)),
        size=words(3),
        children=words(room, NODE),
        child_worth=np.zeros((room, 3)),
        order=words(room),
        table=words(slots),
        moves=words(MAX_MOVES),
        scratch=words(WIDTH),
        least=words(LEVELS),
        slot=words(5),
        waits=np.zeros(KNOWN + 2),
        fits=words(4, PADDED),
        reach=words(4, PADDED),
    )


@kernel
def begin(beam: Beam, board: np.ndarray, hold: int) -> None:
    """A layer of nothing but the position on the board."""
    for x in range(WIDTH):
        beam.nodes[0, x] = board[x]
    beam.nodes[0, HOLD] = hold
    beam.nodes[0, GONE] = 0
    beam.worth[0, REWARD] = 0.0
    beam.size[0], beam.size[1] = 1, 0


@kernel
def key_of(node: np.ndarray) -> np.uint64:
    """A hash of a position."""
    key = mix(np.uint64(node[HOLD] + 1) * np.uint64(16) + np.uint64(node[GONE]))
    for x in range(0, WIDTH, 2):
        key = mix(key ^ np.uint64(node[x] | node[x + 1] << 30))
    return key


@kernel
def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two nodes are the same position."""
    different = 0
    for i in range(PATH):
        different |= a[i] ^ b[i]
    return different == 0


@kernel
def place_of(child: np.ndarray, children: np.ndarray, table: np.ndarray) -> int:
    """Where in the table the position of a child is, or is to go."""
    last = len(table) - 1
    at = int(np.int64(key_of(child) & np.uint64(last)))
    while table[at] and not same(children[table[at] - 1], child):
        at = (at + 1) & last
    return at


@kernel
def keep_better(children: np.ndarray, worth: np.ndarray, new: int, old: int) -> None:
    """Keep the better one of two ways to the same position, in the place of the older."""
    if worth[new, REWARD] > worth[old, REWARD]:
        for i in range(PATH, NODE):
            children[old, i] = children[new, i]
        worth[old, REWARD] = worth[new, REWARD]
        worth[old, VALUE] = worth[new, REWARD] + worth[old, BOARD]


@kernel
def make_child(node: np.ndarray, depth: int, move: int, queue: np.ndarray, child: np.ndarray) -> int:
    """`child` is the node after a move; how many lines that clears."""
    hold, gone = node[HOLD], node[GONE]
    child[HOLD] = hold_after(move, hold, queue, gone)
    child[GONE] = gone_after(move, hold, gone)
    for i in range(PATH, PATH + depth):
        child[i] = node[i]
    child[PATH + depth] = move
    return apply(node, move, child)


@kernel
def reward_of(node: np.ndarray, move: int, lines: int, weights: np.ndarray) -> float:
    """What a move itself is worth."""
    piece, spin = move_piece(move), move_spin(move) == FULL and lines > 0
    inputs = about_inputs(node, piece, move_code(move), move_held(move), lines if spin else 0)
    return move_value(piece, lines, spin, inputs, weights)


@kernel
def make_children(beam: Beam, index: int, queue: np.ndarray, weights: np.ndarray, count: int) -> int:
    """All children of a node, from place `count` on; how many there are then. Only new positions are evaluated.

    What is called for every child gets single arrays: to hand a whole `Beam` over costs as much as the work.
    """
    node, depth, before = beam.nodes[index], beam.size[1], beam.worth[index, REWARD]
    children, worth, table, scratch, listed = beam.children, beam.child_worth, beam.table, beam.scratch, beam.moves
    least, slot, waits = beam.least, beam.slot, beam.waits
    moves = list_moves(node, node[HOLD], queue, node[GONE], beam.fits, beam.reach, listed)
    for i in range(moves):
        if count >= len(children):
            break
        child = children[count]
        lines = make_child(node, depth, listed[i], queue, child)
        worth[count, REWARD] = before + reward_of(node, listed[i], lines, weights)
        at = place_of(child, children, table)
        if table[at]:
            keep_better(children, worth, count, table[at] - 1)
            continue
        for x in range(WIDTH):
            scratch[x] = child[x]
        worth[count, BOARD] = board_value(scratch, child[HOLD], waits[child[GONE]], least, slot, weights)
        worth[count, VALUE] = worth[count, REWARD] + worth[count, BOARD]
        count += 1
        table[at] = count
    return count


@kernel
def better(worth: np.ndarray, a: int, b: int) -> bool:
    """Whether child a comes before child b: worth more, or as much and made earlier."""
    return worth[a, VALUE] > worth[b, VALUE] or (worth[a, VALUE] == worth[b, VALUE] and a < b)


@kernel
def select(worth: np.ndarray, order: np.ndarray, count: int, wanted: int) -> None:
    """Bring the best `wanted` of `count` children to the front of `order` (Hoare's quickselect)."""
    for i in range(count):
        order[i] = i
    low, high = 0, count - 1
    while low < high:
        pivot = order[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while better(worth, order[i], pivot):
                i += 1
            while better(worth, pivot, order[j]):
                j -= 1
            if i <= j:
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if wanted <= j:
            high = j
        elif wanted >= i:
            low = i
        else:
            break


@kernel
def next_layer(beam: Beam, queue: np.ndarray, weights: np.ndarray) -> bool:
    """Go on by one placement; False, and all as it was, if there is none."""
    beam.table[:] = 0
    count = 0
    for index in range(beam.size[0]):
        count = make_children(beam, index, queue, weights, count)
    beam.size[2] += count
    if count == 0:
        return False
    kept = min(count, len(beam.nodes))
    select(beam.child_worth, beam.order, count, kept - 1)
    for i in range(kept):
        beam.nodes[i] = beam.children[beam.order[i]]
        beam.worth[i] = beam.child_worth[beam.order[i]]
    beam.size[0] = kept
    beam.size[1] += 1
    return True


@kernel
def known_to_all(beam: Beam, known: int) -> bool:
    """Whether every node of the layer still has a known piece to place."""
    most = 0
    for index in range(beam.size[0]):
        most = max(most, beam.nodes[index, GONE])
    return most < known


@kernel
def best_node(beam: Beam) -> int:
    """The most valuable node of the layer; the first of equal ones."""
    best = 0
    for index in range(1, beam.size[0]):
        if beam.worth[index, VALUE] > beam.worth[best, VALUE]:
            best = index
    return best


@kernel
def follow(beam: Beam, move: int, hold: int) -> None:
    """Keep what begins with this move, as seen from the position after it."""
    gone = gone_after(move, hold, 0)
    kept = 0
    for index in range(beam.size[0]):
        node = beam.nodes[index]
        if node[PATH] != move:
            continue
        for i in range(PATH):
            beam.nodes[kept, i] = node[i]
        beam.nodes[kept, GONE] = node[GONE] - gone
        for step in range(PATH, NODE - 1):
            beam.nodes[kept, step] = node[step + 1]
        beam.worth[kept] = beam.worth[index]
        kept += 1
    beam.size[0] = kept
    beam.size[1] -= 1


@kernel
def expected_wait(bag: int) -> float:
    """The pieces that will come before the next T, to be expected of what is left in the bag."""
    left = popcount(bag)
    return (left - 1) / 2 if bag >> T & 1 else left + 3.0


@kernel
def find_waits(beam: Beam, queue: np.ndarray, bag: int) -> None:
    """The pieces until the next T, by how many known ones are gone."""
    wait = expected_wait(bag)
    for gone in range(len(queue), -1, -1):
        if gone < len(queue):
            wait = 0.0 if queue[gone] == T else wait + 1.0
        beam.waits[gone] = wait


@kernel
def search(beam: Beam, queue: np.ndarray, bag: int, weights: np.ndarray) -> bool:
    """Go on until all known pieces are placed; whether there is a move to play. `bag`: the pieces that are left in
    the bag after them, as bits."""
    find_waits(beam, queue, bag)
    while known_to_all(beam, len(queue)):
        if not next_layer(beam, queue, weights):
            break
    return beam.size[1] > 0

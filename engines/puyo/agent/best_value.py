"""What a board is worth to someone who builds a long chain: a sum of weighted features.

The longest chain that a few more puyos set off counts most, with how many those are, how high and free the place is
where they go, and what stays on the board to lengthen it; then the joined pairs and trios, and the shape of
the surface. Compare with tests/engines/puyo/naive_best.py.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.kernels.lanes import load_8, quad_0, quad_1, some, splat_8, to_next, to_previous
from engines.puyo.agent.best_detect import columns_for, dropped_cells, gone_with
from engines.puyo.agent.queues import PLAYED_COLORS
from engines.puyo.rules.board import DEATH_COLUMN, WIDTH
from engines.puyo.rules.chain import play_out
from engines.puyo.rules.place import COLUMN_CELLS
from engines.puyo.rules.planes import SIGHT_LANE, Word, colored, count_cells, free_cells, settle, with_code

FEATURES = {
    "chain": "rounds of the best chain that one to three more puyos of a colour set off",
    "spare": "puyos that vanish in it beyond four a round",
    "key_2": "1 if two puyos are needed to set it off",
    "key_3": "1 if three are",
    "height": "height of the column on which they are dropped",
    "room": "columns beside that one which are no higher, and again those which are lower",
    "left_2": "joined pairs on what is left after the chain",
    "left_3": "puyos joined to two others there",
    "pairs": "joined pairs on the board",
    "trios": "puyos joined to two others",
    "shape": "rows by which columns are off the ideal shape",
    "wells": "rows by which columns lie below both neighbours",
    "bumps": "rows by which columns rise above both neighbours",
    "middle": "rows of column 3 above the ninth",
    "garbage": "garbage puyos",
    "split": "rows by which halves of pairs came apart",
    "erased": "puyos that vanished on the way",
    **{
        f"ideal_{x + 1}": f"by how many sixths of a row column {x + 1} should rise above the mean"
        for x in range(WIDTH)
    },
}  # what each weight is for
NAMES = tuple(FEATURES)
(
    CHAIN, SPARE, KEY_2, KEY_3, HEIGHT, ROOM, LEFT_2, LEFT_3, PAIRS, TRIOS, SHAPE, WELLS, BUMPS, MIDDLE, GARBAGE,
    SPLIT, ERASED, IDEAL,
) = range(len(NAMES) - 5)  # fmt: skip
HIGH = 9  # rows of column 3, of which twelve lose
COLORS = np.array(PLAYED_COLORS, dtype=np.int64)

Heights = tuple[int, int, int, int, int, int]


@kernel
def links(p0: Word, p1: Word, p2: Word) -> tuple[int, int]:
    """How many joined pairs there are, and how many cells that are joined to two others."""
    here = colored(p0, p1, p2) & splat_8(SIGHT_LANE)
    up = here & here >> 1 & ~((p0 ^ p0 >> 1) | (p1 ^ p1 >> 1) | (p2 ^ p2 >> 1))
    east = here & to_previous(here) & ~((p0 ^ to_previous(p0)) | (p1 ^ to_previous(p1)) | (p2 ^ to_previous(p2)))
    down, west = up << 1, to_next(east)
    middle = up & down | east & west | (up | down) & (east | west)
    near = middle | (middle & up) << 1 | (middle & down) >> 1 | to_next(middle & east) | to_previous(middle & west)
    return count_cells(up & ~near) + count_cells(east & ~near), count_cells(middle)


@kernel
def heights_of(filled: Word) -> Heights:
    """How high each column of a settled board is."""
    low, high = quad_0(filled), quad_1(filled)
    return (
        popcount(low & 0xFFFF_0000),
        popcount(low & 0xFFFF_0000_0000),
        popcount(low >> 48),
        popcount(high & 0xFFFF),
        popcount(high & 0xFFFF_0000),
        popcount(high >> 32),
    )


@kernel
def room_beside(heights: Heights, x: int) -> int:
    """How far one can go from a column to either side over columns that are no higher, and again over lower ones."""
    room = 0
    for way in (-1, 1):
        level = lower = True
        at = x + way
        while 0 <= at < WIDTH and level:
            level = heights[at] <= heights[x]
            lower = lower and heights[at] < heights[x]
            room += (1 if level else 0) + (1 if lower else 0)
            at += way
    return room


@kernel
def shape_value(heights: Heights, weights: np.ndarray) -> int:
    """The worth of a surface's shape."""
    total = 0
    for x in range(WIDTH):
        total += heights[x]
    uneven = 0
    for x in range(WIDTH):
        uneven += abs(WIDTH * heights[x] - weights[IDEAL + x] - total)
    wells = max(heights[1] - heights[0], 0) + max(heights[4] - heights[5], 0)
    bumps = 0
    for x in range(1, WIDTH - 1):
        lower, higher = min(heights[x - 1], heights[x + 1]), max(heights[x - 1], heights[x + 1])
        wells += max(lower - heights[x], 0)
        bumps += max(heights[x] - higher, 0)
    value = weights[SHAPE] * uneven // WIDTH + weights[WELLS] * wells + weights[BUMPS] * bumps
    return value + weights[MIDDLE] * max(heights[DEATH_COLUMN] - HIGH, 0)


@kernel
def after_group(p0: Word, p1: Word, p2: Word, gone: Word) -> tuple[int, int, int, int]:
    """What follows when some cells go: rounds, puyos that are left then, and the pairs and trios among them."""
    q0, q1, q2 = settle(p0, p1, p2, (p0 | p1 | p2) & ~gone)
    rounds, q0, q1, q2 = play_out(q0, q1, q2)
    if rounds == 0:
        return 0, 0, 0, 0
    pairs, trios = links(q0, q1, q2)
    return rounds, count_cells(q0 | q1 | q2), pairs, trios


@kernel
def potential(p0: Word, p1: Word, p2: Word, heights: Heights, weights: np.ndarray) -> int:
    """What the best chain that is in a board is worth; nothing if there is none of two rounds."""
    on = free_cells(p0, p1, p2) & splat_8(SIGHT_LANE)
    puyos = count_cells(p0 | p1 | p2)
    best = 0
    for code in COLORS:
        own = with_code(p0, p1, p2, code) & splat_8(SIGHT_LANE)
        one, two, three = columns_for(own, on)
        before = splat_8(0)
        rounds = left = left_2 = left_3 = 0
        for x in range(WIDTH):
            if not (one | two | three) >> x & 1:
                continue
            count = 1 if one >> x & 1 else 2 if two >> x & 1 else 3
            gone = gone_with(p0, p1, p2, own, dropped_cells(on, load_8(COLUMN_CELLS, x), count))
            if some(gone ^ before):
                rounds, left, left_2, left_3 = after_group(p0, p1, p2, gone)
                before = gone
            if rounds == 0:
                continue
            value = weights[CHAIN] * (rounds + 1) + weights[SPARE] * (puyos + count - left - 4 * (rounds + 1))
            value += weights[KEY_2] if count == 2 else weights[KEY_3] if count == 3 else 0
            value += weights[HEIGHT] * heights[x] + weights[ROOM] * room_beside(heights, x)
            best = max(best, value + weights[LEFT_2] * left_2 + weights[LEFT_3] * left_3)
    return best


@kernel
def value_of(p0: Word, p1: Word, p2: Word, weights: np.ndarray) -> int:
    """What a settled board on which nothing pops is worth."""
    heights = heights_of(p0 | p1 | p2)
    pairs, trios = links(p0, p1, p2)
    value = weights[PAIRS] * pairs + weights[TRIOS] * trios + weights[GARBAGE] * count_cells(p0 & ~(p1 | p2))
    return value + shape_value(heights, weights) + potential(p0, p1, p2, heights, weights)

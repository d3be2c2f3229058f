"""How likely a person who knows the goal is to try each placement of a piece: what is seen at a glance, weighed.

A placement's score is linear in what is seen (`NAMES`), and the likelihoods are a softmax over the scores of all
placements of the piece. Nothing of the solution is in it: it knows the goal's name, the board and one piece.
`WEIGHTS` were learned by `benchmarks/tspin_policy.py`, which says from what and how well they predict.

How near the goal looks is told from rows alone: for every place of the goal's piece with room for it, the empty cells
beside it in the rows that it is to clear (`nearest`). Likelihoods are given as *costs*, whole numbers of 1/1024 bit
of surprise, so that sums are exact and equal choices stay equal. Compare with tests/engines/tspin/naive_effort.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engines.kernels.bits import height, lowest, popcount
from engines.kernels.jit import kernel
from engines.tspin.rules.board import FULL_ROW, ROWS, WIDTH, clear_rows, full_rows, put
from engines.tspin.rules.goals import AIM_BOTTOM, AIM_GOAL, AIM_WELL, DONATE, NO_WELL, QUAD, TST
from engines.tspin.rules.moves import (
    MAX_PLACEMENTS,
    PAD,
    PADDED,
    code_left,
    code_low,
    code_shape,
    drops_to,
    fall,
    find_fits,
    from_the_sky,
    list_placements,
)
from engines.tspin.rules.pieces import CELLS, WIDTHS

SEEN = {
    "rows": "Rows that it clears",
    "holes": "Empty cells that it covers and that are closed on both sides; to four lines, all that it covers",
    "overhangs": "Empty cells that it covers and that stay open on a side; for a T-spin",
    "rough": "Steps in height between neighbouring columns that it adds, all together",
    "higher": "Rows by which the stack grows higher",
    "lies": "Its lowest row, from the mean height of the columns",
    "edges": "Its edges that touch filled cells",
    "walls": "Its edges that touch walls or floor",
    "flush": "No empty cell is right below it",
    "fitted": "Filled cells or walls are on both sides of it in all of its rows",
    "lid": "It covers a column that lay three or more below both its neighbours; for a Double or four lines",
    "over_well": "Its cells in the column of the well that is to be covered",
    "nearer": "Cells by which the nearest place of the goal lacks less",
    "farther": "Cells by which it lacks more",
    "slots": "Slots for a T pointing down, open above and with an overhang, that there are more",
    "slots_lost": "Such slots that there are fewer",
    "halves": "The same without an overhang: how many more",
    "tuck": "It has to move sideways on the way down",
    "spin": "It has to turn on the way down",
    "turned": "It lies otherwise than it comes",
    "upright": "It stands: higher than wide",
    "aside": "Columns from its middle to the middle of the board",
}
NAMES = tuple(SEEN)
# What is about the goal. `HABITS` leave it out: they are how somebody places a piece who only wants to stack neatly.
OF_THE_GOAL = frozenset(["lid", "over_well", "nearer", "farther", "slots", "slots_lost", "halves"])
WEIGHTS: Mapping[str, float] = {
    "rows": -1.463,
    "holes": -0.404,
    "overhangs": -0.390,
    "rough": -0.115,
    "higher": -0.018,
    "lies": -0.440,
    "edges": 0.852,
    "walls": 0.605,
    "flush": 0.595,
    "fitted": 0.756,
    "lid": -0.062,
    "over_well": 0.232,
    "nearer": 0.668,
    "farther": -0.429,
    "slots": 4.098,
    "slots_lost": -2.967,
    "halves": 0.948,
    "tuck": 0.019,
    "spin": 0.614,
    "turned": 0.129,
    "upright": -0.105,
    "aside": 0.039,
}
HABITS: Mapping[str, float] = dict.fromkeys(OF_THE_GOAL, 0.0) | {
    "rows": -1.169,
    "holes": -1.004,
    "overhangs": -0.725,
    "rough": 0.264,
    "higher": -0.121,
    "lies": -0.222,
    "edges": 1.595,
    "walls": 1.054,
    "flush": -0.271,
    "fitted": 1.264,
    "tuck": 0.303,
    "spin": -1.413,
    "turned": -0.354,
    "upright": 0.000,
    "aside": -0.023,
}
UNIT = 1024  # costs are in so many parts of a bit
FAR = 24  # cells that the goal lacks at most, as far as anybody counts them
DEEP = 3  # a column so much below both neighbours is a well to look after
(
    SEES_ROWS,
    SEES_HOLES,
    SEES_OVERHANGS,
    SEES_ROUGH,
    SEES_HIGHER,
    SEES_LIES,
    SEES_EDGES,
    SEES_WALLS,
    SEES_FLUSH,
    SEES_FITTED,
    SEES_LID,
    SEES_OVER_WELL,
    SEES_NEARER,
    SEES_FARTHER,
    SEES_SLOTS,
    SEES_SLOTS_LOST,
    SEES_HALVES,
    SEES_TUCK,
    SEES_SPIN,
    SEES_TURNED,
    SEES_UPRIGHT,
    SEES_ASIDE,
) = range(len(NAMES))


class Eye(NamedTuple):
    """What looking at a position needs room for."""

    fits: np.ndarray
    reach: np.ndarray
    moves: np.ndarray  # the placements of the piece
    seen: np.ndarray  # what is seen of each
    costs: np.ndarray  # of each, in 1/1024 bit
    scores: np.ndarray
    after: np.ndarray  # the board after one of them
    rows: np.ndarray  # rows of ten bits, of the board
    rows_after: np.ndarray
    heights: np.ndarray
    heights_after: np.ndarray


@kernel
def open_eye() -> Eye:
    return Eye(
        np.zeros((4, PADDED), dtype=np.int64),
        np.zeros((4, PADDED), dtype=np.int64),
        np.zeros(MAX_PLACEMENTS, dtype=np.int64),
        np.zeros((MAX_PLACEMENTS, SEES_ASIDE + 1)),
        np.zeros(MAX_PLACEMENTS, dtype=np.int64),
        np.zeros(MAX_PLACEMENTS),
        np.zeros(WIDTH, dtype=np.int64),
        np.zeros(ROWS + 8, dtype=np.int64),
        np.zeros(ROWS + 8, dtype=np.int64),
        np.zeros(WIDTH, dtype=np.int64),
        np.zeros(WIDTH, dtype=np.int64),
    )


@kernel
def turn_rows(board: np.ndarray, rows: np.ndarray) -> int:
    """The board as rows of ten bits, with four empty ones on top; how many are not empty."""
    top = 0
    for x in range(WIDTH):
        top = max(top, height(board[x]))
    for y in range(top + 4):
        rows[y] = 0
    for x in range(WIDTH):
        word = board[x]
        while word:
            rows[lowest(word)] |= 1 << x
            word &= word - 1
    return top


@kernel
def nearest_quad(rows: np.ndarray, top: int, srs: bool) -> int:
    """Cells that four rows lack beside an I that stands in an open column."""
    best, above = FAR, 0
    for row in range(top, -1, -1):
        # `above` holds what lies over the four rows that begin at `low`.
        low = row
        above |= rows[low + 4]
        empty = FULL_ROW
        lacks, covered, over = -4, 0, above
        for y in range(low + 3, low - 1, -1):
            free = FULL_ROW & ~rows[y]
            empty &= free
            lacks += popcount(free)
            covered |= free & over
            over |= rows[y]
        if lacks >= best or (covered and not srs):
            continue
        if empty & ~above:
            best = lacks
    return best


@kernel
def nearest_triple(rows: np.ndarray, top: int, srs: bool) -> int:
    """Cells that three rows lack beside a T that stands, and one more without a roof over its column."""
    best, above = FAR, 0
    for y in range(top, 0, -1):
        above |= rows[y + 2]
        up, here, down = FULL_ROW & ~rows[y + 1], FULL_ROW & ~rows[y], FULL_ROW & ~rows[y - 1]
        lacks = popcount(up) + popcount(here) + popcount(down) - 4
        if lacks >= best:
            continue
        covered_up, covered_here = up & above, here & (above | rows[y + 1])
        covered_down = down & (above | rows[y + 1] | rows[y])
        stems = up & here & down
        while stems:
            stem = stems & -stems
            stems ^= stem
            sides = ((stem << 1) | (stem >> 1)) & here
            while sides:
                side = sides & -sides
                sides ^= side
                if not srs and ((covered_up | covered_down) & ~stem | covered_here & ~(stem | side)):
                    continue
                roof = (rows[y + 2] | rows[y + 3]) & stem
                best = min(best, lacks + (roof == 0))
    return best


@kernel
def nearest_double(rows: np.ndarray, top: int, srs: bool, well: int, bottom: int) -> tuple[int, int, int]:
    """Cells that two rows lack beside a T pointing down, and one more without an overhang; slots, and half slots.

    The column of its middle is open above. For a donation nothing but these rows covers the well.
    """
    best, slots, halves, above = FAR, 0, 0, 0
    for y in range(top + 1, 0, -1):
        above |= rows[y + 1]
        here, down, up = FULL_ROW & ~rows[y], FULL_ROW & ~rows[y - 1], rows[y + 1]
        room = (here << 1) & here & (here >> 1) & down & ~above & FULL_ROW
        if room == 0:
            continue
        hanging = (up << 1) | (up >> 1)
        held = room & (rows[y - 1] << 1) & (rows[y - 1] >> 1)
        slots += popcount(held & hanging)
        halves += popcount(held & ~hanging)
        lacks = popcount(here) + popcount(down) - 4
        if lacks >= best:
            continue
        if well != NO_WELL and blocked(rows, top, y, well, bottom):
            continue
        covered_here, covered_down = here & above, down & (above | rows[y])
        while room:
            middle = room & -room
            room ^= middle
            wide = middle | middle << 1 | middle >> 1
            if not srs and (covered_here & ~wide | covered_down & ~middle):
                continue
            best = min(best, lacks + (hanging & middle == 0))
    return best, slots, halves


@kernel
def blocked(rows: np.ndarray, top: int, y: int, well: int, bottom: int) -> bool:
    """Whether the well would not be open once rows y - 1 and y are gone, or is not covered by them."""
    if y - 1 < bottom:
        return True
    covering = 0
    for row in range(bottom, top):
        if row not in (y - 1, y):
            covering |= rows[row] >> well & 1
    return covering != 0


@kernel
def nearest(rows: np.ndarray, top: int, srs: bool, aim: np.ndarray) -> tuple[int, int, int]:
    """Cells that the nearest place of the goal lacks; T slots, and half slots, if the goal is a T-spin."""
    if aim[AIM_GOAL] == QUAD:
        return nearest_quad(rows, top, srs), 0, 0
    well = aim[AIM_WELL] if aim[AIM_GOAL] == DONATE else NO_WELL
    lacks, slots, halves = nearest_double(rows, top, srs, well, aim[AIM_BOTTOM])
    if aim[AIM_GOAL] == TST:
        lacks = nearest_triple(rows, top, srs)
    return lacks, slots, halves


@kernel
def slide(board: np.ndarray, piece: int, fits: np.ndarray, reach: np.ndarray) -> None:
    """All places that a piece reaches from above by moves down, left and right: see `arrivals.slides_to`."""
    find_fits(board, piece, fits)
    from_the_sky(piece, fits, reach)
    grew = True
    while grew:
        grew = False
        for shape in range(4):
            for column in range(PAD, PAD + WIDTH):
                free = fits[shape, column]
                beside = reach[shape, column - 1] | reach[shape, column] | reach[shape, column + 1]
                here = fall(beside & free, free)
                if here != reach[shape, column]:
                    reach[shape, column] = here
                    grew = True


@kernel
def see_piece(
    board: np.ndarray,
    piece: int,
    move: int,
    heights: np.ndarray,
    heights_after: np.ndarray,
    spin: bool,
    seen: np.ndarray,
) -> None:
    """How the piece lies, before rows clear; `heights_after` are the columns' with it."""
    shape, left, low = code_shape(move), code_left(move), code_low(move)
    width = WIDTHS[piece, shape]
    cells = np.zeros(4, dtype=np.int64)  # its columns
    edges, walls, right_below, covered, closed, lid, tallest = 0, 0, 0, 0, 0, 0, 0
    for cell in range(4):
        cells[CELLS[piece, shape, cell, 0]] |= 1 << (low + CELLS[piece, shape, cell, 1])
        tallest = max(tallest, CELLS[piece, shape, cell, 1] + 1)
    free_left, free_right, rows = 0, 0, 0
    for column in range(width):
        x, word = left + column, cells[column]
        rows |= word
        edges += popcount(board[x] & (word << 1)) + popcount(board[x] & (word >> 1))
        walls += word & 1
        left_of = board[x - 1] if x > 0 else -1
        right_of = board[x + 1] if x < WIDTH - 1 else -1
        if x > 0:
            edges += popcount(word & left_of)
        else:
            walls += popcount(word)
        if x < WIDTH - 1:
            edges += popcount(word & right_of)
        else:
            walls += popcount(word)
        before = cells[column - 1] if column > 0 else 0
        behind = cells[column + 1] if column < width - 1 else 0
        free_left |= word & ~before & ~left_of
        free_right |= word & ~behind & ~right_of
        bottom = lowest(word)
        right_below += bottom > 0 and not board[x] >> (bottom - 1) & 1
        if bottom > heights[x]:
            open_from = FAR * FAR
            if x > 0:
                open_from = heights_after[x - 1]
            if x < WIDTH - 1:
                open_from = min(open_from, heights_after[x + 1])
            covered += bottom - heights[x]
            closed += min(bottom, max(open_from, heights[x])) - heights[x]
            wall_left = heights[x - 1] if x > 0 else FAR * FAR
            wall_right = heights[x + 1] if x < WIDTH - 1 else FAR * FAR
            lid |= min(wall_left, wall_right) - heights[x] >= DEEP
    seen[SEES_HOLES] = closed if spin else covered
    seen[SEES_OVERHANGS] = covered - closed if spin else 0
    seen[SEES_EDGES] = edges
    seen[SEES_WALLS] = walls
    seen[SEES_FLUSH] = right_below == 0
    # A side is closed in a row if the outermost cell there has something beside it.
    seen[SEES_FITTED] = free_left == 0 and free_right == 0
    seen[SEES_LID] = lid
    seen[SEES_UPRIGHT] = tallest > width
    seen[SEES_TURNED] = shape != 0
    seen[SEES_ASIDE] = abs(2 * left + width - WIDTH) / 2


@kernel
def see(eye: Eye, board: np.ndarray, piece: int, srs: bool, aim: np.ndarray) -> int:
    """List the placements of a piece and what is seen of each; how many there are."""
    count = list_placements(board, piece, srs, eye.fits, eye.reach, eye.moves)
    if srs:
        slide(board, piece, eye.fits, eye.reach)
    rows, rows_after, heights, heights_after, after = (
        eye.rows,
        eye.rows_after,
        eye.heights,
        eye.heights_after,
        eye.after,
    )
    top = turn_rows(board, rows)
    lacks, slots, halves = nearest(rows, top, srs, aim)
    steps, filled = 0, 0
    for x in range(WIDTH):
        heights[x] = height(board[x])
        filled += heights[x]
        if x > 0:
            steps += abs(heights[x] - heights[x - 1])
    for i in range(count):
        move, seen = eye.moves[i], eye.seen[i]
        shape, left, low = code_shape(move), code_left(move), code_low(move)
        for x in range(WIDTH):
            after[x] = board[x]
            heights_after[x] = heights[x]
        put(after, piece, shape, left, low)
        for x in range(left, left + WIDTHS[piece, shape]):
            heights_after[x] = height(after[x])
        see_piece(board, piece, move, heights, heights_after, aim[AIM_GOAL] != QUAD, seen)
        for y in range(max(top, low) + 8):
            rows_after[y] = rows[y] if y < top else 0
        over_well = 0
        for cell in range(4):
            x, y = left + CELLS[piece, shape, cell, 0], low + CELLS[piece, shape, cell, 1]
            rows_after[y] |= 1 << x
            over_well += x == aim[AIM_WELL]
        full = full_rows(after)
        cleared = popcount(full)
        if full:
            clear_rows(after, full)
            turn_rows(after, rows_after)
        high, steps_after, before = 0, 0, 0
        for x in range(WIDTH):
            here = height(after[x]) if cleared else heights_after[x]
            high = max(high, here)
            if x > 0:
                steps_after += abs(here - before)
            before = here
        lacks_after, slots_after, halves_after = nearest(rows_after, high, srs, aim)
        seen[SEES_ROWS] = cleared
        seen[SEES_ROUGH] = steps_after - steps
        seen[SEES_HIGHER] = high - top
        seen[SEES_LIES] = low - filled / WIDTH
        seen[SEES_OVER_WELL] = over_well
        if aim[AIM_GOAL] == DONATE or aim[AIM_GOAL] == TST:
            seen[SEES_LID] = 0  # there a column is covered on purpose
        seen[SEES_NEARER] = max(0, lacks - lacks_after)
        seen[SEES_FARTHER] = max(0, lacks_after - lacks)
        seen[SEES_SLOTS] = max(0, slots_after - slots)
        seen[SEES_SLOTS_LOST] = max(0, slots - slots_after)
        seen[SEES_HALVES] = halves_after - halves
        tuck, spin = 0, 0
        if srs and drops_to(board, piece, shape, left) != low:
            tuck = eye.reach[shape, PAD + left] >> low & 1
            spin = 1 - tuck
        seen[SEES_TUCK] = tuck
        seen[SEES_SPIN] = spin
    return count


@kernel
def weigh(eye: Eye, count: int, weights: np.ndarray) -> None:
    """The cost of each placement that was seen: minus log2 of its likelihood, in 1/1024 bit."""
    most = -np.inf
    for i in range(count):
        score = 0.0
        for k in range(len(weights)):
            score += weights[k] * eye.seen[i, k]
        eye.scores[i] = score
        most = max(most, score)
    total = 0.0
    for i in range(count):
        total += np.exp(eye.scores[i] - most)
    total = most + np.log(total)
    for i in range(count):
        eye.costs[i] = round(UNIT * (total - eye.scores[i]) / np.log(2.0))


@kernel
def consider(eye: Eye, board: np.ndarray, piece: int, srs: bool, aim: np.ndarray, weights: np.ndarray) -> int:
    """The placements of a piece into `eye.moves`, the cost of each into `eye.costs`; how many there are."""
    count = see(eye, board, piece, srs, aim)
    weigh(eye, count, weights)
    return count


def weights_array(weights: Mapping[str, float]) -> np.ndarray:
    """Weights in the order of `NAMES`."""
    return np.array([weights[name] for name in NAMES])

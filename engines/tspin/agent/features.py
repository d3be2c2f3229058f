"""The 31 features of the T-spin agent paper (tables 2 to 4, figures 5 and 6): 23 of the terrain and 8 of a move.

What the paper leaves open is settled here: the thresholds of the height are 5, 10 and 15 rows; a hole is as deep as
it lies below the top of its column; of several lowest columns the well is the one nearest to an edge; patterns lie
within the ten columns and may be anywhere, covered or not; a T is wasted unless it clears lines by a full T-spin.

A pattern is looked for in all rows at once: bit y of a word is the pattern with its lowest row there. Compare with
tests/engines/tspin/naive_agent.py, which holds the figures against the board one by one.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import height, popcount
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ALL_ROWS, WIDTH
from engines.tspin.rules.pieces import T
from engines.tspin.rules.spins import FULL

NAMES = (
    "height",
    "height_over_5",
    "height_over_10",
    "height_over_15",
    "holes",
    "hole_depth",
    "steepness",
    "squared_steepness",
    "flatness",
    "well_distance_0",
    "well_distance_1",
    "well_distance_2",
    "well_distance_3",
    "well_distance_4",
    "tsd",
    "tsd_mirrored",
    "tst",
    "tst_mirrored",
    "before_tsd",
    "before_tst_1",
    "before_tst_1_mirrored",
    "before_tst_2",
    "before_tst_2_mirrored",
    "line_clear_1",
    "line_clear_2",
    "line_clear_3",
    "line_clear_4",
    "tspin_1",
    "tspin_2",
    "tspin_3",
    "t_wasted",
)
COUNT = len(NAMES)  # 31
THRESHOLDS = (5, 10, 15)
HEIGHT, HEIGHT_LEVEL, HOLES, HOLE_DEPTH, STEEPNESS, SQUARED, FLATNESS = 0, 1, 4, 5, 6, 7, 8
WELL_DISTANCE = 9
TSD, TST, BEFORE_TSD, BEFORE_TST_1, BEFORE_TST_2 = 14, 16, 18, 19, 21  # each but BEFORE_TSD is followed by its mirror
TERRAIN = 23  # of the features belong to the terrain
LINE_CLEAR, TSPIN, T_WASTED = 23, 27, 30


@kernel
def find_heights(board: np.ndarray, out: np.ndarray) -> None:
    """Table 2, and the well distance of table 3, into `out`."""
    before, highest, lowest, edge = height(board[0]), 0, 99, 0
    for x in range(WIDTH):
        top = height(board[x])
        highest = max(highest, top)
        distance = min(x, WIDTH - 1 - x)
        if top < lowest or (top == lowest and distance < edge):
            lowest, edge = top, distance
        step = abs(top - before)
        out[STEEPNESS] += step
        out[SQUARED] += step * step
        out[FLATNESS] += int(step == 0 and x > 0)
        before = top
        holes = ((1 << top) - 1) & ~board[x]
        out[HOLES] += popcount(holes)
        while holes:
            row = height(holes) - 1
            out[HOLE_DEPTH] += top - 1 - row
            holes ^= 1 << row
    out[HEIGHT] = highest
    for level in range(len(THRESHOLDS)):
        out[HEIGHT_LEVEL + level] = int(highest > THRESHOLDS[level])
    out[WELL_DISTANCE + edge] = 1


@kernel
def slot(a: int, b: int, c: int) -> int:
    """000 over 101: what a T lies in when it points down (figure 6a)."""
    return a & ~b & c & ~(a >> 1) & ~(b >> 1) & ~(c >> 1)


@kernel
def shaft(a: int, b: int, c: int) -> int:
    """What all patterns of a Triple have in common: 000 over 0-- over 00- over 0--."""
    return ALL_ROWS & ~(a | a >> 1 | b >> 1 | a >> 2 | a >> 3 | b >> 3 | c >> 3 | b >> 4 | c >> 4)


@kernel
def has_holes(column: int) -> bool:
    """Whether something is empty under something filled, as every pattern of a Triple needs."""
    return column & (column + 1) != 0


@kernel
def find_patterns(board: np.ndarray, out: np.ndarray) -> None:
    """The patterns of figures 5 and 6 into `out`, finished ones counted once for each line that they would clear."""
    full_from = np.empty(WIDTH + 1, dtype=np.int64)  # rows that are full from a column on to the right
    full_from[WIDTH] = ALL_ROWS
    for x in range(WIDTH - 1, -1, -1):
        full_from[x] = full_from[x + 1] & board[x]
    before = ALL_ROWS  # rows that are full to the left of the pattern
    for x in range(WIDTH - 2):
        a, b, c = board[x], board[x + 1], board[x + 2]
        found = slot(a, b, c)
        if found:
            out[BEFORE_TSD] += popcount(found)
            lower, upper = before & a & full_from[x + 2], before & full_from[x + 3]
            left = found & (a >> 2) & ~(b >> 2) & ~(c >> 2)
            right = found & ~(a >> 2) & ~(b >> 2) & (c >> 2)
            out[TSD] += popcount(left & lower) + popcount(left & upper >> 1)
            out[TSD + 1] += popcount(right & lower) + popcount(right & upper >> 1)
        if has_holes(b):
            out[BEFORE_TST_1] += popcount(shaft(a, b, c) & ~(a >> 4) & (b >> 2))
            out[BEFORE_TST_1 + 1] += popcount(shaft(c, b, a) & ~(c >> 4) & (b >> 2))
        if has_holes(a):
            found = shaft(a, b, c) & (a >> 4)
            out[BEFORE_TST_2] += popcount(found & ~(b >> 2))
            outer, middle = before & full_from[x + 1], before & full_from[x + 2]
            out[TST] += triple_lines(found & (b >> 2), outer, middle)
        if has_holes(c):
            found = shaft(c, b, a) & (c >> 4)
            out[BEFORE_TST_2 + 1] += popcount(found & ~(b >> 2))
            outer, middle = before & a & b & full_from[x + 3], before & a & full_from[x + 3]
            out[TST + 1] += triple_lines(found & (b >> 2), outer, middle)
        before &= a


@kernel
def triple_lines(found: int, outer: int, middle: int) -> int:
    """The lines that Triples would clear: rows that lack the upright T's own column, or in the middle two cells."""
    return popcount(found & outer) + popcount(found & middle >> 1) + popcount(found & outer >> 2)


@kernel
def find_terrain(board: np.ndarray, out: np.ndarray) -> None:
    """The 23 features of a board."""
    out[:TERRAIN] = 0
    find_heights(board, out)
    find_patterns(board, out)


@kernel
def terrain_value(board: np.ndarray, weights: np.ndarray, features: np.ndarray) -> float:
    """e of 3.1: the features of a board, weighted."""
    find_terrain(board, features)
    value = 0.0
    for i in range(TERRAIN):
        value += weights[i] * features[i]
    return value


@kernel
def action_value(piece: int, lines: int, spin: int, weights: np.ndarray) -> float:
    """r of 3.1: the features of a move (table 4), weighted."""
    if lines and spin == FULL:
        return weights[TSPIN + lines - 1]
    value = weights[T_WASTED] if piece == T else 0.0
    return value + weights[LINE_CLEAR + lines - 1] if lines else value

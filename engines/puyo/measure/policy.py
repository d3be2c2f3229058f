"""How likely a person is to try each placement: a softmax over a short linear score of what is seen at a glance.

The weights are learned from hand-made problems and their answers (`python -m benchmarks.policy FILE`). Nothing of the
solution is looked at, and no placement is followed further than to the end of its own chain: what it touches, what
it covers, how it lies, what it sets off, and how long a chain one more puyo would set off afterwards. A move that
is the last of the queue has weights of its own: whoever sees that something must vanish now looks elsewhere.

Compare with tests/engines/puyo/naive_effort.py, which does the same on dictionaries of cells.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.kernels.lanes import quad_0, quad_1, splat_8, to_next, to_previous
from engines.puyo.measure.answer import landing
from engines.puyo.rules.board import VISIBLE
from engines.puyo.rules.chain import chain
from engines.puyo.rules.goals import AIM_KIND, AIM_N, CHAIN
from engines.puyo.rules.planes import SIGHT_LANE, Word, beside, load_board, with_code
from engines.puyo.solve.beam import LEAST_COLOR, MOST_COLOR, best_after
from engines.puyo.solve.solver import PIVOT, ROTOR, loud, placements_of, take
from engines.puyo.solve.steps import copy_board
from engines.puyo.solve.threats import completing
from engines.shared.effort import softmax

# What is seen of a placement, with its weight before the last move and at it.
WEIGHTS: Mapping[str, tuple[float, float]] = {
    "joins_one": (0.51, 0.65),  # halves beside a single puyo of their colour
    "joins_two": (0.64, 1.02),  # halves that make a group of three
    "completes": (0.69, 1.45),  # halves that complete four
    "corner": (0.30, 0.56),  # halves that touch their colour at a corner only
    "upright": (0.41, 0.19),  # one half on the other
    "split": (0.20, 0.26),  # side by side on columns of unequal height
    "row": (-0.68, -0.78),  # mean row of both halves, 1 for row 12
    "outward": (-0.35, -0.44),  # columns from the middle
    "in_hidden": (-0.05, 1.36),  # halves in the hidden row
    "on_previous": (0.92, 0.73),  # uses a column of the move before
    "beside_previous": (0.33, 0.45),  # uses one next to it, and none of its own
    "covers": (0.13, -0.02),  # times that a half takes the cell where another colour would complete four
    "fires": (-3.27, 1.84),  # something vanishes
    "fires_to_clear": (2.89, 1.78),  # the same, where the goal is no chain
    "fires_more": (0.41, 3.32),  # rounds beyond the first
    "triggers": (0.02, 0.00),  # ways in which one more puyo of a colour to come sets something off then
    "longest": (0.47, 0.00),  # the longest chain of these
    "longest_share": (0.85, 0.00),  # the same as a share of the chain that is asked for
}
SEEN = tuple(WEIGHTS)
TABLE = np.array(list(WEIGHTS.values()), dtype=np.float64)
(
    JOINS_ONE,
    JOINS_TWO,
    COMPLETES,
    CORNER,
    UPRIGHT,
    SPLIT,
    ROW,
    OUTWARD,
    IN_HIDDEN,
    ON_PREVIOUS,
    BESIDE_PREVIOUS,
    COVERS,
    FIRES,
    FIRES_TO_CLEAR,
    FIRES_MORE,
    TRIGGERS,
    LONGEST,
    LONGEST_SHARE,
) = range(len(SEEN))
MOST_TRIGGERS = 6  # more are not told apart

# What a colour's cells do for another puyo: rows of an array, two words each.
TOUCHING, BY_TWO, BY_THREE, AT_CORNER = range(4)
VIEWS = 4


@kernel
def has(words: np.ndarray, x: int, y: int) -> bool:
    """Whether a cell is in a set of two words; rows from 0."""
    return words[(x + 1) >> 2] >> (16 * ((x + 1) & 3) + y + 1) & 1 == 1


@kernel
def keep_words(cells: Word, out: np.ndarray) -> None:
    """A set of cells as two words."""
    out[0], out[1] = quad_0(cells), quad_1(cells)


@kernel
def view_color(p0: Word, p1: Word, p2: Word, code: int, out: np.ndarray) -> None:
    """The cells beside a colour, beside two of it that count together, beside three, and at its corners."""
    own = with_code(p0, p1, p2, code) & splat_8(SIGHT_LANE)
    below, above, left, right = own << 1, own >> 1, to_next(own), to_previous(own)
    vertical, sides = below | above, left | right
    pair = own & (vertical | sides)
    twice = below & above | left & right | vertical & sides
    keep_words(vertical | sides, out[TOUCHING])
    keep_words(beside(pair) | twice, out[BY_TWO])
    keep_words(completing(own), out[BY_THREE])
    keep_words(to_next(vertical) | to_previous(vertical), out[AT_CORNER])


@kernel
def view_board(board: np.ndarray, out: np.ndarray) -> None:
    """The same for all colours, by cell number."""
    p0, p1, p2 = load_board(board)
    for code in range(LEAST_COLOR, MOST_COLOR):
        view_color(p0, p1, p2, code, out[code])


@kernel
def see_half(views: np.ndarray, code: int, x: int, y: int, out: np.ndarray) -> None:
    """What one half touches and covers."""
    if y >= VISIBLE:
        out[IN_HIDDEN] += 1
        return
    own = views[code]
    if has(own[BY_THREE], x, y):
        out[COMPLETES] += 1
    elif has(own[BY_TWO], x, y):
        out[JOINS_TWO] += 1
    elif has(own[TOUCHING], x, y):
        out[JOINS_ONE] += 1
    elif has(own[AT_CORNER], x, y):
        out[CORNER] += 1
    for other in range(LEAST_COLOR, MOST_COLOR):
        if other != code and has(views[other, BY_THREE], x, y):
            out[COVERS] += 1


@kernel
def see(
    board: np.ndarray,
    step: np.ndarray,
    coming: int,
    previous: int,
    aim: np.ndarray,
    views: np.ndarray,
    room: np.ndarray,
    moves: np.ndarray,
    out: np.ndarray,
) -> int:
    """What is seen of every placement of a pair, a row each in the order of `moves`; how many there are.

    `coming` are the colours of the pairs after it, `previous` the columns of the move before; `room` is for two
    boards.
    """
    child, more = room[0], room[1]
    view_board(board, views)
    left = placements_of(board, step)
    noisy = left & loud(board, step)
    count = 0
    while left:
        move = lowest(left)
        left &= left - 1
        moves[count] = move
        row = out[count]
        count += 1
        for i in range(len(row)):
            row[i] = 0.0
        px, py, rx, ry = landing(board, move)
        see_half(views, step[PIVOT], px, py, row)
        see_half(views, step[ROTOR], rx, ry, row)
        row[UPRIGHT] = px == rx
        row[SPLIT] = px != rx and py != ry
        row[ROW] = (py + ry) / 2 / VISIBLE
        row[OUTWARD] = abs((px + rx) / 2 - 2.5)
        used = 1 << px | 1 << rx
        row[ON_PREVIOUS] = used & previous != 0
        row[BESIDE_PREVIOUS] = used & previous == 0 and (used << 1 | used >> 1) & previous != 0
        copy_board(board, child)
        take(child, step, move)
        rounds = chain(child) if noisy >> move & 1 else 0
        if rounds:
            row[FIRES] = 1
            row[FIRES_TO_CLEAR] = aim[AIM_KIND] != CHAIN
            row[FIRES_MORE] = rounds - 1
        ways, longest = best_after(child, coming, more)
        row[TRIGGERS] = min(ways, MOST_TRIGGERS)
        row[LONGEST] = longest
        row[LONGEST_SHARE] = min(longest / aim[AIM_N], 1.0) if aim[AIM_KIND] == CHAIN else 0.0
    return count


@kernel
def likely(rows: np.ndarray, count: int, last: bool, out: np.ndarray) -> None:
    """The probability of each choice, given what is seen of it."""
    for k in range(count):
        out[k] = 0.0
        for i in range(len(TABLE)):
            out[k] += rows[k, i] * TABLE[i, 1 if last else 0]
    softmax(out, count)

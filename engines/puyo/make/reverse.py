"""Making boards in reverse, from what vanishes last to what vanishes first, for any chain (Nazo Puyo paper, 4.2.2).

A finished board is built group by group. The groups of the last round come first; then, round by round, four puyos
are pushed in somewhere, lifting what lies above them, so that they hold the next round apart until they vanish. Each
step is tried on the board: it is kept if the chain has grown by one round and ends as before. Then pairs are taken
off the top, the last one with a puyo of the first group. Compare with tests/engines/puyo/make/test_generate.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.randomness import below
from engines.puyo.rules.board import DEATH_COLUMN, EMPTY, GARBAGE, ROWS, VISIBLE, WIDTH, WORDS
from engines.puyo.rules.chain import COUNTS, VANISHED_0, trace, vanish
from engines.puyo.rules.goals import EVERY_COLOR, reached
from engines.puyo.rules.place import DOUBLES, legal_placements, lost, place
from engines.puyo.solve.solver import PIVOT, ROTOR

GROUP = 4
NOWHERE = -1
WAYS = 2 * WIDTH - 1  # in which a pair can lie on top: upright in a column, or across two
NOISE_TRIES = 4  # places tried for each puyo that plays no part
TRIES = 60  # places tried for one group before the board is begun anew


def _shapes() -> np.ndarray:
    """The 19 fixed tetrominoes as (bottom, cells) of up to four columns; no column of one has a gap."""
    shapes: set[tuple[tuple[int, int], ...]] = {((0, 0),)}
    for _ in range(GROUP - 1):
        grown = set()
        for shape in shapes:
            for x, y in shape:
                for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if cell not in shape:
                        cells = [*shape, cell]
                        left, low = min(x for x, _ in cells), min(y for _, y in cells)
                        grown.add(tuple(sorted((x - left, y - low) for x, y in cells)))
        shapes = grown
    table = np.zeros((len(shapes), GROUP, 2), dtype=np.int64)
    for row, shape in zip(table, sorted(shapes), strict=True):
        for x in range(GROUP):
            column = [y for cell_x, y in shape if cell_x == x]
            row[x] = (min(column), len(column)) if column else (0, 0)
    return table


SHAPES = _shapes()
SHAPE_WIDTHS = (SHAPES[:, :, 1] > 0).sum(axis=1)


class Stack(NamedTuple):
    """A board that is being built: cell numbers by (column, row), and how high each column is."""

    codes: np.ndarray
    heights: np.ndarray


class Frame(NamedTuple):
    """Of what and where a board is built: the first so many colours of a palette, columns, rows at most."""

    palette: np.ndarray
    colors: int
    left: int
    width: int
    most: int


class Plan(NamedTuple):
    """What a finished board does: so many rounds, then one of `finals` groups, all of different colours or not."""

    triggers: int
    finals: int
    distinct: bool


@kernel
def copy(stack: Stack, to: Stack) -> None:
    """One board onto another."""
    for x in range(WIDTH):
        to.heights[x] = stack.heights[x]
        for y in range(ROWS):
            to.codes[x, y] = stack.codes[x, y]


@kernel
def empty(stack: Stack) -> None:
    """Take everything off a board."""
    for x in range(WIDTH):
        stack.heights[x] = 0
        for y in range(ROWS):
            stack.codes[x, y] = EMPTY


@kernel
def pack(stack: Stack, board: np.ndarray) -> None:
    """The array of a board, as chains and searches take it."""
    for i in range(WORDS):
        board[i] = 0
    for x in range(WIDTH):
        word, shift = (x + 1) >> 2, 16 * ((x + 1) & 3)
        for y in range(stack.heights[x]):
            for plane in range(3):
                board[2 * plane + word] |= (stack.codes[x, y] >> plane & 1) << (shift + y + 1)


@kernel
def insert(stack: Stack, x: int, y: int, code: int, most: int) -> bool:
    """Push one puyo into a column, lifting what lies above; False if the column would be too high."""
    codes, heights = stack.codes, stack.heights
    if heights[x] >= most or y > heights[x]:
        return False
    for row in range(heights[x], y, -1):
        codes[x, row] = codes[x, row - 1]
    codes[x, y] = code
    heights[x] += 1
    return True


@kernel
def insert_group(state: np.ndarray, frame: Frame, code: int, spare: np.ndarray, stack: Stack) -> bool:
    """Push a group of four in at random; False if it does not fit.

    Where it would float it stands on another colour, or on garbage, as long as there is some to spare.
    """
    shape = below(state, len(SHAPES))
    if SHAPE_WIDTHS[shape] > frame.width:
        return False
    x = frame.left + below(state, frame.width - SHAPE_WIDTHS[shape] + 1)
    heights = stack.heights
    highest = 0
    for column in range(SHAPE_WIDTHS[shape]):
        highest = max(highest, heights[x + column])
    y = below(state, highest + 1)
    for column in range(SHAPE_WIDTHS[shape]):
        bottom, cells = SHAPES[shape, column]
        while heights[x + column] < y + bottom:
            support = drawn_support(state, frame, spare)
            if support in (EMPTY, code) or not insert(stack, x + column, heights[x + column], support, frame.most):
                return False
        for _ in range(cells):
            if not insert(stack, x + column, y + bottom, code, frame.most):
                return False
    return True


@kernel
def drawn_color(state: np.ndarray, frame: Frame) -> int:
    """One of the colours in use."""
    return int(frame.palette[below(state, frame.colors)])


@kernel
def drawn_support(state: np.ndarray, frame: Frame, spare: np.ndarray) -> int:
    """One of the puyos to spare, so many coloured ones and so much garbage; EMPTY if there are none."""
    if spare[0] + spare[1] == 0:
        return EMPTY
    if below(state, spare[0] + spare[1]) < spare[0]:
        spare[0] -= 1
        return drawn_color(state, frame)
    spare[1] -= 1
    return GARBAGE


@kernel
def goes_to_plan(stack: Stack, plan: Plan, rounds: np.ndarray) -> bool:
    """Whether the chain of a board is the planned one: a group of four a round, and `finals` of them in the last."""
    board = np.zeros(WORDS, dtype=np.int64)
    pack(stack, board)
    count = trace(board, rounds)
    if count != plan.triggers + 1:
        return False
    for i in range(count):
        colors = puyos = 0
        for code in range(1, 8):
            if EVERY_COLOR >> code & 1 and rounds[i, COUNTS + code]:
                puyos += rounds[i, COUNTS + code]
                colors += 1
        wanted = plan.finals if i == plan.triggers else 1
        if puyos != GROUP * wanted or (plan.distinct and i == plan.triggers and colors != wanted):
            return False
    return True


@kernel
def finished(
    state: np.ndarray, frame: Frame, plan: Plan, spare: np.ndarray, stack: Stack, trial: Stack, rounds: np.ndarray
) -> bool:
    """Build a board to plan, group by group; False if none came of it.

    `spare` is how many coloured and garbage puyos may be used as supports, and then what is left of them.
    """
    empty(stack)
    left_over = np.zeros(2, dtype=np.int64)
    for group in range(plan.finals + plan.triggers):
        final = plan.distinct and group < plan.finals
        so_far = Plan(max(group + 1 - plan.finals, 0), min(group + 1, plan.finals), plan.distinct)
        kept = False
        for _ in range(TRIES):
            copy(stack, trial)
            code = int(frame.palette[group]) if final else drawn_color(state, frame)
            left_over[0], left_over[1] = spare[0], spare[1]
            if insert_group(state, frame, code, left_over, trial) and goes_to_plan(trial, so_far, rounds):
                copy(trial, stack)
                spare[0], spare[1] = left_over[0], left_over[1]
                kept = True
                break
        if not kept:
            return False
    return True


@kernel
def add_noise(
    state: np.ndarray,
    frame: Frame,
    plan: Plan,
    garbage: bool,
    count: int,
    stack: Stack,
    trial: Stack,
    rounds: np.ndarray,
) -> None:
    """Push up to so many single puyos in, coloured or garbage, where they do not disturb the chain."""
    for _ in range(NOISE_TRIES * count):
        if count == 0:
            return
        copy(stack, trial)
        x = frame.left + below(state, frame.width)
        code = GARBAGE if garbage else drawn_color(state, frame)
        y = below(state, stack.heights[x] + 1)
        if insert(trial, x, y, code, frame.most) and goes_to_plan(trial, plan, rounds):
            copy(trial, stack)
            count -= 1


@kernel
def take_pair(state: np.ndarray, stack: Stack, fires_0: int, fires_1: int, step: np.ndarray) -> int:
    """Take a pair off the top, from one column or two neighbours, and make it a step of the queue.

    If any cells are given as `fires`, the pair has one of them. The placement that would put it back, or
    NOWHERE if there is none to take.
    """
    found = chosen = 0
    for way in range(WAYS):
        if can_take(stack, way, fires_0, fires_1):
            found += 1
            if below(state, found) == 0:
                chosen = way
    if found == 0:
        return NOWHERE
    codes, heights = stack.codes, stack.heights
    x, other = first_column(chosen), second_column(chosen)
    heights[x] -= 1
    heights[other] -= 1
    y, other_y = heights[x] + (x == other), heights[other]
    one, two = codes[x, y], codes[other, other_y]
    codes[x, y] = codes[other, other_y] = EMPTY
    for i in range(len(step)):
        step[i] = 0
    if one == two or below(state, 2):  # the pivot lies below, or on the left
        step[PIVOT], step[ROTOR] = (two, one) if x == other else (one, two)
        return chosen
    step[PIVOT], step[ROTOR] = (one, two) if x == other else (two, one)
    return DOUBLES + chosen


@kernel
def first_column(way: int) -> int:
    """Where one half of a pair lies that is taken in one of the WAYS: upright in a column, or across two."""
    return way if way < WIDTH else way - WIDTH


@kernel
def second_column(way: int) -> int:
    """Where the other half lies."""
    return way if way < WIDTH else way - WIDTH + 1


@kernel
def can_take(stack: Stack, way: int, fires_0: int, fires_1: int) -> bool:
    """Whether a pair lies there on top, of colours, and with one of the cells that fire if any are given."""
    codes, heights = stack.codes, stack.heights
    x, other = first_column(way), second_column(way)
    if heights[x] < 1 + (x == other) or heights[other] < 1:
        return False
    y, other_y = heights[x] - 1, heights[other] - 1 - (x == other)
    if codes[x, y] == GARBAGE or codes[other, other_y] == GARBAGE:
        return False
    free = (fires_0 | fires_1) == 0
    return free or is_among(fires_0, fires_1, x, y) or is_among(fires_0, fires_1, other, other_y)


@kernel
def is_among(word_0: int, word_1: int, x: int, y: int) -> bool:
    """Whether a cell is among those of a plane's two words."""
    word = word_1 if (x + 1) >> 2 else word_0
    return word >> (16 * ((x + 1) & 3) + y + 1) & 1 != 0


@kernel
def take_pairs(
    state: np.ndarray, stack: Stack, moves: int, steps: np.ndarray, intended: np.ndarray, round_: np.ndarray
) -> bool:
    """Take the queue off a finished board, last pair first, which has a puyo of the first group."""
    board = np.zeros(WORDS, dtype=np.int64)
    pack(stack, board)
    if not vanish(board, 1, round_):
        return False
    fires_0, fires_1 = round_[VANISHED_0], round_[VANISHED_0 + 1]
    for move in range(moves - 1, -1, -1):
        intended[move] = take_pair(state, stack, fires_0, fires_1, steps[move])
        if intended[move] == NOWHERE or stack.heights[DEATH_COLUMN] >= VISIBLE:
            return False
        fires_0 = fires_1 = 0
    return True


@kernel
def replays(
    board: np.ndarray, steps: np.ndarray, moves: int, intended: np.ndarray, aim: np.ndarray, rounds: np.ndarray
) -> bool:
    """Whether the pairs can be put back where they were taken from, and the last one reaches the goal."""
    played = board.copy()
    for move in range(moves):
        if not legal_placements(played) >> intended[move] & 1:
            return False
        place(played, intended[move], steps[move, PIVOT], steps[move, ROTOR])
        count = trace(played, rounds)
        if move == moves - 1:
            return reached(aim, 0, rounds, count, played)
        if count or lost(played):
            return False
    return False

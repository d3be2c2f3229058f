"""Making boards in reverse, from what vanishes last to what vanishes first: the paper's 4.2.2, for any chain.

A finished board is built group by group. The groups of the last round come first; then, round by round, four
puyos are pushed in somewhere, lifting what lies above them, so that they hold the next round apart until they
vanish. Each step is tried on the board: it is kept if the chain has grown by one round and ends as before. Then
pairs are taken off the top, the last one with a puyo of the first group. Compare with tests/puyo/test_generate.py.
"""

from __future__ import annotations

import numpy as np

from engines.jit import kernel
from engines.puyo.board import DEATH_COLUMN, EMPTY, GARBAGE, ROWS, VISIBLE, WIDTH, WORDS
from engines.puyo.chain import COUNTS, GROUPS, VANISHED_0, trace, vanish
from engines.puyo.goals import EVERY_COLOR, reached
from engines.puyo.place import DOUBLES, legal_placements, lost, place
from engines.puyo.solve import PIVOT, ROTOR
from engines.randomness import below

GROUP = 4
NOWHERE = -1
WAYS = 2 * WIDTH - 1  # in which a pair can lie on top: upright in a column, or across two
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


@kernel
def copy(codes: np.ndarray, heights: np.ndarray, to_codes: np.ndarray, to_heights: np.ndarray) -> None:
    """One board onto another."""
    for x in range(WIDTH):
        to_heights[x] = heights[x]
        for y in range(ROWS):
            to_codes[x, y] = codes[x, y]


@kernel
def empty(codes: np.ndarray, heights: np.ndarray) -> None:
    """Take everything off a board."""
    for x in range(WIDTH):
        heights[x] = 0
        for y in range(ROWS):
            codes[x, y] = EMPTY


@kernel
def pack(codes: np.ndarray, board: np.ndarray) -> None:
    """The array of a board from its cell numbers by (column, row)."""
    for i in range(WORDS):
        board[i] = 0
    for x in range(WIDTH):
        word, shift = (x + 1) >> 2, 16 * ((x + 1) & 3)
        for y in range(ROWS):
            code = codes[x, y]
            if code == EMPTY:
                break
            for plane in range(3):
                board[2 * plane + word] |= (code >> plane & 1) << (shift + y + 1)


@kernel
def insert(codes: np.ndarray, heights: np.ndarray, x: int, y: int, code: int, most: int) -> bool:
    """Push one puyo into a column, lifting what lies above; False if the column would be too high."""
    if heights[x] >= most or y > heights[x]:
        return False
    for row in range(heights[x], y, -1):
        codes[x, row] = codes[x, row - 1]
    codes[x, y] = code
    heights[x] += 1
    return True


@kernel
def insert_group(
    state: np.ndarray,
    codes: np.ndarray,
    heights: np.ndarray,
    left: int,
    width: int,
    most: int,
    code: int,
    palette: np.ndarray,
    colors: int,
    spare: np.ndarray,
) -> bool:
    """Push a group of four in at random; False if it does not fit.

    Where it would float it stands on another colour, or on garbage, as long as there is some to spare.
    """
    shape = below(state, len(SHAPES))
    if SHAPE_WIDTHS[shape] > width:
        return False
    x = left + below(state, width - SHAPE_WIDTHS[shape] + 1)
    highest = 0
    for column in range(SHAPE_WIDTHS[shape]):
        highest = max(highest, heights[x + column])
    y = below(state, highest + 1)
    for column in range(SHAPE_WIDTHS[shape]):
        bottom, cells = SHAPES[shape, column]
        while heights[x + column] < y + bottom:
            support = drawn_support(state, palette, colors, spare)
            if support in (EMPTY, code) or not insert(codes, heights, x + column, heights[x + column], support, most):
                return False
        for _ in range(cells):
            if not insert(codes, heights, x + column, y + bottom, code, most):
                return False
    return True


@kernel
def drawn_support(state: np.ndarray, palette: np.ndarray, colors: int, spare: np.ndarray) -> int:
    """One of the puyos to spare, so many coloured ones and so much garbage; EMPTY if there are none."""
    if spare[0] + spare[1] == 0:
        return EMPTY
    if below(state, spare[0] + spare[1]) < spare[0]:
        spare[0] -= 1
        return int(palette[below(state, colors)])
    spare[1] -= 1
    return GARBAGE


@kernel
def ends_well(rounds: np.ndarray, count: int, finals: int, distinct: bool) -> bool:
    """Whether the last round has so many groups of four, and all others one."""
    for i in range(count):
        groups = colors = puyos = 0
        for code in range(1, 8):
            if EVERY_COLOR >> code & 1 and rounds[i, COUNTS + code]:
                groups += rounds[i, GROUPS + code]
                puyos += rounds[i, COUNTS + code]
                colors += 1
        wanted = finals if i == count - 1 else 1
        if puyos != GROUP * wanted or (distinct and i == count - 1 and colors != wanted):
            return False
    return True


@kernel
def finished(
    state: np.ndarray,
    palette: np.ndarray,
    colors: int,
    finals: int,
    distinct: bool,
    triggers: int,
    left: int,
    width: int,
    most: int,
    spare: np.ndarray,
    codes: np.ndarray,
    heights: np.ndarray,
    rounds: np.ndarray,
) -> bool:
    """A board whose chain has `triggers` rounds and then one of `finals` groups; False if none came of it.

    `spare` is how many coloured and garbage puyos may be used as supports, and then what is left of them.
    """
    empty(codes, heights)
    board = np.zeros(WORDS, dtype=np.int64)
    trial, trial_heights = np.zeros_like(codes), np.zeros_like(heights)
    left_over = np.zeros(2, dtype=np.int64)
    for group in range(finals + triggers):
        kept = False
        for _ in range(TRIES):
            copy(codes, heights, trial, trial_heights)
            code = palette[group] if distinct and group < finals else palette[below(state, colors)]
            left_over[0], left_over[1] = spare[0], spare[1]
            if not insert_group(state, trial, trial_heights, left, width, most, code, palette, colors, left_over):
                continue
            pack(trial, board)
            so_far = min(group + 1, finals)
            if trace(board, rounds) == max(group + 2 - finals, 1) and ends_well(
                rounds, max(group + 2 - finals, 1), so_far, distinct
            ):
                copy(trial, trial_heights, codes, heights)
                spare[0], spare[1] = left_over[0], left_over[1]
                kept = True
                break
        if not kept:
            return False
    return True


@kernel
def take_pair(
    state: np.ndarray, codes: np.ndarray, heights: np.ndarray, fires_0: int, fires_1: int, step: np.ndarray
) -> int:
    """Take a pair off the top, from one column or two neighbours, and make it a step of the queue.

    If any cells are given as `fires`, the pair has one of them. The placement that would put it back, or
    NOWHERE if there is none to take.
    """
    found = chosen = 0
    for way in range(WAYS):
        if can_take(codes, heights, way, fires_0, fires_1):
            found += 1
            if below(state, found) == 0:
                chosen = way
    if found == 0:
        return NOWHERE
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
def can_take(codes: np.ndarray, heights: np.ndarray, way: int, fires_0: int, fires_1: int) -> bool:
    """Whether a pair lies there on top, of colours, and with one of the cells that fire if any are given."""
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
    state: np.ndarray,
    codes: np.ndarray,
    heights: np.ndarray,
    moves: int,
    steps: np.ndarray,
    intended: np.ndarray,
    round_: np.ndarray,
) -> bool:
    """Take the queue off a finished board, last pair first, which has a puyo of the first group."""
    board = np.zeros(WORDS, dtype=np.int64)
    pack(codes, board)
    if not vanish(board, 1, round_):
        return False
    fires_0, fires_1 = round_[VANISHED_0], round_[VANISHED_0 + 1]
    for move in range(moves - 1, -1, -1):
        intended[move] = take_pair(state, codes, heights, fires_0, fires_1, steps[move])
        if intended[move] == NOWHERE or heights[DEATH_COLUMN] >= VISIBLE:
            return False
        fires_0 = fires_1 = 0
    return True


@kernel
def replays(
    board: np.ndarray, steps: np.ndarray, moves: int, intended: np.ndarray, aim: np.ndarray, rounds: np.ndarray
) -> bool:
    """Whether the pairs can be put back where they were taken from, and the last one reaches the goal."""
    copy = board.copy()
    for move in range(moves):
        if not legal_placements(copy) >> intended[move] & 1:
            return False
        place(copy, intended[move], steps[move, PIVOT], steps[move, ROTOR])
        count = trace(copy, rounds)
        if move == moves - 1:
            return reached(aim, 0, rounds, count, copy)
        if count or lost(copy):
            return False
    return False

"""What a board is worth to our best agent: the T-spins that are there, then how well the rest is stacked.

A T-slot is a place that a T gets into by a turn. Slots are found by their shape, all rows of a column at once; the
T is then put there and its lines are cleared *before* the rest of the board is looked at: an overhang that a
T-spin will take away is no flaw, whatever lies under it. Compare with `boards.py`'s patterns of the T-spin agent
paper (3.4), which are counted but stay on the board.

`least[k]` is the word of the rows with at most k empty cells (engines/tspin/solve/outlook.py).
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import height, lowest, popcount
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ALL_ROWS, SPAWN_X, WIDTH, clear_rows, full_rows
from engines.tspin.rules.pieces import PIECES, I, T
from engines.tspin.solve.outlook import LEVELS, count_gaps

NAMES = (
    "cells",  # filled cells, before slots are played
    "tallest",  # height of the tallest column
    "tallest_over_8",
    "tallest_over_12",
    "bumps",  # differences of neighbouring columns, the well's left out
    "bumps_squared",
    "flat",  # neighbouring columns of the same height, the well's left out
    "step_1",  # one row apart
    "step_2",
    "row_transitions",  # filled next to empty along the rows
    "holes",  # empty cells with a filled one above
    "cover",  # filled cells above holes, six a column at most
    "holed_rows",  # rows with holes
    "lacking_1",  # rows that lack one cell
    "lacking_2",
    "lacking_3",
    "well",  # rows that lack the cell of the deepest column only, from its bottom on, four at most
    "well_at_0",  # the deepest column is so far from the nearer wall
    "well_at_1",
    "well_at_2",
    "well_at_3",
    "well_at_4",
    "quad",  # four such rows: an I clears them
    "quad_with_i",  # the same with an I in hold
    "column_0",  # how much higher than all together the columns are that are so far from the nearer wall
    "column_1",
    "column_2",
    "column_3",
    "slot_1",  # a T-slot that clears so many lines, with a T in hold
    "slot_2",
    "slot_3",
    "slot_1_no_t",  # the same without
    "slot_2_no_t",
    "slot_3_no_t",
    "next_slot_2",  # another one when that is played
    "next_slot_3",
    "notch",  # a notch that only lacks the overhang
    "notch_gaps",  # empty cells in the two rows of the best notch, the T's own left out
    "notch_rim",  # the best notch has a rim to hang a piece over
    "shape",  # a T-slot whose rows are not full enough for two lines
    "shape_gaps",  # empty cells in the rows of the best of those, the T's own left out
    "hook",  # the same for three lines
    "hook_gaps",
    "ledge",  # a slot for three lines that only lacks the overhang
    "ledge_gaps",  # empty cells in the three rows of the best of those, the T's own left out
    "ledge_rim",  # the best has a column beside it from which to hang the overhang
    "hold_t",
    "hold_t_wait",  # a T in hold, times the pieces until the next T
    "slot_wait",  # a T-slot for two lines or three and no T in hold, times those pieces
    "hold_i",
    "hold_o",
    "hold_jl",
    "hold_sz",
    "wait",  # the pieces until the next T
    "clear_1",  # lines cleared
    "clear_2",
    "clear_3",
    "clear_4",
    "spin_1",  # lines cleared by a T-spin
    "spin_2",
    "spin_3",
    "wasted_t",  # a T that clears nothing by a T-spin
    "distance",  # columns between slots and the notch and where the T comes from
    "input",  # an input
)
COUNT = len(NAMES)
INDEX = {name: index for index, name in enumerate(NAMES)}
CELLS, DISTANCE = INDEX["cells"], INDEX["distance"]
TALLEST, TALLEST_8, TALLEST_12 = (INDEX[name] for name in ("tallest", "tallest_over_8", "tallest_over_12"))
BUMPS, BUMPS_2, TRANSITIONS = (INDEX[name] for name in ("bumps", "bumps_squared", "row_transitions"))
HOLES, COVER, HOLED = (INDEX[name] for name in ("holes", "cover", "holed_rows"))
FLAT, LACKING = INDEX["flat"], INDEX["lacking_1"]
WELL, WELL_AT, QUAD, QUAD_WITH_I = (INDEX[name] for name in ("well", "well_at_0", "quad", "quad_with_i"))
COLUMN, COLUMNS_WEIGHED = INDEX["column_0"], 4
SLOT, SLOT_NO_T, NEXT_SLOT = INDEX["slot_1"], INDEX["slot_1_no_t"], INDEX["next_slot_2"]
NOTCH, NOTCH_GAPS, NOTCH_RIM = (INDEX[name] for name in ("notch", "notch_gaps", "notch_rim"))
SHAPE, SHAPE_GAPS, HOOK, HOOK_GAPS = (INDEX[name] for name in ("shape", "shape_gaps", "hook", "hook_gaps"))
LEDGE, LEDGE_GAPS, LEDGE_RIM = (INDEX[name] for name in ("ledge", "ledge_gaps", "ledge_rim"))
HOLD_T_WAIT, SLOT_WAIT, WAIT = (INDEX[name] for name in ("hold_t_wait", "slot_wait", "wait"))
HELD = {"I": "hold_i", "O": "hold_o", "T": "hold_t", "L": "hold_jl", "J": "hold_jl", "S": "hold_sz", "Z": "hold_sz"}
HOLD = np.array([INDEX[HELD[piece]] for piece in PIECES], dtype=np.int64)  # by piece
CLEAR, SPIN, WASTED, INPUT = (INDEX[name] for name in ("clear_1", "spin_1", "wasted_t", "input"))
NONE_SEEN = 99
MOST_COVER = 6  # cells above a column's holes that count
DEEPEST = 4  # rows of a well that count
STEPS_COUNTED = 3  # flat, one row, two rows
MOST_LACKING = 3  # cells that a row may lack to be counted


@kernel
def side(board: np.ndarray, x: int) -> int:
    """A column's word; all filled beyond the walls."""
    return board[x] if 0 <= x < WIDTH else ALL_ROWS


@kernel
def open_from(board: np.ndarray, x: int) -> int:
    """The rows of a column that are open to the sky; none beyond the walls."""
    if x < 0 or x >= WIDTH:
        return 0
    top = height(board[x])
    return ALL_ROWS >> top << top


@kernel
def gaps(least: np.ndarray, row: int) -> int:
    """The empty cells of a row."""
    for k in range(LEVELS):
        if least[k] >> row & 1:
            return k
    return LEVELS


@kernel
def holed_columns(board: np.ndarray) -> int:
    """The columns with an empty cell under a filled one, as bits: beside one of those are all slots."""
    columns = 0
    for x in range(WIDTH):
        columns |= int(board[x] & (board[x] + 1) != 0) << x
    return columns


@kernel
def notches(board: np.ndarray, x: int) -> int:
    """Rows where the centre of a T that points down in column x comes in by a turn under an overhang on one side."""
    here, left, right = board[x], board[x - 1], board[x + 1]
    into = ~(here | left | right | here << 1) & left << 1 & right << 1 & open_from(board, x)
    return into & (left >> 1 & open_from(board, x + 1) | right >> 1 & open_from(board, x - 1))


@kernel
def find_slot(board: np.ndarray, least: np.ndarray, slot: np.ndarray) -> int:
    """The lines of the T-slot that clears most of them; of equal ones the lowest in the leftmost column.

    `slot` is where the T's nose is (-1, 0 down, 1), the column and the row of its centre; then the fewest empty cells
    in the rows of a slot for two lines that does not clear them yet, and of one for three.
    """
    one, two, three = least[1] & ~least[0], least[2] & ~least[1], least[3] & ~least[2]
    best = 0
    slot[3], slot[4] = NONE_SEEN, NONE_SEEN
    holed = holed_columns(board)
    for x in range(1, WIDTH - 1):
        into = notches(board, x) if holed >> x - 1 & 5 else 0
        if into:
            upper, lower = three & into, one << 1 & into
            both = upper & lower
            if both and best < 2:
                best, slot[0], slot[1], slot[2] = 2, 0, x, lowest(both)
            elif not both:
                row = lowest(into)
                slot[3] = min(slot[3], gaps(least, row) + gaps(least, row - 1) - 4)
                if best == 0 and upper | lower:
                    best, slot[0], slot[1], slot[2] = 1, 0, x, lowest(upper | lower)
    while holed:
        x = lowest(holed)
        holed &= holed - 1
        for nose in range(-1, 2, 2):
            if not 0 <= x + 2 * nose < WIDTH:
                continue
            into = hooks(board, x, nose)
            if into:
                top, middle, low = one >> 1 & into, two & into, one << 1 & into
                rows, lines = top & middle & low, 3
                if rows == 0:
                    row = lowest(into)
                    slot[4] = min(slot[4], gaps(least, row - 1) + gaps(least, row) + gaps(least, row + 1) - 4)
                    rows, lines = top & middle | top & low | middle & low, 2
                if rows and lines > best:
                    best, slot[0], slot[1], slot[2] = lines, nose, x, lowest(rows)
    return best


@kernel
def bays(board: np.ndarray, x: int, nose: int) -> int:
    """Rows where a T in column x has its nose in a gap of the next column, and room to turn in from above."""
    here, near, far = board[x], board[x + nose], board[x + 2 * nose]
    into = ~(here | here << 1 | here >> 1 | near | 1)  # its own cells
    into &= near >> 1 & near << 1  # filled above and below the nose: the first and the fourth kick fail
    into &= ~(here >> 2 | near >> 2 | far >> 2)  # where it turns
    return into & open_from(board, x + nose) >> 2 & open_from(board, x + 2 * nose) >> 2


@kernel
def hooks(board: np.ndarray, x: int, nose: int) -> int:
    """Rows where the centre of a T in column x, its nose at x + nose, comes in by the fifth kick from under an
    overhang two above it: the shape of a T-spin Triple."""
    beyond, clear = side(board, x + 3 * nose), open_from(board, x + 3 * nose)
    # It slides in from the side, or turns in where the stack beside is too high to turn away from there.
    return bays(board, x, nose) & board[x] >> 3 & (clear >> 2 | beyond >> 2 & beyond >> 3)


@kernel
def ledge_value(board: np.ndarray, least: np.ndarray, weights: np.ndarray) -> float:
    """Worth of the best place for a T-spin Triple that only lacks the overhang."""
    best, found = 0.0, False
    holed = holed_columns(board)
    while holed:
        near = lowest(holed)
        holed &= holed - 1
        for nose in range(-1, 2, 2):
            x = near - nose
            if not (0 <= x < WIDTH and 0 <= near + nose < WIDTH):
                continue
            into = bays(board, x, nose) & open_from(board, x)
            if into == 0:
                continue
            row = lowest(into)
            missing = gaps(least, row - 1) + gaps(least, row) + gaps(least, row + 1) - 4
            worth = weights[LEDGE] + weights[LEDGE_GAPS] * missing
            if 0 <= x - nose < WIDTH and height(board[x - nose]) > row + 2:
                worth += weights[LEDGE_RIM]
            if worth > best or not found:
                best, found = worth, True
    return best


@kernel
def put_t(board: np.ndarray, nose: int, x: int, row: int) -> None:
    """Put the T of a slot on the board and clear its lines."""
    if nose == 0:
        board[x - 1] |= 1 << row
        board[x] |= 3 << row - 1
        board[x + 1] |= 1 << row
    else:
        board[x] |= 7 << row - 1
        board[x + nose] |= 1 << row
    clear_rows(board, full_rows(board))


@kernel
def unfinished_value(slot: np.ndarray, weights: np.ndarray) -> float:
    """Worth of slots that do not clear all their lines yet."""
    worth = 0.0
    if slot[3] != NONE_SEEN:
        worth += weights[SHAPE] + weights[SHAPE_GAPS] * slot[3]
    if slot[4] != NONE_SEEN:
        worth += weights[HOOK] + weights[HOOK_GAPS] * slot[4]
    return worth


@kernel
def slots_value(
    board: np.ndarray, hold: int, wait: float, least: np.ndarray, slot: np.ndarray, weights: np.ndarray
) -> float:
    """Worth of the T-slots, which are played: `board` and `least` are what they leave."""
    lines = find_slot(board, least, slot)
    worth = 0.0
    if lines > 0:
        worth += weights[(SLOT if hold == T else SLOT_NO_T) + lines - 1] + weights[DISTANCE] * abs(slot[1] - SPAWN_X)
    if lines >= 2:
        if hold != T:
            worth += weights[SLOT_WAIT] * wait
        put_t(board, slot[0], slot[1], slot[2])
        count_gaps(board, least)
        lines = find_slot(board, least, slot)
        if lines >= 2:
            worth += weights[NEXT_SLOT + lines - 2] + weights[DISTANCE] * abs(slot[1] - SPAWN_X)
            put_t(board, slot[0], slot[1], slot[2])
            count_gaps(board, least)
            return worth
    return worth + unfinished_value(slot, weights)


@kernel
def has_rim(board: np.ndarray, x: int, row: int) -> bool:
    """Whether a column beside a notch is high enough to hang a piece over it."""
    return (x > 1 and height(board[x - 2]) > row) or (x < WIDTH - 2 and height(board[x + 2]) > row)


@kernel
def notch_value(board: np.ndarray, least: np.ndarray, weights: np.ndarray) -> float:
    """Worth of the best notch: an open column lower than its two even neighbours, best by one."""
    best, found = 0.0, False
    for x in range(1, WIDTH - 1):
        row = height(board[x - 1])
        if height(board[x + 1]) != row or height(board[x]) >= row:
            continue
        missing = gaps(least, row) + gaps(least, row - 1) - 4
        too_deep = row - 1 - height(board[x])
        worth = weights[NOTCH] + weights[NOTCH_GAPS] * (missing + 2 * too_deep) + weights[DISTANCE] * abs(x - SPAWN_X)
        if has_rim(board, x, row):
            worth += weights[NOTCH_RIM]
        if worth > best or not found:
            best, found = worth, True
    return best


@kernel
def holes_value(board: np.ndarray, weights: np.ndarray) -> float:
    """Worth of what is covered."""
    holes, cover, rows = 0, 0, 0
    for x in range(WIDTH):
        word = board[x]
        inside = ((1 << height(word)) - 1) & ~word
        if inside:
            holes += popcount(inside)
            cover += min(MOST_COVER, popcount(word >> height(inside)))
            rows |= inside
    return weights[HOLES] * holes + weights[COVER] * cover + weights[HOLED] * popcount(rows)


@kernel
def transitions_of(board: np.ndarray, tallest: int) -> int:
    """How often filled and empty meet along the rows up to the tallest column; walls are filled."""
    sky = (1 << tallest) - 1
    count, before = 0, sky
    for x in range(WIDTH):
        count += popcount(before ^ board[x])
        before = board[x]
    return count + popcount(before ^ sky)


@kernel
def surface_value(board: np.ndarray, deepest: int, weights: np.ndarray) -> float:
    """Worth of how even the columns are, the deepest left out, and of where they are high."""
    bumps, squares, last, total = 0, 0, -1, 0
    worth, weighed = 0.0, 0.0
    for x in range(WIDTH):
        top = height(board[x])
        total += top
        wall = min(x, WIDTH - 1 - x)
        if wall < COLUMNS_WEIGHED:
            worth += weights[COLUMN + wall] * top
            weighed += weights[COLUMN + wall]
        if x == deepest:
            continue
        if last >= 0:
            step = abs(top - last)
            bumps += step
            squares += step * step
            if step < STEPS_COUNTED:
                worth += weights[FLAT + step]
        last = top
    worth -= weighed * total / WIDTH
    return worth + weights[BUMPS] * bumps + weights[BUMPS_2] * squares


@kernel
def well_value(board: np.ndarray, deepest: int, hold: int, least: np.ndarray, weights: np.ndarray) -> float:
    """Worth of the deepest column, as a well for an I."""
    ready = (least[1] & ~least[0] & ~board[deepest]) >> height(board[deepest])
    depth = min(DEEPEST, lowest(~ready))
    worth = weights[WELL] * depth + weights[WELL_AT + min(deepest, WIDTH - 1 - deepest)]
    if depth == DEEPEST:
        worth += weights[QUAD_WITH_I] if hold == I else weights[QUAD]
    return worth


@kernel
def stack_value(board: np.ndarray, hold: int, least: np.ndarray, weights: np.ndarray) -> float:
    """Worth of how the board is stacked."""
    tallest, deepest = 0, 0
    for x in range(WIDTH):
        tallest = max(tallest, height(board[x]))
        if height(board[x]) < height(board[deepest]):
            deepest = x
    worth = weights[TALLEST] * tallest + weights[TRANSITIONS] * transitions_of(board, tallest)
    worth += weights[TALLEST_8] * max(0, tallest - 8) + weights[TALLEST_12] * max(0, tallest - 12)
    for cells in range(MOST_LACKING):
        worth += weights[LACKING + cells] * popcount(least[cells + 1] & ~least[cells])
    worth += holes_value(board, weights) + surface_value(board, deepest, weights)
    return worth + well_value(board, deepest, hold, least, weights)


@kernel
def count_cells(board: np.ndarray) -> int:
    """The filled cells of a board: lines to come."""
    cells = 0
    for x in range(WIDTH):
        cells += popcount(board[x])
    return cells


@kernel
def board_value(
    board: np.ndarray, hold: int, wait: float, least: np.ndarray, slot: np.ndarray, weights: np.ndarray
) -> float:
    """Worth of a board with a piece in hold and `wait` pieces until the next T. `board` is changed."""
    count_gaps(board, least)
    worth = weights[CELLS] * count_cells(board) + weights[WAIT] * wait
    worth += slots_value(board, hold, wait, least, slot, weights)
    worth += notch_value(board, least, weights) + ledge_value(board, least, weights)
    worth += stack_value(board, hold, least, weights)
    if hold >= 0:
        worth += weights[HOLD[hold]]
    if hold == T:
        worth += weights[HOLD_T_WAIT] * wait
    return worth


@kernel
def move_value(piece: int, lines: int, spin: bool, inputs: int, weights: np.ndarray) -> float:
    """Worth of what a move does."""
    worth = weights[INPUT] * inputs
    if lines > 0:
        worth += weights[SPIN + lines - 1] if spin else weights[CLEAR + lines - 1]
    if piece == T and (lines == 0 or not spin):
        worth += weights[WASTED]
    return worth

"""What can be measured on board and queue alone. `catalogue` has the names."""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.puyo.measure.catalogue import SURFACE_MOVES, column
from engines.puyo.rules.board import DEATH_COLUMN, GARBAGE, HARD, ROWS, VISIBLE, WIDTH
from engines.puyo.rules.goals import AIM_CLEAR, AIM_EXACT, AIM_KIND, AIM_N, CHAIN, NO_KIND, NOTHING
from engines.puyo.solve.solver import PIVOT, ROTOR

CELLS = WIDTH * ROWS
FOUR = 4
HIGH = 2 * ROWS  # walls, as a column's neighbours

PUYO_NUM = column("puyoNum")
COLOR_NUM = column("colorNum")
MAX_HEIGHT = column("maxHeight")
ZIGZAGZA = column("zigzagza")
WIDTH_USED = column("width")
CORNER = np.array([0, 0, column("corner_pair"), column("corner_trio")], dtype=np.int64)  # by the size of the group
SURFACE_PAIR = np.array([column(f"surface_samecolor_pair_{move}") for move in SURFACE_MOVES], dtype=np.int64)
SURFACE_TRIO = np.array([column(f"surface_samecolor_trio_{move}") for move in SURFACE_MOVES], dtype=np.int64)
GOAL, GOAL_N = column("goal"), column("goal_n")
GOAL_EXACT, GOAL_CLEARS = column("goal_exact"), column("goal_clears")
PAIRS, DOUBLE_PAIRS, REPEATS, FALLS_THERE = column("pairs"), column("doubles"), column("repeats"), column("falls")
QUEUE_COLORS, NEW_COLORS, SPARE = column("queue_colors"), column("new_colors"), column("spare")
BOARD_COLORS, ENTROPY, GARBAGE_THERE = column("board_colors"), column("entropy"), column("garbage")
GROUPS_OF = np.array([0, column("singles"), column("pairs_there"), column("trios_there")], dtype=np.int64)
BURIED_GROUPS, DIAGONALS = column("buried_groups"), column("diagonals")
SURFACE_COLORS, DENSITY, LEAN = column("surface_colors"), column("density"), column("lean")
STEEPEST, DEEPEST_WELL, HEADROOM = column("steepest"), column("deepest_well"), column("headroom")
COUNTED = np.array(
    [*CORNER[2:], *GROUPS_OF[1:], BURIED_GROUPS, DIAGONALS, DOUBLE_PAIRS, REPEATS, FALLS_THERE, PAIRS], dtype=np.int64
)


@kernel
def code_at(board: np.ndarray, x: int, y: int) -> int:
    """The number of a cell; rows from 0."""
    word, bit = (x + 1) >> 2, 16 * ((x + 1) & 3) + y + 1
    return (board[word] >> bit & 1) | (board[2 + word] >> bit & 1) << 1 | (board[4 + word] >> bit & 1) << 2


@kernel
def unpack(board: np.ndarray, codes: np.ndarray) -> None:
    """The numbers of all cells by column and row."""
    for x in range(WIDTH):
        for y in range(ROWS):
            codes[x, y] = code_at(board, x, y)


@kernel
def is_color(code: int) -> bool:
    """Whether a cell holds a coloured puyo."""
    return code > HARD


@kernel
def group_at(codes: np.ndarray, x: int, y: int, marks: np.ndarray, mark: int, cells: np.ndarray) -> int:
    """List the group that a coloured puyo in sight belongs to, and mark it; how many puyos it has."""
    marks[x, y] = mark
    cells[0] = x * ROWS + y
    size, done = 1, 0
    while done < size:
        here_x, here_y = cells[done] // ROWS, cells[done] % ROWS
        done += 1
        for way in range(4):
            there_x = here_x + (way == 0) - (way == 1)
            there_y = here_y + (way == 2) - (way == 3)
            if not (0 <= there_x < WIDTH and 0 <= there_y < VISIBLE) or marks[there_x, there_y] == mark:
                continue
            if codes[there_x, there_y] == codes[x, y]:
                marks[there_x, there_y] = mark
                cells[size] = there_x * ROWS + there_y
                size += 1
    return size


@kernel
def on_surface(codes: np.ndarray, cells: np.ndarray, size: int) -> bool:
    """Whether a puyo of a group has an empty cell in sight above or beside it."""
    for i in range(size):
        x, y = cells[i] // ROWS, cells[i] % ROWS
        if y + 1 < VISIBLE and codes[x, y + 1] == 0:
            return True
        if (x > 0 and codes[x - 1, y] == 0) or (x < WIDTH - 1 and codes[x + 1, y] == 0):
            return True
    return False


@kernel
def around(codes: np.ndarray, cells: np.ndarray, size: int, marks: np.ndarray, mark: int) -> int:
    """How many puyos of a group's colour in sight touch it at a corner; each is marked and so counted once."""
    found = 0
    for i in range(size):
        x, y = cells[i] // ROWS, cells[i] % ROWS
        for there_x in range(max(x - 1, 0), min(x + 2, WIDTH)):
            for there_y in range(max(y - 1, 0), min(y + 2, VISIBLE)):
                if codes[there_x, there_y] == codes[x, y] and marks[there_x, there_y] != mark:
                    marks[there_x, there_y] = mark
                    found += 1
    return found


@kernel
def measure_groups(codes: np.ndarray, surface: np.ndarray, out: np.ndarray) -> None:
    """Groups of one to three; `surface` gets how many there are on it, by size and colour."""
    cells = np.zeros(CELLS, dtype=np.int64)
    seen = np.zeros((WIDTH, ROWS), dtype=np.int64)
    near = np.zeros((WIDTH, ROWS), dtype=np.int64)
    mark = 0
    for x in range(WIDTH):
        if is_color(codes[x, VISIBLE]):
            out[GROUPS_OF[1]] += 1
        for y in range(VISIBLE):
            code = codes[x, y]
            if not is_color(code):
                continue
            if x + 1 < WIDTH:  # each corner once, seen from the left
                out[DIAGONALS] += y > 0 and codes[x + 1, y - 1] == code
                out[DIAGONALS] += y + 1 < VISIBLE and codes[x + 1, y + 1] == code
            if seen[x, y]:
                continue
            mark += 1
            size = group_at(codes, x, y, seen, mark, cells)
            if size >= FOUR:
                continue
            out[GROUPS_OF[size]] += 1
            if size == 1:
                continue
            for i in range(size):
                near[cells[i] // ROWS, cells[i] % ROWS] = mark
            out[CORNER[size]] += around(codes, cells, size, near, mark)
            if on_surface(codes, cells, size):
                surface[size, code] += 1
            else:
                out[BURIED_GROUPS] += 1


@kernel
def measure_shape(codes: np.ndarray, out: np.ndarray) -> None:
    """Heights and what follows from them."""
    heights = np.zeros(WIDTH, dtype=np.int64)
    tops = 0
    for x in range(WIDTH):
        while heights[x] < ROWS and codes[x, heights[x]]:
            heights[x] += 1
        if heights[x] and is_color(codes[x, heights[x] - 1]):
            tops |= 1 << codes[x, heights[x] - 1]
    highest, total, used, left, right = 0, 0, 0, WIDTH, 0
    rough, steepest, well, lean = 0, 0, 0, 0
    for x in range(WIDTH):
        highest = max(highest, heights[x])
        total += heights[x]
        lean += heights[x] if x < WIDTH // 2 else -heights[x]
        if heights[x]:
            used += 1
            left, right = min(left, x), x
        before = heights[x - 1] if x else HIGH
        after = heights[x + 1] if x < WIDTH - 1 else HIGH
        well = max(well, min(before, after) - heights[x])
        if x:
            rough += abs(heights[x] - before)
            steepest = max(steepest, abs(heights[x] - before))
    out[PUYO_NUM], out[MAX_HEIGHT], out[ZIGZAGZA], out[WIDTH_USED] = total, highest, rough, used
    out[STEEPEST], out[DEEPEST_WELL], out[LEAN] = steepest, well, abs(lean)
    out[HEADROOM] = VISIBLE - heights[DEATH_COLUMN]
    colors = 0
    for code in range(HARD + 1, 8):
        colors += tops >> code & 1
    out[SURFACE_COLORS] = colors
    if total:
        out[DENSITY] = total / (highest * (right - left + 1))


@kernel
def measure_colors(there: np.ndarray, coming: np.ndarray, aim: np.ndarray, out: np.ndarray) -> None:
    """How many of each colour there are and will be, by cell number."""
    total, colored, entropy = 0, 0, 0.0
    on_board, in_queue, new, enough = 0, 0, 0, 0
    for code in range(HARD + 1, 8):
        total += there[code]
        colored += there[code] + coming[code]
        on_board += there[code] > 0
        in_queue += coming[code] > 0
        new += coming[code] > 0 and there[code] == 0
        enough += there[code] + coming[code] >= FOUR
    for code in range(HARD + 1, 8):
        if there[code]:
            share = there[code] / total
            entropy -= share * np.log2(share)
    out[GARBAGE_THERE] = there[GARBAGE] + there[HARD]
    out[BOARD_COLORS], out[QUEUE_COLORS], out[NEW_COLORS], out[COLOR_NUM] = on_board, in_queue, new, enough
    if total:
        out[ENTROPY] = entropy
    if aim[AIM_KIND] == CHAIN:
        out[SPARE] = colored - FOUR * aim[AIM_N]


@kernel
def measure_goal(aim: np.ndarray, out: np.ndarray) -> None:
    """What is asked for."""
    out[GOAL] = aim[AIM_KIND]
    out[GOAL_CLEARS] = aim[AIM_CLEAR] != NOTHING
    if aim[AIM_KIND] != NO_KIND:
        out[GOAL_N], out[GOAL_EXACT] = aim[AIM_N], aim[AIM_EXACT]


@kernel
def measure_queue(steps: np.ndarray, length: int, surface: np.ndarray, coming: np.ndarray, out: np.ndarray) -> None:
    """The pairs one by one; `coming` gets how many of each colour they bring."""
    for i in range(length):
        pivot, rotor = steps[i, PIVOT], steps[i, ROTOR]
        if not pivot:
            out[FALLS_THERE] += 1
            continue
        move = int(out[PAIRS])
        out[PAIRS] += 1
        coming[pivot] += 1
        coming[rotor] += 1
        out[DOUBLE_PAIRS] += pivot == rotor
        for j in range(i):
            same = steps[j, PIVOT] == pivot and steps[j, ROTOR] == rotor
            if same or (steps[j, PIVOT] == rotor and steps[j, ROTOR] == pivot):
                out[REPEATS] += 1
                break
        if move < len(SURFACE_PAIR):
            other = rotor if rotor != pivot else 0
            out[SURFACE_PAIR[move]] = surface[2, pivot] + surface[2, other]
            out[SURFACE_TRIO[move]] = surface[3, pivot] + surface[3, other]


@kernel
def measure_problem(
    board: np.ndarray, steps: np.ndarray, length: int, aim: np.ndarray, codes: np.ndarray, out: np.ndarray
) -> None:
    """All that the puzzle alone tells; `codes` gets its cells."""
    surface = np.zeros((FOUR, 8), dtype=np.int64)
    there = np.zeros(8, dtype=np.int64)
    coming = np.zeros(8, dtype=np.int64)
    for index in COUNTED:
        out[index] = 0
    unpack(board, codes)
    for x in range(WIDTH):
        for y in range(ROWS):
            there[codes[x, y]] += 1
    measure_goal(aim, out)
    measure_shape(codes, out)
    measure_groups(codes, surface, out)
    measure_queue(steps, length, surface, coming, out)
    measure_colors(there, coming, aim, out)

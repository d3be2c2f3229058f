"""What can be measured on an answer: every puyo is followed from where it lies to where it vanishes.

`labels` says who lies in each cell: a puyo of the board, of the hand (a half of a pair) or one that fell as
garbage, and how many rows it has fallen in the move that is being played. `catalogue` has the names.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel
from engines.puyo.measure.catalogue import MOVE_COLUMNS, ORDINALS, TOLD_MOVES, TOLD_ROUNDS, column
from engines.puyo.measure.near_misses import largest_group
from engines.puyo.measure.problem import code_at, is_color
from engines.puyo.rules.board import GARBAGE, HARD, ROWS, VISIBLE, WIDTH
from engines.puyo.rules.chain import COUNTS, GROUPS, POINTS, VANISHED_0, VANISHED_1, trace
from engines.puyo.rules.goals import EVERY_COLOR, EVERYTHING, colors_in, counted
from engines.puyo.rules.place import PIVOT_COLUMN, ROTOR_BELOW, ROTOR_COLUMN, height_of
from engines.puyo.rules.puzzle import MAX_STEPS
from engines.puyo.solve.solver import FELL, PIVOT, ROTOR, placements_of, take

# Labels: 1 + 13 * column + row at the start; HAND + 2 * step, and one more for the rotor; FALLEN.
HAND, FALLEN = 128, 255
WHO = 255
IN_HIDDEN_ROW = 1 << 8  # lay in row 13 when its move was placed
ROW_FALLEN = 1 << 16  # added for each row that it falls
STAYS, EARLIER = -1, 0  # when a puyo of the hand vanishes: never, before the last move; else its round, from 1

DELETABLE_NUM, DROP_NUM, CHIGIRI_NUM = column("deletableNum"), column("dropNum"), column("chigiriNum")
CHAIN_HEIGHT, CHAIN_UP_DOWN = column("chainHeight"), column("chainUpDown")
CHAIN_LEFT_RIGHT = column("chainLeftRight")
PUT_DELETED_NUM, PUT_DELETED_COLOR = column("putPuyoDeletedNum"), column("putPuyoDeletedColor")
USED_HAND = np.array([column(f"used_hand_num_in_{ordinal}_chain") for ordinal in ORDINALS], dtype=np.int64)
ANSWER_MOVES, ROUNDS_PLAYED, POINTS_MADE = column("answer_moves"), column("rounds"), column("points")
EARLY_ROUNDS, EARLY_FIRES = column("early_rounds"), column("early_fires")
VANISHED, VANISHED_SHARE, PUYOS_LEFT = column("vanished"), column("vanished_share"), column("puyos_left")
HAND_LEFT, CHAIN_COLORS, IDLE_COLORS = column("hand_left"), column("chain_colors"), column("idle_colors")
SAME_COLOR_ROUNDS, LARGEST_GROUP = column("same_color_rounds"), column("largest_group")
MOST_IN_A_ROUND, MOST_COLORS = column("most_in_a_round"), column("most_colors")
MOST_GROUPS, GARBAGE_CLEARED = column("most_groups"), column("garbage_cleared")
TURNS, CHAIN_RISE, CHAIN_WIDTH = column("turns"), column("chain_rise"), column("chain_width")
DROP_ROWS, LONGEST_DROP = column("drop_rows"), column("longest_drop")
HIDDEN_VANISHED, HAND_HIDDEN = column("hidden_vanished"), column("hand_hidden")
HAND_WAITING, HAND_LAST_ROUND = column("hand_waiting"), column("hand_last_round")
HALVES_APART, HAND_TOUCHING = column("halves_apart"), column("hand_touching")
HIGHEST_PLACED, LOWEST_PLACED = column("highest_placed"), column("lowest_placed")
LONGEST_SPLIT, STACKED = column("longest_split"), column("stacked")
APART, CHOICES = column("apart"), column("choices")
SPLIT_1, TOUCHING_1, FIRES_1 = column("split_1"), column("touching_1"), column("fires_1")
# What is added up or is a maximum over moves and rounds, and so begins at 0.
FROM_ZERO = np.array(
    [
        *(DELETABLE_NUM, DROP_NUM, CHIGIRI_NUM, CHAIN_UP_DOWN, CHAIN_LEFT_RIGHT, PUT_DELETED_NUM, PUT_DELETED_COLOR),
        *(ANSWER_MOVES, ROUNDS_PLAYED, POINTS_MADE, EARLY_ROUNDS, EARLY_FIRES, VANISHED, HAND_LEFT, CHAIN_COLORS),
        *(SAME_COLOR_ROUNDS, LARGEST_GROUP, MOST_IN_A_ROUND, MOST_COLORS, MOST_GROUPS, GARBAGE_CLEARED, TURNS),
        *(DROP_ROWS, LONGEST_DROP, HIDDEN_VANISHED, HAND_HIDDEN, HAND_WAITING, HAND_LAST_ROUND, HALVES_APART),
        *(HAND_TOUCHING, LONGEST_SPLIT, STACKED, CHOICES, CHAIN_WIDTH),
    ],
    dtype=np.int64,
)


@kernel
def label_given(board: np.ndarray, labels: np.ndarray) -> None:
    """Each puyo of the board is labelled with its cell."""
    for x in range(WIDTH):
        for y in range(ROWS):
            labels[x, y] = 1 + x * ROWS + y if code_at(board, x, y) else 0


@kernel
def landing(board: np.ndarray, move: int) -> tuple[int, int, int, int]:
    """Column and row in which the pivot and the rotor of a pair will rest; rows from 0."""
    pivot_x, rotor_x = PIVOT_COLUMN[move], ROTOR_COLUMN[move]
    pivot_y, rotor_y = height_of(board, pivot_x), height_of(board, rotor_x)
    if pivot_x == rotor_x:
        if ROTOR_BELOW[move]:
            pivot_y += 1
        else:
            rotor_y += 1
    return pivot_x, pivot_y, rotor_x, rotor_y


@kernel
def splits(board: np.ndarray, move: int) -> int:
    """How many rows apart the halves of a pair land when they are set down side by side."""
    pivot_x, pivot_y, rotor_x, rotor_y = landing(board, move)
    return abs(pivot_y - rotor_y) if pivot_x != rotor_x else 0


@kernel
def touches(board: np.ndarray, x: int, y: int, except_x: int, except_y: int) -> bool:
    """Whether a puyo in sight has one of its colour next to it, other than the one excepted."""
    if y >= VISIBLE:
        return False
    code = code_at(board, x, y)
    for way in range(4):
        there_x, there_y = x + (way == 0) - (way == 1), y + (way == 2) - (way == 3)
        if not (0 <= there_x < WIDTH and 0 <= there_y < VISIBLE) or (there_x == except_x and there_y == except_y):
            continue
        if code_at(board, there_x, there_y) == code:
            return True
    return False


@kernel
def label_fallen(board: np.ndarray, labels: np.ndarray) -> None:
    """What lies there without a label has just fallen."""
    for x in range(WIDTH):
        for y in range(ROWS):
            if not labels[x, y] and code_at(board, x, y):
                labels[x, y] = FALLEN


@kernel
def begin_move(labels: np.ndarray) -> None:
    """Note who lies in the hidden row; nobody has fallen yet."""
    for x in range(WIDTH):
        for y in range(ROWS):
            labels[x, y] &= WHO
        if labels[x, ROWS - 1]:
            labels[x, ROWS - 1] |= IN_HIDDEN_ROW


@kernel
def measure_pair(
    board: np.ndarray, labels: np.ndarray, i: int, step: np.ndarray, move: int, spans: np.ndarray, out: np.ndarray
) -> None:
    """Place a pair, label its halves, and measure how it lies."""
    number = int(out[ANSWER_MOVES])
    pivot_x, pivot_y, rotor_x, rotor_y = landing(board, move)
    depth = splits(board, move)
    out[CHOICES] += np.log2(popcount(placements_of(board, step)))
    out[CHIGIRI_NUM] += depth > 0
    out[LONGEST_SPLIT] = max(out[LONGEST_SPLIT], depth)
    take(board, step, move)
    touching, rests = 0, False
    for half in range(2):
        x, y, other_x, other_y = pivot_x, pivot_y, rotor_x, rotor_y
        if half:
            x, y, other_x, other_y = rotor_x, rotor_y, pivot_x, pivot_y
        out[HAND_HIDDEN] += y >= VISIBLE
        if y >= ROWS:
            continue
        labels[x, y] = HAND + 2 * i + half
        touching += touches(board, x, y, other_x, other_y)
        if y > 0:
            below = labels[x, y - 1] & WHO
            rests = rests or (HAND <= below < HAND + 2 * i)
        if not out[HIGHEST_PLACED] >= y + 1:  # NaN before the first
            out[HIGHEST_PLACED] = y + 1
        if not out[LOWEST_PLACED] <= y + 1:
            out[LOWEST_PLACED] = y + 1
    out[HAND_TOUCHING] += touching
    out[STACKED] += rests
    spans[number, 0], spans[number, 1] = min(pivot_x, rotor_x), max(pivot_x, rotor_x)
    for j in range(number):
        between = max(spans[number, 0] - spans[j, 1], spans[j, 0] - spans[number, 1]) - 1
        if not out[APART] >= between:  # NaN before the second
            out[APART] = max(between, 0)
    if number < TOLD_MOVES:
        out[SPLIT_1 + MOVE_COLUMNS * number] = depth > 0
        out[TOUCHING_1 + MOVE_COLUMNS * number] = touching
    out[ANSWER_MOVES] += 1


@kernel
def copy_labels(source: np.ndarray, target: np.ndarray) -> None:
    """Write all labels over others."""
    for x in range(WIDTH):
        for y in range(ROWS):
            target[x, y] = source[x, y]


@kernel
def take_away(labels: np.ndarray, round_: np.ndarray, gone: np.ndarray) -> int:
    """List who vanishes in a round, with column and row, and let the others fall; how many vanish."""
    count = 0
    for x in range(WIDTH):
        word = round_[VANISHED_0] if x < 3 else round_[VANISHED_1]
        lane = word >> 16 * ((x + 1) & 3) & 0xFFFF
        if not lane:
            continue
        row = 0
        for y in range(ROWS):
            label = labels[x, y]
            labels[x, y] = 0
            if lane >> (y + 1) & 1:
                gone[count, 0], gone[count, 1], gone[count, 2] = label, x, y
                count += 1
            elif label:
                labels[x, row] = label + (y - row) * ROW_FALLEN
                row += 1
    return count


@kernel
def measure_falls(before: np.ndarray, out: np.ndarray) -> None:
    """Who falls in a round, given the labels before it with 0 for those that vanish."""
    for x in range(WIDTH):
        row = 0
        for y in range(ROWS):
            if before[x, y]:
                rows = y - row
                if rows:
                    out[DROP_NUM] += before[x, y] < ROW_FALLEN
                    out[DROP_ROWS] += rows
                row += 1


@kernel
def note_gone(gone: np.ndarray, count: int, when: int, hand: np.ndarray, given: np.ndarray, out: np.ndarray) -> None:
    """Who vanished when: `hand` by half of a pair, `given` by cell of the board at the start."""
    for k in range(count):
        who = gone[k, 0] & WHO
        if HAND <= who < FALLEN:
            hand[who - HAND] = when
        elif who != FALLEN:
            given[who - 1] = 1
        out[HIDDEN_VANISHED] += gone[k, 0] & IN_HIDDEN_ROW != 0


@kernel
def measure_rounds(rounds: np.ndarray, count: int, out: np.ndarray) -> None:
    """What each round of the chain takes."""
    colors = before = 0
    for i in range(count):
        here = colors_in(rounds[i])
        size = counted(rounds[i], COUNTS, EVERYTHING)
        if i == 0:
            out[DELETABLE_NUM] = size
        out[VANISHED] += size
        out[POINTS_MADE] += rounds[i, POINTS]
        out[SAME_COLOR_ROUNDS] += here & before != 0
        out[LARGEST_GROUP] = max(out[LARGEST_GROUP], largest_group(rounds[i], EVERY_COLOR))
        out[MOST_IN_A_ROUND] = max(out[MOST_IN_A_ROUND], size)
        out[MOST_COLORS] = max(out[MOST_COLORS], popcount(here))
        out[MOST_GROUPS] = max(out[MOST_GROUPS], counted(rounds[i], GROUPS, EVERY_COLOR))
        colors |= here
        before = here
    out[CHAIN_COLORS] = popcount(colors)
    out[ROUNDS_PLAYED] = count


@kernel
def measure_travel(columns: np.ndarray, rows: np.ndarray, count: int, out: np.ndarray) -> None:
    """How the chain goes from round to round, given where each is."""
    way = 0
    for i in range(1, count):
        step = columns[i] - columns[i - 1]
        out[CHAIN_UP_DOWN] += abs(rows[i] - rows[i - 1])
        out[CHAIN_LEFT_RIGHT] += abs(step)
        if step != 0:
            out[TURNS] += (step > 0 and way < 0) or (step < 0 and way > 0)
            way = 1 if step > 0 else -1
    if count:
        out[CHAIN_RISE] = rows[count - 1] - rows[0]


@kernel
def follow_chain(
    labels: np.ndarray,
    rounds: np.ndarray,
    count: int,
    gone: np.ndarray,
    hand: np.ndarray,
    given: np.ndarray,
    out: np.ndarray,
) -> None:
    """The chain that reaches the goal, puyo by puyo."""
    columns = np.zeros(len(rounds), dtype=np.float64)
    rows = np.zeros(len(rounds), dtype=np.float64)
    before = np.zeros((WIDTH, ROWS), dtype=np.int64)
    total, heights, used = 0, 0, 0
    for i in range(count):
        copy_labels(labels, before)
        size = take_away(labels, rounds[i], gone)
        note_gone(gone, size, i + 1, hand, given, out)
        across, up = 0, 0
        for k in range(size):
            x, y = gone[k, 1], gone[k, 2]
            before[x, y] = 0
            used |= 1 << x
            across += x
            up += y + 1
            out[LONGEST_DROP] = max(out[LONGEST_DROP], gone[k, 0] // ROW_FALLEN)
        measure_falls(before, out)
        columns[i], rows[i] = across / size, up / size
        total, heights = total + size, heights + up
    if total:
        out[CHAIN_HEIGHT] = heights / total
    out[CHAIN_WIDTH] = popcount(used)
    measure_travel(columns, rows, count, out)


@kernel
def measure_hand(steps: np.ndarray, n: int, hand: np.ndarray, count: int, out: np.ndarray) -> None:
    """What becomes of the puyos that were placed."""
    colors = 0
    for k in range(min(count, TOLD_ROUNDS)):
        out[USED_HAND[k]] = 0
    for i in range(n):
        if not steps[i, PIVOT]:
            continue
        for half in range(2):
            when = hand[2 * i + half]
            if when == STAYS:
                out[HAND_LEFT] += 1
                continue
            out[PUT_DELETED_NUM] += 1
            colors |= 1 << steps[i, ROTOR if half else PIVOT]
            out[HAND_WAITING] += when > 1
            out[HAND_LAST_ROUND] += when > EARLIER and when == count
            if EARLIER < when <= TOLD_ROUNDS:
                out[USED_HAND[when - 1]] += 1
        first, second = hand[2 * i], hand[2 * i + 1]
        out[HALVES_APART] += first > EARLIER and second > EARLIER and first != second
    out[PUT_DELETED_COLOR] = popcount(colors)


@kernel
def measure_answer(
    start: np.ndarray,
    steps: np.ndarray,
    moves: np.ndarray,
    n: int,
    rounds: np.ndarray,
    given: np.ndarray,
    out: np.ndarray,
) -> None:
    """Play an answer of n steps and measure it; `given` gets which cells of the board vanish in it."""
    labels = np.zeros((WIDTH, ROWS), dtype=np.int64)
    hand = np.full(2 * MAX_STEPS, STAYS, dtype=np.int64)
    spans = np.zeros((MAX_STEPS, 2), dtype=np.int64)
    gone = np.zeros((WIDTH * ROWS, 3), dtype=np.int64)
    board = start.copy()
    colors = vanished = 0
    for cell in range(len(given)):
        given[cell] = 0
    for index in FROM_ZERO:
        out[index] = 0
    label_given(board, labels)
    for i in range(n):
        number = int(out[ANSWER_MOVES])
        if moves[i] == FELL:
            take(board, steps[i], moves[i])
            label_fallen(board, labels)
        else:
            measure_pair(board, labels, i, steps[i], moves[i], spans, out)
        begin_move(labels)
        count = trace(board, rounds)
        for k in range(count):
            colors |= colors_in(rounds[k])
            vanished += counted(rounds[k], COUNTS, EVERYTHING)
            out[GARBAGE_CLEARED] += rounds[k, COUNTS + GARBAGE] + rounds[k, COUNTS + HARD]
        if moves[i] != FELL and number < TOLD_MOVES:
            out[FIRES_1 + MOVE_COLUMNS * number] = count
        if i == n - 1:
            measure_rounds(rounds, count, out)
            follow_chain(labels, rounds, count, gone, hand, given, out)
            measure_hand(steps, n, hand, count, out)
            continue
        out[EARLY_ROUNDS] += count
        out[EARLY_FIRES] += count > 0
        for k in range(count):
            note_gone(gone, take_away(labels, rounds[k], gone), EARLIER, hand, given, out)
    left = 0
    for x in range(WIDTH):
        left += height_of(board, x)
    out[PUYOS_LEFT] = left
    out[VANISHED_SHARE] = vanished / (vanished + left)
    out[IDLE_COLORS] = idle_colors(start, colors)


@kernel
def idle_colors(start: np.ndarray, colors: int) -> int:
    """How many colours of the board are not in a set."""
    there = 0
    for x in range(WIDTH):
        for y in range(ROWS):
            code = code_at(start, x, y)
            if is_color(code):
                there |= 1 << code
    return popcount(there & ~colors)

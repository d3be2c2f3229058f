"""Chains: four or more of a colour that hang together vanish, the rest falls, and so on.

Rows 1 to 12 connect and vanish; the hidden row 13 only falls. Garbage beside what vanishes goes too; a hard
puyo touched from one side turns to garbage, from two or more it goes. Compare with quality/referee/puyo.py.

`chain` counts rounds, `scored_chain` adds up their points, `trace` tells all there is to know of each; `chain_all`
does many boards in one call. `play_out` and `score_out` do it on a board in registers (`planes`).
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.kernels.lanes import from_quads, load_8, quad_0, quad_1, some, store
from engines.puyo.rules.board import COLOR_CODES, GARBAGE, HARD
from engines.puyo.rules.planes import (
    Planes,
    Word,
    beside,
    beside_twice,
    count_cells,
    load_board,
    load_planes,
    settle,
    store_board,
    store_planes,
    touched,
    vanishing,
    with_code,
)

MAX_ROUNDS = 20  # 78 cells are enough for 19 groups of four

# What `trace` tells of a round, as columns of an int64 array.
VANISHED_0, VANISHED_1 = 0, 1  # the cells that vanish, as the two words of a plane, where they lie in this round
COUNTS = 2  # how many of each cell number vanish: eight columns, COUNTS + code
GROUPS = 10  # how many groups of each cell number: eight columns, GROUPS + code
SOFTENED = 18  # hard puyos that turn to garbage
POINTS = 19  # of this round
GROUP_LIST = 20  # its groups one by one: cell number * GROUP_SIZES + size, and 0 after the last
GROUP_SIZES = 128
MOST_GROUPS = 18  # 72 cells in sight
FIELDS = GROUP_LIST + MOST_GROUPS

LANES_0, LANES_1 = 0x3FFE_3FFE_3FFE_0000, 0x0000_3FFE_3FFE_3FFE  # rows 1 to 13 of the columns
BATCH = 64  # boards that `chain_all` plays side by side
TWO_GROUPS = 8  # no fewer cells can be two groups

CHAIN_BONUS = np.array([0, 0, 8, 16, 32, 64] + [96 + 32 * i for i in range(15)], dtype=np.int64)  # by round, from 1
COLOR_BONUS = np.array([0, 0, 3, 6, 12, 24], dtype=np.int64)
GROUP_BONUS = np.array([0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7] + [10] * 62, dtype=np.int64)
MOST_BONUS = 999
POINTS_EACH, HARD_WORTH = 10, 8
CODES = np.array(COLOR_CODES, dtype=np.int64)


@kernel
def cells(board: np.ndarray, code: int, word: int) -> int:
    """The cells with a number, of one word of the planes."""
    found = LANES_0 if word == 0 else LANES_1
    for plane in range(3):
        bits = board[2 * plane + word]
        found &= bits if code >> plane & 1 else ~bits
    return found


@kernel
def first_group(cells: Word) -> Word:
    """The lowest of some cells in the first column that has any, and all that hang together with it."""
    low, high = quad_0(cells), quad_1(cells)
    group = from_quads(low & -low, 0) if low else from_quads(0, high & -high)
    while True:
        grown = (group | beside(group)) & cells
        if not some(grown ^ group):
            return group
        group = grown


@kernel
def group_bonus(cells: Word, size: int) -> int:
    """The bonus for the sizes of a colour's groups, given the cells of all of them."""
    bonus = 0
    while size >= TWO_GROUPS:
        group = first_group(cells)
        part = count_cells(group)
        bonus += GROUP_BONUS[part]
        cells, size = cells & ~group, size - part
    return bonus + GROUP_BONUS[size]


@kernel
def bonus_of_many(p0: Word, p1: Word, p2: Word, cells: Word) -> int:
    """The bonus for colours and sizes where more than one group may vanish."""
    colors = bonus = 0
    for code in CODES:
        own = with_code(p0, p1, p2, code) & cells
        size = count_cells(own)
        colors += 1 if size else 0
        bonus += group_bonus(own, size)
    return bonus + COLOR_BONUS[colors]


@kernel
def points_of(number: int, p0: Word, p1: Word, p2: Word, cells: Word, hard_worth: int) -> int:
    """The points of a round: given the coloured cells that vanish, and what the hard puyos beside them are worth."""
    size = count_cells(cells)
    bonus = GROUP_BONUS[size] if size < TWO_GROUPS else bonus_of_many(p0, p1, p2, cells)
    return POINTS_EACH * (size + hard_worth) * min(max(bonus + CHAIN_BONUS[number], 1), MOST_BONUS)


@kernel
def sorted_hard(hard: Word, cells: Word) -> tuple[Word, Word]:
    """The hard puyos that go, touched from two sides or more, and those that turn to garbage, touched from one."""
    twice = hard & beside_twice(cells)
    return twice, hard & ~twice


@kernel
def after_round(p0: Word, p1: Word, p2: Word, cells: Word) -> tuple[Word, Word, Word, int]:
    """The board after some coloured cells vanished, and what the hard puyos beside them are worth."""
    gone, hard = touched(p0, p1, p2, cells)
    gone |= cells
    worth = 0
    if some(hard):
        twice, soft = sorted_hard(hard, cells)
        gone |= twice
        p0, p1 = p0 | soft, p1 & ~soft
        worth = count_cells(soft) + HARD_WORTH * count_cells(twice)
    p0, p1, p2 = settle(p0, p1, p2, (p0 | p1 | p2) & ~gone)
    return p0, p1, p2, worth


@kernel
def play_out(p0: Word, p1: Word, p2: Word) -> tuple[int, Word, Word, Word]:
    """Play the chain of a settled board in registers: how many rounds, and what is left."""
    count = 0
    while True:
        cells = vanishing(p0, p1, p2)
        if not some(cells):
            return count, p0, p1, p2
        p0, p1, p2, _ = after_round(p0, p1, p2, cells)
        count += 1


@kernel
def score_out(p0: Word, p1: Word, p2: Word) -> tuple[int, int, Word, Word, Word]:
    """The same with the points of all rounds after their number."""
    count = points = 0
    while True:
        cells = vanishing(p0, p1, p2)
        if not some(cells):
            return count, points, p0, p1, p2
        count += 1
        q0, q1, q2, worth = after_round(p0, p1, p2, cells)
        points += points_of(count, p0, p1, p2, cells, worth)
        p0, p1, p2 = q0, q1, q2


@kernel
def common_code(p0: Word, p1: Word, p2: Word, cells: Word) -> int:
    """The number of cells that all have the same."""
    return (1 if some(p0 & cells) else 0) + (2 if some(p1 & cells) else 0) + (4 if some(p2 & cells) else 0)


@kernel
def tell_groups(p0: Word, p1: Word, p2: Word, cells: Word, round_: np.ndarray) -> None:
    """The groups of the coloured cells that vanish, colour by colour."""
    size = count_cells(cells)
    if size < TWO_GROUPS:
        code = common_code(p0, p1, p2, cells)
        round_[COUNTS + code], round_[GROUPS + code], round_[GROUP_LIST] = size, 1, code * GROUP_SIZES + size
        return
    groups = 0
    for code in CODES:
        own = with_code(p0, p1, p2, code) & cells
        left = count_cells(own)
        round_[COUNTS + code] = left
        while left:
            group = own if left < TWO_GROUPS else first_group(own)
            size = count_cells(group)
            round_[GROUP_LIST + groups] = code * GROUP_SIZES + size
            round_[GROUPS + code] += 1
            groups += 1
            own, left = own & ~group, left - size


@kernel
def tell_round(p0: Word, p1: Word, p2: Word, cells: Word, number: int, round_: np.ndarray) -> Planes:
    """Tell a round in which some coloured cells vanish; the board without what goes, before anything falls."""
    round_[:] = 0
    tell_groups(p0, p1, p2, cells, round_)
    garbage, hard = touched(p0, p1, p2, cells)
    twice, soft = sorted_hard(hard, cells)
    gone = cells | garbage | twice
    round_[VANISHED_0], round_[VANISHED_1] = quad_0(gone), quad_1(gone)
    round_[COUNTS + GARBAGE], round_[COUNTS + HARD] = count_cells(garbage), count_cells(twice)
    round_[SOFTENED] = count_cells(soft)
    round_[POINTS] = points_of(number, p0, p1, p2, cells, round_[SOFTENED] + HARD_WORTH * round_[COUNTS + HARD])
    # Hard (2) turns to garbage (1): its bit in plane 1 goes to plane 0.
    return (p0 | soft) & ~gone, p1 & ~soft & ~gone, p2 & ~gone


@kernel
def vanish(board: np.ndarray, number: int, round_: np.ndarray) -> bool:
    """Take away what vanishes in round `number` and tell it in `round_`; False if nothing does."""
    p0, p1, p2 = load_board(board)
    cells = vanishing(p0, p1, p2)
    if not some(cells):
        round_[:] = 0
        return False
    p0, p1, p2 = tell_round(p0, p1, p2, cells, number, round_)
    store_board(board, p0, p1, p2)
    return True


@kernel
def fall(board: np.ndarray) -> None:
    """Let everything fall as far as it can."""
    p0, p1, p2 = load_board(board)
    p0, p1, p2 = settle(p0, p1, p2, p0 | p1 | p2)
    store_board(board, p0, p1, p2)


@kernel
def trace(board: np.ndarray, rounds: np.ndarray) -> int:
    """Play the chain of a settled board to its end; how many rounds there were, each told in `rounds`."""
    p0, p1, p2 = load_board(board)
    count = 0
    while True:
        cells = vanishing(p0, p1, p2)
        if not some(cells):
            break
        p0, p1, p2 = tell_round(p0, p1, p2, cells, count + 1, rounds[count])
        p0, p1, p2 = settle(p0, p1, p2, p0 | p1 | p2)
        count += 1
    store_board(board, p0, p1, p2)
    return count


@kernel
def chain(board: np.ndarray) -> int:
    """Play the chain of a settled board to its end; how many rounds there were."""
    p0, p1, p2 = load_board(board)
    count, p0, p1, p2 = play_out(p0, p1, p2)
    if count:
        store_board(board, p0, p1, p2)
    return count


@kernel
def scored_chain(board: np.ndarray) -> tuple[int, int]:
    """Play the chain of a settled board to its end; how many rounds there were, and their points."""
    p0, p1, p2 = load_board(board)
    count, points, p0, p1, p2 = score_out(p0, p1, p2)
    if count:
        store_board(board, p0, p1, p2)
    return count, points


@kernel
def first_finds(boards: np.ndarray, start: int, end: int, going: np.ndarray, found: np.ndarray) -> int:
    """Which of the boards from `start` to `end` pop, and what vanishes from each; how many."""
    count = 0
    for number in range(start, end):
        p0, p1, p2 = load_planes(boards, number)
        cells = vanishing(p0, p1, p2)
        going[count] = number
        store(found, count, cells)
        count += 1 if some(cells) else 0
    return count


@kernel
def one_round(
    boards: np.ndarray,
    round_: int,
    count: int,
    going: np.ndarray,
    found: np.ndarray,
    chains: np.ndarray,
    points: np.ndarray,
) -> int:
    """A round of all boards that are going on; how many still are."""
    still = 0
    for i in range(count):
        number = going[i]
        p0, p1, p2 = load_planes(boards, number)
        cells = load_8(found, i)
        q0, q1, q2, worth = after_round(p0, p1, p2, cells)
        store_planes(boards, number, q0, q1, q2)
        chains[number] = round_
        points[number] += points_of(round_, p0, p1, p2, cells, worth)
        cells = vanishing(q0, q1, q2)
        going[still] = number
        store(found, still, cells)
        still += 1 if some(cells) else 0
    return still


@kernel
def chain_all(boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Play the chains of settled boards, one a row, to their ends; the number of rounds and the points of each.

    A batch of boards goes round by round: no branch hangs on how long a chain is, which no processor can
    guess, and several boards are on their way at once.
    """
    chains, points = np.zeros(len(boards), dtype=np.int64), np.zeros(len(boards), dtype=np.int64)
    going, found = np.empty(BATCH, dtype=np.int64), np.empty((BATCH, 2), dtype=np.int64)
    for start in range(0, len(boards), BATCH):
        count = first_finds(boards, start, min(start + BATCH, len(boards)), going, found)
        round_ = 1
        while count:
            count = one_round(boards, round_, count, going, found, chains, points)
            round_ += 1
    return chains, points


@kernel
def pops(board: np.ndarray) -> bool:
    """Whether something on a settled board would vanish."""
    p0, p1, p2 = load_board(board)
    return some(vanishing(p0, p1, p2))

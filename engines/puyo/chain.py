"""Chains: four or more of a colour that hang together vanish, the rest falls, and so on.

Rows 1 to 12 connect and vanish; the hidden row 13 only falls. Garbage beside what vanishes goes too; a hard
puyo touched from one side turns to garbage, from two or more it goes. Compare with quality/referee/puyo.py.
"""

from __future__ import annotations

import numpy as np

from engines.bits import popcount
from engines.jit import kernel
from engines.puyo.board import COLOR_CODES, GARBAGE, HARD, WORDS

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

VISIBLE_WORD = 0x1FFE_1FFE_1FFE_1FFE  # rows 1 to 12 of all four lanes, walls included
LANES_0, LANES_1 = 0x3FFE_3FFE_3FFE_0000, 0x0000_3FFE_3FFE_3FFE  # rows 1 to 13 of the columns
ONE_LANE = 0xFFFF
LOW_LANES = 0x0000_FFFF_FFFF_FFFF  # all but the last, which a shift to the right would push out

CHAIN_BONUS = np.array(
    [0, 0, 8, 16] + [32 * 2**i for i in range(2)] + [96 + 32 * i for i in range(15)], dtype=np.int64
)
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
def beside_0(low: int, high: int) -> int:
    """Word 0 of the cells next to some cells."""
    return low << 1 | low >> 1 | (low & LOW_LANES) << 16 | low >> 16 | (high & ONE_LANE) << 48


@kernel
def beside_1(low: int, high: int) -> int:
    """Word 1 of the cells next to some cells."""
    return high << 1 | high >> 1 | (high & LOW_LANES) << 16 | high >> 16 | low >> 48


@kernel
def vanish(board: np.ndarray, number: int, round_: np.ndarray) -> bool:
    """Take away what vanishes in round `number` and tell it in `round_`; False if nothing does."""
    round_[:] = 0
    seen_0 = seen_1 = touched_0 = touched_1 = twice_0 = twice_1 = 0
    bonus = colors = worth = groups = 0
    for code in CODES:
        left_0, left_1 = cells(board, code, 0) & VISIBLE_WORD, cells(board, code, 1) & VISIBLE_WORD
        while left_0 | left_1:
            group_0, group_1 = (left_0 & -left_0, 0) if left_0 else (0, left_1 & -left_1)
            while True:
                more_0 = (group_0 | beside_0(group_0, group_1)) & left_0
                more_1 = (group_1 | beside_1(group_0, group_1)) & left_1
                if more_0 == group_0 and more_1 == group_1:
                    break
                group_0, group_1 = more_0, more_1
            left_0, left_1 = left_0 & ~group_0, left_1 & ~group_1
            size = popcount(group_0) + popcount(group_1)
            if size < 4:
                continue
            seen_0, seen_1 = seen_0 | group_0, seen_1 | group_1
            if round_[COUNTS + code] == 0:
                colors += 1
            round_[COUNTS + code] += size
            round_[GROUPS + code] += 1
            round_[GROUP_LIST + groups] = code * GROUP_SIZES + size
            groups += 1
            bonus += GROUP_BONUS[size]
            worth += size
    if not seen_0 | seen_1:
        return False
    for way in range(4):  # hard puyos want to know whether they are touched from more than one side
        if way < 2:
            side_0, side_1 = (seen_0 << 1, seen_1 << 1) if way == 0 else (seen_0 >> 1, seen_1 >> 1)
        elif way == 2:
            side_0, side_1 = (
                (seen_0 & LOW_LANES) << 16,
                (seen_1 & LOW_LANES) << 16 | seen_0 >> 48,
            )
        else:
            side_0, side_1 = seen_0 >> 16 | (seen_1 & ONE_LANE) << 48, seen_1 >> 16
        twice_0, twice_1 = twice_0 | touched_0 & side_0, twice_1 | touched_1 & side_1
        touched_0, touched_1 = touched_0 | side_0, touched_1 | side_1
    garbage_0 = cells(board, GARBAGE, 0) & VISIBLE_WORD & touched_0
    garbage_1 = cells(board, GARBAGE, 1) & VISIBLE_WORD & touched_1
    hard_0, hard_1 = cells(board, HARD, 0) & VISIBLE_WORD, cells(board, HARD, 1) & VISIBLE_WORD
    soft_0, soft_1 = hard_0 & touched_0 & ~twice_0, hard_1 & touched_1 & ~twice_1
    hard_0, hard_1 = hard_0 & twice_0, hard_1 & twice_1
    round_[COUNTS + GARBAGE] = popcount(garbage_0) + popcount(garbage_1)
    round_[COUNTS + HARD] = popcount(hard_0) + popcount(hard_1)
    round_[SOFTENED] = popcount(soft_0) + popcount(soft_1)
    gone_0, gone_1 = seen_0 | garbage_0 | hard_0, seen_1 | garbage_1 | hard_1
    round_[VANISHED_0], round_[VANISHED_1] = gone_0, gone_1
    bonus = min(max(bonus + CHAIN_BONUS[number] + COLOR_BONUS[colors], 1), MOST_BONUS)
    worth += round_[SOFTENED] + HARD_WORTH * round_[COUNTS + HARD]
    round_[POINTS] = POINTS_EACH * worth * bonus
    # Hard (2) turns to garbage (1): its bit in plane 1 goes to plane 0.
    board[2], board[3] = board[2] & ~soft_0, board[3] & ~soft_1
    board[0], board[1] = board[0] | soft_0, board[1] | soft_1
    for i in range(0, WORDS, 2):
        board[i] &= ~gone_0
        board[i + 1] &= ~gone_1
    return True


@kernel
def fall(board: np.ndarray) -> None:
    """Let everything fall as far as it can."""
    for word in range(2):
        for lane in range(4):
            shift = 16 * lane
            filled = (board[word] | board[2 + word] | board[4 + word]) >> shift & ONE_LANE
            if filled & (filled + 2) == 0:
                continue
            for plane in range(3):
                old = board[2 * plane + word] >> shift & ONE_LANE
                new, row = 0, 1
                for r in range(1, 15):
                    if filled >> r & 1:
                        new |= (old >> r & 1) << row
                        row += 1
                board[2 * plane + word] ^= (old ^ new) << shift


@kernel
def trace(board: np.ndarray, rounds: np.ndarray) -> int:
    """Play the chain of a settled board to its end; how many rounds there were, each told in `rounds`."""
    count = 0
    while vanish(board, count + 1, rounds[count]):
        fall(board)
        count += 1
    return count


@kernel
def chain(board: np.ndarray) -> int:
    """Play the chain of a settled board to its end; how many rounds there were."""
    rounds = np.empty((MAX_ROUNDS, FIELDS), dtype=np.int64)
    return trace(board, rounds)


@kernel
def pops(board: np.ndarray) -> bool:
    """Whether something on a settled board would vanish."""
    copy = board.copy()
    return chain(copy) > 0

"""A solution of a problem that is too long to be searched whole, if a narrow look finds one.

Step by step the most promising boards are kept: those on which one more puyo of a colour that is still to come sets
off the longest chain. What reaches the goal is a solution by the rules; that nothing is found says nothing.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.puyo.rules.board import WORDS
from engines.puyo.rules.chain import FIELDS, MAX_ROUNDS, chain, trace
from engines.puyo.rules.goals import progress, reached
from engines.puyo.rules.place import ALL_PLACEMENTS, drop, lost
from engines.puyo.rules.puzzle import MAX_STEPS
from engines.puyo.solve.solver import FELL, PIVOT, ROTOR, placements_of, slot_of, take
from engines.puyo.solve.threats import columns_completing

SEEN_BOARDS = 1 << 16  # positions that are remembered, so that none is kept twice
MOST_KEPT = 2000  # boards a step
COST = 50  # a look is to cost so much less than the search that was given up
LEAST_COLOR, MOST_COLOR = 3, 8  # numbers of coloured cells


@kernel
def best_after(board: np.ndarray, coming: int, more: np.ndarray) -> tuple[int, int]:
    """In how many ways one more puyo of some colours sets something off, and the longest chain of these."""
    ways = longest = 0
    for code in range(LEAST_COLOR, MOST_COLOR):
        if not coming >> code & 1:
            continue
        hit = columns_completing(board, code)
        while hit:
            x = lowest(hit)
            hit &= hit - 1
            for i in range(WORDS):
                more[i] = board[i]
            drop(more, x, code)
            ways += 1
            longest = max(longest, chain(more))
    return ways, longest


@kernel
def colors_coming(steps: np.ndarray, length: int, level: int) -> int:
    """The colours of the queue after a step, as a set."""
    found = 0
    for i in range(level + 1, length):
        if steps[i, PIVOT]:
            found |= 1 << steps[i, PIVOT] | 1 << steps[i, ROTOR]
    return found


@kernel
def met(seen: np.ndarray, board: np.ndarray, gathered: int, level: int) -> bool:
    """Whether a position was met before, as far as is remembered; it is now."""
    entry = seen[slot_of(board, gathered, level, len(seen))]
    same = entry[WORDS] == gathered * MAX_STEPS + level
    for i in range(WORDS):
        same = same and entry[i] == board[i]
        entry[i] = board[i]
    entry[WORDS] = gathered * MAX_STEPS + level
    return same


@kernel
def look(start: np.ndarray, steps: np.ndarray, length: int, aim: np.ndarray, width: int, line: np.ndarray) -> int:
    """Look for a solution with so many boards a step: into `line`; how many steps it has, 0 if none is found."""
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    more, child = np.zeros(WORDS, dtype=np.int64), np.zeros(WORDS, dtype=np.int64)
    boards = np.zeros((width * ALL_PLACEMENTS, WORDS), dtype=np.int64)
    here = np.zeros((width, WORDS), dtype=np.int64)
    gathered, next_gathered = np.zeros(width, dtype=np.int64), np.zeros(width * ALL_PLACEMENTS, dtype=np.int64)
    values = np.zeros(width * ALL_PLACEMENTS, dtype=np.int64)
    ways = np.zeros((width * ALL_PLACEMENTS, 2), dtype=np.int64)  # the board a line comes from, its last move
    kept = np.zeros((MAX_STEPS, width, 2), dtype=np.int64)
    seen = np.zeros((SEEN_BOARDS, WORDS + 1), dtype=np.int64)
    for i in range(WORDS):
        here[0, i] = start[i]
    count = 1
    for level in range(length):
        found = 0
        coming = colors_coming(steps, length, level)
        for node in range(count):
            left = placements_of(here[node], steps[level]) if steps[level, PIVOT] else 1 << FELL
            while left:
                move = lowest(left)
                left &= left - 1
                for i in range(WORDS):
                    child[i] = here[node, i]
                take(child, steps[level], move)
                fired = trace(child, rounds)
                now = progress(aim, gathered[node], rounds, fired)
                if reached(aim, now, rounds, fired, child):
                    line[level] = move
                    at = node
                    for back in range(level - 1, -1, -1):
                        at, line[back] = kept[back, at]
                    return level + 1
                if level == length - 1 or lost(child) or met(seen, child, now, level + 1):
                    continue
                for i in range(WORDS):
                    boards[found, i] = child[i]
                next_gathered[found], ways[found, 0], ways[found, 1] = now, node, move
                values[found] = best_after(child, coming, more)[1]
                found += 1
        count = 0
        for value in range(MAX_ROUNDS, -1, -1):
            for k in range(found):
                if values[k] == value and count < width:
                    for i in range(WORDS):
                        here[count, i] = boards[k, i]
                    gathered[count] = next_gathered[k]
                    kept[level, count, 0], kept[level, count, 1] = ways[k, 0], ways[k, 1]
                    count += 1
    return 0


def widest(length: int, limit: int) -> int:
    """How many boards a step are kept, when a search of so many positions was given up."""
    return min(MOST_KEPT, limit // (COST * ALL_PLACEMENTS * length))

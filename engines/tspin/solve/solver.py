"""Every way to place the queue so that the goal can be played: an exhaustive search.

A solution is the set of (piece, cells) it places, each with the rows as they stood then.
Equal pieces in another order make the same set, which counts once: a solution is kept
as the sorted numbers of its placements and looked up among those found before.
Compare with `solutions` in tests/engines/tspin/naive.py, and with solution-finder, which takes
pieces in any order and so answers another question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from engines.contract import Verdict, verdict_name
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ALL_ROWS, MAX_QUEUE, WIDTH, bulk_columns, place
from engines.tspin.rules.goals import (
    AIM_BOTTOM,
    AIM_GOAL,
    AIM_WELL,
    GOALS,
    NO_WELL,
    NOWHERE,
    add_column,
    add_counts,
    count_around,
    goal_place,
    may_clear,
    rows_by_gaps,
)
from engines.tspin.rules.moves import MAX_PLACEMENTS, PADDED, code_left, code_low, code_shape, list_placements
from engines.tspin.rules.pieces import MASKS, PIECES, WIDTHS
from engines.tspin.rules.placements import solution_json
from engines.tspin.rules.puzzle import SRS, Puzzle
from engines.tspin.solve.outlook import LEVELS, count_gaps, find_covered, find_room, list_clearing_drops, may_prepare

DEFAULT_LIMIT = 20_000_000  # nodes a puzzle; a node is one placement tried
OTHER_RULES_PIECES = 4  # up to so many pieces the other rule set is counted as far as the puzzle's own
OTHER_RULES_LIMIT = 2_000_000  # with more pieces, as far as so many nodes
CODES = 1 << 12  # placement codes are below this
PIECE_NUMBERS = np.zeros(256, dtype=np.int64)  # by ASCII letter; the blanks after a short queue are 0
PIECE_NUMBERS[[ord(piece) for piece in PIECES]] = range(len(PIECES))


class Batch(NamedTuple):
    """Puzzles as arrays: column words, piece numbers, pieces in each queue, whether SRS rules, aims."""

    columns: np.ndarray
    queues: np.ndarray
    lengths: np.ndarray
    srs: np.ndarray
    aims: np.ndarray


class Found(NamedTuple):
    """What the search found. The solutions of puzzle i are placements[first[i] : first[i+1]]."""

    counts: np.ndarray
    nodes: np.ndarray
    finished: np.ndarray
    first: np.ndarray
    placements: np.ndarray


@kernel
def repeats(queue: np.ndarray, n: int) -> bool:
    """Whether some piece comes twice: only then can two orders make the same set."""
    seen = 0
    for i in range(n):
        if seen >> queue[i] & 1:
            return True
        seen |= 1 << queue[i]
    return False


@kernel
def set_key(queue: np.ndarray, path: np.ndarray, n: int, numbers: np.ndarray) -> tuple[int, int]:
    """The same two words for every order of the same placements: their numbers, sorted, 15 bits each."""
    for i in range(n):
        number = queue[i] * CODES + path[i]
        j = i
        while j > 0 and numbers[j - 1] > number:
            numbers[j] = numbers[j - 1]
            j -= 1
        numbers[j] = number
    high = 0
    low = 0
    for i in range(n):
        if i < 4:
            high = high << 15 | numbers[i]
        else:
            low = low << 15 | numbers[i]
    return high, low


@kernel
def grown(array: np.ndarray) -> np.ndarray:
    """A copy with room for twice as many rows."""
    bigger = np.zeros((2 * array.shape[0], array.shape[1]), dtype=array.dtype)
    for row in range(array.shape[0]):
        for i in range(array.shape[1]):
            bigger[row, i] = array[row, i]
    return bigger


class Work(NamedTuple):
    """What a search needs room for, made once for many puzzles."""

    boards: np.ndarray  # the board before each placement, and the last
    lists: np.ndarray  # the placements of each piece
    sizes: np.ndarray
    nexts: np.ndarray  # which one comes next
    path: np.ndarray  # the one that was taken
    numbers: np.ndarray
    before: np.ndarray  # counts of empty cells: see `goals.count_around`
    after: np.ndarray
    fits: np.ndarray
    reach: np.ndarray
    least: np.ndarray  # see `outlook`: rows by empty cells
    left: np.ndarray  # rows with covered cells on either side of a column
    right: np.ndarray
    room: np.ndarray  # rows with room for the goal's piece


@kernel
def work_space() -> Work:
    """Room for a search of the longest queue."""
    return Work(
        np.zeros((MAX_QUEUE + 1, WIDTH), dtype=np.int64),
        np.zeros((MAX_QUEUE, MAX_PLACEMENTS), dtype=np.int64),
        np.zeros(MAX_QUEUE, dtype=np.int64),
        np.zeros(MAX_QUEUE, dtype=np.int64),
        np.zeros(MAX_QUEUE, dtype=np.int64),
        np.zeros(MAX_QUEUE, dtype=np.int64),
        np.zeros((WIDTH + 1, 3), dtype=np.int64),
        np.zeros((WIDTH + 1, 3), dtype=np.int64),
        np.zeros((4, PADDED), dtype=np.int64),
        np.zeros((4, PADDED), dtype=np.int64),
        np.zeros(LEVELS, dtype=np.int64),
        np.zeros(WIDTH + 1, dtype=np.int64),
        np.zeros(WIDTH + 1, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
    )


@kernel
def promising(work: Work, board: np.ndarray, piece: int, goal: int, moves: np.ndarray, count: int) -> int:
    """Keep those last placements that may leave the goal playable, in place; how many there are.

    Only the columns of the piece change, so the counts of all others are taken as they are.
    A placement that fills a row is always kept: what it clears changes everything.
    """
    up, down, sideways = work.room[0], work.room[1], work.room[2]
    before, after = work.before, work.after
    count_around(board, before, after)
    kept = 0
    for index in range(count):
        move = moves[index]
        shape, left, low = code_shape(move), code_left(move), code_low(move)
        width = WIDTHS[piece, shape]
        ones, twos, more = before[left, 0], before[left, 1], before[left, 2]
        for column in range(width):
            word = board[left + column] | MASKS[piece, shape, column] << low
            ones, twos, more = add_column(ones, twos, more, word)
        ones, twos, more = add_counts(after, left + width, ones, twos, more)
        one, two, three = rows_by_gaps(ones, twos, more)
        if ones | twos | more != ALL_ROWS or may_clear(goal, one, two, three, up, down, sideways):
            moves[kept] = move
            kept += 1
    return kept


@kernel
def enter(work: Work, queue: np.ndarray, srs: bool, depth: int) -> int:
    """List the placements of piece number `depth` on its board; how many there are."""
    moves = work.lists[depth]
    count = list_placements(work.boards[depth], queue[depth], srs, work.fits, work.reach, moves)
    work.nexts[depth] = 0
    work.sizes[depth] = count
    return count


@kernel
def outlook(work: Work, board: np.ndarray, pieces: int, srs: bool, goal: int) -> tuple[bool, int]:
    """Whether so many pieces can prepare the goal as the rows are now, and the rows that they can clear."""
    least, left, right, room = work.least, work.left, work.right, work.room
    cells = 4 * pieces
    count_gaps(board, least)
    covered = find_covered(board, srs, left, right)
    clearable = least[min(cells, WIDTH)] & ~covered
    if not may_prepare(least, cells, goal, ALL_ROWS, ALL_ROWS, ALL_ROWS):
        return False, clearable
    room[0], room[1], room[2] = find_room(board, goal, left, right)
    return may_prepare(least, cells, goal, room[0], room[1], room[2]), clearable


@kernel
def enter_search(work: Work, queue: np.ndarray, n: int, srs: bool, goal: int, depth: int) -> int:
    """`enter`, with what cannot lead to the goal left out; how many placements were listed.

    If the rows cannot be prepared as they are, some row has to clear: with the last piece, then.
    """
    board, moves = work.boards[depth], work.lists[depth]
    prepares, clearable = outlook(work, board, n - depth, srs, goal)
    if not prepares and clearable == 0:
        work.nexts[depth] = 0
        work.sizes[depth] = 0
        return 1
    if not prepares and depth == n - 1 and not srs:
        work.nexts[depth] = 0
        work.sizes[depth] = list_clearing_drops(board, queue[depth], clearable, moves)
        return 1 + work.sizes[depth]
    count = enter(work, queue, srs, depth)
    if depth == n - 1:
        work.sizes[depth] = promising(work, board, queue[depth], goal, moves, count)
    return count


@kernel
def advance(work: Work, queue: np.ndarray, depth: int) -> int:
    """Take the next placement at this depth; the word of the rows that it clears."""
    move = work.lists[depth, work.nexts[depth]]
    work.nexts[depth] += 1
    work.path[depth] = move
    shape, left, low = code_shape(move), code_left(move), code_low(move)
    return place(work.boards[depth], queue[depth], shape, left, low, work.boards[depth + 1])


@kernel
def search(
    work: Work,
    queue: np.ndarray,
    n: int,
    srs: bool,
    aim: np.ndarray,
    limit: int,
    stop_at: int,
    seen: set[tuple[int, int]],
    out: np.ndarray,
    used: int,
) -> tuple[np.ndarray, int, int, bool]:
    """All solutions of the puzzle on `work.boards[0]`, written to `out` from row `used` on.

    Gives `out` (which may have grown), the rows used, the nodes, and whether the search ended.
    """
    repeated = repeats(queue, n)
    if repeated:
        seen.clear()
    start = used
    depth: Any = np.int64(0)
    goal = aim[AIM_GOAL]
    nodes = enter_search(work, queue, n, srs, goal, depth)
    while depth >= 0 and nodes <= limit:
        if work.nexts[depth] == work.sizes[depth]:
            depth -= 1
            continue
        advance(work, queue, depth)
        if depth < n - 1:
            depth += 1
            nodes += enter_search(work, queue, n, srs, goal, depth)
        elif goal_place(work.boards[n], aim, work.fits, work.reach) != NOWHERE:
            if repeated:
                key = set_key(queue, work.path, n, work.numbers)
                if key in seen:
                    continue
                seen.add(key)
            if used == out.shape[0]:
                out = grown(out)
            for i in range(n):
                out[used, i] = work.path[i]
            used += 1
            if used - start == stop_at:
                return out, used, nodes, False
    return out, used, min(nodes, limit), depth < 0


@kernel
def search_all(
    columns: np.ndarray,
    queues: np.ndarray,
    lengths: np.ndarray,
    srs: np.ndarray,
    aims: np.ndarray,
    limit: int,
    stop_at: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """`search` on many puzzles: nodes, whether each search ended, first rows, and the placements."""
    total = len(lengths)
    nodes = np.zeros(total, dtype=np.int64)
    finished = np.zeros(total, dtype=np.bool_)
    first = np.zeros(total + 1, dtype=np.int64)
    out = np.zeros((max(16, 2 * total), MAX_QUEUE), dtype=np.int16)
    used: Any = np.int64(0)
    work = work_space()
    seen = {(np.int64(-1), np.int64(-1))}
    for i in range(total):
        for x in range(WIDTH):
            work.boards[0, x] = columns[i, x]
        out, used, nodes[i], finished[i] = search(
            work, queues[i], lengths[i], srs[i], aims[i], limit, stop_at, seen, out, used
        )
        first[i + 1] = used
    return nodes, finished, first, out[:used]


def batch_of(puzzles: Sequence[Puzzle]) -> Batch:
    """Puzzles as arrays."""
    padded = "".join(puzzle.queue.ljust(MAX_QUEUE) for puzzle in puzzles).encode()
    letters = np.frombuffer(padded, dtype=np.uint8).reshape(len(puzzles), MAX_QUEUE)
    columns = bulk_columns([puzzle.rows for puzzle in puzzles])
    return Batch(
        columns,
        PIECE_NUMBERS[letters],
        np.array([len(puzzle.queue) for puzzle in puzzles], dtype=np.int64),
        np.array([puzzle.moves == SRS for puzzle in puzzles], dtype=np.bool_),
        bulk_aims(puzzles, columns),
    )


def bulk_aims(puzzles: Sequence[Puzzle], columns: np.ndarray) -> np.ndarray:
    """The goals of puzzles as kernels take them: see `goals.aim_of`."""
    aims = np.zeros((len(puzzles), 3), dtype=np.int64)
    aims[:, AIM_GOAL] = [GOALS.index(puzzle.goal) for puzzle in puzzles]
    aims[:, AIM_WELL] = NO_WELL
    for i, puzzle in enumerate(puzzles):
        if puzzle.well is not None:
            aims[i, AIM_WELL] = puzzle.well
            aims[i, AIM_BOTTOM] = int(columns[i, puzzle.well]).bit_length()
    return aims


def find_all(batch: Batch, limit: int = DEFAULT_LIMIT, stop_at: int = 0) -> Found:
    """The bulk path: every solution of every puzzle of a batch."""
    nodes, finished, first, placements = search_all(*batch, limit, stop_at)
    return Found(np.diff(first), nodes, finished, first, placements)


def count_other(batch: Batch, limit: int) -> list[int | None]:
    """The number of solutions under the other rule set; None where the search did not end."""
    counts: list[int | None] = [None] * len(batch.lengths)
    long = batch.lengths > OTHER_RULES_PIECES
    for chosen, bound in ((~long, limit), (long, min(limit, OTHER_RULES_LIMIT))):
        rows = np.flatnonzero(chosen)
        if len(rows) == 0:
            continue
        parts = [part[rows] for part in batch]
        found = find_all(Batch(*parts)._replace(srs=~batch.srs[rows]), bound)
        for index, count, finished in zip(rows.tolist(), found.counts.tolist(), found.finished.tolist(), strict=True):
            counts[index] = count if finished else None
    return counts


def solve(puzzles: Sequence[Puzzle], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
    """The verdict on every puzzle."""
    if not puzzles:
        return []
    bound = DEFAULT_LIMIT if limit is None else limit
    batch = batch_of(puzzles)
    found = find_all(batch, bound, stop_at or 0)
    others = [None] * len(puzzles) if stop_at else count_other(batch, bound)
    queues, placements, first = batch.queues.tolist(), found.placements.tolist(), found.first.tolist()
    nodes, finished = found.nodes.tolist(), found.finished.tolist()
    verdicts = []
    for i, n in enumerate(batch.lengths.tolist()):
        queue = queues[i][:n]
        solutions = tuple(solution_json(queue, row[:n]) for row in placements[first[i] : first[i + 1]])
        name = verdict_name(len(solutions), finished[i])
        verdicts.append(Verdict(name, len(solutions), solutions, nodes[i], others[i], finished[i]))
    return verdicts

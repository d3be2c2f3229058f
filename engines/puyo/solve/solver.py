"""Every way to place the queue so that the goal is reached: an exhaustive search.

Depth first, along the queue. A line ends where the goal is reached or the game is lost. Three things make it
quick and change no answer: placements that set nothing off are told apart beforehand (`threats`) and never
simulated, and at the last step not even made; positions whose counts rule the goal out are left (`hopeless`);
a position that was searched before, reached in another way, is looked up, and its solutions are copied with
the new beginning, so that merged positions never merge counts. Compare with `solutions` in
quality/referee/puyo.py, which does none of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.contract import Verdict, verdict_name
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel
from engines.kernels.randomness import mix
from engines.puyo.rules.board import GARBAGE, HARD, MARKS, WIDTH, WORDS, bulk_planes
from engines.puyo.rules.chain import FIELDS, MAX_ROUNDS, chain, trace
from engines.puyo.rules.goals import (
    AIM_CLEAR,
    AIM_FIELDS,
    AIM_KIND,
    CHAIN,
    NO_KIND,
    NOTHING,
    aim_of,
    count_cells,
    fits,
    hopeless,
    is_there,
    progress,
    reached,
)
from engines.puyo.rules.place import (
    ALL_PLACEMENTS,
    EVERY_DOUBLE,
    PLACEMENTS,
    fall_onto,
    legal_placements,
    lost,
    place,
)
from engines.puyo.rules.puzzle import HARD_FALL, MAX_STEPS, NO_MOVE, Fall, Puzzle
from engines.puyo.solve.threats import setting_off

DEFAULT_LIMIT = 1_000_000_000  # positions looked at, some ten seconds of them
MOST_LISTED = 1_000_000  # solutions of one puzzle; those beyond are counted only
MOST_COUNTED = 1 << 62  # a search that counts more gives up, as at its limit: merged positions may well have them

# A step of the queue as kernels take it: both colours of a pair, or 0, what falls, and how many on each column.
PIVOT, ROTOR, FALLS = 0, 1, 2
STEP_FIELDS = FALLS + 1 + WIDTH
FELL = ALL_PLACEMENTS  # stands for a fall among the placements of a solution
UNUSED = 255

# An entry of the table of positions: the board, what was gathered, the level and the search, its solutions.
ENTRY_GATHERED, ENTRY_LEVEL, ENTRY_FIRST, ENTRY_LISTED, ENTRY_COUNT = range(WORDS, WORDS + 5)
ENTRY_FIELDS = WORDS + 5
WORTH_LOOKING_UP = 2  # steps left below which searching is quicker than looking up
TABLE_SIZES = ((2, 1), (4, 1 << 12), (6, 1 << 17), (MAX_STEPS, 1 << 19))  # entries, by steps of the queue

DONE, ALL_FOUND, AT_LIMIT = 0, 1, 2  # how a search ends: all searched, as many found as wanted, or given up


class Batch(NamedTuple):
    """Puzzles as arrays: boards, steps, how many steps, goals."""

    boards: np.ndarray
    steps: np.ndarray
    lengths: np.ndarray
    aims: np.ndarray


class Found(NamedTuple):
    """What a search found: for each puzzle the solutions first[i] .. first[i + 1] - 1, how many there are,
    nodes, and whether the search came to its end."""

    first: np.ndarray
    placements: np.ndarray
    counts: np.ndarray
    nodes: np.ndarray
    finished: np.ndarray


class Desk(NamedTuple):
    """What searches work on: a table of positions, a board for each level, the rounds of a chain."""

    table: np.ndarray
    boards: np.ndarray
    rounds: np.ndarray


@kernel
def new_desk(size: int) -> Desk:
    """A desk with a table of so many entries, a power of two."""
    return Desk(
        np.zeros((size, ENTRY_FIELDS), dtype=np.int64),
        np.zeros((MAX_STEPS + 1, WORDS), dtype=np.int64),
        np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64),
    )


@kernel
def slot_of(board: np.ndarray, gathered: int, level: int, size: int) -> int:
    """Where a position stands in a table whose size is a power of two."""
    word = np.uint64(gathered) ^ np.uint64(level) << np.uint64(32)
    for i in range(WORDS):
        word = mix(word ^ np.uint64(board[i]))
    return int(np.int64(word & np.uint64(size - 1)))


@kernel
def is_entry(entry: np.ndarray, board: np.ndarray, gathered: int, level: int) -> bool:
    """Whether an entry is of this very position: no hash is trusted."""
    if entry[ENTRY_LEVEL] != level or entry[ENTRY_GATHERED] != gathered:
        return False
    different = 0
    for i in range(WORDS):
        different |= entry[i] ^ board[i]
    return different == 0


@kernel
def remember(
    entry: np.ndarray, board: np.ndarray, gathered: int, level: int, first: int, listed: int, count: int
) -> None:
    """Write an entry: the solutions that begin with this position are `listed` from `first` on, `count` in all."""
    for i in range(WORDS):
        entry[i] = board[i]
    entry[ENTRY_GATHERED], entry[ENTRY_LEVEL] = gathered, level
    entry[ENTRY_FIRST], entry[ENTRY_LISTED], entry[ENTRY_COUNT] = first, listed, count


@kernel
def grown(rows: np.ndarray, used: int, more: int) -> np.ndarray:
    """The same rows with room for more."""
    if used + more <= len(rows):
        return rows
    room = np.full((max(2 * len(rows), used + more), rows.shape[1]), UNUSED, dtype=np.uint8)
    for i in range(used):
        for j in range(rows.shape[1]):
            room[i, j] = rows[i, j]
    return room


@kernel
def list_again(solutions: np.ndarray, used: int, first: int, count: int, moves: np.ndarray, level: int) -> None:
    """Solutions from `first` on once more, with another beginning: the moves up to a level."""
    for k in range(count):
        for i in range(MAX_STEPS):
            solutions[used + k, i] = moves[i] if i <= level else solutions[first + k, i]


@kernel
def placements_of(board: np.ndarray, step: np.ndarray) -> int:
    """The legal placements of a step that is a pair, as a mask."""
    legal = legal_placements(board)
    return legal & EVERY_DOUBLE if step[PIVOT] == step[ROTOR] else legal


@kernel
def loud(board: np.ndarray, step: np.ndarray) -> int:
    """The placements that may make something vanish: for two colours exactly those, for a double all."""
    if step[PIVOT] == step[ROTOR]:
        return EVERY_DOUBLE
    return setting_off(board, step[PIVOT], step[ROTOR])


@kernel
def take(board: np.ndarray, step: np.ndarray, move: int) -> None:
    """One step onto the board: a pair where `move` says, or a fall."""
    if move == FELL:
        fall_onto(board, step[FALLS + 1 :], step[FALLS])
    else:
        place(board, move, step[PIVOT], step[ROTOR])


@kernel
def count_coming(steps: np.ndarray, length: int, out: np.ndarray) -> None:
    """How many of each cell number the queue still brings, by level."""
    for level in range(length - 1, -1, -1):
        for code in range(8):
            out[level, code] = out[level + 1, code]
        if steps[level, PIVOT]:
            out[level, steps[level, PIVOT]] += 1
            out[level, steps[level, ROTOR]] += 1
        else:
            for x in range(WIDTH):
                out[level, steps[level, FALLS]] += steps[level, FALLS + 1 + x]


@kernel
def search(
    start: np.ndarray,
    steps: np.ndarray,
    length: int,
    aim: np.ndarray,
    limit: int,
    stop_at: int,
    tag: int,
    desk: Desk,
    solutions: np.ndarray,
    used: int,
) -> tuple[np.ndarray, int, int, int, int]:
    """Search one puzzle: the list of solutions with its own added, its new length, how many solutions the puzzle
    has, nodes, and how the search ended.

    `tag` tells this search from others at the same desk.
    """
    table, boards, rounds = desk.table, desk.boards, desk.rounds
    moves = np.zeros(MAX_STEPS, dtype=np.int64)  # the line that is being searched
    left = np.zeros(MAX_STEPS, dtype=np.int64)  # placements still to be tried at each level
    noisy = np.zeros(MAX_STEPS, dtype=np.int64)  # those that may make something vanish
    gathered = np.zeros(MAX_STEPS + 1, dtype=np.int64)
    begun = np.zeros((MAX_STEPS, 2), dtype=np.int64)  # solutions listed and counted when a level was entered
    coming = np.zeros((MAX_STEPS + 1, 8), dtype=np.int64)
    there = np.zeros(8, dtype=np.int64)
    count_coming(steps, length, coming)
    own = used
    count = nodes = 0
    for i in range(WORDS):
        boards[0, i] = start[i]
    count_cells(start, there)
    if hopeless(aim, 0, there, coming[0]):
        return solutions, used, count, nodes, DONE
    only_chains = aim[AIM_KIND] == CHAIN and aim[AIM_CLEAR] == NOTHING
    # A quiet move cannot reach the goal but by leaving alone what was never there: at the first step only.
    at_once = aim[AIM_KIND] == NO_KIND and not is_there(start, aim[AIM_CLEAR])
    level = 0
    entering = True
    while level >= 0:
        step, board = steps[level], boards[level]
        if entering:
            begun[level, 0], begun[level, 1] = used, count
            if steps[level, PIVOT]:
                left[level] = placements_of(board, step)
                noisy[level] = left[level] if level == 0 and at_once else left[level] & loud(board, step)
            else:
                left[level] = 1 << FELL
                noisy[level] = left[level] if level == 0 and at_once else 0
            nodes += popcount(left[level])
            if level == length - 1:
                left[level] = noisy[level]
            if nodes > limit:
                return solutions, used, count, nodes, AT_LIMIT
            entering = False
        if left[level] == 0:
            if length - level >= WORTH_LOOKING_UP and level > 0:
                key = tag * MAX_STEPS + level
                entry = table[slot_of(board, gathered[level], level, len(table))]
                if entry[ENTRY_LEVEL] // MAX_STEPS != tag or entry[ENTRY_LEVEL] >= key:
                    first, before = begun[level]
                    remember(entry, board, gathered[level], key, first, used - first, count - before)
            level -= 1
            continue
        move = lowest(left[level])
        left[level] &= left[level] - 1
        moves[level] = move
        child = boards[level + 1]
        for i in range(WORDS):
            child[i] = board[i]
        take(child, step, move)
        gathered[level + 1] = gathered[level]
        if noisy[level] >> move & 1:
            if only_chains:
                length_of_chain = chain(child)
                done = fits(aim, length_of_chain)
            else:
                length_of_chain = trace(child, rounds)
                gathered[level + 1] = progress(aim, gathered[level], rounds, length_of_chain)
                done = reached(aim, gathered[level + 1], rounds, length_of_chain, child)
            if done:
                count += 1
                if used - own < MOST_LISTED:
                    solutions = grown(solutions, used, 1)
                    for i in range(level + 1):
                        solutions[used, i] = moves[i]
                    used += 1
                if stop_at and count >= stop_at:
                    return solutions, used, count, nodes, ALL_FOUND
                continue
            if level == length - 1:
                continue
            if length_of_chain:
                count_cells(child, there)
                if hopeless(aim, gathered[level + 1], there, coming[level + 1]):
                    continue
        if lost(child):
            continue
        if length - level - 1 >= WORTH_LOOKING_UP:
            key = tag * MAX_STEPS + level + 1
            entry = table[slot_of(child, gathered[level + 1], level + 1, len(table))]
            if is_entry(entry, child, gathered[level + 1], key):
                wanted = min(entry[ENTRY_COUNT], stop_at - count) if stop_at else entry[ENTRY_COUNT]
                if wanted > MOST_COUNTED - count:
                    return solutions, used, count, nodes, AT_LIMIT
                listed = min(entry[ENTRY_LISTED], wanted, MOST_LISTED - (used - own))
                solutions = grown(solutions, used, listed)
                list_again(solutions, used, entry[ENTRY_FIRST], listed, moves, level)
                used += listed
                count += wanted
                nodes += 1 + listed
                if stop_at and count >= stop_at:
                    return solutions, used, count, nodes, ALL_FOUND
                continue
        level += 1
        entering = True
    return solutions, used, count, nodes, DONE


@kernel
def search_all(
    starts: np.ndarray,
    steps: np.ndarray,
    lengths: np.ndarray,
    aims: np.ndarray,
    limit: int,
    stop_at: int,
    size: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Search puzzles one after the other; see `Found`."""
    number = len(starts)
    desk = new_desk(size)
    solutions = np.full((max(16, number), MAX_STEPS), UNUSED, dtype=np.uint8)
    first = np.zeros(number + 1, dtype=np.int64)
    counts = np.zeros(number, dtype=np.int64)
    nodes = np.zeros(number, dtype=np.int64)
    finished = np.zeros(number, dtype=np.bool_)
    used = 0
    for i in range(number):
        solutions, used, counts[i], nodes[i], ended = search(
            starts[i], steps[i], lengths[i], aims[i], limit, stop_at, i + 1, desk, solutions, used
        )
        finished[i] = ended == DONE
        first[i + 1] = used
    return first, solutions[:used], counts, nodes, finished


def batch_of(puzzles: Sequence[Puzzle]) -> Batch:
    """Puzzles as the arrays that the search works on."""
    steps = np.zeros((len(puzzles), MAX_STEPS, STEP_FIELDS), dtype=np.int64)
    for rows, puzzle in zip(steps, puzzles, strict=True):
        rows[: len(puzzle.queue)] = steps_of(puzzle)
    aims = np.array([aim_of(puzzle.goal) for puzzle in puzzles], dtype=np.int64).reshape(len(puzzles), AIM_FIELDS)
    lengths = np.array([len(puzzle.queue) for puzzle in puzzles], dtype=np.int64)
    return Batch(bulk_planes([puzzle.columns for puzzle in puzzles]), steps, lengths, aims)


def steps_of(puzzle: Puzzle) -> list[list[int]]:
    """A queue as kernels take it."""
    return [
        [0, 0, HARD if step.kind == HARD_FALL else GARBAGE, *step.counts]
        if isinstance(step, Fall)
        else [MARKS.index(step[0]), MARKS.index(step[1])] + [0] * (STEP_FIELDS - 2)
        for step in puzzle.queue
    ]


def find_all(batch: Batch, limit: int = DEFAULT_LIMIT, stop_at: int = 0) -> Found:
    """The bulk path: every solution of every puzzle of a batch."""
    longest = int(batch.lengths.max(initial=1))
    size = next(size for steps, size in TABLE_SIZES if longest <= steps)
    return Found(*search_all(*batch, limit, stop_at, size))


def solve(puzzles: Sequence[Puzzle], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
    """The verdict on every puzzle."""
    if not puzzles:
        return []
    found = find_all(batch_of(puzzles), DEFAULT_LIMIT if limit is None else limit, stop_at or 0)
    first, counts = found.first.tolist(), found.counts.tolist()
    nodes, finished = found.nodes.tolist(), found.finished.tolist()
    verdicts = []
    for i in range(len(puzzles)):
        solutions = tuple(line_of(row) for row in found.placements[first[i] : first[i + 1]].tolist())
        if not finished[i] and not counts[i]:
            solutions = looked_for(puzzles[i], DEFAULT_LIMIT if limit is None else limit)
            counts[i] = len(solutions)
        complete = finished[i] and len(solutions) == counts[i]
        name = verdict_name(counts[i], finished[i])
        verdicts.append(Verdict(name, counts[i], solutions, nodes[i], complete=complete))
    return verdicts


def looked_for(puzzle: Puzzle, limit: int) -> tuple[str, ...]:
    """A solution of a problem whose search gave up, if a narrow look finds one at a fiftieth of the cost."""
    from engines.puyo.solve.beam import look, widest  # it is made of this module's kernels

    batch, line = batch_of([puzzle]), np.full(MAX_STEPS, UNUSED, dtype=np.int64)
    width = widest(len(puzzle.queue), limit)
    found = look(batch.boards[0], batch.steps[0], len(puzzle.queue), batch.aims[0], width, line) if width else 0
    return (line_of(line[:found].tolist()),) if found else ()


def line_of(moves: Sequence[int]) -> str:
    """A solution as it is written: `4N56`."""
    return "".join(_NAMES[move] for move in moves if move != UNUSED)


_NAMES = (*PLACEMENTS, NO_MOVE)

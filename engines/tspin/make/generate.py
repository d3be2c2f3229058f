"""Making candidates in reverse: a finished shape first, then pieces taken away.

The method of the T-spin thesis, chapter 4 and 7.1.2. A finished shape is a terrain on which
the goal can be played; `terrain` has one for each goal. Reverse step (4.2): take away four
cells that a piece could have filled last, n times; the queue is what was taken, last first.
Under `drop` these are cells with nothing above them. Under `srs` they may lie under others
if SRS reaches them, and one piece of every candidate does: what drops alone could build
belongs to the other rule set.

Where the shape lies, which way it faces and the pieces are drawn before the terrain, which
is then tried again until they fit: so each is as frequent as any other, however rarely it
fits. Compare with tests/engines/tspin/make/test_generate.py, which says what must hold of a candidate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from engines.contract import Variant
from engines.kernels.bits import height, lowest
from engines.kernels.jit import kernel
from engines.kernels.randomness import below, fraction, start, stream_key
from engines.tspin.make.minimise import minimise_all
from engines.tspin.make.terrain import finished, hangs_loose
from engines.tspin.make.variants import PARAMETERS
from engines.tspin.rules.board import ALL_ROWS, MAX_QUEUE, WIDTH, bulk_rows, put
from engines.tspin.rules.goals import (
    AIM_BOTTOM,
    AIM_GOAL,
    AIM_WELL,
    DONATE,
    GOALS,
    NO_WELL,
    NOWHERE,
    QUAD,
    goal_place,
    well_depth,
)
from engines.tspin.rules.moves import (
    MAX_PLACEMENTS,
    PAD,
    PADDED,
    code,
    code_left,
    code_low,
    code_shape,
    explore,
    twin_rotation,
)
from engines.tspin.rules.pieces import BOTTOMS, MASKS, PIECES, SHAPES, TOPS, WIDTHS
from engines.tspin.rules.puzzle import SRS, Puzzle

TRIES = 300  # terrains for one choice of shape and pieces before both are drawn anew
CHOICES = 20  # cells tried for one piece under `srs` before the terrain is given up

RANGES = [parameter for parameter in PARAMETERS if isinstance(parameter.default, tuple)]


class Candidates(NamedTuple):
    """Candidates as arrays: the boards, the queues, the placements that were taken away, the aims."""

    columns: np.ndarray
    queues: np.ndarray
    intended: np.ndarray
    aims: np.ndarray


@kernel
def list_removals(board: np.ndarray, piece: int, out: np.ndarray) -> int:
    """Placements of the piece that a drop could have made last: on top of its columns, and supported."""
    count = 0
    for shape in range(SHAPES[piece]):
        width = WIDTHS[piece, shape]
        for left in range(WIDTH - width + 1):
            low = height(board[left]) - 1 - TOPS[piece, shape, 0]
            if low >= 0 and removable(board, piece, shape, left, low):
                out[count] = code(shape, left, low)
                count += 1
    return count


@kernel
def removable(board: np.ndarray, piece: int, shape: int, left: int, low: int) -> bool:
    """Whether the cells are filled, nothing lies above them, and something right below them."""
    supported = False
    for column in range(WIDTHS[piece, shape]):
        word = board[left + column]
        cells = MASKS[piece, shape, column] << low
        if word & cells != cells or height(word) != low + TOPS[piece, shape, column] + 1:
            return False
        bottom = low + BOTTOMS[piece, shape, column]
        supported = supported or bottom == 0 or word >> (bottom - 1) & 1 != 0
    return supported


@kernel
def take(board: np.ndarray, piece: int, move: int) -> None:
    """Empty the cells of a placement."""
    shape, left, low = code_shape(move), code_left(move), code_low(move)
    for column in range(WIDTHS[piece, shape]):
        board[left + column] &= ~(MASKS[piece, shape, column] << low)


@kernel
def list_contained(board: np.ndarray, piece: int, covered: bool, out: np.ndarray) -> int:
    """Placements of the piece whose cells are filled and that stand on something.

    With `covered` only those with a filled cell somewhere above them, which no drop can reach.
    """
    count = 0
    for shape in range(SHAPES[piece]):
        width = WIDTHS[piece, shape]
        for left in range(WIDTH - width + 1):
            inside = ALL_ROWS
            stands = 1
            for column in range(width):
                word = board[left + column]
                mask = MASKS[piece, shape, column]
                while mask:
                    inside &= word >> lowest(mask)
                    mask &= mask - 1
                bottom = BOTTOMS[piece, shape, column]
                stands |= (word << 1) >> bottom if bottom == 0 else word >> (bottom - 1)
            rows = inside & stands
            while rows:
                low = lowest(rows)
                rows &= rows - 1
                if not covered or lies_covered(board, piece, shape, left, low):
                    out[count] = code(shape, left, low)
                    count += 1
    return count


@kernel
def lies_covered(board: np.ndarray, piece: int, shape: int, left: int, low: int) -> bool:
    """Whether something lies above one of the placement's columns."""
    for column in range(WIDTHS[piece, shape]):
        if height(board[left + column]) > low + TOPS[piece, shape, column] + 1:
            return True
    return False


@kernel
def reaches(board: np.ndarray, piece: int, move: int, fits: np.ndarray, reach: np.ndarray) -> bool:
    """Whether SRS brings the piece to this placement."""
    shape, column, low = code_shape(move), PAD + code_left(move), code_low(move)
    if not explore(board, piece, fits, reach):
        return False
    return (reach[shape, column] | reach[twin_rotation(piece, shape), column]) >> low & 1 != 0


@kernel
def take_one(
    state: np.ndarray,
    piece: int,
    srs: bool,
    covered: bool,
    board: np.ndarray,
    fits: np.ndarray,
    reach: np.ndarray,
    lists: np.ndarray,
) -> int:
    """Take a piece away from where it could have gone last, each place as likely; NOWHERE if there is none."""
    if not srs:
        count = list_removals(board, piece, lists)
        if count == 0:
            return NOWHERE
        move = lists[below(state, count)]
        take(board, piece, move)
        return move
    count = list_contained(board, piece, covered, lists)
    for _ in range(CHOICES):
        if count == 0:
            return NOWHERE
        choice = below(state, count)
        move = lists[choice]
        take(board, piece, move)
        if reaches(board, piece, move, fits, reach):
            return move
        put(board, piece, code_shape(move), code_left(move), code_low(move))
        count -= 1
        lists[choice] = lists[count]
    return NOWHERE


@kernel
def take_away(
    state: np.ndarray,
    queue: np.ndarray,
    n: int,
    tucked: int,
    board: np.ndarray,
    fits: np.ndarray,
    reach: np.ndarray,
    lists: np.ndarray,
    intended: np.ndarray,
) -> bool:
    """Take the pieces of the queue away, last first; False if one has no place.

    `tucked` is the one that no drop may reach, or -1 for a queue of drops.
    """
    for i in range(n - 1, -1, -1):
        move = take_one(state, queue[i], tucked >= 0, tucked == i, board, fits, reach, lists)
        if move == NOWHERE:
            return False
        intended[i] = move
    return True


@kernel
def restore(board: np.ndarray, queue: np.ndarray, n: int, intended: np.ndarray) -> None:
    """Put what was taken away back."""
    for i in range(n):
        move = np.int64(intended[i])
        put(board, queue[i], code_shape(move), code_left(move), code_low(move))


@kernel
def spot_of(state: np.ndarray, goal: int) -> int:
    """A column for the shape, each as likely: any for the I's well, none at an edge for the T's."""
    if goal == QUAD:
        return below(state, WIDTH)
    return 1 + below(state, WIDTH - 2)


@kernel
def has_well(board: np.ndarray, well: int, bottom: int) -> bool:
    """Whether the well is there, two to four deep, and what covered it was taken away."""
    return height(board[well]) == bottom and 2 <= well_depth(board, well) <= 4


@kernel
def drawn(state: np.ndarray, settings: np.ndarray, index: int) -> float:
    """A number from a range of the settings."""
    return settings[index, 0] + fraction(state) * (settings[index, 1] - settings[index, 0])


@kernel
def drawn_whole(state: np.ndarray, settings: np.ndarray, index: int) -> int:
    """A whole number from a range of the settings."""
    return int(settings[index, 0]) + below(state, int(settings[index, 1] - settings[index, 0]) + 1)


@kernel
def make_candidate(
    state: np.ndarray,
    goal: int,
    n: int,
    srs: bool,
    held: bool,
    settings: np.ndarray,
    board: np.ndarray,
    queue: np.ndarray,
    intended: np.ndarray,
    aim: np.ndarray,
    work: np.ndarray,
    lists: np.ndarray,
) -> int:
    """One candidate; how many terrains it took."""
    fits, reach, whole = work[:4], work[4:8], work[8]
    tries = 0
    while True:
        side = 2 * below(state, 2) - 1
        spot = spot_of(state, goal)
        well = (spot + 1 + below(state, WIDTH - 1)) % WIDTH if goal == DONATE else NO_WELL
        tucked = below(state, n) if srs else -1
        for i in range(n):
            queue[i] = below(state, len(SHAPES))
        noise = drawn(state, settings, 0)
        holes = drawn(state, settings, 1)
        base = drawn_whole(state, settings, 2)
        depth = drawn_whole(state, settings, 3)
        aim[AIM_GOAL], aim[AIM_WELL], aim[AIM_BOTTOM] = goal, well, base if goal == DONATE else 0
        for _ in range(TRIES):
            tries += 1
            finished(state, goal, spot, side, base, well, depth, held, noise, holes, board)
            if not take_away(state, queue, n, tucked, board, fits, reach, lists, intended):
                continue
            if goal == DONATE and not has_well(board, well, base):
                continue
            if held and hangs_loose(goal, spot, side, base, well, depth, board):
                continue
            if goal_place(board, aim, fits, reach) != NOWHERE:
                continue
            for x in range(WIDTH):
                whole[x] = board[x]
            restore(whole, queue, n, intended)
            if goal_place(whole, aim, fits, reach) != NOWHERE:
                return tries


@kernel
def make_candidates(
    key: np.uint64,
    first: int,
    goal: int,
    n: int,
    srs: bool,
    held: bool,
    settings: np.ndarray,
    boards: np.ndarray,
    queues: np.ndarray,
    intended: np.ndarray,
    aims: np.ndarray,
) -> int:
    """Candidates number first, first + 1, ... of a stream; how many terrains they took."""
    state = np.zeros(1, dtype=np.uint64)
    work = np.zeros((9, PADDED), dtype=np.int64)
    lists = np.zeros(MAX_PLACEMENTS, dtype=np.int64)
    tries = 0
    for i in range(len(boards)):
        start(state, key, first + i)
        tries += make_candidate(
            state, goal, n, srs, held, settings, boards[i], queues[i], intended[i], aims[i], work, lists
        )
    return tries


def candidates(
    variant: Variant, seed: int, count: int, first: int = 0, parameters: Mapping[str, Any] | None = None
) -> Candidates:
    """The bulk path: candidates number first .. first+count-1 of a seed, as arrays."""
    given = parameters or {}
    settings = np.array([given.get(each.name, each.default) for each in RANGES], dtype=np.float64)
    goal, srs = GOALS.index(variant.parameters["goal"]), variant.parameters["moves"] == SRS
    boards = np.zeros((count, WIDTH), dtype=np.int64)
    queues = np.zeros((count, MAX_QUEUE), dtype=np.int64)
    intended = np.zeros((count, MAX_QUEUE), dtype=np.int64)
    aims = np.zeros((count, 3), dtype=np.int64)
    key = stream_key(variant.name, seed)
    make_candidates(
        key, first, goal, variant.moves, srs, given.get("held", True), settings, boards, queues, intended, aims
    )
    if given.get("minimise", False):
        minimise_all(boards, queues, variant.moves, srs, aims)
    return Candidates(boards, queues, intended, aims)


def generate(
    variant: Variant, seed: int, count: int, first: int = 0, parameters: Mapping[str, Any] | None = None
) -> list[Puzzle]:
    """The same as puzzles."""
    made = candidates(variant, seed, count, first, parameters)
    goal, moves = variant.parameters["goal"], variant.parameters["moves"]
    queues = ["".join(PIECES[piece] for piece in queue[: variant.moves]) for queue in made.queues.tolist()]
    wells = [None if well == NO_WELL else well for well in made.aims[:, AIM_WELL].tolist()]
    boards = bulk_rows(made.columns)
    return [Puzzle(goal, moves, queue, rows, well) for queue, rows, well in zip(queues, boards, wells, strict=True)]

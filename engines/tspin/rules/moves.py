"""Where a piece can go: straight drops, and everything that SRS reaches.

A placement is one number, `code(shape, left, low)`. All positions of one rotation in one
column are the bits of one word, so falling, shifting and each kick work on whole columns
at once. Compare with the sets of cells in tests/engines/tspin/naive.py, one position at a time,
and with the bitboard move generators of the C++ world (cobra-movegen, fast-reachability).

Work arrays (`fits`, `reach`, ...) have `PADDED` columns, `PAD` of them beyond either wall
and always zero: a kick through a wall then fails by itself.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import height, lowest
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ALL_ROWS, ROWS, SPAWN_X, SPAWN_Y, WIDTH, stack_height
from engines.tspin.rules.pieces import (
    BOTTOMS,
    CELLS,
    KICK_COLUMNS,
    KICKS,
    LEFT,
    LOW,
    PIECES,
    ROTATIONS,
    SHAPES,
    WIDTHS,
)

PAD = 3  # the furthest that a kick moves a corner
PADDED = WIDTH + 2 * PAD  # 16 columns: those of four rotations are the bits of one word
ALL_PADDED = (1 << PADDED) - 1
MAX_PLACEMENTS = 4 * WIDTH * ROWS // 2  # a landing is never right above another
OPEN_SKY = 15  # with a stack this low a new piece reaches every place above it


@kernel
def code(shape: int, left: int, low: int) -> int:
    """A placement as one number."""
    return ((shape * WIDTH) + left) << 6 | low


@kernel
def code_shape(placement: int) -> int:
    return (placement >> 6) // WIDTH


@kernel
def code_left(placement: int) -> int:
    return (placement >> 6) % WIDTH


@kernel
def code_low(placement: int) -> int:
    return placement & 63


@kernel
def drops_to(board: np.ndarray, piece: int, shape: int, left: int) -> int:
    """The row where a piece that drops straight down comes to lie."""
    low = 0
    for column in range(WIDTHS[piece, shape]):
        low = max(low, height(board[left + column]) - BOTTOMS[piece, shape, column])
    return low


@kernel
def list_drops(board: np.ndarray, piece: int, out: np.ndarray) -> int:
    """All placements by dropping straight down, into `out`; how many there are."""
    count = 0
    for shape in range(SHAPES[piece]):
        width = WIDTHS[piece, shape]
        for left in range(WIDTH - width + 1):
            out[count] = code(shape, left, drops_to(board, piece, shape, left))
            count += 1
    return count


@kernel
def find_fits(board: np.ndarray, piece: int, fits: np.ndarray) -> None:
    """For each rotation and column the rows where the piece overlaps nothing."""
    shapes = SHAPES[piece]
    for shape in range(shapes):
        positions = WIDTH - WIDTHS[piece, shape] + 1
        for left in range(WIDTH):
            taken = 0 if left < positions else ALL_ROWS
            if left < positions:
                for cell in range(4):
                    taken |= board[left + CELLS[piece, shape, cell, 0]] >> CELLS[piece, shape, cell, 1]
            fits[shape, PAD + left] = ALL_ROWS & ~taken
    for rotation in range(shapes, ROTATIONS[piece]):
        for column in range(PAD, PAD + WIDTH):
            fits[rotation, column] = fits[rotation - shapes, column]


@kernel
def fall(here: int, free: int) -> int:
    """All rows of `free` that are in `here` or come under it without a gap."""
    here |= free & (here >> 1)
    free &= free >> 1
    here |= free & (here >> 2)
    free &= free >> 2
    here |= free & (here >> 4)
    free &= free >> 4
    here |= free & (here >> 8)
    free &= free >> 8
    here |= free & (here >> 16)
    free &= free >> 16
    return here | (free & (here >> 32))


@kernel
def shifted(word: int, rows: int) -> int:
    return word << rows if rows >= 0 else word >> -rows


@kernel
def turn_from(
    piece: int, rotation: int, turn: int, column: int, here: int, fits: np.ndarray, reach: np.ndarray
) -> int:
    """Turn the piece in all rows `here` of a column; the columns where that reaches something new.

    A kick is tried only where all kicks before it failed: `here` keeps those rows.
    """
    to = (rotation + 1 + 2 * turn) & 3
    changed = 0
    for kick in range(5):
        target = column + KICKS[piece, rotation, turn, kick, 0]
        up = KICKS[piece, rotation, turn, kick, 1]
        landed = shifted(here, up) & fits[to, target]
        if landed & ~reach[to, target]:
            reach[to, target] |= landed
            changed |= 1 << target
        here &= ~shifted(landed, -up)
        if here == 0:
            break
    return changed << (to * PADDED)


@kernel
def from_the_sky(piece: int, fits: np.ndarray, reach: np.ndarray) -> tuple[int, int, int]:
    """Begin with all straight drops: what a low stack lets every piece do.

    Gives the columns reached, the columns with places not reached (column x of rotation r is bit
    16 r + x), and the rows of those places.
    """
    reached, hidden, rows = 0, 0, 0
    for rotation in range(ROTATIONS[piece]):
        for column in range(PAD, PAD + WIDTH):
            free = fits[rotation, column]
            bottom = height(ALL_ROWS & ~free)
            reach[rotation, column] = free >> bottom << bottom
            rest = free ^ reach[rotation, column]
            rows |= rest
            reached |= int(free != 0) << (rotation * PADDED + column)
            hidden |= int(rest != 0) << (rotation * PADDED + column)
    return reached, hidden, rows


@kernel
def from_the_spawn(piece: int, fits: np.ndarray, reach: np.ndarray) -> tuple[int, int, int]:
    """Begin with the spawn alone, as a high stack demands; the same three words."""
    hidden = 0
    for rotation in range(ROTATIONS[piece]):
        for column in range(PAD, PAD + WIDTH):
            reach[rotation, column] = 0
            hidden |= int(fits[rotation, column] != 0) << (rotation * PADDED + column)
    column = PAD + SPAWN_X + LEFT[piece, 0]
    reach[0, column] = 1 << (SPAWN_Y + LOW[piece, 0])
    return 1 << column, hidden, ALL_ROWS


@kernel
def within_a_kick(rows: int) -> int:
    """Rows from which one move or turn may lead to one of `rows`: no kick moves a corner by more than 3."""
    near = rows | rows << 1 | rows >> 1
    near |= near << 2 | near >> 2
    return near & ALL_ROWS


@kernel
def columns_before(piece: int, hidden: int) -> int:
    """Columns from which one move or turn may lead to one of the columns `hidden`."""
    found = hidden << 1 | hidden >> 1
    if ROTATIONS[piece] < 4:
        return found
    for rotation in range(4):
        for turn in range(2):
            there = hidden >> ((rotation + 1 + 2 * turn) & 3) * PADDED & ALL_PADDED
            kicks = KICK_COLUMNS[piece, rotation, turn] if there else 0
            while kicks:
                found |= (shifted(there, PAD - lowest(kicks)) & ALL_PADDED) << (rotation * PADDED)
                kicks &= kicks - 1
    return found


@kernel
def spread(piece: int, todo: int, hidden: int, near: int, fits: np.ndarray, reach: np.ndarray) -> None:
    """Let the places in `reach` grow by moves down, left, right and by turns until nothing is new.

    `todo` are the columns to begin with. Only moves and turns that may lead to a place not
    reached yet are tried: into the columns `hidden`, from the rows `near`.
    """
    while todo:
        index = lowest(todo)
        todo &= todo - 1
        rotation = index // PADDED
        column = index % PADDED
        here = fall(reach[rotation, column], fits[rotation, column])
        reach[rotation, column] = here
        here &= near
        if here == 0:
            continue
        for beside in range(column - 1, column + 2, 2):
            if here & fits[rotation, beside] & ~reach[rotation, beside]:
                reach[rotation, beside] |= here & fits[rotation, beside]
                todo |= 1 << (rotation * PADDED + beside)
        if ROTATIONS[piece] == 4:
            for turn in range(2):
                to = (rotation + 1 + 2 * turn) & 3
                if hidden >> (to * PADDED + column - PAD) & KICK_COLUMNS[piece, rotation, turn]:
                    todo |= turn_from(piece, rotation, turn, column, here, fits, reach)


@kernel
def explore(board: np.ndarray, piece: int, fits: np.ndarray, reach: np.ndarray) -> bool:
    """Everything that a piece reaches from its spawn; False if the spawn is blocked."""
    find_fits(board, piece, fits)
    if not fits[0, PAD + SPAWN_X + LEFT[piece, 0]] >> (SPAWN_Y + LOW[piece, 0]) & 1:
        return False
    if stack_height(board) <= OPEN_SKY:
        todo, hidden, rows = from_the_sky(piece, fits, reach)
        todo &= columns_before(piece, hidden)
    else:
        todo, hidden, rows = from_the_spawn(piece, fits, reach)
    spread(piece, todo, hidden, within_a_kick(rows), fits, reach)
    return True


@kernel
def twin_rotation(piece: int, shape: int) -> int:
    """The other rotation that looks like `shape`, or the same again if there is none."""
    return shape + 2 if SHAPES[piece] == 2 else shape


@kernel
def list_reached(board: np.ndarray, piece: int, fits: np.ndarray, reach: np.ndarray, out: np.ndarray) -> int:
    """All placements under SRS, each set of cells once, into `out`; how many there are.

    A piece may lock where it is reached and the row below is not free for it.
    """
    if not explore(board, piece, fits, reach):
        return 0
    count = 0
    for shape in range(SHAPES[piece]):
        twin = twin_rotation(piece, shape)
        for left in range(WIDTH):
            column = PAD + left
            rows = (reach[shape, column] | reach[twin, column]) & ~(fits[shape, column] << 1)
            while rows:
                out[count] = code(shape, left, lowest(rows))
                count += 1
                rows &= rows - 1
    return count


@kernel
def list_placements(
    board: np.ndarray, piece: int, srs: bool, fits: np.ndarray, reach: np.ndarray, out: np.ndarray
) -> int:
    """All placements of a piece under a rule set."""
    if srs:
        return list_reached(board, piece, fits, reach, out)
    return list_drops(board, piece, out)


def piece_numbers(queue: str) -> np.ndarray:
    """A queue as piece numbers."""
    return np.array([PIECES.index(piece) for piece in queue], dtype=np.int64)


def work_columns() -> tuple[np.ndarray, np.ndarray]:
    """The work arrays `fits` and `reach`."""
    return np.zeros((4, PADDED), dtype=np.int64), np.zeros((4, PADDED), dtype=np.int64)


def placements(columns: np.ndarray, piece: str, srs: bool) -> list[int]:
    """The codes of all placements of one piece on one board."""
    out = np.zeros(MAX_PLACEMENTS, dtype=np.int64)
    count = list_placements(columns, PIECES.index(piece), srs, *work_columns(), out)
    return [int(placement) for placement in out[:count]]

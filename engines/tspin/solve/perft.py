"""Perft: how many ways there are to place a queue of pieces, the field's test of a move generator.

Boards are explored 32 at a time, one in each lane of a word (engines/kernels/lanes.py). A word holds one
row of all of them, bit PAD + x being column x: what falls goes from word to word, what moves
sideways is shifted, and all 32 boards are done when none of them changes any more. Compare with
`moves.list_reached`, which explores one board, a column a word, and with the C++ generators that
keep one board in a vector register (cobra-movegen, fast-reachability).

All words of a batch are in one array, `work`; `fits_at` and its like say where. Rows under the
floor are always zero there, as are the bits beyond the walls, so a kick through either fails by
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.kernels.bits import height, lowest
from engines.kernels.jit import kernel
from engines.kernels.lanes import BITS, LANES, load, occupied, ones, roll, splat, store, zeros
from engines.tspin.rules.board import FULL_ROW, SPAWN_X, SPAWN_Y, WIDTH
from engines.tspin.rules.moves import MAX_PLACEMENTS, OPEN_SKY, PAD, piece_numbers, twin_rotation, within_a_kick
from engines.tspin.rules.pieces import (
    CELLS,
    EAST,
    KICKS,
    LEFT,
    LOW,
    NORTH,
    PIECES,
    ROTATIONS,
    SHAPES,
    SOUTH,
    THE_T,
    WIDTHS,
    T,
)
from engines.tspin.rules.puzzle import checked_queue
from engines.tspin.rules.spins import FIFTH_KICK, FIRST_KICK, FOURTH_KICK

LONGEST = 12  # pieces in a queue
ROWS = 64  # twelve pieces of four rows each, and room above for a piece and its kicks
KICK = 3  # no kick moves a corner by more rows than that: so many lie under the floor
WHOLE_ROW = FULL_ROW << PAD
WALLS = 0xFFFF ^ WHOLE_ROW
KINDS = 3  # a T arrives by a move or as no T-spin at all, as a mini, as a full T-spin
CAPACITY = LANES * (KINDS * MAX_PLACEMENTS + 1)  # boards that may wait at one depth
PAUSE = 50_000  # batches between two reports

FITS = ROWS
REACH = FITS + 4 * (KICK + ROWS)
TURNS = REACH + 4 * (KICK + ROWS)
LANDINGS = TURNS + 4 * (KICK + ROWS) * 2 * 4
WORK = LANDINGS + KINDS * 4 * ROWS

# Of a rotation: the bits where its corner may lie.
CORNERS = np.array([[((1 << (WIDTH + 1 - w)) - 1) << PAD for w in widths] for widths in WIDTHS], dtype=np.int64)


def _placed() -> np.ndarray:
    """The rows of boards with nothing but a piece, its corner in row `ROWS`: read from row `ROWS - low`
    on, they have it in row `low`."""
    rows = np.zeros((len(PIECES), 4, BITS, 2 * ROWS), dtype=np.uint16)
    for piece, shape, left in np.ndindex(len(PIECES), 4, WIDTH):
        if left + WIDTHS[piece, shape] <= WIDTH:
            for x, y in CELLS[piece, shape]:
                rows[piece, shape, PAD + left, ROWS + y] |= 1 << (PAD + left + x)
    return rows.reshape(-1)


PLACED = _placed()


@kernel
def fits_at(rotation: int, y: int) -> int:
    """Where the piece overlaps nothing with its corner in row y."""
    return FITS + (y + KICK) * 4 + rotation


@kernel
def reach_at(rotation: int, y: int) -> int:
    """Where it can get to."""
    return REACH + (y + KICK) * 4 + rotation


@kernel
def turns_at(rotation: int, turn: int, y: int) -> int:
    """Whence it turns into row y by the second kick; those of the third to the fifth follow."""
    return TURNS + ((y + KICK) * 4 + rotation) * 8 + turn * 4


@kernel
def landings_at(layer: int, y: int) -> int:
    """Where it can lock: a layer for each shape, and for a T with spins one for each shape and kind."""
    return LANDINGS + layer * ROWS + y


@kernel
def find_fits(piece: int, tall: int, top: int, work: np.ndarray) -> None:
    """For each rotation and row the places where the piece overlaps nothing; free above row `tall`."""
    shapes = SHAPES[piece]
    for shape in range(shapes):
        corners = splat(CORNERS[piece, shape])
        for y in range(tall):
            taken = splat(0)
            for cell in range(4):
                taken |= roll(load(work, y + CELLS[piece, shape, cell, 1]), -CELLS[piece, shape, cell, 0])
            store(work, fits_at(shape, y), corners & ~taken)
        for y in range(tall, top):
            store(work, fits_at(shape, y), corners)
    for rotation in range(shapes, ROTATIONS[piece]):
        for y in range(top):
            store(work, fits_at(rotation, y), load(work, fits_at(rotation - shapes, y)))


@kernel
def from_the_sky(piece: int, tall: int, top: int, work: np.ndarray, hidden: np.ndarray) -> bool:
    """Begin with all straight drops. `hidden` are each rotation's rows with places not reached; any?"""
    some = False
    for rotation in range(ROTATIONS[piece]):
        for y in range(tall, top):
            store(work, reach_at(rotation, y), load(work, fits_at(rotation, y)))
        here = load(work, fits_at(rotation, tall))
        rows = 0
        for y in range(tall - 1, -1, -1):
            free = load(work, fits_at(rotation, y))
            here &= free
            store(work, reach_at(rotation, y), here)
            if occupied(free ^ here):
                rows |= 1 << y
        hidden[rotation] = rows
        some |= rows != 0
    return some


@kernel
def from_the_spawn(piece: int, highest: int, top: int, work: np.ndarray, hidden: np.ndarray) -> None:
    """Begin with the spawn alone, where it is not blocked."""
    for rotation in range(ROTATIONS[piece]):
        for y in range(top):
            store(work, reach_at(rotation, y), splat(0))
        hidden[rotation] = (1 << (highest + 1)) - 1
    y = SPAWN_Y + LOW[piece, 0]
    spawn = splat(1 << (PAD + SPAWN_X + LEFT[piece, 0]))
    store(work, reach_at(0, y), spawn & load(work, fits_at(0, y)))


@kernel
def find_turns(piece: int, rows: np.ndarray, work: np.ndarray) -> None:
    """From which places each kick leads into the given rows of each rotation: where all before it failed."""
    for rotation in range(4):
        for turn in range(2):
            to = (rotation + 1 + 2 * turn) & 3
            sources = within_a_kick(rows[to])
            while sources:
                y = lowest(sources)
                sources &= sources - 1
                row = y + KICKS[piece, rotation, turn, 0, 1]
                failed = ~roll(load(work, fits_at(to, row)), -KICKS[piece, rotation, turn, 0, 0])
                for kick in range(1, 5):
                    row = y + KICKS[piece, rotation, turn, kick, 1]
                    free = roll(load(work, fits_at(to, row)), -KICKS[piece, rotation, turn, kick, 0])
                    store(work, turns_at(to, turn, row) + kick - 1, failed & free)
                    failed &= ~free


@kernel
def turned_into(piece: int, rotation: int, y: int, first: int, last: int, work: np.ndarray) -> np.ndarray:
    """What comes into a row by the kicks first .. last; the first kick may also give what does not fit."""
    here = splat(0)
    for turn in range(2):
        source = (rotation + 3 - 2 * turn) & 3
        for kick in range(first, last + 1):
            came = load(work, reach_at(source, y - KICKS[piece, source, turn, kick, 1]))
            if kick > 0:
                came &= load(work, turns_at(rotation, turn, y) + kick - 1)
            here |= roll(came, KICKS[piece, source, turn, kick, 0])
    return here


@kernel
def spread(piece: int, hidden: np.ndarray, work: np.ndarray) -> None:
    """Let what is reached grow by moves down, left, right and by turns until nothing is new."""
    changed = True
    while changed:
        change = splat(0)
        for rotation in range(ROTATIONS[piece]):
            rows = hidden[rotation]
            while rows:
                y = height(rows) - 1
                rows ^= 1 << y
                free = load(work, fits_at(rotation, y))
                old = load(work, reach_at(rotation, y))
                here = old | load(work, reach_at(rotation, y + 1))
                if ROTATIONS[piece] == 4:
                    here |= turned_into(piece, rotation, y, FIRST_KICK, FIFTH_KICK, work)
                here &= free
                here |= free & ~(free + here)  # a carry runs through all that is free to the right
                here |= free & (here >> 1)
                here |= free & (here >> 1)
                store(work, reach_at(rotation, y), here)
                change |= here ^ old
        changed = occupied(change) != 0


@kernel
def explore(piece: int, tall: int, work: np.ndarray, hidden: np.ndarray) -> None:
    """Everything that a piece reaches from its spawn on boards that are `tall` rows high at most.

    Where it does not begin with the sky, it rises above the stack by a kick at most: a kick is
    only needed where the stack or a wall is in the way, and from a wall the first ones lead
    sideways.
    """
    if tall <= OPEN_SKY:
        top = tall + 2 * KICK + 1
        find_fits(piece, tall, top, work)
        if not from_the_sky(piece, tall, top, work, hidden):
            return
    else:
        highest = max(tall, SPAWN_Y) + KICK
        top = highest + 2 * KICK + 1
        find_fits(piece, tall, top, work)
        from_the_spawn(piece, highest, top, work, hidden)
    if ROTATIONS[piece] == 4:
        find_turns(piece, hidden, work)
    spread(piece, hidden, work)


@kernel
def landed(piece: int, shape: int, y: int, work: np.ndarray) -> np.ndarray:
    """Where a piece can lock in a row: reached, and not free below."""
    here = load(work, reach_at(shape, y)) | load(work, reach_at(twin_rotation(piece, shape), y))
    return here & ~load(work, fits_at(shape, y - 1))


@kernel
def find_landings(piece: int, tall: int, work: np.ndarray) -> int:
    """All placements; how many layers."""
    for shape in range(SHAPES[piece]):
        for y in range(tall + 1):
            store(work, landings_at(shape, y), landed(piece, shape, y, work))
    return SHAPES[piece]


@kernel
def filled(y: int, places: int, work: np.ndarray) -> np.ndarray:
    """The filled cells of a row, walls and floor included, moved so many places to the right."""
    return roll(load(work, y) | splat(WALLS), places) if y >= 0 else splat(WHOLE_ROW | WALLS)


@kernel
def find_spin_landings(tall: int, work: np.ndarray, rows: np.ndarray) -> int:
    """All placements of a T, each in the layers of the kinds that it can be; see `spins.spin_kinds`."""
    for rotation in range(4):
        rows[rotation] = (2 << tall) - 1
    find_turns(THE_T, rows, work)
    for rotation in range(4):
        right = LEFT[T, rotation] + 1  # from a corner up left or down left of the centre to the T's own
        for y in range(tall + 1):
            centre = y - LOW[T, rotation]
            up_left, up_right = filled(centre + 1, right, work), filled(centre + 1, right - 2, work)
            down_left, down_right = filled(centre - 1, right, work), filled(centre - 1, right - 2, work)
            three = up_left & up_right & (down_left | down_right) | down_left & down_right & (up_left | up_right)
            if rotation == NORTH:
                front = up_left & up_right
            elif rotation == EAST:
                front = up_right & down_right
            elif rotation == SOUTH:
                front = down_left & down_right
            else:
                front = up_left & down_left
            here = load(work, reach_at(rotation, y))
            moved = load(work, reach_at(rotation, y + 1)) | here << 1 | here >> 1
            here &= ~load(work, fits_at(rotation, y - 1))
            early = here & three & turned_into(THE_T, rotation, y, FIRST_KICK, FOURTH_KICK, work)
            late = here & three & turned_into(THE_T, rotation, y, FIFTH_KICK, FIFTH_KICK, work)
            mini, full = early & ~front, early & front | late
            store(work, landings_at(rotation, y), here & (moved | ~(mini | full)))
            store(work, landings_at(4 + rotation, y), mini)
            store(work, landings_at(8 + rotation, y), full)
    return KINDS * 4


@kernel
def count_landings(layers: int, tall: int, count: int, work: np.ndarray) -> int:
    """The placements on the first `count` boards together."""
    numbers = splat(0)
    for layer in range(layers):
        for y in range(tall + 1):
            numbers += ones(load(work, landings_at(layer, y)))
    store(work, LANDINGS, numbers)
    total: Any = 0
    for slot in range(count):
        total += np.int64(work[LANDINGS, slot])
    return total


@kernel
def lay_out(waiting: np.ndarray, start: int, size: int, count: int, work: np.ndarray) -> int:
    """Lay boards side by side, their rows in the first words of `work`; how tall the tallest is."""
    tall = 0
    for part in range(0, size, LANES):
        union = splat(0)
        for slot in range(count):
            union |= load(waiting, start + slot * size + part)
        if occupied(union):
            tall = part + height(occupied(union))
    for y in range(tall):
        at = np.uint64(start + y)  # unsigned, so that no index has to be checked for being negative
        for slot in range(LANES):
            work[y, slot] = waiting[at]
            at += np.uint64(size)
    for y in range(tall, tall + 4):
        store(work, y, splat(0))
    return tall


@kernel
def place(waiting: np.ndarray, old: int, new: int, size: int, placed: int) -> bool:
    """`new` is the board `old` with a piece in it; whether that has full rows."""
    full = False
    for part in range(0, size, LANES):
        rows = load(waiting, old + part) | load(PLACED, placed + part)
        store(waiting, new + part, rows)
        full |= occupied(rows ^ splat(WHOLE_ROW)) != (1 << LANES) - 1
    return full


@kernel
def clear_rows(waiting: np.ndarray, board: int, size: int) -> None:
    """Take the full rows of a board out."""
    kept = 0
    for y in range(size):
        row = waiting[board + y]
        if row != WHOLE_ROW:
            waiting[board + kept] = row
            kept += 1
    for y in range(kept, size):
        waiting[board + y] = 0


@kernel
def expand(
    piece: int,
    layers: int,
    tall: int,
    count: int,
    old: int,
    new: int,
    size: int,
    waiting: np.ndarray,
    work: np.ndarray,
) -> int:
    """Put the boards after every placement from `new` on; how many there are."""
    first = new
    for layer in range(layers):
        shape = piece * 4 + (layer & 3)
        for y in range(tall + 1, tall + 4):
            store(work, landings_at(layer, y), splat(0))
        for slot in range(count):
            board = old + slot * size
            for y in range(0, tall + 1, 4):
                at = landings_at(layer, y)
                places = np.int64(work[at, slot]) | np.int64(work[at + 1, slot]) << 16
                places |= np.int64(work[at + 2, slot]) << 32 | np.int64(work[at + 3, slot]) << 48
                while places:
                    corner = lowest(places)
                    places &= places - 1
                    low = y + corner // BITS
                    placed = (shape * BITS + corner % BITS) * 2 * ROWS + ROWS - low
                    if place(waiting, board, new, size, placed):
                        clear_rows(waiting, new, size)
                    new += size
    return (new - first) // size


@kernel
def next_depth(counts: np.ndarray) -> int:
    """The deepest depth where a batch waits, else the first with any board, or -1."""
    for depth in range(len(counts) - 1, -1, -1):
        if counts[depth] >= LANES:
            return depth
    for depth in range(len(counts)):
        if counts[depth]:
            return depth
    return -1


@kernel
def count_some(
    queue: np.ndarray,
    spins: bool,
    size: int,
    waiting: np.ndarray,
    counts: np.ndarray,
    work: np.ndarray,
    rows: np.ndarray,
) -> int:
    """The leaves of the next `PAUSE` batches, depth first: of the `counts` boards that wait at a
    depth the last to come are the first to go."""
    total = 0
    for _ in range(PAUSE):
        depth = next_depth(counts)
        if depth < 0:
            break
        piece = queue[depth]
        count = min(counts[depth], LANES)
        counts[depth] -= count
        start = (depth * CAPACITY + counts[depth]) * size
        tall = lay_out(waiting, start, size, count, work)
        explore(piece, tall, work, rows)
        if spins and piece == T:
            layers = find_spin_landings(tall, work, rows)
        else:
            layers = find_landings(piece, tall, work)
        if depth == len(queue) - 1:
            total += count_landings(layers, tall, count, work)
        else:
            new = ((depth + 1) * CAPACITY + counts[depth + 1]) * size
            counts[depth + 1] += expand(piece, layers, tall, count, start, new, size, waiting, work)
    return total


def count_perft(queue: str, spins: bool = False, report: Callable[[int], None] | None = None) -> int:
    """Ways to place a queue on an empty board under SRS; with `spins` every way for a T to arrive
    (none, mini, full) counts for itself. `report` hears now and then how many there are so far."""
    checked_queue(queue, LONGEST)
    size = LANES if 4 * len(queue) <= LANES else 2 * LANES
    waiting = zeros(len(queue) * CAPACITY * size // LANES).reshape(-1)
    counts = np.zeros(len(queue), dtype=np.int64)
    counts[0] = 1
    work, rows = zeros(WORK), np.zeros(4, dtype=np.int64)
    total = 0
    while counts.any():
        total += int(count_some(piece_numbers(queue), spins, size, waiting, counts, work, rows))
        if report:
            report(total)
    return total

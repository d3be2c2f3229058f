"""A piece as it is held, place by place: where each key leads from there.

A place is a rotation, a column and a row as one number. Compare with `moves.explore`, which finds all places at once
and does not say how they are reached; the turns are the same function.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.tspin.rules.board import ROWS, SPAWN_X
from engines.tspin.rules.moves import PAD, PADDED, find_fits, turn_from, work_columns
from engines.tspin.rules.pieces import LEFT, LOW, PIECES

PLACES = 4 * PADDED * ROWS
KEYS = 5  # left, right, clockwise, counterclockwise, one row down
NOWHERE = -1


class Held(NamedTuple):
    """The rotation, column and row of a corner, the row where a drop ends, and the hold that each key leads to."""

    rotation: int
    left: int
    low: int
    lands: int
    to: tuple[int, int, int, int, int]


@kernel
def place_of(rotation: int, column: int, low: int) -> int:
    """A place as one number."""
    return (rotation * PADDED + column) * ROWS + low


@kernel
def turned(piece: int, rotation: int, turn: int, column: int, low: int, fits: np.ndarray, room: np.ndarray) -> int:
    """The place that a turn leads to; `room` is all zeros and stays so."""
    changed = turn_from(piece, rotation, turn, column, 1 << low, fits, room)
    if changed == 0:
        return NOWHERE
    index = lowest(changed)
    to, target = index // PADDED, index % PADDED
    row = lowest(room[to, target])
    room[to, target] = 0
    return place_of(to, target, row)


@kernel
def key_leads(piece: int, place: int, key: int, falls: bool, fits: np.ndarray, room: np.ndarray) -> int:
    """The place that a key leads to."""
    low, column, rotation = place % ROWS, place // ROWS % PADDED, place // ROWS // PADDED
    if key < 2:
        beside = column - 1 + 2 * key
        return place_of(rotation, beside, low) if fits[rotation, beside] >> low & 1 else NOWHERE
    if key < 4:
        return turned(piece, rotation, key - 2, column, low, fits, room)
    return place - 1 if falls and low > 0 and fits[rotation, column] >> (low - 1) & 1 else NOWHERE


@kernel
def list_holds(
    piece: int, start: int, falls: bool, fits: np.ndarray, room: np.ndarray, places: np.ndarray, to: np.ndarray
) -> int:
    """All places that keys lead to from `start`, which comes first, and where they lead; how many."""
    number = np.full(PLACES, NOWHERE, dtype=np.int64)
    number[start], places[0] = 0, start
    count, at = 1, 0
    while at < count:
        for key in range(KEYS):
            there = key_leads(piece, places[at], key, falls, fits, room)
            if there == NOWHERE:
                to[at, key] = NOWHERE
                continue
            if number[there] == NOWHERE:
                number[there], places[count] = count, there
                count += 1
            to[at, key] = number[there]
        at += 1
    return count


def holds_from(columns: np.ndarray, piece: str, centre: int, falls: bool) -> list[Held]:
    """Every hold of a piece whose centre begins in a row, in the spawn's column; none if it does not fit there.

    Without `falls` there is no key down: the piece stays as high as it begins.
    """
    kind = PIECES.index(piece)
    fits, room = work_columns()
    find_fits(columns, kind, fits)
    column, low = PAD + SPAWN_X + int(LEFT[kind, 0]), centre + int(LOW[kind, 0])
    free = fits.tolist()
    if not free[0][column] >> low & 1:
        return []
    places, to = np.zeros(PLACES, dtype=np.int64), np.zeros((PLACES, KEYS), dtype=np.int64)
    count = list_holds(kind, int(place_of(0, column, low)), falls, fits, room, places, to)
    found = []
    for number, place in enumerate(places[:count].tolist()):
        left, right, clockwise, counterclockwise, down = to[number].tolist()
        index, row = divmod(place, ROWS)
        rotation, column = divmod(index, PADDED)
        lands = (~free[rotation][column] & (1 << row) - 1).bit_length()
        found.append(Held(rotation, column - PAD, row, lands, (left, right, clockwise, counterclockwise, down)))
    return found

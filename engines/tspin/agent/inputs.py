"""How many inputs a move takes at the least: a breadth-first search over poses, a column of them at a time.

An input is a shift by one column, a turn, a soft drop (held for as many rows as one likes), the hard drop that locks
the piece, a hold. The T-spin agent paper (4.1) names shifts, turns and holds; without `count_drops` it is those alone
that count, and falling is free. A T-spin has to be turned into its place, so it may cost more than the same place
without.

Compare with `moves.explore`, which finds what can be reached at all, and with `inputs` in
tests/engines/tspin/naive_agent.py.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.tspin.rules.board import SPAWN_X, SPAWN_Y, WIDTH
from engines.tspin.rules.moves import (
    PAD,
    PADDED,
    code_left,
    code_low,
    code_shape,
    fall,
    find_fits,
    turn_from,
    twin_rotation,
)
from engines.tspin.rules.pieces import KICKS, LEFT, LOW, ROTATIONS, T
from engines.tspin.rules.spins import (
    FIFTH_KICK,
    FIRST_KICK,
    FOURTH_KICK,
    FULL,
    MINI,
    corners,
    first_kick,
    front_filled,
)

FAR = 9999  # inputs to what cannot be reached
WORD = 64


@kernel
def step(piece: int, drops: int, fits: np.ndarray, here: np.ndarray, there: np.ndarray) -> None:
    """One input from all poses `here`, into `there`."""
    for rotation in range(ROTATIONS[piece]):
        for column in range(PAD, PAD + WIDTH):
            rows = here[rotation, column]
            if rows == 0:
                continue
            there[rotation, column - 1] |= rows & fits[rotation, column - 1]
            there[rotation, column + 1] |= rows & fits[rotation, column + 1]
            if drops:
                there[rotation, column] |= fall(rows, fits[rotation, column])
            if ROTATIONS[piece] == 4:
                turn_from(piece, rotation, np.int64(0), column, rows, fits, there)
                turn_from(piece, rotation, np.int64(1), column, rows, fits, there)


@kernel
def settle(piece: int, drops: int, level: int, fits: np.ndarray, there: np.ndarray, distance: np.ndarray) -> bool:
    """Give what is new among `there` its distance and drop the rest; whether anything is new.

    Where drops are free, poses that these fall through are as near.
    """
    new = False
    for rotation in range(ROTATIONS[piece]):
        for column in range(PAD, PAD + WIDTH):
            rows = there[rotation, column]
            if rows and not drops:
                rows = fall(rows, fits[rotation, column])
            fresh, rest = 0, rows
            while rest:
                row = lowest(rest)
                rest &= rest - 1
                if distance[rotation, column, row] == FAR:
                    distance[rotation, column, row] = level
                    fresh |= 1 << row
            there[rotation, column] = fresh
            new = new or fresh != 0
    return new


@kernel
def find_distances(board: np.ndarray, piece: int, drops: int, fits: np.ndarray, distance: np.ndarray) -> None:
    """The inputs from the spawn to each pose, rotation, column and row of its corner; FAR where none lead."""
    find_fits(board, piece, fits)
    distance[:] = FAR
    here = np.zeros((4, PADDED), dtype=np.int64)
    there = np.zeros((4, PADDED), dtype=np.int64)
    column = PAD + SPAWN_X + LEFT[piece, 0]
    here[0, column] = (1 << (SPAWN_Y + LOW[piece, 0])) & fits[0, column]
    level = 0
    while settle(piece, drops, level, fits, here, distance):
        there[:] = 0
        step(piece, drops, fits, here, there)
        here, there = there, here
        level += 1


@kernel
def inputs_to(piece: int, code: int, drops: int, fits: np.ndarray, distance: np.ndarray) -> int:
    """The inputs to a placement, however it is arrived at, with the hard drop that locks it."""
    shape, column, low = code_shape(code), PAD + code_left(code), code_low(code)
    twin = twin_rotation(piece, shape)
    fewest = FAR
    row = low
    while row < WORD and fits[shape, column] >> row & 1:
        fewest = min(fewest, distance[shape, column, row], distance[twin, column, row])
        row += 1
    return fewest + drops


@kernel
def inputs_to_spin(
    board: np.ndarray, code: int, spin: int, drops: int, fits: np.ndarray, distance: np.ndarray
) -> int:
    """The inputs that turn a T into a placement as this kind of T-spin, with the hard drop that locks it."""
    rotation, left, low = code_shape(code), code_left(code), code_low(code)
    front = front_filled(rotation, *corners(board, left - LEFT[T, rotation], low - LOW[T, rotation]))
    first = FIFTH_KICK if spin == FULL and not front else FIRST_KICK
    last = FOURTH_KICK if spin == MINI else FIFTH_KICK
    fewest = FAR
    for turn in range(2):
        source = (rotation + 3 - 2 * turn) & 3
        for kick in range(first, last + 1):
            column = PAD + left - KICKS[T, source, turn, kick, 0]
            row = low - KICKS[T, source, turn, kick, 1]
            if row < 0 or distance[source, column, row] >= fewest:
                continue
            if first_kick(source, turn, column, row, fits) == kick:
                fewest = distance[source, column, row]
    return fewest + 1 + drops


@kernel
def inputs_of(
    board: np.ndarray, piece: int, code: int, spin: int, drops: int, fits: np.ndarray, distance: np.ndarray
) -> int:
    """The fewest inputs of one placement that arrives as `spin` says: NONE asks for no spin, and takes any way."""
    find_distances(board, piece, drops, fits, distance)
    if spin:
        return inputs_to_spin(board, code, spin, drops, fits, distance)
    return inputs_to(piece, code, drops, fits, distance)


def distance_table() -> np.ndarray:
    """Room for the distances of all poses."""
    return np.full((4, PADDED, WORD), FAR, dtype=np.int64)

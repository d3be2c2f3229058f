"""The numbering of positions: sets of squares by rank, and each side's pieces by a number.

A set of k squares is numbered by its rank among all sets of k, in the order of the sets as ints (the combinatorial
number system: compare with `math.comb` and `itertools.combinations`). Sides are numbered apart. The attacker's
number is of its blues, seen in a mirror if that makes them less, and of all its reds but one; the last red is a
bit of a word. The defender's number is of its purples, blues and reds. Some numbers are of no position, because
two pieces would share a square.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from engines.geister.rules.moves import ALL, FIRST_COLUMN, MOST_OF_A_COLOR, SQUARES, STEPS
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel

MOST = 2 * MOST_OF_A_COLOR  # pieces of one kind: all of a side may be purple
CHOOSE = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(SQUARES + 1)], dtype=np.int64)

# How many sets of k squares there are, mirror images taken as one; only of an even number can be their own images.
CLASSES = np.array(
    [(comb(SQUARES, k) + (comb(SQUARES // 2, k // 2) if k % 2 == 0 else 0)) // 2 for k in range(MOST + 1)],
    dtype=np.int64,
)


@kernel
def rank_of(squares: int) -> int:
    """The number of sets with as many squares that come before this one."""
    rank, count = 0, 0
    while squares:
        count += 1
        rank += CHOOSE[lowest(squares), count]
        squares &= squares - 1
    return rank


@kernel
def mirrored(squares: int) -> int:
    """The same squares seen in a mirror: column a is column f."""
    outer = (squares & FIRST_COLUMN) << 5 | (squares >> 5) & FIRST_COLUMN
    middle = (squares & FIRST_COLUMN << 1) << 3 | (squares >> 3) & FIRST_COLUMN << 1
    return outer | middle | (squares & FIRST_COLUMN << 2) << 1 | (squares >> 1) & FIRST_COLUMN << 2


@kernel
def _sets(count: int) -> np.ndarray:
    """All sets of so many squares in the order of their ranks: each time the next int with as many bits."""
    sets = np.empty(CHOOSE[SQUARES, count], dtype=np.int64)
    squares = (1 << count) - 1
    for rank in range(len(sets)):
        sets[rank] = squares
        if squares:
            low = squares & -squares
            carried = squares + low
            squares = carried | ((squares ^ carried) >> (lowest(squares) + 2))
    return sets


@cache
def sets_of(count: int) -> np.ndarray:
    """All sets of so many squares in the order of their ranks."""
    return _sets(count)


@kernel
def _classes(sets: np.ndarray) -> np.ndarray:
    """For each rank the number of the pair of mirror images, doubled, and one more for the greater of the two."""
    classes = np.empty(len(sets), dtype=np.int32)
    count = 0
    for rank in range(len(sets)):
        image = rank_of(mirrored(sets[rank]))
        if image < rank:
            classes[rank] = classes[image] | 1
        else:
            classes[rank] = 2 * count
            count += 1
    return classes


@cache
def classes_of(count: int) -> np.ndarray:
    """For each set of so many squares the number of its pair of mirror images, doubled, and one more if greater."""
    return _classes(sets_of(count))


class Own(NamedTuple):
    """The attacker's side, all but one red: an entry for each number.

    Its moves are from `first[n]` to `first[n + 1]` in `ends`, the square moved to, and `numbers`, the number then.
    `without` is the number after a piece was taken: the pieces in the order of their squares, then the last red.
    Numbers that a move or a loss leads to are doubled, and one more where they are of the mirror image.
    """

    blue: np.ndarray
    red: np.ndarray
    room: np.ndarray  # where the last red may be; nowhere if a blue and a red share a square
    images: np.ndarray  # 1 if the blues are their own mirror image, else 2
    first: np.ndarray
    ends: np.ndarray
    numbers: np.ndarray
    without: np.ndarray


class Foe(NamedTuple):
    """The defender's side: the sets of squares of each kind of piece in the order of their ranks."""

    purple: np.ndarray
    blue: np.ndarray
    red: np.ndarray


@kernel
def own_number(blue: int, red: int, classes: np.ndarray) -> int:
    """The number of an attacker's side, `red` being all its reds but one; doubled, one more for a mirror image."""
    entry = classes[rank_of(blue)]
    if entry & 1:
        red = mirrored(red)
    number = (entry >> 1) * CHOOSE[SQUARES, popcount(red)] + rank_of(red)
    return 2 * number + (entry & 1)


@kernel
def foe_number(purple: int, blue: int, red: int) -> int:
    """The number of a defender's side."""
    number = rank_of(purple) * CHOOSE[SQUARES, popcount(blue)] + rank_of(blue)
    return number * CHOOSE[SQUARES, popcount(red)] + rank_of(red)


@kernel
def _own_moves(blue: int, red: int, classes: np.ndarray, own: Own, count: int) -> int:
    """Add the moves of an attacker's side, its last red apart; how many there are then."""
    taken = blue | red
    pieces = taken
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        ends = STEPS[lowest(piece)] & ~taken
        while ends:
            end = ends & -ends
            ends ^= end
            own.ends[count] = lowest(end)
            if blue & piece:
                own.numbers[count] = own_number(blue ^ piece ^ end, red, classes)
            else:
                own.numbers[count] = own_number(blue, red ^ piece ^ end, classes)
            count += 1
    return count


@kernel
def _own_losses(blue: int, red: int, classes: np.ndarray, fewer: np.ndarray, without: np.ndarray) -> None:
    """Fill in the number after each loss that does not end the game; `fewer` are the classes of one blue less."""
    pieces, count = blue | red, 0
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        if red & piece:
            without[count] = own_number(blue, red ^ piece, classes)
        elif blue != piece:
            without[count] = own_number(blue ^ piece, red, fewer)
        count += 1
    if red:  # the last red is taken: the lowest of the others takes its part
        without[count] = own_number(blue, red & (red - 1), classes)


@kernel
def _own(blues: np.ndarray, reds: np.ndarray, classes: np.ndarray, fewer: np.ndarray) -> Own:
    pieces = popcount(blues[0]) + popcount(reds[0])
    size = CLASSES[popcount(blues[0])] * len(reds)
    own = Own(
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size + 1, dtype=np.int64),
        np.zeros(4 * pieces * size, dtype=np.int8),
        np.zeros(4 * pieces * size, dtype=np.int32),
        np.zeros((size, pieces + 1), dtype=np.int32),
    )
    number = count = 0
    for rank in range(len(blues)):
        if classes[rank] & 1:
            continue
        blue = blues[rank]
        for red in reds:
            own.blue[number], own.red[number] = blue, red
            own.images[number] = 1 if mirrored(blue) == blue else 2
            own.first[number] = count
            if not blue & red:
                own.room[number] = ALL & ~(blue | red)
                count = _own_moves(blue, red, classes, own, count)
                _own_losses(blue, red, classes, fewer, own.without[number])
            number += 1
    own.first[number] = count
    return own


def own_size(blues: int, reds: int) -> int:
    """How many numbers the attacker's side has."""
    return int(CLASSES[blues]) * comb(SQUARES, reds - 1) if reds else 0


@cache
def own_of(blues: int, reds: int) -> Own:
    """The attacker's side with so many blues and reds."""
    return _own(sets_of(blues), sets_of(reds - 1), classes_of(blues), classes_of(blues - 1))


def foe_of(purples: int, blues: int, reds: int) -> Foe:
    """The defender's side with so many of each kind."""
    return Foe(sets_of(purples), sets_of(blues), sets_of(reds))

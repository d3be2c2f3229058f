"""The rules of Geister and the purple reduction, all of them: positions, moves, and what a move does.

The board has 36 squares, a1 = 0, b1 = 1, ... f6 = 35; a set of squares is an int with a bit for each.
The attacker moves up and leaves at a6 or f6, the defender leaves at a1 or f1. Compare with
`tests/engines/geister/naive.py`, which says the same with letters on a grid.

What the attacker cannot see is *purple*, and that makes it a game of full information: a purple that leaves
by an exit wins, and one that is taken is red as long as a hidden red is left. So a position has purples only
while there is a blue and a red among them: once the last hidden red is taken, the others stand as blue.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.bits import popcount
from engines.kernels.jit import kernel

SIDE = 6
SQUARES = SIDE * SIDE
ALL = (1 << SQUARES) - 1
FIRST_COLUMN = sum(1 << SIDE * row for row in range(SIDE))
LAST_COLUMN = FIRST_COLUMN << SIDE - 1
ATTACKER_EXITS = 1 << 30 | 1 << 35
DEFENDER_EXITS = 1 << 0 | 1 << 5
MOST_OF_A_COLOR = 4

OUT = 36  # where a piece that leaves the board goes
GOES_ON, ATTACKER_WINS, DEFENDER_WINS = 0, 1, -1  # what a move does


class Position(NamedTuple):
    """Sets of squares, and how many of the purple ones are blue; at least one of them is, and at least one is not."""

    own_blue: int
    own_red: int
    purple: int
    blue: int
    red: int
    hidden_blue: int


@kernel
def beside(squares: int) -> int:
    """The squares one step from any of these, up, down, left or right."""
    sideways = ((squares & ~LAST_COLUMN) << 1) | ((squares & ~FIRST_COLUMN) >> 1)
    return (((squares << SIDE) | (squares >> SIDE)) & ALL) | sideways


def _steps(square: int) -> int:
    """The squares one step from this one."""
    x, y = square % SIDE, square // SIDE
    ends = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return sum(1 << SIDE * end_y + end_x for end_x, end_y in ends if 0 <= end_x < SIDE and 0 <= end_y < SIDE)


STEPS = np.array([_steps(square) for square in range(SQUARES)], dtype=np.int64)


@kernel
def attackers(position: Position) -> int:
    """Where the attacker's pieces stand."""
    return position.own_blue | position.own_red


@kernel
def defenders(position: Position) -> int:
    """Where the defender's pieces stand."""
    return position.purple | position.blue | position.red


@kernel
def may_leave(position: Position) -> int:
    """The defender's pieces that win by leaving."""
    return position.purple | position.blue


@kernel
def hidden_red(position: Position) -> int:
    """How many of the purple pieces are red."""
    return popcount(position.purple) - position.hidden_blue if position.purple else 0


@kernel
def blues_left(position: Position) -> int:
    """The defender's blues, shown and hidden."""
    return popcount(position.blue) + (position.hidden_blue if position.purple else 0)


@kernel
def reds_left(position: Position) -> int:
    """The defender's reds, shown and hidden."""
    return popcount(position.red) + hidden_red(position)


@kernel
def settled(position: Position) -> Position:
    """The same position with purple only where there is doubt: with no red among them they are blue."""
    B, R, u, b, r, hidden_blue = position
    if popcount(u) == hidden_blue:
        return Position(B, R, 0, b | u, r, 0)
    if hidden_blue == 0:
        return Position(B, R, 0, b, r | u, 0)
    return position


@kernel
def attack(position: Position, start: int, end: int) -> tuple[Position, int]:
    """What becomes of a position when the attacker moves from a square to a next one, or OUT."""
    B, R, u, b, r, hidden_blue = position
    if end == OUT:
        return position, ATTACKER_WINS
    came, went = 1 << end, 1 << start
    if B & went:
        B ^= came | went
    else:
        R ^= came | went
    if came & (u | r):
        if reds_left(position) == 1:
            return position, DEFENDER_WINS
        return settled(Position(B, R, u & ~came, b, r & ~came, hidden_blue)), GOES_ON
    if came & b and blues_left(position) == 1:
        return position, ATTACKER_WINS
    return Position(B, R, u, b & ~came, r, hidden_blue), GOES_ON


@kernel
def defend(position: Position, start: int, end: int) -> tuple[Position, int]:
    """What becomes of a position when the defender moves from a square to a next one, or OUT."""
    B, R, u, b, r, hidden_blue = position
    if end == OUT:
        return position, DEFENDER_WINS
    came, went = 1 << end, 1 << start
    if u & went:
        u ^= came | went
    elif b & went:
        b ^= came | went
    else:
        r ^= came | went
    after = Position(B & ~came, R & ~came, u, b, r, hidden_blue)
    if came == B:
        return after, DEFENDER_WINS
    return after, ATTACKER_WINS if came == R else GOES_ON


@kernel
def attacker_steps(position: Position, start: int) -> int:
    """Where the attacker's piece on a square may go, leaving the board apart."""
    return STEPS[start] & ~attackers(position)


@kernel
def defender_steps(position: Position, start: int) -> int:
    """Where the defender's piece on a square may go, leaving the board apart."""
    return STEPS[start] & ~defenders(position)


def square_name(square: int) -> str:
    """`e5` for 28."""
    return "abcdef"[square % SIDE] + str(square // SIDE + 1)


def square_of(name: str) -> int:
    """28 for `e5`."""
    return (int(name[1]) - 1) * SIDE + "abcdef".index(name[0])


def move_name(start: int, end: int) -> str:
    """`e5-e6`, captures alike, or `a6-exit`."""
    return f"{square_name(start)}-{'exit' if end == OUT else square_name(end)}"


def move_of(name: str) -> tuple[int, int]:
    """The squares of a move; the reverse of `move_name`."""
    start, end = name.split("-")
    return square_of(start), OUT if end == "exit" else square_of(end)

"""The game as two people play it: four blue and four red ghosts each, and nobody sees the other's colours.

The first side moves up the board and leaves at a6 or f6, the second moves down and leaves at a1 or f1. A state knows
all colours; `view` is what a side may know of it, turned so that it moves up: that is a position of `rules`, and all
that agents ever get. Taken pieces show their colours, so the numbers of what is hidden are known to both. Compare
with `rules`, where what is hidden is whatever suits the other side; here it is what it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engines.geister.measure.problem import STEPS_OF, squares_in
from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    DEFENDER_EXITS,
    MOST_OF_A_COLOR,
    OUT,
    SQUARES,
    Position,
    settled,
)
from engines.kernels.randomness import below

Side = Literal[0, 1]
FIRST: Side = 0
SECOND: Side = 1
SIDES: tuple[Side, Side] = (FIRST, SECOND)
EXITS = (ATTACKER_EXITS, DEFENDER_EXITS)
HOME = (7, 8, 9, 10, 1, 2, 3, 4)  # b2-e2, b1-e1: where the first side sets up, front row first, from its left
PIECES = len(HOME)
BLUE, RED = "blue", "red"


@dataclass(frozen=True)
class State:
    """Sets of squares for each side: its blues, its reds, and those of either whose colour the other side knows."""

    blue: tuple[int, int]
    red: tuple[int, int]
    shown: tuple[int, int] = (0, 0)

    def pieces(self, side: Side) -> int:
        """Where a side's pieces stand."""
        return self.blue[side] | self.red[side]


@dataclass(frozen=True)
class Ply:
    """What a move did: the state after it, the colour of what it took, and who has won by it."""

    state: State
    taken: str = ""
    winner: Side | None = None
    why: str = ""  # "exit", "blues" or "reds"


def other(side: Side) -> Side:
    """The side that moves next."""
    return SECOND if side == FIRST else FIRST


def turned(squares: int) -> int:
    """A set of squares as the other side sees it: the board turned by half."""
    return int(f"{squares:036b}"[::-1], 2)


def seen_from(side: Side, square: int) -> int:
    """A square as a side sees it, or as the board has it; leaving is leaving either way."""
    return square if side == FIRST or square == OUT else SQUARES - 1 - square


def drawn_setup(stream: np.ndarray, shown: int = 0) -> str:
    """A set-up at random: letters for the eight squares of `HOME`, small ones where the colour is shown."""
    letters = list("B" * MOST_OF_A_COLOR + "R" * MOST_OF_A_COLOR)
    for i in range(PIECES - 1, 0, -1):
        j = below(stream, i + 1)
        letters[i], letters[j] = letters[j], letters[i]
    places = list(range(PIECES))
    for i in range(shown):
        j = i + below(stream, PIECES - i)
        places[i], places[j] = places[j], places[i]
        letters[places[i]] = letters[places[i]].lower()
    return "".join(letters)


def begin(first: str, second: str) -> State:
    """The state after both have set up."""
    sets = [_set_up(side, letters) for side, letters in zip(SIDES, (first, second), strict=True)]
    (B, R, S), (b, r, s) = sets
    return State((B, b), (R, r), (S, s))


def _set_up(side: Side, letters: str) -> tuple[int, int, int]:
    """The blues, reds and shown pieces of a side."""
    if sorted(letters.upper()) != sorted("B" * MOST_OF_A_COLOR + "R" * MOST_OF_A_COLOR):
        raise ValueError(f"set-up {letters!r}: eight letters, four B and four R, small ones where they are shown")
    squares = [(1 << seen_from(side, square), letter) for square, letter in zip(HOME, letters, strict=True)]
    blue, red = (sum(bit for bit, letter in squares if letter.upper() == color) for color in "BR")
    return blue, red, sum(bit for bit, letter in squares if letter.islower())


def view(state: State, side: Side) -> Position:
    """What a side knows of a state, as it sees the board. What follows from the numbers is not hidden."""
    foe = other(side)
    shown = state.shown[foe]
    sets = (
        state.blue[side],
        state.red[side],
        state.pieces(foe) & ~shown,
        state.blue[foe] & shown,
        state.red[foe] & shown,
    )
    B, R, u, b, r = sets if side == FIRST else map(turned, sets)
    hidden_blue = (state.blue[foe] & ~shown).bit_count()
    return Position(*map(int, settled(Position(B, R, u, b, r, hidden_blue))))


def moves(state: State, side: Side) -> Iterator[tuple[int, int]]:
    """Every move of a side, squares as the board has them."""
    own = state.pieces(side)
    for start in squares_in(own):
        if state.blue[side] & EXITS[side] & 1 << start:
            yield start, OUT
        for end in squares_in(STEPS_OF[start] & ~own):
            yield start, end


def after_move(state: State, side: Side, start: int, end: int) -> Ply:
    """What becomes of a state when a side moves; squares as the board has them."""
    if (start, end) not in moves(state, side):
        raise ValueError(f"the {'first' if side == FIRST else 'second'} side cannot go from {start} to {end}")
    if end == OUT:
        return Ply(_without(state, side, 1 << start), winner=side, why="exit")
    foe, came, step = other(side), 1 << end, 1 << start | 1 << end
    taken = BLUE if state.blue[foe] & came else RED if state.red[foe] & came else ""
    after = _without(state, foe, came)
    after = replace(
        after,
        blue=_changed(after.blue, side, step if state.blue[side] >> start & 1 else 0),
        red=_changed(after.red, side, step if state.red[side] >> start & 1 else 0),
        shown=_changed(after.shown, side, step if state.shown[side] >> start & 1 else 0),
    )
    if taken and not after.blue[foe]:
        return Ply(after, taken, side, "blues")
    if taken and not after.red[foe]:
        return Ply(after, taken, foe, "reds")
    return Ply(after, taken)


def _without(state: State, side: Side, gone: int) -> State:
    """The state without some pieces of a side."""
    sets = (state.blue, state.red, state.shown)
    return State(*(_changed(squares, side, squares[side] & gone) for squares in sets))


def _changed(squares: tuple[int, int], side: Side, by: int) -> tuple[int, int]:
    """The sets of both sides, some squares of one of them turned over."""
    return (squares[0] ^ by, squares[1]) if side == FIRST else (squares[0], squares[1] ^ by)

"""What a picture of an answer shows, whoever draws it: one board for each ply of the attacker.

It stands as the attacker finds it, with the reply that led there and the move that goes on; what is taken is gone
from the next board. `draw` and `terminal` know what they look like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engines.geister.puzzle import EMPTY, Puzzle, position_of, puzzle_from
from engines.geister.rules import (
    ATTACKER_EXITS,
    DEFENDER_EXITS,
    GOES_ON,
    OUT,
    Position,
    attack,
    attacker_steps,
    defend,
    defender_steps,
    move_of,
)

MOVE = re.compile("[a-f][1-6]-(?:[a-f][1-6]|exit)")
SHOWN_WHEN_TAKEN = {"u": "r"}  # as long as a hidden red is left, and with none left nothing is hidden


class IllegalMove(ValueError):
    """A move that the rules do not allow; the message says which."""


@dataclass(frozen=True)
class Ply:
    """A move: its number from 1, from where to where, the letter of what it takes, with the colour that it showed,
    and whether that was the last of its colour, which ends the game."""

    number: int
    start: int
    end: int
    taken: str = ""
    last: bool = False

    @property
    def leaves(self) -> bool:
        """Whether a piece leaves the board."""
        return self.end == OUT


@dataclass(frozen=True)
class Panel:
    """A board with the attacker to move, the reply that led there, and the move that follows if any does."""

    squares: str
    reply: Ply | None
    attack: Ply | None


def line_of(solution: Any) -> list[Any]:
    """The moves of a solution; a line alone, or the beginning of one, will do."""
    return list(solution["line"] if isinstance(solution, Mapping) else solution)


def _checked(squares: str, position: Position, number: int, name: Any) -> Ply:
    """The ply that a name stands for; IllegalMove if the side to move cannot make it."""
    if not isinstance(name, str) or not MOVE.fullmatch(name):
        raise IllegalMove(f"ply {number}: {name!r} is not a move")
    start, end = move_of(name)
    attacks = number % 2 == 1
    movers, leavers, exits, steps = (
        ("BR", "B", ATTACKER_EXITS, attacker_steps) if attacks else ("ubr", "ub", DEFENDER_EXITS, defender_steps)
    )
    if squares[start] not in movers:
        raise IllegalMove(f"ply {number}: {name} moves no piece of the {'attacker' if attacks else 'defender'}")
    if not (squares[start] in leavers and exits >> start & 1 if end == OUT else steps(position, start) >> end & 1):
        raise IllegalMove(f"ply {number}: {name} is not a step that the piece can make")
    taken = "" if end == OUT or squares[end] == EMPTY else squares[end]
    return Ply(number, start, end, SHOWN_WHEN_TAKEN.get(taken, taken))


def _moved(squares: str, ply: Ply) -> str:
    """The letters after a ply that ends the game, of which `rules` tells only who wins."""
    letters = list(squares)
    piece, letters[ply.start] = letters[ply.start], EMPTY
    if not ply.leaves:
        letters[ply.end] = piece
    return "".join(letters)


def answer(puzzle: Puzzle, solution: Any) -> list[Panel]:
    """The boards of a solution in order; one that ends with a reply has a last board without a move."""
    position, outcome = position_of(puzzle), GOES_ON
    shown: list[Panel] = []
    reply: Ply | None = None
    line = line_of(solution)
    squares = puzzle_from(position).squares
    for number, name in enumerate(line, 1):
        if outcome != GOES_ON:
            raise IllegalMove(f"ply {number}: {name} comes after the end of the game")
        ply = _checked(squares, position, number, name)
        position, outcome = (attack if number % 2 else defend)(position, ply.start, ply.end)
        ply = replace(ply, last=bool(ply.taken) and outcome != GOES_ON)
        if number % 2:
            shown.append(Panel(squares, reply, ply))
        else:
            reply = ply
        squares = puzzle_from(position).squares if outcome == GOES_ON else _moved(squares, ply)
    if len(line) % 2 == 0:
        shown.append(Panel(squares, reply, None))
    return shown

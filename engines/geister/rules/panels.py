"""What a picture of an answer shows, whoever draws it: one board for each ply of the attacker.

It stands as the attacker finds it, with the reply that led there and the move that goes on; what is taken is gone
from the next board. `draw` and `terminal` know what they look like; `frames` shows every ply by itself (`steps`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engines.geister.rules.moves import (
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
from engines.geister.rules.puzzle import EMPTY, Puzzle, position_of, puzzle_from

MOVE = re.compile("[a-f][1-6]-(?:[a-f][1-6]|exit)")
SHOWN_WHEN_TAKEN = {"u": "r"}  # as long as a hidden red is left, and with none left nothing is hidden


class IllegalMove(ValueError):
    """A move that the rules do not allow; the message says which."""


@dataclass(frozen=True)
class Ply:
    """A move: its number from 1, from where to where, the letter of what it takes, with the colour that it showed,
    whether that was the last of its colour, which ends the game, and whether it was hidden."""

    number: int
    start: int
    end: int
    taken: str = ""
    last: bool = False
    hidden: bool = False

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


class Step(NamedTuple):
    """A ply, the board that it leaves, and who has won by it: GOES_ON, ATTACKER_WINS or DEFENDER_WINS."""

    ply: Ply
    left: Puzzle
    outcome: int


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
    return Ply(number, start, end, SHOWN_WHEN_TAKEN.get(taken, taken), hidden=taken in SHOWN_WHEN_TAKEN)


def _moved(squares: str, ply: Ply) -> str:
    """The letters after a ply; of one that ends the game `rules` tells only who wins."""
    letters = list(squares)
    piece, letters[ply.start] = letters[ply.start], EMPTY
    if not ply.leaves:
        letters[ply.end] = piece
    return "".join(letters)


def steps(puzzle: Puzzle, solution: Any) -> list[Step]:
    """Every ply of a solution with what it leaves; IllegalMove if one cannot be."""
    position, outcome = position_of(puzzle), GOES_ON
    squares = puzzle_from(position).squares
    found: list[Step] = []
    for number, name in enumerate(line_of(solution), 1):
        if outcome != GOES_ON:
            raise IllegalMove(f"ply {number}: {name} comes after the end of the game")
        ply = _checked(squares, position, number, name)
        position, outcome = (attack if number % 2 else defend)(position, ply.start, ply.end)
        if ply.taken and outcome != GOES_ON:
            ply = replace(ply, last=True)
        squares = _moved(squares, ply)
        if outcome == GOES_ON and "u" in squares and not position.purple:  # nothing is in doubt any more
            squares = puzzle_from(position).squares
        found.append(Step(ply, Puzzle(squares, puzzle.hidden_blue if "u" in squares else 0, puzzle.plies), outcome))
    return found


def answer(puzzle: Puzzle, solution: Any) -> list[Panel]:
    """The boards of a solution in order; one that ends with a reply has a last board without a move."""
    shown: list[Panel] = []
    reply: Ply | None = None
    squares = puzzle_from(position_of(puzzle)).squares
    for step in steps(puzzle, solution):
        if step.ply.number % 2:
            shown.append(Panel(squares, reply, step.ply))
        reply, squares = step.ply, step.left.squares
    if reply is None or reply.number % 2 == 0:
        shown.append(Panel(squares, reply, None))
    return shown

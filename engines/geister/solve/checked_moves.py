"""Playing a puzzle ply by ply, each checked: what the player page, the drawings and the features ask for.

A line has the plies of both sides in turn, the attacker's first: `["e5-e6", "d6-d5", "e6-f6", ...]`. What is hidden
stays `u` on the board, and the numbers say what is known of it: with no red left among them they are all blue.
Compare with `rules`, which says what a move does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from engines.contract import Json
from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    ATTACKER_WINS,
    DEFENDER_EXITS,
    GOES_ON,
    OUT,
    SQUARES,
    STEPS,
    Position,
    attack,
    attacker_steps,
    attackers,
    defend,
    defender_steps,
    defenders,
    may_leave,
    move_name,
    move_of,
    square_name,
)
from engines.geister.rules.puzzle import EMPTY, Puzzle, position_of
from engines.geister.solve import solver as solve

Side = Literal["attacker", "defender"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
MOVE = re.compile("[a-f][1-6]-(?:[a-f][1-6]|exit)")
NODES = 1_000_000  # that a reply may take: people wait for it
LONGEST_SHOWN = 20  # characters of a move that a refusal repeats


class IllegalMove(ValueError):
    """A move that the rules do not allow. The message says which one, and why."""


@dataclass(frozen=True)
class Taken:
    """A piece that was taken: when, where, whose, its colour, and whether that was hidden until then."""

    ply: int
    square: str
    side: Side
    color: str
    hidden: bool


@dataclass(frozen=True)
class Line:
    """Some plies in turn, the position that they leave, what was taken, and who has won, and why."""

    names: tuple[str, ...]
    puzzle: Puzzle
    taken: tuple[Taken, ...] = ()
    winner: Side | None = None
    why: str | None = None

    @property
    def turn(self) -> Side | None:
        """Whose turn it is; nobody's once the game is decided."""
        return None if self.winner else SIDES[len(self.names) % 2]


def split(moves: Any) -> list[Any]:
    """The plies of a line: a list, words of a text, or a solution, which has a line."""
    if isinstance(moves, dict):
        moves = moves.get("line")
    if isinstance(moves, str):
        return moves.split()
    if not isinstance(moves, list | tuple):
        raise IllegalMove("moves must be a list like ['e5-e6', 'd6-d5']")
    return list(moves)


def follow(puzzle: Puzzle, moves: Any) -> Line:
    """Play the plies, each checked against the rules; none may follow once the game is decided."""
    line = Line((), puzzle)
    for name in split(moves):
        line = step(line, name)
    return line


def step(line: Line, name: Any) -> Line:
    """One ply more."""
    number = len(line.names) + 1
    if line.turn is None:
        raise IllegalMove(f"ply {number}: the {line.winner} has won before it")
    if not isinstance(name, str) or not MOVE.fullmatch(name):
        said = repr(name)[:LONGEST_SHOWN] if isinstance(name, str) else "it"
        raise IllegalMove(f"ply {number}: {said} is not a move like 'e5-e6' or 'a6-exit'")
    position, side = position_of(line.puzzle), line.turn
    if name not in names_of(position, side):
        raise IllegalMove(f"ply {number}: the {side} cannot play {name}: {_reason(position, side, *move_of(name))}")
    start, end = move_of(name)
    _, result = (attack if side == "attacker" else defend)(position, start, end)
    after, taken = _moved(line.puzzle, start, end, number, side)
    played = Line((*line.names, name), after, line.taken + taken)
    if result == GOES_ON:
        return played
    why = _left(line.puzzle.squares[start], start) if end == OUT else _last_taken(taken[0])
    return replace(played, winner="attacker" if result == ATTACKER_WINS else "defender", why=why)


def names_of(position: Position, side: Side) -> list[str]:
    """Every move of a side, by the square where it starts."""
    if side == "attacker":
        own, steps, leave = attackers(position), attacker_steps, position.own_blue & ATTACKER_EXITS
    else:
        own, steps, leave = defenders(position), defender_steps, may_leave(position) & DEFENDER_EXITS
    names = []
    for start in squares_in(own):
        names += [move_name(start, end) for end in squares_in(steps(position, start))]
        if leave >> start & 1:
            names.append(move_name(start, OUT))
    return names


def squares_in(where: int) -> list[int]:
    """The squares of a set."""
    return [square for square in range(SQUARES) if int(where) >> square & 1]


def _reason(position: Position, side: Side, start: int, end: int) -> str:
    """Why a side has no such move."""
    own, other = attackers(position), defenders(position)
    exits = ATTACKER_EXITS
    if side == "defender":
        own, other, exits = other, own, DEFENDER_EXITS
    if not own >> start & 1:
        there = "the other side's piece stands there" if other >> start & 1 else "nothing stands there"
        return f"{there}, on {square_name(start)}"
    if end == OUT:
        if not exits >> start & 1:
            return f"its exits are {' and '.join(square_name(square) for square in squares_in(exits))}"
        return "a red cannot leave the board"
    if not STEPS[start] >> end & 1:
        return f"{square_name(end)} is not one step up, down, left or right of {square_name(start)}"
    return f"a piece of its own stands on {square_name(end)}"


def _moved(puzzle: Puzzle, start: int, end: int, ply: int, side: Side) -> tuple[Puzzle, tuple[Taken, ...]]:
    """The pieces after a ply, and the one that it took, if any."""
    squares = list(puzzle.squares)
    piece, squares[start] = squares[start], EMPTY
    if end == OUT:
        return Puzzle("".join(squares), puzzle.hidden_blue - (piece == "u"), puzzle.plies), ()
    there, squares[end] = squares[end], piece
    hidden = there == "u"
    blue = there in "Bb" or (hidden and puzzle.hidden_red == 0)  # a hidden one is red as long as one can be
    after = Puzzle("".join(squares), puzzle.hidden_blue - (hidden and blue), puzzle.plies)
    if there == EMPTY:
        return after, ()
    loser = SIDES[1 - SIDES.index(side)]
    return after, (Taken(ply, square_name(end), loser, "blue" if blue else "red", hidden),)


def _left(piece: str, start: int) -> str:
    """What decided the game where a piece left the board."""
    if piece == "u":
        return f"a hidden piece left at {square_name(start)}, and it may be blue"
    return f"a blue left at {square_name(start)}"


def _last_taken(taken: Taken) -> str:
    """What decided the game where a piece was taken."""
    return f"the {taken.side}'s last {taken.color} was taken"


def legal(puzzle: Puzzle, moves: Any) -> list[str]:
    """The moves that may follow; none once the game is decided."""
    line = follow(puzzle, moves)
    return [] if line.turn is None else names_of(position_of(line.puzzle), line.turn)


def play(puzzle: Puzzle, moves: Any) -> Json:
    """The position after the plies, who has won, and what is to come: the defender's best reply to show to people.

    `left` is how many plies of both sides are left to the win if each plays its best; null if none is found any more.
    """
    line = follow(puzzle, moves)
    reply, left = _outlook(line)
    return {
        "board": "/".join(line.puzzle.rows),
        "hidden": {"blue": line.puzzle.hidden_blue, "red": line.puzzle.hidden_red},
        "turn": line.turn,
        "plies": len(line.names),
        "taken": {side: [_taken_json(taken) for taken in line.taken if taken.side == side] for side in SIDES},
        "goal": line.winner == "attacker",
        "lost": line.winner == "defender",
        "why": line.why,
        "reply": reply,
        "left": left,
    }


def _taken_json(taken: Taken) -> Json:
    """A taken piece as it stands in JSON; whose it was is said above it."""
    return {"ply": taken.ply, "square": taken.square, "color": taken.color, "hidden": taken.hidden}


def _outlook(line: Line) -> tuple[str | None, int | None]:
    """The defender's best reply, if it is to move, and how many plies are left."""
    if line.turn is None:
        return None, 0 if line.winner == "attacker" else None
    position = position_of(line.puzzle)
    if line.turn == "attacker":
        return None, solve.length_of(position, limit=NODES)
    start, end, after = solve.resistance(position, limit=NODES)
    return move_name(start, end), None if after is None else after + 1  # the reply is a ply, too

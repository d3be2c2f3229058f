"""Positions as the server of the computer tournaments sends them to the player who is to move.

    MOV?41R51B99b99b99b99r99r99r12u30u40u99b99b99b99r99r

Sixteen pieces, A to H of one's own and a to h of the other side, each with x, y and colour: x from the left, y from
the other side's edge, so that `00` is a6 and `55` is f1. One's own are `R` and `B`, the other side's `u`, or `r` and
`b` if they are shown. What has been taken stands at `99` with its colour in small letters, what has left at `88`.
Both sides begin with four of each colour, so the numbers of hidden ones follow from the others.

Names go with pieces through a whole game. Here they say nothing: pieces on the board come first, by x and y.
The length that people are told has no place in this form.
"""

from __future__ import annotations

import re
from typing import Any

from engines.contract import BadPuzzle
from engines.geister.forms.valid import COLUMNS, checked
from engines.geister.rules.moves import MOST_OF_A_COLOR, SIDE
from engines.geister.rules.puzzle import EMPTY, Puzzle

FORM = "server"
ASKS = "MOV?"
NAMES = "ABCDEFGHabcdefgh"
OWN = NAMES[: len(NAMES) // 2]
TAKEN, LEFT = "99", "88"
LOOKS_LIKE = re.compile(r"MOV\?|(?:[0-9]{2}[A-Za-z]){8}", re.ASCII)
PIECE = re.compile(r"([0-9])([0-9])([A-Za-z])", re.ASCII)


def looks_like(text: str) -> bool:
    """Whether a text begins as the server's do, be it good or broken; the words before the pieces may be left out."""
    return LOOKS_LIKE.match(text.strip()) is not None


def write(puzzle: Puzzle) -> str:
    """What the server would send to the attacker."""
    on_board = [(square % SIDE, SIDE - 1 - square // SIDE, piece) for square, piece in enumerate(puzzle.squares)]
    told = {side: [f"{x}{y}{piece}" for x, y, piece in sorted(on_board) if piece in side] for side in ("BR", "ubr")}
    squares = puzzle.squares
    numbers = {
        "BR": {"b": squares.count("B"), "r": squares.count("R")},
        "ubr": {"b": squares.count("b") + puzzle.hidden_blue, "r": squares.count("r") + puzzle.hidden_red},
    }
    for side, left in numbers.items():
        told[side] += [f"{TAKEN}{color}" for color in "br" for _ in range(MOST_OF_A_COLOR - left[color])]
    return ASKS + "".join(told["BR"] + told["ubr"])


def read(text: str) -> Puzzle:
    """The puzzle in a position of the server's."""
    state = text.strip().removeprefix(ASKS)
    if len(state) != 3 * len(NAMES):
        raise BadPuzzle(f"{len(state)} characters, not {3 * len(NAMES)}: x, y and colour of each of 16 pieces")
    rows = [[EMPTY] * SIDE for _ in range(SIDE)]
    colors: dict[bool, list[str]] = {True: [], False: []}
    for number, name in enumerate(NAMES):
        own = name in OWN
        place, color = _piece(name, state[3 * number : 3 * number + 3], own)
        colors[own].append(color.lower())
        if place == TAKEN:
            continue
        x, y = int(place[0]), int(place[1])
        if rows[y][x] != EMPTY:
            raise BadPuzzle(f"two pieces on {COLUMNS[x]}{SIDE - y}: the second is {name}")
        rows[y][x] = color
    return checked(["".join(row) for row in rows], _hidden(colors))


def _piece(name: str, said: str, own: bool) -> tuple[str, str]:
    """Place and letter of one piece, as it stands on the board."""
    found = PIECE.fullmatch(said)
    if found is None:
        raise BadPuzzle(f"piece {name} is {said!r}, not x, y and colour like '14R'")
    place, color = said[:2], said[2]
    if place == LEFT:
        raise BadPuzzle(f"piece {name} has left the board: the game is over")
    if place == TAKEN and color not in "RBrb":
        raise BadPuzzle(f"piece {name} is {said!r}: a taken piece shows its colour, r or b")
    if place != TAKEN and max(place) >= str(SIDE):
        raise BadPuzzle(
            f"piece {name} is {said!r}, not on the board: x and y are 0 to {SIDE - 1}, or {TAKEN} if taken"
        )
    if place != TAKEN and color not in ("RB" if own else "urb"):
        known = "R, B" if own else "u, r, b"
        raise BadPuzzle(f"unknown colour {color!r} of piece {name}: choose from {known}")
    return place, color


def _hidden(colors: dict[bool, list[str]]) -> dict[str, Any]:
    """The numbers of hidden blue and red: what four of each leave."""
    for own, side in ((True, "own"), (False, "other")):
        for letter, color in (("b", "blue"), ("r", "red")):
            number = colors[own].count(letter)
            if number > MOST_OF_A_COLOR:
                raise BadPuzzle(f"{number} {color} pieces of the {side} side, more than {MOST_OF_A_COLOR}")
    return {color: MOST_OF_A_COLOR - colors[False].count(color[0]) for color in ("blue", "red")}

"""The rules of Geister in plain Python on letters: the slow twin that the kernels are compared with.

A position has a letter for each square where a piece stands, `cells["e5"] == "u"`, and the numbers of hidden blues
and reds. Hidden pieces stay `u` whatever is known of them, and every rule asks for the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

ATTACKER, DEFENDER = "attacker", "defender"
PIECES_OF = {ATTACKER: "BR", DEFENDER: "ubr"}
EXITS = {ATTACKER: ("a6", "f6"), DEFENDER: ("a1", "f1")}
EXIT = "exit"
Move = tuple[str, str]  # from a square to a square or EXIT


@dataclass
class State:
    cells: dict[str, str]
    hidden_blue: int = 0
    hidden_red: int = 0


def state_of(board: str, hidden_blue: int = 0, hidden_red: int = 0) -> State:
    """The position of six rows from row 6 down, joined by slashes."""
    cells = {}
    for number, row in zip("654321", board.split("/"), strict=True):
        for column, letter in zip("abcdef", row, strict=True):
            if letter != ".":
                cells[column + number] = letter
    return State(cells, hidden_blue, hidden_red)


def board_of(state: State, reveal: bool = False) -> str:
    """The rows again; hidden pieces whose colour is certain show it if they are to be revealed."""
    letters = dict(state.cells)
    for square, letter in state.cells.items():
        if reveal and letter == "u" and state.hidden_red == 0:
            letters[square] = "b"
        elif reveal and letter == "u" and state.hidden_blue == 0:
            letters[square] = "r"
    return "/".join("".join(letters.get(column + row, ".") for column in "abcdef") for row in "654321")


def other(side: str) -> str:
    return DEFENDER if side == ATTACKER else ATTACKER


def neighbors(square: str) -> Iterator[str]:
    column, row = "abcdef".index(square[0]), int(square[1])
    for x, y in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
        if 0 <= x < 6 and 1 <= y <= 6:
            yield "abcdef"[x] + str(y)


def can_leave(state: State, letter: str) -> bool:
    """Blues leave; hidden ones too, unless no hidden one is blue."""
    return letter in "Bb" or (letter == "u" and state.hidden_blue > 0)


def moves(state: State, side: str) -> list[Move]:
    """Every legal move of a side."""
    own = PIECES_OF[side]
    found = []
    for square, letter in state.cells.items():
        if letter not in own:
            continue
        found += [(square, end) for end in neighbors(square) if state.cells.get(end, ".") not in own]
        if square in EXITS[side] and can_leave(state, letter):
            found.append((square, EXIT))
    return found


def number_of(state: State, side: str, color: str) -> int:
    """How many pieces of a colour a side has, hidden ones too."""
    letters = list(state.cells.values())
    if side == ATTACKER:
        return letters.count("B" if color == "blue" else "R")
    if color == "blue":
        return letters.count("b") + state.hidden_blue
    return letters.count("r") + state.hidden_red


def move(state: State, side: str, step: Move, wall: bool = True) -> tuple[State, str | None]:
    """The position after a move, and who has won by it.

    Without `wall` the attacker does not win by losing its last red, and play goes on.
    """
    start, end = step
    after = State(dict(state.cells), state.hidden_blue, state.hidden_red)
    piece = after.cells.pop(start)
    if end == EXIT:
        return after, side
    taken = after.cells.get(end)
    after.cells[end] = piece
    if taken is None:
        return after, None
    if taken == "u" and after.hidden_red > 0:
        after.hidden_red -= 1
    elif taken == "u":
        after.hidden_blue -= 1
    loser = other(side)
    if number_of(after, loser, "blue") == 0 and number_of(state, loser, "blue") > 0:
        return after, side
    if number_of(after, loser, "red") == 0 and number_of(state, loser, "red") > 0:
        if loser == ATTACKER and not wall:
            return after, None
        return after, loser
    return after, None


def wins(state: State, plies: int, wall: bool = True, takes: bool = True) -> bool:
    """Whether the attacker, who is to move, can force a win in so many plies."""
    return any(wins_by(state, step, plies, wall, takes) for step in moves(state, ATTACKER))


def wins_by(state: State, step: Move, plies: int, wall: bool = True, takes: bool = True) -> bool:
    """Whether this move of the attacker forces a win in so many plies, itself included.

    Without `takes` a capture on the last of them does not win.
    """
    after, winner = move(state, ATTACKER, step, wall)
    if winner == ATTACKER:
        return takes or plies > 1 or step[1] == EXIT
    if winner == DEFENDER or plies == 1:
        return False
    for reply in moves(after, DEFENDER):
        then, winner = move(after, DEFENDER, reply, wall)
        if winner == DEFENDER:
            return False
        if winner is None and not wins(then, plies - 2, wall, takes):
            return False
    return True


def shortest(state: State, most_plies: int, wall: bool = True, takes: bool = True) -> tuple[int | None, list[str]]:
    """In how few plies the attacker wins, and every first move that wins in so many; None if it takes longer."""
    for plies in range(1, most_plies + 1, 2):
        best = [step for step in moves(state, ATTACKER) if wins_by(state, step, plies, wall, takes)]
        if best:
            return plies, sorted("-".join(step) for step in best)
    return None, []

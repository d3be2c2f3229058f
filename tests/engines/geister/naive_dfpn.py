"""Proof-number search once more, with letters on a grid and dictionaries that forget nothing.

The cut-offs are the paper's (a win in one ply, the distance to the exit), the order of moves is by squares, and what
is kept of a position with so many plies left is its pair of numbers: phi for the side to move, delta for the other.
"""

from __future__ import annotations

from functools import cache

from tests.engines.geister import naive
from tests.engines.geister.naive import ATTACKER, DEFENDER, EXIT, State
from tests.engines.geister.naive_features import in_doubt, squares_of, to_exit

Key = tuple[frozenset[tuple[str, str]], int, int]
Numbers = tuple[int, int]
NEVER = 1 << 31
WON, LOST, OPEN = (0, NEVER), (NEVER, 0), (1, 1)


def key_of(state: State) -> Key:
    return frozenset(naive.state_of(naive.board_of(state, True)).cells.items()), *hidden_of(state)


def hidden_of(state: State) -> tuple[int, int]:
    return (state.hidden_blue, state.hidden_red) if in_doubt(state) else (0, 0)


def state_of(key: Key) -> State:
    return State(dict(key[0]), key[1], key[2])


def takes_to_win(state: State) -> int:
    """How many pieces the attacker must take to win by taking."""
    if in_doubt(state):
        return len(squares_of(state, "bu")) if squares_of(state, "r") else NEVER
    return naive.number_of(state, DEFENDER, "blue")


@cache
def least_plies(key: Key) -> int:
    state = state_of(key)
    steps = min(to_exit(square, ATTACKER) for square in squares_of(state, "B"))
    return min(2 * steps + 1, 2 * takes_to_win(state) - 1)


@cache
def wins_in_one(key: Key) -> bool:
    moves = naive.moves(state_of(key), ATTACKER)
    return any(naive.move(state_of(key), ATTACKER, move)[1] == ATTACKER for move in moves)


def order(move: naive.Move) -> tuple[int, int, int]:
    """By squares, a1 before b1; a piece that may leave does that first."""
    start, end = ((int(square[1]), "abcdef".index(square[0])) if square != EXIT else (0, 0) for square in move)
    return start[0] * 6 + start[1], end[0] * 6 + end[1], 0


@cache
def after_moves(key: Key, side: str) -> list[tuple[Key | None, bool]]:
    """What each move leads to: a position, or nothing and whether the side that moved has won."""
    found: list[tuple[Key | None, bool]] = []
    state = state_of(key)
    for move in sorted(naive.moves(state, side), key=order):
        after, winner = naive.move(state, side, move)
        found.append((None, winner == side) if winner else (key_of(after), False))
    return found


class Search:
    """A whole search for a win in so many plies; the largest numbers of the first position."""

    def __init__(self, state: State, plies: int) -> None:
        self.won: dict[Key, int] = {}
        self.lost: dict[Key, int] = {}
        self.numbers: dict[tuple[Key, int], Numbers] = {}
        self.plies, self.most, self.nodes = plies, (1, 1), 0
        first = key_of(state)
        if self.judged(first, plies) == OPEN:
            self.search(first, plies, NEVER, NEVER)

    def judged(self, key: Key, plies: int) -> Numbers:
        if plies % 2 == 0:
            return WON if least_plies(key) > plies - 1 else self.numbers.get((key, plies), OPEN)
        if wins_in_one(key) or self.won.get(key, NEVER) <= plies:
            return WON
        if least_plies(key) > plies or plies == 1 or self.lost.get(key, 0) >= plies:
            return LOST
        return self.numbers.get((key, plies), OPEN)

    def search(self, key: Key, plies: int, phi_limit: int, delta_limit: int) -> Numbers:
        self.nodes += 1
        children = after_moves(key, ATTACKER if plies % 2 else DEFENDER)
        found = [self.judged(after, plies - 1) if after else (LOST if won else WON) for after, won in children]
        if LOST in found:
            found = [LOST]
        while True:
            best = min(range(len(found)), key=lambda k: found[k][1])
            phi, second = found[best][1], min((d for k, (_, d) in enumerate(found) if k != best), default=NEVER)
            delta = min(sum(phis for phis, _ in found), NEVER)
            if phi >= phi_limit or delta >= delta_limit:
                break
            if plies == self.plies:
                self.most = max(self.most[0], phi), max(self.most[1], delta)
            after = children[best][0]
            assert after
            found[best] = self.search(
                after, plies - 1, delta_limit - delta + found[best][0], min(phi_limit, second + 1)
            )
        if plies % 2 and phi == 0:
            self.won[key] = min(plies, self.won.get(key, NEVER))
        elif plies % 2 and delta == 0:
            self.lost[key] = max(plies, self.lost.get(key, 0))
        else:
            self.numbers[key, plies] = phi, delta
        return phi, delta

"""The human opening (Puyo agent paper, 6.1): stairs of three and one by if-then rules, then another agent.

A column's *base* is what it has of one colour from the bottom. Three of it are a step of the stairs, and the fourth,
its *catch*, lies on the step to the right: it comes down when that step goes. Steps are built from the left.

The rules stand here in the paper's order, and the first that fits is played. What they leave open is settled so: a
base can only grow while nothing lies on it, the leftmost columns come first, and a move that erases does not fit (its
"three or fewer" would complete fours). Where no rule fits at all the other agent moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engines.puyo.agent.fire import allowed, of_pair
from engines.puyo.agent.sight import Choice, Chooser, Sight
from engines.puyo.rules.board import MARKS, WIDTH, Columns, columns_of
from engines.puyo.rules.chain import pops
from engines.puyo.rules.place import NUMBER_OF, lost, place

STEP = 3  # puyos of a base that is complete


@dataclass(frozen=True, slots=True)
class Base:
    """The base of a column: its colour, how many, and whether nothing lies on it."""

    color: str
    count: int
    bare: bool

    def grows(self, color: str) -> bool:
        """Whether one more of a colour makes it larger, or complete."""
        return self.bare and self.color == color and self.count < STEP

    @property
    def wants_catch(self) -> bool:
        """Whether it is complete and the catch of the step to its left is still missing."""
        return self.bare and self.count >= STEP


EMPTY = Base("", 0, True)


def base_of(column: str) -> Base:
    """The base of a column from the bottom."""
    if not column:
        return EMPTY
    count = len(column) - len(column.lstrip(column[0]))
    return Base(column[0], count, count == len(column))


def upright(x: int, pair: str, lower: str) -> str:
    """The placement that stands a pair on column x, a colour below."""
    return f"{x + 1}{'N' if pair[0] == lower else 'S'}"


def flat(x: int, pair: str, left: str) -> str:
    """The placement that lays a pair on columns x and x + 1, a colour on the left."""
    return f"{x + 1}{x + 2}" if pair[0] == left else f"{x + 2}{x + 1}"


def both_ways(pair: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The colours of a pair, either first."""
    return (pair[0], pair[1]), (pair[1], pair[0])


def for_double(bases: list[Base], pair: str) -> Iterator[str]:
    """The rules for two of a colour."""
    color = pair[0]
    for x, base in enumerate(bases):
        beside = bases[max(x - 1, 0) : x] + bases[x + 1 : x + 2]
        if base.bare and base.count == 1 and base.color == color:
            yield upright(x, pair, color)
        if not base.count and all(other.color != color for other in beside):
            yield upright(x, pair, color)
    for x in range(WIDTH - 1):
        if bases[x].color == color and bases[x].count <= STEP and bases[x + 1].wants_catch:
            yield flat(x, pair, color)
    for x in range(WIDTH):
        yield upright(x, pair, color)


def for_two_colors(bases: list[Base], pair: str, coming: tuple[str, str]) -> Iterator[str]:
    """The rules for two colours."""
    ways = both_ways(pair)
    for x in range(WIDTH - 1):
        for left, right in ways:
            if bases[x].grows(left) and bases[x + 1].grows(right):
                yield flat(x, pair, left)
    if bases[0].bare and bases[0].count == STEP - 1 and bases[0].color in pair:
        yield upright(0, pair, bases[0].color)
    for x in range(WIDTH - 1):
        for left, right in ways:
            if bases[x].color == left and bases[x + 1].grows(right) and bases[x + 1].count == STEP - 1:
                yield upright(x + 1, pair, right)
    yield from as_catch(bases, pair)
    for x in range(WIDTH - 1):
        for left, _ in ways:
            if bases[x].grows(left) and not bases[x + 1].count:
                yield flat(x, pair, left)
    yield from on_empty(bases, pair, coming)
    for x in range(WIDTH):
        yield upright(x, pair, pair[0])


def as_catch(bases: list[Base], pair: str) -> Iterator[str]:
    """One of the pair as a catch, the other beside it or on it."""
    for x in range(WIDTH - 1):
        for catch, other in both_ways(pair):
            if bases[x].color != catch or not bases[x + 1].wants_catch:
                continue
            beyond = bases[x + 2] if x + 2 < WIDTH else None
            if beyond is not None and (not beyond.count or beyond.grows(other)):
                yield flat(x + 1, pair, catch)
            yield upright(x + 1, pair, catch)


def on_empty(bases: list[Base], pair: str, coming: tuple[str, str]) -> Iterator[str]:
    """The pair as the beginning of two steps, in the order that what is coming suggests."""
    for x in range(WIDTH - 1):
        if bases[x].count or bases[x + 1].count:
            continue
        before = bases[x - 1].color if x else ""
        if before and before in pair:  # not joined with the step to the left
            yield flat(x, pair, pair[1] if pair[0] == before else pair[0])
        yield flat(x, pair, left_first(pair, coming))


def left_first(pair: str, coming: tuple[str, str]) -> str:
    """Which half goes to the left: B in AB BB, AB AC and AB CC BB, A otherwise."""
    after, later = coming
    for a, b in both_ways(pair):
        doubled = after == b + b
        shared = a in after and b not in after and after[0] != after[1]
        kept = after[0] == after[1] and after[0] not in pair and later == b + b
        if doubled or shared or kept:
            return b
    return pair[0]


def by_rule(columns: Columns, pair: str, coming: tuple[str, str]) -> Iterator[str]:
    """What the rules would play, the first that fits before the others."""
    bases = [base_of(column) for column in columns]
    return for_double(bases, pair) if pair[0] == pair[1] else for_two_colors(bases, pair, coming)


@dataclass(frozen=True, slots=True)
class Opening:
    """The rules for so many moves, then another agent."""

    moves: int
    then: Chooser

    def __call__(self, sight: Sight, state: np.ndarray) -> Choice:
        if sight.move > self.moves:
            return self.then(sight, state)
        pair, after, later = ("".join(MARKS[code] for code in codes) for codes in sight.pairs)
        options = of_pair(allowed(sight.board, sight.blocked), sight.pairs[0, 0], sight.pairs[0, 1])
        for name in by_rule(columns_of(sight.board), pair, (after, later)):
            placement = NUMBER_OF[name]
            if options >> placement & 1 and fits(sight, placement):
                return Choice(placement)
        return self.then(sight, state)


def fits(sight: Sight, placement: int) -> bool:
    """Whether a move neither erases nor loses."""
    board = sight.board.copy()
    place(board, placement, sight.pairs[0, 0], sight.pairs[0, 1])
    return not pops(board) and not (sight.loses and lost(board))

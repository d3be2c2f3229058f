"""Making candidates in three ways: at random (Geister paper, 4.1), in reverse (ch. 6, see `takeback`), and from
endgame tables (8.1, see `tables`).

Whichever way, a candidate is of its variant's category and length, shown by search, and no plain walk to the exit
(4.1 (3)); how many first moves win is for the solver to say, but those with one are preferred. Compare with
tests/engines/geister/make/test_generate.py, which holds candidates against the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from engines.contract import BadParameter, Variant
from engines.geister.make.conditions import PICKY, SEEN, Wish, as_wished, new_wish
from engines.geister.make.takeback import MOST_TAKEBACKS, lengthened
from engines.geister.make.variants import (
    ANY,
    CAPTURE,
    ENDGAME,
    ESCAPE,
    OPEN,
    PAPER,
    PARAMETERS,
    RANDOM,
    REVERSE,
    TABLE,
    WALL,
)
from engines.geister.rules.material import read_material
from engines.geister.rules.moves import SQUARES, Position, settled
from engines.geister.rules.puzzle import Puzzle, puzzle_from
from engines.geister.rules.ranks import mirrored
from engines.geister.solve.by_table import best_attacks
from engines.geister.solve.category import CATEGORIES
from engines.geister.solve.deepening import Desk, clear, shortest
from engines.geister.solve.solver import desk, position_at
from engines.geister.solve.tables import position_at as tabled_position
from engines.geister.solve.tables import positions_at, positions_of_length
from engines.kernels.jit import kernel
from engines.kernels.randomness import below, start, stream_key

AS_IT_COMES = 5  # one candidate in so many is taken however many first moves win, so that those are known too
PATIENCE = 2_000_000  # positions tried for one candidate before the settings are said to leave no room
NODE_LIMIT = 15_000  # of one search; what takes more is passed over
FIRST_OF_CHAIN = 7  # plies of the puzzles that are lengthened
NEVER_RANDOM = 17  # plies from which random positions are too rare: one in 25,000 (Geister paper, table 2)
FAILURES = 4  # of lengthening, after which another one is taken

OWN_BLUE, OWN_RED, BLUE, RED, SHOWN = 0, 1, 2, 3, 4  # rows of the ranges
RANGES = ("own_blue", "own_red", "blue", "red", "shown")

# The endings whose tables long puzzles come from or are made of: attacker, defender, shown of the defender's.
HIDDEN_ENDINGS = (("1b1r", "2b1r", ""), ("1b1r", "1b2r", ""), ("2b1r", "1b1r", ""), ("1b2r", "1b1r", ""))
OPEN_ENDINGS = (("1b1r", "1b2r", "0b1r"), ("1b1r", "2b1r", "1b0r"), ("1b2r", "1b1r", "1b1r"))
CAPTURE_ENDINGS = (("1b1r", "1b2r", "0b1r"), ("1b1r", "1b2r", "1b2r"), ("1b2r", "1b1r", "1b1r"))
ENDINGS = {
    ESCAPE: HIDDEN_ENDINGS,
    WALL: HIDDEN_ENDINGS,
    OPEN: OPEN_ENDINGS,
    CAPTURE: CAPTURE_ENDINGS,
    ENDGAME: (("1b1r", "1b1r", "1b1r"),),
}
FROM_TABLES = {ESCAPE: 13, WALL: 13, OPEN: 11, CAPTURE: 11, ENDGAME: 0}  # from so many plies on chains begin there
BASES = 3000  # positions of a table of each length that chains begin with


class NoRoom(BadParameter):
    """The settings leave no room for a candidate."""


@kernel
def drawn(state: np.ndarray, bounds: np.ndarray) -> int:
    """A whole number from a range."""
    return int(bounds[0]) + below(state, int(bounds[1] - bounds[0]) + 1)


@kernel
def dealt(state: np.ndarray, ranges: np.ndarray, corner_empty: bool, squares: np.ndarray) -> Position:
    """Pieces in random numbers on random squares."""
    B, R = drawn(state, ranges[OWN_BLUE]), drawn(state, ranges[OWN_RED])
    b, r = drawn(state, ranges[BLUE]), drawn(state, ranges[RED])
    shown = min(drawn(state, ranges[SHOWN]), b + r)
    shown_blue = 0
    for i in range(shown):  # each of the pieces is shown as likely as any other
        shown_blue += below(state, b + r - i) < b - shown_blue
    n = SQUARES - 1 if corner_empty else SQUARES
    for i in range(n):
        squares[i] = i if not corner_empty or i < 5 else i + 1
    for i in range(B + R + b + r):
        j = i + below(state, n - i)
        squares[i], squares[j] = squares[j], squares[i]
    at = 0
    own_blue = gathered(squares, at, B)
    at += B
    own_red = gathered(squares, at, R)
    at += R
    blue = gathered(squares, at, shown_blue)
    at += shown_blue
    red = gathered(squares, at, shown - shown_blue)
    at += shown - shown_blue
    purple = gathered(squares, at, b + r - shown)
    return settled(Position(own_blue, own_red, purple, blue, red, b - shown_blue))


@kernel
def put_row(rows: np.ndarray, i: int, position: Position) -> None:
    """A position into a row; the reverse of `position_at`."""
    for column in range(6):
        rows[i, column] = position[column]


@kernel
def seen_either_way(state: np.ndarray, position: Position) -> Position:
    """A position or its mirror image, by chance: tables and what is made of them know one of the two only."""
    if below(state, 2):
        return position
    B, R, u, b, r, hidden_blue = position
    return Position(mirrored(B), mirrored(R), mirrored(u), mirrored(b), mirrored(r), hidden_blue)


@kernel
def gathered(squares: np.ndarray, at: int, n: int) -> int:
    """The set of some squares in a list."""
    found = 0
    for i in range(at, at + n):
        found |= 1 << squares[i]
    return found


@kernel
def made(
    state: np.ndarray,
    reverse: bool,
    plies: int,
    ranges: np.ndarray,
    corner_empty: bool,
    bases: np.ndarray,
    wish: Wish,
    on_the_way: Wish,
    desk: Desk,
    squares: np.ndarray,
    room: np.ndarray,
) -> tuple[Position, bool]:
    """A position that is won in `plies` and no fewer, and as wished for; False if none came of it.

    Where there are `bases`, rows with the length at the end, the chain begins with one of them. It is of the category
    from its beginning: what needs no capture hardly ever leads back to what does.
    """
    clear(desk, NODE_LIMIT)
    if len(bases):
        chosen = below(state, len(bases))
        position, base = seen_either_way(state, position_at(bases, chosen)), bases[chosen, 6]
    else:
        base = min(plies - 2, FIRST_OF_CHAIN) if reverse else plies
        position = dealt(state, ranges, corner_empty, squares)
        if shortest(position, base, 0, desk) != base:
            return position, False
    if reverse and not as_wished(position, base, on_the_way, desk):
        return position, False
    return chained(state, position, base, plies, ranges[:, 1], wish, on_the_way, desk, room)


@kernel
def chained(
    state: np.ndarray,
    position: Position,
    base: int,
    plies: int,
    most: np.ndarray,
    wish: Wish,
    on_the_way: Wish,
    desk: Desk,
    room: np.ndarray,
) -> tuple[Position, bool]:
    """A position made longer by two plies at a time; where it cannot be, another way is tried two plies before."""
    chain = np.zeros((plies // 2 + 1, 6), dtype=np.int64)
    length, failures = base, 0
    put_row(chain, 0, position)
    if length == plies:
        return position, as_wished(position, plies, wish, desk)
    while length < plies:
        position = position_at(chain, (length - base) // 2)
        position, found = lengthened(
            state, position, length, most, wish if length + 2 == plies else on_the_way, desk, room
        )
        if found:
            length += 2
            put_row(chain, (length - base) // 2, position)
        else:
            failures += 1
            if failures == FAILURES or length == base:
                return position, False
            length -= 2
    return position, True


@kernel
def make_candidates(
    key: np.uint64,
    first: int,
    ways: np.ndarray,
    plies: int,
    category: int,
    ranges: np.ndarray,
    corner_empty: bool,
    bases: np.ndarray,
    picky: int,
    walks: bool,
    patience: int,
    desk: Desk,
    rows: np.ndarray,
) -> int:
    """Candidates number first, first + 1, ... of a stream; how many positions they took, or -1 if there is no room.

    `ways` says by turns whether a candidate is made in reverse; `category` is a bit, or 0 for any.
    """
    state = np.zeros(1, dtype=np.uint64)
    squares = np.zeros(SQUARES, dtype=np.int64)
    room = np.zeros((2, MOST_TAKEBACKS), dtype=np.int64)
    wish, on_the_way = new_wish(category, walks), new_wish(category, True)
    tries = 0
    for i in range(len(rows)):
        start(state, key, first + i)
        reverse = ways[(first + i) % len(ways)] != 0
        wish.patience[SEEN] = 0
        wish.patience[PICKY] = picky if (first + i) % AS_IT_COMES else 0
        found = False
        for _ in range(patience):
            tries += 1
            position, found = made(
                state, reverse, plies, ranges, corner_empty, bases, wish, on_the_way, desk, squares, room
            )
            if found:
                put_row(rows, i, position)
                break
        if not found:
            return -1
    return tries


def methods_of(variant: Variant, parameters: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """The ways in which candidates are made, by turns."""
    method = (parameters or {}).get("method", ANY)
    methods: tuple[str, ...] = variant.parameters["methods"]
    return methods if method == ANY or TABLE in methods else (method,)


def method_of(variant: Variant, number: int, parameters: Mapping[str, Any] | None = None) -> str:
    """How a candidate is made: by turns of its variant's methods."""
    methods = methods_of(variant, parameters)
    return methods[number % len(methods)]


@lru_cache(maxsize=64)
def bases_of(endings: tuple[tuple[str, str, str], ...], plies: int) -> np.ndarray:
    """Positions won in `plies` from the tables of these endings, with the length: up to BASES of each."""
    rows = []
    for ending in endings:
        material, _ = read_material(*ending)
        slots = positions_of_length(material, plies)
        chosen = slots[np.linspace(0, len(slots) - 1, min(len(slots), BASES)).astype(np.int64)]
        rows.append(np.pad(positions_at(material, chosen), ((0, 0), (0, 1)), constant_values=plies))
    return np.concatenate(rows)


def chosen_bases(variant: Variant, methods: tuple[str, ...], numbers_set: bool) -> np.ndarray:
    """Where the chains of a variant begin if they begin in a table: two and four plies before its length.

    Whoever sets the numbers of pieces gets them: the tables have few, so chains then begin at random."""
    category, plies = variant.parameters["category"], variant.parameters["plies"]
    if methods == (REVERSE,) and plies >= FROM_TABLES[category] and not numbers_set:
        endings = ENDINGS[category]
        return np.concatenate([bases_of(endings, plies - 2), bases_of(endings, plies - 4)])
    return np.zeros((0, 7), dtype=np.int64)


def from_table(variant: Variant, key: np.uint64, first: int, picky: int, rows: np.ndarray) -> None:
    """Candidates out of the tables of a variant's endings as they stand."""
    category, plies = variant.parameters["category"], variant.parameters["plies"]
    endings = [read_material(*ending)[0] for ending in ENDINGS[category]]
    slots = [positions_of_length(material, plies) for material in endings]
    state = np.zeros(1, dtype=np.uint64)
    for i in range(len(rows)):
        start(state, key, first + i)
        left = picky if (first + i) % AS_IT_COMES else 0
        while True:
            ending = below(state, len(endings))
            position = tabled_position(endings[ending], int(slots[ending][below(state, len(slots[ending]))]))
            if not left or len(best_attacks(position, plies)) == 1:
                break
            left -= 1
        rows[i] = seen_either_way(state, position)


def no_room(given: Mapping[str, Any], variant: Variant, numbers_set: bool) -> str:
    """Why settings cannot hold a variant whatever is drawn; nothing if they may."""
    category = variant.parameters["category"]
    if category == ENDGAME and numbers_set:
        return "they come from the table of 1b1r v 1b1r, and the numbers of pieces cannot be set"
    if category in (OPEN, CAPTURE) and given["shown"][1] == 0:
        return "some of the defender's pieces have to be shown"
    if category == ESCAPE and given["shown"][0] > 0:
        return "none of the defender's pieces may be shown"
    if given["method"] == RANDOM and variant.parameters["plies"] >= NEVER_RANDOM:
        return f"random positions are hardly ever won in {variant.parameters['plies']}; leave the method as it is"
    return ""


def candidates(
    variant: Variant, seed: int, count: int, first: int = 0, parameters: Mapping[str, Any] | None = None
) -> np.ndarray:
    """The bulk path: candidates number first .. first+count-1 of a seed, a position a row."""
    defaults = {each.name: each.default for each in PARAMETERS}
    given = {**defaults, **variant.parameters["shape"], **(parameters or {})}
    numbers_set = any(name in RANGES for name in parameters or {})
    if reason := no_room(given, variant, numbers_set):
        raise NoRoom(f"no candidate of {variant.name}: {reason}")
    category, methods = variant.parameters["category"], methods_of(variant, parameters)
    rows, key = np.zeros((count, 6), dtype=np.int64), stream_key(variant.name, seed)
    if methods == (TABLE,):
        from_table(variant, key, first, given["picky"], rows)
        return rows
    tries = make_candidates(
        key,
        first,
        np.array([method == REVERSE for method in methods], dtype=np.int64),
        variant.parameters["plies"],
        0 if category == ENDGAME else 1 << CATEGORIES.index(category),
        np.array([given[name] for name in RANGES], dtype=np.int64),
        given["sampling"] == PAPER,
        chosen_bases(variant, methods, numbers_set),
        given["picky"],
        given["walks"],
        PATIENCE,
        desk(),
        rows,
    )
    if tries < 0:
        raise NoRoom(f"no candidate of {variant.name} in {PATIENCE:,} positions: the settings leave no room for it")
    return rows


def generate(
    variant: Variant, seed: int, count: int, first: int = 0, parameters: Mapping[str, Any] | None = None
) -> list[Puzzle]:
    """The same as puzzles."""
    made_rows = candidates(variant, seed, count, first, parameters)
    return [puzzle_from(Position(*row), variant.parameters["plies"]) for row in made_rows.tolist()]

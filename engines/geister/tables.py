"""Endgame tables: the length of every win of some material, to look up, to choose puzzles from and to report.

A table has a byte a slot: (plies + 1) / 2 of the shortest forced win with the attacker to move, 0 for none.
Mirror images share a slot, unless the attacker's blues are their own image. Tables are built in memory by
`retrograde` when they are first asked for: the two with 1b1r on both sides take less time than reading a file and
its kernels would, and nothing depends on what was built before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from engines.bits import popcount
from engines.contract import BadPuzzle, Endgame
from engines.geister.puzzle import Puzzle, puzzle_from
from engines.geister.ranks import CHOOSE, CLASSES, classes_of, foe_number, foe_of, mirrored, own_number, own_of
from engines.geister.retrograde import Material, family, foe_at, settled_material, solve
from engines.geister.rules import MOST_OF_A_COLOR, SQUARES, Position, settled
from engines.jit import kernel

MOST_SLOTS = 3_000_000  # of a table that is built when a position is looked up
MOST_BYTES = 1_000_000_000  # that a build may take
LISTED = 1000  # wins, the longest first, that a build remembers

_values: dict[Material, np.ndarray] = {}


def material_of(position: Position) -> Material:
    """How many pieces of each kind a position has."""
    B, R, u, b, r, hidden_blue = (int(field) for field in settled(position))
    hidden_red = u.bit_count() - hidden_blue if u else 0
    return Material(B.bit_count(), R.bit_count(), hidden_blue if u else 0, hidden_red, b.bit_count(), r.bit_count())


def has_table(position: Position) -> bool:
    """Whether the length of this position's win can be looked up."""
    return _tabled(material_of(position))


def _tabled(material: Material) -> bool:
    B, R, hidden_blue, hidden_red, b, r = material
    alive = B and R and hidden_blue + b and hidden_red + r
    return bool(alive) and max(B, R) <= MOST_OF_A_COLOR and material.slots <= MOST_SLOTS


def values_of(material: Material) -> np.ndarray:
    """The table of some material: a byte a slot."""
    if material not in _values:
        if not _tabled(material):
            raise ValueError(f"no table of {material}")
        for each, values in solve(material, keep=True).values.items():
            values.flags.writeable = False
            _values.setdefault(each, values)
    return _values[material]


@kernel
def slot_of(position: Position, classes: np.ndarray) -> int:
    """The slot of a position, purple only where there is doubt; `classes` are those of as many blues."""
    B, R, u, b, r, _ = position
    if own_number(B, 0, classes) & 1:
        B, R, u, b, r = mirrored(B), mirrored(R), mirrored(u), mirrored(b), mirrored(r)
    others = R & (R - 1)
    size = CLASSES[popcount(B)] * CHOOSE[SQUARES, popcount(others)]
    word = foe_number(u, b, r) * size + (own_number(B, others, classes) >> 1)
    return word * SQUARES + popcount((R ^ others) - 1)


def position_at(material: Material, slot: int) -> Position:
    """The position in a slot that has one."""
    own = own_of(material.own_blue, material.own_red)
    word, square = divmod(slot, SQUARES)
    foe, side = divmod(word, len(own.blue))
    purple, blue, red = foe_at(foe_of(material.purple, material.blue, material.red), foe)
    reds = int(own.red[side]) | 1 << square
    return Position(int(own.blue[side]), reds, int(purple), int(blue), int(red), material.hidden_blue)


def lookup(position: Position) -> int:
    """The plies of the shortest forced win, 0 if there is none; `ValueError` where there is no table."""
    position = settled(position)
    value = int(values_of(material_of(position))[slot_of(position, classes_of(int(position.own_blue).bit_count()))])
    return 2 * value - 1 if value else 0


@kernel
def _looked_up(positions: np.ndarray, classes: np.ndarray, values: np.ndarray) -> np.ndarray:
    plies = np.zeros(len(positions), dtype=np.int64)
    for number in range(len(positions)):
        B, R, u, b, r, hidden_blue = positions[number]
        value = values[slot_of(settled(Position(B, R, u, b, r, hidden_blue)), classes)]
        plies[number] = 2 * value - 1 if value else 0
    return plies


@kernel
def _material_keys(positions: np.ndarray) -> np.ndarray:
    """A number for each position that tells its material, each count in four bits."""
    keys = np.zeros(len(positions), dtype=np.int64)
    for number in range(len(positions)):
        B, R, u, b, r, hidden_blue = positions[number]
        B, R, u, b, r, hidden_blue = settled(Position(B, R, u, b, r, hidden_blue))
        key = popcount(B) << 4 | popcount(R)
        key = (key << 4 | hidden_blue) << 4 | popcount(u) - hidden_blue if u else key << 8
        keys[number] = (key << 4 | popcount(b)) << 4 | popcount(r)
    return keys


def lookup_all(positions: np.ndarray) -> np.ndarray:
    """The same for many positions, a row of six numbers each."""
    positions = np.asarray(positions, dtype=np.int64).reshape(-1, len(Position._fields))
    plies = np.zeros(len(positions), dtype=np.int64)
    keys = _material_keys(positions)
    for key in np.unique(keys).tolist():
        material = Material(*(key >> shift & 15 for shift in range(20, -1, -4)))
        rows = keys == key
        plies[rows] = _looked_up(positions[rows], classes_of(material.own_blue), values_of(material))
    return plies


def positions_of_length(material: Material, plies: int) -> np.ndarray:
    """The slots of all positions that are won in exactly so many plies."""
    return np.flatnonzero(values_of(material) == (plies + 1) // 2)


def table(attacker: str, defender: str, shown: str = "", progress: Callable[[str], None] | None = None) -> Endgame:
    """The table of some material as `Tabled` in the contract says."""
    material, seen = _read_material(attacker, defender, shown)
    needed = 16 * sum(each.words for each in family(material))
    if needed > MOST_BYTES:
        raise BadPuzzle(
            f"the table of {attacker} v {defender} is too large: building it takes {needed / 1e9:.1f} GB of memory, "
            f"at most {MOST_BYTES / 1e9:g} GB are allowed"
        )

    def tell(plies: int, found: int) -> None:
        if progress is not None:
            progress(f"won in {plies} plies: {found:,}")

    solved = solve(material, examples=LISTED, progress=tell)

    def hardest(count: int) -> Iterator[tuple[int, Puzzle]]:
        listed = solved.longest if count <= LISTED else solve(material, examples=count).longest
        for plies, slot in listed[:count]:
            yield plies, puzzle_from(position_at(material, slot))

    return Endgame(attacker, defender, seen, material.positions, solved.wins, needed, hardest)


def _read_material(attacker: str, defender: str, shown: str) -> tuple[Material, str]:
    """The material that three texts tell, and in plain form what is shown."""
    own_blue, own_red = _counts("attacker", attacker)
    blue, red = _counts("defender", defender)
    if not own_blue or not own_red:
        raise BadPuzzle(f"attacker {attacker!r}: needs at least one blue and one red")
    if not blue or not red:
        raise BadPuzzle(f"defender {defender!r}: needs at least one blue and one red")
    shown_blue, shown_red = _counts("shown", shown) if shown else (0, 0)
    if shown_blue > blue or shown_red > red:
        raise BadPuzzle(f"shown {shown!r}: the defender has only {defender}")
    material = Material(own_blue, own_red, blue - shown_blue, red - shown_red, shown_blue, shown_red)
    return settled_material(material), f"{shown_blue}b{shown_red}r" if shown_blue or shown_red else ""


def _counts(whose: str, text: str) -> tuple[int, int]:
    """The blues and reds of `2b1r`."""
    match = re.fullmatch(r"([0-9]+)b([0-9]+)r", text.strip())
    if match is None:
        raise BadPuzzle(f"{whose} {text!r}: must be like 1b1r, numbers of blue and red pieces")
    blue, red = int(match[1]), int(match[2])
    if max(blue, red) > MOST_OF_A_COLOR:
        raise BadPuzzle(f"{whose} {text!r}: at most {MOST_OF_A_COLOR} of a colour")
    return blue, red

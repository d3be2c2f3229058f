"""Endgame tables: the length of every win of some material, to look up, to choose puzzles from and to report.

A table has a byte a slot: (plies + 1) / 2 of the shortest forced win with the attacker to move, 0 for none.
Mirror images share a slot, unless the attacker's blues are their own image. `retrograde` builds a table when it is
first asked for. That takes milliseconds for 1b1r on both sides, so none is kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from threading import Lock

import numpy as np

from engines.contract import BadPuzzle, Endgame
from engines.geister.rules.material import Material, family, material_of, read_material
from engines.geister.rules.moves import MOST_OF_A_COLOR, SQUARES, Position, settled
from engines.geister.rules.puzzle import Puzzle, puzzle_from
from engines.geister.rules.ranks import (
    CHOOSE,
    CLASSES,
    Foe,
    classes_of,
    foe_number,
    foe_of,
    mirrored,
    own_number,
    own_of,
)
from engines.geister.solve.retrograde import build, foe_at
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel

MOST_SLOTS = 32_000_000  # of a table that is built when a position is looked up: five pieces, in under a second
MOST_BYTES = 1_000_000_000  # that a build may take
MOST_KEPT = 400_000_000  # bytes of tables that a process keeps
LISTED = 1000  # wins, the longest first, that a build remembers

_values: dict[Material, np.ndarray] = {}
_building = Lock()  # one table at a time, whoever asks for it


def has_table(position: Position) -> bool:
    """Whether the length of this position's win can be looked up."""
    return _tabled(material_of(position))


def _tabled(material: Material) -> bool:
    B, R, hidden_blue, hidden_red, b, r = material
    alive = B and R and hidden_blue + b and hidden_red + r
    return bool(alive) and max(B, R) <= MOST_OF_A_COLOR and material.slots <= MOST_SLOTS


def values_of(material: Material) -> np.ndarray:
    """The table of some material: a byte a slot."""
    with _building:
        if material not in _values:
            if not _tabled(material):
                raise ValueError(f"no table of {material}")
            if sum(values.nbytes for values in _values.values()) > MOST_KEPT:
                _values.clear()
            for each, values in build(material, keep=True).values.items():
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


@kernel
def _positions_at(slots: np.ndarray, own_blue: np.ndarray, own_red: np.ndarray, foe: Foe, rows: np.ndarray) -> None:
    for number in range(len(slots)):
        word, square = divmod(slots[number], SQUARES)
        there, side = divmod(word, len(own_blue))
        rows[number, 0], rows[number, 1] = own_blue[side], own_red[side] | 1 << square
        rows[number, 2], rows[number, 3], rows[number, 4] = foe_at(foe, there)


def positions_at(material: Material, slots: np.ndarray) -> np.ndarray:
    """The positions in slots that have one, a row of six numbers each."""
    own = own_of(material.own_blue, material.own_red)
    foe = foe_of(material.purple, material.blue, material.red)
    rows = np.full((len(slots), len(Position._fields)), material.hidden_blue, dtype=np.int64)
    _positions_at(slots, own.blue, own.red, foe, rows)
    return rows


def position_at(material: Material, slot: int) -> Position:
    """The position in a slot that has one."""
    return Position(*positions_at(material, np.array([slot], dtype=np.int64))[0].tolist())


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
    """The table of some material as `Engine` in `engines.engine` says."""
    material, seen = read_material(attacker, defender, shown)
    needed = 16 * sum(each.words for each in family(material))
    if needed > MOST_BYTES:
        raise BadPuzzle(
            f"the table of {attacker} v {defender} is too large: building it takes {needed / 1e9:.1f} GB of memory, "
            f"at most {MOST_BYTES / 1e9:g} GB are allowed"
        )

    def tell(plies: int, found: int) -> None:
        if progress is not None:
            progress(f"won in {plies} plies: {found:,}")

    built = build(material, examples=LISTED, progress=tell)

    def hardest(count: int) -> Iterator[tuple[int, Puzzle]]:
        listed = built.longest
        if count > LISTED:
            listed = build(material, examples=min(count, sum(built.wins.values()))).longest
        puzzles = (
            (plies, puzzle_from(position_at(material, int(slot)), plies)) for plies, slots in listed for slot in slots
        )
        return islice(puzzles, count)

    return Endgame(attacker, defender, seen, material.positions, built.wins, needed, hardest)

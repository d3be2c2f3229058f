"""The seven pieces: their shapes and how they turn (the Super Rotation System).

A piece lies in its *corner form*: a shape, the column of its leftmost cell and the row
of its lowest one. Two rotations with the same cells then are the same shape in the same
corner, and nothing has to be merged. SRS is written about centres; `KICKS` has its
tables moved to corners. Compare with the tables on any Tetris wiki: `CENTRE_KICKS` has
them as they stand there.
"""

from __future__ import annotations

import numpy as np

PIECES = "IOTLJSZ"  # a piece's number is its place in this string
I, O, T, L, J, S, Z = range(7)  # noqa: E741
THE_T = np.int64(T)  # for kernels: numba compiles a plain constant argument all over again
NORTH, EAST, SOUTH, WEST = range(4)
MIRROR = {"I": "I", "O": "O", "T": "T", "L": "J", "J": "L", "S": "Z", "Z": "S"}

Cell = tuple[int, int]

NORTH_CELLS: dict[str, tuple[Cell, ...]] = {
    "I": ((-1, 0), (0, 0), (1, 0), (2, 0)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "T": ((-1, 0), (0, 0), (1, 0), (0, 1)),
    "L": ((-1, 0), (0, 0), (1, 0), (1, 1)),
    "J": ((-1, 0), (0, 0), (1, 0), (-1, 1)),
    "S": ((-1, 0), (0, 0), (0, 1), (1, 1)),
    "Z": ((-1, 1), (0, 1), (0, 0), (1, 0)),
}
SHAPE_COUNT = {"I": 2, "O": 1, "T": 4, "L": 4, "J": 4, "S": 2, "Z": 2}

KickTable = dict[tuple[int, int], tuple[Cell, ...]]


def _negated(kicks: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple((-x, -y) for x, y in kicks)


_TO_EAST: tuple[Cell, ...] = ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2))
_TO_WEST: tuple[Cell, ...] = ((0, 0), (1, 0), (1, 1), (0, -2), (1, -2))
_JLSTZ: KickTable = {
    (NORTH, EAST): _TO_EAST,
    (SOUTH, EAST): _TO_EAST,
    (EAST, NORTH): _negated(_TO_EAST),
    (EAST, SOUTH): _negated(_TO_EAST),
    (NORTH, WEST): _TO_WEST,
    (SOUTH, WEST): _TO_WEST,
    (WEST, NORTH): _negated(_TO_WEST),
    (WEST, SOUTH): _negated(_TO_WEST),
}
_I_FIRST: tuple[Cell, ...] = ((1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2))
_I_SECOND: tuple[Cell, ...] = ((0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2))
_I: KickTable = {
    (NORTH, EAST): _I_FIRST,
    (WEST, SOUTH): _I_FIRST,
    (EAST, NORTH): _negated(_I_FIRST),
    (SOUTH, WEST): _negated(_I_FIRST),
    (EAST, SOUTH): _I_SECOND,
    (NORTH, WEST): _I_SECOND,
    (SOUTH, EAST): _negated(_I_SECOND),
    (WEST, NORTH): _negated(_I_SECOND),
}
CENTRE_KICKS: dict[str, KickTable] = {"I": _I} | dict.fromkeys("TLJSZ", _JLSTZ)  # the O does not turn


def rotated(cells: tuple[Cell, ...], rotation: int) -> tuple[Cell, ...]:
    """Cells about their centre after `rotation` quarter turns clockwise."""
    for _ in range(rotation):
        cells = tuple((y, -x) for x, y in cells)
    return cells


def _table(*shape: int) -> np.ndarray:
    return np.zeros(shape, dtype=np.int64)


# Of a shape: how many columns it has, and for each column the bits of its cells, counted
# from the shape's lowest row, with the lowest and the highest of them.
SHAPES = np.array([SHAPE_COUNT[piece] for piece in PIECES], dtype=np.int64)
WIDTHS = _table(7, 4)
MASKS = _table(7, 4, 4)
CELLS = _table(7, 4, 4, 2)  # its four cells, column and row
BOTTOMS = _table(7, 4, 4)
TOPS = _table(7, 4, 4)
# Of a rotation: where the corner lies as seen from the centre.
LEFT = _table(7, 4)
LOW = _table(7, 4)
# Of a rotation and a turn (0 clockwise, 1 anticlockwise): five moves of the corner.
ROTATIONS = np.array([1 if piece == "O" else 4 for piece in PIECES], dtype=np.int64)
KICKS = _table(7, 4, 2, 5, 2)
KICK_COLUMNS = _table(7, 4, 2)  # the columns that they lead to: bit 3 is the corner's own


def _fill_shapes() -> None:
    for number, piece in enumerate(PIECES):
        for rotation in range(4):
            cells = rotated(NORTH_CELLS[piece], rotation)
            left, low = min(x for x, _ in cells), min(y for _, y in cells)
            LEFT[number, rotation], LOW[number, rotation] = left, low
            WIDTHS[number, rotation] = max(x for x, _ in cells) - left + 1
            CELLS[number, rotation] = sorted((x - left, y - low) for x, y in cells)
            for column in range(WIDTHS[number, rotation]):
                rows = [y - low for x, y in cells if x - left == column]
                MASKS[number, rotation, column] = sum(1 << row for row in rows)
                BOTTOMS[number, rotation, column] = min(rows)
                TOPS[number, rotation, column] = max(rows)


def _fill_kicks() -> None:
    for piece, table in CENTRE_KICKS.items():
        number = PIECES.index(piece)
        for (old, new), kicks in table.items():
            turn = 0 if new == (old + 1) % 4 else 1
            shift = (LEFT[number, new] - LEFT[number, old], LOW[number, new] - LOW[number, old])
            for index, kick in enumerate(kicks):
                KICKS[number, old, turn, index] = (kick[0] + shift[0], kick[1] + shift[1])
                KICK_COLUMNS[number, old, turn] |= 1 << (3 + KICKS[number, old, turn, index, 0])


_fill_shapes()
_fill_kicks()


def shape_cells(piece: int, shape: int, left: int, low: int) -> list[Cell]:
    """The cells of a piece in a corner, sorted."""
    return [(left + int(x), low + int(y)) for x, y in CELLS[piece, shape]]

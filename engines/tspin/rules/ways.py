"""How a piece gets to its place: by a straight drop, by a tuck or by a spin; what answers say of it.

A *tuck* is shifted in under something without a turn there; a *spin* turns under it. Compare with
`moves.explore`, which finds every place at once and does not say how.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from engines.tspin.rules.board import WIDTH
from engines.tspin.rules.pieces import Cell

Way = Literal["drop", "tuck right", "tuck left", "spin"]


def free(columns: Sequence[int], cells: Collection[Cell]) -> bool:
    """Whether the cells are on the board and empty."""
    return all(0 <= x < WIDTH and y >= 0 and not columns[x] >> y & 1 for x, y in cells)


def under_the_sky(columns: Sequence[int], cells: Collection[Cell]) -> bool:
    """Whether nothing lies above the cells."""
    return all(columns[x] >> y == 0 for x, y in cells)


def way_of(columns: Sequence[int], cells: Collection[Cell]) -> Way:
    """The simplest way to a place that can be reached: a drop before a tuck before a spin.

    Shifts and falls are undone one by one until the piece is under the sky. A tuck is named after
    its last shift.
    """
    if under_the_sky(columns, cells):
        return "drop"
    last_shift: dict[Cell, int] = {(0, 0): 0}  # by how far the piece is from its place
    todo = [(0, 0)]
    for right, up in todo:
        for step, rise in ((0, 1), (-1, 0), (1, 0)):
            there = (right + step, up + rise)
            moved = [(x + there[0], y + there[1]) for x, y in cells]
            if there in last_shift or not free(columns, moved):
                continue
            last_shift[there] = last_shift[right, up] or -step
            if under_the_sky(columns, moved):
                return "tuck right" if last_shift[there] > 0 else "tuck left"
            todo.append(there)
    return "spin"

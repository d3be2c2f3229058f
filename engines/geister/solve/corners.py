"""How each 3 x 3 corner reads on its own (Geister paper, 8.2): can the side whose exit is there force its way out?

All pieces elsewhere are taken away, pieces stay in the corner, and leaving is the only way to win. Either side may
pass, because it could move elsewhere, and there is no hurry. A corner in which nothing stops the other side looks
lost, and a puzzle may be built on that it is not.

There are 4^9 corners, few enough to settle all of them once: `sure` is their table.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from engines.geister.rules.moves import SIDE, Position
from engines.kernels.jit import kernel

WIDTH = 3
CELLS = WIDTH * WIDTH
EMPTY, RUNNER, OTHER, FOE = 0, 1, 2, 3  # what stands on a cell: a piece that may leave, another of its side, a foe


def _cells(exit_x: int, exit_y: int) -> list[int]:
    """The squares of a corner, rows by their distance from the exit, the exit itself first."""
    columns, rows = ([abs(exit_at - step) for step in range(WIDTH)] for exit_at in (exit_x, exit_y))
    return [SIDE * y + x for y in rows for x in columns]


ATTACKER_CORNERS = [_cells(x, SIDE - 1) for x in (0, SIDE - 1)]
DEFENDER_CORNERS = [_cells(x, 0) for x in (0, SIDE - 1)]


@kernel
def escapes(corner: int, to_move: bool, known: np.ndarray) -> bool:
    """Whether a side gets out of a corner, as far as it is known for the corners one ply later."""
    if to_move and corner & 3 == RUNNER:
        return True
    if known[int(not to_move), corner] == to_move:  # after a pass
        return to_move
    for cell in range(CELLS):
        piece = corner >> 2 * cell & 3
        if piece == EMPTY or (piece == FOE) == to_move:
            continue
        for way in range(4):
            x, y = cell % WIDTH + (way == 0) - (way == 1), cell // WIDTH + (way == 2) - (way == 3)
            if x < 0 or y < 0 or x == WIDTH or y == WIDTH:
                continue
            end = WIDTH * y + x
            there = corner >> 2 * end & 3
            if there != EMPTY and (there == FOE) != to_move:
                continue
            after = corner ^ piece << 2 * cell ^ (there ^ piece) << 2 * end
            if known[int(not to_move), after] == to_move:
                return to_move
    return not to_move


@kernel
def settle_all(known: np.ndarray) -> None:
    """Settle every corner, by who is to move: 1 for the side that wants to get out. Ends when nothing changes."""
    changed = True
    while changed:
        changed = False
        for turn in range(2):
            for corner in range(1 << 2 * CELLS):
                if not known[turn, corner] and escapes(corner, turn == 1, known):
                    known[turn, corner] = True
                    changed = True


@cache
def sure() -> np.ndarray:
    """For every corner whether the side gets out, the foe to move and the side to move."""
    known = np.zeros((2, 1 << 2 * CELLS), dtype=np.bool_)
    settle_all(known)
    return known


def corners_won(position: Position, attacking: bool, first: bool) -> int:
    """In how many corners at its exits a side gets out by force: if it moves first, or though its foe, who has a
    piece there too, moves first.
    """
    B, R, u, b, r, _ = position
    runners, others, foes = (B, R, u | b | r) if attacking else (u | b, r, B | R)
    found = 0
    for cells in ATTACKER_CORNERS if attacking else DEFENDER_CORNERS:
        corner, contested = 0, False
        for place, square in enumerate(cells):
            piece = RUNNER * (runners >> square & 1) + OTHER * (others >> square & 1) + FOE * (foes >> square & 1)
            corner |= piece << 2 * place
            contested |= piece == FOE
        found += bool(sure()[int(first), corner]) and (first or contested)
    return found

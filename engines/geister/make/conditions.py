"""What a candidate needs besides the right length: one category, no plain walk, one winning first move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.geister.rules.moves import Position
from engines.geister.solve.bounds import steps_to_exit
from engines.geister.solve.category import UNCLEAR, categories
from engines.geister.solve.deepening import LIMIT, MOST_MOVES, NODES, Desk
from engines.geister.solve.lines import best_moves, main_line
from engines.kernels.jit import kernel

SEEN, PICKY = 0, 1  # in Wish.patience
FINAL = 50  # times its limit the search for a category may take, which comes last


class Wish(NamedTuple):
    """`category` is the bit of the label that comes first, 0 for any; `walks`: whether plain walks will do;
    `patience` = how many with several winning first moves were passed over, and how many will be."""

    category: int
    walks: bool
    patience: np.ndarray
    moves: np.ndarray
    line: np.ndarray


@kernel
def new_wish(category: int, walks: bool) -> Wish:
    """A wish that takes whatever number of first moves."""
    moves, line = np.zeros(MOST_MOVES, dtype=np.int64), np.zeros(MOST_MOVES, dtype=np.int64)
    return Wish(category, walks, np.zeros(2, dtype=np.int64), moves, line)


@kernel
def as_wished(position: Position, plies: int, wish: Wish, desk: Desk) -> bool:
    """Whether a position that is won in `plies` and no fewer is as wished for; the desk may be left empty."""
    if wish.patience[PICKY] or not wish.walks:
        desk.work[NODES] = 0
        count = best_moves(position, plies, 0, desk, wish.moves)
        if count < 1 or (not wish.walks and is_plain_walk(position, plies, wish, desk)):
            return False
        if count > 1 and wish.patience[SEEN] < wish.patience[PICKY]:
            wish.patience[SEEN] += 1
            return False
    if wish.category == 0:
        return True
    limit = desk.work[LIMIT]
    desk.work[LIMIT] = FINAL * limit
    labels = categories(position, plies, desk)
    desk.work[LIMIT] = limit
    return not labels & UNCLEAR and labels & -labels == wish.category


@kernel
def is_plain_walk(position: Position, plies: int, wish: Wish, desk: Desk) -> bool:
    """Whether one blue walks out alone with no ply to spare; so if that cannot be told."""
    if plies != 2 * steps_to_exit(position.own_blue) + 1:
        return False
    line = wish.line
    if not main_line(position, wish.moves[0], plies, desk, line, desk.moves[0, 0]):
        return True
    stands = line[0] >> 6
    if not position.own_blue >> stands & 1:
        return False
    for ply in range(0, plies, 2):
        if line[ply] >> 6 != stands:
            return False
        stands = line[ply] & 63
    return True

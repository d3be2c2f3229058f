"""What the network sees: a plane for each of the four colours, one for all that is filled, and the three known pairs.

Colours have no names of their own: the first is that of the pivot in hand, the next that of the rotor if it is
another, and so on through the pairs, so that a position and the same in other colours look the same. What is neither
empty nor one of the four, garbage say, is in the last plane only. Compare with tests/engines/puyo/naive_dqn.py.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.puyo.agent.queues import PLAYED_COLORS
from engines.puyo.rules.board import ROWS, WIDTH

COLORS = len(PLAYED_COLORS)
SEEN_PAIRS = 3
CHANNELS = COLORS + 1
FILLED = COLORS
CELLS = ROWS * WIDTH
BOARD_INPUTS = CHANNELS * CELLS
PAIR_INPUTS = 2 * SEEN_PAIRS * COLORS
INPUTS = BOARD_INPUTS + PAIR_INPUTS
FIRST_CODE = min(PLAYED_COLORS)
CODES = 8


@kernel
def name_colors(pairs: np.ndarray, names: np.ndarray) -> None:
    """The plane of each cell number, -1 if it has none: colours in the order in which the pairs have them."""
    names[:] = -1
    count = 0
    for half in range(2 * SEEN_PAIRS):
        code = pairs[half >> 1, half & 1]
        if names[code] < 0:
            names[code] = count
            count += 1
    for code in range(FIRST_CODE, FIRST_CODE + COLORS):
        if names[code] < 0 and count < COLORS:
            names[code] = count
            count += 1


@kernel
def look(board: np.ndarray, pairs: np.ndarray, names: np.ndarray, out: np.ndarray) -> None:
    """A board and its pairs as inputs: by plane, row from the bottom and column, then by pair, half and colour.

    `names` is room for eight numbers."""
    out[:] = 0.0
    name_colors(pairs, names)
    for x in range(WIDTH):
        word, shift = (x + 1) >> 2, 16 * ((x + 1) & 3)
        for row in range(1, ROWS + 1):
            at = shift + row
            code = (board[word] >> at & 1) | (board[2 + word] >> at & 1) << 1 | (board[4 + word] >> at & 1) << 2
            if code:
                cell = (row - 1) * WIDTH + x
                out[FILLED * CELLS + cell] = 1.0
                if names[code] >= 0:
                    out[names[code] * CELLS + cell] = 1.0
    for half in range(2 * SEEN_PAIRS):
        out[BOARD_INPUTS + half * COLORS + names[pairs[half >> 1, half & 1]]] = 1.0

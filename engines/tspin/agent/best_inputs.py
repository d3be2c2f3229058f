"""About how many inputs a move takes, for a search that asks thousands of times: a table of straight drops.

What drops straight down through open air takes the turns, the shifts and the hard drop of the table, whatever the
board. Anything else is first let down and then shifted or turned in: inputs more than the drop to that column.
Compare with inputs.py, which is exact and asked when the move is played.
"""

from __future__ import annotations

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.rules.board import SPAWN_X, WIDTH
from engines.tspin.rules.moves import code_left, code_low, code_shape, drops_to
from engines.tspin.rules.pieces import KICKS, LEFT, PIECES, ROTATIONS, SHAPES, WIDTHS

TUCKED = 2  # inputs more for what does not drop straight
# The same for a T-spin, by its lines: what is turned in need not be turned before, but a Triple takes two turns and a
# way under the overhang.
SPUN = (0, 1, 1, 4)


def _poses_beside(piece: int, rotation: int, left: int) -> list[tuple[int, int]]:
    """The poses one input away in open air: a turn takes the first kick that keeps within the walls."""
    poses = [(rotation, left - 1), (rotation, left + 1)]
    for turn in range(2 if ROTATIONS[piece] == 4 else 0):
        to = (rotation + 1 + 2 * turn) & 3
        lefts = (left + int(KICKS[piece, rotation, turn, kick, 0]) for kick in range(5))
        poses += [(to, x) for x in lefts if 0 <= x <= WIDTH - WIDTHS[piece, to]][:1]
    return [(to, x) for to, x in poses if 0 <= x <= WIDTH - WIDTHS[piece, to]]


def _drop_inputs() -> np.ndarray:
    """The inputs of each piece, shape and column, the hard drop among them."""
    table = np.zeros((len(PIECES), 4, WIDTH), dtype=np.int64)
    for piece in range(len(PIECES)):
        start = (0, SPAWN_X + int(LEFT[piece, 0]))
        steps = {start: 0}
        waiting = [start]
        for pose in waiting:
            for other in _poses_beside(piece, *pose):
                if other not in steps:
                    steps[other] = steps[pose] + 1
                    waiting.append(other)
        for (rotation, left), count in sorted(steps.items(), key=lambda item: -item[1]):
            table[piece, rotation % SHAPES[piece], left] = count + 1
    return table


DROP_INPUTS = _drop_inputs()


@kernel
def about_inputs(board: np.ndarray, piece: int, code: int, held: int, spun: int) -> int:
    """About how many inputs a placement takes; `spun` are the lines that it clears as a T-spin."""
    shape, left = code_shape(code), code_left(code)
    inputs = DROP_INPUTS[piece, shape, left] + held
    if spun:
        return inputs + SPUN[spun]
    return inputs + TUCKED if code_low(code) != drops_to(board, piece, shape, left) else inputs

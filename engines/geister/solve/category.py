"""What kind of puzzle it is, by what the win cannot do without, as in the survey of the Geister paper (7.1).

*Capture*: no win of that length unless a capture on the last ply wins. *Wall*: none unless losing the last red wins.
*Open*: some of the defender's pieces are shown. *Escape*: none of these. The first three go together as
they like; where one is wanted it is the first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.contract import Json
from engines.geister.rules.moves import Position, move_of
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.solve.bounds import NEVER, steps_to_exit, takes_to_win
from engines.geister.solve.deepening import LIMIT, NO_TAKE, NO_WALL, Desk, clear, shortest
from engines.geister.solve.solver import NODE_LIMIT, desk, position_at
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel

CATEGORIES = ("capture", "wall", "open", "escape")
CAPTURE, WALL, OPEN, ESCAPE = 1, 2, 4, 8  # a bit for each, in that order
UNCLEAR = 16  # a search met its limit


@kernel
def categories(position: Position, plies: int, desk: Desk) -> int:
    """The labels, as bits, of a position that is won in so many plies and no fewer; the desk is left empty.

    Each search may take as many nodes as the desk's limit says. One that meets it proves nothing: UNCLEAR is set, and
    then only the labels that are there are sure; escape, which is none of the others, is not.
    """
    doubtful = CAPTURE * may_need_take(position, plies) | WALL * may_need_wall(position, plies)
    found = OPEN if position.blue | position.red else 0
    if doubtful:  # most often one search settles both
        told = needed(position, plies, doubtful, desk)
        if told == CAPTURE | WALL:
            told = needed(position, plies, CAPTURE, desk) | needed(position, plies, WALL, desk)
        found |= told
    return found if found else ESCAPE


@kernel
def needed(position: Position, plies: int, ways: int, desk: Desk) -> int:
    """These ways to win if there is no win in so many plies without them; UNCLEAR where the search met its limit."""
    without = (NO_TAKE if ways & CAPTURE else 0) | (NO_WALL if ways & WALL else 0)
    clear(desk, desk.work[LIMIT])
    value = shortest(position, plies, without, desk)
    clear(desk, desk.work[LIMIT])
    return ways if value < 0 else UNCLEAR if value == 0 else 0


@kernel
def may_need_take(position: Position, plies: int) -> bool:
    """Whether all hostile blues can be taken by the last ply; pieces that are not shown at the start never are."""
    takes = takes_to_win(position)
    return takes != NEVER and 2 * takes - 1 <= plies


@kernel
def may_need_wall(position: Position, plies: int) -> bool:
    """Whether the defender has moves enough to take all reds before the last ply."""
    return popcount(position.own_red) <= plies // 2


@kernel
def categories_of_rows(rows: np.ndarray, plies: np.ndarray, limit: int, desk: Desk, out: np.ndarray) -> None:
    """The labels of many positions, each won in so many plies."""
    desk.work[LIMIT] = limit
    for i in range(len(rows)):
        out[i] = categories(position_at(rows, i), plies[i], desk)


def category_all(rows: np.ndarray, plies: np.ndarray | Sequence[int], limit: int = NODE_LIMIT) -> np.ndarray:
    """The labels of many positions as bits, given each one's shortest win's plies; UNCLEAR where some may lack."""
    out = np.zeros(len(rows), dtype=np.int64)
    categories_of_rows(rows, np.asarray(plies, dtype=np.int64), limit, desk(), out)
    return out


def category_of(bits: int) -> str:
    """The first of the labels."""
    return next(name for place, name in enumerate(CATEGORIES) if bits >> place & 1)


def plain_walk(puzzle: Puzzle, solution: Json) -> bool:
    """Whether the nearest blue need only walk out: no ply more than its way takes, and it alone moves on the line."""
    line = [move_of(name) for name in solution["line"]]
    position = position_of(puzzle)
    return walks_alone(position, line) and len(line) == 2 * int(steps_to_exit(position.own_blue)) + 1


def walks_alone(position: Position, line: Sequence[tuple[int, int]]) -> bool:
    """Whether the attacker moves one blue only."""
    stands = line[0][0]
    if not position.own_blue >> stands & 1:
        return False
    for start, end in line[::2]:
        if start != stands:
            return False
        stands = end
    return True

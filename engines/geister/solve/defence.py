"""What a defender replies to whoever plays a puzzle by hand: within the plies that are left, and from many threads.

The reply is the one that `solver.resistance` would choose if it looked no further than that: one that escapes before
all, then the one that lasts longest. It follows from the position and the plies alone. Small endings are looked up,
all others are searched, each thread on a desk of its own. Replies are kept, because people come to the same
positions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engines.geister.rules.material import material_of
from engines.geister.rules.moves import DEFENDER_WINS, GOES_ON, Position, defend
from engines.geister.solve.bounds import NEVER
from engines.geister.solve.by_table import replies_with_lengths
from engines.geister.solve.deepening import MOST_MOVES, clear, shortest
from engines.geister.solve.lines import best_reply, shortest_from
from engines.geister.solve.solver import SEARCH_PLIES, desk
from engines.geister.solve.tables import has_table, lookup

NODES = 1_000_000  # that a search may take: people wait for it
SMALL_TABLE = 1_000_000  # slots of a table that is built while they wait
KEPT = 20_000  # replies that are remembered


class Reply(NamedTuple):
    """Where from, where to, and the plies that the attacker needs after it: 0 if there is no win in time, None if the
    search was given up before it could tell."""

    start: int
    end: int
    left: int | None


def _small(position: Position) -> bool:
    return has_table(position) and material_of(position).slots <= SMALL_TABLE


@lru_cache(KEPT)
def best(position: Position, plies: int) -> Reply:
    """The best reply of the defender, who is to move, if the attacker has so many plies after it (1, 3, ...)."""
    if _small(position):
        reply, needed = max(replies_with_lengths(position), key=lambda pair: pair[1])
        return Reply(reply >> 6, reply & 63, needed if needed <= plies else 0)
    most = min(plies, SEARCH_PLIES)
    clear(desk(), NODES)
    move, left = best_reply(position, most, desk(), np.zeros(MOST_MOVES, dtype=np.int64))
    unclear = left == 0 or (-NEVER < left < 0 and most < plies)
    return Reply(int(move) >> 6, int(move) & 63, None if unclear else max(int(left), 0))


@lru_cache(KEPT)
def as_good(position: Position, plies: int, start: int, end: int) -> bool:
    """Whether a reply is as good as the best: it escapes if that does, and lasts as long."""
    chosen = best(position, plies)
    if (start, end) == chosen[:2] or chosen.left is None:
        return True
    after, outcome = defend(position, start, end)
    if outcome != GOES_ON:
        return bool(outcome == DEFENDER_WINS)
    short = min((chosen.left or plies + 2) - 2, SEARCH_PLIES)  # a win in so many plies would be too soon
    if short < 1:
        return True
    if _small(position):
        return not 0 < lookup(after) <= short
    clear(desk(), NODES)
    return int(shortest_from(after, short, desk())) <= 0


@lru_cache(KEPT)
def length(position: Position) -> int:
    """The plies of the attacker's shortest win, to play a puzzle that does not say how long it is; SEARCH_PLIES if
    none is found."""
    if _small(position):
        return lookup(position) or SEARCH_PLIES
    clear(desk(), NODES)
    plies = int(shortest(position, SEARCH_PLIES, 0, desk()))
    return plies if plies > 0 else SEARCH_PLIES

"""The puzzles that were met in a game: positions, as the side to move knows them, in which a certain win is there.

Every ply of a game is looked at, whoever is to move, the board turned so that this side is the attacker. A win has
to be proved within a stated number of nodes; then its length and category are known, and plain walks to the exit are
left out, as in `generate`. Puzzles with one winning first move come first; of those that are left the ones taken lie
as far apart in the game as can be.

In the game as it is played nothing of the other side's is ever shown on the board: what is taken is gone. So only
escapes and walls are met, unless pieces were shown from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engines.agents import Met, Played
from engines.geister.agent.choosers import desk, nodes_for
from engines.geister.agent.game import view
from engines.geister.agent.play_game import SET_UPS, turns
from engines.geister.make.conditions import Wish, is_plain_walk, new_wish
from engines.geister.make.variants import VARIANTS
from engines.geister.rules.moves import Position, attackers, defenders
from engines.geister.rules.puzzle import puzzle_from
from engines.geister.solve.category import CATEGORIES, UNCLEAR, categories
from engines.geister.solve.deepening import LIMIT, NODES, Desk, clear, shortest
from engines.geister.solve.lines import best_moves
from engines.geister.solve.solver import position_at
from engines.kernels.bits import popcount
from engines.kernels.jit import kernel

CROWDED = 15  # pieces from which no win has been met that is worth asking for
NODES_A_POSITION = 1_500
SORTING = 20  # times as many nodes may be taken for the first moves and the category of a win that is found
PLIES, FIRSTS, LABELS = 0, 1, 2  # columns of what is found


@kernel
def find_wins(rows: np.ndarray, shortest_kept: int, most: int, limit: int, desk: Desk, found: np.ndarray) -> None:
    """The plies, number of first moves and labels of each position that is won for certain; plies 0 if it is not,
    or if the win is too short, too long, a plain walk, or takes too many nodes."""
    wish = new_wish(0, False)
    for i in range(len(rows)):
        position = position_at(rows, i)
        if popcount(attackers(position) | defenders(position)) >= CROWDED:
            continue
        clear(desk, nodes_for(position, limit))
        plies = shortest(position, most, 0, desk)
        if plies >= shortest_kept:
            found[i, PLIES] = plies
            sort_win(position, wish, limit * SORTING, desk, found[i])


@kernel
def sort_win(position: Position, wish: Wish, limit: int, desk: Desk, found: np.ndarray) -> None:
    """The first moves and labels of a win; plies 0 if it is a plain walk or cannot be told."""
    desk.work[NODES], desk.work[LIMIT] = 0, limit
    found[FIRSTS] = best_moves(position, found[PLIES], 0, desk, wish.moves)
    if found[FIRSTS] < 1 or is_plain_walk(position, found[PLIES], wish, desk):
        found[PLIES] = 0
        return
    found[LABELS] = categories(position, found[PLIES], desk)


def met(game: Played, variants: Sequence[str], most: int) -> list[Met]:
    """The puzzles of these variants that were met in a game, at most so many of each: those with one winning first
    move in the order of the game, then the others."""
    families = {name: VARIANTS[name].parameters for name in variants}
    wanted = {(family["category"], family["plies"]): name for name, family in families.items()}
    lengths = [plies for category, plies in wanted if category in CATEGORIES]
    if not lengths:
        return []
    rows = np.array([view(turn.before, turn.side) for turn in turns(game)], dtype=np.int64).reshape(-1, 6)
    found = np.zeros((len(rows), 3), dtype=np.int64)
    find_wins(rows, min(lengths), max(lengths), NODES_A_POSITION, desk(), found)
    by_variant: dict[str, list[int]] = {}
    for i, category in _sorted_wins(found):
        name = wanted.get((category, int(found[i, PLIES])))
        if name is not None:
            by_variant.setdefault(name, []).append(i)
    taken = [(i, name) for name, where in by_variant.items() for i in _taken(where, found, most)]
    puzzles = [
        Met(
            name,
            puzzle_from(Position(*rows[i].tolist()), int(found[i, PLIES])),
            SET_UPS + i,
            bool(found[i, FIRSTS] == 1),
        )
        for i, name in taken
    ]
    return sorted(puzzles, key=lambda each: (not each.alone, each.move))


def _sorted_wins(found: np.ndarray) -> Iterator[tuple[int, str]]:
    """The wins whose category is clear, and which that is."""
    for i in np.flatnonzero(found[:, PLIES] > 0).tolist():
        labels = int(found[i, LABELS])
        if not labels & UNCLEAR:
            yield i, CATEGORIES[(labels & -labels).bit_length() - 1]


def _taken(where: list[int], found: np.ndarray, most: int) -> list[int]:
    """So many of the plies of a game: those with one winning first move first, and as far apart as can be."""
    single = [i for i in where if found[i, FIRSTS] == 1]
    if len(single) >= most:
        return spread(single, most)
    return [*single, *spread([i for i in where if found[i, FIRSTS] > 1], most - len(single))]


def spread(items: list[int], most: int) -> list[int]:
    """At most so many of a list, evenly over all of it, the middle if it is one."""
    if len(items) <= most:
        return items
    return [items[(2 * k + 1) * len(items) // (2 * most)] for k in range(most)]

"""Beam search over the pairs that are known and several futures beyond them.

The layers of the known pairs are searched once; from the last of these every future goes on by itself. In each, a
first move is worth as much as the best board to which it leads, or, if the chain is to be fired then, what the best
of all pairs makes of it: its rounds, then its points. The sum over all futures decides, in which each counts as often
as it is likely. Compare with tests/engines/puyo/naive_best.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.kernels.bits import lowest
from engines.kernels.jit import kernel
from engines.kernels.lanes import some
from engines.puyo.agent.best_layer import Layer, Met, begin, copy_layer, is_new, keep, new_layer, new_met
from engines.puyo.agent.best_value import ERASED, SPLIT, Heights, heights_of, value_of
from engines.puyo.agent.fire import allowed, fire_pairs, of_pair
from engines.puyo.agent.queues import ALL_PAIRS
from engines.puyo.rules.board import DEATH_COLUMN, VISIBLE, WORDS
from engines.puyo.rules.chain import play_out
from engines.puyo.rules.place import ALL_PLACEMENTS, PIVOT_COLUMN, ROTOR_COLUMN, placed
from engines.puyo.rules.planes import count_cells, load_planes, vanishing

NOWHERE = -(1 << 60)  # less than any board is worth
A_ROUND = 1_000_000  # points that a round more is worth when the chain is fired: more than any chain scores


class Rules(NamedTuple):
    """What may be done: see `sight.Sight`."""

    blocked: bool
    loses: bool


class Widths(NamedTuple):
    """How many boards are kept: in the layers of the known pairs, and in the others."""

    known: int
    beyond: int


class Desk(NamedTuple):
    """What a search works on."""

    known: Layer  # the last layer that all futures share
    here: Layer
    there: Layer
    met: Met


def new_desk(widest: int) -> Desk:
    """A desk for layers of so many boards at most."""
    return Desk(new_layer(widest), new_layer(widest), new_layer(widest), new_met(widest * ALL_PLACEMENTS))


@kernel
def split_of(heights: Heights, placement: int) -> int:
    """How many rows apart the halves of a pair come to lie that are placed side by side."""
    return abs(heights[PIVOT_COLUMN[placement]] - heights[ROTOR_COLUMN[placement]])


@kernel
def expand(
    source: Layer,
    count: int,
    target: Layer,
    width: int,
    pair: np.ndarray,
    rules: Rules,
    met: Met,
    weights: np.ndarray,
) -> tuple[int, int]:
    """The best boards of a layer with a pair more on them: how many are kept, and how many there were.

    Before the first pair the first move is -1.
    """
    begin(met)
    pivot, rotor = pair[0], pair[1]
    size = nodes = 0
    for number in range(count):
        b0, b1, b2 = load_planes(source.boards, number)
        heights = heights_of(b0 | b1 | b2)
        waiting = of_pair(allowed(source.boards[number], rules.blocked), pivot, rotor)
        while waiting:
            placement = lowest(waiting)
            waiting &= waiting - 1
            nodes += 1
            p0, p1, p2 = placed(b0, b1, b2, placement, pivot, rotor)
            cost = source.costs[number] + weights[SPLIT] * split_of(heights, placement)
            if some(vanishing(p0, p1, p2)):
                before = count_cells(p0 | p1 | p2)
                _, p0, p1, p2 = play_out(p0, p1, p2)
                cost += weights[ERASED] * (before - count_cells(p0 | p1 | p2))
            if rules.loses and heights_of(p0 | p1 | p2)[DEATH_COLUMN] >= VISIBLE:
                continue
            if not is_new(met, p0, p1, p2):
                continue
            value = value_of(p0, p1, p2, weights) + cost
            first = placement if source.firsts[number] < 0 else source.firsts[number]
            size = keep(target, size, width, p0, p1, p2, value, cost, first)
    return size, nodes


@kernel
def credit(layer: Layer, count: int, fires: bool, blocked: bool, chance: int, totals: np.ndarray) -> None:
    """Add to every first move, `chance` times, what the best board of the last layer is worth to which it led.

    One that led nowhere is worth less than the worst that was kept.
    """
    best = np.full(ALL_PLACEMENTS, NOWHERE)
    least = -NOWHERE
    for number in range(count):
        value, first = layer.values[number], layer.firsts[number]
        if fires:
            points, rounds, _, _ = fire_pairs(layer.boards[number], ALL_PAIRS, blocked)
            value = A_ROUND * rounds + points
        best[first] = max(best[first], value)
        least = min(least, value)
    for first in range(ALL_PLACEMENTS):
        if count:
            totals[first] += chance * (best[first] if best[first] > NOWHERE else least - 1)


@kernel
def search(
    board: np.ndarray,
    known: np.ndarray,
    futures: np.ndarray,
    chances: np.ndarray,
    fires: bool,
    rules: Rules,
    widths: Widths,
    desk: Desk,
    weights: np.ndarray,
    totals: np.ndarray,
) -> int:
    """Add up what every first move is worth, over all futures, in `totals`; how many boards were looked at.

    `futures` are the pairs after the known ones, by future and move, `chances` how often each of them counts;
    `fires`, whether the chain is fired after them.
    """
    here, there = desk.here, desk.there
    for i in range(WORDS):
        here.boards[0, i] = board[i]
    here.costs[0], here.firsts[0] = 0, -1
    count, nodes = 1, 0
    for depth in range(len(known)):
        count, more = expand(here, count, there, widths.known, known[depth], rules, desk.met, weights)
        nodes += more
        here, there = there, here
    copy_layer(here, desk.known, count)
    shared = count
    for future in range(len(futures)):
        copy_layer(desk.known, here, shared)
        count = shared
        for depth in range(futures.shape[1]):
            pair = futures[future, depth]
            count, more = expand(here, count, there, widths.beyond, pair, rules, desk.met, weights)
            nodes += more
            here, there = there, here
        credit(here, count, fires, rules.blocked, chances[future], totals)
    return nodes

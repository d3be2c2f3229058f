"""The best agent's evaluation and search in plain Python: puyos are dropped and chains played, nothing is clever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.engines.puyo.naive import Board, chain, columns_of, drop, group_at, heights_of
from tests.engines.puyo.naive_agent import after, best_firing, options

PLAYED = "rgby"
Weights = Mapping[str, int]


class Fired(NamedTuple):
    """A chain that dropped puyos set off."""

    column: int
    dropped: int
    rounds: int
    vanished: int
    left: Board


def copied(board: Board) -> Board:
    return [list(column) for column in board]


def puyos_of(board: Board) -> int:
    return sum(heights_of(board))


def setting_off(board: Board, column: int, color: str) -> Fired | None:
    """What the fewest puyos of a colour, three at most, set off on a column."""
    for count in (1, 2, 3):
        if heights_of(board)[column] + count > 12:
            return None
        child = copied(board)
        for _ in range(count):
            drop(child, column, color)
        before = puyos_of(child)
        rounds = chain(child)
        if rounds:
            return Fired(column, count, len(rounds), before - puyos_of(child), child)
    return None


def all_set_off(board: Board) -> list[Fired]:
    tried = (setting_off(board, column, color) for column in range(6) for color in PLAYED)
    return [fired for fired in tried if fired is not None]


def links(board: Board) -> tuple[int, int]:
    """Groups of two, and puyos in larger groups that have two neighbours of their colour or more."""
    pairs = trios = 0
    for x in range(6):
        for y in range(min(12, heights_of(board)[x])):
            if board[x][y] in "oh":
                continue
            group = group_at(board, (x, y))
            near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            trios += sum(cell in group for cell in near) >= 2
            pairs += len(group) == 2
    return pairs // 2, trios


def room(heights: Sequence[int], x: int) -> int:
    found = 0
    for way in (range(x - 1, -1, -1), range(x + 1, 6)):
        sides = [heights[at] - heights[x] for at in way]
        found += next((i for i, higher in enumerate(sides) if higher > 0), len(sides))
        found += next((i for i, higher in enumerate(sides) if higher >= 0), len(sides))
    return found


def shape(heights: Sequence[int], weights: Weights) -> int:
    uneven = sum(abs(6 * heights[x] - weights[f"ideal_{x + 1}"] - sum(heights)) for x in range(6))
    walled = [99, *heights, 99]
    wells = sum(max(0, min(walled[i - 1], walled[i + 1]) - walled[i]) for i in range(1, 7))
    bumps = sum(max(0, heights[x] - max(heights[x - 1], heights[x + 1])) for x in range(1, 5))
    value = weights["shape"] * uneven // 6 + weights["wells"] * wells + weights["bumps"] * bumps
    return value + weights["middle"] * max(heights[2] - 9, 0)


def potential(board: Board, weights: Weights) -> int:
    heights = heights_of(board)
    best = 0
    for fired in all_set_off(board):
        if fired.rounds < 2:
            continue
        pairs, trios = links(fired.left)
        best = max(
            best,
            weights["chain"] * fired.rounds
            + weights["spare"] * (fired.vanished - 4 * fired.rounds)
            + {1: 0, 2: weights["key_2"], 3: weights["key_3"]}[fired.dropped]
            + weights["height"] * heights[fired.column]
            + weights["room"] * room(heights, fired.column)
            + weights["left_2"] * pairs
            + weights["left_3"] * trios,
        )
    return best


def value(board: Board, weights: Weights) -> int:
    pairs, trios = links(board)
    garbage = sum(column.count("o") for column in board)
    seen = weights["pairs"] * pairs + weights["trios"] * trios + weights["garbage"] * garbage
    return seen + shape(heights_of(board), weights) + potential(board, weights)


Kept = list[tuple[int, int, str, Board]]  # value, cost, first move, board


def expanded(layer: Kept, pair: str, weights: Weights) -> tuple[Kept, int]:
    """The next layer, all of it, and how many boards there were."""
    found: Kept = []
    met: set[tuple[str, ...]] = set()
    nodes = 0
    for _, spent, first, board in layer:
        for name in options(board, pair, False):
            nodes += 1
            child, _, _ = after(board, name, pair)
            if heights_of(child)[2] >= 12 or columns_of(child) in met:
                continue
            met.add(columns_of(child))
            pivot, rotor = int(name[0]), int(name[0] if name[1] in "NS" else name[1])
            apart = abs(heights_of(board)[pivot - 1] - heights_of(board)[rotor - 1])
            cost = spent + weights["split"] * apart + weights["erased"] * (puyos_of(board) + 2 - puyos_of(child))
            found.append((value(child, weights) + cost, cost, first or name, child))
    return found, nodes


def fired_worth(board: Board) -> int:
    """A round more is worth more than any points."""
    points, rounds = best_firing(board, False)
    return 10**6 * rounds + points


def worth_of_moves(
    board: Board,
    known: Sequence[str],
    futures: Sequence[tuple[Sequence[str], int]],
    fires: bool,
    weights: Weights,
) -> tuple[dict[str, int], int]:
    """The sum over the futures, each so many times, of the best that every first move leads to, and the boards looked
    at: all are kept."""
    layer: Kept = [(0, 0, "", board)]
    totals: dict[str, int] = {}
    nodes = 0
    for pair in known:
        layer, more = expanded(layer, pair, weights)
        nodes += more
    for future, times in futures:
        last = layer
        for pair in future:
            last, more = expanded(last, pair, weights)
            nodes += more
        told = [(fired_worth(kept[3]) if fires else kept[0], kept[2]) for kept in last]
        for name in options(board, known[0], False):
            worth = [points for points, first in told if first == name]
            totals[name] = totals.get(name, 0) + times * max(worth, default=min(told)[0] - 1)
    return totals, nodes

"""The Puyo agent paper's search in plain Python: every placement, every chain. Twin of `agent.potential`."""

from __future__ import annotations

from collections.abc import Sequence

from tests.engines.puyo.naive import NAMES, Board, chain, heights_of, place, placements

PAIRS = ("rr", "rg", "rb", "ry", "gg", "gb", "gy", "bb", "by", "yy")


def options(board: Board, pair: str, blocked: bool) -> list[str]:
    """Where a pair may go: as in the game, or wherever both halves have room."""
    names = NAMES[:11] if pair[0] == pair[1] else NAMES
    heights = heights_of(board)
    if blocked:
        return [name for name in names if name in placements(heights)]
    fits = []
    for name in names:
        columns = (int(name[0]), int(name[1]) if name[1].isdigit() else int(name[0]))
        if all(heights[x - 1] + columns.count(x) <= 13 for x in columns):
            fits.append(name)
    return fits


def after(board: Board, name: str, pair: str) -> tuple[Board, int, int]:
    """The board after a move, the rounds of its chain and their points."""
    child = [list(column) for column in board]
    place(child, name, pair)
    rounds = chain(child)
    return child, len(rounds), sum(told.points for told in rounds)


def best_firing(board: Board, blocked: bool, pairs: Sequence[str] = PAIRS) -> tuple[int, int]:
    """The most points that a pair can fire, and the rounds of the first chain that scores them."""
    fired = [after(board, name, pair)[1:] for pair in pairs for name in options(board, pair, blocked)]
    most = max([points for _, points in fired], default=0)
    return most, next((rounds for rounds, points in fired if points == most), 0)


def potential(
    board: Board, known: Sequence[str], last: Sequence[str], blocked: bool, loses: bool, erase: bool
) -> tuple[int, dict[str, int]]:
    """How many nodes there are, and how many of the best begin with each first move."""
    nodes: list[tuple[int, str]] = []
    for first in options(board, known[0], blocked):
        child, rounds, _ = after(board, first, known[0])
        if (erase or not rounds) and not (loses and heights_of(child)[2] >= 12):
            _walk(child, first, [*([pair] for pair in known[1:]), list(last)], (blocked, loses), nodes)
    best = max([points for points, _ in nodes], default=0)
    tally: dict[str, int] = {}
    for points, first in nodes:
        if points == best:
            tally[first] = tally.get(first, 0) + 1
    return len(nodes), tally


def _walk(
    board: Board, first: str, coming: Sequence[Sequence[str]], rules: tuple[bool, bool], nodes: list[tuple[int, str]]
) -> None:
    for pair in coming[0]:
        for name in options(board, pair, rules[0]):
            child, _, points = after(board, name, pair)
            if len(coming) == 1:
                nodes.append((points, first))
            elif not (rules[1] and heights_of(child)[2] >= 12):
                nodes.append((points, first))
                _walk(child, first, coming[1:], rules, nodes)

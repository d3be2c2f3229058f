"""The rules of Puyo in plain Python on letters: the slow twin that the kernels are compared with.

A board is six lists of thirteen letters, from the bottom of each column: `board[x][y]`, '.' where nothing is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Board = list[list[str]]
Cell = tuple[int, int]

COLORS = "rgbyp"
CHAIN_BONUS = (0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512)
COLOR_BONUS = {1: 0, 2: 3, 3: 6, 4: 12, 5: 24}
GROUP_BONUS = {4: 0, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7}
NAMES = (
    *("1N", "2N", "3N", "4N", "5N", "6N", "12", "23", "34", "45", "56"),  # all that a double has
    *("1S", "2S", "3S", "4S", "5S", "6S", "21", "32", "43", "54", "65"),
)


@dataclass
class Round:
    vanished: set[Cell] = field(default_factory=set)
    groups: list[tuple[str, int]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    softened: int = 0
    points: int = 0


def board_of(columns: Sequence[str]) -> Board:
    return [list(column.ljust(13, ".")) for column in columns]


def columns_of(board: Board) -> tuple[str, ...]:
    return tuple("".join(column).rstrip(".") for column in board)


def neighbors(cell: Cell) -> Iterator[Cell]:
    """The cells next to one, in the twelve rows where puyos connect."""
    x, y = cell
    for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= near[0] < 6 and 0 <= near[1] < 12:
            yield near


def group_at(board: Board, cell: Cell) -> set[Cell]:
    group, edge = {cell}, [cell]
    while edge:
        for x, y in neighbors(edge.pop()):
            if (x, y) not in group and board[x][y] == board[cell[0]][cell[1]]:
                group.add((x, y))
                edge.append((x, y))
    return group


def large_groups(board: Board) -> list[set[Cell]]:
    """Every group of four or more, once."""
    found: list[set[Cell]] = []
    for x in range(6):
        for y in range(12):
            if board[x][y] in COLORS and not any((x, y) in group for group in found):
                group = group_at(board, (x, y))
                if len(group) >= 4:
                    found.append(group)
    return found


def play_round(board: Board, number: int) -> Round | None:
    """Take away what vanishes in a round, without letting anything fall."""
    groups = large_groups(board)
    if not groups:
        return None
    told = Round()
    for group in groups:
        x, y = min(group)
        told.groups.append((board[x][y], len(group)))
    colored = {cell for group in groups for cell in group}
    told.vanished = set(colored)
    worth = len(colored)
    for x in range(6):
        for y in range(12):
            sides = sum(near in colored for near in neighbors((x, y)))
            if board[x][y] == "o" and sides:
                told.vanished.add((x, y))
            elif board[x][y] == "h" and sides == 1:
                board[x][y] = "o"
                told.softened += 1
                worth += 1
            elif board[x][y] == "h" and sides > 1:
                told.vanished.add((x, y))
                worth += 8
    for x, y in told.vanished:
        told.counts[board[x][y]] = told.counts.get(board[x][y], 0) + 1
        board[x][y] = "."
    bonus = CHAIN_BONUS[number - 1] + COLOR_BONUS[len({color for color, _ in told.groups})]
    bonus += sum(GROUP_BONUS.get(size, 10) for _, size in told.groups)
    told.points = 10 * worth * min(max(bonus, 1), 999)
    return told


def fall(board: Board) -> None:
    for column in board:
        puyos = [puyo for puyo in column if puyo != "."]
        column[:] = puyos + ["."] * (13 - len(puyos))


def chain(board: Board) -> list[Round]:
    """Play a chain to its end."""
    rounds: list[Round] = []
    while told := play_round(board, len(rounds) + 1):
        rounds.append(told)
        fall(board)
    return rounds


def heights_of(board: Board) -> list[int]:
    return [13 - column.count(".") for column in board]


def passable(heights: Sequence[int], highest: int) -> set[int]:
    """The columns between column 3 and, on either side, the first that is too high."""
    there = set()
    for way in ((2, 1, 0), (2, 3, 4, 5)):
        for x in way:
            if heights[x] > highest:
                break
            there.add(x)
    return there


def placements(heights: Sequence[int]) -> set[str]:
    """All placements that a pair of two colours can reach."""
    reach = passable(heights, 11)
    if any(heights[x] == 11 for x in reach) or (heights[1] >= 12 and heights[3] >= 12):
        reach = passable(heights, 12)
    names = {f"{x + 1}N" for x in reach} | {f"{x + 1}S" for x in reach if heights[x] <= 11}
    return names | {f"{x + 1}{y + 1}" for x in reach for y in reach if abs(x - y) == 1}


def drop(board: Board, x: int, puyo: str) -> None:
    """One puyo onto a column; above the thirteenth row it is gone."""
    if "." in board[x]:
        board[x][board[x].index(".")] = puyo


def place(board: Board, name: str, pair: str) -> None:
    x = int(name[0]) - 1
    if name[1] == "N":
        order = [(x, pair[0]), (x, pair[1])]
    elif name[1] == "S":
        order = [(x, pair[1]), (x, pair[0])]
    else:
        order = [(x, pair[0]), (int(name[1]) - 1, pair[1])]
    for column, puyo in order:
        drop(board, column, puyo)


def perft(board: Board, pairs: Sequence[str]) -> tuple[list[int], list[int]]:
    """The nodes at each depth, and the rounds of the chains that end in them."""
    nodes, rounds = [0] * len(pairs), [0] * len(pairs)
    if not pairs or heights_of(board)[2] >= 12:
        return nodes, rounds
    legal = placements(heights_of(board))
    for name in NAMES[:11] if pairs[0][0] == pairs[0][1] else NAMES:
        if name in legal:
            child = [list(column) for column in board]
            place(child, name, pairs[0])
            nodes[0] += 1
            rounds[0] += len(chain(child))
            for depth, below in enumerate(zip(*perft(child, pairs[1:]), strict=True), 1):
                nodes[depth] += below[0]
                rounds[depth] += below[1]
    return nodes, rounds

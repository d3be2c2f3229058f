"""The rules once more, slowly: boards are sets of cells, pieces are moved one step at a time.

Nothing here is shared with the kernels: shapes and kicks are written out again, as they
stand on any Tetris wiki.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

WIDTH = 10
SPAWN = (0, 4, 19)  # rotation, x, y of the centre

Cell = tuple[int, int]
Board = frozenset[Cell]
Pose = tuple[int, int, int]
Solution = frozenset[tuple[tuple[str, tuple[Cell, ...]], int]]

SHAPES = {
    "I": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "T": [(-1, 0), (0, 0), (1, 0), (0, 1)],
    "L": [(-1, 0), (0, 0), (1, 0), (1, 1)],
    "J": [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    "S": [(-1, 0), (0, 0), (0, 1), (1, 1)],
    "Z": [(-1, 1), (0, 1), (0, 0), (1, 0)],
}
KICKS = {
    "01": [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    "21": [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    "10": [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    "12": [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    "03": [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    "23": [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    "30": [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    "32": [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
}
I_KICKS = {
    "01": [(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)],
    "32": [(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)],
    "10": [(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)],
    "23": [(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)],
    "12": [(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)],
    "03": [(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)],
    "21": [(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)],
    "30": [(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)],
}


def board(rows: list[str]) -> Board:
    """Text rows, from the top, as a set of cells."""
    return frozenset((x, y) for y, row in enumerate(reversed(rows)) for x, mark in enumerate(row) if mark not in "._")


def text(cells: Board) -> list[str]:
    top = max((y for _, y in cells), default=-1)
    return ["".join("X" if (x, y) in cells else "." for x in range(WIDTH)) for y in range(top, -1, -1)]


def cells_at(piece: str, pose: Pose) -> list[Cell]:
    rotation, cx, cy = pose
    cells = SHAPES[piece]
    if piece != "O":
        for _ in range(rotation):
            cells = [(y, -x) for x, y in cells]
    return sorted((cx + x, cy + y) for x, y in cells)


def fits(stack: Board, piece: str, pose: Pose) -> bool:
    return all(0 <= x < WIDTH and y >= 0 and (x, y) not in stack for x, y in cells_at(piece, pose))


def grounded(stack: Board, piece: str, pose: Pose) -> bool:
    rotation, x, y = pose
    return not fits(stack, piece, (rotation, x, y - 1))


def turn(stack: Board, piece: str, pose: Pose, direction: int) -> tuple[Pose, int] | None:
    """The pose after a turn, and the number of the kick that it took."""
    if piece == "O":
        return None
    rotation, x, y = pose
    new = (rotation + direction) % 4
    for index, (dx, dy) in enumerate((I_KICKS if piece == "I" else KICKS)[f"{rotation}{new}"]):
        if fits(stack, piece, (new, x + dx, y + dy)):
            return (new, x + dx, y + dy), index
    return None


def arrivals(stack: Board, piece: str) -> dict[Pose, set[str | int]]:
    """Every pose that SRS reaches, with how it can be arrived at: 'spawn', 'move' or the kick."""
    if not fits(stack, piece, SPAWN):
        return {}
    found: dict[Pose, set[str | int]] = {SPAWN: {"spawn"}}
    todo = [SPAWN]
    while todo:
        pose = todo.pop()
        rotation, x, y = pose
        steps: list[tuple[Pose, str | int]] = [
            (to, "move")
            for to in ((rotation, x - 1, y), (rotation, x + 1, y), (rotation, x, y - 1))
            if fits(stack, piece, to)
        ]
        steps += [to for direction in (1, -1) if (to := turn(stack, piece, pose, direction))]
        for to, how in steps:
            if to not in found:
                found[to] = set()
                todo.append(to)
            found[to].add(how)
    return found


def srs_placements(stack: Board, piece: str) -> set[tuple[Cell, ...]]:
    return {tuple(cells_at(piece, pose)) for pose in arrivals(stack, piece) if grounded(stack, piece, pose)}


def drop_placements(stack: Board, piece: str) -> set[tuple[Cell, ...]]:
    top = max((y for _, y in stack), default=0) + 5
    found = set()
    for rotation, x in product(range(4), range(WIDTH)):
        pose = (rotation, x, top)
        if fits(stack, piece, pose):
            while not grounded(stack, piece, pose):
                pose = (pose[0], pose[1], pose[2] - 1)
            found.add(tuple(cells_at(piece, pose)))
    return found


def full_rows(stack: Board) -> list[int]:
    counts = Counter(y for _, y in stack)
    return sorted(y for y, count in counts.items() if count == WIDTH)


def lock(stack: Board, cells: tuple[Cell, ...] | list[Cell]) -> tuple[Board, int]:
    """The board with the cells filled and full rows cleared, and how many those were."""
    filled = stack | set(cells)
    full = full_rows(filled)
    return frozenset((x, y - sum(row < y for row in full)) for x, y in filled if y not in full), len(full)


FRONT = {0: [(-1, 1), (1, 1)], 1: [(1, 1), (1, -1)], 2: [(-1, -1), (1, -1)], 3: [(-1, 1), (-1, -1)]}


def spin_kinds(stack: Board, pose: Pose, how: set[str | int]) -> set[str]:
    """The kinds of T-spin that a T in this pose can be, arriving in these ways."""

    def filled(dx: int, dy: int) -> bool:
        x, y = pose[1] + dx, pose[2] + dy
        return not 0 <= x < WIDTH or y < 0 or (x, y) in stack

    corners = sum(filled(dx, dy) for dx, dy in product((-1, 1), (-1, 1)))
    front = all(filled(dx, dy) for dx, dy in FRONT[pose[0]])
    kinds = set()
    for arrival in how:
        if isinstance(arrival, str) or corners < 3:
            kinds.add("none")
        else:
            kinds.add("full" if front or arrival == 4 else "mini")
    return kinds


GOAL_LINES = {"tsd": 2, "tst": 3, "quad": 4, "donate": 2}


@dataclass(frozen=True)
class Aim:
    """A goal; for donate with the well's column and its height at the start."""

    goal: str = "tsd"
    well: int = -1
    bottom: int = 0

    @property
    def piece(self) -> str:
        return "I" if self.goal == "quad" else "T"

    @property
    def lines(self) -> int:
        return GOAL_LINES[self.goal]


DOUBLE = Aim()


def aim(goal: str, well: int | None, stack: Board) -> Aim:
    """The aim of a puzzle that begins with this board."""
    if well is None:
        return Aim(goal)
    return Aim(goal, well, max((y + 1 for x, y in stack if x == well), default=0))


def rows_of_clears(stack: Board, lines: int, cells: int = 4) -> set[int]:
    """Rows of a piece's height, so many of which lack four cells or fewer together: no piece fills more."""
    lacking = {y: WIDTH - count for y, count in Counter(y for _, y in stack).items()}
    found: set[int] = set()
    span = range(4 if lines == 4 else 3)
    for y in lacking:
        near = sorted(lacking.get(y + up, WIDTH) for up in span)
        if sum(near[:lines]) <= cells:
            found |= {y + up for up in span}
    return found


def shapes_of_clears(stack: Board, piece: str, lines: int) -> set[Pose]:
    """Poses where a piece would stand and fill exactly so many rows, whether it gets there or not."""
    return {
        pose
        for pose in product(range(4), range(WIDTH), rows_of_clears(stack, lines))
        if fits(stack, piece, pose)
        and len(full_rows(stack | set(cells_at(piece, pose)))) == lines
        and grounded(stack, piece, pose)
    }


def column_top(stack: Board, x: int) -> int:
    return max((y + 1 for cx, y in stack if cx == x), default=0)


def reopens(stack: Board, pose: Pose, aim: Aim) -> bool:
    """Whether a T in this pose opens the well, which was covered."""
    after, _ = lock(stack, cells_at("T", pose))
    return column_top(stack, aim.well) > aim.bottom >= column_top(after, aim.well)


def goal_poses(stack: Board, aim: Aim = DOUBLE) -> set[Pose]:
    """Poses of the T (or I) that reach the goal."""
    return goals_among(shapes_of_clears(stack, aim.piece, aim.lines), stack, aim)


def goals_among(shapes: set[Pose], stack: Board, aim: Aim) -> set[Pose]:
    """Those of the poses, which clear the right number of rows, that reach the goal."""
    if aim.goal == "donate":
        shapes = {pose for pose in shapes if reopens(stack, pose, aim)}
    if not shapes:
        return set()
    return {
        pose
        for pose, how in arrivals(stack, aim.piece).items()
        if pose in shapes and (aim.piece == "I" or "full" in spin_kinds(stack, pose, how))
    }


def sequences(stack: Board, queue: str, srs: bool) -> Iterator[tuple[list[tuple[Cell, ...]], Board, int]]:
    """Every way to place the queue: the cells of each piece, the board at the end, the rows cleared."""
    if not queue:
        yield [], stack, 0
        return
    for cells in sorted((srs_placements if srs else drop_placements)(stack, queue[0])):
        after, lines = lock(stack, cells)
        for rest, final, more in sequences(after, queue[1:], srs):
            yield [cells, *rest], final, lines + more


def solutions(stack: Board, queue: str, srs: bool, aim: Aim = DOUBLE) -> set[Solution]:
    """The solutions, each a multiset of (piece, cells)."""
    found = set()
    known: dict[Board, bool] = {}
    for placed, final, _ in sequences(stack, queue, srs):
        if final not in known:
            known[final] = bool(goal_poses(final, aim))
        if known[final]:
            found.add(multiset(zip(queue, placed, strict=True)))
    return found


def multiset(pairs: Iterable[tuple[str, Any]]) -> Solution:
    """Placements in no order, each with how often it comes."""
    return frozenset(Counter((piece, tuple(sorted(map(tuple, cells)))) for piece, cells in pairs).items())


def one_short(stack: Board, aim: Aim = DOUBLE) -> bool:
    """Whether one more cell, in a row that the goal's piece clears or at a T's corner, makes the goal playable."""

    def is_near(pose: Pose, cell: Cell) -> bool:
        corners = {(pose[1] + dx, pose[2] + dy) for dx, dy in product((-1, 1), (-1, 1))}
        if aim.piece == "T" and cell in corners:
            return True
        return cell[1] in full_rows(stack | {cell} | set(cells_at(aim.piece, pose)))

    rows = rows_of_clears(stack, aim.lines, cells=5)
    beside = {y + up for y in rows for up in (-1, 0, 1)}
    for cell in product(range(WIDTH), sorted(y for y in beside if y >= 0)):
        more = stack | {cell}
        if cell in stack or full_rows(more):
            continue
        shapes = {pose for pose in shapes_of_clears(more, aim.piece, aim.lines) if is_near(pose, cell)}
        if goals_among(shapes, more, aim):
            return True
    return False


def slides(stack: Board, piece: str) -> set[tuple[Cell, ...]]:
    """Where a piece comes to lie by moves down, left and right alone, turned as it likes above the stack."""
    top = max((y for _, y in stack), default=0) + 5
    todo = [pose for pose in product(range(4), range(WIDTH), [top]) if fits(stack, piece, pose)]
    found = set(todo)
    while todo:
        rotation, x, y = todo.pop()
        for pose in ((rotation, x - 1, y), (rotation, x + 1, y), (rotation, x, y - 1)):
            if pose not in found and fits(stack, piece, pose):
                found.add(pose)
                todo.append(pose)
    return {tuple(cells_at(piece, pose)) for pose in found if grounded(stack, piece, pose)}


def arrival(stack: Board, piece: str, cells: tuple[Cell, ...]) -> int:
    """0 if a drop brings the piece there, 1 if a tuck does, 2 if it has to spin."""
    if cells in drop_placements(stack, piece):
        return 0
    return 1 if cells in slides(stack, piece) else 2


def orders(stack: Board, placed: list[tuple[str, tuple[Cell, ...]]], srs: bool) -> int:
    """Orders in which these placements can be made, each on its own cells."""
    known: dict[tuple[Board, frozenset[int]], int] = {}

    def count(board: Board, left: frozenset[int]) -> int:
        if (board, left) not in known:
            total = 0 if left else 1
            for number in left:
                piece, cells = placed[number]
                if cells in (srs_placements if srs else drop_placements)(board, piece):
                    total += count(lock(board, cells)[0], left - {number})
            known[board, left] = total
        return known[board, left]

    return count(stack, frozenset(range(len(placed))))


def all_placements(stack: Board, queue: str, srs: bool, aim: Aim = DOUBLE) -> tuple[int, int, int]:
    """Ways to place the queue, those that end one cell short, the most rows cleared."""
    ways, short, most = 0, 0, 0
    for _, final, lines in sequences(stack, queue, srs):
        ways += 1
        most = max(most, lines)
        short += not goal_poses(final, aim) and one_short(final, aim)
    return ways, short, most

"""The agent's rules once more, slowly: single poses, sets of cells, nothing of the kernels."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count, pairwise

from tests.engines.tspin import naive
from tests.engines.tspin.naive import Board, Cell, Pose

Arrived = dict[tuple[tuple[Cell, ...], str], int]


def lowest_pose(stack: Board, piece: str, pose: Pose) -> Pose:
    rotation, x, y = pose
    while naive.fits(stack, piece, (rotation, x, y - 1)):
        y -= 1
    return rotation, x, y


def steps(stack: Board, piece: str, pose: Pose, drop: int) -> list[tuple[Pose, str | int, int]]:
    """Where one input leads, how, and what it costs."""
    rotation, x, y = pose
    found: list[tuple[Pose, str | int, int]] = [
        (to, "move", 1) for to in ((rotation, x - 1, y), (rotation, x + 1, y)) if naive.fits(stack, piece, to)
    ]
    for low in range(y - 1, lowest_pose(stack, piece, pose)[2] - 1, -1):
        found.append(((rotation, x, low), "move", drop))
    for direction in (1, -1):
        turned = naive.turn(stack, piece, pose, direction)
        if turned:
            found.append((*turned, 1))
    return found


def inputs(stack: Board, piece: str, count_drops: bool) -> Arrived:
    """The fewest inputs by cells and by how a piece arrives there ("none", "mini", "full"; "any" for all of them)."""
    if not naive.fits(stack, piece, naive.SPAWN):
        return {}
    drop, order = int(count_drops), count()
    best: dict[tuple[Pose, str | int], int] = {}
    todo: list[tuple[int, int, Pose, str | int]] = [(0, next(order), naive.SPAWN, "spawn")]
    while todo:
        cost, _, pose, how = heapq.heappop(todo)
        if (pose, how) in best:
            continue
        best[pose, how] = cost
        for to, arrival, more in steps(stack, piece, pose, drop):
            if (to, arrival) not in best:
                heapq.heappush(todo, (cost + more, next(order), to, arrival))
    found: Arrived = {}
    for (pose, how), cost in best.items():
        landed = lowest_pose(stack, piece, pose)
        arrival = how if landed == pose else "move"
        kinds = naive.spin_kinds(stack, landed, {arrival}) if piece == "T" else {"none"}
        cells = tuple(naive.cells_at(piece, landed))
        for kind in (*kinds, "any"):
            found[cells, kind] = min(found.get((cells, kind), 9999), cost + drop)
    return found


# Figures 5 and 6, rows from the top: 1 filled, 0 empty, - either. The T of a finished pattern fills the cells given
# with it, counted from the pattern's lower left.
PATTERNS: dict[str, tuple[str, tuple[Cell, ...]]] = {
    "tsd": ("100/000/101", ((0, 1), (1, 1), (2, 1), (1, 0))),
    "tst": ("100/000/01-/00-/0--", ((0, 0), (0, 1), (0, 2), (1, 1))),
    "before_tsd": ("000/101", ()),
    "before_tst_1": ("000/000/01-/00-/0--", ()),
    "before_tst_2": ("100/000/00-/00-/0--", ()),
}
SYMMETRIC = "before_tsd"


def matches(stack: Board, rows: list[str], left: int, low: int) -> bool:
    return all(
        mark == "-" or ((left + dx, low + dy) in stack) == (mark == "1")
        for dy, row in enumerate(reversed(rows))
        for dx, mark in enumerate(row)
    )


def pattern_count(stack: Board, figure: str, tee: tuple[Cell, ...], mirrored: bool) -> int:
    """How often a pattern is there; a finished one counts as often as its T would clear lines."""
    rows = [row[::-1] if mirrored else row for row in figure.split("/")]
    cells = [(2 - x, y) if mirrored else (x, y) for x, y in tee]
    found = 0
    for left in range(naive.WIDTH - 2):
        for low in range(30):
            if matches(stack, rows, left, low):
                placed = stack | {(left + x, low + y) for x, y in cells}
                found += len(naive.full_rows(placed)) if tee else 1
    return found


def terrain(stack: Board) -> dict[str, int]:
    """Tables 2 and 3."""
    heights = [naive.column_top(stack, x) for x in range(naive.WIDTH)]
    holes = [(x, y) for x, top in enumerate(heights) for y in range(top) if (x, y) not in stack]
    steps = [abs(a - b) for a, b in pairwise(heights)]
    distance = min(min(x, 9 - x) for x in range(naive.WIDTH) if heights[x] == min(heights))
    found = {"height": max(heights), "holes": len(holes)}
    found |= {f"height_over_{level}": int(max(heights) > level) for level in (5, 10, 15)}
    found["hole_depth"] = sum(heights[x] - 1 - y for x, y in holes)
    found["steepness"] = sum(steps)
    found["squared_steepness"] = sum(step**2 for step in steps)
    found["flatness"] = steps.count(0)
    found |= {f"well_distance_{n}": int(n == distance) for n in range(5)}
    for name, (figure, tee) in PATTERNS.items():
        found[name] = pattern_count(stack, figure, tee, mirrored=False)
        if name != SYMMETRIC:
            found[f"{name}_mirrored"] = pattern_count(stack, figure, tee, mirrored=True)
    return found


def action(piece: str, lines: int, full: bool) -> dict[str, int]:
    """Table 4."""
    if lines and full:
        return {f"tspin_{lines}": 1}
    return {**({f"line_clear_{lines}": 1} if lines else {}), **({"t_wasted": 1} if piece == "T" else {})}


def weighted(found: dict[str, int], weights: dict[str, float]) -> float:
    return sum(weights[name] * count for name, count in found.items())


@dataclass(frozen=True)
class Node:
    """A position: what is held ("" if nothing), the pieces that are known, and what has been earned on the way."""

    stack: Board
    hold: str
    queue: str
    reward: float = 0.0


def follow(node: Node, weights: dict[str, float]) -> list[tuple[tuple[tuple[Cell, ...], int], Node]]:
    """All moves as cells and whether the hold was used, with the positions that they lead to."""
    options = [(node.queue[0], 0, node.hold, node.queue[1:])]
    if node.hold and node.hold != node.queue[0]:
        options.append((node.hold, 1, node.queue[0], node.queue[1:]))
    elif not node.hold and len(node.queue) > 1:
        options.append((node.queue[1], 1, node.queue[0], node.queue[2:]))
    found: list[tuple[tuple[tuple[Cell, ...], int], Node]] = []
    for piece, held, hold, queue in options:
        arrived = naive.arrivals(node.stack, piece)
        if not held and not arrived:
            return []
        kinds: dict[tuple[Cell, ...], set[str]] = {}
        for pose, how in arrived.items():
            if naive.grounded(node.stack, piece, pose):
                spins = naive.spin_kinds(node.stack, pose, how) if piece == "T" else set()
                kinds.setdefault(tuple(naive.cells_at(piece, pose)), set()).update(spins)
        for cells, ways in kinds.items():
            stack, lines = naive.lock(node.stack, cells)
            reward = node.reward + weighted(action(piece, lines, "full" in ways), weights)
            found.append(((cells, held), Node(stack, hold, queue, reward)))
    return found


def value(node: Node, weights: dict[str, float]) -> float:
    return node.reward + weighted(terrain(node.stack), weights)


def beam(root: Node, weights: dict[str, float], width: int, depth: int) -> tuple[tuple[tuple[Cell, ...], int], int]:
    """The best first move and how many positions were evaluated; weights must be such that no two are equal."""
    layer: list[tuple[float, tuple[tuple[Cell, ...], int] | None, Node]] = [(0.0, None, root)]
    nodes = 0
    for _ in range(depth):
        grown = [
            (value(after, weights), first or move, after)
            for _, first, node in layer
            for move, after in follow(node, weights)
        ]
        nodes += len(grown)
        layer = sorted(grown, key=lambda entry: -entry[0])[:width]  # type: ignore[assignment]
    assert layer[0][1] is not None
    return layer[0][1], nodes

"""The features once more, on sets of cells: what `engines/tspin/measure/features.py` measures with words and masks.

A name that is not in the result is one that the puzzle has not.
"""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import log2

from tests.engines.tspin import naive
from tests.engines.tspin.naive import WIDTH, Aim, Board, Cell

Cells = frozenset[Cell]
Values = dict[str, float]
NUMBERS = "IOTLJSZ"
GOALS = ["tsd", "tst", "quad", "donate"]


def filled(stack: Board, x: int, y: int) -> bool:
    return not 0 <= x < WIDTH or y < 0 or (x, y) in stack


def edges(a: Cells, b: Cells) -> int:
    return sum((x + dx, y + dy) in b for x, y in a for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)))


def below(cells: Cells) -> set[Cell]:
    """All cells under a piece in its columns."""
    lowest = {x: min(y for cx, y in cells if cx == x) for x, _ in cells}
    return {(x, y) for x, low in lowest.items() for y in range(low)}


def right_below(cells: Cells) -> set[Cell]:
    return {(x, y) for x, y in below(cells) if (x, y + 1) in cells and (x, y) not in cells}


def heights(stack: Board) -> list[int]:
    return [naive.column_top(stack, x) for x in range(WIDTH)]


def kind(piece: str, names: tuple[str, str, str, str]) -> Values:
    return dict(zip(names, (NUMBERS.index(piece), piece in "TJL", piece in "SZI", piece == "O"), strict=True))


def of_the_terrain(stack: Board) -> Values:
    tops = heights(stack)
    runs: list[int] = []
    for y in range(max(tops)):
        text = "".join("X" if (x, y) in stack else "." for x in range(WIDTH))
        runs += [len(run) for run in text.split("X")]
    slots = [0, 0]
    for x, y in product(range(1, WIDTH - 1), range(1, max(tops) + 1)):
        room = {(x - 1, y), (x, y), (x + 1, y), (x, y - 1)}
        if not room & stack and filled(stack, x - 1, y - 1) and filled(stack, x + 1, y - 1):
            slots[filled(stack, x - 1, y + 1) or filled(stack, x + 1, y + 1)] += 1
    walls = [10**6, *tops, 10**6]
    steps = [abs(a - b) for a, b in pairwise(tops)]
    return {
        "filled": len(stack),
        "height_range": max(tops) - min(tops),
        **{f"gaps_{length}": runs.count(length) for length in (1, 2, 3)},
        "slots_at_start": slots[1],
        "half_slots_at_start": slots[0],
        "holes": sum(tops) - len(stack),
        "stack_height": max(tops),
        "roughness": sum(steps),
        "steepest": max(steps),
        "deepest_well": max(0, *(min(walls[x], walls[x + 2]) - tops[x] for x in range(WIDTH))),
        "rows_one_gap": sum(sum((x, y) in stack for x in range(WIDTH)) == WIDTH - 1 for y in range(max(tops))),
    }


def is_near_miss(stack: Board, aim: Aim) -> bool:
    return not naive.goal_poses(stack, aim) and naive.one_short(stack, aim)


def of_the_puzzle(stack: Board, queue: str, srs: bool, aim: Aim) -> Values:
    out = of_the_terrain(stack)
    out |= kind(queue[-1], ("piece", "piece_tjl", "piece_szi", "piece_o"))
    if len(queue) > 1:
        out |= kind(queue[0], ("first_piece", "first_tjl", "first_szi", "first_o"))
    for number, piece in enumerate(queue[:4], 1):
        names = (f"piece_{number}", f"piece_tjl_{number}", f"piece_szi_{number}", f"piece_o_{number}")
        out |= kind(piece, names)
    out |= {
        "goal": GOALS.index(aim.goal),
        "srs": srs,
        "pieces": len(queue),
        "repeats": len(queue) - len(set(queue)),
        "short_at_start": is_near_miss(stack, aim),
    }
    if aim.goal == "donate":
        tops = [10**6, *heights(stack), 10**6]
        out["well_depth"] = min(tops[aim.well], tops[aim.well + 2]) - aim.bottom
        out["well_from_wall"] = min(aim.well, WIDTH - 1 - aim.well)
    return out


def is_fitted(stack: Board, cells: Cells) -> bool:
    rows = [[x for x, cy in cells if cy == y] for y in {y for _, y in cells}]
    levels = list({y for _, y in cells})
    return all(
        filled(stack, min(row) - 1, y) and filled(stack, max(row) + 1, y) for row, y in zip(rows, levels, strict=True)
    )


def lower(cells: Cells, rows: list[int]) -> Cells:
    """What is left of a piece when rows clear."""
    return frozenset((x, y - sum(row < y for row in rows)) for x, y in cells if y not in rows)


def groups(touching: set[tuple[int, int]], n: int) -> int:
    label = list(range(n))
    for a, b in sorted(touching):
        label = [label[b] if mark == label[a] else mark for mark in label]
    return len(set(label))


def of_the_answer(
    stack: Board, queue: str, srs: bool, aim: Aim, answer: list[tuple[Cell, ...]], goal: tuple[Cell, ...]
) -> Values:
    start, n = stack, len(queue)
    out: Values = {}
    layers: list[Cells] = []
    touching: set[tuple[int, int]] = set()
    lines = buried = clears_passed = stacked = 0
    arrivals: list[int] = []
    choices: list[int] = []
    spans = [(min(x for x, _ in cells), max(x for x, _ in cells)) for cells in answer]
    apart = [
        max(0, spans[j][0] - spans[i][1] - 1, spans[i][0] - spans[j][1] - 1) for i, j in combinations(range(n), 2)
    ]
    fitted = 0
    for number, (piece, placed) in enumerate(zip(queue, answer, strict=True), 1):
        cells = frozenset(placed)
        lying = {
            "edges_filled": edges(cells, stack),
            "below_filled": len(right_below(cells) & stack),
            "below_empty": len(right_below(cells) - stack),
            "below_all_empty": len(below(cells) - stack),
        }
        out |= {f"{name}_{number}": value for name, value in lying.items()}
        if number == n:
            out |= lying
        for earlier, other in enumerate(layers, 1):
            out[f"above_{earlier}_{number}"] = sum(any(x == cx and y < cy for x, y in other) for cx, cy in cells)
            out[f"edges_{earlier}_{number}"] = edges(cells, other)
            if edges(cells, other):
                touching.add((earlier - 1, number - 1))
        stacked += any((x, y - 1) in other for other in layers for x, y in cells)
        fitted += is_fitted(stack, cells)
        buried += len(below(cells) - stack)
        arrivals.append(naive.arrival(stack, piece, placed))
        ways = (naive.srs_placements if srs else naive.drop_placements)(stack, piece)
        after, cleared = naive.lock(stack, placed)
        most = max(naive.lock(stack, way)[1] for way in ways)
        choices.append(len(ways))
        clears_passed += most > cleared
        lines += cleared
        out |= {f"choices_{number}": len(ways), f"tempting_{number}": most, f"arrival_{number}": arrivals[-1]}
        if number == n:
            ends = [naive.lock(stack, way)[0] for way in ways]
            out["last_ways"] = len(ways)
            out["last_near_misses"] = sum(
                not naive.goal_poses(end, aim) and naive.one_short(end, aim) for end in ends
            )
        full = naive.full_rows(stack | cells)
        layers = [lower(layer, full) for layer in [*layers, cells]]
        stack = after
    for (i, j), between in zip(combinations(range(n), 2), apart, strict=True):
        out[f"apart_{i + 1}_{j + 1}"] = between
    if n > 1:
        out["apart"] = max(apart)
    if n == 2:
        out["second_above_first"], out["edges_between"] = out["above_1_2"], out["edges_1_2"]
    size = [(max(a) - min(a)) - (max(b) - min(b)) for a, b in ((zip(*cells, strict=True)) for cells in answer)]
    out |= {
        "answer_lines": lines,
        "answer_buries": buried,
        "choices": sum(log2(count) for count in choices),
        "clears_passed": clears_passed,
        "tucks": arrivals.count(1),
        "spins": arrivals.count(2),
        "upright": sum(wide < 0 for wide in size),
        "orders": naive.orders(start, list(zip(queue, answer, strict=True)), srs),
        "fitted": fitted,
        "stacked": stacked,
        "groups": groups(touching, n),
    }
    return out | of_the_slot(stack, aim, layers, frozenset(goal))


def of_the_slot(stack: Board, aim: Aim, layers: list[Cells], slot: Cells) -> Values:
    """How the pieces lie about the goal's piece on the finished board."""
    out: Values = {}
    all_placed = frozenset().union(*layers)
    rows = set(naive.full_rows(stack | slot))
    low, left = min(y for _, y in slot), min(x for x, _ in slot)
    x, y = left, low
    corners: set[Cell] = set()
    if aim.piece == "T":
        (x, y) = next(cell for cell in slot if edges(frozenset({cell}), slot) == 3)
        corners = {(x + dx, y + dy) for dx, dy in product((-1, 1), (-1, 1))}
        out["placed_corners"] = len(all_placed & corners)
    steps = [min(abs(a - c) + abs(b - d) for a, b in layer for c, d in slot) if layer else None for layer in layers]
    for number, (layer, distance) in enumerate(zip(layers, steps, strict=True), 1):
        out[f"edges_base_{number}"] = edges(layer, slot)
        if distance is not None:
            out[f"from_slot_{number}"] = distance
    touched = [edges(layer, slot) for layer in layers]
    under = len(all_placed & below(slot))
    in_rows = sum(cy in rows for _, cy in all_placed)
    roof = {(cx, cy) for cx, cy in stack if any(cx == sx and cy > sy for sx, sy in slot)}
    holes = {(cx, cy - 1) for cx, cy in all_placed if cy > 0 and cx != aim.well} - stack - slot
    out |= {
        "edges_base": touched[-1],
        "answer_edges_base": sum(touched),
        "slot_row": y,
        "slot_from_wall": min(x, WIDTH - 1 - x),
        "idle": sum(not any(cy in rows or (cx, cy) in corners for cx, cy in layer) for layer in layers),
        "placed_goal_rows": in_rows,
        "placed_over_slot": sum((cx, cy - 1) in slot for cx, cy in all_placed),
        "placed_under_slot": under,
        "holes_left": len(holes),
        "slot_depth": max(heights(stack)) - low,
        "slot_roof": len(roof),
        "slot_upright": len({cx for cx, _ in slot}) < 3,
    }
    known = [distance for distance in steps if distance is not None]
    if known:
        out["farthest"] = max(known)
    if len(layers) > 1:
        out["placed_under_cross"], out["placed_low_rows"] = under, in_rows
    if aim.goal == "donate":
        out["placed_over_well"] = sum(cx == aim.well for cx, _ in all_placed)
        out["well_from_slot"] = abs(aim.well - x)
    return out

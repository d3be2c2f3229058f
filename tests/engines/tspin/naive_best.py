"""The best agent's view of a board once more, slowly: sets of cells, one row and column at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from tests.engines.tspin import naive
from tests.engines.tspin.naive import WIDTH, Board

SPAWN_X = naive.SPAWN[1]

Weights = Mapping[str, float]


class Slot(NamedTuple):
    nose: int  # -1 left, 0 down, 1 right
    x: int
    y: int
    missing: int  # empty cells of its rows other than the T's own
    lines: int

    @property
    def pose(self) -> naive.Pose:
        return {-1: 3, 0: 2, 1: 1}[self.nose], self.x, self.y


def top(stack: Board, x: int) -> int:
    return max((y + 1 for column, y in stack if column == x), default=0)


def is_open(stack: Board, x: int, y: int) -> bool:
    return 0 <= x < WIDTH and top(stack, x) <= y


def is_filled(stack: Board, x: int, y: int) -> bool:
    return not 0 <= x < WIDTH or (x, y) in stack


def gaps(stack: Board, y: int) -> int:
    return sum((x, y) not in stack for x in range(WIDTH))


def t_cells(nose: int, x: int, y: int) -> list[tuple[int, int]]:
    if nose == 0:
        return [(x - 1, y), (x, y), (x + 1, y), (x, y - 1)]
    return [(x, y + 1), (x, y), (x, y - 1), (x + nose, y)]


def made(stack: Board, nose: int, x: int, y: int) -> Slot:
    cells = t_cells(nose, x, y)
    rows = {row for _, row in cells}
    missing = sum(gaps(stack, row) for row in rows) - 4
    lines = sum(gaps(stack, row) == sum(cell[1] == row for cell in cells) for row in rows)
    return Slot(nose, x, y, missing, lines)


def is_notch(stack: Board, x: int, y: int) -> bool:
    """A T that fell beside an overhang turns its nose down into the hole."""
    if y < 1 or any(cell in stack for cell in t_cells(0, x, y)) or not is_open(stack, x, y):
        return False
    if (x - 1, y - 1) not in stack or (x + 1, y - 1) not in stack:
        return False
    return any((x - side, y + 1) in stack and is_open(stack, x + side, y) for side in (-1, 1))


def is_bay(stack: Board, nose: int, x: int, y: int) -> bool:
    """Room for a T with its nose in a gap of the next column, and to turn in from above."""
    near, far = x + nose, x + 2 * nose
    if y < 1 or not 0 <= far < WIDTH or any(cell in stack for cell in t_cells(nose, x, y)):
        return False
    if (near, y + 1) not in stack or (near, y - 1) not in stack or (x, y + 2) in stack:
        return False
    return is_open(stack, near, y + 2) and is_open(stack, far, y + 2)


def is_hook(stack: Board, nose: int, x: int, y: int) -> bool:
    """A T under an overhang, nose up, turns down two rows by the fifth kick."""
    beyond = x + 3 * nose
    if not is_bay(stack, nose, x, y) or (x, y + 3) not in stack:
        return False
    slides = is_open(stack, beyond, y + 2)
    return slides or (is_filled(stack, beyond, y + 2) and is_filled(stack, beyond, y + 3))


def notches(stack: Board, tall: int) -> Iterator[list[Slot]]:
    """Column by column, from the bottom."""
    for x in range(1, WIDTH - 1):
        yield [made(stack, 0, x, y) for y in range(tall + 1) if is_notch(stack, x, y)]


def hooks(stack: Board, tall: int) -> Iterator[list[Slot]]:
    for x in range(WIDTH):
        for nose in (-1, 1):
            yield [made(stack, nose, x, y) for y in range(tall + 1) if is_hook(stack, nose, x, y)]


def find_slot(stack: Board) -> tuple[Slot | None, int | None, int | None]:
    """The slot that clears most lines, and what the best unfinished ones for two and for three lines lack."""
    tall = max((y for _, y in stack), default=0) + 1
    best: Slot | None = None
    unfinished: list[list[int]] = [[], []]
    for kind, columns in enumerate((notches(stack, tall), hooks(stack, tall))):
        for column in columns:
            if not column:
                continue
            most = max(column, key=lambda slot: slot.lines)  # the lowest of equal ones
            if most.lines < 2 + kind:
                unfinished[kind].append(column[0].missing)
            if most.lines > (best.lines if best else kind):
                best = most
    return best, *(min(missing, default=None) for missing in unfinished)


def slots_value(stack: Board, hold: str, wait: float, weights: Weights) -> tuple[Board, float]:
    slot, two, three = find_slot(stack)
    worth = 0.0
    if slot:
        worth += weights[f"slot_{slot.lines}" + ("" if hold == "T" else "_no_t")]
        worth += weights["distance"] * abs(slot.x - SPAWN_X)
    if slot and slot.lines >= 2:
        worth += 0.0 if hold == "T" else weights["slot_wait"] * wait
        stack, _ = naive.lock(stack, t_cells(slot.nose, slot.x, slot.y))
        slot, two, three = find_slot(stack)
        if slot and slot.lines >= 2:
            stack, _ = naive.lock(stack, t_cells(slot.nose, slot.x, slot.y))
            return stack, worth + weights[f"next_slot_{slot.lines}"] + weights["distance"] * abs(slot.x - SPAWN_X)
    if two is not None:
        worth += weights["shape"] + weights["shape_gaps"] * two
    if three is not None:
        worth += weights["hook"] + weights["hook_gaps"] * three
    return stack, worth


def notch_value(stack: Board, weights: Weights) -> float:
    worths = []
    for x in range(1, WIDTH - 1):
        row = top(stack, x - 1)
        if top(stack, x + 1) == row > top(stack, x):
            lacking = gaps(stack, row) + gaps(stack, row - 1) - 4 + 2 * (row - 1 - top(stack, x))
            worth = weights["notch"] + weights["notch_gaps"] * lacking + weights["distance"] * abs(x - SPAWN_X)
            if any(0 <= beside < WIDTH and top(stack, beside) > row for beside in (x - 2, x + 2)):
                worth += weights["notch_rim"]
            worths.append(worth)
    return max(worths, default=0.0)


def ledge_value(stack: Board, weights: Weights) -> float:
    worths = []
    for x in range(WIDTH):
        for nose in (-1, 1):
            rows = [y for y in range(1, 40) if is_bay(stack, nose, x, y) and is_open(stack, x, y)]
            if rows:
                worth = weights["ledge"] + weights["ledge_gaps"] * made(stack, nose, x, rows[0]).missing
                if 0 <= x - nose < WIDTH and top(stack, x - nose) > rows[0] + 2:
                    worth += weights["ledge_rim"]
                worths.append(worth)
    return max(worths, default=0.0)


def stack_value(stack: Board, hold: str, weights: Weights) -> float:
    tops = [top(stack, x) for x in range(WIDTH)]
    tallest, deepest = max(tops), tops.index(min(tops))
    holes = {(x, y) for x in range(WIDTH) for y in range(tops[x]) if (x, y) not in stack}
    facts = {
        "tallest": tallest,
        "tallest_over_8": max(0, tallest - 8),
        "tallest_over_12": max(0, tallest - 12),
        "holes": len(holes),
        "holed_rows": len({y for _, y in holes}),
        "row_transitions": sum(
            is_filled(stack, x, y) != is_filled(stack, x + 1, y) for y in range(tallest) for x in range(-1, WIDTH)
        ),
    }
    facts["cover"] = sum(
        min(6, tops[x] - 1 - max(y for hole, y in holes if hole == x)) for x in {hole for hole, _ in holes}
    )
    others = [height for x, height in enumerate(tops) if x != deepest]
    steps = [abs(a - b) for a, b in pairwise(others)]
    facts["bumps"], facts["bumps_squared"] = sum(steps), sum(step * step for step in steps)
    facts["flat"], facts["step_1"], facts["step_2"] = (steps.count(step) for step in range(3))
    for cells in (1, 2, 3):
        facts[f"lacking_{cells}"] = sum(gaps(stack, y) == cells for y in range(tallest))
    ready = 0
    while ready < 4 and gaps(stack, tops[deepest] + ready) == 1:
        ready += 1
    facts["well"] = ready
    facts[f"well_at_{min(deepest, 9 - deepest)}"] = 1
    if ready == 4:
        facts["quad_with_i" if hold == "I" else "quad"] = 1
    worth = sum(weights[name] * fact for name, fact in facts.items())
    for wall in range(4):
        worth += weights[f"column_{wall}"] * (tops[wall] + tops[9 - wall] - 2 * sum(tops) / WIDTH)
    return worth


def board_value(stack: Board, hold: str, wait: float, weights: Weights) -> float:
    rest, worth = slots_value(stack, hold, wait, weights)
    worth += weights["cells"] * len(stack)
    worth += notch_value(rest, weights) + ledge_value(rest, weights) + stack_value(rest, hold, weights)
    if hold:
        worth += weights[next(f"hold_{kind}" for kind in ("i", "o", "t", "jl", "sz") if hold.lower() in kind)]
    return worth + weights["wait"] * wait + (weights["hold_t_wait"] * wait if hold == "T" else 0.0)


def move_value(piece: str, lines: int, spin: bool, inputs: int, weights: Weights) -> float:
    worth = weights["input"] * inputs
    if lines:
        worth += weights[f"{'spin' if spin else 'clear'}_{lines}"]
    return worth + (weights["wasted_t"] if piece == "T" and not (spin and lines) else 0.0)

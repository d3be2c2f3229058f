"""Policy and effort once more, on sets of cells and dictionaries: see `measure/policy.py` and `measure/effort.py`."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from itertools import pairwise, product
from math import exp, log, log2

from engines.tspin.measure.policy import HABITS, NAMES, WEIGHTS
from tests.engines.tspin import naive
from tests.engines.tspin.naive import WIDTH, Aim, Board, Cell
from tests.engines.tspin.naive_features import edges, heights, is_fitted, right_below

Cells = tuple[Cell, ...]
UNIT, FAR, DEEP, TOLD = 1024, 24, 3, 4
MARGIN = 3 * UNIT  # a plausible line is at most eight times less likely than the answer
STRENGTHS = {"looked_at": 0, "looked_at_glance": 1, "looked_at_ahead": 2}  # placements that are seen by themselves


def spawn_shape(piece: str) -> set[Cell]:
    cells = naive.SHAPES[piece]
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - low) for x, y in cells}


def places(goal: str, stack: Board) -> list[tuple[set[Cell], set[int], list[Cell]]]:
    """Places of the goal's piece: its cells, the rows that clear, and what should hang over it."""
    top = max(heights(stack))
    found = []
    for x, y in product(range(WIDTH), range(top + 2)):
        if goal in ("tsd", "donate") and 0 < x < WIDTH - 1 and y > 0:
            found.append(({(x - 1, y), (x, y), (x + 1, y), (x, y - 1)}, {y - 1, y}, [(x - 1, y + 1), (x + 1, y + 1)]))
        if goal == "tst" and 0 < y <= top:
            for side in (x - 1, x + 1):
                if 0 <= side < WIDTH:
                    cells = {(x, y - 1), (x, y), (x, y + 1), (side, y)}
                    found.append((cells, {y - 1, y, y + 1}, [(x, y + 2), (x, y + 3)]))
        if goal == "quad" and y <= top:
            found.append(({(x, y + up) for up in range(4)}, set(range(y, y + 4)), []))
    return [(cells, rows, roof) for cells, rows, roof in found if not cells & stack]


def is_open(stack: Board, cells: set[Cell]) -> bool:
    """Whether nothing lies over the middle column of the piece."""
    x = sorted(x for x, _ in cells)[1]
    return naive.column_top(stack, x) <= max(y for _, y in cells)


def goal_lacks(stack: Board, srs: bool, aim: Aim) -> int:
    best = FAR
    for cells, rows, roof in places(aim.goal, stack):
        if aim.goal != "tst" and not is_open(stack, cells):
            continue
        if aim.goal == "donate":
            over = {y for x, y in stack if x == aim.well and y >= aim.bottom}
            if min(rows) < aim.bottom or over - rows:
                continue
        lacking = {(x, y) for x, y in product(range(WIDTH), rows)} - stack - cells
        if not srs and any(naive.column_top(stack, x) > y for x, y in lacking):
            continue
        best = min(best, len(lacking) + (bool(roof) and not any(cell in stack for cell in roof)))
    return best


def slots(stack: Board, aim: Aim) -> list[int]:
    """Half slots and slots."""
    count = [0, 0]
    if aim.goal != "quad":
        for cells, rows, roof in places("tsd", stack):
            beside = {(x, min(rows)) for x, y in cells if y == max(rows)} - cells
            if is_open(stack, cells) and beside <= stack:
                count[any(cell in stack for cell in roof)] += 1
    return count


def seen(stack: Board, piece: str, cells: Cells, srs: bool, aim: Aim, slides: set[Cells]) -> dict[str, float]:
    """What is seen of a placement."""
    own, before = frozenset(cells), heights(stack)
    merged = heights(stack | own)
    after, cleared = naive.lock(stack, cells)
    tall = [10**6, *before, 10**6]
    covered, closed, lid = 0, 0, False
    for x in {x for x, _ in cells}:
        bottom = min(y for cx, y in cells if cx == x)
        for y in range(before[x], bottom):
            covered += 1
            closed += not any(0 <= beside < WIDTH and merged[beside] <= y for beside in (x - 1, x + 1))
            lid = lid or min(tall[x], tall[x + 2]) - before[x] >= DEEP
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    width, tallness = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - low + 1
    nearer = goal_lacks(stack, srs, aim) - goal_lacks(after, srs, aim)
    (halves, ready), (halves_after, ready_after) = slots(stack, aim), slots(after, aim)
    spin = aim.goal != "quad"
    dropped = not srs or cells in naive.drop_placements(stack, piece)
    steps = [sum(abs(a - b) for a, b in pairwise(tops)) for tops in (before, heights(after))]
    look: dict[str, float] = {
        "rows": cleared,
        "holes": closed if spin else covered,
        "overhangs": covered - closed if spin else 0,
        "rough": steps[1] - steps[0],
        "higher": max(heights(after)) - max(before),
        "lies": low - sum(before) / WIDTH,
        "edges": edges(own, stack),
        "walls": sum((y == 0) + (x == 0) + (x == WIDTH - 1) for x, y in cells),
        "flush": all(cell in stack for cell in right_below(own)),
        "fitted": is_fitted(stack, own),
        "lid": lid and aim.goal in ("tsd", "quad"),
        "over_well": sum(x == aim.well for x, _ in cells),
        "nearer": max(0, nearer),
        "farther": max(0, -nearer),
        "slots": max(0, ready_after - ready),
        "slots_lost": max(0, ready - ready_after),
        "halves": halves_after - halves,
        "tuck": not dropped and cells in slides,
        "spin": not dropped and cells not in slides,
        "turned": {(x - left, y - low) for x, y in cells} != spawn_shape(piece),
        "upright": tallness > width,
        "aside": abs(2 * left + width - WIDTH) / 2,
    }
    return {name: float(value) for name, value in look.items()}


class Policy:
    """What each placement costs, in 1/1024 bit; positions are looked at once."""

    def __init__(self, srs: bool, aim: Aim) -> None:
        self.srs, self.aim = srs, aim
        self.known: dict[tuple[Board, str], list[dict[Cells, int]]] = {}
        self.places: dict[tuple[Board, str], dict[Cells, int]] = {}

    def costs(self, stack: Board, piece: str) -> list[dict[Cells, int]]:
        """By the policy, and by habit."""
        if (stack, piece) not in self.known:
            ways = sorted((naive.srs_placements if self.srs else naive.drop_placements)(stack, piece))
            slides = naive.slides(stack, piece) if self.srs else set()
            looks = {way: seen(stack, piece, way, self.srs, self.aim, slides) for way in ways}
            self.known[stack, piece] = [weighed(looks, weights) for weights in (WEIGHTS, HABITS)]
            scores = scored(looks, WEIGHTS)
            self.places[stack, piece] = {
                way: 1 + sum(other > scores[way] for other in scores.values()) for way in ways
            }
        return self.known[stack, piece]

    def rank(self, stack: Board, piece: str, way: Cells) -> int:
        """Its place among all, equals at the best one."""
        self.costs(stack, piece)
        return self.places[stack, piece][way]


def scored(looks: dict[Cells, dict[str, float]], weights: Mapping[str, float]) -> dict[Cells, float]:
    scores = {}
    for way, look in looks.items():
        scores[way] = 0.0
        for name in NAMES:
            scores[way] += weights[name] * look[name]
    return scores


def weighed(looks: dict[Cells, dict[str, float]], weights: Mapping[str, float]) -> dict[Cells, int]:
    scores = scored(looks, weights)
    most = max(scores.values())
    total = most + log(sum(exp(score - most) for score in scores.values()))
    return {way: round(UNIT * (total - score) / log(2)) for way, score in scores.items()}


def effort(
    stack: Board,
    queue: str,
    srs: bool,
    aim: Aim,
    solutions: list[tuple[Cells, ...]],
    goals: list[Cells],
    bound: int,
) -> dict[str, float]:
    """All features of effort; `goals` are the cells of the goal's piece after each solution."""
    policy, n = Policy(srs, aim), len(queue)
    boards = {solution: boards_of(stack, solution) for solution in solutions}
    costs = {
        solution: [
            policy.costs(board, piece)[0][way]
            for board, piece, way in zip(boards[solution], queue, solution, strict=False)
        ]
        for solution in solutions
    }
    answer = min(solutions, key=lambda solution: sum(costs[solution]))
    bits = [cost / UNIT for cost in costs[answer]]
    along = list(zip(boards[answer], queue, answer, strict=False))
    ranks = [policy.rank(board, piece, way) for board, piece, way in along]
    habit = [policy.costs(board, piece)[1][way] / UNIT for board, piece, way in along]
    out: dict[str, float] = {f"surprise_{k}": bit for k, bit in enumerate(bits[:TOLD], 1)}
    out |= {f"rank_{k}": place for k, place in enumerate(ranks[:TOLD], 1)}
    out |= {
        "surprise_first": bits[0],
        "surprise_worst": max(bits),
        "surprise_sum": sum(bits),
        "rank_first": ranks[0],
        "rank_worst": max(ranks),
        "rank_sum": sum(ranks),
        "habit_worst": max(habit),
        "habit_sum": sum(habit),
    }
    for name, seen_last in (("tries_blind", 0), ("tries_glance", 1), ("tries_ahead", 2)):
        length = max(0, n - seen_last)
        likely = {solution[:length]: 2 ** (-sum(costs[solution][:length]) / UNIT) for solution in solutions}
        out[name] = max(0.0, -log2(sum(likely.values())))
    lacks = [goal_lacks(board, srs, aim) for board in boards[answer]]
    out["goal_lacks"] = lacks[0]
    out["astray"] = sum(b >= a for a, b in pairwise(lacks))
    out["quiet"] = quiet(boards[answer], answer, frozenset(goals[solutions.index(answer)]))
    out |= waits_and_switches(boards[answer], answer)
    return out | search(policy, stack, queue, solutions, answer, costs[answer], bound)


def boards_of(stack: Board, moves: tuple[Cells, ...]) -> list[Board]:
    boards = [stack]
    for cells in moves:
        boards.append(naive.lock(boards[-1], cells)[0])
    return boards


def quiet(boards: list[Board], answer: tuple[Cells, ...], goal: frozenset[Cell]) -> int:
    """Pieces before one clears a row or, where it comes to lie at the end, touches the goal's piece."""
    for i, cells in enumerate(answer):
        if len(boards[i + 1]) < len(boards[i]) + 4:
            return i
        layer = frozenset(cells)
        for later in range(i, len(answer)):
            full = naive.full_rows(boards[later] | set(answer[later]))
            layer = frozenset((x, y - sum(row < y for row in full)) for x, y in layer if y not in full)
        if edges(layer, goal):
            return i
    return len(answer)


def waits_and_switches(boards: list[Board], answer: tuple[Cells, ...]) -> dict[str, float]:
    """For each piece the placements until another one touches it or a row of it clears; pieces that do not touch the
    one before."""
    waits, switches = 0, 0
    for i, cells in enumerate(answer):
        layer = frozenset(cells)
        for later in range(i, len(answer)):
            if later > i and edges(frozenset(answer[later]), layer):
                break
            waits += later > i
            full = naive.full_rows(boards[later] | set(answer[later]))
            if any(y in full for _, y in layer):
                break
            layer = frozenset((x, y - sum(row < y for row in full)) for x, y in layer)
    for i in range(1, len(answer)):
        full = naive.full_rows(boards[i - 1] | set(answer[i - 1]))
        layer = frozenset((x, y - sum(row < y for row in full)) for x, y in answer[i - 1] if y not in full)
        switches += not edges(frozenset(answer[i]), layer)
    return {"waits": waits, "switches": switches}


def search(
    policy: Policy,
    stack: Board,
    queue: str,
    solutions: list[tuple[Cells, ...]],
    answer: tuple[Cells, ...],
    costs: list[int],
    bound: int,
) -> dict[str, float]:
    """Lines from the likeliest on, all equally likely ones at once."""
    n, most = len(queue), sum(costs) + MARGIN
    heap: list[tuple[int, tuple[Cells, ...]]] = [
        (cost, (way,)) for way, cost in policy.costs(stack, queue[0])[0].items() if cost <= most
    ]
    heapq.heapify(heap)
    opened, level = 1, 0
    tempting: list[int] = []
    likeliest: dict[int, tuple[int, bool]] = {}
    lines: list[tuple[int, int, list[bool]]] = []  # cost, length, and which solvers are done with it
    while heap and opened < bound:
        level = heap[0][0]
        while heap and heap[0][0] == level:
            cost, line = heapq.heappop(heap)
            best, begins = likeliest.get(len(line), (cost, True))
            if best == cost:
                likeliest[len(line)] = cost, begins and line[0] == answer[0]
            board = boards_of(stack, line)[-1]
            ends = any(line == solution[: len(line)] for solution in solutions)
            goal = len(line) == n and bool(naive.goal_poses(board, policy.aim))
            lines.append((cost, len(line), [goal, ends and len(line) == n - 1, ends and len(line) == n - 2]))
            if len(line) < n:
                opened += 1
                for way, more in policy.costs(board, queue[len(line)])[0].items():
                    if cost + more <= most:
                        heapq.heappush(heap, (cost + more, (*line, way)))
            elif not goal and naive.one_short(board, policy.aim):
                tempting.append(1 + max(agreed(line, solution) for solution in solutions))
    cut = bool(heap)
    out: dict[str, float] = {
        "temptations": log2(1 + len(tempting) * (2 ** ((most - level) / UNIT) if cut else 1)),
        "stands_out": min([depth for depth, (_, begins) in likeliest.items() if begins and depth < n], default=n),
    }
    for name, seen_last in STRENGTHS.items():
        out[name] = looked_at(lines, costs, n - seen_last, seen_last, level)
    if tempting:
        out["temptation_depth"] = sum(tempting) / len(tempting) / n
    return out


def looked_at(
    lines: list[tuple[int, int, list[bool]]], costs: list[int], longest: int, strength: int, level: int
) -> float:
    """log2 of the lines of a solver that looks at none longer than so much; equally likely ones in any order."""
    if longest <= 0:
        return 0.0
    seen = [(cost, done[strength]) for cost, length, done in lines if length <= longest]
    ends = [cost for cost, done in seen if done]
    if not ends:
        return log2(len(seen)) + max(0.0, (sum(costs[:longest]) - level) / UNIT)
    first = min(ends)
    here = sum(cost == first for cost, _ in seen)
    return log2(sum(cost < first for cost, _ in seen) + (here + 1) / (ends.count(first) + 1))


def agreed(line: tuple[Cells, ...], solution: tuple[Cells, ...]) -> int:
    """How many placements two lines begin with alike."""
    count = 0
    while count < len(line) and line[count] == solution[count]:
        count += 1
    return count

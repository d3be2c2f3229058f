"""What a person would look at, once more: `measure/policy.py` and `measure/effort.py` on lists of puyos."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import count
from math import log2

import numpy as np

from engines.puyo.measure.effort import BESIDE, CLOSE, FIRST_MOVES, MOST_BOARDS, MOST_LINES
from engines.puyo.measure.policy import MOST_TRIGGERS, WEIGHTS
from engines.puyo.rules.puzzle import Fall, Goal, Puzzle, Step
from tests.engines.puyo.naive_features import (
    COLORS,
    Columns,
    Position,
    Puyo,
    Round,
    Values,
    beside,
    columns_of,
    group,
    groups,
    is_near,
    is_open,
    landing,
    legal,
    mark_at,
    members,
    pairs_in,
    play_out,
    play_step,
    put,
    split_up,
    spots,
    touches_own,
)

GRAIN = 2**20


def bits(probability: float) -> float:
    return round(-log2(max(probability, 1e-300)) * GRAIN) / GRAIN


def coming_after(puzzle: Puzzle, level: int) -> set[str]:
    return set("".join(step for step in puzzle.queue[level + 1 :] if isinstance(step, str)))


def joined(columns: Columns, x: int, y: int, mark: str) -> int:
    """How many puyos of a colour hang together with a cell."""
    found = [group(columns, *cell) for cell in beside(x, y) if mark_at(columns, *cell) == mark]
    return len(set().union(*found)) if found else 0


def one_more(columns: Columns, coming: set[str]) -> list[int]:
    """The chains that one more puyo sets off."""
    chains = []
    for color in sorted(coming):
        for x in range(6):
            top = len(columns[x]) + 1
            if top <= 12 and joined(columns, x, top, color) >= 3:
                more = [list(column) for column in columns]
                more[x].append(Puyo(color))
                chains.append(len(play_out(more)))
    return chains


def seen(columns: Columns, pair: str, move: str, coming: set[str], previous: set[int], goal: Goal) -> Values:
    """What is seen of a placement."""
    out: Values = dict.fromkeys(WEIGHTS, 0.0)
    cells = landing(columns, move)
    for mark, (x, y) in zip(pair, cells, strict=True):
        if y > 12:
            out["in_hidden"] += 1
            continue
        corners = [(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)]
        here = joined(columns, x, y, mark)
        if here:
            out[["joins_one", "joins_two", "completes"][min(here, 3) - 1]] += 1
        elif any(mark_at(columns, *cell) == mark for cell in corners):
            out["corner"] += 1
        out["covers"] += sum(joined(columns, x, y, other) >= 3 for other in COLORS if other != mark)
    (ax, ay), (bx, by) = cells
    used = {ax, bx}
    out["upright"], out["split"] = ax == bx, ax != bx and ay != by
    out["row"], out["outward"] = (ay + by - 2) / 2 / 12, abs((ax + bx) / 2 - 2.5)
    out["on_previous"] = bool(used & previous)
    near = {x + way for x in used for way in (-1, 1)}
    out["beside_previous"] = not used & previous and bool(near & previous)
    after = Position([list(column) for column in columns])
    rounds, _ = play_step(after, goal, pair, move)
    if rounds:
        out |= {"fires": 1, "fires_to_clear": goal.kind != "chain", "fires_more": len(rounds) - 1}
    chains = one_more(after.columns, coming)
    out["triggers"], out["longest"] = min(len(chains), MOST_TRIGGERS), max(chains, default=0)
    if goal.kind == "chain":
        out["longest_share"] = min(out["longest"] / goal.n, 1)
    return out


Choice = tuple[str, float, float]  # the move, its probability, the longest chain that then stands ready


def choices(puzzle: Puzzle, columns: Columns, level: int, previous: set[int]) -> list[Choice]:
    """All that can be done at a step."""
    step = puzzle.queue[level]
    if isinstance(step, Fall):
        return [("..", 1.0, 0)]
    marks = tuple("".join(puyo.mark for puyo in column) for column in columns)
    return weighed(marks, step, tuple(sorted(coming_after(puzzle, level))), tuple(sorted(previous)), puzzle.goal)


@cache
def weighed(
    marks: tuple[str, ...], step: str, later: tuple[str, ...], before: tuple[int, ...], goal: Goal
) -> list[Choice]:
    """The same for a pair, once for every board."""
    columns, coming, previous = [[Puyo(mark) for mark in column] for column in marks], set(later), set(before)
    moves = legal(columns, step)
    rows = [seen(columns, step, move, coming, previous, goal) for move in moves]
    scores = []
    for row in rows:
        score = 0.0
        for name, pair in WEIGHTS.items():
            score += row[name] * pair[not coming]
        scores.append(score)
    most = max(scores, default=0.0)
    shares = [float(np.exp(score - most)) for score in scores]
    return [(m, share / sum(shares), row["longest"]) for m, share, row in zip(moves, shares, rows, strict=True)]


def columns_used(move: str, before: set[int]) -> set[int]:
    return before if move == ".." else set(spots(move))


def rank(options: list[Choice], move: str) -> int:
    own = next(share for name, share, _ in options if name == move)
    return 1 + sum(share > own for _, share, _ in options)


def told(puzzle: Puzzle, line: str) -> list[tuple[str, float, int]]:
    """The moves of a solution with their bits and ranks; those of falls are none."""
    position, previous, found = Position(columns_of(puzzle)), set[int](), []
    for level, move in enumerate(split_up(line)):
        options = choices(puzzle, position.columns, level, previous)
        share = next(share for name, share, _ in options if name == move)
        found.append((move, bits(share) if move != ".." else 0.0, rank(options, move)))
        previous = columns_used(move, previous)
        play_step(position, puzzle.goal, puzzle.queue[level], move)
    return found


def tries(lines: list[list[tuple[str, float, int]]], left_out: int) -> float:
    """log2 of the tries until a solution comes about whose last moves are found by themselves."""
    begun: dict[tuple[str, ...], float] = {}
    for line in lines:
        kept, left = list(line), left_out
        while left and kept:
            left -= kept.pop()[0] != ".."
        begun[tuple(move for move, _, _ in kept)] = 2.0 ** -sum(lost for _, lost, _ in kept)
    return bits(min(sum(begun.values()), 1.0))


def comes_close(goal: Goal, rounds: list[Round], position: Position) -> bool:
    if not rounds:
        return False
    if goal.kind is not None and is_near(goal, rounds, position):
        return True
    marks = members(goal.clear) if goal.clear else ""
    return bool(marks) and sum(puyo.mark in marks for column in position.columns for puyo in column) <= CLOSE


def search(puzzle: Puzzle, solutions: list[str], answer: float) -> Values:
    """The lines that are looked at, the likeliest first."""
    pairs, numbers = pairs_in(puzzle), count()
    waiting: list[
        tuple[float, int, str, Position, set[int]]
    ] = []  # bits, number, line, the board before its last move

    def expand(line: str, position: Position, previous: set[int], reached: float) -> None:
        for move, share, _ in choices(puzzle, position.columns, len(line) // 2, previous):
            heappush(waiting, (reached + bits(share), next(numbers), line + move, position, previous))

    expand("", Position(columns_of(puzzle)), set(), 0.0)
    boards, looked, longest, reached, found = 1, 0, 0, 0.0, False
    close: list[float] = []
    while waiting and looked < MOST_LINES:
        reached, _, line, before, previous = heappop(waiting)
        move, level = line[-2:], len(line) // 2 - 1
        looked += move != ".."
        after = before.copy()
        rounds, found = play_step(after, puzzle.goal, puzzle.queue[level], move)
        if found:
            break
        if not any(solution.startswith(line) for solution in solutions):
            longest = max(longest, len(rounds))
            if comes_close(puzzle.goal, rounds, after):
                close.append(sum(i <= level for i in pairs) / len(pairs))
        if level + 1 == len(puzzle.queue) or len(after.columns[2]) >= 12:
            continue
        if boards == MOST_BOARDS:
            break
        boards += 1
        expand(line, after, columns_used(move, previous), reached)
    out: Values = {"temptations": len(close), "tempting_chain": longest}
    out["looked_at"] = log2(max(looked, 1)) + (0.0 if found else max(answer - reached, 0.0))
    if close:
        out["temptation_depth"] = sum(close) / len(close)
    return out


Line = tuple[float, Columns, set[int]]


def stands_out(puzzle: Puzzle, solutions: list[str]) -> int:
    pairs = pairs_in(puzzle)
    start = Position(columns_of(puzzle))
    for step in puzzle.queue[: pairs[0]]:
        put(start.columns, step, "..", 0)
    options = choices(puzzle, start.columns, pairs[0], set())
    right = {line[2 * pairs[0] : 2 * pairs[0] + 2] for line in solutions}
    best: dict[bool, float] = {True: 0, False: 0}
    beams: list[tuple[bool, list[Line]]] = []

    def after(columns: Columns, step: Step, move: str) -> Columns | None:
        position = Position([list(column) for column in columns])
        play_step(position, puzzle.goal, step, move)
        return None if len(position.columns[2]) >= 12 else position.columns

    for move, _, longest in options:
        if move in right or rank(options, move) <= FIRST_MOVES:
            best[move in right] = max(best[move in right], longest)
            columns = after(start.columns, puzzle.queue[pairs[0]], move)
            beams.append((move in right, [(0.0, columns, set(spots(move)))] if columns is not None else []))
    ahead, level = 1, pairs[0] + 1
    while best[True] <= best[False] and ahead < len(pairs) - 1:
        best = {True: 0, False: 0}
        following = []
        for is_right, lines in beams:
            here = [
                (lost + bits(share), columns, move, previous, longest)
                for lost, columns, previous in lines
                for move, share, longest in choices(puzzle, columns, level, previous)
            ]
            best[is_right] = max([best[is_right], *(longest for *_, longest in here)])
            kept = sorted(here, key=lambda one: one[0])[:BESIDE]
            boards = [
                (lost, after(c, puzzle.queue[level], m), columns_used(m, before)) for lost, c, m, before, _ in kept
            ]
            following.append((is_right, [(lost, c, used) for lost, c, used in boards if c is not None]))
        beams = following
        ahead += level in pairs
        level += 1
    return ahead if best[True] > best[False] else len(pairs)


def holding(puzzle: Puzzle, line: str) -> Values:
    """What has to be held in mind."""
    start = columns_of(puzzle)
    part: dict[object, int] = {}
    for number, cells in enumerate(groups(start)):
        part |= {start[x][y - 1].me: number for x, y in cells}
    position = Position(columns_of(puzzle))
    waits = vanish = idle = parts = fallen = quiet = made = 0
    placed: dict[int, int] = {}
    rounds: list[Round] = []
    fired = False
    for level, move in enumerate(split_up(line)):
        step = puzzle.queue[level]
        full = position.copy().columns
        cells = put(full, step, move, level)
        rounds, _ = play_step(position, puzzle.goal, step, move, level)
        fired = fired or bool(rounds)
        if move != "..":
            placed[level], made = made, made + 1
            touching = any(touches_own(full, cells[half], cells[1 - half]) for half in (0, 1))
            idle += not rounds and not touching
            quiet += not fired
        for told_round in rounds:
            meet: set[object] = set()
            for puyo, _, y in told_round.gone:
                if puyo.hand:
                    waits += made - 1 - placed[puyo.hand[0]]
                    meet.add(puyo.hand)
                elif puyo.given:
                    fallen += puyo.given[1] - y
                    if puyo.mark in COLORS:
                        meet.add(part.get(puyo.me, puyo.me))
            vanish += len(told_round.gone)
            parts += len(meet) - len(told_round.groups)
    out: Values = {"waits": waits, "vanish_in_all": vanish, "idle_moves": idle, "parts_joined": parts}
    out |= {"rows_to_meet": fallen, "quiet": quiet, "last_rounds": len(rounds)}
    return out


def of_the_effort(puzzle: Puzzle, solutions: list[str]) -> Values:
    """All of it."""
    columns, coming = columns_of(puzzle), coming_after(puzzle, -1)
    trios = [mark_at(columns, *min(c)) for c in groups(columns) if len(c) == 3 and is_open(columns, c)]
    out: Values = {
        "ready_rounds": max(one_more(columns, coming), default=0),
        "lures": sum(trios.count(mark) for step in puzzle.queue if isinstance(step, str) for mark in set(step)),
    }
    solutions = solutions[:32]
    if not solutions:
        return out
    lines = [told(puzzle, line) for line in solutions]
    sums = [sum(lost for _, lost, _ in line) for line in lines]
    best = sums.index(min(sums))
    moves = [(lost, place) for move, lost, place in lines[best] if move != ".."]
    out |= {f"surprise_{k}": lost for k, (lost, _) in enumerate(moves[:6], 1)}
    out |= {"surprise_sum": sums[best], "surprise_worst": max(lost for lost, _ in moves)}
    out |= {"surprise_first": moves[0][0], "rank_first": moves[0][1], "rank_worst": max(r for _, r in moves)}
    for left_out, name in enumerate(("tries_blind", "tries_glance", "tries_ahead")):
        out[name] = tries(lines, left_out)
    out["stands_out"] = stands_out(puzzle, solutions)
    held = holding(puzzle, solutions[best])
    rounds = held.pop("last_rounds")
    if puzzle.goal.kind == "chain":
        out["unready_rounds"] = rounds - out["ready_rounds"]
    return out | held | search(puzzle, solutions, sums[best])

"""The features once more, with lists of puyos for columns: what `measure/features.py` measures with words.

The rules are stated here again, as plainly as can be: a puyo is an object that stays the same wherever it falls.
A name that is not in the result is one that the puzzle has not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from math import log2, sqrt

from engines.puyo.rules.puzzle import Fall, Goal, Puzzle, Step

COLORS = "rgbyp"
KINDS = ["chain", "colors", "count", "place", "connect", "acc_colors", "acc_count", None]
MOVES = [f"{x}N" for x in range(1, 7)] + [f"{x}{x + 1}" for x in range(1, 6)]
MOVES += [f"{x}S" for x in range(1, 7)] + [f"{x + 1}{x}" for x in range(1, 6)]
ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"]
CHAIN_BONUS = [0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512]
Values = dict[str, float]
Cell = tuple[int, int]  # column from 0, row from 1


class Puyo:
    """One puyo, with where it came from: a cell of the board, a step and half of the hand, or neither if it fell."""

    def __init__(self, mark: str, given: Cell | None = None, hand: tuple[int, int] | None = None) -> None:
        self.mark, self.given, self.hand = mark, given, hand
        self.me: object = (given, hand) if given or hand else object()  # the same in every copy of the board

    def softened(self) -> Puyo:
        soft = Puyo("o", self.given, self.hand)
        soft.me = self.me
        return soft


Columns = list[list[Puyo]]


@dataclass
class Round:
    groups: list[tuple[str, int]]
    gone: list[tuple[Puyo, int, int]]
    fallen: list[tuple[Puyo, int]]
    points: int

    def count(self, marks: str) -> int:
        return sum(puyo.mark in marks for puyo, _, _ in self.gone)

    @property
    def colors(self) -> set[str]:
        return {mark for mark, _ in self.groups}


def columns_of(puzzle: Puzzle) -> Columns:
    return [[Puyo(mark, given=(x, y)) for y, mark in enumerate(c, 1)] for x, c in enumerate(puzzle.columns)]


def mark_at(columns: Columns, x: int, y: int) -> str:
    """The letter of a cell in sight; '.' for one that is empty, '' for what is not in sight."""
    if not 0 <= x < 6 or not 1 <= y <= 12:
        return ""
    return columns[x][y - 1].mark if y <= len(columns[x]) else "."


def beside(x: int, y: int) -> list[Cell]:
    return [(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)]


def group(columns: Columns, x: int, y: int) -> set[Cell]:
    """The coloured puyos in sight that hang together with one."""
    mark = mark_at(columns, x, y)
    if not mark or mark not in COLORS:
        return set()
    found, new = {(x, y)}, [(x, y)]
    while new:
        for cell in beside(*new.pop()):
            if cell not in found and mark_at(columns, *cell) == mark:
                found.add(cell)
                new.append(cell)
    return found


def groups(columns: Columns) -> list[set[Cell]]:
    found: list[set[Cell]] = []
    for x in range(6):
        for y in range(1, min(12, len(columns[x])) + 1):
            if columns[x][y - 1].mark in COLORS and not any((x, y) in other for other in found):
                found.append(group(columns, x, y))
    return found


def play_round(columns: Columns, number: int) -> Round | None:
    """Take away what vanishes; None if nothing does."""
    big = [cells for cells in groups(columns) if len(cells) >= 4]
    if not big:
        return None
    colored = set().union(*big)
    touched = Counter(cell for here in colored for cell in beside(*here))
    gone = set(colored)
    worth = len(colored)
    for (x, y), times in touched.items():
        mark = mark_at(columns, x, y)
        if mark == "o" or (mark == "h" and times > 1):
            gone.add((x, y))
            worth += 8 * (mark == "h")
        elif mark == "h":
            columns[x][y - 1] = columns[x][y - 1].softened()
            worth += 1
    names = [(mark_at(columns, *min(cells)), len(cells)) for cells in big]
    sizes = sum([0, 2, 3, 4, 5, 6, 7, 10][min(size, 11) - 4] for _, size in names)
    bonus = CHAIN_BONUS[number - 1] + [0, 3, 6, 12, 24][len({mark for mark, _ in names}) - 1] + sizes
    told = Round(names, [(columns[x][y - 1], x, y) for x, y in gone], [], 10 * worth * min(max(bonus, 1), 999))
    for x in range(6):
        left = [(puyo, y) for y, puyo in enumerate(columns[x], 1) if (x, y) not in gone]
        told.fallen += [(puyo, y - new) for new, (puyo, y) in enumerate(left, 1) if new < y]
        columns[x] = [puyo for puyo, _ in left]
    return told


def play_out(columns: Columns) -> list[Round]:
    rounds: list[Round] = []
    while told := play_round(columns, len(rounds) + 1):
        rounds.append(told)
    return rounds


def spots(move: str) -> tuple[int, int]:
    """The columns of pivot and rotor."""
    pivot = int(move[0]) - 1
    return pivot, int(move[1]) - 1 if move[1].isdigit() else pivot


def legal(columns: Columns, pair: str) -> list[str]:
    """The placements that a pair can reach."""
    tops = [len(column) for column in columns]
    left, right = [2, 1, 0], [2, 3, 4, 5]
    free = []
    for way in (left, right):
        blocked = next((i for i, x in enumerate(way) if tops[x] >= 12), len(way))
        free += way[:blocked]
    step = any(tops[x] == 11 for x in free) or (tops[1] >= 12 and tops[3] >= 12)
    highest = 12 if step else 11
    reach: set[int] = set()
    for way in (left, right):
        blocked = next((i for i, x in enumerate(way) if tops[x] > highest), len(way))
        reach |= set(way[:blocked])
    found = [move for move in MOVES if set(spots(move)) <= reach]
    found = [move for move in found if not (move[1] == "S" and tops[spots(move)[0]] >= 12)]
    return [move for move in found if pair[0] != pair[1] or move in MOVES[:11]]


def landing(columns: Columns, move: str) -> list[Cell]:
    """Where pivot and rotor come to rest."""
    pivot, rotor = spots(move)
    rows = [len(columns[pivot]) + 1, len(columns[rotor]) + 1]
    if pivot == rotor:
        rows[0 if move[1] == "S" else 1] += 1
    return [(pivot, rows[0]), (rotor, rows[1])]


def put(columns: Columns, step: Step, move: str, number: int) -> list[Cell]:
    """A step onto the board; where the halves of a pair come to rest."""
    if isinstance(step, Fall):
        for column, count in zip(columns, step.counts, strict=True):
            column += [Puyo(step.kind[0].replace("g", "o")) for _ in range(count)]
            del column[13:]
        return []
    cells = landing(columns, move)
    for half in sorted((0, 1), key=lambda half: cells[half][1]):
        x, y = cells[half]
        if y <= 13:
            columns[x].append(Puyo(step[half], hand=(number, half)))
    return cells


@dataclass
class Position:
    """A board in the course of a line, and what has been gathered."""

    columns: Columns
    colors: set[str] = field(default_factory=set)
    count: int = 0

    def copy(self) -> Position:
        return Position([list(column) for column in self.columns], set(self.colors), self.count)


def members(color: str) -> str:
    return {"all": COLORS + "oh", "color": COLORS, "garbage": "oh"}.get(color, color)


def is_clear(columns: Columns, color: str) -> bool:
    return not any(puyo.mark in members(color) for column in columns for puyo in column)


def amount(goal: Goal, rounds: list[Round], position: Position) -> list[int]:
    """What a move does in the measure of the goal: one number, or one for each round or group."""
    marks = members(goal.color)
    if goal.kind == "chain":
        return [len(rounds)]
    if goal.kind == "acc_colors":
        return [len(position.colors)]
    if goal.kind == "acc_count":
        return [position.count]
    if goal.kind == "colors":
        return [len(told.colors) for told in rounds]
    if goal.kind == "count":
        return [told.count(marks) for told in rounds]
    if goal.kind == "place":
        return [sum(mark in marks for mark, _ in told.groups) for told in rounds]
    return [size for told in rounds for mark, size in told.groups if mark in marks]


def play_step(position: Position, goal: Goal, step: Step, move: str, number: int = 0) -> tuple[list[Round], bool]:
    """Play a step to its end; its rounds, and whether the goal is reached."""
    cells = put(position.columns, step, move, number)
    quiet = all(len(group(position.columns, x, y)) < 4 for x, y in cells)
    rounds = [] if quiet else play_out(position.columns)
    for told in rounds:
        position.colors |= told.colors
        position.count += told.count(members(goal.color))
    if goal.clear is not None and not is_clear(position.columns, goal.clear):
        return rounds, False
    if goal.kind is None:
        return rounds, True
    values = amount(goal, rounds, position)
    return rounds, goal.n in values if goal.exact else max(values, default=0) >= goal.n


def is_near(goal: Goal, rounds: list[Round], position: Position) -> bool:
    """One less than the goal asks for."""
    return bool(rounds) and goal.n > 1 and max(amount(goal, rounds, position), default=0) == goal.n - 1


def moves_of(columns: Columns, step: Step) -> list[str]:
    return [".."] if isinstance(step, Fall) else legal(columns, step)


@dataclass
class Line:
    """A line of play to its end: its moves, the rounds of each, and how it ends."""

    moves: str
    rounds: list[list[Round]]
    goal: bool
    lost: bool
    near: bool
    end: Position


def lines(puzzle: Puzzle) -> Iterator[Line]:
    """Every line of play, in the order of the list of placements."""

    def walk(position: Position, moves: str, rounds: list[list[Round]], near: bool) -> Iterator[Line]:
        step = puzzle.queue[len(rounds)]
        for move in moves_of(position.columns, step):
            after = position.copy()
            told, goal = play_step(after, puzzle.goal, step, move)
            lost = len(after.columns[2]) >= 12
            close = near or (not goal and puzzle.goal.kind is not None and is_near(puzzle.goal, told, after))
            if goal or lost or len(rounds) + 1 == len(puzzle.queue):
                yield Line(moves + move, [*rounds, told], goal, lost, close, after)
            else:
                yield from walk(after, moves + move, [*rounds, told], close)

    yield from walk(Position(columns_of(puzzle)), "", [], False)


def pairs_in(puzzle: Puzzle) -> list[int]:
    return [i for i, step in enumerate(puzzle.queue) if isinstance(step, str)]


def of_the_lines(puzzle: Puzzle, all_lines: list[Line]) -> Values:
    wrong = [line for line in all_lines if not line.goal]
    last = pairs_in(puzzle)[-1]
    early = [any(line.rounds[: min(last, len(line.rounds) - line.goal)]) for line in all_lines]
    out: Values = {
        "lines": len(all_lines),
        "early_lines": sum(early) / len(all_lines),
        "lost_lines": sum(line.lost for line in wrong) / len(all_lines),
        "longest_wrong": max((len(told) for line in wrong for told in line.rounds), default=0),
    }
    if puzzle.goal.kind is not None and puzzle.goal.n > 1:
        out["near_misses"] = sum(line.near for line in wrong)
        out["near_miss_share"] = out["near_misses"] / len(all_lines)
    if puzzle.pairs <= 2:
        out["one_short"] = sum(one_short(puzzle, line.end) for line in wrong if not line.lost)
    return out


def one_short(puzzle: Puzzle, end: Position) -> bool:
    text = "".join(puzzle.columns) + "".join(step for step in puzzle.queue if isinstance(step, str))
    for x in range(6):
        for color in set(text) & set(COLORS) if len(end.columns[x]) < 12 else ():
            end.columns[x].append(Puyo(color))
            pops = len(group(end.columns, x, len(end.columns[x]))) >= 4
            end.columns[x].pop()
            if pops and reaches_with(puzzle.goal, end, x, color):
                return True
    return False


def reaches_with(goal: Goal, end: Position, x: int, color: str) -> bool:
    """Whether one more puyo reaches the goal: as a pair of which the other half is above all rows."""
    after = end.copy()
    after.columns[x].append(Puyo(color))
    rounds = play_out(after.columns)
    for told in rounds:
        after.colors |= told.colors
        after.count += told.count(members(goal.color))
    if goal.clear is not None and not is_clear(after.columns, goal.clear):
        return False
    values = amount(goal, rounds, after) if goal.kind else []
    return not goal.kind or (goal.n in values if goal.exact else max(values, default=0) >= goal.n)


def of_the_puzzle(puzzle: Puzzle) -> Values:
    """Board, queue and goal."""
    columns = columns_of(puzzle)
    tops = [len(column) for column in columns]
    there = Counter("".join(puzzle.columns))
    pairs = [step for step in puzzle.queue if isinstance(step, str)]
    coming = Counter("".join(pairs))
    walls = [99, *tops, 99]
    steps = [abs(a - b) for a, b in pairwise(tops)]
    used = [x for x in range(6) if tops[x]]
    colored = {mark: there[mark] for mark in COLORS if there[mark]}
    known = [cells for cells in groups(columns) if len(cells) < 4]
    out: Values = {
        "puyoNum": sum(tops),
        "colorNum": sum(there[mark] + coming[mark] >= 4 for mark in COLORS),
        "maxHeight": max(tops),
        "zigzagza": sum(steps),
        "width": len(used),
        "goal": KINDS.index(puzzle.goal.kind),
        "goal_clears": puzzle.goal.clear is not None,
        "pairs": len(pairs),
        "doubles": sum(len(set(pair)) == 1 for pair in pairs),
        "repeats": len(pairs) - len({"".join(sorted(pair)) for pair in pairs}),
        "queue_colors": len(coming),
        "new_colors": len(set(coming) - set(there)),
        "falls": len(puzzle.queue) - len(pairs),
        "board_colors": len(colored),
        "garbage": there["o"] + there["h"],
        "singles": sum(len(cells) == 1 for cells in known)
        + sum(len(column) == 13 and column[-1].mark in COLORS for column in columns),
        "pairs_there": sum(len(cells) == 2 for cells in known),
        "trios_there": sum(len(cells) == 3 for cells in known),
        "surface_colors": len({column[-1].mark for column in columns if column} & set(COLORS)),
        "lean": abs(sum(tops[:3]) - sum(tops[3:])),
        "steepest": max(steps),
        "deepest_well": max(0, *(min(walls[x], walls[x + 2]) - tops[x] for x in range(6))),
        "headroom": 12 - tops[2],
        "diagonals": sum(
            mark_at(columns, x, y) in list(COLORS) and mark_at(columns, x, y) == mark_at(columns, x + 1, y + up)
            for x in range(6)
            for y in range(1, 13)
            for up in (-1, 1)
        ),
    }
    if puzzle.goal.kind is not None:
        out |= {"goal_n": puzzle.goal.n, "goal_exact": puzzle.goal.exact}
    if puzzle.goal.kind == "chain":
        out["spare"] = sum(colored.values()) + sum(coming.values()) - 4 * puzzle.goal.n
    if colored:
        total = sum(colored.values())
        out["entropy"] = -sum(count / total * log2(count / total) for count in colored.values())
    if used:
        out["density"] = sum(tops) / (max(tops) * (used[-1] - used[0] + 1))
    surface: Counter[tuple[int, str]] = Counter()
    buried = 0
    for size, name in ((2, "pair"), (3, "trio")):
        here = [cells for cells in known if len(cells) == size]
        out[f"corner_{name}"] = sum(len(corners(columns, cells)) for cells in here)
        for cells in here:
            if is_open(columns, cells):
                surface[size, mark_at(columns, *min(cells))] += 1
            else:
                buried += 1
    out["buried_groups"] = buried
    for pair, name in zip(pairs, ["next", "nexnex", "3rd", "4th", "5th", "6th"], strict=False):
        out[f"surface_samecolor_pair_{name}"] = sum(surface[2, mark] for mark in set(pair))
        out[f"surface_samecolor_trio_{name}"] = sum(surface[3, mark] for mark in set(pair))
    return out


def corners(columns: Columns, cells: set[Cell]) -> set[Cell]:
    mark = mark_at(columns, *min(cells))
    near = {(x + dx, y + dy) for x, y in cells for dx in (-1, 1) for dy in (-1, 1)} - cells
    return {cell for cell in near if mark_at(columns, *cell) == mark}


def is_open(columns: Columns, cells: set[Cell]) -> bool:
    return any(mark_at(columns, *cell) == "." for x, y in cells for cell in ((x, y + 1), (x - 1, y), (x + 1, y)))


def split_up(line: str) -> list[str]:
    return [line[i : i + 2] for i in range(0, len(line), 2)]


def splits(columns: Columns, move: str) -> int:
    (a, low), (b, high) = landing(columns, move)
    return abs(low - high) if a != b else 0


def reaches(puzzle: Puzzle, columns: Columns, played: list[tuple[Step, str]]) -> bool:
    """Whether moves are legal and reach the goal."""
    position = Position([list(column) for column in columns])
    for step, move in played:
        if move not in moves_of(position.columns, step):
            return False
        if play_step(position, puzzle.goal, step, move)[1]:
            return True
        if len(position.columns[2]) >= 12:
            return False
    return False


def of_the_ends(puzzle: Puzzle, solutions: list[str], known: bool) -> Values:
    """What the first pair could do, and the last one alone."""
    out: Values = {}
    pairs = pairs_in(puzzle)
    start = Position(columns_of(puzzle))
    if len(pairs) > 1:
        step = puzzle.queue[pairs[-1]]
        tries = [play_step(start.copy(), puzzle.goal, step, move)[1] for move in moves_of(start.columns, step)]
        out["secondTurnCorrect"] = any(tries)
    for step in puzzle.queue[: pairs[0]]:
        play_step(start, puzzle.goal, step, "..")
    step = puzzle.queue[pairs[0]]
    ways = moves_of(start.columns, step)
    results = {move: play_step(start.copy(), puzzle.goal, step, move) for move in ways}
    fires = {move: len(rounds) for move, (rounds, goal) in results.items() if rounds and not goal}
    out |= {"first_ways": len(ways), "first_fires": len(fires), "first_chain": max(fires.values(), default=0)}
    if known:
        alive = {line[2 * pairs[0] : 2 * pairs[0] + 2] for line in solutions}
        out |= {"first_alive": len(alive), "false_starts": len(set(fires) - alive)}
    return out


def count_splits(puzzle: Puzzle, line: str) -> int:
    position = Position(columns_of(puzzle))
    found = 0
    for step, move in zip(puzzle.queue, split_up(line), strict=False):
        found += move != ".." and splits(position.columns, move) > 0
        play_step(position, puzzle.goal, step, move)
    return found


def of_the_answer(puzzle: Puzzle, line: str) -> Values:
    """The answer, puyo by puyo."""
    goal, moves = puzzle.goal, split_up(line)
    position = Position(columns_of(puzzle))
    out: Values = {}
    rounds: list[Round] = []
    early: list[list[Round]] = []
    tops: list[int] = []
    spans: list[tuple[int, int]] = []
    hidden = touching = stacked = hidden_vanished = 0
    depths: list[int] = []
    choices = 0.0
    for i, (step, move) in enumerate(zip(puzzle.queue, moves, strict=False)):
        last = i == len(moves) - 1
        before = position.copy()
        full = before.copy().columns
        cells = put(full, step, move, i)
        rounds, _ = play_step(position, goal, step, move, i)
        top = {column[12].me for column in full if len(column) == 13}
        hidden_vanished += sum(puyo.me in top for told in rounds for puyo, _, _ in told.gone)
        if isinstance(step, str):
            number = len(spans) + 1
            here = sum(touches_own(full, cells[half], cells[1 - half]) for half in (0, 1))
            below = [before.columns[x][y - 2] for x, y in cells if 2 <= y <= len(before.columns[x]) + 1 and y <= 13]
            stacked += any(puyo.hand is not None for puyo in below)
            depths.append(splits(before.columns, move))
            touching += here
            hidden += sum(y > 12 for _, y in cells)
            tops += [y for _, y in cells if y <= 13]
            spans.append((min(spots(move)), max(spots(move))))
            choices += log2(len(legal(before.columns, step)))
            if number <= 6:
                out |= {f"split_{number}": depths[-1] > 0, f"touching_{number}": here, f"fires_{number}": len(rounds)}
        if last:
            ways = moves_of(before.columns, step)
            if isinstance(step, str):
                out["last_ways"] = len(ways)
                if goal.kind is not None and goal.n > 1:
                    out["last_near_misses"] = sum(near_miss(before, goal, step, way) for way in ways)
        else:
            early.append(rounds)
    gone = [puyo for played in (*early, rounds) for told in played for puyo, _, _ in told.gone]
    left = [puyo for column in position.columns for puyo in column]
    hands = {puyo.hand: puyo for puyo in gone if puyo.hand}
    when = {puyo.hand: number for number, told in enumerate(rounds, 1) for puyo, _, _ in told.gone if puyo.hand}
    apart = [max(0, a[0] - b[1] - 1, b[0] - a[1] - 1) for i, a in enumerate(spans) for b in spans[:i]]
    if apart:
        out["apart"] = max(apart)
    out |= {
        "answer_moves": len(spans),
        "chigiriNum": sum(depth > 0 for depth in depths),
        "longest_split": max(depths, default=0),
        "choices": choices,
        "hand_touching": touching,
        "stacked": stacked,
        "hand_hidden": hidden,
        "hidden_vanished": hidden_vanished,
        "highest_placed": max(tops),
        "lowest_placed": min(tops),
        "early_rounds": sum(map(len, early)),
        "early_fires": sum(bool(told) for told in early),
        "vanished_share": len(gone) / (len(gone) + len(left)),
        "puyos_left": len(left),
        "hand_left": 2 * len(spans) - len(hands),
        "putPuyoDeletedNum": len(hands),
        "putPuyoDeletedColor": len({puyo.mark for puyo in hands.values()}),
        "garbage_cleared": sum(puyo.mark in "oh" for puyo in gone),
        "idle_colors": len(set("".join(puzzle.columns)) & set(COLORS) - {puyo.mark for puyo in gone}),
        "hand_waiting": sum(number > 1 for number in when.values()),
        "hand_last_round": sum(number == len(rounds) for number in when.values()),
        "halves_apart": sum(
            (i, 0) in when and (i, 1) in when and when[i, 0] != when[i, 1] for i in range(len(moves))
        ),
    }
    for number, ordinal in enumerate(ORDINALS[: len(rounds)], 1):
        out[f"used_hand_num_in_{ordinal}_chain"] = list(when.values()).count(number)
    out |= of_the_chain(rounds)
    out |= of_what_is_needed(puzzle, moves, [puyo for puyo in gone if puyo.given and puyo.mark in COLORS])
    positions = [i for i, move in enumerate(moves) if move != ".."]
    if 0 < len(positions) <= 4:
        out["orders"] = 0
        for order in permutations(positions):
            played = list(zip(puzzle.queue, moves, strict=False))
            for place, source in zip(positions, order, strict=True):
                played[place] = (puzzle.queue[source], moves[source])
            out["orders"] += reaches(puzzle, columns_of(puzzle), played)
    return out


def touches_own(columns: Columns, cell: Cell, other_half: Cell) -> bool:
    """Whether a puyo lies beside one of its colour that came earlier."""
    mark = mark_at(columns, *cell)
    return mark != "" and any(mark_at(columns, *near) == mark for near in beside(*cell) if near != other_half)


def near_miss(before: Position, goal: Goal, step: Step, way: str) -> bool:
    after = before.copy()
    rounds, done = play_step(after, goal, step, way)
    return not done and is_near(goal, rounds, after)


def of_the_chain(rounds: list[Round]) -> Values:
    """The chain that reaches the goal."""
    gone = [one for told in rounds for one in told.gone]
    columns = [sum(x for _, x, _ in told.gone) / len(told.gone) for told in rounds]
    rows = [sum(y for _, _, y in told.gone) / len(told.gone) for told in rounds]
    ways = [b > a for a, b in pairwise(columns) if a != b]
    fallen: Counter[object] = Counter()
    longest = 0
    for told in rounds:
        longest = max([longest, *(fallen[puyo.me] for puyo, _, _ in told.gone)])
        for puyo, rows_down in told.fallen:
            fallen[puyo.me] += rows_down
    out: Values = {
        "rounds": len(rounds),
        "points": sum(told.points for told in rounds),
        "vanished": len(gone),
        "deletableNum": len(rounds[0].gone) if rounds else 0,
        "dropNum": len(fallen),
        "drop_rows": sum(fallen.values()),
        "longest_drop": longest,
        "chainUpDown": sum(abs(a - b) for a, b in pairwise(rows)),
        "chainLeftRight": sum(abs(a - b) for a, b in pairwise(columns)),
        "turns": sum(a != b for a, b in pairwise(ways)),
        "chain_width": len({x for _, x, _ in gone}),
        "chain_colors": len({mark for told in rounds for mark in told.colors}),
        "same_color_rounds": sum(bool(a.colors & b.colors) for a, b in pairwise(rounds)),
        "largest_group": max((size for told in rounds for _, size in told.groups), default=0),
        "most_in_a_round": max((len(told.gone) for told in rounds), default=0),
        "most_colors": max((len(told.colors) for told in rounds), default=0),
        "most_groups": max((len(told.groups) for told in rounds), default=0),
    }
    if rounds:
        out["chainHeight"] = sum(y for _, _, y in gone) / len(gone)
        out["chain_rise"] = rows[-1] - rows[0]
    return out


def of_what_is_needed(puzzle: Puzzle, moves: list[str], gone: list[Puyo]) -> Values:
    """The puyos of the board without which the answer fails."""
    used = {x for move in moves if move != ".." for x in spots(move)}
    singles: list[bool] = []
    distances: list[int] = []
    for puyo in gone:
        assert puyo.given
        x, y = puyo.given
        columns = columns_of(puzzle)
        single = y > 12 or len(group(columns, x, y)) == 1
        columns[x][y - 1] = Puyo("o")
        if not reaches(puzzle, columns, list(zip(puzzle.queue, moves, strict=False))):
            singles.append(single)
            distances.append(min(abs(x - other) for other in used))
    out: Values = {
        "needed": len(singles),
        "needed_singles": sum(singles),
        "needed_far": sum(single and away >= 3 for single, away in zip(singles, distances, strict=True)),
    }
    if distances:
        out["needed_distance"] = max(distances)
    return out


def all_features(
    puzzle: Puzzle, solutions: list[str], count: int, known: bool, all_lines: list[Line] | None
) -> Values:
    """Every feature that the puzzle has; of the lines of play only if they are given."""
    out = of_the_puzzle(puzzle) | of_the_ends(puzzle, solutions, known)
    out |= {"correctNum": count, "sqrtCorrectNum": sqrt(count)}
    if all_lines is not None:
        out |= of_the_lines(puzzle, all_lines)
    if solutions:
        out |= of_the_answer(puzzle, solutions[0])
        out["leastChigiriNum"] = min(count_splits(puzzle, line) for line in solutions[:32])
    return out

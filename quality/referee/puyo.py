"""The rules of the Puyo puzzle (Nazo Puyo), stated once more, slowly and plainly.

The field has 6 columns and 13 rows, row 1 at the bottom; row 13 is hidden. A cell is empty (`.`),
or holds a puyo: one of the five colours `r g b y p`, garbage `o`, or hard garbage `h`. Whatever
has nothing below it falls. A puyo that would come to rest above row 13 is lost.

The chain. Puyos of one colour that touch up, down, left or right, in rows 1 to 12, are a group.
A round: all groups of four or more vanish at once. Garbage beside a puyo of such a group vanishes
with it; a hard puyo vanishes when it has them on two or more of its sides, and turns to garbage
when on one. Row 13 takes no part: what lies there joins no group, does not vanish and does not
turn. Then everything falls, and the next round begins, until no group is large enough. n rounds
are an n-chain. What has vanished counts by its letter; a hard puyo that turned has not vanished.

The score of a round is 10 x puyos x bonus. Puyos: each coloured one that vanishes is one, garbage
none, a hard one that turns is one, a hard one that vanishes is eight. The bonus is the sum of
three, but at least 1 and at most 999: for the number of the round 0, 8, 16, 32, 64, 96, ... (32
more each time); for the number of colours 0, 3, 6, 12, 24; for each group 0 if it has four puyos,
2, 3, 4, 5, 6, 7 if it has five to ten, 10 if more. There is no bonus for an empty field here.

The puzzle: a board on which nothing floats or pops and column 3 is lower than 12, a queue of steps,
and a goal. A step is a pair of coloured puyos, or a fall: so many garbage (or hard) puyos onto each
column, after which the chain is played as always.

A placement of a pair `rg`, pivot first, names the column of the pivot and the place of the other
puyo: `3N` above it, `3S` below it, `34` and `32` in the next column. Each of the two falls on its
own. That is 22 placements; of a pair of equal puyos 11, `1N` to `6N` and `12` to `56`, because the
others come to the same. Which of them are allowed:

- The pair comes from column 3 and moves sideways from column to column. A column of height 13 is
  always a wall. A column of height 12 is a wall too, unless the pair can climb.
- It can climb when a column that it gets to without climbing, column 3 among them, is exactly 11
  high, or when columns 2 and 4 are both 12 high or more.
- Both puyos need columns that the pair can get to. `S` needs a column of height 11 or less.

After each step, its chain over, the goal is tested, and then the loss: column 3 filled up to row
12. At the first success the solution ends, be the queue used up or not; at a loss the line ends
without one. So a step that reaches the goal may fill column 3. Before the first step nothing is
tested.

The goal has a `kind`, or a colour to `clear`, or both, which must then hold after the same step.
The kinds and their number:

- `chain`: the rounds of this step;
- `colors`: the colours that vanish in one round of this step;
- `count`: the puyos that vanish in one round of this step;
- `place`: the groups that vanish in one round of this step;
- `connect`: the puyos of one group that vanishes in this step;
- `acc_colors`, `acc_count`: the colours, the puyos that have vanished in all steps so far.

With `exact` the number must be n, in some round or group where there are several; without, n or
more. What is counted is said by `color`: `all` (coloured, garbage and hard), `color` (any
coloured), `garbage` (garbage and hard), or a letter of one colour. `place` and `connect` are about
coloured groups, so `all` and `color` are the same to them and `garbage` is refused; `chain`,
`colors` and `acc_colors` count no puyos, so `color` is missing or `all`. `clear` has the same
values: no such puyo may be left, in row 13 either.

A solution is the placements in order, two characters a step, `..` for a fall. Different strings are
different solutions, whatever they lead to.

The first half of this file is the rules, functions of a board that run compiled or plain (see
`plain.py`) and go cell by cell, because that compiles fastest; the second half reads puzzles and
answers `replay`, `count` and `cost`. The search tries everything: nothing is left out and no
positions are merged. A board is an array of small integers, board[y, x], that counts from 0; what
is printed counts columns and rows from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quality.referee import Foul, Meter, Puzzle
from quality.referee.plain import rule

Board = npt.NDArray[np.int8]
"""Places in LETTERS, board[y, x] from the bottom left."""
Marks = npt.NDArray[np.bool_]
"""Some of the cells of a board."""
Tally = npt.NDArray[np.int64]
"""How many puyos of each letter."""
Heights = npt.NDArray[np.int64]
"""How many cells of each column are filled."""

COLUMNS, ROWS, VISIBLE_ROWS = 6, 13, 12
SPAWN = 2
"""The x of column 3."""

LETTERS = ".ohrgbyp"
EMPTY, GARBAGE, HARD, FIRST_COLOR = 0, 1, 2, 3
# What a goal is about: a colour, or one of these.
ALL, COLORED, ANY_GARBAGE, NOTHING = -1, -2, -3, -4

# ------------------------------------------------------------------ the chain


@rule
def is_colored(cell: int) -> bool:
    """Whether a cell holds a coloured puyo."""
    return cell >= FIRST_COLOR


@rule
def side(y: int, x: int, n: int) -> tuple[int, int]:
    """The cell on the n-th side of a cell: above, below, left, right."""
    if n == 0:
        return y + 1, x
    if n == 1:
        return y - 1, x
    if n == 2:
        return y, x - 1
    return y, x + 1


@rule
def in_play(y: int, x: int) -> bool:
    """Whether this is a cell of rows 1 to 12."""
    return 0 <= y < VISIBLE_ROWS and 0 <= x < COLUMNS


@rule
def find_groups(board: Board) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The groups of a board: a number for each cell, 0 for none, and how many cells have that number."""
    group = np.zeros((ROWS, COLUMNS), np.int64)
    sizes = np.zeros(VISIBLE_ROWS * COLUMNS + 1, np.int64)
    waiting = np.empty((VISIBLE_ROWS * COLUMNS, 2), np.int64)
    groups = 0
    for first_y in range(VISIBLE_ROWS):
        for first_x in range(COLUMNS):
            color = board[first_y, first_x]
            if not is_colored(color) or group[first_y, first_x] != 0:
                continue
            groups += 1
            group[first_y, first_x] = groups
            waiting[0, 0], waiting[0, 1] = first_y, first_x
            left = 1
            while left > 0:
                left -= 1
                y, x = waiting[left, 0], waiting[left, 1]
                sizes[groups] += 1
                for n in range(4):
                    next_y, next_x = side(y, x, n)
                    if not in_play(next_y, next_x) or group[next_y, next_x] != 0:
                        continue
                    if board[next_y, next_x] == color:
                        group[next_y, next_x] = groups
                        waiting[left, 0], waiting[left, 1] = next_y, next_x
                        left += 1
    return group, sizes[: groups + 1]


@rule
def pops(sizes: npt.NDArray[np.int64]) -> bool:
    """Whether a group has four or more."""
    largest = 0
    for size in sizes:
        largest = max(largest, size)
    return largest >= 4


@rule
def large_groups(group: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]) -> Marks:
    """The cells of the groups of four or more."""
    popping = np.zeros((ROWS, COLUMNS), np.bool_)
    for y in range(VISIBLE_ROWS):
        for x in range(COLUMNS):
            popping[y, x] = sizes[group[y, x]] >= 4
    return popping


@rule
def touched(popping: Marks, y: int, x: int) -> int:
    """On how many of its sides a cell in play has cells of large groups."""
    sides = 0
    for n in range(4):
        next_y, next_x = side(y, x, n)
        if in_play(next_y, next_x) and popping[next_y, next_x]:
            sides += 1
    return sides


@rule
def round_of(board: Board, popping: Marks) -> tuple[Marks, Marks]:
    """What vanishes in a round with these large groups, they themselves among it, and which hard puyos turn."""
    gone = popping.copy()
    turned = np.zeros((ROWS, COLUMNS), np.bool_)
    for y in range(VISIBLE_ROWS):
        for x in range(COLUMNS):
            if board[y, x] == GARBAGE:
                gone[y, x] = touched(popping, y, x) >= 1
            elif board[y, x] == HARD:
                gone[y, x] = touched(popping, y, x) >= 2
                turned[y, x] = touched(popping, y, x) == 1
    return gone, turned


@rule
def fall(board: Board) -> Board:
    """The board after everything that floats has fallen."""
    after = np.zeros((ROWS, COLUMNS), np.int8)
    for x in range(COLUMNS):
        height = 0
        for y in range(ROWS):
            if board[y, x] != EMPTY:
                after[height, x] = board[y, x]
                height += 1
    return after


@rule
def after_round(board: Board, gone: Marks, turned: Marks) -> Board:
    """The board after a round in which these vanished and turned."""
    after = board.copy()
    for y in range(ROWS):
        for x in range(COLUMNS):
            if gone[y, x]:
                after[y, x] = EMPTY
            if turned[y, x]:
                after[y, x] = GARBAGE
    return fall(after)


# ------------------------------------------------------------------ counting and scoring


@rule
def tally_of(board: Board, marks: Marks) -> Tally:
    """How many puyos of each letter are marked."""
    tally = np.zeros(len(LETTERS), np.int64)
    for y in range(ROWS):
        for x in range(COLUMNS):
            if marks[y, x]:
                tally[board[y, x]] += 1
    return tally


@rule
def is_meant(cell: int, color: int) -> bool:
    """Whether a puyo is one of those that a goal's colour speaks of."""
    if color == ALL:
        return cell != EMPTY
    if color == COLORED:
        return is_colored(cell)
    if color == ANY_GARBAGE:
        return cell in (GARBAGE, HARD)
    return cell == color


@rule
def puyos_in(tally: Tally, color: int) -> int:
    """How many puyos a goal's colour speaks of."""
    number = 0
    for cell in range(len(LETTERS)):
        if is_meant(cell, color):
            number += tally[cell]
    return number


@rule
def colors_in(tally: Tally) -> int:
    """How many different colours there are."""
    number = 0
    for cell in range(len(LETTERS)):
        if is_colored(cell) and tally[cell] > 0:
            number += 1
    return number


@rule
def group_bonus(size: int) -> int:
    """The bonus for one group."""
    if size == 4:
        return 0
    return 10 if size >= 11 else size - 3


@rule
def chain_bonus(number: int) -> int:
    """The bonus for a round by its number, from 1."""
    if number <= 3:
        return 8 * (number - 1)
    return 32 * (number - 3)


@rule
def color_bonus(colors: int) -> int:
    """The bonus for so many colours in one round."""
    return 0 if colors == 1 else 3 * 2 ** (colors - 2)


@rule
def round_score(number: int, vanished: Tally, turned: int, sizes: npt.NDArray[np.int64]) -> int:
    """The score of a round by its number, what vanished, how many hard puyos turned, and all groups' sizes."""
    bonus = chain_bonus(number) + color_bonus(colors_in(vanished))
    for size in sizes:
        if size >= 4:
            bonus += group_bonus(size)
    puyos = puyos_in(vanished, COLORED) + turned + 8 * vanished[HARD]
    return 10 * puyos * min(max(bonus, 1), 999)


# ------------------------------------------------------------------ placements

# The names, and what they say: the x of the pivot, the x of the other puyo, whether that one is below.
# The first eleven are those of a pair of equal puyos.
NAMES = (
    *(f"{column}N" for column in range(1, 7)),
    *(f"{column}{column + 1}" for column in range(1, 6)),
    *(f"{column}S" for column in range(1, 7)),
    *(f"{column + 1}{column}" for column in range(1, 6)),
)
OF_A_DOUBLE = 11
PIVOT_X = np.array([int(name[0]) - 1 for name in NAMES])
OTHER_X = np.array([int(name[0] if name[1] in "NS" else name[1]) - 1 for name in NAMES])
OTHER_BELOW = np.array([name[1] == "S" for name in NAMES])


@rule
def height_of(board: Board, x: int) -> int:
    """How many cells of a column are filled; nothing floats."""
    height = 0
    while height < ROWS and board[height, x] != EMPTY:
        height += 1
    return height


@rule
def heights_of(board: Board) -> Heights:
    """How many cells of each column are filled; nothing floats."""
    heights = np.zeros(COLUMNS, np.int64)
    for x in range(COLUMNS):
        heights[x] = height_of(board, x)
    return heights


@rule
def columns_within(heights: Heights, highest: int) -> Marks:
    """The columns that can be got to from column 3 over columns of at most this height."""
    open_columns = np.zeros(COLUMNS, np.bool_)
    for step in (-1, 1):
        x = SPAWN
        while 0 <= x < COLUMNS and heights[x] <= highest:
            open_columns[x] = True
            x += step
    return open_columns


@rule
def can_climb(heights: Heights) -> bool:
    """Whether a pair can get onto columns of height 12."""
    climbs = heights[SPAWN - 1] >= 12 and heights[SPAWN + 1] >= 12
    without = columns_within(heights, 11)
    for x in range(COLUMNS):
        if without[x] and heights[x] == 11:
            climbs = True
    return bool(climbs)


@rule
def allowed(heights: Heights, double: bool) -> npt.NDArray[np.int64]:
    """The allowed placements, as places in NAMES."""
    open_columns = columns_within(heights, 12 if can_climb(heights) else 11)
    found = np.empty(len(NAMES), np.int64)
    size = 0
    for n in range(OF_A_DOUBLE if double else len(NAMES)):
        if not open_columns[PIVOT_X[n]] or not open_columns[OTHER_X[n]]:
            continue
        if OTHER_BELOW[n] and heights[PIVOT_X[n]] > 11:
            continue
        found[size] = n
        size += 1
    return found[:size]


@rule
def drop(board: Board, x: int, cell: int) -> None:
    """Let one puyo fall onto a column of this board; it is lost when the column is full."""
    height = height_of(board, x)
    if height < ROWS:
        board[height, x] = cell


@rule
def place(board: Board, placement: int, pivot: int, other: int) -> Board:
    """The board with a pair on it, before its chain."""
    after = board.copy()
    if OTHER_BELOW[placement]:
        drop(after, OTHER_X[placement], other)
        drop(after, PIVOT_X[placement], pivot)
    else:
        drop(after, PIVOT_X[placement], pivot)
        drop(after, OTHER_X[placement], other)
    return after


@rule
def shower(board: Board, cell: int, counts: npt.NDArray[np.int64]) -> Board:
    """The board with a fall of garbage or hard puyos on it."""
    after = board.copy()
    for x in range(COLUMNS):
        for _ in range(min(counts[x], ROWS)):
            drop(after, x, cell)
    return after


# ------------------------------------------------------------------ the goal

KINDS = ("chain", "colors", "count", "place", "connect", "acc_colors", "acc_count")
CHAIN, COLORS, COUNT, PLACE, CONNECT, ACC_COLORS, ACC_COUNT = range(7)
NO_KIND = -1


class Goal(NamedTuple):
    """What a solution has to reach."""

    kind: int
    n: int
    exact: bool
    color: int
    clear: int


@rule
def enough(number: int, goal: Goal) -> bool:
    """Whether this number is what the goal asks for."""
    return number == goal.n if goal.exact else number >= goal.n


@rule
def round_reaches(
    goal: Goal, board: Board, vanished: Tally, group: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]
) -> bool:
    """Whether one round does what a goal of the kinds `colors`, `count`, `place` and `connect` asks for."""
    if goal.kind == COLORS:
        return enough(colors_in(vanished), goal)
    if goal.kind == COUNT:
        return enough(puyos_in(vanished, goal.color), goal)
    counted = np.zeros(len(sizes), np.bool_)
    for y in range(VISIBLE_ROWS):
        for x in range(COLUMNS):
            if sizes[group[y, x]] >= 4 and is_meant(board[y, x], goal.color):
                counted[group[y, x]] = True
    groups = 0
    one_is_enough = False
    for number in range(len(sizes)):
        if counted[number]:
            groups += 1
            if enough(sizes[number], goal):
                one_is_enough = True
    if goal.kind == PLACE:
        return enough(groups, goal)
    return goal.kind == CONNECT and one_is_enough


@rule
def is_clear(board: Board, color: int) -> bool:
    """Whether none of these puyos is left."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            if board[y, x] != EMPTY and is_meant(board[y, x], color):
                return False
    return True


@rule
def play_chain(board: Board, so_far: Tally, goal: Goal) -> tuple[Board, Tally, bool]:
    """Play the chain of one step to its end: the board, all that has vanished so far, whether the goal is reached."""
    in_all = so_far.copy()
    rounds = 0
    in_some_round = False
    while True:
        group, sizes = find_groups(board)
        if not pops(sizes):
            break
        gone, turned = round_of(board, large_groups(group, sizes))
        vanished = tally_of(board, gone)
        rounds += 1
        for cell in range(len(LETTERS)):
            in_all[cell] += vanished[cell]
        if round_reaches(goal, board, vanished, group, sizes):
            in_some_round = True
        board = after_round(board, gone, turned)

    if goal.kind == NO_KIND:
        reached = True
    elif goal.kind == CHAIN:
        reached = enough(rounds, goal)
    elif goal.kind == ACC_COLORS:
        reached = enough(colors_in(in_all), goal)
    elif goal.kind == ACC_COUNT:
        reached = enough(puyos_in(in_all, goal.color), goal)
    else:
        reached = in_some_round
    if goal.clear != NOTHING and not is_clear(board, goal.clear):
        reached = False
    return board, in_all, reached


@rule
def is_lost(board: Board) -> bool:
    """Whether column 3 is filled up to row 12."""
    return height_of(board, SPAWN) >= VISIBLE_ROWS


# ------------------------------------------------------------------ one step

GOES_ON, REACHED, LOST = 0, 1, 2
"""How a line stands after a step."""


@rule
def finish(board: Board, so_far: Tally, goal: Goal) -> tuple[Board, Tally, int]:
    """Play the chain, test the goal, then the loss: the board, what has vanished so far, how the line stands."""
    after, vanished, reached = play_chain(board, so_far, goal)
    if reached:
        return after, vanished, REACHED
    return after, vanished, LOST if is_lost(after) else GOES_ON


# ------------------------------------------------------------------ trying everything

FALL = -1
"""Stands for the letter of the pivot where a step is a fall."""
DEPTH, LOOKED, LIMIT, NO_LIMIT = 0, 1, 2, 2**62
"""What the tally of a search holds: the step that is being tried, or -1 after the last; positions looked at so far;
how many may be."""


class Search(NamedTuple):
    """All ways to play a queue, in order: where the search is, and what it has still to try. A row for each step."""

    steps: npt.NDArray[np.int64]
    """The letters of pivot and other puyo; for a fall FALL, its letter, and how many puyos onto each column."""
    boards: npt.NDArray[np.int8]
    """The board before the step."""
    vanished: npt.NDArray[np.int64]
    """What has vanished before it."""
    choices: npt.NDArray[np.int64]
    """The allowed placements, as places in NAMES; FALL alone for a fall."""
    sizes: npt.NDArray[np.int64]
    """How many of them there are."""
    tried: npt.NDArray[np.int64]
    """How many of them have been tried."""
    tally: npt.NDArray[np.int64]


@rule
def list_choices(search: Search, n: int) -> None:
    """Write down what can be done in the n-th step, all of it still to try. Each choice is a position to look at."""
    if search.steps[n, 0] == FALL:
        search.choices[n, 0] = FALL
        search.sizes[n] = 1
    else:
        found = allowed(heights_of(search.boards[n]), search.steps[n, 0] == search.steps[n, 1])
        for place_in_list in range(len(found)):
            search.choices[n, place_in_list] = found[place_in_list]
        search.sizes[n] = len(found)
    search.tried[n] = 0
    search.tally[LOOKED] += search.sizes[n]


@rule
def try_choice(search: Search, n: int, choice: int) -> Board:
    """The board after a choice in the n-th step, before its chain."""
    step = search.steps[n]
    if choice == FALL:
        return shower(search.boards[n], step[1], step[2:])
    return place(search.boards[n], choice, step[0], step[1])


@rule
def go_on_from(search: Search, n: int, board: Board, vanished: Tally) -> None:
    """Begin with the n-th step on this board, after so much has vanished."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            search.boards[n, y, x] = board[y, x]
    for cell in range(len(LETTERS)):
        search.vanished[n, cell] = vanished[cell]
    list_choices(search, n)


@rule
def next_solution(search: Search, goal: Goal) -> bool:
    """Go on to the next solution within the limit, if any: the last choice tried of each step up to DEPTH."""
    n = search.tally[DEPTH]
    while n >= 0 and search.tally[LOOKED] <= search.tally[LIMIT]:
        if search.tried[n] == search.sizes[n]:
            n -= 1
            continue
        choice = search.choices[n, search.tried[n]]
        search.tried[n] += 1
        after, vanished, stands = finish(try_choice(search, n, choice), search.vanished[n], goal)
        if stands == REACHED:
            search.tally[DEPTH] = n
            return True
        if stands == GOES_ON and n + 1 < len(search.steps):
            n += 1
            go_on_from(search, n, after, vanished)
    search.tally[DEPTH] = -1
    return False


# ------------------------------------------------------------------ reading a puzzle

COLOR_LETTERS = LETTERS[FIRST_COLOR:]
COLOR_NAMES = {"all": ALL, "color": COLORED, "garbage": ANY_GARBAGE} | {c: LETTERS.index(c) for c in COLOR_LETTERS}
COLORS_OF_KIND = dict.fromkeys(("count", "acc_count"), tuple(COLOR_NAMES))
COLORS_OF_KIND |= dict.fromkeys(("place", "connect"), ("all", "color", *COLOR_LETTERS))
COLORS_OF_KIND |= dict.fromkeys(("chain", "colors", "acc_colors"), ("all",))
OUT_OF_REACH = 10**9
"""More than any number that a goal is about; larger ones might not fit a machine word."""
FALLS = {"garbage": GARBAGE, "hard": HARD}
FALL_NAME = ".."


class Pair(NamedTuple):
    """A step of the queue: two coloured puyos."""

    pivot: int
    other: int

    @property
    def options(self) -> int:
        """How many placements it has when nothing is in the way."""
        return OF_A_DOUBLE if self.pivot == self.other else len(NAMES)


class Fall(NamedTuple):
    """A step of the queue: so many garbage or hard puyos onto each column."""

    cell: int
    counts: npt.NDArray[np.int64]
    options: int = 1


Step = Pair | Fall
Task = tuple[Board, list[Step], Goal]
"""A puzzle as the rules see it: board, queue, goal."""


def read(puzzle: Puzzle) -> Task:
    """A puzzle as the rules see it; Foul when it is not one."""
    if not isinstance(puzzle, dict):
        raise Foul(f"puzzle: expected an object, not {type(puzzle).__name__}")
    if puzzle.get("game") != "puyo":
        raise Foul(f"game: expected 'puyo', not {puzzle.get('game')!r}")
    goal, queue = read_goal(puzzle.get("goal")), puzzle.get("queue")
    if not isinstance(queue, list | tuple) or not queue:
        raise Foul(f"queue: expected a list of one step or more, not {queue!r}")
    steps = [read_step(f"queue[{n}]", step) for n, step in enumerate(queue)]
    board = read_board(puzzle.get("board"))
    refuse_start(board)
    return board, steps, goal


def read_goal(goal: object) -> Goal:
    """A goal: a kind with its number, a colour to clear, or both."""
    if not isinstance(goal, dict):
        raise Foul(f"goal: expected an object, not {type(goal).__name__}")
    for key in goal:
        if key not in ("kind", "n", "exact", "color", "clear"):
            raise Foul(f"goal: no part of a goal is called {key!r}")
    kind, clear = goal.get("kind"), goal.get("clear")
    if kind is None and clear is None:
        raise Foul("goal: neither a kind nor a colour to clear")
    gone = NOTHING if clear is None else read_color("goal.clear", clear, tuple(COLOR_NAMES))
    if kind is None:
        return Goal(NO_KIND, 0, False, ALL, gone)
    if not isinstance(kind, str) or kind not in KINDS:
        raise Foul(f"goal.kind: expected one of {', '.join(KINDS)}, not {kind!r}")
    n, exact = goal.get("n"), goal.get("exact")
    if type(n) is not int or n < 1:
        raise Foul(f"goal.n: expected a whole number from 1, not {n!r}")
    if type(exact) is not bool:
        raise Foul(f"goal.exact: expected true or false, not {exact!r}")
    color = read_color("goal.color", goal.get("color", "all"), COLORS_OF_KIND[kind])
    return Goal(KINDS.index(kind), min(n, OUT_OF_REACH), exact, color, gone)


def read_color(where: str, color: object, known: tuple[str, ...]) -> int:
    """What a goal is about, by its name."""
    if not isinstance(color, str) or color not in known:
        raise Foul(f"{where}: expected one of {', '.join(known)}, not {color!r}")
    return COLOR_NAMES[color]


def read_step(where: str, step: object) -> Step:
    """One step of the queue: a pair, or a fall."""
    if isinstance(step, str):
        if len(step) != 2 or set(step) - set(COLOR_LETTERS):
            raise Foul(f"{where}: expected two of {' '.join(COLOR_LETTERS)}, not {step!r}")
        return Pair(LETTERS.index(step[0]), LETTERS.index(step[1]))
    if not isinstance(step, dict) or len(step) != 1 or not set(step) <= set(FALLS):
        raise Foul(f"{where}: expected a pair, or a fall of {' or '.join(FALLS)}, not {step!r}")
    ((kind, counts),) = step.items()
    if not isinstance(counts, list | tuple) or len(counts) != COLUMNS:
        raise Foul(f"{where}: expected {COLUMNS} numbers, not {counts!r}")
    for number in counts:
        if type(number) is not int or number < 0:
            raise Foul(f"{where}: expected whole numbers from 0, not {number!r}")
    return Fall(FALLS[kind], np.array([min(number, ROWS) for number in counts], np.int64))


def read_board(rows: object) -> Board:
    """A board from its rows, from the top; leading empty ones may be left out."""
    if not isinstance(rows, list | tuple):
        raise Foul(f"board: expected a list of rows, not {type(rows).__name__}")
    if len(rows) > ROWS:
        raise Foul(f"board: {len(rows)} rows, where at most {ROWS} are allowed")
    board = np.zeros((ROWS, COLUMNS), np.int8)
    for n, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != COLUMNS or set(row) - set(LETTERS):
            raise Foul(f"board[{n}]: expected {COLUMNS} of {' '.join(LETTERS)}, not {row!r}")
        board[len(rows) - 1 - n] = [LETTERS.index(cell) for cell in row]
    return board


def refuse_start(board: Board) -> None:
    """Foul when a puzzle cannot start from this board."""
    for y, x in np.argwhere(board != fall(board)).tolist():
        raise Foul(f"board: a puyo floats in column {x + 1}, at row {y + 1} or above")
    if is_lost(board):
        raise Foul("board: column 3 is filled up to row 12 at the start")
    if pops(find_groups(board)[1]):
        raise Foul("board: a group of four or more at the start")


# ------------------------------------------------------------------ the twin of the kernels


def rows_of(board: Board) -> list[str]:
    """All 13 rows of a board, from the top."""
    return ["".join(LETTERS[cell] for cell in row) for row in board[::-1]]


def cells_of(marks: Marks) -> list[tuple[int, int]]:
    """The marked cells as (column, row), both from 1, sorted."""
    return sorted((x + 1, y + 1) for y, x in np.argwhere(marks).tolist())


def simulate(rows: object) -> dict[str, Any]:
    """Play a board's chain: `chains`, `score`, the `board` that is left, and each of the `rounds`.

    There is no loss; what floats falls first. Of a round: the cells that `vanished`, those of hard puyos
    that `turned`, both as (column, row) from 1, the sizes of the `groups` by colour, and its `score`.
    """
    board = fall(read_board(rows))
    rounds: list[dict[str, Any]] = []
    while True:
        group, sizes = find_groups(board)
        if not pops(sizes):
            break
        gone, turned = round_of(board, large_groups(group, sizes))
        score = round_score(len(rounds) + 1, tally_of(board, gone), int(turned.sum()), sizes)
        groups = group_sizes(board, group, sizes)
        rounds.append({"vanished": cells_of(gone), "turned": cells_of(turned), "groups": groups, "score": int(score)})
        board = after_round(board, gone, turned)
    total = sum(played["score"] for played in rounds)
    return {"chains": len(rounds), "score": total, "board": rows_of(board), "rounds": rounds}


def group_sizes(board: Board, group: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]) -> dict[str, list[int]]:
    """The sizes of the groups of four or more, by colour, in order."""
    found: dict[str, list[int]] = {}
    for number, size in enumerate(sizes.tolist()):
        if size >= 4:
            found.setdefault(LETTERS[board[group == number][0]], []).append(size)
    return {letter: sorted(found[letter]) for letter in COLOR_LETTERS if letter in found}


def placements(heights: list[int] | Heights, double: bool = False) -> list[str]:
    """The names of the allowed placements on columns of these heights; none where column 3 is lost."""
    return [NAMES[n] for n in allowed(np.array(heights, np.int64), double)]


def solutions(puzzle: Puzzle) -> list[str]:
    """All solutions, sorted."""
    board, queue, goal = read(puzzle)
    return sorted(search(board, queue, goal, Meter()))


# ------------------------------------------------------------------ the referee

# A position is a board that a step leaves, its chain played. Proofs for random puzzles of two, three and
# four moves looked at 0.4 to 0.6 million of them a second, compiled, on one core.
POSITIONS_PER_SECOND = 450_000


def nothing_yet() -> Tally:
    """What has vanished before the first step."""
    return np.zeros(len(LETTERS), np.int64)


def replay(puzzle: Puzzle, solution: object) -> None:
    """Raise Foul unless the solution is legal, uses the queue in order and reaches the goal, and ends there."""
    board, queue, goal = read(puzzle)
    if not isinstance(solution, str) or len(solution) % 2 or not solution:
        raise Foul(f"solution: expected two characters for each step, not {solution!r}")
    names = [solution[n : n + 2] for n in range(0, len(solution), 2)]
    if len(names) > len(queue):
        raise Foul(f"solution: {len(names)} steps for a queue of {len(queue)}")
    so_far, stands = nothing_yet(), GOES_ON
    for n, (name, step) in enumerate(zip(names, queue, strict=False)):
        where = f"solution[{n}]"
        if stands == REACHED:
            raise Foul(f"{where}: the goal was reached before")
        if stands == LOST:
            raise Foul(f"{where}: column 3 is filled up to row 12")
        board, so_far, stands = finish(put(where, board, step, name), so_far, goal)
    if stands != REACHED:
        raise Foul("solution: the goal is not reached")


def put(where: str, board: Board, step: Step, name: str) -> Board:
    """The board after a named step, before its chain; Foul when the step is not allowed."""
    if isinstance(step, Fall):
        if name != FALL_NAME:
            raise Foul(f"{where}: the queue has a fall here, written {FALL_NAME!r}, not {name!r}")
        return shower(board, step.cell, step.counts)
    if name not in NAMES[: step.options]:
        letters = LETTERS[step.pivot] + LETTERS[step.other]
        raise Foul(f"{where}: no placement of the pair {letters} is called {name!r}")
    if name not in placements(heights_of(board), step.pivot == step.other):
        raise Foul(f"{where}: a column is too high for {name}")
    return place(board, NAMES.index(name), step.pivot, step.other)


def new_search(board: Board, queue: list[Step], limit: int | None) -> Search:
    """The search before its first step."""
    steps = np.zeros((len(queue), 2 + COLUMNS), np.int64)
    for n, step in enumerate(queue):
        if isinstance(step, Fall):
            steps[n, :2], steps[n, 2:] = (FALL, step.cell), step.counts
        else:
            steps[n, :2] = step
    search = Search(
        steps,
        np.zeros((len(queue), ROWS, COLUMNS), np.int8),
        np.zeros((len(queue), len(LETTERS)), np.int64),
        np.zeros((len(queue), len(NAMES)), np.int64),
        np.zeros(len(queue), np.int64),
        np.zeros(len(queue), np.int64),
        np.array([0, 0, NO_LIMIT if limit is None else limit]),
    )
    go_on_from(search, 0, board, nothing_yet())
    return search


def solution_at(search: Search) -> str:
    """The names of the choices that are being tried."""
    steps = range(search.tally[DEPTH] + 1)
    choices = [search.choices[n, search.tried[n] - 1] for n in steps]
    return "".join(FALL_NAME if choice == FALL else NAMES[choice] for choice in choices)


def search(board: Board, queue: list[Step], goal: Goal, meter: Meter) -> Iterator[str]:
    """Every solution, by trying everything; Unfinished at the meter's end."""
    looking = new_search(board, queue, None if meter.limit is None else meter.limit - meter.positions)
    told = 0
    going_on = True
    while going_on:
        going_on = next_solution(looking, goal)
        looked = int(looking.tally[LOOKED])
        meter.add(looked - told)
        told = looked
        if going_on:
            yield solution_at(looking)


def count(puzzle: Puzzle, stop_at: int = 2, meter: Meter | None = None) -> int:
    """Count the different solutions, up to `stop_at` (0 = all of them); the meter may end it."""
    board, queue, goal = read(puzzle)
    number = 0
    for _ in search(board, queue, goal, meter or Meter()):
        number += 1
        if number == stop_at:
            break
    return number


def cost(puzzle: Puzzle) -> int:
    """Estimate the positions that `count` looks at, without looking at them.

    It is never too low: columns that are too high, and lines that end early, leave placements out.
    """
    _, queue, _ = read(puzzle)
    boards, positions = 1, 0
    for step in queue:
        boards *= step.options
        positions += boards
    return positions

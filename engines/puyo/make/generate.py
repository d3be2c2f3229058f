"""Making candidates in two ways: at random (Nazo Puyo paper, 4.2.1) and in reverse (4.2.2, see `reverse`).

Whichever way, a candidate keeps the paper's conditions, shown by search: the goal can be reached, but not before the
last move, and nothing beyond it can be (no longer chain, no more colours or puyos at once). How many solutions there
are is for the solver to say. Compare with tests/engines/puyo/make/test_generate.py, which holds candidates against
the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from engines.contract import BadParameter, Variant
from engines.kernels.jit import kernel
from engines.kernels.randomness import below, start, stream_key
from engines.puyo.make.minimise import minimised
from engines.puyo.make.reverse import (
    GROUP,
    Frame,
    Plan,
    Stack,
    add_noise,
    drawn_color,
    empty,
    finished,
    pack,
    replays,
    take_pairs,
)
from engines.puyo.make.variants import ANY, PARAMETERS, REVERSE
from engines.puyo.rules.board import (
    DEATH_COLUMN,
    GARBAGE,
    MARKS,
    PURPLE,
    ROWS,
    VISIBLE,
    WIDTH,
    WORDS,
    Columns,
    bulk_columns,
)
from engines.puyo.rules.chain import pops
from engines.puyo.rules.goals import AIM_EXACT, AIM_KIND, AIM_N, NO_KIND, aim_of
from engines.puyo.rules.puzzle import CHAIN, COLORS_AT_ONCE, COUNT, MAX_STEPS, Goal, Puzzle
from engines.puyo.solve.nearby_solutions import has_another
from engines.puyo.solve.solver import AT_LIMIT, PIVOT, ROTOR, STEP_FIELDS, UNUSED, Desk, new_desk, search

CHECK_LIMIT = 50_000_000  # positions that the search for one candidate's conditions may take
AS_IT_COMES = 5  # one candidate in so many is taken whatever its solutions, so that those with several are known too
PATIENCE = 500_000  # boards tried for one candidate before the settings are said to leave no room

RANGES = ("colors", "garbage", "extra", "width", "height")


class NoRoom(BadParameter):
    """The settings leave no room for a candidate."""


class Candidates(NamedTuple):
    """Candidates as arrays: boards, steps of the queue."""

    boards: np.ndarray
    steps: np.ndarray


@kernel
def drawn(state: np.ndarray, bounds: np.ndarray) -> int:
    """A whole number from a range."""
    return int(bounds[0]) + below(state, int(bounds[1] - bounds[0]) + 1)


@kernel
def shuffled(state: np.ndarray, palette: np.ndarray) -> None:
    """The five colours in a random order."""
    for i in range(len(palette)):
        palette[i] = PURPLE + i
    for i in range(len(palette) - 1, 0, -1):
        j = below(state, i + 1)
        palette[i], palette[j] = palette[j], palette[i]


@kernel
def random_board(state: np.ndarray, frame: Frame, garbage: int, apart: bool, stack: Stack) -> None:
    """Columns of random heights in random colours, with so many garbage puyos among them."""
    empty(stack)
    codes, heights = stack.codes, stack.heights
    cells = 0
    for x in range(frame.left, frame.left + frame.width):
        heights[x] = below(state, frame.most + 1)
        cells += heights[x]
    for x in range(frame.left, frame.left + frame.width):
        for y in range(heights[x]):
            if below(state, cells) < garbage:
                codes[x, y] = GARBAGE
                garbage -= 1
            else:
                codes[x, y] = drawn_color(state, frame)
                if apart and x and codes[x - 1, y] == codes[x, y]:
                    codes[x, y] = drawn_color(state, frame)
            cells -= 1


@kernel
def side_by_side(codes: np.ndarray) -> bool:
    """Whether two neighbours in a row have the same colour."""
    for x in range(1, WIDTH):
        for y in range(ROWS):
            if codes[x, y] > GARBAGE and codes[x, y] == codes[x - 1, y]:
                return True
    return False


@kernel
def make_random(
    state: np.ndarray, frame: Frame, garbage: int, apart: bool, moves: int, stack: Stack, steps: np.ndarray
) -> bool:
    """A random board with a random queue; False if it is lost, or not as far apart as asked for."""
    random_board(state, frame, garbage, apart, stack)
    if stack.heights[DEATH_COLUMN] >= VISIBLE or (apart and side_by_side(stack.codes)):
        return False
    for move in range(moves):
        steps[move, PIVOT], steps[move, ROTOR] = drawn_color(state, frame), drawn_color(state, frame)
    return True


@kernel
def make_reverse(
    state: np.ndarray,
    frame: Frame,
    plan: Plan,
    spare: np.ndarray,
    moves: int,
    stack: Stack,
    trial: Stack,
    steps: np.ndarray,
    intended: np.ndarray,
    rounds: np.ndarray,
) -> bool:
    """A finished board with what plays no part, and its queue taken off again; False if none came of it."""
    if plan.distinct and plan.finals > frame.colors:
        return False
    if not finished(state, frame, plan, spare, stack, trial, rounds):
        return False
    add_noise(state, frame, plan, False, spare[0], stack, trial, rounds)
    add_noise(state, frame, plan, True, spare[1], stack, trial, rounds)
    return take_pairs(state, stack, moves, steps, intended, rounds[0])


@kernel
def solutions_in(
    board: np.ndarray, steps: np.ndarray, moves: int, aim: np.ndarray, wanted: int, tag: int, desk: Desk
) -> int:
    """How many solutions a candidate has, at most `wanted`; -1 if the search did not end."""
    room = np.full((wanted + 1, MAX_STEPS), UNUSED, dtype=np.uint8)
    _, _, found, _, ended = search(board, steps, moves, aim, CHECK_LIMIT, wanted, tag, desk, room, 0)
    return -1 if ended == AT_LIMIT else found


@kernel
def keeps_conditions(board: np.ndarray, steps: np.ndarray, moves: int, aim: np.ndarray, tag: int, desk: Desk) -> bool:
    """Whether the goal cannot be reached before the last move, nor anything beyond it at all."""
    if moves > 1 and solutions_in(board, steps, moves - 1, aim, 1, tag, desk) != 0:
        return False
    if aim[AIM_KIND] == NO_KIND:
        return True
    beyond = aim.copy()
    beyond[AIM_N] += 1
    beyond[AIM_EXACT] = 0
    return solutions_in(board, steps, moves, beyond, 1, tag + 1, desk) == 0


@kernel
def make_candidates(
    key: np.uint64,
    first: int,
    ways: np.ndarray,
    moves: int,
    aim: np.ndarray,
    groups: np.ndarray,
    settings: np.ndarray,
    apart: bool,
    picky: int,
    patience: int,
    boards: np.ndarray,
    steps: np.ndarray,
) -> int:
    """Candidates number first, first + 1, ... of a stream; how many boards they took, or -1 if there is no room.

    `ways` says by turns whether a candidate is made in reverse. `groups`: how many groups the last round has,
    whether they differ in colour, and the range of rounds before it.
    """
    state = np.zeros(1, dtype=np.uint64)
    palette = np.zeros(5, dtype=np.int64)
    stack = Stack(np.zeros((WIDTH, ROWS), dtype=np.int64), np.zeros(WIDTH, dtype=np.int64))
    trial = Stack(np.zeros((WIDTH, ROWS), dtype=np.int64), np.zeros(WIDTH, dtype=np.int64))
    desk = new_desk(1 << 12 if moves > 3 else 1)
    intended = np.zeros(MAX_STEPS, dtype=np.int64)
    spare = np.zeros(2, dtype=np.int64)
    tries = 0
    for i in range(len(boards)):
        start(state, key, first + i)
        reverse = ways[(first + i) % len(ways)] != 0
        seen = 0  # boards with several solutions that were passed over
        for attempt in range(patience + 1):
            if attempt == patience:
                return -1
            tries += 1
            shuffled(state, palette)
            colors, garbage = drawn(state, settings[0]), drawn(state, settings[1])
            extra, width = drawn(state, settings[2]), drawn(state, settings[3])
            most = drawn(state, settings[4])
            frame = Frame(palette, colors, below(state, WIDTH - width + 1), width, most)
            if reverse:
                plan = Plan(drawn(state, groups[2:]), groups[0], groups[1] != 0)
                spare[0], spare[1] = extra, garbage
                if not make_reverse(state, frame, plan, spare, moves, stack, trial, steps[i], intended, desk.rounds):
                    continue
            elif not make_random(state, frame, garbage, apart, moves, stack, steps[i]):
                continue
            pack(stack, boards[i])
            if reverse and not replays(boards[i], steps[i], moves, intended, aim, desk.rounds):
                continue
            if not reverse and pops(boards[i]):
                continue
            pick = seen < picky and (first + i) % AS_IT_COMES != 0
            if pick and reverse and has_another(boards[i], steps[i], moves, intended, aim, desk.boards, desk.rounds):
                seen += 1
                continue
            if not keeps_conditions(boards[i], steps[i], moves, aim, 3 * tries, desk):
                continue
            if reverse and not pick:
                break
            found = solutions_in(boards[i], steps[i], moves, aim, 2 if pick else 1, 3 * tries + 2, desk)
            if found == 1:
                break
            seen += found > 1
    return tries


def groups_of(variant: Variant) -> list[int]:
    """What a finished board has: groups in the last round, whether they differ in colour, rounds before (range)."""
    goal: Goal = variant.parameters["goal"]
    if goal.kind == CHAIN:
        return [1, 0, goal.n - 1, goal.n - 1]
    if goal.kind == COLORS_AT_ONCE:
        return [goal.n, 1, 0 if goal.n == 2 else 1, 2]
    if goal.kind == COUNT:
        return [goal.n // GROUP, 0, 0 if goal.n <= 2 * GROUP else 1, 2]
    return [1, 0, variant.moves, variant.moves + 2]


def methods_of(variant: Variant, parameters: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """The ways in which candidates are made, by turns."""
    method = (parameters or {}).get("method", ANY)
    return variant.parameters["methods"] if method == ANY else (method,)


def method_of(variant: Variant, number: int, parameters: Mapping[str, Any] | None = None) -> str:
    """How a candidate is made: by turns of its variant's methods."""
    methods = methods_of(variant, parameters)
    return methods[number % len(methods)]


def no_room(variant: Variant, given: Mapping[str, Any]) -> str:
    """Why settings cannot hold the groups of a variant whatever is drawn; nothing if they may."""
    finals, distinct, triggers, _ = groups_of(variant)
    needed, room = GROUP * (finals + triggers), given["width"][1] * given["height"][1]
    if REVERSE in methods_of(variant, given) and needed > room:
        return f"its groups have {needed} puyos, but width and height leave room for {room}"
    if distinct and finals > given["colors"][1]:
        return f"it needs {finals} colours, but there are at most {given['colors'][1]}"
    return ""


def candidates(
    variant: Variant, seed: int, count: int, first: int = 0, parameters: Mapping[str, Any] | None = None
) -> Candidates:
    """The bulk path: candidates number first .. first+count-1 of a seed, as arrays."""
    defaults = {each.name: each.default for each in PARAMETERS}
    given = {**defaults, **variant.parameters["shape"], **(parameters or {})}
    settings = np.array([given[name] for name in RANGES], dtype=np.int64)
    ways = np.array([method == REVERSE for method in methods_of(variant, parameters)], dtype=np.int64)
    boards = np.zeros((count, WORDS), dtype=np.int64)
    steps = np.zeros((count, MAX_STEPS, STEP_FIELDS), dtype=np.int64)
    if reason := no_room(variant, given):
        raise NoRoom(f"no candidate of {variant.name}: {reason}")
    tries = make_candidates(
        stream_key(variant.name, seed),
        first,
        ways,
        variant.moves,
        aim_of(variant.parameters["goal"]),
        np.array(groups_of(variant), dtype=np.int64),
        settings,
        given["apart"],
        given["picky"],
        PATIENCE,
        boards,
        steps,
    )
    if tries < 0:
        raise NoRoom(f"no candidate of {variant.name} in {PATIENCE:,} boards: the settings leave no room for it")
    return Candidates(boards, steps)


def generate(
    variant: Variant, seed: int, count: int, first: int = 0, parameters: Mapping[str, Any] | None = None
) -> list[Puzzle]:
    """The same as puzzles."""
    made = candidates(variant, seed, count, first, parameters)
    goal: Goal = variant.parameters["goal"]
    pairs = made.steps[:, : variant.moves, [PIVOT, ROTOR]].tolist()
    queues = [tuple(MARKS[pivot] + MARKS[rotor] for pivot, rotor in queue) for queue in pairs]
    boards: list[Columns] = bulk_columns(made.boards)
    puzzles = [Puzzle(goal, queue, columns) for queue, columns in zip(queues, boards, strict=True)]
    return [minimised(puzzle) for puzzle in puzzles] if (parameters or {}).get("minimise") else puzzles

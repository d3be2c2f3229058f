"""Playing moves one by one, each checked: what the player page, the drawings and the features ask for.

A line of moves is written as solutions are: two characters a step, `4N56`, with `..` for a fall of garbage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.contract import Json
from engines.puyo.rules.board import (
    GARBAGE,
    HARD,
    MARKS,
    ROWS_MASK,
    WIDTH,
    Columns,
    columns_of,
    planes_of,
    rows_from_columns,
    shift_of,
    word_of,
)
from engines.puyo.rules.chain import (
    COUNTS,
    FIELDS,
    GROUP_LIST,
    GROUP_SIZES,
    MAX_ROUNDS,
    MOST_GROUPS,
    POINTS,
    SOFTENED,
    VANISHED_0,
    fall,
    vanish,
)
from engines.puyo.rules.goals import aim_of, progress, reached
from engines.puyo.rules.place import DOUBLES, NUMBER_OF, PLACEMENTS, legal_placements, lost, place
from engines.puyo.rules.place import fall_onto as fall_on
from engines.puyo.rules.puzzle import HARD_FALL, NO_MOVE, Fall, Puzzle, Step

Cell = tuple[int, int]  # column from the left and row from the bottom, both from 0


class IllegalMove(ValueError):
    """A move that the rules do not allow; the message says which."""


@dataclass(frozen=True)
class Round:
    """One round of a chain: the board as it stood, what vanishes from it, and what that scores."""

    before: Columns
    vanished: tuple[Cell, ...]
    groups: tuple[tuple[str, int], ...]  # colour and size of each group
    counts: dict[str, int]  # how many of each letter vanish
    softened: int  # hard puyos that turn to garbage
    points: int
    after: Columns  # what has fallen included


@dataclass(frozen=True)
class Played:
    """One step of the queue: where it went, and what came of it."""

    step: Step
    move: str  # "4N", or ".." for a fall
    before: Columns
    placed: tuple[tuple[Cell, str], ...]  # where each puyo came to rest; one that rests above row 13 is not there
    rounds: tuple[Round, ...]
    after: Columns
    goal: bool  # whether this step reaches the goal
    lost: bool


def split(moves: Any) -> list[str]:
    """A line of moves as its steps; it may come as one string or as a list of them."""
    if isinstance(moves, str):
        if len(moves) % 2:
            raise IllegalMove(f"{moves!r} is not a line of moves: each is two characters")
        return [moves[i : i + 2] for i in range(0, len(moves), 2)]
    if not all(isinstance(move, str) for move in moves):
        raise IllegalMove("moves must be strings like '4N'")
    return list(moves)


def follow(puzzle: Puzzle, moves: Any) -> list[Played]:
    """Play the moves, each checked against the rules; nothing may follow the goal or a loss."""
    names = split(moves)
    if len(names) > len(puzzle.queue):
        raise IllegalMove(f"{len(names)} moves, but the queue has {len(puzzle.queue)} steps")
    board, before = planes_of(puzzle.columns), puzzle.columns
    aim = aim_of(puzzle.goal)
    line: list[Played] = []
    so_far = 0
    for number, (step, name) in enumerate(zip(puzzle.queue, names, strict=False), 1):
        if line and (line[-1].goal or line[-1].lost):
            raise IllegalMove(
                f"move {number}: {'the goal is reached' if line[-1].goal else 'the game is lost'} before it"
            )
        put(board, step, name, number)
        full = columns_of(board)
        told = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
        rounds = tuple(play_out(board, told))
        after = rounds[-1].after if rounds else full
        so_far = int(progress(aim, so_far, told, len(rounds)))
        goal = bool(reached(aim, so_far, told, len(rounds), board))
        placed = tuple(((x, y), full[x][y]) for x in range(WIDTH) for y in range(len(before[x]), len(full[x])))
        line.append(Played(step, name, before, placed, rounds, after, goal, bool(lost(board))))
        before = after
    return line


def put(board: np.ndarray, step: Step, name: str, number: int = 1) -> None:
    """A step onto the board; IllegalMove if it cannot go there."""
    if isinstance(step, Fall):
        if name != NO_MOVE:
            raise IllegalMove(f"move {number} must be {NO_MOVE!r}: garbage falls, and nobody places it")
        fall_on(board, np.array(step.counts, dtype=np.int64), HARD if step.kind == HARD_FALL else GARBAGE)
        return
    if name not in names_of(board, step):
        why = "is not a placement" if name not in NUMBER_OF else f"cannot be reached with {step}"
        raise IllegalMove(f"move {number}: {name!r} {why}")
    place(board, NUMBER_OF[name], MARKS.index(step[0]), MARKS.index(step[1]))


def names_of(board: np.ndarray, step: Step) -> list[str]:
    """The moves that a step has on a board."""
    if isinstance(step, Fall):
        return [NO_MOVE]
    mask = int(legal_placements(board))
    most = DOUBLES if step[0] == step[1] else len(PLACEMENTS)
    return [name for number, name in enumerate(PLACEMENTS[:most]) if mask >> number & 1]


def play_out(board: np.ndarray, told: np.ndarray) -> list[Round]:
    """The rounds of a chain one by one; `board` is left as they leave it."""
    rounds: list[Round] = []
    before = columns_of(board)
    while vanish(board, len(rounds) + 1, told[len(rounds)]):
        fall(board)
        after = columns_of(board)
        facts = told[len(rounds)].tolist()
        vanished = cells_in(facts[VANISHED_0 : VANISHED_0 + 2])
        rounds.append(
            Round(before, vanished, groups_in(facts), counts_in(facts), facts[SOFTENED], facts[POINTS], after)
        )
        before = after
    return rounds


def groups_in(facts: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """Colour and size of each group that a round tells of."""
    groups = facts[GROUP_LIST : GROUP_LIST + MOST_GROUPS]
    return tuple((MARKS[group // GROUP_SIZES], group % GROUP_SIZES) for group in groups if group)


def counts_in(facts: Sequence[int]) -> dict[str, int]:
    """How many of each letter vanish in a round."""
    return {mark: facts[COUNTS + code] for code, mark in enumerate(MARKS) if facts[COUNTS + code]}


def cells_in(words: Sequence[int]) -> tuple[Cell, ...]:
    """The cells of a plane's two words."""
    lanes = [words[word_of(x)] >> (shift_of(x) + 1) & ROWS_MASK for x in range(WIDTH)]
    return tuple([(x, y) for x, lane in enumerate(lanes) for y in range(lane.bit_length()) if lane >> y & 1])


def legal(puzzle: Puzzle, moves: Any) -> list[str]:
    """The moves that may follow; none after the goal or a loss."""
    line = follow(puzzle, moves)
    if len(line) == len(puzzle.queue) or (line and (line[-1].goal or line[-1].lost)):
        return []
    return names_of(planes_of(line[-1].after if line else puzzle.columns), puzzle.queue[len(line)])


def play(puzzle: Puzzle, moves: Any) -> Json:
    """The position after the moves: its board, what is left of the queue, and what the last move did."""
    line = follow(puzzle, moves)
    last = line[-1] if line else None
    return {
        "board": rows_from_columns(last.after if last else puzzle.columns),
        "queue": [step_json(step) for step in puzzle.queue[len(line) :]],
        "chains": len(last.rounds) if last else 0,
        "score": sum(round_.points for played in line for round_ in played.rounds),
        "goal": bool(last and last.goal),
        "lost": bool(last and last.lost and not last.goal),
    }


def step_json(step: Step) -> Json | str:
    """A step of the queue as it stands in JSON."""
    return step if isinstance(step, str) else {step.kind: list(step.counts)}

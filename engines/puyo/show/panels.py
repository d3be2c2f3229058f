"""What a picture of a puzzle shows, whoever draws it: the boards to look at, in order.

An answer has one board for each move, with the pair where it came to rest and on every puyo that will vanish the
number of its round. The rounds of a chain follow one by one, and last what is left when the goal is reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engines.puyo.rules.board import VISIBLE, WIDTH, Columns
from engines.puyo.rules.checked_moves import Cell, Played, Round, follow
from engines.puyo.rules.puzzle import Fall, Puzzle, Step

LEAST_ROWS = 6


@dataclass(frozen=True)
class Stage:
    """A board on the way: what vanishes from it next, and which hard puyos will be plain garbage after that."""

    columns: Columns
    vanishing: frozenset[Cell] = frozenset()
    softening: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Move:
    """One step of the queue at rest, and all that it sets off."""

    number: int
    name: str
    step: Step
    columns: Columns
    placed: tuple[Cell, ...]
    rounds: dict[Cell, int]  # in which round the puyo that lies here vanishes
    stages: tuple[Stage, ...]  # the chain round by round
    after: Columns

    @property
    def split(self) -> bool:
        """Whether the two halves came to rest apart."""
        if isinstance(self.step, Fall) or len(self.placed) < 2:
            return False
        (x, y), (other_x, other_y) = self.placed
        return abs(x - other_x) + abs(y - other_y) > 1


def cells_of(columns: Columns) -> dict[Cell, str]:
    """The puyos of a board by their places."""
    return {(x, y): mark for x, column in enumerate(columns) for y, mark in enumerate(column)}


def falls_of(before: Columns, vanished: Iterable[Cell]) -> dict[Cell, Cell]:
    """Where each puyo that stays will lie, by where it lies."""
    gone = set(vanished)
    landed: dict[Cell, Cell] = {}
    for x, column in enumerate(before):
        stays = [y for y in range(len(column)) if (x, y) not in gone]
        landed |= {(x, y): (x, low) for low, y in enumerate(stays)}
    return landed


def rounds_of(rounds: Iterable[Round]) -> dict[Cell, int]:
    """The round in which each puyo vanishes, by where it lies before the chain."""
    numbers: dict[Cell, int] = {}
    now: dict[Cell, Cell] | None = None  # where each puyo lies now, by where it lay at first
    for number, round_ in enumerate(rounds, 1):
        if now is None:
            now = {cell: cell for cell in cells_of(round_.before)}
        landed = falls_of(round_.before, round_.vanished)
        numbers |= {first: number for first, cell in now.items() if cell not in landed}
        now = {first: landed[cell] for first, cell in now.items() if cell in landed}
    return numbers


def stage_of(round_: Round) -> Stage:
    """A round as a board to look at."""
    after = cells_of(round_.after)
    landed = falls_of(round_.before, round_.vanished)
    hard = (cell for cell, mark in cells_of(round_.before).items() if mark == "h" and cell in landed)
    softening = frozenset(cell for cell in hard if after[landed[cell]] != "h")
    return Stage(round_.before, frozenset(round_.vanished), softening)


def move_of(number: int, played: Played) -> Move:
    """A played step as boards to look at."""
    return Move(
        number,
        played.move,
        played.step,
        played.rounds[0].before if played.rounds else played.after,
        tuple(cell for cell, _ in played.placed),
        rounds_of(played.rounds),
        tuple(stage_of(round_) for round_ in played.rounds),
        played.after,
    )


def answer(puzzle: Puzzle, solution: Any) -> list[Move]:
    """The moves of a solution, or of the beginning of one."""
    return [move_of(number, played) for number, played in enumerate(follow(puzzle, solution), 1)]


def smaller(moves: list[Move], move: Move) -> list[Stage]:
    """The boards that explain a move: its rounds if there are several, and what is left after the last move."""
    stages = list(move.stages) if len(move.stages) > 1 else []
    return stages + ([Stage(move.after)] if move is moves[-1] and move.stages else [])


def problem_rows(puzzle: Puzzle) -> int:
    """The rows of a problem's picture: all that a solution can use, as far as they are in sight."""
    heights = [len(column) for column in puzzle.columns]
    for step in puzzle.queue:
        if isinstance(step, Fall):
            heights = [height + count for height, count in zip(heights, step.counts, strict=True)]
    return min(VISIBLE, max(LEAST_ROWS, max(heights) + 2 * puzzle.pairs))


def answer_rows(moves: list[Move]) -> int:
    """The rows of an answer's pictures: those in use, and one of air."""
    highest = max((len(column) for move in moves for column in move.columns), default=0)
    return min(VISIBLE, max(LEAST_ROWS, highest + 1))


def in_hidden_row(boards: Iterable[Columns]) -> bool:
    """Whether any of the boards has a puyo in the hidden row."""
    return any(len(columns[x]) > VISIBLE for columns in boards for x in range(WIDTH))

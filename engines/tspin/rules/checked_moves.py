"""Playing a puzzle move by move: what the player page, the drawings and the features stand on.

A move is in the form that solutions use, `{"piece": "S", "cells": [[x, y], ...]}`. Compare
with `search` in `solve`, which plays the same placements without looking back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.contract import Json
from engines.tspin.rules.board import columns_of, place, rows_of, text_of
from engines.tspin.rules.goals import NOWHERE, aim_of, goal_piece, goal_place
from engines.tspin.rules.moves import placements, work_columns
from engines.tspin.rules.pieces import PIECES, Cell
from engines.tspin.rules.placements import cells_of, move_json, parts
from engines.tspin.rules.puzzle import SRS, Puzzle


class IllegalMove(ValueError):
    """A move that the puzzle's rules do not allow. The message says which one, and why."""


@dataclass(frozen=True)
class Step:
    """One placement: the board before it, its piece and cells, and the rows that it clears."""

    before: np.ndarray
    piece: str
    cells: tuple[Cell, ...]
    cleared: tuple[int, ...]


@dataclass(frozen=True)
class Line:
    """Some placements in turn, the board that they leave, and the goal piece's cells if it can be played."""

    steps: tuple[Step, ...]
    columns: np.ndarray
    goal: tuple[Cell, ...]


def rows_in(word: int) -> tuple[int, ...]:
    """The rows of a word, from the bottom."""
    return tuple(y for y in range(word.bit_length()) if word >> y & 1)


def goal_cells(puzzle: Puzzle, columns: np.ndarray) -> tuple[Cell, ...]:
    """The cells of the piece that reaches the goal on a board that the puzzle leads to; none if it cannot."""
    aim = aim_of(puzzle.goal, puzzle.well, np.array(columns_of(puzzle.rows), dtype=np.int64))
    place_of_it = int(goal_place(columns, aim, *work_columns()))
    return () if place_of_it == NOWHERE else cells_of(goal_piece(puzzle.goal), place_of_it)


def _cells(number: int, move: Any) -> tuple[Cell, ...]:
    try:
        return tuple(sorted((int(x), int(y)) for x, y in move["cells"]))
    except (TypeError, ValueError, KeyError):
        form = "{'piece': 'S', 'cells': [[x, y], ...]}"
        raise IllegalMove(f"move {number} is not of the form {form}") from None


def follow(puzzle: Puzzle, moves: Sequence[Any]) -> Line:
    """Play the moves, each checked against the rules."""
    if len(moves) > len(puzzle.queue):
        raise IllegalMove(f"{len(moves)} moves, but the queue has {len(puzzle.queue)} pieces")
    columns = np.array(columns_of(puzzle.rows), dtype=np.int64)
    steps: list[Step] = []
    for number, (piece, move) in enumerate(zip(puzzle.queue, moves, strict=False), 1):
        cells = _cells(number, move)
        if move.get("piece", piece) != piece:
            raise IllegalMove(f"move {number} places {move['piece']}, but the queue has {piece}")
        codes = placements(columns, piece, puzzle.moves == SRS)
        kind = PIECES.index(piece)
        code = next((code for code in codes if cells_of(kind, code) == cells), None)
        if code is None:
            raise IllegalMove(f"move {number}: {piece} cannot be placed on {[list(cell) for cell in cells]}")
        columns, step = take(columns, piece, code)
        steps.append(step)
    goal = goal_cells(puzzle, columns) if len(moves) == len(puzzle.queue) else ()
    return Line(tuple(steps), columns, goal)


def take(columns: np.ndarray, piece: str, code: int) -> tuple[np.ndarray, Step]:
    """The board after a placement, and the placement as a step."""
    after = np.empty_like(columns)
    kind = PIECES.index(piece)
    cleared = place(columns, kind, *parts(code), after)
    return after, Step(columns, piece, cells_of(kind, code), rows_in(int(cleared)))


def legal(puzzle: Puzzle, moves: Sequence[Any]) -> list[Json]:
    """The placements of the next piece of the queue."""
    line = follow(puzzle, moves)
    if len(moves) == len(puzzle.queue):
        return []
    piece = puzzle.queue[len(moves)]
    codes = placements(line.columns, piece, puzzle.moves == SRS)
    return [move_json(PIECES.index(piece), code) for code in codes]


def play(puzzle: Puzzle, moves: Sequence[Any]) -> Json:
    """The position after the moves. `goal` can be true only when the queue is used up."""
    line = follow(puzzle, moves)
    return {
        "board": text_of(rows_of(line.columns)),
        "queue": puzzle.queue[len(moves) :],
        "cleared": sum(len(step.cleared) for step in line.steps),
        "goal": bool(line.goal),
        "goal_cells": [list(cell) for cell in line.goal],
    }

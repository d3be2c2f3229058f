"""Placements as people write them, and back: `{"piece": "S", "cells": [[x, y], ...]}`.

Compare with the codes that kernels use (`moves.code`): shape, column and row of the corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from engines.contract import Json, Verdict
from engines.tspin.rules.board import MAX_QUEUE, WIDTH
from engines.tspin.rules.goals import NOWHERE
from engines.tspin.rules.pieces import PIECES, SHAPES, Cell, shape_cells

_SHAPE_BY_CELLS = {
    (PIECES[piece], tuple(shape_cells(piece, shape, 0, 0))): shape
    for piece in range(len(PIECES))
    for shape in range(SHAPES[piece])
}


def parts(placement: int) -> tuple[int, int, int]:
    """A code as shape, column and row of the corner."""
    corner, low = divmod(placement, 64)
    shape, left = divmod(corner, WIDTH)
    return shape, left, low


@cache
def cells_of(piece: int, placement: int) -> tuple[Cell, ...]:
    """The cells of a placement, sorted."""
    return tuple(shape_cells(piece, *parts(placement)))


def move_json(piece: int, placement: int) -> Json:
    """A placement as it stands in solutions."""
    return {"piece": PIECES[piece], "cells": [[x, y] for x, y in cells_of(piece, placement)]}


def solution_json(queue: Sequence[int], placements: Sequence[int]) -> list[Json]:
    """A solution as JSON: its placements in the queue's order."""
    return [move_json(piece, placement) for piece, placement in zip(queue, placements, strict=True)]


def move_code(move: Any) -> int:
    """The code of a placement of a solution."""
    cells = move["cells"]
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    shape = _SHAPE_BY_CELLS[move["piece"], tuple(sorted((x - left, y - low) for x, y in cells))]
    return (shape * WIDTH + left) * 64 + low


def first_solutions(verdicts: Sequence[Verdict]) -> np.ndarray:
    """The first solution of each puzzle as codes; NOWHERE where there is none."""
    answers = np.full((len(verdicts), MAX_QUEUE), NOWHERE, dtype=np.int64)
    for row, verdict in zip(answers, verdicts, strict=True):
        if verdict.solutions:
            moves = verdict.solutions[0]
            row[: len(moves)] = [move_code(move) for move in moves]
    return answers

"""A puzzle to be played by hand: the board, the piece that is held, where keys lead and where it can come to rest.

Under the rule set "drop" a piece is steered above the stack and dropped; under "srs" it is steered all the way. The
moments of a move are those of `frames`, as boards of letters: `X` is what the puzzle has, a letter is a piece.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engines.agents import Scene, Token
from engines.contract import Json
from engines.hands import Hold, Rest, Situation, Spot, Steer
from engines.tspin.japanese import titles as titles_ja
from engines.tspin.rules.board import EMPTY, FILLED, SPAWN_Y, WIDTH
from engines.tspin.rules.checked_moves import IllegalMove, Line, follow
from engines.tspin.rules.holds import holds_from
from engines.tspin.rules.moves import placements
from engines.tspin.rules.pieces import PIECES, SHAPES, Cell, shape_cells
from engines.tspin.rules.placements import cells_of, move_json
from engines.tspin.rules.puzzle import SRS, Puzzle
from engines.tspin.rules.titles import RULES, TITLES
from engines.tspin.show.draw import DARK, LIGHT, letter_of
from engines.tspin.show.frames import Moment, moments, said_of_clear
from engines.tspin.show.panels import MOST_ROWS, Panel, next_panel

ABOVE = 5  # rows from the top of the stack up to the centre of a new piece: it turns there as it would anywhere above
A_PIECE = 2  # rows of the board for each piece that is to come
FROM_TOP = 2  # the centre of a new piece is in this row from the top of the board, if the stack is low
TOKENS = {FILLED: Token(LIGHT["stack"], DARK["stack"])}  # what a puzzle begins with; games have pieces alone


def situation(puzzle: Puzzle, moves: Sequence[Any]) -> Situation:
    """What a player sees and can do after some placements; once the queue is used up it is solved or not."""
    line = _followed(puzzle, moves)
    shown = _moments(puzzle, line)
    rows = _rows(puzzle, shown)
    done = len(line.steps)
    steer = _steer(line.columns, puzzle.queue[done], puzzle.moves == SRS, rows) if done < len(puzzle.queue) else None
    solved = None if steer else bool(line.goal)
    scenes = [_scene(moment, rows) for moment in shown if moment.used == done]
    if solved is False:
        scenes[-1] = _failed(scenes[-1], puzzle)
    return Situation(
        moves=[{"piece": step.piece, "cells": [list(cell) for cell in step.cells]} for step in line.steps],
        moments=tuple(scenes),
        queue=() if solved else (*puzzle.queue[done:], letter_of(puzzle)),
        steer=steer,
        solved=solved,
        facts=_facts(puzzle, line, _spots(shown[-1].panel.well, rows)) | {"shapes": _shapes(puzzle)},
    )


def _followed(puzzle: Puzzle, moves: Sequence[Any]) -> Line:
    try:
        return follow(puzzle, moves)
    except OverflowError:  # a cell at infinity, which JSON can write as a number that is too large
        raise IllegalMove("a cell is not on the board") from None


def _moments(puzzle: Puzzle, line: Line) -> list[Moment]:
    """The moments of a line, and what is left once the goal's rows are gone."""
    shown = list(moments(puzzle, line))
    last = shown[-1]
    if line.goal and last.panel.clearing:
        shown.append(Moment(next_panel(last.panel), last.used, said_of_clear(len(last.panel.clearing))))
    return shown


def _filled(panel: Panel) -> dict[Cell, str]:
    """The letter of every filled cell."""
    stack = dict.fromkeys(panel.stack, FILLED)
    return stack | {cell: placed.piece for placed in panel.pieces for cell in placed.cells}


def _rows(puzzle: Puzzle, shown: Sequence[Moment]) -> int:
    """How many rows the boards have: the same for a whole puzzle, unless somebody builds higher than that."""
    usual = min(MOST_ROWS, len(puzzle.rows) + ABOVE + A_PIECE * len(puzzle.queue))
    return max([usual, *(y + 1 for moment in shown for _, y in _filled(moment.panel))])


def _spots(cells: Collection[Cell], rows: int) -> list[Spot]:
    """Cells, whose rows count from the bottom, as spots of a board."""
    return [(x, rows - 1 - y) for x, y in cells]


def _scene(moment: Moment, rows: int) -> Scene:
    """A moment as a board of letters."""
    filled = _filled(moment.panel)
    board = tuple("".join(filled.get((x, y), EMPTY) for x in range(WIDTH)) for y in reversed(range(rows)))
    changed = tuple((0, x, y) for x, y in _spots(moment.panel.newest, rows))
    return Scene((board,), changed, *moment.said, event=bool(moment.panel.clearing))


def _failed(scene: Scene, puzzle: Puzzle) -> Scene:
    """The last board of a line that does not reach the goal."""
    said = f"{scene.said}. The {letter_of(puzzle)} finds no place: {TITLES[puzzle.goal]} not reached"
    said_ja = f"{scene.said_ja}。{letter_of(puzzle)}ミノの入る場所がなく、{titles_ja.TITLES[puzzle.goal]}不成立"
    return replace(scene, said=said, said_ja=said_ja)


def _facts(puzzle: Puzzle, line: Line, well: Sequence[Spot]) -> Json:
    """What else is worth showing. `well` are the cells that a donation has to open again."""
    facts: Json = {
        "goal": [TITLES[puzzle.goal], titles_ja.TITLES[puzzle.goal]],
        "rules": [RULES[puzzle.moves], titles_ja.RULES[puzzle.moves]],
        "cleared": sum(len(step.cleared) for step in line.steps),
        "left": len(puzzle.queue) - len(line.steps),
    }
    return facts | ({"well": [list(spot) for spot in well]} if well else {})


def _shapes(puzzle: Puzzle) -> Json:
    """The pieces that are to come, as they appear: a queue of shapes is read faster than one of letters."""
    found = {}
    for piece in {*puzzle.queue, letter_of(puzzle)}:
        cells = shape_cells(PIECES.index(piece), 0, 0, 0)
        top = max(y for _, y in cells)
        found[piece] = [[x, top - y] for x, y in cells]
    return dict(sorted(found.items()))


def _steer(columns: np.ndarray, piece: str, srs: bool, rows: int) -> Steer | None:
    """The piece that is held; None if it has no move, because it cannot even appear."""
    codes = placements(columns, piece, srs)
    if not codes:
        return None
    number = {code: index for index, code in enumerate(codes)}
    kind = PIECES.index(piece)
    shapes = int(SHAPES[kind])
    holds = []
    for rotation, left, low, lands, to in holds_from(columns, piece, _centre(columns, srs, rows), srs):
        shape = rotation % shapes
        rest = number[(shape * WIDTH + left) << 6 | lands]
        holds.append(Hold(shape, left, rows - 1 - low, rest, to))
    return Steer(
        shapes=tuple(tuple((x, -y, piece) for x, y in shape_cells(kind, shape, 0, 0)) for shape in range(shapes)),
        holds=tuple(holds),
        rests=tuple(
            Rest(tuple((*spot, piece) for spot in _spots(cells_of(kind, code), rows)), move_json(kind, code))
            for code in codes
        ),
        start=0,
    )


def _centre(columns: np.ndarray, srs: bool, rows: int) -> int:
    """The row in which the centre of a new piece begins: near the top of the board, and well above the stack.

    Over a low stack a piece that is steered all the way reaches every place of the sky, so it may begin anywhere
    there, though never above its spawn. That is the spawn itself for a stack as high as `OPEN_SKY` or higher.
    """
    height = max(int(column).bit_length() for column in columns)
    centre = max(rows - FROM_TOP, height + ABOVE)
    if not srs:
        return centre
    return min(SPAWN_Y, centre)

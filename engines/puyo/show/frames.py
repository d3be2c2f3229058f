"""An answer step by step, as pictures that lie exactly over each other: only what happens differs.

The problem comes first; then of every step of the queue the pair where it comes to rest, every round that it sets
off with what vanishes standing out, and what is left. The queue beside the board loses what has been taken from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.contract import Frame, Look
from engines.puyo.rules.board import Columns
from engines.puyo.rules.checked_moves import Played, follow
from engines.puyo.rules.puzzle import Puzzle
from engines.puyo.rules.titles import description
from engines.puyo.show import captions
from engines.puyo.show.captions import Said
from engines.puyo.show.layout import Puyo
from engines.puyo.show.paint import bodies, by_mark, faded, fields, rings, signs, softenings, ways
from engines.puyo.show.panels import Move, Stage, in_hidden_row, move_of
from engines.puyo.show.sheet import Sheet


class Pen:
    """What draws all frames of an answer on the same sheet."""

    def __init__(self, puzzle: Puzzle, line: list[Played], look: Look) -> None:
        boards = (round_.before for played in line for round_ in played.rounds)
        self.sheet = Sheet(puzzle, in_hidden_row([puzzle.columns, *boards, *(p.after for p in line)]), look)
        self.place = [self.sheet.frame]
        self.ground = fields(self.place, self.sheet.colors)

    def _frame(self, said: Said, board: str, taken: int, title: str = "") -> Frame:
        return Frame(self.sheet.whole(title or said.english, self.ground + board, taken), *said)

    def still(self, said: Said, columns: Columns, taken: int, title: str = "") -> Frame:
        """A board at rest: the problem, or what is left."""
        puyos = [*self.sheet.frame.puyos(columns).values(), *self.sheet.waiting(taken)]
        return self._frame(said, bodies(puyos, self.sheet.colors) + signs(puyos), taken, title)

    def placed(self, said: Said, move: Move) -> Frame:
        """A pair, or what fell, ringed where it came to rest."""
        colors, moves = self.sheet.colors, [move]
        puyos = [*self.sheet.frame.puyos(move.columns).values(), *self.sheet.waiting(move.number)]
        drawn = bodies(puyos, colors) + signs(puyos)
        around = ways(moves, self.place, colors), rings(moves, self.place, colors)
        return self._frame(said, around[0] + drawn + around[1], move.number)

    def vanishing(self, said: Said, stage: Stage, taken: int) -> Frame:
        """A round of a chain: what vanishes stands out."""
        colors = self.sheet.colors
        bright: list[Puyo] = self.sheet.waiting(taken)
        pale: list[Puyo] = []
        for cell, puyo in self.sheet.frame.puyos(stage.columns).items():
            (bright if cell in stage.vanishing else pale).append(puyo)
        drawn = faded(pale, colors) + bodies(bright, colors) + signs([*bright, *by_mark(pale).get("h", ())])
        return self._frame(said, drawn + softenings([stage], self.place, colors), taken)


def _of_step(pen: Pen, puzzle: Puzzle, number: int, played: Played) -> Iterator[Frame]:
    """The frames of one step of the queue."""
    move = move_of(number, played)
    yield pen.placed(captions.placed(move), move)
    for index, (stage, round_) in enumerate(zip(move.stages, played.rounds, strict=True), 1):
        yield pen.vanishing(captions.vanishing(index, round_), stage, number)
    if played.rounds or played.goal:
        said = captions.left(puzzle.goal, played.goal, len(played.rounds), played.after)
        yield pen.still(said, played.after, number)


def frames(puzzle: Puzzle, solution: Any, look: Look = "light") -> list[Frame]:
    """The problem, then every moment of its answer up to the goal, all drawn in the same place and size."""
    line = follow(puzzle, solution)
    pen = Pen(puzzle, line, look)
    shown = [pen.still(captions.asked(puzzle), puzzle.columns, 0, description(puzzle))]
    for number, played in enumerate(line, 1):
        shown += _of_step(pen, puzzle, number, played)
    return shown

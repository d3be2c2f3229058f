"""Where boards and their puyos lie in a picture, in the units of boards: a cell is 2 wide, y counts down.

Compare with `draw`, which knows what they look like.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.puyo.rules.board import VISIBLE, WIDTH, Columns
from engines.puyo.rules.checked_moves import Cell
from engines.puyo.show.panels import cells_of

# Puyos lie on quarters of a unit, which floats hold exactly: neighbours are exactly two apart.
WIDE = 2 * WIDTH  # a board, in its units
PITCH, SMALL_PITCH = 15, 14  # from board to board, in units of each: four rounds are as wide as two moves
BELOW = 2  # units of the larger boards under any board, for its label
HIDDEN = 2.5  # units of the hidden row above the others, where it is shown
PER_ROW = 2  # moves beside each other; twice as many rounds


class Puyo(NamedTuple):
    """A puyo where it is drawn: its middle in units of a board, and whether it joins others."""

    x: float
    y: float
    mark: str
    joins: bool = True


class Frame(NamedTuple):
    """Where a board is drawn: its upper left corner in its own units, its rows; y counts down."""

    left: float
    top: float
    rows: int
    hidden: bool

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell; the hidden row lies a little apart."""
        x, y = cell
        return self.left + 2 * x + 1, self.top + 2 * (self.rows - y) - 1 - (HIDDEN - 2 if y >= VISIBLE else 0)

    def puyos(self, columns: Columns) -> dict[Cell, Puyo]:
        """The puyos of a board where they are drawn; those in the hidden row join nothing."""
        return {cell: Puyo(*self.middle(cell), mark, cell[1] < VISIBLE) for cell, mark in cells_of(columns).items()}


class Layout:
    """Where the boards of an answer go: moves two by two, the rounds of a chain in fours below or beside them."""

    def __init__(self, rows: int, hidden: bool) -> None:
        self.rows, self.hidden = rows, hidden
        self.above = HIDDEN if hidden else 0
        self.tall = self.above + 2 * rows + BELOW  # a row of moves, in units of the larger boards
        self.small = self.above / 2 + rows + BELOW  # a row of rounds
        self.top, self.place = 0.0, 0

    def next_row(self, tall: float) -> None:
        """Go on below."""
        self.top, self.place = self.top + tall, 0

    def move(self) -> Frame:
        """A place for a move."""
        if self.place == PER_ROW:
            self.next_row(self.tall)
        self.place += 1
        return Frame((self.place - 1) * PITCH, self.top + self.above, self.rows, self.hidden)

    def stages(self, count: int) -> list[Frame]:
        """Places for the rounds of a chain: beside the move if there is room, then below."""
        frames: list[Frame] = []
        beside = PER_ROW - self.place
        room = 4 * beside  # in front of the next row
        for index in range(min(count, room)):
            row, column = divmod(index, 2 * beside)
            frames.append(self._stage(2 * self.place + column, self.top + row * self.small))
        if count:
            beside_rows = -(-len(frames) // (2 * beside)) if beside else 0
            self.next_row(max(self.tall, beside_rows * self.small))
        for index in range(count - len(frames)):
            row, column = divmod(index, 2 * PER_ROW)
            frames.append(self._stage(column, self.top + row * self.small))
        self.top += -(-max(0, count - room) // (2 * PER_ROW)) * self.small
        return frames

    def _stage(self, column: int, top: float) -> Frame:
        return Frame(column * SMALL_PITCH, 2 * top + self.above, self.rows, self.hidden)

    def bottom(self) -> float:
        """The end of the last row."""
        return self.top + (self.tall if self.place else 0)

"""A Geister puzzle: where the pieces stand, how many hidden ones are blue. Compare with its JSON form in `text`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.geister.rules.moves import SIDE, SQUARES, Position, settled

PIECES = "BRubr"  # the attacker's blue and red; the defender's hidden, blue and red
EMPTY = "."


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`squares` are 36 letters from a1 to f6, row by row; `plies` is the length that people are told, if any."""

    squares: str
    hidden_blue: int = 0
    plies: int | None = None

    @property
    def hidden_red(self) -> int:
        """How many of the hidden pieces are red."""
        return self.squares.count("u") - self.hidden_blue

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows from row 6 down, as people write them."""
        return tuple(self.squares[SIDE * y : SIDE * y + SIDE] for y in reversed(range(SIDE)))


def squares_from(rows: tuple[str, ...]) -> str:
    """The squares from a1 of rows from row 6 down."""
    return "".join(reversed(rows))


def position_of(puzzle: Puzzle) -> Position:
    """The position as sets of squares, purple only where there is doubt."""
    B, R, u, b, r = (sum(1 << i for i, at in enumerate(puzzle.squares) if at == piece) for piece in PIECES)
    return settled(Position(B, R, u, b, r, puzzle.hidden_blue))


def puzzle_from(position: Position, plies: int | None = None) -> Puzzle:
    """The puzzle that a position is."""
    squares = [EMPTY] * SQUARES
    for piece, where in zip(PIECES, position[:5], strict=True):
        for square in range(SQUARES):
            if where >> square & 1:
                squares[square] = piece
    return Puzzle("".join(squares), int(position.hidden_blue) if position.purple else 0, plies)


def mirror(puzzle: Puzzle) -> Puzzle:
    """The puzzle seen in a mirror: column a is column f."""
    return replace(puzzle, squares=squares_from(tuple(row[::-1] for row in puzzle.rows)))


def canonical(puzzle: Puzzle) -> Puzzle:
    """The lesser of the two mirror images, hidden only where there is doubt, and however long it is said to be."""
    plain = puzzle_from(position_of(puzzle))
    return min(plain, mirror(plain), key=lambda image: image.squares)

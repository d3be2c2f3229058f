"""Puzzles at random, over all kinds of material: hidden, shown and mixed, crowded and far apart."""

from __future__ import annotations

from random import Random

from engines.geister.rules.moves import SQUARES
from engines.geister.rules.puzzle import EMPTY, Puzzle
from tests.engines.geister import naive

CORNERS = (0, 5, 30, 35)


def random_puzzle(random: Random, most: int = 4) -> Puzzle:
    """Any numbers of pieces up to `most` of a colour; corners and crowds come up more often than by chance."""
    pieces = "B" * random.randint(1, most) + "R" * random.randint(1, most)
    blue, red = random.randint(1, most), random.randint(1, most)
    share = random.choice((0.0, 0.5, 1.0))
    hidden_blue, hidden_red = (sum(random.random() < share for _ in range(number)) for number in (blue, red))
    pieces += "b" * (blue - hidden_blue) + "r" * (red - hidden_red) + "u" * (hidden_blue + hidden_red)
    squares = [EMPTY] * SQUARES
    for square, piece in zip(_places(random, len(pieces)), random.sample(pieces, len(pieces)), strict=True):
        squares[square] = piece
    plies = random.choice((None, None, random.randrange(1, 40, 2)))
    return Puzzle("".join(squares), hidden_blue, plies)


def _places(random: Random, number: int) -> list[int]:
    """So many squares, some of them corners, from a part of the board or from all of it."""
    corners = random.sample(CORNERS, random.randint(0, 2))
    low = random.choice((0, 0, 12))
    rest = [square for square in range(low, random.choice((24, SQUARES, SQUARES))) if square not in corners]
    rest = rest if len(rest) >= number else [square for square in range(SQUARES) if square not in corners]
    return [*corners, *random.sample(rest, number)][:number]


def twin_of(puzzle: Puzzle) -> naive.State:
    """The same position for the slow twin."""
    return naive.state_of("/".join(puzzle.rows), puzzle.hidden_blue, puzzle.hidden_red)

"""Random boards of every make, as columns of letters."""

from __future__ import annotations

import random

from engines.puyo.rules.board import COLORS, ROWS, WIDTH, Columns


def column(chance: random.Random, height: int, marks: str) -> str:
    return "".join(chance.choice(marks) for _ in range(height))


def settled_board(chance: random.Random, lowest: int, highest: int, marks: str) -> Columns:
    """Columns of random heights."""
    return tuple(column(chance, chance.randint(lowest, highest), marks) for _ in range(WIDTH))


def painted_board(chance: random.Random, marks: str) -> Columns:
    """Full columns on which a colour has walked about, so that groups grow large."""
    cells = [list(column(chance, ROWS, marks)) for _ in range(WIDTH)]
    for _ in range(chance.randint(1, 4)):
        x, y, color = chance.randrange(WIDTH), chance.randrange(ROWS), chance.choice(marks)
        for _ in range(chance.randint(4, 30)):
            cells[x][y] = color
            x = min(max(x + chance.choice((-1, 0, 1)), 0), WIDTH - 1)
            y = min(max(y + chance.choice((-1, 0, 1)), 0), ROWS - 1)
    return tuple("".join(cells[x]) for x in range(WIDTH))


def floating_board(chance: random.Random, marks: str) -> Columns:
    """Puyos anywhere, with gaps below them."""
    gaps = "." * chance.randint(1, 3 * len(marks))
    return tuple(column(chance, ROWS, marks + gaps).rstrip(".") for _ in range(WIDTH))


def random_marks(chance: random.Random) -> str:
    """Two to five colours, each several times, and sometimes garbage and hard puyos."""
    colors = "".join(chance.sample(COLORS, chance.randint(2, 5)))
    return colors * 3 + chance.choice(("", "", "o", "oh", "ohh", "ooohhh"))


def settled_boards(seed: int, count: int) -> list[Columns]:
    """Boards on which nothing floats: sparse, full and in between, a third of them with large groups."""
    chance = random.Random(seed)
    boards = []
    for number in range(count):
        marks = random_marks(chance)
        if number % 3 == 0:
            boards.append(settled_board(chance, 0, chance.randint(1, ROWS), marks))
        elif number % 3 == 1:
            boards.append(settled_board(chance, ROWS - chance.randint(0, 3), ROWS, marks))
        else:
            boards.append(painted_board(chance, marks))
    return boards


def floating_boards(seed: int, count: int) -> list[Columns]:
    """Boards with gaps."""
    chance = random.Random(seed)
    return [floating_board(chance, random_marks(chance)) for _ in range(count)]


def random_heights(seed: int, count: int) -> list[tuple[int, ...]]:
    """Heights of six columns, most of them near the top, where placements are blocked."""
    chance = random.Random(seed)
    return [tuple(chance.choice((0, 9, 10, 11, 11, 12, 12, 13)) for _ in range(WIDTH)) for _ in range(count)]

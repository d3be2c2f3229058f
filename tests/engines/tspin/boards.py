"""Boards for the tests: random ones, and nasty ones made by hand."""

from __future__ import annotations

import random

from tests.engines.tspin import naive

NASTY: dict[str, list[str]] = {
    "empty": [],
    "thesis base": ["...X......", "X...XXXXXX", "XX.XXXXXXX"],
    "overhang right": [".....X....", "XX...XXXXX", "XXX.XXXXXX"],
    "fin": ["XXXXXX....", "XXXX......", "XXXX......", "XXXX..XXXX", "XXXX.XXXXX"],
    "iso": ["XXXXXXX...", "XXXX......", "XXXXX.....", "XXXX..XXXX", "XXXXX.XXXX"],
    "neo": ["...XXXXXXX", ".....XXXXX", "....XXXXXX", "XX..XXXXXX", "XXX.XXXXXX"],
    "triple": ["XXXX......", "XXX.......", "XXX.XXXXXX", "XXX..XXXXX", "XXX.XXXXXX"],
    "terrible": [
        "XXXXXXXX..",
        "XXXXXXXX..",
        "X.........",
        "X.........",
        "X..XXXXXXX",
        "X..XXXXXXX",
        "X........X",
        "X........X",
        "XXXXXXXX.X",
        "XXXXXXXX.X",
        ".........X",
        ".........X",
    ],
    "tetris ready": ["XXXXXXXXX."] * 4,
    "two clears away": ["X..X......", "X...XXXXXX", "XXXXXXXX..", "XX.XXXXXXX"],
    "tower under the spawn": [*["....X....."] * 16, "XX.XXXXXXX"],
    "walled in": [*["X........X"] * 3, *["XX......XX"] * 14, "XXX.XXXXXX"],
    "chimney": ["XXX.XXXXXX"] * 18,
    "spawn blocked by one drop": ["...XXX...."] * 18,
}


def random_stack(rng: random.Random, rows: int) -> naive.Board:
    """Rows with a few holes each, more of them towards the top."""
    cells = set()
    for y in range(rows):
        chance = rng.choice((0.1, 0.25, 0.5)) if y < rows - 1 else 0.6
        row = [x for x in range(naive.WIDTH) if rng.random() >= chance]
        if len(row) == naive.WIDTH:
            row.remove(rng.randrange(naive.WIDTH))
        cells |= {(x, y) for x in row}
    return frozenset(cells)


def random_caves(rng: random.Random, rows: int) -> naive.Board:
    """Half-filled rows with tunnels through them: what kicks and tucks are for."""
    cells = {(x, y) for y in range(rows) for x in range(naive.WIDTH) if rng.random() < 0.75}
    x, y = rng.randrange(naive.WIDTH), rows
    while y >= 0:
        cells -= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (0, 1) if rng.random() < 0.8}
        x = min(max(x + rng.choice((-2, -1, 0, 1, 2)), 0), naive.WIDTH - 1)
        y -= rng.choice((0, 1, 1))
    for row in naive.full_rows(frozenset(cells)):
        cells.discard((rng.randrange(naive.WIDTH), row))
    return frozenset(cells)


def random_boards(seed: int, count: int) -> list[naive.Board]:
    rng = random.Random(seed)
    return [(random_stack if i % 2 else random_caves)(rng, rng.randint(1, 12 if i % 5 else 17)) for i in range(count)]


def random_towers(seed: int, count: int) -> list[naive.Board]:
    """Columns of very different heights, some far above the spawn, with holes in them."""
    rng = random.Random(seed)
    boards = []
    for _ in range(count):
        highest = rng.choice((14, 15, 16, 17, 20, 24, 30))
        cells = set()
        for x in range(naive.WIDTH):
            height = rng.choice((0, rng.randint(0, highest), highest))
            cells |= {(x, y) for y in range(height) if rng.random() < 0.85}
        full = naive.full_rows(frozenset(cells))
        boards.append(frozenset(cells - {(rng.randrange(naive.WIDTH), y) for y in full}))
    return boards

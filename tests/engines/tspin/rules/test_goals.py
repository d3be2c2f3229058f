"""When is a goal playable?"""

from __future__ import annotations

import numpy as np
import pytest

from engines.tspin.rules.goals import GOALS, NO_WELL, NOWHERE, goal_piece
from engines.tspin.rules.goals import goal_place as find_place
from engines.tspin.rules.moves import work_columns
from engines.tspin.rules.pieces import Cell
from engines.tspin.rules.placements import cells_of
from tests.engines.tspin import naive
from tests.engines.tspin.boards import NASTY, random_boards
from tests.engines.tspin.rules.test_moves import columns

CASES = {
    "overhang left": (["...X......", "....XXXXXX", "X...XXXXXX", "XX.XXXXXXX"], False),
    "base": (["...X......", "X...XXXXXX", "XX.XXXXXXX"], True),
    "no overhang": (["X...XXXXXX", "XX.XXXXXXX"], False),
    "roof over the slot": ([".XXX......", "X...XXXXXX", "XX.XXXXXXX"], False),
    "single only": (["...X......", "X...XXXXX.", "XX.XXXXXXX"], False),
    "triple": (["XXXX......", "XXX.......", "XXX.XXXXXX", "XXX..XXXXX", "XXX.XXXXXX"], False),
    "fin, by the fifth kick": (NASTY["fin"], True),
    "sideways double": (["XXXX......", "XX........", "XX........", "XX..XXXXXX", "XX.XXXXXXX"], True),
    "spawn blocked": ([*["...XXX...."] * 18, "...X......", "X...XXXXXX", "XX.XXXXXXX"], False),
}


TRIPLES = {
    "triple": (NASTY["triple"], True),
    "triple, mirrored": ([row[::-1] for row in NASTY["triple"]], True),
    "no roof": ([".XX.......", "XXX.......", "XXX.XXXXXX", "XXX..XXXXX", "XXX.XXXXXX"], False),
    "one row has another gap": (["XXXX......", "XXX.......", "XXX.XXXXX.", "XXX..XXXXX", "XXX.XXXXXX"], False),
    "a double": (["...X......", "X...XXXXXX", "XX.XXXXXXX"], False),
}
QUADS = {
    "well at the wall": (["XXXXXXXXX."] * 4, True),
    "well inside": (["XXX.XXXXXX"] * 4, True),
    "five rows": (["XXX.XXXXXX"] * 5, True),  # the lowest four
    "three rows": (["XXX.XXXXXX"] * 3, False),
    "a roof": (["...XX.....", *["XXX.XXXXXX"] * 4], False),
    "not straight": (["XXXX.XXXXX", *["XXX.XXXXXX"] * 3], False),
    "no ground in reach": ([*["XXX.XXXXXX"] * 4, "XX..XXXXXX"], False),
    "spawn blocked": ([*["...XXX...."] * 16, *["XXXXXXXXX."] * 4], False),
}
DONATIONS = {
    "covered, then open": ([".....X....", "XXX...XXXX", "XXXX.XXXXX", "XXXXXX.XXX", "XXXXXX.XXX"], 6, True),
    "a cell of the third row stays above the well": (
        [".....XX...", "XXX...XXXX", "XXXX.XXXXX", "XXXXXX.XXX", "XXXXXX.XXX"],
        6,
        False,
    ),
    "never covered": ([".....X....", "XXX...XXXX", "XXXX.XXXXX", "XXXX.XXXXX"], 4, False),
    "another column": ([".....X....", "XXX...XXXX", "XXXX.XXXXX", "XXXXXX.XXX", "XXXXXX.XXX"], 7, False),
}


def place_of(board: naive.Board, aim: naive.Aim) -> tuple[Cell, ...]:
    """The cells of the goal's piece that the kernel finds; none if the goal is not playable."""
    numbers = np.array([GOALS.index(aim.goal), aim.well, aim.bottom], dtype=np.int64)
    place = int(find_place(columns(board), numbers, *work_columns()))
    return () if place == NOWHERE else cells_of(goal_piece(aim.goal), place)


def agrees(board: naive.Board, aim: naive.Aim) -> bool:
    """Whether the goal is playable, which kernel and twin must see alike."""
    expected = {tuple(naive.cells_at(aim.piece, pose)) for pose in naive.goal_poses(board, aim)}
    found = place_of(board, aim)
    assert bool(found) == bool(expected), (aim, naive.text(board))
    assert not found or found in expected
    return bool(found)


KNOWN = {f"tsd: {name}": (naive.Aim(), *case) for name, case in CASES.items()}
KNOWN |= {f"tst: {name}": (naive.Aim("tst"), *case) for name, case in TRIPLES.items()}
KNOWN |= {f"quad: {name}": (naive.Aim("quad"), *case) for name, case in QUADS.items()}
KNOWN |= {
    f"donate: {name}": (naive.Aim("donate", well, 0), rows, expected)
    for name, (rows, well, expected) in DONATIONS.items()
}


@pytest.mark.parametrize("case", KNOWN)
def test_known_boards(case: str) -> None:
    aim, rows, expected = KNOWN[case]
    assert agrees(naive.board(rows), aim) == expected


def test_a_well_has_its_own_bottom() -> None:
    """What counts is the column from its height at the start on."""
    rows = [".....X....", "XXX...XXXX", "XXXX.XXXXX", "XXXXXX.XXX", "XXXXXX.XXX", "XXXXXXXXX."]
    assert agrees(naive.board(rows), naive.Aim("donate", 6, 1))
    assert not agrees(naive.board(rows), naive.Aim("donate", 6, 0))


@pytest.mark.parametrize("goal", GOALS)
def test_agrees_with_the_twin(goal: str) -> None:
    """On random boards, and on finished shapes with cells added and taken away: near the edge of the rule."""
    boards = random_boards(3, 100)
    shapes = {"tsd": list(NASTY.values()), "tst": [NASTY["triple"]], "quad": [rows for rows, _ in QUADS.values()]}
    shapes["donate"] = [rows for rows, _, _ in DONATIONS.values()]
    for rows in shapes[goal]:
        base = naive.board(rows)
        cells = [(x, y) for x in range(10) for y in range(8)]
        boards += [base ^ {cell} for cell in cells if not naive.full_rows(base ^ {cell})]
    playable = 0
    for board in boards:
        wells = [(6, 0), (4, 0), (6, 1)] if goal == "donate" else [(NO_WELL, 0)]
        playable += sum(agrees(board, naive.Aim(goal, well, bottom)) for well, bottom in wells)
    assert playable > 20

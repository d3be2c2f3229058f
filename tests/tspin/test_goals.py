"""When is a T-spin Double playable?"""

from __future__ import annotations

import pytest

from engines.tspin.goals import NOWHERE, centre_of
from engines.tspin.play import goal_place
from tests.tspin import naive
from tests.tspin.boards import NASTY, random_boards
from tests.tspin.test_moves import columns

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


@pytest.mark.parametrize("case", CASES)
def test_known_boards(case: str) -> None:
    rows, expected = CASES[case]
    assert bool(naive.doubles(naive.board(rows))) == expected
    assert (goal_place(columns(naive.board(rows))) != NOWHERE) == expected


def test_agrees_with_the_twin() -> None:
    """On random boards, and on the base with cells added and taken away: near the edge of the rule."""
    boards = random_boards(3, 150)
    for rows in NASTY.values():
        base = naive.board(rows)
        cells = [(x, y) for x in range(10) for y in range(8)]
        boards += [base ^ {cell} for cell in cells if not naive.full_rows(base ^ {cell})]
    playable = 0
    for board in boards:
        doubles = naive.doubles(board)
        place = goal_place(columns(board))
        assert (place != NOWHERE) == bool(doubles), naive.text(board)
        if doubles:
            playable += 1
            assert centre_of(place) in doubles
    assert playable > 50

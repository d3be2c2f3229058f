"""Categories: against the plain twin, and on problems that are published or told by tables."""

from __future__ import annotations

import random

import pytest

from engines.geister.rules.puzzle import Puzzle, squares_from
from engines.geister.solve.category import CATEGORIES, UNCLEAR, category_all, category_of, plain_walk
from engines.geister.solve.solver import positions_of, solve
from tests.engines.geister import naive

# Board, hidden blues, length, labels: the problem of fig. 1, longest wins of small tables, and published problems.
KNOWN = [
    ("...uu./....RB/.u..../....../....../......", 1, 5, {"wall"}),
    ("....../....../....../.Bu.../..u.../..R...", 1, 19, {"wall"}),
    ("....../.....u/....u./....../...u../B..R..", 1, 23, {"wall"}),
    ("....../.uR.../....B./R.uu../.....u/...B..", 2, 15, {"escape"}),
    (".....R/.B...u/.R..../....bB/....../..r.u.", 1, 9, {"open"}),
    ("....../.uR.../B.R.../u...../....../..R.r.", 1, 11, {"capture", "open"}),
    ("R...../R...r./.u..R./.BBB../..u.../......", 1, 7, {"capture", "open"}),
]


def puzzle_of(board: str, hidden_blue: int = 0) -> Puzzle:
    return Puzzle(squares_from(tuple(board.split("/"))), hidden_blue)


def labels_of(bits: int) -> set[str]:
    return {name for place, name in enumerate(CATEGORIES) if bits >> place & 1}


@pytest.mark.parametrize(("board", "hidden_blue", "plies", "labels"), KNOWN)
def test_known_problems(board: str, hidden_blue: int, plies: int, labels: set[str]) -> None:
    [bits] = category_all(positions_of([puzzle_of(board, hidden_blue)]), [plies])
    assert labels_of(bits) == labels
    assert category_of(bits) == min(labels, key=CATEGORIES.index)


def small_puzzle(rng: random.Random) -> tuple[str, int, int]:
    """Few pieces near each other in a corner; hidden, shown in part or all shown."""
    letters = rng.choice(["BRuu", "BRuuu", "BRRuu", "BRbr", "BRRbr", "BRRuur", "BRRbbr", "BRuub", "BBRbrr"])
    corner = [f"{column}{row}" for column in "abcd" for row in "3456"]
    cells = dict(zip(rng.sample(corner, len(letters)), letters, strict=True))
    board = "/".join("".join(cells.get(column + row, ".") for column in "abcdef") for row in "654321")
    purple = letters.count("u")
    hidden_blue = rng.randint(1, purple - 1) if purple else 0
    return board, hidden_blue, purple - hidden_blue


def naive_labels(state: naive.State, plies: int) -> set[str]:
    found = set()
    if not naive.wins(state, plies, takes=False):
        found.add("capture")
    if not naive.wins(state, plies, wall=False):
        found.add("wall")
    if set(state.cells.values()) & {"b", "r"}:
        found.add("open")
    return found or {"escape"}


def test_against_the_twin() -> None:
    rng = random.Random(7)
    forms = [small_puzzle(rng) for _ in range(300)]
    puzzles = [puzzle_of(board, hidden_blue) for board, hidden_blue, _ in forms]
    seen: set[frozenset[str]] = set()
    for form, puzzle, verdict in zip(forms, puzzles, solve(puzzles, limit=500), strict=True):
        plies = verdict.solutions[0]["plies"] if verdict.solutions else 0
        if 0 < plies <= 5:
            [bits] = category_all(positions_of([puzzle]), [plies])
            assert labels_of(bits) == naive_labels(naive.state_of(*form), plies), form
            seen.add(frozenset(labels_of(bits)))
    assert {"capture", "wall"} <= set().union(*seen)
    assert len(seen) >= 5


def test_a_search_that_is_cut_short_gives_no_label() -> None:
    board, hidden_blue, plies, _ = KNOWN[1]
    [bits] = category_all(positions_of([puzzle_of(board, hidden_blue)]), [plies], limit=3)
    assert bits & UNCLEAR
    assert labels_of(bits) == set()


def test_a_plain_walk() -> None:
    """One blue, five steps away with nobody near; with a runner to be stopped; and by two blues."""
    plain = puzzle_of("....../....../B...../....../...uuR/......", 1)
    [verdict] = solve([plain])
    assert verdict.solutions[0]["plies"] == 5
    assert plain_walk(plain, verdict.solutions[0])
    guarded = puzzle_of("u...../....../B...../....../...u.R/......", 1)
    line = {"plies": 7, "first_moves": [], "line": ["a4-a5", "d2-d3", "a5-b5", "d3-d2", "b5-b6", "a6-a5", "b6-a6"]}
    assert not plain_walk(guarded, line)
    fewer_by_another = {**line, "line": ["f2-f3", "d2-d3", "a4-a5", "d3-d2", "a5-a6"]}
    assert not plain_walk(plain, fewer_by_another)

"""Features: by hand, against the plain twin on random puzzles, and what must hold of all of them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from engines.contract import Verdict
from engines.geister.forms.text import decode
from engines.geister.measure import features
from engines.geister.measure.catalogue import COLUMNS, EFFORT, FEATURES
from engines.geister.measure.choices import measure_choices
from engines.geister.measure.effort import new_room
from engines.geister.measure.features import lines_of, measure
from engines.geister.measure.themes import labels
from engines.geister.measure.variant import variant_of
from engines.geister.measure.words import TOLD
from engines.geister.rules.puzzle import Puzzle, mirror, squares_from
from engines.geister.solve import dfpn
from engines.geister.solve.best_play import new_trail
from engines.geister.solve.dfpn import root_numbers_all
from engines.geister.solve.solver import desk, positions_of, solve
from tests.engines.geister import naive_dfpn, naive_effort, naive_features
from tests.engines.geister.boards import random_puzzle, twin_of
from tests.engines.geister.measure.test_themes import EXAMPLES, mirrored
from tests.engines.geister.naive_features import Values

NAMES = [feature.name for feature in FEATURES]
PAPER = [
    *("own_blue", "own_red", "hostile_blue", "hostile_red", "plies", "blue_to_exit", "runner_to_exit"),
    *("guard_to_exit", "detours", "own_far_share", "hostile_far_share", "category_capture", "category_wall"),
    *("category_open", "category_escape", "most_proof", "most_disproof", "fewest_taken", "fewest_moved"),
]
EFFORTS = [feature.name for feature in EFFORT]
BY_ORDER = (
    "looked_at",
    "looked_at_glance",
    "looked_at_ahead",
    "temptations",
    "temptation_depth",
)  # equally likely lines are looked at by squares
NUMBERS = ("most_proof", "most_disproof")
# Wins in seven plies with few pieces, for what shorter ones seldom have: pieces that must be lost, three that move.
SEVENS = [
    ("....BR/....R./.....r/r....B/.b..../......", 0),
    ("....../....../.....r/..u.../..R.B./B.Ru..", 2),
    ("..B.../u...../....../....../..Ru../......", 1),
    (".....r/...R../.b..../B...../B...../......", 0),
]


@cache
def random_batch() -> tuple[list[Puzzle], list[Verdict]]:
    """Short wins of all kinds, and some puzzles without an answer."""
    random = Random(2019)
    puzzles = [random_puzzle(random, 2) for _ in range(400)]
    verdicts = solve(puzzles, limit=500)
    room = {1: 10, 3: 25, 5: 40, 0: 10}
    kept = []
    for puzzle, verdict in zip(puzzles, verdicts, strict=True):
        plies = verdict.solutions[0]["plies"] if verdict.solutions else 0
        if room.get(plies, 0):
            room[plies] -= 1
            kept.append((puzzle, verdict))
    return [puzzle for puzzle, _ in kept], [verdict for _, verdict in kept]


def row_of(puzzle: Puzzle, verdict: Verdict) -> dict[str, float]:
    return dict(zip(NAMES, measure([puzzle], [verdict])[0].tolist(), strict=True))


def test_names() -> None:
    """The paper's features come first, in their order; every feature is explained."""
    assert NAMES[: len(PAPER)] == PAPER
    sources = ["Geister paper, 7.2"] * len(PAPER) + ["ours"] * (len(NAMES) - len(PAPER))
    assert [feature.source for feature in FEATURES] == sources
    assert len(set(NAMES)) == len(NAMES) == len(COLUMNS)
    assert all(re.fullmatch("[a-z]+(_([a-z]+|[1-9]))*", name) for name in NAMES)
    assert all(feature.description[0].isupper() for feature in FEATURES)
    assert len({feature.description for feature in FEATURES}) == len(NAMES)
    assert 4 <= sum(feature.headline for feature in FEATURES) <= 6


def compared(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict], values: Sequence[Values]) -> set[str]:
    """Hold every feature against the twin's, None for what that does not tell; the names of those that vary."""
    seen: dict[str, set[float]] = {name: set() for name in NAMES}
    for puzzle, row, twin in zip(puzzles, measure(puzzles, verdicts), values, strict=True):
        assert set(twin) <= set(NAMES)
        for name, value in zip(NAMES, row.tolist(), strict=True):
            expected = twin.get(name, math.nan)
            if name in NUMBERS or expected is None:
                continue
            alike = value == pytest.approx(expected, abs=1e-9) if name in EFFORTS else value == expected
            assert alike or (math.isnan(value) and math.isnan(expected)), (name, value, expected, puzzle)
            if not math.isnan(value):
                seen[name].add(value)
    return {name for name, values in seen.items() if len(values) > 1}


def efforts(puzzle: Puzzle, verdict: Verdict) -> Values:
    """What the twin says of the answer's effort."""
    if not verdict.solutions:
        return {}
    line = [naive_features.parse(name) for name in verdict.solutions[0]["line"]]
    return naive_effort.of_the_effort(twin_of(puzzle), naive_features.Game(), line)


def test_against_the_twin() -> None:
    """Everything, on wins that are short enough; danger on a few of them, because it takes the twin longest."""
    puzzles, verdicts = random_batch()
    sevens = [Puzzle(squares_from(tuple(board.split("/"))), hidden_blue) for board, hidden_blue in SEVENS]
    puzzles, verdicts = [*puzzles, *sevens], [*verdicts, *solve(sevens)]
    values = [
        naive_features.all_features(twin_of(puzzle), verdict, with_danger=number % 4 == 0) | efforts(puzzle, verdict)
        for number, (puzzle, verdict) in enumerate(zip(puzzles, verdicts, strict=True))
    ]
    assert set(NAMES) - compared(puzzles, verdicts, values) <= {
        *(*NUMBERS, "zugzwang", "decoys"),
        *(f"{name}_{turn}" for name in ("surprise", "rank") for turn in range(4, 9)),
    }


@pytest.mark.parametrize("many", [200, pytest.param(600, marks=pytest.mark.heavy)])
def test_longer_lines_against_the_twin(many: int) -> None:
    """What the position and the line tell by themselves, on wins that the twin could not search."""
    random = Random(4)
    puzzles = [random_puzzle(random, 3) for _ in range(many)]
    longer = [
        (puzzle, verdict)
        for puzzle, verdict in zip(puzzles, solve(puzzles, limit=1500), strict=True)
        if verdict.solutions and verdict.solutions[0]["plies"] > 5
    ]
    longer += [(example.puzzle, solve([example.puzzle])[0]) for example in EXAMPLES]
    assert len(longer) > many // 20
    unknown = dict.fromkeys(EFFORTS, None)
    values = [unknown | naive_features.told_by_the_line(twin_of(puzzle), verdict) for puzzle, verdict in longer]
    told = compared([puzzle for puzzle, _ in longer], [verdict for _, verdict in longer], values)
    assert {"decoys", "blocks", "far_exit", "other_blue", "sacrifices", "bends", "back_moves"} <= told


def test_the_first_problem_of_the_paper_by_hand() -> None:
    """Fig. 1, a win in five plies: the red shuts the corner, and who takes it loses.

    6  . . . u u .
    5  . . . . R B    Right is e5-e6, which takes a purple; two of the three are red, so one may be taken.
    4  . u . . . .    f5-f6 at once would be answered by e6xf6.
    """
    puzzle = Puzzle(squares_from(("...uu.", "....RB", ".u....", "......", "......", "......")), 1)
    [verdict] = solve([puzzle])
    assert verdict.solutions[0]["first_moves"] == ["e5-e6"]
    got = row_of(puzzle, verdict)
    expected = {
        "own_blue": 1,
        "own_red": 1,
        "hostile_blue": 1,
        "hostile_red": 2,
        "plies": 5,
        "blue_to_exit": 1,
        "runner_to_exit": 4,  # from b4
        "guard_to_exit": 1,
        "detours": 1,
        "own_far_share": 1,
        "hostile_far_share": 1,
        "category_capture": 0,
        "category_wall": 1,
        "category_open": 0,
        "category_escape": 0,
        "fewest_taken": 1,
        "fewest_moved": 2,
        "hidden": 3,
        "shown": 0,
        "own_moves": 5,  # d5, e6, e4; f6, f4
        "contact": 1,
        "race": 3,
        "first_moves": 1,
        "first_red": 1,
        "first_takes": 1,
        "first_quiet": 0,
        "wrong_steps": 1,
        "only_moves": 3,
        "slack": 2,
        "exit_steps": 1,
        "purple_takes": 1,
        "pieces_moved": 2,
        "switches": 1,
    }
    assert {name: got[name] for name in expected} == expected


def test_mirror_images() -> None:
    """Nothing changes, but for what depends on the order of moves: the numbers of the df-pn search, and the lines
    that a solver looks at where some are equally likely."""
    puzzles, verdicts = random_batch()
    images = [mirror(puzzle) for puzzle in puzzles]
    turned = [image_of(verdict) for verdict in verdicts]
    same = [place for name, place in COLUMNS.items() if name not in {*NUMBERS, *BY_ORDER}]
    np.testing.assert_allclose(measure(images, turned)[:, same], measure(puzzles, verdicts)[:, same], atol=1e-9)


def image_of(verdict: Verdict) -> Verdict:
    """A verdict seen in a mirror."""
    turned = []
    for solution in verdict.solutions:
        first_moves, line = ([mirrored(move)[0] for move in solution[key]] for key in ("first_moves", "line"))
        turned.append({**solution, "first_moves": first_moves, "line": line})
    return replace(verdict, solutions=tuple(turned))


def test_without_an_answer() -> None:
    """Only what the position tells is there, the same whatever the verdict."""
    puzzle = EXAMPLES[0].puzzle
    verdicts = [Verdict("impossible", 0, (), 0), Verdict("unfinished", 0, (), 9, complete=False), *solve([puzzle])]
    impossible, unfinished, unique = measure([puzzle] * 3, verdicts)
    np.testing.assert_array_equal(impossible, unfinished)
    given = [COLUMNS[name] for name in naive_features.of_the_position(twin_of(puzzle))] + [COLUMNS["danger"]]
    assert not np.isnan(impossible[given]).any()
    assert np.isnan(np.delete(impossible, given)).all()
    np.testing.assert_array_equal(impossible[given], unique[given])
    of_an_exit = [COLUMNS[name] for name in ("exit_steps", "far_exit", "other_blue")]
    moves = (len(verdicts[-1].solutions[0]["line"]) + 1) // 2
    later = [COLUMNS[f"{name}_{turn}"] for name in ("surprise", "rank") for turn in range(moves + 1, TOLD + 1)]
    assert sorted(np.flatnonzero(np.isnan(unique))) == sorted(of_an_exit + later)
    assert measure([], []).shape == (0, len(NAMES))


def test_one_by_one_and_all_together() -> None:
    """A row depends on its puzzle alone."""
    puzzles = [example.puzzle for example in EXAMPLES]
    verdicts = solve(puzzles)
    for puzzle, verdict, row in zip(puzzles, verdicts, measure(puzzles, verdicts), strict=True):
        np.testing.assert_array_equal(measure([puzzle], [verdict])[0], row)


def test_what_is_given_up_is_left_out() -> None:
    """Where the nodes do not suffice the columns that need a search are NaN, the others are not."""
    puzzles = [EXAMPLES[0].puzzle]
    verdicts = solve(puzzles)
    rows = positions_of(puzzles)
    out = np.full((1, len(NAMES)), np.nan)
    measure_choices(rows, *lines_of(verdicts), 5, desk(), new_trail(), new_room(), out)
    assert {NAMES[place] for place in np.flatnonzero(~np.isnan(out[0]))} == {"category_open"}


def test_the_numbers_grow_with_the_puzzle() -> None:
    """A proof number of 1 is that of a win at once; the longest wins of a small table take far more."""
    near = Puzzle(squares_from(("B.....", "......", "......", "..R...", "..uu..", "......")), 1)
    far = Puzzle(squares_from(("......", "......", "......", ".Bu...", "..u...", "..R...")), 1)
    (near_row, far_row) = measure([near, far], solve([near, far]))
    assert [near_row[COLUMNS[name]] for name in NUMBERS] == [1, 1]
    assert all(far_row[COLUMNS[name]] > 3 for name in NUMBERS)


# Puzzles whose numbers are not yet the largest after 3,000 nodes: lengths, boards, hidden blues, both numbers.
WHOLE = {
    9: ("..Ru../.u.u../BB.B../.R..../...u.R/......", 1, (54, 190)),
    11: ("....../...u../..R.../B...../..uuu./...B..", 1, (197, 69)),
    13: ("....../uB.Ruu/uB..../....../....../......", 1, (66, 82)),
}


@pytest.mark.parametrize("plies", WHOLE)
def test_the_largest_numbers_are_those_of_a_whole_search(plies: int) -> None:
    """As a search finds them that forgets nothing, is given no limit and stores nothing in words."""
    board, hidden_blue, numbers = WHOLE[plies]
    puzzle = Puzzle(squares_from(tuple(board.split("/"))), hidden_blue)
    [verdict] = solve([puzzle])
    assert verdict.solutions[0]["plies"] == plies
    row = row_of(puzzle, verdict)
    assert tuple(row[name] for name in NUMBERS) == numbers
    rows = positions_of([puzzle])
    assert root_numbers_all(rows, np.array([plies]), 10**9).tolist() == [list(numbers)]
    assert np.isnan(root_numbers_all(rows, np.array([plies]), 3_000)).all()
    assert naive_dfpn.Search(twin_of(puzzle), plies).most == numbers


def test_numbers_are_searched_again_with_more_room_where_something_was_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a store that is too small forgets changes the numbers; a wider one is asked then, and only then."""
    board, hidden_blue, numbers = WHOLE[11]
    rows, plies = positions_of([Puzzle(squares_from(tuple(board.split("/"))), hidden_blue)]), np.array([11])
    tiny, wide, asked = dfpn.new_desk(True, 3, 3), dfpn.new_desk(True, 14, 14), []
    out, forgot = np.full((1, 2), np.nan), np.zeros(1, dtype=np.bool_)
    dfpn._root_numbers_all(rows, plies, 10**9, tiny, out, forgot)
    assert forgot.all()
    assert tuple(out[0]) != numbers
    monkeypatch.setattr(dfpn, "wide_desk", lambda: asked.append(1) or wide)
    assert root_numbers_all(rows, plies, 10**9).tolist() == [list(numbers)]
    assert not asked
    monkeypatch.setattr(dfpn, "plain_desk", lambda: tiny)
    assert root_numbers_all(rows, plies, 10**9).tolist() == [list(numbers)]
    assert asked
    assert not wide.work[dfpn.FORGOTTEN]


def test_of_the_longest_endings_everything_is_measured() -> None:
    """A shown ending of 37 plies: what takes a search is not given up."""
    puzzle = decode({"game": "geister", "board": "....../....../r...../....b./....../...BR."})
    [verdict] = solve([puzzle])
    assert verdict.solutions[0]["plies"] == 37
    row = row_of(puzzle, verdict)
    names = ("category_escape", "tries", "only_moves", "longest_replies", "zugzwang", "fewest_taken", "fewest_moved")
    assert not any(np.isnan(row[name]) for name in (*names, *NUMBERS))


LONG = {  # shown wins of five pieces that are longer than the search goes: tables answer them
    45: "....../....../b.B.../.b.R../....../r.....",
    65: "....../.....R/.b.r../....../....../B....r",
}


@pytest.mark.parametrize("plies", [45, pytest.param(65, marks=pytest.mark.heavy)])
def test_wins_longer_than_the_search_goes(plies: int) -> None:
    puzzle = decode({"game": "geister", "board": LONG[plies]})
    [verdict] = solve([puzzle])
    assert verdict.solutions[0]["plies"] == plies
    [row] = measure([puzzle], [verdict])
    assert row[COLUMNS["plies"]] == plies
    assert isinstance(labels([puzzle], [verdict])[0], tuple)
    assert variant_of(puzzle, verdict).endswith(f"-{plies}")


def test_what_is_given_up_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = decode({"game": "geister", "board": "....rb/....../..BB../....../R...../......"})
    [verdict] = solve([puzzle])
    assert verdict.solutions[0]["plies"] == 25
    monkeypatch.setattr(features, "LIMIT", 2_000)
    [row] = measure([puzzle], [verdict])
    for name in ("category_capture", "category_wall", "category_escape", "longest_replies", "zugzwang", "tries"):
        assert np.isnan(row[COLUMNS[name]]), name
    assert row[COLUMNS["category_open"]] == 1.0

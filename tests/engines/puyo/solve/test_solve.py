"""The solver: the vectors' complete solutions, and the referee's plain search on random puzzles of every goal."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from engines.puyo.rules.board import rows_from_columns
from engines.puyo.rules.checked_moves import follow, step_json
from engines.puyo.rules.puzzle import KINDS, MAX_STEPS, Fall, Goal, Puzzle
from engines.puyo.solve.solver import MOST_LISTED, batch_of, find_all, looked_for, search_all, solve
from quality.referee.puyo import solutions
from tests.engines.puyo.puzzles import EVERY_KIND, VECTORS, from_vector, random_columns, random_puzzle


def as_json(puzzle: Puzzle) -> dict[str, Any]:
    """The JSON object of a puzzle, written here once more so that the twin does not lean on `text`."""
    goal = puzzle.goal
    told: dict[str, Any] = {"kind": goal.kind, "n": goal.n, "exact": goal.exact, "color": goal.color}
    told = told if goal.kind else {}
    told |= {"clear": goal.clear} if goal.clear else {}
    queue = [step_json(step) for step in puzzle.queue]
    return {"game": "puyo", "goal": told, "queue": queue, "board": rows_from_columns(puzzle.columns)}


@pytest.mark.parametrize("known", VECTORS["solve"], ids=lambda known: known["id"])
def test_the_known_solutions_and_no_others(known) -> None:  # type: ignore[no-untyped-def]
    verdict = solve([from_vector(known)])[0]
    assert sorted(verdict.solutions) == sorted(known["solutions"])
    assert verdict.complete
    assert verdict.count == len(known["solutions"])
    assert verdict.verdict == ("impossible", "unique", "ambiguous")[min(2, verdict.count)]


def compare(puzzles: list[Puzzle]) -> int:
    """The solver against the referee; how many solutions there were."""
    found = 0
    for puzzle, verdict in zip(puzzles, solve(puzzles), strict=True):
        assert list(verdict.solutions) == sorted(verdict.solutions, key=order_of), "in the order of placements"
        assert sorted(verdict.solutions) == solutions(as_json(puzzle)), puzzle
        found += verdict.count
    return found


def order_of(line: str) -> list[tuple[int, int]]:
    """Solutions come in the order of their placements: 1N.., 12.., 1S.., 21.."""
    kinds = "N>S<"
    moves = [line[i : i + 2] for i in range(0, len(line), 2)]
    return [
        (kinds.index(move[1] if move[1] in "NS." else "><"[move[1] < move[0]]) if move != ".." else 9, ord(move[0]))
        for move in moves
    ]


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_random_puzzles_of_every_goal_agree_with_the_referee(kind: str | None) -> None:
    random = Random(f"solve {kind}")
    puzzles = [random_puzzle(random, kind, moves) for moves in (1, 2) for _ in range(150)]
    puzzles += [random_puzzle(random, kind, 2, highest=13) for _ in range(100)]
    puzzles += [random_puzzle(random, kind, 3, highest=4) for _ in range(6)]
    assert compare(puzzles) > 100


@pytest.mark.heavy
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_many_random_puzzles_of_three_moves_agree_with_the_referee(kind: str | None) -> None:
    random = Random(f"heavy {kind}")
    puzzles = [random_puzzle(random, kind, 3, highest) for highest in (4, 7, 10, 13) for _ in range(60)]
    puzzles += [random_puzzle(random, kind, 2, highest) for highest in (4, 7, 10, 13) for _ in range(500)]
    assert compare(puzzles) > 1000


def test_equal_pairs_meet_positions_again_and_lose_no_solution() -> None:
    """Four equal pairs reach most positions in many orders: each order counts for itself."""
    random = Random(4)
    for _ in range(3):
        puzzle = Puzzle(Goal("chain", 1), ("rg", "rg", "rg"), random_columns(random, 3, 3))
        with_table = solve([puzzle])[0]
        assert sorted(with_table.solutions) == solutions(as_json(puzzle))
    puzzle = Puzzle(Goal("chain", 2), ("rg", "rg", "rg", "rg"), ("r", "rg", "", "g", "gr", "r"))
    batch = batch_of([puzzle])
    tiny = search_all(*batch, 10**9, 0, 1)  # a table of one entry can only look up what it just saw
    large = search_all(*batch, 10**9, 0, 1 << 12)
    assert np.array_equal(tiny[1], large[1])
    assert len(tiny[1]) > 1000
    assert large[2][0] == tiny[2][0] == len(tiny[1])
    assert large[3][0] < tiny[3][0]


def test_a_search_can_be_ended_early() -> None:
    known = next(known for known in VECTORS["solve"] if known["id"] == "ips-1hgaaaaaaa")
    puzzle = from_vector(known)
    one, two, short = solve([puzzle], stop_at=1)[0], solve([puzzle], stop_at=2)[0], solve([puzzle], limit=30)[0]
    assert (one.verdict, one.count, one.complete) == ("unfinished", 1, False)
    assert (two.verdict, two.count, two.complete) == ("ambiguous", 2, False)
    assert (short.verdict, short.complete) == ("unfinished", False)
    assert set(two.solutions) <= set(known["solutions"])


def test_eight_pairs_end_at_the_limit() -> None:
    queue = ("rg", "by", "rb", "gy", "rr", "gb", "yy", "rg")
    columns = ("rgbyrgb", "gbyrgby", "byrgb", "yrgbyrg", "rgbyrgb", "")
    puzzle = Puzzle(Goal("chain", 10, exact=False), queue, columns)
    verdict = solve([puzzle], limit=2_000_000)[0]
    assert verdict.verdict == "unfinished"
    assert verdict.nodes <= 2_000_000 + MAX_STEPS * 22


@pytest.mark.parametrize(("steps", "rounds"), [(26, 12), (MAX_STEPS, 19)])
def test_long_queues_end_at_the_limit(steps: int, rounds: int) -> None:
    """Those of equal pairs as well, in which every line meets many others again."""
    for queue in (("rg", "by", "rb", "gy") * 10, ("rg",) * 40):
        puzzle = Puzzle(Goal("chain", rounds), queue[:steps], ("",) * 6)
        verdict = solve([puzzle], limit=300_000)[0]
        assert (verdict.verdict, verdict.complete) == ("unfinished", False)
        assert verdict.nodes <= 300_000 + MAX_STEPS * 22


def test_an_answer_of_forty_steps_is_listed_whole() -> None:
    queue = (*(Fall((0, 1, 0, 0, 0, 0) if i < 3 else (0,) * 6) for i in range(MAX_STEPS - 1)), "rr")
    found = solve([Puzzle(Goal("connect", 4), queue, ("rr", "", "", "", "", ""))])[0]
    assert found.solutions == (".." * (MAX_STEPS - 1) + "1N",)


def test_beyond_a_million_solutions_are_counted_but_not_listed() -> None:
    """Six equal pairs on an empty board, any group of four: every line is found, also those that are not listed."""
    short, long = (Puzzle(Goal("chain", 1, exact=False), ("rg",) * n, ("",) * 6) for n in (4, 6))
    whole = solve([short])[0]
    assert whole.complete
    assert len(whole.solutions) == whole.count == len(set(whole.solutions))
    many = solve([long])[0]
    assert (many.verdict, many.complete, len(many.solutions)) == ("ambiguous", False, MOST_LISTED)
    one_more = solve([Puzzle(long.goal, long.queue[:5], long.columns)])[0]
    assert many.count > MOST_LISTED > one_more.count > whole.count
    without_looking_up = search_all(*batch_of([long]), 10**9, 0, 1)
    assert without_looking_up[2][0] == many.count
    assert solve([long], stop_at=MOST_LISTED + 5)[0].count == MOST_LISTED + 5


def test_what_was_never_there_is_gone_after_the_first_move() -> None:
    puzzle = Puzzle(Goal(clear="garbage"), ("rg", "rg", "rg"), ("", "", "", "", "", ""))
    verdict = solve([puzzle])[0]
    assert verdict.count == 22, "there never was any garbage: every first move leaves none"
    assert {len(line) for line in verdict.solutions} == {2}


def test_solutions_reach_the_goal_when_played() -> None:
    random = Random(9)
    played = 0
    for kind in KINDS:
        puzzles = [random_puzzle(random, kind, 2) for _ in range(40)]
        for puzzle, verdict in zip(puzzles, solve(puzzles), strict=True):
            for line in verdict.solutions[:3]:
                steps = follow(puzzle, line)
                assert steps[-1].goal
                assert not any(step.goal or step.lost for step in steps[:-1])
                played += 1
    assert played > 50


def test_no_puzzles_no_verdicts() -> None:
    assert solve([]) == []
    assert find_all(batch_of([])).first.tolist() == [0]


def test_a_narrow_look_after_a_search_that_gave_up() -> None:
    """What it finds is a solution; that it finds none says nothing, and the verdict stays unfinished."""
    queue = ("rg", "by") * 5
    puzzle = Puzzle(Goal("chain", 3), queue, ("rg", "gr", "", "", "yb", "by"))
    [line] = looked_for(puzzle, 10**8)
    steps = follow(puzzle, line)
    assert steps[-1].goal
    assert not any(step.goal or step.lost for step in steps[:-1])
    assert looked_for(puzzle, 100) == ()
    assert looked_for(replace(puzzle, queue=queue[:1]), 10**8) == ()
    [verdict] = solve([puzzle], limit=50_000)
    assert (verdict.verdict, verdict.complete) in (("unfinished", False), ("ambiguous", False))

"""The solver against the twin, and what a verdict promises."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engines.contract import Verdict
from engines.tspin import ENGINE
from engines.tspin.rules.puzzle import DROP, SRS, Puzzle, mirror
from tests.engines.tspin import naive
from tests.engines.tspin.boards import NASTY, random_stack


def puzzle(rows: list[str], queue: str, moves: str = DROP) -> Puzzle:
    return ENGINE.decode({"goal": "tsd", "moves": moves, "queue": queue, "board": rows})


def as_sets(verdict: Verdict) -> list[naive.Solution]:
    return [naive.multiset((move["piece"], move["cells"]) for move in moves) for moves in verdict.solutions]


def check_against_twin(puzzles: list[Puzzle]) -> list[int]:
    counts = []
    for given, verdict in zip(puzzles, ENGINE.solve(puzzles), strict=True):
        stack = naive.board(ENGINE.encode(given)["board"])
        aim = naive.aim(given.goal, given.well, stack)
        expected = naive.solutions(stack, given.queue, given.moves == SRS, aim)
        found = as_sets(verdict)
        assert len(found) == len(set(found)) == verdict.count
        assert set(found) == expected, (given, naive.text(stack))
        assert verdict.verdict == ("impossible", "unique", "ambiguous")[min(2, len(expected))]
        counts.append(verdict.count)
    return counts


def nasty_puzzles(queues: list[str], moves: str) -> list[Puzzle]:
    return [puzzle(rows, queue, moves) for rows in NASTY.values() for queue in queues]


@pytest.mark.parametrize("moves", [DROP, SRS])
@pytest.mark.parametrize(("many", "step"), [(10, 2), pytest.param(40, 1, marks=pytest.mark.heavy)])
def test_one_piece(many: int, step: int, moves: str) -> None:
    """Of the nasty boards, each with every other piece: the next one with those between."""
    rng = random.Random(5)
    made = [replace(p, moves=moves) for p in ENGINE.generate("tsd-1", 5, many)]
    stacks = [naive.text(random_stack(rng, rng.randint(3, 8))) for _ in range(many)]
    random_ones = [puzzle(rows, rng.choice("IOTLJSZ"), moves) for rows in stacks]
    counts = check_against_twin(made + random_ones + nasty_puzzles(list("IOTLJSZ"), moves)[::step])
    assert min(counts[:many]) >= 1
    assert 0 in counts


@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.heavy)])
def test_two_pieces_dropped(step: int) -> None:
    made = ENGINE.generate("tsd-2", 6, 8)
    repeated = [p for p in ENGINE.generate("tsd-2", 8, 200) if p.queue[0] == p.queue[1]][:4]
    assert len(repeated) == 4
    counts = check_against_twin(made + repeated + nasty_puzzles(["OI"], DROP)[::step])
    assert max(counts) > 1


def test_two_pieces_by_srs() -> None:
    made = [replace(p, moves=SRS) for p in ENGINE.generate("tsd-2", 9, 2)]
    repeated = [replace(p, moves=SRS) for p in ENGINE.generate("tsd-2", 8, 200) if p.queue == "SS"][:1]
    hand = [puzzle(NASTY[name], "OO", SRS) for name in ("thesis base", "fin", "two clears away", "walled in")]
    check_against_twin(made + repeated + hand)


@pytest.mark.heavy
def test_three_pieces() -> None:
    check_against_twin([replace(p, queue=p.queue + "O") for p in ENGINE.generate("tsd-2", 10, 3)])


def test_three_pieces_of_few_placements() -> None:
    check_against_twin([puzzle(NASTY["thesis base"], "OOO"), puzzle(NASTY["two clears away"], "OOI")])


def test_a_line_clear_can_be_the_answer() -> None:
    """The L fills the row in between, which clears and brings the halves of the slot together."""
    [verdict] = ENGINE.solve([puzzle(["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"], "L")])
    assert verdict.verdict == "unique"
    assert verdict.solutions[0] == [{"piece": "L", "cells": [[8, 3], [9, 1], [9, 2], [9, 3]]}]


def test_swapped_equal_pieces_count_once() -> None:
    """Two O fill two wells, in either order: one set of placements, found twice, counted once."""
    given = puzzle(["...X......", "X...X..X..", "XX.XX..X.."], "OO")
    [verdict] = ENGINE.solve([given])
    wells = {((5, 0), (5, 1), (6, 0), (6, 1)), ((8, 0), (8, 1), (9, 0), (9, 1))}
    assert verdict.verdict == "unique"
    assert {tuple(map(tuple, move["cells"])) for move in verdict.solutions[0]} == wells
    assert ENGINE.solve([given], stop_at=2)[0].count == 1


def test_limit_and_stop_at() -> None:
    many = puzzle(["...X......", "X...XXXXXX", "XX.XXXXXXX"], "OO")
    [full] = ENGINE.solve([many])
    assert full.verdict == "ambiguous"
    [stopped] = ENGINE.solve([many], stop_at=2)
    assert (stopped.verdict, stopped.count, stopped.other_count) == ("ambiguous", 2, None)
    assert stopped.solutions == full.solutions[:2]
    assert full.complete
    assert "complete" not in full.as_json()
    assert stopped.as_json()["complete"] is False
    [one] = ENGINE.solve([many], stop_at=1)
    assert (one.verdict, one.count) == ("unfinished", 1)
    hard = next(p for p in ENGINE.generate("tsd-2", 15, 50) if ENGINE.solve([p], stop_at=2)[0].verdict == "unique")
    [whole] = ENGINE.solve([hard])
    [cut] = ENGINE.solve([hard], limit=whole.nodes - 1)
    assert cut.verdict == "unfinished"
    assert not cut.complete
    assert cut.count <= 1
    assert cut.nodes == whole.nodes - 1
    [enough] = ENGINE.solve([hard], limit=whole.nodes)
    assert (enough.verdict, enough.nodes) == ("unique", whole.nodes)


def test_other_count_is_the_count_of_the_other_rules() -> None:
    made = ENGINE.generate("tsd-1", 11, 30) + ENGINE.generate("quad-2", 11, 10) + ENGINE.generate("tst-1-srs", 11, 5)
    made = [replace(p, moves=DROP) for p in made]
    drop, srs = ENGINE.solve(made), ENGINE.solve([replace(p, moves=SRS) for p in made])
    assert [v.other_count for v in drop] == [v.count for v in srs]
    assert [v.other_count for v in srs] == [v.count for v in drop]
    assert any(v.other_count != v.count for v in drop)
    long = puzzle(NASTY["thesis base"], "OOOOO")
    [found], [other] = ENGINE.solve([long]), ENGINE.solve([replace(long, moves=SRS)])
    assert (found.other_count, other.other_count) == (other.count, found.count)
    assert ENGINE.solve([long], limit=10)[0].other_count is None


def test_batches_of_mixed_puzzles() -> None:
    """Each verdict is the same alone and in company, whatever the length and the rules."""
    made = ENGINE.generate("tsd-2", 12, 5) + ENGINE.generate("tsd-1", 12, 5)
    made += [replace(p, moves=SRS) for p in made] + [puzzle([], "IOT"), puzzle(["XXXXXXXXX."], "OOTI")]
    together = ENGINE.solve(made)
    assert together == [ENGINE.solve([one])[0] for one in made]
    assert ENGINE.solve([]) == []


def test_mirrored_drop_puzzles_have_mirrored_solutions() -> None:
    swap = {"J": "L", "L": "J", "S": "Z", "Z": "S"}
    made = ENGINE.generate("tsd-2", 13, 40)
    for ours, mirrored in zip(ENGINE.solve(made), ENGINE.solve([mirror(p) for p in made]), strict=True):
        seen = {
            naive.multiset(
                (swap.get(move["piece"], move["piece"]), [(9 - x, y) for x, y in move["cells"]]) for move in moves
            )
            for moves in ours.solutions
        }
        assert seen == set(as_sets(mirrored))


def test_form_of_solutions() -> None:
    [verdict] = ENGINE.solve(ENGINE.generate("tsd-2", 14, 1))
    [given] = ENGINE.generate("tsd-2", 14, 1)
    for moves in verdict.solutions:
        assert "".join(move["piece"] for move in moves) == given.queue
        for move in moves:
            assert list(move) == ["piece", "cells"]
            assert move["cells"] == sorted(move["cells"])
            assert all(type(value) is int for cell in move["cells"] for value in cell)

"""Candidates: the paper's conditions hold, shown by the referee; each depends on its number alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.contract import BadParameter, checked_parameters
from engines.puyo.make.generate import NoRoom, generate, method_of
from engines.puyo.make.minimise import minimised
from engines.puyo.make.reverse import SHAPES
from engines.puyo.make.variants import METHODS, PARAMETERS, RANDOM, REVERSE, VARIANTS
from engines.puyo.rules.board import COLORS, planes_of
from engines.puyo.rules.chain import chain, pops
from engines.puyo.rules.puzzle import Puzzle, variant_name
from engines.puyo.solve.solver import solve
from quality.referee.puyo import count, solutions
from tests.engines.puyo.solve.test_solve import as_json

SMALL = {1: 40, 2: 30, 3: 5, 4: 2, 5: 1}
QUICK = [name for name, variant in VARIANTS.items() if variant.moves <= 4]


def goes_beyond(puzzle: Puzzle) -> Puzzle:
    """The same puzzle asking for more than its goal."""
    return replace(puzzle, goal=replace(puzzle.goal, n=puzzle.goal.n + 1, exact=False))


def check_conditions(name: str, puzzles: list[Puzzle]) -> None:
    variant = VARIANTS[name]
    for puzzle, verdict in zip(puzzles, solve(puzzles), strict=True):
        assert variant_name(puzzle) == name
        assert puzzle.pairs == len(puzzle.queue) == variant.moves
        assert not pops(planes_of(puzzle.columns))
        assert verdict.count >= 1, "the goal can be reached"
        assert {len(line) for line in verdict.solutions} == {2 * variant.moves}, "not before the last move"
        if puzzle.goal.kind:
            assert solve([goes_beyond(puzzle)], stop_at=1)[0].verdict == "impossible", "nothing beyond it"


@pytest.mark.parametrize("name", QUICK)
def test_candidates_keep_the_conditions(name: str) -> None:
    variant = VARIANTS[name]
    check_conditions(name, generate(variant, 1, SMALL[variant.moves]))


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["chain-5x8", "chain-6x10"])
def test_far_candidates_keep_the_conditions(name: str) -> None:
    check_conditions(name, generate(VARIANTS[name], 1, 1))


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if variant.moves <= 3])
def test_the_referee_agrees(name: str) -> None:
    """Nothing of the engine's own search is trusted here."""
    for puzzle in generate(VARIANTS[name], 5, 2 if VARIANTS[name].moves == 3 else 10):
        told = as_json(puzzle)
        found = solutions(told)
        assert found
        assert {len(line) for line in found} == {2 * puzzle.pairs}
        if puzzle.goal.kind:
            assert count(as_json(goes_beyond(puzzle)), stop_at=1) == 0


def test_a_candidate_depends_on_its_number_alone() -> None:
    for name in ("chain-2x3", "clear-2"):
        variant = VARIANTS[name]
        whole = generate(variant, 7, 12)
        assert generate(variant, 7, 5) + generate(variant, 7, 7, 5) == whole
        assert generate(variant, 8, 12) != whole
        assert len(set(whole)) == 12


def test_methods_come_by_turns_unless_one_is_asked_for() -> None:
    variant = VARIANTS["chain-2x3"]
    assert [method_of(variant, number) for number in range(4)] == [*METHODS, *METHODS]
    assert method_of(variant, 0, {"method": REVERSE}) == REVERSE
    by_turns, random = generate(variant, 1, 6), generate(variant, 1, 6, 0, {"method": RANDOM})
    assert by_turns[::2] == random[::2]
    assert by_turns[1::2] != random[1::2]


@pytest.mark.parametrize("method", METHODS)
def test_settings_shape_the_boards(method: str) -> None:
    asked = {"method": method, "colors": (3, 3), "garbage": (2, 2), "width": (4, 4), "height": (6, 6)}
    given = checked_parameters(PARAMETERS, asked)
    for puzzle in generate(VARIANTS["chain-2x3"], 2, 20, 0, given):
        used = [x for x, column in enumerate(puzzle.columns) if column]
        marks = "".join(puzzle.columns) + "".join(map(str, puzzle.queue))
        assert used[-1] - used[0] < 4
        assert max(map(len, puzzle.columns)) <= 6
        assert marks.count("o") <= 2
        assert len(set(marks) & set(COLORS)) <= 3


def test_random_boards_can_be_kept_apart() -> None:
    given = {"method": RANDOM, "apart": True}
    for puzzle in generate(VARIANTS["chain-2x3"], 3, 10, 0, given):
        for left, right in zip(puzzle.columns, puzzle.columns[1:], strict=False):
            assert not any(a == b and a in COLORS for a, b in zip(left, right, strict=False))


def test_five_colours_and_no_garbage() -> None:
    given = {"colors": (5, 5), "garbage": (0, 0), "extra": (8, 12), "method": REVERSE}
    puzzles = generate(VARIANTS["chain-2x4"], 1, 10, 0, given)
    assert any(set("".join(p.columns) + "".join(map(str, p.queue))) >= set(COLORS) for p in puzzles)
    assert not any("o" in column for puzzle in puzzles for column in puzzle.columns)


def test_pickiness_makes_puzzles_with_one_solution_common_but_not_the_only_ones() -> None:
    variant = VARIANTS["chain-2x3"]
    picky = [verdict.verdict for verdict in solve(generate(variant, 1, 60))]
    plain = [verdict.verdict for verdict in solve(generate(variant, 1, 60, 0, {"picky": 0}))]
    assert picky.count("unique") > 1.5 * plain.count("unique")
    assert picky.count("ambiguous") > 0


def test_settings_that_leave_no_room_are_said_so(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("engines.puyo.make.generate.PATIENCE", 2000)
    with pytest.raises(NoRoom, match="no candidate of chain-3x5 in 2,000 boards"):
        generate(VARIANTS["chain-3x5"], 1, 1, 0, {"width": (2, 2), "height": (10, 10), "colors": (2, 2)})
    with pytest.raises(NoRoom, match="its groups have 40 puyos, but width and height leave room for 18"):
        generate(VARIANTS["chain-6x10"], 1, 1, 0, {"height": (3, 3)})
    with pytest.raises(NoRoom, match="it needs 3 colours, but there are at most 2"):
        generate(VARIANTS["colors-3x3"], 1, 1, 0, {"colors": (2, 2)})
    assert issubclass(NoRoom, BadParameter)


def test_there_are_nineteen_shapes_of_four() -> None:
    assert len(SHAPES) == 19
    assert (SHAPES[:, :, 1].sum(axis=1) == 4).all()


def test_minimised_puzzles_keep_their_solutions_and_cannot_lose_another_puyo() -> None:
    noisy = {"extra": (6, 10), "garbage": (2, 2), "method": REVERSE}
    variant = VARIANTS["chain-2x3"]
    before = generate(variant, 4, 8, 0, noisy)
    after = generate(variant, 4, 8, 0, noisy | {"minimise": True})
    for large, small in zip(before, after, strict=True):
        assert solve([large])[0].solutions == solve([small])[0].solutions
        assert minimised(small) == small
    check_conditions("chain-2x3", after)

    def size(puzzles: list[Puzzle]) -> int:
        return sum(len(column) for puzzle in puzzles for column in puzzle.columns)

    assert size(after) < size(before)


def test_far_chains_are_as_long_as_they_say() -> None:
    puzzle = generate(VARIANTS["chain-4x6"], 2, 1)[0]
    assert puzzle.goal.n == 6
    assert chain(planes_of(puzzle.columns)) == 0

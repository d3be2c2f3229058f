"""Candidates: of the length and the category that their variant says; each depends on its number alone."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engines.contract import BadParameter, checked_parameters
from engines.geister.forms.text import encode
from engines.geister.make.generate import AS_IT_COMES, NoRoom, generate, method_of
from engines.geister.make.takeback import (
    MOST_TAKEBACKS,
    hostile_kinds,
    list_takebacks,
    own_kinds,
    take_back_attack,
    take_back_reply,
)
from engines.geister.make.variants import ENDGAME, PARAMETERS, RANDOM, REVERSE, TABLE, VARIANTS
from engines.geister.rules.moves import GOES_ON, SQUARES, Position, attack, attackers, defend, defenders
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.solve.category import category_all, category_of, plain_walk
from engines.geister.solve.solver import positions_of, solve
from quality.referee.geister import answer
from tests.engines.geister.boards import random_puzzle

DEAR = ("escape-17", "escape-19", "open-13", "open-15", "capture-13")
QUICK = [name for name in VARIANTS if name not in DEAR]
MOST = np.array([4, 4, 4, 4, 8], dtype=np.int64)


def check(name: str, puzzles: list[Puzzle]) -> None:
    """Length and category are those of the variant, and nobody just walks out."""
    category, plies = name.split("-")
    for puzzle, verdict in zip(puzzles, solve(puzzles), strict=True):
        (solution,) = verdict.solutions
        assert solution["plies"] == puzzle.plies == int(plies)
        assert not plain_walk(puzzle, solution)
        labels = category_all(positions_of([puzzle]), [int(plies)])[0]
        assert category in (ENDGAME, category_of(int(labels)))


@pytest.mark.parametrize("name", QUICK)
def test_candidates_are_what_their_variant_says(name: str) -> None:
    check(name, generate(VARIANTS[name], 1, 6 if VARIANTS[name].moves <= 5 else 2))


@pytest.mark.heavy
@pytest.mark.parametrize("name", DEAR)
def test_dear_candidates_are_what_their_variant_says(name: str) -> None:
    check(name, generate(VARIANTS[name], 1, 4))


@pytest.mark.parametrize("name", [name for name in QUICK if VARIANTS[name].moves <= 5])
def test_the_referee_agrees(name: str) -> None:
    """Nothing of the engine's own search is trusted here."""
    for puzzle in generate(VARIANTS[name], 5, 5):
        plies, first_moves = answer(encode(puzzle))
        assert plies == puzzle.plies
        assert sorted(first_moves) == sorted(solve([puzzle])[0].solutions[0]["first_moves"])


@pytest.mark.parametrize("name", ["escape-5", "wall-7", "open-9", "capture-7", "escape-13", "endgame-23"])
def test_a_candidate_depends_on_its_number_alone(name: str) -> None:
    whole = generate(VARIANTS[name], 3, 6)
    assert whole == [generate(VARIANTS[name], 3, 1, number)[0] for number in range(6)]
    assert whole != generate(VARIANTS[name], 4, 6)


def test_one_first_move_is_preferred_except_now_and_then() -> None:
    verdicts = solve(generate(VARIANTS["escape-7"], 2, 60))
    picked = [verdict for number, verdict in enumerate(verdicts) if number % AS_IT_COMES]
    assert sum(verdict.verdict == "unique" for verdict in picked) >= 0.9 * len(picked)
    assert {verdict.verdict for verdict in verdicts} == {"unique", "ambiguous"}


def test_methods_take_turns() -> None:
    assert [method_of(VARIANTS["escape-9"], number) for number in range(3)] == [RANDOM, REVERSE, RANDOM]
    assert method_of(VARIANTS["escape-9"], 0, {"method": REVERSE}) == REVERSE
    assert method_of(VARIANTS["endgame-37"], 0, {"method": REVERSE}) == TABLE
    one = generate(VARIANTS["escape-9"], 1, 2, 0, {"method": REVERSE})
    assert one[0] != generate(VARIANTS["escape-9"], 1, 2)[0]
    check("escape-9", one)


def test_piece_numbers_are_those_asked_for() -> None:
    given = checked_parameters(PARAMETERS, {"own_blue": 2, "own_red": 2, "blue": 2, "red": 2})
    for puzzle in generate(VARIANTS["escape-7"], 1, 8, 0, {**given, "method": RANDOM}):
        assert [puzzle.squares.count(piece) for piece in "BRubr"] == [2, 2, 4, 0, 0]
        assert puzzle.hidden_blue == 2


def test_whoever_sets_the_numbers_gets_them_where_chains_would_begin_in_a_table() -> None:
    given = {"own_blue": (2, 2), "own_red": (2, 3), "blue": (1, 2), "red": (1, 2), "shown": (1, 2)}
    for puzzle in generate(VARIANTS["open-11"], 1, 3, 0, given):
        assert puzzle.squares.count("B") == 2
        assert 2 <= puzzle.squares.count("R") <= 3


def test_puzzles_of_a_table_come_either_way_round() -> None:
    """A table keeps one of two mirror images; candidates show both."""
    for name in ("endgame-21", "endgame-29"):
        left = sum("B" in "".join(row[:3] for row in puzzle.rows) for puzzle in generate(VARIANTS[name], 1, 40))
        assert 10 <= left <= 30, name


def test_settings_without_room_are_refused() -> None:
    with pytest.raises(NoRoom, match="cannot be set"):
        generate(VARIANTS["endgame-21"], 1, 1, 0, {"own_blue": (2, 2)})
    with pytest.raises(NoRoom, match="hardly ever won in 19"):
        generate(VARIANTS["escape-19"], 1, 1, 0, {"method": RANDOM})
    with pytest.raises(NoRoom, match="have to be shown"):
        generate(VARIANTS["open-5"], 1, 1, 0, {"shown": (0, 0)})
    with pytest.raises(NoRoom, match="may be shown"):
        generate(VARIANTS["escape-5"], 1, 1, 0, {"shown": (1, 2)})
    with pytest.raises(BadParameter, match="own_blue"):
        checked_parameters(PARAMETERS, {"own_blue": 5})


def position_list(count: int) -> list[Position]:
    return [position_of(random_puzzle(Random(number), 3)) for number in range(count)]


def test_a_reply_taken_back_and_made_again_is_where_it_was() -> None:
    room, made = np.zeros(MOST_TAKEBACKS, dtype=np.int64), 0
    for position in position_list(60):
        n = list_takebacks(position, defenders(position), own_kinds(position, MOST), room)
        for code in room[:n].tolist():
            before = take_back_reply(position, code >> 6 & 63, code & 63, code >> 12)
            assert pieces(before) == pieces(position) + (code >> 12 != 0)
            assert defend(before, code & 63, code >> 6 & 63) == (position, GOES_ON)
            made += 1
    assert made > 1000


def test_an_attack_taken_back_and_made_again_is_where_it_was() -> None:
    room, kinds = np.zeros(MOST_TAKEBACKS, dtype=np.int64), set()
    for position in position_list(60):
        n = list_takebacks(position, attackers(position), hostile_kinds(position, MOST), room)
        for code in room[:n].tolist():
            doubted = position.blue if code >> 12 == 4 else 0
            before = take_back_attack(position, code >> 6 & 63, code & 63, code >> 12, doubted)
            after, outcome = attack(before, code & 63, code >> 6 & 63)
            assert outcome == GOES_ON
            assert same(after, position)
            kinds.add(code >> 12)
    assert kinds == {0, 1, 2, 3, 4}


def pieces(position: Position) -> int:
    return sum(int(where).bit_count() for where in position[:5])


def same(one: Position, other: Position) -> bool:
    """The same squares; how many purples are blue matters only while there are some."""
    return one[:5] == other[:5] and (not one.purple or one.hidden_blue == other.hidden_blue)


def test_the_papers_sampling_keeps_a_corner_empty() -> None:
    given = {"method": RANDOM, "sampling": "paper"}
    puzzles = generate(VARIANTS["escape-5"], 1, 150, 0, given)
    assert all(puzzle.squares[5] == "." for puzzle in puzzles)
    seen = [square for square in range(SQUARES) if any(puzzle.squares[square] != "." for puzzle in puzzles)]
    assert 0 in seen
    assert 5 not in seen

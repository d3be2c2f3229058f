"""The solver: known answers, the plain twin, the tables, and what a verdict looks like."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engines.geister.rules.material import Material
from engines.geister.rules.moves import Position, attack, move_of
from engines.geister.rules.puzzle import Puzzle, mirror, position_of, puzzle_from, squares_from
from engines.geister.solve.by_table import answer
from engines.geister.solve.deepening import NO_WALL, Desk, clear, new_desk, shortest
from engines.geister.solve.lines import best_moves
from engines.geister.solve.solver import desk, length_of, position_at, resistance, searched, solve
from engines.geister.solve.tables import lookup_all, positions_of_length, values_of
from engines.geister.solve.tables import position_at as tabled
from engines.kernels.jit import kernel
from tests.engines.geister import naive
from tests.engines.geister.boards import random_puzzle, twin_of

VECTORS = json.loads((Path(__file__).parent.parent / "vectors.json").read_text())["vectors"]
HIDDEN, SHOWN = Material(1, 1, 1, 1, 0, 0), Material(1, 1, 0, 0, 1, 1)
LONGEST = {HIDDEN: 19, SHOWN: 37}


def puzzle_of(vector: dict) -> Puzzle:
    return Puzzle(squares_from(tuple(vector["board"].split("/"))), vector["hidden_blue"])


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["board"] for vector in VECTORS])
def test_known_answers(vector: dict) -> None:
    verdict = solve([puzzle_of(vector)], limit=None if vector["win_plies"] else 30_000)[0]
    if vector["win_plies"] is None:
        assert verdict.verdict == "impossible" or (verdict.searched_to or 0) >= vector["searched_to"]
        return
    (solution,) = verdict.solutions
    assert solution["plies"] == len(solution["line"]) == vector["win_plies"]
    assert sorted(solution["first_moves"]) == sorted(vector["best_first_moves"])
    assert solution["line"][0] in solution["first_moves"]
    assert verdict.count == len(vector["best_first_moves"])
    assert verdict.verdict == ("unique" if verdict.count == 1 else "ambiguous")


@pytest.mark.parametrize("vector", [vector for vector in VECTORS if vector["win_plies"]], ids=lambda v: v["board"])
def test_known_walls(vector: dict) -> None:
    clear(desk(), 10_000_000)
    found = shortest(position_of(puzzle_of(vector)), vector["win_plies"], NO_WALL, desk())
    assert (found < 0) == vector["red_wall"]


def test_a_plain_search_agrees_on_random_positions() -> None:
    """Length and all first moves, of all kinds of material; the twin has neither table nor pruning."""
    random, won = Random(5), 0
    for _ in range(250):
        puzzle = random_puzzle(random, 2)
        plies, first_moves = naive.shortest(twin_of(puzzle), 5)
        verdict = solve([puzzle], limit=20_000)[0]
        found = verdict.solutions[0]["plies"] if verdict.solutions else 99
        assert found == plies if plies else found > 5, puzzle
        if plies:
            assert sorted(verdict.solutions[0]["first_moves"]) == sorted(first_moves), puzzle
            won += 1
    assert won > 60


@pytest.mark.heavy
def test_a_plain_search_agrees_on_many_random_positions() -> None:
    random = Random(6)
    for number in range(1500):
        puzzle = random_puzzle(random, 2 if number % 10 else 3)
        most = 7 if number % 30 == 0 else 5
        plies, first_moves = naive.shortest(twin_of(puzzle), most)
        verdict = solve([puzzle], limit=20_000)[0]
        found = verdict.solutions[0]["plies"] if verdict.solutions else 99
        assert found == plies if plies else found > most, puzzle
        if plies:
            assert sorted(verdict.solutions[0]["first_moves"]) == sorted(first_moves), puzzle


def test_the_defender_lasts_as_long_as_it_can() -> None:
    """On the main line, by the twin's measure: no other reply lasts longer, every move of the attacker is one of
    the best."""
    random, seen = Random(7), 0
    while seen < 25:
        puzzle = random_puzzle(random, 2)
        verdict = solve([puzzle], limit=20_000)[0]
        if not verdict.solutions or verdict.solutions[0]["plies"] not in (3, 5):
            continue
        seen += 1
        line, state = verdict.solutions[0]["line"], twin_of(puzzle)
        for ply, name in enumerate(line):
            side = "attacker" if ply % 2 == 0 else "defender"
            steps = {naive_name(step): step for step in naive.moves(state, side)}
            if side == "attacker":
                assert naive.wins_by(state, steps[name], len(line) - ply), (puzzle, ply)
                assert ply == len(line) - 1 or not naive.wins(state, len(line) - ply - 2), (puzzle, ply)
            state, winner = naive.move(state, side, steps[name])
            assert winner == ("attacker" if ply == len(line) - 1 else None)


def naive_name(step: tuple[str, str]) -> str:
    return "-".join(step)


def slots_with_positions(material: Material) -> np.ndarray:
    """The positions of a table as rows: one of each mirror pair, and where that makes no difference both."""
    rows = [tabled(material, slot) for slot in range(material.slots)]
    return np.array([row for row in rows if is_position(row)], dtype=np.int64)


def is_position(position: Position) -> bool:
    """Whether no two pieces share a square."""
    sets = [int(where) for where in position[:5]]
    return sum(where.bit_count() for where in sets) == (sets[0] | sets[1] | sets[2] | sets[3] | sets[4]).bit_count()


@kernel
def lengths_by_search(rows: np.ndarray, most: int, desk: Desk) -> np.ndarray:
    """The shortest win of each position up to `most` plies by search, 0 for none; the store is kept throughout."""
    found = np.zeros(len(rows), dtype=np.int64)
    for i in range(len(rows)):
        found[i] = max(shortest(position_at(rows, i), most, 0, desk), 0)
    return found


def sample(material: Material, count: int) -> np.ndarray:
    generator = np.random.default_rng(3)
    rows = [tabled(material, int(slot)) for slot in generator.integers(material.slots, size=count)]
    return np.array([row for row in rows if is_position(row)], dtype=np.int64)


@pytest.mark.parametrize(("material", "count", "most"), [(HIDDEN, 3000, 21), (SHOWN, 700, 15)])
def test_search_agrees_with_the_table_on_a_sample(material: Material, count: int, most: int) -> None:
    rows = sample(material, count)
    table = lookup_all(rows)
    big = new_desk(18)
    clear(big, 1 << 40)
    assert np.array_equal(lengths_by_search(rows, most, big), np.where(table <= most, table, 0))


@pytest.mark.heavy
@pytest.mark.parametrize("material", [HIDDEN, SHOWN])
def test_search_agrees_with_the_table_on_every_position(material: Material) -> None:
    rows = slots_with_positions(material)
    big = new_desk(21)
    clear(big, 1 << 60)
    assert np.array_equal(lengths_by_search(rows, LONGEST[material] + 2, big), lookup_all(rows))


@pytest.mark.parametrize("material", [HIDDEN, SHOWN])
def test_table_and_search_give_the_same_first_moves(material: Material) -> None:
    slots = np.flatnonzero(values_of(material))
    for slot in np.random.default_rng(4).choice(slots, 60).tolist():
        position = tabled(material, slot)
        solution = answer(position)
        assert solution is not None
        if solution["plies"] > 19:
            continue
        clear(desk(), 10_000_000)
        room = np.zeros(64, dtype=np.int64)
        count = int(best_moves(position, solution["plies"], 0, desk(), room))
        assert count == len(solution["first_moves"])
        by_search = searched(np.array([position], dtype=np.int64), 1_000_000)[0].solutions[0]
        assert by_search["first_moves"] == solution["first_moves"]
        assert by_search["plies"] == solution["plies"] == len(solution["line"])


def test_a_table_says_impossible() -> None:
    rows = sample(SHOWN, 300)
    none = rows[lookup_all(rows) == 0][:20]
    verdicts = solve([puzzle_from(Position(*row)) for row in none.tolist()])
    assert {(verdict.verdict, verdict.count, verdict.solutions) for verdict in verdicts} == {("impossible", 0, ())}


def test_the_longest_of_the_tables_are_solved() -> None:
    """37 plies with everything shown, 19 with nothing (8.1)."""
    for material, plies in LONGEST.items():
        for slot in positions_of_length(material, plies)[:3].tolist():
            verdict = solve([puzzle_from(tabled(material, slot))])[0]
            assert verdict.solutions[0]["plies"] == len(verdict.solutions[0]["line"]) == plies


def test_unfinished_at_a_limit_says_how_far_it_got() -> None:
    puzzle = Puzzle(squares_from((".R..u.", "......", "..R...", "...u..", "...u.u", "B....B")), 2)
    verdict = solve([puzzle], limit=2000)[0]
    assert (verdict.verdict, verdict.count, verdict.complete) == ("unfinished", 0, False)
    assert verdict.searched_to is not None
    assert 5 <= verdict.searched_to < 41
    further = solve([puzzle], limit=20_000)[0]
    assert further.searched_to is not None
    assert further.searched_to > verdict.searched_to


def test_many_at_once_are_solved_as_each_alone() -> None:
    puzzles = [random_puzzle(Random(number), 2) for number in range(40)]
    together = solve(puzzles, limit=5000)
    assert together == [solve([puzzle], limit=5000)[0] for puzzle in puzzles]


def test_a_mirror_image_has_the_mirrored_first_moves() -> None:
    other = str.maketrans("abcdef", "fedcba")
    for vector in VECTORS[6:9]:
        puzzle = puzzle_of(vector)
        mirrored = solve([mirror(puzzle)])[0].solutions[0]["first_moves"]
        plain = [name.replace("exit", "EXIT").translate(other).replace("EXIT", "exit") for name in mirrored]
        assert sorted(plain) == sorted(solve([puzzle])[0].solutions[0]["first_moves"])


def test_best_replies() -> None:
    """The reply that escapes if there is one, else the one that lasts longest, by search and by table alike."""
    for vector in VECTORS:
        if vector["win_plies"] not in (5, 7, 9):
            continue
        puzzle = puzzle_of(vector)
        line = solve([puzzle])[0].solutions[0]["line"]
        position = position_of(puzzle)
        assert length_of(position) == vector["win_plies"]
        after, _ = attack(position, *move_of(line[0]))
        _, _, left = resistance(after)
        assert left == vector["win_plies"] - 2

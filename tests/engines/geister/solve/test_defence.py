"""The reply that a player gets: the slow twin knows none that lasts longer, and says as many plies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from engines.geister import ENGINE
from engines.geister.rules.moves import attack, move_name, move_of
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.solve import defence
from engines.geister.solve.defence import as_good, best, length
from tests.engines.geister import naive
from tests.engines.geister.boards import random_puzzle, twin_of


@pytest.fixture(autouse=True)
def nothing_known() -> None:
    for kept in (best, as_good, length):
        kept.cache_clear()


def plies_after(state: naive.State, reply: naive.Move, most: int) -> int:
    """The plies that the attacker needs after a reply; more than `most` if it does not win in so many."""
    after, winner = naive.move(state, naive.DEFENDER, reply)
    if winner:
        return 0 if winner == naive.ATTACKER else most + 2
    return naive.shortest(after, most)[0] or most + 2


def replies_of(puzzle: Puzzle, most: int) -> dict[str, int]:
    """Every reply with the plies that the attacker needs after it."""
    state = twin_of(puzzle)
    return {"-".join(reply): plies_after(state, reply, most) for reply in naive.moves(state, naive.DEFENDER)}


@pytest.mark.parametrize("small", [defence.SMALL_TABLE, 0])
def test_no_reply_lasts_longer(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By table, where each side has one piece of a colour, and by search."""
    monkeypatch.setattr(defence, "SMALL_TABLE", small)
    random, lost, weaker = Random(91), 0, 0
    for number in range(200):
        puzzle = random_puzzle(random, 1 if number % 2 else 2)
        most = 3 if number % 4 else 1
        lengths = replies_of(puzzle, most)
        position, longest = position_of(puzzle), max(lengths.values())
        reply = best(position, most)
        assert lengths[move_name(reply.start, reply.end)] == longest
        assert reply.left == (0 if longest > most else longest)
        for name, plies in lengths.items():
            assert as_good(position, most, *move_of(name)) == (plies == longest), (puzzle, name)
            weaker += plies < longest
        lost += longest <= most
    assert lost > 5
    assert weaker > 20


def test_a_table_and_a_search_say_the_same_of_long_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    for puzzle in ENGINE.generate("endgame-21", 92, 4):
        position = position_of(puzzle)
        for first in ENGINE.legal(puzzle, []):
            after, outcome = attack(position, *move_of(first))
            if not outcome:
                asked.append(after)
    looked_up = [best(position, 19).left for position in asked]
    best.cache_clear()
    monkeypatch.setattr(defence, "SMALL_TABLE", 0)
    assert [best(position, 19).left for position in asked] == looked_up
    assert set(looked_up) >= {0, 19}


def test_a_search_that_is_given_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defence, "NODES", 1)
    [puzzle] = ENGINE.generate("escape-9", 93, 1)
    [verdict] = ENGINE.solve([puzzle])
    after, _ = attack(position_of(puzzle), *move_of(verdict.solutions[0]["first_moves"][0]))
    assert best(after, 7).left is None


def test_more_plies_than_a_search_goes_to_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not won in the plies of the longest search may be won in more: that is left open."""
    [puzzle] = ENGINE.generate("wall-9", 94, 1)
    [verdict] = ENGINE.solve([puzzle])
    after, _ = attack(position_of(puzzle), *move_of(verdict.solutions[0]["first_moves"][0]))
    assert best(after, 7).left == 7
    assert best(after, 5).left == 0
    best.cache_clear()
    monkeypatch.setattr(defence, "SEARCH_PLIES", 5)
    assert best(after, 7).left is None
    assert best(after, 5).left == 0


def test_the_length_of_a_win_that_nobody_told() -> None:
    puzzles = [puzzle for name in ("escape-5", "wall-7", "endgame-21") for puzzle in ENGINE.generate(name, 95, 3)]
    for puzzle in puzzles:
        assert length(position_of(puzzle)) == puzzle.plies


def test_threads_have_desks_of_their_own() -> None:
    """The same replies, whoever else is searching."""
    asked = []
    for puzzle in ENGINE.generate("open-9", 96, 6):
        for first in ENGINE.legal(puzzle, []):
            after, outcome = attack(position_of(puzzle), *move_of(first))
            if not outcome:
                asked.append(after)
    alone = [best(position, 7) for position in asked]
    best.cache_clear()
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda position: best(position, 7), asked[::-1]))
    assert together[::-1] == alone
    assert len(asked) > 30

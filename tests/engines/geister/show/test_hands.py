"""Hands on Geister puzzles: the defender answers, a wrong move is noticed at once, and what is hidden stays so."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engines.contract import Json
from engines.geister import ENGINE
from engines.geister.rules.moves import attack, move_of
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.solve.checked_moves import IllegalMove
from engines.geister.solve.defence import as_good

SHORT = ("escape-5", "escape-7", "wall-5", "wall-7", "open-5", "open-7", "capture-5", "capture-7", "endgame-21")


@cache
def solved() -> list[tuple[Puzzle, Json]]:
    """New puzzles of each kind, with their answers."""
    puzzles = [puzzle for name in SHORT for puzzle in ENGINE.generate(name, 97, 4)]
    return [(puzzle, found.solutions[0]) for puzzle, found in zip(puzzles, ENGINE.solve(puzzles), strict=True)]


def puzzle_of(board: str, blue: int = 0, red: int = 0, plies: int | None = None) -> Puzzle:
    told: Json = {"game": "geister", "board": board, "hidden": {"blue": blue, "red": red}}
    return ENGINE.decode(told | ({} if plies is None else {"plies": plies}))


def test_the_attackers_moves_alone_make_the_main_line() -> None:
    for puzzle, solution in solved():
        line = solution["line"]
        for count in range(1, len(line[::2])):
            situation = ENGINE.situation(puzzle, line[::2][:count])
            assert situation.moves == line[: 2 * count]
            assert situation.solved is None
            assert len(situation.moments) == 2
        whole = ENGINE.situation(puzzle, line[::2])
        assert whole.moves == line
        assert whole.solved is True
        assert whole == ENGINE.situation(puzzle, line) == ENGINE.situation(puzzle, solution)


def test_first_moves_are_right_or_wrong_as_the_verdict_says() -> None:
    right = wrong = 0
    for puzzle, solution in solved():
        for first in ENGINE.legal(puzzle, []):
            situation = ENGINE.situation(puzzle, [first])
            assert (situation.solved is not False) == (first in solution["first_moves"])
            right += situation.solved is None
            wrong += situation.solved is False
    assert right >= len(solved())
    assert wrong > 5 * right


def test_a_win_that_is_missed_with_the_last_move_is_gone() -> None:
    for puzzle, solution in solved():
        *before, last = solution["line"]
        misses = [move for move in ENGINE.legal(puzzle, before) if move != last]
        outcomes = [ENGINE.situation(puzzle, [*before, move]) for move in misses]
        won = [ENGINE.play(puzzle, each.moves)["goal"] for each in outcomes]
        assert [each.solved for each in outcomes] == won
        assert False in won
        assert all(each.pick is None and len(each.moves) == puzzle.plies for each in outcomes)


def test_what_was_wrong_stays_wrong_however_long_somebody_plays_on() -> None:
    for puzzle, solution in solved():
        wrong = next(move for move in ENGINE.legal(puzzle, []) if move not in solution["first_moves"])
        moves = [wrong]
        for _ in range(8):
            situation = ENGINE.situation(puzzle, moves)
            assert situation.solved is False
            legal = ENGINE.legal(puzzle, situation.moves)
            if not legal or len(situation.moves) % 2:
                break
            moves = [*situation.moves, legal[-1]]


def test_a_win_that_comes_too_late_is_none() -> None:
    """A walk of three steps to the exit, where nobody is near."""
    walk = "....../....../.....B/.b..../....../r....R"
    line = ["f4-f5", "f5-f6", "f6-exit"]
    assert ENGINE.situation(puzzle_of(walk, plies=5), line).solved is True
    assert ENGINE.situation(puzzle_of(walk), line).solved is True
    assert ENGINE.situation(puzzle_of(walk, plies=3), line[:1]).solved is False
    assert ENGINE.situation(puzzle_of(walk, plies=3), line).solved is False
    slow = ["f1-f2", *line]
    assert ENGINE.situation(puzzle_of(walk, plies=5), slow[:1]).solved is False
    assert ENGINE.situation(puzzle_of(walk, plies=7), slow).solved is True


def test_a_reply_that_helps_the_attacker_is_refused() -> None:
    """One that is as good as the engine's own is not: a line may have it."""
    refused = taken = 0
    for puzzle, solution in solved():
        first = solution["first_moves"][0]
        own = ENGINE.situation(puzzle, [first]).moves[1]
        after, _ = attack(position_of(puzzle), *move_of(first))
        for reply in ENGINE.legal(puzzle, [first]):
            if reply != own and as_good(after, puzzle.plies - 2, *move_of(reply)):
                situation = ENGINE.situation(puzzle, [first, reply])
                assert (situation.moves, situation.solved) == ([first, reply], None)
                taken += 1
            elif reply != own:
                with pytest.raises(IllegalMove, match=f"the defender has a better reply than {reply}"):
                    ENGINE.situation(puzzle, [first, reply])
                refused += 1
    assert refused > 50
    assert taken > 10


def test_a_hidden_piece_shows_its_colour_when_it_is_taken() -> None:
    """It is red as long as it can be; then the other one must be blue."""
    puzzle = puzzle_of("....../....../..u..u/..B.../r...../R.....", 1, 1, 9)
    before = ENGINE.situation(puzzle, [])
    assert before.facts["hidden"] == {"blue": 1, "red": 1}
    assert [choice.said for choice in before.pick.choices if choice.move == "c3-c4"] == [
        "blue, c3 to c4, takes a hidden piece"
    ]
    after = ENGINE.situation(puzzle, ["c3-c4"])
    taken = after.moments[0]
    assert taken.boards[0][2] == "..B..b"
    assert taken.event
    assert taken.said == "1. c3 takes the hidden piece on c4, at worst a red"
    assert taken.said_ja == "1手目 c3→c4 非公開の駒を取る（赤駒とみなす）"
    assert after.facts["hidden"] == {"blue": 0, "red": 0}
    assert after.facts["taken"] == {"yours": [], "theirs": [{"square": "c4", "color": "red", "hidden": True}]}


def test_who_takes_the_last_red_has_lost() -> None:
    puzzle = puzzle_of("....../....../..u..u/..B.../....../R.....", 1, 1, 9)
    situation = ENGINE.situation(puzzle, ["c3-c4"])
    assert (situation.solved, situation.facts["winner"], situation.pick) == (False, "they", None)
    assert situation.moments[-1].said.endswith("you lose")


def test_a_page_is_told_whose_pieces_are_which_and_where_they_leave() -> None:
    puzzle = puzzle_of("B...../.....u/...u../....../r...../R.....", 1, 1, 5)
    situation = ENGINE.situation(puzzle, [])
    facts = situation.facts
    assert facts["goal"] == ["Win in 5", "5手詰め"]
    assert (facts["plies"], facts["left"]) == (5, 5)
    letters = {mark for row in situation.moments[0].boards[0] for mark in row} - {"."}
    assert letters == {"B", "R", "u", "r"}
    assert letters <= {*facts["yours"], *facts["theirs"]}
    assert {mark for mark in letters if ENGINE.tokens[mark].turned} == {"u", "r"}
    [out] = [choice for choice in situation.pick.choices if choice.move.endswith("exit")]
    assert (out.start, out.end) == ((0, 0), (0, -1))
    assert list(out.end) in facts["exits"]["yours"]
    assert (out.said, out.said_ja) == ("blue, out at a6", "青 a6から脱出")
    [step] = [choice for choice in situation.pick.choices if choice.move == "a1-b1"]
    assert (step.start, step.end, step.said, step.said_ja) == ((0, 5), (1, 5), "red, a1 to b1", "赤 a1→b1")


def test_the_length_is_not_told_where_the_puzzle_does_not_tell_it() -> None:
    for puzzle, solution in solved()[:8]:
        untold = Puzzle(puzzle.squares, puzzle.hidden_blue)
        assert ENGINE.situation(untold, []).facts["plies"] is None
        assert ENGINE.situation(untold, solution["line"][::2]).solved is True


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["f1-f2", "f1-f2"], "nothing stands there, on f1"),
        (["f4-f6"], "f6 is not one step"),
        (["b2-b3"], "the other side's piece stands there, on b2"),
        (["f6-exit"], "nothing stands there"),
        ([3], "is not a move like"),
    ],
)
def test_what_is_no_move_is_refused_as_play_refuses_it(moves: list[Any], reason: str) -> None:
    puzzle = puzzle_of("....../....../.....B/....../.b..../r....R", plies=5)
    with pytest.raises(IllegalMove, match=reason):
        ENGINE.situation(puzzle, moves)

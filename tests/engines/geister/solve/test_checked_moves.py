"""Playing ply by ply: legal moves, what is taken, who wins and why, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.geister.rules.moves import Position, move_of
from engines.geister.rules.puzzle import Puzzle, position_of, squares_from
from engines.geister.solve import solver as solve
from engines.geister.solve.checked_moves import IllegalMove, follow, legal, play
from tests.engines.geister import naive
from tests.engines.geister.boards import random_puzzle, twin_of

WALK = "...uu./....RB/.u..../....../....../......"


def puzzle_of(board: str, hidden_blue: int = 0) -> Puzzle:
    return Puzzle(squares_from(tuple(board.split("/"))), hidden_blue)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Position]]:
    """What was asked of the solver, which is not tested here."""
    asked: list[tuple[str, Position]] = []

    def length_of(position: Position, limit: int) -> int:
        asked.append(("length_of", position))
        return 7

    def resistance(position: Position, limit: int) -> tuple[int, int, int | None]:
        asked.append(("resistance", position))
        return *move_of("d6-d5"), 5

    monkeypatch.setattr(solve, "length_of", length_of)
    monkeypatch.setattr(solve, "resistance", resistance)
    return asked


def test_a_line_to_the_exit(searched: list[tuple[str, Position]]) -> None:
    puzzle = puzzle_of(WALK, 1)
    assert play(puzzle, []) == {
        "board": WALK,
        "hidden": {"blue": 1, "red": 2},
        "turn": "attacker",
        "plies": 0,
        "taken": {"attacker": [], "defender": []},
        "goal": False,
        "lost": False,
        "why": None,
        "reply": None,
        "left": 7,
    }
    after = play(puzzle, ["f5-f6"])
    assert (after["board"], after["turn"], after["plies"]) == (
        "...uuB/....R./.u..../....../....../......",
        "defender",
        1,
    )
    assert (after["reply"], after["left"]) == ("d6-d5", 6)
    assert searched == [
        ("length_of", position_of(puzzle)),
        ("resistance", position_of(puzzle_of("...uuB/....R./.u..../....../....../......", 1))),
    ]
    won = play(puzzle, ["f5-f6", "d6-d5", "f6-exit"])
    assert won["board"] == "....u./...uR./.u..../....../....../......"
    assert (won["goal"], won["lost"], won["why"]) == (True, False, "a blue left at f6")
    assert (won["turn"], won["reply"], won["left"], won["plies"]) == (None, None, 0, 3)
    assert legal(puzzle, ["f5-f6", "d6-d5", "f6-exit"]) == []
    assert len(searched) == 2  # nothing is searched for once the game is decided


def test_a_line_may_be_a_text_or_a_solution(searched: list[tuple[str, Position]]) -> None:
    puzzle = puzzle_of(WALK, 1)
    line = ["f5-f6", "d6-d5", "f6-exit"]
    for same in (tuple(line), "f5-f6 d6-d5 f6-exit", {"plies": 3, "first_moves": ["f5-f6"], "line": line}):
        assert play(puzzle, same) == play(puzzle, line)


def test_what_is_taken_is_told(searched: list[tuple[str, Position]]) -> None:
    puzzle = puzzle_of("....../..uuu./..BRR./....../....../r.....", 1)
    after = play(puzzle, ["c4-c5", "d5-d4", "c5-d5", "d4-e4"])
    assert after["taken"] == {
        "attacker": [
            {"ply": 2, "square": "d4", "color": "red", "hidden": False},
            {"ply": 4, "square": "e4", "color": "red", "hidden": False},
        ],
        "defender": [{"ply": 1, "square": "c5", "color": "red", "hidden": True}],
    }
    assert after["why"] == "the attacker's last red was taken"


def test_hidden_ones_are_red_first_and_then_blue(searched: list[tuple[str, Position]]) -> None:
    puzzle = puzzle_of("....../..uuu./..B.../....../r.r.../R.....", 2)
    after = play(puzzle, ["c4-c5", "a2-b2", "c5-d5"])
    assert [(taken["color"], taken["hidden"]) for taken in after["taken"]["defender"]] == [
        ("red", True),
        ("blue", True),
    ]
    assert after["hidden"] == {"blue": 1, "red": 0}
    assert after["board"] == "....../...Bu./....../....../.rr.../R....."  # it is known to be blue, and still a `u`
    won = play(puzzle, ["c4-c5", "a2-b2", "c5-d5", "b2-a2", "d5-e5"])
    assert (won["goal"], won["why"], won["hidden"]) == (
        True,
        "the defender's last blue was taken",
        {"blue": 0, "red": 0},
    )


@pytest.mark.parametrize(
    ("board", "hidden_blue", "moves", "why", "hidden"),
    [
        (
            "B...../....R./....../....../....../u.u...",
            1,
            ["e5-e4", "a1-exit"],
            "a hidden piece left at a1, and it may be blue",
            (0, 1),
        ),
        ("B...../....R./....../....../....../r....b", 0, ["e5-e4", "f1-exit"], "a blue left at f1", (0, 0)),
        ("Bu..../....R./....../....../....../u.....", 1, ["a6-b6"], "the defender's last red was taken", (1, 0)),
        (
            "Bu..../....R./....../....../....../u.....",
            1,
            ["e5-e4", "b6-a6"],
            "the attacker's last blue was taken",
            (1, 1),
        ),
    ],
)
def test_the_defender_wins(
    searched: list[tuple[str, Position]],
    board: str,
    hidden_blue: int,
    moves: list[str],
    why: str,
    hidden: tuple[int, int],
) -> None:
    after = play(puzzle_of(board, hidden_blue), moves)
    assert (after["goal"], after["lost"], after["why"], after["left"], after["reply"]) == (
        False,
        True,
        why,
        None,
        None,
    )
    assert tuple(after["hidden"].values()) == hidden
    assert legal(puzzle_of(board, hidden_blue), moves) == []


REFUSED: list[tuple[Any, str]] = [
    (["e5-e7"], "ply 1: 'e5-e7' is not a move like 'e5-e6' or 'a6-exit'"),
    (["E5-E6"], "ply 1: 'E5-E6' is not a move like 'e5-e6' or 'a6-exit'"),
    ([None], "ply 1: it is not a move like 'e5-e6' or 'a6-exit'"),
    ([["e5", "e6"]], "ply 1: it is not a move like 'e5-e6' or 'a6-exit'"),
    (7, "moves must be a list like ['e5-e6', 'd6-d5']"),
    ({"plies": 3}, "moves must be a list like ['e5-e6', 'd6-d5']"),
    (["a1-a2"], "ply 1: the attacker cannot play a1-a2: nothing stands there, on a1"),
    (["d6-d5"], "ply 1: the attacker cannot play d6-d5: the other side's piece stands there, on d6"),
    (
        ["f5-e4"],
        "ply 1: the attacker cannot play f5-e4: e4 is not one step up, down, left or right of f5",
    ),
    (["f5-e5"], "ply 1: the attacker cannot play f5-e5: a piece of its own stands on e5"),
    (["f5-exit"], "ply 1: the attacker cannot play f5-exit: its exits are a6 and f6"),
    (["f5-f6", "e6-d6"], "ply 2: the defender cannot play e6-d6: a piece of its own stands on d6"),
    (["f5-f6", "e6-exit"], "ply 2: the defender cannot play e6-exit: its exits are a1 and f1"),
    (["f5-f6", "f6-exit"], "ply 2: the defender cannot play f6-exit: the other side's piece stands there, on f6"),
    (["f5-f6", "d6-d5", "f6-exit", "d5-d4"], "ply 4: the attacker has won before it"),
]


@pytest.mark.parametrize(("moves", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused(moves: Any, reason: str) -> None:
    for ask in (legal, play):
        with pytest.raises(IllegalMove) as refusal:
            ask(puzzle_of(WALK, 1), moves)
        assert str(refusal.value) == reason


def test_a_red_cannot_leave() -> None:
    with pytest.raises(IllegalMove, match="ply 1: the attacker cannot play a6-exit: a red cannot leave the board"):
        legal(puzzle_of("R...../....B./....../....../....../r....b"), ["a6-exit"])
    with pytest.raises(IllegalMove, match="ply 2: the defender cannot play a1-exit: a red cannot leave the board"):
        legal(puzzle_of("....../R...B./....../....../....../u....b"), ["a5-a6", "a1-exit"])


def test_the_defender_resists_as_long_as_it_can() -> None:
    """The twin knows how long each reply lasts."""
    random = Random(9)
    lasting = escaping = 0
    while lasting < 8 or escaping < 4:
        puzzle = random_puzzle(random, most=1)
        state = twin_of(puzzle)
        plies, first_moves = naive.shortest(state, 5)
        if plies not in (3, 5):
            continue
        first = first_moves[0]
        after = play(puzzle, [first])
        assert play(puzzle, [])["left"] == plies
        assert (after["left"], after["reply"] in legal(puzzle, [first])) == (plies - 1, True)
        assert play(puzzle, [first, after["reply"]])["left"] == plies - 2
        lasting += 1
        wrong = next(name for name in legal(puzzle, []) if name not in first_moves)
        after = play(puzzle, [wrong])
        if after["left"] is None and not after["lost"]:
            start, end = after["reply"].split("-")
            then, winner = naive.move(follow_twin(state, wrong), naive.DEFENDER, (start, end))
            assert winner == naive.DEFENDER or not naive.wins(then, 5)
            escaping += 1


def follow_twin(state: naive.State, name: str) -> naive.State:
    """The twin after a move of the attacker's."""
    start, end = name.split("-")
    return naive.move(state, naive.ATTACKER, (start, end))[0]


def test_random_lines_as_the_twin_plays_them() -> None:
    random = Random(7)
    decided = 0
    for _ in range(60):
        puzzle = random_puzzle(random)
        state = twin_of(puzzle)
        moves: list[str] = []
        for ply in range(14):
            side = (naive.ATTACKER, naive.DEFENDER)[ply % 2]
            steps = naive.moves(state, side)
            assert sorted(legal(puzzle, moves)) == sorted("-".join(step) for step in steps)
            taking = [step for step in steps if step[1] in state.cells]
            step = random.choice(taking or steps)
            state, winner = naive.move(state, side, step)
            moves.append("-".join(step))
            line = follow(puzzle, moves)
            assert line.winner == winner
            assert "/".join(line.puzzle.rows) == naive.board_of(state)
            if winner:
                decided += 1
                assert legal(puzzle, moves) == []
                break
            assert (line.puzzle.hidden_blue, line.puzzle.hidden_red) == (state.hidden_blue, state.hidden_red)
            for color in ("blue", "red"):
                for who in (naive.ATTACKER, naive.DEFENDER):
                    gone = sum(taken.side == who and taken.color == color for taken in line.taken)
                    assert naive.number_of(twin_of(puzzle), who, color) - gone == naive.number_of(state, who, color)
    assert decided > 20


@pytest.mark.parametrize(
    ("board", "move", "reply"),
    [
        ("....../..B.../....../R...../....../..r..b", "a3-a4", "f1-exit"),
        ("....../....../....../R...../..B.../.r...b", "c2-d2", "f1-exit"),
    ],
)
def test_the_defender_wins_at_once_where_it_can(board: str, move: str, reply: str) -> None:
    """Where a table answers, a win in one comes before a reply that merely holds."""
    assert play(puzzle_of(board), [move])["reply"] == reply

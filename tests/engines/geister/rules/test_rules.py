"""The rules against their slow twin: every legal move and what it does, on random positions and in nasty corners."""

from __future__ import annotations

from random import Random

import pytest

from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    ATTACKER_WINS,
    DEFENDER_EXITS,
    DEFENDER_WINS,
    GOES_ON,
    OUT,
    SQUARES,
    Position,
    attack,
    attacker_steps,
    attackers,
    beside,
    blues_left,
    defend,
    defender_steps,
    defenders,
    may_leave,
    move_name,
    move_of,
    reds_left,
    square_name,
    square_of,
)
from engines.geister.rules.puzzle import Puzzle, position_of, puzzle_from, squares_from
from tests.engines.geister import naive
from tests.engines.geister.boards import random_puzzle, twin_of

SIDES = (naive.ATTACKER, naive.DEFENDER)
WINNERS = {GOES_ON: None, ATTACKER_WINS: naive.ATTACKER, DEFENDER_WINS: naive.DEFENDER}


def puzzle_of(board: str, hidden_blue: int = 0) -> Puzzle:
    return Puzzle(squares_from(tuple(board.split("/"))), hidden_blue)


def squares_in(where: int) -> list[int]:
    return [square for square in range(SQUARES) if int(where) >> square & 1]


def moves_of(position: Position, side: str) -> list[tuple[int, int]]:
    """Every move of a side, as the kernels have it."""
    if side == naive.ATTACKER:
        own, steps, leave = attackers(position), attacker_steps, position.own_blue & ATTACKER_EXITS
    else:
        own, steps, leave = defenders(position), defender_steps, may_leave(position) & DEFENDER_EXITS
    found = [(start, end) for start in squares_in(own) for end in squares_in(steps(position, start))]
    return found + [(start, OUT) for start in squares_in(leave)]


def outcome(position: Position, side: str, name: str) -> tuple[Position, str | None]:
    after, result = (attack if side == naive.ATTACKER else defend)(position, *move_of(name))
    return Position(*map(int, after)), WINNERS[result]


def same(position: Position, state: naive.State) -> bool:
    """Whether both have the same pieces on the same squares and the same numbers of hidden ones."""
    puzzle = puzzle_from(position)
    board = naive.board_of(state, reveal=True)
    return "/".join(puzzle.rows) == board and puzzle.hidden_blue == (state.hidden_blue if "u" in board else 0)


def compare(position: Position, state: naive.State, side: str) -> list[tuple[Position, naive.State]]:
    """Compare every move of a side; the positions where play goes on."""
    assert same(position, state)
    for color, left in (("blue", blues_left), ("red", reds_left)):
        assert left(position) == naive.number_of(state, naive.DEFENDER, color)
    expected = {"-".join(step): naive.move(state, side, step) for step in naive.moves(state, side)}
    assert sorted(move_name(*move) for move in moves_of(position, side)) == sorted(expected)
    going_on = []
    for name, (twin, winner) in expected.items():
        after, found = outcome(position, side, name)
        assert found == winner, (name, naive.board_of(state))
        if winner is None:
            assert same(after, twin), (name, naive.board_of(state))
            going_on.append((after, twin))
    return going_on


def test_every_move_of_both_sides_on_random_positions() -> None:
    random = Random(1)
    compared = ended = 0
    for _ in range(300):
        puzzle = random_puzzle(random)
        position, state = position_of(puzzle), twin_of(puzzle)
        first = random.randrange(2)
        for ply in range(12):
            going_on = compare(position, state, SIDES[(first + ply) % 2])
            compared += 1
            if not going_on:
                break
            captures = [pair for pair in going_on if len(pair[1].cells) < len(state.cells)]
            ended += len(naive.moves(state, SIDES[(first + ply) % 2])) > len(going_on)
            position, state = random.choice(captures or going_on)  # captures lead to what is seldom seen
    assert compared > 3000
    assert ended > 500


def test_the_whole_tree_of_small_positions() -> None:
    random = Random(2)
    for _ in range(6):
        puzzle = random_puzzle(random, most=2)
        level = [(position_of(puzzle), twin_of(puzzle))]
        for side in (*SIDES, naive.ATTACKER):
            level = [pair for position, state in level for pair in compare(position, state, side)]
        assert level


NASTY = [
    # board, hidden blue, whose move, the move, who wins by it
    ("R.b.../B...r./....../....../....../......", 0, "attacker", "a6-a5", "illegal"),  # a blue of one's own is there
    ("R.b.../B...r./....../....../....../......", 0, "attacker", "a6-exit", "illegal"),  # a red on the exit stays
    ("B.b.../R...r./....../....../....../......", 0, "attacker", "a6-exit", "attacker"),
    ("b....r/R...B./....../....../....../......", 0, "attacker", "f6-exit", "illegal"),
    ("....../R...B./....../....../...r../B....b", 0, "attacker", "a1-exit", "illegal"),  # the other side's exit
    ("....../R...B./....../....../...r../B....b", 0, "defender", "f1-exit", "defender"),
    ("b...../....B./R...../....../...r../......", 0, "defender", "a6-exit", "illegal"),
    ("....../R...B./....../....../...b../u....u", 1, "defender", "a1-exit", "defender"),  # a blue is among them
    ("....../R...B./....../....../...b../u....u", 0, "defender", "a1-exit", "illegal"),  # both are red
    ("....../R...B./....../....../...r../u....u", 2, "defender", "f1-exit", "defender"),  # both are blue
    ("....../....Bu/R...../....../..u.../......", 1, "attacker", "e5-f5", "defender"),  # it is the last red
    ("....../....Bu/R...../....../..u..r/......", 1, "attacker", "e5-f5", None),  # it is red, but another is shown
    ("....../....Br/R...../....../..u..u/......", 1, "attacker", "e5-f5", None),
    ("....../....Br/R...../....../..u..u/......", 2, "attacker", "e5-f5", "defender"),
    ("....../....Bu/R...../....../..u..r/......", 2, "attacker", "e5-f5", None),  # the first of two hidden blues
    ("....../....Bu/R...../....../.....r/......", 1, "attacker", "e5-f5", "attacker"),  # the last blue, though hidden
    ("....../....Bb/R...../....../.....r/......", 0, "attacker", "e5-f5", "attacker"),
    ("....../....Bb/R...../....../..u..u/......", 1, "attacker", "e5-f5", None),  # a hidden blue is left
    ("....../....Bb/R...../....../..u..u/......", 0, "attacker", "e5-f5", "attacker"),  # none is
    ("....../....Bu/R...../....../..b..u/......", 0, "attacker", "e5-f5", None),  # the first of two hidden reds
    ("....../....Bb/R...../....../.....r/......", 0, "defender", "f5-e5", "defender"),  # the attacker's last blue
    ("....../....Rb/B...../....../.....r/......", 0, "defender", "f5-e5", "attacker"),  # the attacker's last red
    ("....../..R.Rb/B...../....../.....r/......", 0, "defender", "f5-e5", None),
    ("....../..B.Bu/R...../....../.....r/......", 1, "defender", "f5-e5", None),
    ("....../....Rr/B...../....../.....b/......", 0, "defender", "f5-e5", "attacker"),  # a red may take it, too
]


@pytest.mark.parametrize(("board", "hidden_blue", "side", "name", "winner"), NASTY)
def test_nasty_corners(board: str, hidden_blue: int, side: str, name: str, winner: str | None) -> None:
    puzzle = puzzle_of(board, hidden_blue)
    position, state = position_of(puzzle), twin_of(puzzle)
    compare(position, state, side)
    names = {move_name(*move) for move in moves_of(position, side)}
    if winner == "illegal":
        assert name not in names
    else:
        assert name in names
        assert outcome(position, side, name)[1] == winner


def test_the_others_turn_blue_when_the_last_hidden_red_is_taken() -> None:
    puzzle = puzzle_of("....../....Bu/R...../....../r.u..u/......", 2)
    after, winner = outcome(position_of(puzzle), naive.ATTACKER, "e5-f5")
    assert winner is None
    assert puzzle_from(after) == puzzle_of("....../.....B/R...../....../r.b..b/......")


def test_the_others_stay_hidden_while_a_hidden_red_is_left() -> None:
    puzzle = puzzle_of("....../....Bu/R...../....../..u..u/......", 1)
    after, winner = outcome(position_of(puzzle), naive.ATTACKER, "e5-f5")
    assert winner is None
    assert puzzle_from(after) == puzzle_of("....../.....B/R...../....../..u..u/......", 1)


def test_names_of_squares_and_moves() -> None:
    assert [square_name(square) for square in (0, 5, 28, 30, 35)] == ["a1", "f1", "e5", "a6", "f6"]
    assert all(square_of(square_name(square)) == square for square in range(SQUARES))
    assert (move_name(28, 34), move_name(30, OUT)) == ("e5-e6", "a6-exit")
    assert move_of("e5-e6") == (28, 34)
    assert move_of("a6-exit") == (30, OUT)


def test_squares_beside() -> None:
    for square in range(SQUARES):
        expected = sum(1 << square_of(near) for near in naive.neighbors(square_name(square)))
        assert beside(1 << square) == expected
    assert beside(1 << 0 | 1 << 35) == 1 << 1 | 1 << 6 | 1 << 29 | 1 << 34


def test_the_twin_finds_shortest_wins() -> None:
    """Known by hand: a walk to the exit, a wall of the last red, and the last blue taken."""
    walk = naive.state_of("....../B...R./....../....../...r../..b...")
    assert naive.shortest(walk, 5) == (3, ["a5-a6"])
    assert naive.shortest(walk, 5, takes=False) == (3, ["a5-a6"])
    take = naive.state_of("....../....bB/R...../....../.....r/......")
    assert naive.shortest(take, 1) == (1, ["f5-e5"])
    assert naive.shortest(take, 1, takes=False) == (None, [])
    assert naive.shortest(take, 3, takes=False)[0] == 3
    wall = naive.state_of("....../....../B...../....../.....u/..u..R", 1, 1)  # f2-f1 takes the last red: f1 is barred
    assert naive.shortest(wall, 5) == (5, ["a4-a5"])
    assert naive.shortest(wall, 5, wall=False) == (None, [])

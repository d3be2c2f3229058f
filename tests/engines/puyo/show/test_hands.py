"""Hands on Nazo Puyos: a pair goes as far as the rules let it, and lands where the slow twin puts it."""

from __future__ import annotations

from random import Random

import pytest

from engines.hands import CLOCKWISE, COUNTERCLOCKWISE, LEFT, NOWHERE, RIGHT, Hold, Steer
from engines.puyo import ENGINE
from engines.puyo.rules.board import Columns
from engines.puyo.rules.puzzle import Fall, Goal, Puzzle
from engines.puyo.show.hands import DOWN, UP, name_of
from tests.engines.puyo import naive
from tests.engines.puyo.boards import random_heights
from tests.engines.puyo.puzzles import EVERY_KIND, random_puzzle

TEN_CHAIN = Goal("chain", 10)
STRIPES = "ogogogogogogo"  # of two kinds that never vanish


def puzzle_of(heights: tuple[int, ...], pair: str) -> Puzzle:
    return Puzzle(TEN_CHAIN, (pair,), tuple(STRIPES[:height] for height in heights))


def steer_of(heights: tuple[int, ...], pair: str) -> Steer | None:
    return ENGINE.situation(puzzle_of(heights, pair), []).steer


def name_at(steer: Steer, number: int) -> str:
    """The placement that is held."""
    hold = steer.holds[number]
    return name_of(hold.x, hold.shape)


def after(steer: Steer, *keys: int) -> str:
    """The placement that keys lead to from the start; a key that does nothing leaves it."""
    number = steer.start
    for key in keys:
        to = steer.holds[number].to[key]
        number = number if to == NOWHERE else to
    return name_at(steer, number)


def test_keys_lead_to_every_placement_that_the_slow_twin_knows() -> None:
    """Near the top too, where columns block the way; a double may be held in all the ways that a pair may."""
    steered = 0
    for heights in random_heights(81, 300):
        for pair in ("rb", "rr"):
            steer = steer_of(heights, pair)
            legal = naive.placements(heights)
            held = {name_at(steer, number) for number in range(len(steer.holds))} if steer else set()
            assert held == legal
            if steer:
                steered += 1
                known = [name for name in (naive.NAMES[:11] if pair == "rr" else naive.NAMES) if name in legal]
                assert [rest.move for rest in steer.rests] == known
    assert steered > 300


def test_a_pair_lands_where_the_slow_twin_puts_it() -> None:
    for heights in random_heights(82, 100):
        for pair in ("rb", "yy"):
            steer = steer_of(heights, pair)
            for hold in steer.holds if steer else ():
                before = naive.board_of(puzzle_of(heights, pair).columns)
                board = [list(column) for column in before]
                naive.place(board, name_of(hold.x, hold.shape), pair)
                landed = {
                    (x, 12 - y, board[x][y]) for x in range(6) for y in range(13) if board[x][y] != before[x][y]
                }
                assert set(steer.rests[hold.rest].cells) == landed


def test_left_and_right_move_one_column_and_back() -> None:
    for heights in random_heights(83, 100):
        steer = steer_of(heights, "rb")
        for number, hold in enumerate(steer.holds if steer else ()):
            for key, other, step in ((LEFT, RIGHT, -1), (RIGHT, LEFT, 1)):
                if hold.to[key] != NOWHERE:
                    there = steer.holds[hold.to[key]]
                    assert (there.shape, there.x) == (hold.shape, hold.x + step)
                    assert there.to[other] == number


def test_turns_on_open_ground() -> None:
    steer = steer_of((0,) * 6, "rb")
    assert after(steer) == "3N"
    assert [after(steer, *[CLOCKWISE] * n) for n in range(5)] == ["3N", "34", "3S", "32", "3N"]
    assert [after(steer, *[COUNTERCLOCKWISE] * n) for n in range(5)] == ["3N", "32", "3S", "34", "3N"]
    assert after(steer, *[LEFT] * 9) == "1N"
    assert after(steer, *[RIGHT] * 9) == "6N"


def test_a_wall_pushes_a_pair_away_as_it_turns() -> None:
    steer = steer_of((0,) * 6, "rb")
    assert after(steer, LEFT, LEFT, COUNTERCLOCKWISE) == "21"
    assert after(steer, RIGHT, RIGHT, RIGHT, CLOCKWISE) == "56"
    assert after(steer, LEFT, LEFT, CLOCKWISE, CLOCKWISE, CLOCKWISE) == "21"


def test_a_pair_in_a_shaft_turns_half_way_round() -> None:
    """Columns 2 and 4 cannot be passed."""
    steer = steer_of((0, 13, 0, 13, 0, 0), "rb")
    for key in (CLOCKWISE, COUNTERCLOCKWISE):
        assert [after(steer, *[key] * n) for n in range(3)] == ["3N", "3S", "3N"]
    assert {rest.move for rest in steer.rests} == {"3N", "3S"}


def test_what_can_go_nowhere_is_over() -> None:
    situation = ENGINE.situation(puzzle_of((0, 0, 13, 0, 0, 0), "rb"), [])
    assert (situation.solved, situation.steer, situation.moves) == (False, None, [])


COLUMNS: Columns = ("rrr", "bbb", "", "", "", "")


def test_the_moments_of_a_chain() -> None:
    puzzle = Puzzle(Goal("chain", 2), ("rg", "bb"), ("rrr", "bbbr", "o", "", "", ""))
    [problem] = ENGINE.situation(puzzle, []).moments
    assert (problem.said, problem.said_ja) == ("2-chain in two moves", "2手で2連鎖するべし")
    situation = ENGINE.situation(puzzle, ["1N"])
    assert situation.solved is None
    assert situation.queue == ("bb",)
    assert situation.facts["chain"] == 1
    assert situation.facts["colors"] == "r"
    assert situation.facts["vanished"] == 5
    boards = [scene.boards[0][-5:] for scene in situation.moments]
    assert boards == [
        ("g.....", "rr....", "rb....", "rb....", "rbo..."),
        ("g.....", "rr....", "rb....", "rb....", "rbo..."),
        ("......", "......", ".b....", ".b....", "gbo..."),
    ]
    rows = len(situation.moments[0].boards[0])
    spots = [{(x, rows - 1 - y) for _, x, y in scene.changed} for scene in situation.moments]
    assert spots[0] == {(0, 3), (0, 4)}
    assert spots[1] == {(0, 0), (0, 1), (0, 2), (0, 3), (1, 3)}
    assert [scene.said for scene in situation.moments] == [
        "1. red-green upright in column 1, green on top",
        "Round 1: 5 red vanish",
        "1-chain: 5 puyos left",
    ]
    assert situation.moments[1].said_ja == "1連鎖目 赤5個が消える"


def test_a_miss_says_what_was_asked() -> None:
    puzzle = Puzzle(Goal("chain", 1), ("rg",), COLUMNS)
    hit, miss = (ENGINE.situation(puzzle, [move]) for move in ("1N", "6N"))
    assert hit.solved is True
    assert hit.moments[-1].said == "Goal reached: 1-chain; 4 puyos left"
    assert miss.solved is False
    assert miss.moments[-1].said.endswith("Not reached: 1-chain in one move")
    assert miss.moments[-1].said_ja.endswith("（未達成：1手で1連鎖するべし）")


def test_garbage_falls_by_itself() -> None:
    """Before the first pair, between two and after the last; the moves may say so or not."""
    fall = Fall((1, 0, 0, 0, 0, 0))
    puzzle = Puzzle(TEN_CHAIN, (fall, "rg", fall, "by", fall), ("",) * 6)
    start = ENGINE.situation(puzzle, [])
    assert start.moves == [".."]
    assert start.queue == ("rg", "o", "by", "o")
    assert [scene.boards[0][-1] for scene in start.moments] == ["......", "o....."]
    between = ENGINE.situation(puzzle, ["3N"])
    assert between.moves == ["..", "3N", ".."]
    assert [scene.boards[0][-1] for scene in between.moments] == ["o.r...", "o.r..."]
    assert [scene.boards[0][-2] for scene in between.moments] == ["..g...", "o.g..."]
    assert between == ENGINE.situation(puzzle, ["..", "3N", ".."]) == ENGINE.situation(puzzle, ["..", "3N"])
    assert {rest.move for rest in between.steer.rests} == set(ENGINE.legal(puzzle, between.moves))
    ended = ENGINE.situation(puzzle, ["3N", "6N"])
    assert ended.moves == ["..", "3N", "..", "6N", ".."]
    assert ended.solved is False
    assert ended.queue == ()
    with pytest.raises(ValueError, match="queue has 5 steps"):
        ENGINE.situation(puzzle, ["3N", "6N", "1N"])


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_random_puzzles_of_every_kind_end_as_play_says(kind: str | None) -> None:
    chance = Random(84)
    for number in range(25):
        puzzle = random_puzzle(chance, kind, chance.randint(1, 4), 13 if number % 3 == 0 else 6)
        situation = ENGINE.situation(puzzle, [])
        while situation.solved is None:
            moves = [rest.move for rest in situation.steer.rests]
            assert moves == ENGINE.legal(puzzle, situation.moves)
            pairs = [move for move in situation.moves if move != ".."]
            situation = ENGINE.situation(puzzle, [*pairs, chance.choice(moves)])
        end = ENGINE.play(puzzle, situation.moves)
        assert situation.solved == end["goal"]
        assert situation.facts["score"] == end["score"]
        gone = ENGINE.legal(puzzle, situation.moves)
        assert situation.solved or end["lost"] or not gone


def test_a_board_that_may_fill_up_shows_the_hidden_row_and_the_cell_to_keep_free() -> None:
    low = ENGINE.situation(puzzle_of((1,) * 6, "rb"), [])
    assert low.facts["hidden_rows"] == 0
    assert "keep_free" not in low.facts
    high = ENGINE.situation(puzzle_of((11, 11, 10, 11, 11, 11), "rb"), [])
    assert len(high.moments[-1].boards[0]) == 13
    assert high.facts["hidden_rows"] == 1
    assert high.facts["keep_free"] == [2, 1]


def test_holds_are_above_the_board() -> None:
    steer = steer_of((11, 10, 10, 11, 12, 0), "rb")
    for hold in steer.holds:
        assert max(hold.y + y for _, y, _ in steer.shapes[hold.shape]) < 0
    shapes: dict[int, Hold] = {hold.shape: hold for hold in steer.holds}
    assert steer.shapes[UP] == ((0, 0, "r"), (0, -1, "b"))
    assert steer.shapes[DOWN] == ((0, 0, "r"), (0, 1, "b"))
    assert set(shapes) == {0, 1, 2, 3}

"""Hands on T-spin puzzles: keys lead where SRS lets a piece go, and pieces rest where the slow twin places them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.hands import KEYS, NOWHERE, Hold, Steer
from engines.tspin import ENGINE
from engines.tspin.rules.puzzle import Puzzle
from tests.engines.tspin import naive
from tests.engines.tspin.boards import NASTY, random_boards, random_towers

BOARDS = [*map(naive.board, NASTY.values()), *random_boards(71, 40), *random_towers(72, 25)]


def puzzle_of(stack: naive.Board, queue: str, moves: str, **more: Any) -> Puzzle:
    rows = naive.text(frozenset((x, y) for x, y in stack if y < 19))
    return ENGINE.decode({"goal": "tsd", "moves": moves, "queue": queue, "board": rows} | more)


def steer_of(puzzle: Puzzle) -> tuple[Steer | None, int]:
    """What is steered at the start, and how many rows the board has."""
    situation = ENGINE.situation(puzzle, [])
    return situation.steer, len(situation.moments[-1].boards[0])


def cells_of(steer: Steer, hold: Hold, rows: int) -> list[naive.Cell]:
    """The cells that a piece is held on, rows from the bottom."""
    return sorted((hold.x + x, rows - 1 - hold.y - y) for x, y, _ in steer.shapes[hold.shape])


def led_by(stack: naive.Board, piece: str, pose: naive.Pose, key: str, srs: bool) -> naive.Pose | None:
    """Where the slow twin goes from a pose by a key."""
    rotation, x, y = pose
    if "clockwise" in key:
        turned = naive.turn(stack, piece, pose, 1 if key == "clockwise" else -1)
        return turned[0] if turned else None
    there = {"left": (rotation, x - 1, y), "right": (rotation, x + 1, y), "down": (rotation, x, y - 1)}[key]
    return there if naive.fits(stack, piece, there) and (srs or key != "down") else None


@pytest.mark.parametrize("moves", ["drop", "srs"])
def test_keys_lead_where_the_slow_twin_goes(moves: str) -> None:
    """Hold by hold from the start: the same cells, the same keys that do nothing."""
    chance, holds = Random(73), 0
    for stack in BOARDS:
        piece = chance.choice("IOTLJSZ")
        puzzle = puzzle_of(stack, piece, moves)
        below = naive.board(ENGINE.encode(puzzle)["board"])
        steer, rows = steer_of(puzzle)
        if steer is None:
            assert not naive.fits(below, piece, naive.SPAWN)
            continue
        first = next(
            y for y in range(60) if naive.cells_at(piece, (0, 4, y)) == cells_of(steer, steer.holds[0], rows)
        )
        poses: dict[int, naive.Pose] = {steer.start: (0, 4, first)}
        todo = [steer.start]
        while todo:
            number = todo.pop()
            for key, to in zip(KEYS, steer.holds[number].to, strict=True):
                there = led_by(below, piece, poses[number], key, moves == "srs")
                assert (there is None) == (to == NOWHERE), (piece, poses[number], key)
                if there is None:
                    continue
                assert naive.cells_at(piece, there) == cells_of(steer, steer.holds[to], rows)
                if to not in poses:
                    poses[to] = there
                    todo.append(to)
                assert poses[to] == there
        holds += len(poses)
    assert holds > 1000


@pytest.mark.parametrize(("moves", "twin"), [("drop", naive.drop_placements), ("srs", naive.srs_placements)])
def test_pieces_rest_where_the_slow_twin_places_them(moves: str, twin: Any) -> None:
    chance = Random(74)
    for stack in BOARDS:
        piece = chance.choice("IOTLJSZ")
        puzzle = puzzle_of(stack, piece, moves)
        steer, rows = steer_of(puzzle)
        rests = steer.rests if steer else ()
        found = {tuple(sorted((x, rows - 1 - y) for x, y, _ in rest.cells)) for rest in rests}
        assert found == twin(naive.board(ENGINE.encode(puzzle)["board"]), piece)
        assert found == {tuple(sorted(map(tuple, rest.move["cells"]))) for rest in rests}


def test_a_hard_drop_ends_straight_below() -> None:
    chance = Random(75)
    for stack in BOARDS:
        puzzle = puzzle_of(stack, chance.choice("IOTLJSZ"), "srs")
        below = naive.board(ENGINE.encode(puzzle)["board"])
        steer, rows = steer_of(puzzle)
        for hold in steer.holds if steer else ():
            cells = cells_of(steer, hold, rows)
            while all(y > 0 and (x, y - 1) not in below for x, y in cells):
                cells = [(x, y - 1) for x, y in cells]
            assert sorted(map(tuple, steer.rests[hold.rest].move["cells"])) == cells


def test_a_tuck_by_hand() -> None:
    """The I goes down beside the roof and then one cell in under it."""
    steer, _ = steer_of(
        ENGINE.decode({"goal": "tsd", "moves": "srs", "queue": "I", "board": ["XXXXX.....", ".........."]})
    )
    at = steer.holds[steer.start]
    for key in ["right"] * 3 + ["down"] * 40 + ["left"] * 2:
        to = at.to[KEYS.index(key)]
        at = at if to == NOWHERE else steer.holds[to]
    assert steer.rests[at.rest].move == {"piece": "I", "cells": [[4, 0], [5, 0], [6, 0], [7, 0]]}


def test_a_piece_that_cannot_appear_ends_the_puzzle() -> None:
    rows = ["...XXX...."] * 18
    tall = [{"piece": "O", "cells": [[3, 18], [3, 19], [4, 18], [4, 19]]}]
    ended = ENGINE.situation(ENGINE.decode({"goal": "tsd", "moves": "srs", "queue": "OO", "board": rows}), tall)
    assert (ended.solved, ended.steer, ended.queue) == (False, None, ("O", "T"))
    going = ENGINE.situation(ENGINE.decode({"goal": "tsd", "moves": "drop", "queue": "OO", "board": rows}), tall)
    assert going.solved is None
    assert len(going.steer.rests) == 9


def test_a_piece_is_not_lifted_over_what_it_cannot_pass() -> None:
    """An O on a tower is higher than the next O appears."""
    puzzle = ENGINE.decode({"goal": "tsd", "moves": "srs", "queue": "OO", "board": ["......X..."] * 18})
    situation = ENGINE.situation(puzzle, [{"piece": "O", "cells": [[6, 18], [6, 19], [7, 18], [7, 19]]}])
    columns = sorted(rest.move["cells"][0][0] for rest in situation.steer.rests)
    assert columns == [0, 1, 2, 3, 4]
    assert max(hold.x for hold in situation.steer.holds) == 4


BOARD = ["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"]
UPRIGHT = {"piece": "L", "cells": [[8, 3], [9, 1], [9, 2], [9, 3]]}


def test_the_moments_of_a_placement_that_clears_a_row() -> None:
    puzzle = ENGINE.decode({"goal": "tsd", "queue": "LO", "board": BOARD})
    [problem] = ENGINE.situation(puzzle, []).moments
    assert problem.boards[0][-4:] == tuple(BOARD)
    assert (problem.said, problem.said_ja) == (
        "T-spin Double, two pieces: L, O, then T",
        "Tスピンダブル 2手：L→O→T",
    )
    situation = ENGINE.situation(puzzle, [UPRIGHT])
    placed, cleared = situation.moments
    assert placed.boards[0][-4:] == ("...X....LL", "X...XXXXXL", "XXXXXXXXXL", "XX.XXXXXXX")
    rows = len(placed.boards[0])
    assert sorted(placed.changed) == sorted((0, x, rows - 1 - y) for x, y in UPRIGHT["cells"])
    assert (placed.event, cleared.event) == (True, False)
    assert cleared.boards[0][-4:] == ("..........", "...X....LL", "X...XXXXXL", "XX.XXXXXXX")
    assert (cleared.said, cleared.said_ja) == ("One row cleared", "1ライン消去後")
    assert situation.queue == ("O", "T")
    assert situation.facts["cleared"] == 1
    assert situation.facts["left"] == 1


def test_the_last_moments_show_the_goal() -> None:
    puzzle = ENGINE.decode({"goal": "tsd", "queue": "I", "board": [".......X..", "XXX...XXXX", "XXXX.XXXXX"]})
    good = ENGINE.situation(puzzle, [{"piece": "I", "cells": [[0, 2], [1, 2], [2, 2], [3, 2]]}])
    assert good.solved is True
    assert good.queue == ()
    assert [scene.boards[0][-3:] for scene in good.moments] == [
        ("IIII...X..", "XXX...XXXX", "XXXX.XXXXX"),
        ("IIII...X..", "XXXTTTXXXX", "XXXXTXXXXX"),
        ("..........", "..........", "IIII...X.."),
    ]
    bad = ENGINE.situation(puzzle, [{"piece": "I", "cells": [[6, 3], [7, 3], [8, 3], [9, 3]]}])
    assert (bad.solved, bad.queue) == (False, ("T",))
    assert bad.moments[-1].said.endswith("The T finds no place: T-spin Double not reached")
    assert bad.moments[-1].said_ja.endswith("Tミノの入る場所がなく、Tスピンダブル不成立")


def test_the_well_of_a_donation_is_told_where_it_is() -> None:
    for puzzle in ENGINE.generate("donate-2", 76, 10):
        well = ENGINE.situation(puzzle, []).facts["well"]
        [scene] = ENGINE.situation(puzzle, []).moments
        assert {x for x, _ in well} == {puzzle.well}
        assert {scene.boards[0][y][x] for x, y in well} == {"."}
    [plain] = ENGINE.generate("tsd-2", 76, 1)
    assert "well" not in ENGINE.situation(plain, []).facts

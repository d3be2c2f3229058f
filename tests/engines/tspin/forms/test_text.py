"""JSON and boards in and out, and what is refused with the place and the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.contract import FORMS, BadPuzzle
from engines.identity import puzzle_id
from engines.tspin import ENGINE
from engines.tspin.rules.puzzle import mirror
from tests.engines.tspin.boards import NASTY

GOOD: dict[str, Any] = {
    "game": "tspin",
    "goal": "tsd",
    "moves": "drop",
    "queue": "SJ",
    "board": ["X.........", "XX..XXXXXX"],
}
WELL: dict[str, Any] = {**GOOD, "goal": "donate", "board": ["XXXX.XXXXX", "XXXX.XX.XX"], "well": 4}
BOARD = "tspin tsd drop SJ\nX.........\nXX..XXXXXX"
EMPTY = ".........."
TOO_HIGH = ["X........."] + [".........X"] * 19


def changed(**fields: Any) -> dict[str, Any]:
    return {**GOOD, **fields}


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != field}


def test_round_trip_keeps_fields_and_their_order() -> None:
    assert json.dumps(ENGINE.encode(ENGINE.decode(GOOD))) == json.dumps(GOOD)
    assert ENGINE.decode(json.dumps(GOOD)) == ENGINE.decode(GOOD)


def test_what_may_be_left_out_or_added() -> None:
    expected = ENGINE.decode(GOOD)
    assert ENGINE.decode(without("moves")) == expected
    assert ENGINE.decode(without("game")) == expected
    assert ENGINE.decode(changed(board=["..........", "__________", *GOOD["board"]])) == expected
    assert ENGINE.decode(changed(board=["X_________", "XX__XXXXXX"])) == expected
    assert ENGINE.decode(changed(verdict="unique", note=[1])) == expected
    assert ENGINE.decode(changed(board=[".........."] * 40 + GOOD["board"])) == expected
    assert ENGINE.encode(ENGINE.decode(changed(board=[])))["board"] == []
    assert ENGINE.decode(changed(board=["X........."] * 19)).rows == (1,) * 19


def test_donate_has_a_well() -> None:
    puzzle = ENGINE.decode(WELL)
    assert puzzle.well == 4
    assert json.dumps(ENGINE.encode(puzzle)) == json.dumps(WELL)
    assert mirror(puzzle).well == 5
    assert puzzle_id(ENGINE, mirror(puzzle)) == puzzle_id(ENGINE, puzzle) != puzzle_id(ENGINE, ENGINE.decode(GOOD))
    assert "well" not in ENGINE.encode(ENGINE.decode(GOOD))
    beside_the_wall = changed(goal="donate", board=["XXXX.XXXX."] * 6, well=9)
    assert ENGINE.decode(beside_the_wall).well == 9
    under_a_step = changed(goal="donate", board=["XX........", "XX.XXXXXXX", "XX.XXXXXXX"], well=2)
    assert ENGINE.decode(under_a_step).well == 2


def well(x: Any, *board: str) -> dict[str, Any]:
    return {**WELL, "well": x, "board": list(board) or WELL["board"]}


REFUSED: list[tuple[Any, str]] = [
    (changed(board=["X.........", EMPTY, "XX..XXXXX"]), "board row 3 (from the top) has 9 cells, not 10"),
    (changed(board=["X.........."]), "board row 1 (from the top) has 11 cells, not 10"),
    (changed(board=[EMPTY, "XX..xXXXXX"]), "unknown character 'x' in board row 2 (from the top), column 5"),
    (changed(board=["..........", "XXXXXXXXXX"]), "board row 2 (from the top) is full"),
    (changed(board=TOO_HIGH), "board row 1 (from the top) has a filled cell at y=19, not below 19"),
    (changed(board=[".........X", 7]), "board row 2 (from the top) is a number, not a string"),
    (changed(board="X........."), "board is a string, not an array of rows"),
    (changed(board=None), "board is null, not an array of rows"),
    (without("board"), "field 'board' is missing"),
    (without("queue"), "field 'queue' is missing"),
    (without("goal"), "field 'goal' is missing"),
    (changed(queue=""), "queue is empty"),
    (changed(queue="IOTLJSZI"), "queue has 8 pieces, more than 7"),
    (changed(queue="SXJ"), "unknown piece 'X' at place 2 of the queue: choose from I, O, T, L, J, S, Z"),
    (changed(queue="s"), "unknown piece 's' at place 1 of the queue: choose from I, O, T, L, J, S, Z"),
    (changed(queue=["S"]), "queue is an array, not a string"),
    (changed(goal="perfect"), "unknown goal 'perfect': choose from tsd, tst, quad, donate"),
    (changed(goal=True), "goal is a boolean, not a string"),
    (changed(moves="fly"), "unknown moves 'fly': choose from drop, srs"),
    (changed(moves=None), "moves is null, not a string"),
    (changed(game="puyo"), "game is 'puyo', not 'tspin'"),
    (changed(well=4), "well is for goal 'donate' only, not for 'tsd'"),
    (changed(goal="donate"), "field 'well' is missing: goal 'donate' needs it"),
    (well(True), "well is a boolean, not a whole number"),
    (well("4"), "well is a string, not a whole number"),
    (well(None), "well is null, not a whole number"),
    (well(4.0), "well is 4.0, not a whole number"),
    (well(-1), "well is -1, not a column from 0 to 9"),
    (well(10), "well is 10, not a column from 0 to 9"),
    (well(7), "well 7: column 7 is not below its lower neighbour; it must be 2 or more"),
    (well(4, "XXXX.XXXXX"), "well 4: column 4 is only 1 below its lower neighbour; it must be 2 or more"),
    (well(0, *WELL["board"]), "well 0: column 0 is not below its lower neighbour; it must be 2 or more"),
    (well(4, "XXXX.XXXXX", "XXXX..XXXX"), "well 4: the cell beside it at x=5, y=0 is empty"),
    ([GOOD], "a puzzle is a JSON object, not an array"),
    (3.5, "a puzzle is a JSON object, not a number"),
    ('"tsd"', "a puzzle is a JSON object, not a string"),
    ("", "not JSON: Expecting value: line 1 column 1 (char 0)"),
    ('{"game":', "not JSON: Expecting value: line 1 column 9 (char 8)"),
]


def board(header: str, *rows: str) -> str:
    return "\n".join([header, *(rows or GOOD["board"])])


REFUSED += [
    (board("tspin tsd drop SJ", "X.........", "XX..XXXXX"), "board row 2 (from the top) has 9 cells, not 10"),
    (board("tspin tsd drop SJ", "XX..XXXXXXX"), "board row 1 (from the top) has 11 cells, not 10"),
    (board("tspin tsd drop SJ", "XX..XXXOXX"), "unknown character 'O' in board row 1 (from the top), column 8"),
    (board("tspin tsd drop SJ", EMPTY, "XXXXXXXXXX"), "board row 2 (from the top) is full"),
    (board("tspin tsd drop SJ", EMPTY, "", EMPTY), "board row 2 (from the top) has 0 cells, not 10"),
    (board("tspin tsd S", *TOO_HIGH), "board row 1 (from the top) has a filled cell at y=19, not below 19"),
    (board("tspin tsd drop SXJ"), "unknown piece 'X' at place 2 of the queue: choose from I, O, T, L, J, S, Z"),
    (board("tspin tsd drop SZLJTOISZLJT"), "queue has 12 pieces, more than 7"),
    (board("tspin tsd fly SJ"), "unknown moves 'fly': choose from drop, srs"),
    (board("tspin perfect SJ"), "unknown goal 'perfect': choose from tsd, tst, quad, donate"),
    (board("tspin"), "no goal in the first line: it has to be like `tspin tsd drop SJ`"),
    (board("tspin tsd"), "no queue in the first line: it has to be like `tspin tsd drop SJ`"),
    (board("tspin tsd srs"), "no queue in the first line: it has to be like `tspin tsd drop SJ`"),
    (board("tspin tsd srs S J"), "'J' is a word too many in the first line: it has to be like `tspin tsd drop SJ`"),
    (board("tspin donate SJ"), "field 'well' is missing: goal 'donate' needs it"),
    (board("tspin donate SJ well=x"), "well is 'x', not a whole number"),
    (board("tspin donate SJ well="), "well is '', not a whole number"),
    (board("tspin donate SJ well=10"), "well is 10, not a column from 0 to 9"),
    (board("tspin donate SJ well=1 well=2"), "there are 2 wells, not one"),
    (board("tspin tsd SJ well=1"), "well is for goal 'donate' only, not for 'tsd'"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused(text: Any, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        ENGINE.decode(text)
    assert str(refusal.value) == reason


def test_boards() -> None:
    puzzle = ENGINE.decode(GOOD)
    assert ENGINE.write(puzzle, "text") == BOARD
    assert ENGINE.recognizes(BOARD)
    for same in (
        BOARD,
        "  tspin\ttsd SJ\r\n__________\r\n  X_________\r\nXX__XXXXXX\r\n",
        BOARD.replace("X.........", EMPTY + "\nX........."),
    ):
        assert ENGINE.decode(same) == puzzle
    empty = ENGINE.decode("tspin tst srs IOTLJSZ")
    assert (empty.goal, empty.moves, empty.queue, empty.rows) == ("tst", "srs", "IOTLJSZ", ())
    assert ENGINE.write(ENGINE.decode(WELL), "text").splitlines()[0] == "tspin donate drop SJ well=4"


def test_every_form_leads_back() -> None:
    stacks = [rows for rows in NASTY.values() if len(rows) < 19]
    puzzles = [ENGINE.decode(changed(board=rows, moves="srs", goal="tst")) for rows in stacks]
    puzzles += [ENGINE.decode(WELL), ENGINE.decode(changed(goal="quad", board=[]))]
    puzzles += [ENGINE.decode(changed(goal="tst", moves="srs", queue="IOTLJSZ", board=["X........."] * 19))]
    assert tuple(ENGINE.forms) == (*FORMS, "fumen")
    for puzzle in puzzles:
        for form in ENGINE.forms:
            text = ENGINE.write(puzzle, form)
            assert ENGINE.decode(text) == puzzle
            assert form == "json" or ENGINE.recognizes(text)
    with pytest.raises(ValueError, match="unknown form 'morse'"):
        ENGINE.write(puzzles[0], "morse")


def test_canonical_is_the_same_for_mirror_images() -> None:
    seen = set()
    for puzzle in ENGINE.generate("tsd-2", 41, 50):
        other = mirror(puzzle)
        assert mirror(other) == puzzle
        assert ENGINE.canonical(puzzle) == ENGINE.canonical(other)
        assert ENGINE.canonical(puzzle) in (puzzle, other)
        assert ENGINE.canonical(ENGINE.canonical(puzzle)) == ENGINE.canonical(puzzle)
        assert puzzle_id(ENGINE, puzzle) == puzzle_id(ENGINE, other)
        seen.add(puzzle_id(ENGINE, puzzle))
    assert len(seen) == 50


def test_mirror_by_hand() -> None:
    other = mirror(ENGINE.decode(changed(queue="IOTLJSZ")))
    assert other.queue == "IOTJLZS"
    assert ENGINE.encode(other)["board"] == [".........X", "XXXXXX..XX"]


def test_variant_names() -> None:
    assert ENGINE.variant_of(ENGINE.decode(GOOD)) == "tsd-2"
    assert ENGINE.variant_of(ENGINE.decode(changed(moves="srs", queue="IOT"))) == "tsd-3-srs"

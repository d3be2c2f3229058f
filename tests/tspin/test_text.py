"""Text in and out, and text that is refused with the place and the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.contract import BadPuzzle, puzzle_id
from engines.tspin import ENGINE
from engines.tspin.puzzle import mirror

GOOD: dict[str, Any] = {
    "game": "tspin",
    "goal": "tsd",
    "moves": "drop",
    "queue": "SJ",
    "board": ["X.........", "XX..XXXXXX"],
}
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
    (changed(queue="SXJ"), "unknown piece 'X' at place 2 of the queue: there is I, O, T, L, J, S, Z"),
    (changed(queue="s"), "unknown piece 's' at place 1 of the queue: there is I, O, T, L, J, S, Z"),
    (changed(queue=["S"]), "queue is an array, not a string"),
    (changed(goal="perfect"), "unknown goal 'perfect': there is tsd"),
    (changed(goal=True), "goal is a boolean, not a string"),
    (changed(moves="fly"), "unknown moves 'fly': there is drop, srs"),
    (changed(moves=None), "moves is null, not a string"),
    (changed(game="puyo"), "game is 'puyo', not 'tspin'"),
    ([GOOD], "a puzzle is a JSON object, not an array"),
    (3.5, "a puzzle is a JSON object, not a number"),
    ('"tsd"', "a puzzle is a JSON object, not a string"),
    ("", "not JSON: Expecting value: line 1 column 1 (char 0)"),
    ('{"game":', "not JSON: Expecting value: line 1 column 9 (char 8)"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused(text: Any, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        ENGINE.decode(text)
    assert str(refusal.value) == reason


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

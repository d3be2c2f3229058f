"""All forms in and out, and what is refused with the place and the reason."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import BadPuzzle
from engines.geister.forms.text import FORMS, LIKE, decode, encode, recognizes, write
from engines.geister.rules.puzzle import Puzzle
from engines.registry import GAMES, engine
from tests.engines.geister.boards import random_puzzle

ROWS = ["...uu.", "....RB", ".u....", "......", "......", "......"]
GOOD: dict[str, Any] = {"game": "geister", "board": "/".join(ROWS), "hidden": {"blue": 1, "red": 2}}
SHOWN: dict[str, Any] = {"game": "geister", "board": "...br./....RB/....../....../....../......"}
BOARD = "\n".join(["geister 1b2r hidden, win in 5", *ROWS])
LINE = f"{GOOD['board']} 1b2r hidden, win in 5"
SERVER = "MOV?41R51B99b99b99b99r99r99r12u30u40u99b99b99b99r99r"
OPENING = "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u"  # where every game on the server begins


def changed(**fields: Any) -> dict[str, Any]:
    return {**GOOD, **fields}


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != field}


def row(number: int, text: Any) -> list[Any]:
    """The rows with another one in the place of a row."""
    return [text if at == 6 - number else row for at, row in enumerate(ROWS)]


def server(piece: int, said: str) -> str:
    """The server's position with another text for one of the sixteen pieces."""
    at = len("MOV?") + 3 * piece
    return SERVER[:at] + said + SERVER[at + 3 :]


def puzzle_or_reason(text: Any) -> Puzzle | str:
    """The puzzle, or why it is none; anything but a refusal is an error."""
    try:
        return decode(text)
    except BadPuzzle as error:
        return str(error)


def test_round_trip_keeps_fields_and_their_order() -> None:
    for fields in (GOOD, SHOWN, {**GOOD, "plies": 5}, {**SHOWN, "plies": 1}):
        assert json.dumps(encode(decode(fields))) == json.dumps(fields)
        assert decode(json.dumps(fields)) == decode(fields)


def test_what_is_read() -> None:
    puzzle = decode(GOOD)
    assert puzzle.rows == tuple(ROWS)
    assert puzzle.squares[28:30] == "RB"  # e5 and f5
    assert (puzzle.hidden_blue, puzzle.hidden_red, puzzle.plies) == (1, 2, None)
    assert decode(changed(plies=5)).plies == 5


def test_what_may_be_left_out_or_added() -> None:
    expected = decode(GOOD)
    assert decode(without("game")) == expected
    assert decode(changed(board=ROWS)) == expected
    assert decode(changed(verdict="unique", note=[1], plies=None)) == expected
    for nothing in (None, {"blue": 0, "red": 0}):
        assert decode({**SHOWN, "hidden": nothing}) == decode(SHOWN)


def test_boards() -> None:
    puzzle = decode(changed(plies=5))
    assert write(puzzle, "text") == BOARD
    assert decode(BOARD) == puzzle
    assert write(decode(SHOWN), "text").split("\n")[0] == "geister"
    assert decode(write(decode(SHOWN), "text")) == decode(SHOWN)
    spaced = ["  geister\t1b2r win in 5\r", *(f"{6 - at} {' '.join(row)} {6 - at}\r" for at, row in enumerate(ROWS))]
    assert decode("\n".join([*spaced, "  a b c d e f"])) == puzzle
    assert decode("\n".join([spaced[0], "abcdef", *ROWS])) == puzzle
    assert decode("\n".join([spaced[0], *(f"{6 - at}{row}" for at, row in enumerate(ROWS))])) == puzzle
    assert decode("geister " + LINE) == puzzle


def test_lines() -> None:
    puzzle = decode(changed(plies=5))
    assert write(puzzle, "line") == LINE
    assert decode(LINE) == puzzle
    assert decode(f"{GOOD['board']} 1b2r") == decode(GOOD)
    assert write(decode(SHOWN), "line") == SHOWN["board"]
    assert decode(SHOWN["board"]) == decode(SHOWN)


def test_the_server() -> None:
    """Pieces of both sides where the server's own description has them."""
    puzzle = decode(GOOD)
    assert write(puzzle, "server") == SERVER
    assert decode(SERVER) == puzzle
    assert decode(SERVER.removeprefix("MOV?")) == puzzle
    assert decode(SERVER.replace("99r99r99r12u", "99R99R99R12u")) == puzzle
    opening = decode(f"MOV?{OPENING}\r\n")
    assert opening.rows == (".uuuu.", ".uuuu.", "......", "......", ".RRRR.", ".BBBB.")
    assert (opening.hidden_blue, opening.hidden_red) == (4, 4)
    shown = decode({**SHOWN, "plies": 3})
    assert decode(write(shown, "server")) == decode(SHOWN)


def test_every_form_leads_back() -> None:
    assert FORMS == ("json", "text", "line", "server")
    random = Random(5)
    for _ in range(150):
        puzzle = random_puzzle(random)
        for form in FORMS:
            expected = puzzle if form != "server" else Puzzle(puzzle.squares, puzzle.hidden_blue)
            assert decode(write(puzzle, form)) == expected
            assert recognizes(write(puzzle, form)) == (form != "json")
    with pytest.raises(ValueError, match="unknown form 'morse': choose from json, text, line, server"):
        write(puzzle, "morse")


def test_no_other_game_takes_them_for_its_own() -> None:
    random = Random(8)
    others = [engine(game) for game in GAMES if game != "geister"]
    texts = [write(random_puzzle(random), form) for _ in range(20) for form in FORMS[1:]]
    for text in [*texts, *(text.removeprefix("MOV?") for text in texts)]:
        assert not any(other.recognizes(text) for other in others)


@pytest.mark.parametrize(
    "text",
    [
        "geister",
        "geister nothing else",
        f"{LINE} x",
        "...uu./....RB/.u..../......",
        LINE.replace("R", "X"),
        "MOV?",
        "MOV?14R",
        OPENING[:-3],
        OPENING.replace("u", "x"),
    ],
)
def test_broken_ones_are_recognized(text: str) -> None:
    assert recognizes(text)
    assert isinstance(puzzle_or_reason(text), str)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "geisters", "......", "a/b/c/d/e/f/g", "see docs/a/b/c/d.txt", "www.example.org/a/b/c/d", "14R"],
)
def test_others_are_not(text: str) -> None:
    assert not recognizes(text)


LETTERS = "choose from B R u b r ."
REFUSED: list[tuple[Any, str]] = [
    (changed(board=row(5, "....RBu")), "row 5 has 7 cells, not 6: 'u' stands beyond column f"),
    (changed(board=row(5, "....uRB")), "row 5 has 7 cells, not 6: 'B' stands beyond column f"),
    (changed(board=row(5, ". . . . uR B")), "row 5, column e has 2 letters, 'uR', not one"),
    (changed(board=row(3, "....")), "row 3 has 4 cells, not 6: column e is missing"),
    (changed(board=row(3, "")), "row 3 has 0 cells, not 6: column a is missing"),
    (changed(board=row(5, "....XB")), f"unknown letter 'X' in row 5, column e: {LETTERS}"),
    (changed(board=row(1, ".....U")), f"unknown letter 'U' in row 1, column f: {LETTERS}"),
    (changed(board=row(2, None)), "row 2 is null, not a string"),
    (changed(board=row(2, 7)), "row 2 is a number, not a string"),
    (changed(board=row(2, ["......"])), "row 2 is an array, not a string"),
    (changed(board=[*ROWS, "......"]), "board has 7 rows, not 6: there is none below row 1"),
    (changed(board=[*ROWS, "ouch"]), "board has 7 rows, not 6: there is none below row 1"),
    (changed(board=ROWS[:5]), "board has 5 rows, not 6: row 1 is missing"),
    (changed(board="...uu./....RB/.u..../......"), "board has 4 rows, not 6: row 2 is missing"),
    (changed(board=[]), "board has 0 rows, not 6: row 6 is missing"),
    (changed(board=""), "row 6 has 0 cells, not 6: column a is missing"),
    (changed(board=GOOD["board"] + "/"), "board has 7 rows, not 6: there is none below row 1"),
    (changed(board=7), "board is a number, neither a string nor an array of rows"),
    (changed(board=None), "board is null, neither a string nor an array of rows"),
    (changed(board=True), "board is a boolean, neither a string nor an array of rows"),
    (changed(board={"a": 1}), "board is an object, neither a string nor an array of rows"),
    (without("board"), "field 'board' is missing"),
    (without("hidden"), "field 'hidden' is missing: how many of the 3 'u' are blue, how many are red?"),
    (changed(hidden=None), "field 'hidden' is missing: how many of the 3 'u' are blue, how many are red?"),
    (changed(hidden={"blue": 1, "red": 1}), "hidden adds up to 2, 1 blue and 1 red, but there are 3 'u'"),
    (changed(hidden={"blue": 3, "red": 1}), "hidden adds up to 4, 3 blue and 1 red, but there are 3 'u'"),
    ({**SHOWN, "hidden": {"blue": 1, "red": 0}}, "hidden adds up to 1, 1 blue and 0 red, but there are 0 'u'"),
    (changed(hidden={"blue": -1, "red": 4}), "blue of hidden is -1: it cannot be negative"),
    (changed(hidden={"blue": 1.0, "red": 2}), "blue of hidden is 1.0, not a whole number"),
    (changed(hidden={"blue": 1, "red": True}), "red of hidden is a boolean, not a whole number"),
    (changed(hidden={"blue": 1, "red": "2"}), "red of hidden is a string, not a whole number"),
    (changed(hidden={"blue": 1, "red": None}), "red of hidden is null, not a whole number"),
    (changed(hidden={"blue": 1, "red": 10**5000}), "red of hidden is out of all bounds"),
    (changed(hidden={"blue": 1}), "red of hidden is missing"),
    (changed(hidden={}), "blue of hidden is missing"),
    (changed(hidden={"blue": 1, "red": 2, "green": 0}), "unknown field of hidden 'green': choose from blue, red"),
    (changed(hidden=[1, 2]), "hidden is an array, not an object"),
    (changed(hidden=3), "hidden is a number, not an object"),
    (changed(plies=4), "plies is 4, but a win takes an odd number of them"),
    (changed(plies=0), "plies is 0, but a win takes an odd number of them"),
    (changed(plies=-3), "plies is -3: it cannot be negative"),
    (changed(plies=5.0), "plies is 5.0, not a whole number"),
    (changed(plies=True), "plies is a boolean, not a whole number"),
    (changed(plies="5"), "plies is a string, not a whole number"),
    (changed(plies=1001), "plies is 1001, more than 999"),
    (
        changed(board=row(5, "....RR")),
        "the attacker has no blue piece: the defender has won already, as all were taken",
    ),
    (
        changed(board=row(5, "....BB")),
        "the attacker has no red piece: the attacker has won already, as all were taken",
    ),
    (
        changed(hidden={"blue": 0, "red": 3}),
        "the defender has no blue piece: the attacker has won already, as all were taken",
    ),
    (
        changed(hidden={"blue": 3, "red": 0}),
        "the defender has no red piece: the defender has won already, as all were taken",
    ),
    (
        changed(board=["......"] * 6, hidden=None),
        "the attacker has no blue piece: the defender has won already, as all were taken",
    ),
    (changed(board=row(5, "BBBBRB")), "the attacker has 5 blue pieces, more than 4"),
    (changed(board=row(5, "RRRRRB")), "the attacker has 5 red pieces, more than 4"),
    (changed(board=row(3, "bbbb..")), "the defender has 5 blue pieces, more than 4"),
    (changed(board=row(3, "rrr...")), "the defender has 5 red pieces, more than 4"),
    (changed(game="chess"), "game is 'chess', not 'geister'"),
    ([], "a puzzle is a JSON object, not an array"),
    (None, "a puzzle is a JSON object, not null"),
    ("[1]", "a puzzle is a JSON object, not an array"),
    ('{"board":', "not JSON: Expecting value: line 1 column 10 (char 9)"),
    ("geister", "board has 0 rows, not 6: row 6 is missing"),
    (
        BOARD.replace("1b2r hidden, ", ""),
        "field 'hidden' is missing: how many of the 3 'u' are blue, how many are red?",
    ),
    (BOARD.replace("1b2r", "1b3r"), "hidden adds up to 4, 1 blue and 3 red, but there are 3 'u'"),
    (BOARD.replace("in 5", "in 6"), "plies is 6, but a win takes an odd number of them"),
    (
        BOARD.replace("win in 5", "mate soon"),
        f"'1b2r hidden mate soon' does not say what is hidden and how long it is: {LIKE}",
    ),
    (BOARD.replace("\n.u....", "\n\n.u...."), "row 4 has 0 cells, not 6: column a is missing"),
    (BOARD.replace("....RB", "4 ....RB"), "row 5 is numbered 4"),
    (BOARD.replace("....RB", "....RB 7"), "row 5 is numbered 7"),
    (BOARD + "\n......", "board has 7 rows, not 6: there is none below row 1"),
    (f"geister {LINE}\n......", "there are rows below a first line that has the board already"),
    (LINE.replace("....RB/", ""), "board has 5 rows, not 6: row 1 is missing"),
    (SERVER[:-1], "47 characters, not 48: x, y and colour of each of 16 pieces"),
    (server(9, "41u"), "two pieces on e5: the second is b"),
    (server(1, "41B"), "two pieces on e5: the second is B"),
    (server(1, "61B"), "piece B is '61B', not on the board: x and y are 0 to 5, or 99 if taken"),
    (server(1, "5xB"), "piece B is '5xB', not x, y and colour like '14R'"),
    (server(1, "51u"), "unknown colour 'u' of piece B: choose from R, B"),
    (server(8, "12B"), "unknown colour 'B' of piece a: choose from u, r, b"),
    (server(1, "88b"), "piece B has left the board: the game is over"),
    (server(11, "99u"), "piece d is '99u': a taken piece shows its colour, r or b"),
    (SERVER[:-15] + "99r" * 5, "5 red pieces of the other side, more than 4"),
    (server(2, "99r"), "5 red pieces of the own side, more than 4"),
    (server(1, "99b"), "the attacker has no blue piece: the defender has won already, as all were taken"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused(text: Any, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        decode(text)
    assert str(refusal.value) == reason


def test_mutilated_text_is_a_puzzle_or_refused() -> None:
    random = Random(6)
    refused = 0
    for _ in range(2000):
        text = list(write(random_puzzle(random), random.choice(FORMS)))
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text))
            letters = random.choices('BRubr./0129_{}[]",: \n\0²♥', k=random.randint(0, 2))
            text[at : at + random.randint(0, 3)] = letters
        puzzle = puzzle_or_reason("".join(text))
        if isinstance(puzzle, str):
            refused += 1
            assert "\n" not in puzzle
        else:
            assert decode(encode(puzzle)) == puzzle
    assert 1000 < refused < 2000


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.text("BRubr./ ", max_size=45),
    lambda inside: st.lists(inside, max_size=7) | st.dictionaries(st.sampled_from(["blue", "red", "x"]), inside),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["game", "board", "hidden", "plies"]), ANYTHING), st.booleans())
def test_any_json_is_a_puzzle_or_refused(fields: dict[str, Any], rest_is_good: bool) -> None:
    puzzle = puzzle_or_reason({**GOOD, **fields} if rest_is_good else fields)
    if isinstance(puzzle, Puzzle):
        assert decode(encode(puzzle)) == puzzle


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["", "geister ", "MOV?", BOARD, LINE + " ", SERVER]), st.text() | st.text("BRubr./019\n "))
def test_any_text_is_a_puzzle_or_refused(begin: str, text: str) -> None:
    puzzle = puzzle_or_reason(begin + text)
    if isinstance(puzzle, Puzzle):
        assert decode(write(puzzle, "text")) == puzzle
    else:
        assert "\n" not in puzzle

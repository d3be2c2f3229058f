"""How a file is cut into puzzles: one a line, and boards of several lines."""

from __future__ import annotations

import io
import json
from itertools import count, islice
from typing import Any

import pytest
from click import BadParameter

from engines.contract import FORMS, BadPuzzle
from engines.registry import GAMES, engine
from orchestration import lines
from orchestration.commands.draw import answer_of, convert
from tests.smallest import Pick, PickEngine

BOARD = "tspin tsd S\nX...XXXXXX\nXX.XXXXXXX\n"
LINK = "v115@RhA8CeH8AeG8JeAgWUAFLDmClcJSAVDEHBEooRBToA?VB\n"
OBJECT = '{"game":"tspin","goal":"tsd","moves":"drop","queue":"S","board":["X...XXXXXX","XX.XXXXXXX"]}\n'


def parse(text: str | bytes) -> list[lines.Line]:
    return list(lines.parse(io.BytesIO(text.encode() if isinstance(text, str) else text)))


def where(text: str | bytes) -> list[int]:
    """The lines where puzzles begin, all of them good and the same."""
    found = parse(text)
    expected = engine("tspin").decode(OBJECT)
    for item in found:
        assert item.error is None
        assert item.puzzle == expected
        assert item.fields == engine("tspin").encode(expected)
    return [item.number for item in found]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", []),
        ("\n \n\t\n", []),
        (BOARD, [1]),
        (BOARD.rstrip(), [1]),
        (BOARD + BOARD, [1, 4]),
        (BOARD + "\n\n" + BOARD, [1, 6]),
        (BOARD + OBJECT + BOARD, [1, 4, 5]),
        (BOARD + LINK + OBJECT + LINK + BOARD, [1, 4, 5, 6, 7]),
        (LINK + "\n" + OBJECT, [1, 3]),
        ((LINK + BOARD + OBJECT).replace("\n", "\r\n"), [1, 2, 5]),
        ("\ufeff" + BOARD, [1]),
        ("  " + LINK + "  " + OBJECT, [1, 2]),
        ("# one\n" + LINK + "#two\n\n" + BOARD + "# three", [2, 5]),
        (BOARD.replace("XX.X", "# between two rows\nXX.X") + " # and after\n" + OBJECT, [1, 6]),
    ],
)
def test_where_puzzles_begin(text: str, numbers: list[int]) -> None:
    assert where(text) == numbers


def test_a_bad_board_is_one_mistake() -> None:
    bad = BOARD.replace("XX.XXXXXXX", "XX.XXXX XX what")
    [first, second] = parse(bad + BOARD)
    assert (first.number, second.number) == (1, 4)
    assert first.error == "board row 2 (from the top) has 15 cells, not 10"
    assert second.error is None


def test_comments_say_whose_the_puzzles_below_are() -> None:
    text = f"""# Problems of the month
# maker: Ann
# Level : 3 stars
{LINK}
# title: The slide
{BOARD}
## maker: Bob: the second
# level:
{OBJECT}
what
"""
    assert [dict(line.notes) for line in parse(text)] == [
        {"maker": "Ann", "level": "3 stars"},
        {"maker": "Ann", "level": "3 stars", "title": "The slide"},
        {"maker": "Bob: the second"},
        {"maker": "Bob: the second"},
    ]


def test_a_comment_inside_a_board_is_about_what_follows() -> None:
    [first, second] = parse(BOARD.replace("XX.X", "# level: hard\nXX.X") + BOARD)
    assert (dict(first.notes), dict(second.notes)) == ({}, {"level": "hard"})
    assert first.error is second.error is None


def test_bytes_that_are_no_text_spoil_their_board_only() -> None:
    [first, second, third] = parse(b"tspin tsd S\nX...XXXXXX\n\xff\nXX.XXXXXXX\n\n\xfe\n" + BOARD.encode())
    assert first.error == "line 3 of the file is not UTF-8 at byte 1"
    assert second.error == "not UTF-8 at byte 1"
    assert [first.number, second.number, third.number] == [1, 6, 7]
    assert third.error is None


def test_a_board_without_end_takes_no_memory() -> None:
    rows = b"..........\n" * 5000
    [item] = parse(b"tspin tsd S\n" + rows)
    assert item.error == "a board of more than 1000 lines"


def test_reading_does_not_wait_for_the_end() -> None:
    endless = (BOARD if number % 2 else LINK for number in count())
    handle = (line.encode() + b"\n" for text in endless for line in text.splitlines())
    numbers = [item.number for item in islice(lines.parse(handle), 6)]  # type: ignore[arg-type]
    assert numbers == [1, 2, 5, 6, 9, 10]


@pytest.mark.usefixtures("smallest")
def test_a_game_without_other_forms() -> None:
    [line, word] = parse('{"game":"pick","digits":"123","total":5}\ntspin tsd S\n')
    assert lines.written(line, "json") == '{"game":"pick","digits":"123","total":5}'
    with pytest.raises(BadPuzzle, match="Pick two cannot be written as link: choose from json"):
        lines.written(line, "link")
    assert word.error == "neither JSON, nor a link, nor a board that begins with the name of a game (pick)"


def test_the_command_offers_every_form_of_every_game() -> None:
    [to] = [option for option in convert.params if option.name == "form"]
    own = {form for game in GAMES for form in engine(game).forms}
    assert lines.forms()[: len(FORMS)] == list(FORMS)
    assert set(lines.forms()) == own | set(FORMS)
    for form in lines.forms():
        assert to.type.convert(form, None, None) == form
    with pytest.raises(BadParameter, match=f"'morse' is not one of {', '.join(lines.forms())}"):
        to.type.convert("morse", None, None)


PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\n\0\0\n\0" + bytes(range(256)) * 40


@pytest.mark.parametrize(
    "data", [PICTURE, b"SQLite format 3\0" + b"\0\1\n" * 2000, b"\x1f\x8b\x08\0" + b"\0\xff\n" * 9]
)
def test_what_is_no_text_is_refused_once(data: bytes) -> None:
    (only,) = parse(data)
    assert (only.number, only.error) == (1, "this is no text: puzzles are read as JSON lines, links and boards")


def test_text_with_bad_bytes_in_it_is_text() -> None:
    """A bad line costs only itself, even if it is the first."""
    first, second = parse(b"\xff\0\n" + OBJECT.encode())
    assert first.error is not None
    assert "no text" not in first.error
    assert (second.number, second.error) == (2, None)
    good, bad = parse(OBJECT.encode() + PICTURE[:60].replace(b"\n", b"") + b"\n")
    assert (good.error, bad.number) == (None, 2)


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 400 + ".0", "NaN", "Infinity"])
def test_numbers_that_json_cannot_hold_are_refused(number: str) -> None:
    (only,) = parse(OBJECT.replace("{", f'{{"rank":{number},', 1))
    assert only.error is not None
    assert only.error.startswith("not JSON: ")
    assert ("is too large a number" in only.error) or ("is not a JSON number" in only.error)
    assert len(only.error) < 80


PICK = '{"game":"pick","digits":"123","total":5}'


@pytest.mark.usefixtures("smallest")
def test_settling_is_the_engines_and_its_fields_come_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(self: PickEngine, text: Any, settle: bool = False) -> Pick:
        return Pick((1, 2, 3) if settle else (3, 2, 1), 5)

    monkeypatch.setattr(PickEngine, "decode", decode)
    given = PICK.replace("123", "321").replace("}", ',"name":"a"}').encode()
    [kept] = lines.parse(io.BytesIO(given))
    [settled] = lines.parse(io.BytesIO(given), lines.puzzles(settle=True))
    assert (kept.puzzle.digits, kept.fields) == ((3, 2, 1), json.loads(given))
    assert (settled.puzzle.digits, settled.fields) == ((1, 2, 3), {**json.loads(PICK), "name": "a"})


@pytest.mark.usefixtures("smallest")
def test_simulations_are_for_games_that_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    unnamed = '{"digits":"123"}'
    text = f"{PICK}\n{unnamed}\n".encode()
    [refused, missing] = lines.parse(io.BytesIO(text), lines.outcomes())
    assert refused.error == "Pick two have nothing to simulate"
    assert missing.error == 'the field "game" is missing'

    def simulate(self: PickEngine, fields: Any) -> Any:
        if "total" in fields:
            raise BadPuzzle("the total plays no part")
        return {"sum": sum(map(int, fields["digits"]))}

    monkeypatch.setattr(PickEngine, "simulate", simulate)
    monkeypatch.setattr(PickEngine, "offers", ("simulate",))
    [refused, told] = lines.parse(io.BytesIO(text), lines.outcomes())
    assert refused.error == "the total plays no part"
    assert (told.error, told.fields, told.puzzle) == (None, {"digits": "123"}, {"sum": 6})


@pytest.mark.parametrize("game", ["chess", 5, None, ["tspin"], {}])
def test_unknown_games(game: Any) -> None:
    [line] = parse(json.dumps({"game": game}))
    assert line.error == f"unknown game {game!r}: choose from {', '.join(GAMES)}"


def test_long_puzzles_are_worked_on_one_by_one() -> None:
    """A queue of many moves may have a million solutions: no more than one of them is kept at a time."""
    short = '{"game":"puyo","goal":{"clear":"all"},"queue":["rg"],"board":[]}\n'
    long = short.replace('["rg"]', '["rg","rg","rg","rg","rg","rg","rg","rg"]')
    handle = io.BytesIO((short * 300 + long * 2 + short).encode())
    assert [len(chunk) for chunk in lines.chunks(lines.parse(handle))] == [256, 44, 1, 1, 1]


@pytest.mark.usefixtures("smallest")
def test_puzzles_whose_length_only_their_answer_tells_are_worked_on_by_the_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PickEngine, "length", lambda self, puzzle, verdict=None: 0 if verdict is None else 2)
    handle = io.BytesIO(b'{"game":"pick","digits":"123","total":3}\n' * 40)
    assert [len(chunk) for chunk in lines.chunks(lines.parse(handle))] == [16, 16, 8]


def test_an_answer_that_came_with_a_puzzle_must_reach_its_goal() -> None:
    """What is drawn as the answer is one: a legal line that misses the goal is solved anew."""
    fields = '{"game":"puyo","goal":{"kind":"chain","n":1},"queue":["rr"],"board":["rr...."],"solutions":["%s"]}'
    [right, wrong, broken] = parse("\n".join(fields % given for given in ("34", "6N", "9X")))
    assert answer_of(right) == "34"
    assert answer_of(wrong) == answer_of(broken) == "1N"

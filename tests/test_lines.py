"""How a file is cut into puzzles: one a line, and boards of several lines."""

from __future__ import annotations

import io
from itertools import count, islice

import pytest

from engines.contract import FORMS, BadPuzzle
from engines.registry import engine
from orchestration import lines
from orchestration.cli import cli

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
    with pytest.raises(BadPuzzle, match="Pick two cannot be written as link: there is json"):
        lines.written(line, "link")
    assert word.error == "neither JSON, nor a link, nor a board that begins with the name of a game (pick)"


def test_the_command_offers_every_form() -> None:
    [to] = [option for option in cli.commands["convert"].params if option.name == "form"]
    assert tuple(to.type.choices) == FORMS  # type: ignore[attr-defined]

"""Puzzles as fumen links: what is written, what is read, and what is refused. `test_fumen` has the codec itself."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import BadPuzzle
from engines.tspin import ENGINE
from engines.tspin.forms import fumen, link
from engines.tspin.forms.fumen import Page
from engines.tspin.rules.puzzle import Puzzle

ROWS = ["X.........", "XX..XXXXXX"]


def puzzle(queue: str = "SJ", goal: str = "tsd", moves: str = "drop", **more: Any) -> Puzzle:
    return ENGINE.decode({"goal": goal, "moves": moves, "queue": queue, "board": ROWS, **more})


def page(comment: str, *rows: str, garbage: str = fumen.EMPTY_ROW) -> str:
    """The link of one page."""
    field = "".join(rows or ROWS).replace(".", "_") + garbage
    return fumen.encode([Page(field.rjust(240, "_"), comment=comment)])


def test_the_first_page() -> None:
    [only] = fumen.decode(ENGINE.write(puzzle(), "link"))
    assert only.comment == "#Q=[](S)J;#Q=[](T);tsd,drop"
    assert only.field.strip("_") == "X_________XX__XXXXXX"
    assert only.operation is None
    assert link.comment_of(puzzle("I", "quad", "srs")) == "#Q=[](I);#Q=[](I);quad,srs"
    well = puzzle("LZO", "donate", board=["XXXX.XXXXX"] * 3, well=4)
    assert link.comment_of(well) == "#Q=[](L)ZO;#Q=[](T);donate,drop,well=4"


def board_text(rows: list[str]) -> str:
    return "".join(rows).replace(".", "_").lstrip("_")


def filled(field: str) -> str:
    """Any colour as X, without the garbage row and the empty cells in front."""
    return "".join("_" if kind == "_" else "X" for kind in field[:230]).lstrip("_")


def check_answer(given: Puzzle, solution: Any) -> None:
    pages = fumen.decode(ENGINE.write(given, "link", solution))
    assert len(pages) == len(given.queue) + 1
    assert ENGINE.decode(fumen.encode(pages)) == given
    for number, (placed, piece) in enumerate(zip(pages, given.queue + "T", strict=True)):
        state = ENGINE.play(given, solution[:number])
        assert filled(placed.field) == board_text(state["board"])
        assert placed.comment.startswith(f"#Q=[]({piece})")
        assert placed.operation is not None
        assert placed.operation.piece == piece
        if number < len(solution):
            assert placed.operation.cells == sorted((x, y) for x, y in solution[number]["cells"])
    end = ENGINE.play(given, solution)
    last = pages[-1].operation
    assert last is not None
    assert last.cells == [tuple(cell) for cell in end["goal_cells"]]
    assert fumen.after(pages[-1]).count("_") == pages[-1].field.count("_") - 4 + 20, "not two rows cleared"


def test_answers_are_played_page_by_page() -> None:
    made = ENGINE.generate("tsd-2", 52, 30)
    verdicts = ENGINE.solve(made, stop_at=1)
    for given, verdict in zip(made, verdicts, strict=True):
        check_answer(given, verdict.solutions[0])
    clears = puzzle("LO", board=["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"])
    away = [{"piece": "L", "cells": [[9, 3], [9, 2], [8, 3], [9, 1]]}, {"cells": [[5, 2], [5, 3], [6, 2], [6, 3]]}]
    check_answer(clears, away)


def test_part_of_an_answer_and_answers_that_do_not_fit() -> None:
    given = puzzle("IO", board=["X........."] * 19)
    first = {"piece": "I", "cells": [[0, 19], [0, 20], [0, 21], [0, 22]]}
    [start] = fumen.decode(ENGINE.write(given, "link", []))
    [placed] = fumen.decode(ENGINE.write(given, "link", [first]))
    assert start.operation is None
    assert placed.operation is not None
    high = {"piece": "O", "cells": [[0, 23], [0, 24], [1, 23], [1, 24]]}
    with pytest.raises(BadPuzzle, match="page 2: O lies outside the 23 rows that a fumen has"):
        ENGINE.write(given, "link", [first, high])
    with pytest.raises(ValueError, match="move 1: I cannot be placed"):
        ENGINE.write(given, "link", [{"cells": [[5, 19], [5, 20], [5, 21], [5, 22]]}])


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("#Q=[](S)J;#Q=[](T);tsd,drop", puzzle()),
        ("#Q=[](S)J", puzzle()),
        ("#Q=[](S)JT", puzzle("SJT")),
        ("#Q=[]()SJ", puzzle()),
        ("#Q=[](S)J;", puzzle()),
        ("#Q=[](S)J;srs", puzzle(moves="srs")),
        ("#Q=[](S)J;tsd", puzzle()),
        ("#Q=[](S) J ; tst srs", puzzle(goal="tst", moves="srs")),
        ("#Q=[](S)J;#Q=[](I);quad", puzzle(goal="quad")),
        ("#Q=[](S)J;#Q=[](T)", puzzle()),
        ("tsd drop SJ", puzzle()),
        ("tspin tsd SJ", puzzle()),
        ("quad, srs, I", puzzle("I", "quad", "srs")),
        ("SJ", puzzle()),
    ],
)
def test_comments_that_are_read(comment: str, expected: Puzzle) -> None:
    assert ENGINE.decode(page(comment)) == expected
    assert ENGINE.decode("https://fumen.zui.jp/?" + page(comment)) == expected


def test_colours_and_pieces_on_the_page() -> None:
    operation = fumen.Operation("T", 0, 5, 9)
    field = "".join(ROWS).replace(".", "_").replace("X", "L") + fumen.EMPTY_ROW
    pages = [Page(field.rjust(240, "_"), operation, "SJ"), Page(comment="more")]
    assert ENGINE.decode(fumen.encode(pages)) == puzzle()


LIKE = "and has to be like #Q=[](S)J or `tsd drop SJ`"
KNOWN = "choose from I, O, T, L, J, S, Z"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (page(""), f"no queue: the comment of page 1 is empty, {LIKE}"),
        (page("Opening"), f"no queue: the comment of page 1 is 'Opening', {LIKE}"),
        (page("é" * 50), f"no queue: the comment of page 1 is '{'é' * 40}...', {LIKE}"),
        (page("tsd drop"), "no queue in the comment of page 1: it has to be like `tspin tsd drop SJ`"),
        (page("tsd drop SXJ"), f"unknown piece 'X' at place 2 of the queue: {KNOWN}"),
        (page("#Q=[](S)JX"), f"unknown piece 'X' at place 3 of the queue: {KNOWN}"),
        (page("#Q=[](s)j"), f"unknown piece 's' at place 1 of the queue: {KNOWN}"),
        (page("#Q=[](S)JTLOZISJTLO"), "queue has 12 pieces, more than 7"),
        (page("#Q=[]()"), "queue is empty"),
        (page("#Q=[S)J"), "'#Q=[S)J' in the comment of page 1 is no quiz: it has to be like #Q=[](S)J"),
        (page("#Q=[T](S)J"), "the quiz in the comment of page 1 holds 'T': puzzles have no hold"),
        (page("#Q=[](S)J;hello"), "unknown goal 'hello': choose from tsd, tst, quad, donate"),
        (page("#Q=[](S)J;tsd fly"), "unknown moves 'fly': choose from drop, srs"),
        (
            page("#Q=[](S)J;tsd,drop,x"),
            "'x' is a word too many in the comment of page 1: goal, rules and well may follow a quiz",
        ),
        (page("#Q=[](S)J;#Q=[](I);tsd"), "the second quiz in the comment of page 1 is 'I', not the T of goal 'tsd'"),
        (page("#Q=[](S)J;donate"), "field 'well' is missing: goal 'donate' needs it"),
        (page("SJ", "X" * 10, *ROWS), "row y=2 of page 1 is full"),
        (page("SJ", *["X........."] * 20), "row y=19 of page 1 has a filled cell at y=19, not below 19"),
        (page("SJ", garbage="XXXX_XXXXX"), "the field of page 1 has cells in the garbage row, below the floor"),
        (page("SJ")[:-1], "fumen cut short after character 28: the comment of page 1 is not complete"),
        ("v114" + page("SJ")[4:], "fumen version 114 is unknown: choose from 115, 110"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    assert ENGINE.recognizes(text)
    with pytest.raises(BadPuzzle) as refusal:
        ENGINE.decode(text)
    assert str(refusal.value) == reason

"""Pictures: well-formed, complete, the same every time."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from engines.tspin import ENGINE
from engines.tspin.draw import ANSI_BACKGROUND, PIECE_COLORS, THEMES
from engines.tspin.panels import panels
from engines.tspin.pieces import PIECES
from engines.tspin.puzzle import Puzzle

SVG = "{http://www.w3.org/2000/svg}"


def puzzle(rows: list[str], queue: str, moves: str = "drop") -> Puzzle:
    return ENGINE.decode({"goal": "tsd", "moves": moves, "queue": queue, "board": rows})


CLEARING = puzzle(["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"], "LI")
CLEARING_ANSWER = [
    {"piece": "L", "cells": [[8, 3], [9, 1], [9, 2], [9, 3]]},
    {"piece": "I", "cells": [[4, 2], [5, 2], [6, 2], [7, 2]]},
]


def squares(svg: str, color: str) -> int:
    """How many cells are painted in a colour."""
    paths = [path for path in ET.fromstring(svg).iter(f"{SVG}path") if path.get("fill") == color]
    return sum(path.get("d", "").count("M") for path in paths if path.get("stroke") == color)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_problem_and_answer(theme: str) -> None:
    made = ENGINE.generate("tsd-2", 61, 10)
    for given, verdict in zip(made, ENGINE.solve(made), strict=True):
        problem = ENGINE.draw(given, None, theme)
        answer = ENGINE.draw(given, verdict.solutions[0], theme)
        filled = sum(row.bit_count() for row in given.rows)
        stack = THEMES[theme]["stack"]
        assert squares(problem, stack) == squares(answer, stack) == filled
        for piece in set(given.queue):
            times = given.queue.count(piece)
            assert squares(problem, PIECE_COLORS[piece]) == 4 * times
            assert squares(answer, PIECE_COLORS[piece]) == 8 * times
        for svg in (problem, answer):
            root = ET.fromstring(svg)
            assert root.tag == f"{SVG}svg"
            assert re.fullmatch(r"0 0 [\d.]+ [\d.]+", root.get("viewBox", ""))
            assert root.find(f"{SVG}title") is not None
            assert "href" not in svg
            assert "id=" not in svg
            assert set(given.queue) <= set(texts(svg))
        assert problem == ENGINE.draw(given, None, theme)
        assert len(problem) < 8000


def test_seven_pieces_are_all_shown() -> None:
    svg = ENGINE.draw(puzzle(["XX........"], PIECES))
    assert all(squares(svg, color) == 4 for color in PIECE_COLORS.values())
    assert {"1", "2", "3", "4", "5", "6", "7", *PIECES} <= set(texts(svg))


def test_an_answer_that_clears_is_drawn_in_steps() -> None:
    first, second = panels(CLEARING, CLEARING_ANSWER)
    assert first.clearing == (1,)
    assert first.goal == ()
    assert [number for number, _, _ in first.pieces] == [1]
    assert [(number, piece, sorted(cells)) for number, piece, cells in second.pieces] == [
        (1, "L", [(8, 2), (9, 1), (9, 2)]),
        (2, "I", [(4, 2), (5, 2), (6, 2), (7, 2)]),
    ]
    assert sorted(second.goal) == [(1, 1), (2, 0), (2, 1), (3, 1)]
    assert len(second.stack) == 9 + 6 + 1
    svg = ENGINE.draw(CLEARING, CLEARING_ANSWER)
    assert squares(svg, PIECE_COLORS["L"]) == 4 + 4 + 3  # in the queue, before the clear, after it
    assert squares(svg, PIECE_COLORS["I"]) == 4 + 4


def test_terminal() -> None:
    plain = ENGINE.show(CLEARING, CLEARING_ANSWER)
    assert plain.count("L1") == 4 + 3
    assert plain.count("I2") == 4
    assert plain.count("()") == 4
    assert plain.count("< clears") == 1
    assert "\x1b" not in plain
    problem = ENGINE.show(CLEARING)
    assert problem.count("[]") == sum(row.bit_count() for row in CLEARING.rows)
    assert "queue: LI" in problem
    colored = ENGINE.show(CLEARING, CLEARING_ANSWER, color=True)
    assert f"48;5;{ANSI_BACKGROUND['L']}" in colored
    assert re.sub(r"\x1b\[[^m]*m", "", colored).count("L1") == 7


def test_a_wrong_answer_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="cannot be placed"):
        ENGINE.draw(CLEARING, [{"piece": "L", "cells": [[0, 0], [1, 0], [2, 0], [2, 1]]}])

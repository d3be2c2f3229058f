"""Pictures: well-formed, complete, small, the same every time; in every look, of every goal."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from engines.contract import Look
from engines.tspin import ENGINE
from engines.tspin.rules.pieces import PIECES
from engines.tspin.rules.puzzle import Puzzle
from engines.tspin.rules.titles import TITLES
from engines.tspin.show.draw import CELL, PALETTES, PIECE_COLORS, STYLE
from engines.tspin.show.panels import panels, well_cells
from engines.tspin.show.terminal import ANSI_BACKGROUND

SVG = "{http://www.w3.org/2000/svg}"
LOOKS: tuple[Look, ...] = ("light", "dark", "page")


def puzzle(rows: list[str], queue: str, moves: str = "drop", **more: Any) -> Puzzle:
    return ENGINE.decode({"goal": "tsd", "moves": moves, "queue": queue, "board": rows} | more)


CLEARING = puzzle(["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"], "LI")
CLEARING_ANSWER = [
    {"piece": "L", "cells": [[8, 3], [9, 1], [9, 2], [9, 3]]},
    {"piece": "I", "cells": [[4, 2], [5, 2], [6, 2], [7, 2]]},
]
DONATION = puzzle(
    ["X..XX.....", "X.XXXX...X", "XXXXXX..XX", "XXXXXXX.XX", "XXXXXXX.XX", ".XXXXXXXXX"], "SI", goal="donate", well=7
)


def area(path: str) -> float:
    """The area of closed paths of straight lines, in cells; holes in a shape count against it."""
    total = x = y = 0.0
    for command, numbers in re.findall(r"([Mhvz])([-\d. ]*)", path):
        if command == "M":
            x, y = first = [float(number) for number in numbers.split()]
        to_x = x + float(numbers) if command == "h" else first[0] if command == "z" else x
        to_y = y + float(numbers) if command == "v" else first[1] if command == "z" else y
        total += (x * to_y - to_x * y) / 2
        x, y = to_x, to_y
    return total / CELL**2


def cells(svg: str, color: str) -> float:
    """How many cells of the board are painted in a colour; smaller ones, as in the queue, count less."""
    paths = [path for path in ET.fromstring(svg).iter(f"{SVG}path") if path.get("fill") == color]
    return sum(area(path.get("d", "")) for path in paths if path.get("fill-opacity") is None)


def ghosts(svg: str, color: str) -> list[float]:
    """The sizes, in cells of the board, of the shapes that are outlined in dashes."""
    dashed = [path for path in ET.fromstring(svg).iter(f"{SVG}path") if path.get("stroke-dasharray")]
    assert all(path.get("stroke") == path.get("fill") == color for path in dashed)
    return [area(path.get("d", "")) for path in dashed]


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("variant", ENGINE.variants)
def test_problem_and_answer(variant: str) -> None:
    given = ENGINE.generate(variant, 61, 1)[0]
    (solution, *_) = ENGINE.solve([given], stop_at=1)[0].solutions
    letter = "I" if given.goal == "quad" else "T"
    for look in LOOKS:
        problem, answer = ENGINE.draw(given, None, look), ENGINE.draw(given, solution, look)
        filled = sum(row.bit_count() for row in given.rows)
        colors = PALETTES[look]
        assert cells(problem, colors["stack"]) == cells(answer, colors["stack"]) == filled
        for piece in PIECES:
            assert (cells(problem, PIECE_COLORS[piece]) > 0) == (piece in given.queue)
            assert cells(answer, PIECE_COLORS[piece]) == 4 * given.queue.count(piece)
        (in_queue,) = ghosts(problem, colors[letter])
        assert in_queue < 1
        assert ghosts(answer, colors[letter]) == [4]
        numbers = {str(number) for number in range(1, len(given.queue) + 1)}
        for svg in (problem, answer):
            root = ET.fromstring(svg)
            assert root.tag == f"{SVG}svg"
            assert re.fullmatch(r"0 0 [\d.]+ [\d.]+", root.get("viewBox", ""))
            assert root.findtext(f"{SVG}title", "").startswith(TITLES[given.goal])
            assert not re.search(r"href|\bid=|<script|<style|class=|url\(", svg)
            assert {*given.queue, *numbers, letter, TITLES[given.goal]} <= set(texts(svg))
            assert ("well" in texts(svg)) == (given.goal == "donate")
        assert problem == ENGINE.draw(given, None, look)
        assert len(problem) < 5000
        assert len(answer) < 6000


def test_a_page_is_drawn_once_for_light_and_dark() -> None:
    """With the colours that it falls back on and its English words it is the light picture without background."""
    for solution in (None, CLEARING_ANSWER):
        drawn, light = ENGINE.draw(CLEARING, solution, "page"), ENGINE.draw(CLEARING, solution, "light")
        english = re.sub(r'<g lang="en">(.*?)</g><g lang="ja">.*?</g>', r"\1", drawn)
        assert re.sub(r"var\(--[\w-]+,(#\w+)\)", r"\1", english) == re.sub(r"<rect[^>]*>", "", light)
    named = set(re.findall(r"var\((--[\w-]+),", "".join(PALETTES["page"].values())))
    values = dict(re.findall(r"(--[\w-]+):(#\w+);", STYLE))
    assert named - set(values) == {"--tspin-clear"}, "the only colour that is the same on dark pages"
    assert values["--tspin-stack"] == PALETTES["dark"]["stack"]


def test_seven_pieces_are_all_shown() -> None:
    svg = ENGINE.draw(puzzle(["XX........"], PIECES))
    assert all(cells(svg, color) > 0 for color in PIECE_COLORS.values())
    assert {"1", "2", "3", "4", "5", "6", "7", *PIECES} <= set(texts(svg))


def test_shapes_with_holes_and_corners_that_touch() -> None:
    rows = ["X.X.......", ".X.XXX....", "X.XX.X....", "...XXX...."]
    svg = ENGINE.draw(puzzle(rows, "O"))
    assert cells(svg, PALETTES["light"]["stack"]) == sum(row.count("X") for row in rows)


def test_an_answer_that_clears_is_drawn_in_steps() -> None:
    first, second = panels(CLEARING, CLEARING_ANSWER)
    assert first.clearing == (1,)
    assert first.goal == ()
    assert [placed.number for placed in first.pieces] == [1]
    assert [(number, piece, sorted(cells)) for number, piece, cells, _ in second.pieces] == [
        (1, "L", [(8, 2), (9, 1), (9, 2)]),
        (2, "I", [(4, 2), (5, 2), (6, 2), (7, 2)]),
    ]
    assert sorted(second.goal) == [(1, 1), (2, 0), (2, 1), (3, 1)]
    assert second.goal_rows == (0, 1)
    assert len(second.stack) == 9 + 6 + 1
    svg = ENGINE.draw(CLEARING, CLEARING_ANSWER)
    assert cells(svg, PIECE_COLORS["L"]) == 4 + 3  # before the clear, and after it
    assert cells(svg, PIECE_COLORS["I"]) == 4


def test_a_well_is_as_deep_as_its_lower_neighbour() -> None:
    assert well_cells(DONATION) == ((7, 1), (7, 2))
    assert well_cells(CLEARING) == ()
    assert [path.get("d") for path in ET.fromstring(ENGINE.draw(DONATION)).iter(f"{SVG}path") if is_well(path)] == [
        f"M{7 * CELL} {6 * CELL}h{CELL}v{2 * CELL}h-{CELL}z"
    ]


def is_well(path: ET.Element) -> bool:
    return path.get("fill") == PALETTES["light"]["well"]


def test_terminal() -> None:
    plain = ENGINE.show(CLEARING, CLEARING_ANSWER)
    assert plain.count("L1") == 4 + 3
    assert plain.count("I2") == 4
    assert plain.count("()") == 4
    assert plain.count("< clears") == 1
    assert plain.count("< the T clears") == 2
    assert "\x1b" not in plain
    problem = ENGINE.show(CLEARING)
    assert problem.count("[]") == sum(row.bit_count() for row in CLEARING.rows)
    assert "queue: LI, then T" in problem
    colored = ENGINE.show(CLEARING, CLEARING_ANSWER, color=True)
    assert f"48;5;{ANSI_BACKGROUND['L']}" in colored
    assert re.sub(r"\x1b\[[^m]*m", "", colored).count("L1") == 7


def test_terminal_marks_the_well_under_the_floor() -> None:
    floor, mark = ENGINE.show(DONATION).splitlines()[-2:]
    assert floor == "+" + "--" * 10 + "+"
    assert mark == " " + "  " * 7 + "^^ well"
    assert "opens the well again" in ENGINE.show(DONATION)


def test_terminal_names_the_piece_of_the_goal() -> None:
    board = ["XXXX.XX..X", "XXXX.XXXXX", "XXXX.XXXXX", "XXXX.XXXXX"]
    shown = ENGINE.show(puzzle(board, "O", goal="quad"), [{"piece": "O", "cells": [[7, 3], [8, 3], [7, 4], [8, 4]]}])
    assert "queue: O, then I" in shown
    assert shown.count("< the I clears") == 4
    assert shown.count("()") == 4


def test_a_wrong_answer_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="cannot be placed"):
        ENGINE.draw(CLEARING, [{"piece": "L", "cells": [[0, 0], [1, 0], [2, 0], [2, 1]]}])

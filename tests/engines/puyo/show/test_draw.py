"""Pictures: well-formed, complete, small, the same every time; in every look, of every goal; for every eye."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from engines.contract import Look
from engines.puyo.rules.board import COLORS, VISIBLE
from engines.puyo.rules.checked_moves import Cell, IllegalMove, follow
from engines.puyo.rules.place import PLACEMENTS
from engines.puyo.rules.puzzle import GOAL_COLORS, KINDS, Fall, Goal, Puzzle
from engines.puyo.rules.titles import KIND_TITLES, description, goal_name, goal_title, kind_title, number
from engines.puyo.show.draw import draw
from engines.puyo.show.layout import HIDDEN
from engines.puyo.show.paint import PALETTES, PUYO_COLORS, STYLE
from engines.puyo.show.panels import answer, cells_of, falls_of, problem_rows
from engines.puyo.show.sheet import MARGIN, SMALL_UNIT, UNIT
from engines.puyo.show.terminal import ANSI_BACKGROUND, CELL, show
from tests.engines.puyo.puzzles import VECTORS, from_vector

SVG = "{http://www.w3.org/2000/svg}"
LOOKS: tuple[Look, ...] = ("light", "dark", "page")
Dot = tuple[float, float]


PUZZLES = {known["id"]: from_vector(known) for known in VECTORS["solve"]}
ANSWERS = {known["id"]: known["solutions"][0] for known in VECTORS["solve"] if known["solutions"]}
EVERYTHING = Puzzle(  # every kind of puyo, the hidden row, falls of both kinds
    Goal("count", 12, exact=False, color="r", clear="all"),
    ("rg", Fall((0, 1, 0, 3, 0, 0), "hard"), Fall((0, 12, 0, 11, 0, 10)), "pp"),
    ("rgbypohrgbypr", "", "rgbyp", "ooohhh", "yyyrrrbbbgggp", "prprpr"),
)


def dotted(path: str) -> list[Dot]:
    """The dots of a pen that makes one every two units."""
    found = []
    for x, y, length in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)v-(\d+)", path):
        found += [(float(x), round(float(y) - way, 2)) for way in range(0, int(length) + 1, 2)]
    return found


def bodies(group: ET.Element) -> dict[Dot, str]:
    """The puyos drawn right in a group, by their middles: round ones in their colours, hard ones as squares."""
    marks = {color: mark for mark, color in PUYO_COLORS.items()}
    found: dict[Dot, str] = {}
    for dots in group.findall(f"{SVG}g[@stroke-width='1.7']"):
        for path in dots.findall(f"{SVG}path"):
            if path.get("stroke") in marks:
                found |= dict.fromkeys(dotted(path.get("d", "")), marks[path.get("stroke", "")])
    for path in group.findall(f"{SVG}path[@fill='{PUYO_COLORS['h']}']"):
        corners = re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)h", path.get("d", ""))
        found |= {(round(float(x) + 0.75, 2), round(float(y) + 0.75, 2)): "h" for x, y in corners}
    return found


def scaled(svg: str, unit: int) -> ET.Element | None:
    """The group that holds all boards of a scale."""
    return ET.fromstring(svg).find(f"{SVG}g[@transform='translate({MARGIN} {MARGIN}) scale({unit})']")


def frames(group: ET.Element, look: Look) -> list[tuple[float, float, int]]:
    """Where the boards of a group are: left, top, rows."""
    ground = group.find(f"{SVG}path[@fill='{PALETTES[look]['board']}']")
    assert ground is not None
    found = re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)h12v(\d+)", ground.get("d", ""))
    return [(float(x), float(y), int(tall) // 2) for x, y, tall in found]


def cell_in(frame: tuple[float, float, int], dot: Dot) -> Cell | None:
    """The cell of a board whose middle a dot is."""
    left, top, rows = frame
    x, y = (dot[0] - left - 1) / 2, rows - (dot[1] - top + 1) / 2
    if rows == VISIBLE and abs(y - VISIBLE - (HIDDEN - 2) / 2) < 1e-6:
        y = float(VISIBLE)
    elif y > rows - 0.9:
        return None
    if not (0 <= x < 6 and y >= 0):
        return None
    assert abs(x - round(x)) < 1e-6
    assert abs(y - round(y)) < 1e-6
    return round(x), round(y)


def by_board(group: ET.Element, look: Look, drawn: dict[Dot, str]) -> list[dict[Cell, str]]:
    """What is drawn, board by board; nothing may lie outside all of them."""
    boards = [
        {cell: mark for dot, mark in drawn.items() if (cell := cell_in(frame, dot)) is not None}
        for frame in frames(group, look)
    ]
    assert sum(map(len, boards)) == len(drawn)
    return boards


def numbered(svg: str, look: Look) -> list[dict[Cell, int]]:
    """The rounds written on puyos, board by board."""
    group = scaled(svg, UNIT)
    assert group is not None
    places: dict[Dot, str] = {}
    for texts in ET.fromstring(svg).findall(f"{SVG}g[@font-size='12']"):
        for text in texts:
            x, y = float(text.get("x", "")), float(text.get("y", ""))
            places[round((x - MARGIN) / UNIT, 2), round((y - 4 - MARGIN) / UNIT, 2)] = text.text or ""
    return [{cell: int(text) for cell, text in board.items()} for board in by_board(group, look, places)]


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", [*PUZZLES, "everything"])
def test_problem(name: str) -> None:
    """Every puyo of the board and of the queue is where it should be, and no other."""
    given = PUZZLES.get(name, EVERYTHING)
    waiting = "".join(step if isinstance(step, str) else "h" if step.kind == "hard" else "o" for step in given.queue)
    for look in LOOKS:
        svg = draw(given, None, look)
        group = scaled(svg, UNIT)
        assert group is not None
        (frame,) = frames(group, look)
        drawn = bodies(group)
        board = {dot: mark for dot, mark in drawn.items() if dot[0] < 12}
        queue = {dot: mark for dot, mark in drawn.items() if dot[0] > 12}
        assert {cell_in(frame, dot): mark for dot, mark in board.items()} == cells_of(given.columns)
        assert sorted(queue.values()) == sorted(waiting)
        assert frame[2] == problem_rows(given)
        root = ET.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert re.fullmatch(r"0 0 [\d.]+ [\d.]+", root.get("viewBox", ""))
        assert root.get("role") == "img"
        assert root.findtext(f"{SVG}title") == description(given)
        assert not re.search(r"href|\bid=|<script|<style|class=|url\(", svg)
        assert goal_title(given.goal, given.pairs) in " ".join(texts(svg))
        assert {str(n) for n in range(1, len(given.queue) + 1)} <= set(texts(svg))
        assert svg == draw(given, None, look)
        assert len(svg) < (4000 if name in PUZZLES else 4600)


def test_the_rotor_waits_above_the_pivot() -> None:
    group = scaled(draw(Puzzle(Goal("chain", 1), ("rg", "by"), ("",) * 6)), UNIT)
    assert group is not None
    assert [mark for _, mark in sorted(bodies(group).items(), key=lambda item: item[0][1])] == list("gryb")


def test_what_falls_is_told_in_numbers() -> None:
    said = texts(draw(PUZZLES["garbage-first-clear"]))
    assert [text for text in said if text == "·"] == ["·"] * 4
    assert {"4", "2"} <= set(said)
    assert {"12", "11", "10"} <= set(texts(draw(EVERYTHING)))


def test_sixteen_pairs_are_all_shown() -> None:
    group = scaled(draw(Puzzle(Goal("chain", 1), ("rg",) * 16, ("",) * 6)), UNIT)
    assert group is not None
    assert list(bodies(group).values()).count("r") == 16


@pytest.mark.parametrize("name", PUZZLES)
def test_a_problem_gives_nothing_of_its_answer_away(name: str) -> None:
    """No names of placements, no rings, no rounds, and one board only."""
    svg = draw(PUZZLES[name])
    assert not set(texts(svg)) & set(PLACEMENTS)
    assert not re.search(r"a1 1 0", svg)
    assert scaled(svg, SMALL_UNIT) is None
    assert numbered(svg, "light") == [{}]
    assert "nswer" not in svg


@pytest.mark.parametrize("name", ANSWERS)
def test_answer(name: str) -> None:
    """A board for each move, with the rounds written on it; the boards of the chain, with what vanishes bright."""
    given, solution = PUZZLES[name], ANSWERS[name]
    line = follow(given, solution)
    moves = answer(given, solution)
    chains = [played for played in line if len(played.rounds) > 1]
    rounds = [round_ for played in chains for round_ in played.rounds]
    look: Look
    for look in LOOKS:
        svg = draw(given, solution, look)
        large, small = scaled(svg, UNIT), scaled(svg, SMALL_UNIT)
        assert large is not None
        assert small is not None
        assert by_board(large, look, bodies(large)) == [cells_of(move.columns) for move in moves]
        assert numbered(svg, look) == [move.rounds for move in moves]
        pale = small.find(f"{SVG}g[@opacity]")
        dim = by_board(small, look, {} if pale is None else bodies(pale))
        bright = by_board(small, look, bodies(small))
        assert [set(board) for board in bright[:-1]] == [set(round_.vanished) for round_ in rounds]
        assert [there | bright for there, bright in zip(dim, bright, strict=True)] == [
            *(cells_of(round_.before) for round_ in rounds),
            cells_of(line[-1].after),
        ]
        said = texts(svg)
        for move in moves:
            label = f"{move.number}. {'garbage falls' if isinstance(move.step, Fall) else move.name}"
            assert any(text.startswith(label) for text in said)
        assert f"{len(line[-1].rounds)}-chain" in " ".join(said)
        assert len(svg) < 2500 + 1300 * (len(moves) + len(rounds) + 1)
        assert not re.search(r"href|\bid=|<script|<style|class=|url\(", svg)


def chain_on_the_way() -> tuple[Puzzle, str]:
    """A 2-chain by the second of four moves, which is not yet the goal."""
    given = PUZZLES["connect"]
    return Puzzle(Goal("chain", 9), (*given.queue, "rr", "by"), given.columns), ANSWERS["connect"] + "1N65"


@pytest.mark.parametrize("name", [*ANSWERS, "chain on the way", "nothing played"])
def test_boards_lie_apart_and_on_the_page(name: str) -> None:
    """With room for a label under each."""
    given, solution = (PUZZLES[name], ANSWERS[name]) if name in ANSWERS else chain_on_the_way()
    svg = draw(given, "" if name == "nothing played" else solution)
    width, height = map(float, ET.fromstring(svg).get("viewBox", "").split()[2:])
    boxes = []
    for unit in (UNIT, SMALL_UNIT):
        group = scaled(svg, unit)
        for left, top, rows in frames(group, "light") if group is not None else []:
            above = unit * HIDDEN if 'stroke-dasharray=".4"' in svg else 0
            x, y = MARGIN + unit * left, MARGIN + unit * top
            boxes.append((x, y - above, x + 12 * unit, y + 2 * unit * rows + 16))
    assert all(x >= 0 and y >= 0 and right <= width and bottom <= height for x, y, right, bottom in boxes)
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert len(boxes) >= len(answer(given, solution)) or name == "nothing played"


def test_a_chain_on_the_way_is_shown_where_it_happens() -> None:
    """Two moves, the rounds of the second, then the other moves; nothing is left to show after a quiet one."""
    svg = draw(*chain_on_the_way())
    large, small = scaled(svg, UNIT), scaled(svg, SMALL_UNIT)
    assert large is not None
    assert small is not None
    tops = [top * UNIT for _, top, _ in frames(large, "light")]
    rounds = [top * SMALL_UNIT for _, top, _ in frames(small, "light")]
    assert len(rounds) == 2
    assert tops[0] == tops[1] < rounds[0] == rounds[1] < tops[2] == tops[3]


def test_sizes_of_answers() -> None:
    """Two moves and a 3-chain; five moves and a 13-chain on a full board."""
    assert len(draw(PUZZLES["chain"], ANSWERS["chain"], "page")) < 6000
    assert len(draw(PUZZLES["chain13"], ANSWERS["chain13"], "page")) < 22000


def test_rounds_are_traced_through_the_falls() -> None:
    """Each number is on the puyo that vanishes then, wherever it lies by then: colours and counts tell."""
    for name, solution in ANSWERS.items():
        given = PUZZLES[name]
        for played, move in zip(follow(given, solution), answer(given, solution), strict=True):
            cells = cells_of(move.columns)
            for index, round_ in enumerate(played.rounds, 1):
                marks = [cells[cell] for cell, when in move.rounds.items() if when == index]
                gone = [cells_of(round_.before)[cell] for cell in round_.vanished]
                # A hard puyo may have turned to garbage before it vanishes.
                assert sorted("".join(marks).replace("h", "o")) == sorted("".join(gone).replace("h", "o"))


def test_falls() -> None:
    assert falls_of(("rgb", "", "", "", "", "y"), [(0, 1)]) == {(0, 0): (0, 0), (0, 2): (0, 1), (5, 0): (5, 0)}


def test_a_hard_puyo_that_softens_is_ringed() -> None:
    (stage,) = [
        stage for move in answer(PUZZLES["hard"], ANSWERS["hard"]) for stage in move.stages if stage.softening
    ]
    assert stage.softening == {(3, 1)}
    small = scaled(draw(PUZZLES["hard"], ANSWERS["hard"]), SMALL_UNIT)
    assert small is not None
    assert len(small.findall(f"{SVG}path[@stroke-dasharray='.5']")) == 1


def rings(svg: str, look: Look = "light") -> list[str]:
    large = scaled(svg, UNIT)
    assert large is not None
    paths = [path.get("d", "") for path in large.findall(f"{SVG}path[@stroke='{PALETTES[look]['text']}']")]
    return [ring for path in paths if "a1 1" in path for ring in path.split("z") if ring]


def test_a_pair_is_ringed_together_unless_it_splits() -> None:
    empty = Puzzle(Goal("chain", 1), ("rg",), ("yy", "", "", "", "", ""))
    assert len(rings(draw(empty, ["45"]))) == 1
    assert len(rings(draw(empty, ["4N"]))) == 1
    assert len(rings(draw(empty, ["12"]))) == 2
    assert [move.split for move in answer(empty, "12")] == [True]


def test_the_hidden_row_is_shown_only_where_something_is_in_it() -> None:
    dashes = 'stroke-dasharray=".4"'
    low = Puzzle(Goal("chain", 1), ("rg",), ("ryryryryryr", "", "", "", "", ""))
    assert dashes not in draw(low)
    assert dashes in draw(low, "1N")
    assert dashes in draw(EVERYTHING)


def test_the_cell_that_must_stay_free_is_marked_in_row_twelve() -> None:
    high = Puzzle(Goal("chain", 1), ("rg",), ("", "", "", "", "", "ryryryryry"))
    low = Puzzle(Goal("chain", 1), ("rg",), ("",) * 6)
    assert "M4.6 .6l.8.8m0-.8l-.8.8" in draw(high)
    assert "M4.6 .6l.8.8m0-.8l-.8.8" not in draw(low)


def test_every_row_that_a_solution_can_use_is_shown() -> None:
    for name, solution in ANSWERS.items():
        highest = max(len(column) for move in answer(PUZZLES[name], solution) for column in move.columns)
        assert problem_rows(PUZZLES[name]) >= min(VISIBLE, highest)


def in_english(svg: str) -> str:
    """A page's drawing as those see it who read English."""
    return re.sub(r'<g lang="en">(.*?)</g>', r"\1", re.sub(r'<g lang="ja">.*?</g>', "", svg))


def test_a_page_is_drawn_once_for_light_and_dark() -> None:
    """With the colours that it falls back on it is the light picture, without the background."""
    for solution in (None, ANSWERS["hard"]):
        drawn, light = draw(PUZZLES["hard"], solution, "page"), draw(PUZZLES["hard"], solution, "light")
        assert re.sub(r"var\(--[\w-]+,(#\w+)\)", r"\1", in_english(drawn)) == re.sub(r"<rect[^>]*>", "", light)
    named = set(re.findall(r"var\((--[\w-]+),", "".join(PALETTES["page"].values())))
    values = dict(re.findall(r"(--[\w-]+):(#\w+);", STYLE))
    assert named == set(values)
    assert values["--puyo-board"] == PALETTES["dark"]["board"]


def sign(mark: str) -> list[tuple[str | None, ...]]:
    """How the sign of a colour is drawn, its paint left out."""
    group = scaled(draw(Puzzle(Goal("chain", 1), (), (mark, "", "", "", "", ""))), UNIT)
    assert group is not None
    paths = group.findall(f"{SVG}path")
    field = [path for path in paths if path.get("stroke") in PALETTES["light"].values() and path.get("stroke-width")]
    signs = [path for path in paths if path not in field and path.get("fill") != PALETTES["light"]["board"]]
    return [(path.get("d"), path.get("stroke-width"), path.get("stroke-dasharray")) for path in signs]


def test_every_colour_has_a_shape_of_its_own() -> None:
    shapes = {mark: sign(mark) for mark in PUYO_COLORS}
    assert all(one != other for one, other in combinations(shapes.values(), 2))
    assert [mark for mark in shapes if not shapes[mark]] == ["o"], "garbage alone has none"


# Machado, Oliveira and Fernandes 2009: what is seen without one kind of cone, in linear RGB.
EYES = {
    "all cones": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
FAR = 0.11  # in Oklab, where 0.02 can just be told apart side by side


def oklab(linear: np.ndarray) -> np.ndarray:
    """Linear RGB in a space where distances are as the eye sees them."""
    cones = np.array(
        [[0.41222, 0.53633, 0.05145], [0.2119, 0.6807, 0.1074], [0.0883, 0.28172, 0.62998]],
    )
    axes = np.array([[0.21045, 0.79362, -0.00407], [1.978, -2.42859, 0.45059], [0.0259, 0.78277, -0.80868]])
    return axes @ np.cbrt(cones @ linear)


def seen(color: str, eye: str) -> np.ndarray:
    channels = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return oklab(np.clip(np.array(EYES[eye]) @ linear, 0, 1))


@pytest.mark.parametrize("eye", EYES)
def test_colours_are_far_apart_for_every_eye(eye: str) -> None:
    for one, other in combinations([*COLORS, "o"], 2):
        distance = np.linalg.norm(seen(PUYO_COLORS[one], eye) - seen(PUYO_COLORS[other], eye))
        assert distance > FAR, f"{one} and {other}: {distance:.3f}"


def board_in(lines: list[str]) -> dict[Cell, str]:
    """A board read back from the terminal: three characters a cell."""
    rows = [line[2:] for line in reversed(lines) if line[0] in "│┊"]
    return {
        (x, y): row[CELL * x].lower() for y, row in enumerate(rows) for x in range(6) if row[CELL * x] not in ".x"
    }


def boards_in(shown: str) -> Iterator[list[str]]:
    """The boards of an answer that stand alone, one below the other."""
    lines: list[str] = []
    for line in shown.splitlines():
        lines.append(line)
        if line.startswith("└"):
            yield lines
            lines = []


@pytest.mark.parametrize("name", [*PUZZLES, "everything"])
def test_terminal_tells_the_board(name: str) -> None:
    given = PUZZLES.get(name, EVERYTHING)
    shown = show(given)
    assert shown.startswith(goal_title(given.goal, given.pairs))
    assert board_in(shown.splitlines()[2:]) == cells_of(given.columns)
    assert "\x1b" not in shown
    colored = show(given, color=True)
    assert re.sub(r"\x1b\[[^m]*m", "", colored) == shown
    marks = {*"".join(given.columns), *(mark for step in given.queue if isinstance(step, str) for mark in step)}
    assert {mark for mark, ansi in ANSI_BACKGROUND.items() if f"48;5;{ansi};" in colored} == marks


@pytest.mark.parametrize("name", ANSWERS)
def test_terminal_tells_the_answer(name: str) -> None:
    given, solution = PUZZLES[name], ANSWERS[name]
    moves = answer(given, solution)
    shown = show(given, solution)
    alone = [lines for lines in boards_in(shown) if re.match(r"\d+\. ", lines[-1 - len(rows_of(lines))])]
    assert [board_in(lines) for lines in alone] == [cells_of(move.columns) for move in moves]
    for lines, move in zip(alone, moves, strict=True):
        capitals = sum(letter.isupper() for row in rows_of(lines) for letter in row)
        assert capitals == len(move.placed)
        figures = re.findall(r"[a-zA-Z](\d+)", " ".join(rows_of(lines)))
        assert sorted(map(int, figures)) == sorted(move.rounds.values())
    vanished = sum(len(stage.vanishing) for move in moves for stage in move.stages if len(move.stages) > 1)
    assert shown.count("*") == vanished
    assert re.sub(r"\x1b\[[^m]*m", "", show(given, solution, color=True)) == shown


def rows_of(lines: list[str]) -> list[str]:
    """The rows and the floor of the last board in some lines."""
    start = max(i for i, line in enumerate(lines) if line[0] not in "│┊└")
    return lines[start + 1 :]


def test_terminal_marks_what_softens() -> None:
    assert show(PUZZLES["hard"], ANSWERS["hard"]).count("h~") == 1


@pytest.mark.parametrize("shown", [draw, show])
def test_a_wrong_answer_is_not_drawn(shown: Any) -> None:
    with pytest.raises(IllegalMove, match="not a placement"):
        shown(PUZZLES["chain"], "9N")


@pytest.mark.parametrize(
    ("goal", "pairs", "title"),
    [
        (Goal("chain", 3), 2, "3-chain in two moves"),
        (Goal("chain", 3, exact=False), 1, "3-chain or longer in one move"),
        (Goal("chain", 3, clear="all"), 2, "3-chain and clear all in two moves"),
        (Goal(clear="all"), 3, "Clear all in three moves"),
        (Goal(clear="color"), 3, "Clear all colours in three moves"),
        (Goal(clear="p"), 3, "Clear all purple in three moves"),
        (Goal("colors", 3), 2, "Three colours at once in two moves"),
        (Goal("count", 12), 3, "Twelve puyos at once in three moves"),
        (Goal("count", 21, False, "garbage"), 3, "Twenty-one or more garbage puyos at once in three moves"),
        (Goal("count", 1, True, "g"), 3, "One green puyo at once in three moves"),
        (Goal("place", 2, True, "r"), 2, "Two red groups at once in two moves"),
        (Goal("place", 2, True, "color"), 2, "Two groups at once in two moves"),
        (Goal("connect", 7), 2, "A group of seven in two moves"),
        (
            Goal("connect", 7, False, "b", "garbage"),
            2,
            "A blue group of seven or more and clear all garbage in two moves",
        ),
        (Goal("acc_colors", 4), 2, "Four colours in all, in two moves"),
        (Goal("acc_count", 18, False), 2, "Eighteen or more puyos in all, in two moves"),
    ],
)
def test_titles(goal: Goal, pairs: int, title: str) -> None:
    assert goal_title(goal, pairs) == title


def test_different_goals_have_different_titles() -> None:
    """Save those that are the same: groups are always of a colour."""
    colors = [color for color in GOAL_COLORS if color != "color"]
    goals = [
        Goal(kind, n, exact, color, clear)
        for kind in KINDS
        for n in (1, 2)
        for exact in (True, False)
        for color in (colors if kind in ("count", "place", "connect", "acc_count") else ["all"])
        for clear in (None, *GOAL_COLORS)
    ]
    assert len({goal_name(goal) for goal in goals}) == len(goals)
    assert {kind_title(goal) for goal in goals} | {kind_title(Goal(clear="all"))} == set(KIND_TITLES.values())


def test_numbers() -> None:
    assert [number(n) for n in (0, 1, 13, 20, 42, 72, 99, 100)] == [
        *("no", "one", "thirteen", "twenty", "forty-two", "seventy-two", "ninety-nine", "100"),
    ]


def test_what_is_heard() -> None:
    assert description(PUZZLES["chain"]) == (
        "Puyo: exactly 3-chain in two moves. Queue: red and yellow, red and yellow"
    )
    assert description(PUZZLES["garbage-first-clear"]).endswith("Queue: garbage 0 0 4 0 2 0, two red, two red")

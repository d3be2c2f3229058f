"""Pictures: well-formed, complete, small, the same every time; in every look; told by shape as well as by colour."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from engines.contract import Look
from engines.geister.rules.panels import IllegalMove, answer
from engines.geister.rules.puzzle import Puzzle, squares_from
from engines.geister.rules.titles import description, hidden_label, ply_label, task, winning_moves
from engines.geister.show.draw import BOARD, MARGIN, OVER, PALETTES, STYLE, UNIT, draw
from engines.geister.show.ghosts import HEAD_DOWN, HEAD_UP, PIECE_COLORS, SQUARE
from engines.geister.show.terminal import ANSI_BACKGROUND, show

SVG = "{http://www.w3.org/2000/svg}"
LOOKS: tuple[Look, ...] = ("light", "dark", "page")
Dot = tuple[float, float]
Board = dict[str, str]  # the letters of pieces by the names of their squares


def given(board: str, hidden_blue: int = 0, plies: int | None = None) -> Puzzle:
    return Puzzle(squares_from(tuple(board.split("/"))), hidden_blue, plies)


def told(first_moves: str, line: str) -> dict[str, Any]:
    return {"plies": len(line.split()), "first_moves": first_moves.split(), "line": line.split()}


PUZZLES = {
    "wall": given("...uu./....RB/.u..../....../....../......", 1, 5),
    "two ways": given(".B..../.uu..B/....../uu.R../...R../......", 2, 3),
    "partly shown": given(".....R/.B...u/.R..../....bB/....../..r.u.", 1, 9),
    "all shown": given(".b..../....../....../....../....R./B....r", 0, 37),
    "take all": given("....../.bB.R./....../..b..B/....rr/......", 0, 3),
    "wall falls": given("....../..B.../....../.R.u../u..R../......", 1),
    "full": given("uubbrr/u....u/....../....../BB..BB/RRRR..", 2),
}
SHUTTLE = "a1-a2 b6-c6 a2-a1 c6-b6 " * 9 + "a1-a2"  # no win, but as long as the longest of them
ANSWERS = {
    "wall": told("e5-e6", "e5-e6 b4-b3 f5-f6 b3-b2 f6-exit"),
    "two ways": told("f5-f6 b6-a6", "f5-f6 a3-a2 f6-exit"),
    "partly shown": told("f3-f2", "f3-f2 c1-b1 b5-a5 e1-f1 f2-f1 b1-a1 a5-a6 a1-b1 a6-exit"),
    "all shown": told("a1-a2", SHUTTLE),
    "take all": told("c5-b5", "c5-b5 c3-d3 e5-d5 d3-c3 f3-e3"),
    "wall falls": told("c5-b5", "c5-b5 d3-d2 b3-a3 a2-a3"),
}


def board_of(puzzle: Puzzle) -> Board:
    """The pieces of a puzzle."""
    rows = zip("654321", puzzle.rows, strict=True)
    return {f"{x}{y}": mark for y, row in rows for x, mark in zip("abcdef", row, strict=True) if mark != "."}


def boards_on_the_way(puzzle: Puzzle, line: list[str]) -> list[Board]:
    """The board in front of every ply of the attacker, moved by hand; what is sure of a hidden piece is shown."""
    board, blue, red = board_of(puzzle), puzzle.hidden_blue, puzzle.hidden_red
    boards = []
    for number, move in enumerate([*line, ""]):
        if not blue or not red:
            board = {at: ("b" if blue else "r") if mark == "u" else mark for at, mark in board.items()}
        if number % 2 == 0:
            boards.append(dict(board))
        start, _, end = move.partition("-")
        red -= board.get(end) == "u"
        if start and end != "exit":
            board[end] = board.pop(start)
    return boards[: len(line) // 2 + 1]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]


def frames(group: ET.Element, look: Look) -> list[Dot]:
    """The upper left corners of the boards in a group."""
    ground = group.find(f"{SVG}path[@stroke='{PALETTES[look]['board']}']")
    assert ground is not None
    assert ground.get("stroke-width") == str(BOARD)
    middles = [numbers(part)[:2] for part in ground.get("d", "").split("M")[1:]]
    return [(x - BOARD / 2, y) for x, y in middles]


def bodies(group: ET.Element) -> dict[Dot, str]:
    """The ghosts of a group by the upper left corners of their squares, told by shape and colour."""
    found: dict[Dot, str] = {}
    for path in group.findall(f"{SVG}path"):
        d = path.get("d", "")
        for start, shape in re.findall(rf"M([^a-z]+)({re.escape(HEAD_UP)}|{re.escape(HEAD_DOWN)})", d):
            x, y = numbers(start)
            own = shape == HEAD_UP
            paint = path.get("fill" if own else "stroke")
            (mark,) = [piece for piece in ("BR" if own else "ubr") if PIECE_COLORS[piece] == paint]
            found[x - 3, y - (17 if own else 3)] = mark
    return found


def by_board(corners: list[Dot], drawn: dict[Dot, str]) -> list[Board]:
    """What is drawn, board by board; nothing may lie beside all of them."""
    boards: list[Board] = []
    for left, top in corners:
        inside = {at: mark for at, mark in drawn.items() if 0 <= at[0] - left < BOARD and 0 <= at[1] - top < BOARD}
        names = {("abcdef"[int((x - left) // SQUARE)] + str(6 - int((y - top) // SQUARE))): (x, y) for x, y in inside}
        assert all((x - left) % SQUARE == (y - top) % SQUARE == 0 for x, y in inside)
        boards.append({name: inside[at] for name, at in names.items()})
    assert sum(map(len, boards)) == len(drawn)
    return boards


def shown_boards(svg: str, look: Look) -> list[Board]:
    """The boards of a picture, read back."""
    (group,) = [group for group in ET.fromstring(svg).findall(f"{SVG}g") if group.find(f"{SVG}g") is not None][:1]
    pieces = group.find(f"{SVG}g")
    assert pieces is not None
    return by_board(frames(group, look), bodies(pieces))


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text")]


def in_one(svg: str, language: str) -> str:
    """A page as its readers see it: the words of one language. A picture for one language stays as it is."""
    other = {"en": "ja", "ja": "en"}[language]
    alone = re.sub(rf'<g lang="{other}">(?:<text[^>]*>[^<]*</text>)*</g>', "", svg)
    return re.sub(rf'<g lang="{language}">((?:<text[^>]*>[^<]*</text>)*)</g>', r"\1", alone)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", PUZZLES)
def test_problem(name: str, look: Look) -> None:
    """Every piece is where it should be, and no other; the task, the numbers and the coordinates are told."""
    puzzle = PUZZLES[name]
    svg = draw(puzzle, None, look)
    assert shown_boards(svg, look) == [board_of(puzzle)]
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert re.fullmatch(r"0 0 [\d.]+ [\d.]+", root.get("viewBox", ""))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == description(puzzle)
    hidden = ["hidden", str(puzzle.hidden_blue), str(puzzle.hidden_red)] if "u" in puzzle.squares else []
    assert texts(in_one(svg, "en")) == [*"123456", *"abcdef", task(puzzle.plies), *hidden]
    assert not re.search(r"href|\bid=|<script|<style|class=|url\(", svg)
    assert svg == draw(puzzle, None, look)
    assert len(in_one(svg, "en")) < (3600 if name != "full" else 4700)
    assert len(svg) < (3900 if name != "full" else 5000)


def test_exits_are_marked_at_the_four_corners() -> None:
    """The attacker's arrows are filled and point up out of row 6, the defender's are hollow and point down."""
    colors = PALETTES["light"]
    group = ET.fromstring(draw(PUZZLES["wall"])).find(f"{SVG}g")
    assert group is not None
    up = group.find(f"{SVG}path[@fill='{colors['text']}']")
    down = group.find(f"{SVG}path[@stroke='{colors['muted']}']")
    assert up is not None
    assert down is not None
    for path, y in ((up, -1), (down, BOARD + 1)):
        starts = [numbers(part)[:2] for part in path.get("d", "").split("M")[1:]]
        assert [(int(x // SQUARE), at) for x, at in starts] == [(0, y), (5, y)]


@pytest.mark.parametrize("name", PUZZLES)
def test_everything_lies_on_the_page(name: str) -> None:
    for solution in (None, ANSWERS.get(name)):
        svg = draw(PUZZLES[name], solution)
        width, height = numbers(ET.fromstring(svg).get("viewBox", ""))[2:]
        for element in ET.fromstring(svg).iter(f"{SVG}text"):
            assert 0 < float(element.get("x", "")) < width
            assert 0 < float(element.get("y", "")) < height - 3
        if solution:
            corners = frames(next(iter(ET.fromstring(svg).iter(f"{SVG}g"))), "light")
            assert all(0 <= x <= width - BOARD and OVER <= y <= height - BOARD for x, y in corners)
            for (x, y), (other_x, other_y) in combinations(corners, 2):
                assert abs(x - other_x) > BOARD or abs(y - other_y) > BOARD + OVER
        else:
            assert width > UNIT * BOARD + MARGIN


def test_a_problem_gives_nothing_of_its_answer_away() -> None:
    untold = replace(PUZZLES["two ways"], plies=None)
    svg = draw(untold)
    assert "Find the shortest win" in texts(svg)
    assert not re.search(r"\d-[a-f]|exit|first|nswer|in 3", svg)


@pytest.mark.parametrize("name", ANSWERS)
def test_answer(name: str) -> None:
    """A board for each ply of the attacker, as it stands then; replies and moves in words, in order."""
    puzzle, solution = PUZZLES[name], ANSWERS[name]
    for look in LOOKS:
        svg = in_one(draw(puzzle, solution, look), "en")
        assert shown_boards(svg, look) == boards_on_the_way(puzzle, solution["line"])
        labels = sorted(
            (text for text in texts(svg) if re.match(r"\d+\. ", text)), key=lambda text: int(text.split(".")[0])
        )
        plain = [re.sub(r" (last )?(blue|red)$", "", label.split(". ")[1]).replace("×", "-") for label in labels]
        assert [label.replace(" exit", "-exit") for label in plain] == solution["line"]
        assert [int(label.split(".")[0]) for label in labels] == list(range(1, len(labels) + 1))
        assert f"Win in {solution['plies']}" in texts(svg)
        assert ET.fromstring(svg).findtext(f"{SVG}title") == f"{description(puzzle)}. Answer"
        assert not re.search(r"href|\bid=|<script|<style|class=|url\(", svg)


def arrows(svg: str, paint: str, width: str) -> list[tuple[Dot, Dot]]:
    """Where the arrows of a pen start, and their ways."""
    found = ET.fromstring(svg).find(f"{SVG}g/{SVG}path[@stroke='{paint}'][@stroke-width='{width}']")
    parts = [] if found is None else found.get("d", "").split("M")[1:]
    places = [numbers(part)[:4] for part in parts]
    return [((x, y), (right, down)) for x, y, right, down in places]


def test_arrows_go_from_where_a_ply_starts_to_where_it_ends() -> None:
    """On the page y counts down: the reply b4-b3 points down to the piece that has come, e5-e6 points up."""
    svg = draw(PUZZLES["wall"], ANSWERS["wall"])
    corners = frames(next(iter(ET.fromstring(svg).iter(f"{SVG}g"))), "light")
    moves = arrows(svg, PALETTES["light"]["text"], "3")
    replies = arrows(svg, PALETTES["light"]["muted"], "1.8")
    squares = []
    for board, drawn in ((0, moves[0]), (1, moves[1]), (2, moves[2]), (1, replies[0]), (2, replies[1])):
        (x, y), way = drawn
        left, top = corners[board]
        squares.append(("abcdef"[int((x - left) // SQUARE)] + str(6 - int((y - top) // SQUARE)), way))
    assert squares == [("e5", (0, -9)), ("f5", (0, -9)), ("f6", (0, -9)), ("b4", (0, 12)), ("b3", (0, 12))]


def test_sideways_arrows() -> None:
    svg = draw(given("....../....../.B..R./....../...b.r/......"), ["b4-a4", "d2-c2", "e4-f4"])
    assert [way for _, way in arrows(svg, PALETTES["light"]["text"], "3")] == [(-9, 0), (9, 0)]
    assert [way for _, way in arrows(svg, PALETTES["light"]["muted"], "1.8")] == [(-12, 0)]


def captures(svg: str) -> int:
    """How many squares are marked as those of captures."""
    found = ET.fromstring(svg).find(f"{SVG}g/{SVG}path[@fill='{PALETTES['light']['taken']}']")
    return 0 if found is None else found.get("d", "").count("z")


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("wall", ["1. e5×e6 red"]),
        ("two ways", []),
        ("partly shown", ["5. f2×f1 red"]),
        ("take all", ["1. c5×b5 blue"]),
        ("wall falls", ["2. d3×d2 red", "4. a2×a3 last red"]),
    ],
)
def test_captures_are_marked_and_named(name: str, taken: list[str]) -> None:
    svg = draw(PUZZLES[name], ANSWERS[name])
    assert [text for text in texts(svg) if "×" in text] == taken
    assert captures(svg) == len(taken)


def test_the_last_of_a_colour_is_said_to_be_the_last() -> None:
    svg = draw(PUZZLES["take all"], ["c5-b5", "c3-d3", "f3-e3", "e2-e1", "e3-d3"])
    assert [text for text in texts(svg) if "×" in text] == ["1. c5×b5 blue", "5. e3×d3 last blue"]


def test_several_winning_first_moves_are_told() -> None:
    both = "2 first moves win: f5-f6 and b6-a6"
    assert both in texts(draw(PUZZLES["two ways"], ANSWERS["two ways"]))
    assert both in show(PUZZLES["two ways"], ANSWERS["two ways"])
    assert "first move" not in draw(PUZZLES["wall"], ANSWERS["wall"])
    many = [f"{column}{row}-{column}{row + 1}" for column in "abcdef" for row in (1, 3, 5)]
    words = " ".join(texts(draw(PUZZLES["wall"], ANSWERS["wall"] | {"first_moves": many})))
    assert winning_moves(many) in words


def test_a_line_may_be_the_beginning_of_one() -> None:
    assert [panel.attack for panel in answer(PUZZLES["wall"], [])] == [None]
    assert shown_boards(draw(PUZZLES["wall"], []), "light") == [board_of(PUZZLES["wall"])]
    (first, second) = answer(PUZZLES["wall"], ["e5-e6", "b4-b3"])
    assert first.reply is None
    assert second.attack is None
    assert second.reply is not None
    assert ply_label(second.reply) == "2. b4-b3"


def test_sizes_of_answers() -> None:
    """Of 5, 9 and 37 plies."""
    sizes = [len(draw(PUZZLES[name], ANSWERS[name], "page")) for name in ("wall", "partly shown", "all shown")]
    assert all(size < most for size, most in zip(sizes, (4700, 7400, 12900), strict=True)), sizes


def test_a_page_is_drawn_once_for_light_and_dark() -> None:
    """With the colours that it falls back on it is the light picture, without the background."""
    for solution in (None, ANSWERS["partly shown"]):
        drawn, light = (draw(PUZZLES["partly shown"], solution, look) for look in ("page", "light"))
        drawn = in_one(drawn, "en")
        assert re.sub(r"var\(--[\w-]+,(#\w+)\)", r"\1", drawn) == re.sub(r"<rect[^>]*>", "", light)
    named = set(re.findall(r"var\((--[\w-]+),", "".join(PALETTES["page"].values())))
    values = dict(re.findall(r"(--[\w-]+):(#\w+);", STYLE))
    assert named == set(values)
    assert values["--geister-board"] == PALETTES["dark"]["board"]


@pytest.mark.parametrize("name", PUZZLES)
def test_words_on_a_page_are_there_in_both_languages(name: str) -> None:
    """Where one has words the other has as many, in the same places; elsewhere there is no Japanese."""
    script = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
    for solution in (None, ANSWERS.get(name)):
        page = draw(PUZZLES[name], solution, "page")
        english, japanese = (ET.fromstring(in_one(page, language)) for language in ("en", "ja"))
        said = [[text for text in element.iter(f"{SVG}text") if text.text] for element in (english, japanese)]
        places = [[(text.get("x"), text.get("y")) for text in each] for each in said]
        assert places[0] == places[1]
        for ours, theirs in zip(*said, strict=True):
            wordy = re.search("[A-Za-z]{2}", ours.text or "") is not None
            assert bool(script.search(theirs.text or "")) == wordy
        assert "lang" not in in_one(page, "ja")
        for look in ("light", "dark"):
            assert not script.search(draw(PUZZLES[name], solution, look))
            assert "lang" not in draw(PUZZLES[name], solution, look)


def test_many_winning_first_moves_in_japanese() -> None:
    many = [f"{column}{row}-{column}{row + 1}" for column in "abcdef" for row in (1, 3, 5)]
    page = draw(PUZZLES["wall"], ANSWERS["wall"] | {"first_moves": many}, "page")
    assert f"勝てる初手は18通り: {', '.join(many)}" in " ".join(texts(in_one(page, "ja")))
    assert "勝てる" not in in_one(page, "en")


def shapes(piece: str) -> list[tuple[str, bool]]:
    """How a piece is drawn in black and white: its paths, and which of them are filled with something dark."""
    svg = draw(Puzzle("." * 14 + piece + "." * 21, 1))
    pieces = ET.fromstring(svg).findall(f"{SVG}g/{SVG}g")[0]
    return [(path.get("d", ""), path.get("fill") in PIECE_COLORS.values()) for path in pieces]


def test_every_kind_of_piece_has_a_shape_of_its_own() -> None:
    """The attacker's are filled with heads up, the defender's hollow with heads down; the signs go with colours."""
    drawn = {piece: shapes(piece) for piece in PIECE_COLORS}
    assert all(one != other for one, other in combinations(drawn.values(), 2))
    for piece, ((body, filled), *_) in drawn.items():
        assert (HEAD_UP in body, HEAD_DOWN in body, filled) == (
            (True, False, True) if piece in "BR" else (False, True, False)
        )
    signs = {piece: [re.sub("^M[^a-z]+", "", path) for path, _ in paths[1:]] for piece, paths in drawn.items()}
    assert signs["B"] == signs["b"]
    assert signs["R"] == signs["r"]
    assert all(signs[one] != signs[other] for one, other in combinations("BRu", 2))


def board_in(shown: str) -> Board:
    """A board read back from the terminal."""
    rows = [line for line in shown.splitlines() if re.match(r"[1-6]  ", line)]
    return {f"{x}{row[0]}": mark for row in rows for x, mark in zip("abcdef", row[3::3], strict=True) if mark != "."}


@pytest.mark.parametrize("name", PUZZLES)
def test_terminal_tells_the_board(name: str) -> None:
    puzzle = PUZZLES[name]
    shown = show(puzzle)
    assert shown.startswith(task(puzzle.plies))
    assert board_in(shown) == board_of(puzzle)
    assert hidden_label(puzzle) in shown
    assert ("hidden" in shown) == ("u" in puzzle.squares)
    assert "\x1b" not in shown
    colored = show(puzzle, color=True)
    assert re.sub(r"\x1b\[[^m]*m", "", colored) == shown
    assert {piece for piece, ansi in ANSI_BACKGROUND.items() if f"48;5;{ansi};" in colored} == set(puzzle.squares) - {
        "."
    }


def test_terminal_names_columns_and_exits_where_they_are() -> None:
    up, *rows, columns, down = show(PUZZLES["all shown"]).splitlines()[1:]
    assert [columns[3 + 3 * x] for x in range(6)] == list("abcdef")
    assert [row[0] for row in rows] == list("654321")
    assert [place for place, mark in enumerate(up) if mark == "↑"] == [columns.index("a"), columns.index("f")]
    assert [place for place, mark in enumerate(down) if mark == "↓"] == [columns.index("a"), columns.index("f")]


def test_terminal_tells_the_answer_as_a_numbered_line() -> None:
    assert show(PUZZLES["wall"], ANSWERS["wall"]).splitlines()[-4:] == [
        "answer:",
        "1. e5×e6 red      2. b4-b3",
        "3. f5-f6          4. b3-b2",
        "5. f6 exit",
    ]
    for name, solution in ANSWERS.items():
        shown = show(PUZZLES[name], solution)
        assert [int(number) for number in re.findall(r"(\d+)\. ", shown)] == list(range(1, solution["plies"] + 1))
        assert re.sub(r"\x1b\[[^m]*m", "", show(PUZZLES[name], solution, color=True)) == shown


@pytest.mark.parametrize("shown", [draw, show])
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (["e9-e6"], "not a move"),
        (["e5"], "not a move"),
        (["d6-d5"], "no piece of the attacker"),
        (["e5-e6", "f5-f6"], "no piece of the defender"),
        (["e5-e3"], "not a step"),
        (["e5-f5"], "not a step"),
        (["f5-exit"], "not a step"),
        ([*ANSWERS["wall"]["line"], "b2-b1"], "after the end"),
    ],
)
def test_a_wrong_answer_is_not_drawn(shown: Any, line: list[str], why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        shown(PUZZLES["wall"], line)


def test_words() -> None:
    assert hidden_label(PUZZLES["wall"]) == "hidden: 1 blue, 2 red"
    assert description(PUZZLES["wall"]) == (
        "Geister: Win in 5. your blue f5, your red e5, their hidden b4 d6 e6; hidden: 1 blue, 2 red"
    )
    assert winning_moves(["e5-e6", "a1-a2", "a6-exit"]) == "3 first moves win: e5-e6, a1-a2 and a6-exit"

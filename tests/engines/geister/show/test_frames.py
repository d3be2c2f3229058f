"""Answers step by step: complete, in one place and size, in every look, said in both languages; and their traits."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from engines.contract import Frame, Json, Look
from engines.geister import ENGINE
from engines.geister.measure.traits import TRAITS, traits
from engines.geister.rules.moves import ATTACKER_WINS
from engines.geister.rules.panels import IllegalMove, steps
from engines.geister.rules.puzzle import Puzzle, mirror
from engines.geister.show.draw import BOARD, PALETTES, draw
from tests.engines.geister.show.test_draw import (
    ANSWERS,
    LOOKS,
    PUZZLES,
    SVG,
    Board,
    boards_on_the_way,
    bodies,
    numbers,
    texts,
)

KANA_OR_KANJI = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
SHORT = [name for name, variant in ENGINE.variants.items() if variant.moves <= 4]


def view_box(svg: str) -> str:
    return ET.fromstring(svg).get("viewBox", "")


def pieces(svg: str) -> Board:
    """The pieces on the board, read back; one that is on its way out is not on it."""
    board = ET.fromstring(svg).find(f"{SVG}g")
    assert board is not None
    group = board.find(f"{SVG}g")
    if group is None:
        return {}
    found = {at: mark for at, mark in bodies(group).items() if at[1] in range(0, BOARD, 20)}
    return {"abcdef"[int(x // 20)] + str(6 - int(y // 20)): mark for (x, y), mark in found.items()}


def after_each(puzzle: Puzzle, line: list[str]) -> list[Board]:
    """The boards after every ply, moved by hand: those in front of the attacker's, and those half a turn later."""
    mine = boards_on_the_way(puzzle, line)
    boards = []
    for number, move in enumerate(line, 1):
        if number % 2 == 0:
            boards.append(mine[number // 2])
            continue
        board, (start, end) = dict(mine[number // 2]), move.split("-")
        moved = board.pop(start)
        if end != "exit":
            board[end] = moved
        taken = sum(list(each.values()).count("u") * sign for each, sign in ((mine[0], 1), (board, -1)))
        if taken == puzzle.hidden_red:  # no red is left among them: the others are blue
            board = {at: "b" if mark == "u" else mark for at, mark in board.items()}
        boards.append(board)
    return boards


@pytest.fixture(scope="module")
def solved() -> list[tuple[Puzzle, Json]]:
    """A few new puzzles of each kind, with their answers."""
    puzzles = [puzzle for name in SHORT for puzzle in ENGINE.generate(name, 7, 3)]
    return [(puzzle, found.solutions[0]) for puzzle, found in zip(puzzles, ENGINE.solve(puzzles), strict=True)]


def check(puzzle: Puzzle, solution: Json, look: Look) -> list[Frame]:
    """What holds for all frames of an answer."""
    frames = ENGINE.frames(puzzle, solution, look)
    assert len(frames) == 1 + len(solution["line"])
    assert frames[0].svg == draw(puzzle, None, look)
    assert {view_box(frame.svg) for frame in frames} == {view_box(draw(puzzle))}
    assert [pieces(frame.svg) for frame in frames[1:]] == after_each(puzzle, solution["line"])
    assert frames == ENGINE.frames(puzzle, solution, look)
    for number, frame in enumerate(frames):
        assert frame.said.startswith(f"{number}. " if number else ("Win in", "Find"))
        assert number == 0 or frame.said_ja.startswith(f"{number}手目 ")
        assert KANA_OR_KANJI.search(frame.said_ja)
        assert not re.search(r"href|\bid=|<script|<style|class=|url\(", frame.svg)
        assert len(frame.svg) < 4800
    return frames


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", ANSWERS)
def test_frames(name: str, look: Look) -> None:
    check(PUZZLES[name], ANSWERS[name], look)


def test_frames_of_new_puzzles_end_with_the_win(solved: list[tuple[Puzzle, Json]]) -> None:
    ends = set()
    for puzzle, solution in solved:
        frames = check(puzzle, solution, "page")
        assert f"Won in {solution['plies']}" in texts(frames[-1].svg)
        assert f"{solution['plies']}手で勝ち" in texts(frames[-1].svg)
        assert not any("Won" in frame.svg or "you win" in frame.said for frame in frames[:-1])
        assert frames[-1].said.endswith(", you win")
        assert frames[-1].said_ja.endswith("勝ち")
        assert steps(puzzle, solution)[-1].outcome == ATTACKER_WINS
        ends.add(frames[-1].said.split()[1])
    assert "out" in ends
    assert len(ends) > 1


def test_both_languages_are_on_a_page_and_only_there() -> None:
    page = ENGINE.frames(PUZZLES["wall"], ANSWERS["wall"], "page")
    light = ENGINE.frames(PUZZLES["wall"], ANSWERS["wall"], "light")
    for both, english in zip(page, light, strict=True):
        assert 'lang="ja"' in both.svg
        assert not KANA_OR_KANJI.search(english.svg)
        assert (both.said, both.said_ja) == (english.said, english.said_ja)


def test_captions() -> None:
    assert [(frame.said, frame.said_ja) for frame in ENGINE.frames(PUZZLES["wall"], ANSWERS["wall"])] == [
        ("Win in 5: your move", "5手詰め、あなたの手番"),
        (
            "1. e5 takes the hidden piece on e6, at worst a red",
            "1手目 e5→e6 非公開の駒を取る（赤駒とみなす）",
        ),
        (
            "2. they move b4 to b3 (any reply loses as fast or faster)",
            "2手目 相手 b4→b3（ほかの応手でも手数は延びない）",
        ),
        ("3. f5 to f6", "3手目 f5→f6"),
        ("4. they move b3 to b2", "4手目 相手 b3→b2"),
        ("5. out at f6: the blue escapes, you win", "5手目 f6から脱出して勝ち"),
    ]
    two_ways = ENGINE.frames(PUZZLES["two ways"], ANSWERS["two ways"])
    assert two_ways[1].said == "1. f5 to f6 (2 first moves win as fast)"
    wall = ENGINE.frames(PUZZLES["wall falls"], ANSWERS["wall falls"])
    assert (wall[-1].said, wall[-1].said_ja) == (
        "4. they take your last red, a2 to a3, you win",
        "4手目 相手 a2→a3 最後の赤駒を取らせて勝ち",
    )
    took = ENGINE.frames(PUZZLES["take all"], ["c5-b5", "c3-d3", "f3-e3", "e2-e1", "e3-d3"])
    assert (took[1].said, took[2].said) == ("1. c5 takes a blue on b5", "2. they move c3 to d3")
    assert (took[-1].said, took[-1].said_ja) == (
        "5. e3 takes their last blue on d3, you win",
        "5手目 e3→d3 最後の青駒を取って勝ち",
    )


def group_of_what_is_gone(svg: str) -> list[dict[tuple[float, float], str]]:
    return [bodies(inner) for group in ET.fromstring(svg).iter(f"{SVG}g") if group.get("opacity") for inner in group]


def test_what_is_taken_is_seen_to_go() -> None:
    """Once, small and pale, in its colour, on a marked square; then it is gone."""
    frames = ENGINE.frames(PUZZLES["wall falls"], ANSWERS["wall falls"])
    assert [group_of_what_is_gone(frame.svg) for frame in frames] == [[], [], [{(0, 0): "R"}], [], [{(0, 0): "R"}]]
    marks = [f'fill="{PALETTES["light"]["taken"]}"' in frame.svg for frame in frames]
    assert marks == [False, False, True, False, True]


def test_hidden_numbers_go_down() -> None:
    frames = ENGINE.frames(PUZZLES["wall"], ANSWERS["wall"])
    assert [texts(frame.svg)[-2:] for frame in frames] == [["1", "2"]] + 5 * [["1", "1"]]


def test_a_blue_that_leaves_is_on_its_way_out() -> None:
    last = ENGINE.frames(PUZZLES["wall"], ANSWERS["wall"])[-1].svg
    board = ET.fromstring(last).find(f"{SVG}g/{SVG}g")
    assert board is not None
    assert bodies(board)[100, -10] == "B"
    assert "f6" not in pieces(last)


def test_arrows_go_to_where_the_piece_stands() -> None:
    ways = []
    for frame in ENGINE.frames(PUZZLES["take all"], ANSWERS["take all"])[1:]:
        (arrow,) = re.findall(
            r'd="M([^m"]*)m[^"]*" stroke="[^"]*" stroke-width="(?:3|2\.2)" stroke-linecap', frame.svg
        )
        x, y, right, down = numbers(arrow)
        end = "abcdef"[int((x + 2 * right) // 20)] + str(6 - int((y + 2 * down) // 20))
        ways.append(end)
    assert ways == [move.split("-")[1] for move in ANSWERS["take all"]["line"]]


def test_a_wrong_line_has_no_frames() -> None:
    with pytest.raises(IllegalMove, match="not a step"):
        ENGINE.frames(PUZZLES["wall"], ["e5-e3"])


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("wall", ("up to 6", "fewer", "right", "takes", "red")),
        ("two ways", ("7 or 8", "as many", "right", "forward", "blue")),
        ("partly shown", ("7 or 8", "as many", "left", "backward", "blue")),
        ("wall falls", ("up to 6", "more", "none", "sideways", "blue")),
    ],
)
def test_traits(name: str, found: tuple[str, ...]) -> None:
    assert tuple(traits(PUZZLES[name], ANSWERS[name]).values()) == found


def mirrored(move: str) -> str:
    return re.sub("[a-f](?=[1-6])", lambda column: "fedcba"["abcdef".index(column[0])], move)


def test_traits_are_of_closed_lists(solved: list[tuple[Puzzle, Json]]) -> None:
    """In a mirror left is right, and nothing else is another."""
    swapped = {"left": "right", "right": "left"}
    seen: dict[str, set[str]] = {name: set() for name in TRAITS}
    for puzzle, solution in solved:
        found = ENGINE.traits(puzzle, solution)
        assert list(found) == list(TRAITS)
        for name, value in found.items():
            assert value in TRAITS[name]
            seen[name].add(value)
        image: dict[str, Any] = {"line": [mirrored(move) for move in solution["line"]]}
        assert ENGINE.traits(mirror(puzzle), image) == {
            name: swapped.get(value, value) for name, value in found.items()
        }
    assert seen == {name: set(values) for name, values in TRAITS.items()}

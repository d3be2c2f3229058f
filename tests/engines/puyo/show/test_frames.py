"""Answers step by step: every moment shown, all in the same place; what is said to them; and what kinds there are."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.contract import Frame, Look
from engines.puyo.engine import ENGINE
from engines.puyo.measure.traits import VALUES, traits
from engines.puyo.rules.checked_moves import Cell, IllegalMove, Played, follow
from engines.puyo.rules.puzzle import Fall, Goal, Puzzle, mirror
from engines.puyo.rules.titles import goal_title
from engines.puyo.show.draw import draw
from engines.puyo.show.frames import frames
from engines.puyo.show.panels import cells_of
from engines.puyo.show.sheet import UNIT
from tests.engines.puyo.show.test_draw import (
    ANSWERS,
    LOOKS,
    PUZZLES,
    SVG,
    bodies,
    by_board,
    in_english,
    scaled,
    texts,
)
from tests.engines.puyo.show.test_draw import frames as boards_of

Case = tuple[Puzzle, Any]
KANA = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def released() -> Iterator[tuple[str, Case]]:
    """Puzzles of every variant, as a night released them."""
    for number, line in enumerate((Path(__file__).parent.parent / "answers.jsonl").read_text().splitlines()):
        told = json.loads(line)
        yield f"{told['variant']} {number}", (ENGINE.decode(told["puzzle"]), told["solution"])


RELEASED = dict(released())
CASES: dict[str, Case] = RELEASED | {name: (PUZZLES[name], ANSWERS[name]) for name in ANSWERS}


def expected(line: list[Played]) -> list[tuple[str, dict[Cell, str], set[Cell] | None]]:
    """What the frames after the problem show: which kind it is, the board, and what stands out if not everything."""
    shown: list[tuple[str, dict[Cell, str], set[Cell] | None]] = []
    for played in line:
        shown.append(("placed", cells_of(played.before) | dict(played.placed), None))
        shown += [("round", cells_of(round_.before), set(round_.vanished)) for round_ in played.rounds]
        if played.rounds or played.goal:
            shown.append(("left", cells_of(played.after), None))
    return shown


def on_board(frame: Frame, look: Look) -> tuple[dict[Cell, str], set[Cell]]:
    """The puyos of a frame's board, and those of them that stand out."""
    group = scaled(frame.svg, UNIT)
    assert group is not None
    pale = group.find(f"{SVG}g[@opacity]")
    dim, bright = (
        by_board(group, look, {dot: mark for dot, mark in drawn.items() if dot[0] < 12})[0]
        for drawn in ({} if pale is None else bodies(pale), bodies(group))
    )
    return dim | bright, set(bright)


def in_queue(frame: Frame) -> str:
    group = scaled(frame.svg, UNIT)
    assert group is not None
    return "".join(sorted(mark for dot, mark in bodies(group).items() if dot[0] > 12))


def waiting(puzzle: Puzzle, taken: int) -> str:
    steps = puzzle.queue[taken:]
    return "".join(sorted("".join(s if isinstance(s, str) else "h" if s.kind == "hard" else "o" for s in steps)))


def test_there_are_puzzles_of_every_variant() -> None:
    assert {name.split()[0] for name in RELEASED} == set(ENGINE.variants)


@pytest.mark.parametrize("name", CASES)
def test_every_moment_is_shown(name: str) -> None:
    """The problem, each pair at rest, each round with what vanishes standing out, what is left; nothing else."""
    given, solution = CASES[name]
    line = follow(given, solution)
    shown = frames(given, solution)
    assert on_board(shown[0], "light")[0] == cells_of(given.columns)
    assert in_queue(shown[0]) == waiting(given, 0)
    taken = 0
    for frame, (kind, board, bright) in zip(shown[1:], expected(line), strict=True):
        taken += kind == "placed"
        assert on_board(frame, "light") == (board, set(board) if bright is None else bright)
        assert in_queue(frame) == waiting(given, taken)
        assert ("a1 1 0" in re.sub(r'<path [^>]*stroke-dasharray=".5"/>', "", frame.svg)) == (kind == "placed")
    assert line[-1].goal
    assert on_board(shown[-1], "light")[0] == cells_of(line[-1].after)


@pytest.mark.parametrize("look", LOOKS)
def test_frames_lie_over_each_other(look: Look) -> None:
    """The same size and the same board in the same place, well-formed and small; twice the same."""
    for given, solution in CASES.values():
        shown = frames(given, solution, look)
        roots = [ET.fromstring(frame.svg) for frame in shown]
        assert len({tuple(root.get(name) for name in ("viewBox", "width", "height")) for root in roots}) == 1
        groups = [scaled(frame.svg, UNIT) for frame in shown]
        assert len({tuple(boards_of(group, look)[0]) for group in groups if group is not None}) == 1
        assert all(goal_title(given.goal, given.pairs) in " ".join(texts(in_english(frame.svg))) for frame in shown)
        assert max(len(frame.svg) for frame in shown) < 4000
        assert not any(re.search(r"href|\bid=|<script|<style|class=|url\(", frame.svg) for frame in shown)
        assert shown == frames(given, solution, look)


def test_the_first_frame_is_the_picture_of_the_problem() -> None:
    """To the letter, unless the answer needs the hidden row."""
    same = [frames(*case)[0].svg == draw(case[0]) for case in CASES.values()]
    high = [any(len(column) > 12 for played in follow(*case) for column in played.after) for case in CASES.values()]
    assert sum(same) > len(same) * 0.9
    assert all(one or other for one, other in zip(same, high, strict=True))


def test_the_hidden_row_is_there_from_the_start_if_the_answer_needs_it() -> None:
    high = Puzzle(Goal("chain", 1), ("rg",), ("ryryryryryr", "", "", "", "", ""))
    shown = frames(high, "1N")
    assert all('stroke-dasharray=".4"' in frame.svg for frame in shown)
    assert on_board(shown[1], "light")[0][0, 12] == "g"
    assert shown[0].svg != draw(high)


@pytest.mark.parametrize("name", CASES)
def test_captions_are_in_both_languages(name: str) -> None:
    shown = frames(*CASES[name])
    for frame in shown:
        assert frame.said.isascii()
        assert KANA.search(frame.said_ja)
        assert not re.search(r"[&<>]", frame.said + frame.said_ja)
        assert len(frame.said) < 80
        assert len(frame.said_ja) < 50
    assert shown[0].said == goal_title(CASES[name][0].goal, CASES[name][0].pairs)
    assert shown[-1].said.startswith("Goal reached: ")
    assert "達成" in shown[-1].said_ja
    assert not any("reached" in frame.said or "達成" in frame.said_ja for frame in shown[:-1])


EMPTY = ("",) * 6


@pytest.mark.parametrize(
    ("pair", "move", "columns", "english", "japanese"),
    [
        ("rg", "3N", EMPTY, "1. red-green upright in column 3, green on top",
         "1手目 赤緑を3列目に縦に置く（緑が上）"),
        ("rg", "3S", EMPTY, "1. red-green upright in column 3, red on top", "1手目 赤緑を3列目に縦に置く（赤が上）"),
        ("yy", "6N", EMPTY, "1. yellow-yellow upright in column 6", "1手目 黄黄を6列目に縦に置く"),
        ("bp", "34", EMPTY, "1. blue-purple flat in columns 3 and 4", "1手目 青紫を3・4列目に横に置く"),
        ("bp", "43", EMPTY, "1. purple-blue flat in columns 3 and 4", "1手目 紫青を3・4列目に横に置く"),
        ("bp", "21", ("r", *EMPTY[1:]), "1. purple-blue split over columns 1 and 2",
         "1手目 紫青を1・2列目にちぎって置く"),
    ],
)  # fmt: skip
def test_where_a_pair_goes(pair: str, move: str, columns: tuple[str, ...], english: str, japanese: str) -> None:
    frame = frames(Puzzle(Goal("chain", 9), (pair,), columns), move)[1]
    assert (frame.said, frame.said_ja) == (english, japanese)


def said(name: str) -> list[tuple[str, str]]:
    return [(frame.said, frame.said_ja) for frame in frames(*CASES[name])]


def test_what_falls_vanishes_and_softens_is_told() -> None:
    assert ("1. 6 garbage puyos fall", "1手目 おじゃまぷよが6個降る") in said("garbage-first-clear")
    assert (
        "Round 1: 4 green and 1 garbage vanish; 1 hard to garbage",
        "1連鎖目 緑4個・おじゃま1個が消える かたぷよ1個がおじゃまに",
    ) in said("hard")
    hard = Puzzle(Goal("chain", 9), (Fall((1, 0, 0, 0, 0, 0), "hard"), "rg"), EMPTY)
    assert frames(hard, ["..", "1N"])[1].said == "1. 1 hard puyo falls"


def test_what_is_left_is_told() -> None:
    """After a chain on the way, at the goal, and when nothing is left."""
    given = PUZZLES["connect"]
    longer = Puzzle(Goal("chain", 9), (*given.queue, "rr"), given.columns)
    on_the_way = frames(longer, ANSWERS["connect"])[-1]
    assert re.fullmatch(r"2-chain: \d+ puyos left", on_the_way.said)
    assert re.fullmatch(r"2連鎖 残り\d+個", on_the_way.said_ja)
    last = {name.split()[0]: said(name)[-1] for name in RELEASED}
    assert last["clear-2"] == ("Goal reached: all clear", "全消し達成！")
    assert re.fullmatch(r"Goal reached: 3-chain; (\d+ puyos? left|all clear)", last["chain-2x3"][0])
    assert re.fullmatch(r"ぷよ12個同時消し達成！ (残り\d+個|全消し)", last["count-2x12"][1])


def test_several_colours_at_once_are_told() -> None:
    rounds = [line for name in RELEASED if name.startswith("colors-2x3") for line in said(name)]
    assert any("vanish at once" in english and "3色同時消し" in japanese for english, japanese in rounds)


def test_nothing_played_is_the_problem() -> None:
    assert [frame.svg for frame in frames(PUZZLES["chain"], "")] == [draw(PUZZLES["chain"])]


def test_a_wrong_answer_has_no_frames() -> None:
    with pytest.raises(IllegalMove, match="not a placement"):
        frames(PUZZLES["chain"], "9N")


@pytest.mark.parametrize("name", CASES)
def test_traits_are_of_a_closed_list(name: str) -> None:
    given, solution = CASES[name]
    found = traits(given, solution)
    assert list(found) == list(VALUES)
    assert all(value in VALUES[kind] for kind, value in found.items())
    puyos = sum(map(len, given.columns))
    band = found["puyos"]
    low, high = {"<= 10": (0, 10), "11-20": (11, 20), "21-30": (21, 30), ">= 31": (31, 78)}[band]
    assert low <= puyos <= high
    there = set("".join((*given.columns, *(step for step in given.queue if isinstance(step, str)))))
    assert found["colors"] == str(len(there & set("rgbyp")))
    first = next(played for played in follow(given, solution) if isinstance(played.step, str))
    rows = sorted(y for (_, y), _ in first.placed)
    ways = {True: "upright", False: "flat" if rows[0] == rows[-1] else "split"}
    assert found["first"] == ways[len({x for (x, _), _ in first.placed}) == 1]


@pytest.mark.parametrize(
    ("moves", "place"),
    [("1N12", "left"), ("3N", "left"), ("4N56", "right"), ("3N43", "middle"), ("2N5S", "middle"), ("1N4N", "wide")],
)
def test_columns_of_an_answer(moves: str, place: str) -> None:
    puzzle = Puzzle(Goal("chain", 9), ("rg", "rg"), EMPTY)
    assert traits(puzzle, moves)["columns"] == place
    swapped = "".join(str(7 - int(mark)) if mark.isdigit() else mark for mark in moves)
    other = {"left": "right", "right": "left"}.get(place, place)
    assert traits(mirror(puzzle), swapped)["columns"] == other


def test_heights_of_the_first_pair_count_what_fell_before() -> None:
    puzzle = Puzzle(Goal("chain", 9), (Fall((1, 0, 0, 0, 0, 0)), "rg"), EMPTY)
    assert traits(puzzle, "..12")["first"] == "split"
    assert traits(puzzle, ["..", "23"])["first"] == "flat"
    with pytest.raises(ValueError, match="places a pair"):
        traits(puzzle, "..")


def test_categories() -> None:
    found = {variant.name: variant.category for variant in ENGINE.variants.values()}
    assert set(found.values()) == {"chain-1", "chain-2", "chain-3", "chain-4", "clear", "colors", "count"}
    assert [found[f"chain-{name}"] for name in ("1x2", "2x4", "3x5", "4x6", "5x8", "6x10")] == [
        *("chain-1", "chain-2", "chain-3", "chain-4", "chain-4", "chain-4"),
    ]

"""Answers step by step: every moment there, on one spot, said in two languages; against a plain replay."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from engines.contract import Frame, Look
from engines.tspin import ENGINE
from engines.tspin.rules.checked_moves import follow
from engines.tspin.rules.puzzle import Puzzle
from engines.tspin.show.draw import PALETTES, PIECE_COLORS, outline
from engines.tspin.show.frames import moments, said_of_placement
from engines.tspin.show.panels import Panel, Placed
from tests.engines.tspin import naive
from tests.engines.tspin.show.test_draw import CLEARING, CLEARING_ANSWER, LOOKS, SVG, area

LINES = {"tsd": 2, "tst": 3, "quad": 4, "donate": 2}
PLACEMENT = re.compile(
    r"(\d)\. ([IOTSZJL]), columns? \d+(–\d+)?(, upright|, turned (right|left)|, upside down)?"
    r"(, spun in|, tucked in to the (right|left))?(: clears (one row|\w+ rows))?"
)
PLACEMENT_JA = re.compile(
    r"(\d)手目：([IOTSZJL])ミノを(縦にして|右に回して|左に回して|逆さにして)?左から\d+(〜\d+)?列目"
    r"(に置く|に回転入れする|へ[右左]方向に滑り込ませる)(（\dライン消去）)?"
)


def solved(variant: str, seed: int, count: int) -> list[tuple[Puzzle, Any]]:
    made = ENGINE.generate(variant, seed, count)
    verdicts = ENGINE.solve(made, stop_at=1)
    return [(puzzle, verdict.solutions[0]) for puzzle, verdict in zip(made, verdicts, strict=True)]


def painted(svg: str, look: Look) -> float:
    """Cells of the board in the colour of the stack or of a piece; the queue is drawn with a transform."""
    fills = {PALETTES[look]["stack"], *PIECE_COLORS.values()}
    paths = [path for path in ET.fromstring(svg).iter(f"{SVG}path") if path.get("fill") in fills]
    return sum(
        area(path.get("d", "")) for path in paths if not path.get("transform") and not path.get("fill-opacity")
    )


def marked(svg: str, look: Look) -> int:
    """Rows that are marked as about to clear."""
    return sum(path.get("stroke") == PALETTES[look]["clear"] for path in ET.fromstring(svg).iter(f"{SVG}path"))


def used(svg: str) -> int:
    """Pieces of the queue that are drawn faint."""
    return sum(group.get("opacity") is not None for group in ET.fromstring(svg).iter(f"{SVG}g"))


def replayed(puzzle: Puzzle, solution: Any) -> list[tuple[naive.Board, int, int]]:
    """What each frame should show: the cells, the rows marked, the pieces used."""
    stack = naive.board(ENGINE.encode(puzzle)["board"])
    goal = [tuple(cell) for cell in ENGINE.play(puzzle, solution)["goal_cells"]]
    shown = [(stack, 0, 0)]
    for number, move in enumerate(solution, 1):
        cells = frozenset((x, y) for x, y in move["cells"])
        after, cleared = naive.lock(stack, list(cells))
        shown.append((stack | cells, cleared, number))
        if cleared:
            shown.append((after, 0, number))
        stack = after
    after, cleared = naive.lock(stack, goal)
    shown.append((stack | frozenset(goal), cleared, len(solution)))
    if puzzle.goal == "donate":
        shown.append((after, 0, len(solution)))
    return shown


def cells_of(panel: Panel) -> naive.Board:
    return frozenset([*panel.stack, *(cell for placed in panel.pieces for cell in placed.cells)])


def check(puzzle: Puzzle, solution: Any) -> list[Frame]:
    expected = replayed(puzzle, solution)
    assert [cells_of(moment.panel) for moment in moments(puzzle, follow(puzzle, solution))] == [
        cells for cells, _, _ in expected
    ]
    for look in LOOKS:
        drawn = ENGINE.frames(puzzle, solution, look)
        assert [(painted(frame.svg, look), marked(frame.svg, look), used(frame.svg)) for frame in drawn] == [
            (len(cells), cleared, number) for cells, cleared, number in expected
        ]
        (place,) = {re.sub(r" role=.*", "", frame.svg) for frame in drawn}
        problem = ENGINE.draw(puzzle, None, look)
        assert drawn[0].svg == problem or not problem.startswith(place), "the same picture, unless it is higher"
        assert max(len(frame.svg) for frame in drawn) < 6000
        assert all(frame.said and frame.said_ja for frame in drawn)
        assert not any(re.search("[A-Za-z]{2,}", frame.said_ja) for frame in drawn)
    placements = [frame for frame in drawn if frame.said[0].isdigit()]
    for number, (frame, piece) in enumerate(zip(placements, puzzle.queue, strict=True), 1):
        for form, said in ((PLACEMENT, frame.said), (PLACEMENT_JA, frame.said_ja)):
            found = form.fullmatch(said)
            assert found, said
            assert (found[1], found[2]) == (str(number), piece)
    return drawn


@pytest.mark.parametrize("variant", ENGINE.variants)
def test_every_moment_of_an_answer(variant: str) -> None:
    for puzzle, solution in solved(variant, 62, 6):
        drawn = check(puzzle, solution)
        goal = drawn[-2 if puzzle.goal == "donate" else -1]
        assert marked(goal.svg, "page") == LINES[puzzle.goal]
        assert goal.said_ja.endswith(f"{LINES[puzzle.goal]}ライン消去")


def test_rows_that_clear_are_shown_before_they_vanish() -> None:
    drawn = check(CLEARING, CLEARING_ANSWER)
    assert [(frame.said, frame.said_ja) for frame in drawn] == [
        ("T-spin Double, two pieces: L, I, then T", "Tスピンダブル 2手：L→I→T"),
        (
            "1. L, columns 9–10, turned left: clears one row",
            "1手目：Lミノを左に回して左から9〜10列目に置く（1ライン消去）",
        ),
        ("One row cleared", "1ライン消去後"),
        ("2. I, columns 5–8", "2手目：Iミノを左から5〜8列目に置く"),
        (
            "T-spin Double: the T turns into its slot and clears two rows",
            "Tスピンダブル：Tミノを回転入れして2ライン消去",
        ),
    ]


def test_a_donation_ends_with_the_well_open_again() -> None:
    for puzzle, solution in solved("donate-2", 62, 4):
        start, *_, goal, last = [moment.panel for moment in moments(puzzle, follow(puzzle, solution))]
        highest = [
            max((y for x, y in cells_of(panel) if x == puzzle.well), default=-1) for panel in (start, goal, last)
        ]
        assert highest[1] > highest[0] == highest[2], "covered, and open again"
        assert last.well == start.well
        said = check(puzzle, solution)[-1]
        assert (said.said, said.said_ja) == ("The well is open again", "縦穴が再び開く")


def test_the_piece_that_comes_is_pointed_out() -> None:
    for puzzle, solution in [(CLEARING, CLEARING_ANSWER), *solved("donate-3-srs", 63, 3)]:
        for before, moment in zip(
            [None, *moments(puzzle, follow(puzzle, solution))],
            moments(puzzle, follow(puzzle, solution)),
            strict=False,
        ):
            came = before is not None and len(cells_of(moment.panel)) > len(cells_of(before.panel))
            assert moment.panel.newest == (moment.panel.pieces[-1].cells if came else ())


def test_a_high_piece_makes_all_frames_higher() -> None:
    tower = [
        {"piece": "L", "cells": [[3, 4], [3, 5], [3, 6], [4, 4]]},
        {"piece": "I", "cells": [[3, 7], [3, 8], [3, 9], [3, 10]]},
    ]
    drawn = [frame.svg for frame in ENGINE.frames(CLEARING, tower)]
    boxes = [ET.fromstring(svg).get("viewBox") for svg in (ENGINE.draw(CLEARING), *drawn)]
    assert boxes == ["0 0 220 206", "0 0 220 286", "0 0 220 286", "0 0 220 286"]
    filled = painted(drawn[0], "light")
    assert [painted(svg, "light") for svg in drawn] == [filled, filled + 4, filled + 8]


def test_shapes_and_ways_have_words() -> None:
    upright = ((3, 0), (3, 1), (4, 1), (4, 2))
    assert said_of_placement(Placed(2, "Z", upright, "spin"), 0) == (
        "2. Z, columns 4–5, upright, spun in",
        "2手目：Zミノを縦にして左から4〜5列目に回転入れする",
    )
    turned = {
        ((0, 0), (0, 1), (0, 2), (1, 1)): (", turned right", "右に回して"),
        ((0, 1), (1, 0), (1, 1), (2, 1)): (", upside down", "逆さにして"),
        ((0, 1), (1, 0), (1, 1), (1, 2)): (", turned left", "左に回して"),
        ((0, 0), (1, 0), (1, 1), (2, 0)): ("", ""),
    }
    for cells, (english, japanese) in turned.items():
        said = said_of_placement(Placed(1, "T", cells, "tuck left"), 2)
        last = cells[-1][0] + 1
        assert said[0] == f"1. T, columns 1–{last}{english}, tucked in to the left: clears two rows"
        assert said[1] == f"1手目：Tミノを{japanese}左から1〜{last}列目へ左方向に滑り込ませる（2ライン消去）"


def test_frames_are_the_same_every_time() -> None:
    ((puzzle, solution),) = solved("tsd-3", 64, 1)
    first = ENGINE.frames(puzzle, solution, "page")
    outline.cache_clear()
    assert ENGINE.frames(puzzle, solution, "page") == first


def test_a_wrong_answer_has_no_frames_and_half_of_one_ends_early() -> None:
    with pytest.raises(ValueError, match="cannot be placed"):
        ENGINE.frames(CLEARING, [{"piece": "L", "cells": [[0, 0], [1, 0], [2, 0], [2, 1]]}])
    assert [frame.said for frame in ENGINE.frames(CLEARING, CLEARING_ANSWER[:1])][-1] == "One row cleared"

"""Themes: examples by hand for each of them, and what must hold of all."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engines.tspin import ENGINE
from engines.tspin.rules.puzzle import Puzzle, mirror

NAMES = [theme.name for theme in ENGINE.themes]
OF_BOARD_AND_QUEUE = {"donation", "same-piece-twice", "flat", "rough", "tall-stack", "deep-well"}

# Every theme is in one of these lists and missing from another. Drawn with `tsume draw --format text --answer`.
EXAMPLES: list[tuple[dict[str, object], set[str]]] = [
    # The T drops onto the well, the L goes into the narrow gap on the left, the S turns in under the overhang,
    # with a hole below it; all three in any order.
    (
        {
            "goal": "donate",
            "moves": "srs",
            "queue": "TLS",
            "well": 8,
            "board": [
                "...X......",
                "..X...X...",
                "X.X..XXX.X",
                "X.X..XXX.X",
                "XXXX.XXX.X",
                "XXXX.XXXXX",
                "X.XXX..XXX",
                "X.XXXXXXXX",
            ],
        },
        {
            *("donation", "rough", "tall-stack", "deep-well", "left", "builds-from-below", "fills-a-gap"),
            *("covers-a-hole", "upright-s-or-z", "far-apart", "needs-a-spin", "tempting-clear", "close-calls"),
            *("in-any-order", "clears-nothing"),
        },
    ),
    # The first T turns in beside the well under the roof, the second one moves in on top of it.
    (
        {
            "goal": "quad",
            "moves": "srs",
            "queue": "TT",
            "board": ["XXXXXX..XX", "XXXX....XX", "XXXX....XX", "XXXX.XX.XX", "XXX.XXXXXX"],
        },
        {
            *("same-piece-twice", "right", "stacked", "all-together", "needs-a-tuck", "needs-a-spin"),
            *("tempting-clear", "in-strict-order", "clears-nothing"),
        },
    ),
    # The slot is there, at the wall: what is missing is four columns away. The T only bears the others.
    (
        {
            "goal": "tsd",
            "moves": "drop",
            "queue": "TSO",
            "board": ["......X..X", "XX....X...", "XXX...XX.X", "..X...XXXX", "XXXX.XX..X"],
        },
        {
            *("right", "at-the-wall", "from-a-distance", "helper", "fills-a-gap", "upright-s-or-z", "stacked"),
            *("all-together", "clears-nothing"),
        },
    ),
    # The Z is the overhang. It could clear a row instead.
    (
        {
            "goal": "tsd",
            "moves": "drop",
            "queue": "Z",
            "board": ["X.....XXXX", "XX.XXXXXXX", ".XXXX.XXXX", ".XX.X.XXXX"],
        },
        {"flat", "left", "builds-the-overhang", "clears-nothing", "tempting-clear"},
    ),
    # The I fills a row, far to the right; the overhang comes down on the slot.
    (
        {
            "goal": "tsd",
            "moves": "drop",
            "queue": "I",
            "board": ["...X......", "X...XXXXX.", "XXXXXXXXX.", "XX.XXXXXXX"],
        },
        {"flat", "left", "from-a-distance", "clears-on-the-way"},
    ),
    # Nothing reaches the goal: only what board and queue show.
    (
        {"goal": "tsd", "moves": "drop", "queue": "OO", "board": ["XXXXXXXX.."] * 5},
        {"same-piece-twice"},
    ),
    (
        {"goal": "tsd", "moves": "drop", "queue": "O", "board": ["X.X.X.X.X."] * 8},
        {"rough", "tall-stack", "deep-well"},
    ),
]


def labels(puzzles: list[Puzzle]) -> list[tuple[str, ...]]:
    return ENGINE.labels(puzzles, ENGINE.solve(puzzles))


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_examples(text: dict[str, object], expected: set[str]) -> None:
    [found] = labels([ENGINE.decode(text)])
    assert set(found) == expected


def test_every_theme_has_examples_for_and_against() -> None:
    for name in NAMES:
        assert {name in expected for _, expected in EXAMPLES} == {True, False}, name


def test_the_list_is_closed_and_told_in_its_order() -> None:
    assert 18 <= len(NAMES) == len(set(NAMES)) <= 30
    for theme in ENGINE.themes:
        assert re.fullmatch("[a-z]+(-[a-z]+)*", theme.name)
        assert theme.title[0].isupper()
        assert len(theme.description) > 20
    for found in labels(ENGINE.generate("tsd-2", 41, 50)):
        assert list(found) == [name for name in NAMES if name in found]
    assert ENGINE.labels([], []) == []


def test_the_document_lists_them() -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "tspin.md").read_text()
    assert all(f"| `{theme.name}` | {theme.description} |" in page for theme in ENGINE.themes)


def test_every_theme_occurs_and_none_always() -> None:
    counts = {"tsd-1": 150, "tsd-2": 150, "tst-2": 60, "quad-2": 60, "donate-3": 30, "tsd-3": 40}
    counts |= {"tsd-2-srs": 60, "quad-1-srs": 60}
    made = [puzzle for name, count in counts.items() for puzzle in ENGINE.generate(name, 42, count)]
    seen = Counter(name for found in labels(made) for name in found)
    assert set(seen) == set(NAMES)
    assert seen.pop("clears-nothing") < len(made), "the intended answers clear nothing, but some others do"
    assert max(seen.values()) < 0.75 * len(made), seen.most_common(3)


def test_without_a_solution_only_board_and_queue_are_told() -> None:
    made = [*ENGINE.generate("donate-2", 43, 40), *ENGINE.generate("tst-1", 43, 40)]
    unsolved = [verdict.__class__("impossible", 0, (), 1) for verdict in ENGINE.solve(made)]
    told = {name for found in ENGINE.labels(made, unsolved) for name in found}
    assert told == OF_BOARD_AND_QUEUE


@pytest.mark.parametrize("variant", ["tsd-1", "tsd-2", "tsd-3", "tst-2", "quad-2", "donate-2"])
def test_a_mirror_image_has_the_same_themes(variant: str) -> None:
    """With left and right changed over; where a piece comes twice, which is first is the solver's choice."""
    made = [one for one in ENGINE.generate(variant, 44, 60) if len(set(one.queue)) == len(one.queue)]
    made = [one for one, verdict in zip(made, ENGINE.solve(made), strict=True) if verdict.count == 1]
    over = {"left": "right", "right": "left"}
    expected = [{over.get(name, name) for name in found} for found in labels(made)]
    assert [set(found) for found in labels([mirror(one) for one in made])] == expected
    assert len(made) > 10

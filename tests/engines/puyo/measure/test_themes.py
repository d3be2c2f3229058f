"""Themes: examples by hand for each of them, and what must hold of all."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.contract import Verdict
from engines.puyo.measure.themes import THEMES, labels
from engines.puyo.rules.board import COLORS, columns_from_rows
from engines.puyo.rules.puzzle import ALL, Fall, Goal, Puzzle, Step, mirror, recolored
from engines.puyo.solve.solver import solve

NAMES = [theme.name for theme in THEMES]
OF_BOARD_AND_QUEUE = {"few-puyos", "crowded", "near-the-top", "two-colors", "new-color", "garbage-falls"}
OF_THE_ENDS = {"last-move-alone", "false-start"}  # told without an answer too


@dataclass(frozen=True)
class Example:
    """A puzzle with its only solution and all of its themes."""

    goal: Goal
    queue: tuple[Step, ...]
    board: tuple[str, ...]
    answer: str
    themes: frozenset[str]

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.goal, self.queue, columns_from_rows(self.board))

    @property
    def verdict(self) -> Verdict:
        return Verdict("unique", 1, (self.answer,), 0)


# Every theme is in one of these lists and missing from another.
EXAMPLES = [
    # The red of the first pair only bears the two greens: blue goes from under them, and they meet those beside.
    Example(
        Goal("chain", 2),
        ("gr", "gb"),
        (".g....", ".gb.bb"),
        "3S34",
        frozenset(
            {
                *("few-puyos", "two-colors", "new-color", "needs-a-split", "quiet-first-move", "stacked-moves"),
                *("order-matters", "close-calls", "placed-puyo-waits", "halves-part"),
            }
        ),
    ),
    # As in fig. 6.3, left: the lone green at the right end, out of the way, is the last of the last four.
    Example(
        Goal("chain", 3),
        ("gr", "gg"),
        ("...g..", ".rgg..", ".grrg."),
        "121N",
        frozenset(
            {
                *("few-puyos", "two-colors", "needs-a-split", "stacked-moves", "either-order", "false-start"),
                *("no-wasted-puyo", "placed-puyo-waits", "halves-part", "far-puyo-matters", "all-clear"),
            }
        ),
    ),
    # As in fig. 6.3, centre: the green of the first move lies in the groove; yellow goes, then red, and the green
    # on top of them comes down four rows, beside it and the two on the right.
    Example(
        Goal("chain", 3),
        ("gb", "yb"),
        ("rg....", "yy....", "yr....", "pr....", "br.gg.", "bpbpb."),
        "3N3S",
        frozenset({"stacked-moves", "order-matters", "placed-puyo-waits", "long-drop", "idle-color"}),
    ),
    # As in fig. 6.3, right: one colour in two rounds running. Both colours go at once in the last.
    Example(
        Goal("chain", 3),
        ("gr", "gr"),
        ("r.....", "r.....", "gr.g..", "rr.g.r", "ggrg.r"),
        "2N3N",
        frozenset(
            {
                *("two-colors", "order-matters", "false-start", "close-calls", "no-wasted-puyo", "placed-puyo-waits"),
                *("halves-part", "same-color-twice", "two-colors-at-once", "zigzag-chain", "long-drop", "big-clear"),
            }
        ),
    ),
    # Red goes on the left, green and red at once on the right, in whichever order.
    Example(
        Goal(clear=ALL),
        ("rr", "gr"),
        ("....r.", "r.r.r.", "rgg.gg"),
        "1N4N",
        frozenset(
            {
                *("few-puyos", "two-colors", "fires-twice", "far-apart", "either-order", "false-start"),
                *("no-wasted-puyo", "two-colors-at-once", "all-clear"),
            }
        ),
    ),
    # Two equal pairs and garbage between them: the first is enough, and so would the last one be.
    Example(
        Goal("chain", 2),
        ("rr", Fall((1, 1, 1, 1, 1, 0)), "rr"),
        ("g.g...", "g.o...", "r.b..r", "rgbg.g", "grrb.r"),
        "2N",
        frozenset(
            {
                *("two-colors", "garbage-falls", "last-move-alone", "no-wasted-puyo", "idle-color"),
                "garbage-in-the-way",
            }
        ),
    ),
    # The first pair stands up to row 13 on the right; its upper half comes into play when blue is gone.
    Example(
        Goal("chain", 2),
        ("rr", "bb"),
        (
            *("...r..", "r..b.r", "g..r.r", "r..b.g", "b..b.g", "g..r.g"),
            *("b..r.r", "g..r.r", "g..b.g", "r..b.g", "r..g.b", "g..rrg"),
        ),
        "6N5N",
        frozenset(
            {
                *("crowded", "near-the-top", "order-matters", "false-start", "no-wasted-puyo", "placed-puyo-waits"),
                *("hidden-row", "idle-color"),
            }
        ),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.answer}-{example.board[-1]}")
def test_by_hand(example: Example) -> None:
    [verdict] = solve([example.puzzle])
    assert verdict.solutions == (example.answer,)
    [found] = labels([example.puzzle], [verdict])
    assert set(found) == example.themes
    assert list(found) == sorted(found, key=NAMES.index)


def test_every_theme_has_a_true_and_a_false_example() -> None:
    counts = Counter(name for example in EXAMPLES for name in example.themes)
    assert set(counts) == set(NAMES)
    assert max(counts.values()) < len(EXAMPLES)


def test_mirror_images_and_other_colors_have_the_same_themes() -> None:
    """Where no column is so high that the way around column 3 matters."""
    names = dict(zip(COLORS, COLORS[2:] + COLORS[:2], strict=True))
    low = [example for example in EXAMPLES if "near-the-top" not in example.themes]
    images = [recolored(mirror(example.puzzle), names) for example in low]
    for example, found in zip(low, labels(images, solve(images)), strict=True):
        assert set(found) == example.themes


def test_without_an_answer() -> None:
    """Only what board, queue and single moves tell is left; an unfinished search tells nothing of false starts."""
    puzzles = [example.puzzle for example in EXAMPLES]
    none = labels(puzzles, [Verdict("impossible", 0, (), 0)] * len(puzzles))
    unknown = labels(puzzles, [Verdict("unfinished", 0, (), 0, complete=False)] * len(puzzles))
    for example, found, less in zip(EXAMPLES, none, unknown, strict=True):
        assert set(found) <= OF_BOARD_AND_QUEUE | OF_THE_ENDS
        assert set(found) >= example.themes & OF_BOARD_AND_QUEUE
        assert set(less) == set(found) - {"false-start"}
    assert labels([], []) == []


def test_the_words() -> None:
    assert 20 <= len(NAMES) == len(set(NAMES))
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", name) for name in NAMES)
    assert len({theme.description for theme in THEMES}) == len(THEMES)
    page = (Path(__file__).resolve().parents[4] / "docs" / "puyo.md").read_text()
    for theme in THEMES:
        assert f"| `{theme.name}` | {theme.description} |" in page

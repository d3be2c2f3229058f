"""Themes: examples for each of them, and what must hold of all."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.contract import Verdict
from engines.geister.measure.themes import THEMES, labels
from engines.geister.rules.puzzle import Puzzle, mirror, squares_from
from engines.geister.solve.solver import solve

NAMES = [theme.name for theme in THEMES]
OF_THE_POSITION = {
    *("lone-blue", "no-red-to-spare", "partly-shown", "all-shown", "behind-in-the-race", "lost-corner"),
}


@dataclass(frozen=True)
class Example:
    """A puzzle with its main line and all of its themes."""

    board: str
    hidden_blue: int
    line: str
    themes: frozenset[str]

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(squares_from(tuple(self.board.split("/"))), self.hidden_blue)


# Every theme is in one of these lists and missing from another.
EXAMPLES = [
    # One red steps back towards the runner's corner, the blue goes there too, and the other red takes it at a1. There
    # is a single red, which must not be taken, and the way to a6 or f6 is too long.
    Example(
        "..r.../..R.../....../...B../R.b.../......",
        0,
        "c5-c4 c2-c1 d3-d2 c1-b1 d2-d1 c6-c5 c4-c3 c5-c4 c3-c2 c4-c3 c2-c1 b1-a1 a2-a1",
        frozenset(
            {
                *("lone-blue", "no-red-to-spare", "all-shown", "behind-in-the-race", "quiet-first-move", "retreat"),
                *("red-moves-first", "must-not-take", "looks-wrong", "good-try", "capture-all", "long-win"),
                *("taken-at-the-exit", "by-a-tempo", "all-hands"),
            }
        ),
    ),
    # The last red steps beside the hostile blue, which cannot take it; then the blue walks to f6, as a6 is guarded.
    Example(
        "r.B.../...b.R/....../....../....../......",
        0,
        "f5-e5 d5-d4 c6-d6 d4-d3 d6-e6 d3-d2 e6-f6 d2-d1 f6-exit",
        frozenset(
            {
                *("lone-blue", "no-red-to-spare", "all-shown", "quiet-first-move", "red-moves-first", "good-try"),
                *("wall-of-red", "only-moves", "block", "far-exit"),
            }
        ),
    ),
    # The red at d3 cannot stop the purple at d1 from reaching f1, but the blue leaves before it.
    Example(
        "....../....../....uB/...R../....../...u..",
        1,
        "f4-f5 d1-c1 f5-f6 c1-b1 f6-exit",
        frozenset({"lone-blue", "no-red-to-spare", "lost-corner", "must-not-take", "plain-walk", "only-moves"}),
    ),
    # Of the two hidden reds one may be taken, and the blue does so on its way: up, right, up.
    Example(
        "R...../....u./.u..B./....u./....../......",
        1,
        "e4-e5 e3-e2 e5-f5 e2-e1 f5-f6 e1-d1 f6-exit",
        frozenset({"lone-blue", "plain-walk", "takes-a-hidden-piece", "zigzag"}),
    ),
    # The blue at a5 is a step from a6 but guarded; the other one leaves at f6 with a hostile blue at f1.
    Example(
        ".r.B../B....R/....b./.....b/....../......",
        0,
        "d6-e6 f3-f2 e6-f6 f2-f1 f6-exit",
        frozenset(
            {
                *("no-red-to-spare", "all-shown", "good-try", "only-moves", "by-a-tempo", "other-blue", "both-exits"),
            }
        ),
    ),
    Example(
        "..B.../....uR/.....b/....../.u..../......",
        1,
        "c6-b6 b2-b1 b6-a6 b1-a1 a6-exit",
        frozenset(
            {
                *("lone-blue", "no-red-to-spare", "partly-shown", "must-not-take", "plain-walk", "only-moves"),
                "by-a-tempo",
            }
        ),
    ),
    # Three pieces close in on the only hostile blue; it takes the one that comes too near and is taken.
    Example(
        ".....r/...R../.b..../B...../B...../......",
        0,
        "d5-c5 f6-f5 a2-b2 f5-f4 b2-b3 b4-b3 a3-b3",
        frozenset(
            {
                *("no-red-to-spare", "all-shown", "quiet-first-move", "red-moves-first", "capture-all", "only-moves"),
                *("sacrifice", "block", "all-hands"),
            }
        ),
    ),
    # Whatever the defender moves after the first move lets a blue through; if it could pass it would last longer.
    Example(
        "..B.../.rB..b/....../....../....../...R..",
        0,
        "c5-d5 b5-a5 c6-d6 a5-a4 d6-e6 a4-a3 d5-e5 f5-f4 e6-f6 a3-a2 f6-exit",
        frozenset(
            {
                *("no-red-to-spare", "all-shown", "quiet-first-move", "must-not-take", "good-try", "zugzwang"),
                *("only-moves", "far-exit"),
            }
        ),
    ),
    # The blue that comes to f5 draws the guard away from f6 and is avenged; the runner is one move too late.
    Example(
        "....../.....u/...uB./.....B/..u.../....R.",
        1,
        "f3-f4 f5-f6 e4-e5 c2-c1 f4-f5 f6-f5 e5-f5 c1-b1 f5-f6 b1-a1 f6-exit",
        frozenset(
            {
                *("must-not-take", "good-try", "only-moves", "sacrifice", "takes-a-hidden-piece", "decoy", "block"),
                "by-a-tempo",
            }
        ),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.board)
def test_by_hand(example: Example) -> None:
    [verdict] = solve([example.puzzle])
    assert verdict.verdict == "unique"
    assert verdict.solutions[0]["line"] == example.line.split()
    [found] = labels([example.puzzle], [verdict])
    assert set(found) == example.themes
    assert list(found) == sorted(found, key=NAMES.index)


def test_every_theme_has_a_true_and_a_false_example() -> None:
    counts = Counter(name for example in EXAMPLES for name in example.themes)
    assert set(counts) == set(NAMES)
    assert max(counts.values()) < len(EXAMPLES)


def mirrored(line: str) -> list[str]:
    """A line of moves seen in a mirror."""
    columns = str.maketrans("abcdef", "fedcba")
    ends = [move.split("-") for move in line.split()]
    return [f"{start.translate(columns)}-{end if end == 'exit' else end.translate(columns)}" for start, end in ends]


def test_mirror_images_have_the_same_themes() -> None:
    """As long as the main line is the mirror image too."""
    images = [mirror(example.puzzle) for example in EXAMPLES]
    lines = [mirrored(example.line) for example in EXAMPLES]
    verdicts = [
        Verdict("unique", 1, ({"plies": len(line), "first_moves": line[:1], "line": line},), 0) for line in lines
    ]
    for example, found in zip(EXAMPLES, labels(images, verdicts), strict=True):
        assert set(found) == example.themes


def test_without_an_answer() -> None:
    puzzles = [example.puzzle for example in EXAMPLES]
    unknown = labels(puzzles, [Verdict("unfinished", 0, (), 0, complete=False)] * len(puzzles))
    for example, found in zip(EXAMPLES, unknown, strict=True):
        assert set(found) == example.themes & OF_THE_POSITION
    assert labels([], []) == []


def test_the_words() -> None:
    assert 20 <= len(NAMES) == len(set(NAMES))
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", name) for name in NAMES)
    assert len({theme.description for theme in THEMES}) == len(THEMES)
    page = (Path(__file__).resolve().parents[4] / "docs" / "geister.md").read_text()
    for theme in THEMES:
        assert f"| `{theme.name}` | {theme.description} |" in page

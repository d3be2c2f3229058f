"""Features: by hand, against the plain twin on random puzzles, and what must hold of all of them."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from engines.contract import Verdict, verdict_name
from engines.puyo.catalogue import COLUMNS, FEATURES, SEEN_SOLUTIONS
from engines.puyo.features import measure
from engines.puyo.puzzle import Fall, Goal, Puzzle
from tests.puyo import naive_features
from tests.puyo.naive_features import Line

NAMES = [feature.name for feature in FEATURES]
PAPER = [
    *("puyoNum", "correctNum", "sqrtCorrectNum", "deletableNum", "dropNum", "colorNum", "chigiriNum", "maxHeight"),
    *("chainHeight", "chainUpDown", "chainLeftRight", "zigzagza", "width", "leastChigiriNum", "putPuyoDeletedNum"),
    *("putPuyoDeletedColor", "corner_pair", "corner_trio", "surface_samecolor_pair_next"),
    *("surface_samecolor_pair_nexnex", "surface_samecolor_trio_next", "surface_samecolor_trio_nexnex"),
    *("used_hand_num_in_1st_chain", "used_hand_num_in_2nd_chain", "used_hand_num_in_3rd_chain", "secondTurnCorrect"),
]
GOALS = [
    *(Goal("chain", 0), Goal("chain", 0), Goal("chain", 0), Goal("chain", 0, exact=False)),
    *(Goal("colors", 2), Goal("count", 8, exact=False), Goal("count", 5, color="r"), Goal("place", 2)),
    *(Goal("count", 2, exact=False, color="garbage"), Goal("connect", 5, exact=False), Goal("acc_colors", 2)),
    *(Goal("acc_count", 8, exact=False, color="color"), Goal(clear="r"), Goal("chain", 1, clear="b")),
]


def random_columns(rng: random.Random, marks: str, lows: Sequence[int], highs: Sequence[int]) -> tuple[str, ...]:
    """Columns of random height in which nothing pops."""
    while True:
        columns = tuple(
            "".join(rng.choice(marks) for _ in range(rng.randint(low, high)))
            for low, high in zip(lows, highs, strict=True)
        )
        cells = [[naive_features.Puyo(mark) for mark in column] for column in columns]
        if all(len(group) < 4 for group in naive_features.groups(cells)):
            return columns


def random_puzzle(rng: random.Random, pairs: int) -> Puzzle:
    """A puzzle of any kind, one in three with garbage, one in six tall. A chain asks for the longest there is."""
    colors = rng.choice(["rgb", "rgb", "rgby", "rgbyp"])
    marks = 4 * colors + "ooh" if rng.randrange(3) == 0 else colors
    tall = rng.randrange(6) == 0
    lows, highs = [0] * 6, [5] * 6
    if tall:
        lows, highs = rng.choice([([9, 9, 7, 9, 9, 9], [13, 13, 11, 13, 13, 13]), ([10] * 6, [11] * 6)])
    queue: list[str | Fall] = [rng.choice(colors) + rng.choice(colors) for _ in range(pairs)]
    if rng.randrange(8) == 0:
        fall = Fall(tuple(rng.choices([0, 0, 1, 2], k=6)), rng.choice(["garbage", "hard"]))
        queue.insert(rng.randint(0, pairs), fall)
    puzzle = Puzzle(rng.choice(GOALS), tuple(queue), random_columns(rng, marks, lows, highs))
    if puzzle.goal.kind == "chain" and not puzzle.goal.clear:
        every = naive_features.lines(replace(puzzle, goal=Goal("chain", 99)))
        longest = max(len(told) for line in every for told in line.rounds)
        puzzle = replace(puzzle, goal=replace(puzzle.goal, n=max(1, longest)))
    return puzzle


def verdict_of(lines: Sequence[Line], kept: int | None = None) -> Verdict:
    """The verdict that all lines of play give; of the solutions, the first so many are kept."""
    solutions = tuple(line.moves for line in lines if line.goal)
    return Verdict(verdict_name(len(solutions), True), len(solutions), solutions[:kept], 0)


@cache
def random_batch() -> list[tuple[Puzzle, list[Line]]]:
    rng = random.Random(2015)
    puzzles = [random_puzzle(rng, pairs) for pairs, count in ((1, 150), (2, 60)) for _ in range(count)]
    three = Puzzle(Goal("chain", 2), ("rr", "gg", "rr"), random_columns(rng, "rgb", [0] * 6, [4] * 6))
    return [(puzzle, list(naive_features.lines(puzzle))) for puzzle in [*puzzles, three]]


def test_names() -> None:
    """The papers' features come first, in their order; every feature is explained."""
    assert NAMES[:26] == PAPER
    sources = ["001, 5.2.1"] * 13 + ["001, 5.2.2"] * 13 + ["ours"] * (len(NAMES) - 26)
    assert [feature.source for feature in FEATURES] == sources
    assert len(set(NAMES)) == len(NAMES) == len(COLUMNS)
    assert all(re.fullmatch("[a-z]+(_[a-z0-9]+)*", name) for name in NAMES[26:])
    assert all(feature.description[0].isupper() and "%" not in feature.description for feature in FEATURES)
    assert len({feature.description for feature in FEATURES}) == len(NAMES)
    assert 4 <= sum(feature.headline for feature in FEATURES) <= 6


def test_the_twin() -> None:
    """Every feature of every random puzzle, those of all lines of play included."""
    batch = random_batch()
    verdicts = [verdict_of(lines) for _, lines in batch]
    table = measure([puzzle for puzzle, _ in batch], verdicts)
    seen: set[str] = set()
    for (puzzle, lines), verdict, row in zip(batch, verdicts, table, strict=True):
        known = verdict.count <= SEEN_SOLUTIONS
        values = naive_features.all_features(puzzle, list(verdict.solutions), verdict.count, known, lines)
        expected = {name: float(value) for name, value in values.items()}
        got = {name: value for name, value in zip(NAMES, row.tolist(), strict=True) if not math.isnan(value)}
        assert got == pytest.approx(expected), puzzle
        seen |= {name for name, value in expected.items() if value}
    later = {name for name in NAMES if re.search("_(4th|5th|6th|7th|8th|9th|10th)|_4$", name)}
    assert set(NAMES) - later <= seen, "a feature that is 0 or undefined on every random puzzle"

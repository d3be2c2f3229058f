"""The same puzzle in a mirror, in other colours, with the halves of its pairs the other way round."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.puyo.rules.board import COLORS
from engines.puyo.rules.puzzle import Fall, Goal, Puzzle, canonical, mirror, recolored, variant_name
from tests.engines.puyo.puzzles import EVERY_KIND, random_puzzle


def turned(puzzle: Puzzle, random: Random) -> Puzzle:
    """Some pairs with pivot and rotor exchanged."""
    queue = tuple(s[::-1] if isinstance(s, str) and random.random() < 0.5 else s for s in puzzle.queue)
    return replace(puzzle, queue=queue)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_equals_share_a_canonical_form(kind: str | None) -> None:
    random = Random(f"canonical {kind}")
    for _ in range(150):
        puzzle = random_puzzle(random, kind, random.randint(1, 4), highest=random.choice((0, 1, 3, 6)))
        colors = dict(zip(COLORS, random.sample(COLORS, 5), strict=True))
        image = turned(recolored(puzzle, colors), random)
        if random.random() < 0.5:
            image = mirror(image)
        assert canonical(image) == canonical(puzzle)
        assert canonical(canonical(puzzle)) == canonical(puzzle)


def test_different_puzzles_keep_apart() -> None:
    puzzle = Puzzle(Goal("chain", 2), ("rg", "rb"), ("rr", "g", "", "", "", ""))
    others = [
        replace(puzzle, goal=Goal("chain", 3)),
        replace(puzzle, goal=Goal("chain", 2, exact=False)),
        replace(puzzle, queue=("rb", "rg")),
        replace(puzzle, queue=("rg", "rr")),
        replace(puzzle, queue=("rg", Fall((1, 0, 0, 0, 0, 0)), "rb")),
        replace(puzzle, columns=("rr", "", "g", "", "", "")),
        replace(puzzle, columns=("rg", "g", "", "", "", "")),
        replace(puzzle, columns=("ro", "g", "", "", "", "")),
    ]
    forms = {canonical(each) for each in (puzzle, *others)}
    assert len(forms) == 1 + len(others)


def test_a_colour_that_the_goal_names_is_not_any_colour() -> None:
    red = Puzzle(Goal("count", 4, color="r"), ("rg", "rg"), ("rr", "gg", "", "", "", ""))
    green = replace(red, goal=replace(red.goal, color="g"))
    blue = recolored(red, {"r": "b", "b": "r"})
    assert canonical(red) == canonical(blue)
    assert canonical(red) == canonical(mirror(red))
    assert canonical(replace(red, columns=("rr", "rg", "", "", "", ""))) != canonical(
        replace(green, columns=("rr", "rg", "", "", "", ""))
    )


def test_variants_are_named_after_what_is_asked() -> None:
    board = ("",) * 6
    assert variant_name(Puzzle(Goal("chain", 3), ("rg", "rg"), board)) == "chain-2x3"
    assert variant_name(Puzzle(Goal(clear="all"), ("rg", Fall((1,) * 6), "rg"), board)) == "clear-2"
    assert variant_name(Puzzle(Goal("chain", 3, exact=False), ("rg",), board)) == "chain-1x3-up"
    assert variant_name(Puzzle(Goal("count", 8, color="r", clear="g"), ("rg",), board)) == "count-1x8-r-clear-g"
    assert variant_name(Puzzle(Goal(clear="color"), ("rg",), board)) == "clear-1-color"

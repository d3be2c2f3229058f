"""What puzzles are sorted by: categories and traits."""

from __future__ import annotations

from typing import Any

import pytest

from engines.tspin import ENGINE
from engines.tspin.measure.catalogue import column
from engines.tspin.measure.evenness import SIDES
from engines.tspin.measure.features import facts
from engines.tspin.rules.pieces import MIRROR, PIECES
from engines.tspin.rules.puzzle import mirror
from tests.engines.tspin.show.test_draw import CLEARING, CLEARING_ANSWER

OTHER_SIDE = {"left": "right", "right": "left"}


def test_categories() -> None:
    found: dict[str, list[str]] = {}
    for name, variant in ENGINE.variants.items():
        found.setdefault(variant.category, []).append(name)
    alone = ["tsd-1", "tsd-2", "tsd-3", "tsd-4", "donate-2", "donate-3", "donate-4"]  # T-spin thesis, 7.2.2
    assert found == {name: [name] for name in alone} | {
        "tst": ["tst-1", "tst-2", "tst-3"],
        "quad": ["quad-1", "quad-2", "quad-3"],
        "tsd-srs": ["tsd-1-srs", "tsd-2-srs", "tsd-3-srs", "tsd-4-srs"],
        "tst-srs": ["tst-1-srs", "tst-2-srs", "tst-3-srs"],
        "quad-srs": ["quad-1-srs", "quad-2-srs", "quad-3-srs"],
        "donate-srs": ["donate-2-srs", "donate-3-srs", "donate-4-srs"],
    }


def mirrored(solution: Any) -> Any:
    return [{"piece": MIRROR[move["piece"]], "cells": [[9 - x, y] for x, y in move["cells"]]} for move in solution]


@pytest.mark.parametrize("variant", ENGINE.variants)
def test_traits_are_what_was_measured(variant: str) -> None:
    puzzles = ENGINE.generate(variant, 65, 20)
    verdicts = ENGINE.solve(puzzles, stop_at=1)
    table = facts(puzzles, verdicts)
    for puzzle, verdict, row in zip(puzzles, verdicts, table, strict=True):
        solution = verdict.solutions[0]
        traits = ENGINE.traits(puzzle, solution)
        x = int(row[column("slot_column")])
        assert list(traits) == ["pieces", "first", "column", "overhang"]
        assert traits["column"] == ("left", "middle", "right")[(x > 2) + (x > 6)]
        assert sorted(traits["pieces"].split()) == traits["pieces"].split() == sorted(puzzle.queue)
        assert traits["first"] == puzzle.queue[0]
        assert set(traits["first"]) < set(PIECES)
        if puzzle.goal == "quad":
            assert traits["overhang"] == "none"
        elif not row[column("slot_at_wall")]:
            assert traits["overhang"] == SIDES[int(row[column("slot_overhang")])]
        if puzzle.moves == "drop" and puzzle.goal != "quad":
            seen = ENGINE.traits(mirror(puzzle), mirrored(solution))
            for name in ("column", "overhang"):
                assert seen[name] == OTHER_SIDE.get(traits[name], traits[name])


def test_a_wall_is_no_overhang() -> None:
    """The T stands at the left wall and points to the right."""
    board = ["X.........", "..........", ".XXXXXXX..", "..XXXXXXXX", ".XXXXXXXXX"]
    puzzle = ENGINE.decode({"goal": "tst", "moves": "drop", "queue": "O", "board": board})
    solution = [{"piece": "O", "cells": [[8, 2], [8, 3], [9, 2], [9, 3]]}]
    assert ENGINE.play(puzzle, solution)["goal_cells"] == [[0, 0], [0, 1], [0, 2], [1, 1]]
    assert ENGINE.traits(puzzle, solution) == {
        "pieces": "O",
        "first": "O",
        "column": "left",
        "overhang": "right",
    }


def test_an_answer_that_reaches_nothing_has_no_traits() -> None:
    assert ENGINE.traits(CLEARING, CLEARING_ANSWER)["column"] == "left"
    with pytest.raises(ValueError, match="the 1 moves do not reach the goal"):
        ENGINE.traits(CLEARING, CLEARING_ANSWER[:1])

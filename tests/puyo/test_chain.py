"""Chains: the world's known chains, and the kernel against the plain twin."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engines.puyo.board import MARKS, ROWS, columns_from_rows, columns_of, planes_of, rows_from_columns
from engines.puyo.chain import COUNTS, FIELDS, GROUPS, MAX_ROUNDS, POINTS, fall, trace
from engines.puyo.place import DOUBLES, NUMBER_OF, PLACEMENTS, legal_placements, place

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


def traced(board: np.ndarray) -> np.ndarray:
    rounds = np.zeros((MAX_ROUNDS, FIELDS), dtype=np.int64)
    return rounds[: trace(board, rounds)]


@pytest.mark.parametrize("known", VECTORS["sim"], ids=lambda known: known["id"])
def test_the_known_chains(known) -> None:  # type: ignore[no-untyped-def]
    board = planes_of(columns_from_rows(known["board"]))
    fall(board)
    if "place" in known:
        pair, placement = known["place"]
        place(board, NUMBER_OF[placement], *(MARKS.index(color) for color in pair))
    rounds = traced(board)
    assert len(rounds) == known["chains"]
    if "score" in known:
        assert rounds[:, POINTS].sum() == known["score"]
    left = columns_of(board)
    if "final_heights" in known:
        assert [len(column) for column in left] == known["final_heights"]
    if "empty" in known:
        assert (max(map(len, left)) == 0) == known["empty"]
    if "final" in known:
        assert rows_from_columns(left) == [row for row in known["final"] if row != "......"]
    if "erased" in known:
        assert rounds[:, COUNTS : COUNTS + 8].sum() == known["erased"]
    for round_, groups in zip(rounds, known.get("groups", []), strict=False):
        told = {MARKS[c]: int(round_[COUNTS + c]) for c in range(8) if round_[COUNTS + c]}
        assert {color: told[color] for color in groups} == {color: sum(sizes) for color, sizes in groups.items()}
        assert {color: round_[GROUPS + MARKS.index(color)] for color in groups} == {
            color: len(sizes) for color, sizes in groups.items()
        }


@pytest.mark.parametrize("known", VECTORS["placement"], ids=lambda known: known["id"])
def test_the_known_placements(known) -> None:  # type: ignore[no-untyped-def]
    board = planes_of(tuple("o" * height for height in known["heights"]))
    mask = legal_placements(board)
    there = {name for number, name in enumerate(PLACEMENTS) if mask >> number & 1}
    if known.get("double"):
        there &= set(PLACEMENTS[:DOUBLES])
    if "valid" in known:
        assert there == set(known["valid"])
    if "invalid" in known:
        assert set(PLACEMENTS) - there == set(known["invalid"])
    assert set(known.get("must_valid", ())) <= there


def test_rows_and_columns_and_planes_are_one_board() -> None:
    rows = ["rgbypo", "h.....", "ohprgb"] + ["yyyyyy"] * (ROWS - 3)
    columns = columns_from_rows(rows)
    assert rows_from_columns(columns) == rows
    assert columns_of(planes_of(columns)) == columns

"""Move generation against known counts and against the plain twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.tspin.rules.board import columns_of, place
from engines.tspin.rules.goals import is_slot
from engines.tspin.rules.moves import PAD, code_left, code_low, code_shape, explore, placements, work_columns
from engines.tspin.rules.pieces import LEFT, LOW, PIECES, T
from engines.tspin.rules.placements import cells_of
from engines.tspin.rules.spins import FULL, MINI, NONE, first_kick, spin_kinds
from tests.engines.tspin import naive
from tests.engines.tspin.boards import NASTY, random_boards

VECTORS = json.loads((Path(__file__).parent.parent / "vectors.json").read_text())["vectors"]
PLAYED = 200_000  # larger perfts are left to tests/engines/tspin/solve/test_perft.py


def vectors(kind: str, most: int | None = None) -> list[Any]:
    def name(vector: dict[str, Any]) -> str:
        return vector.get("seq") or vector.get("name") or vector["source"].split(".")[-1]

    return [
        pytest.param(v, id=name(v)) for v in VECTORS if v["kind"] == kind and (most is None or v["count"] <= most)
    ]


def columns(board: naive.Board) -> np.ndarray:
    """The kernels' form of a set of cells."""
    top = max((y for _, y in board), default=-1) + 1
    rows = [sum(1 << x for x in range(10) if (x, y) in board) for y in range(top)]
    return np.array(columns_of(rows), dtype=np.int64)


def t_corner(pose: list[int] | tuple[int, int, int]) -> tuple[int, int, int]:
    """A T's rotation and centre as rotation, column and row of its corner."""
    rotation, x, y = pose
    return rotation, x + int(LEFT[T, rotation]), y + int(LOW[T, rotation])


def perft(board: np.ndarray, queue: str, spins: bool) -> int:
    """Ways to place a queue, one board after another; with `spins` every way for a T to arrive counts."""
    kind, total = PIECES.index(queue[0]), 0
    moves = [(code_shape(code), code_left(code), code_low(code)) for code in placements(board, queue[0], srs=True)]
    fits, reach = work_columns()
    explore(board, kind, fits, reach)
    for move in moves:
        ways = int(spin_kinds(board, *move, fits, reach)).bit_count() if spins and kind == T else 1
        after = np.zeros_like(board)
        place(board, kind, *move, after)
        total += ways * (perft(after, queue[1:], spins) if queue[1:] else 1)
    return total


@pytest.mark.parametrize("vector", vectors("perft", PLAYED))
def test_perft(vector: dict[str, Any]) -> None:
    assert perft(np.zeros(10, dtype=np.int64), vector["seq"], spins=False) == vector["count"]


@pytest.mark.parametrize("vector", vectors("perft_ts", PLAYED))
def test_perft_with_spins(vector: dict[str, Any]) -> None:
    assert perft(np.zeros(10, dtype=np.int64), vector["seq"], spins=True) == vector["count"]


@pytest.mark.parametrize("vector", vectors("placements"))
def test_placements_on_known_boards(vector: dict[str, Any]) -> None:
    assert len(placements(columns(naive.board(vector["rows"])), vector["piece"], srs=True)) == vector["count"]


@pytest.mark.parametrize("vector", vectors("kick"))
def test_kicks(vector: dict[str, Any]) -> None:
    """The T turns by the kick that the vector names, in the kernel and in the twin."""
    board = naive.board(vector["rows"])
    assert naive.turn(board, "T", tuple(vector["frm"]), vector["dir"]) == (
        tuple(vector["to"]),
        vector["kick_index"],
    )
    fits, reach = work_columns()
    explore(columns(board), T, fits, reach)
    rotation, left, low = t_corner(vector["frm"])
    turn = 0 if vector["dir"] == 1 else 1
    assert first_kick(rotation, turn, PAD + left, low, fits) == vector["kick_index"]


def spin_of(rows: list[str], pose: list[int]) -> tuple[int, int]:
    """The ways in which a T arrives at a pose, as bits, and the rows it clears there."""
    board = naive.board(rows)
    fits, reach = work_columns()
    assert explore(columns(board), T, fits, reach)
    rotation, left, low = t_corner(pose)
    if not reach[rotation, PAD + left] >> low & 1:
        return 0, 0
    kinds = int(spin_kinds(columns(board), rotation, left, low, fits, reach))
    return kinds, naive.lock(board, naive.cells_at("T", tuple(pose)))[1]


@pytest.mark.parametrize("vector", vectors("tspin_possible"))
def test_tspin_possible(vector: dict[str, Any]) -> None:
    kinds, lines = spin_of(vector["rows"], vector["at"])
    wanted = 1 << FULL if vector["regular_only"] else 1 << FULL | 1 << MINI
    assert bool(kinds & wanted and lines >= vector["min_lines"]) == vector["expect"]


@pytest.mark.parametrize("vector", vectors("tspin_class"))
def test_tspin_class(vector: dict[str, Any]) -> None:
    kinds, lines = spin_of(vector["rows"], vector["at"])
    assert kinds >> FULL & 1
    assert vector["expect"] == "full"
    assert lines == vector["lines"]


def all_boards() -> list[naive.Board]:
    return [naive.board(rows) for rows in NASTY.values()] + random_boards(1, 60)


@pytest.mark.parametrize("piece", PIECES)
def test_placements_agree_with_the_twin(piece: str) -> None:
    kind = PIECES.index(piece)
    for board in all_boards():
        ours = placements(columns(board), piece, srs=False)
        assert {cells_of(kind, code) for code in ours} == naive.drop_placements(board, piece)
        assert len(set(ours)) == len(ours)
        ours = placements(columns(board), piece, srs=True)
        expected = naive.srs_placements(board, piece)
        assert {cells_of(kind, code) for code in ours} == expected, naive.text(board)
        assert len(set(ours)) == len(ours)


def test_spins_agree_with_the_twin() -> None:
    names = {NONE: "none", MINI: "mini", FULL: "full"}
    seen = set()
    for board in all_boards() + random_boards(2, 100):
        fits, reach = work_columns()
        explore(columns(board), T, fits, reach)
        for pose, how in naive.arrivals(board, "T").items():
            if naive.grounded(board, "T", pose):
                kinds = int(spin_kinds(columns(board), *t_corner(pose), fits, reach))
                ours = {name for bit, name in names.items() if kinds >> bit & 1}
                assert ours == naive.spin_kinds(board, pose, how), (naive.text(board), pose)
                seen |= ours
    assert seen == {"none", "mini", "full"}


def test_slots_have_room_support_and_corners() -> None:
    board = columns(naive.board(NASTY["thesis base"]))
    assert is_slot(board, *t_corner((2, 2, 1)))
    assert not is_slot(board, *t_corner((2, 2, 2)))

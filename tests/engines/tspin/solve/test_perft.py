"""Perft: known counts, and 32 boards at once against one at a time, and against the plain twin."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from engines.contract import BadPuzzle
from engines.kernels.lanes import BITS, LANES, zeros
from engines.tspin.rules.board import WIDTH, columns_of, place, rows_of
from engines.tspin.rules.moves import (
    OPEN_SKY,
    PAD,
    code,
    code_left,
    code_low,
    code_shape,
    explore,
    piece_numbers,
    placements,
    work_columns,
)
from engines.tspin.rules.pieces import PIECES, T
from engines.tspin.rules.placements import cells_of
from engines.tspin.rules.spins import spin_kinds
from engines.tspin.solve import perft
from engines.tspin.solve.perft import LANDINGS, ROWS, WORK, count_perft
from tests.conftest import ROOT
from tests.engines.tspin import naive
from tests.engines.tspin.boards import NASTY, random_boards, random_towers
from tests.engines.tspin.rules.test_moves import columns, vectors


@pytest.mark.parametrize("vector", vectors("perft"))
def test_known_counts(vector: dict[str, Any]) -> None:
    assert count_perft(vector["seq"]) == vector["count"]


@pytest.mark.parametrize("vector", vectors("perft_ts"))
def test_known_counts_with_spins(vector: dict[str, Any]) -> None:
    assert count_perft(vector["seq"], spins=True) == vector["count"]


def test_without_a_t_spins_change_nothing() -> None:
    assert count_perft("IOLJ", spins=True) == count_perft("IOLJ")


class Batch:
    """Up to 32 boards, explored with one piece."""

    def __init__(self, boards: list[np.ndarray], piece: int, spins: bool = False) -> None:
        self.boards, self.piece = boards, piece
        self.waiting = zeros(perft.CAPACITY * ROWS // LANES).reshape(-1)
        self.work, rows = zeros(WORK), np.zeros(4, dtype=np.int64)
        self.work[:] = np.arange(LANES)  # what was there before must not matter, but under the floor
        for base in (perft.FITS, perft.REACH):
            self.work[base : base + 4 * perft.KICK] = 0
        for slot, board in enumerate(boards):
            filled = rows_of(board)
            self.waiting[slot * ROWS : slot * ROWS + len(filled)] = np.array(filled, dtype=np.uint16) << PAD
        self.tall = perft.lay_out(self.waiting, 0, ROWS, len(boards), self.work)
        perft.explore(piece, self.tall, self.work, rows)
        if spins:
            self.layers = perft.find_spin_landings(self.tall, self.work, rows)
        else:
            self.layers = perft.find_landings(piece, self.tall, self.work)

    def landings(self, slot: int) -> list[tuple[int, int]]:
        """The kinds and codes of a board's placements."""
        rows = self.work[LANDINGS:].reshape(-1, ROWS, LANES)[: self.layers, : self.tall + 1, slot]
        layer, y, bit = (rows[:, :, None] >> np.arange(BITS) & 1).nonzero()
        return list(zip((layer // 4).tolist(), code(layer % 4, bit - PAD, y).tolist(), strict=True))

    def children(self) -> list[tuple[int, ...]]:
        """The rows of all boards after a placement."""
        end = LANES * ROWS
        count = perft.expand(
            self.piece, self.layers, self.tall, len(self.boards), 0, end, ROWS, self.waiting, self.work
        )
        rows = self.waiting[end : end + count * ROWS].reshape(count, ROWS) >> PAD
        return [tuple(board[: max(board.nonzero()[0], default=-1) + 1].tolist()) for board in rows]


def batches(boards: list[np.ndarray]) -> list[list[np.ndarray]]:
    """By threes, by thirty-twos: full batches and others."""
    few = boards[:12]
    return [few[i : i + 3] for i in range(0, 12, 3)] + [boards[i : i + 32] for i in range(12, len(boards), 32)]


def all_boards(count: int) -> list[np.ndarray]:
    """Boards of every kind; low ones come together, so that most batches begin with the sky."""
    boards = [naive.board(rows) for rows in NASTY.values()] + random_boards(3, count) + random_towers(4, count // 5)
    return sorted(map(columns, boards), key=lambda board: int(np.bitwise_or.reduce(board)).bit_length() // 4)


def after(board: np.ndarray, piece: int, move: int) -> tuple[int, ...]:
    new = np.zeros(WIDTH, dtype=np.int64)
    place(board, piece, code_shape(move), code_left(move), code_low(move), new)
    return rows_of(new)


@pytest.mark.parametrize("piece", PIECES)
def test_placements_agree_with_one_board_at_a_time(piece: str) -> None:
    kind = PIECES.index(piece)
    for boards in batches(all_boards(500)):
        batch = Batch(boards, kind)
        expected = []
        for slot, board in enumerate(boards):
            moves = placements(board, piece, srs=True)
            assert sorted(batch.landings(slot)) == sorted((0, move) for move in moves), rows_of(board)
            expected += [after(board, kind, move) for move in moves]
        assert sorted(batch.children()) == sorted(expected)


@pytest.mark.parametrize("piece", PIECES)
def test_placements_agree_with_the_plain_twin(piece: str) -> None:
    kind = PIECES.index(piece)
    boards = random_boards(5, 40) + random_towers(6, 15) + [naive.board(rows) for rows in NASTY.values()]
    for start in range(0, len(boards), LANES):
        batch = Batch([columns(board) for board in boards[start : start + LANES]], kind)
        for slot, board in enumerate(boards[start : start + LANES]):
            ours = {cells_of(kind, move) for _, move in batch.landings(slot)}
            assert ours == naive.srs_placements(board, piece), naive.text(board)


def test_spins_agree_with_one_board_at_a_time() -> None:
    seen = set()
    for boards in batches(all_boards(800)):
        batch = Batch(boards, T, spins=True)
        for slot, board in enumerate(boards):
            fits, reach = work_columns()
            explore(board, T, fits, reach)
            expected = []
            for move in placements(board, "T", srs=True):
                kinds = int(spin_kinds(board, code_shape(move), code_left(move), code_low(move), fits, reach))
                expected += [(kind, move) for kind in range(3) if kinds >> kind & 1]
            assert sorted(batch.landings(slot)) == sorted(expected), rows_of(board)
            seen |= {kind for kind, _ in expected}
    assert seen == {0, 1, 2}


def test_where_the_sky_ends() -> None:
    """A board as tall as the sky allows, one row more, and both in one batch."""
    walls = [[0b11_1000_1111] * rows for rows in (OPEN_SKY, OPEN_SKY + 1, OPEN_SKY + 3)]
    boards = [np.array(columns_of(rows), dtype=np.int64) for rows in walls]
    for group in ([boards[0]], [boards[1]], [boards[2]], boards):
        for piece in PIECES:
            batch = Batch(group, PIECES.index(piece))
            for slot, board in enumerate(group):
                ours = sorted(move for _, move in batch.landings(slot))
                assert ours == sorted(placements(board, piece, srs=True))


def test_boards_of_two_words() -> None:
    """Longer queues get taller boards; the count stays the same."""
    for sequence, spins, count in (("IOLJ", False, 188_374), ("TTT", True, 43_166), ("III", False, 5_069)):
        waiting, counts = zeros(len(sequence) * perft.CAPACITY * 2).reshape(-1), np.zeros(len(sequence), np.int64)
        counts[0] = 1
        work, rows = zeros(WORK), np.zeros(4, dtype=np.int64)
        assert perft.count_some(piece_numbers(sequence), spins, ROWS, waiting, counts, work, rows) == count
        assert not counts.any()


def test_reports_go_up_to_the_total() -> None:
    heard: list[int] = []
    total = count_perft("IOLJSZ", report=heard.append)
    assert len(heard) > 1
    assert heard == sorted(heard)
    assert heard[-1] == total


@pytest.mark.parametrize(
    ("queue", "word"), [("", "empty"), ("IOX", "'X' at place 3"), ("iol", "'i' at place 1"), ("I" * 13, "13 pieces")]
)
def test_bad_queues_are_refused(queue: str, word: str) -> None:
    with pytest.raises(BadPuzzle, match=word):
        count_perft(queue)


def test_kernels_run_as_plain_python() -> None:
    script = (
        "from engines.tspin.solve.perft import count_perft\n"
        "print(count_perft('TI'), count_perft('LT', spins=True), count_perft('ZZ'))"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, cwd=ROOT, check=True
    )
    assert done.stdout.split() == ["600", "1191", "295"]


def test_the_engine_does_not_import_it() -> None:
    modules = ("engines.tspin.solve.perft", "engines.kernels.lanes")
    script = f"import sys, engines.tspin; print(*(name in sys.modules for name in {modules}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["False", "False"]

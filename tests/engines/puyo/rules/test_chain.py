"""Chains: the world's known chains, and the kernel against the plain twin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from ast import literal_eval
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from engines.kernels.bits import can_gather
from engines.kernels.jit import kernel
from engines.puyo.rules.board import (
    MARKS,
    ROWS,
    WIDTH,
    Columns,
    bulk_columns,
    bulk_planes,
    columns_from_rows,
    columns_of,
    planes_of,
    rows_from_columns,
    shift_of,
    word_of,
)
from engines.puyo.rules.chain import (
    COUNTS,
    FIELDS,
    GROUP_LIST,
    GROUP_SIZES,
    GROUPS,
    MAX_ROUNDS,
    POINTS,
    SOFTENED,
    VANISHED_0,
    chain,
    chain_all,
    fall,
    pops,
    scored_chain,
    trace,
    vanish,
)
from engines.puyo.rules.place import (
    DOUBLES,
    NUMBER_OF,
    PLACEMENTS,
    drop,
    fall_onto,
    height_of,
    legal_placements,
    lost,
    place,
)
from engines.puyo.rules.planes import load_board, settle_by_gathering, settle_by_shifting, store_board
from tests.conftest import ROOT
from tests.engines.puyo import naive
from tests.engines.puyo.boards import floating_boards, random_heights, settled_boards

VECTORS = json.loads((Path(__file__).parent.parent / "vectors.json").read_text())


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


def told(round_: np.ndarray) -> naive.Round:
    """What the kernel tells of a round, in the twin's words."""
    vanished = {
        (x, row - 1)
        for x in range(WIDTH)
        for row in range(1, ROWS + 1)
        if round_[VANISHED_0 + word_of(x)] >> (shift_of(x) + row) & 1
    }
    counts = {mark: int(round_[COUNTS + code]) for code, mark in enumerate(MARKS) if round_[COUNTS + code]}
    groups = [(MARKS[group // GROUP_SIZES], int(group % GROUP_SIZES)) for group in round_[GROUP_LIST:] if group]
    numbers = {mark: int(round_[GROUPS + code]) for code, mark in enumerate(MARKS) if round_[GROUPS + code]}
    assert numbers == Counter(mark for mark, _ in groups)
    return naive.Round(vanished, sorted(groups), counts, int(round_[SOFTENED]), int(round_[POINTS]))


def plain_chain(columns: Columns) -> tuple[list[naive.Round], Columns]:
    """What the twin tells of a chain, and what it leaves."""
    board = naive.board_of(columns)
    rounds = naive.chain(board)
    for round_ in rounds:
        round_.groups.sort()
    return rounds, naive.columns_of(board)


def test_chains_agree_with_the_plain_twin() -> None:
    boards = settled_boards(1, 1500)
    chains, points = chain_all(bulk := bulk_planes(boards))
    all_left = bulk_columns(bulk)
    seen: Counter[Any] = Counter()
    for number, columns in enumerate(boards):
        rounds, left = plain_chain(columns)
        board = planes_of(columns)
        assert pops(board) == bool(rounds)
        assert [told(round_) for round_ in traced(board)] == rounds, columns
        assert columns_of(board) == left
        assert chain(board := planes_of(columns)) == len(rounds)
        assert columns_of(board) == left
        score = sum(round_.points for round_ in rounds)
        assert scored_chain(board := planes_of(columns)) == (len(rounds), score)
        assert columns_of(board) == left
        assert (chains[number], points[number], all_left[number]) == (len(rounds), score, left)
        for round_ in rounds:
            seen.update(("size", size) for _, size in round_.groups)
            seen["softened"] += round_.softened
            seen["hard"] += round_.counts.get("h", 0)
            seen["three of a colour"] += max(Counter(color for color, _ in round_.groups).values()) >= 3
            seen["five colours"] += len({color for color, _ in round_.groups}) == 5
        seen["chain", len(rounds)] += 1
    wanted = [*(("size", size) for size in range(4, 21)), *(("chain", n) for n in range(6))]
    assert all(seen[what] for what in [*wanted, "softened", "hard", "three of a colour", "five colours"]), seen


def test_what_floats_vanishes_where_it_is_and_falls_afterwards() -> None:
    for columns in floating_boards(2, 400):
        plain, board = naive.board_of(columns), planes_of(columns)
        expected = naive.play_round(plain, 3)
        round_ = np.full(FIELDS, 7, dtype=np.int64)  # what was there before must not matter
        assert vanish(board, 3, round_) == (expected is not None)
        if expected:
            expected.groups.sort()
            assert told(round_) == expected
        else:
            assert not round_.any()
        assert columns_of(board) == naive.columns_of(plain)
        fall(board)
        naive.fall(plain)
        assert columns_of(board) == naive.columns_of(plain)


@kernel
def fall_by_gathering(board: np.ndarray) -> None:
    p0, p1, p2 = load_board(board)
    p0, p1, p2 = settle_by_gathering(p0, p1, p2, p0 | p1 | p2)
    store_board(board, p0, p1, p2)


@kernel
def fall_by_shifting(board: np.ndarray) -> None:
    p0, p1, p2 = load_board(board)
    p0, p1, p2 = settle_by_shifting(p0, p1, p2, p0 | p1 | p2)
    store_board(board, p0, p1, p2)


@pytest.mark.parametrize("way", [fall_by_gathering, fall_by_shifting])
def test_both_ways_to_fall(way) -> None:  # type: ignore[no-untyped-def]
    if way is fall_by_gathering and not can_gather():
        pytest.skip("this processor does not gather bits")
    for columns in [*floating_boards(3, 1000), ("." * 12 + "r",) * WIDTH, (".r" * 6,) * WIDTH, ("r" * ROWS,) * WIDTH]:
        board, plain = planes_of(columns), naive.board_of(columns)
        way(board)
        naive.fall(plain)
        assert columns_of(board) == naive.columns_of(plain)


def test_placements_agree_with_the_plain_twin() -> None:
    for heights in [*random_heights(4, 600), (11,) * WIDTH, (12,) * WIDTH, (0,) * WIDTH]:
        columns = tuple("rgbyo"[height % 5] * height for height in heights)
        board = planes_of(columns)
        assert [height_of(board, x) for x in range(WIDTH)] == list(heights)
        assert lost(board) == (heights[2] >= 12)
        mask = legal_placements(board)
        assert {name for number, name in enumerate(PLACEMENTS) if mask >> number & 1} == naive.placements(heights)
        after = np.repeat(board[None], len(PLACEMENTS), axis=0)
        for number in range(len(PLACEMENTS)):
            place(after[number], number, MARKS.index("p"), MARKS.index("y"))
        for name, left in zip(PLACEMENTS, bulk_columns(after), strict=True):
            plain = naive.board_of(columns)
            naive.place(plain, name, "py")
            assert left == naive.columns_of(plain), (heights, name)


def test_drops_agree_with_the_plain_twin() -> None:
    for number, heights in enumerate(random_heights(5, 200)):
        columns = tuple("g" * height for height in heights)
        mark, counts = MARKS[1 + number % 7], [number % 6, 0, 1, 4, 2, 30]
        board, plain = planes_of(columns), naive.board_of(columns)
        drop(board, number % WIDTH, MARKS.index(mark))
        naive.drop(plain, number % WIDTH, mark)
        assert columns_of(board) == naive.columns_of(plain)
        fall_onto(board, np.array(counts), MARKS.index("o"))
        for x in range(WIDTH):
            for _ in range(counts[x]):
                naive.drop(plain, x, "o")
        assert columns_of(board) == naive.columns_of(plain)


def test_boards_that_do_not_lie_in_one_piece_are_refused() -> None:
    with pytest.raises(TypingError):
        chain_all(np.zeros((4, 12), dtype=np.int64)[:, ::2])


SCRIPT = """
from engines.kernels.bits import can_gather
from engines.puyo.rules.board import MARKS, bulk_columns, bulk_planes
from engines.puyo.rules.chain import chain, chain_all, fall
from engines.puyo.solve.perft import count_perft
from engines.puyo.rules.place import legal_placements, place
from tests.engines.puyo.boards import floating_boards, settled_boards
boards = bulk_planes(settled_boards(6, {count}) + floating_boards(7, {count}))
for board in boards:
    fall(board)
    place(board, 2, MARKS.index("r"), MARKS.index("p"))
legal = [int(legal_placements(board)) for board in boards]
alone = [int(chain(board.copy())) for board in boards]
chains, points = chain_all(boards)
print([can_gather(), count_perft(("rr", "rg")), legal, alone, chains.tolist(), points.tolist(), bulk_columns(boards)])
"""


def other_way(environment: dict[str, str], count: int) -> Any:
    """What the script prints when kernels are compiled otherwise, or not at all."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(count=count)],
        capture_output=True, text=True, env=os.environ | environment, cwd=ROOT, check=True,
    )  # fmt: skip
    return literal_eval(done.stdout)


def expected_way(count: int) -> list[Any]:
    """What it must print, by the twin."""
    every: list[list[Any]] = [[], [], [], []]
    for columns in settled_boards(6, count) + floating_boards(7, count):
        board = naive.board_of(columns)
        naive.fall(board)
        naive.place(board, "3N", "rp")
        there = naive.placements(naive.heights_of(board))
        rounds = naive.chain(board)
        score = sum(round_.points for round_ in rounds)
        legal = sum(1 << number for number, name in enumerate(PLACEMENTS) if name in there)
        for values, value in zip(every, (legal, len(rounds), score, naive.columns_of(board)), strict=True):
            values.append(value)
    legal, chains, points, left = every
    return [legal, chains, chains, points, left]


def test_kernels_run_as_plain_python() -> None:
    assert other_way({"NUMBA_DISABLE_JIT": "1"}, 25) == [True, 11 + 11 * 22, *expected_way(25)]


def test_kernels_run_on_a_processor_of_any_kind() -> None:
    assert other_way({"NUMBA_CPU_NAME": "generic"}, 200) == [False, 11 + 11 * 22, *expected_way(200)]

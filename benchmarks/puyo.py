"""How fast the Puyo engine is, beside what others reach.

The peer of the simulation is ama (C++, SIMD), compiled for and measured on the machines that this project is
developed on. All times are CPU seconds of one core, compilation left out; each figure is the median of
several runs.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from engines.jit import kernel
from engines.puyo.board import (
    COLOR_CODES,
    GARBAGE,
    ROWS,
    VISIBLE,
    WIDTH,
    columns_from_rows,
    planes_from_codes,
    planes_of,
)
from engines.puyo.chain import chain_all, scored_chain
from engines.puyo.perft import count_perft

RUNS = 9
PEER = "ama (C++)"
LONG_CHAIN = (
    "..rygr", "rbbryb", "gbrygg", "rbrygb", "gybgyb", "ybgyrb", "gybgyr",
    "gybgyr", "grrbrb", "rbygbb", "grbygr", "grbygr", "grbygr",
)  # fmt: skip
LONG_CHAIN_PEER = 1.48
LONG_CHAINS = 20_000  # at a time
RANDOM_BOARDS, GARBAGE_SHARE = 200_000, 0.05
RANDOM_PEER = 10.0
PERFT_QUEUE = ("rg", "rg", "rr", "rg")  # two colours alone, so that one leaf in six has a chain
PERFT_NODES = 122_958
PERFT_TIMES = 10  # a single count is over too soon to be measured
PERFT_PEER = 12.3


def median_seconds(prepare: Callable[[], Any], work: Callable[[Any], Any]) -> float:
    """The median CPU seconds of some work on what is prepared for each run, the first run left out."""
    seconds = []
    for _ in range(RUNS + 1):
        material = prepare()
        start = time.process_time()
        work(material)
        seconds.append(time.process_time() - start)
    return statistics.median(seconds[1:])


@kernel
def score_one_by_one(boards: np.ndarray) -> int:
    """The points of all chains, each played to its end before the next begins."""
    total = 0
    for number in range(len(boards)):
        total += scored_chain(boards[number])[1]
    return total


def random_boards(count: int, seed: int = 1) -> np.ndarray:
    """Columns of heights 0 to 12, in four colours and some garbage."""
    generator = np.random.default_rng(seed)
    shape = (count, WIDTH, ROWS)
    codes = generator.choice(COLOR_CODES[:4], shape)
    codes[generator.random(shape) < GARBAGE_SHARE] = GARBAGE
    heights = generator.integers(0, VISIBLE + 1, (count, WIDTH, 1))
    return planes_from_codes(np.where(np.arange(ROWS) < heights, codes, 0))


def long_chain_row() -> dict[str, Any]:
    board = planes_of(columns_from_rows(LONG_CHAIN))
    seconds = median_seconds(lambda: np.repeat(board[None], LONG_CHAINS, axis=0), score_one_by_one)
    return {
        "name": "puyo 19-chain simulated and scored",
        "value": seconds / LONG_CHAINS * 1e6,
        "unit": "CPU us",
        "peer": LONG_CHAIN_PEER,
        "peer_name": PEER,
    }


def random_row() -> dict[str, Any]:
    boards = random_boards(RANDOM_BOARDS)
    seconds = median_seconds(boards.copy, chain_all)
    return {
        "name": "puyo random boards simulated and scored",
        "value": RANDOM_BOARDS / seconds / 1e6,
        "unit": "M boards / CPU s",
        "peer": RANDOM_PEER,
        "peer_name": PEER,
    }


def perft_row() -> dict[str, Any]:
    seconds = median_seconds(lambda: range(PERFT_TIMES), lambda times: [count_perft(PERFT_QUEUE) for _ in times])
    return {
        "name": f"puyo place, drop and chain, perft {' '.join(PERFT_QUEUE)}",
        "value": PERFT_TIMES * PERFT_NODES / seconds / 1e6,
        "unit": "M nodes / CPU s",
        "peer": PERFT_PEER,
        "peer_name": PEER,
    }


def benchmarks() -> list[dict[str, Any]]:
    """One row a benchmark: name, value, unit, and the figure to hold it against."""
    return [long_chain_row(), random_row(), perft_row()]

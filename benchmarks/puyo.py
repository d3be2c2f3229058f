"""How fast the Puyo engine is, beside what others reach.

The peer of the simulation is ama (C++, SIMD), that of solver and generator pon2 (Nim, SIMD), both measured on the
machines that this project is developed on. All times are CPU seconds of one core, compilation left out; each
figure is the median of several runs. A generator is timed for puzzles with exactly the peer's numbers of coloured
and garbage puyos, board and queue together, that are proved to have one solution; all others count as time lost.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks import puyo_agent
from benchmarks.hands import hands_rows
from engines.kernels.jit import kernel
from engines.puyo import ENGINE
from engines.puyo.make.generate import generate
from engines.puyo.make.variants import VARIANTS
from engines.puyo.rules.board import (
    COLOR_CODES,
    COLORS,
    GARBAGE,
    ROWS,
    VISIBLE,
    WIDTH,
    columns_from_rows,
    planes_from_codes,
    planes_of,
)
from engines.puyo.rules.chain import chain_all, scored_chain
from engines.puyo.rules.puzzle import Goal, Puzzle
from engines.puyo.solve.perft import count_perft
from engines.puyo.solve.solver import solve

RUNS = 9
PEER = "ama (C++)"
LONG_CHAIN = (
    "..rygr", "rbbryb", "gbrygg", "rbrygb", "gybgyb", "ybgyrb", "gybgyr",
    "gybgyr", "grrbrb", "rbygbb", "grbygr", "grbygr", "grbygr",
)  # fmt: skip
BY_HAND = ("chain-2x3", "chain-3x5", "clear-3")
LONG_CHAIN_PEER = 1.48
LONG_CHAINS = 20_000  # at a time
RANDOM_BOARDS, GARBAGE_SHARE = 200_000, 0.05
RANDOM_PEER = 10.0
PERFT_QUEUE = ("rg", "rg", "rr", "rg")  # two colours alone, so that one leaf in six has a chain
PERFT_NODES = 122_958
PERFT_TIMES = 10  # a single count is over too soon to be measured
PERFT_PEER = 12.3

SOLVER_PEER = "pon2 (Nim)"
# What is asked, the queue, the board from the top, and the peer's milliseconds; all solutions are found.
PROBLEMS = {
    "3-move 6-chain": (6, "rg rg rg", (".rgrg.", "rgrgrg", "rgrgrg", "rgrgrg"), 4.7),
    "4-move 7-chain": (7, "ry rr rb by", ("...ybb", "...oob", "...orr", "...yoo", "...yyg", "...brr", "...bor",
                                          "...boy", "...goy", "...ggy"), 27.0),
    "6-move 9-chain": (9, "gb gy yb gb yb yb", ("bgg...", "bobyy.", "ggbog.", "obyyg.", "obobyy", "oggbog", "oooyyg",
                                                "oooooo", "oooooo", "oooooo"), 3800.0),
}  # fmt: skip
# Coloured and garbage puyos, colours, and the peer's milliseconds for one with a single solution.
GENERATED = {
    "chain-2x3": (12, 2, 3, 17.4),
    "chain-3x4": (16, 0, 4, 203.0),
    "chain-3x5": (20, 0, 4, 596.0),
}
GENERATED_SECONDS = 2.0
FAR = ("chain-4x6", "chain-5x8", "chain-6x10")


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


def solve_row(name: str) -> dict[str, Any]:
    n, queue, rows, peer = PROBLEMS[name]
    puzzle = Puzzle(Goal("chain", n), tuple(queue.split()), columns_from_rows(rows))
    times = max(1, int(20 / peer))
    seconds = median_seconds(lambda: [puzzle], lambda puzzles: [solve(puzzles) for _ in range(times)])
    return {
        "name": f"puyo {name} solved, all solutions",
        "value": seconds / times * 1e3,
        "unit": "CPU ms",
        "peer": peer,
        "peer_name": SOLVER_PEER,
    }


def is_like(puzzle: Puzzle, coloured: int, garbage: int, colors: int) -> bool:
    """Whether a puzzle has exactly so many puyos, board and queue together."""
    marks = "".join(puzzle.columns) + "".join(map(str, puzzle.queue))
    counts = [marks.count(color) for color in COLORS]
    return (sum(counts), marks.count("o"), sum(count > 0 for count in counts)) == (coloured, garbage, colors)


def generate_row(
    variant: str, given: dict[str, Any], fits: Callable[[Puzzle], bool], peer: float | None, peer_name: str, what: str
) -> dict[str, Any]:
    """CPU milliseconds for a puzzle that fits and has one solution."""
    family = VARIANTS[variant]
    batch = 100 if family.moves <= 3 else 5
    generate(family, 1, 1, 0, given)
    made = unique = 0
    begin = time.process_time()
    while time.process_time() - begin < GENERATED_SECONDS or not unique:
        puzzles = [puzzle for puzzle in generate(family, 1, batch, made, given) if fits(puzzle)]
        unique += sum(verdict.verdict == "unique" for verdict in solve(puzzles, stop_at=2))
        made += batch
    return {
        "name": f"puyo {variant} made and proved unique{what}",
        "value": (time.process_time() - begin) / unique * 1e3,
        "unit": "CPU ms",
        "peer": peer,
        "peer_name": peer_name,
    }


def like_peer_row(variant: str) -> dict[str, Any]:
    coloured, garbage, colors, peer = GENERATED[variant]
    given = {"method": "reverse", "colors": (colors, colors), "garbage": (garbage, garbage), "extra": (0, 0)}
    what = f", {coloured} coloured, {garbage} garbage, {colors} colours"
    return generate_row(variant, given, lambda p: is_like(p, coloured, garbage, colors), peer, SOLVER_PEER, what)


def far_row(variant: str) -> dict[str, Any]:
    return generate_row(variant, {}, lambda puzzle: True, None, "nobody makes them", "")


def benchmarks() -> Iterator[dict[str, Any]]:
    """One row a benchmark, as soon as it is measured: name, value, unit, and the figure to hold it against."""
    yield long_chain_row()
    yield random_row()
    yield perft_row()
    yield from map(solve_row, PROBLEMS)
    yield from map(like_peer_row, GENERATED)
    yield from map(far_row, FAR)
    yield from puyo_agent.benchmarks()
    yield from hands_rows(ENGINE, BY_HAND)

"""How fast the T-spin engine is, beside what others reach.

The peer of the move generator is the fastest open one (C++, SIMD), which counts the leaves of
IOLJSZT at 331 million per CPU second. Nobody else proves puzzles unique: there the peer is
what this project aims at. All times are CPU seconds of one core, compilation left out.
"""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from benchmarks import tspin_agent
from benchmarks.hands import hands_rows
from engines.tspin import ENGINE
from engines.tspin.make.generate import candidates
from engines.tspin.make.variants import VARIANTS
from engines.tspin.rules.puzzle import SRS
from engines.tspin.solve.perft import count_perft
from engines.tspin.solve.solver import Batch, find_all

BY_HAND = ("tsd-2", "donate-3", "tsd-2-srs", "tst-3-srs")

PERFT = ("IOLJSZ", "IOLJSZT")
PERFT_PEER = 331.0
PROVED_AIMS = {"tsd-1": 100_000.0, "tsd-2": 10_000.0, "tsd-3": 1_000.0, "tsd-4": 50.0}
PROVED_SECONDS = 1.5
BATCHES = {1: 2000, 2: 500, 3: 50, 4: 10}  # candidates at a time, by pieces


def cpu_seconds(work: Callable[[], Any]) -> float:
    """How long some work takes, in CPU seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def prove(variant: str, count: int, first: int = 0) -> int:
    """Make candidates and prove which of them have one solution; how many have."""
    family = VARIANTS[variant]
    made = candidates(family, 1, count, first)
    lengths = np.full(count, family.moves, dtype=np.int64)
    srs = np.full(count, family.parameters["moves"] == SRS)
    found = find_all(Batch(made.columns, made.queues, lengths, srs, made.aims), stop_at=2)
    return int(((found.counts == 1) & found.finished).sum())


def perft_row(queue: str) -> dict[str, Any]:
    count_perft(queue[:1])
    counts: list[int] = []
    seconds = cpu_seconds(lambda: counts.append(count_perft(queue)))
    return {
        "name": f"tspin perft {queue}",
        "value": counts[0] / seconds / 1e6,
        "unit": "M leaves / CPU s",
        "peer": PERFT_PEER,
        "peer_name": "cobra-movegen (C++), IOLJSZT",
    }


def proved_row(variant: str) -> dict[str, Any]:
    """Candidates are made until some CPU seconds have gone by."""
    size = BATCHES[VARIANTS[variant].moves]
    prove(variant, 2)
    made, unique, seconds = 0, 0, 0.0
    begin = time.process_time()
    while seconds < PROVED_SECONDS:
        unique += prove(variant, size, made)
        made += size
        seconds = time.process_time() - begin
    return {
        "name": f"tspin {variant} made and proved unique",
        "value": unique / seconds,
        "unit": "puzzles / CPU s",
        "peer": PROVED_AIMS.get(variant),
        "peer_name": "our aim" if variant in PROVED_AIMS else "nobody proves them",
    }


def seconds_for(processes: int) -> float:
    """How long so many processes take for the same work each."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        for _ in range(2):
            list(pool.map(prove, ["tsd-2"] * 2 * processes, [10] * 2 * processes))  # everyone is there and compiled
        rounds = []
        for _ in range(3):
            start = time.perf_counter()
            list(pool.map(prove, ["tsd-2"] * processes, [30_000] * processes))
            rounds.append(time.perf_counter() - start)
        return min(rounds)


def scaling_row() -> dict[str, Any]:
    """What a second process brings: twice the work, in hardly more time if there is a core for it."""
    return {
        "name": "tspin tsd-2, two processes against one",
        "value": 2 * seconds_for(1) / seconds_for(2),
        "unit": "times",
        "peer": 1.9,
        "peer_name": "our aim",
    }


def peak_megabytes(count: int) -> float:
    """The most memory that a fresh process takes to make and print candidates."""
    code = (
        "import resource, sys; sys.argv = ['tsume', 'generate', 'tsd-1', '--count', sys.argv[1]]; "
        "from orchestration.cli import main; main(); "
        "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
    )
    run = subprocess.run([sys.executable, "-c", code, str(count)], capture_output=True, text=True, check=True)
    return int(run.stderr.split()[-1]) / 1024


def memory_row() -> dict[str, Any]:
    """Whether memory stays flat: the peak for twenty times as many candidates."""
    peak_megabytes(10)  # whatever has to be compiled is compiled
    return {
        "name": "tspin memory for 100,000 candidates against 5,000",
        "value": peak_megabytes(100_000) / peak_megabytes(5_000),
        "unit": "times",
        "peer": 1.0,
        "peer_name": "flat",
    }


def benchmarks() -> Iterator[dict[str, Any]]:
    """One row a benchmark, as soon as it is measured: name, value, unit, and the figure to hold it against."""
    yield from map(perft_row, PERFT)
    yield from map(proved_row, VARIANTS)
    yield from tspin_agent.benchmarks()
    yield from hands_rows(ENGINE, BY_HAND)
    yield scaling_row()
    yield memory_row()

"""How fast the T-spin engine is, beside what others reach.

The peer of the move generator is the fastest open one (C++, SIMD), which counts the leaves of
IOLJSZT at 331 million per CPU second. Nobody else proves puzzles unique: there the peer is
what this project aims at. All times are CPU seconds of one core, compilation left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from engines.tspin.generate import VARIANTS, candidates
from engines.tspin.moves import count_perft
from engines.tspin.solve import Batch, find_all

PERFT = ("IOLJS", "IOLJT", "IOLJSZ")
PERFT_PEER = 331.0
PROVED_AIMS = {"tsd-1": 100_000.0, "tsd-2": 10_000.0}
PROVED_COUNTS = {"tsd-1": 50_000, "tsd-2": 20_000}


def cpu_seconds(work: Callable[[], Any]) -> float:
    """How long some work takes, in CPU seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def prove(variant: str, count: int) -> Any:
    """Make candidates and find every solution of each."""
    made = candidates(VARIANTS[variant], 1, count)
    lengths = np.full(count, VARIANTS[variant].moves, dtype=np.int64)
    return find_all(Batch(made.columns, made.queues, lengths, np.zeros(count, dtype=np.bool_)))


def perft_row(queue: str) -> dict[str, Any]:
    count = count_perft(queue)
    return {
        "name": f"tspin perft {queue}",
        "value": count / cpu_seconds(lambda: count_perft(queue)) / 1e6,
        "unit": "M leaves / CPU s",
        "peer": PERFT_PEER,
        "peer_name": "cobra-movegen (C++), IOLJSZT",
    }


def proved_row(variant: str) -> dict[str, Any]:
    prove(variant, 10)
    count = PROVED_COUNTS[variant]
    return {
        "name": f"tspin {variant} made and proved",
        "value": count / cpu_seconds(lambda: prove(variant, count)),
        "unit": "puzzles / CPU s",
        "peer": PROVED_AIMS[variant],
        "peer_name": "our aim",
    }


def benchmarks() -> list[dict[str, Any]]:
    """One row a benchmark: name, value, unit, and the figure to hold it against."""
    return [*map(perft_row, PERFT), *map(proved_row, PROVED_AIMS)]

"""How fast this machine is: a fixed small kernel, so that times of different machines can be compared.

It depends on nothing of the project. A stated time means little without the figure of the machine beside it.
"""

from __future__ import annotations

import time
from typing import Any

import numba
import numpy as np

NAME = "this machine: 200 million steps of xorshift"
STEPS = 200_000_000
RUNS = 3


@numba.njit
def mix(steps: int) -> Any:
    """A stream of numbers (xorshift), as many times as asked for: no memory, no branches."""
    state = np.uint64(88172645463325252)
    for _ in range(steps):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
    return state


def seconds() -> float:
    """CPU seconds of the fastest of some runs."""
    mix(1)
    taken = []
    for _ in range(RUNS):
        began = time.process_time()
        mix(STEPS)
        taken.append(time.process_time() - began)
    return min(taken)


def benchmarks() -> list[dict[str, Any]]:
    return [{"name": NAME, "value": seconds(), "unit": "CPU s", "peer": None, "peer_name": ""}]

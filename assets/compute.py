"""Where the heavy work is done: in this process, or in local worker processes.

Generation and proofs are cut into tasks by (variant, range of numbers). A task is a top-level
function and its arguments, and its result depends on these alone, so where it runs and how many
run at once changes nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, TypeVar

from assets import progress

T = TypeVar("T")
TASK = 1000  # puzzles of one move a task: a second or less of work, little enough to show progress
FEW = 20  # of four moves: starting a task has its cost too
WORTH_A_POOL = 8  # tasks below which starting worker processes costs more than it saves


@dataclass(frozen=True)
class Compute:
    workers: int = 0  # 0: one a core

    def run(self, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], pool: bool = False) -> list[T]:
        """`function(*task)` for every task, results in the order of the tasks.

        `pool` says that even a few tasks are worth worker processes."""
        results: list[T] = []
        for result in self._results(function, tasks, pool):
            results.append(result)
            progress.current().advance(len(results), len(tasks))
        return results

    def _results(self, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], pool: bool) -> Iterator[T]:
        workers = min(self.workers or os.cpu_count() or 1, len(tasks))
        if workers <= 1 or (len(tasks) < WORTH_A_POOL and not pool):
            yield from (function(*task) for task in tasks)
            return
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context, initializer=begin_worker) as executor:
            for future in [executor.submit(function, *task) for task in tasks]:
                yield future.result()


def begin_worker() -> None:
    """A worker leaves interrupts to its parent, and ends when the parent does, however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=end_with, args=(parent.sentinel,), daemon=True).start()


def end_with(sentinel: int) -> None:
    """Wait for a process to end, then end this one at once."""
    wait([sentinel])
    os._exit(1)


def task_size(moves: int) -> int:
    """Puzzles a task: each move more takes several times as long."""
    return max(TASK >> 2 * (moves - 1), FEW >> 2 * max(moves - 4, 0), 1)


def ranges(count: int, size: int = TASK) -> Iterator[tuple[int, int]]:
    """(start, length) pairs that cover 0 .. count-1."""
    for start in range(0, count, size):
        yield start, min(size, count - start)

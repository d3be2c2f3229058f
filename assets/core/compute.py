"""Where the heavy work is done: in this process, or in local worker processes.

Generation and proofs are cut into tasks by (variant, range of numbers). A task is a top-level
function and its arguments, and its result depends on these alone, so where it runs and how many
run at once changes nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from functools import cached_property
from multiprocessing.connection import wait
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from assets.core import progress

T = TypeVar("T")
TASK = 1000  # puzzles of one move a task: a second or less of work, little enough to show progress
FEW = 20  # of four moves: starting a task has its cost too
WORTH_A_POOL = 8  # tasks below which starting worker processes costs more than it saves
IN_HAND = 2  # handfuls of tasks a worker that are handed out at a time
HANDFUL = 64  # tasks, at most
WHILE = 0.25  # seconds after which a worker gives the rest of a handful back
LAST_WORDS = 2.0  # seconds that the thread beside the workers is waited for, at most, when they are let go


class Closed(RuntimeError):
    """Work was asked of a `Compute` that has been closed."""


@dataclass(frozen=True)
class Compute:
    """Worker processes that start with the first work worth them and stay: a night needs them for nearly every stage,
    and each takes seconds to begin. Several threads may have work done at once; their tasks take turns.

    Whoever made it closes it: Python waits at its end for workers that wait for work."""

    workers: int = 0  # 0: one a core

    def run(self, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], pool: bool = False) -> list[T]:
        """`function(*task)` for every task, results in the order of the tasks.

        `pool` says that even a few tasks are worth worker processes."""
        results: dict[int, T] = {}
        for place, result in self._results(function, tasks, pool):
            results[place] = result
            progress.current().advance(len(results), len(tasks))
        return [results[place] for place in range(len(tasks))]

    def apart(self, function: Callable[..., T], *task: Any) -> T:
        """`function(*task)` in a worker, so that other threads of this process can go on meanwhile."""
        if self.processes <= 1:
            return function(*task)
        ((_, result),) = self._in_workers(function, [task])
        return result

    def _results(
        self, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], pool: bool
    ) -> Iterator[tuple[int, T]]:
        """Results with the places of their tasks, as they come."""
        if min(self.processes, len(tasks)) <= 1 or (len(tasks) < WORTH_A_POOL and not pool):
            yield from ((place, function(*task)) for place, task in enumerate(tasks))
        else:
            yield from self._in_workers(function, tasks)

    def _in_workers(self, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, T]]:
        pool = self._pool
        try:
            yield from self._taken_in_turns(pool, function, tasks)
        except BrokenExecutor:  # a worker was killed: whoever tries again gets new ones
            if self.__dict__.get("_pool") is pool:
                self._let_go()
            raise

    def _taken_in_turns(
        self, pool: ProcessPoolExecutor, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        """Hand out a few handfuls at a time, so that all of them do not keep another thread's waiting. What a worker
        does not get done of one in a while comes back: threads take turns by time, however small their tasks are."""
        left = deque(enumerate(tasks))
        given: dict[Future[list[T]], list[tuple[int, tuple[Any, ...]]]] = {}
        hands = IN_HAND * self.processes
        try:
            while left or given:
                while left and len(given) < hands:
                    handful = [left.popleft() for _ in range(max(1, min(HANDFUL, len(left) // hands)))]
                    given[pool.submit(for_a_while, function, [task for _, task in handful])] = handful
                for future in wait_for(given, return_when=FIRST_COMPLETED).done:
                    handful, results = given.pop(future), future.result()
                    left.extendleft(reversed(handful[len(results) :]))
                    yield from ((place, result) for (place, _), result in zip(handful, results, strict=False))
        finally:
            for future in given:
                future.cancel()

    @property
    def processes(self) -> int:
        return self.workers or os.cpu_count() or 1

    @cached_property
    def _pool(self) -> ProcessPoolExecutor:
        if self.__dict__.get("_closed"):
            raise Closed("the run that this work was for has ended")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.processes, mp_context=context, initializer=begin_worker)

    def close(self) -> None:
        """Let the workers go for good, whatever they are at: nobody waits for it any more."""
        self.__dict__["_closed"] = True
        self._let_go()

    def __enter__(self) -> Compute:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _let_go(self) -> None:
        pool = self.__dict__.pop("_pool", None)
        if pool is not None:
            workers, manager = list((pool._processes or {}).values()), pool._executor_manager_thread
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            if manager is not None:  # else Python may wake it at its end while it closes, and complain
                manager.join(LAST_WORDS)

    def __reduce__(self) -> tuple[type[Compute], tuple[int]]:
        """A worker that gets this has no workers of its own."""
        return Compute, (1,)


def for_a_while(function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> list[T]:
    """The results of the first tasks: of as many as there is time for, one at least."""
    end, results = monotonic() + WHILE, [function(*tasks[0])]
    for task in tasks[1:]:
        if monotonic() > end:
            break
        results.append(function(*task))
    return results


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

"""A few threads for what takes time: engines, files, the log. The event loop waits for them and is never held up.

What waits is bounded, too. When too much waits already, or when something takes too long, the player is told so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from player.attempts.refusals import Busy

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 6
MOST_WAITING = 400
SECONDS = 30.0
PATIENCE = 2.0  # seconds that the end waits for the threads
BUSY = "the service is busy: try again in a moment", "混み合っています。少し待ってからもう一度お試しください。"


class Workers:
    """Threads that do one thing after another."""

    def __init__(
        self, threads: int = THREADS, most_waiting: int = MOST_WAITING, seconds: float | None = None
    ) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="play")
        self.most_waiting, self.seconds = most_waiting, seconds or SECONDS
        self.waiting = 0

    async def run(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Have a thread do it; `Busy` if that takes too long. What has begun goes on to its end."""
        if self.waiting >= self.most_waiting:
            raise Busy(*BUSY)
        self.waiting += 1
        future = self.pool.submit(work, *given, **named)
        future.add_done_callback(self.done(asyncio.get_running_loop()))
        return await self.wait(future)

    def done(self, loop: asyncio.AbstractEventLoop) -> Callable[[Future[Any]], None]:
        """Counts one less, on the loop's own thread."""

        def count() -> None:
            self.waiting -= 1

        def told(future: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(count)

        return told

    async def wait(self, future: Future[T]) -> T:
        """The result of something that goes on elsewhere, as long as it comes in time; it is never cancelled."""
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.shield(asyncio.wrap_future(future))
        except TimeoutError:
            raise Busy(*BUSY) from None

    def close(self, seconds: float = PATIENCE) -> bool:
        """Start nothing more, and let the threads finish what they do; whether they did so in time."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        deadline = time.monotonic() + seconds
        for thread in list(self.pool._threads):
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self.pool._threads)

"""The lanes of a night side by side: the stages of each game, one after the other, in a thread of its own.

Dagster takes one step at a time, and while a step checks and writes what was made the workers would have nothing to
do. So the lanes of a whole night run ahead of Dagster's steps, and a step takes what its lane has made for it. What
is made is the same, since a stage depends on its inputs alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextvars import copy_context
from threading import Lock, Thread
from typing import Generic, TypeVar

T = TypeVar("T")
Maker = Callable[[str], T]  # of a game


class Lanes(Generic[T]):
    """What the lanes of some games have made so far, by game and stage."""

    def __init__(self, games: Sequence[str], makers: Mapping[str, Maker[T]]) -> None:
        """`makers` of the stages in an order in which these can be made."""
        self._lock = Lock()
        self._waiting: dict[tuple[str, str], Future[T | None]] = {
            (game, stage): Future() for game in games for stage in makers
        }
        for game in games:
            futures = {stage: self._waiting[game, stage] for stage in makers}
            work = copy_context().run
            Thread(target=work, args=(run, game, makers, futures), name=f"lane {game}", daemon=True).start()

    def take(self, game: str, stage: str) -> T | None:
        """Wait for a stage of a game and take what was made, or raise what stopped it. None if the lane stopped
        before it, or if it was taken already: then whoever asks has to make it."""
        with self._lock:
            waiting = self._waiting.pop((game, stage), None)
        return waiting.result() if waiting else None


def run(game: str, makers: Mapping[str, Maker[T]], futures: Mapping[str, Future[T | None]]) -> None:
    """Make one stage after the other, up to one that fails."""
    failed = False
    for stage, make in makers.items():
        if failed:
            futures[stage].set_result(None)
            continue
        try:
            futures[stage].set_result(make(game))
        except BaseException as error:
            futures[stage].set_exception(error)
            failed = True

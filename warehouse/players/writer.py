"""The one thread that writes to a log. It takes all that has come while it was busy and commits it together; only
then is it acknowledged. What goes wrong with the database is told to everyone who waits, and the next commit tries
again.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from warehouse.players.appending import append
from warehouse.players.events import Event, Stored
from warehouse.players.store import LogUnavailable, Store

MOST = 500  # of what is committed together
PATIENCE = 2.0  # seconds that the end waits for the thread

Change = Callable[[sa.Connection], Any]


@dataclass(frozen=True)
class Request:
    """Events to append, or another change; and where whoever asked for it waits."""

    events: tuple[Event, ...] = ()
    change: Change | None = None
    future: Future[Any] = field(default_factory=Future)


class Writer:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    def append(self, events: Sequence[Event]) -> Future[list[Stored]]:
        return self._ask(Request(tuple(events)))

    def change(self, change: Change) -> Future[Any]:
        return self._ask(Request(change=change))

    def close(self, seconds: float = PATIENCE) -> bool:
        """Write what is still waiting, then end; whether that was done in time. A database that does not answer holds
        nobody up: what it was not told has not been acknowledged."""
        with self._lock:
            self._closed = True
            thread = self._thread
        if thread is not None:
            self._requests.put(None)
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def _ask(self, request: Request) -> Future[Any]:
        with self._lock:
            if self._closed:
                raise LogUnavailable(f"the log of players at {self._store.name} has been closed")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="player-log", daemon=True)
                self._thread.start()
            self._requests.put(request)
        return request.future

    def _run(self) -> None:
        while (request := self._requests.get()) is not None:
            batch = [request]
            while len(batch) < MOST and not self._requests.empty():
                following = self._requests.get()
                if following is None:
                    self._requests.put(None)
                    break
                batch.append(following)
            self._commit([each for each in batch if each.future.set_running_or_notify_cancel()])

    def _commit(self, batch: list[Request]) -> None:
        """All of it in one transaction. If that fails for another reason than the database being away, each by
        itself, so that nobody suffers for what somebody else asked for."""
        try:
            answers = self._written(batch)
        except BaseException as error:
            if len(batch) > 1 and not isinstance(error, LogUnavailable):
                for request in batch:
                    self._commit([request])
                return
            answers = [error] * len(batch)
        for request, answer in zip(batch, answers, strict=True):
            if isinstance(answer, BaseException):
                request.future.set_exception(answer)
            else:
                request.future.set_result(answer)

    def _written(self, batch: list[Request]) -> list[Any]:
        answers: list[Any] = []
        with self._store.writing() as connection:
            for appends, group in groupby(batch, key=lambda request: request.change is None):
                if appends:
                    answers += append(connection, [request.events for request in group])
                else:
                    answers += [changed(connection, request.change) for request in group]
        return answers


def changed(connection: sa.Connection, change: Change | None) -> Any:
    """What a change answers, or why it was refused; then nothing of it is written."""
    assert change is not None
    try:
        with connection.begin_nested():
            return change(connection)
    except sa.exc.SQLAlchemyError:
        raise
    except Exception as error:
        return error

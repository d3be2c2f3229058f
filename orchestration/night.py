"""Runs one night in this process, recorded in Dagster's own storage, with progress for a person."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from contextvars import copy_context
from typing import TypeVar

import dagster as dg
from rich.console import Console

from assets.core import progress
from assets.core.kernels import worth_compiling
from assets.core.settings import Settings
from orchestration.assembly import build
from orchestration.display import Display, Step
from orchestration.executor import execute_here, kept_open
from orchestration.instance import is_storage_error, storage_error
from orchestration.jobs import NIGHTLY, only_found
from orchestration.leaving import left
from orchestration.runs import RUN_TAG, close_dead_runs, held
from warehouse.home import Home

T = TypeVar("T")


class NightFailed(RuntimeError):
    """The night did not finish; the message says what stopped it."""


def run_night(home: Home, settings: Settings, night: str) -> list[Step]:
    """Make one night, from candidates to the warehouse. What each stage said of itself."""
    console = Console(file=sys.stderr)
    display = Display(console)
    console.print(f"[bold]tsume[/bold] night of {night}", highlight=False)
    if worth_compiling(settings.games):
        console.print("  the first on this machine: kernels are compiled once, for a minute or two", highlight=False)
    with open_instance(home) as instance, held(home, uuid.uuid4().hex) as tag:
        close_dead_runs(instance, home)
        job = build(settings).resolve_job_def(NIGHTLY)
        config = only_found(settings.games).to_config_dict()
        # Dagster's own asides go nowhere: what matters of them is in the run log and in the exception.
        with display.bar, progress.heard_by(display), contextlib.redirect_stderr(io.StringIO()):
            result = interruptible(
                lambda: execute_here(
                    job,
                    instance,
                    night,
                    run_config=config | {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
                    tags={RUN_TAG: tag},
                ),
                lambda: close_runs(instance, tag),
            )
    if not result.success:
        raise NightFailed(reason(result) + f" (run {result.run_id})")
    display.close()
    return display.steps


def interruptible(work: Callable[[], T], goodbye: Callable[[], None]) -> T:
    """Do the work, but let SIGTERM and Ctrl-C end the process at once.

    In the main thread Dagster would take both signals and finish the run all the same. Ending at once is
    safe: nothing is ever half-written.
    """
    outcome: list[T | BaseException] = []

    def keep() -> None:
        # What this thread starts must not hear Ctrl-C, which a terminal sends to all: it ends with this process.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            outcome.append(work())
        except BaseException as error:
            outcome.append(error)

    def stop(number: int, _: object) -> None:
        for each in before:  # a second signal must not come in between and wait for what the first one holds
            signal.signal(each, lambda again, _: os._exit(128 + again))
        what = "interrupted" if number == signal.SIGINT else "terminated"
        os.write(2, f"tsume: {what}: {left()}\n".encode())  # sys.stderr may be anywhere
        goodbye()
        os._exit(128 + number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    thread = threading.Thread(target=copy_context().run, args=(keep,), name="night", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.2)
    for number, handler in before.items():
        signal.signal(number, handler)
    (result,) = outcome
    if isinstance(result, BaseException):
        raise result
    return result


def close_runs(instance: dg.DagsterInstance, tag: str) -> None:
    """Mark the runs of this process as canceled."""
    for run in instance.get_runs(filters=dg.RunsFilter(tags={RUN_TAG: tag})):
        instance.report_run_canceled(run, "stopped by a signal")


@contextlib.contextmanager
def open_instance(home: Home) -> Iterator[dg.DagsterInstance]:
    """Dagster's storage; if it cannot be opened, or fails later on, one line on what to do about it."""
    try:
        instance = dg.DagsterInstance.get()
    except Exception as error:  # any of SQLAlchemy's, SQLite's and Alembic's
        raise NightFailed(str(storage_error(home, error))) from error
    try:
        with instance, kept_open(instance):
            yield instance
    except Exception as error:
        if is_storage_error(error):
            raise NightFailed(str(storage_error(home, error))) from error
        raise


def reason(result: dg.ExecuteInProcessResult) -> str:
    """What stopped a run, in the words of whoever stopped it."""
    for event in result.all_events:
        if event.is_step_failure:
            data = event.step_failure_data
            described = data.user_failure_data.description if data.user_failure_data else None
            error = data.error.cause or data.error if data.error else None
            said = described or (error.message.strip() if error else "no reason given")
            return f"{(event.step_key or '').replace('__', '/')} failed: {said}"
    return "the run did not finish"

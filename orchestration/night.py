"""Runs one night in this process, recorded in Dagster's own storage, with progress for a person.

A killed run cannot say that it ended. Each run here holds a lock that the kernel lets go of with the
process, so the next run finds the dead ones and closes them: the UI never shows a ghost at work.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import signal
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from typing import TypeVar

import dagster as dg
from rich.console import Console

from assets import progress
from assets.compute import Compute
from assets.settings import Settings
from orchestration.assembly import build
from orchestration.display import Display, Step
from orchestration.jobs import NIGHTLY, only_found
from warehouse.home import Home, sweep

RUN_TAG = "tsume/process"
T = TypeVar("T")


class NightFailed(RuntimeError):
    """The night did not finish; the message says what stopped it."""


def run_night(home: Home, settings: Settings, night: str) -> list[Step]:
    """Make one night, from candidates to the warehouse. What each stage said of itself."""
    sweep(home.root)
    console = Console(file=sys.stderr)
    display = Display(console)
    console.print(f"[bold]tsume[/bold] night of {night}", highlight=False)
    with open_instance(home) as instance, held_tag(home) as tag:
        close_dead_runs(instance, home)
        compute = Compute(settings.workers)
        job = build(settings, compute).resolve_job_def(NIGHTLY)
        config = only_found(settings.games).to_config_dict()
        # Dagster's own asides go nowhere: what matters of them is in the run log and in the exception.
        with display.bar, progress.heard_by(display), contextlib.redirect_stderr(io.StringIO()):
            result = interruptible(
                lambda: job.execute_in_process(
                    run_config=config | {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
                    instance=instance,
                    partition_key=night,
                    raise_on_error=False,
                    tags={RUN_TAG: tag},
                ),
                lambda: close_runs(instance, tag),
            )
        compute.close()
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
        try:
            outcome.append(work())
        except BaseException as error:
            outcome.append(error)

    def stop(number: int, _: object) -> None:
        for each in before:  # a second signal must not come in between and wait for what the first one holds
            signal.signal(each, lambda again, _: os._exit(128 + again))
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


def open_instance(home: Home) -> dg.DagsterInstance:
    """Dagster's storage; if it cannot be opened, what to do about it."""
    try:
        return dg.DagsterInstance.get()
    except Exception as error:  # any of SQLAlchemy's, SQLite's and Alembic's
        if home.is_full():
            raise
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise NightFailed(
            f"cannot open Dagster's storage {home.dagster}: {said} (it holds the history of runs only: "
            "move it away and it is made again)"
        ) from error


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


@contextmanager
def held_tag(home: Home) -> Iterator[str]:
    """A name for this process's run, alive as long as its lock is held."""
    folder = lock_folder(home)
    folder.mkdir(parents=True, exist_ok=True)
    tag = uuid.uuid4().hex
    with open(folder / tag, "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield tag
        (folder / tag).unlink(missing_ok=True)


def lock_folder(home: Home) -> Path:
    return home.root / "locks" / "runs"


def is_alive(home: Home, tag: str) -> bool:
    try:
        with open(lock_folder(home) / tag) as handle:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    (lock_folder(home) / tag).unlink(missing_ok=True)
    return False


def close_dead_runs(instance: dg.DagsterInstance, home: Home) -> None:
    """Mark runs whose process is gone as failed."""
    unfinished = dg.RunsFilter(
        statuses=[
            dg.DagsterRunStatus.STARTED,
            dg.DagsterRunStatus.STARTING,
            dg.DagsterRunStatus.NOT_STARTED,
        ]
    )
    for run in instance.get_runs(filters=unfinished):
        tag = run.tags.get(RUN_TAG)
        if tag and not is_alive(home, tag):
            instance.report_run_failed(run, "the process of this run is gone")

"""Which runs are alive. A killed run cannot say that it ended.

Each run holds a lock that the kernel lets go of with its process. Whoever finds a lock that nobody holds knows that
its run is dead, and closes it: the UI never shows a ghost at work.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg

from warehouse.home import Home

RUN_TAG = "tsume/process"  # of runs on the command line: the name of the lock that their process holds
UNFINISHED = (
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
)


def lock_folder(home: Home) -> Path:
    return home.root / "locks" / "runs"


@contextmanager
def held(home: Home, name: str) -> Iterator[str]:
    """Hold the lock of that name."""
    path = lock_folder(home) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            yield name
        finally:
            path.unlink(missing_ok=True)


def is_dead(home: Home, name: str) -> bool | None:
    """Whether the holder of a lock is gone; None if there is no such lock."""
    path = lock_folder(home) / name
    try:
        with open(path) as handle:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return None
    except OSError:
        return False
    return True


def close_dead_runs(instance: dg.DagsterInstance, home: Home) -> None:
    """Mark runs whose process is gone as failed. (One without a lock may be about to begin, unless it is tagged.)"""
    for run in unfinished(instance):
        tag = run.tags.get(RUN_TAG)
        tagged = tag is not None and is_dead(home, tag) is not False
        if tagged or is_dead(home, run.run_id):
            instance.report_run_failed(run, "the process of this run is gone")
            for name in filter(None, (tag, run.run_id)):
                (lock_folder(home) / name).unlink(missing_ok=True)


def unfinished(instance: dg.DagsterInstance, job: str | None = None) -> list[dg.DagsterRun]:
    """The runs that are under way or are to come."""
    return list(instance.get_runs(filters=dg.RunsFilter(job_name=job, statuses=list(UNFINISHED))))

"""Runs the steps of a run side by side, each in a thread of the one process that the run has.

Dagster's own executors take one step at a time in this process, or start a process for each step, which takes
seconds. The steps of a night mostly wait for the worker processes of `Compute`, so threads are enough: each
step begins as soon as what it needs is there, and its events are recorded as they happen. What Dagster shows as the
time of a step is the time that it took.

This is the only module that uses parts of Dagster which are not public; its version is pinned.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, cast

import dagster as dg
import sqlalchemy as sa
from dagster._core.definitions.job_base import InMemoryJob
from dagster._core.errors import DagsterExecutionInterruptedError
from dagster._core.events import DagsterEvent, EngineEventData
from dagster._core.execution.api import ExecuteRunWithPlanIterable
from dagster._core.execution.compute_logs import create_compute_log_file_key
from dagster._core.execution.context.system import (
    PlanExecutionContext,
    PlanOrchestrationContext,
    StepExecutionContext,
)
from dagster._core.execution.context_creation_job import PlanExecutionContextManager
from dagster._core.execution.execute_in_process import core_execute_in_process
from dagster._core.execution.plan.active import ActiveExecution
from dagster._core.execution.plan.execute_plan import _trigger_hook, dagster_event_sequence_for_step
from dagster._core.execution.plan.instance_concurrency_context import InstanceConcurrencyContext
from dagster._core.execution.plan.plan import ExecutionPlan
from dagster._core.execution.retries import RetryMode
from dagster._core.storage.event_log import SqliteEventLogStorage
from dagster._core.storage.sqlite import SQLITE_BUSY_TIMEOUT_SECONDS
from dagster._utils.interrupts import pop_captured_interrupt

AT_ONCE = 4  # steps, unless the run's configuration says otherwise
TICK = 0.5  # seconds after which a thread that waits looks whether it was interrupted

Events = Iterator[DagsterEvent]


@dg.executor(
    name="side_by_side",
    config_schema={
        "max_concurrent": dg.Field(int, default_value=AT_ONCE, description="How many steps run at once, at most.")
    },
)
def side_by_side(context: dg.InitExecutorContext) -> dg.Executor:
    """Steps in threads of one process, each as soon as what it needs is there."""
    return SideBySide(cast(int, context.executor_config["max_concurrent"]))


class SideBySide(dg.Executor):
    def __init__(self, at_once: int) -> None:
        self.at_once = at_once

    @property
    def retries(self) -> RetryMode:
        return RetryMode.ENABLED

    def execute(self, plan_context: PlanOrchestrationContext, execution_plan: ExecutionPlan) -> Events:
        steps = execution_plan.step_keys_to_execute
        said = f"Executing steps side by side, {self.at_once} at most (pid: {os.getpid()})"
        yield DagsterEvent.engine_event(plan_context, said, EngineEventData.in_process(os.getpid(), steps))
        with kept_open(plan_context.instance):
            yield from ExecuteRunWithPlanIterable(
                execution_plan=plan_context.execution_plan,
                iterator=partial(run_steps, at_once=self.at_once),
                execution_context_manager=PlanExecutionContextManager(
                    job=plan_context.job,
                    retry_mode=plan_context.retry_mode,
                    execution_plan=plan_context.execution_plan,
                    run_config=plan_context.run_config,
                    dagster_run=plan_context.dagster_run,
                    instance=plan_context.instance,
                    raise_on_error=plan_context.raise_on_error,
                    output_capture=plan_context.output_capture,
                ),
            )


@contextmanager
def kept_open(instance: dg.DagsterInstance) -> Iterator[None]:
    """Meanwhile the history of runs, if it is in SQLite, stays open in this process.

    Dagster opens a database for every single event, and closes it again, which writes it through to the disk: some
    thousand times a night. A commit need not wait for the disk either: after a power cut the history may lack what
    came last, but it is whole, and no data are in it.
    """
    log = instance.event_log_storage
    if type(log) is not SqliteEventLogStorage or "_connect" in vars(log):  # kept already by whoever opened it
        yield
        return
    engines: dict[str, sa.Engine] = {}
    open_anew = log._connect

    @contextmanager
    def connect(shard: str) -> Iterator[sa.Connection]:
        if shard not in log._initialized_dbs:
            with open_anew(shard):
                pass
        with log._db_lock:
            if shard not in engines:
                engines[shard] = engine_of(log.conn_string_for_shard(shard))
            with engines[shard].begin() as connection:
                yield connection

    log._connect = connect  # type: ignore[method-assign]
    try:
        yield
    finally:
        del log._connect
        with log._db_lock:
            for engine in engines.values():
                engine.dispose()


def engine_of(address: str) -> sa.Engine:
    """One connection to a database, for all threads in turn."""
    shared = {"timeout": SQLITE_BUSY_TIMEOUT_SECONDS, "check_same_thread": False}
    engine = sa.create_engine(address, poolclass=sa.StaticPool, connect_args=shared)
    sa.event.listen(engine, "connect", lambda opened, _: opened.execute("pragma synchronous = normal"))
    return engine


@dataclass(frozen=True)
class Running:
    """A step under way: its thread puts what happens into `arrivals`, and last None or what it raised."""

    context: StepExecutionContext
    events: list[DagsterEvent] = field(default_factory=list)


Arrivals = SimpleQueue[tuple[str, DagsterEvent | BaseException | None]]


def run_steps(job_context: PlanExecutionContext, execution_plan: ExecutionPlan, at_once: int) -> Events:
    """Start every step as soon as it can be, and pass on what happens, up to the end of the plan."""
    arrivals: Arrivals = SimpleQueue()
    running: dict[str, Running] = {}
    with (
        InstanceConcurrencyContext(job_context.instance, job_context.dagster_run) as slots,
        execution_plan.start(
            job_context.retry_mode, max_concurrent=at_once, instance_concurrency_context=slots
        ) as active,
        ExitStack() as capture,
    ):
        yield from captured_logs(job_context, execution_plan, capture)
        while not active.is_complete:
            for step in active.get_steps_to_execute():
                running[step.key] = start(job_context.for_step(step, active.get_known_state()), arrivals)
            yield from active.concurrency_event_iterator(job_context)
            yield from active.plan_events_iterator(job_context)
            if running:
                yield from next_arrival(job_context, active, arrivals, running)
            elif not active.is_complete:
                active.sleep_til_ready()


def captured_logs(job_context: PlanExecutionContext, execution_plan: ExecutionPlan, capture: ExitStack) -> Events:
    """What the process prints goes into one log of the run, as Dagster's own executor has it."""
    manager = job_context.instance.compute_log_manager
    key = manager.build_log_key_for_run(job_context.run_id, create_compute_log_file_key())
    steps = [step.key for step in execution_plan.get_steps_to_execute_in_topo_order()]
    yield DagsterEvent.capture_logs(job_context, steps, key, capture.enter_context(manager.capture_logs(key)))


def start(context: StepExecutionContext, arrivals: Arrivals) -> Running:
    """Begin a step in a thread. The thread does not keep the process alive."""

    def work() -> None:
        try:
            for event in dagster_event_sequence_for_step(context):
                arrivals.put((context.step.key, event))
            arrivals.put((context.step.key, None))
        except BaseException as error:
            arrivals.put((context.step.key, error))

    Thread(target=copy_context().run, args=(work,), name=context.step.key, daemon=True).start()
    return Running(context)


def next_arrival(
    job_context: PlanExecutionContext, active: ActiveExecution, arrivals: Arrivals, running: dict[str, Running]
) -> Events:
    """Pass on what happens next, if anything does within a tick."""
    try:
        key, arrived = arrivals.get(timeout=TICK)
    except Empty:
        if pop_captured_interrupt():
            active.mark_interrupted()
            raise DagsterExecutionInterruptedError() from None
        return
    if isinstance(arrived, BaseException):
        raise arrived
    step = running[key]
    if step.events:  # counts once its successor is there: the last one lets the step, or another try of it, go on
        active.handle_event(step.events[-1])
    if arrived is not None:
        step.events.append(arrived)
        yield arrived
        return
    active.verify_complete(job_context, key)
    ended = running.pop(key)
    yield from active.plan_events_iterator(job_context)
    yield from _trigger_hook(ended.context, ended.events)


def execute_here(
    job: dg.JobDefinition,
    instance: dg.DagsterInstance,
    partition: str,
    run_config: Mapping[str, Any],
    tags: Mapping[str, str],
) -> dg.ExecuteInProcessResult:
    """Run a job in this process by its own executor; `execute_in_process` would take one step at a time."""
    return core_execute_in_process(
        run_config=run_config,
        job=InMemoryJob(job),
        instance=instance,
        output_capturing_enabled=False,
        raise_on_error=False,
        run_tags={**job.get_tags_for_partition_key(partition, None), **tags},
    )
